"""Whatever Python code hands to the native modules is answered or refused: no crash, no hang, no broken state.

native_fuzz.py, in a process of its own, calls everything; below are the faults that were found, by name.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from native_fuzz import targets
from random_play import OUTSIDE, PURE, answer, every_game, fresh, junk, listed, moments, refusal, rule_sets

import paiju
from paiju.bots.native import STEADY, advisor_for
from paiju.core import body as body_module
from paiju.core import loops
from paiju.core.body import restored
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.layout import scene_of, scenes_of
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Action, IllegalAction
from paiju.games import find

HERE = Path(__file__).parent
GAMES = pytest.mark.parametrize("game", every_game())
BUILT_IN = pytest.mark.parametrize("game", sorted({"hearts", "poepen", "gongzhu", "shengji", "luzi"}))


@pytest.mark.skipif(PURE, reason="nothing is native here")
@pytest.mark.parametrize("target", targets())
def test_no_call_breaks_the_interpreter(target, some, tmp_path):
    log = tmp_path / "call"
    command = [sys.executable, str(HERE / "native_fuzz.py"), target, str(some(3)), str(log)]
    try:
        run = subprocess.run(
            command, env=os.environ | {"PYTHONPATH": str(HERE.parent)}, capture_output=True, text=True, timeout=300
        )
    except subprocess.TimeoutExpired:
        pytest.fail(f"hangs: {log.read_text().strip()}")
    assert run.returncode == 0, f"{log.read_text().strip()}\n{run.stderr[-2000:]}"


# ---- setups ----


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("poepen", {"dealer": 9}),
        ("shengji", {"dealer": 9}),
        ("shengji", {"levels": (99, 99)}),
        ("hearts", {"seats": 5}),
        ("hearts", {"seats": 10**6}),
        ("luzi", {"opener": -1}),
        ("luzi", {"payers": (0, 0, 0, 0), "receivers": (1, 1, 1, 1)}),
        ("gongzhu", {"deal": 10**20}),
    ],
)
def test_a_setup_that_cannot_be_is_refused_before_native_code_sees_it(game, wrong):
    setup = replace(find(game).first(), **wrong)
    deck = find(game).deck(find(game).first())
    for use in (
        lambda: loops.random_deals(setup, 10),
        lambda: find(game).start(setup, deck),
        lambda: find(game).State(setup),
    ):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            use()


# ---- moves ----


@BUILT_IN
def test_step_and_check_agree_on_what_is_legal(game, some):
    """A refused step changes nothing and says why. `step` looks natively, `check` in words: they must not differ."""
    for rules in rule_sets(game):
        for state, rng in moments(rules, 1, some(8), seed=4):
            for seat in range(state.seats):
                actions = [junk(state, seat, rng) for _ in range(6)] + listed(state, seat, 6)
                for action in [*actions, *(spoilt(action, rng) for action in actions[-3:])]:
                    same_verdict(state, seat, action)


def same_verdict(state: State, seat: int, action: Action) -> None:
    twin = state.copy()
    if refusal(state, seat, action):
        with pytest.raises(IllegalAction):
            twin.step(seat, action)
        assert twin == state
    else:
        twin.step(seat, action)
        silent = state.is_timed and not state.actors >> seat & 1 and action.kind == "pass"  # what goes on by itself
        assert (twin == state) == silent


def spoilt(action: Action, rng: Random) -> Action:
    """The same with one bit of its kind, cards or amount turned."""
    while True:
        with suppress(ValueError):
            return Action(int(action) ^ 1 << rng.below(128))


@GAMES
def test_step_refuses_seats_that_are_not_there(game):
    state, _ = fresh(game, Random(1))
    _, action = answer(state, Random(1))
    if type(state).step is State.step:
        for seat in (-1, state.seats, 10**6):
            with pytest.raises(ValueError, match="seat"):
                state.step(seat, action)


@GAMES
def test_a_view_cannot_be_played_on(game):
    state, _ = fresh(game, Random(1))
    view = state.view(state.waiting()[0])
    seat, action = answer(state, Random(1))
    if type(view).step is State.step:
        with pytest.raises(ValueError, match="view cannot be played on"):
            view.step(seat, action)
    with pytest.raises(ValueError, match="view cannot be played on"):
        loops.random_batch([view], 1, Random(1))


@GAMES
def test_cards_are_hidden_from_whoever_looks_and_from_nobody_else(game):
    """Otherwise a seat would be asked whose cards are gone."""
    view: Any = fresh(game, Random(1))[0].view(0)
    before = view.dump()
    for hide in (view.hide, view.conceal_from):
        for viewer in (1, ONLOOKER, TRUTH, 10**9):
            with pytest.raises((ValueError, OverflowError)):
                hide(viewer)
    assert view.dump() == before


def test_a_batch_stops_at_a_move_that_cannot_be_made():
    state, _ = fresh("hearts:passing=off", Random(1))
    twins = [state.copy() for _ in range(3)]
    (seat,) = state.waiting()
    legal = int(state.sample(seat, Random(1)))
    with pytest.raises(ValueError, match="move 1 is not legal"):
        loops.step_batch(twins, [legal, 0, legal])
    assert [twin == state for twin in twins] == [False, True, True]


# ---- loops ----


def test_a_tally_counts_finished_deals_and_nothing_else():
    state, _ = fresh("hearts", Random(1))
    tally = paiju.Tally()
    for wrong in (None, 1, "state"):
        with pytest.raises(TypeError):
            tally.count(cast(Any, wrong), 1)
        with pytest.raises(TypeError):
            tally.join(cast(Any, wrong))
    with pytest.raises(ValueError, match="finished"):
        tally.count(state, 1)
    for seat in (-1, 6, -(10**9), 10**9):
        with pytest.raises(IndexError):
            tally.mean(seat)
    assert (tally.deals, tally.plays) == (0, 0)


def test_a_tally_travels():
    tally = loops.random_deals(find("hearts").first(), 20, 1)
    for twin in (pickle.loads(pickle.dumps(tally)), copy.copy(tally)):
        assert (twin.deals, twin.plays, list(twin.total)) == (20, tally.plays, list(tally.total))


@pytest.mark.parametrize("nothing", [None, 3, "a state"])
def test_scenes_are_of_states(nothing):
    with pytest.raises(TypeError):
        scenes_of(nothing, [0])
    with pytest.raises(TypeError):
        scene_of(nothing)


def test_loops_refuse_what_is_no_state_no_generator_no_number():
    state, deck = fresh("hearts", Random(1))
    wrongs: tuple[Any, ...] = (None, 1, object())
    for wrong in wrongs:
        with pytest.raises(TypeError):
            loops.run_rolls(wrong, Random(1), 1)
        with pytest.raises(TypeError):
            loops.run_rolls(state, wrong, 1)
        with pytest.raises(TypeError):
            loops.run_deals(state, bytes(deck), wrong, 1)
        with pytest.raises(TypeError):
            state.view(0).guess(wrong)
        with pytest.raises(TypeError):
            state.sample(state.waiting()[0], wrong)
        with pytest.raises(TypeError):
            advisor_for(state).advice(state.waiting()[0], STEADY, wrong)
    for n in (-1, 10**9):
        with pytest.raises(ValueError, match="rounds"):
            loops.run_rolls(state, Random(1), n)
    with pytest.raises(ValueError, match="deck"):
        loops.run_deals(state, bytes(deck[:-1]), Random(1), 1)
    with pytest.raises(ValueError, match="less than none"):
        loops.random_deals(state.setup, -1)


def test_trials_refuse_moves_that_cannot_be_made():
    state, _ = fresh("shengji", Random(1))
    while state.phase != "play":
        state.step(*answer(state, Random(1)))
    player = advisor_for(state.view(state.waiting()[0]))
    with pytest.raises(ValueError, match="move 0 of those to be tried is not legal for seat 1"):
        loops.run_trials(player, [0], [STEADY] * 4, Random(1), 1)


class ChangingDeck:
    """Another one each time it is read."""

    def __init__(self, *decks: list[Any]):
        self.decks = iter(decks)

    def __iter__(self):
        return iter(next(self.decks))


class ChangingNumber:
    def __init__(self, *numbers: int):
        self.numbers = iter(numbers)

    def __index__(self) -> int:
        return next(self.numbers)


@GAMES
def test_the_deck_that_is_dealt_is_the_one_that_was_looked_over(game):
    state, deck = fresh(game, Random(1))
    setup = state.setup
    uses = [
        lambda deck: setup.game.start(setup, deck).dump(),
        lambda deck: loops.run_deals(type(state)(setup), deck, Random(1), 2).plays,
        lambda deck: loops.run_table(type(state)(setup), deck, [0] * 6, Random(1)),
        lambda deck: loops.run_seatings(type(state)(setup), deck, [1, 2], [[0] * state.seats]),
    ]
    for use in uses:
        for strange in (iter(deck), ChangingDeck(deck, [255] * len(deck))):
            assert use(strange) == use(deck)


def test_a_move_that_is_tried_is_the_one_that_was_looked_over():
    state, _ = fresh("hearts:passing=off", Random(1))
    legal = int(state.sample(state.seat, Random(1)))
    rows = loops.run_trials(state, [legal], [0] * 4, Random(1), 5)
    for moves, styles in (
        ([ChangingNumber(legal, 1 << 107)], [0] * 4),
        ([legal], [ChangingNumber(0, -(10**9)) for _ in range(4)]),
    ):
        assert loops.run_trials(state, cast(Any, moves), cast(Any, styles), Random(1), 5) == rows


@pytest.mark.skipif(PURE, reason="what is copied is never trusted here")
@BUILT_IN
def test_a_class_that_copies_itself_as_something_else_is_refused(game):
    kind: Any = find(game).State

    class Vanishing(kind):
        answer: Any = None

        def __new__(cls, *setup):
            return kind.__new__(cls) if setup else cls.answer

    class Shrinking(kind):
        answer: Any = None

        def copy(self):
            return self.answer

    setup = find(game).first()
    for strange in (Vanishing, Shrinking):
        for wrong in (None, State.__new__(State)):
            strange.answer = wrong
            state = strange(setup).deal(find(game).deck(setup))
            for use in (
                lambda state=state: state.view(0),
                lambda state=state: state.guess(Random(1)),
                lambda state=state: loops.run_rolls(state, Random(1), 1),
                lambda state=state: loops.run_deals(state, find(game).deck(setup), Random(1), 1),
            ):
                with pytest.raises(TypeError, match="a copy of a"):
                    use()


IN_THREADS = """
import sys
from threading import Thread
from paiju.core import loops
from paiju.core.chance import Random
from paiju.games import find

