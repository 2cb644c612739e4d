"""Clients that mean harm, or know no better: garbage, answers for others, replays, half-open sockets, slow readers.

Whatever they do, the others at the table hear nothing of it and play on.
"""

import asyncio
import contextlib
import json
import random
import resource

import pytest
from house_client import Guest, Player, run_with_guests
from houses import serving, told_until, upgrade
from test_security import closed_with, host, refused, run

from paiju import table_door
from paiju.bots.search import explain
from paiju.house import HINTS_AT_ONCE
from paiju.server import connection

HELLO = '{"type":"hello"}'


async def began(server, people=2, rules="hearts:target=1", **more):
    """A table where so many people play, and bots."""
    first, table = await host(server, rules=rules, pace="days", **more)
    guests = [first]
    for number in range(1, people):
        guests.append(await Guest(server.url, f"P{number}").__aenter__())
        await guests[-1].ask(table, "sit")
    await first.ask(table, "begin")
    return guests, table


async def leave(guests):
    for guest in guests:
        await guest.__aexit__()


@run
async def test_garbage_is_refused_and_the_match_goes_on(tmp_path):
    async with serving(tmp_path) as server:
        guests, table = await began(server)
        rng = random.Random(1)
        frames = [
            "", "null", "[]", "{}", '{"type":"shout"}', '{"type":"answer"}', '{"type":"answer","action":"play XX"}',
            '{"type":"answer","action":"\\u0000"}', '{"type":"sit","seat":99}', '{"type":"chair","seat":0,"kind":"x"}',
            '{"type":"hello","version":99}', '{"type":"phrase","name":"../x"}', "[" * 8000, "\x00" * 100,
            '{"type":"answer","action":"bid 99999999999"}', '{"type":"wish","move":1e308}',
        ]  # fmt: skip
        frames += ["".join(chr(rng.randrange(1, 0xD000)) for _ in range(rng.randrange(200))) for _ in range(100)]
        async with guests[1].socket(table) as ws:
            await ws.send_str(HELLO)
            await told_until(ws, "news")
            for frame in frames:
                await ws.send_str(frame)
            await ws.send_str('{"type":"check","id":"last","action":"bid 1"}')
            told = []
            while not told or told[-1].get("id") != "last":
                told += await told_until(ws, "refusal")
            assert {each["type"] for each in told} <= {"error", "refusal", "table", "done", "welcome", "news"}
        await asyncio.gather(*(Player(guest, table).play(30) for guest in guests))
        assert "fault" not in server.said.getvalue()
        await leave(guests)


@run
async def test_a_frame_of_bytes_ends_only_its_own_socket(tmp_path):
    async with serving(tmp_path) as server:
        guests, table = await began(server)
        async with guests[1].socket(table) as ws:
            await ws.send_str(HELLO)
            await ws.send_bytes(b"\xff" * 100)
            await closed_with(ws)
        await asyncio.gather(*(Player(guest, table).play(30) for guest in guests))
        await leave(guests)


@run
async def test_who_does_not_sit_there_answers_for_nobody(tmp_path):
    """An onlooker cannot answer, hurry, vote, speak or decide; nor does he hear a hand."""
    async with serving(tmp_path) as server:
        guests, table = await began(server)
        eve = await Guest(server.url, "Eve").__aenter__()
        async with eve.socket(table) as ws:
            await ws.send_str(HELLO)
            scene = (await told_until(ws, "news"))[-1]["scene"]
            assert scene["viewer"] == -2
            assert not any(place.get("hand") for place in scene["places"])
            acts = [
                {"type": "answer", "action": "play 2C"}, {"type": "claim"}, {"type": "undo"},
                {"type": "go_on"}, {"type": "hurry"}, {"type": "vote"}, {"type": "begin"}, {"type": "rematch"},
                {"type": "say", "text": "psst"}, {"type": "phrase", "name": "hello"}, {"type": "stand"},
                {"type": "chair", "seat": 0, "kind": "open"}, {"type": "hint"}, {"type": "more_time"},
                {"type": "no_clock"},
            ]  # fmt: skip
            for number, act in enumerate(acts):
                await ws.send_str(json.dumps({**act, "id": str(number)}))
                assert (await told_until(ws, "refusal"))[-1]["id"] == str(number), act
        await asyncio.gather(*(Player(guest, table).play(30) for guest in guests))
        await leave([*guests, eve])


