"""Cards as people write them. A Card is a face 0..53, Cards a multiset of faces; both are integers that print as text.

>>> Cards("QS 10c ♥A 467QA♣")
Cards('4C 6C 7C 10C QC AC AH QS')
>>> Cards("2H 2H J+").grouped()
'22♥ BJ'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paiju.core import bits


def mark(text: str) -> str:
    """A text that players read, standing in a table: marked, so that the catalogues of the languages get it."""
    return text


SUITS = "CDHS"
SYMBOLS = "♣♦♥♠"
SUIT_NAMES = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"))
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LITTLE_JOKER, BIG_JOKER = 52, 53
FACES = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")
MOST_COPIES = 3

# Every spelling the five seeds used: T and 0 for ten, 1 for ace, D (dame) for queen, J-/J+ and lJ/bJ for the jokers.
SPELLINGS = {rank: i for i, rank in enumerate(RANKS)} | {"T": 8, "0": 8, "1": 12, "D": 10}
JOKERS = {"LJ": 52, "J-": 52, "BJ": 53, "J+": 53}
SUIT_SIGNS = {sign: i for signs in (SUITS, SYMBOLS, "♧♢♡♤") for i, sign in enumerate(signs)}
RANK = "10|1(?!0)|[2-9TJQKA0]"
DUTCH_RANK = RANK + "|D"
SUIT = "[CDHS♣♦♥♠♧♢♡♤]"
# Groups of ranks with their suit, one after another. Nothing matched is tried in another way, so matching stays linear.
GROUPS = [
    # (Atomic groups rather than possessive ones within each other, of which Python before 3.11.5 loses track.)
    (re.compile(f"(?>(?:(?:{RANK})-?)+{SUIT})++"), re.compile(f"((?:(?:{RANK})-?)+)({SUIT})"), re.compile(RANK)),
    # D is a suit wherever that makes sense (2D3D is two diamonds), and a queen only where it does not.
    (
        re.compile(f"(?>(?:(?:{DUTCH_RANK})-?)+{SUIT})++"),
        re.compile(f"((?:(?:{DUTCH_RANK})-?)+)({SUIT})"),
        re.compile(DUTCH_RANK),
    ),
]
SUIT_FIRST = re.compile(f"([♣♦♥♠♧♢♡♤])({DUTCH_RANK})")
LOOKS = str.maketrans("", "", "\ufe0e\ufe0f")  # phones put an invisible sign behind ♠: as text, or as a picture


class Card(int):
    """One face: clubs 2..A are 0..12, then diamonds, hearts, spades; 52 little joker, 53 big joker."""

    def __new__(cls, card: int | str) -> Card:
        if isinstance(card, str):
            faces = read_faces(card)
            if len(faces) != 1:
                raise ValueError(f"'{brief(card)}' is not one card")
            card = faces[0]
        if not 0 <= card < 54:
            raise ValueError(f"{card} is not a card: faces are 0 to 53")
        return super().__new__(cls, card)

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades, 4 joker."""
        return self // 13

    @property
    def rank(self) -> int:
        """2 to 14 (ace); 15 and 16 for the jokers."""
        return self % 13 + 2 if self < 52 else self - 37

    @property
    def symbol(self) -> str:
        """'Q♠': the suit as its sign."""
        return RANKS[self % 13] + SYMBOLS[self // 13] if self < 52 else FACES[self]

    def __str__(self) -> str:
        return FACES[self]

    def __repr__(self) -> str:
        return f"Card('{self}')"


EVERY_CARD = tuple(Card(face) for face in range(54))  # cards are values: one object of each will do


class Cards(int):
    """A multiset of cards in one integer: two bits a face, at most three copies of each."""

    def __new__(cls, cards: int | str | Iterable[int] = 0) -> Cards:
        if isinstance(cards, str):
            cards = gather(read_faces(cards))
        elif not isinstance(cards, int):
            cards = gather(cards)
        if not 0 <= cards <= bits.ALL:
            raise ValueError(f"{int(cards)} is not a multiset of cards")
        return super().__new__(cls, cards)

    def __iter__(self) -> Iterator[Card]:
        rest = int(self)
        while rest:
            face = (rest & -rest).bit_length() - 1 >> 1  # bits.lowest(rest) // 2, without a call for every card
            rest -= 1 << 2 * face
            yield EVERY_CARD[face]

    def __len__(self) -> int:
        return bits.size(int(self))

    def __contains__(self, part: int | str) -> bool:
        """`Card in cards`, `Cards in cards`, `"QS QS" in cards`."""
        if isinstance(part, str):
            part = Cards(part)
        elif isinstance(part, Card):
            part = bits.one(int(part))
        return bits.contains(int(self), int(part))

    def copies(self, card: int) -> int:
        return bits.copies(int(self), card)

    def __add__(self, other: int) -> Cards:
        return Cards(gather([*self, *Cards(int(other))]))

    def __sub__(self, other: int) -> Cards:
        if not bits.contains(int(self), int(other)):
            raise ValueError(f"{self or 'nothing'} does not contain {Cards(int(other))}")
        return Cards(int(self) - int(other))

    def __and__(self, other: int) -> Cards:
        return Cards(int(self) & int(other))

    def __or__(self, other: int) -> Cards:
        return Cards(int(self) | int(other))

    def __str__(self) -> str:
        return " ".join(FACES[card] for card in self)

    def __repr__(self) -> str:
        return f"Cards('{self}')"

    def grouped(self, signs: str = SYMBOLS) -> str:
        """Ranks by suit with one sign behind them: '467QA♣ 10♦'."""
        groups = []
        for suit in range(4):
            ranks = "".join(RANKS[card % 13] for card in Cards(int(self) & bits.suit(suit)))
            if ranks:
                groups.append(ranks + signs[suit])
        return " ".join(groups + [FACES[card] for card in self if card >= 52])


def gather(faces: Iterable[int]) -> int:
    """Faces to a multiset, refusing a fourth copy."""
    cards = 0
    for face in faces:
        if not 0 <= face < 54:
            raise ValueError(f"{face} is not a card: faces are 0 to 53")
        if bits.copies(cards, face) == MOST_COPIES:
            raise ValueError(f"more than {MOST_COPIES} copies of {FACES[face]}")
        cards += bits.one(face)
    return cards


def read_faces(text: str) -> list[Card]:
    """The cards of a text in the order written; blanks, commas and semicolons separate.

    A card is rank and suit (QS, 10c, T♦, 10-d), suit sign and rank (♠Q), several ranks of one suit (467QA♣) or a
    joker (LJ, BJ, J-, J+). Letters in either case. Blanks may be left out (K9S6H), but not around jokers.
    """
    if len(text) > 4000:
        raise ValueError(f"{len(text)} characters are too many to be cards")
    faces: list[Card] = []
    for token in re.split(r"[\s,;]+", text.translate(LOOKS).strip()):
        if token:
            faces += read_token(token)
    return faces


def read_token(token: str) -> list[Card]:
    word = token.upper()
    if word in JOKERS:
        return [Card(JOKERS[word])]
    for whole, group, each in GROUPS:
        if whole.fullmatch(word):
            parts = [(13 * SUIT_SIGNS[sign], each.findall(ranks)) for ranks, sign in group.findall(word)]
            return [Card(suit + SPELLINGS[rank]) for suit, ranks in parts for rank in ranks]
    if match := SUIT_FIRST.fullmatch(word):
        sign, rank = match.groups()
        return [Card(13 * SUIT_SIGNS[sign] + SPELLINGS[rank])]
    raise ValueError(f"'{brief(token)}' is not a card: write rank and suit, as in QS, 10C or LJ")


def brief(text: str, most: int = 24) -> str:
    """A piece of somebody's text that is safe to show in a message."""
    shown = "".join(c if c.isprintable() else "?" for c in text[: most + 1])
    return shown if len(shown) <= most else shown[:most] + "…"
