"""A door to a table elsewhere: real servers, killed and back, and servers that are none."""

import asyncio
import json
import os
import signal
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest
from aiohttp import web
from house_client import ServerProcess

from paiju.client import WireHouse, keep_token, kept_token, read_address, tokens_path
from paiju.core.words import ONLOOKER, Action, IllegalAction
from paiju.door import DoorClosed
from paiju.record import Record
from paiju.wire import WireChair, WireTable, WireWelcome, write

OPEN = ("messages_a_second=5000", "requests_a_second=5000", "guests_a_minute=5000")
BOTS = [("open", ""), ("bot", "steady"), ("open", ""), ("bot", "steady")]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@asynccontextmanager
async def visitor(url, name="Ann"):
    async with WireHouse(url) as house:
        await house.come_in(name)
        yield house


async def play_on(door, acknowledged, seconds=240):
    """Answer with the first thing that may be answered, to the end of the match; all numbers that were heard."""
    numbers = []
    async with asyncio.timeout(seconds):
        async for news in door.hear():
            # Who comes back when all is over is told so by the door itself, with the number that was heard last.
            is_own = news.kind == "match" and numbers[-1:] == [news.number]
            numbers += [news.number] if news.kind not in ("say", "result") and not is_own else []
            if news.kind == "result":
                await door.go_on()
            if news.scene.is_asked and news is door.news:
                await answer_first(door, news.scene.deal, acknowledged)
    return numbers


async def answer_first(door, deal, acknowledged):
    try:
        found = await door.choices()
        if found.actions:
            await door.answer(found.actions[0])
            acknowledged.append((deal, str(found.actions[0])))
    except IllegalAction as refusal:  # what was asked has changed meanwhile
        assert refusal.code not in ("left", "bad_answer"), refusal  # noqa: PT017


def moves_of(record, seat):
    return [(deal.setup.deal, str(move.action)) for deal in record.deals for move in deal.moves if move.seat == seat]


@pytest.mark.parametrize("rules", ["hearts:target=1", "luzi:players=4"])
def test_killed_again_and_again_every_answer_counts_once(tmp_path, rules):
    """kill -9 in the middle of the deal; the doors come back by themselves, and nobody types anything twice."""

    async def play():
        with ServerProcess(tmp_path, *OPEN) as server:
            async with visitor(server.url, "Ann") as ann, visitor(server.url, "Bob") as bob:
                table = (await ann.open_table(rules, BOTS, "days")).table
                doors = [await ann.door(table), await bob.door(table)]
                assert doors[1].viewer == ONLOOKER
                await doors[1].sit()
                given = [[], []]
                await doors[0].ready()
                await doors[1].ready()
                playing = [asyncio.create_task(play_on(*each)) for each in zip(doors, given, strict=True)]
                for kills in range(4):
                    while sum(map(len, given)) < 5 + 7 * kills and not all(task.done() for task in playing):
                        await asyncio.sleep(0.005)
                    server.kill(signal.SIGKILL)
                    await asyncio.to_thread(server.start)
                heard = await asyncio.gather(*playing)
                assert [door.facts.is_over for door in doors] == [True, True]
                for numbers in heard:
                    assert numbers == sorted(set(numbers)), "heard twice, or out of order"
                text = (await ann.fetch("GET", f"/matches/{table}/record")).decode()
                assert [moves_of(Record.read(text), seat) for seat in (0, 2)] == given
                for door in doors:
                    await door.leave()

    asyncio.run(play())


def test_whoever_leaves_and_comes_back_is_who_he_was(tmp_path):
    async def play():
        with ServerProcess(tmp_path, *OPEN) as server:
            async with visitor(server.url) as ann:
                table = (await ann.open_table("hearts:passing=off", BOTS[:2] + BOTS[1:2] * 2, "days")).table
                door = await ann.door(table)
                await door.ready()
                await anext(aiter(door.hear()))
                await door.leave()
                with pytest.raises(IllegalAction, match="left"):
                    await door.answer(Action("pass"))
            async with visitor(server.url) as again:
                assert again.person.id == ann.person.id
                door = await again.door(table)
                assert door.viewer == 0
                heard = door.hear()
                news = await anext(heard)
                assert news.begins_log
                assert sum(map(len, news.scene.places[0].hand)) == news.scene.places[0].count
                await door.leave()
                assert [each async for each in heard] == []
            assert os.stat(tokens_path()).st_mode & 0o777 == 0o600

    asyncio.run(play())


