"""A server in this process, on a store of its own, for tests that look behind it."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from paiju.server.app import Server
from paiju.server.config import ServerConfig
from paiju.server.logs import make_log

SECRET = "s" * 40
LARGE = {"messages_a_second": 5000.0, "requests_a_second": 5000.0, "guests_a_minute": 5000.0}


class LocalServer(Server):
    url = ""  # where the tests find it, whatever address it was told to give


@asynccontextmanager
async def serving(folder: Any, said: Any = None, **settings: Any):
    """An open server; `url` is where it is, `said` what it logged."""
    config = ServerConfig(data=str(folder), port=0, secret=SECRET, **{**LARGE, **settings})
    said = said or io.StringIO()
    server: Any = LocalServer(config, log=make_log("debug", said))
    async with server.open():
        server.url, server.said = f"http://127.0.0.1:{server.port}", said
        yield server


def upgrade(table: str, token: str) -> bytes:
    """A request for a socket of a table, as bytes."""
    lines = [
        f"GET /t/{table}/ws HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Authorization: Bearer {token}", "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


async def told_until(ws, kind):
    """The messages up to the first of a kind."""
    told = []
    while not told or told[-1]["type"] != kind:
        message = await ws.receive(timeout=60)
        assert message.type is aiohttp.WSMsgType.TEXT, (message, told[-2:])
        told.append(json.loads(message.data))
    return told


async def until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)
