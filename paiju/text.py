"""Text that people type, read as cards of their hand.

>>> hand = Cards("467QAC 48TD 9KS 6QKH")
>>> read_hand("K9s 6h", hand)
Cards('6H 9S KS')
>>> read_hand("q", hand, led=0)
Cards('QC')
"""

from __future__ import annotations

import re

from paiju.core import bits
from paiju.core.cards import JOKERS, SPELLINGS, SUIT_SIGNS, Card, Cards, brief, read_faces
from paiju.core.words import IllegalAction, Said

LONGEST = 1000  # characters; three packs of cards fit
READING = re.I | re.A | re.X
WORD = re.compile(
    r"(?P<joker>LJ|BJ|J[-+]) | (?P<rank>10|[0-9TJQKA]) | (?P<sign>[CDHS♣♦♥♠♧♢♡♤]) | (?P<blank>[ ,;])", READING
)
HEARTLESS = re.compile(r"(?P<rank>[02-9JQKA]) | (?P<sign>[CDHS♣♦♥♠]) | (?P<blank>[ ])", READING)

Named = list[tuple[str, list[Card]]]  # a card as typed, and the faces it may mean


def read_hand(text: str, hand: int, led: int | None = None, lenient: bool = False) -> Cards:
    """The cards of a hand that a text names. Suits may be left out where the suit led or the hand makes them clear.

    A text with every suit in it is read as everywhere. Any other is read from right to left: a suit sign holds for all
    ranks to its left up to the next sign; a rank without a sign is of the suit led if the hand has that suit, and else
    has to fit just one face of the hand. Cards not held are refused.

    `lenient` reads as heartless did: cards not held are dropped, 0 is the only ten, and only blanks may separate.
    """
    if len(text) > LONGEST:
        raise IllegalAction("{length} characters are too many to be cards", length=len(text))
    if lenient:
        named = right_to_left(split(text.strip(), HEARTLESS), hand, led)
    else:
        named = fully_named(text) or right_to_left(split(" ".join(text.split()), WORD), hand, led)
    rest, missing = int(hand), set()
    for name, fitting in named:
        if len(fitting) > 1:
            raise IllegalAction("'{name}' may be {cards}: add the suit", name=Said(name), cards=tuple(fitting))
        if fitting and bits.copies(rest, fitting[0]):
            rest -= bits.one(fitting[0])
        else:
            missing.add(name)
    if missing and not lenient:
        raise IllegalAction(
            "you do not hold {cards}", cards=Said(" ".join(name for name, _ in named if name in missing))
        )
    if rest == hand:
        raise IllegalAction("no card: name some of {cards}", cards=Cards(hand))
    return Cards(hand - rest)


def fully_named(text: str) -> Named:
    """A text in which every card has its suit; nothing if some suit is left out."""
    try:
        return [(str(card), [card]) for card in read_faces(text)]
    except ValueError:
        return []


def split(text: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """The words of a text: jokers, ranks, suit signs, blanks."""
    words, at = [], 0
    while at < len(text):
        word = pattern.match(text, at)
        if not word:
            raise IllegalAction(
                "'{sign}' is no part of a card: write rank and suit, as in QS or 10C", sign=Said(brief(text[at]))
            )
        words.append(word)
        at = word.end()
    return words


def right_to_left(words: list[re.Match[str]], hand: int, led: int | None) -> Named:
    suit = led if led is not None and hand & bits.suit(led) else None
    named: Named = []
    for word in reversed(words):
        name = word[0].upper()
        if word.lastgroup == "sign":
            suit = SUIT_SIGNS[name]
        elif word.lastgroup == "joker":
            named.append((name, [Card(JOKERS[name])]))
        elif word.lastgroup == "rank":
            rank = SPELLINGS[name]
            faces = range(rank, 52, 13) if suit is None else [13 * suit + rank]
            fitting = [Card(face) for face in faces if suit is not None or bits.copies(hand, face)]
            named.append((str(fitting[0]) if len(fitting) == 1 else name, fitting))
    return named[::-1]