def test_a_wish_and_a_chair_survive_a_restart(tmp_path):
    """What the server forgets when it is killed the door tells again."""

    async def play():
        with ServerProcess(tmp_path, *OPEN) as server:
            async with visitor(server.url) as ann:
                door = await ann.door((await ann.open_table("hearts:target=1", BOTS[:2] + BOTS[1:2] * 2)).table)
                await door.wish(automatic=True)
                await door.ready()
                server.kill(signal.SIGKILL)
                while not door.is_away:
                    await door.next_change()
                waiting = asyncio.create_task(door.choices())
                await asyncio.sleep(0.1)
                assert not waiting.done()
                await asyncio.to_thread(server.start)
                assert (await asyncio.wait_for(waiting, 20)).actions
                assert not door.facts.is_away
                await door.leave()

    asyncio.run(play())


# ---- servers that are none ----


@asynccontextmanager
async def impostor(*frames, status=200):
    """A server that lets anybody in and sends these frames at every table; a number closes with that code."""

    async def socket(request):
        if status != 200:
            return web.Response(status=status)
        ws = web.WebSocketResponse(max_msg_size=0)
        await ws.prepare(request)
        await ws.receive()
        for frame in frames:
            await {bytes: ws.send_bytes, str: ws.send_str, int: lambda code: ws.close(code=code)}[type(frame)](frame)
        async for _ in ws:
            pass
        return ws

    async def page(request):
        return web.Response(text="<html>hello</html>")

    app = web.Application()
    app.router.add_get("/t/{table}/ws", socket)
    app.router.add_route("*", "/api/v1/{what:.*}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def text(message):
    return write(message).decode()


TABLE = WireTable("x", "hearts", "Hearts", "days", "playing", tuple(WireChair(seat, "person") for seat in range(4)))
WELCOME = WireWelcome(1, "paiju", "0.1", ("en",))


@pytest.mark.parametrize(
    ("frames", "says"),
    [
        (["no json"], "cannot read: a frame is JSON"),
        (['{"type":"shout"}'], "cannot read: .*shout"),
        (["[" * 100_000], "cannot read"),
        ([b"\x00\x01"], "no house"),
        (["x" * 5_000_000], "no house"),
        ([text(WireWelcome(2, "paiju", "9", ("en",)))], "wire 1 is spoken here, not 2"),
        (['{"type":"error","code":"wrong_version","text":"wire 2 is spoken here, not 1"}', 1008], "wire 2 is spoken"),
        (['{"type":"error","code":"no_such_table","text":"there is no such table"}', 1008], "there is no such table"),
        ([text(WELCOME), '{"type":"table","table":"x","rules":"tarot","title":"?","pace":"days","state":"open",'
          '"chairs":[{"seat":0,"kind":"open"}]}'], "does not know tarot"),
    ],
)  # fmt: skip
def test_what_is_no_server_is_left_with_a_clear_sentence(frames, says):
    async def come():
        async with impostor(*frames) as url, WireHouse(url) as house:
            with pytest.raises(DoorClosed, match=says):
                await asyncio.wait_for(house.door("x"), 10)

    asyncio.run(come())


@pytest.mark.parametrize(
    "news",
    [
        '{"type":"news","number":1,"kind":"move","scene":{"game":"hearts","title":"","phase":"","viewer":9,"deal":1,'
        '"places":[{"seat":0}]}}',
        '{"type":"news","number":1,"kind":"move","scene":{"game":"hearts","title":"","phase":"","viewer":0,"deal":1,'
        '"places":[{"seat":0,"hand":["ZZ"]}]}}',
        '{"type":"news","number":1,"kind":"move","scene":{"game":"hearts","title":"","phase":"","viewer":0,"deal":1,'
        '"places":[{"seat":0}],"asks":[{"kind":"rob","word":"","sentence":""}]}}',
    ],
)
def test_news_that_makes_no_sense_ends_it_for_whoever_listens(news):
    async def come():
        async with impostor(text(WELCOME), text(TABLE), news) as url, WireHouse(url) as house:
            door = await house.door("x")
            assert [each async for each in door.hear()] == []
            assert isinstance(door.facts.error, DoorClosed)
            assert "cannot read" in str(door.facts.error)

    asyncio.run(come())


def test_a_gap_in_the_numbers_makes_it_hear_the_whole():
    scene = {"game": "hearts", "title": "", "phase": "", "viewer": -2, "deal": 1, "places": [{"seat": 0}]}
    first = json.dumps({"type": "news", "number": 4, "kind": "whole", "scene": scene})
    gap = json.dumps({"type": "news", "number": 6, "kind": "move", "changed": {"phase": "lost"}})

    async def come():
        async with impostor(text(WELCOME), text(TABLE), first, gap) as url, WireHouse(url) as house:
            door = await house.door("x")
            heard = door.hear()
            kinds = [(await asyncio.wait_for(anext(heard), 10)).kind for _ in range(3)]
            assert kinds == ["whole", "say", "say"]  # lost, and back
            assert (await asyncio.wait_for(anext(heard), 10)).kind == "whole"
            assert door.news
            assert door.news.scene.phase == ""
            await door.leave()

    asyncio.run(come())


@pytest.mark.parametrize(
    ("status", "says"), [(401, "does not let us in"), (404, "no house"), (500, "cannot be reached")]
)
def test_a_server_that_does_not_let_us_in(status, says):
    async def come():
        async with impostor(status=status) as url, WireHouse(url) as house:
            with pytest.raises(DoorClosed, match=says):
                await house.door("x")

    asyncio.run(come())


def test_a_page_that_is_no_house_and_nobody_at_all():
    async def come():
        async with impostor() as url, WireHouse(url) as house:
            with pytest.raises(DoorClosed, match="it is no house of paiju"):
                await house.come_in("Ann")
        async with WireHouse(url) as house:
            with pytest.raises(DoorClosed, match=rf"nothing listens at 127.0.0.1, port {urlsplit(url).port}: "):
                await house.come_in("Ann")

    asyncio.run(come())


# ---- addresses and tokens ----


@pytest.mark.parametrize(
    ("typed", "house", "table"),
    [
        ("localhost:8000", "http://localhost:8000", ""),
        ("cards.example.org", "https://cards.example.org", ""),
        ("http://10.0.0.7:23366/t/abc", "http://10.0.0.7:23366", "abc"),
        ("https://cards.example.org/m/abc/?seat=2#d3t5", "https://cards.example.org", "abc"),
        ("[::1]:80", "http://[::1]:80", ""),
        ("192.168.1.20:8000", "http://192.168.1.20:8000", ""),
        ("bücher.example", "https://bücher.example", ""),
        ("my_house-2.local:80", "http://my_house-2.local:80", ""),
    ],
)
def test_addresses_as_people_type_them(typed, house, table):
    assert read_address(typed) == (house, table)
    assert read_address(str(read_address(typed))) == (house, table)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ftp://x", "http://", "https://a:b@c", "localhost:99999999", "http://x/y/z", "http://x/t/..%2f"),
        *("http://[x", "142.857.428.571", "1.2.3", "12345:8000", "[:::]:80", "[12]:80", "localhost:0", "a b:9", "-x"),
        *("a..b", "x" * 64, "x." * 130, "../../etc/passwd", "\x1b[2J", "a" * 100_000),
    ],
)
def test_what_is_no_address(typed):
    with pytest.raises(ValueError, match="address"):
        read_address(typed)


