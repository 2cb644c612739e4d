"""Running a tournament: chunks of decks go to processes of this machine (or a cluster) and come back played.

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

from paiju.arena.statistics import Sprt, SprtRun, SprtStatus
from paiju.arena.store import Store
from paiju.arena.tournament import Excluded, Plan, PlayedChunk, Tournament

CHUNK_SECONDS = 0.25  # so much play a chunk: short enough for a lively progress bar, long enough to cost nothing
MOST_DECKS = 50_000  # a chunk; native bots play that many in a second or so
GRACE = 2.0  # seconds beyond its time limit after which a bot that cannot be interrupted loses its process


class ArenaError(RuntimeError):
    """The tournament cannot go on, and why. What was played is kept."""


Progress = Callable[[Store, SprtStatus | None], None]
Runner = Callable[[Plan, "DeckQueue", float], Iterator[PlayedChunk]]


class DeckQueue:
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


def run(store: Store, sprt: Sprt | None, play: Runner, progress: Progress | None = None) -> SprtStatus | None:
    """Play what is missing; with a sequential test until it is decided. Returns its status."""
    tournament = store.tournament
    sprt_run = SprtRun(sprt, len(tournament.schedule.places(0, 1))) if sprt else None
    status = sprt_status(sprt_run, store)
    decks = DeckQueue(store.missing())
    if not (status and status.decision):
        for played in play(tournament.plan, decks, tournament.plan.timeout):
            store.keep(played)
            status = sprt_status(sprt_run, store)
            if progress:
                progress(store, status)
            if status and status.decision:
                decks.stopped = True
                break
    return status


def sprt_status(sprt_run: SprtRun | None, store: Store) -> SprtStatus | None:
    return sprt_run.on(store.totals.leads or {}) if sprt_run else None


def here(workers: int) -> Runner:
    """Play on so many processes of this machine."""

    def play(plan: Plan, decks: DeckQueue, timeout: float) -> Iterator[PlayedChunk]:
        pool = WorkerPool(plan, decks, workers, timeout)
        try:
            yield from pool.chunks()
        finally:
            pool.dismiss()

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
        self.excluded: Excluded = {}
        self.seen: tuple[int, ...] = ()
        self.since = 0.0

    def give(self, chunk: list[int], excluded: Excluded) -> None:
        self.chunk, self.excluded = chunk, excluded
        self.pipe.send((chunk, excluded))

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


class WorkerPool:
    """The processes of this machine."""

    def __init__(self, plan: Plan, decks: DeckQueue, workers: int, timeout: float):
        self.plan, self.decks, self.size, self.timeout = plan, decks, workers, timeout
        self.again: deque[tuple[list[int], Excluded]] = deque()  # chunks whose worker died
        self.deaths: dict[Any, int] = {}
        self.workers: list[Worker] = []

    def chunks(self) -> Iterator[PlayedChunk]:
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
                played, seconds = said
                self.decks.played(len(worker.chunk), seconds)
                worker.chunk = []
                yield played
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

    def task(self) -> tuple[list[int], Excluded] | None:
        if self.again:
            return self.again.popleft()
        chunk = self.decks.chunk()
        return (chunk, {}) if chunk else None

    def bury(self, worker: Worker, reason: str, detail: str) -> None:
        """A worker is gone. Its chunk is played again; who took it along twice is not asked again in that deal."""
        where = worker.asked()
        cause = where or ("chunk", worker.chunk[0] if worker.chunk else -1)
        self.deaths[cause] = self.deaths.get(cause, 0) + 1
        excluded = dict(worker.excluded)
        if self.deaths[cause] >= 2:
            if where is None:
                raise ArenaError(
                    f"a process ended twice while it played decks {worker.chunk[0]} to {worker.chunk[-1]}, and no bot "
                    f"was being asked (exit code {worker.process.exitcode}); is there too little memory?"
                )
            excluded[where] = (reason, detail)
        self.again.append((worker.chunk, excluded))
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
    signal.signal(signal.SIGTERM, stop_worker)

    def mark(deck: int, deal: int, seat: int) -> None:
        marks[0], marks[1], marks[2] = deck, deal, seat
        marks[3] += 1

    try:
        tournament = Tournament(plan)
        try:
            while True:
                chunk, excluded = pipe.recv()
                began = time.perf_counter()
                played = tournament.play(chunk, excluded, mark)
                pipe.send((played, time.perf_counter() - began))
        finally:
            tournament.close()
    except (EOFError, OSError, WorkerStopped):
        return
    except Exception as error:
        pipe.send(f"{type(error).__name__}: {error}")


class WorkerStopped(BaseException):
    """The worker is not needed any more. No ordinary exception: a bot's own `except` shall not swallow it."""


def stop_worker(*_: Any) -> None:
    raise WorkerStopped


def cores() -> int:
    """The cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
