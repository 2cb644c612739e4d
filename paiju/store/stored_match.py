"""StoredMatch: one match in the store of a house, as its table sees it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

from paiju.store.group_commit import Change, Finished, GroupCommit, Lines
from paiju.store.house_store import StoreAway
from paiju.store.match_store import MatchMoved


class StoredMatch:
    """The one writer of a match. It knows where the match ends; if it ends elsewhere, another has written."""

    def __init__(self, id: str, commit: GroupCommit, last: int = 0):
        self.id, self.commit = id, commit
        self.writer = secrets.token_hex(8)
        self.last = last  # the sequence of what was stored last
        self.begins, self.unsure, self.has_moved, self.is_open = True, False, False, True
        self.under_way: asyncio.Future[None] | None = None

    @property
    def place(self) -> str:
        return self.id

    async def append(self, lines: Sequence[str]) -> None:
        await self.write("".join(f"{line}\n" for line in lines), whole=False)

    async def rewrite(self, text: str) -> None:
        await self.write(text, whole=True)

    async def finish(self) -> None:
        await self.settled()
        await asyncio.shield(self.submit(Finished(self.id)))

    def close(self) -> None:
        self.is_open = False

    async def write(self, text: str, whole: bool) -> None:
        if "\0" in text.encode().decode():  # what no database can hold must not spoil the batch
            raise ValueError("a line with a zero byte")
        await self.settled()
        lines = Lines(self.id, self.writer, self.last, self.begins, self.unsure, whole, text)
        self.under_way = self.submit(lines)
        self.under_way.add_done_callback(lambda done: self.settle(lines, done))
        await asyncio.shield(self.under_way)

    async def settled(self) -> None:
        """One thing after another, also where nobody waited for the one before."""
        while self.under_way is not None:
            await asyncio.wait([self.under_way])

    def submit(self, change: Change) -> asyncio.Future[None]:
        if not self.is_open:
            raise OSError("the match has been closed")
        if self.has_moved:
            raise MatchMoved("the match goes on elsewhere")
        return self.commit.submit(change)

    def settle(self, lines: Lines, done: asyncio.Future[None]) -> None:
        self.under_way = None
        error = None if done.cancelled() else done.exception()
        self.has_moved = isinstance(error, MatchMoved)
        self.unsure = done.cancelled() or isinstance(error, StoreAway)  # it may have been stored for all we know
        if not done.cancelled() and error is None:
            self.last, self.begins = lines.sequence, False
