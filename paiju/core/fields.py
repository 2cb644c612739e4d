"""The fields of a position: how each kind of value is written and read, and what it may be.

A State class lists its fields in `position_fields`; core/position.py reads and writes them. A value for every seat is
written in the order of the seats, a bar between two: `taken: 5C 9C | - | QS | -`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from paiju.core import bits
from paiju.core.bits import Mask
from paiju.core.cards import FACES, SUIT_NAMES, Cards, brief

NOTHING = "-"
WHOLE_SUITS = {name: bits.ONES & bits.suit(suit) for suit, name in enumerate(SUIT_NAMES[:4])}


@dataclass(frozen=True)
class WrittenHand:
    """What is said of a place: its cards, and if hidden how many more there are (-1: as many as there must be)."""

    cards: int = 0
    hidden: bool = False
    more: int = 0

    def __len__(self) -> int:
        return bits.size(self.cards) + max(self.more, 0)

    def __bool__(self) -> bool:
        return True


class FieldText:
    """How one kind of value is written and read; `read` refuses with a ValueError that says what would do."""

    blank: Any = 0

    def write(self, value: Any, state: Any) -> str:
        return str(value)

    def read(self, text: str, state: Any) -> Any:
        raise NotImplementedError


class NumberText(FieldText):
    def __init__(self, least: int, most: int, blank: int = 0):
        self.least, self.most, self.blank = least, most, blank

    def read(self, text: str, state: Any) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", text) or not self.least <= int(text) <= self.most:
            raise ValueError(f"a number from {self.least} to {self.most} is wanted, not '{brief(text)}'")
        return int(text)


class FlagText(FieldText):
    blank = False

    def write(self, value: Any, state: Any) -> str:
        return "on" if value else "off"

    def read(self, text: str, state: Any) -> bool:
        if text.lower() not in ("on", "off"):
            raise ValueError(f"on or off is wanted, not '{brief(text)}'")
        return text.lower() == "on"


class WordText(FieldText):
    """A number that people say as a word."""

    def __init__(self, words: Callable[[Any], tuple[str, ...]], blank: int = 0):
        self.words, self.blank = words, blank

    def write(self, value: Any, state: Any) -> str:
        return self.words(state)[int(value)]

    def read(self, text: str, state: Any) -> int:
        words = self.words(state)
        if text.lower() not in words:
            raise ValueError(f"{' or '.join(words)} is wanted, not '{brief(text)}'")
        return words.index(text.lower())


class SeatText(FieldText):
    blank = -1

    def write(self, value: Any, state: Any) -> str:
        return str(value) if value >= 0 else NOTHING

    def read(self, text: str, state: Any) -> int:
        return -1 if text == NOTHING else read_seat(text, state.seats)


class SeatSetText(FieldText):
    """A bit set of seats."""

    def write(self, value: Any, state: Any) -> str:
        return " ".join(str(seat) for seat in range(state.seats) if value >> seat & 1) or NOTHING

    def read(self, text: str, state: Any) -> int:
        found = 0
        for word in [] if text == NOTHING else text.split():
            bit = 1 << read_seat(word, state.seats)
            if found & bit:
                raise ValueError(f"seat {word} is there twice")
            found |= bit
        return found


class CardsText(FieldText):
    def write(self, value: Any, state: Any) -> str:
        return Cards(value).grouped("CDHS") or NOTHING

    def read(self, text: str, state: Any) -> int:
        return read_cards(text, state)


class EachSeatText(FieldText):
    """A value for every seat; with `stock`, one more for the stock may follow."""

    def __init__(self, kind: FieldText, stock: bool = False):
        self.kind, self.stock = kind, stock
        self.blank = kind.blank

    def write(self, value: Any, state: Any) -> str:
        values = list(value[: state.seats])
        if self.stock and value[bits.STOCK] != self.kind.blank:
            values.append(value[bits.STOCK])
        return " | ".join(self.kind.write(item, state) for item in values)

    def read(self, text: str, state: Any) -> list[Any]:
        parts = text.split("|")
        if len(parts) != state.seats and not (self.stock and len(parts) == state.seats + 1):
            raise ValueError(f"there are {state.seats} seats, with a bar between two: {len(parts)} are written")
        values = [self.kind.read(part.strip() or NOTHING, state) for part in parts]
        if self.stock:
            values[state.seats :] = [self.kind.blank] * (bits.STOCK - state.seats) + values[state.seats :]
            values += [self.kind.blank] * (bits.PLACES - len(values))
        return values


class EachNumberText(FieldText):
    """A number for every seat, or a dash."""

    blank = -1

    def __init__(self, least: int, most: Callable[[Any], int], blank: int = -1):
        self.least, self.most, self.blank = least, most, blank

    def write(self, value: Any, state: Any) -> str:
        return NOTHING if value == self.blank else str(value)

    def read(self, text: str, state: Any) -> int:
        return self.blank if text == NOTHING else NumberText(self.least, self.most(state)).read(text, state)


class PlaysText(FieldText):
    """What was played one after another, the leader first."""

    blank = ()

    def write(self, value: Any, state: Any) -> str:
        return " | ".join(CardsText().write(cards, state) for cards in value)

    def read(self, text: str, state: Any) -> tuple[int, ...]:
        plays = tuple(read_cards(part.strip(), state) for part in text.split("|"))
        if len(plays) > state.seats:
            raise ValueError(f"{len(plays)} plays, but there are {state.seats} seats")
        if not all(plays):
            raise ValueError("a play has at least one card")
        return plays


class HandText(FieldText):
    """The cards of one place; `? 13` is so many that are not seen, `QS ? 12` the queen of spades and twelve more."""

    blank = WrittenHand()

    def write(self, value: Any, state: Any) -> str:
        cards = CardsText().write(value.cards, state)
        if not value.hidden:
            return cards
        return f"{cards} ? {value.more}" if value.cards else f"? {value.more}"

    def read(self, text: str, state: Any) -> WrittenHand:
        seen, mark, more = text.partition("?")
        cards = read_cards(seen.strip() or NOTHING, state)
        if not mark:
            return WrittenHand(cards)
        if not more.strip():
            return WrittenHand(cards, True, -1)
        return WrittenHand(cards, True, NumberText(0, state.deck_size).read(more.strip(), state))


class FacesText(FieldText):
    """Faces without their number, and names of whole suits: `clubs QS`."""

    def write(self, value: Any, state: Any) -> str:
        words: list[str] = []
        for name, suit in WHOLE_SUITS.items():
            if value & suit == suit:
                words.append(name)
                value &= ~suit
        return " ".join(filter(None, [*words, Cards(value).grouped("CDHS")])) or NOTHING

    def read(self, text: str, state: Any) -> int:
        faces = 0
        rest: list[str] = []
        for word in text.split():
            if word.lower() in WHOLE_SUITS:
                faces |= WHOLE_SUITS[word.lower()]
            else:
                rest.append(word)
        return faces | bits.faces(int(Cards(" ".join(rest) if rest != [NOTHING] else "")))


class ViewerText(FieldText):
    blank = bits.TRUTH

    def write(self, value: Any, state: Any) -> str:
        return "onlooker" if value == bits.ONLOOKER else str(value)

    def read(self, text: str, state: Any) -> int:
        return bits.ONLOOKER if text.lower() == "onlooker" else read_seat(text, state.seats)


class TurnText(FieldText):
    """Who owes an answer. `over`: the deal is; `nobody`: it is not, but nobody is asked at this moment."""

    blank = -1  # it is always told, unless it is found

    def write(self, value: Any, state: Any) -> str:
        return {0: "over", 1 << bits.STOCK: "nobody"}.get(value) or SeatSetText().write(value, state)

    def read(self, text: str, state: Any) -> int:
        named = {"over": 0, "nobody": 1 << bits.STOCK}
        value = named.get(text.lower(), -1)
        return value if value >= 0 else SeatSetText().read(text, state) or bad_turn()


def bad_turn() -> int:
    raise ValueError("whose turn is it? Seats are wanted, or over")


@dataclass(frozen=True)
class Field:
    """One line of a position.

    The cards of one that `lies` are there and nowhere else. What `derived` says can mostly be found without it; then it
    is not written. The value of a `free` one is taken as it is; any other is the game's to find, and must agree.
    """

    name: str
    key: str  # the attribute of the state, or how `_arrange` knows it
    kind: FieldText
    derived: bool = False
    in_views: bool = False  # there it cannot be found
    free: bool = False
    lies: bool = False
    get: Callable[[Any], Any] | None = None

    def value(self, state: Any) -> Any:
        if self.get is not None:
            return self.get(state)
        value = getattr(state, self.key)
        return list(value) if isinstance(self.kind, EachSeatText) else value

    def is_told(self, state: Any) -> bool:
        """Must it be written, whatever can be found?"""
        known = self.derived and not (self.in_views and state.viewer != bits.TRUTH)
        return not known and not self.is_blank(self.value(state))

    def is_blank(self, value: Any) -> bool:
        if isinstance(self.kind, EachSeatText):
            return all(item == self.kind.blank for item in value)
        return value == self.kind.blank


def masks(cards: Any) -> list[int]:
    """The cards of each seat as integers."""
    return [int(some) for some in cards]


def read_seat(text: str, seats: int) -> int:
    if not re.fullmatch("[0-9]", text) or int(text) >= seats:
        raise ValueError(f"there is no seat '{brief(text)}': seats are 0 to {seats - 1}")
    return int(text)


def read_cards(text: str, state: Any) -> int:
    """Cards that the deck has, a dash for none."""
    cards = int(Cards("" if text == NOTHING else text))
    if not bits.contains(state.deck_cards, cards):
        raise ValueError(too_many(cards, state.deck_cards))
    return cards


def too_many(cards: int, deck: int) -> str:
    face = next(face for face in range(54) if bits.copies(cards, face) > bits.copies(deck, face))
    return f"{bits.copies(cards, face)} times {FACES[face]}, but the deck has {bits.copies(deck, face) or 'none'}"


# ---- the fields of every state ----


def hands_of(state: Any) -> list[WrittenHand]:
    return [hand_of(state, seat) for seat in range(state.seats)]


def hand_of(state: Any, place: int) -> WrittenHand:
    if state.concealed >> place & 1:
        return WrittenHand(state.sure[place], True, state.count[place] - bits.size(state.sure[place]))
    return WrittenHand(state.hand[place])


def bounded(copies: int) -> Any:
    """How `most` is read from a state: by place, the faces of which it can hold so many copies at most."""

    def faces(state: Any) -> list[Mask]:
        found: list[Mask] = []
        for limit in state.most:
            high, low = limit >> 1 & bits.ONES, limit & bits.ONES
            found.append((high if copies & 2 else ~high) & (low if copies & 1 else ~low) & bits.ONES)
        return found

    return faces


VIEW = Field("view", "viewer", ViewerText())
PHASE = Field("phase", "stage", WordText(lambda state: state.phases))
TURN = Field("turn", "actors", TurnText())
HANDS = Field("hands", "hands", EachSeatText(HandText()), lies=True, get=hands_of)
STOCK = Field("stock", "stock", HandText(), lies=True, get=lambda state: hand_of(state, bits.STOCK))
UNSEEN = Field("unseen", "unseen", CardsText(), derived=True)
KNOWN = Field("known", "known", EachSeatText(CardsText(), stock=True), derived=True, free=True)
BOUNDS = tuple(
    Field(name, f"most{copies}", EachSeatText(FacesText(), stock=True), derived=True, get=bounded(copies))
    for copies, name in enumerate(("lacks", "one at most", "two at most", "any number"))
)
BASIC = (VIEW, PHASE, TURN, HANDS, STOCK, UNSEEN, KNOWN, *BOUNDS)  # for a game written in Python
FOUND = (VIEW, replace(PHASE, derived=True), replace(TURN, derived=True))  # where the rules say what is to be done
LIMITS = (UNSEEN, KNOWN, *BOUNDS)


def change(state: Any, **values: Any) -> None:
    """Set fields of a state. Native code trusts them: for values that have been looked at only."""
    state._write(values)  # each class takes out its own
    if values:
        raise TypeError(f"a {type(state).__name__} has no field called {', '.join(values)}")
