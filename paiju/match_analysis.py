"""MatchAnalyses: finished matches gone through move by move, beside everything else, and kept in the store.

One process of low priority does the work, one match after the other, a deal at a time: how far it has got is in the
store, so anybody may ask any process of the house, and what was begun is gone on with. A person has one at a time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from paiju.analysis import Verdict, analyse_deal
from paiju.bots import read_bot
from paiju.core.chance import Random
from paiju.core.words import IllegalAction
from paiju.history import JUDGE
from paiju.luck import match_luck
from paiju.match_history import MatchHistory
from paiju.people import Person
from paiju.record import Record
from paiju.store.house_store import HouseStore
from paiju.workshop import Workshop

MOST_WAITING = 50  # matches
STALE = 300.0  # seconds without progress, after which somebody else may go on


class MatchAnalyses:
    def __init__(self, store: HouseStore, history: MatchHistory, spawn: Callable[[Coroutine[Any, Any, None]], Any]):
        self.store, self.history, self.spawn = store, history, spawn
        self.workshop = Workshop()
        self.turn = asyncio.Lock()  # one match after the other
        self.under_way: set[str] = set()  # matches of this process
        self.lucks: dict[str, asyncio.Task[dict[str, Any]]] = {}  # that are being found, by match

    async def found(self, match: str) -> dict[str, Any]:
        """How far it has got, and what was found so far."""
        await self.history.match(match)
        told = await self.store.get("analysis", match)
        return told or {"state": "none", "done": 0, "of": 0, "deals": []}

    async def ask(self, person: Person, match: str) -> dict[str, Any]:
        """Have a match gone through, unless it has been or is."""
        told = await self.found(match)
        if told["state"] == "done" or not self.is_stale(match, told):
            return told
        for state in ("waiting", "running"):
            for id, other in await self.store.find("analysis", owner=person.id, state=state):
                if id != match and not self.is_stale(id, other):
                    raise IllegalAction("one match after the other: another is being looked at", code="one_at_a_time")
        if len(self.under_way) >= MOST_WAITING:
            raise too_many()
        self.under_way.add(match)
        told = {**told, "state": "waiting"}
        await self.keep(match, told, person.id)
        self.spawn(self.go_through(match, told, person.id))
        return told

    def is_stale(self, match: str, told: dict[str, Any]) -> bool:
        """Does nobody look at it, though somebody did?"""
        if told["state"] not in ("waiting", "running"):
            return True
        return match not in self.under_way and time.time() - told["at"] > STALE

    async def go_through(self, match: str, told: dict[str, Any], person: str) -> None:
        try:
            async with self.turn:
                text = await self.history.record(match)
                deals: list[Any] = list(told["deals"])
                number = await self.workshop.work(count_deals, text)
                for index in range(len(deals), number):
                    told = {"state": "running", "done": index, "of": number, "deals": deals}
                    await self.keep(match, told, person)
                    deals.append(await self.workshop.work(judge_deal, text, index))
                await self.keep(match, {"state": "done", "done": number, "of": number, "deals": deals}, person)
        except (BrokenProcessPool, ValueError):
            await self.keep(match, {**told, "state": "failed"}, person)
        finally:
            self.under_way.discard(match)

    async def keep(self, match: str, told: dict[str, Any], person: str) -> None:
        value = {**told, "at": int(time.time())}
        await self.store.put("analysis", match, value, owner=person, state=told["state"])

    async def luck(self, match: str) -> dict[str, Any]:
        """What the cards were worth; found once, however many ask."""
        await self.history.match(match)
        if (told := await self.store.get("luck", match)) is not None:
            return told
        if match not in self.lucks:
            if len(self.lucks) >= MOST_WAITING:
                raise too_many()
            self.lucks[match] = asyncio.ensure_future(self.find_luck(match))
        return await asyncio.shield(self.lucks[match])

    async def find_luck(self, match: str) -> dict[str, Any]:
        try:
            told = await self.workshop.work(find_luck, await self.history.record(match))
            await self.store.put("luck", match, told)
            return told
        finally:
            del self.lucks[match]

    def close(self) -> None:
        for task in self.lucks.values():
            task.cancel()
        self.workshop.close()


def too_many() -> IllegalAction:
    return IllegalAction("too many matches wait to be looked at: try again later", code="busy")


# ---- in the other process ----


def count_deals(text: str) -> int:
    return len(Record.read(text).deals)


def judge_deal(text: str, index: int) -> dict[str, Any]:
    """Every decision of a deal with what it cost, if that is clear of chance, and what would have been best."""
    deal = Record.read(text).deals[index]
    bot: Any = read_bot(JUDGE, deal.setup.game)
    verdicts = analyse_deal(deal, bot, None, Random(0).fork(deal.setup.deal))
    return {"deal": deal.setup.deal, "verdicts": [*map(verdict_value, verdicts)]}


def verdict_value(verdict: Verdict) -> dict[str, Any]:
    return {
        "move": verdict.number,
        "seat": verdict.move.seat,
        "action": str(verdict.move.action),
        "cost": round(verdict.cost, 3),
        "margin": round(verdict.made.cost_margin, 3),
        "best": str(verdict.choices[0].action),
        "choices": len(verdict.choices),
    }


def find_luck(text: str) -> dict[str, Any]:
    return match_luck(Record.read(text))
