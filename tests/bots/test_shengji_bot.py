"""The rule-of-thumb bot of Sheng Ji: legal everywhere, blind to hidden cards, and sensible in plain situations."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from puzzles import level, shengji_position
from random_play import PURE, fresh, rule_sets

import paiju
from paiju import Action, Cards, Random
from paiju.bots.native import advisor_class, advisor_for
from paiju.core.loops import run_table, run_trials
from paiju.games import find

GAME: Any = find("shengji")
RULES = rule_sets("shengji", 12)
N, W, S, E = range(4)
STEADY = 1
SUIT = {letter: suit for suit, letter in enumerate("CDHS")}


def setup_for(rules="shengji", **changes) -> Any:
    game, options = paiju.read_rules(rules)
    return replace(game.first(options), **changes)


def position(*hands, trump="2S", rules="shengji", **more) -> Any:
    """Hands before a lead of North, who is the dealer unless told otherwise; all other cards are nowhere to be seen."""
    return advisor_for(shengji_position(hands, *level(trump), rules=rules, **more))


def seen(state, *cards) -> Any:
    """The same position after these cards have gone in an earlier trick that North took."""
    for text in cards:
        state.apply(state.waiting()[0], Action("play", Cards(text)))
    return state


def points(cards) -> int:
    return sum({"5": 5, "10": 10, "K": 10}.get(str(card)[:-1], 0) for card in cards)


def advice(state) -> Action:
    seat = state.waiting()[0]
    action = advisor_for(state).advice(seat, STEADY, Random(1))
    state.check(seat, action)
    return action


def played(state, *cards) -> Cards:
    """What the next seat plays after these plays."""
    return advice(seen(state, *cards)).cards


def moments(rules, deals, seed=0) -> Iterator[tuple[Any, int, Random]]:
    """Every question of some deals, played at random, by the bot, or by one of each."""
    rng = Random(f"{rules}{seed}")
    for deal in range(deals):
        state, _ = fresh(rules, rng)
        while not state.is_over:
            seat = rng.choice(state.waiting())
            yield state, seat, rng
            steady = deal % 3 == 0 or (deal % 3 == 1 and seat & 1)
            state.step(seat, advisor_for(state).advice(seat, STEADY, rng) if steady else state.sample(seat, rng))


# ---- the contract ----


@pytest.mark.parametrize("rules", RULES)
def test_every_answer_is_legal_and_looks_at_nothing_hidden(rules, some):
    for state, seat, rng in moments(rules, some(60)):
        answer = advisor_for(state).advice(seat, STEADY, rng.fork(1))
        state.check(seat, answer)
        assert advisor_for(state.view(seat)).advice(seat, STEADY, rng.fork(1)) == answer


@pytest.mark.parametrize("rules", RULES)
def test_candidates_are_legal_different_and_begin_with_the_answer(rules, some):
    for state, seat, rng in moments(rules, some(6), seed=1):
        if rng.below(4):
            continue
        found = advisor_for(state.view(seat)).candidates(seat, 10)
        assert found == advisor_for(state).candidates(seat, 10)
        assert found[0] == advisor_for(state).advice(seat, STEADY, rng)
        assert len(found) == len(set(found)) <= 10
        for action in found:
            state.check(seat, action)


@pytest.mark.parametrize("rules", RULES)
def test_it_beats_random_play(rules, some):
    game, options = paiju.read_rules(rules)
    state, rng, won = advisor_class(game)(game.first(options)), Random(3), 0
    for deal in range(some(200)):
        deck = game.shuffled(state.setup, rng)
        for steady in (0, 1):
            run_table(state, deck, [int(seat % 2 == steady) for seat in range(4)], Random(deal))
            won += state.scores()[steady]
    most = 2 if options.steps == "one" else 0  # rule 9.1: then a deal brings one level at most
    assert won > (0.9 * most or 2) * some(200)


@pytest.mark.skipif(PURE, reason="compares with compiled code")
def test_compiled_and_uncompiled_decide_alike():
    script = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from bots.test_shengji_bot import *\n"
        "for rules in RULES[:6]:\n"
        "    for state, seat, rng in moments(rules, 2, seed=2):\n"
        "        print(*map(int, advisor_for(state.view(seat)).candidates(seat, 6)))\n"
    )
    root = Path(__file__).parents[2]
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": str(root), **pure},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout
        for pure in ({}, {"PAIJU_PURE": "1"})
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") > 200


def test_the_goal_of_search_counts_every_point_and_more_for_every_level():
    def goal(points):
        state = position("AC", "3C", "4C", "6C", points=points)
        return run_trials(state, [int(Action("play", Cards("AC")))], [STEADY] * 4, Random(1), 1)[0][0]

    goals = [goal(points) for points in range(0, 201, 5)]
    assert all(more > less for more, less in pairwise(goals))
    assert goal(75) - goal(80) > 2 * (goal(70) - goal(75))


# ---- calling and burying ----


def drawn(hand, rules="shengji", **changes) -> Any:
    """The first question put to North when the others hold nothing to call with."""
    setup = setup_for(rules, **{"dealer": N, "levels": (2, 2), "deal": 2, "played": 1, **changes})
    cards = list(Cards(hand))
    rest = list(GAME.cards(setup))
    for card in cards:
        rest.remove(card)
    rest.sort(key=lambda face: (face % 13 == 0 or face >= 52, face))
    deck = [cards[i // 4] if i % 4 == 0 else rest.pop(0) for i in range(100)]
    state = GAME.start(setup, [*deck, *rest])
    while state.waiting() != [N] or state.count[N] < 25:
        state.apply(state.waiting()[0], Action("pass"))
    return state


LONG_HEARTS = "BJ LJ 2H AH AH KH QH JH JH 10H 8H 7H 6H 4H 3H AC AS KS 9D 8D 4D 3D 5S 6C 7C"
SHORT_HEARTS = "2H 3H 4C 5C 6C 7C 8C 9C 10C JC 4D 5D 6D 7D 8D 9D 10D JD 4S 5S 6S 7S 8S 9S 10S"


def test_it_calls_a_long_strong_suit_and_not_a_short_one():
    assert advice(drawn(LONG_HEARTS)) == Action("call", Cards("2H"))
    assert advice(drawn(SHORT_HEARTS)).kind == "pass"


def buried(kitty_and_hand, **more) -> Cards:
    """What North buries of these 33 cards with hearts as trumps, called with the first 2H."""
    state = drawn(kitty_and_hand)
    state.apply(N, Action("call", Cards("2H")))
    while state.phase != "bury":
        state.apply(state.waiting()[0], Action("pass"))
    return advice(state).cards


def test_it_buries_neither_trumps_nor_aces():
    cards = buried(LONG_HEARTS)
    assert not any(card in cards for card in Cards("BJ LJ 2H AH KH QH JH AC AS"))


def test_a_weak_hand_buries_no_points():
    cards = buried("2H 3H 4H 6H AC KC KC QC 9C 8C 7C 4C AD KD 10D 9D 8D 6D 3D QS JS 9S 8S 4S 3S")
    assert points(cards) == 0


# ---- leading ----


def test_it_leads_an_ace_of_a_side_suit_first():
    hand = Cards("AC 4C 3C 9D 8D 7D 6D QH JH 9H 8H 5H BJ LJ 2S 2H KS QS JS 9S 8S 6S 5S 4S 3S")
    rest = list(GAME.cards(setup_for()))
    for card in hand:
        rest.remove(card)
    Random(1).shuffle(rest)
    others = (Cards(rest[i : i + 25]) for i in (0, 25, 50))
    assert played(position(hand, *others, kitty=Cards(rest[75:]))) == Cards("AC")


def test_it_throws_only_what_nobody_can_beat(some):
    for rules in ("shengji", "shengji:throw_block=opponents,throw_penalty=20"):
        for state, seat, _ in moments(rules, some(60), seed=5):
            if state.phase == "play" and seat == state.leader:
                after = state.copy()
                lead = advice(state)
                if lead.kind == "play":
                    after.step(seat, lead)
                    assert after.cards_laid[seat] == lead.cards


# ---- following ----


def test_it_feeds_a_partner_who_is_sure_to_win():
    state = position("AC AC 3D", "3C 4C 4D", "6C 10C KC", "7C 8C 5D", trump="2S", dealer=W)
    assert points(played(state, "AC AC", "3C 4C")) == 20


def test_it_feeds_no_points_to_opponents():
    state = position("AC AC 3D", "6C 10C KC 9C", "3C 4C 4D", "7C 8C 5D", trump="2S")
    assert points(played(state, "AC AC")) == 0


def test_last_to_play_it_wins_points_with_the_cheapest_card_that_does():
    state = position("10C 3D", "3C 3D", "4C 4D", "AC KC QC JC", trump="2S")
    assert played(state, "10C", "3C", "4C") in (Cards("KC"), Cards("JC"))


def test_it_ruffs_points_with_a_small_trump():
    state = position("AC 3D 4H", "KC 3D 4H", "4C 4D 5H", "3S AS 9D", trump="2S")
    assert played(state, "AC", "KC", "4C") == Cards("3S")


def test_it_does_not_ruff_its_partner():
    state = position("3C 3D", "AC 3D", "4C 4D", "3S 9D", trump="2S", dealer=W)
    assert played(state, "3C", "AC", "4C") == Cards("9D")


# ---- giving up ----


@pytest.mark.parametrize(("points", "kind"), [(75, "play"), (80, "surrender")])
def test_declarers_give_up_only_what_is_lost_already(points, kind):
    state = position("AC 3D", "3C 4D", "4C 5D", "5C 6D", rules="shengji:surrender=on", points=points)
    assert advice(state).kind == kind


def test_opponents_never_give_up():
    state = position("AC 3D", "3C 4D", "4C 5D", "5C 6D", rules="shengji:surrender=on", dealer=W)
    assert advice(state).kind == "play"
