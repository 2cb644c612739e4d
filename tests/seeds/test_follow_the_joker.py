"""Follow the Joker, sentence by sentence: its README, numbered, and the command line of its engine."""

from __future__ import annotations

import code
import io
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from installed import paiju

from paiju import IllegalAction, Random, find, play_match, read_position, read_rules
from paiju.core.cards import Cards
from paiju.play import at_random
from paiju.show import Style, log_lines
from paiju.text import read_answer

ROOT = Path(__file__).parents[2]
LUZI: Any = find("luzi")
# Sets of five, from low to high.
FIVES = {
    "flush": "3H 5H 8H 9H AH",
    "straight": "2S 3H 4D 5C 6S",
    "three and two": "3S 3H 3D 8C 8S",
    "four and one": "4S 4H 4D 4C 9S",
    "straight flush": "5D 6D 7D 8D 9D",
    "five of a kind": "6S 6H 6C 6S 6H",
}


def deal(hands: str, rules: str = "luzi", **more: Any) -> Any:
    fields = "".join(f" {name}={value}" for name, value in more.items())
    return read_position(f"{rules}{fields}; turn: 0; hands: {hands}")


def told(state: Any, *answers: str) -> list[str]:
    """What whoever has the turn types, and what is said of it."""
    lines: list[str] = []
    for text in answers:
        view = state.view(state.seat)
        lines += log_lines(state.apply(state.seat, read_answer(text, view)), Style(ascii=True))
    return lines


