"""The tables of a house's database, the same for SQLite and PostgreSQL, and how an older one becomes a newer one.

A version of the schema is the number of migrations it has been through. Those that were released are never changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from paiju.store.house_store import WrongVersion

# A row of `line` is what was stored at once: one or more lines of the match, each with its end. (id, sequence) is the
# fence: a process that slept cannot write into a match that has moved on. So sequences never go back, and of what was
# rewritten the rows stay, empty, that a writer began with: they bar whoever wrote before him.
MIGRATIONS = [
    """
    CREATE TABLE line (
        id TEXT NOT NULL, sequence BIGINT NOT NULL, writer TEXT NOT NULL, begins SMALLINT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (id, sequence)) WITHOUT ROWID;
    CREATE TABLE finished (id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE document (
        kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, state TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (kind, id)) WITHOUT ROWID;
    CREATE INDEX document_owner ON document (kind, owner, id);
    CREATE INDEX document_state ON document (kind, state, id);
    CREATE TABLE lease (id TEXT NOT NULL PRIMARY KEY, process TEXT NOT NULL, until DOUBLE PRECISION NOT NULL)
        WITHOUT ROWID;
    CREATE INDEX lease_process ON lease (process);
    """,
]
VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"
KEPT = {  # all that a backup holds: leases are of processes that run now
    "line": ("id", "sequence", "writer", "begins", "text"),
    "finished": ("id",),
    "document": ("kind", "id", "owner", "state", "value"),
}


def steps_from(version: int) -> Iterator[tuple[int, list[str]]]:
    """The statements that lead to each later version."""
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        yield number, [statement for statement in script.split(";") if statement.strip()]


def check_version(found: int, place: str) -> None:
    wanted = len(MIGRATIONS)
    if found > wanted:
        raise WrongVersion(
            f"{place} was made by a newer paiju (version {found} of its tables, this one knows {wanted}): install that"
        )
    if found < wanted:
        raise WrongVersion(
            f"{place} was made by an older paiju (version {found} of its tables, this one needs {wanted}): "
            "back it up, then run paiju migrate"
        )
