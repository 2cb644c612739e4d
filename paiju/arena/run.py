"""Running a tournament: chunks of decks go to processes of this machine (or a cluster), pieces come back and are kept.

A worker that dies costs its chunk, which is played again. If it dies a second time while the same bot is asked, that
bot crashed it: in that deal the bot is not asked any more, and the failure is a result like any other.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from multiprocessing.connection import wait
from typing import Any

from paiju.arena.store import Store
from paiju.arena.table import Doom, Piece, Plan, Room
from paiju.arena.tally import Sprt, Verdict, Walk

CHUNK_SECONDS = 0.25  # so much play a chunk: short enough for a lively progress bar, long enough to cost nothing
MOST_DECKS = 50_000  # a chunk; native bots play that many in a second or so
GRACE = 2.0  # seconds beyond its time limit after which a bot that cannot be interrupted loses its process


class ArenaError(RuntimeError):
    """The tournament cannot go on, and why. What was played is kept."""


Progress = Callable[[Store, Verdict | None], None]
Player = Callable[[Plan, "Decks", float], Iterator[Piece]]


class Decks:
    """The decks still to play, handed out in chunks that grow to a good size. Results do not depend on the sizes."""

    def __init__(self, numbers: Iterator[int], seconds: float = CHUNK_SECONDS):
        self.numbers = numbers
        self.seconds = seconds
        self.pace = 0.0  # decks a second
        self.stopped = False

    def chunk(self) -> list[int]:
        size = max(1, min(MOST_DECKS, int(self.pace * self.seconds)))
        return [] if self.stopped else list(islice(self.numbers, size))

    def played(self, decks: int, seconds: float) -> None:
        self.pace = decks / max(seconds, 1e-4)


def run(store: Store, sprt: Sprt | None, play: Player, progress: Progress | None = None) -> Verdict | None:
    """Play what is missing; with a sequential test until it is decided. Returns its verdict."""
    room = store.room
    walk = Walk(sprt, len(room.schedule.places(0, 1))) if sprt else None
    verdict = look(walk, store)
    decks = Decks(store.missing())
    if not (verdict and verdict.decision):
        for piece in play(room.plan, decks, room.plan.timeout):
            store.keep(piece)
            verdict = look(walk, store)
            if progress:
                progress(store, verdict)
            if verdict and verdict.decision:
                decks.stopped = True
                break
    return verdict


def look(walk: Walk | None, store: Store) -> Verdict | None:
    return walk.on(store.tally.leads or {}) if walk else None


def here(workers: int) -> Player:
    """Play on so many processes of this machine."""

    def play(plan: Plan, decks: Decks, timeout: float) -> Iterator[Piece]:
        crew = Crew(plan, decks, workers, timeout)
        try:
            yield from crew.pieces()
        finally:
            crew.dismiss()

    return play


class Worker:
    """One process and what it is doing."""

    def __init__(self, plan: Plan, core: int | None = None):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.marks = context.RawArray("q", 4)  # deck, deal, seat of the bot in somebody's file being asked; a count
        self.marks[0] = -1
        self.process = context.Process(target=work, args=(plan, theirs, self.marks, core), daemon=True)
        self.process.start()
        theirs.close()
        self.core = core
        self.chunk: list[int] = []
        self.doom: Doom = {}
        self.seen: tuple[int, ...] = ()
        self.since = 0.0

    def give(self, chunk: list[int], doom: Doom) -> None:
        self.chunk, self.doom = chunk, doom
        self.pipe.send((chunk, doom))

    def asked(self) -> tuple[int, int, int] | None:
        """Whose file is being asked right now: deck, deal, seat."""
        deck, deal, seat, _ = self.marks[:]
        return (deck, deal, seat) if deck >= 0 else None

    def stuck(self, timeout: float) -> bool:
        now, marks = time.monotonic(), tuple(self.marks[:])
        if marks != self.seen or marks[0] < 0:
            self.seen, self.since = marks, now
        return now - self.since > timeout + GRACE

    def end(self) -> None:
        """Let it put its bots away; a worker that does not is killed."""
        self.pipe.close()
        if self.chunk:
            self.process.terminate()
        self.process.join(GRACE)
        self.process.kill()
        self.process.join()


class Crew:
    """The processes of this machine."""

    def __init__(self, plan: Plan, decks: Decks, workers: int, timeout: float):
        self.plan, self.decks, self.size, self.timeout = plan, decks, workers, timeout
        self.again: deque[tuple[list[int], Doom]] = deque()  # chunks whose worker died
        self.deaths: dict[Any, int] = {}
        self.workers: list[Worker] = []

    def pieces(self) -> Iterator[Piece]:
        while True:
            self.hire()
            if not self.workers:
                return
            for pipe in wait([worker.pipe for worker in self.workers], timeout=0.5):
                worker = next(each for each in self.workers if each.pipe is pipe)
                try:
                    said = worker.pipe.recv()
                except (EOFError, OSError):
                    self.bury(worker, "crash", "it ended the process it ran in")
                    continue
                if isinstance(said, str):
                    raise ArenaError(said)
                piece, seconds = said
                self.decks.played(len(worker.chunk), seconds)
                worker.chunk = []
                yield piece
            for worker in list(self.workers):
                if worker.chunk and worker.stuck(self.timeout):
                    worker.process.kill()
                    self.deaths[worker.asked()] = 1  # no accident: once is enough
                    self.bury(worker, "timeout", f"no answer in {self.timeout:g} s, and it could not be interrupted")

    def hire(self) -> None:
        """Every worker has a chunk, and there are as many workers as chunks can be had."""
        for worker in list(self.workers):
            if not worker.chunk and (task := self.task()):
                try:
                    worker.give(*task)
                except OSError:  # it was killed while it had nothing to do
                    self.bury(worker, "crash", "it ended the process it ran in")
        self.workers, idle = [each for each in self.workers if each.chunk], [w for w in self.workers if not w.chunk]
        for worker in idle:
            worker.end()
        while len(self.workers) < self.size and (task := self.task()):
            self.workers.append(Worker(self.plan, self.free_core()))
            self.workers[-1].give(*task)

    def free_core(self) -> int | None:
        """A core for a worker and the programs it asks. They take turns, and waking a program on another core takes
        several times as long as its answer. (One that thinks on the others' time slows its own table.)"""
        if not self.plan.has_programs() or not hasattr(os, "sched_getaffinity"):
            return None
        free = os.sched_getaffinity(0) - {worker.core for worker in self.workers}
        return min(free) if free else None

    def task(self) -> tuple[list[int], Doom] | None:
        if self.again:
            return self.again.popleft()
        chunk = self.decks.chunk()
        return (chunk, {}) if chunk else None

    def bury(self, worker: Worker, reason: str, detail: str) -> None:
        """A worker is gone. Its chunk is played again; who took it along twice is not asked again in that deal."""
        where = worker.asked()
        cause = where or ("chunk", worker.chunk[0] if worker.chunk else -1)
        self.deaths[cause] = self.deaths.get(cause, 0) + 1
        doom = dict(worker.doom)
        if self.deaths[cause] >= 2:
            if where is None:
                raise ArenaError(
                    f"a process ended twice while it played decks {worker.chunk[0]} to {worker.chunk[-1]}, and no bot "
                    f"was being asked (exit code {worker.process.exitcode}); is there too little memory?"
                )
            doom[where] = (reason, detail)
        self.again.append((worker.chunk, doom))
        self.workers.remove(worker)
        worker.end()

    def dismiss(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()


def work(plan: Plan, pipe: Any, marks: Any, core: int | None) -> None:
    """What a worker process does, until nobody sends it chunks any more."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    signal.signal(signal.SIGTERM, dismissed)

    def mark(deck: int, deal: int, seat: int) -> None:
        marks[0], marks[1], marks[2] = deck, deal, seat
        marks[3] += 1

    try:
        room = Room(plan)
        try:
            while True:
                chunk, doom = pipe.recv()
                began = time.perf_counter()
                piece = room.play(chunk, doom, mark)
                pipe.send((piece, time.perf_counter() - began))
        finally:
            room.close()
    except (EOFError, OSError, Dismissed):
        return
    except Exception as error:
        pipe.send(f"{type(error).__name__}: {error}")


class Dismissed(BaseException):
    """The worker is not needed any more. No ordinary exception: a bot's own `except` shall not swallow it."""


def dismissed(*_: Any) -> None:
    raise Dismissed


def cores() -> int:
    """The cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
