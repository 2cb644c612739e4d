"""State itself: what Python may read and change of it, what it takes, what it refuses and under which code."""

from __future__ import annotations

import ast
import pickle
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from random_play import OUTSIDE, PURE, all_rules, every_game, fresh, moments, play_out

import paiju
from paiju import Action, Ask, Card, Cards, Game, IllegalAction, Options, PythonState, Random, State
from paiju.core import bits
from paiju.core.words import KINDS
from paiju.games import BUILT_IN, find

PACKAGE = Path(paiju.__file__).parent
GAMES = pytest.mark.parametrize("game", every_game())
RULES = pytest.mark.parametrize("rules", all_rules())


# ---- tables that stand in two places ----


def test_kinds_of_action_are_one_table():
    enum = (PACKAGE / "core" / "bits.pxd").read_text().partition("cdef enum:")[2]
    numbers = {name: int(number) for name, number in re.findall(r"(\w+) = (-?\d+)", enum)}
    for number, kind in enumerate(KINDS[:8]):
        assert getattr(bits, kind.upper()) == numbers[kind.upper()] == number
    for name in ("TRUTH", "ONLOOKER", "PLACES", "STOCK"):
        assert getattr(bits, name) == numbers[name]


@pytest.mark.parametrize("game", BUILT_IN)
def test_phases_have_their_names(game):
    """A module that says GIVE, PLAY = range(2) means the phases of that name, in that order."""
    found = 0
    for path in [*(PACKAGE / "games").glob(f"{game}*.py"), PACKAGE / "core" / "passing.py"]:
        for names in re.findall(r"^([A-Z_, ]+) = \S+  # .*indices into the phases", path.read_text(), re.MULTILINE):
            assert tuple(names.lower().split(", ")) == find(game).State.phases
            found += 1
    assert found == 1


def test_no_stage_is_a_bare_number():
    for folder in ("core", "games", "bots"):
        for path in (PACKAGE / folder).glob("*.py"):
            assert not re.search(
                r"\.stage (?:[=!<>]=|<|>) \d|(?:if|and|or|not) \w+\.stage\b(?! [=!<>i])", path.read_text()
            )


# ---- fields ----


def fields_of(kind: type) -> dict[str, tuple[str, str]]:
    """The C fields of a state's class and its bases as the .pxd files declare them: access and array size."""
    found = {}
    for base in kind.__mro__:
        twin = PACKAGE.parent / (base.__module__.replace(".", "/") + ".pxd")
        if base.__module__.startswith("paiju.") and twin.is_file():
            body = re.search(rf"^cdef class {base.__name__}\b.*?(?=^\S|\Z)", twin.read_text(), re.M | re.S)
            for line in re.findall(
                r"^    cdef ((?:readonly |public )?)\w+ ([\w\[\], ]+)$", body[0] if body else "", re.M
            ):
                for name, size in re.findall(r"(\w+)(?:\[(\d+)\])?", line[1]):
                    found[name] = (line[0].strip(), size)
    return found


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_dump_has_every_field(game):
    """By name, or where there is room for more seats than there are, by seat under another name."""
    kind = find(game).State
    state, fields = fresh(game, Random(1))[0], fields_of(kind)
    padded = {name for base in kind.__mro__ for name in vars(base).get("padded", ())}
    assert len(fields) > 20
    for name, (access, size) in fields.items():
        assert access != "public", f"native code trusts {name}: Python may only read it"
        if name not in {"error", "setup"} | padded:
            assert access == "readonly"
            assert name in state.dump()
        assert (name in padded) == (size == "6" or name == "score")


@RULES
def test_lists_by_seat_have_as_many_entries_as_there_are_seats(rules):
    seen = set()
    for state, _ in moments(rules, 1, many=4):
        for name, value in state.dump().items():
            if isinstance(value, tuple):
                assert len(value) == state.seats, name
                seen.add(name)
        assert sum(state.counts) == sum(map(len, state.hands))
    assert {"hands", "counts"} <= seen


def test_what_padding_once_added():
    state: Any = fresh("poepen:players=3", Random(1))[0]
    play_out(state, Random(1))
    assert sum(state.bids) == state.total
    assert sum(state.tricks_won) == state.dealt == state.trick
    assert len(state.bids) == len(state.tricks_won) == len(state.cards_taken) == 3


@pytest.mark.skipif(PURE, reason="uncompiled there is no memory to spoil, and fields are plain attributes")
@pytest.mark.parametrize("game", BUILT_IN)
def test_python_cannot_change_what_native_code_trusts(game):
    state = fresh(game, Random(1))[0]
    for name in [*fields_of(type(state)), "seat", "hands", "counts", "phase", "is_over"]:
        with pytest.raises(AttributeError):
            setattr(state, name, 10**6)


