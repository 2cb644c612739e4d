"""A game whose rules fail in the middle of a deal, in a real server: that table ends, and nothing else."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from house_client import Guest, Player, ServerProcess, run_with_guests
from sitting import Sitting
from test_serving import OPEN, seated

GAME = str(Path(__file__).parents[1] / "data" / "faulty.py")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("house"), *OPEN, game=GAME) as process:
        yield process


def logged(server, table):
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return [line for line in lines if line.get("table") == table]


async def two_and_bots(server, rules, pace="live"):
    guests = [await Guest(server.url, name).__aenter__() for name in ("Ann", "Bob")]
    chairs = [{"kind": "open"}, {"kind": "bot", "text": "random"}] * 2
    table = (await guests[0].post("/tables", rules=rules, pace=pace, chairs=chairs))["table"]
    await guests[1].ask(table, "sit")
    await guests[0].ask(table, "begin")
    return guests, table


async def until_it_ends(player):
    """Play until the table is said to be over."""
    playing = asyncio.create_task(player.play_on())
    async with asyncio.timeout(60):
        while player.stands.get("state") != "over":
            await asyncio.sleep(0.01)
    playing.cancel()


async def check_what_is_left(server, guests, table, player):
    """The ending, the line in the log, and the record as far as it was played."""
    result = await guests[0].get_soon(f"/matches/{table}")
    assert (result["ending"], result["deals"]) == ("error", 0)
    assert not result["ratings"]
    assert table in [match["id"] for match in (await guests[0].get(f"/matches?person={guests[0].id}"))["matches"]]
    text = await guests[-1].get(f"/matches/{table}/record")
    moves = re.findall(r"^(\d) (play \w+|pass)", text, re.MULTILINE)
    assert 10 <= len(moves) < 52
    if player is not None:
        assert [action for _, action in player.acknowledged] == [action for seat, action in moves if seat == "0"]
    faults = [line for line in logged(server, table) if line["event"] == "fault"]
    assert [line["error"] for line in faults] == ["ZeroDivisionError"]
    assert set(faults[0]) == {"at", "error", "event", "level", "table", "timestamp"}
    assert not re.search(r"\b(10|[2-9JQKA])[CDHS]\b", faults[0]["at"])
    assert [line["ending"] for line in logged(server, table) if line["event"] == "table over"] == ["error"]


@pytest.mark.parametrize("culprit", [0, 1])
def test_it_ends_that_table_alone_whether_a_person_or_a_bot_meets_it(server, culprit):
    async def play():
        others, other = await seated(server.url, "hearts:target=1,passing=off", 4)
        beside = [Player(guest, other, number) for number, guest in enumerate(others)]
        async with others[0].socket(other) as ws:  # their table is in memory, and goes on after the fault
            await ws.send_str('{"type":"hello"}')
            guests, table = await two_and_bots(server, f"faulty:culprit={culprit}")
            players = [Player(guest, table, number) for number, guest in enumerate(guests)]
            await asyncio.gather(*map(until_it_ends, players))
        assert [player.stands["ending"] for player in players] == ["error", "error"]
        await check_what_is_left(server, guests, table, players[0])
        await asyncio.gather(*(player.play() for player in beside))
        assert (await others[0].get_soon(f"/matches/{other}"))["ending"] == "match"

    run_with_guests(play())


def test_it_ends_the_table_by_http_too(server):
    async def answer(guest, table, action):
        body = {"type": "answer", "action": action}
        path = f"{server.url}/api/v1/tables/{table}/requests"
        async with guest.session.post(path, json=body, headers=guest.headers) as response:
            return response.status, (await response.json(content_type=None)).get("code")

    async def play():
        guests, table = await two_and_bots(server, "faulty:culprit=0", "days")
        answered = [(200, None)]
        async with asyncio.timeout(60), guests[0].socket(table) as ws:
            await ws.send_str('{"type":"hello"}')  # so that it stays in memory
            while answered[-1] != (500, "fault"):
                guests.reverse()
                asked = await guests[0].ask_soon(table, "choices")
                if asked["actions"]:
                    answered.append(await answer(guests[0], table, asked["actions"][0]))
        await check_what_is_left(server, guests, table, None)

    run_with_guests(play())


def test_who_plays_in_a_terminal_is_told_and_where_the_record_is(server, tmp_path):
    words = ("--bot", "random", "--at", server.url, "--plain", "--impatient")
    with Sitting(tmp_path, "faulty:culprit=0", *words, game=GAME) as ann:
        ann.play()
        ann.code()
        assert "the match was ended by a fault of the house" in ann.text
        assert re.search(rf"the match is kept at {re.escape(server.url)}/m/\w+", ann.text)
