"""`process:COMMAND`: a bot that is a program of its own, in any language, speaking lines of text (docs/protocol.md).

The program is started once, before any clock runs, and lives under limits (limits.py). Whatever it does - die, fall
silent, babble, answer twice - is a BotFailure within its time, never a hang; it is then ended with all it started, and
started again for the next deal.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import sys
import time
from collections.abc import Sequence
from multiprocessing import parent_process
from typing import Any, NoReturn

from paiju.bots import UnknownBot
from paiju.bots.limits import Limits, ProgramEnd, Sandbox, close_all, find_program
from paiju.bots.lines import VERSION, begin_lines, go_lines, notes_line, read_action, see_line
from paiju.core.cards import brief
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import KINDS, Action, Event, Message
from paiju.play import Bot, BotFailure

GRACE = 0.05  # seconds after `stop` in which an answer still counts
CHUNK = 1 << 16  # what a pipe holds
LONGEST_LINE = 1 << 16
MOST_OUTPUT = 1 << 20  # bytes between a question and its answer
KEPT_LOG = 4000  # bytes of standard error
SETTINGS = re.compile(r"((?:,[A-Za-z][\w-]*=[^,'\"]*)*)$")  # behind a command: ,depth=3,style=bold
SHORT_OF_MEMORY = re.compile(rb"MemoryError|out of memory|bad_alloc|cannot allocate memory", re.I)


def read_command(text: str) -> tuple[list[str], dict[str, str]]:
    """The words of a command, and the settings behind it."""
    match = SETTINGS.search(text)
    settings = match[0] if match else ""
    try:
        words = shlex.split(text[: len(text) - len(settings)])
    except ValueError as error:
        raise UnknownBot(f"'{brief(text, 80)}' is not a command: {error}") from error
    return words, dict(word.split("=", 1) for word in settings.split(",")[1:])


class WireFailure(Exception):  # noqa: N818
    """Something went wrong on the wire; ProcessBot makes a BotFailure of it."""

    def __init__(self, reason: str, detail: str = ""):
        self.reason, self.detail = reason, detail


class Wire:
    """Both ends of a program's pipes, in lines, never waiting longer than told."""

    def __init__(self, to_it: int, from_it: int, log: int):
        self.to_it, self.from_it, self.log = to_it, from_it, log
        self.lines: list[bytes] = []  # complete lines not yet looked at, last first
        self.rest = b""  # the beginning of a line
        self.said = b""  # the last of its standard error
        self.heard = 0  # bytes since the last question
        for descriptor in (to_it, from_it, log):
            os.set_blocking(descriptor, False)
        self.poll = select.poll()
        self.poll.register(from_it, select.POLLIN)
        self.poll.register(log, select.POLLIN)

    def send(self, text: str, deadline: float) -> None:
        data = text.encode()
        while True:
            try:
                data = data[os.write(self.to_it, data) :]
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise WireFailure("timeout", "it does not read what it is told") from None
                select.select([], [self.to_it], [], left)
                continue
            except OSError:
                raise WireFailure("crash") from None
            if not data:
                return

    def line(self, deadline: float) -> str | None:
        """The next line, or None when the time is over."""
        while not self.lines:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            for descriptor, _ in self.poll.poll(left * 1000 + 1):
                if descriptor == self.log:
                    self.read_log()
                else:
                    self.read()
        line = self.lines.pop()
        try:
            return line.decode()
        except UnicodeDecodeError:
            raise WireFailure("protocol", f"it wrote bytes that are not UTF-8: {brief(repr(line), 40)}") from None

    def read(self) -> bool:
        """Take what is there; False if there is nothing."""
        try:
            data = os.read(self.from_it, CHUNK)
        except BlockingIOError:
            return False
        if not data:
            raise WireFailure("crash")
        self.heard += len(data)
        if self.heard > MOST_OUTPUT:
            raise WireFailure("protocol", f"it babbles: more than {MOST_OUTPUT:,} bytes for one answer")
        if self.rest:
            data = self.rest + data
        *lines, self.rest = data.split(b"\n")
        if len(self.rest) > LONGEST_LINE or any(len(line) > LONGEST_LINE for line in lines):
            raise WireFailure("protocol", f"it wrote a line of more than {LONGEST_LINE:,} bytes")
        self.lines = lines[::-1] + self.lines
        return True

    def read_log(self) -> None:
        try:
            data = os.read(self.log, CHUNK)
        except BlockingIOError:
            return
        self.said = (self.said + data)[-KEPT_LOG:]
        if not data:
            self.poll.unregister(self.log)

    def close(self) -> None:
        """Keep its last words, close the pipes."""
        for _ in range(KEPT_LOG):
            before = self.said
            try:
                self.read_log()
            except (OSError, KeyError):
                break
            if self.said == before:
                break
        close_all((self.to_it, self.from_it, self.log))


