"""Cards as people write them. A Card is a face 0..53, Cards a multiset of faces; both are integers that print as text.

>>> Cards("QS 10c ♥A 467QA♣")
Cards('4C 6C 7C 10C QC AC AH QS')
>>> Cards("2H 2H J+").grouped()
'22♥ BJ'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, cast, final

from paiju.core import bits

# Card and Cards are integers that take less than integers do: a type checker shall point at `hand + 3`.
# pyright: reportIncompatibleMethodOverride=false
Several: TypeAlias = "Cards | Card | str"


def mark(text: str) -> str:
    """A text that players read, standing in a table: marked, so that the catalogues of the languages get it."""
    return text


SUITS = "CDHS"
SYMBOLS = "♣♦♥♠"
# Suits and ranks are numbers in Python and words to people, the same in all games: 0 clubs to 3 spades, and 4 where all
# trumps are one suit; ranks and levels 2 to 14 (the ace), whose names are RANKS.
SUIT_NAMES = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"), mark("trumps"))
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LITTLE_JOKER, BIG_JOKER = 52, 53
FACES = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")
RANK_OF = (*(rank for _ in SUITS for rank in range(2, 15)), 15, 16)
MOST_COPIES = 3
NUMBER_FORMATS = tuple("bcdoxX")

# Every spelling the five seeds used: T and 0 for ten, 1 for ace, D (dame) for queen, J-/J+ and lJ/bJ for the jokers.
SPELLINGS = {rank: i for i, rank in enumerate(RANKS)} | {"T": 8, "0": 8, "1": 12, "D": 10}
JOKERS = {"LJ": LITTLE_JOKER, "J-": LITTLE_JOKER, "BJ": BIG_JOKER, "J+": BIG_JOKER}
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


@final
class Card(int):
    """One face: clubs 2..A are 0..12, then diamonds, hearts, spades; 52 little joker, 53 big joker.

    Its number is an int like any other (`card // 13`, `card < 52`); with other cards it makes Cards.

    >>> Card("QS") + Card("KS"), Card("QS").rank, Card("QS") == Cards("QS")
    (Cards('QS KS'), 12, False)
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Card:
        if type(card) is not int:
            if isinstance(card, str):
                card = only(read_faces(card), f"'{brief(card)}'")
            elif isinstance(card, Cards):
                card = only(list(card), f"'{card}'")
            elif type(card) is not Card:
                raise TypeError(f"a card is a text or a face from 0 to 53, not {type(card).__name__}")
        if not 0 <= card < 54:
            raise ValueError(f"{figure(card)} is not a card: faces are 0 to 53")
        return DECK[card]

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades, 4 joker."""
        return self // 13

    @property
    def rank(self) -> int:
        """2 to 14 (ace); 15 and 16 for the jokers."""
        return RANK_OF[self]

    @property
    def symbol(self) -> str:
        """'Q♠': the suit as its sign."""
        return RANKS[self % 13] + SYMBOLS[self // 13] if self < 52 else FACES[self]

    def __str__(self) -> str:
        return FACES[self]

    def __format__(self, spec: str) -> str:
        return format_value(self, spec)

    def __repr__(self) -> str:
        return f"Card('{self}')"

    # A Card is equal to its face number and to no Cards, which are a number too; what it does with Cards they decide.

    def __eq__(self, other: object) -> bool:
        return int.__eq__(self, other) if type(other) is Card or type(other) is int else NotImplemented

    def __ne__(self, other: object) -> bool:
        return int.__ne__(self, other) if type(other) is Card or type(other) is int else NotImplemented

    __hash__ = int.__hash__

    def __lt__(self, other: Any) -> bool:
        return NotImplemented if type(other) is Cards else int.__lt__(self, other)

    def __le__(self, other: Any) -> bool:
        return NotImplemented if type(other) is Cards else int.__le__(self, other)

    def __gt__(self, other: Any) -> bool:
        return NotImplemented if type(other) is Cards else int.__gt__(self, other)

    def __ge__(self, other: Any) -> bool:
        return NotImplemented if type(other) is Cards else int.__ge__(self, other)

    def __add__(self, other: Any) -> Any:
        """Of a number the face so many further on; of another card both."""
        if type(other) is Card:
            return Cards((self, other))
        return NotImplemented if type(other) is Cards else int.__add__(self, other)

    def __radd__(self, other: int) -> int:
        """Also what `sum` begins with: 0 and a card is that card, so that a sum of cards is Cards."""
        return self if type(other) is int and other == 0 else int.__radd__(self, other)

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if type(other) is Cards else int.__sub__(self, other)

    def __and__(self, other: Any) -> Any:
        if type(other) is Card:
            return Cards(self) & other
        return NotImplemented if type(other) is Cards else int.__and__(self, other)

    def __or__(self, other: Any) -> Any:
        if type(other) is Card:
            return Cards(self) | other
        return NotImplemented if type(other) is Cards else int.__or__(self, other)


DECK = tuple(int.__new__(Card, face) for face in range(54))  # every Card there is


WHOLE: bits.Mask = bits.ALL  # as an object: it is looked at whenever cards are made
new_int: Any = int.__new__


@final
class Cards(int):
    """A multiset of cards in one integer: two bits a face, at most three copies of each.

    `+` joins and `-` removes, which must be there; `&` is what two have in common and `|` the larger number of copies
    of each card; `<=` asks whether all of these are among those, as sets do. The other side is Cards, a Card or a text.

    >>> hand = Cards("2H 2H KS")
    >>> hand + Card("AS"), hand - "2H", hand & "2H 3H", Cards("2H KS") <= hand
    (Cards('2H 2H KS AS'), Cards('2H KS'), Cards('2H'), True)
    """

    __slots__ = ()

    def __new__(cls, cards: int | str | Iterable[int] = 0) -> Cards:
        """From a text, cards or faces; a plain int is the multiset itself."""
        if type(cards) is not int:
            if type(cards) is Cards:
                return cards
            cards = multiset(cards)
        if not 0 <= cards <= WHOLE:
            raise ValueError(f"{figure(cards)} is not a multiset of cards")
        return new_int(cls, cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(in_order(int(self)))

    def __len__(self) -> int:
        return bits.size(int(self))

    def __contains__(self, part: Several) -> bool:
        """`Card in cards`, `Cards in cards`, `"QS QS" in cards`."""
        return bits.contains(int(self), operand(part))

    def copies(self, card: int | str) -> int:
        return bits.copies(int(self), int(Card(card)))

    def __add__(self, other: Several) -> Cards:
        mine, theirs = int(self), operand(other)
        # A fourth copy would run over into the next face: it shows as fewer cards than there were.
        if bits.size(mine) + bits.size(theirs) != bits.size(mine + theirs) or mine + theirs > bits.ALL:
            gather([*self, *Cards(theirs)])
        return Cards(mine + theirs)

    def __radd__(self, other: Several) -> Cards:
        """Also what `sum` begins with: 0."""
        return self if type(other) is int and other == 0 else self + other

    def __sub__(self, other: Several) -> Cards:
        part = operand(other)
        if not bits.contains(int(self), part):
            raise ValueError(f"{self or 'nothing'} does not contain {Cards(part)}")
        return Cards(int(self) - part)

    def __rsub__(self, other: Several) -> Cards:
        return Cards(operand(other)) - self

    def __and__(self, other: Several) -> Cards:
        return Cards(bits.meet(int(self), operand(other)))

    def __or__(self, other: Several) -> Cards:
        mine, theirs = int(self), operand(other)
        return Cards(mine + theirs - bits.meet(mine, theirs))

    def __rand__(self, other: Several) -> Cards:
        return self & other

    def __ror__(self, other: Several) -> Cards:
        return self | other

    def __le__(self, other: Several) -> bool:
        """Are all of these among the others?"""
        return bits.contains(operand(other), int(self))

    def __ge__(self, other: Several) -> bool:
        return bits.contains(int(self), operand(other))

    def __lt__(self, other: Several) -> bool:
        return int(self) != operand(other) and self <= other

    def __gt__(self, other: Several) -> bool:
        return int(self) != operand(other) and self >= other

    def __eq__(self, other: object) -> bool:
        return int.__eq__(self, other) if type(other) is Cards or type(other) is int else NotImplemented

    def __ne__(self, other: object) -> bool:
        return int.__ne__(self, other) if type(other) is Cards or type(other) is int else NotImplemented

    __hash__ = int.__hash__

    def refuse(self, *_: object) -> Any:
        raise TypeError("cards are no number to calculate with: they know + - & | <= and in; int(cards) is the mask")

    __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = refuse
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __xor__ = __rxor__ = refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __neg__ = __pos__ = __abs__ = __invert__ = refuse

    def __str__(self) -> str:
        return " ".join([FACES[card] for card in in_order(int(self))])

    def __format__(self, spec: str) -> str:
        return format_value(self, spec)

    def __repr__(self) -> str:
        return f"Cards('{self}')"

    def grouped(self, signs: str = SYMBOLS) -> str:
        """Ranks by suit with one sign behind them: '467QA♣ 10♦'."""
        groups: list[str] = []
        for suit in range(4):
            ranks = "".join(RANKS[card % 13] for card in Cards(int(self) & bits.suit(suit)))
            if ranks:
                groups.append(ranks + signs[suit])
        return " ".join(groups + [FACES[card] for card in self if card >= 52])


NO_CARDS = Cards(0)
SINGLE = tuple(Cards(bits.one(face)) for face in range(54))  # of every face one card


def some(cards: bits.Mask) -> Cards:
    """Cards from a mask that is known to be one: a card alone, or none, is not made again."""
    if not cards:
        return NO_CARDS
    lowest = bits.lowest(cards)
    if cards == bits.one(lowest // 2):
        return SINGLE[lowest // 2]
    return new_int(Cards, cards)


def in_order(cards: bits.Mask) -> list[Card]:
    """The cards of a multiset, from the lowest face up."""
    faces: list[Card] = []
    while cards:
        face = bits.lowest(cards) // 2
        cards -= bits.one(face)
        faces.append(DECK[face])
    return faces


def multiset(cards: object) -> int:
    """The integer behind whatever names cards, but for a plain int, which might be a face or a multiset."""
    if isinstance(cards, Cards):
        return int(cards)
    if isinstance(cards, Card):
        return bits.one(int(cards))
    if isinstance(cards, str):
        return gather(read_faces(cards))
    if type(cards) is int:
        raise TypeError("a plain number may be a card or a multiset: say Card(...) or Cards(...)")
    if isinstance(cards, int) or not isinstance(cards, Iterable):
        raise TypeError(f"cards are a text, a Card or several, not {type(cards).__name__}")
    return gather(cast("Iterable[int]", cards))


def operand(other: Several) -> int:
    """The integer of what stands beside Cards in a sum or a comparison."""
    if type(other) is Cards:
        return int(other)
    if isinstance(other, Cards | Card | str) or type(other) is int:  # pyright: ignore[reportUnnecessaryIsInstance]
        return multiset(other)
    raise TypeError(f"cards go with Cards, a Card or a text, not with {type(other).__name__}")


def format_value(value: int, spec: str) -> str:
    """How a value that prints as text is formatted: as that text, f"{card:>3}", unless a number is asked for (`d`)."""
    return int.__format__(value, spec) if spec[-1:] in NUMBER_FORMATS else str.__format__(str(value), spec)


def only(faces: list[Card], text: str) -> Card:
    if len(faces) != 1:
        raise ValueError(f"{text} is not one card")
    return faces[0]


def figure(number: int) -> str:
    """A number somebody gave, for a message: Python refuses to write very long ones."""
    return str(int(number)) if abs(number) < 10**20 else "such a large number"


def gather(faces: Iterable[int]) -> int:
    """Faces to a multiset, refusing a fourth copy."""
    cards = 0
    for face in faces:
        if type(face) not in (int, Card):
            raise TypeError(f"a card is a Card or a face from 0 to 53, not {type(face).__name__}")
        if not 0 <= face < 54:
            raise ValueError(f"{figure(face)} is not a card: faces are 0 to 53")
        if bits.copies(cards, face) == MOST_COPIES:
            raise ValueError(f"more than {MOST_COPIES} copies of {FACES[face]}")
        cards += bits.one(face)
    return cards


def rank_name(rank: int) -> str:
    """A rank or level from 2 to 14 as it is written on cards: 'K' for 13."""
    return RANKS[rank - 2]


def multisets(cards: int, size: int, order: Iterable[int] = ()) -> Iterator[int]:
    """Every different choice of `size` cards, copies being alike; those with the low faces (of `order`) come first.

    >>> [str(Cards(part)) for part in multisets(Cards("2H 2H KS"), 2)]
    ['2H 2H', '2H KS']
    """
    cards = int(cards)
    if not 0 <= cards <= bits.ALL:
        raise ValueError(f"{figure(cards)} is not a multiset of cards")
    if size == 0:
        return iter((0,))
    held = [(1 << 2 * face, cards >> 2 * face & 3) for face in map(int, order)] if order else fields_of(cards)
    if size == 1:
        return (card for card, _ in held)
    return chosen(held, size, 0, sum(copies for _, copies in held))


def fields_of(cards: int) -> list[tuple[int, int]]:
    """One card of each face, and how many there are."""
    held: list[tuple[int, int]] = []
    if cards < 0:
        raise ValueError("there are no fewer cards than none")
    while cards:
        at = (cards & -cards).bit_length() - 1 & ~1
        copies = cards >> at & 3
        held.append((1 << at, copies))
        cards -= copies << at
    return held


def chosen(held: list[tuple[int, int]], size: int, start: int, room: int) -> Iterator[int]:
    """The choices among the faces from `start` on, of which there are `room` cards."""
    for i in range(start, len(held)):
        if size > room:
            return
        card, copies = held[i]
        room -= copies
        for n in range(min(copies, size), 0, -1):
            if n == size:
                yield n * card
            else:
                for rest in chosen(held, size - n, i + 1, room):
                    yield n * card + rest


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