@run
async def test_a_second_tab_shows_a_player_no_more(tmp_path):
    async with serving(tmp_path) as server:
        guests, table = await began(server)
        async with guests[0].socket(table) as one, guests[0].socket(table) as two:
            scenes = []
            for ws in (one, two):
                await ws.send_str(HELLO)
                scenes.append((await told_until(ws, "news"))[-1]["scene"])
            assert scenes[0] == scenes[1]
            assert [bool(place.get("hand")) for place in scenes[0]["places"]] == [True, False, False, False]
        await leave(guests)


@run
async def test_frames_that_are_sent_again_do_nothing_again(tmp_path):
    """Every frame of a whole match, replayed: the record stays as it was."""
    async with serving(tmp_path) as server:
        guests, table = await began(server, people=1)
        async with guests[0].socket(table) as ws:
            await ws.send_str(HELLO)
            told = (await told_until(ws, "news"))[-1]
            await ws.send_str('{"type":"choices"}')
            gift = (await told_until(ws, "choices"))[-1]["actions"][0]
            frame = json.dumps({"type": "answer", "id": "a1", "action": gift})
            for _ in range(5):
                await ws.send_str(frame)
            for _ in range(5):
                await told_until(ws, "done")
            lines = await server.store.lines(table)
            assert sum(line.startswith("0 give") for line in lines) == 1
        assert told["scene"]["asks"]
        await leave(guests)


@run
async def test_after_the_match_the_last_answer_is_still_known(tmp_path):
    """Who was cut off before he heard of it asks again, though the table has left memory."""
    async with serving(tmp_path) as server:
        guests, table = await began(server, people=1, rules="poepen:players=2,peak=1,rounds=down,blind=off")
        player = await Player(guests[0], table).play()
        house = server.house
        while table in house.tables:
            if house.tables[table].contract.state == "over":
                await house.put_away(house.tables[table])
            await asyncio.sleep(0.01)
        async with guests[0].socket(table) as ws:
            await ws.send_str(HELLO)
            for id, kind in ((f"{guests[0].id}-{player.answers}", "done"), ("never", "refusal")):
                await ws.send_str(json.dumps({"type": "answer", "id": id, "action": "bid 0"}))
                assert (await told_until(ws, kind))[-1]["id"] == id
        await leave(guests)


