"""Two worlds that a listener cannot tell apart: all that two servers send him, on sockets and by the API, is the same
to the byte. One world is a position of a random deal; in the other the cards he has not seen lie elsewhere."""

import asyncio
import json
from contextlib import AsyncExitStack
from functools import partial

import aiohttp
import pytest
from houses import SECRET, serving
from random_play import answer, fresh, refusal

from paiju import contract as contracts
from paiju.contract import Contract, HouseChair
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER
from paiju.games import find
from paiju.house_table import NUMBERS_A_LOAD
from paiju.people import Person, Tokens, token_hash
from paiju.record import Record
from paiju.timing import FOREVER, MIN_DRAW, Timing

PEOPLE = [Person(f"g{seat}", f"P{seat}") for seat in range(6)]
BOTS = [Person(f"b{seat}", f"B{seat}", "bot") for seat in range(6)]
EVE = Person("eve", "Eve")
TABLE = "twoworlds"
GAMES = ["hearts", "gongzhu", "shengji", "poepen", "luzi"]


@pytest.fixture
def untimed(monkeypatch):
    """A pace without pauses and limits: how many seconds are left is not the same twice."""
    monkeypatch.setitem(contracts.PACES, "untimed", Timing(0.0, 0.0, 0.02, 0.0, 0.0, FOREVER))


def token(person):
    return f"bot_{person.id}" if person.is_bot else Tokens(SECRET.encode()).sign(person, now=None)


async def open_world(stack, folder, setup, begin, players=PEOPLE, draw=0.0):
    """A server with a deal being played by these people or bots of theirs; `begin` puts it into the record."""
    server = await stack.enter_async_context(serving(folder))
    tags = {"Seed": "1"} | {f"Seat{seat}": players[seat].name for seat in range(setup.seats)}
    record = Record(setup.game, setup.options, tags)
    begin(record)
    chairs = tuple(HouseChair("person", players[seat].id, players[seat].name) for seat in range(setup.seats))
    rules = setup.game.rules(setup.options)
    contract = Contract(TABLE, rules, chairs, players[0].id, "untimed", state="playing", open_hands=True,
                        players=tuple(person.id for person in players[: setup.seats]), draw=draw)  # fmt: skip
    for bot in filter(lambda player: player.is_bot, players):
        await server.store.put("person", bot.id, {"name": bot.name, "kind": "bot"})
        await server.store.put("token", token_hash(token(bot)), {"person": bot.id})
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
        while '"type":"news"' not in await self.take():
            pass
        return self

    async def __aexit__(self, *_):
        await self.ws.close()

    async def listen(self):
        """Until the table has nothing more to say, which its answers tell: they come behind whatever it said before."""
        table = (await self.server.house.table(TABLE)).table
        while table.unshown or table.inbox.in_hand or table.inbox.intents or table.state not in (None, table.shown):
            await asyncio.sleep(0.01)
        for what in ("choices", "view"):  # the second is what a program would think about
            await self.ws.send_str(json.dumps({"type": what, "id": what}))
            while f'"id":"{what}"' not in await self.take():
                pass

    async def take(self):
        message = await self.ws.receive(timeout=60)
        self.heard.append(message.data)
        return message.data

    async def read_all(self):
        """What the API tells him of the table."""
        for path in (
            f"tables/{TABLE}",
            f"tables/{TABLE}/deals",
            "tables",
            "lobby",
            "me",
            "me/tables",
            f"matches/{TABLE}",
        ):
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
@pytest.mark.parametrize("who", ["person", "onlooker", "bot"])
def test_both_worlds_send_the_same_bytes(rules, who, tmp_path, untimed):
    looks_on, players = who == "onlooker", BOTS if who == "bot" else PEOPLE
    rng = Random(f"{rules} {looks_on}")
    one, other, viewer = worlds_of(rules, rng, lambda state: ONLOOKER if looks_on else rng.below(state.setup.seats))
    person = EVE if looks_on else players[viewer]

    async def compare():
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            session = await stack.enter_async_context(aiohttp.ClientSession())
            servers = []
            for name, state in (("a", one), ("b", other)):
                begin = partial(Record.start_at, position=str(state))
                servers.append(await open_world(stack, tmp_path / name, state.setup, begin, players))
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
            assert ("view" in kinds) == (who == "bot")
            assert len(ears[0].heard) > 9

    asyncio.run(compare())


