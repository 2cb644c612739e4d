"""StoredMatch: one match in the store of a house, as its table sees it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial

from paiju.store.group_commit import ELSEWHERE, Finished, GroupCommit, Lines
from paiju.store.house_store import StoreAway
from paiju.store.match_store import MatchMoved


class StoredMatch:
    """The one writer of a match. It knows where the match ends; if it ends elsewhere, another has written."""

    def __init__(self, id: str, commit: GroupCommit, last: int = 0):
        self.id, self.commit = id, commit
        self.writer = secrets.token_hex(8)
        self.last = last  # the sequence of what was stored last
        self.begins, self.unsure, self.has_moved, self.is_open = True, False, False, True
        self.is_writing = False
        self.next: asyncio.Future[None] | None = None  # of those who wait until the one before is stored

    @property
    def place(self) -> str:
        return self.id

    async def append(self, lines: Sequence[str]) -> None:
        await self.write("".join(f"{line}\n" for line in lines), whole=False)

    async def rewrite(self, text: str) -> None:
        await self.write(text, whole=True)

    async def finish(self) -> None:
        await self.settled()
        self.check()
        await self.commit.submit(Finished(self.id))

    def close(self) -> None:
        self.is_open = False

    async def write(self, text: str, whole: bool) -> None:
        if "\0" in text or not is_text(text):  # what no database can hold must not spoil the batch
            raise ValueError("a line that is no text")
        if self.is_writing:
            await self.settled()
        self.check()
        lines = Lines(self.id, self.writer, self.last, self.begins, self.unsure, whole, text)
        done = self.commit.submit(lines, partial(self.settle, lines))
        self.is_writing = True
        await done

    async def settled(self) -> None:
        """One thing after another, also where nobody waited for the one before."""
        while self.is_writing:
            if self.next is None:
                self.next = asyncio.get_running_loop().create_future()
            await asyncio.shield(self.next)

    def check(self) -> None:
        if not self.is_open:
            raise OSError("the match has been closed")
        if self.has_moved:
            raise MatchMoved(ELSEWHERE)

    def settle(self, lines: Lines, error: OSError | None) -> None:
        self.is_writing = False
        self.has_moved = isinstance(error, MatchMoved)
        self.unsure = isinstance(error, StoreAway)  # it may have been stored for all we know
        if error is None:
            self.last, self.begins = lines.sequence, False
        if self.next is not None:
            self.next.set_result(None)
            self.next = None


def is_text(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:  # half a character
        return False
