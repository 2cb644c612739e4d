"""DistantTable: a table that another process of the house has, as if it were here. The room and everybody of it have a
line of their own to that process, over the wire; what is agreed about the table is read in the store they share.

When a line is lost the table has moved or its process is gone: everybody is dismissed, and the room comes back to
wherever the table is then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from paiju.bots.search import Candidate
from paiju.client import WireHouse
from paiju.contract import Contract
from paiju.core.words import IllegalAction, Message, Said, mark
from paiju.door import DoorClosed
from paiju.house import House
from paiju.house_table import MOVED, HouseClient, HouseTable, Visit
from paiju.people import Person
from paiju.selection import PossibleAnswers
from paiju.server.guard import RELAY_TOKEN, RELAYED_FOR
from paiju.wire import WireChair
from paiju.wire_door import WireDoor

NOT_THERE_YET = mark("the house cannot be reached: try again in a moment")


class DistantDoor(WireDoor):
    """What takes thought is asked for one thing after the other: that process refuses a second one meanwhile."""

    def __init__(self, house: WireHouse, id: str):
        super().__init__(house, id, patience=0.0)
        self.thinking = asyncio.Lock()

    async def choices(self) -> PossibleAnswers:
        async with self.thinking:
            return await super().choices()

    async def hint(self, ms: float = 1000.0) -> Sequence[Candidate]:
        async with self.thinking:
            return await super().hint(ms)


class DistantLine(WireHouse):
    """One person's line to the process that has the table. It believes us whose he is, as it does whoever relays."""

    def __init__(self, address: str, lang: str, person: Person, token: str, relay_token: str):
        super().__init__(address, lang)
        self.token, self.relay_token, self.of = token, relay_token, person.id
        self.way: WireDoor | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, RELAY_TOKEN: self.relay_token, RELAYED_FOR: self.of[:60]}

    async def reach(self, table: str) -> WireDoor:
        await self.__aenter__()
        door = DistantDoor(self, table)
        await door.open()
        self.way = door
        return door

    async def close(self) -> None:
        if self.way is not None:
            await self.way.leave()
        if self.opened is not None:
            await self.opened.close()


class DistantTable(HouseTable):
    def __init__(self, house: House, contract: Contract, address: str, relay_token: str):
        super().__init__(house, contract)
        self.address, self.relay_token = address, relay_token
        self.lines: dict[str, asyncio.Task[WireDoor]] = {}  # by person
        self.houses: dict[str, DistantLine] = {}
        self.listening: dict[Visit, asyncio.Task[None]] = {}

    # ---- lines ----

    async def line(self, person: Person, lang: str = "en") -> WireDoor:
        """His own, opened when it is needed first."""
        if person.id not in self.lines:
            token = self.house.people.tokens.sign(person)
            house = self.houses[person.id] = DistantLine(self.address, lang, person, token, self.relay_token)
            self.lines[person.id] = asyncio.ensure_future(house.reach(self.contract.id))
        return await asyncio.shield(self.lines[person.id])

    async def hang_up(self, person: str) -> None:
        if task := self.lines.pop(person, None):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await self.houses.pop(person).close()

    async def look(self) -> None:
        """What is agreed now."""
        self.contract = await self.house.contract(self.contract.id)

    # ---- coming and going ----

    def come(self, client: HouseClient, since: int = 0) -> Visit:
        visit = Visit(client, self.viewer_of(client.person))
        self.visits.append(visit)
        self.listening[visit] = self.house.spawn(self.listen(visit))
        return visit

    def go(self, visit: Visit) -> None:
        if visit in self.visits:
            self.visits.remove(visit)
        if task := self.listening.pop(visit, None):
            task.cancel()
            self.house.spawn(self.hang_up(visit.client.person.id))

    async def listen(self, visit: Visit) -> None:
        """All that a client is to hear, until the match is over; what is lost on the way is the end of it."""
        client = visit.client
        try:
            door = await self.line(client.person, client.lang)
            client.see(self)
            telling = asyncio.ensure_future(self.tell_changes(door, client))
            try:
                async for news in door.hear():
                    client.hear(news)
            finally:
                telling.cancel()
            await self.look()
            if self.contract.state == "over":
                return client.see(self)
        except OSError:
            pass
        self.lose()

    async def tell_changes(self, door: WireDoor, client: HouseClient) -> None:
        """How the table stands, and what is said there before a match."""
        stands = None
        while True:
            for said in door.sayings:
                client.hear_said(said.seat, said.name, Message("{text}", text=Said(said.text)))
            door.sayings = []
            if door.stands is stands:
                await door.next_change()
                continue
            stands = door.stands
            with suppress(OSError):
                await self.look()
                client.see(self)

    def lose(self) -> None:
        self.is_gone = True
        for visit in tuple(self.visits):
            self.go(visit)
            visit.client.dismiss(*MOVED)

    # ---- who is there ----

    def way(self, person: Person) -> WireDoor | None:
        """His line, if it is open."""
        house = self.houses.get(person.id)
        return house.way if house is not None else None

    def away(self, seat: int) -> bool:
        return any(chair.is_away for chair in self.chairs_told(seat))

    def is_played_for(self, seat: int) -> bool:
        return any(chair.is_played_for for chair in self.chairs_told(seat))

    def is_here(self, person: str) -> bool:
        return not self.away(self.contract.seat_of(person))

    def chairs_told(self, seat: int) -> list[WireChair]:
        """This chair, as the other process told of it last."""
        told = [house.way.stands for house in self.houses.values() if house.way and house.way.stands]
        return [chair for stands in told[:1] for chair in stands.chairs if chair.seat == seat]

    # ---- what people do ----

    def door(self, person: Person) -> WireDoor:  # type: ignore[override]
        way = self.way(person)
        if way is None:
            raise IllegalAction(NOT_THERE_YET, code="away")
        if way.news is None:
            raise IllegalAction("no deal is being played", code="no_deal")
        return way

    async def sit(self, person: Person, seat: int = -1) -> int:
        await (await self.line(person)).sit(seat)
        await self.look()
        return self.seat(person)

    async def stand(self, person: Person) -> None:
        await (await self.line(person)).stand()
        await self.look()

    async def ready(self, person: Person, is_ready: bool = True) -> None:
        await (await self.line(person)).ready(is_ready)
        await self.look()

    async def begin(self, person: Person) -> None:
        await (await self.line(person)).begin()
        await self.look()

    async def vote(self, person: Person, is_for: bool = True) -> None:
        await (await self.line(person)).vote(is_for)
        await self.look()

    async def say(self, person: Person, text: str, phrase: str = "") -> None:
        await (await self.line(person)).say(text)

    async def rematch(self, person: Person) -> str:
        with suppress(DoorClosed):  # of a match that is over; what is asked for next needs none
            await self.line(person)
        return await self.houses[person.id].rematch(self.contract.id)
