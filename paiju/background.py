"""Background: work that goes on beside whoever began it, until it ends or is cancelled; a failure is reported."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Background:
    def __init__(self, report: Callable[[Exception], None]):
        self.report = report
        self.tasks: set[asyncio.Task[Any]] = set()  # the event loop alone would forget them

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.report(error)

    def cancel(self) -> None:
        for task in tuple(self.tasks):
            task.cancel()

    async def ended(self) -> None:
        """Until all of it has ended, however."""
        await asyncio.gather(*self.tasks, return_exceptions=True)
