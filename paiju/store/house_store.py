"""HouseStore: what a house needs of a store, for all its people, tables and matches. `open_store` makes one.

Documents are small JSON values by kind and id: people, tables, results, whatever the house keeps. Matches are lines of
records. Every awaited call returns when it is durable, or raises OSError: then try again later, nothing is broken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from paiju.durations import Durations
from paiju.saves import data_folder
from paiju.store.match_store import MatchStore

HOUSE_FILE = "house.sqlite"  # in the folder of a house, unless it has another database
LONGEST_KEY = 200
MOST_FOUND = 1000  # documents or matches on a page


class StoreAway(OSError):  # noqa: N818
    """Nothing can be stored or read now: the disk is full, the database is away. Later it may be back."""


class WrongVersion(ValueError):  # noqa: N818
    """The database is of another version than this program, and what to do about it."""


class DocumentChanged(Exception):  # noqa: N818
    """What was read before is not what is stored any more: read it again."""


class Document(NamedTuple):
    """A small JSON value by kind and id; owner and state are there to find it."""

    kind: str
    id: str
    value: Any
    owner: str = ""
    state: str = ""


class Holder(NamedTuple):
    """The process that should have a match."""

    id: str
    process: str


class HouseStore(Protocol):
    is_shared: bool  # do several processes use it?

    @property
    def unstored(self) -> int:
        """How many changes wait to be stored."""
        ...

    @property
    def commits(self) -> Durations:
        """How long each took of the strokes in which changes are stored."""
        ...

    async def open(self, to_read: bool = False) -> None:
        """Make ready for use: an empty database gets its tables, one of another version is refused. To read only:
        beside the house that uses it."""
        ...

    async def close(self) -> None:
        """Store what is still on its way, then let go."""
        ...

    # ---- documents ----

    async def put(self, kind: str, id: str, value: Any, *, owner: str = "", state: str = "") -> None:
        """Keep a JSON value, in place of the one there was. `owner` and `state` are what `find` can look for."""
        ...

    async def put_all(
        self, documents: Sequence[Document], holder: Holder | None = None, seen: Sequence[Document] = ()
    ) -> None:
        """Several, all or none; with a holder only while that process has the match, else MatchMoved.

        `seen` are documents that were read for this, with None as the value where there was none: unless all of them
        are still the same it is DocumentChanged, and nothing was put.
        """
        ...

    async def add(self, kind: str, id: str, value: Any, *, owner: str = "", state: str = "") -> bool:
        """Put it unless there is one; False if there is."""
        ...

    async def get(self, kind: str, id: str) -> Any | None: ...

    async def delete(self, kind: str, id: str) -> None: ...

    async def find(
        self, kind: str, *, owner: str = "", state: str = "", limit: int = 100, after: str = ""
    ) -> list[tuple[str, Any]]:
        """The documents of a kind in the order of their ids, a page at a time: `after` is the last id of the page
        before. An empty owner or state is any."""
        ...

    # ---- matches ----

    def match(self, id: str) -> MatchStore:
        """Where a new match goes."""
        ...

    async def resume(self, id: str) -> tuple[MatchStore, list[str]]:
        """A match to go on with: its lines, and where more go. If others write meanwhile, whoever comes second is
        refused with MatchMoved."""
        ...

    async def lines(self, id: str) -> list[str]:
        """All of a match; nothing if there is none. The lines of a match in play tell its deck."""
        ...

    async def matches(self, *, finished: bool = True, after: str = "", limit: int = MOST_FOUND) -> list[str]:
        """The ids of the matches that were played to their end, or of the others, in order, a page at a time."""
        ...

    async def waiting(self, person: str) -> list[str]:
        """The tables that wait for a person: `table` of the documents of kind `waiting` that are his."""
        ...

    # ---- many processes: a match is played in one of them at a time ----

    async def lease(self, id: str, process: str, seconds: float) -> str:
        """Take a match, or keep it; empty if it is ours now, else the process that has it."""
        ...

    async def renew(self, process: str, seconds: float) -> list[str]:
        """Keep all matches a process has; which they are. One that is missing has run out."""
        ...

    async def release(self, id: str, process: str) -> None:
        """Give a match up."""
        ...

    def on_moved(self, hear: Callable[[str], None]) -> None:
        """Let somebody hear that another process took a match or gave it up; empty: any of them may have."""
        ...

    # ---- for whoever runs the house ----

    async def migrate(self) -> tuple[int, int]:
        """Bring the database up to this version while nobody uses it; from which version to which. Not with `open`."""
        ...

    async def backup(self, path: Path) -> None:
        """Copy everything as it is at one moment into a new SQLite file, while the house goes on."""
        ...

    async def restore(self, path: Path) -> None:
        """Fill an empty database from a backup. Not with `open`."""
        ...


def house_folder(chosen: str = "") -> Path:
    """Where a house keeps its files."""
    return Path(chosen) if chosen else data_folder("house")


def open_store(address: str | Path) -> HouseStore:
    """The store at an address, postgresql://… or a file, with or without sqlite: before it; not opened yet."""
    text = str(address)
    if text.startswith(("postgresql://", "postgres://")):
        from paiju.optional_packages import install_command, not_installed

        if not_installed("postgres"):
            raise ValueError(f"PostgreSQL needs asyncpg: {install_command('postgres')}")
        from paiju.store.postgres import PostgresStore

        return PostgresStore(text)
    from paiju.store.sqlite import SqliteStore

    file = text.removeprefix("sqlite:")
    if kind := re.match("[A-Za-z+]{2,}:", file):  # a slash too few, and a password would be the name of a folder
        raise ValueError(f"a database is a file or postgresql://…, not {kind[0]}…")
    return SqliteStore(Path(file))


def is_key(text: str) -> bool:
    """Can it be a kind, an id, a person or a state? Whatever comes from outside may be anything."""
    return len(text) <= LONGEST_KEY and text.isprintable()


def check_keys(*texts: str) -> None:
    for text in texts:
        if not is_key(text):
            raise ValueError(f"'{text[:40]!a}' cannot be a key: up to {LONGEST_KEY} printable signs can")
