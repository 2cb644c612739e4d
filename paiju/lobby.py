"""Lobby: what somebody sees who is at no table: who is here, where one can sit down or look on, who waits for him.

It is asked for again and again, and told from what lies ready: no connection is held for it, any process can answer,
and whoever has seen it already gets nothing but "no change". What other processes have they say in the store.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from paiju.contract import Contract
from paiju.core.words import IllegalAction
from paiju.house_chairs import named
from paiju.match_history import rules_exist
from paiju.people import Person
from paiju.store.house_store import MOST_FOUND

if TYPE_CHECKING:
    from paiju.house import House

FORGOTTEN = 3600  # seconds after which an open table nobody is at is not listed any more
KEPT_SECONDS = 1.0  # a list is made anew after so long
HERE_SECONDS = 30.0  # who has asked since then is here
ABANDONED = 24 * 3600  # and after which it is closed
MOST_CLOSED = 20  # such tables, at once
MOST_LISTED = 100  # tables to look on at, of each process
LONGEST_RULES = 500


@dataclass(frozen=True)
class LobbyView:
    """What everybody sees of it."""

    online: int = 0
    tables: tuple[Contract, ...] = ()  # those that wait for people, then those one may look on at


class Lobby:
    def __init__(self, house: House):
        self.house = house
        self.seen: dict[str, float] = {}  # when people were heard of last, by the clock of this machine
        self.kept, self.until = LobbyView(), 0.0
        self.looking = asyncio.Lock()

    # ---- for everybody ----

    async def view(self, person: Person | None = None) -> LobbyView:
        """As it is now, or was a moment ago."""
        if person is not None:
            self.seen[person.id] = time.monotonic()
        async with self.looking:  # whoever asks meanwhile hears the same
            if time.monotonic() >= self.until:
                self.kept = await self.look()
                self.until = time.monotonic() + KEPT_SECONDS
        return self.kept

    async def look(self) -> LobbyView:
        others = await self.others()
        online = self.online() + sum(int(each["online"]) for each in others)
        return LobbyView(online, (*await self.open_tables(), *self.played(), *contracts_of(others)))

    def online(self) -> int:
        """Those at a table of this process, and those who look into the lobby."""
        since = time.monotonic() - HERE_SECONDS
        self.seen = {id: at for id, at in self.seen.items() if at > since}
        at_tables = (visit.client.person.id for table in self.house.tables.values() for visit in table.visits)
        return len({*self.seen, *at_tables})

    async def open_tables(self) -> list[Contract]:
        recent = time.time() - FORGOTTEN
        found = await self.house.store.find("table", state="open", limit=MOST_FOUND)
        contracts = [Contract.read(value) for _, value in found]
        listed = [each for each in contracts if each.opened > recent or each.id in self.house.tables]
        abandoned = [each.id for each in contracts if each not in listed and each.opened < time.time() - ABANDONED]
        if abandoned:
            self.house.spawn(self.close_abandoned(abandoned[:MOST_CLOSED]))
        return [each for each in listed if each.host]

    async def close_abandoned(self, tables: Sequence[str]) -> None:
        """Those that nobody began and nobody is at: else one day the list would be full of them."""
        from paiju.house import PlayedElsewhere

        for id in tables:
            with suppress(IllegalAction, PlayedElsewhere, OSError):
                table = await self.house.table(id)
                if not table.visits:
                    async with table.changing:
                        await table.finish("nobody")

    def played(self) -> list[Contract]:
        """Where somebody is, and anybody may look on."""
        tables = [table.contract for table in self.house.tables.values() if table.visits]
        return [each for each in tables if each.state == "playing" and each.is_public and each.onlookers]

    async def others(self) -> list[dict[str, Any]]:
        """What the other processes said last, if they still are there."""
        if not self.house.store.is_shared:
            return []
        found = await self.house.store.find("process", limit=MOST_FOUND)
        fresh = time.time() - 2 * self.house.limits.lease
        return [value for id, value in found if id != self.house.process and value["at"] > fresh]

    async def tell_others(self) -> None:
        """What this process has, for the lobbies of the others."""
        if self.house.store.is_shared:
            played = [asdict(contract) for contract in self.played()[:MOST_LISTED]]
            value = {"at": int(time.time()), "online": self.online(), "tables": played}
            await self.house.store.put("process", self.house.process, value)

    # ---- for one person ----

    async def sitting(self, person: Person) -> list[dict[str, Any]]:
        """The tables where somebody sits, and which of them wait for him."""
        waiting = set(await self.house.store.waiting(person.id))
        found = [
            value
            for state in ("open", "playing")
            for _, value in await self.house.store.find("sitting", owner=person.id, state=state, limit=MOST_FOUND)
        ]
        return [{**value, "waits": value["table"] in waiting} for value in found]

    async def invitations(self, person: Person) -> list[dict[str, Any]]:
        """Chairs that are kept for somebody, by himself or by his name, at tables that have not begun."""
        store = self.house.store
        found = [
            value
            for owner in (person.id, named(person.name))
            for _, value in await store.find("invited", owner=owner, state="open")
        ]
        return [*{value["table"]: value for value in found}.values()]

    async def quick_game(self, person: Person, rules: str, pace: str = "live") -> Contract:
        """Sit down where others wait for such a game, or open a table that bots fill after half a minute."""
        house, rules = self.house, rules_exist(rules[:LONGEST_RULES])
        own = [table.contract for table in house.tables.values() if not table.is_gone]
        known = {contract.id for contract in own}
        elsewhere = await self.open_tables() if house.store.is_shared else []
        for contract in own + [each for each in elsewhere if each.id not in known]:
            fits = contract.state == "open" and contract.fill_at > time.time() and contract.is_public
            has_room = any(chair.kind == "open" for chair in contract.chairs) or person.id in contract.people
            if fits and (contract.rules, contract.pace) == (rules, pace) and has_room:
                table = await house.table(contract.id)
                with table.held(), suppress(IllegalAction):  # somebody else was faster: perhaps at the next
                    await table.sit(person)
                    return table.contract
        return await house.open_table(person, rules, pace=pace, fill_after=house.quick_seconds)


def contracts_of(told: Sequence[dict[str, Any]]) -> list[Contract]:
    return [Contract.read(value) for each in told for value in each["tables"]]
