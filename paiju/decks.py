"""DeckSource: where a table gets its decks from. A seed gives the same decks again; fair ones nobody can foresee."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from paiju.core.cards import Card
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.words import IllegalAction
from paiju.fair import SECRET_BYTES, VALUE, Fairness, commitment, secret_of, shuffled

LUCK = 1  # the bots' generator is a fork: what they draw must not change the next deal


class Commitment(NamedTuple):
    """What the house promises of a deal before anybody adds a value to it."""

    table: str
    deal: int
    hash: str


class DeckSource(Protocol):
    @property
    def tags(self) -> dict[str, str]:
        """What the record says of it."""
        ...

    @property
    def promised(self) -> Commitment | None:
        """The next deal, to which values can be added."""
        ...

    def skip(self, setup: Setup) -> None:
        """This deal was dealt before the table was opened."""
        ...

    def add_value(self, seat: int, deal: int, value: str) -> None:
        """What somebody adds to the next shuffle, in hexadecimal; raises IllegalAction."""
        ...

    def lacks_values(self, seats: Sequence[int]) -> bool:
        """Is it worth waiting for a value of one of these?"""
        ...

    def deal(self, setup: Setup) -> tuple[list[Card], Fairness | None]:
        """The deck of a deal, and what it was shuffled from as far as it may be written down."""
        ...

    def secret(self, deal: int) -> str:
        """What may be shown once the deal is over; empty if there is nothing to be shown."""
        ...

    def luck(self, moves: int) -> Random:
        """The luck of the bots, after so many moves of the match."""
        ...

    def next_seed(self) -> int | None:
        """The seed of a next match, where there are seeds."""
        ...


class SeededDecks:
    """The decks of a seed: for simulation and for tables of one's own, where nobody minds that they can be foreseen."""

    promised = None

    def __init__(self, game: Game, seed: int):
        self.game, self.seed = game, seed
        self.source = game.shuffler(seed)

    @property
    def tags(self) -> dict[str, str]:
        return {"Seed": str(self.seed)}

    def skip(self, setup: Setup) -> None:
        self.game.shuffled(setup, self.source)

    def add_value(self, seat: int, deal: int, value: str) -> None:
        raise IllegalAction("nothing can be added to the shuffle of this deal", code="no_value")

    def lacks_values(self, seats: Sequence[int]) -> bool:
        return False

    def deal(self, setup: Setup) -> tuple[list[Card], Fairness | None]:
        return self.game.shuffled(setup, self.source), None

    def secret(self, deal: int) -> str:
        return ""

    def luck(self, moves: int) -> Random:
        return Random(self.seed).fork(LUCK + moves)

    def next_seed(self) -> int:
        """The shuffles run on where those of this match ended, as in heartless."""
        return self.source.state


class FairDecks:
    """Decks that follow from the master secret of a match and from what people add (fair.py).

    Whoever goes on with a match needs the same master again; it must not be shown to anybody, ever.
    """

    def __init__(self, table: str, master: bytes):
        if len(master) != SECRET_BYTES:
            raise ValueError(f"a master secret has {SECRET_BYTES} bytes")
        self.table, self.master = table, master
        self.upcoming = 1  # the deal that values are added to
        self.values: dict[int, str] = {}  # by seat
        self.silent: frozenset[int] = frozenset()  # seats that gave none for the last deal: nobody waits for them
        self.promise: Commitment | None = None  # made once: everybody at the table is told of it

    @classmethod
    def new(cls, table: str) -> FairDecks:
        return cls(table, secrets.token_bytes(SECRET_BYTES))

    @property
    def tags(self) -> dict[str, str]:
        return {"Table": self.table}

    @property
    def promised(self) -> Commitment:
        if self.promise is None or self.promise.deal != self.upcoming:
            secret = secret_of(self.master, self.table, self.upcoming)
            self.promise = Commitment(self.table, self.upcoming, commitment(secret, self.table, self.upcoming))
        return self.promise

    def skip(self, setup: Setup) -> None:
        self.upcoming = setup.deal + 1
        self.values.clear()

    def add_value(self, seat: int, deal: int, value: str) -> None:
        if not VALUE.fullmatch(value):
            raise IllegalAction("a value has 1 to 32 bytes, written as hexadecimal digits", code="no_value")
        if deal != self.upcoming:
            raise IllegalAction("nothing can be added to the shuffle of this deal", code="no_value")
        self.values[seat] = value
        self.silent -= {seat}

    def lacks_values(self, seats: Sequence[int]) -> bool:
        return any(seat not in self.values and seat not in self.silent for seat in seats)

    def deal(self, setup: Setup) -> tuple[list[Card], Fairness | None]:
        seats, table, number = range(setup.seats), self.table, setup.deal
        values = tuple(self.values.get(seat, "") for seat in seats)
        secret = secret_of(self.master, table, number)
        deck = shuffled(setup.game.deck(setup), secret, table, number, [bytes.fromhex(value) for value in values])
        self.silent = frozenset(seat for seat in seats if not values[seat])
        self.skip(setup)
        return deck, Fairness(commitment(secret, table, number), values)

    def secret(self, deal: int) -> str:
        return secret_of(self.master, self.table, deal).hex()

    def luck(self, moves: int) -> Random:
        """From elsewhere: whoever sees through a bot's luck learns nothing of the decks."""
        return Random(secrets.randbelow(1 << 63))

    def next_seed(self) -> None:
        return None
