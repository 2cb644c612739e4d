"""A pseudo-terminal with the paiju command in it: a window that types, reads and can be closed."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

import pytest

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from paiju.cli import main
main()
"""
# As make does: it leads the session, so it alone hears that the window is closed, and it goes on waiting for paiju.
START_UNDER_PARENT = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
wait = 'trap : HUP; "$@"; exit $?'
os.execv("/bin/sh", ["sh", "-c", wait, "sh", sys.executable, "-m", "paiju.cli", *sys.argv[1:]])
"""


class Terminal:
    """A window with `paiju WORDS` in it; with `under_parent` a program that stays when the window goes started it, and
    `before` comes before its command, as what leads to another computer."""

    def __init__(
        self,
        home,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        under_parent: bool = False,
        before: Sequence[str] = (),
        **environment: str,
    ):
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (size[1], size[0]))
        env = os.environ | {
            "TERM": "xterm-256color",
            "XDG_DATA_HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "LANG": "C.UTF-8",
            **environment,
        }
        command = [*before, sys.executable, "-c", START_UNDER_PARENT if under_parent else START, *arguments]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
        )
        os.close(slave)
        self.seen, self.decoder = "", codecs.getincrementaldecoder("utf-8")("replace")

    def read(self, seconds: float = 0.05) -> None:
        with contextlib.suppress(OSError):
            if select.select([self.master], [], [], seconds)[0]:
                self.seen += self.decoder.decode(os.read(self.master, 1 << 16))

    def until(self, text: str, seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} never came: {self.seen[-3000:]!r}"
            self.read()

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def ended(self, seconds: float = 20) -> int:
        """The exit code; what is still written is read, or the program could not end."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, "the program does not end"
            self.read() if self.master >= 0 else time.sleep(0.05)
        if self.master >= 0:
            for _ in range(5):
                self.read(0.02)
        return self.process.returncode

    def kill(self) -> None:
        """End it, with everything it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.close()

    def close(self) -> None:
        """The window is closed."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1