class ProcessBot(Bot):
    """One seat's program. It is started at once; a program that failed is started again by `begin`."""

    def __init__(self, game: Game, command: str, limits: Limits):
        words, self.settings = read_command(command)
        self.command = find_program(words)
        self.game = game
        self.limits = limits
        self.name = brief(command, 80)  # until it tells its own
        self.games: list[str] = []
        self.options: dict[str, str] = {}  # what it says can be set, and the defaults
        self.info = ""  # the last it told of its thoughts
        self.wire: Wire | None = None
        self.failure: BotFailure | None = None
        self.pending: list[str] = []  # events it has not been told yet
        self.open: tuple[Any, int] | None = None  # the setup and seat of the running deal
        self.phase = ""
        self.notes: tuple[Message, ...] = ()
        self.pings = 0
        self.sandbox = Sandbox(limits)
        for sentence in self.sandbox.missing:
            warn_once(sentence)

    # ---- the contract of Bot ----

    def begin(self, view: State) -> None:
        """Start the program if it is not running, tell it the deal, and wait until it is ready."""
        self.pending, self.open = [], None
        self.start()
        self.phase, self.notes = "", ()
        deadline = self.deadline(self.limits.start_ms)
        with_news = [*begin_lines(view), *self.news(view), "isready\n"]
        self.talk("\n".join(with_news), deadline, "readyok", "it is not ready for a deal")
        self.open = (view.setup, view.viewer)

    def see(self, seat: int, events: Sequence[Event]) -> None:
        """Events wait for the next question: a program that is not asked anything need not be woken."""
        self.pending += [see_line(event) for event in events]

    def __call__(self, view: State, rng: Random) -> Action:
        if self.failure:
            raise BotFailure(self.failure.reason, f"it failed before in this deal: {self.failure.detail}")
        if self.open is None or self.open[0] is not view.setup or self.open[1] != view.viewer:
            self.begin(view)  # asked out of the blue: for a hint, or in the middle of a deal
        wire = self.running()
        try:
            self.discard_early(wire)
            question = [*self.pending, *self.news(view), go_lines(view, self.limits.time_ms)]
            self.pending.clear()
            deadline = time.monotonic() + self.limits.time_ms / 1000
            wire.send("\n".join(question), deadline)
            return self.answer(wire, deadline)
        except WireFailure as failure:
            self.fail(failure)

    def finish(self, state: State) -> None:
        """The scores. It has nothing to answer, so a failure shows when the next deal begins."""
        self.open = None
        if self.wire:
            self.pending.append(f"over {' '.join(map(str, state.scores()))}\n")
            try:
                self.wire.send("\n".join(self.pending), self.deadline(self.limits.time_ms))
            except WireFailure as failure:
                self.end(failure)
        self.pending = []

    def close(self) -> None:
        if self.wire:
            try:
                deadline = self.deadline(100)
                self.wire.send("quit\n", deadline)
                while self.wire.line(deadline) is not None:
                    pass
            except WireFailure:
                pass  # it is gone already, which is what we want
            self.end(WireFailure("crash"))
        self.sandbox.close()

    # ---- what else can be done with it ----

    def stop(self) -> None:
        """Ask it to answer now. May be called from another thread while it thinks."""
        if self.wire:
            self.wire.send("stop\n", self.deadline(self.limits.time_ms))

    def ping(self) -> float:
        """Is it alive between questions? The seconds it took to say so; BotFailure if it does not within its time."""
        self.start()
        self.pings += 1
        begun = time.monotonic()
        self.talk(f"ping {self.pings}\n", self.deadline(self.limits.time_ms), f"pong {self.pings}", "no pong")
        return time.monotonic() - begun

    # ---- starting and ending ----

    def start(self) -> None:
        """Start the program, shake hands, set its options."""
        if self.wire:
            return
        self.failure = None
        if not self.sandbox.close.alive:
            self.sandbox = Sandbox(self.limits)  # it was lost with the program
        self.wire = Wire(*self.sandbox.run(self.command))
        deadline = self.deadline(self.limits.start_ms)
        self.talk(f"paiju {VERSION}\n", deadline, "ok", "it does not answer 'paiju 1' with its name and 'ok'")
        if self.games and self.game.name not in self.games:
            self.end(WireFailure("protocol"))
            raise UnknownBot(f"{self.name} plays {', '.join(self.games)}, not {self.game.name}")
        for name in self.settings:
            if name not in self.options:
                self.end(WireFailure("protocol"))
                has = ", ".join(f"{option}={default}" for option, default in self.options.items())
                raise UnknownBot(f"{self.name} has no option '{brief(name)}'; it has: {has or 'none'}")
        wishes = [f"setoption {name} {value}\n" for name, value in self.settings.items()]
        self.talk("".join(wishes) + "isready\n", deadline, "readyok", "it did not get ready")

    def running(self) -> Wire:
        if self.wire is None:
            raise BotFailure("crash", "it is not running")
        return self.wire

    def talk(self, text: str, deadline: float, wanted: str, complaint: str) -> None:
        """Say something and listen until the wanted line comes."""
        wire = self.running()
        try:
            wire.heard = 0
            wire.send(text, deadline)
            while (line := wire.line(deadline)) is not None:
                word = self.listen(line)
                if line.strip() == wanted or (wanted == "ok" and word == "ok"):
                    return
                if word in KINDS:
                    raise WireFailure("protocol", f"it answered without being asked: '{brief(line, 80)}'")
            raise WireFailure("timeout", complaint)
        except WireFailure as failure:
            self.fail(failure)

    def listen(self, line: str) -> str:
        """What a line tells of the program; its first word. Lines we do not know are nothing to us."""
        word, _, rest = line.strip().partition(" ")
        if word == "info":
            self.info = brief(rest, 1000)
        elif word == "id":
            what, _, value = rest.partition(" ")
            if what == "name" and value:
                self.name = brief(value, 80)
            elif what == "version" and value:
                self.version = brief(value, 40)
        elif word == "games":
            self.games = rest.split()
        elif word == "option":
            name, _, default = rest.partition(" ")
            self.options[name] = default.partition(" ")[0]
        elif word == "ok" and rest and rest != str(VERSION):
            raise WireFailure("protocol", f"it speaks version {brief(rest)} of the protocol, and this is {VERSION}")
        elif word == "error":
            raise WireFailure("protocol", f"it says: {brief(rest, 200)}")
        return word.lower()

    def discard_early(self, wire: Wire) -> None:
        """Before a question nothing can be an answer: information is taken in, an answer is a failure."""
        wire.heard = 0
        while wire.read():
            pass
        while wire.lines:
            line = wire.line(float("inf")) or ""
            if self.listen(line) in KINDS:
                raise WireFailure("protocol", f"it answered without being asked, or twice: '{brief(line, 80)}'")
        wire.heard = 0

    def news(self, view: State) -> list[str]:
        """The phase and the notes on the table, if they are not what they were."""
        lines = []
        phase, notes = view.phase, view.notes()
        if phase != self.phase:
            self.phase = phase
            lines.append(f"phase {phase}")
        if notes != self.notes:
            self.notes = notes
            lines.append(notes_line(notes))
        return lines

    def answer(self, wire: Wire, deadline: float) -> Action:
        """The first line that is an action."""
        ignored, stopped = "", False
        while True:
            line = wire.line(deadline)
            if line is None:
                if stopped:
                    odd = f"; it wrote '{brief(ignored, 80)}'" if ignored else ""
                    raise WireFailure("timeout", f"no answer within {self.limits.time_ms} ms{odd}")
                stopped = True
                deadline += GRACE
                wire.send("stop\n", deadline)
                continue
            word = line.split(" ", 1)[0].strip().lower()
            if word in KINDS:
                try:
                    return read_action(line)
                except ValueError as error:
                    raise WireFailure("protocol", f"'{brief(line, 80)}' is not an action: {error}") from error
            if self.listen(line) not in ("info", "pong"):
                ignored = line

    def fail(self, failure: WireFailure) -> NoReturn:
        self.end(failure)
        assert self.failure is not None
        raise self.failure from None

    def end(self, failure: WireFailure) -> None:
        """End the program with all it started, and keep what went wrong for the report."""
        wire, self.wire = self.wire, None
        ending = self.sandbox.end()
        if wire is None:
            return
        wire.close()
        reason, detail = failure.reason, failure.detail
        if reason == "crash":
            detail = str(ending)
            if self.was_short_of_memory(wire, ending):
                reason, detail = "memory", f"{ending}, out of memory (it may use {self.limits.memory_mb} MB)"
        last = wire.said.decode(errors="replace").strip().splitlines()[-3:]
        if last:
            detail += "; its last words: " + " / ".join(brief(line.strip(), 200) for line in last)
        self.failure = BotFailure(reason, f"{self.name}: {detail}")

    def was_short_of_memory(self, wire: Wire, ending: ProgramEnd) -> bool:
        return bool(SHORT_OF_MEMORY.search(wire.said)) or ending.peak > 0.9 * 1024 * self.limits.memory_mb

    def deadline(self, ms: int) -> float:
        return time.monotonic() + ms / 1000


def warn_once(sentence: str, told: set[str] = set()) -> None:  # noqa: B006 - what was told is remembered
    if sentence not in told and parent_process() is None:  # workers of a tournament leave it to whoever started them
        told.add(sentence)
        print(f"paiju: programs run with a protection missing: {sentence}", file=sys.stderr)


def make(game: Game, command: str, **limits: Any) -> ProcessBot:
    """The bot `process:COMMAND`; a program that does not start is no bot (UnknownBot says why)."""
    try:
        bot = ProcessBot(game, command, Limits.read(**limits))
        try:
            bot.start()
        except BaseException:
            bot.close()
            raise
    except BotFailure as failure:
        raise UnknownBot(f"process:{command} does not start: {failure}") from failure
    return bot
