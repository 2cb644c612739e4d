"""SqliteStore: a house in one file, for one process. A thread writes and another reads; the event loop waits for none.

The file is in WAL mode and synchronous=FULL: what was committed is on the disk. A lock beside it keeps a second process
away; a backup may be taken from outside all the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Generator, Sequence
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from paiju.saves import PRIVATE_FILE, PRIVATE_FOLDER, NotSaved, lock, move
from paiju.store.database import DatabaseStore, still_there
from paiju.store.group_commit import APPENDED, Change, Deleted, Documents, Finished, Lines, are_plain, row_values
from paiju.store.house_store import Document, Holder, StoreAway
from paiju.store.schema import KEPT, VERSION_TABLE, check_version, steps_from
from paiju.threads import settle

BUSY_SECONDS = 5.0  # how long a writer waits for one from outside
COLUMNS = len(KEPT["line"])
# Rows in one statement: before 3.32 it took less than 1000 values.
MOST_AT_ONCE = 1024 if sqlite3.sqlite_version_info >= (3, 32) else 128
CHECKPOINT = 4000  # pages that were changed, after which they are brought from the log into the file; 16 MB
SYSTEM_ERRORS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.ENOENT,
}

T = TypeVar("T")


class SqliteStore(DatabaseStore):
    is_shared = False

    def __init__(self, path: Path):
        super().__init__()
        self.path = path
        self.lock: int | None = None
        self.leases: dict[str, tuple[str, float]] = {}  # who has a match, and until when
        self.writer, self.reader = DatabaseThread(path, "paiju-write"), DatabaseThread(path, "paiju-read", True)

    async def open(self, to_read: bool = False) -> None:
        try:
            if to_read:
                await self.reader.run(lambda base: check_version(version_of(base), str(self.path)))
            else:
                await self.writer.run(self.make_ready)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        await self.commit.close()
        await self.reader.close()
        await self.writer.close()
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None

    async def rows(self, query: str, *values: Any) -> list[Any]:
        named = {str(number): value for number, value in enumerate(values, 1)}
        return await self.reader.run(lambda base: base.execute(query, named).fetchall())

    def indexed(self, column: str) -> str:
        """SQLite has no figures of what is in the table, and would go through all documents of a kind."""
        return f"document INDEXED BY document_{column}" if column else "document"

    async def write(self, changes: Sequence[Change]) -> Sequence[Change]:
        late = [change for change in changes if isinstance(change, Documents) and not self.is_held(change.holder)]
        timely = [change for change in changes if change not in late] if late else changes
        return [*late, *await self.writer.run(lambda base: write_all(base, timely))]

    # ---- in the thread that writes ----

    def make_ready(self, base: sqlite3.Connection) -> None:
        self.take_lock()
        if version_of(base) == 0:
            bring_up(base)
        check_version(version_of(base), str(self.path))

    def take_lock(self) -> None:
        if self.lock is None:
            try:
                self.lock = lock(self.path.with_name(self.path.name + ".lock"))
            except NotSaved:
                raise BlockingIOError(errno.EAGAIN, "another process has opened it", str(self.path)) from None

    # ---- one process has all matches ----

    async def lease(self, id: str, process: str, seconds: float) -> str:
        now = asyncio.get_running_loop().time()
        owner, until = self.leases.get(id, (process, 0.0))
        if owner != process and until > now:
            return owner
        self.leases[id] = process, now + seconds
        return ""

    async def renew(self, process: str, seconds: float) -> list[str]:
        until = asyncio.get_running_loop().time() + seconds
        held = [id for id, (owner, _) in self.leases.items() if owner == process]
        self.leases.update((id, (process, until)) for id in held)
        return sorted(held)

    async def release(self, id: str, process: str) -> None:
        if self.leases.get(id, ("", 0.0))[0] == process:
            self.leases.pop(id, None)

    def is_held(self, holder: Holder | None) -> bool:
        return holder is None or self.leases.get(holder.id, ("", 0.0))[0] == holder.process

    def on_moved(self, hear: Callable[[str], None]) -> None:
        """Nothing ever moves to another process."""

    # ---- for whoever runs the house ----

    async def migrate(self) -> tuple[int, int]:
        return await self.writer.run(self.migrate_all)

    def migrate_all(self, base: sqlite3.Connection) -> tuple[int, int]:
        self.take_lock()
        before = version_of(base)
        bring_up(base)
        check_version(version_of(base), str(self.path))
        return before, version_of(base)

    async def backup(self, path: Path) -> None:
        await self.reader.run(lambda base: copy_to(base, path))

    async def restore(self, path: Path) -> None:
        """Into a file that is not there yet: a house is not overwritten."""
        await self.writer.run(lambda base: self.fill(base, path))

    def fill(self, base: sqlite3.Connection, path: Path) -> None:
        self.take_lock()
        if version_of(base):
            raise FileExistsError(errno.EEXIST, "there is a house already: move it away first", str(self.path))
        with readable_errors(path), contextlib.closing(connect(path, read_only=True)) as source:
            check_version(version_of(source), str(path))
            source.backup(base)


class DatabaseThread:
    """A connection to the file with the thread that uses it; both begin when it is first used.

    A queue and a callback: an executor would cost as much for each batch as the batch itself.
    """

    def __init__(self, path: Path, name: str, read_only: bool = False):
        self.path, self.name, self.read_only = path, name, read_only
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.thread: threading.Thread | None = None
        self.base: sqlite3.Connection | None = None
        self.is_open = True

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` with the connection, in the thread; what the database refuses is an OSError."""
        if not self.is_open:
            raise StoreAway("the store has been closed")
        if self.thread is None:
            self.thread = threading.Thread(target=self.serve, name=self.name, daemon=True)
            self.thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self.jobs.put((work, done, loop))
        return await done

    def serve(self) -> None:
        while (job := self.jobs.get()) is not None:
            work, done, loop = job
            result, error = None, None
            try:
                result = self.call(work)
            except BaseException as refused:
                error = refused
            with contextlib.suppress(RuntimeError):  # the loop has gone, and with it who waited
                loop.call_soon_threadsafe(settle, done, result, error)
            del job, work, done, result, error  # nothing is held on to while waiting for the next
        if self.base is not None:
            self.base.close()

    def call(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with readable_errors(self.path):
            if self.base is None:
                self.base = connect(self.path, self.read_only)
            return work(self.base)

    async def close(self) -> None:
        """What was asked for before is done first."""
        if self.is_open:
            self.is_open = False
            self.jobs.put(None)
            if self.thread is not None:
                await asyncio.to_thread(self.thread.join)


Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]", asyncio.AbstractEventLoop]


