"""A person at the keyboard of a real `paiju play`, through a pipe or a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

EXAMPLE = re.compile(r"(?:, for example|，例如|, bijvoorbeeld) (.*?)(?: \(\d+ .*\))?$")
ENDED = re.compile("won the match|The match is a draw")
SECONDS = 60  # more than any of this takes


def typed_example(line: str) -> str | None:
    """What to type at a line: the example of a question, Enter where that is wanted."""
    if match := EXAMPLE.search(line):
        return match[1]
    return "" if "Enter" in line or "回车" in line else None


class Sitting:
    """A process that is talked to line by line; `lines` is all it said."""

    def __init__(self, home: Path, *words: str, terminal: bool = False, **more: Any):
        settings = {"XDG_DATA_HOME": str(home), "USER": "Ann", "LC_ALL": "C.UTF-8", "TERM": "xterm"}
        environment = {**os.environ, **settings, **more.pop("env", {})}
        game = [f"--game={file}" for file in filter(None, [more.pop("game", "")])]  # a file with one more
        command = [sys.executable, "-m", "paiju.cli", *game, "play", *words]
        self.lines: list[str] = []
        self.rest = b""
        if terminal:
            mine, its = os.openpty()
            self.process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment, **more)
            os.close(its)
            self.reads = self.writes = mine
        else:
            pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
            self.process = subprocess.Popen(command, env=environment, **{**pipes, **more})
            assert self.process.stdout
            self.reads = self.process.stdout.fileno()
            self.writes = self.process.stdin.fileno() if self.process.stdin else -1

    def __enter__(self) -> Sitting:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream and not stream.closed:
                stream.close()
        if self.process.stdout is None:
            os.close(self.reads)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def line(self) -> str | None:
        """The next line; None when the process has closed its end. Fails loudly rather than hanging."""
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.reads], [], [], SECONDS)
            assert ready, f"nothing more was said after:\n{self.text}"
            try:
                data = os.read(self.reads, 1 << 16)
            except OSError:  # a pseudo-terminal whose process has ended
                data = b""
            if not data:
                return None
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\n")
        self.lines.append(line.decode(errors="replace").rstrip("\r").removeprefix("> "))
        return self.lines[-1]

    def until(self, words: str) -> str:
        """Read up to a line with these words."""
        while (line := self.line()) is not None:
            if words in line:
                return line
        raise AssertionError(f"'{words}' was never said:\n{self.text}")

    def is_silent(self, seconds: float = 0.4) -> bool:
        """Does no line come for so long? The sign of a prompt behind the last one may."""
        end = time.monotonic() + seconds
        while b"\n" not in self.rest and (left := end - time.monotonic()) > 0:
            if select.select([self.reads], [], [], left)[0]:
                self.rest += os.read(self.reads, 1 << 16)
        return b"\n" not in self.rest

    def type(self, text: str | bytes) -> None:
        data = text.encode() + b"\n" if isinstance(text, str) else text
        while data:
            data = data[os.write(self.writes, data) :]

    def play(self, answer: Callable[[str], str | None] = typed_example) -> Sitting:
        """Answer every line that wants an answer, to the end."""
        while (line := self.line()) is not None:
            if (text := answer(line)) is not None:
                self.type(text)
        return self

    def end_input(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()

    def listen(self) -> Sitting:
        """Hear all that is still said."""
        while self.line() is not None:
            pass
        return self

    def code(self) -> int:
        return self.process.wait(SECONDS)

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def echoes(self) -> bool:
        """Does the terminal itself show what is typed?"""
        return bool(termios.tcgetattr(self.reads)[3] & termios.ECHO)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        time.sleep(0.01)
