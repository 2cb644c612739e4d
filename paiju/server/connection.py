"""ServerConnection: one connection of HTTP, until it becomes a socket of a table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from aiohttp import web

from paiju.server.guard import network_of

if TYPE_CHECKING:
    from paiju.server.app import Server
    from paiju.server.socket import TableSocket

LOOK_SECONDS = 10.0  # a first request has come by then
LOOKS = 6  # a request is done when it was looked at so often
IDLE_SECONDS = 75.0  # between two requests; longer than a proxy keeps a connection that it does not need


class ServerConnection(web.RequestHandler):
    """aiohttp's own, and what it lacks. Who sends a request bit by bit, or does not read what he is told, is not waited
    for. What becomes a WebSocket is handed over, so that a socket of a table holds neither a request nor a task."""

    __slots__ = ("address", "is_counted", "looks", "seen", "server", "timer")

    def __init__(self, server: Server, manager: web.Server, log: Any, is_counted: bool = True):
        no_log: Any = None
        loop = asyncio.get_running_loop()
        super().__init__(manager, loop=loop, access_log=no_log, logger=log, keepalive_timeout=IDLE_SECONDS)
        self.server, self.address, self.is_counted = server, "", is_counted
        self.seen = self.looks = 0  # requests when it was last looked at, and how often the last one was
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = network_of(str((transport.get_extra_info("peername") or ("",))[0]))
        if not self.is_counted or self.server.guard.admit(self.address):
            self.timer = self._loop.call_later(LOOK_SECONDS, self.look)
        else:
            transport.abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
            if self.is_counted:
                self.server.guard.dismiss(self.address)
        super().connection_lost(exc)

    def look(self) -> None:
        """Is it still about the same request?"""
        is_stuck = self._request_in_progress or not self._request_count
        self.looks = self.looks + 1 if is_stuck and self._request_count == self.seen else 0
        self.seen = self._request_count
        if self._request_count and self.looks < LOOKS:
            self.timer = self._loop.call_later(LOOK_SECONDS, self.look)
        elif self.transport is not None:
            self.transport.abort()

    def hand_over(self, protocol: TableSocket, answer: bytes) -> None:
        """Answer, and let somebody else have the connection with whatever has come behind the request."""
        transport: Any = self.transport
        rest = self._message_tail
        self.transport = None  # so it stays open though we go
        self.connection_lost(None)
        transport.set_protocol(protocol)
        transport.write(answer)
        protocol.connection_made(transport)
        transport.resume_reading()
        if rest:
            protocol.data_received(rest)