@run
async def test_whoever_says_nothing_is_sent_away(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str('{"type":"choices"}')
            assert (await closed_with(ws))[0][-1] == "no_hello"
        async with guest.socket("nowhere") as ws:
            await ws.send_str(HELLO)
            assert await closed_with(ws) == (["no_such_table"], 1008)
        await guest.__aexit__()


@run
async def test_half_open_sockets_are_noticed(tmp_path):
    """One that never answers a ping is gone after a while, and the others are told."""
    async with serving(tmp_path, heartbeat=0.4) as server:
        guest, table = await host(server)
        async with guest.socket(table, autoping=False, heartbeat=None) as ws:
            await ws.send_str(HELLO)
            await told_until(ws, "table")
            assert len(server.sockets) == 1
            for _ in range(100):
                if not server.sockets:
                    break
                await asyncio.sleep(0.05)
            assert not server.sockets
        await guest.__aexit__()


@run
async def test_a_slow_reader_is_dropped_with_a_reason_and_comes_back(tmp_path):
    """His buffer is bounded; the one who plays does not wait for him."""
    async with serving(tmp_path, write_buffer=20_000) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str(HELLO)
            await told_until(ws, "table")
            (slow,) = server.sockets
            transport = ws._response.connection.transport
            transport.pause_reading()
            sent = 0
            while not slow.is_closed and sent < 20_000:
                slow.send(b'{"type":"said"}' + b" " * 1000)
                sent += 1
            assert slow.is_closed
            assert slow.transport.get_write_buffer_size() < 40_000
            transport.resume_reading()
            codes, close = await closed_with(ws)
            assert (codes, close) == (["too_slow"], 1013)
        async with guest.socket(table) as ws:
            await ws.send_str(HELLO)
            await told_until(ws, "table")
        await guest.__aexit__()


@run
async def test_huge_and_odd_requests_to_the_api_are_refused(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        url, headers = f"{server.url}/api/v1", guest.headers
        json_type = {**headers, "Content-Type": "application/json"}
        for path, body, status in [
            ("/tables", b"x" * 20_000, 413),
            ("/tables", b"{", 400),
            ("/tables", b"[" * 10_000, 422),
            ("/tables", b'{"rules":7}', 422),
            ("/tables", b'{"rules":"bridge"}', 422),
            ("/tables", b'{"rules":"hearts:moon=blue"}', 422),
            ("/tables", b'{"rules":"../../etc/passwd"}', 422),
            ("/tables", json.dumps({"rules": "hearts", "pace": "warp"}).encode(), 422),
            (f"/tables/{table}/requests", b'{"type":"hello"}', 422),
            ("/tables/nowhere/requests", b'{"type":"sit"}', 404),
            ("/guest", b'{"name":"\\u202e"}', 422),
        ]:
            status_told, _ = await refused(guest.session.post(url + path, data=body, headers=json_type))
            assert status_told in (status, 400 if status == 422 else status), (path, body[:40])
        for path in ("/tables/%00", "/games/nothing", "/matches/%F0%9F%82%A1", "/people/nobody"):
            status_told, _ = await refused(guest.session.get(url + path, headers=headers))
            assert status_told in (404, 422)
        assert "fault" not in server.said.getvalue()
        await guest.__aexit__()


@run
async def test_thousands_of_ids_cost_no_memory(tmp_path):
    """Tables that do not exist leave nothing behind."""
    async with serving(tmp_path) as server:
        guest = await Guest(server.url).__aenter__()
        for number in range(200):
            with pytest.raises(AssertionError, match="no_such_table"):
                await guest.get(f"/tables/t{number}")
        assert not server.house.loading
        assert not server.house.tables
        await guest.__aexit__()


@run
async def test_many_hints_leave_threads_to_the_others(tmp_path):
    """One may be thought about for ten seconds: asked for by many they must not keep bots and tables waiting."""
    running, most = [], []

    def counted(*arguments):
        running.append(1)
        most.append(len(running))
        try:
            return explain(*arguments)
        finally:
            running.pop()

    async with serving(tmp_path) as server:
        hosts = [await host(server, f"P{number}") for number in range(6)]
        for guest, table in hosts:
            await guest.ask(table, "begin")
            await guest.ask_soon(table, "choices")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table_door, "explain", counted)
            asked = [guest.ask(table, "hint", ms=200) for guest, table in hosts for _ in range(2)]
            told = [str(each) for each in await asyncio.gather(*asked, return_exceptions=True)]
        assert sum("'hints'" in each for each in told) >= 6
        assert all("'hints'" in each or "busy" in each for each in told), told
        assert max(most) <= HINTS_AT_ONCE
        assert not server.house.advised
        for guest, _ in hosts:
            await guest.__aexit__()


@pytest.mark.parametrize(
    "request_begins",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/v1/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    ],
    ids=["silent", "slow head", "slow body"],
)
def test_who_sends_a_request_bit_by_bit_is_not_waited_for(tmp_path, monkeypatch, request_begins):
    """Such connections cost the sender nothing: each is closed by us."""
    monkeypatch.setattr(connection, "LOOK_SECONDS", 0.05)

    async def try_it():
        async with serving(tmp_path) as server, asyncio.timeout(60):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(request_begins)
            told = asyncio.create_task(reader.read())
            while request_begins and not told.done():
                writer.write(b"a")
                await asyncio.sleep(0.02)
            with contextlib.suppress(ConnectionError):
                assert await told == b""
            writer.close()
            while server.guard.in_all:
                await asyncio.sleep(0.01)

    run_with_guests(try_it())


