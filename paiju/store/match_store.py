"""MatchStore: where the lines of a match go that must survive. The table awaits it before anybody is told.

A match is stored as the lines of its record (docs/record.md), so that every tool for records works on what is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


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

    async def rewrite(self, text: str) -> None:
        """All of the match anew: at its start, after a move was taken back, after a failure."""
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
        self.lines: list[str] = []

    async def append(self, lines: Sequence[str]) -> None:
        self.lines += lines

    async def rewrite(self, text: str) -> None:
        self.lines = text.splitlines()

    async def finish(self) -> None:
        pass

    def close(self) -> None:
        pass
