"""PostgresStore: a house for many processes on many machines. PostgreSQL is all they share.

A match is played by the process that has its lease; what it writes is fenced by the primary key of its lines, so that a
process that slept cannot write into a match that has moved. A batch of plain appends is one statement. While the
database is away every call is refused with StoreAway at once, and a connection is tried for again less and less often.
"""

# asyncpg tells no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import asyncpg

from paiju.store.database import DatabaseStore, still_there
from paiju.store.group_commit import APPENDED, Change, Deleted, Documents, Finished, Lines
from paiju.store.house_store import StoreAway
from paiju.store.schema import KEPT, VERSION_TABLE, check_version, steps_from
from paiju.store.sqlite import DatabaseThread, bring_up, connect, new_file, readable_errors, version_of

MOST_CONNECTIONS = 8
ANSWER_SECONDS = 20.0  # a database that has not answered by then is away
TRY_AGAIN = (0.05, 2.0)  # seconds between tries to reach it: at first, and at most
MOVED = "paiju_moved"  # the channel on which processes hear of each other
MIGRATING = 7_079_510_000  # the lock of whoever brings the tables up to date
CHUNK = 1000  # rows copied at once
NOW = "extract(epoch FROM clock_timestamp())"


class PostgresStore(DatabaseStore):
    is_shared = True

    def __init__(self, address: str):
        super().__init__()
        self.address = address
        self.place = address.rpartition("@")[2]  # without the password
        self.pool: Any = None
        self.wait, self.not_before = TRY_AGAIN[0], 0.0  # while it is away
        self.hearers: list[Callable[[str], None]] = []
        self.listening: asyncio.Task[None] | None = None

    async def open(self, to_read: bool = False) -> None:
        try:
            async with self.connection() as base:
                if not to_read and await version_at(base) == 0:
                    await self.bring_up(base)
                check_version(await version_at(base), self.place)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        await self.commit.close()
        if self.listening is not None:
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)
            self.listening = None
        if self.pool is not None:
            pool, self.pool = self.pool, None
            pool.terminate()

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncGenerator[Any]:
        """A connection of the pool; whatever goes wrong with the database is StoreAway."""
        loop = asyncio.get_running_loop()
        if self.commit.is_closed and self.pool is None:
            raise StoreAway("the store has been closed")
        if loop.time() < self.not_before:
            raise StoreAway("the database cannot be reached")
        try:
            if self.pool is None:
                self.pool = await asyncpg.create_pool(
                    self.address, min_size=0, max_size=MOST_CONNECTIONS, command_timeout=ANSWER_SECONDS
                )
            async with self.pool.acquire(timeout=ANSWER_SECONDS) as base:
                yield base
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            if isinstance(error, StoreAway | FileExistsError):
                raise
            if not isinstance(error, asyncpg.PostgresError) or isinstance(error, ABSENT):
                self.not_before = loop.time() + self.wait
                self.wait = min(2 * self.wait, TRY_AGAIN[1])
            told = str(error).partition("\n")[0] or type(error).__name__  # no details: players are told, too
            raise StoreAway(errno.EIO, f"the database: {told}") from error
        else:
            self.wait = TRY_AGAIN[0]

    async def rows(self, query: str, *values: Any) -> list[Any]:
        async with self.connection() as base:
            return [tuple(row) for row in await base.fetch(query, *values)]

    # ---- writing ----

    async def write(self, changes: Sequence[Change]) -> Sequence[Change]:
        lines = sorted((change for change in changes if isinstance(change, Lines)), key=lambda each: each.id)
        others = [change for change in changes if not isinstance(change, Lines)]
        async with self.connection() as base:
            if not others and not any(each.kept != APPENDED or each.unsure for each in lines):
                return await insert_lines(base, lines)
            async with base.transaction():
                await lock_seen(base, [change for change in others if isinstance(change, Documents)])
                lost = await find_lost(base, [change for change in others if isinstance(change, Documents)])
                others = [change for change in others if change not in lost] if lost else others
                late = [*lost, *await write_lines(base, lines)]
                for kind, same in groupby(others, key=way_of):
                    await WRITERS[kind](base, list(same))
                return late

    # ---- who plays which match ----

    async def lease(self, id: str, process: str, seconds: float) -> str:
        take = f"""
            WITH old AS (SELECT process FROM lease WHERE id = $1),
            mine AS (
                INSERT INTO lease VALUES ($1, $2, {NOW} + $3)
                ON CONFLICT (id) DO UPDATE SET process = excluded.process, until = excluded.until
                WHERE lease.process = excluded.process OR lease.until < {NOW} RETURNING id)
            SELECT (SELECT process FROM old), (SELECT id FROM mine)"""
        async with self.connection() as base:
            while True:
                owner, mine = await base.fetchrow(take, id, process, seconds)
                if mine is not None:
                    if owner not in (None, process):
                        await base.execute("SELECT pg_notify($1, $2)", MOVED, id)
                    return ""
                if owner is not None:  # else it was taken and given up in the same moment: look again
                    return owner

    async def renew(self, process: str, seconds: float) -> list[str]:
        found = await self.rows(
            f"UPDATE lease SET until = {NOW} + $2 WHERE process = $1 RETURNING id", process, seconds
        )
        return sorted(id for (id,) in found)

    async def release(self, id: str, process: str) -> None:
        given = "WITH given AS (DELETE FROM lease WHERE id = $1 AND process = $2 RETURNING id)"
        await self.rows(f"{given} SELECT pg_notify($3, id) FROM given", id, process, MOVED)

    def on_moved(self, hear: Callable[[str], None]) -> None:
        self.hearers.append(hear)
        if self.listening is None:
            self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        """Hear of matches that moved, on a connection of its own. After a break anything may have happened."""
        while True:
            gone = asyncio.Event()
            try:
                base: Any = await asyncpg.connect(self.address, timeout=int(ANSWER_SECONDS))
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await asyncio.sleep(TRY_AGAIN[1])
                continue
            try:
                base.add_termination_listener(partial(set_event, gone))
                with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                    await base.add_listener(MOVED, self.heard)
                    self.tell("")
                    await gone.wait()
            finally:
                base.terminate()
            await asyncio.sleep(TRY_AGAIN[0])

    def heard(self, base: object, process: int, channel: str, id: object) -> None:
        self.tell(str(id))

    def tell(self, id: str) -> None:
        for hear in self.hearers:
            hear(id)

    # ---- for whoever runs the house ----

    async def migrate(self) -> tuple[int, int]:
        async with self.connection() as base:
            before = await version_at(base)
            await self.bring_up(base)
            check_version(await version_at(base), self.place)
            return before, await version_at(base)

    async def bring_up(self, base: Any) -> None:
        """Do the migrations this database has not been through; one process does it, the others wait."""
        async with base.transaction():
            await base.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
            await base.execute(VERSION_TABLE)
            for version, statements in steps_from(await version_at(base)):
                for statement in statements:
                    await base.execute(in_its_words(statement))
                await base.execute("INSERT INTO schema_version VALUES ($1)", version)

    async def backup(self, path: Path) -> None:
        with new_file(path) as unfinished:
            copy = DatabaseThread(unfinished, "paiju-backup")
            try:
                await copy.run(bring_up)
                async with self.connection() as base, base.transaction(isolation="repeatable_read", readonly=True):
                    for table, columns in KEPT.items():
                        await copy_table(base, copy, table, columns)
                await copy.run(lambda base: base.execute("PRAGMA journal_mode = DELETE"))
            finally:
                await copy.close()

    async def restore(self, path: Path) -> None:
        with readable_errors(path), contextlib.closing(connect(path, read_only=True)) as source:
            check_version(version_of(source), str(path))
            async with self.connection() as base, base.transaction():
                if await version_at(base):
                    raise FileExistsError(errno.EEXIST, "there is a house already: move it away first", self.place)
                await self.bring_up(base)
                for table, columns in KEPT.items():
                    rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}")
                    while chunk := rows.fetchmany(CHUNK):
                        await base.copy_records_to_table(table, records=chunk, columns=columns)


