"""What the people at a table hear: numbered for each listener, and made from what that listener may know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field

from paiju.core.game import Setup
from paiju.core.scene import Scene
from paiju.core.state import State
from paiju.core.words import TRUTH, Event, Message

DEALS_KEPT = 2  # how far back `listen` can begin


@dataclass(frozen=True)
class Announcement:
    """Something that happened, as the table knows it."""

    kind: str
    state: State
    setup: Setup
    events: tuple[Event, ...] = ()
    seat: int = -1
    text: Message | None = None


@dataclass(frozen=True)
class News:
    """What one listener hears; `number` counts 1, 2, 3 … for that listener.

    Kinds: `deal` begins, `move`, `ask` (only what you are asked has changed), `back` (a move was taken back), `claim`,
    `result` (the deal is over, `setup` is what it led to), `match` (all is over), `trouble` (see `text`).
    """

    number: int
    kind: str
    scene: Scene
    setup: Setup
    events: tuple[Event, ...] = ()
    seat: int = -1
    text: Message | None = None
    seconds: float = 0.0  # how long the listener may think; 0: as long as he likes


@dataclass
class Log:
    """What one listener was told. Old deals are forgotten; the numbers go on."""

    forgotten: int = 0
    told: list[Announcement] = field(default_factory=list[Announcement])

    def __len__(self) -> int:
        return self.forgotten + len(self.told)


class Newsroom:
    """A log for each listener. That a message went to somebody else leaves no gap in anybody's numbers."""

    def __init__(self, viewers: Iterable[int]):
        self.logs = {viewer: Log() for viewer in viewers}
        self.bell = asyncio.Event()
        self.is_over = False

    def tell(self, told: Announcement, only: Sequence[int] | None = None) -> None:
        for viewer in self.logs if only is None else only:
            self.logs[viewer].told.append(told)
        self.ring()

    def ring(self) -> None:
        self.bell.set()
        self.bell = asyncio.Event()

    def end(self) -> None:
        """Nothing more will come: listeners leave when they have heard all."""
        self.is_over = True
        self.ring()

    async def after(self, viewer: int, since: int) -> AsyncIterator[int]:
        """The numbers of a listener's news after `since`, as they come."""
        log = self.logs[viewer]
        while True:
            since = max(since, log.forgotten)
            if since < len(log):
                since += 1
                yield since
            elif self.is_over:
                return
            else:
                await self.bell.wait()

    def news(self, viewer: int, number: int, seconds: float) -> News:
        """One message. The only place where the truth becomes what somebody sees."""
        log = self.logs[viewer]
        told = log.told[number - log.forgotten - 1]
        sight = told.state if viewer == TRUTH else told.state.view(viewer)
        events = tuple(event.to(viewer) for event in told.events)
        seconds = seconds if number == len(log) else 0.0
        return News(number, told.kind, sight.scene(), told.setup, events, told.seat, told.text, seconds)

    def forget_before(self, deal: int) -> None:
        for log in self.logs.values():
            old = [i for i, told in enumerate(log.told) if told.setup.deal < deal - DEALS_KEPT]
            if old:
                log.forgotten += old[-1] + 1
                del log.told[: old[-1] + 1]
