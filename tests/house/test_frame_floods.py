"""Every frame of a socket counts, whatever it is; behind a drop nothing more is read. Honest clients notice nothing."""

import asyncio
import contextlib
import json

import pytest
from house_client import Guest, Player, run_with_guests
from houses import serving, until
from test_hostile import began, leave
from test_security import closed_with, host, run
from test_socket_ends import knocking
from test_websocket import sent

HELLO = b'{"type":"hello"}'
FLOODS = {
    "pongs nobody asked for": (b"", sent(b"", 0x8A)),
    "pongs with something in them": (b"", sent(b"x" * 125, 0x8A)),
    "empty pieces": (sent(b"", 0x01), sent(b"", 0x00)),
    "pings": (b"", sent(b"", 0x89)),
    "pings in a text": (sent(b"", 0x01), sent(b"", 0x89)),
    "empty texts": (b"", sent(b"")),
    "choices": (b"", sent(b'{"type":"choices"}')),
}
LIMITS = {"messages_a_second": 20.0}
MUCH = 64 << 20  # bytes: more than the buffers of both sides hold


async def flooded(client, frames):
    """How much of it is taken before nothing more is, and what came meanwhile; the client reads along."""
    loop, taken, heard = asyncio.get_running_loop(), 0, b""
    client.setblocking(False)

    async def listen():
        nonlocal heard
        while data := await loop.sock_recv(client, 1 << 16):
            heard += data

    ears = asyncio.create_task(listen())
    chunk = frames * (1 + (1 << 18) // len(frames))
    with contextlib.suppress(OSError, TimeoutError):
        while taken < MUCH:
            async with asyncio.timeout(1.0):  # the server takes nothing, however long one waits
                await loop.sock_sendall(client, chunk)
            taken += len(chunk)
    with contextlib.suppress(OSError):
        await asyncio.wait_for(ears, 60)
    return taken, heard


@pytest.mark.parametrize("kind", FLOODS)
def test_flood_of_frames_is_dropped_and_read_no_further(tmp_path, kind):
    async def pour():
        async with serving(tmp_path, **LIMITS) as server:
            guests, table = await began(server)
            before, frames = FLOODS[kind]
            client = knocking(server, guests[0], table)
            client.sendall(sent(HELLO) + before)
            await until(lambda: any(each.visit for each in server.sockets))
            taken, heard = await flooded(client, frames)
            assert taken < MUCH
            assert b'"code":"too_fast"' in heard
            client.close()
            await asyncio.gather(*(Player(guest, table).play(60) for guest in guests))
            await leave(guests)
            assert "fault" not in server.said.getvalue()

    run_with_guests(pour())


@run
async def test_flood_before_the_hello_is_dropped(tmp_path):
    async with serving(tmp_path, **LIMITS) as server:
        guest, table = await host(server)
        client = knocking(server, guest, table)
        taken, heard = await flooded(client, sent(b"", 0x8A))
        assert taken < MUCH
        assert b'"code":"too_fast"' in heard
        client.close()
        await guest.__aexit__()


@run
async def test_flood_behind_a_wrong_frame_is_not_read(tmp_path):
    async with serving(tmp_path, **LIMITS) as server:
        guest, table = await host(server)
        client = knocking(server, guest, table)
        client.sendall(sent(HELLO) + sent(b"bytes", 0x82))
        await until(lambda: any(each.is_closed for each in server.sockets))
        taken, _ = await flooded(client, sent(b"", 0x8A))
        assert taken < MUCH
        client.close()
        await guest.__aexit__()


@run
async def test_long_frames_count_as_several(tmp_path):
    async with serving(tmp_path, messages_a_second=4.0) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str(HELLO.decode())
            for _ in range(7):  # so many messages may come at once
                await ws.send_str(json.dumps({"type": "check", "action": "pass", "id": "x" * 50}).ljust(10_000))
            assert await closed_with(ws) == (["too_fast"], 1008)
        await guest.__aexit__()


@run
async def test_answers_to_our_pings_do_not_count(tmp_path):
    """Also of a client that has just sent all that it may."""
    async with serving(tmp_path, messages_a_second=1.0) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:  # aiohttp answers pings by itself
            await ws.send_str(HELLO.decode())
            await until(lambda: any(each.visit for each in server.sockets))
            (there,) = server.sockets
            await ws.send_str('{"type":"check","action":"pass","id":"last"}')
            ears = asyncio.create_task(closed_with(ws))
            for _ in range(50):
                while not there.is_pinged:
                    there.feel_pulse()
                await until(lambda: not there.is_pinged)
            assert not there.is_closed
            await ws.close()
            assert (await ears)[0] == []
        await guest.__aexit__()


@run
async def test_text_in_pieces_with_a_pong_now_and_then_is_heard(tmp_path):
    async with serving(tmp_path, **LIMITS) as server:
        guest, table = await host(server)
        client = knocking(server, guest, table)
        client.setblocking(False)
        loop = asyncio.get_running_loop()
        for at, letter in enumerate(HELLO):
            await loop.sock_sendall(client, sent(bytes([letter]), 0x00 if at else 0x01))
        await loop.sock_sendall(client, sent(b"", 0x8A) * 5 + sent(b"", 0x80))
        heard = b""
        while b'"type":"table"' not in heard:
            heard += await loop.sock_recv(client, 1 << 16)
        client.close()
        await guest.__aexit__()


@run
async def test_client_that_is_dropped_sees_the_end_at_once(tmp_path):
    """Nothing more comes behind the close, and the connection says so: nobody waits for a time to run out."""
    async with serving(tmp_path, **LIMITS) as server, Guest(server.url) as guest:
        table = (await guest.post("/tables", rules="hearts"))["table"]
        client = knocking(server, guest, table)
        client.sendall(sent(HELLO) + sent(b"", 0x8A) * 100)
        client.setblocking(False)
        heard, loop = b"", asyncio.get_running_loop()
        async with asyncio.timeout(8):  # less than a dropped socket may stay
            while data := await loop.sock_recv(client, 1 << 16):
                heard += data
        assert b'"code":"too_fast"' in heard
        client.close()
