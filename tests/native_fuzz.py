"""Calls everything that Python can reach in the compiled modules with hostile arguments, for test_native_safety.py.

`python tests/native_fuzz.py hearts 200 LOG` makes 200 calls of each method of Hearts' classes and sets each of their
attributes, and always writes to LOG what it is about to do: after a crash or a hang that is the culprit. Any exception
is a good answer. A crash, a hang, SystemError (an error set behind the interpreter's back) is not.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, cast

from random_play import answer, every_game, fresh, moments, rule_sets, setups

import paiju
from paiju.bots.native import advisor_class, advisor_for
from paiju.core import loops
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Action, Event
from paiju.games import find

NUMBERS = [
    *range(-3, 9), 13, 15, 16, 31, 32, 51, 52, 53, 54, 55, 63, 64, 107, 108, 127, 128, 255, 256, 10**4, -(10**4),
    10**6, -(10**6), 10**9, -(10**9), 2**31 - 1, -(2**31), 2**32, 2**62, 2**63 - 1, -(2**63), 2**64 - 1, 2**64,
    2**107, 2**108 - 1, 2**108, 2**127, 2**128 - 1, 2**128, -(2**128), 10**50,
]  # fmt: skip
THINGS: list[Any] = [
    None, True, False, 1.5, -0.5, math.nan, math.inf, "", "0", "QS", "play QS", "x" * 300, b"", b"\xff" * 108, [], (),
    {}, set(), [None], [-1], [10**9], [2**130], ["QS"], [[]], list(range(200)), (0,) * 4, (None,) * 6, [-(10**9)] * 6,
    object(), object, int, Random, State, print, iter([]), bytearray(b"\x35" * 54), Cards("QS KS"), Card("QS"),
]  # fmt: skip
LOOPS = {"n", "many", "seats"}
HEAP_TYPE = 1 << 9  # of a class's flags: written in Python, though in a compiled module
PULLED = 20  # how much of a generator is looked at


class Fuzz:
    """A seeded source of calls, and the log that names the one under way."""

    def __init__(self, target: str, log: int):
        self.rng, self.log, self.made = Random(target), log, 0

    def pick(self, items: Any) -> Any:
        return self.rng.choice(list(items))

    def any_number(self) -> int:
        bits = self.rng.below(130) + 1
        return self.pick(NUMBERS) if self.rng.below(4) else self.wide(bits) - self.wide(bits // 2 + 1)

    def wide(self, bits: int) -> int:
        return int.from_bytes(bytes(self.rng.below(256) for _ in range(17)), "little") % (1 << bits)

    def attempt(self, name: str, call: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Make a call whose answer may be any value or any exception; pull a generator a little."""
        told = f"{name}{brief(args)}{brief(named) if named else ''}\n".encode(errors="replace")[:900]
        os.pwrite(self.log, told.ljust(900), 0)
        self.made += 1
        try:
            found = call(*args, **named)
            return list(islice(found, PULLED)) if isinstance(found, Iterator) else found
        except SystemError as error:
            raise AssertionError(f"{name}{brief(args)}: an error was set behind the interpreter's back") from error
        except Exception:
            return None


def brief(value: Any) -> str:
    try:
        return repr(value)[:300]
    except Exception:  # of a state that an attack has spoilt
        return f"({type(value).__name__} that does not print)"


# ---- arguments ----


