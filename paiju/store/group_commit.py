# cython: nonecheck=True
"""Group commit: what all tables want stored within a few milliseconds goes down in one stroke.

A disk can be asked to be sure some hundreds of times a second, thousands of moves come: so they share. Whoever waits
for a change may go away; the change is stored all the same, and nobody else notices.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from paiju.durations import Durations
from paiju.store.house_store import Document, Holder, StoreAway
from paiju.store.match_store import MatchMoved
from paiju.threads import settle

GATHER = 0.002  # seconds in which changes come together
LARGEST_BATCH = 1000  # changes
MOST_WAITING = 100_000_000  # bytes, about; more means that the disk does not keep up, and memory is no disk
ELSEWHERE = "the match goes on elsewhere"
APPENDED = -1  # where others have the sequence up to which a match is kept
SIZE = 500  # bytes, about, of a change without its text


class Lines:
    """Lines of a match, or all of it anew from a sequence on."""

    __slots__ = ("begins", "id", "kept", "last", "sequence", "text", "unsure", "writer")

    def __init__(self, id: str, writer: str, last: int, begins: bool, unsure: bool, kept: int, text: str):
        self.id, self.writer, self.text = id, writer, text
        self.last = last  # the last sequence the writer knows of
        self.begins = begins  # the writer has stored nothing before
        self.unsure = unsure  # of what he stored last he does not know whether it is stored
        self.kept = kept  # all that came after that sequence is written anew; APPENDED: nothing is, this is more
        self.sequence = 0  # where it stands now

    def find_last(self, newest: int, writer: str) -> bool:
        """Is the newest row of the match the writer's own, or the one he knows? Then the next is his to write."""
        if writer == self.writer:
            self.last = newest
        return self.last == newest


def are_plain(changes: Sequence[Change]) -> bool:
    """Nothing but a row more each, as nearly all changes are?"""
    for change in changes:
        if not isinstance(change, Lines):
            return False
        lines = change
        if lines.kept != APPENDED or lines.unsure:
            return False
    return True


def row_values(changes: Sequence[Lines]) -> list[str | int]:
    """Rows of the lines, one behind the other; from now on they know where they stand."""
    values: list[str | int] = []
    for lines in changes:
        lines.sequence = lines.last + 1
        values.extend((lines.id, lines.sequence, lines.writer, 1 if lines.begins else 0, lines.text))
    return values


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
Then = Callable[["OSError | None"], None]  # called when something is stored, or with why it is not
Submitted = tuple[Change, int, Then]  # the number: its size


class GroupCommit:
    """`write` stores a batch, all of it or nothing but what came too late for its match, which it returns."""

    def __init__(self, write: Callable[[Sequence[Change]], Awaitable[Sequence[Change]]]):
        self.write = write
        self.waiting: list[Submitted] = []
        self.size = 0  # of all that waits or is being written
        self.since = 0.0  # when the first of them came
        self.loop: asyncio.AbstractEventLoop | None = None
        self.task: asyncio.Task[None] | None = None
        self.is_running = self.is_closed = False
        self.took = Durations()  # of each batch that was stored

    def submit(self, change: Change) -> asyncio.Future[None]:
        """Have it stored; the future is settled when it is, or cannot be."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit_then(change, lambda error: settle(done, error=error))
        return done

    def submit_then(self, change: Change, then: Then) -> None:
        """Have it stored, and hear of it, also why it cannot be."""
        if self.is_closed:
            raise StoreAway("the store has been closed")
        size = size_of(change)
        if self.size + size > MOST_WAITING:
            raise StoreAway("the store does not keep up")
        if not self.is_running:
            self.begin()
        if not self.waiting:
            self.since = self.time()
        self.waiting.append((change, size, then))
        self.size += size

    def begin(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.task = self.loop.create_task(self.run())
        self.is_running = True

    def time(self) -> float:
        assert self.loop is not None
        return self.loop.time()

    async def run(self) -> None:
        try:
            while self.waiting:
                if not self.is_closed and len(self.waiting) < LARGEST_BATCH:
                    await asyncio.sleep(self.since + GATHER - self.time())
                batch, self.waiting = self.waiting[:LARGEST_BATCH], self.waiting[LARGEST_BATCH:]
                self.since = self.time()
                await self.commit(batch)
        finally:
            self.is_running = False

    async def commit(self, batch: list[Submitted]) -> None:
        began = self.time()
        try:
            late = await self.write([change for change, _, _ in batch])
        except Exception as error:
            self.call_all(batch, (), error)
        except BaseException as error:  # somebody stops the program
            self.tell_all(batch, (), error)
            raise
        else:
            self.took.add(self.time() - began)
            self.call_all(batch, late, None)

    def call_all(self, batch: list[Submitted], late: Sequence[Change], refused: BaseException | None) -> None:
        """Tell those who wait, when the next batch is on its way to the disk."""
        assert self.loop is not None
        self.loop.call_soon(self.tell_all, batch, late, refused)

    def tell_all(self, batch: list[Submitted], late: Sequence[Change], refused: BaseException | None) -> None:
        left_out = set(map(id, late))
        for change, size, then in batch:
            self.size -= size
            outcome = None
            if refused is not None:
                outcome = away(refused)
            elif left_out and id(change) in left_out:
                outcome = MatchMoved(ELSEWHERE)
            try:
                then(outcome)
            except Exception as error:  # the others want to hear it too
                self.report(error)

    def report(self, error: Exception) -> None:
        assert self.loop is not None
        self.loop.call_exception_handler({"message": "what follows a change of the store failed", "exception": error})

    async def close(self) -> None:
        """What has come is stored, no more comes."""
        self.is_closed = True
        if self.task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(self.task)


def size_of(change: Change) -> int:
    if isinstance(change, Lines):
        return SIZE + len(change.text)
    return SIZE + sum([len(each.value) for each in change.documents]) if isinstance(change, Documents) else SIZE


def away(error: BaseException) -> StoreAway:
    """One for each who waits: what is raised twice gathers tracebacks."""
    return StoreAway(*(error.args if isinstance(error, OSError) else (f"{type(error).__name__}: {error}",)))