@contextlib.contextmanager
def readable_errors(path: Path) -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the upper bits tell more than anybody needs
        raise StoreAway(SYSTEM_ERRORS.get(code, errno.EIO), str(error), str(path)) from error


def connect(path: Path, read_only: bool = False) -> sqlite3.Connection:
    """A file for our eyes only: it tells the decks of matches in play."""
    if not read_only:
        path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    base = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    if not read_only:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    return base


@contextlib.contextmanager
def transaction(base: sqlite3.Connection) -> Generator[None]:
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
        base.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # a full disk has rolled it back already
            base.execute("ROLLBACK")
        raise


def write_all(base: sqlite3.Connection, changes: Sequence[Change]) -> list[Change]:
    late: list[Change] = []
    if len(changes) <= MOST_AT_ONCE and are_plain(changes):
        with contextlib.suppress(sqlite3.IntegrityError):  # then one of them has moved on, and we look which
            return write_at_once(base, changes)  # pyright: ignore[reportArgumentType]
    with transaction(base):
        for change in changes:
            if not isinstance(change, Lines):
                WRITERS[type(change)](base, change)
            elif not write_lines(base, change):
                late.append(change)
    return late


def write_at_once(base: sqlite3.Connection, changes: Sequence[Lines]) -> list[Change]:
    """One statement, which is a transaction by itself: after every statement the thread has to wait for the event loop
    to let it go on."""
    rows = 1 << (len(changes) - 1).bit_length()  # few lengths, so that few statements have to be kept prepared
    base.execute(insert_rows(rows), row_values(changes) + [0] * (COLUMNS * (rows - len(changes))))
    return []