class Arguments:
    """Values for parameters: mostly what their names ask for, so that calls get somewhere, often anything."""

    def __init__(self, fuzz: Fuzz, game: str):
        self.fuzz, self.game = fuzz, game
        self.others = [fresh(name, Random(name))[0] for name in every_game()]
        self.setups = [setup for rules in rule_sets(game)[:4] for setup in setups(rules, 3)]
        self.states = list(some_states(game))
        self.state = self.states[0]

    def setup(self) -> Any:
        """A setup with a field that cannot be, or two."""
        fuzz, setup = self.fuzz, self.fuzz.pick(self.setups)
        for _ in range(1 + fuzz.rng.below(2)):
            name = fuzz.pick(fields(setup)).name
            if name == "game":
                changed = fuzz.pick(self.others).setup.game
            elif name == "options" and fuzz.rng.below(4):
                option = [field.name for field in fields(setup.options)] if is_dataclass(setup.options) else []
                changed = replace(cast(Any, setup.options), **{fuzz.pick(option): self.anything()}) if option else None
            elif isinstance(getattr(setup, name), tuple) and fuzz.rng.below(3):
                changed = tuple(fuzz.any_number() for _ in range(fuzz.rng.below(8)))
            else:
                changed = fuzz.any_number() if fuzz.rng.below(3) else self.anything()
            setup = replace(setup, **{name: changed})
        return setup

    def cards(self) -> Any:
        state, fuzz = self.state, self.fuzz
        held = [mask for mask in (*state.hand, state.unseen) if mask] or [0]
        kind = fuzz.rng.below(4)
        if kind == 0:
            return fuzz.wide(108)
        cards = fuzz.pick(held)
        return (
            cards if kind == 1 else int(Cards(sorted(Cards(cards), key=lambda _: fuzz.rng.below(99))[: kind * 3 - 5]))
        )

    def move(self) -> Any:
        """A packed move: of the state, of the state spoilt, or any bits."""
        state, fuzz = self.state, self.fuzz
        kind = fuzz.rng.below(4)
        if kind == 0 or state.is_over:
            return fuzz.wide(128)
        try:
            move = int(answer(state, fuzz.rng)[1])
        except Exception:
            return fuzz.wide(128)
        if kind == 1:
            return move
        if kind == 2:
            return move ^ 1 << fuzz.rng.below(128)
        return (move >> 108 << 108) | self.cards()

    def deck(self) -> Any:
        deck = [int(card) for card in self.setups[0].game.deck(self.setups[0])]
        if self.fuzz.rng.below(2):
            deck[self.fuzz.rng.below(len(deck))] = self.fuzz.any_number()
        return self.fuzz.pick([deck, bytes(face % 256 for face in deck), deck[:-1], [*deck, 0], tuple(deck)])

    def styles(self) -> Any:
        return [self.fuzz.any_number() for _ in range(self.fuzz.rng.below(8))]

    def some_state(self) -> Any:
        return self.fuzz.pick(self.states if self.fuzz.rng.below(2) else self.others)

    def anything(self) -> Any:
        kind = self.fuzz.rng.below(8)
        if kind < 3:
            return self.fuzz.any_number()
        if kind == 3:
            return self.some_state()
        return self.fuzz.pick(THINGS)

    def by_name(self, name: str) -> Any:
        """What a parameter of this name wants, more or less."""
        fuzz = self.fuzz
        seats = fuzz.rng.below(7)
        wanted: dict[str, Callable[[], Any]] = {
            "seat": lambda: seats, "viewer": lambda: fuzz.pick([ONLOOKER, TRUTH, seats]), "place": lambda: seats,
            "places": lambda: fuzz.wide(8), "rng": lambda: Random(fuzz.rng.below(9)), "setup": self.setup,
            "action": lambda: spelt(self.move()), "cards": self.cards, "hand": self.cards, "deck": self.deck,
            "move": self.move, "n": lambda: fuzz.rng.below(9), "most": lambda: fuzz.rng.below(20),
            "style": fuzz.any_number, "styles": self.styles, "state": self.some_state, "start": self.some_state,
            "other": self.some_state,
            "before": self.some_state, "states": lambda: [self.some_state().copy() for _ in range(fuzz.rng.below(4))],
            "moves": lambda: [self.move() for _ in range(fuzz.rng.below(4))], "many": lambda: fuzz.rng.below(50),
            "events": lambda: [Event("play", 1)], "ask": lambda: fuzz.pick([*self.state.asks(seats), None]),
            "seeds": lambda: [fuzz.wide(64) for _ in range(4)], "rows": lambda: [self.styles() for _ in range(3)],
            "hands": lambda: [self.cards() for _ in range(4)], "kitty": self.cards, "card": lambda: fuzz.rng.below(60),
            "face": lambda: fuzz.rng.below(60), "faces": self.cards, "threads": lambda: fuzz.rng.below(4),
            "progress": lambda: None, "memo": dict, "plays": fuzz.any_number, "seed": fuzz.any_number,
        }  # fmt: skip
        return wanted[name]() if name in wanted else fuzz.any_number()


