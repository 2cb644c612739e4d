"""The bots at a table: told what happens and asked in threads, so that nobody waits for them; a failure is a report."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from paiju.bots import read_bot
from paiju.bots.guard import Guarded
from paiju.bots.native import house_bot
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import Action, Event
from paiju.play import Bot, BotFailure
from paiju.record import Moment
from paiju.threads import Job, Overdue, within

BOT_SECONDS = 60.0  # a bot that has not answered by then has failed
LOOK_AGAIN = 0.02  # seconds
SLACK = 0.5  # seconds more that a program has, whose own limit is kept where it runs

SeatFailure = tuple[int, str]  # whose, and what happened


class TableBots:
    """Bots by seat, and the house's bot, which answers at once and never fails."""

    def __init__(self, game: Game, texts: dict[int, str], names: Sequence[str], luck: Random, bot_ms: int = 0):
        limits = {"time_ms": bot_ms} if bot_ms > 0 else {}
        self.seconds = bot_ms / 1000 if bot_ms > 0 else BOT_SECONDS
        self.game, self.limits = game, limits
        self.by_seat: dict[int, Guarded] = {}
        self.house = read_bot(house_bot(game), game)
        self.luck = luck
        self.absent: frozenset[int] = frozenset()  # those who hung: the house plays for them to the end of the deal
        self.hung: dict[int, Job] = {}  # what they were last seen at: nobody hangs in two threads
        self.unheard: list[tuple[Event, ...]] = []
        self.telling = asyncio.Lock()  # one is told one thing at a time
        self.knows_the_deal = False
        for seat, text in texts.items():
            self.seat(seat, text, names[seat])

    def seat(self, seat: int, text: str, name: str) -> None:
        """A bot sits down."""
        self.by_seat[seat] = Guarded(read_bot(text, self.game, **self.limits), name)
        self.absent -= {seat}

    def unseat(self, seat: int) -> Bot:
        """A bot gets up; who asked for that closes it."""
        return self.by_seat.pop(seat)

    def begin_deal(self) -> None:
        self.absent = frozenset(seat for seat in self.hung if self.is_hanging(seat))
        self.retell()

    def retell(self) -> None:
        """Let them hear the deal from its start again."""
        self.knows_the_deal = False
        self.unheard.clear()

    def hear(self, events: Sequence[Event]) -> None:
        if self.knows_the_deal:  # else it will be told from its start
            self.unheard.append(tuple(events))

    def advice(self, view: State) -> Action:
        """What the house's bot would do."""
        return self.house(view, self.luck)

    async def answer(self, seat: int, view: State, seconds: float = 0.0) -> tuple[Action, str]:
        """A bot's answer, or the house's and what was wrong. After `seconds`, if given, the house answers silently."""
        if seat in self.by_seat and self.is_hanging(seat) and not seconds:  # given up in a hurry: now there is time
            await self.wait_for(seat)
        if seat not in self.by_seat or seat in self.absent or self.is_hanging(seat):
            return self.advice(view), ""
        luck = self.luck.fork(self.luck.below(1 << 30))
        try:
            return await within(seconds or self.seconds + SLACK, self.by_seat[seat], view, luck), ""
        except Overdue as overdue:
            self.hung[seat] = overdue.job
            if seconds:
                return self.advice(view), ""
            self.absent |= {seat}
            return self.advice(view), f"no answer within {self.seconds:g} s"
        except BotFailure as failure:
            return self.advice(view), failure.detail

    async def wait_for(self, seat: int) -> None:
        """Let it come to an end with what it was given up at."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.seconds + SLACK
        while seat not in self.absent and self.is_hanging(seat) and loop.time() < end:
            await asyncio.sleep(LOOK_AGAIN)

    def check(self, text: str) -> None:
        """Refuse what makes no bot."""
        read_bot(text, self.game, **self.limits).close()

    def someone_listens(self) -> bool:
        return any(does_listen(bot.bot) for bot in self.by_seat.values())

    async def inform(self, so_far: Callable[[int], list[Moment]], final: State | None = None) -> list[SeatFailure]:
        """Let them hear what was shown since they were last told, and how the deal ended; what went wrong with whom.

        `so_far` is the deal as a seat saw it, for those who know nothing of it.
        """
        return await asyncio.shield(self.tell_all(so_far, final))  # whoever waits for it: a bot must not hear it twice

    async def tell_all(self, so_far: Callable[[int], list[Moment]], final: State | None) -> list[SeatFailure]:
        async with self.telling:
            return await self.tell_each(so_far, final)

    async def tell_each(self, so_far: Callable[[int], list[Moment]], final: State | None) -> list[SeatFailure]:
        listeners = {
            seat: bot for seat, bot in self.by_seat.items() if seat not in self.absent and does_listen(bot.bot)
        }
        retold = {} if self.knows_the_deal else {seat: so_far(seat) for seat in listeners}
        unheard, self.unheard, self.knows_the_deal = self.unheard, [], True
        failures: list[SeatFailure] = []
        for seat, bot in listeners.items():
            moments = retold.get(seat)
            try:
                await within(self.seconds + SLACK, tell, seat, bot, moments, unheard, final)
            except Overdue as overdue:
                self.hung[seat] = overdue.job
                self.absent |= {seat}
                failures.append((seat, f"did not listen within {self.seconds:g} s"))
            except BotFailure as failure:
                failures.append((seat, failure.detail))
        return failures

    def is_hanging(self, seat: int) -> bool:
        """Is it still at what it was given up at?"""
        return seat in self.hung and not self.hung[seat].ended

    def dismiss(self) -> None:
        for bot in self.by_seat.values():
            with contextlib.suppress(Exception):  # nobody is left to whom it would matter
                bot.close()


def does_listen(bot: Bot) -> bool:
    kind = type(bot)
    return kind.see is not Bot.see or kind.begin is not Bot.begin or kind.finish is not Bot.finish


def tell(seat: int, bot: Bot, moments: list[Moment] | None, unheard: Sequence[Any], final: State | None) -> None:
    heard = [[event.to(seat) for event in events] for events in unheard]
    if moments:
        bot.begin(moments[0].view)
        heard = [moment.events for moment in moments[1:]]
    for events in heard:
        if events:
            bot.see(seat, events)
    if final is not None:
        bot.finish(final.copy())