# ---- who is asked, what is taken ----


@RULES
def test_the_seat_that_is_asked(rules):
    for state, _ in moments(rules, 1, many=4):
        if len(state.waiting()) == 1:
            assert [state.seat] == state.waiting()
        else:
            with pytest.raises(ValueError, match="nobody" if state.is_over else r"seats owe an answer: `waiting\(\)`"):
                assert state.seat


def test_a_state_says_which_moment_it_is():
    text = "hearts deal=4; hands: 5C | 9C | QC | KC; leader: 0"
    state = paiju.read_position(text)
    assert repr(state) == "<hearts deal 4: play, waiting for 0>"
    assert repr(state.view(2)) == "<hearts deal 4: play, waiting for 0, seen by seat 2>"
    assert repr(state.view(paiju.ONLOOKER)) == "<hearts deal 4: play, waiting for 0, seen by an onlooker>"
    with pytest.raises(ValueError, match="this is what an onlooker sees"):
        state.view(paiju.ONLOOKER).view(2)
    play_out(state, Random(1))
    assert repr(state) == "<hearts deal 4: play, over>"


@GAMES
def test_actions_as_text(game):
    one, other = fresh(game, Random(3))[0], fresh(game, Random(3))[0]
    rng = Random(4)
    while not one.is_over:
        seat = one.waiting()[0]
        action = one.sample(seat, rng)
        one.check(seat, str(action))
        assert one.apply(seat, str(action)) == other.apply(seat, action)
    assert one == other


@pytest.mark.parametrize("wrong", ["", "dance", "play XX", "play QS QS QS QS", "bid 99999999", "play " + "QS " * 2000])
@GAMES
def test_text_that_is_no_action(game, wrong):
    state = fresh(game, Random(3))[0]
    for refuse in (state.check, state.apply):
        with pytest.raises(IllegalAction) as no:
            refuse(state.waiting()[0], wrong)
        assert no.value.code == "not_an_action"


@pytest.mark.parametrize("wrong", [-1, 1 << 128, 1 << 200, 63 << 108, None, 1.5, True, b"play QS", ["play"]])
@GAMES
def test_numbers_and_things_that_are_no_action(game, wrong):
    state = fresh(game, Random(3))[0]
    for refuse in (state.check, state.apply):
        with pytest.raises(IllegalAction, match="not an action") as no:
            refuse(state.waiting()[0], wrong)
        assert no.value.code == "not_an_action"


@pytest.mark.parametrize("rules", [rules for rules in all_rules() if rules.partition(":")[0] in BUILT_IN])
def test_there_are_no_scores_before_the_end(rules):
    state = fresh(rules, Random(2))[0]
    for sight in (state, state.view(0), state.view(0).guess(Random(1))):
        with pytest.raises(ValueError, match="not over"):
            sight.scores()
        assert len(sight.running_scores()) in (0, state.seats)
    assert len(play_out(state, Random(1)).scores()) == state.seats


# ---- refusals ----


