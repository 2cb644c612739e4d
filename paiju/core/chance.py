"""The one source of chance: a small fast generator (WyRand, as in fastrand 2.0) that runs the same compiled or not.

The shuffle is the one heartless used, so its seeds give the same deals here. It is for play, search and simulation; a
deck for strangers with something to lose should be shuffled by the operating system (`random.SystemRandom`).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

from paiju.core import bits
from paiju.core.bits import Face, Mask

T = TypeVar("T")
STEP, MIX, ALL64 = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0xFFFFFFFFFFFFFFFF


class Random:
    """A seeded generator. Random(7).below(6) is 0..5; the same seed gives the same numbers everywhere."""

    def __init__(self, seed: int | str):
        self.state: int = fold(seed)

    def next(self) -> int:
        self.state = (self.state + STEP) & ALL64
        product = self.state
        product = product * (self.state ^ MIX)
        return (product ^ product >> 64) & ALL64

    def below(self, n: int) -> int:
        """Uniform in 0..n-1, without bias; 0 where n leaves no choice."""
        if n < 1:
            return 0
        product = self.next()
        product = product * n
        low = product & ALL64
        bound = n
        if low < bound:
            limit = (ALL64 - bound + 1) % bound
            while low < limit:
                product = self.next()
                product = product * n
                low = product & ALL64
        return product >> 64

    def mix(self, deck: MutableSequence[Face], size: int) -> None:
        for i in range(1, size):
            j = self.below(i + 1)
            held = deck[i]
            deck[i] = deck[j]
            deck[j] = held

    def some(self, cards: Mask, n: int) -> Mask:
        """n cards at random out of a multiset, copies counted, or all if there are fewer; as a plain integer."""
        cards = bits.cards_of(cards)  # of Cards, the integer: uncompiled they are no number to calculate with
        chosen = 0
        left = bits.size(cards)
        for i in range(n if n < left else left):
            k = self.below(left - i)
            layer = bits.faces(cards)  # first copies are counted first, then the second ones, then the third ones
            if k >= bits.popcount(layer):
                k = k - bits.popcount(layer)
                layer = bits.pairs(cards)
                if k >= bits.popcount(layer):
                    k = k - bits.popcount(layer)
                    layer = bits.triples(cards)
            bit = bits.nth(layer, k)
            chosen = chosen + bit
            cards = cards - bit
        return chosen

    # What follows is for callers in Python.

    def __reduce__(self) -> tuple[Any, ...]:
        return random_at, (self.state,)

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle a list in place."""
        for i in range(1, len(items)):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def choice(self, items: Sequence[T]) -> T:
        if not items:  # compiled, an index is not checked
            raise IndexError("there is nothing to choose from")
        return items[self.below(len(items))]

    def random(self) -> float:
        """A float in 0..1."""
        return (self.next() >> 11) / 9007199254740992.0

    def fork(self, number: int = 0) -> Random:
        """An independent generator: the same state and number give the same one. There is no way back from it: whoever
        holds a fork learns nothing of its source or of other forks, so a bot's luck does not tell the deck."""
        digest = blake2b(f"{self.state} {number}".encode(), digest_size=8).digest()
        return Random(int.from_bytes(digest, "little"))


def random_at(state: int) -> Random:
    """A generator that goes on from this state of another, for pickle."""
    rng = Random(0)
    rng.state = state
    return rng


def fold(seed: int | str) -> int:
    """Any integer or text as 64 bits; integers that fit stay as they are."""
    if isinstance(seed, str):
        seed = int.from_bytes(seed.encode(), "little")
    folded = 0
    if seed < 0:
        folded = scramble(seed & ALL64)
        seed = -seed
    words = seed.to_bytes(max(1, -(-seed.bit_length() // 64)) * 8, "little")
    last = len(words) - 8
    for i in range(0, last, 8):
        folded = scramble(folded ^ int.from_bytes(words[i : i + 8], "little"))
    return folded ^ int.from_bytes(words[last:], "little")


def scramble(x: int) -> int:
    """A one-to-one mix of 64 bits (splitmix64's finisher), to keep the streams of neighbouring seeds apart."""
    x = (x + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return x ^ x >> 31


def needed(rng: object) -> Random:
    """A generator that native code can trust to be one."""
    if not isinstance(rng, Random):
        raise TypeError(f"a paiju.Random is needed, not {type(rng).__name__}")
    return rng
