"""Two worlds that a listener cannot tell apart: all that two servers send him, on sockets and by the API, is the same
to the byte. One world is a position of a random deal; in the other the cards he has not seen lie elsewhere."""

import asyncio
import json
from contextlib import AsyncExitStack

import aiohttp
import pytest
from houses import SECRET, serving
from random_play import answer, fresh, refusal

from paiju.contract import Contract, HouseChair
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER
from paiju.people import Person, Tokens
from paiju.record import Record

PEOPLE = [Person(f"g{seat}", f"P{seat}") for seat in range(6)]
EVE = Person("eve", "Eve")
TABLE = "twoworlds"
GAMES = ["hearts", "gongzhu", "shengji", "poepen", "luzi"]


def token(person):
    return Tokens(SECRET.encode()).sign(person, now=None)


async def open_world(stack, folder, state):
    """A server with this deal in the middle of being played by people."""
    server = await stack.enter_async_context(serving(folder))
    setup = state.setup
    tags = {"Seed": "1"} | {f"Seat{seat}": PEOPLE[seat].name for seat in range(setup.seats)}
    record = Record(setup.game, setup.options, tags)
    record.start_at(str(state))
    chairs = tuple(HouseChair("person", PEOPLE[seat].id, PEOPLE[seat].name) for seat in range(setup.seats))
    rules = setup.game.rules(setup.options)
    contract = Contract(TABLE, rules, chairs, PEOPLE[0].id, "days", state="playing", open_hands=True,
                        players=tuple(person.id for person in PEOPLE[: setup.seats]))  # fmt: skip
    await server.store.match(TABLE).rewrite(record.text())
    await server.store.put("table", TABLE, contract.value(), owner=contract.host, state=contract.listing)
    return server


class Ear:
    """All that one person is sent."""

    def __init__(self, session, server, person):
        self.session, self.server, self.person = session, server, person
        self.headers = {"Authorization": f"Bearer {token(person)}"}
        self.heard = []

    async def __aenter__(self):
        self.ws = await self.session.ws_connect(f"{self.server.url}/t/{TABLE}/ws", headers=self.headers)
        await self.ws.send_str('{"type":"hello"}')
        await self.ws.send_str('{"type":"choices","id":"c"}')
        return self

    async def __aexit__(self, *_):
        await self.ws.close()

    async def listen(self):
        """Until the table has nothing more to say."""
        while True:
            try:
                message = await self.ws.receive(timeout=0.25)
            except TimeoutError:
                return
            self.heard.append(message.data)

    async def read_all(self):
        """What the API tells him of the table."""
        for path in (f"tables/{TABLE}", f"tables/{TABLE}/deals", "tables", "me", "me/tables", f"matches/{TABLE}"):
            async with self.session.get(f"{self.server.url}/api/v1/{path}", headers=self.headers) as response:
                told = await response.read()
                self.heard.append((path, response.status, response.headers.get("ETag"), told))


def worlds_of(rules, rng, seat_of):
    """A deal at a random moment, and the same as a viewer may believe it to be."""
    while True:
        state, _ = fresh(rules, rng)
        for _ in range(rng.below(40)):
            if not state.is_over:
                state.step(*answer(state, rng))
        viewer = seat_of(state)
        if not state.is_over and not state.is_timed:
            other = state.view(viewer).guess(rng)
            if str(other) != str(state) and other.actors == state.actors:
                return state, other, viewer


def told_alike(one, other, viewer, seat, action):
    """Does the viewer see and hear the same of this action in both worlds, by the rules?"""
    one, other = one.copy(), other.copy()
    events = [[event.to(viewer) for event in state.apply(seat, action)] for state in (one, other)]
    return events[0] == events[1] and one.view(viewer).scene() == other.view(viewer).scene()


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("looks_on", [False, True])
def test_both_worlds_send_the_same_bytes(rules, looks_on, tmp_path):
    rng = Random(f"{rules} {looks_on}")
    one, other, viewer = worlds_of(rules, rng, lambda state: ONLOOKER if looks_on else rng.below(state.setup.seats))
    person = EVE if looks_on else PEOPLE[viewer]

    async def compare():
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            session = await stack.enter_async_context(aiohttp.ClientSession())
            servers = [await open_world(stack, tmp_path / name, state) for name, state in (("a", one), ("b", other))]
            ears = [await stack.enter_async_context(Ear(session, server, person)) for server in servers]
            await asyncio.gather(*(ear.listen() for ear in ears))
            for number in range(6):
                seats = [seat for seat in one.waiting() if seat in other.waiting()]
                if not seats:
                    break
                seat = rng.choice(seats)
                action = one.sample(seat, rng)
                if refusal(other, seat, action) or not told_alike(one, other, viewer, seat, action):
                    continue
                one.apply(seat, action)
                other.apply(seat, action)
                for server in servers:
                    table = await server.house.table(TABLE)
                    await table.table.answer(seat, action, f"a{number}")
                if one.is_over:
                    break
            await asyncio.gather(*(ear.listen() for ear in ears))
            await asyncio.gather(*(ear.read_all() for ear in ears))
            assert ears[0].heard == ears[1].heard
            kinds = [json.loads(each)["type"] for each in ears[0].heard if isinstance(each, str)]
            assert "news" in kinds
            assert len(ears[0].heard) > 9

    asyncio.run(compare())