game = find(sys.argv[1])
setup = game.first()
deck = game.deck(setup)
state = game.start(setup, deck)

def work(number):
    rng = Random(number)
    for _ in range(40):
        loops.run_deals(state, deck, rng, 50)
        loops.run_table(state, deck, [0] * 6, rng)
        loops.run_rolls(state, rng, 20)
        state.scores()

threads = [Thread(target=work, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
"""


@pytest.mark.skipif(PURE, reason="the lock is never let go of here")
@BUILT_IN
def test_threads_may_share_a_state(game):
    """They may lose each other's deals; they must not crash or play for ever."""
    run = subprocess.run(
        [sys.executable, "-c", IN_THREADS, game],
        env=os.environ | {"PYTHONPATH": str(HERE.parent)}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")


# ---- chance ----


def test_no_choice_and_too_few_cards():
    rng = Random(1)
    assert [rng.below(n) for n in (1, 0, -1, -(10**9))] == [0, 0, 0, 0]
    assert rng.some(Cards("QS KS"), 5) == Cards("QS KS")
    assert rng.some(Cards("QS KS"), -1) == 0


def test_a_generator_travels_where_it_is():
    rng = Random(7)
    rng.below(5)
    for twin in (pickle.loads(pickle.dumps(rng)), copy.copy(rng), copy.deepcopy(rng)):
        assert twin.state == rng.state


# ---- values that travel ----


@pytest.mark.skipif(PURE, reason="a state's memory is not copied here")
def test_a_state_is_not_made_from_other_bytes():
    state, _ = fresh("hearts", Random(1))
    make, (kind, setup, body, sealed, extra) = state.__reduce__()
    assert make(kind, setup, body, sealed, extra) == state
    other = find("luzi").State
    for wrong in (
        (kind, setup, bytes(len(body)), sealed, extra),
        (kind, setup, body[:-1], sealed, extra),
        (other, setup, body, sealed, extra),
        (int, setup, body, sealed, extra),
    ):
        with pytest.raises(ValueError, match="not a state"):
            restored(*wrong)
    assert not hasattr(state, "__setstate_cython__")


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit, ValueError])
def test_what_a_game_in_python_raises_comes_out_of_native_loops(raised):
    kind: Any = type(find(OUTSIDE)).State

    class Interrupted(kind):
        def step(self, seat, action):
            raise raised

    setup = find(OUTSIDE).first()
    with pytest.raises(raised):
        loops.run_deals(Interrupted(setup), find(OUTSIDE).deck(setup), Random(1), 20)


def test_nobody_seals_memory_of_their_own():
    assert not [name for name in dir(body_module) if "seal" in name and not name.startswith("_")]


def test_a_state_becomes_only_what_it_could_be():
    state, _ = fresh("hearts", Random(1))
    other, _ = fresh("gongzhu", Random(1))
    for wrong in (None, 1, object(), other):
        with pytest.raises(TypeError, match="cannot become"):
            state.become(cast(Any, wrong))


@BUILT_IN
def test_an_advisor_is_of_the_very_game_that_is_played(game):
    """Advisors are copied from one that is kept, and a game may be made twice."""
    for again in (type(find(game))(), type(find(game))()):
        setup = again.first(again.Options())
        advisor = advisor_for(again.start(setup, again.shuffled(setup, Random(1))))
        assert advisor.setup.game is again
