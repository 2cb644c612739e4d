"""FileStore: a match in a file of its own, written by a thread so that the event loop never waits for a disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from paiju.core.words import Message, Said, mark
from paiju.record import Record
from paiju.saves import (
    PRIVATE_FOLDER,
    NotSaved,
    copy_of,
    folder,
    is_ours,
    load,
    lock,
    make_private,
    move,
    write_private,
)
from paiju.store.match_store import begin_beside
from paiju.threads import in_thread

LEFT_OUT = mark("the end of the saved match could not be read ({reason}) and is left out; as it was it lies in {copy}")


class FileStore:
    """The file of a match in play, and the lock that keeps a second program from going on with it."""

    def __init__(self, path: Path):
        """For a new match; raises NotSaved if another program has it. Nothing is written before there is something."""
        self.path = path
        self.lock_path = path.with_suffix(".lock")
        self.file: int | None = None
        self.lock: int | None = None
        self.is_open = True
        self.notice: Message | None = None  # what whoever goes on with the match should know
        self.busy = threading.Lock()  # a close from the event loop waits for the write that is under way
        self.writer = ThreadPoolExecutor(1, "paiju-disk")
        with contextlib.suppress(OSError):  # told when something is to be written
            self.take_lock()

    @classmethod
    def resume(cls, path: Path) -> tuple[FileStore, Record]:
        """A match to go on with, locked before it is read: what is read is all there will be."""
        os.stat(path)  # no lock beside a file that is not there
        file = cls(path)
        try:
            record = load(path)
            if record.left_out is not None:
                file.notice = Message(LEFT_OUT, reason=Said(record.left_out), copy=Said(copy_of(path)))
            return file, record
        except BaseException:
            file.close()
            raise

    def take_lock(self) -> None:
        if self.lock is None:
            self.path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            if is_ours(self.path):
                make_private(self.path.parent, PRIVATE_FOLDER)
            self.lock = lock(self.lock_path)

    @property
    def place(self) -> str:
        return str(self.path)

    async def append(self, lines: Sequence[str]) -> None:
        await self.on_disk(self.write, "".join(f"{line}\n" for line in lines).encode())

    def begin_append(self, text: str, then: Callable[[OSError | None], None]) -> None:
        begin_beside(self.on_disk(self.write, text.encode()), then)

    async def rewrite(self, text: str) -> None:
        await self.on_disk(self.replace, text)

    def keep(self) -> bool:
        return False

    async def lines(self) -> list[str]:
        return await in_thread(lambda: self.path.read_text(encoding="utf-8").splitlines())

    async def finish(self) -> None:
        """Put it with the finished ones."""
        await self.on_disk(self.put_away)

    async def on_disk(self, work: Callable[..., None], *arguments: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self.writer, self.guarded, work, *arguments)

    # ---- in the thread ----

    def guarded(self, work: Callable[..., None], *arguments: Any) -> None:
        with self.busy:
            if not self.is_open:
                raise OSError("the match has been closed")
            try:
                work(*arguments)
            except NotSaved as error:  # another program came first, while we could not write
                raise OSError(str(error)) from error

    def write(self, data: bytes) -> None:
        if self.file is None:
            raise OSError("the file is not open")
        if os.write(self.file, data) < len(data):
            raise OSError("the disk took only part of a line")
        os.fsync(self.file)

    def replace(self, text: str) -> None:
        self.close_file()
        self.take_lock()
        write_private(self.path, text)
        self.file = os.open(self.path, os.O_WRONLY | os.O_APPEND)

    def put_away(self) -> None:
        self.close_file()
        if is_ours(self.path):
            home = folder() / "finished"
            home.mkdir(exist_ok=True)
            move(self.path, home / self.path.name)
            self.path = home / self.path.name

    # ---- the end ----

    def close_file(self) -> None:
        if self.file is not None:
            os.close(self.file)
            self.file = None

    def close(self) -> None:
        with self.busy:
            self.is_open = False
            self.close_file()
            if self.lock is not None:
                self.lock_path.unlink(missing_ok=True)
                os.close(self.lock)
                self.lock = None
        self.writer.shutdown(wait=False)