def spelt(move: int) -> Any:
    """A packed move as an Action where it is one."""
    try:
        return Action(move)
    except ValueError:
        return move


def some_states(game: str) -> Iterator[State]:
    """Moments of deals, views of them, copies with judgement, and one that never was dealt."""
    for rules in rule_sets(game)[:5]:
        for state, rng in moments(rules, 1, 3, seed=2):
            yield state.copy()
            yield state.view(rng.below(state.seats))
            yield advisor_for(state.view(ONLOOKER) if rng.below(2) else state)
        yield state.setup.game.State(state.setup)  # pyright: ignore[reportPossiblyUnboundVariable]  # every deal has moments
    kind: Any = find(game).State
    yield kind.__new__(kind)
    yield advisor_class(find(game)).__new__(advisor_class(find(game)))


def signature(call: Any) -> list[str]:
    """The names of a callable's parameters; where it keeps them to itself, as many as a hostile caller tries."""
    try:
        return [name for name in inspect.signature(call).parameters if name not in ("self", "args", "kwargs")]
    except (TypeError, ValueError):
        return []


def arguments(given: Arguments, names: list[str], known: tuple[str, ...]) -> list[Any]:
    names = names or list(known)
    rng = given.fuzz.rng
    spoilt = rng.below(len(names) + 1) if rng.below(3) else -1
    values = [
        given.anything() if i == spoilt or rng.below(8) == 0 else given.by_name(name) for i, name in enumerate(names)
    ]
    # Loops may run as long as they are told to: that is no hang.
    return [value % 50 if is_long(name, value) else value for name, value in zip(names, values, strict=True)]


def is_long(name: str, value: Any) -> bool:
    return name in LOOPS and type(value) is int and value > 50


# Parameters of what is native through and through and so tells Python nothing of them.
KNOWN: dict[str, tuple[str, ...]] = {
    "run_deals": ("state", "deck", "rng", "n"), "run_rolls": ("start", "rng", "n"), "guess": ("rng",),
    "deal": ("deck",),
    "run_table": ("state", "deck", "styles", "rng"), "run_seatings": ("state", "deck", "seeds", "rows"),
    "run_trials": ("start", "moves", "styles", "rng", "n"),
    "run_trials_to": ("n", "start", "moves", "styles", "rng", "n"), "payoffs": ("state",),
    "step_batch": ("states", "moves"), "some": ("cards", "n"),
    "random_batch": ("states", "many", "rng"), "below": ("n",), "copy": (), "rank_of": ("face", "level"),
    "above": ("rank", "level"), "worth": ("cards", "level", "rules"), "runs": ("ladder", "length"),
    "random_set": ("hand", "size", "beat", "level", "rules", "rng"), "without": ("ladder", "start", "length"),
    "tractors": ("ladder",), "fits": ("ladder", "lengths"), "starts_for": ("ladder", "lengths"),
    "top": ("ladder", "lengths"), "duty": ("ladder", "lengths", "strict"), "chances": (), "costs": (), "gains": (),
}  # fmt: skip


# ---- what is called ----


def is_public(name: str) -> bool:
    return not name.startswith("_")


def callables(owner: Any) -> list[str]:
    return [name for name in dir(owner) if is_public(name) and callable(getattr(owner, name, None))]


