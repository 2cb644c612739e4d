"""Fair deals: the house binds itself to a secret, everybody adds a value, and afterwards anybody can check the deck.

    1. Before a deal the house shows `commitment` of a secret of 256 bits: now it cannot take another.
    2. Everybody at the table adds a value of his own: now the house cannot have known the deck. A value that is missing
       counts as the empty one, so nobody gains by keeping his back.
    3. `shuffled` makes the deck from the secret and the values.
    4. After the deal the house shows the secret. The record has all of it (docs/record.md), and `flaw_of` checks it.

How it works is told in docs/record.md so that others can write it too; so nothing here may ever change its results.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from paiju.record import Deal

SECRET_BYTES = 32
HASH = re.compile("[0-9a-f]{64}")
VALUE = re.compile("(?:[0-9a-f]{2}){1,32}")
WORD = 1 << 32
eight_words = struct.Struct(">8I").unpack

T = TypeVar("T")


@dataclass(frozen=True)
class Fairness:
    """What a deal was shuffled from, in hexadecimal; the secret is empty until the deal is over."""

    commitment: str
    values: tuple[str, ...]  # by seat; empty where nobody gave one
    secret: str = ""

    def lines(self) -> Iterator[str]:
        """As they stand in a record before the deck."""
        yield f"commit {self.commitment}"
        yield from (f"value {seat} {value}" for seat, value in enumerate(self.values) if value)

    def with_value(self, seat: int, value: str) -> Fairness:
        return replace(self, values=(*self.values[:seat], value, *self.values[seat + 1 :]))


def secret_of(master: bytes, table: str, deal: int) -> bytes:
    """The secret of one deal: whoever learns it knows nothing of the others'."""
    return hmac.digest(master, b"paiju secret 1\0" + place(table, deal), "sha256")


def commitment(secret: bytes, table: str, deal: int) -> str:
    return hashlib.sha256(b"paiju commit 1\0" + place(table, deal) + secret).hexdigest()


def shuffled(deck: Sequence[T], secret: bytes, table: str, deal: int, values: Sequence[bytes]) -> list[T]:
    """Fisher and Yates' shuffle, from the last card down; every order is as likely as any other."""
    cards = list(deck)
    source = words(secret, table, deal, values)
    for last in range(len(cards) - 1, 0, -1):
        number = last + 1
        fair = WORD - WORD % number
        while (word := next(source)) >= fair:
            pass  # words at the upper end would favour some
        chosen = word % number
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def words(secret: bytes, table: str, deal: int, values: Sequence[bytes]) -> Iterator[int]:
    """Numbers of 32 bits without end, which nobody can tell beforehand without the secret and all the values."""
    text = b"paiju deal 1\0" + place(table, deal) + b"".join(hashlib.sha256(value).digest() for value in values)
    for counter in range(WORD):
        yield from eight_words(hmac.digest(secret, text + counter.to_bytes(4, "big"), "sha256"))


def place(table: str, deal: int) -> bytes:
    return f"{table}\0{deal}\0".encode()


def flaw_of(deal: Deal, table: str) -> str:
    """Why nobody can say that a deal of this table was fair, as a sentence; empty: it was."""
    fairness, number = deal.fairness, deal.setup.deal
    if fairness is None:
        return "nothing was shown beforehand from which the deck could be checked"
    if not fairness.secret:
        return "the secret has not been shown"
    secret = bytes.fromhex(fairness.secret)
    if not hmac.compare_digest(commitment(secret, table, number), fairness.commitment):
        return "the secret is not the one that was promised"
    values = [bytes.fromhex(value) for value in fairness.values]
    if shuffled(deal.setup.game.deck(deal.setup), secret, table, number, values) != deal.deck:
        return "the deck does not follow from the secret and the values"
    return ""
