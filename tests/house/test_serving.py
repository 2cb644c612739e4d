"""Real servers in processes of their own: games of every kind through the wire, and kill -9 in the middle of play."""

import asyncio
import json
import signal

import pytest
from house_client import Guest, Player, ServerProcess, run_with_guests

from paiju.fair import flaw_of
from paiju.record import Record

GAMES = ["hearts:target=1", "gongzhu:hands=1", "shengji:deals=1", "poepen:peak=2", "luzi:players=4"]
OPEN = (
    "messages_a_second=5000",
    "requests_a_second=5000",
    "guests_a_minute=5000",
    "sockets_an_address=1000",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("house"), *OPEN) as process:
        yield process


async def seated(url, rules, people, pace="days", **more):
    """Guests at a table that begins: two on one side or four, and bots that think little in the other chairs."""
    guests = [await Guest(url, f"P{number}").__aenter__() for number in range(people)]
    chairs = [{"kind": "open"}, {"kind": "bot", "text": "steady"}] * 2 if people == 2 else []
    table = (await guests[0].post("/tables", rules=rules, pace=pace, chairs=chairs, **more))["table"]
    for guest in guests[1:]:
        await guest.ask(table, "sit")
    await guests[0].ask(table, "begin")
    return guests, table


def moves_of(record, seats):
    """What each seat did, by deal."""
    return [
        [(deal.setup.deal, str(move.action)) for deal in record.deals for move in deal.moves if move.seat == seat]
        for seat in seats
    ]


@pytest.mark.parametrize("rules", GAMES)
def test_a_match_of_every_game_is_played_through_the_wire(server, rules):
    """Two people and bots; an onlooker hears it too. What was acknowledged is the record."""

    async def play():
        guests, table = await seated(server.url, rules, 2)
        watcher = await Guest(server.url, "Eve").__aenter__()
        players = [Player(guest, table, number) for number, guest in enumerate([*guests, watcher])]
        await asyncio.gather(*(player.play() for player in players))
        assert [player.connections for player in players] == [1, 1, 1]
        assert players[2].answers == 0
        result = await guests[0].get_soon(f"/matches/{table}")
        record = Record.read(await guests[0].get(f"/matches/{table}/record"))
        assert result["ending"] == "match"
        told = [news["match"] for news in players[0].heard if "match" in news]
        assert result["standing"] == told[-1]["standing"]
        for deal in record.deals:  # dealt as promised, from what people added
            assert not flaw_of(deal, table)
            assert deal.fairness
            assert players[0].commitments.get(deal.setup.deal, deal.fairness.commitment) == deal.fairness.commitment
        assert all(deal.fairness and all(deal.fairness.values[::2]) for deal in record.deals[1:])  # all are there then
        for player, moves in zip(players[:2], moves_of(record, (0, 2)), strict=True):
            done = [each for each in player.acknowledged if each[1] != "pass"]
            assert done == [move for move in moves if not move[1].startswith("pass")]

    run_with_guests(play())


@pytest.mark.parametrize("rules", ["hearts:target=30", "luzi:players=4", "shengji:deals=1"])
def test_killed_again_and_again_nothing_is_lost_doubled_or_heard_twice(tmp_path, rules):
    """kill -9 in the middle of play; everybody comes back with the answer that was not acknowledged yet."""

    async def play():
        with ServerProcess(tmp_path, *OPEN) as server:
            guests, table = await seated(server.url, rules, 4)
            players = [Player(guest, table, number) for number, guest in enumerate(guests)]
            playing = [asyncio.create_task(player.play()) for player in players]
            kills = 0
            while not all(task.done() for task in playing) and kills < 8:
                heard = sum(len(player.acknowledged) for player in players)
                while sum(len(player.acknowledged) for player in players) < heard + 5 + 3 * kills:
                    if all(task.done() for task in playing):
                        break
                    await asyncio.sleep(0.005)
                server.kill(signal.SIGKILL)
                kills += 1
                await asyncio.to_thread(server.start)
            await asyncio.gather(*playing)
            assert kills > 1
            record = Record.read(await guests[0].get_soon(f"/matches/{table}/record"))
            for player, moves in zip(players, moves_of(record, range(4)), strict=True):
                done = [action for _, action in player.acknowledged if action != "pass" or not rules.startswith("sh")]
                made = [action for _, action in moves if not (action.startswith("pass") and rules.startswith("sh"))]
                assert done == made
                assert not [each for each in player.refused if each["code"] == "not_your_turn"]

    run_with_guests(play())


def test_sigterm_sends_everybody_away_to_come_back(tmp_path):
    async def play():
        with ServerProcess(tmp_path, *OPEN) as server:
            guests, table = await seated(server.url, "hearts:target=30", 4)
            async with guests[0].socket(table) as ws:
                await ws.send_str('{"type":"hello"}')
                while json.loads((await ws.receive()).data)["type"] != "news":
                    pass
                ended = asyncio.create_task(asyncio.to_thread(server.kill, signal.SIGTERM))
                told = [json.loads(message.data) async for message in ws]
                assert [each["code"] for each in told if each["type"] == "error"] == ["closing"]
                assert ws.close_code == 1012
            assert await ended == 0
            await asyncio.to_thread(server.start)
            players = [Player(guest, table, number) for number, guest in enumerate(guests)]
            await asyncio.gather(*(player.play() for player in players))

    run_with_guests(play())


def test_a_table_at_days_pace_is_not_in_memory_and_tells_whom_it_waits_for(server):
    async def whom(guests):
        """Whom the table waits for, once it is put away."""
        while True:
            waits = [(await guest.get("/me/tables"))[0]["waits"] for guest in guests]
            if any(waits):
                assert waits.count(True) == 1
                return guests[waits.index(True)]
            await asyncio.sleep(0.01)

    async def play():
        guests, table = await seated(server.url, "hearts:passing=off", 4)
        first = await whom(guests)
        player = Player(first, table)
        playing = asyncio.create_task(player.play())
        while not player.acknowledged:
            await asyncio.sleep(0.01)
        while (second := await whom(guests)) is first:
            await asyncio.sleep(0.01)
        playing.cancel()
        assert await whom(guests) is second

    run_with_guests(play())


def test_who_comes_late_takes_the_chair_of_a_bot_that_nobody_had_wanted(server):
    async def play():
        guests = [await Guest(server.url, "Ann").__aenter__()]
        table = (await guests[0].post("/tables", rules="hearts:target=1", pace="relaxed"))["table"]
        await guests[0].ask(table, "begin")
        late = await Guest(server.url, "Late").__aenter__()
        async with guests[0].socket(table) as ws:
            await ws.send_str('{"type":"hello"}')
            assert (await late.ask(table, "sit"))["type"] == "done"
            stands = await late.get(f"/tables/{table}")
            assert [chair["kind"] for chair in stands["chairs"]] == ["person", "person", "bot", "bot"]
            assert stands["seat"] == 1

    run_with_guests(play())