@cache
def insert_rows(rows: int) -> str:
    """Those without a sequence are there to fill up: of a NULL, or a bool, the module would ask what it is to be."""
    places = ", ".join(["(?, ?, ?, ?, ?)"] * rows)
    return f"INSERT INTO line SELECT * FROM (VALUES {places}) WHERE column2 > 0"


def write_lines(base: sqlite3.Connection, lines: Lines) -> bool:
    """False if the match has moved on."""
    if lines.unsure:
        newest = "SELECT sequence, writer FROM line WHERE id = ? ORDER BY sequence DESC LIMIT 1"
        found: tuple[int, str] = base.execute(newest, (lines.id,)).fetchone() or (0, "")
        if not lines.find_last(*found):
            return False
    try:
        base.execute("INSERT INTO line VALUES (?, ?, ?, ?, ?)", row_values([lines]))
    except sqlite3.IntegrityError:
        return False
    if lines.kept != APPENDED:
        older = lines.id, lines.kept, lines.sequence
        base.execute("DELETE FROM line WHERE id = ? AND sequence > ? AND sequence < ? AND begins = 0", older)
        base.execute("UPDATE line SET text = '' WHERE id = ? AND sequence > ? AND sequence < ?", older)
    return True


def write_documents(base: sqlite3.Connection, new: Documents) -> None:
    new.is_stale = bool(new.seen) and not still_there(new.seen, [text_of(base, each) for each in new.seen])
    if new.is_stale:
        return
    how = "IGNORE" if new.unless_there else "REPLACE"
    rows = [(each.kind, each.id, each.owner, each.state, each.value) for each in new.documents]
    written = base.executemany(f"INSERT OR {how} INTO document VALUES (?, ?, ?, ?, ?)", rows)
    new.added = written.rowcount == len(rows)


def text_of(base: sqlite3.Connection, document: Document) -> str | None:
    query = "SELECT value FROM document WHERE kind = ? AND id = ?"
    found = base.execute(query, (document.kind, document.id)).fetchone()
    return found[0] if found else None


def delete_document(base: sqlite3.Connection, old: Deleted) -> None:
    base.execute("DELETE FROM document WHERE kind = ? AND id = ?", (old.kind, old.id))


def write_finished(base: sqlite3.Connection, finished: Finished) -> None:
    base.execute("INSERT OR IGNORE INTO finished VALUES (?)", (finished.id,))


WRITERS: dict[type[Change], Callable[[sqlite3.Connection, Any], None]] = {
    Documents: write_documents,
    Deleted: delete_document,
    Finished: write_finished,
}


def version_of(base: sqlite3.Connection) -> int:
    """0 if there is nothing yet."""
    found = base.execute("SELECT count(*) FROM sqlite_master WHERE name = 'schema_version'").fetchone()[0]
    return base.execute("SELECT max(version) FROM schema_version").fetchone()[0] or 0 if found else 0


def bring_up(base: sqlite3.Connection) -> None:
    """Do the migrations this database has not been through."""
    with transaction(base):
        base.execute(VERSION_TABLE)
        for version, statements in steps_from(version_of(base)):
            for statement in statements:
                base.execute(statement)
            base.execute("INSERT INTO schema_version VALUES (?)", (version,))


def copy_to(base: sqlite3.Connection, path: Path) -> None:
    """All of it into a new file, complete by itself."""
    with new_file(path) as unfinished, contextlib.closing(connect(unfinished)) as copy:
        base.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


@contextlib.contextmanager
def new_file(path: Path) -> Generator[Path]:
    """A file to be filled, which has its name when it is complete."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
        move(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
