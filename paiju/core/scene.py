"""Scene: what one seat sees, for any screen. No rules here: layout.py asks the state.

A scene is complete: a screen draws from it without asking a game or a setup. Seats are numbers; names of players,
colours and languages belong to the screen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paiju.core.bits import Mask, Seat
from paiju.core.cards import DECK, NO_CARDS, Card, Cards
from paiju.core.words import Ask, Message

HANDS_KEPT = 256  # sorted hands: what is left of one is not sorted again (layout.py), so few are asked for twice


class Place(NamedTuple):
    """One seat at the table. What not everybody sees alike comes first."""

    seat: Seat
    turn: bool  # owes an answer
    hand: tuple[tuple[Card, ...], ...] = ()  # the cards, where the viewer may see them, in sorted groups
    received: Cards = NO_CARDS  # what it was given and still holds, as far as the viewer knows
    count: int = 0  # pyright: ignore[reportIncompatibleMethodOverride]  # cards in hand
    team: int = 0
    shown: Cards = NO_CARDS  # cards everybody knows it holds: exposed, called, or given openly
    exposed: Cards = NO_CARDS  # those of the shown that lie open because they count for more
    notes: tuple[Message, ...] = ()  # "bid 3, took 1", "dealer"


class Trick(NamedTuple):
    """Cards on the table in the order they were played; `winner` is -1 while nobody is ahead.

    `leader` led to it; -1 where that is over, as when sets go round and round. In a scene there is for every play also
    the order in which people lay its cards down, and what they call it where the game has a word for it.
    """

    plays: tuple[tuple[int, Cards], ...] = ()
    winner: Seat = -1
    leader: Seat = -1
    laid: tuple[tuple[Card, ...], ...] = ()
    names: tuple[Message | None, ...] = ()  # "pair, K"; None for a card alone, and for cards that are no shape
    points: int | None = None  # what its cards count by themselves, where the game counts any

    @property
    def is_series(self) -> bool:
        """True if it is no trick: sets go round and round, each higher than the one before."""
        return bool(self.plays) and self.leader < 0


class MatchStanding(NamedTuple):
    """Where a match stands between two deals."""

    deal: int  # the deal that follows
    standing: tuple[int, ...]  # by seat
    standing_text: tuple[Message, ...]  # the same in words, one message a line
    standing_figures: tuple[str, ...]  # the same as it is written beside a name: 26, or J
    leaders: tuple[int, ...]  # the winners once it is over
    over: bool
    teams: tuple[int, ...]  # of every seat
    is_plain: bool  # the words say no more than the numbers

    @property
    def has_teams(self) -> bool:
        return len(set(self.teams)) < len(self.teams)


class Scene(NamedTuple):
    """The table from one seat (or ONLOOKER, or TRUTH for an open table). What is the viewer's own comes first."""

    viewer: int
    places: tuple[Place, ...]
    asks: tuple[Ask, ...] = ()  # what the viewer may answer now
    guide: Message | None = None  # what the viewer is to do in this phase, for those who do not know the game
    game: str = ""
    title: str = ""  # the game's name for people, to be translated
    phase: str = ""
    deal: int = 1
    trick: Trick = Trick()
    last: Trick = Trick()
    notes: tuple[Message, ...] = ()  # what concerns the whole table: trump, level, pass direction
    standing: tuple[int, ...] = ()  # the match before this deal
    standing_text: tuple[Message, ...] = ()  # the same in words
    standing_figures: tuple[str, ...] = ()  # the same as it is written beside a name
    scores: tuple[int, ...] = ()  # the deal so far, or its result when it is over
    score_lines: tuple[tuple[Message, ...], ...] = ()  # by seat, once it is over: how its score came about
    over: bool = False
    clockwise: bool = True  # the next seat sits to the left

    @property
    def is_asked(self) -> bool:
        """Is the viewer's answer waited for?"""
        return any(not ask.optional for ask in self.asks)

    @property
    def has_teams(self) -> bool:
        return len({place.team for place in self.places}) < len(self.places)


@lru_cache(HANDS_KEPT)
def by_suit(cards: Mask, order: tuple[int, ...] = (0, 1, 3, 2)) -> tuple[tuple[Card, ...], ...]:
    """A hand in groups, one a suit, low to high; jokers last. Empty groups are left out."""
    return in_groups(cards, (*order, 4))


def in_groups(cards: Mask, suits: tuple[int, ...]) -> tuple[tuple[Card, ...], ...]:
    groups: list[tuple[Card, ...]] = []
    for suit in suits:
        group: list[Card] = []
        for face in range(13 * suit, min(13 * suit + 13, 54)):
            for _ in range(cards >> 2 * face & 3):
                group.append(DECK[face])
        if group:
            groups.append(tuple(group))
    return tuple(groups)
