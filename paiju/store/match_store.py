"""MatchStore: where the lines of a match go that must survive. The table awaits it before anybody is told.

A match is stored as the lines of its record (docs/record.md), so that every tool for records works on what is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol


class MatchMoved(OSError):  # noqa: N818
    """Somebody else has written into this match since it was read: it is played elsewhere now."""


class NotStored(OSError):  # noqa: N818
    """What was to be stored is not, and the table has gone: ask again where it is now."""


class MatchStore(Protocol):
    """What a table needs. The awaited ones return when it is durable, or raise OSError: then whatever was to be stored
    is not, and the next call is `rewrite`."""

    async def append(self, lines: Sequence[str]) -> None:
        """More lines of the match."""
        ...

    def begin_append(self, text: str, then: Callable[[OSError | None], None]) -> None:
        """The same for who does not wait: `text` are the lines, each with its end; `then` is called by the event loop,
        and never before this returns, when they are durable, or with why they are not."""
        ...

    async def rewrite(self, text: str) -> None:
        """All of the match anew, but for what is kept: at its start, after a move was taken back, after a failure."""
        ...

    def keep(self) -> bool:
        """What is stored now stays as it is, and only what follows is rewritten; False where that cannot be."""
        ...

    async def lines(self) -> list[str]:
        """All of the match that is stored."""
        ...

    async def finish(self) -> None:
        """The match is over."""
        ...

    def close(self) -> None:
        """Let go of it; nothing more will come. Not awaited: it stores nothing, and has to work at a program's end."""
        ...

    @property
    def place(self) -> str:
        """Where people find the match again; empty if they cannot."""
        ...


class MemoryStore:
    """The lines of a match, as long as the program runs."""

    place = ""

    def __init__(self) -> None:
        self.stored: list[str] = []

    async def append(self, lines: Sequence[str]) -> None:
        self.stored += lines

    def begin_append(self, text: str, then: Callable[[OSError | None], None]) -> None:
        begin_beside(self.append(text.splitlines()), then)

    async def rewrite(self, text: str) -> None:
        self.stored = text.splitlines()

    def keep(self) -> bool:
        return False

    async def lines(self) -> list[str]:
        return list(self.stored)

    async def finish(self) -> None:
        pass

    def close(self) -> None:
        pass


def begin_beside(work: Coroutine[Any, Any, None], then: Callable[[OSError | None], None]) -> None:
    """Have it done by a task of its own; `then` hears how that ended."""
    asyncio.ensure_future(work).add_done_callback(lambda task: then(why_not(task)))


def why_not(task: asyncio.Task[None]) -> OSError | None:
    """Why something was not stored, whatever went wrong; None if it was."""
    error = OSError("it was given up") if task.cancelled() else task.exception()
    return error if error is None or isinstance(error, OSError) else OSError(str(error))
