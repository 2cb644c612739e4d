# cython: nonecheck=True
"""Who sits where at a table: people and bots, who has gone away, and what a record tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paiju.record import Record

LONGEST_NAME = 60


@dataclass(frozen=True)
class Chair:
    """Who sits there: a person, or the bot that `read_bot` makes of a text."""

    name: str
    bot: str = ""


class Chairs:
    """The chairs of a table. A person who has gone is away, and after a while a bot has the chair."""

    def __init__(self, chairs: Iterable[Chair]):
        self.by_seat = list(chairs)
        self.away: dict[int, float] = {}  # people who have gone, and since when
        self.lent: dict[int, str] = {}  # people whose chair a bot has until they are back
        self.people: tuple[int, ...] = ()
        self.names: tuple[str, ...] = ()
        self.count()

    def count(self) -> None:
        self.people = tuple(seat for seat, chair in enumerate(self.by_seat) if not chair.bot)
        self.names = tuple(chair.name for chair in self.by_seat)

    @property
    def present(self) -> tuple[int, ...]:
        """The people who are there."""
        return tuple(seat for seat in self.people if seat not in self.away) if self.away else self.people

    def put(self, seat: int, chair: Chair) -> None:
        self.by_seat[seat] = chair
        self.away.pop(seat, None)
        self.count()


def clean_text(text: str, longest: int) -> str:
    """A name or a saying as others may read it: printable signs on one line, not too many."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:longest]


def tags_of(chairs: Sequence[Chair]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for seat, chair in enumerate(chairs):
        tags[f"Seat{seat}"] = chair.name
        if chair.bot:
            tags[f"Bot{seat}"] = chair.bot
    return tags


def chairs_of(record: Record) -> list[Chair]:
    """Who sits where at the end of a record: as its tags say, but for those who came later."""
    seats = range(record.game.first(record.options).seats)
    chairs = [Chair(record.tags.get(f"Seat{seat}", ""), record.tags.get(f"Bot{seat}", "")) for seat in seats]
    for deal in record.deals:
        for newcomer in deal.new_players:
            chairs[newcomer.seat] = Chair(newcomer.name, newcomer.bot)
    return chairs
