# cython: nonecheck=True
"""Inbox: what people want of a table, done one after the other by the one task that may change it.

Whoever wants something submits it and hears when it is done; the task serves the inbox whenever it waits for anything
else: a pause, a bot, a person. What needs no more than to be stored can be begun at once, without waking the task,
where it does nothing but wait: then it does nothing else until that has come to its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from paiju.core.words import IllegalAction
from paiju.store import NotStored
from paiju.threads import settle

T = TypeVar("T")
Heard = Callable[["BaseException | None"], None]  # called when something is done, or with why it is not; never raises


def no_deal() -> IllegalAction:
    return IllegalAction("no deal is being played", code="no_deal")


class Intent:
    """What somebody wants done, checked when it came; it is settled when it is durable and told.

    No future: nearly all are answers that come through a socket, and a future would wake a callback for each.
    """

    __slots__ = ("error", "heard", "is_settled", "seat", "work")

    def __init__(self, seat: int, work: Callable[[], Awaitable[None]] | None = None):
        """Without work somebody else sees to it."""
        self.seat, self.work = seat, work
        self.is_settled = False
        self.error: BaseException | None = None  # why it was not done
        self.heard: list[Heard] = []

    def tell(self, heard: Heard) -> None:
        """Let somebody know, at once if it is settled."""
        if self.is_settled:
            heard(self.error)
        else:
            self.heard.append(heard)

    def settle(self, error: BaseException | None = None) -> None:
        if not self.is_settled:
            self.is_settled, self.error = True, error
            for heard in self.heard:
                heard(error)
            self.heard.clear()

    async def done(self) -> None:
        """Wait for it; raises what kept it from being done. Who does not wait any longer changes nothing."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tell(lambda error: settle(future, error=error))
        await future


def begun_beside(work: Coroutine[Any, Any, None]) -> Intent:
    """What is done by a task of its own."""
    intent = Intent(-1)

    def end(task: asyncio.Task[None]) -> None:
        intent.settle(given_up() if task.cancelled() else task.exception())

    asyncio.ensure_future(work).add_done_callback(end)
    return intent


def given_up() -> NotStored:
    return NotStored("the table was put away")


class Inbox:
    def __init__(self) -> None:
        self.intents: list[Intent] = []  # few, and a deque would take more than all else here
        self.in_hand: Intent | None = None  # the one that is being done
        self.is_held = False  # it was begun without the task
        self.bell: asyncio.Future[None] | None = None
        self.is_closed = False
        self.has_ended = False  # nobody will do anything any more
        self.loop: asyncio.AbstractEventLoop | None = None

    def running_loop(self) -> asyncio.AbstractEventLoop:
        """Asked for once: each time it would cost a call of the system."""
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
        return self.loop

    def submit(self, seat: int, work: Callable[[], Awaitable[None]]) -> Intent:
        if self.is_closed:
            raise no_deal()
        intent = Intent(seat, work)
        self.intents.append(intent)
        self.ring()
        return intent

    def is_free(self) -> bool:
        """Does nothing wait or go on? Then something may be begun at once."""
        return self.in_hand is None and not self.intents and not self.is_closed

    def begin(self, seat: int) -> Intent:
        """Have something in hand without the task, until `end`."""
        intent = self.in_hand = Intent(seat)
        self.is_held = True
        return intent

    def end(self) -> Intent:
        """What was begun is done; who ends it settles it when the table is ready for what follows."""
        intent = self.in_hand
        assert intent is not None
        self.in_hand, self.is_held = None, False
        if self.intents or self.is_closed:
            self.ring()
        return intent

    def hand_on(self, work: Callable[[], Awaitable[None]]) -> None:
        """The task does what is left of it, before all else."""
        intent = self.end()
        if self.has_ended:
            return intent.settle(no_deal())
        intent.work = work
        self.intents.insert(0, intent)
        self.ring()

    def has_from(self, seat: int) -> bool:
        """Does something that this seat wants wait to be done?"""
        if self.in_hand is not None and self.in_hand.seat == seat:
            return True
        return bool(self.intents) and seat in [intent.seat for intent in self.intents]

    def ring(self, _: object = None) -> None:
        """Something has happened: whatever is waited for is looked at again."""
        if self.bell is not None and not self.bell.done():
            self.bell.set_result(None)

    def close(self) -> None:
        """Nothing more is done."""
        self.is_closed = True
        self.ring()

    def refuse_all(self) -> None:
        """What still waits when the table has ended."""
        self.has_ended = True
        for intent in self.intents:
            intent.settle(no_deal())

    async def serve(self, seconds: float | None = None, until: asyncio.Future[Any] | None = None) -> None:
        """Do what was asked for, as it comes; no longer than until something has happened or the time is up."""
        if not (self.intents or self.is_closed or (until is not None and until.done())):
            loop = self.running_loop()
            bell = self.bell = loop.create_future()
            timer = None if seconds is None else loop.call_later(seconds, self.ring)
            if until is not None:
                until.add_done_callback(self.ring)
            try:
                await bell
            finally:
                if timer:
                    timer.cancel()
                if until is not None:
                    until.remove_done_callback(self.ring)
        while self.is_held:
            self.bell = self.running_loop().create_future()
            await self.bell
        while self.intents and not self.is_closed:
            await self.carry_out(self.intents.pop(0))

    async def carry_out(self, intent: Intent) -> None:
        """What is refused was right when it came, but something came first."""
        assert intent.work is not None
        self.in_hand = intent
        error: BaseException | None = None
        try:
            await intent.work()
        except IllegalAction as refusal:
            error = refusal
        except Exception as fault:
            error = fault
            raise
        except BaseException:
            error = given_up()
            raise
        finally:
            self.in_hand = None
            self.running_loop().call_soon(intent.settle, error)  # when the task has gone on as far as it can

    async def beside(self, work: Coroutine[Any, Any, T], default: T) -> T:
        """Wait for something while people are served; the default if the inbox is closed meanwhile."""
        task = asyncio.ensure_future(work)
        try:
            while not task.done() and not self.is_closed:
                await self.serve(until=task)
            return task.result() if task.done() else default
        finally:
            task.cancel()
