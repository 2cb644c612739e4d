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
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from paiju.background import Background
from paiju.bots.native import house_bot
from paiju.contract import PACES, USUAL_PACE, Contract, HouseChair
from paiju.core.words import IllegalAction
from paiju.games import read_rules
from paiju.house_chairs import make_chair
from paiju.house_table import MOVED, HouseTable
from paiju.lobby import LONGEST_RULES, Lobby
from paiju.locks import Locks
from paiju.match_analysis import MatchAnalyses
from paiju.match_history import MatchHistory, rules_exist
from paiju.people import People, Person
from paiju.store.house_store import HouseStore
from paiju.table import MoveCount
from paiju.timing import check_draw

QUICK_SECONDS = 30
HINTS_AT_ONCE = 2  # that are thought about: bots and tables need the threads too
MOMENT = 0.05  # seconds in which a bot may have played
ID_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # none that is taken for another


@dataclass(frozen=True)
class HouseLimits:
    tables_a_person: int = 10
    tables: int = 20_000
    linger: float = 30.0  # seconds that a table stays in memory when nobody is there
    lease: float = 10.0  # seconds for which a process has a table unless it says that it still does


def say_nothing(event: str, **ids: str) -> None:
    """For who keeps no log."""


class PlayedElsewhere(Exception):  # noqa: N818
    """Another process has the table."""

    def __init__(self, process: str):
        self.process = process
        super().__init__(f"this table is at {process}")


USUAL_LIMITS = HouseLimits()


