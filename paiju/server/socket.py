# cython: nonecheck=True
"""TableSocket: one person's WebSocket to one table. What is to be written leaves in one stroke with all else that is
told at that moment; whoever does not read is dropped."""

from __future__ import annotations

import asyncio
import struct
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import web

from paiju.bucket import Bucket
from paiju.core import tuples
from paiju.core.scene import Scene
from paiju.core.words import ONLOOKER, IllegalAction, Message
from paiju.frames import WireListener
from paiju.house import PlayedElsewhere
from paiju.house_table import STORE_AWAY, HouseTable, Visit
from paiju.languages import known
from paiju.news import News
from paiju.people import Person
from paiju.server.connection import ServerConnection
from paiju.server.metrics import ServerMetrics
from paiju.server.problems import Problem
from paiju.server.requests import TableClient, carry_out, read_action, refusal, wire_table
from paiju.server.websocket import (
    CLOSE,
    NORMAL,
    PING,
    PONG,
    TEXT,
    FrameReader,
    WrongFrame,
    accepted,
    close_code,
    framed,
)
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
    WireDone,
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
MOST_WAITING = 20  # requests of a client that wait until one is done; of more, none is read
BYTES_A_MESSAGE = 4096  # of a frame: so many more count as one more message
MUCH = 16_384  # bytes that do not wait to be written with others
SCENE_AT, VIEWER_AT = News._fields.index("scene"), Scene._fields.index("viewer")
RESTART, TRY_LATER, POLICY = 1012, 1013, 1008
CLOSE_CODES = {
    "closing": RESTART,
    "moved": RESTART,
    "moving": TRY_LATER,
    "too_slow": TRY_LATER,
    "store_away": TRY_LATER,
    "left": NORMAL,
}
OUR_WISH = ("closing", "moved", "moving", "left")  # nothing went wrong


class Outbox:
    """Sockets with something to be written. It is written when all that happens now has happened: what several are told
    of a move, and that it is done, is one write each, and they come one after the other."""

    def __init__(self, metrics: ServerMetrics, most_unread: int) -> None:
        """Who leaves more than so many bytes unread is dropped."""
        self.metrics, self.most_unread = metrics, most_unread
        self.sockets: list[TableSocket] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    def add(self, socket: TableSocket) -> None:
        if not self.sockets:
            loop = self.loop
            if loop is None:
                loop = self.loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self.send)  # behind what those do next who are told now
        self.sockets.append(socket)

    def send(self) -> None:
        sockets, self.sockets = self.sockets, []
        for socket in sockets:
            try:
                socket.flush()
            except Exception as error:  # one socket's trouble is not the others'
                socket.server.report(error, socket.id)
                socket.abort()


