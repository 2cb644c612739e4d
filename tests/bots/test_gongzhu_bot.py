"""Gong Zhu's `steady`: legal everywhere, blind to hidden cards, and sensible in situations every player knows."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arranging import arrange
from random_play import rule_sets

from paiju import Action, Cards, Random, read_rules
from paiju.bots.gongzhu import Advisor
from paiju.bots.native import STEADY, advisor_for
from paiju.core.loops import run_table

RULES = (
    *rule_sets("gongzhu"), "gongzhu:expose_ace_hearts=on,expose_all_copies=on", "gongzhu:decks=1,ten=steps",
    "gongzhu:expose_wait=on,expose_ace_hearts=on,partners=on", "gongzhu:traditional,partners,expose_dark",
)  # fmt: skip


def steady_deal(rules, number, rng):
    """Every moment of a deal that four steady players play: the state, the seat to answer, its answer."""
    game, options = read_rules(rules)
    setup = replace(game.first(options), deal=number)
    state = Advisor(setup).deal(game.shuffled(setup, rng))
    while not state.is_over:
        seat = rng.choice(state.waiting())
        action = state.advice(seat, STEADY, rng)
        yield state, seat, action
        state.step(seat, action)


@pytest.mark.parametrize("rules", RULES)
def test_its_answers_are_legal(rules, some):
    rng = Random(rules)
    for number in range(1, some(40) + 1):
        for state, seat, action in steady_deal(rules, (number - 1) % 4 + 1, rng):
            state.check(seat, action)


@pytest.mark.parametrize("rules", RULES)
def test_it_answers_a_table_of_random_players_legally(rules, some):
    game, options = read_rules(rules)
    rng = Random(rules)
    for _ in range(some(20)):
        setup = replace(game.first(options), deal=rng.below(4) + 1)
        state = Advisor(setup).deal(game.shuffled(setup, rng))
        while not state.is_over:
            seat = state.waiting()[0]
            state.check(seat, state.advice(seat, STEADY, rng))
            state.step(seat, state.sample(seat, rng))


@pytest.mark.parametrize("rules", RULES)
def test_it_sees_no_hidden_card(rules, some):
    rng = Random(rules)
    for number in range(1, some(8) + 1):
        for state, seat, action in steady_deal(rules, (number - 1) % 4 + 1, rng):
            assert advisor_for(state.view(seat)).advice(seat, STEADY, Random(1)) == action


@pytest.mark.parametrize("rules", RULES)
def test_candidates_are_legal_and_begin_with_the_advice(rules, some):
    rng = Random(rules)
    for number in range(1, some(4) + 1):
        for state, seat, action in steady_deal(rules, (number - 1) % 4 + 1, rng):
            if rng.below(4):
                continue
            candidates = advisor_for(state.view(seat)).candidates(seat, 12)
            assert candidates[0] == action
            assert len(set(candidates)) == len(candidates) <= 12
            for candidate in candidates:
                state.check(seat, candidate)


@pytest.mark.parametrize(
    "rules", ["gongzhu", "gongzhu:balanced", "gongzhu:traditional", "gongzhu:traditional,partners,hearts=pips"]
)
def test_it_beats_random_players(rules, some):
    game, options = read_rules(rules)
    setup, rng = game.first(options), Random(3)
    state, ahead = Advisor(setup), 0
    for _ in range(some(400)):
        run_table(state, game.shuffled(setup, rng), [STEADY, 0, STEADY, 0], rng)
        mine, yours, ours, theirs = state.scores()
        ahead += mine + ours - yours - theirs
    assert ahead > 0


DIGEST = """
from dataclasses import replace
from paiju import Random, read_rules
from paiju.bots.gongzhu import Advisor
from paiju.core.loops import run_table
for rules in (
    "gongzhu", "gongzhu:balanced", "gongzhu:traditional", "gongzhu:base=7,ten=steps,expose_ace_hearts=on",
    "gongzhu:traditional,partners,expose_dark,hearts=pips", "gongzhu:expose_wait,expose_ace_hearts,opener=pig",
):
    game, options = read_rules(rules)
    rng = Random(rules)
    for deal in (1, 2, 3, 4):
        state = Advisor(replace(game.first(options), deal=deal))
        for styles in ([1, 1, 1, 1], [1, 0, 1, 0]):
            print(run_table(state, game.shuffled(state.setup, rng), styles, rng), state.scores(), state.cards_taken)
