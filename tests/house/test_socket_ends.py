"""However a socket ends, it is counted no more, holds nothing, and who is still there is told why."""

import asyncio
import socket
import struct

import aiohttp
import pytest
from house_client import run_with_guests
from houses import serving, until, upgrade
from test_security import host, run

from paiju.server.websocket import close_code

RESET = struct.pack("ii", 1, 0)  # closing does not wait for anything


def knocking(server, guest, table, *options):
    """A connection that has asked for a socket of the table."""
    client = socket.create_connection(("127.0.0.1", server.port))
    for name, value in options:
        client.setsockopt(socket.SOL_SOCKET, name, value)
    client.sendall(upgrade(table, guest.token))
    return client


def masked(text):
    """A client's frame; a mask of noughts changes nothing."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@pytest.mark.parametrize("options", [(), ((socket.SO_LINGER, RESET),)], ids=["closed", "reset"])
def test_who_goes_before_the_door_is_open_is_not_counted(tmp_path, options):
    async def knock():
        async with serving(tmp_path) as server:
            guest, table = await host(server)
            for _ in range(60):
                knocking(server, guest, table, *options).close()
                await asyncio.sleep(0.01)
            await until(lambda: not server.sockets and not +server.guard.sockets)
            async with guest.socket(table) as ws:
                await ws.send_str('{"type":"hello"}')
                assert (await ws.receive(timeout=60)).type is aiohttp.WSMsgType.TEXT
            await guest.__aexit__()

    run_with_guests(knock())


@run
async def test_who_says_that_nothing_more_will_come_is_sent_nothing_more(tmp_path):
    async with serving(tmp_path, heartbeat=4.0, write_buffer=20_000) as server:
        guest, table = await host(server)
        client = knocking(server, guest, table, (socket.SO_RCVBUF, 2048))
        client.sendall(masked(b'{"type":"hello"}'))
        await until(lambda: any(each.visit for each in server.sockets))
        (there,) = server.sockets
        there.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        for _ in range(20_000):
            if there.transport.get_write_buffer_size() > 5000:
                break
            there.send(b"x" * 1000)
            there.flush()
        client.shutdown(socket.SHUT_WR)
        await until(lambda: there.is_closed)
        for _ in range(100):
            there.send(b"x" * 1000)
        assert not there.held
        await until(lambda: not server.sockets)
        client.close()
        await guest.__aexit__()


@run
async def test_who_is_not_listened_to_is_not_taken_for_gone(tmp_path):
    """Reading stops when too much waits to be done: then it is not he who is silent."""
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str('{"type":"hello"}')
            await until(lambda: any(each.visit for each in server.sockets))
            (there,) = server.sockets
            stalled = asyncio.get_running_loop().create_future()
            there.wait_for(stalled)
            for number in range(25):
                await ws.send_str(f'{{"type":"ready","id":"{number}"}}')
            await until(lambda: there.waiting is not None and len(there.waiting) >= 20)
            for _ in range(5):
                there.feel_pulse()
            assert not there.is_closed
            stalled.set_result(None)
            done = 0
            while done < 25:
                told = await ws.receive_json(timeout=60)
                done += told["type"] == "done"
        await guest.__aexit__()


@run
async def test_whoever_looks_after_a_full_house_comes_in(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with serving(tmp_path, sockets=20, ops_port=port) as server:
        idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
        await until(lambda: server.guard.in_all == 20)
        async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        for _, writer in idle:
            writer.close()


@run
async def test_who_has_not_been_greeted_is_told_that_the_house_closes(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        ws = await guest.socket(table).__aenter__()
        await until(lambda: server.sockets)
    assert (await ws.receive_json(timeout=60))["code"] == "closing"
    await guest.__aexit__()


CLOSES = {b"": 1000, b"\x03\xe8": 1000, b"\x0b\xb8bye": 3000, b"\x41": 1002, b"\x03\xed": 1002, b"\xff\xff": 1002}


@pytest.mark.parametrize("content", CLOSES)
def test_a_close_is_answered_with_a_code_that_may_be_sent(content):
    assert close_code(content) == CLOSES[content]