def test_tokens_are_kept_by_house_and_name():
    assert kept_token("http://a", "Ann") == ""
    keep_token("http://a", "Ann", "one")
    keep_token("http://a", "Bob", "two")
    keep_token("http://b", "Ann", "three")
    assert [kept_token(*each) for each in (("http://a", "Ann"), ("http://a", "Bob"), ("http://b", "Ann"))] == [
        "one", "two", "three"
    ]  # fmt: skip
    keep_token("http://localhost:80", "Ann", "four")
    assert {kept_token(f"http://{host}:80", "Ann") for host in ("127.0.0.1", "[::1]", "localhost.")} == {"four"}
    assert kept_token("http://127.0.0.1:81", "Ann") == kept_token("https://127.0.0.1:80", "Ann") == ""
    tokens_path().write_text("[1, {")
    assert kept_token("http://a", "Ann") == ""


def test_who_comes_when_the_match_is_over_sees_how_it_ended(tmp_path):
    """A player and an onlooker, while the table is still in memory and after that: nobody waits for more."""

    async def play():
        with ServerProcess(tmp_path, *OPEN, "linger=2") as server:
            async with visitor(server.url) as ann, visitor(server.url, "Eve") as eve:
                table = (await ann.open_table("poepen:peak=1", BOTS[:2] + BOTS[1:2] * 2, "days")).table
                door = await ann.door(table)
                await door.ready()
                await play_on(door, [])
                for wait in (0, 3):
                    await asyncio.sleep(wait)
                    for house in (ann, eve):
                        late = await house.door(table)
                        await play_on(late, [], 15)
                        assert late.facts.is_over
                        assert late.error is None
                        await late.leave()

    asyncio.run(play())