"""


def test_compiled_and_uncompiled_decide_alike():
    def digest(**pure):
        env = {name: value for name, value in os.environ.items() if name != "PAIJU_PURE"} | pure
        env["PYTHONPATH"] = str(Path(__file__).parent.parent.parent)
        run = subprocess.run([sys.executable, "-c", DIGEST], env=env, capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, run.stderr
        return run.stdout

    assert digest() == digest(PAIJU_PURE="1")


# ---- situations ----


def at_table(hand, rules="gongzhu", number=4) -> Any:
    """A fresh deal in which seat 0 holds these cards; deal 4 has no passing."""
    game, options = read_rules(rules)
    setup = replace(game.first(options), deal=number)
    state: Any = game.start(setup, game.shuffled(setup, Random(1)))
    return arrange(state, [hand])


def position(*hands, rules="gongzhu") -> Any:
    """The second trick, nothing exposed, seat 0 on lead, these hands."""
    state = at_table("2C", rules)
    for seat in range(4):
        state.apply(seat, Action("show"))
    return arrange(state, hands, leader=0, waiting=[0], trick=1)


def after(state, *plays):
    for play in plays:
        state.apply(state.waiting()[0], Action.read(f"play {play}"))
    return state


def advice(state, seat=None):
    seat = state.waiting()[0] if seat is None else seat
    return str(advisor_for(state.view(seat)).advice(seat, STEADY, Random(1)))


def test_throws_the_pig_on_another_trick_when_void():
    table = position("AC 3C", "QS 3D 9D", "4C 5C", "6C 7C")
    assert advice(after(table, "AC")) == "play QS"


def test_ducks_under_a_heart():
    table = position("9H 3C", "8H KH 2H 4C", "4H 5C", "6H 7C")
    assert advice(after(table, "9H")) in ("play 8H", "play 2H")


def test_keeps_clear_of_the_pig():
    table = position("JS 3C", "QS 4C", "5S 9C", "KS 4S 7C")
    assert advice(after(table, "JS", "QS", "5S")) == "play 4S"


def test_spends_the_king_of_spades_when_no_pig_can_come():
    table = position("3S 3C", "4S 4C", "5S 9C", "KS 2S 7C 8D")
    assert advice(after(table, "3S", "4S", "5S")) == "play KS"


def test_takes_the_sheep_when_last():
    table = position("5D 3C", "6D 4C", "JD 9C", "QD 2D 7C")
    assert advice(after(table, "5D", "6D", "JD")) == "play QD"


def test_leaves_a_sheep_it_cannot_catch_at_home():
    table = position("AD 3C", "6D 4C", "7D 9C", "JD 2D 7C")
    assert advice(after(table, "AD", "6D", "7D")) == "play 2D"


def test_follows_a_pair_with_the_pig_only_if_somebody_else_takes_it():
    table = position("AS AS 3C 4C", "QS QS 3S 3S 9D", "5S 9C 6D 7D", "6S 7C 8D 9D")
    assert advice(after(table, "AS AS")) == "play QS QS"


def test_brings_the_ten_to_a_loser_and_not_to_who_has_the_sheep():
    loser = position("KH 3C", "10C 3D 9D", "2H 5C", "3H 7C")
    shepherd = position("AD AS 3C", "3D 10C 9D 9C", "JD 5S 5C", "4D 6S 7C")
    assert advice(after(loser, "KH")) == "play 10C"
    assert advice(after(shepherd, "AD", "3D", "JD", "4D", "AS")) != "play 10C"


def test_exposes_a_guarded_pig_and_not_a_bare_one():
    guarded = at_table("QS 2S 3S 4S 5S 6S 7S 8S 9S TS 2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D 2H 3H 4H 5H")
    bare = at_table("QS AS KS 2S 8C 9C 9C 2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D 8D 9D 9D 2H 3H 4H 5H")
    assert advice(guarded, 0) == "show QS"
    assert advice(bare, 0) == "show"


def test_exposes_an_ace_of_hearts_with_many_below_it_where_that_is_allowed():
    hand = "AH 2H 3H 4H 5H 6H 7H 8H 2C 3C 4C 5C 6C 7C 8C 2D 3D 4D 5D 6D 7D 2S 3S 4S 5S 6S"
    assert advice(at_table(hand, "gongzhu:balanced"), 0) == "show AH"
    assert advice(at_table(hand), 0) == "show"


def test_passes_what_is_high_in_a_short_suit():
    hand = "AC KC QC 2D 3D 4D 5D 6D 7D 8D 2H 3H 4H 5H 6H 7H 8H 9H 2S 3S 4S 5S 6S 7S 8S 9S"
    assert advice(at_table(hand, number=1), 0) == "give QC KC AC"


def test_does_not_lead_a_ten():
    table = position("10C 3C 4D 5S", "9C 4C", "5C 9D", "KC 7C")
    assert advice(table) != "play 10C"


# ---- house rules ----


def test_gives_a_partner_the_sheep_and_others_the_pig():
    trick = ("AD 3C", "9D 4C", "JD 8D 7C", "6D 5C")
    alone, paired = position(*trick), position(*trick, rules="gongzhu:partners=on")
    assert advice(after(alone, "AD", "9D")) == "play 8D"
    assert advice(after(paired, "AD", "9D")) == "play JD"


def test_keeps_the_pig_from_a_partner():
    trick = ("AC 3C", "4C 4D", "QS 9D 8D", "6C 5C")
    alone, paired = position(*trick), position(*trick, rules="gongzhu:partners=on")
    assert advice(after(alone, "AC", "4C")) == "play QS"
    assert advice(after(paired, "AC", "4C")) != "play QS"


def test_exposes_a_sheep_that_has_to_wait_only_if_nobody_can_catch_it():
    rules, rest = "gongzhu:decks=1,expose_wait=on,passing=off", "2C 3C 4C 5C 6C 7C 2H 3H 4H"
    assert advice(at_table(f"JD QD KD AD {rest}", rules), 0) == "show JD"
    assert advice(at_table(f"JD 3D KD AD {rest}", rules), 0) == "show"
    assert advice(at_table(f"JD 3D KD AD {rest}", "gongzhu:decks=1,passing=off"), 0) == "show JD"


@pytest.mark.parametrize(("options", "play"), [("", "2S"), (",expose_wait=on", "KS")])
def test_does_not_fear_a_pig_that_has_to_wait(options, play):
    """Seat 3 has exposed it and plays last."""
    hands = ("JS 3C 4C", "5S 9C 9D", "KS 2S 8C", "QS 6S TC")
    pig = int(Cards("QS"))
    table = position(*hands, rules=f"gongzhu:decks=1,passing=off{options}")
    arrange(table, leader=1, waiting=[1], exposed=[0, 0, 0, pig], opened=pig)
    assert advice(after(table, "5S")) == f"play {play}"


def test_looks_before_it_exposes():
    assert advice(at_table("QS", "gongzhu:decks=1,passing=off,expose_dark=on"), 0) == "show"
