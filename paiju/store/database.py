"""DatabaseStore: what both makers of a HouseStore have in common, which is all but how rows are read and written."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from paiju.durations import Durations
from paiju.store.group_commit import Change, Deleted, Documents, GroupCommit
from paiju.store.house_store import MOST_FOUND, Document, DocumentChanged, Holder, check_keys, is_key
from paiju.store.stored_match import StoredMatch


class DatabaseStore(ABC):
    is_shared: bool

    def __init__(self) -> None:
        self.commit = GroupCommit(self.write)

    @abstractmethod
    async def rows(self, query: str, *values: Any) -> list[Any]:
        """Read: $1, $2 … in the query stand for the values."""

    @abstractmethod
    async def write(self, changes: Sequence[Change]) -> Sequence[Change]:
        """Store changes in one transaction; those among them that came too late for their match are left out and
        returned."""

    @property
    def unstored(self) -> int:
        return len(self.commit.waiting)

    @property
    def commits(self) -> Durations:
        return self.commit.took

    # ---- documents ----

    async def put(self, kind: str, id: str, value: Any, *, owner: str = "", state: str = "") -> None:
        await self.put_all([Document(kind, id, value, owner, state)])

    async def put_all(
        self, documents: Sequence[Document], holder: Holder | None = None, seen: Sequence[Document] = ()
    ) -> None:
        if not (documents or seen):
            return  # PostgreSQL takes no statement without rows
        check_keys(*(key for document in seen for key in (document.kind, document.id)))
        new = Documents([as_text(document) for document in documents], holder=holder, seen=seen)
        await self.commit.submit(new)
        if new.is_stale:
            raise DocumentChanged("what was read for this has changed: read it again")

    async def add(self, kind: str, id: str, value: Any, *, owner: str = "", state: str = "") -> bool:
        new = Documents([as_text(Document(kind, id, value, owner, state))], unless_there=True)
        await self.commit.submit(new)
        return new.added

    async def delete(self, kind: str, id: str) -> None:
        check_keys(kind, id)
        await self.commit.submit(Deleted(kind, id))

    async def get(self, kind: str, id: str) -> Any | None:
        if not is_key(id):
            return None
        found = await self.rows("SELECT value FROM document WHERE kind = $1 AND id = $2", kind, id)
        return json.loads(found[0][0]) if found else None

    async def find(
        self, kind: str, *, owner: str = "", state: str = "", limit: int = 100, after: str = ""
    ) -> list[tuple[str, Any]]:
        if not all(map(is_key, (owner, state, after))):
            return []
        wanted: dict[str, str | int] = {"kind =": kind, "id >": after}
        wanted |= {"owner =": owner} if owner else {}
        wanted |= {"state =": state} if state else {}
        conditions = " AND ".join(f"{word} ${number}" for number, word in enumerate(wanted, 1))
        table = self.indexed("owner" if owner else "state" if state else "")
        query = f"SELECT id, value FROM {table} WHERE {conditions} ORDER BY id LIMIT {min(limit, MOST_FOUND)}"
        return [(id, json.loads(value)) for id, value in await self.rows(query, *wanted.values())]

    def indexed(self, column: str) -> str:
        """The table of documents, for a query that looks for this column."""
        return "document"

    # ---- matches ----

    def match(self, id: str) -> StoredMatch:
        check_keys(id)
        return StoredMatch(id, self.commit, self.lines)

    async def resume(self, id: str) -> tuple[StoredMatch, list[str]]:
        check_keys(id)
        rows = await self.match_rows(id)
        last = rows[-1][0] if rows else 0
        return StoredMatch(id, self.commit, self.lines, last), lines_of(rows)

    async def lines(self, id: str) -> list[str]:
        return lines_of(await self.match_rows(id)) if is_key(id) else []

    async def match_rows(self, id: str) -> list[tuple[int, str]]:
        return await self.rows("SELECT sequence, text FROM line WHERE id = $1 ORDER BY sequence", id)

    async def matches(self, *, finished: bool = True, after: str = "", limit: int = MOST_FOUND) -> list[str]:
        if finished:
            query = "SELECT id FROM finished WHERE id > $1"
        else:
            query = "SELECT id FROM line WHERE sequence = 1 AND id > $1 AND id NOT IN (SELECT id FROM finished)"
        return [id for (id,) in await self.rows(f"{query} ORDER BY id LIMIT {min(limit, MOST_FOUND)}", after)]

    async def waiting(self, person: str) -> list[str]:
        found = await self.find("waiting", owner=person, limit=MOST_FOUND)
        return [*dict.fromkeys(value["table"] for _, value in found)]


def still_there(seen: Sequence[Document], texts: Sequence[str | None]) -> bool:
    """Is what was seen what is stored now? `texts` are that, in the same order."""
    return all(
        each.value == (None if text is None else json.loads(text)) for each, text in zip(seen, texts, strict=True)
    )


def as_text(document: Document) -> Document:
    """With its value as JSON, which is ASCII and so can hold anything."""
    check_keys(document.kind, document.id, document.owner, document.state)
    return document._replace(value=json.dumps(document.value, separators=(",", ":")))


def lines_of(rows: Sequence[tuple[int, str]]) -> list[str]:
    return "".join(text for _, text in rows).splitlines()
