"""A house of several processes on PostgreSQL: whichever of them is killed, paused or restarted, its tables go on."""

import asyncio
import json
import signal
import socket
from contextlib import ExitStack, suppress

import aiohttp
import asyncpg
import pytest
from house_client import Guest, Player, ServerProcess, run_with_guests
from test_serving import OPEN, moves_of

from paiju.record import Record

READY = "ops_public=on"
SECRET = "secret=" + "s" * 40


@pytest.fixture
def database(postgres):
    return postgres.new_database()


def process(folder, database, *settings):
    folder.mkdir(exist_ok=True)
    return ServerProcess(folder, *OPEN, SECRET, f"database={database}", "lease_seconds=1", *settings)


@pytest.fixture
def two(tmp_path, database):
    """Two processes of one house, each with a port of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(process(tmp_path / name, database)) for name in ("a", "b")]


async def seated(urls, rules, people=4):
    """Guests at one table, who came by different processes, and go to the other when one is gone."""
    guests = []
    for number in range(people):
        here, elsewhere = urls[number % 2], urls[1 - number % 2]
        guests.append(await Guest(here, f"P{number}", elsewhere).__aenter__())
    table = (await guests[0].post("/tables", rules=rules, pace="days"))["table"]
    for guest in guests[1:]:
        await guest.ask(table, "sit")
    await guests[0].ask(table, "begin")
    return guests, table


async def owner_of(database, table, servers):
    """The process that has the table, as the store knows it; None if none has."""
    base = await asyncpg.connect(database)
    try:
        name = await base.fetchval("SELECT process FROM lease WHERE id = $1", table)
    finally:
        await base.close()
    return next((server for server in servers if name and name.split()[0] == server.url), None)


def test_a_process_that_stops_while_it_looks_whether_it_is_ready_holds_up_no_other(tmp_path, database):
    """What it has written last is locked as long as its connection is there."""

    async def look():
        async with aiohttp.ClientSession() as session, asyncio.timeout(60):
            for each in (one, other, one):
                async with session.get(f"{each.url}/readyz") as response:
                    assert response.status == 200
            base = await asyncpg.connect(database)
            async with base.transaction():
                await base.execute("SELECT * FROM document FOR UPDATE")
                async with session.get(f"{other.url}/readyz") as response:
                    assert response.status == 200
            await base.close()

    with process(tmp_path / "a", database, READY) as one, process(tmp_path / "b", database, READY) as other:
        asyncio.run(look())


async def until_acknowledged(players, more, playing):
    """Until so many more answers are acknowledged, or all is over."""
    wanted = sum(len(player.acknowledged) for player in players) + more
    while sum(len(player.acknowledged) for player in players) < wanted and not all(task.done() for task in playing):
        for task in playing:
            assert not (task.done() and task.exception()), task.exception()
        await asyncio.sleep(0.005)


async def nothing_lost_or_doubled(players, table):
    """What each was told is stored is what the record has, once and in order; numbers are checked by the players."""
    record = Record.read(await players[0].guest.get_soon(f"/matches/{table}/record"))
    for player, moves in zip(players, moves_of(record, range(len(players))), strict=True):
        assert [action for _, action in player.acknowledged] == [action for _, action in moves]
        assert not [each for each in player.refused if each["code"] == "not_your_turn"]


def test_a_killed_owner_loses_nothing_and_the_other_goes_on(two, database):
    """kill -9 of whichever process has the table, again and again; it comes back as the other."""

    async def play():
        guests, table = await seated([server.url for server in two], "hearts:target=90")
        players = [Player(guest, table, number) for number, guest in enumerate(guests)]
        playing = [asyncio.create_task(player.play()) for player in players]
        kills = 0
        while not all(task.done() for task in playing) and kills < 6:
            await until_acknowledged(players, 5 + 3 * kills, playing)
            owner = await owner_of(database, table, two)
            if owner is None:
                continue
            owner.kill(signal.SIGKILL)
            kills += 1
            if kills % 2:  # the other has to take over by itself
                await until_acknowledged(players, 3, playing)
            await asyncio.to_thread(owner.start)
        await asyncio.gather(*playing)
        assert kills > 1
        await nothing_lost_or_doubled(players, table)

    run_with_guests(play())


def test_a_paused_owner_that_wakes_up_cannot_write(two, database):
    """While it sleeps answers lie in its sockets. It takes them when it wakes, and none of them counts."""

    async def play():
        guests, table = await seated([server.url for server in two], "hearts:target=30")
        players = [Player(guest, table, number) for number, guest in enumerate(guests)]
        for player in players:
            player.heartbeat = 1.0  # this is how a client finds out that nobody is there
        playing = [asyncio.create_task(player.play()) for player in players]
        for _ in range(2):
            await until_acknowledged(players, 10, playing)
            while (owner := await owner_of(database, table, two)) is None and not all(task.done() for task in playing):
                await asyncio.sleep(0.05)
            if owner is None:
                break
            owner.process.send_signal(signal.SIGSTOP)
            await until_acknowledged(players, 10, playing)
            owner.process.send_signal(signal.SIGCONT)
        await asyncio.gather(*playing)
        await nothing_lost_or_doubled(players, table)
        assert all(player.connections > 1 for player in players)

    run_with_guests(play())


def test_workers_that_are_restarted_one_by_one_interrupt_no_table(tmp_path, database):
    """One port for all; tables go to the worker that stays, and nobody is turned away."""

    async def play(url, keeper):
        tables = [await seated([url, url], "hearts:target=25") for _ in range(3)]
        players = [[Player(guest, table, number) for number, guest in enumerate(guests)] for guests, table in tables]
        everybody = [player for each in players for player in each]
        playing = [asyncio.create_task(player.play()) for player in everybody]
        for _ in range(2):
            await until_acknowledged(everybody, 20, playing)
            keeper.process.send_signal(signal.SIGHUP)
        await asyncio.gather(*playing)
        assert any(player.connections > 1 for player in everybody)
        for (guests, table), each in zip(tables, players, strict=True):
            await nothing_lost_or_doubled(each, table)

    with process(tmp_path / "house", database, "workers=2") as keeper:
        run_with_guests(play(keeper.url, keeper))
        assert keeper.kill(signal.SIGTERM) == 0


def test_a_worker_that_dies_is_started_again(tmp_path, database):
    async def pids(keeper):
        told = await asyncio.create_subprocess_exec(
            "pgrep", "-P", str(keeper.process.pid), "-f", "spawn_main", stdout=asyncio.subprocess.PIPE
        )
        return (await told.communicate())[0].split()

    async def play(keeper):
        guests, table = await seated([keeper.url, keeper.url], "hearts:target=15")
        players = [Player(guest, table, number) for number, guest in enumerate(guests)]
        playing = [asyncio.create_task(player.play()) for player in players]
        await until_acknowledged(players, 10, playing)
        for pid in await pids(keeper):
            killed = await asyncio.create_subprocess_exec("kill", "-9", pid.decode())
            await killed.wait()
        await asyncio.gather(*playing)
        await nothing_lost_or_doubled(players, table)

    with process(tmp_path / "house", database, "workers=2") as keeper:
        run_with_guests(play(keeper))


def test_each_worker_says_at_which_port_it_is_looked_after(tmp_path, database):
    async def play(keeper):
        said = [keeper.process.stderr.readline().strip() for _ in range(2)]
        places = [f"http://127.0.0.1:{port}" for port in (first, first + 1)]
        assert said == [f"worker {number}: {place}/readyz and /metrics" for number, place in enumerate(places, 1)]
        async with aiohttp.ClientSession() as session:
            for place in places:
                async with session.get(f"{place}/readyz") as response:
                    assert response.status == 200

    first = two_free_ports()
    with process(tmp_path / "house", database, "workers=2", f"ops_port={first}") as keeper:
        run_with_guests(play(keeper))


def two_free_ports():
    """The first of two that follow one another."""
    while True:
        with socket.socket() as one, socket.socket() as next_one, suppress(OSError, OverflowError):
            one.bind(("127.0.0.1", 0))
            next_one.bind(("127.0.0.1", one.getsockname()[1] + 1))
            return one.getsockname()[1]


def test_programs_are_led_to_the_owner_and_pages_are_passed_on(tmp_path, database):
    """A page knows one host, so its frames go through the process it came to; both hear the same."""

    async def hello(guest, table, **more):
        """The first messages of a socket, until news or the end."""
        async with guest.socket(table, **more) as ws:
            await ws.send_str('{"type":"hello"}')
            told = []
            async for message in ws:
                told.append(json.loads(message.data))
                if told[-1]["type"] == "news":
                    break
            return told, ws.close_code

    async def play(first, second):
        guests, table = await seated([first.url, first.url], "hearts:passing=off")
        eve = await Guest(second.url, "Eve").__aenter__()
        async with guests[0].socket(table) as ws:  # where nobody is, the table would soon be anybody's
            await ws.send_str('{"type":"hello"}')
            await ws.receive()
            await knock(eve, table, second.url)

    async def knock(eve, table, url):
        told, code = await hello(eve, table)
        assert (told[-1]["code"], told[-1]["at"], code) == ("moved", "http://cards.example:1", 1012)
        cookie, eve.token = {"Cookie": f"paiju={eve.token}", "Origin": url}, ""
        told, _ = await hello(eve, table, headers=cookie)
        assert [each["type"] for each in told if each["type"] != "table"] == ["welcome", "news"]
        assert (await eve.get(f"/tables/{table}"))["table"] == table

    with (
        process(tmp_path / "a", database, "public_address=http://cards.example:1") as first,
        process(tmp_path / "b", database) as second,
    ):
        run_with_guests(play(first, second))


def test_a_picture_chosen_at_another_process_is_seen_at_the_table_at_once(two):
    async def play():
        guests, table = await seated([two[0].url, two[1].url], "hearts", 2)
        async with guests[0].socket(table) as ws:
            await ws.send_str('{"type":"hello"}')
            await ws.receive()  # it is in memory there
            await guests[1].post(f"/me/avatar?table={table}", avatar="fox")
            told = {}
            while told.get("type") != "table" or told["chairs"][1].get("avatar") != "fox":
                told = json.loads((await ws.receive()).data)
        assert (await guests[0].get("/me")).get("avatar", "") == ""

    run_with_guests(play())


def test_where_the_owner_cannot_be_reached_a_client_is_told_to_come_back(two, database):
    async def play():
        guests, table = await seated([two[0].url, two[0].url], "hearts")
        base = await asyncpg.connect(database)
        forever = "UPDATE lease SET process = 'http://127.0.0.1:1', until = until + 600 WHERE id = $1"
        async with guests[0].socket(table) as ws:
            await ws.send_str('{"type":"hello"}')
            await ws.receive()  # it is in memory, and leased
            await base.execute(forever, table)
            codes = [json.loads(message.data).get("code") async for message in ws]
            assert (codes[-1], ws.close_code) == ("moved", 1012)
        async with guests[0].socket(table) as ws:
            await ws.send_str('{"type":"hello"}')
            codes = [json.loads(message.data).get("code") async for message in ws]
            assert (codes, ws.close_code) == (["moving"], 1013)
        with pytest.raises(AssertionError, match="moved"):
            await guests[0].get(f"/tables/{table}")
        await base.close()

    run_with_guests(play())
