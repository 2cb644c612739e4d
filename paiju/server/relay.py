"""ServerRelay: what leads a client to the process that has his table, where several share a house.

A program is told the address of that process, if it has one for clients, and goes there itself. Whatever comes from a
page knows one host only, so its requests and frames are passed on. Who is asked knows that another process of the house
asks, by a token made from the secret they share, and believes it where the client comes from.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp
from aiohttp import WSMsgType, web

from paiju.server.guard import RELAY_TOKEN, RELAYED_FOR, ServerGuard
from paiju.server.problems import Problem

if TYPE_CHECKING:
    from paiju.server.socket import TableSocket

# What the owner of a table has to know of a request, to judge it as if it had come to him; and what is told back.
ASKED = ("Authorization", "Cookie", "Origin", "Host", "Accept-Language", "Content-Type", "If-None-Match")
TOLD = ("ETag", "Cache-Control", "Vary", "Retry-After")
HEARTBEAT = 5.0  # seconds between pings to an owner
SECONDS = 10.0  # an owner who has not answered by then is not there


def process_name(address: str, public: str = "") -> str:
    """What a process calls itself where it has a table: how others reach it, and clients, if they can."""
    return f"{address} {public}".strip()


def public_address(process: str) -> str:
    return process.partition(" ")[2]


class ServerRelay:
    def __init__(self, guard: ServerGuard):
        self.guard = guard
        self.session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        if self.session is not None:
            await self.session.close()

    def to(self, process: str) -> tuple[aiohttp.ClientSession, str]:
        if self.session is None:
            self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        return self.session, process.partition(" ")[0]

    def headers(self, request: web.Request) -> dict[str, str]:
        own = {RELAY_TOKEN: self.guard.relay_token, RELAYED_FOR: self.guard.address(request)}
        return {name: request.headers[name] for name in ASKED if name in request.headers} | own

    async def pass_request(self, request: web.Request, process: str) -> web.Response:
        """Ask the owner, once: who was asked by another does not ask a third."""
        moving = Problem(503, "moved", "this table is being moved: try again in a moment", wait=1.0)
        if self.guard.is_relayed(request):
            raise moving
        session, address = self.to(process)
        try:
            async with session.request(
                request.method,
                address + str(request.rel_url),
                data=await request.read(),
                headers=self.headers(request),
                timeout=aiohttp.ClientTimeout(SECONDS),
                allow_redirects=False,
            ) as answer:
                headers = {name: answer.headers[name] for name in TOLD if name in answer.headers}
                body = await answer.read()
        except (aiohttp.ClientError, TimeoutError):
            raise moving from None
        kind = {"Content-Type": answer.headers["Content-Type"]} if body else {}
        return web.Response(body=body, status=answer.status, headers=headers | kind)

    async def pass_socket(self, request: web.Request, socket: TableSocket, hello: str, process: str) -> None:
        """Pass frames on in both directions, until either side goes."""
        if self.guard.is_relayed(request):
            return socket.drop("moving", "this table is being moved: come back in a moment")
        if "Origin" not in request.headers and (at := public_address(process)):
            return socket.drop("moved", "this table is somewhere else: go there", at)
        session, address = self.to(process)
        try:
            async with asyncio.timeout(SECONDS):
                owner = await session.ws_connect(
                    address + request.path,
                    headers=self.headers(request),
                    max_msg_size=0,
                    compress=0,
                    heartbeat=HEARTBEAT,
                )
        except aiohttp.WSServerHandshakeError as error:
            return socket.drop("moving", f"the process that has this table refuses: {error.status}")
        except (aiohttp.ClientError, TimeoutError):
            return socket.drop("moving", "this table is being moved: come back in a moment")
        try:
            await owner.send_str(hello)
            asking = asyncio.ensure_future(pass_asked(socket, owner))
            telling = asyncio.ensure_future(pass_told(owner, socket))
            await asyncio.wait([asking, telling], return_when=asyncio.FIRST_COMPLETED)
            for task in (asking, telling):
                task.cancel()
            await asyncio.gather(asking, telling, return_exceptions=True)
        finally:
            await owner.close()
            socket.shut(1000, "")


async def pass_asked(socket: TableSocket, owner: aiohttp.ClientWebSocketResponse) -> None:
    while (text := await socket.text()) is not None:
        await owner.send_str(text.decode())


async def pass_told(owner: aiohttp.ClientWebSocketResponse, socket: TableSocket) -> None:
    async for message in owner:
        if message.type is not WSMsgType.TEXT:
            break
        socket.send(message.data.encode())
    if owner.close_code in (None, 1006):  # the owner has died: whoever comes back finds another
        socket.drop("moving", "this table is being moved: come back in a moment")
    else:
        socket.shut(owner.close_code, "")
