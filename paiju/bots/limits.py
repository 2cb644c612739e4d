"""What a program from outside may use: limits of time, memory, processes and files, no network, an environment and a
temporary directory of its own. keeper.py puts them into force. What it may read and write is the user's affair.

What the system does not allow is told in `Sandbox.missing`; with `strict` such a system runs no program at all.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import weakref
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from paiju.bots import UnknownBot
from paiju.core.cards import brief
from paiju.play import BotFailure

KEEPER = Path(__file__).with_name("keeper.py")
PATIENCE = 20.0  # seconds for the keeper itself, which answers in milliseconds on a machine that is not too busy
KEPT = ("PATH", "LANG", "LC_ALL")  # of the environment; the rest is nobody's business


@dataclass(frozen=True)
class Limits:
    """What a program may use."""

    time_ms: int = 1000  # a decision, by the clock on the wall
    start_ms: int = 10_000  # getting ready: to start, and before each deal
    memory_mb: int = 1024  # of each process
    processes: int = 64  # and threads
    cpu_s: int = 0  # processor seconds of each process, 0: any
    files: int = 256  # open at a time
    file_mb: int = 64  # the largest file it may write
    user: str = ""  # if we are root: become this user first
    isolate: bool = True  # no network, nothing left behind: Linux namespaces
    strict: bool = False  # rather run nothing than with a protection missing

    @classmethod
    def read(cls, **values: Any) -> Limits:
        """Limits by name, or UnknownBot with those there are."""
        known = {field.name: field for field in fields(cls)}
        for name, value in values.items():
            if name not in known:
                raise UnknownBot(f"there is no limit '{brief(name)}'; there are {', '.join(known)}")
            if type(value) is not type(known[name].default) or (isinstance(value, int) and value < 0):
                raise UnknownBot(f"the limit {name} cannot be {brief(repr(value))}")
        return cls(**values)


@dataclass(frozen=True)
class ProgramEnd:
    """How a program ended: its exit status (minus the signal that killed it), and its peak memory in kilobytes."""

    status: int
    peak: int
    ours: bool = False  # it was running until we ended it

    def __str__(self) -> str:
        if self.status >= 0:
            return f"it ended with status {self.status}"
        if self.ours:
            return "it closed its output"
        try:
            name = signal.Signals(-self.status).name
        except ValueError:
            name = f"signal {-self.status}"
        return f"it was ended by {name}"


class Sandbox:
    """Where a program runs: a keeper, a temporary directory, limits. One program at a time, any number one by one."""

    def __init__(self, limits: Limits):
        if os.name != "posix":
            raise UnknownBot("programs as bots need Linux, macOS or another POSIX system")
        if limits.user and os.getuid() != 0:
            raise UnknownBot(f"only root can run a program as user {limits.user}")
        self.home = tempfile.mkdtemp(prefix="paiju-bot-")
        if limits.user:
            try:
                shutil.chown(self.home, limits.user)
            except (LookupError, OSError) as error:
                os.rmdir(self.home)
                raise UnknownBot(f"a program cannot be run as user '{brief(limits.user)}': {error}") from error
        self.environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environment |= {"HOME": self.home, "TMPDIR": self.home}
        self.channel, theirs = socket.socketpair()
        self.channel.settimeout(PATIENCE)
        settings = json.dumps(asdict(limits) | {"home": self.home})
        with theirs:
            self.keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), str(theirs.fileno()), settings],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self.buffer = b""
        self.close = weakref.finalize(self, dismantle, self.keeper, self.channel, self.home, os.getpid())
        try:
            self.missing: list[str] = self.hear()["missing"]
        except (OSError, ValueError, KeyError) as error:
            self.close()
            raise BotFailure("crash", f"its keeper does not start: {error}") from error
        if self.missing and limits.strict:
            self.close()
            raise UnknownBot(f"no program is run here, as the limits are strict: {'; '.join(self.missing)}")

    def run(self, command: list[str]) -> tuple[int, int, int]:
        """Start a program: our ends of its standard input, output and error. BotFailure if it does not start."""
        (their_in, to_it), (from_it, their_out), (log, their_log) = os.pipe(), os.pipe(), os.pipe()
        request = json.dumps({"run": command, "env": self.environment}).encode() + b"\n"
        theirs = [their_in, their_out, their_log]
        ours = (to_it, from_it, log)
        try:
            sent = socket.send_fds(self.channel, [request], theirs)
            self.channel.sendall(request[sent:])
            error = self.hear()["error"]
        except BaseException as broken:
            close_all(ours)
            if isinstance(broken, (OSError, ValueError, KeyError)):
                raise BotFailure("crash", f"its keeper is gone ({broken})") from broken
            raise  # Ctrl-C, or a worker that is not needed any more: no failure of the bot
        finally:
            close_all(theirs)
        if error:
            close_all(ours)
            raise BotFailure("crash", f"{command[0]} cannot be started: {error}")
        return ours

    def end(self) -> ProgramEnd:
        """End the program with all it started, or learn how it ended by itself."""
        try:
            self.channel.sendall(b'{"end": true}\n')
            said = self.hear()
            return ProgramEnd(said["exit"], said["peak"], said["ours"])
        except (OSError, KeyError, ValueError):
            self.close()  # the end of the keeper is the end of everything in its namespace
            return ProgramEnd(-signal.SIGKILL, 0, True)

    def hear(self) -> dict[str, Any]:
        while b"\n" not in self.buffer:
            data = self.channel.recv(1 << 16)
            if not data:
                raise OSError("it ended")
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line)


def dismantle(keeper: subprocess.Popen[bytes], channel: socket.socket, home: str, owner: int) -> None:
    """End the keeper, and with it the program; remove the temporary directory. For the process that made them only."""
    channel.close()
    if os.getpid() != owner:
        return
    try:
        keeper.wait(PATIENCE)  # it ends by itself when it finds the channel closed
    except subprocess.TimeoutExpired:
        keeper.kill()
        keeper.wait()
    shutil.rmtree(home, ignore_errors=True)


def close_all(descriptors: Any) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def find_program(words: list[str]) -> list[str]:
    """The words of a command, the program found: in PATH, or from here if it is written with a slash."""
    if not words:
        raise UnknownBot("which program? write process:./mybot, or process:python3 mybot.py")
    program = words[0]
    path = program if "/" in program else shutil.which(program)
    if path is None:
        here = f"; the one here is ./{program}" if os.path.isfile(program) else ""
        raise UnknownBot(f"there is no program '{brief(program, 80)}' in PATH{here}")
    if not os.path.isfile(path):
        raise UnknownBot(f"there is no program '{brief(path, 80)}'")
    if not os.access(path, os.X_OK):
        raise UnknownBot(
            f"'{brief(path, 80)}' is not executable: chmod +x, or name what runs it, as in python3 mybot.py"
        )
    return [os.path.abspath(path), *words[1:]]
