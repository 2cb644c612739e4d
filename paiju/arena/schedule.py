"""Who sits where. Every deck is played once by each seating, so that every bot holds the same cards as its rivals.

A side is what is played for: a seat, or in a game of partners a team. The bots of one table take the sides in turn
(two bots and four seats: A B A B), and the table is then turned until every bot has sat on every side equally often.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations

from paiju.core.game import Setup


@dataclass(frozen=True)
class Schedule:
    """The deals every deck is played in: for each the bot of every seat."""

    bots: int
    sides: tuple[int, ...]  # of each seat
    deals: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        return len(self.sides)

    def places(self, bot: int, rival: int | None = None) -> tuple[int, ...]:
        """Where in a deck's scores, laid end to end, a bot's stand: all, or those of deals the rival sits in too."""
        return tuple(
            deal * self.seats + seat
            for deal, row in enumerate(self.deals)
            if rival is None or rival in row
            for seat, sitter in enumerate(row)
            if sitter == bot
        )

    def pairs(self) -> list[tuple[int, int]]:
        """The bots that meet."""
        return [
            (a, b) for a, b in combinations(range(self.bots), 2) if any(a in row and b in row for row in self.deals)
        ]


def schedule(setup: Setup, bots: int, form: str = "together", all_orders: bool = False) -> Schedule:
    """`together`: all at one table, or as many as fit in every combination; `pairs`: every two; `gauntlet`: the first
    against each of the others. Where there are two sides all but a gauntlet are pairs. `all_orders`: three bots or more
    sit down in every order, so that nobody always plays behind the same neighbour."""
    teams = [setup.game.team(setup, seat) for seat in range(setup.seats)]
    sides = tuple(sorted(set(teams)).index(team) for team in teams)
    chairs = len(set(sides))
    rows: dict[tuple[int, ...], None] = {}
    for first, *others in lineups(bots, chairs, form):
        for rest in permutations(others) if all_orders else [tuple(others)]:
            for turn in turns((first, *rest), chairs):
                rows[tuple(turn[side] for side in sides)] = None
    return Schedule(bots, sides, tuple(rows))


def lineups(bots: int, chairs: int, form: str) -> list[tuple[int, ...]]:
    """The bots of each table."""
    if form == "gauntlet":
        return [(0, rival) for rival in range(1, bots)]
    size = 2 if form == "pairs" else min(bots, chairs)
    return list(combinations(range(bots), size))


def turns(lineup: tuple[int, ...], chairs: int) -> list[tuple[int, ...]]:
    """Every distinct way to turn the table. Where the bots do not go evenly into the chairs they also change roles."""
    size = len(lineup)
    found: dict[tuple[int, ...], None] = {}
    for shift in range(size):
        for turn in range(chairs):
            found[tuple(lineup[((chair + turn) % chairs + shift) % size] for chair in range(chairs))] = None
    return list(found)
