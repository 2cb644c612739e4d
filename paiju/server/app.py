"""Server: a house behind one port, with pages, API and sockets. `paiju serve` runs it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import aiohttp
from aiohttp import web

from paiju.addresses import ALL, BACKLOG, AddressSet, house_addresses, listening
from paiju.contract import Contract
from paiju.core.words import IllegalAction
from paiju.house import House, HouseLimits
from paiju.house_table import HouseTable
from paiju.server.admin import admin_door
from paiju.server.api import add_routes, as_problem
from paiju.server.api_call import LARGEST_BODY
from paiju.server.config import ServerConfig
from paiju.server.connection import ServerConnection
from paiju.server.guard import ServerGuard
from paiju.server.logs import http_log, make_log, where_it_failed
from paiju.server.metrics import ServerMetrics
from paiju.server.pages import add_pages, is_for_a_person
from paiju.server.problems import Problem
from paiju.server.relay import ServerRelay, process_name
from paiju.server.socket import Outbox, TableSocket, open_socket
from paiju.speakers import Speakers
from paiju.store.house_store import HouseStore
from paiju.waiting import wake_all
from paiju.workshop import Workshop

PULSE_PARTS = 20
REPORTED = "reported"  # the note of a fault that is in the log already
MOST_NOTICES = 1000  # that wait to be posted
MOST_READINGS = 8  # records that wait to be looked at
READING_MEMORY = 2 << 30  # bytes for that

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Beside = Callable[["Server"], Coroutine[Any, Any, None]]


class Server:
    def __init__(self, config: ServerConfig, store: HouseStore | None = None, log: Any = None):
        self.config = config
        self.log = log or make_log(config.log)
        self.store = store or config.store()
        limits = HouseLimits(tables_a_person=config.tables_a_person, linger=config.linger, lease=config.lease_seconds)
        secret = config.signing_secret()
        self.house = House(self.store, secret, limits, notify=self.notify, report=self.report, note=self.log.info)
        self.house.quick_seconds = config.quick_seconds
        self.guard = ServerGuard(config, self.house.people, secret)
        self.relay = ServerRelay(self.guard)
        self.reading = Workshop(MOST_READINGS, READING_MEMORY)
        self.sockets: set[TableSocket] = set()
        self.metrics = ServerMetrics(self.gauges(), lambda: self.house.moves.made, self.store.commits)
        self.outbox = Outbox(self.metrics, config.write_buffer)
        self.speakers: WeakKeyDictionary[HouseTable, Speakers] = WeakKeyDictionary()
        self.notices: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_NOTICES)
        self.runners: list[web.AppRunner] = []
        self.listening: list[asyncio.Server] = []
        self.port = 0
        self.is_ready = False
        self.ended = asyncio.Event()

    def gauges(self) -> dict[str, tuple[str, Callable[[], int]]]:
        """How much there is of something now: how long queues are, above all."""
        return {
            "paiju_tables": ("Tables in memory", lambda: len(self.house.tables)),
            "paiju_sockets": ("Connections", lambda: len(self.sockets)),
            "paiju_unstored": ("Changes that wait for the store", lambda: self.store.unstored),
            "paiju_unread_bytes": ("Bytes that readers have not taken yet", self.unread),
            "paiju_notices": ("Notices that wait to be posted", lambda: self.notices.qsize()),
            "paiju_analyses": (
                "Matches that are gone through, or wait for it",
                lambda: len(self.house.analyses.under_way),
            ),
        }

    def unread(self) -> int:
        return sum(each.transport.get_write_buffer_size() for each in self.sockets if not each.transport.is_closing())

    # ---- what the house tells ----

    def speakers_of(self, table: HouseTable) -> Speakers:
        if table not in self.speakers:
            self.speakers[table] = Speakers()
        return self.speakers[table]

    def report(self, error: Exception, table: str = "") -> None:
        """A fault of ours, once however many hear of it: where it was, and not what the values were."""
        if REPORTED in getattr(error, "__notes__", ()):
            return
        error.add_note(REPORTED)
        self.log.error("fault", error=type(error).__name__, at=where_it_failed(error), table=table)

    def notify(self, person: str, contract: Contract) -> None:
        if self.config.webhook:
            path = f"/t/{contract.id}"
            notice = {"person": person, "table": contract.id, "rules": contract.rules, "path": path}
            if shared := self.addresses.shared:
                notice["url"] = shared + path
            with contextlib.suppress(asyncio.QueueFull):
                self.notices.put_nowait(notice)

    async def feel_pulses(self) -> None:
        """Of some of the sockets at a time, and of all twice in a heartbeat."""
        while True:
            everybody = tuple(self.sockets)
            for part in range(PULSE_PARTS):
                await asyncio.sleep(self.config.heartbeat / 2 / PULSE_PARTS)
                for each in everybody[part::PULSE_PARTS]:
                    each.feel_pulse()

    async def post_notices(self) -> None:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(10)) as session:
            while True:
                notice = await self.notices.get()
                try:
                    async with session.post(self.config.webhook, json=notice, allow_redirects=False) as response:
                        self.log.info("notice", table=notice["table"], status=response.status)
                except (aiohttp.ClientError, TimeoutError) as error:
                    self.log.warning("notice failed", table=notice["table"], error=type(error).__name__)

    @property
    def addresses(self) -> AddressSet:
        """Where people find it."""
        return house_addresses(self.config.host, self.port, self.config.url)

    # ---- the application ----

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self.look_after], client_max_size=LARGEST_BODY)
        add_routes(app, self)
        app.router.add_get("/t/{table}/ws", self.table_socket)
        self.page = add_pages(app)
        if self.config.ops_public:
            self.add_ops(app)
        return app

    def add_ops(self, app: web.Application) -> None:
        app.router.add_get("/healthz", self.healthz)
        app.router.add_get("/readyz", self.readyz)
        app.router.add_get("/metrics", self.show_metrics)

    @web.middleware
    async def look_after(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refusals as problems, faults as nothing that tells anything, and the same headers on everything."""
        try:
            response = await handler(request)
        except Problem as problem:
            self.metrics.refused.labels(problem.code).inc()
            response = problem.response()
        except (IllegalAction, OSError, ValueError) as error:
            problem = as_problem(error)
            self.metrics.refused.labels(problem.code).inc()
            response = problem.response()
        except web.HTTPException as error:
            is_lost = error.status == 404 and is_for_a_person(request)
            response = self.page.lost() if is_lost else Problem(error.status, "http", error.reason).response()
        except Exception as error:
            self.report(error, request.match_info.get("table", ""))
            response = Problem(500, "fault", "a fault of ours").response()
        if not response.prepared:
            response.headers.update(self.guard.headers(request))
        self.metrics.requests.labels(str(response.status)).inc()
        return response

    async def table_socket(self, request: web.Request) -> web.StreamResponse:
        """Origin, person and number are looked at before the socket opens."""
        person = await self.guard.known_person(request)
        return open_socket(self, request, person, request.match_info["table"])

    async def healthz(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"status": "ok"})

    async def readyz(self, request: web.Request) -> web.StreamResponse:
        """Can it take people? Not while it is closing or its store is away."""
        if not self.is_ready or self.house.is_closing:
            raise Problem(503, "closing", "the house is closing")
        try:
            await asyncio.wait_for(self.try_store(), 2.0)
        except (OSError, TimeoutError):
            raise Problem(503, "store_away", "the store cannot be reached, or takes nothing") from None
        return web.json_response({"status": "ready"})

    async def try_store(self) -> None:
        """Does it take something? That it answers does not tell so. Nothing is left of it, and no other process writes
        the same: of two that do the second waits until the first is done, though that may be stopped or cut off."""
        mine = self.house.process
        await asyncio.gather(self.store.put("ready", mine, 0), self.store.delete("ready", mine))

    async def show_metrics(self, request: web.Request) -> web.StreamResponse:
        return web.Response(body=self.metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4"})

    # ---- running ----

    def end(self) -> None:
        self.ended.set()

    @contextlib.asynccontextmanager
    async def open(self, doors: Sequence[socket.socket] = ()) -> AsyncIterator[Server]:
        """Listen, until the end of the block; then nobody new is let in, everybody is sent away to come back, and all
        is stored. `doors` are sockets that listen already; by the last of them other processes reach this one."""
        doors = doors or [listening(self.config.host, self.config.port)]
        self.port = doors[0].getsockname()[1]
        own = self.config.address or f"http://{name_of(doors[-1])}:{doors[-1].getsockname()[1]}"
        self.house.process = process_name(own, self.config.public_address)
        await self.store.open()
        beside = self.house.keep_leases(), wake_all(self.house), self.feel_pulses()
        tasks = [asyncio.ensure_future(work) for work in beside]
        if self.config.webhook:
            tasks.append(asyncio.ensure_future(self.post_notices()))
        try:
            await self.listen(self.application(), doors)
            if self.config.ops_port:
                ops = web.Application(middlewares=[self.look_after])
                self.add_ops(ops)
                await self.listen(ops, [listening("127.0.0.1", self.config.ops_port, "--ops-port")], is_counted=False)
            self.is_ready = True
            async with admin_door(self):
                yield self
        finally:
            self.is_ready = False
            for each in self.listening:
                each.close()
            for task in tasks:
                task.cancel()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.house.close(), self.config.drain_seconds)
            for each in tuple(self.sockets):  # who has not been greeted yet is at no table
                each.drop("closing", "the house is closing: come back in a moment")
            await self.relay.close()
            self.reading.close()
            for runner in self.runners:
                await runner.cleanup()
            await self.store.close()

    async def listen(self, app: web.Application, doors: Sequence[socket.socket], is_counted: bool = True) -> None:
        """Let people in; those who look after the house come in however full it is, and are not counted."""
        loop, log = asyncio.get_running_loop(), http_log(self.log)
        runner = web.AppRunner(app, shutdown_timeout=1.0, handler_cancellation=False)
        await runner.setup()
        self.runners.append(runner)
        manager = runner.server
        assert manager is not None
        for door in doors:
            made = await loop.create_server(
                lambda: ServerConnection(self, manager, log, is_counted), sock=door, backlog=BACKLOG
            )
            self.listening.append(made)

    async def run(
        self,
        announce: Callable[[Server], None] = lambda server: None,
        doors: Sequence[socket.socket] = (),
        beside: Sequence[Beside] = (),
    ) -> None:
        """Until SIGTERM, SIGINT or SIGHUP, or until something that runs `beside` it in the same house has failed."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):  # the last: whoever started us starts us again
            loop.add_signal_handler(each, self.end)
        async with self.open(doors):
            self.log.info("open", port=self.port)
            announce(self)
            await self.run_beside(beside)
            self.log.info("closing", tables=len(self.house.tables), sockets=len(self.sockets))
        self.log.info("closed")

    async def run_beside(self, beside: Sequence[Beside]) -> None:
        """Other ways into the house, until the end; the first that fails ends it all, and says why."""
        tasks = [asyncio.ensure_future(work(self)) for work in beside]
        ended = asyncio.ensure_future(self.ended.wait())
        try:
            done, _ = await asyncio.wait([ended, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (ended, *tasks):
                task.cancel()
            await asyncio.gather(ended, *tasks, return_exceptions=True)


def name_of(door: socket.socket) -> str:
    """The host by which others reach it: this machine's name, if everybody may."""
    host = door.getsockname()[0]
    if host in ALL:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
