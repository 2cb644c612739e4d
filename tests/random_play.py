"""What the tests for every game share: rule sets to try, random deals under them, and values spelt out as bytes.

No game is named here: rule sets are made from a game's own presets and options, so a new option is tried by itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import paiju
from paiju.core.cards import Card
from paiju.core.chance import Random
from paiju.core.game import Setup, UnknownRules, option_text
from paiju.core.state import State
from paiju.core.words import ONLOOKER, Action, IllegalAction, Message
from paiju.games import BUILT_IN, find, load, names

PURE = bool(os.environ.get("PAIJU_PURE"))
OUTSIDE = load(Path(__file__).parent / "data" / "wager.py").name
load(Path(__file__).parent.parent / "examples" / "sevens.py")  # the game of docs/add-a-game.md
for path in filter(None, os.environ.get("PAIJU_GAMES", "").split(os.pathsep)):
    load(path)  # somebody's game, to see whether it keeps the contract
MIXES = 3  # mixes of options tried a game, besides its presets and its numbers of players
REST = 2  # mixes of values that none of these have
LISTED = 400  # how many actions of a long list are looked at


def every_game() -> list[str]:
    """All games there are; one of ours that is not in this copy yet is left out."""
    folder = Path(paiju.__file__).parent / "games"
    return [name for name in names() if name not in BUILT_IN or (folder / f"{name}.py").is_file()]


@cache
def rule_sets(name: str, mixes: int = MIXES, rest: int = REST) -> tuple[str, ...]:
    """Names of rule sets: the default, every preset, every number of players, some mixes of all options, and some of
    the values that no rule set has had by then."""
    game, rng = find(name), Random(name)
    options = {field.name: choices(field) for field in fields(game.Options)}
    texts = ["", *game.presets, *(f"players={players}" for players in options.get("players", ()))]
    approved = list(dict.fromkeys(game.rules(game.read_options(text)) for text in texts))
    some_mixes, new = len(approved) + mixes, options
    for _ in range(1000 if options else 0):
        often = {name: 8 if new is not options and new[name] else 2 for name in options}
        some_options = [name for name in options if options[name] and rng.below(often[name])]
        mix = {name: rng.choice(new[name] or options[name]) for name in some_options}
        try:
            rules = game.rules(game.read_options(",".join(f"{name}={value}" for name, value in mix.items())))
        except UnknownRules:
            continue
        if rules not in approved and any(value in new[name] for name, value in mix.items()):
            approved.append(rules)
            new = untried(game, options, approved) if len(approved) >= some_mixes else options
        if len(approved) == some_mixes + rest or not any(new.values()):
            break
    return tuple(approved)


def every_value(name: str, mixes: int = MIXES) -> tuple[str, ...]:
    """Rule sets that have every value of every option among them: too many for tests that take long."""
    return rule_sets(name, mixes, rest=1000)


def untried(game: Any, options: dict[str, list[str]], rule_sets: list[str]) -> dict[str, list[str]]:
    """The values of each option that no rule set has."""
    tried = [game.read_options(rules.partition(":")[2]) for rules in rule_sets]
    return {
        name: [text for text in some if all(option_text(getattr(each, name)) != text for each in tried)]
        for name, some in options.items()
    }


def choices(field: Any) -> list[str]:
    """What an option may be, as people type it; of a range its ends."""
    meta = field.metadata
    ends = [meta["least"], meta["most"]] if meta["least"] < meta["most"] else []
    return [option_text(value) for value in [*meta["choices"], *ends]]


def all_rules() -> list[str]:
    return [rules for name in every_game() for rules in rule_sets(name)]


@cache
def setups(rules: str, most: int = 14) -> tuple[Setup, ...]:
    """The setups of a match's first deals, played at random."""
    game, options = paiju.read_rules(rules)
    setup, rng, found = game.first(options), Random(rules), []
    while not setup.over and len(found) < most:
        found.append(setup)
        setup = game.after(setup, play_out(game.start(setup, game.shuffled(setup, rng)), rng))
    return tuple(found)


def fresh(rules: str, rng: Random) -> tuple[State, list[Card]]:
    """A new deal of one of a match's first setups, and its deck."""
    setup = rng.choice(setups(rules))
    deck = setup.game.shuffled(setup, rng)
    return setup.game.start(setup, deck), deck


def answer(state: State, rng: Random) -> tuple[int, Action]:
    """Any seat that owes an answer, and a random one."""
    seat = rng.choice(state.waiting())
    return seat, state.sample(seat, rng)


def play_out(state: State, rng: Random) -> State:
    while not state.is_over:
        state.step(*answer(state, rng))
    return state


def moments(rules: str, deals: int, many: int = 10, seed: int = 0) -> Iterator[tuple[State, Random]]:
    """About `many` moments of each of some random deals, the first and the last always among them."""
    rng = Random(f"{rules}{seed}")
    for _ in range(deals):
        state, _ = fresh(rules, rng)
        steps = length(state, rng)
        yield state, rng
        while not state.is_over:
            state.step(*answer(state, rng))
            if state.is_over or rng.below(steps) < many:
                yield state, rng


def length(state: State, rng: Random) -> int:
    """How many answers a deal takes, about."""
    other, steps = state.copy(), 0
    while not other.is_over:
        other.step(*answer(other, rng))
        steps += 1
    return steps or 1


def viewers(state: State) -> list[int]:
    return [*range(state.seats), ONLOOKER]


def listed(state: State, seat: int, most: int = LISTED) -> list[Action]:
    return list(islice(state.actions(seat), most))


def junk(state: State, seat: int, rng: Random) -> Action:
    """An action that may or may not be legal: some kind, some cards mostly from the hand, some amount."""
    asks = state.asks(seat)
    ask = rng.choice(asks) if asks else None
    kind = ask.kind if ask and rng.below(4) else rng.choice(paiju.core.words.KINDS)
    source = state.hand[seat] if rng.below(4) else int(state.everything())
    cards = list(paiju.Cards(source))
    rng.shuffle(cards)
    size = ask.least + rng.below(ask.most - ask.least + 1) if ask and rng.below(4) else rng.below(5)
    amount = rng.choice(ask.amounts) if ask and ask.amounts and rng.below(4) else rng.below(3)
    return Action(kind, paiju.Cards(cards[:size]), amount)


def refusal(state: State, seat: int, action: Action) -> str:
    """What a player is told of an action: nothing if it is legal."""
    try:
        state.check(seat, action)
    except IllegalAction as refused:
        return str(refused)
    return ""


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Without the words for it, which take longer than the judgement."""
    try:
        state.check(seat, action)
    except IllegalAction:
        return False
    return True


def faces(cards: Iterable[Card]) -> list[int]:
    return [int(card) for card in cards]


def spell(value: Any) -> str:
    """A value spelt out in full, types of cards and actions included: equal values and only they spell alike."""
    if isinstance(value, bool):
        return str(int(value))  # a C int and a C bool differ in Python's eyes only
    if type(value) in (int, str, float, type(None)):
        return repr(value)
    if isinstance(value, int):
        return f"{type(value).__name__}:{int(value)}"
    if isinstance(value, Message):
        return f"M({value.template!r},{spell(value.facts)})"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__[0]}[{','.join(map(spell, value))}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{spell(key)}:{spell(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Setup):
        return f"{value!r}"
    if is_dataclass(value) and not isinstance(value, type):
        return f"{type(value).__name__}({','.join(spell(getattr(value, field.name)) for field in fields(value))})"
    assert isinstance(value, paiju.Game), f"no spelling for {type(value)}"
    return value.name
