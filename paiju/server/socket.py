"""TableSocket: one person's WebSocket to one table. News is written at once; whoever does not read is dropped."""

from __future__ import annotations

import asyncio
import struct
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from paiju.bucket import Bucket
from paiju.core.words import IllegalAction, Message
from paiju.frames import WireListener
from paiju.house import PlayedElsewhere
from paiju.house_table import HouseTable, Visit
from paiju.news import News
from paiju.people import Person
from paiju.server.logs import where_it_failed
from paiju.server.requests import TableClient, carry_out, wire_table
from paiju.show import Style
from paiju.wire import (
    LONGEST_FRAME,
    AnswerRequest,
    ChoicesRequest,
    ClientRequest,
    FrameError,
    HelloRequest,
    HintRequest,
    LeaveRequest,
    ServerMessage,
    WireError,
    WireRefusal,
    WireSaid,
    WireWelcome,
    read_request,
    welcome,
    write,
)

if TYPE_CHECKING:
    from paiju.server.app import Server

HELLO_SECONDS = 10.0
PARTING_SECONDS = 10.0  # for a reader who is dropped to read what was sent before, and why
RESTART, TRY_LATER, POLICY, NORMAL = 1012, 1013, 1008, 1000
CLOSE_CODES = {
    "closing": RESTART,
    "moved": RESTART,
    "moving": TRY_LATER,
    "too_slow": TRY_LATER,
    "store_away": TRY_LATER,
    "left": NORMAL,
}
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class TableSocket:
    """A HouseClient at the other end of a socket."""

    def __init__(self, server: Server, ws: web.WebSocketResponse, transport: Any, person: Person):
        self.server, self.ws, self.transport, self.person = server, ws, transport, person
        self.bucket = Bucket(server.config.messages_a_second, 2 * server.config.messages_a_second)
        self.listener: WireListener | None = None
        self.lang = "en"
        self.table: HouseTable | None = None
        self.visit: Visit | None = None
        self.is_first = True
        self.is_closed = False
        self.is_answering = False  # an answer of his is being done
        self.held = b""  # what is to be written with the next frame
        self.thinking: asyncio.Task[None] | None = None
        self.silent = 0  # how often nothing had been heard since the last look
        self.pulse = asyncio.get_running_loop().call_later(server.config.heartbeat / 2, self.feel_pulse)

    # ---- what the house tells ----

    def hear(self, news: News) -> None:
        try:
            listener = self.listener
            if listener is None or listener.style.you != news.scene.viewer:
                assert self.table is not None
                style = Style(lang=self.lang, names=news.names, you=news.scene.viewer)
                listener = self.listener = WireListener(style, self.server.speakers_of(self.table))
            frame = listener.frame(news)
            if self.is_answering and news.kind == "move" and news.seat == news.scene.viewer:
                self.hold(frame)  # that it is done follows at once
            else:
                self.send(frame)
        except Exception as error:  # one listener's trouble is not the table's
            self.server.report(error, self.table.contract.id if self.table else "")
            self.drop("fault", "a fault of ours: come back")

    def see(self, table: HouseTable) -> None:
        self.send(write(wire_table(table, self.person, self.lang, self.is_first)))
        self.is_first = False

    def hear_said(self, seat: int, name: str, text: Message) -> None:
        self.tell(WireSaid(seat, name, Style(lang=self.lang).say(text)))

    def dismiss(self, code: str, text: str) -> None:
        self.drop(code or "closing", text or "come back")

    # ---- writing ----

    def tell(self, message: ServerMessage) -> None:
        self.send(write(message))

    def send(self, frame: bytes) -> None:
        """A text frame, without waiting: the buffer is looked at instead."""
        if self.is_closed or self.transport.is_closing():
            return
        self.hold(frame)
        self.flush()
        if self.transport.get_write_buffer_size() > self.server.config.write_buffer:
            self.drop("too_slow", "too much was left unread: come back and say hello with the last number you heard")

    def hold(self, frame: bytes) -> None:
        self.held += head(TEXT, len(frame)) + frame
        metrics = self.server.metrics
        metrics.frames += 1
        metrics.bytes += len(frame)

    def flush(self) -> None:
        if self.held:
            self.transport.write(self.held)
            self.held = b""

    def control(self, kind: int, data: bytes = b"") -> None:
        """A frame that is no message, behind whatever was written before."""
        if not self.transport.is_closing():
            self.held += head(kind, len(data)) + data
            self.flush()

    def drop(self, code: str, text: str, at: str = "") -> None:
        """Say why, close, and wait only so long for the other side to read it."""
        if self.is_closed:
            return
        self.server.metrics.dropped.labels(code).inc()
        if not self.transport.is_closing():
            self.hold(write(WireError(code, text, at=at)))
        self.shut(CLOSE_CODES.get(code, POLICY), code)

    def shut(self, number: int, code: str) -> None:
        if self.is_closed:
            return
        self.control(CLOSE, struct.pack("!H", number) + code.encode())
        self.is_closed = True
        asyncio.get_running_loop().call_later(PARTING_SECONDS, self.abort)

    def abort(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()

    def feel_pulse(self) -> None:
        """Who says nothing for a heartbeat is pinged, and gone if that is not answered. Looked at now and then: a timer
        that starts anew with each message would cost more than the message."""
        self.silent += 1
        if self.silent == 2:
            self.control(PING)
        elif self.silent > 2:
            return self.abort()
        self.pulse = asyncio.get_running_loop().call_later(self.server.config.heartbeat / 2, self.feel_pulse)

    # ---- reading ----

    async def serve(self, request: web.Request, id: str) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await self.text()
            if first is not None:
                await self.greet(request, id, first)
                while (text := await self.text()) is not None:
                    await self.read(text)
        except TimeoutError:
            self.drop("no_hello", f"say hello within {HELLO_SECONDS:g} seconds")
        finally:
            self.pulse.cancel()
            if self.thinking is not None:
                self.thinking.cancel()
            if self.table is not None and self.visit is not None:
                self.table.go(self.visit)
            if self.is_closed:
                await self.part()

    async def text(self) -> str | None:
        """What the other side sends next; None if one of us closes. A ping is answered, and counts as a message."""
        while not self.is_closed:
            message = await self.ws.receive()
            self.silent = 0
            if message.type is WSMsgType.TEXT:
                return message.data
            if message.type is WSMsgType.PING and self.may_send():
                self.control(PONG, message.data)
            elif message.type is not WSMsgType.PONG:
                break
        return None

    async def part(self) -> None:
        """Until the other side has read why it is dropped."""
        try:
            async with asyncio.timeout(PARTING_SECONDS):
                while (await self.ws.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR):
                    pass
        except (TimeoutError, RuntimeError):
            pass
        self.abort()

    async def greet(self, request: web.Request, id: str, first: str) -> None:
        """The first frame is a hello."""
        try:
            hello = read_request(first)
            if not isinstance(hello, HelloRequest):
                raise FrameError("no_hello", "the first message is hello", hello.id)
            answer = welcome(hello)
        except FrameError as error:
            self.tell(error.message())
            return self.drop(error.code, str(error))
        try:
            self.table = await self.server.house.table(id)
        except IllegalAction as error:
            return self.drop(error.code, str(error))
        except PlayedElsewhere as elsewhere:
            return await self.server.relay.pass_socket(request, self, first, elsewhere.process)
        except OSError:
            return self.drop("store_away", "the store cannot be reached: come back in a moment")
        self.listen(hello, answer)

    def listen(self, hello: HelloRequest, answer: WireWelcome) -> None:
        assert self.table is not None
        self.lang, self.listener, self.is_first = hello.lang, None, True
        self.tell(answer)
        if self.visit is not None:
            self.table.go(self.visit)
        try:
            self.visit = self.table.come(self, hello.since)
        except IllegalAction as error:
            self.drop(error.code, str(error))

    def may_send(self) -> bool:
        """One more message; who sends too many is dropped."""
        if self.is_closed:
            return False
        if not self.bucket.take():
            self.drop("too_fast", f"at most {self.bucket.rate:g} messages a second")
        return not self.is_closed

    async def read(self, data: str) -> None:
        if not self.may_send():
            return
        try:
            asked = read_request(data)
            if isinstance(asked, HelloRequest):
                return self.listen(asked, welcome(asked))
        except FrameError as error:
            self.server.metrics.refused.labels(error.code).inc()
            return self.tell(error.message())
        if isinstance(asked, HintRequest | ChoicesRequest):
            return self.think(asked)
        await self.do(asked)
        if isinstance(asked, LeaveRequest):
            self.drop("left", "goodbye")

    def think(self, asked: ClientRequest) -> None:
        """What takes time must not keep answers waiting; one such thing at a time."""
        if self.thinking is not None and not self.thinking.done():
            return self.tell(WireRefusal("one thing at a time: this is still being thought about", "busy", asked.id))
        self.thinking = asyncio.ensure_future(self.do(asked))

    async def do(self, asked: ClientRequest) -> None:
        table = self.table
        if table is None:
            return
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self.is_answering = isinstance(asked, AnswerRequest)
        try:
            told = await carry_out(TableClient(table, self.person, self.lang), asked)
        except OSError:
            return self.drop("store_away", "the store cannot be reached: come back in a moment")
        except Exception as error:
            self.server.report(error, table.contract.id)
            return self.tell(WireError("fault", "a fault of ours", asked.id))
        finally:
            self.is_answering = False
        if isinstance(told, WireRefusal):
            self.server.metrics.refused.labels("rule" if told.rule else told.code).inc()
        elif isinstance(asked, AnswerRequest):
            self.server.metrics.answered(loop.time() - begun)
        self.tell(told)


def head(kind: int, size: int) -> bytes:
    """What stands before a frame that is not masked (RFC 6455)."""
    if size < 126:
        return struct.pack("!BB", kind, size)
    return struct.pack("!BBH", kind, 126, size) if size < 65536 else struct.pack("!BBQ", kind, 127, size)


async def open_socket(server: Server, request: web.Request, person: Person, id: str) -> web.WebSocketResponse:
    ws = web.WebSocketResponse(compress=False, max_msg_size=LONGEST_FRAME, autoping=False)
    await ws.prepare(request)
    socket = TableSocket(server, ws, request.transport, person)
    server.sockets.add(socket)
    try:
        await socket.serve(request, id)
    except Exception as error:
        server.log.error("socket failed", error=type(error).__name__, at=where_it_failed(error))
    finally:
        server.sockets.discard(socket)
    return ws
