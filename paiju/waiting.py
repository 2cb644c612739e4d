"""Waiting: whom a table at days pace waits for and until when, in the store, where it is found without the table.

The table itself is in memory only while somebody is there. Its people are told in the lobby and by notices; when their
time is up the house loads it (`wake`), and what is done for somebody who is late is done.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from paiju.core.words import IllegalAction
from paiju.store import MatchMoved
from paiju.store.house_store import MOST_FOUND, Document, Holder, StoreAway
from paiju.timing import COURTESY

if TYPE_CHECKING:
    from paiju.house import House
    from paiju.house_table import HouseTable

HOUR = 3600
LOOK_BACK = 30 * 24  # hours: a house that was closed longer does not find what became due before
TRY_AGAIN = 1.0  # seconds until a store that was away is asked again
WAKE_SECONDS = 60.0  # between looks at what is due
AT_ONCE = 20  # tables that are woken
PATIENCE = 2 * COURTESY  # for a woken table to do what is due


class Waiting:
    """Of one table."""

    def __init__(self, table: HouseTable):
        self.table = table
        self.seats: frozenset[int] = frozenset()  # as the store has it
        self.due = 0  # the hour in which the table is to be looked at, as the store has it
        self.noting = asyncio.Lock()

    async def load(self) -> None:
        store, id = self.table.house.store, self.table.contract.id
        self.seats = frozenset(int(key.rpartition(" ")[2]) for key, _ in await store.find("waiting", state=id))
        self.due = (await store.get("due", id) or {"hour": 0})["hour"]

    def asked(self) -> dict[int, float]:
        """The people whose answer is owed, and when their time is up, in seconds since 1970; 0: never.

        Between two deals that is everybody: the next begins when somebody comes.
        """
        table = self.table.table
        if table is None or self.table.contract.state != "playing" or table.setup.over:
            return {}
        if table.state is None:
            return dict.fromkeys(table.people, 0.0) if table.results else {}
        now, clock = asyncio.get_running_loop().time(), table.clock
        owing = set(table.state.waiting()) & set(table.people)
        return {seat: time.time() + clock.deadline[seat] - now if seat in clock.deadline else 0.0 for seat in owing}

    @property
    def is_settled(self) -> bool:
        """Does nothing happen before a person comes? Else bots have to play first, and then it is known for whom."""
        table = self.table.table
        if self.table.contract.state != "playing" or table is None or table.is_closed:
            return True
        asked = self.asked()
        has_limit = table.clock.timing.answer and table.state is not None and table.timed is None
        return bool(asked) and (all(asked.values()) or not has_limit)

    async def note(self) -> None:
        """They stand in the store while they are not here; and the hour of the first who will be late, always.

        One after the other: a table is not given up before what is being noted of it is stored. If the store is away
        that is tried until it is back.
        """
        async with self.noting:
            while True:
                try:
                    return await self.store(self.asked())
                except StoreAway:
                    if self.table.house.is_closing:
                        raise
                except MatchMoved:  # whom it waits for is no more ours to say
                    return self.table.move()
                await asyncio.sleep(TRY_AGAIN)

    async def store(self, asked: dict[int, float]) -> None:
        contract, house = self.table.contract, self.table.house
        waiting = frozenset(seat for seat in asked if self.table.away(seat))
        ends = [end for end in asked.values() if end]
        due = int(min(ends)) // HOUR if ends else self.due if asked else 0
        gone, new = self.seats - waiting, sorted(waiting - self.seats)
        documents = [waiting_document(contract.id, seat, contract.chairs[seat].person) for seat in new]
        documents += [waiting_document(contract.id, seat, "") for seat in sorted(gone)]
        if due != self.due:
            documents.append(Document("due", contract.id, {"hour": due}, state=str(due)))
        if documents:
            before, self.seats, self.due = (self.seats, self.due), waiting, due
            try:
                await house.store.put_all(documents, Holder(contract.id, house.process))
            except OSError:
                self.seats, self.due = before
                raise
        for seat in new:
            house.notify(contract.chairs[seat].person, contract)

    def nobody(self) -> list[Document]:
        """To be stored when the match is over."""
        id, seats, due = self.table.contract.id, sorted(self.seats), self.due
        self.seats, self.due = frozenset(), 0
        over = [Document("due", id, {"hour": 0}, state="0")] if due else []
        return [waiting_document(id, seat, "") for seat in seats] + over


def waiting_document(table: str, seat: int, person: str) -> Document:
    """That a table waits for somebody; for nobody if there is no person: then nobody finds it."""
    value = {"table": table, "seat": seat, "since": int(time.time())}
    return Document("waiting", f"{table} {seat}", value, person, table if person else "")


async def wake_all(house: House) -> None:
    """Again and again: load the tables where somebody's time is up."""
    first = int(time.time()) // HOUR - LOOK_BACK
    while True:
        with suppress(OSError):  # while the store is away nothing can be done anyway
            last = int(time.time()) // HOUR
            for hour in range(first, last + 1):
                await wake_hour(house, hour)
            first = last
        await asyncio.sleep(WAKE_SECONDS)


async def wake_hour(house: House, hour: int) -> None:
    after, limit = "", asyncio.Semaphore(AT_ONCE)
    while page := await house.store.find("due", state=str(hour), limit=MOST_FOUND, after=after):
        await asyncio.gather(*(wake(house, id, limit) for id, _ in page if id not in house.tables))
        after = page[-1][0]


async def wake(house: House, id: str, limit: Any) -> None:
    """Have one in memory until what is due has been done, or is found not to be."""
    from paiju.house import PlayedElsewhere

    async with limit:
        try:
            table = await house.table(id)
        except (IllegalAction, PlayedElsewhere, OSError):
            return
        with table.held():
            played, end = table.table, time.monotonic() + PATIENCE
            turn = played.turn if played is not None else 0
            while played is not None and played.turn == turn and not table.is_gone and time.monotonic() < end:
                asked = table.waiting.asked()
                if asked and all(when > time.time() + PATIENCE for when in asked.values()):
                    break  # it is not as late as it was thought to be
                await asyncio.sleep(0.1)
