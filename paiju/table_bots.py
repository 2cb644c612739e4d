"""The bots at a table: told what happens and asked in threads, so that nobody waits for them; a failure is a report."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from paiju.bots import read_bot
from paiju.bots.guard import Guarded
from paiju.bots.native import house_bot
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import Action, Event
from paiju.play import Bot, BotFailure
from paiju.record import Deal, Move

BOT_SECONDS = 60.0  # a bot that has not answered by then has failed
SLACK = 0.5  # seconds more that a program has, whose own limit is kept where it runs

T = TypeVar("T")
SeatFailure = tuple[int, str]  # whose, and what happened


class TableBots:
    """Bots by seat, and the house's bot, which answers at once and never fails."""

    def __init__(self, game: Game, texts: dict[int, str], names: Sequence[str], luck: Random, bot_ms: int = 0):
        limits = {"time_ms": bot_ms} if bot_ms > 0 else {}
        self.seconds = bot_ms / 1000 if bot_ms > 0 else BOT_SECONDS
        self.by_seat = {seat: Guarded(read_bot(text, game, **limits), names[seat]) for seat, text in texts.items()}
        self.house = read_bot(house_bot(game), game)
        self.luck = luck
        self.absent: set[int] = set()  # those who hung: the house plays for them to the end of the deal
        self.unheard: list[tuple[Event, ...]] = []
        self.knows_the_deal = False

    def begin_deal(self) -> None:
        self.absent.clear()
        self.retell()

    def retell(self) -> None:
        """Let them hear the deal from its start again."""
        self.knows_the_deal = False
        self.unheard.clear()

    def hear(self, events: Sequence[Event]) -> None:
        self.unheard.append(tuple(events))

    def advice(self, view: State) -> Action:
        """What the house's bot would do."""
        return self.house(view, self.luck)

    async def answer(self, seat: int, view: State, seconds: float = 0.0) -> tuple[Action, str]:
        """A bot's answer, or the house's and what was wrong. After `seconds`, if given, the house answers silently."""
        if seat in self.absent:
            return self.advice(view), ""
        thinking = in_thread(self.by_seat[seat], view, self.luck.fork(self.luck.below(1 << 30)))
        try:
            return await asyncio.wait_for(thinking, seconds or self.seconds + SLACK), ""
        except TimeoutError:
            if seconds:
                return self.advice(view), ""
            self.absent.add(seat)
            return self.advice(view), f"no answer within {self.seconds:g} s"
        except BotFailure as failure:
            return self.advice(view), failure.detail

    async def inform(self, deal: Deal, finish: bool = False) -> list[SeatFailure]:
        """Let them hear what happened since they were last told; what went wrong with whom."""
        listeners = {
            seat: bot for seat, bot in self.by_seat.items() if seat not in self.absent and does_listen(bot.bot)
        }
        moves = None if self.knows_the_deal else list(deal.moves)
        unheard, self.unheard, self.knows_the_deal = self.unheard, [], True
        failures: list[SeatFailure] = []
        for seat, bot in listeners.items():
            try:
                telling = in_thread(tell, seat, bot, deal, moves, unheard, finish)
                await asyncio.wait_for(telling, self.seconds + SLACK)
            except TimeoutError:
                self.absent.add(seat)
                failures.append((seat, f"did not listen within {self.seconds:g} s"))
            except BotFailure as failure:
                failures.append((seat, failure.detail))
        return failures

    def dismiss(self) -> None:
        for bot in self.by_seat.values():
            with contextlib.suppress(Exception):  # nobody is left to whom it would matter
                bot.close()


def does_listen(bot: Bot) -> bool:
    kind = type(bot)
    return kind.see is not Bot.see or kind.begin is not Bot.begin or kind.finish is not Bot.finish


def tell(seat: int, bot: Bot, deal: Deal, moves: list[Move] | None, unheard: Sequence[Any], finish: bool) -> None:
    heard = unheard
    if moves is not None:
        start = deal.begin()
        bot.begin(start.view(seat))
        heard = [start.apply(move.seat, move.action) for move in moves]
    for events in heard:
        bot.see(seat, [event.to(seat) for event in events])
    if finish:
        bot.finish(deal.final())


def in_thread(function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
    """Run something slow beside the event loop. A daemon thread: what never returns must not keep us from leaving."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if not future.done():
            future.set_exception(error) if error else future.set_result(result)

    def work() -> None:
        result, failed = None, None
        try:
            result = function(*arguments)
        except BaseException as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop may have gone meanwhile
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=work, daemon=True).start()
    return future
