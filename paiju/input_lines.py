"""Lines as they are typed, or come through a pipe: read beside the event loop, so that a table goes on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import TypeVarTuple

PROMPT = "> "
LONGEST_LINE = 4000  # bytes; a longer one is dropped, and known as its length
MOST_WAITING = 1000  # lines read ahead

Arguments = TypeVarTuple("Arguments")


class OverlongLine(str):
    """A line too long to be anything; its text is only how many bytes it had."""


class InputLines:
    """The lines of standard input. `ended` when no more will come, or nobody hears the answer any more; `bell` rings
    for every line and for the end.

    A thread of its own reads bytes, because files cannot be polled, and unbuffered, because a thread that waits inside
    Python's own buffer cannot be left behind when the program ends.
    """

    def __init__(self) -> None:
        self.waiting: deque[str] = deque()
        self.ended = False
        self.bell = asyncio.Event()
        self.deaf_until = 0.0  # by the clock of the loop
        self.room = threading.Semaphore(MOST_WAITING)
        self.loop = asyncio.get_running_loop()
        self.watch_output()
        threading.Thread(target=self.read, daemon=True).start()

    def take(self) -> str | None:
        """The next line, if there is one."""
        if not self.waiting:
            return None
        self.room.release()
        return self.waiting.popleft()

    async def line(self) -> str | None:
        """The next line, when it comes; None at the end."""
        while not self.waiting and not self.ended:
            self.bell.clear()
            await self.bell.wait()
        return self.take()

    def prompt(self) -> None:
        """Somebody is to type now."""
        print(PROMPT, end="", flush=True)

    def forget(self, seconds: float) -> None:
        """Drop what has been typed, and what still comes within some seconds: it was meant for something else."""
        while self.take() is not None:
            pass
        self.deaf_until = self.loop.time() + seconds

    # ---- in the thread ----

    def read(self) -> None:
        if sys.stdin is None:  # it was closed before we started; its number may be anything by now
            return self.call(self.end)
        encoding = sys.stdin.encoding or "utf-8"
        begun, length = b"", 0  # a line that has no end yet, and how many bytes it had so far
        while data := self.some_bytes():
            *ends, rest = data.split(b"\n")
            for end in ends:
                self.give(begun + end, length + len(end), encoding)
                begun, length = b"", 0
            begun, length = (begun + rest)[: LONGEST_LINE + 1], length + len(rest)
        if length:
            self.give(begun, length, encoding)
        self.call(self.end)

    def some_bytes(self) -> bytes:
        try:
            return os.read(sys.stdin.fileno(), 1 << 16)
        except OSError:  # a terminal that was closed
            return b""

    def give(self, data: bytes, length: int, encoding: str) -> None:
        self.room.acquire()
        line = OverlongLine(length) if length > LONGEST_LINE else data.decode(encoding, "replace").rstrip("\r")
        self.call(self.put, line)

    def call(self, function: Callable[[*Arguments], object], *arguments: *Arguments) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(function, *arguments)

    # ---- in the event loop ----

    def watch_output(self) -> None:
        """A pipe whose reader has gone can be "read", which is how that is known before something is written."""
        with contextlib.suppress(OSError, ValueError, AttributeError, NotImplementedError):
            output = sys.stdout.fileno()
            if stat.S_ISFIFO(os.fstat(output).st_mode):
                self.loop.add_reader(output, self.unheard, output)

    def unheard(self, output: int) -> None:
        self.loop.remove_reader(output)
        self.end()

    def put(self, line: str) -> None:
        if self.loop.time() < self.deaf_until:
            return self.room.release()
        self.waiting.append(line)
        self.bell.set()

    def end(self) -> None:
        self.ended = True
        self.bell.set()
