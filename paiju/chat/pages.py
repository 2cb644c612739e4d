"""RoomPages: the messages of a room. The newest grows by edits until it is full or closed; then another begins.

What changes while a message is on its way goes out with the next edit, at the pace of the platform, so a hundred cards
that are drawn one by one are a handful of edits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from paiju.chat.posts import LONGEST_PAGE, ChatPlatform, ChatPost

TRY_AGAIN = 5.0  # seconds after a platform could not be reached
MOST_PAGES = 20  # that wait for a platform; older ones are left out


@dataclass
class RoomPage:
    """One message, as it should be."""

    lines: list[str] = field(default_factory=list[str])
    message: str = ""  # its id, once it was posted
    sent: ChatPost | None = None

    @property
    def length(self) -> int:
        return sum(len(line) + 1 for line in self.lines)


class RoomPages:
    def __init__(self, platform: ChatPlatform, room: str, foot: Callable[[], ChatPost], posted: Callable[[str], None]):
        """`foot` is what stands below the newest page: how things are now, and the buttons."""
        self.platform, self.room, self.foot, self.posted = platform, room, foot, posted
        self.pages: deque[RoomPage] = deque([RoomPage()])
        self.stir = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def add(self, lines: Iterable[str]) -> None:
        for line in lines:
            page = self.pages[-1]
            if page.lines and page.length + len(line) > LONGEST_PAGE:
                self.turn()
            self.pages[-1].lines.append(line[:LONGEST_PAGE])
        self.change()

    def turn(self) -> None:
        """What comes now stands on a page of its own."""
        if self.pages[-1].lines:
            self.pages.append(RoomPage())
        while len(self.pages) > MOST_PAGES:
            self.pages.popleft()

    def restate(self, lines: Iterable[str]) -> None:
        """The newest page says this instead."""
        self.pages[-1].lines = [line[:LONGEST_PAGE] for line in lines]
        self.change()

    def change(self) -> None:
        self.stir.set()
        if self.task is None:
            self.task = asyncio.create_task(self.write())

    async def write(self) -> None:
        while True:
            await self.stir.wait()
            self.stir.clear()
            try:
                await self.write_all()
            except (FileNotFoundError, PermissionError):  # the room is no more, or not for us: the match goes on
                self.pages = deque([RoomPage()])
            except OSError:
                self.stir.set()
                await asyncio.sleep(TRY_AGAIN)
            await asyncio.sleep(self.platform.pace)

    async def write_all(self) -> None:
        """Full pages first, each for the last time; then the newest."""
        while len(self.pages) > 1:
            await self.write_page(self.pages[0], ChatPost(tuple(self.pages[0].lines)))
            self.pages.popleft()
        page, foot = self.pages[0], self.foot()
        if lines := (*page.lines, *foot.lines):
            await self.write_page(page, ChatPost(lines, foot.buttons, calls_on=foot.calls_on, until=foot.until))

    async def write_page(self, page: RoomPage, post: ChatPost) -> None:
        if post == page.sent or not post.lines:
            return
        if page.message:
            try:
                await self.platform.edit(self.room, page.message, post)
            except FileNotFoundError:  # somebody has deleted it
                page.message = ""
        if not page.message:
            page.message = await self.platform.post(self.room, post)
            self.posted(page.message)
        page.sent = post

    async def flush(self) -> None:
        """All that there is to say, now."""
        if self.task is not None:
            self.task.cancel()
            self.task = None
        await self.write_all()

    def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None