def shake_state(fuzz: Fuzz, given: Arguments, calls: int) -> None:
    """Every method and attribute of the states of a game, and whatever is left of them played on."""
    names = sorted({name for state in given.states for name in callables(type(state))})
    attributes = sorted({name for state in given.states for name in dir(type(state)) if is_public(name)} - set(names))
    for name in names:
        for _ in range(calls):
            given.state = state = worn(given)
            method = getattr(state, name, None)
            if method is not None:
                label = f"{type(state).__name__}.{name}"
                fuzz.attempt(label, method, *arguments(given, signature(method), KNOWN.get(name, ("seat",))))
                if fuzz.rng.below(8) == 0:
                    live_on(fuzz, given, state, label)
    for name in attributes:
        for _ in range(calls):
            given.state = state = worn(given)
            label = f"{type(state).__name__}.{name} = "
            value = given.anything() if fuzz.rng.below(2) else fuzz.any_number()
            fuzz.attempt(label, setattr, state, name, value)
            live_on(fuzz, given, state, label)
    kinds = {type(state) for state in given.states}
    for kind in sorted(kinds, key=lambda kind: kind.__module__):
        for _ in range(4 * calls):
            state = fuzz.attempt(kind.__name__, kind, given.setup() if fuzz.rng.below(6) else given.anything())
            if isinstance(state, State):
                given.state = state
                fuzz.attempt("deal", state.deal, given.state.setup.game.deck(state.setup))
                live_on(fuzz, given, state, kind.__name__)


def worn(given: Arguments) -> State:
    return given.fuzz.pick(given.states).copy()


def live_on(fuzz: Fuzz, given: Arguments, state: State, label: str) -> None:
    """After an attack a state is used: looked at, guessed, copied, played to the end in some style."""
    for name in ("scene", "dump", "scores", "copy"):
        fuzz.attempt(f"{label} then {name}", getattr(state, name))
    guess = fuzz.attempt(f"{label} then guess", state.guess, Random(1))
    fuzz.attempt(f"{label} then roll_outs", loops.roll_outs, state, 2)
    for world in (guess, state):
        steps = 0
        while isinstance(world, State) and not world.is_over and steps < 300:
            seats = world.waiting()
            if not seats:
                break
            move = fuzz.attempt(f"{label} then sample", world.sample, seats[0], Random(steps))
            if move is None:
                break
            fuzz.attempt(f"{label} then step", world.step, seats[0], move)
            steps += 1


def shake_module(fuzz: Fuzz, given: Arguments, module: Any, calls: int) -> None:
    """Every function of a compiled module, and every class that is no State: its making, methods and attributes."""
    for name, thing in sorted(vars(module).items()):
        if (
            not is_public(name)
            or not callable(thing)
            or getattr(thing, "__module__", module.__name__) != module.__name__
        ):
            continue
        label = f"{module.__name__}.{name}"
        if not isinstance(thing, type):
            for _ in range(calls):
                fuzz.attempt(label, thing, *arguments(given, signature(thing), KNOWN.get(name, ("n", "n"))))
        elif not issubclass(thing, State) and not thing.__flags__ & HEAP_TYPE:
            shake_class(fuzz, given, thing, label, calls)


def shake_class(fuzz: Fuzz, given: Arguments, kind: type, label: str, calls: int) -> None:
    for _ in range(calls):
        fuzz.attempt(label, kind, *arguments(given, signature(kind), ("seed",)))
    for name in dir(kind):
        for _ in range(calls if is_public(name) else 0):
            thing = fuzz.attempt(label, kind) or fuzz.attempt(label, kind, 1) or fuzz.attempt(label, kind.__new__, kind)
            if thing is None:
                break
            found = getattr(thing, name, None)
            if callable(found):
                fuzz.attempt(f"{label}.{name}", found, *arguments(given, signature(found), KNOWN.get(name, ("n",))))
            else:
                fuzz.attempt(f"{label}.{name} = ", setattr, thing, name, given.anything())


def compiled_modules() -> list[str]:
    """The modules that are native here."""
    found = [module.name for module in pkgutil.walk_packages(paiju.__path__, "paiju.")]
    return [name for name in found if is_native(importlib.util.find_spec(name))]


def is_native(spec: Any) -> bool:
    return not str(spec.origin).endswith(".py")


def targets() -> list[str]:
    return [*every_game(), *compiled_modules()]


def main(target: str, calls: int, log: str) -> None:
    fuzz = Fuzz(target, os.open(log, os.O_CREAT | os.O_WRONLY))
    if target in every_game():
        shake_state(fuzz, Arguments(fuzz, target), calls)
    else:
        game = target.rpartition(".")[2].partition("_")[0]
        given = Arguments(fuzz, game if game in every_game() else "shengji")
        shake_module(fuzz, given, importlib.import_module(target), 4 * calls)
    print(fuzz.made)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
