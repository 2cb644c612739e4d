"""Workshop: a process of low priority for work that takes long, or that might never end: looking at finished matches,
reading records that strangers send. One piece of work after the other; what takes longer than it may is ended."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from paiju.child_process import end_with_parent
from paiju.games import files, load

NICE = 15

T = TypeVar("T")


class Workshop:
    def __init__(self, most_waiting: int = 0, memory: int = 0):
        """`most_waiting` pieces of work may wait (0: any number); `memory` is how many bytes the process may use."""
        self.most_waiting, self.memory = most_waiting, memory
        self.pool: ProcessPoolExecutor | None = None
        self.turn = asyncio.Lock()
        self.waiting = 0

    @property
    def is_full(self) -> bool:
        return bool(self.most_waiting) and self.waiting >= self.most_waiting

    async def work(self, call: Callable[..., T], *arguments: Any, seconds: float | None = None) -> T:
        """Do this beside everything else. Raises TimeoutError where it took longer than it may, MemoryError where it
        needed more, BrokenProcessPool where the process ended: whatever is asked next gets another."""
        self.waiting += 1
        try:
            async with self.turn:
                if self.pool is None:
                    spawn = multiprocessing.get_context("spawn")
                    self.pool = ProcessPoolExecutor(
                        1, mp_context=spawn, initializer=settle_in, initargs=(files(), self.memory)
                    )
                future = asyncio.get_running_loop().run_in_executor(self.pool, call, *arguments)
                try:
                    return await asyncio.wait_for(future, seconds)
                except (TimeoutError, MemoryError, BrokenProcessPool):
                    self.close()
                    raise
        finally:
            self.waiting -= 1

    def close(self) -> None:
        if self.pool is not None:
            pool, self.pool = self.pool, None
            workers: Sequence[Any] = [*(getattr(pool, "_processes", None) or {}).values()]
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:  # what it was thinking about is begun again by whoever goes on
                worker.kill()


def settle_in(games: Sequence[str], memory: int) -> None:
    """In the new process: it knows the same games."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us, who ends us too
    os.nice(NICE)
    if memory:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    for path in games:
        load(path)