# The database is there, but not for us now: it starts, stops, or has no connection left.
ABSENT = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.TooManyConnectionsError)


async def find_lost(base: Any, changes: Sequence[Documents]) -> list[Change]:
    """The documents of matches that their process has no more. Nobody takes one until this transaction ends."""
    held = [change for change in changes if change.holder is not None]
    if not held:
        return []
    ids = sorted({change.holder.id for change in held if change.holder is not None})
    query = "SELECT id, process FROM lease WHERE id = ANY($1) ORDER BY id FOR SHARE"
    owners = {(id, process) for id, process in await base.fetch(query, ids)}
    return [change for change in held if change.holder not in owners]


async def write_lines(base: Any, lines: Sequence[Lines]) -> list[Lines]:
    """All that fits its match; the rest is returned."""
    lost = await find_last(base, [each for each in lines if each.unsure])
    late = await insert_lines(base, [each for each in lines if each not in lost])
    if again := [each for each in late if each.unsure]:  # what they had sent before came through only now
        lost += await find_last(base, again)
        late = [each for each in late if each not in again]
        late += await insert_lines(base, [each for each in again if each not in lost])
    late += lost
    rewritten = [each for each in lines if each.kept != APPENDED and each not in late]
    if rewritten:
        replaced = columns_of([(each.id, each.kept, each.sequence) for each in rewritten])
        older = "unnest($1::text[], $2::bigint[], $3::bigint[]) AS new (id, kept, sequence) WHERE line.id = new.id"
        older += " AND line.sequence > new.kept AND line.sequence < new.sequence"
        # Emptied, not deleted: what was sent before and given up may come through late, and must find its place taken.
        await base.execute(f"UPDATE line SET text = '' FROM {older} AND line.text <> ''", *replaced)
    return late


async def find_last(base: Any, unsure: Sequence[Lines]) -> list[Lines]:
    """Where matches end whose writers do not know whether their last lines are stored; those that have moved."""
    if not unsure:
        return []
    newest = "SELECT DISTINCT ON (id) id, sequence, writer FROM line WHERE id = ANY($1) ORDER BY id, sequence DESC"
    rows = await base.fetch(newest, [each.id for each in unsure])
    found = {id: (sequence, writer) for id, sequence, writer in rows}
    return [each for each in unsure if not each.find_last(*found.get(each.id, (0, "")))]


