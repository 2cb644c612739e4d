"""The rule-of-thumb bot for Da Guai Lu Zi: always legal, never peeking, and what it does in plain situations."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from arranging import arrange

from paiju import Action, Card, Cards, Random
from paiju.bots.native import STEADY, advisor_class, advisor_for
from paiju.core.cards import read_faces
from paiju.core.loops import run_table
from paiju.games import find

GAME: Any = find("luzi")
RULES = (
    "", "players=4", "hand=26", "promotion=off", "flush_over_straight=on", "joker_in_flush=seed", "mixed_jokers=off",
    "after_out=respond_then_next", "after_out=respond_then_partner", "first_opener=high_card", "follow_the_joker",
    "traditional", "players=4,traditional", "players=4,follow_the_joker", "shanghai", "players=4,shanghai",
    "flush_ties=all", "flush_ties=all,joker_in_flush=seed", "last_jokers=weakest,after_out=respond_then_next",
    "tribute=on,pairing=rank", "tribute=on,gift_back=any,refusal=2",
)  # fmt: skip


def deals(rules, seeds, style=STEADY):
    """Deals of a match between steady players, each at its first question."""
    setup = GAME.first(GAME.read_options(rules))
    for seed in range(seeds):
        state = advisor_for(GAME.start(setup, GAME.shuffled(setup, Random(seed))))
        yield state
        while not state.is_over:  # in case the taker did not play to the end
            state.step(state.waiting()[0], state.advice(state.waiting()[0], style, Random(seed)))
        setup = GAME.after(setup, state)
        if setup.over:
            setup = GAME.first(setup.options)


def moments(rules, seeds):
    """Every question of those deals, with the seat that is asked; the asker goes on as steady would."""
    for state in deals(rules, seeds):
        while not state.is_over:
            seat = state.waiting()[0]
            yield state, seat
            state.step(seat, state.advice(seat, STEADY, Random(1)))


def position(*hands, level=0):
    """Seats 0, 1, … hold these cards, none given: any 27; after "…" some more. Seat 0 opens."""
    options = GAME.read_options("promotion=on" if level else "promotion=off")
    start = GAME.first(options)
    setup = GAME.Setup(**{**vars(start), "standing": (level or 2,) * 6, "initiative": 0})
    state = GAME.State(setup).deal(deck_for(setup, hands))
    arrange(state, [hand if hand and "…" not in hand else None for hand in hands])
    return advisor_for(state)


def deck_for(setup, hands):
    wanted = [read_faces(hand.strip(" …")) for hand in hands] + [[]] * (6 - len(hands))
    rest = list(GAME.cards(setup))
    for face in (face for hand in wanted for face in hand):
        rest.remove(face)
    return [Card(face) for hand in wanted for face in [*hand, *(rest.pop(0) for _ in range(27 - len(hand)))]]


def after(state, *texts):
    """The position when these sets have been played in turn, '-' for a pass."""
    for text in texts:
        state.apply(state.waiting()[0], Action("pass") if text == "-" else Action("play", Cards(text)))
    return state


def answer(state):
    """What steady plays now: '-' for a pass, else the cards."""
    action = state.advice(state.waiting()[0], STEADY, Random(1))
    return action.cards if action.kind == "play" else "-"


# ---- whatever the rules ----


@pytest.mark.parametrize("rules", RULES)
def test_every_answer_is_legal(rules):
    for state, seat in moments(rules, 3):
        state.check(seat, state.advice(seat, STEADY, Random(1)))


@pytest.mark.parametrize("rules", ["", "players=4", "traditional", "follow_the_joker", "shanghai"])
def test_a_view_gets_the_same_answer_as_the_truth(rules):
    for state, seat in moments(rules, 2):
        view = state.view(seat)
        assert view.advice(seat, STEADY, Random(1)) == state.advice(seat, STEADY, Random(1))
        assert view.candidates(seat, 8) == state.candidates(seat, 8)


@pytest.mark.parametrize("rules", RULES)
def test_candidates_are_legal_and_different_and_steady_comes_first(rules):
    for state, seat in moments(rules, 1):
        found = state.candidates(seat, 8)
        assert found[0] == state.advice(seat, STEADY, Random(1))
        assert len(found) == len(set(found)) <= 8
        for action in found:
            state.check(seat, action)


@pytest.mark.parametrize("rules", ["", "players=4", "traditional", "follow_the_joker"])
def test_steady_beats_random(rules):
    setup = GAME.first(GAME.read_options(rules))
    state, rng, ahead = advisor_class(GAME)(setup), Random(5), 0
    for _ in range(10):
        deck = GAME.shuffled(setup, rng)
        for team in (0, 1):
            run_table(state, deck, [int(seat % 2 == team) for seat in range(setup.seats)], rng)
            ahead += state.scores()[team]
    assert ahead > 0.6 * 20 * (setup.seats // 2)


def fingerprint():
    """A number that changes with any decision of a few deals."""
    answers = [
        (int(state.advice(seat, STEADY, Random(1))), [int(action) for action in state.candidates(seat, 6)])
        for rules in ("", "players=4,traditional", "shanghai")
        for state, seat in moments(rules, 2)
    ]
    return crc32(repr(answers).encode())


def test_uncompiled_it_decides_alike():
    code = "from bots.test_luzi_bot import fingerprint; print(fingerprint())"
    tests = Path(__file__).parents[1]
    pure = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tests,
        env={**os.environ, "PAIJU_PURE": "1", "PYTHONPATH": f"{tests.parent}{os.pathsep}{tests}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(pure.stdout) == fingerprint()


# ---- situations ----


def test_it_goes_out_when_it_can():
    assert answer(position("7S 7H 7D 2C 2D")) == Cards("7S 7H 7D 2C 2D")
    assert answer(after(position("JS 3D 3H 5C", "QS"), "JS")) == Cards("QS")


def test_it_goes_out_over_a_team_mate():
    assert answer(after(position("QS 3D 3H 5C", "", "KS"), "QS", "-")) == Cards("KS")


def test_it_passes_when_a_team_mate_leads_well():
    assert answer(after(position("AS AH AD 3S 4S 5D", "", "LJ LJ LJ 3D 4D 6D 7D"), "AS AH AD", "-")) == "-"


def test_it_leads_the_lone_loser_last():
    assert answer(position("2S 2H 3S", level=2)) == Cards("2S 2H")


def test_it_leads_no_single_to_an_opponent_with_one_card():
    assert len(answer(position("3S 4S 4D 6H 6D 8S 9C", "KS"))) > 1


def test_with_singles_only_it_leads_the_highest_to_an_opponent_with_one_card():
    assert answer(position("3S 6D 9H KC", "QS")) == Cards("KC")


def test_it_leads_a_single_to_a_team_mate_with_one_card():
    assert answer(position("3S 8H 8D 10C 10D", "", "AS")) == Cards("3S")


def test_it_keeps_its_jokers_early():
    assert answer(after(position("7S …", "BJ LJ 8S 3H 3D 5C 5H 9S 9D JC JD KH KC"), "7S")) == Cards("8S")


def test_it_beats_with_the_cheapest_and_breaks_no_set():
    assert answer(after(position("8S …", "9S 9H 10D AS 4C 4D 4H 5C 5D"), "8S")) == Cards("10D")


def test_it_stops_an_opponent_who_is_nearly_out():
    state = after(position("KS 3D", "BJ 4D 4H 6C 6D 8S 8C"), "KS")
    assert answer(state) == Cards("BJ")


def test_the_lone_low_card_goes_back_for_tribute():
    hand = "3S 6C 6D 6H 6S 6C 8C 8D 8H 8S 8C 9C 9D 9H 9S 9C JC JD JH JS JC KC KD KH KS KC AS"
    first = GAME.first(GAME.read_options("traditional"))
    setup = GAME.Setup(**{**vars(first), "deal": 2, "initiative": 0, "payers": (1,), "receivers": (0,)})
    state = advisor_for(GAME.start(setup, deck_for(setup, [hand])))
    state.step(1, state.advice(1, STEADY, Random(1)))
    assert state.advice(0, STEADY, Random(1)) == Action("give", Cards("3S"))


def advised(text):
    """What steady plays in a position."""
    state = advisor_for(GAME.read_position(text))
    return answer(state)


def test_it_passes_with_a_last_set_whose_weakest_reading_is_too_low():
    cards, straight = "4C 5D LJ LJ BJ", "6C 7D 8C 9C 10C"
    hands = f"hands: {cards} | 3D | 3H | 3S | 4D | 4H; table: - | - | - | - | - | {straight}; turn: 0"
    assert advised(f"luzi deal=2 initiative=0; {hands}") == Cards(cards)
    assert advised(f"luzi:last_jokers=weakest deal=2 initiative=0; {hands}") == "-"


def test_it_beats_an_equal_flush_by_its_lower_cards():
    hands = "hands: 3S 6S 8S 9S AS 4D | 3D | 3H | 3S | 4D | 4H; table: - | - | - | - | - | 3C 5C 8C 9C AC; turn: 0"
    assert advised(f"luzi deal=2 initiative=0; {hands}") == "-"
    assert advised(f"luzi:flush_ties=all deal=2 initiative=0; {hands}") == Cards("3S 6S 8S 9S AS")


def test_any_card_may_go_back_and_it_keeps_the_jokers():
    first = GAME.first(GAME.read_options("shanghai"))
    setup = GAME.Setup(**{**vars(first), "deal": 2, "initiative": 0, "payers": (1,), "receivers": (0,)})
    hand = "3S 6C 6D 6H 6S 6C 8C 8D 8H 8S 8C 9C 9D 9H 9S 9C JC JD JH JS JC KC KD KH KS KC AS"
    state = advisor_for(GAME.start(setup, deck_for(setup, [hand, "BJ"])))
    state.step(1, state.advice(1, STEADY, Random(1)))
    assert state.advice(0, STEADY, Random(1)) == Action("give", Cards("3S"))
