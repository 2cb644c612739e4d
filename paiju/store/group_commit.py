"""Group commit: what all tables want stored within a few milliseconds goes down in one stroke.

A disk can be asked to be sure some hundreds of times a second, thousands of moves come: so they share. Whoever waits
for a change may go away; the change is stored all the same, and nobody else notices.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from paiju.store.house_store import Document, Holder, StoreAway
from paiju.store.match_store import MatchMoved
from paiju.threads import settle

GATHER = 0.002  # seconds in which changes come together
LARGEST_BATCH = 1000  # changes
MOST_WAITING = 100_000_000  # bytes, about; more means that the disk does not keep up, and memory is no disk
ELSEWHERE = "the match goes on elsewhere"
SIZE = 500  # bytes, about, of a change without its text


@dataclass(slots=True)
class Lines:
    """Lines of a match, or all of it anew."""

    id: str
    writer: str
    last: int  # the last sequence the writer knows of
    begins: bool  # the writer has stored nothing before
    unsure: bool  # of what he stored last he does not know whether it is stored
    whole: bool
    text: str
    sequence: int = 0  # where it stands now

    def find_last(self, newest: int, writer: str) -> bool:
        """Is the newest row of the match the writer's own, or the one he knows? Then the next is his to write."""
        if writer == self.writer:
            self.last = newest
        return self.last == newest


@dataclass
class Documents:
    """Documents to be put, their values as JSON."""

    documents: Sequence[Document]
    unless_there: bool = False
    added: bool = True  # afterwards: there was none before
    holder: Holder | None = None  # only if this process still has the match
    seen: Sequence[Document] = ()  # only if these are as they were read; their values are no JSON
    is_stale: bool = False  # afterwards: they were not, and nothing was put


@dataclass(frozen=True)
class Deleted:
    kind: str
    id: str


@dataclass(frozen=True)
class Finished:
    id: str


Change = Lines | Documents | Deleted | Finished
Submitted = tuple[Change, int, Callable[["OSError | None"], None]]  # the number: its size


class GroupCommit:
    """`write` stores a batch, all of it or nothing but what came too late for its match, which it returns."""

    def __init__(self, write: Callable[[Sequence[Change]], Awaitable[Sequence[Change]]]):
        self.write = write
        self.waiting: list[Submitted] = []
        self.size = 0  # of all that waits or is being written
        self.since = 0.0  # when the first of them came
        self.task: asyncio.Task[None] | None = None
        self.is_closed = False

    def submit(self, change: Change) -> asyncio.Future[None]:
        """Have it stored; the future is settled when it is, or cannot be."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit_then(change, lambda error: settle(done, error=error))
        return done

    def submit_then(self, change: Change, then: Callable[[OSError | None], None]) -> None:
        """Have it stored; `then` is called when it is, or with why it cannot be."""
        if self.is_closed:
            raise StoreAway("the store has been closed")
        size = size_of(change)
        if self.size + size > MOST_WAITING:
            raise StoreAway("the store does not keep up")
        if not self.waiting:
            self.since = asyncio.get_running_loop().time()
        self.waiting.append((change, size, then))
        self.size += size
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        while self.waiting:
            if not self.is_closed and len(self.waiting) < LARGEST_BATCH:
                await asyncio.sleep(self.since + GATHER - asyncio.get_running_loop().time())
            batch, self.waiting = self.waiting[:LARGEST_BATCH], self.waiting[LARGEST_BATCH:]
            self.since = asyncio.get_running_loop().time()
            await self.commit(batch)
            self.size -= sum([size for _, size, _ in batch])

    async def commit(self, batch: Sequence[Submitted]) -> None:
        late: set[int] = set()
        refused: BaseException | None = None
        try:
            late = set(map(id, await self.write([change for change, _, _ in batch])))
        except BaseException as error:
            refused = error
        for change, _, then in batch:
            outcome = away(refused) if refused else MatchMoved(ELSEWHERE) if id(change) in late else None
            try:
                then(outcome)
            except Exception as error:  # the others want to hear it too
                told = {"message": "what follows a change of the store failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(told)
        if refused is not None and not isinstance(refused, Exception):  # somebody stops the program
            raise refused

    async def close(self) -> None:
        """What has come is stored, no more comes."""
        self.is_closed = True
        if self.task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(self.task)


def size_of(change: Change) -> int:
    if isinstance(change, Lines):
        return SIZE + len(change.text)
    return SIZE + sum(len(each.value) for each in change.documents) if isinstance(change, Documents) else SIZE


def away(error: BaseException) -> StoreAway:
    """One for each who waits: what is raised twice gathers tracebacks."""
    return StoreAway(*(error.args if isinstance(error, OSError) else (f"{type(error).__name__}: {error}",)))