async def insert_lines(base: Any, lines: Sequence[Lines]) -> list[Lines]:
    if not lines:
        return []
    for each in lines:
        each.sequence = each.last + 1
    rows = [(each.id, each.sequence, each.writer, int(each.begins), each.text) for each in lines]
    arrays = "unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::text[])"
    query = f"INSERT INTO line SELECT * FROM {arrays} ON CONFLICT DO NOTHING RETURNING writer"
    written = {row[0] for row in await base.fetch(query, *columns_of(rows))}
    return [each for each in lines if each.writer not in written]


async def put_documents(base: Any, changes: Sequence[Documents]) -> None:
    last = {(each.kind, each.id): each for change in changes for each in change.documents}
    rows = [(each.kind, each.id, each.owner, each.state, each.value) for _, each in sorted(last.items())]
    replace = "DO UPDATE SET owner = excluded.owner, state = excluded.state, value = excluded.value"
    await base.execute(f"{INSERT_DOCUMENTS} ON CONFLICT (kind, id) {replace}", *columns_of(rows))


async def lock_seen(base: Any, changes: Sequence[Documents]) -> None:
    """Of those who have seen the same documents one is served after the other, in all processes: a document that is
    not there yet cannot be locked itself. All locks are taken first and in order, so nobody waits in a circle."""
    seen = sorted({f"{each.kind} {each.id}" for change in changes for each in change.seen})
    if seen:
        locks = "SELECT DISTINCT hashtextextended(name, 0) AS lock FROM unnest($1::text[]) AS name ORDER BY lock"
        await base.execute(f"SELECT pg_advisory_xact_lock(lock) FROM ({locks}) AS locks", seen)


async def put_checked_documents(base: Any, changes: Sequence[Documents]) -> None:
    """Each by itself: what the one before has put is not what the next has seen."""
    for change in changes:
        wanted = "unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (kind, id, number)"
        query = f"SELECT value FROM {wanted} LEFT JOIN document USING (kind, id) ORDER BY number"
        texts = await base.fetch(query, *columns_of([(each.kind, each.id) for each in change.seen]))
        change.is_stale = not still_there(change.seen, [text for (text,) in texts])
        if not change.is_stale:
            await put_documents(base, [change])


async def add_documents(base: Any, changes: Sequence[Documents]) -> None:
    """Of several that add the same, the first does."""
    for change in changes:
        rows = [(each.kind, each.id, each.owner, each.state, each.value) for each in change.documents]
        added = await base.fetch(f"{INSERT_DOCUMENTS} ON CONFLICT DO NOTHING RETURNING id", *columns_of(rows))
        change.added = len(added) == len(rows)


async def delete_documents(base: Any, changes: Sequence[Deleted]) -> None:
    old = "unnest($1::text[], $2::text[]) AS old (kind, id)"
    query = f"DELETE FROM document USING {old} WHERE document.kind = old.kind AND document.id = old.id"
    await base.execute(query, *columns_of([(change.kind, change.id) for change in changes]))


async def finish_matches(base: Any, changes: Sequence[Finished]) -> None:
    query = "INSERT INTO finished SELECT unnest($1::text[]) ON CONFLICT DO NOTHING"
    await base.execute(query, sorted({change.id for change in changes}))


INSERT_DOCUMENTS = (
    "INSERT INTO document SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])"
)
WRITERS: dict[tuple[type[Change], str], Callable[[Any, Any], Coroutine[Any, Any, None]]] = {
    (Documents, ""): put_documents,
    (Documents, "seen"): put_checked_documents,
    (Documents, "new"): add_documents,
    (Deleted, ""): delete_documents,
    (Finished, ""): finish_matches,
}


def set_event(event: asyncio.Event, base: object) -> None:
    event.set()


def way_of(change: Change) -> tuple[type[Change], str]:
    if not isinstance(change, Documents):
        return type(change), ""
    return Documents, "new" if change.unless_there else "seen" if change.seen else ""


def columns_of(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


async def version_at(base: Any) -> int:
    """0 if there is nothing yet."""
    if await base.fetchval("SELECT to_regclass('schema_version')") is None:
        return 0
    return await base.fetchval("SELECT max(version) FROM schema_version") or 0


async def copy_table(base: Any, copy: DatabaseThread, table: str, columns: Sequence[str]) -> None:
    insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})"
    rows = await base.cursor(f"SELECT {', '.join(columns)} FROM {table}")
    while found := await rows.fetch(CHUNK):
        chunk = [tuple(row) for row in found]
        await copy.run(lambda base, chunk=chunk: base.executemany(insert, chunk))


def in_its_words(statement: str) -> str:
    """A statement of the schema as PostgreSQL says it; text is in the order SQLite has, that of its signs."""
    return statement.replace("WITHOUT ROWID", "").replace("TEXT", 'TEXT COLLATE "C"')