class TableSocket:
    """A HouseClient at the other end of a socket, and what asyncio calls a protocol."""

    __slots__ = (
        "address", "asked", "begun", "bell", "bucket", "greeting", "held", "held_bytes", "id", "is_busy", "is_closed",
        "is_first", "is_lost", "is_pinged", "lang", "listener", "outbox", "person", "reader", "request", "server",
        "silent", "table", "thinking", "transport", "viewer", "visit", "waiting", "work",
    )  # fmt: skip

    def __init__(self, server: Server, request: web.Request, person: Person, id: str):
        self.server, self.person, self.id = server, person, id
        self.outbox = server.outbox
        self.request: web.Request | None = request  # until somebody has been greeted
        self.address = server.guard.address(request)
        self.bucket = Bucket(server.config.messages_a_second, 2 * server.config.messages_a_second)
        self.reader: FrameReader | None = FrameReader(LONGEST_FRAME)
        self.transport: Any = None
        self.greeting: asyncio.TimerHandle | None = None
        self.listener: WireListener | None = None
        self.viewer = ONLOOKER  # who the listener is
        self.lang = "en"
        self.table: HouseTable | None = None
        self.visit: Visit | None = None
        self.is_first = True
        self.is_closed = False  # nothing more is sent
        self.is_lost = False  # the other side has gone
        self.is_busy = False  # something is being done; what comes meanwhile waits
        self.waiting: deque[bytes] | None = None
        self.bell: asyncio.Future[None] | None = None  # of whoever takes the next text himself
        self.held: list[bytes] = []  # what is to be written
        self.held_bytes = 0
        self.asked: AnswerRequest | None = None  # the answer that is being taken
        self.begun = 0.0  # when it came
        self.work: asyncio.Future[Any] | None = None  # what is being done
        self.thinking: asyncio.Task[None] | None = None
        self.is_pinged = False  # and has not answered
        self.silent = 0  # how often nothing had been heard since the last look

    # ---- the connection ----

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.server.sockets.add(self)
        self.greeting = asyncio.get_running_loop().call_later(HELLO_SECONDS, self.miss_hello)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = self.is_lost = True
        if self.greeting is not None:
            self.greeting.cancel()
        self.server.sockets.discard(self)
        self.server.guard.leave(self.address)
        self.ring()
        if self.thinking is not None:
            self.thinking.cancel()
        if self.table is not None and self.visit is not None:
            self.table.go(self.visit)

    def miss_hello(self) -> None:
        self.drop("no_hello", f"say hello within {HELLO_SECONDS:g} seconds")

    def eof_received(self) -> None:
        """The other side will say nothing more, and need not be told anything."""
        self.shut(NORMAL)

    def pause_writing(self) -> None:
        """The buffer is looked at where it is written to."""

    def resume_writing(self) -> None:
        """Whoever has left too much unread has been dropped."""

    # ---- what the house tells ----

    def hear(self, news: News) -> None:
        try:
            listener, viewer = self.listener, tuples.plain(tuples.plain(news)[SCENE_AT])[VIEWER_AT]
            if listener is None or self.viewer != viewer:
                listener = self.new_listener(news)
            self.send(listener.frame(news))
        except Exception as error:  # one listener's trouble is not the table's
            self.fail(error)

    def new_listener(self, news: News) -> WireListener:
        assert self.table is not None
        self.viewer = news.scene.viewer
        style = Style(lang=self.lang, names=news.names, you=self.viewer)
        self.listener = WireListener(style, self.server.speakers_of(self.table))
        return self.listener

    def fail(self, error: Exception) -> None:
        """A fault of ours ends this connection alone."""
        self.server.report(error, self.id)
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

    def send(self, text: bytes) -> None:
        """A text, without waiting: the buffer is looked at instead."""
        if not self.is_closed:
            metrics = self.outbox.metrics
            metrics.frames += 1
            metrics.frame_bytes += len(text)
            self.hold(framed(TEXT, text))

    def hold(self, frame: bytes) -> None:
        if not self.held:
            self.outbox.add(self)
        self.held.append(frame)
        self.held_bytes += len(frame)
        if self.held_bytes > MUCH:
            self.flush()

    def flush(self) -> None:
        transport = self.transport
        if self.held and not transport.is_closing():
            held, self.held, self.held_bytes = self.held, [], 0
            transport.write(held[0] if len(held) == 1 else b"".join(held))
            unread = transport.get_write_buffer_size()
            if unread > self.outbox.most_unread:
                too_much = "too much was left unread: come back and say hello with the last number you heard"
                self.drop("too_slow", too_much)

    def drop(self, code: str, text: str, at: str = "") -> None:
        """Say why, close, and wait only so long for the other side to read it."""
        if not self.is_closed:
            self.server.metrics.dropped.labels(code).inc()
            if code not in OUR_WISH:
                table = self.id if self.id in self.server.house.tables else ""  # what he asked for may be anything
                self.server.log.info("dropped", code=code, table=table, person=self.person.id)
            self.tell(WireError(code, text, at=at))
            self.shut(CLOSE_CODES.get(code, POLICY), code)

    def shut(self, number: int, code: str = "") -> None:
        if not self.is_closed:
            self.is_closed = True
            self.hold(framed(CLOSE, struct.pack("!H", number) + code.encode()))
            self.flush()
            self.ring()
            asyncio.get_running_loop().call_later(PARTING_SECONDS, self.abort)

    def abort(self) -> None:
        if not self.is_lost:
            self.transport.abort()

    def feel_pulse(self) -> None:
        """Who says nothing for a heartbeat is pinged, and gone if that is not answered. The server looks now and then:
        a timer that starts anew with each message would cost more than the message."""
        if self.waiting is not None and len(self.waiting) >= MOST_WAITING:
            return  # it is we who do not listen
        self.silent += 1
        if self.silent == 2 and not self.is_closed:
            self.is_pinged = True
            self.hold(framed(PING, b""))
        elif self.silent > 2:
            self.abort()

    # ---- reading ----

    def data_received(self, data: bytes) -> None:
        self.silent = 0
        while self.reader is not None:
            try:
                frames = self.reader.read(data)
            except WrongFrame as error:
                self.server.metrics.dropped.labels("wrong_frame").inc()
                self.shut(error.code, str(error))
                return self.stop_reading()  # where the next one begins cannot be known
            if not frames:
                return
            for kind, content in frames:
                if not self.may_send(kind, content):
                    return self.stop_reading()
                if kind == CLOSE:
                    self.shut(close_code(content))
                    self.transport.close()
                    return self.stop_reading()
                if self.is_closed:
                    continue
                if kind == TEXT:
                    self.take(content)
                elif kind == PING:
                    self.hold(framed(PONG, content))
            data = b""

    def may_send(self, kind: int, content: bytes) -> bool:
        """One more frame, whatever it is; who sends too many is dropped. To answer our ping is always right."""
        if kind == PONG and self.is_pinged:
            self.is_pinged = False
            return True
        if self.bucket.take(1 + len(content) // BYTES_A_MESSAGE):
            return True
        self.drop("too_fast", f"at most {self.bucket.rate:g} messages a second")
        return False

    def stop_reading(self) -> None:
        """Nothing more is taken from the other side, however much it sends; nor is more to come from us."""
        self.reader = None
        if not self.transport.is_closing():
            self.transport.pause_reading()
            if self.transport.can_write_eof():
                self.transport.write_eof()

    def take(self, text: bytes) -> None:
        """One after the other: what comes while something is being done waits."""
        if not self.is_busy:
            return self.greet_first(text) if self.request is not None else self.read(text)
        if self.waiting is None:
            self.waiting = deque()
        self.waiting.append(text)
        self.ring()
        if len(self.waiting) >= MOST_WAITING:
            self.transport.pause_reading()

    def take_next(self) -> bytes:
        assert self.waiting
        text = self.waiting.popleft()
        if not self.waiting:
            self.waiting = None
            if not self.is_lost:
                self.transport.resume_reading()
        return text

    def wait_for(self, work: asyncio.Future[Any]) -> None:
        """Nothing else is done until this is."""
        self.is_busy, self.work = True, work
        work.add_done_callback(self.go_on)

    def go_on(self, _: asyncio.Future[Any] | None = None) -> None:
        self.is_busy, self.work = False, None
        try:
            while self.waiting and not self.is_busy and not self.is_closed:
                self.take(self.take_next())
        except Exception as error:  # else what waits would wait for ever
            self.fail(error)

    def ring(self) -> None:
        if self.bell is not None and not self.bell.done():
            self.bell.set_result(None)

    async def text(self) -> bytes | None:
        """What the other side sends next, for whoever is busy with all of it; None if one of us closes."""
        while not self.is_closed:
            if self.waiting:
                return self.take_next()
            self.bell = asyncio.get_running_loop().create_future()
            await self.bell
        return None

    # ---- the first text is a hello ----

    def greet_first(self, first: bytes) -> None:
        if self.greeting is not None:
            self.greeting.cancel()
            self.greeting = None
        self.wait_for(asyncio.ensure_future(self.greet(first)))

    async def greet(self, first: bytes) -> None:
        request, self.request = self.request, None
        assert request is not None
        try:
            hello = read_request(first)
            if not isinstance(hello, HelloRequest):
                raise FrameError("no_hello", "the first message is hello", hello.id)
            answer = welcome(hello)
        except FrameError as error:
            self.tell(error.message())
            return self.drop(error.code, str(error))
        try:
            table = await self.server.house.table(self.id)
        except IllegalAction as error:
            return self.drop(error.code, str(error))
        except PlayedElsewhere as elsewhere:
            return await self.server.relay.pass_socket(request, self, first.decode(), elsewhere.process)
        except OSError:
            return self.drop(*STORE_AWAY)
        except Exception as error:
            return self.fail(error)
        if not self.is_lost:
            self.table = table
            self.listen(hello, answer)

    def listen(self, hello: HelloRequest, answer: WireWelcome) -> None:
        assert self.table is not None
        self.lang, self.listener, self.is_first = known(hello.lang), None, True
        self.tell(answer)
        if self.visit is not None:
            self.table.go(self.visit)
        try:
            self.visit = self.table.come(self, hello.since)
        except IllegalAction as error:
            self.drop(error.code, str(error))

    # ---- requests ----

    def read(self, data: bytes) -> None:
        try:
            asked = read_request(data)
            if type(asked) is AnswerRequest:
                return self.answer(asked)
            if isinstance(asked, HelloRequest):
                return self.listen(asked, welcome(asked))
        except FrameError as error:
            self.server.metrics.refused.labels(error.code).inc()
            return self.tell(error.message())
        if isinstance(asked, HintRequest | ChoicesRequest):
            self.think(asked)
        else:
            self.wait_for(asyncio.ensure_future(self.do(asked)))

    def answer(self, asked: AnswerRequest) -> None:
        """What comes most often, without a task: that it is done is told when the table has done it."""
        assert self.table is not None
        self.begun = time.monotonic()
        try:
            intent = self.table.answer(self.person, read_action(asked.action), asked.id)
        except Exception as error:
            return self.tell_failure(asked, error)
        if intent is None:  # it was done before
            return self.tell(WireDone(asked.id))
        self.is_busy, self.asked = True, asked
        intent.tell(self.end_answer)

    def end_answer(self, error: BaseException | None) -> None:
        asked, self.asked = self.asked, None
        assert asked is not None
        try:
            if error is not None:
                self.tell_failure(asked, error)
            else:
                self.outbox.metrics.answers.add(time.monotonic() - self.begun)
                self.tell(WireDone(asked.id))
        except Exception as fault:  # which is not the table's, nor another socket's
            self.fail(fault)
        self.go_on()

    def think(self, asked: ClientRequest) -> None:
        """What takes time must not keep answers waiting; one such thing at a time."""
        if self.thinking is not None and not self.thinking.done():
            return self.tell(WireRefusal("one thing at a time: this is still being thought about", "busy", asked.id))
        self.thinking = asyncio.ensure_future(self.do(asked))

    async def do(self, asked: ClientRequest) -> None:
        assert self.table is not None
        try:
            told = await carry_out(TableClient(self.table, self.person, self.lang), asked)
            self.tell_refusal(told) if isinstance(told, WireRefusal) else self.tell(told)
        except Exception as error:
            self.tell_failure(asked, error)
        if isinstance(asked, LeaveRequest):
            self.drop("left", "goodbye")

    def tell_failure(self, asked: ClientRequest, error: BaseException) -> None:
        """Why something was not done."""
        assert self.table is not None
        told = refusal(TableClient(self.table, self.person, self.lang), asked, error)
        if told is not None:
            self.tell_refusal(told)
        elif isinstance(error, OSError):
            self.drop(*STORE_AWAY)
        elif isinstance(error, Exception):
            self.server.report(error, self.table.contract.id)
            self.tell(WireError("fault", "a fault of ours", asked.id))

    def tell_refusal(self, told: WireRefusal) -> None:
        self.server.metrics.refused.labels("rule" if told.rule else told.code).inc()
        self.tell(told)


def open_socket(server: Server, request: web.Request, person: Person, id: str) -> web.StreamResponse:
    """Take the connection over from aiohttp, which then has nobody to answer any more."""
    try:
        answer = accepted(request.headers)
    except ValueError as error:
        raise Problem(400, "no_websocket", str(error)) from None
    connection = request.protocol
    assert isinstance(connection, ServerConnection)
    if connection.transport is None:  # gone while we looked who it is
        return web.Response()
    server.guard.enter(server.guard.address(request), len(server.sockets))
    connection.hand_over(TableSocket(server, request, person, id), answer)
    return web.Response()
