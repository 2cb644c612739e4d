"""House: tables, people and invitations; no network. A server, a chat bot and tests open the same one.

    house = House(store, secret)
    ann, token = await house.people.guest("Ann")
    contract = await house.open_table(ann, "shengji:short", pace="live")
    table = await house.table(contract.id)      # loaded from the store if nobody is there
    visit = table.come(client)

A table is in memory while somebody is there. What must not be lost is in the store before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from paiju.contract import PACES, USUAL_PACE, Contract, HouseChair
from paiju.core.words import IllegalAction
from paiju.games import read_rules
from paiju.house_table import HouseTable, make_chair
from paiju.match_history import MatchHistory, rules_exist
from paiju.people import People, Person
from paiju.store.house_store import HouseStore

QUICK_SECONDS = 30
FORGOTTEN = 3600  # seconds after which an open table nobody is at is not listed any more
LONGEST_RULES = 500
ID_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # none that is taken for another


@dataclass(frozen=True)
class HouseLimits:
    tables_a_person: int = 10
    tables: int = 20_000
    linger: float = 30.0  # seconds that a table stays in memory when nobody is there
    lease: float = 30.0  # seconds for which a process has a table


class PlayedElsewhere(Exception):  # noqa: N818
    """Another process has the table: at this address."""

    def __init__(self, address: str):
        self.address = address
        super().__init__(f"this table is at {address}")


class House:
    def __init__(
        self,
        store: HouseStore,
        secret: bytes,
        limits: HouseLimits = HouseLimits(),  # noqa: B008
        process: str = "",
        notify: Callable[[str, Contract], None] = lambda person, contract: None,
        report: Callable[[Exception, str], None] = lambda error, table: None,
    ):
        """`notify` is told whom a table at days pace waits for, `report` of a fault of ours at a table."""
        self.store, self.limits, self.process = store, limits, process
        self.notify, self.report = notify, report
        self.people = People(store, secret)
        self.history = MatchHistory(store)
        self.tables: dict[str, HouseTable] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.quick_seconds = QUICK_SECONDS
        self.is_closing = False

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something beside; a failure is reported."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.report(error, "")

    # ---- tables ----

    async def open_table(
        self,
        host: Person,
        rules: str,
        chairs: Sequence[tuple[str, str]] = (),
        pace: str = USUAL_PACE,
        is_public: bool = True,
        onlookers: bool = True,
        open_hands: bool = False,
        sits: bool = True,
        fill_after: int = 0,
    ) -> Contract:
        """A new table. `chairs` are (open | bot | kept, bot or name) by seat, open where none is given.

        The host sits down at the first open chair unless he only wants to look on.
        """
        self.check_open()
        if len(rules) > LONGEST_RULES:
            raise IllegalAction("there is no such rule set", code="bad_rules")
        rules = rules_exist(rules)
        if pace not in PACES:
            raise IllegalAction("there is no such pace: {paces}", code="no_such_pace", paces=tuple(PACES))
        if len(self.tables) >= self.limits.tables:
            raise IllegalAction("the house is full: try again later", code="house_full")
        if len(await self.store.find("table", owner=host.id, limit=1000)) >= self.limits.tables_a_person:
            raise IllegalAction("you have {number} tables already: end one first", code="too_many_tables",
                                number=self.limits.tables_a_person)  # fmt: skip
        game, options = read_rules(rules)
        seats = game.first(options).seats
        now = int(time.time())
        contract = Contract(new_id(), rules, (HouseChair(),) * seats, host.id, pace, is_public, onlookers, open_hands,
                            opened=now, fill_at=now + fill_after if fill_after else 0)  # fmt: skip
        for seat, (kind, text) in enumerate(chairs):
            contract.chair(seat)
            taken = [chair.name for chair in contract.chairs if chair.name]
            contract = contract.with_chair(seat, make_chair(kind, text, contract, taken))
        return await self.set_table(contract, host if sits else None)

    async def set_table(self, contract: Contract, sits: Person | None) -> Contract:
        table = HouseTable(self, contract)
        await table.keep(contract)
        self.tables[contract.id] = table
        await self.store.lease(contract.id, self.process, self.limits.lease)
        await table.load()
        if sits is not None:
            await table.sit(sits)
        self.drop_later(table)
        return table.contract

    async def open_again(self, old: Contract, person: Person) -> Contract:
        """A table for a rematch: everybody's chair is kept, the bots are the same."""
        self.check_open()
        chairs = tuple(
            HouseChair("kept", chair.person, chair.name) if chair.kind == "person" else chair for chair in old.chairs
        )
        again = Contract(new_id(), old.rules, chairs, person.id, old.pace, old.is_public, old.onlookers,
                         old.open_hands, opened=int(time.time()))  # fmt: skip
        return await self.set_table(again, person)

    async def table(self, id: str) -> HouseTable:
        """A table, loaded from the store if nobody is there."""
        if id in self.tables and not self.tables[id].is_gone:
            return self.tables[id]
        self.check_open()
        lock = self.loading.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                if id in self.tables:
                    return self.tables[id]
                value = await self.store.get("table", id)
                if value is None:
                    raise IllegalAction("there is no such table", code="no_such_table")
                if owner := await self.store.lease(id, self.process, self.limits.lease):
                    raise PlayedElsewhere(owner)
                table = HouseTable(self, Contract.read(value))
                await table.load()
                self.tables[id] = table
                self.drop_later(table)
                return table
        finally:
            if not lock.locked():
                self.loading.pop(id, None)

    async def contract(self, id: str) -> Contract:
        """What is agreed about a table, without loading it."""
        if id in self.tables:
            return self.tables[id].contract
        value = await self.store.get("table", id)
        if value is None:
            raise IllegalAction("there is no such table", code="no_such_table")
        return Contract.read(value)

    async def listed(self, game: str = "") -> list[Contract]:
        """Public tables: those that wait for people, then those one may look on at."""
        waiting = [Contract.read(value) for _, value in await self.store.find("table", state="open", limit=1000)]
        recent = time.time() - FORGOTTEN
        found = [each for each in waiting if each.opened > recent or (each.id in self.tables)]
        played = [table.contract for table in self.tables.values()]
        found += [each for each in played if each.state == "playing" and each.is_public and each.onlookers]
        return [each for each in found if game in ("", each.rules.partition(":")[0])]

    async def quick_game(self, person: Person, rules: str, pace: str = "live") -> Contract:
        """Sit down where others wait for such a game, or open a table that bots fill after half a minute."""
        rules = rules_exist(rules[:LONGEST_RULES])
        for table in list(self.tables.values()):
            contract = table.contract
            fits = contract.state == "open" and contract.fill_at and contract.is_public and contract.rules == rules
            has_room = any(chair.kind == "open" for chair in contract.chairs) or person.id in contract.people
            if fits and contract.pace == pace and has_room and not table.is_gone:
                await table.sit(person)
                return table.contract
        contract = await self.open_table(person, rules, pace=pace, fill_after=self.quick_seconds)
        return contract

    async def sitting(self, person: Person) -> list[dict[str, Any]]:
        """The tables where somebody sits, and which of them wait for him."""
        waiting = set(await self.store.waiting(person.id))
        found = [
            value
            for state in ("open", "playing")
            for _, value in await self.store.find("sitting", owner=person.id, state=state, limit=1000)
        ]
        return [{**value, "waits": value["table"] in waiting} for value in found]

    # ---- memory ----

    def drop_later(self, table: HouseTable) -> None:
        """Nobody is there: put it away in a while, at days pace at once."""
        wait = 0.0 if table.is_slow and table.contract.state == "playing" else self.limits.linger
        asyncio.get_running_loop().call_later(wait, lambda: self.spawn(self.drop(table)))

    async def drop(self, table: HouseTable) -> None:
        if table.visits or table.is_gone or self.tables.get(table.contract.id) is not table:
            return
        lock = self.loading.setdefault(table.contract.id, asyncio.Lock())
        async with lock:
            if not table.visits and not table.is_gone:
                await self.put_away(table)

    async def put_away(self, table: HouseTable, code: str = "", text: str = "") -> None:
        await table.put_away(code, text)
        self.tables.pop(table.contract.id, None)
        await self.store.release(table.contract.id, self.process)

    async def keep_leases(self) -> None:
        """Renew what we have; a table that another process took is put away."""
        while True:
            await asyncio.sleep(self.limits.lease / 3)
            held = set(await self.store.renew(self.process, self.limits.lease))
            for id, table in list(self.tables.items()):
                if id not in held:
                    await self.put_away(table, "moved", "this table is at another address now: come back")

    def check_open(self) -> None:
        if self.is_closing:
            raise IllegalAction("the house is closing: come back in a moment", code="closing")

    async def close(self) -> None:
        """Let everybody go, and put all away. They come back when we do."""
        self.is_closing = True
        for table in list(self.tables.values()):
            await self.put_away(table, "closing", "the house is closing: come back in a moment")
        for task in tuple(self.tasks):
            task.cancel()


def new_id() -> str:
    """Nobody guesses one: a table by link is found by its id alone."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(16))