class House:
    def __init__(
        self,
        store: HouseStore,
        secret: bytes,
        limits: HouseLimits = USUAL_LIMITS,
        process: str = "",
        notify: Callable[[str, Contract], None] = lambda person, contract: None,
        report: Callable[[Exception, str], None] = lambda error, table: None,
        note: Callable[..., None] = say_nothing,
    ):
        """`notify` is told whom a table at days pace waits for, `report` of a fault of ours at a table, `note` of what
        becomes of tables and people, by their ids."""
        self.store, self.limits, self.process = store, limits, process
        self.notify, self.report, self.note = notify, report, note
        self.people = People(store, secret)
        self.history = MatchHistory(store, secret)
        self.lobby = Lobby(self)
        self.background = Background(lambda error: report(error, ""))
        self.spawn = self.background.spawn
        self.analyses = MatchAnalyses(store, self.history, self.spawn)
        self.tables: dict[str, HouseTable] = {}
        self.moves = MoveCount()
        self.loading = Locks()  # a table is brought into memory or out of it by one at a time
        self.quick_seconds = QUICK_SECONDS
        self.is_closing = False
        self.advised: set[str] = set()  # people who wait for a hint
        self.advising = asyncio.Semaphore(HINTS_AT_ONCE)
        self.opening = Locks()  # a person opens one table after the other
        self.moved = asyncio.Event()  # another process may have taken a table of ours
        self.held_until = 0.0  # until then nobody can have taken one
        self.making_sure = asyncio.Lock()
        self.giving_up: asyncio.Task[None] | None = None

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
        practice: str = "",
        position: str = "",
        draw: float | None = None,
    ) -> Contract:
        """A new table. `chairs` are (open | bot | kept, bot or name) by seat, open where none is given; `draw` is in
        seconds, by default as the pace has it.

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
        game, options = read_rules(rules)
        seats = game.first(options).seats
        now = int(time.time())
        contract = Contract(new_id(), rules, (HouseChair(),) * seats, host.id, pace, is_public, onlookers, open_hands,
                            opened=now, fill_at=now + fill_after if fill_after else 0,
                            host_name=host.name, practice=practice, position=position,
                            draw=0.0 if draw is None else check_draw(draw, game))  # fmt: skip
        for seat, (kind, text) in enumerate(chairs):
            contract.chair(seat)
            taken = [chair.name for chair in contract.chairs if chair.name]
            contract = contract.with_chair(seat, make_chair(kind, text, contract, taken))
        async with self.opening.of(host.id):
            if len(await self.store.find("table", owner=host.id, limit=1000)) >= self.limits.tables_a_person:
                raise IllegalAction("you have {number} tables already: end one first", code="too_many_tables",
                                    number=self.limits.tables_a_person)  # fmt: skip
            return await self.set_table(contract, host if sits else None)

    async def set_table(self, contract: Contract, sits: Person | None) -> Contract:
        table = HouseTable(self, contract)
        async with self.loading.of(contract.id):
            await self.take(contract.id)
            await table.keep(contract, table.decks.secret())
            self.tables[contract.id] = table
        self.note("table opened", table=contract.id, person=contract.host)
        await table.load()
        if sits is not None:
            await table.sit(sits)
        self.drop_later(table)
        return table.contract

    async def choose_avatar(self, person: Person, avatar: str) -> Person:
        """What somebody is seen by, at once also where he sits; tables that are elsewhere show it when he comes."""
        chosen = await self.people.choose_avatar(person, avatar)
        for sitting in await self.lobby.sitting(person):
            if (table := self.tables.get(sitting["table"])) is not None:
                await table.show_avatar(chosen)
        return chosen

    async def open_again(self, old: Contract, person: Person) -> Contract:
        """A table for a rematch: everybody's chair is kept, the bots are the same."""
        self.check_open()
        chairs = tuple(
            HouseChair("kept", chair.person, chair.name) if chair.kind == "person" else chair for chair in old.chairs
        )
        again = Contract(new_id(), old.rules, chairs, person.id, old.pace, old.is_public, old.onlookers,
                         old.open_hands, opened=int(time.time()), host_name=person.name, draw=old.draw)  # fmt: skip
        return await self.set_table(again, person)

    async def practise(
        self, person: Person, rules: str, practice: str = "lesson", position: str = "", seat: int = 0
    ) -> Contract:
        """A table of one person with bots, which begins at once and counts for nothing; an earlier one is given up."""
        self.check_open()
        for id, value in await self.store.find("table", owner=person.id, limit=1000):
            if Contract.read(value).practice:
                with suppress(PlayedElsewhere, IllegalAction):
                    await (await self.table(id)).give_up()
        game, options = read_rules(rules_exist(rules))
        bot = house_bot(game)
        chairs = [("open", "") if at == seat else ("bot", bot) for at in range(game.first(options).seats)]
        if ("open", "") not in chairs:
            raise IllegalAction("there is no such chair: chairs are 1 to {last}", code="no_such_seat",
                                last=len(chairs))  # fmt: skip
        contract = await self.open_table(person, rules, chairs, is_public=False, onlookers=False, practice=practice,
                                         position=position)  # fmt: skip
        await self.tables[contract.id].begin(person)
        return self.tables[contract.id].contract

    async def table(self, id: str) -> HouseTable:
        """A table, loaded from the store if nobody is there."""
        if id in self.tables:
            await self.make_sure()
        if id in self.tables and not self.tables[id].is_gone:
            return self.tables[id]
        self.check_open()
        async with self.loading.of(id):
            if id in self.tables:
                return self.tables[id]
            if await self.store.get("table", id) is None:
                raise IllegalAction("there is no such table", code="no_such_table")
            await self.take(id)
            try:
                self.check_open()
                table = HouseTable(self, await self.contract(id))  # as it is now that nobody else can change it
                await table.load()
            except BaseException:
                await self.store.release(id, self.process)
                raise
            self.tables[id] = table
            self.drop_later(table)
            return table

    async def take(self, id: str) -> None:
        """Have a table, among all processes; raises PlayedElsewhere if another has it."""
        if owner := await self.store.lease(id, self.process, self.limits.lease):
            raise PlayedElsewhere(owner)

    async def contract(self, id: str) -> Contract:
        """What is agreed about a table, without loading it."""
        if id in self.tables:
            await self.make_sure()
        if id in self.tables:
            return self.tables[id].contract
        value = await self.store.get("table", id)
        if value is None:
            raise IllegalAction("there is no such table", code="no_such_table")
        return Contract.read(value)

    @asynccontextmanager
    async def advice(self, person: Person) -> AsyncGenerator[None]:
        """A turn to have a hint thought about: one a person, and few at once, however many ask."""
        if person.id in self.advised:
            raise IllegalAction("one thing at a time: this is still being thought about", code="busy")
        self.advised.add(person.id)
        try:
            async with self.advising:
                yield
        finally:
            self.advised.discard(person.id)

    # ---- memory ----

    def drop_later(self, table: HouseTable) -> None:
        """Nobody is there: put it away in a while, at days pace as soon as it waits for somebody."""
        is_slow = table.is_slow and table.contract.state == "playing"
        wait = self.limits.linger if not is_slow else 0.0 if table.waiting.is_settled else MOMENT
        asyncio.get_running_loop().call_later(wait, lambda: self.spawn(self.drop(table)))

    async def drop(self, table: HouseTable) -> None:
        if table.visits or table.holds or table.is_gone or self.tables.get(table.contract.id) is not table:
            return
        if table.is_slow and not table.waiting.is_settled:
            return self.drop_later(table)
        try:
            async with self.loading.of(table.contract.id):
                if not table.visits and not table.holds and not table.is_gone:
                    if table.contract.state == "open" and not table.contract.host:  # everybody got up
                        await table.finish("nobody")
                    await self.remove(table)
        except OSError:  # the store is away
            self.drop_later(table)

    async def put_away(self, table: HouseTable, code: str = "", text: str = "") -> None:
        """Whoever wants it meanwhile waits, and gets another: at one that has gone he would hear nothing, for ever."""
        async with self.loading.of(table.contract.id):
            await self.remove(table, code, text)

    async def remove(self, table: HouseTable, code: str = "", text: str = "") -> None:
        try:
            await table.put_away(code, text)
        finally:  # whatever went wrong, nobody is let in to one that has gone
            if self.tables.get(table.contract.id) is table:
                del self.tables[table.contract.id]
                await self.store.release(table.contract.id, self.process)

    async def keep_leases(self) -> None:
        """Say again and again what we have. A table that another process took meanwhile is put away."""
        self.store.on_moved(self.hear_moved)
        self.spawn(self.complete_lists())
        while True:
            try:
                await self.renew()
                self.send_away(await self.people.banned())
                await self.lobby.tell_others()
            except OSError:  # the store is away
                pass
            except Exception as error:
                self.report(error, "")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.moved.wait(), self.limits.lease / 3)

    async def complete_lists(self) -> None:
        with suppress(OSError):  # the next time
            await self.history.complete_lists()

    def send_away(self, banned: Collection[str]) -> None:
        """Those whom we, or another process, let in no more."""
        for table in list(self.tables.values()) if banned else ():
            for visit in tuple(table.visits):
                if visit.client.person.id in banned:
                    visit.client.dismiss("banned", "you are not let in here any more")

    def hear_moved(self, id: str) -> None:
        if not id or id in self.tables:
            self.moved.set()

    async def make_sure(self) -> None:
        """A process that was silent for longer than a lease, stopped, asleep or cut off, asks whether its tables are
        still its own before it shows one: others may have gone on without it. Raises OSError if it cannot."""
        if time.monotonic() < self.held_until:
            return
        async with self.making_sure:
            if time.monotonic() >= self.held_until:
                await self.renew()

    async def renew(self) -> None:
        self.moved.clear()
        ours, asked = dict(self.tables), time.monotonic()
        held = set(await self.store.renew(self.process, self.limits.lease))
        for id, table in ours.items():
            if id not in held and not table.is_gone:
                await self.put_away(table, *MOVED)
        self.held_until = asked + self.limits.lease
        left = held.difference(self.tables, self.loading)
        if left and (self.giving_up is None or self.giving_up.done()):
            self.giving_up = self.spawn(self.give_up(left))

    async def give_up(self, left: Collection[str]) -> None:
        """Leases of this process before it was started anew. Whoever comes to such a table meanwhile keeps it."""
        with suppress(OSError):  # the next time
            for id in left:
                async with self.loading.of(id):
                    if id not in self.tables:
                        await self.store.release(id, self.process)

    def check_open(self) -> None:
        if self.is_closing:
            raise IllegalAction("the house is closing: come back in a moment", code="closing")

    async def close(self) -> None:
        """Let everybody go, and put all away. They come back when we do."""
        self.is_closing = True
        for table in list(self.tables.values()):
            with suppress(OSError):  # all of it is stored; that we have it no more the others find out
                await self.put_away(table, "closing", "the house is closing: come back in a moment")
        self.background.cancel()
        self.analyses.close()


def new_id() -> str:
    """Nobody guesses one: a table by link is found by its id alone."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(16))
