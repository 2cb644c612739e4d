"""Inbox: what people want of a table, done one after the other by the one task that may change it.

Whoever wants something submits it and waits for its future; the task serves the inbox whenever it waits for anything
else: a pause, a bot, a person. What needs no more than to be stored can be begun at once, without waking the task,
where it does nothing but wait: then it does nothing else until that has come to its end.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple, TypeVar

from paiju.core.words import IllegalAction
from paiju.threads import settle

T = TypeVar("T")


class Intent(NamedTuple):
    """What somebody wants done, checked when it came; `done` is settled when it is durable and told."""

    seat: int
    work: Callable[[], Awaitable[None]]
    done: asyncio.Future[None]


async def nothing_left() -> None:
    pass


def no_deal() -> IllegalAction:
    return IllegalAction("no deal is being played", code="no_deal")


class Inbox:
    def __init__(self) -> None:
        self.intents: deque[Intent] = deque()
        self.in_hand: Intent | None = None  # the one that is being done
        self.is_held = False  # it was begun without the task
        self.bell: asyncio.Future[None] | None = None
        self.is_closed = False
        self.loop: asyncio.AbstractEventLoop | None = None

    def running_loop(self) -> asyncio.AbstractEventLoop:
        """Asked for once: each time it would cost a call of the system."""
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
        return self.loop

    def submit(self, seat: int, work: Callable[[], Awaitable[None]]) -> asyncio.Future[None]:
        if self.is_closed:
            raise no_deal()
        intent = Intent(seat, work, self.running_loop().create_future())
        self.intents.append(intent)
        self.ring()
        return intent.done

    @property
    def is_free(self) -> bool:
        """Does nothing wait or go on? Then something may be begun at once."""
        return self.in_hand is None and not self.intents and not self.is_closed

    def begin(self, seat: int) -> asyncio.Future[None]:
        """Have something in hand without the task, until `end`."""
        done = self.running_loop().create_future()
        self.in_hand = Intent(seat, nothing_left, done)
        self.is_held = True
        return done

    def end(self, left: Callable[[], Awaitable[None]] | None = None) -> None:
        """What was begun is done, but for what is left for the task to do."""
        intent, self.in_hand, self.is_held = self.in_hand, None, False
        assert intent is not None
        if left is None:
            settle(intent.done)
        else:
            self.intents.appendleft(intent._replace(work=left))
        if self.intents or self.is_closed:
            self.ring()

    def has_from(self, seat: int) -> bool:
        """Does something that this seat wants wait to be done?"""
        if self.in_hand is not None and self.in_hand.seat == seat:
            return True
        return bool(self.intents) and any(intent.seat == seat for intent in self.intents)

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
        for intent in self.intents:
            settle(intent.done, error=no_deal())

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
            await self.carry_out(self.intents.popleft())

    async def carry_out(self, intent: Intent) -> None:
        self.in_hand = intent
        try:
            await intent.work()
        except IllegalAction as refusal:  # it was right when it came, but something came first
            settle(intent.done, error=refusal)
        except Exception as error:
            settle(intent.done, error=error)
            raise
        except BaseException:
            intent.done.cancel()
            raise
        else:
            settle(intent.done)
        finally:
            self.in_hand = None

    async def beside(self, work: Coroutine[Any, Any, T], default: T) -> T:
        """Wait for something while people are served; the default if the inbox is closed meanwhile."""
        task = asyncio.ensure_future(work)
        try:
            while not task.done() and not self.is_closed:
                await self.serve(until=task)
            return task.result() if task.done() else default
        finally:
            task.cancel()
