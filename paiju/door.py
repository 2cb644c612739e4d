"""Door: what one client of a table may do, and all that any front end uses.

A person at a keyboard, a browser, a chat user, a bot on another machine and an onlooker differ only in who holds the
door. This is what one looks like; `Table.door` gives one in the same process.

    async for news in door.hear():
        if news.scene.asks:
            await door.answer(choose(news.scene))

What is refused raises IllegalAction, and then nothing has changed. What is done is durable when the call returns.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from paiju.bots.search import Candidate
from paiju.core.game import Game
from paiju.core.scene import MatchStanding
from paiju.core.state import State
from paiju.core.words import Action, Message, mark
from paiju.decks import Commitment
from paiju.news import News
from paiju.record import Deal
from paiju.selection import PossibleAnswers
from paiju.text import SeatAsks
from paiju.timing import Timing

# When a vote ends a match: HouseTable.votes_missing counts, and this is how every screen says it.
VOTE_RULE = mark("the match ends when everybody who is here votes for it, or three quarters of the people who play do")


class DoorClosed(OSError):  # noqa: N818
    """A door to a table elsewhere that leads nowhere any more, and why."""

    def __init__(self, template: str, code: str = "", **facts: Any):
        self.message, self.code = Message(template, **facts), code
        super().__init__(str(self.message))


@dataclass(frozen=True)
class FinishedDeal:
    """A finished deal, for score sheets."""

    deal: int
    scores: tuple[int, ...]
    after: MatchStanding


@dataclass(frozen=True)
class MatchFacts:
    """What a client may know of a match besides what happens in it."""

    game: Game
    options: Any
    names: tuple[str, ...]  # who sits where
    bots: tuple[str, ...]  # the bot at each seat; empty for a person
    sheet: Callable[[], tuple[FinishedDeal, ...]]  # the deals so far, told when somebody asks
    match: MatchStanding  # before the running deal, or what the last one led to
    promised: Commitment | None = None  # the next deal, if values can be added to its shuffle
    place: str = ""  # where the match is kept: a file, or the address of a table elsewhere; empty: nowhere
    trouble: Message | None = None  # why it is not being kept
    is_away: bool = False  # the connection to a table elsewhere is lost
    is_over: bool = False
    error: Exception | None = None  # what ended it, if that was a mistake of ours

    @cached_property
    def results(self) -> tuple[FinishedDeal, ...]:
        """The deals so far. Screens ask for facts at every moment, and for these when they show a score sheet."""
        return self.sheet()

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, bot in enumerate(self.bots) if not bot)

    @property
    def is_kept(self) -> bool:
        return bool(self.place) and self.trouble is None


class Door(Protocol):
    """One client's way to a table. `viewer` is a seat, ONLOOKER, or TRUTH at an open table."""

    @property
    def viewer(self) -> int: ...

    @property
    def facts(self) -> MatchFacts:
        """What is known of the match now."""
        ...

    def hear(self, since: int = 0) -> AsyncIterator[News]:
        """All news from now on, to the end of the match, or until one leaves. Listening begins with this call.

        `since` is the number of the news heard last. Unless that is the newest, the first news is a `whole`. May raise
        TooSlow after too much was left unread; then hear again.
        """
        ...

    async def answer(self, action: Action, id: str = "") -> None:
        """Answer what the seat is asked. The same id again is the same answer, given once."""
        ...

    async def check(self, action: Action) -> None:
        """Would it be refused?"""
        ...

    async def view(self) -> State:
        """What the client sees now, as a state: for bots of one's own, and to look closer at a question."""
        ...

    async def asked(self) -> SeatAsks:
        """What the seat is asked now, to read what somebody typed against."""
        ...

    async def choices(self) -> PossibleAnswers:
        """All that may be answered, or a good part of it, and whether the rest of the deal can be claimed."""
        ...

    async def hint(self, ms: float = 1000.0) -> Sequence[Candidate]:
        """What the choices are worth, the best first."""
        ...

    async def undo(self) -> None:
        """Take the last answer back."""
        ...

    async def claim(self) -> None:
        """The rest is certain: let it be played out."""
        ...

    async def add_value(self, deal: int, value: str) -> None:
        """Add something to the shuffle of the next deal, up to 32 bytes in hexadecimal: then nobody can have known it.

        It stands in the record of the deal, so that everybody can look whether his own was used.
        """
        ...

    async def go_on(self) -> None:
        """Enough seen of the result of a deal."""
        ...

    async def hurry(self) -> None:
        """Enough seen of what was shown last. Those who play must all say so."""
        ...

    async def more_time(self) -> float:
        """The time to answer begins again, for whoever reads rules or a hint. How many seconds it is now."""
        ...

    async def say(self, text: str) -> None:
        """Something for everybody at the table."""
        ...

    async def wish(self, automatic: bool | None = None, pace: Timing | None = None) -> None:
        """Play forced cards without asking; how long to see what happens. It is for oneself alone."""
        ...

    async def deal(self) -> Deal | None:
        """The last deal that was finished, with all its cards."""
        ...

    async def leave(self) -> None:
        """Go. The match is kept."""
        ...


@runtime_checkable
class HouseDoor(Protocol):
    """What a door to a table of a house can do besides: others are there, who share no keyboard."""

    @property
    def viewer(self) -> int: ...

    @property
    def phrases(self) -> Mapping[str, str]:
        """What can be said so that everybody reads it in his own language: names, and how they read here."""
        ...

    @property
    def votes(self) -> Sequence[int]:
        """The seats that want to end the match."""
        ...

    @property
    def is_alone(self) -> bool:
        """Are all others bots? Only then hints are given."""
        ...

    async def say(self, text: str) -> None: ...

    async def phrase(self, name: str) -> None: ...

    @property
    def others(self) -> Sequence[str]:
        """The names of the other people at the table."""
        ...

    @property
    def muted(self) -> Sequence[str]:
        """The names of those whose chat one does not want to hear, here and at other tables of the house."""
        ...

    def mute(self, name: str, on: bool = True) -> None:
        """Hear nothing any more of what somebody says, or hear him again. Nobody else is told."""
        ...

    async def vote(self, on: bool = True) -> None:
        """Vote to end the match, as VOTE_RULE has it, or take the vote back."""
        ...

    @property
    def no_clock(self) -> Sequence[int] | None:
        """The seats that want to play without a clock; None: there is none that can be switched off."""
        ...

    async def play_without_clock(self, on: bool = True) -> None:
        """The clock is switched off when all who are there want it."""
        ...

    async def stand(self) -> None:
        """Leave the chair for good."""
        ...

    @property
    def chairs(self) -> int:
        """The number of chairs at the table; people count them from one."""
        ...

    async def sit(self, seat: int = -1) -> None: ...

    async def set_chair(self, seat: int, kind: str, text: str = "") -> None:
        """The host gives a chair to a bot, keeps it for somebody, or opens it."""
        ...