@run
async def test_one_address_has_so_many_connections_that_ask_for_nothing(tmp_path):
    async with serving(tmp_path, sockets_an_address=5) as server:
        admitted = [server.guard.admit("192.0.2.1") for _ in range(25)]
        assert admitted.count(True) == 20
        assert server.guard.admit("192.0.2.2")
        server.guard.dismiss("192.0.2.1")
        assert server.guard.admit("192.0.2.1")


@run
async def test_a_socket_is_handed_over_with_what_came_behind_the_request(tmp_path):
    """Hello in the same packet as the handshake; and afterwards nothing of HTTP is held for it."""
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        await guest.__aexit__()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        hello = HELLO.encode()
        writer.write(upgrade(table, guest.token) + bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        await reader.readuntil(b'{"type":"welcome"')
        await reader.readuntil(b'{"type":"table"')
        assert len(server.sockets) == 1
        (socket,) = server.sockets
        while socket.request is not None or server.guard.in_all:
            await asyncio.sleep(0.01)
        writer.close()
        while server.sockets:
            await asyncio.sleep(0.01)
        assert not server.guard.sockets


@run
async def test_requests_that_come_at_once_are_done_one_after_the_other(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str(HELLO)
            for number in range(100):  # more than may wait: then nothing is read for a while
                await ws.send_str(json.dumps({"type": "ready", "on": bool(number % 2), "id": str(number)}))
            done = []
            while len(done) < 100:
                told = json.loads((await ws.receive(timeout=30)).data)
                done += [told["id"]] if told["type"] == "done" else []
            assert done == [str(number) for number in range(100)]
        await guest.__aexit__()


@run
async def test_hundreds_of_connections_that_say_nothing_keep_nobody_from_playing(tmp_path):
    """Some have come no further than a socket, some have said half a request; people come and play beside them."""
    async with serving(tmp_path, sockets_an_address=10_000) as server:
        guests, table = await began(server)
        silent = []
        for number in range(min(400, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4)):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET /t/x/ws HTTP/1.1\r\nHost:" if number % 2 else b"")
            silent.append(writer)
        sockets = [await guests[0].socket(table) for _ in range(50)]  # who are never greeted
        assert server.guard.in_all >= len(silent)
        await asyncio.gather(*(Player(guest, table).play(30) for guest in guests))
        for ws in sockets:
            await ws.close()
        for writer in silent:
            writer.close()
        while server.guard.in_all > 4 or server.sockets:  # those of the guests' own sessions stay
            await asyncio.sleep(0.01)
        assert "fault" not in server.said.getvalue()
        await leave(guests)


@run
async def test_a_socket_that_cannot_be_written_to_keeps_nothing_from_the_others(tmp_path):
    async with serving(tmp_path) as server:
        guests, table = await began(server)
        async with guests[0].socket(table) as ws:
            await ws.send_str(HELLO)
            await told_until(ws, "news")
            (broken,) = server.sockets

            class Broken:
                def __getattr__(self, name):
                    if name == "write":
                        raise RuntimeError("the handle is closed")
                    return getattr(transport, name)

            transport, broken.transport = broken.transport, Broken()
            await asyncio.gather(*(Player(guest, table).play(30) for guest in guests))
            assert broken.is_lost
            assert "the handle is closed" not in server.said.getvalue()  # where it failed is logged, not with what
            assert "RuntimeError" in server.said.getvalue()
        await leave(guests)
