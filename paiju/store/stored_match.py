# cython: nonecheck=True
"""StoredMatch: one match in the store of a house, as its table sees it."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from paiju.store.group_commit import APPENDED, ELSEWHERE, Finished, GroupCommit, Lines, Then
from paiju.store.house_store import StoreAway
from paiju.store.match_store import MatchMoved
from paiju.threads import settle


class StoredMatch:
    """The one writer of a match. It knows where the match ends; if it ends elsewhere, another has written."""

    __slots__ = (
        "begins", "commit", "has_moved", "id", "is_open", "kept", "last", "next", "read", "then", "unsure", "waiting",
        "writer", "writing",
    )  # fmt: skip

    def __init__(self, id: str, commit: GroupCommit, read: Callable[[str], Awaitable[list[str]]], last: int = 0):
        """`read` gives the lines of a match."""
        self.id, self.commit, self.read = id, commit, read
        self.writer = secrets.token_hex(8)
        self.last = last  # the sequence of what was stored last
        self.kept = 0  # the sequence of what is never rewritten, and all before it
        self.begins, self.unsure, self.has_moved, self.is_open = True, False, False, True
        self.writing: Lines | None = None  # one thing after another
        self.then: Then | None = None  # who hears what became of it
        self.waiting: deque[tuple[str, bool, Then]] | None = None  # what is to be written after that
        self.next: asyncio.Future[None] | None = None  # of those who wait until nothing is being written

    @property
    def place(self) -> str:
        return self.id

    async def append(self, lines: Sequence[str]) -> None:
        await self.write("".join([f"{line}\n" for line in lines]), anew=False)

    async def rewrite(self, text: str) -> None:
        await self.write(text, anew=True)

    def keep(self) -> bool:
        if self.writing is not None or self.unsure or self.begins:  # of what others wrote we may have read less
            return False
        self.kept = self.last
        return True

    async def lines(self) -> list[str]:
        return await self.read(self.id)

    async def finish(self) -> None:
        while self.writing is not None:  # also where nobody waited for it
            if self.next is None:
                self.next = asyncio.get_running_loop().create_future()
            await asyncio.shield(self.next)
        self.check()
        await self.commit.submit(Finished(self.id))

    def close(self) -> None:
        self.is_open = False

    async def write(self, text: str, anew: bool) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.begin(text, anew, lambda error: settle(done, error=error))
        await done

    def begin_append(self, text: str, then: Then) -> None:
        """`append` for who does not wait: `then` is called when it is stored, or with why it is not."""
        self.begin(text, False, then)

    def begin(self, text: str, anew: bool, then: Then) -> None:
        if "\0" in text or not is_text(text):  # what no database can hold must not spoil the batch
            raise ValueError("a line that is no text")
        if self.writing is None:
            self.submit(text, anew, then)
        else:
            if self.waiting is None:
                self.waiting = deque()
            self.waiting.append((text, anew, then))

    def submit(self, text: str, anew: bool, then: Then) -> None:
        try:
            self.check()
            kept = self.kept if anew else APPENDED
            lines = Lines(self.id, self.writer, self.last, self.begins, self.unsure, kept, text)
            self.commit.submit_then(lines, self.settle)
        except OSError as error:  # told as if it had been tried: nobody is called back while he calls
            asyncio.get_running_loop().call_soon(then, error)
        else:
            self.writing, self.then = lines, then

    def check(self) -> None:
        if not self.is_open:
            raise OSError("the match has been closed")
        if self.has_moved:
            raise MatchMoved(ELSEWHERE)

    def settle(self, error: OSError | None) -> None:
        lines, then = self.writing, self.then
        assert lines is not None
        assert then is not None
        self.writing = self.then = None
        if error is None:
            self.last, self.begins, self.unsure = lines.sequence, False, False
        else:
            self.has_moved = isinstance(error, MatchMoved)
            self.unsure = isinstance(error, StoreAway)  # it may have been stored for all we know
        if self.waiting is not None or self.next is not None:
            self.go_on()
        then(error)

    def go_on(self) -> None:
        """What was to be written after that."""
        while self.waiting and self.writing is None:
            text, anew, then = self.waiting.popleft()
            self.submit(text, anew, then)
        if self.writing is None:
            self.waiting = None
            if self.next is not None:
                self.next.set_result(None)
                self.next = None


def is_text(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:  # half a character
        return False
