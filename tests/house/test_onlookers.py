"""A table where nobody may look on: whoever has no chair hears nothing of the match, however they came."""

import asyncio
import json
from contextlib import ExitStack

import pytest
from house_client import Guest, run_with_guests
from houses import serving, told_until
from test_house import Client, begun, in_house, people, until
from test_many_processes import owner_of, process
from test_security import closed_with, run

CLOSED = (["no_onlookers"], 1008)


async def listening(guest, table):
    """A socket that has been greeted."""
    ws = await guest.socket(table).__aenter__()
    await ws.send_str('{"type":"hello"}')
    await told_until(ws, "table")
    return ws


async def heard_to_the_end(ws):
    """What came until the socket was closed, by type; and with which code."""
    told = []
    async for message in ws:
        told.append(json.loads(message.data))
    return told, ws.close_code


@in_house
async def test_no_news_for_whoever_came_before_the_start_and_has_no_chair(house):
    ann, bob, eve = await people(house, "Ann", "Bob", "Eve")
    contract = await house.open_table(ann, "hearts:passing=off", pace="quickest", onlookers=False)
    table = await house.table(contract.id)
    clients = [Client(person) for person in (ann, bob, eve)]
    visits = [table.come(client) for client in clients]
    await table.sit(bob, 1)
    await table.set_chair(ann, 1, "open")  # the host takes Bob out of the chair
    await table.begin(ann)
    await until(lambda: clients[0].heard and clients[1].dismissed and clients[2].dismissed)
    assert [client.dismissed for client in clients] == ["", "no_onlookers", "no_onlookers"]
    assert not clients[1].heard
    assert not clients[2].heard
    assert [visit in table.visits for visit in visits] == [True, False, False]


@in_house
async def test_no_news_for_whoever_gives_up_a_chair(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, clients, _ = await begun(house, ann, bob, onlookers=False)
    await table.stand(bob)
    await until(lambda: clients[1].dismissed)
    assert clients[1].dismissed == "no_onlookers"
    heard = len(clients[1].heard)
    before = len(clients[0].heard)
    await until(lambda: len(clients[0].heard) > before + 3 or clients[0].asks)
    assert len(clients[1].heard) == heard


@in_house
async def test_onlookers_stay_where_they_may(house):
    ann, eve = await people(house, "Ann", "Eve")
    contract = await house.open_table(ann, "hearts:passing=off", pace="quickest")
    table = await house.table(contract.id)
    clients = [Client(ann), Client(eve)]
    for client in clients:
        table.come(client)
    await table.begin(ann)
    await until(lambda: clients[1].heard)
    assert not clients[1].dismissed


@run
async def test_no_socket_of_an_onlooker_outlives_the_start(tmp_path):
    """Also one that has not said hello yet; whoever gets up hears first that it was done."""
    async with (
        serving(tmp_path) as server,
        Guest(server.url, "Ann") as ann,
        Guest(server.url, "Bob") as bob,
        Guest(server.url, "Eve") as eve,
    ):
        table = (await ann.post("/tables", rules="hearts", pace="days", onlookers=False))["table"]
        await bob.ask(table, "sit")
        ears = await listening(eve, table)
        late = await eve.socket(table).__aenter__()
        players = [await listening(each, table) for each in (ann, bob)]
        await ann.ask(table, "begin")
        told, code = await heard_to_the_end(ears)
        assert (told[-1]["code"], code) == ("no_onlookers", 1008)
        assert "news" not in [each["type"] for each in told]
        await late.send_str('{"type":"hello"}')
        assert await closed_with(late) == CLOSED
        for ws in players:
            await told_until(ws, "news")
        await players[1].send_str('{"type":"stand","id":"up"}')
        told, code = await heard_to_the_end(players[1])
        assert {"type": "done", "id": "up"} in told
        assert (told[-1]["code"], code) == ("no_onlookers", 1008)
        await players[0].send_str('{"type":"leave","id":"off"}')
        told, code = await heard_to_the_end(players[0])
        assert {"type": "done", "id": "off"} in told
        assert (told[-1]["code"], code) == ("left", 1000)


@pytest.fixture
def two(tmp_path, postgres):
    database = postgres.new_database()
    with ExitStack() as stack:
        yield database, [stack.enter_context(process(tmp_path / name, database)) for name in ("a", "b")]


def test_no_onlooker_listens_on_through_another_process(two):
    """Frames of pages are passed on from the process that was asked to the one that has the table."""
    database, servers = two

    async def play():
        here, there = (server.url for server in servers)
        async with Guest(here, "Ann") as ann, Guest(there, "Eve") as eve:
            table = (await ann.post("/tables", rules="hearts", pace="days", onlookers=False))["table"]
            assert await owner_of(database, table, servers) is servers[0]
            cookie, eve.token = eve.token, ""
            page = {"Origin": there, "Cookie": f"paiju={cookie}"}
            ears = await eve.socket(table, headers=page).__aenter__()
            await ears.send_str('{"type":"hello"}')
            await told_until(ears, "table")
            await ann.ask(table, "begin")
            told, code = await asyncio.wait_for(heard_to_the_end(ears), 60)
            assert (told[-1]["code"], code) == ("no_onlookers", 1008)
            assert "news" not in [each["type"] for each in told]

    run_with_guests(play())