# ---- the draw of Sheng Ji, which goes on by the clock ----

DRAW = ("draw", "last_call")
ALL_HERE = 30  # news after which everybody has come; who came when is not the same twice
CHECKED = 50  # so many news are answered with something that is refused; later the draw may end first
CHECK = '{"type":"check","id":"c","action":"play AS"}'


class Drawer:
    """Somebody at the table during the draw, who says nothing; all that he is sent, by kind of message."""

    def __init__(self, session, server, person, is_curious):
        self.ear = Ear(session, server, person)
        self.is_curious = is_curious  # he tries what he may not, and asks the API
        self.heard = {}

    async def sit(self):
        url, scene, checks = f"{self.ear.server.url}/t/{TABLE}/ws", {}, 0
        async with self.ear.session.ws_connect(url, headers=self.ear.headers) as ws:
            await ws.send_str('{"type":"hello"}')
            async for message in ws:
                told = json.loads(message.data)
                if told["type"] != "news":
                    self.heard.setdefault(told["type"], []).append(message.data)
                    continue
                is_in_time = told["number"] % NUMBERS_A_LOAD > ALL_HERE
                self.heard.setdefault("news", []).extend([message.data] if is_in_time else [])
                scene = {**scene, **told.get("scene", {}), **told.get("changed", {})}
                if told["kind"] == "result":  # nobody has called: it is dealt anew
                    return
                if scene["phase"] in DRAW and checks < CHECKED and self.is_curious and is_in_time:
                    checks += 1
                    await ws.send_str(CHECK)
                    if checks == CHECKED:
                        await self.ear.read_all()
                if any(not ask.get("optional") for ask in scene.get("asks", [])) and scene["phase"] in DRAW:
                    await ws.send_str('{"type":"answer","action":"pass"}')


def swapped(deck, viewer, rng):
    """The deck as the viewer may believe it to be: of the cards that others draw, twos change hands."""
    hidden = [i for i in range(100) if i % 4 != viewer]
    other = list(deck)
    for i in [i for i in hidden if deck[i].rank == 2]:
        j = rng.choice([j for j in hidden if j % 4 != i % 4 and other[j].rank != 2])
        other[i], other[j] = other[j], other[i]
    return other


@pytest.mark.parametrize(("seed", "term"), [(0, 0.0), (1, 0.0), (2, 0.0), (3, MIN_DRAW)])
def test_whoever_could_call_the_draw_sends_the_same_bytes(seed, term, tmp_path, untimed):
    """Numbers, sizes and presence of messages: to a seat and to an onlooker, by socket and by the API."""
    game, rng, viewer = find("shengji"), Random(seed), seed
    setup = game.first()
    deck = game.shuffled(setup, Random(seed))
    other = swapped(deck, viewer, rng)
    assert other != deck

    async def hear(folder, cards):
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(aiohttp.ClientSession())
            server = await open_world(stack, folder, setup, lambda record: record.start(setup, cards), draw=term)
            drawers = [Drawer(session, server, each, each in (PEOPLE[viewer], EVE)) for each in (*PEOPLE[:4], EVE)]
            async with asyncio.timeout(60):
                await asyncio.gather(*(drawer.sit() for drawer in drawers))
            watched = drawers[viewer], drawers[-1]
            return [(drawer.heard["news"], drawer.heard["refusal"], drawer.ear.heard) for drawer in watched]

    mine, theirs = asyncio.run(hear(tmp_path / "a", deck)), asyncio.run(hear(tmp_path / "b", other))
    assert len(mine[0][0]) > 100 - ALL_HERE
    assert len(mine[0][1]) == CHECKED
    assert theirs == mine
