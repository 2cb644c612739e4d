"""Work beside the event loop, in a bounded number of threads: bots that think, hints, looking closer at a question.

A thread whose work nobody waits for any more is given up: another takes its place, so a bot that hangs costs a thread
and nothing else. All are daemons, for what never returns must not keep anybody from leaving.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

MOST_THREADS = 4 + 2 * (os.cpu_count() or 1)

T = TypeVar("T")


@dataclass(eq=False)
class Job:
    """Something to do, and where it stands; guarded by the pool's lock."""

    work: Callable[[], Any]
    begun: bool = False
    ended: bool = False
    given_up: bool = False
    future: asyncio.Future[Any] = field(default=None)  # type: ignore[assignment]


class Overdue(TimeoutError):  # noqa: N818
    """Work that took too long; its thread has been given up, and may or may not come to an end (`job.ended`)."""

    def __init__(self, job: Job):
        super().__init__()
        self.job = job


class ThreadPool:
    """At most so many threads with work somebody waits for."""

    def __init__(self, most: int = MOST_THREADS):
        self.most = most
        self.waiting: deque[Job] = deque()
        self.busy = self.idle = self.lost = 0  # threads at work, without work, and given up
        self.stir = threading.Condition()

    def submit(self, work: Callable[[], Any]) -> Job:
        """Begin it as soon as there is a thread. Cancelling its future gives it up."""
        job = Job(work)
        job.future = asyncio.get_running_loop().create_future()
        job.future.add_done_callback(lambda future: self.give_up(job) if future.cancelled() else None)
        with self.stir:
            self.waiting.append(job)
            self.staff()
        return job

    def staff(self) -> None:
        """Have somebody for the work that waits."""
        if self.idle < len(self.waiting) and self.idle + self.busy < self.most:
            self.idle += 1
            threading.Thread(target=self.serve, daemon=True, name="paiju").start()
        self.stir.notify()

    def give_up(self, job: Job) -> None:
        with self.stir:
            if job.given_up or job.ended:
                return
            job.given_up = True
            if not job.begun:
                self.waiting.remove(job)
                return
            self.busy -= 1
            self.lost += 1
            if self.waiting:
                self.staff()

    def serve(self) -> None:
        """A thread: one job after another, until it is given up."""
        while True:
            with self.stir:
                while not self.waiting:
                    self.stir.wait()
                job = self.waiting.popleft()
                job.begun = True
                self.idle -= 1
                self.busy += 1
            result, failed = None, None
            try:
                result = job.work()
            except BaseException as error:
                failed = error
            with self.stir:
                job.ended = True
                if job.given_up:
                    self.lost -= 1
                    return
                self.busy -= 1
                self.idle += 1
            with contextlib.suppress(RuntimeError):  # the loop may have gone meanwhile
                job.future.get_loop().call_soon_threadsafe(settle, job.future, result, failed)


def settle(future: asyncio.Future[Any], result: Any = None, error: BaseException | None = None) -> None:
    """Tell how something ended, unless nobody waits for it any more."""
    if not future.done():
        future.set_exception(error) if error else future.set_result(result)


POOL = ThreadPool()


def in_thread(function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
    """Run something slow beside the event loop."""
    return POOL.submit(lambda: function(*arguments)).future


async def within(seconds: float, function: Callable[..., T], *arguments: Any, pool: ThreadPool = POOL) -> T:
    """The same, for at most so long; raises Overdue then. Waiting for a free thread does not count."""
    job = pool.submit(lambda: function(*arguments))
    try:
        while True:
            begun = job.begun
            done, _ = await asyncio.wait([job.future], timeout=seconds)
            if done:
                return job.future.result()
            if begun:
                raise Overdue(job)
    finally:
        job.future.cancel()  # no matter if it is done