def refusal(state: Any, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        told(state, text)
    return str(refused.value)


def after(state: Any) -> Any:
    assert state.is_over
    return state.setup.game.after(state.setup, state)


def beats(higher: str, lower: str, level: str = "5,5") -> bool:
    """Can the second player lay one set on the other?"""
    state = deal(f"{lower} KC QC | {higher} KD QD | 4C TC | 4D TD | 4H TH | 4S TS", levels=level)
    told(state, lower)
    try:
        told(state, higher)
    except IllegalAction:
        return False
    return True


def test_1_the_engine_knows_nothing_of_its_command_line():
    program = "import sys, paiju; paiju.find('luzi'); print({'click', 'textual', 'paiju.cli'} & {*sys.modules})"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"


def test_2_two_teams_of_three_race_to_more_than_five_points():
    setup = LUZI.first()
    assert setup.teams == (0, 1, 0, 1, 0, 1)
    assert setup.levels == (2, 2)
    final: Any = play_match(LUZI, [at_random] * 6, Random(1))
    assert final.over
    assert max(final.levels) > 5
    assert min(final.levels) <= 5


def test_3_dragons_head_is_who_discards_all_cards_first():
    state = deal("7C | 8C 3C | 9C 3D | TC 4D | JC 5D | QC 6D")
    assert "seat 0 is out first: the Dragon's Head" in told(state, "7C")


def test_4_locked_up_is_who_holds_cards_when_the_other_team_is_out():
    state = deal("7C | 8C 3C | 9C | TC 4D | JC | QC 6D")
    lines = told(state, "7C", "8C", "9C", "TC", "JC")
    assert [line for line in lines if "locked up" in line] == [
        "seat 1 is locked up; cards left: 1",
        "seat 3 is locked up; cards left: 1",
        "seat 5 is locked up; cards left: 2",
    ]


# Seat 0 goes out first; then seat 1, 3 and 5 do: the rest of the Dragon's Head's own team is locked up.
LOCKED_HEAD = ("7C | 8C | 9C 3D | TC | JC 3H | QC", ("7C", "8C", "9C", "TC", "JC", "QC"))


def test_5_team_with_the_dragons_head_can_be_locked_up_itself():
    state = deal(LOCKED_HEAD[0])
    lines = told(state, *LOCKED_HEAD[1])
    assert "seat 0 is out first: the Dragon's Head" in lines
    assert "seat 2 is locked up; cards left: 1" in lines
    assert "seat 4 is locked up; cards left: 1" in lines
    assert after(state).levels == (2, 2), "nobody scores"


def test_6_dragons_heads_team_has_the_initiative_in_the_next_round():
    state = deal(LOCKED_HEAD[0])
    told(state, *LOCKED_HEAD[1])
    assert after(state).initiative == 0


def test_7_initiative_goes_first():
    """The Dragon's Head opens; the old program let seat 0 open always, against its README."""
    state = deal("7C 9C | 8C | 9D 3D | TC 4C | JC 3H | QC 4D")
    told(state, "7C", "8C")
    while not state.is_over:  # the lowest card that may be played
        plays = [action for action in state.actions(state.seat) if len(action.cards) == 1]
        state.apply(state.seat, plays[0] if plays else "pass")
    setup = after(state)
    assert setup.opener == 1
    assert LUZI.start(setup, LUZI.shuffled(setup, Random(1))).seat == 1


@pytest.mark.parametrize(
    ("hands", "answers", "gains"),
    [
        ("7C | 8C 3C | 9C | TC 4D | JC | QC 6D", ("7C", "8C", "9C", "TC", "JC"), 3),
        ("7C | 8C | 9C | TC 4D | JC | QC 6D", ("7C", "8C", "9C", "TC", "JC"), 2),
        ("7C | 8C | 9C | TC | JC | QC 6D", ("7C", "8C", "9C", "TC", "JC"), 1),
        (*LOCKED_HEAD, 0),
        # Seat 1 is the Dragon's Head, and the other team locks its own up: it scores nothing without the head.
        ("7C 3H | 8C | 9C | TC 4D | JC | QC 6D", ("7C", "8C", "9C", "TC", "JC", "QC", "pass", "pass", "6D", "3H"), 0),
    ],
)
def test_8_9_points_for_the_dragons_head_and_each_opponent_locked_up(hands, answers, gains):
    state = deal(hands)
    told(state, *answers)
    assert after(state).levels == (2 + gains, 2)


def test_10_score_goes_from_two_to_five_when_all_three_are_locked_up():
    state = deal("7C | 8C 3C | 9C | TC 4D | JC | QC 6D")
    told(state, "7C", "8C", "9C", "TC", "JC")
    assert after(state).levels == (5, 2)
    assert not after(state).over, "more than five wins"


def test_11_players_take_turns_clockwise():
    state = deal("7C 3C | 8C 3C | 9C 3D | TC 4D | JC 5D | QC 6D")
    assert state.scene().clockwise
    seats = []
    for card in ("7C", "8C", "9C", "TC", "JC", "QC", "pass"):
        seats.append(state.seat)
        told(state, card)
    assert seats == [0, 1, 2, 3, 4, 5, 0]


@pytest.mark.parametrize("skip", ["...", "skip", "pass"])
def test_12_a_player_plays_cards_or_skips(skip):
    state = deal("7C 3C | 8C 3C | 9C 3D | TC 4D | JC 5D | QC 6D")
    assert "cannot pass" in refusal(state, skip), "who opens plays"
    assert told(state, "7C", skip) == ["seat 0 plays 7C", "seat 1 passes"]


def test_13_cards_are_greater_than_those_before():
    state = deal("7C 7D 3C | 8C 6D 6H 8D | 9C 3D | TC 4D | JC 5D | QC 6D")
    told(state, "7C 7D")
    assert "(rule 4.3)" in refusal(state, "6D 6H")
    assert "a set of 2, yours of 1" in refusal(state, "8C")
    assert told(state, "8C 8D") == ["seat 1 plays 8C 8D (pair, 8)"]


def test_14_when_all_skip_who_played_the_highest_plays_again():
    state = deal("7C 3C | 8C 3C 3S 4H | 9C 3D | TC 4D | JC 5D | QC 6D")
    lines = told(state, "7C", "8C", *["pass"] * 5)
    assert lines[-1] == "the table is cleared: seat 1 opens"
    assert told(state, "3C 3S") == ["seat 1 plays 3C 3S (pair, 3)"]


@pytest.mark.parametrize(
    ("cards", "what"),
    [("KC", ""), ("3C 3D", " (pair, 3)"), ("3C 3D 3S", " (triple, 3)"), (FIVES["flush"], " (flush, A)")],
)
def test_15_sets_have_one_two_three_or_five_cards(cards, what):
    state = deal(f"{cards} QC QD | 8C 9C | 9C 3D | TC 4D | JC 5D | QC 6D", levels="5,5")
    assert told(state, cards)[0].endswith(what)


@pytest.mark.parametrize("cards", ["4C 4D 4H 4S", "3C 4C 5C 6C 7C 8C"])
def test_15_four_cards_or_six_are_no_set(cards):
    """The old program took six cards from whoever opened."""
    assert "play 1, 2, 3 or 5" in refusal(deal(f"{cards} QD | 8D | 9C | TC | JC | QC"), cards)


def test_16_cards_of_a_pair_or_a_triple_have_one_rank():
    state = deal("3H KS KD 4C 4D 4H | 8C 9C | 9C 3D | TC 4D | JC 5D | QC 6D")
    assert refusal(state, "3H KS") == "mixed ranks: 3H does not go with KS; play cards of one rank (rule 2.3)"
    assert "mixed ranks" in refusal(state, "3H KS KD")


def test_17_five_cards_from_a_flush_up_to_five_of_a_kind():
    """The order of its code; the README names the straight before the flush, and means from high to low."""
    ranked = list(FIVES.values())
    for lower, higher in pairwise(ranked):
        assert beats(higher, lower)
        assert not beats(lower, higher)


def test_17_straights_do_not_go_round_the_corner_and_the_ace_is_one_or_fourteen():
    """The ace as one: its README has it, its code had not."""
    assert "(rule 2.4)" in refusal(deal("QS KH AD 2C 3S 4S 4H 4D 4C | 8C | 9C | TC | JC | QC"), "QS KH AD 2C 3S")
    assert beats("2S 3H 4D 5C 6S", "AS 2H 3D 4C 5S")
    assert beats("10S JH QD KC AS", "9S TH JD QC KS")


def test_18_highest_rank_of_a_set_decides_and_not_the_card_beside_it():
    assert beats("AS AH AD AC 3S", "KS KH KD KC 6S")
    assert not beats("KS KH KD KC 6S", "AS AH AD AC 3S")


def test_19_highest_single_card_decides_between_straights_and_flushes():
    assert beats("5H 6H 7S 8S 9S", "2H 3H 4S 5S 6S")
    assert not beats("2H 3H 4S 5S 6S", "5H 6H 7S 8S 9S")
    assert beats("2H 3H 4H 6H KH", "7D 8D 9D JD QD")


def test_20_one_entry_point_makes_the_teams_and_the_round():
    """docs/coming-from.md has a round in code, which runs with the tests."""
    game, options = read_rules("luzi:follow_the_joker")
    setup: Any = game.first(options)
    state = game.start(setup, game.shuffled(setup, Random(1)))
    assert (setup.teams, setup.levels) == ((0, 1, 0, 1, 0, 1), (2, 2))
    assert [len(hand) for hand in state.hands] == [26] * 6
    section = (ROOT / "docs/coming-from.md").read_text(encoding="utf-8").partition("## Follow the Joker\n")[2]
    assert ">>> after.levels" in section


def test_21_package_is_installed_with_a_command():
    assert paiju("--version").stdout.startswith("paiju")
    assert "Follow the Joker" in paiju("games luzi").stdout


def test_22_set_up_and_tests_are_one_command():
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^test: \.stamp-dev .*##", make, re.MULTILINE)


def test_23_interactive_prompt_to_experiment():
    """Python's own: a state prints, and what is refused leaves it as it was."""
    console, out = code.InteractiveConsole(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        for line in (
            "import paiju",
            "deal = paiju.read_position('luzi; turn: 0; hands: 7C 3C | 8C 3C | 9C | TC | JC | QC')",
            "_ = deal.apply(0, 'play 7C')",
            "deal.apply(1, 'play 3C')",
            "deal.hands[1]",
        ):
            console.push(line)
    assert "IllegalAction" in out.getvalue()
    assert "Cards('3C 8C')" in out.getvalue()


# ---- its command line ----


def test_star_lists_the_plays_of_the_series_the_newest_first():
    typed = "*\nlast\n6D 7C 8H 9C 10S\n*\nlast\nexit\n"
    lines = paiju("play luzi --plain --seed 3", typed=typed).stdout.splitlines()
    asked = [at for at, line in enumerate(lines) if line.startswith("play ")]
    assert lines[asked[0] + 1] == "nothing lies on the table: you open"
    assert lines[asked[1] + 1] == "nothing has been played yet"
    told = [line for line in lines[asked[2] : asked[3]] if re.match(r"\w+ (plays?|pass(es)?) ?", line)]
    listed = lines[asked[3] + 1 : asked[4]]
    assert len(told) == 6
    assert listed == told[::-1]
    highest = next(line for line in listed if "plays" in line)
    assert lines[asked[5] - 1].replace("*", "") == highest.replace(" plays", "")


@pytest.mark.parametrize("rules", ["hearts:passing=", "gongzhu:passing=off,decks=1", "shengji", "poepen"])
def test_star_lists_the_plays_of_a_trick_too(rules):
    from paiju.enquiry import plays_on_the_table

    game, options = read_rules(rules.removesuffix(":passing="))
    setup = game.first(options)
    state, rng, events, seen = game.start(setup, game.shuffled(setup, Random(5))), Random(6), [], 0
    while not state.is_over:
        seat = state.seat if len(state.waiting()) == 1 else state.waiting()[0]
        events += state.apply(seat, state.sample(seat, rng))
        trick = state.scene().trick
        if trick.plays and not state.is_over:
            seen += 1
            listed = plays_on_the_table(events)
            assert [(event.seat, event.cards) for event in listed if event.kind == "play"] == list(trick.plays)
            assert not trick.is_series
    assert seen > 10


def test_cards_are_typed_as_its_command_line_had_them():
    view = deal("10D AS LJ BJ 3C | 8C 9C | 9C 3D | TC 4D | JC 5D | QC 6D").view(0)
    for shorthand, card in {"10-d": "10D", "A-s": "AS", "lJ": "LJ", "bJ": "BJ"}.items():
        assert read_answer(shorthand, view).cards == Cards(card)


def test_question_mark_is_a_hint_and_hand_shows_the_cards():
    """`?` showed one's cards: here they stand before every question."""
    lines = paiju("play luzi --plain --seed 3", typed="hand\nexit\n").stdout
    assert lines.count("= 3♣ 3♥ 3♠") == 2


def test_end_of_input_leaves_and_keeps_the_match():
    assert "paiju play --resume" in paiju("play luzi --plain --seed 3", typed="").stdout
