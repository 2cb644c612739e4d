"""Reading typed cards: our notation with suits left out, and heartless's own reading."""

import re
from pathlib import Path

import pytest

from paiju.core.cards import Cards
from paiju.core.words import IllegalAction
from paiju.text import read_hand

HAND = Cards("467QAC 48TD 9KS 6QKH")
CASES = [
    line
    for line in Path(__file__).with_name("data").joinpath("hearts.golden").read_text().splitlines()
    if " parse " in line
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[:5])
def test_heartless_reading(case):
    match = re.search(r'hand=\[(.*)\] suit_to_follow=(.) : "(.*)" -> (.*)', case)
    assert match
    hand, led, text, answer = match.groups()
    suit = None if led == "-" else "cdhs".index(led)
    if answer.startswith("invalid char") or answer == "no card":
        word = answer.removeprefix("invalid char ")
        with pytest.raises(IllegalAction, match=word):
            read_hand(text, Cards(hand), suit, lenient=True)
    else:
        assert read_hand(text, Cards(hand), suit, lenient=True) == Cards(answer)


@pytest.mark.parametrize(
    ("text", "led", "cards"),
    [
        ("QC", None, "QC"),
        ("q", 0, "QC"),
        ("9", None, "9S"),
        ("10", None, "10D"),
        ("10d", None, "10D"),
        ("t d", None, "10D"),
        ("♠K ♥6", None, "KS 6H"),
        ("K9s6h", None, "9S KS 6H"),
        ("K 9\ts,　6 h", None, "9S KS 6H"),
        ("A 9 0", None, "AC 9S 10D"),
        ("4ch", None, "4C"),
        ("A 6h", None, "6H AH"),
        ("6h A", 0, "6H AC"),
        ("9", 0, "9C"),
    ],
)
def test_suits_left_out(text, led, cards):
    hand = HAND if Cards(cards) in HAND else HAND + Cards(cards) - (Cards(cards) & HAND)
    assert read_hand(text, hand, led) == Cards(cards)


@pytest.mark.parametrize(
    ("text", "led", "sentence"),
    [
        ("Ah9s", None, "you do not hold AH"),
        ("5", None, "you do not hold 5"),
        ("9", 0, "you do not hold 9C"),
        ("QC QC", None, "you do not hold QC QC"),
        ("QC QC QC QC QC", None, "you do not hold QC QC"),
        ("LJ", None, "you do not hold LJ"),
        ("6", None, "'6' may be 6C or 6H: add the suit"),
        ("x", None, "'x' is no part of a card: write rank and suit, as in QS or 10C"),
        ("ſ", None, "'ſ' is no part of a card"),
        ("", None, "no card: name some of 4C 6C"),
        ("c", None, "no card"),
        ("Q" * 2000, None, "2000 characters are too many"),
    ],
)
def test_refusals(text, led, sentence):
    with pytest.raises(IllegalAction, match=re.escape(sentence)):
        read_hand(text, HAND, led)


def test_lenient_drops_what_is_not_held_and_knows_only_heartless_signs():
    assert read_hand("Ah9s9s", HAND, lenient=True) == Cards("9S")
    assert read_hand(" Q C\t", HAND, lenient=True) == Cards("QC")
    for text in ("Q\tC", "TD", "LJ", "QC,QH"):
        with pytest.raises(IllegalAction, match="no part of a card"):
            read_hand(text, HAND, lenient=True)


def test_lenient_ambiguity_lists_the_matches():
    with pytest.raises(IllegalAction, match="'4' may be 4C or 4D"):
        read_hand("4", HAND, lenient=True)


def test_two_packs_and_jokers():
    hand = Cards("5S 5S KH LJ BJ BJ")
    assert read_hand("55", hand) == Cards("5S 5S")
    assert read_hand("k bJ J+ lj", hand) == Cards("KH BJ BJ LJ")
