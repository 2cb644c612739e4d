"""How quick the full-screen program feels: a real process in a pseudo-terminal, timed from outside.

    python benchmarks/screen.py            # a table for docs/benchmarks.md

Start: from launching `paiju play` to the first screen. Keys: from writing an arrow key to the first byte that comes
back, while three bots think hard in the background (Hearts, passing: everybody chooses at once). For comparison a
Python that does nothing, and `paiju --version`.
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

SIZE = (24, 80)
ROUNDS = 9
KEYS = 60
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"
THINKING = "search:ms=20000"  # longer than all the keys take


class Screen:
    """A program in a pseudo-terminal."""

    def __init__(self, *arguments: str):
        import fcntl
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        self.home = tempfile.TemporaryDirectory()
        env = os.environ | {
            "TERM": "xterm-256color",
            "XDG_DATA_HOME": self.home.name,
            "XDG_CONFIG_HOME": self.home.name,
            "LANG": "C.UTF-8",
        }
        self.began = time.perf_counter()
        self.process = subprocess.Popen(arguments, stdin=slave, stdout=slave, stderr=slave, env=env, close_fds=True)
        os.close(slave)
        self.seen = b""

    def read(self, seconds: float) -> bytes:
        """What comes within the time; empty if nothing does."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        try:
            data = os.read(self.master, 1 << 16) if ready else b""
        except OSError:  # the program has gone
            data = b""
        self.seen += data
        return data

    def until(self, text: str, seconds: float = 30) -> float:
        """Seconds from the launch until a text is on the screen."""
        end = time.perf_counter() + seconds
        while text.encode() not in self.seen:
            if time.perf_counter() > end:
                raise SystemExit(f"{text!r} did not appear; the screen: {self.seen[-2000:]!r}")
            self.read(0.5)
        return time.perf_counter() - self.began

    def quiet(self, seconds: float = 0.3) -> None:
        while self.read(seconds):
            pass

    def key(self, key: bytes) -> float:
        """Seconds from a key to the first answer."""
        began = time.perf_counter()
        os.write(self.master, key)
        if not self.read(5):
            raise SystemExit("a key was not answered")
        return time.perf_counter() - began

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        self.home.cleanup()


@contextmanager
def screen(*arguments: str) -> Iterator[Screen]:
    program = Screen(*arguments)
    try:
        yield program
    finally:
        program.close()


def start(text: str, *arguments: str) -> float:
    with screen(*arguments) as program:
        return program.until(text)


def keys() -> list[float]:
    with screen(sys.executable, "-m", "paiju.cli", "play", "hearts", "--seed", "1", "--bot", THINKING) as program:
        program.until("♣")
        program.quiet()
        times = []
        for i in range(KEYS):
            times.append(program.key(RIGHT if i % 12 < 6 else LEFT))
            time.sleep(0.03)
            while program.read(0.02):
                pass
        return times


def spread(values: list[float]) -> str:
    ordered = sorted(1000 * value for value in values)
    return f"{statistics.median(ordered):.0f} ms ({ordered[0]:.0f} to {ordered[-1]:.0f})"


def main() -> None:
    python = sys.executable
    contestants = {
        "Python that does nothing": ("ready", python, "-c", "print('ready')"),
        "paiju --version": ("paiju", python, "-m", "paiju.cli", "--version"),
        "paiju play: the menu": ("Hearts", python, "-m", "paiju.cli", "play"),
        "paiju play hearts: the table with the hand": ("♣", python, "-m", "paiju.cli", "play", "hearts", "--seed", "1"),
    }
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):  # in turn, so that whatever else the machine does hits all
        for name, command in contestants.items():
            times[name].append(start(*command))
    print("| what | median (least to most) |\n| --- | ---: |")
    for name, values in times.items():
        print(f"| {name} | {spread(values)} |")
    pressed = sorted(keys())
    late = pressed[int(0.95 * len(pressed))]
    print(f"| a key while three bots think | {spread(pressed)}, 95 % within {1000 * late:.0f} ms |")


if __name__ == "__main__":
    main()