def refusals() -> list[tuple[Path, ast.Call]]:
    """Every place in paiju that makes a refusal."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("IllegalAction", "AmbiguousText"):
                found.append((path, node))
    return found


def test_every_refusal_has_a_rule_or_a_code():
    assert len(refusals()) > 60
    for path, call in refusals():
        codes = [word.value for word in call.keywords if word.arg == "code"]
        assert len(call.args) > 1 or codes, f"{path}:{call.lineno}: {ast.unparse(call)}"
        for code in codes:
            assert not isinstance(code, ast.Constant) or re.fullmatch("[a-z_]+", str(code.value))


def code_of(state: State, seat: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as no:
        state.apply(seat, action)
    assert pickle.loads(pickle.dumps(no.value)).code == no.value.code
    return no.value.code


def test_codes_tell_refusals_apart():
    game, options = paiju.read_rules("hearts:passing=off")
    setup = game.first(options)
    state = game.start(setup, game.deck(setup))  # seat 0 holds all clubs, 1 diamonds, 2 spades, 3 hearts
    assert code_of(state, 9, "play 2C") == code_of(state, None, "play 2C") == "no_such_seat"
    assert code_of(state, 1, "play 2D") == "not_your_turn"
    assert code_of(state, 0, "pass") == "not_asked"
    assert code_of(state, 0, "play 2D") == "not_held"
    assert code_of(state, 0, "play 2C 3C") == "wrong_size"
    assert code_of(state, 0, "play 2C 3") == "wrong_amount"
    assert code_of(state, 0, "play 3C") == "3.1"
    assert code_of(play_out(state, Random(1)), 0, "play 2C") == "deal_over"


# ---- games written in Python ----


def test_a_game_in_python_subclasses_python_state():
    class Plain(State):
        def deal(self, deck):
            return self

    with pytest.raises(TypeError, match=r"subclasses paiju\.PythonState"):
        Plain(find(OUTSIDE).first())


def outside() -> Any:
    return fresh(OUTSIDE, Random(1))[0]


PLACES = [-1, 7, 10**6, 2**31, 10**30]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("door", ["hold", "drop", "limit", "rule_out", "reveal", "remember"])
def test_places_that_are_none(door, place):
    state = outside()
    before = state.dump()
    with pytest.raises(ValueError, match="no place"):
        getattr(state, door)(place, Cards("QS"))
    assert state.dump() == before


@pytest.mark.parametrize("cards", [0, 5, -1, bits.ALL, 10**60])
@pytest.mark.parametrize("door", ["hold", "drop", "limit", "rule_out", "reveal", "remember"])
def test_a_plain_number_is_no_cards(door, cards):
    with pytest.raises(TypeError, match="may be a card or a multiset"):
        getattr(outside(), door)(0, cards)


def test_a_deck_is_of_cards_wherever_it_is_dealt_from():
    decks: list[Any] = []

    class DealsState(PythonState):
        def deal(self, deck):
            self.clear()
            decks.append(deck)
            for number, card in enumerate(deck):
                self.hold(number % 4, card)
            self.wait_for()
            return self

        def scores(self):
            return self.counts

    class Deals(Game):
        name = title = "deals"
        Options = Options
        State = DealsState

        def cards(self, setup):
            return list(range(8))

    game = Deals()
    setup = game.first()
    game.start(setup, list(range(8)))  # pyright: ignore[reportArgumentType]
    assert paiju.random_deals(setup, 3).mean(0) == 2
    assert len(decks) == 4
    assert all(type(card) is Card for deck in decks for card in deck)


def test_a_deal_that_never_ends_is_given_up():
    class EndlessState(PythonState):
        def deal(self, deck):
            self.clear()
            self.wait_for(0)
            return self

        def asks(self, seat):
            return [Ask("pass")]

        def actions(self, seat):
            yield Action("pass")

        def step(self, seat, action):
            pass

        def scores(self):
            return self.counts

    class Endless(Game):
        name = title = "endless"
        Options = Options
        State = EndlessState

        def cards(self, setup):
            return list(range(8))

    setup = Endless().first()
    with pytest.raises(RuntimeError, match="EndlessState: after 10000 moves the deal is not over"):
        paiju.random_deals(setup, 3)
    with pytest.raises(RuntimeError, match="does it ever end"):
        paiju.roll_outs(Endless().start(setup, Endless().deck(setup)), 3)


def test_doors_refuse_what_cannot_be():
    state = outside()
    before = state.dump()
    with pytest.raises(ValueError, match="three copies"):
        state.hold(0, [card for card in state.hands[0] for _ in range(3)])
    with pytest.raises(ValueError, match="does not hold"):
        state.drop(0, state.hands[1])
    for places in (-1, 1 << 7, 10**30):
        with pytest.raises(ValueError, match="places"):
            state.cover(places)
    for seat in (-1, 3, 31, 10**6, 10**30):
        with pytest.raises(ValueError, match="no seat"):
            state.wait_for(0, seat)
    with pytest.raises(ValueError, match="no phase 'dance'; there are wager, play"):
        state.enter("dance")
    assert state.dump() == before


def test_the_turn_and_the_phase_of_a_game_in_python():
    state = outside()
    state.wait_for(2, 0)
    assert state.waiting() == [0, 2]
    state.enter("play")
    assert state.phase == "play"
    state.wait_for()
    assert state.is_over


@GAMES
def test_luck_comes_from_a_generator(game):
    state = fresh(game, Random(1))[0]
    seat = state.waiting()[0]
    for rng in (None, 7, "x", object()):
        with pytest.raises(TypeError):
            state.view(seat).guess(rng)  # pyright: ignore[reportArgumentType]
        if type(state).sample is State.sample:
            with pytest.raises(TypeError, match="Random"):
                state.sample(seat, rng)  # pyright: ignore[reportArgumentType]
        if type(state).advice is State.advice:
            with pytest.raises(TypeError, match="Random"):
                state.advice(seat, 0, rng)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_state_that_was_never_set_up_deals_nothing(game):
    kind = import_module(f"paiju.games.{game}").GAME.State
    for deck in (b"", [], range(0)):
        with pytest.raises((ValueError, AttributeError)):
            kind.__new__(kind).deal(deck)


def test_python_state_is_for_games_in_python_only():
    assert {name for name in every_game() if issubclass(find(name).State, PythonState)} == set(every_game()) - set(
        BUILT_IN
    )
    assert isinstance(Action.read("pass"), int)
