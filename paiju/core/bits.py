"""A multiset of cards is one integer, two bits a face; a move is that and twenty bits more.

bits.pxd gives the C twins, so compiled modules write `bits.size(hand)` and get an instruction or two. This file is
what runs where nothing is compiled, and what says in plain words what each twin does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

Face: TypeAlias = int  # 0..53
Mask: TypeAlias = int  # a multiset of cards
Move: TypeAlias = int  # a packed move
Seat: TypeAlias = int  # 0, 1, … in the order of play
T = TypeVar("T")

ONES = int("01" * 54, 2)  # the low bit of every face
ALL = 3 * ONES  # three copies of everything
PASS, PLAY, GIVE, SHOW, CALL, BURY, BID, SURRENDER, ADD, SUBTRACT = range(10)  # the kinds of move the five games know
TRUTH, ONLOOKER = -1, -2  # who looks: the engine itself, or somebody without a seat
PLACES, STOCK = 7, 6  # where cards can be: six seats, and the stock (a kitty, or the cards left undealt)


def popcount(x: Mask) -> int:
    return x.bit_count()


def lowest(x: Mask) -> int:
    """Index of the lowest set bit."""
    return (x & -x).bit_length() - 1


def highest(x: Mask) -> int:
    """Index of the highest set bit."""
    return x.bit_length() - 1


def pick(x: Mask, k: int) -> int:
    """Index of the k-th set bit."""
    for _ in range(k):
        x &= x - 1
    return (x & -x).bit_length() - 1


def nth(x: Mask, k: int) -> Mask:
    """The k-th set bit, by itself; of at most 64."""
    return 1 << pick(x, k)


# Cards of a single deck, one bit a face, fit into 64 bits, which native code handles much faster.


def packed(x: Mask) -> int:
    found = 0
    while x:
        found |= 1 << lowest(x) // 2
        x &= x - 1
    return found


def unpacked(x: int) -> Mask:
    cards = 0
    while x:
        cards |= 1 << 2 * lowest(x)
        x &= x - 1
    return cards


def suit_packed(s: int) -> int:
    return 0x1FFF << 13 * s


nth_packed, size_packed, lowest_packed = nth, popcount, lowest


def one(face: Face) -> Mask:
    return 1 << 2 * face


def suit(s: int) -> Mask:
    """All copies of all cards of a suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return 0x3FFFFFF << 26 * s


def size(x: Mask) -> int:
    """How many cards, copies counted."""
    return x.bit_count() + (x >> 1 & ONES).bit_count()


def faces(x: Mask) -> Mask:
    """One low bit for every face held."""
    return (x | x >> 1) & ONES


def pairs(x: Mask) -> Mask:
    """One low bit for every face held at least twice."""
    return x >> 1 & ONES


def triples(x: Mask) -> Mask:
    return x & x >> 1 & ONES


def fields(x: Mask) -> Mask:
    """From low bits to whole fields: `hand & fields(faces)` keeps all copies of those faces."""
    return 3 * x


def copies(x: Mask, face: Face) -> int:
    return x >> 2 * face & 3


def contains(x: Mask, part: Mask) -> bool:
    """True if every face of part is held at least as often in x."""
    high, low = x >> 1 & ONES, x & ONES
    part_high, part_low = part >> 1 & ONES, part & ONES
    return not (part_high & ~high | ~(part_high ^ high) & part_low & ~low)


def meet(x: Mask, y: Mask) -> Mask:
    """The cards two multisets share: the smaller number of copies of each face."""
    xh, xl, yh, yl = x >> 1 & ONES, x & ONES, y >> 1 & ONES, y & ONES
    return (xh & yh) << 1 | ~(xh ^ yh) & xl & yl | ~xh & yh & xl | xh & ~yh & yl


def move(kind: int, cards: Mask, amount: int) -> Move:
    """Pack a move: cards in bits 0..107, kind in 108..113, amount in 114..127."""
    return cards | kind << 108 | amount << 114


def kind_of(m: Move) -> int:
    return m >> 108 & 63


def cards_of(m: Move) -> Mask:
    return int(m) & ALL


def amount_of(m: Move) -> int:
    return m >> 114


def copy_body(to: Any, source: Any) -> None:
    """Everything a state holds, lists and the like by value."""
    for name, value in source.__dict__.items():
        setattr(to, name, value.copy() if type(value) in (list, dict, set) else value)


def body(state: Any) -> bytes:
    """A state's memory but for its object fields; uncompiled all is in its __dict__."""
    return b""


def set_body(state: Any, body: bytes) -> None:
    pass


def set_masks(array: list[int], room: int, values: Sequence[int]) -> None:
    """The first entries of an array that has so much room."""
    if len(values) > room:
        raise ValueError(f"{len(values)} values where there is room for {room}")
    array[: len(values)] = values


set_numbers = set_shorts = set_masks  # in C they are arrays of other types


def new_like(source: T) -> T:
    """A blank object of the same type."""
    return object.__new__(type(source))


def release_lock() -> None:
    """Let other threads run Python (nothing to let go of uncompiled)."""
    return None


def acquire_lock(ticket: None) -> None:
    pass
