"""Workers: several processes of one house on one machine, behind one port. `paiju serve --workers N` is their keeper.

The keeper opens the port and a door of its own for each worker, and holds them for ever: a worker that dies or is
restarted finds its doors again, so nobody who knocks meanwhile is turned away, and the tables it had are its own again.
SIGTERM ends all; SIGHUP restarts one after the other, and their tables go on elsewhere meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from paiju.addresses import listening
from paiju.server.app import Server
from paiju.server.config import ServerConfig
from paiju.server.logs import make_log

START_SECONDS = 120.0
SHORT_LIFE = 5.0  # a worker that ends sooner is not started again at once
# New objects between two searches for rings of garbage. A move makes hundreds and no ring; a table that is put away is
# one, of some thousands: the last search is after as many as some hundred tables have.
RARELY = 50_000, 5, 5
SWITCH_SECONDS = 0.001  # after so long the event loop lets the thread go on that stores what everybody waits for


@dataclass
class ServerWorker:
    """One process, with the door that is its own."""

    number: int
    door: socket.socket
    process: BaseProcess | None = None
    line: Connection | None = None  # it says that it is ready; when our end closes, it ends
    since: float = 0.0


class ServerWorkers:
    def __init__(self, config: ServerConfig):
        if not config.database.startswith(("postgresql://", "postgres://")):
            raise ValueError("several workers need a database that they share: --database postgresql://…")
        self.config, self.log = config, make_log(config.log)
        self.public = listening(config.host, config.port)
        self.port = self.public.getsockname()[1]
        self.workers = [ServerWorker(number, listening("127.0.0.1", 0)) for number in range(config.workers)]
        self.context = multiprocessing.get_context("spawn")
        self.stir = asyncio.Event()
        self.is_ending = self.is_restarting = False

    async def run(self, announce: Callable[[Any], None]) -> None:
        """Until SIGTERM or SIGINT."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, self.end)
        loop.add_signal_handler(signal.SIGHUP, self.restart)
        try:
            for worker in self.workers:
                self.start(worker)
            await asyncio.gather(*(self.until_ready(worker) for worker in self.workers))
            if not self.is_ending:
                announce(self)
            while not self.is_ending:
                await self.look_after()
        finally:
            await asyncio.gather(*(self.stop(worker) for worker in self.workers))

    def end(self) -> None:
        self.is_ending = True
        self.stir.set()

    def restart(self) -> None:
        self.is_restarting = True
        self.stir.set()

    async def look_after(self) -> None:
        """Start again what has ended; restart all, one after the other, if that was asked for."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.stir.wait(), 0.2)
        self.stir.clear()
        if self.is_restarting and not self.is_ending:
            self.is_restarting = False
            for worker in self.workers:
                await self.stop(worker)
                self.start(worker)
                await self.until_ready(worker)
        for worker in self.workers:
            lives = worker.process is not None and worker.process.is_alive()
            if not lives and not self.is_ending and time.monotonic() - worker.since > SHORT_LIFE:
                self.log.error("worker ended", worker=worker.number)
                await self.stop(worker)
                self.start(worker)

    def start(self, worker: ServerWorker) -> None:
        worker.line, theirs = self.context.Pipe()
        ports = self.config.ops_ports
        own = replace(self.config, ops_port=ports[worker.number] if ports else 0)
        doors = [self.public, worker.door]
        worker.process = self.context.Process(target=work, args=(own, doors, theirs), name=f"paiju-{worker.number}")
        worker.process.start()
        theirs.close()
        worker.since = time.monotonic()

    async def until_ready(self, worker: ServerWorker) -> None:
        end = time.monotonic() + START_SECONDS
        while worker.process is not None and worker.process.is_alive() and time.monotonic() < end:
            if worker.line is not None and worker.line.poll():
                with contextlib.suppress(EOFError):
                    worker.line.recv()
                return
            await asyncio.sleep(0.02)

    async def stop(self, worker: ServerWorker) -> None:
        """Let it drain, and no longer than that takes."""
        process = worker.process
        if process is not None:
            if process.is_alive():
                process.terminate()
            await asyncio.to_thread(process.join, self.config.drain_seconds + START_SECONDS)
            if process.is_alive():
                process.kill()
                await asyncio.to_thread(process.join)
        if worker.line is not None:
            worker.line.close()
            worker.line = None


def work(config: ServerConfig, doors: list[socket.socket], line: Connection) -> None:
    """One worker, in its own process."""
    run_server(serve(config, doors, line))


async def serve(config: ServerConfig, doors: list[socket.socket], line: Connection) -> None:
    loop, server = asyncio.get_running_loop(), Server(config)
    loop.add_reader(line.fileno(), server.end)  # the keeper has died
    await server.run(lambda _: line.send("ready"), doors)


def run_server(running: Any) -> None:
    """To the end, on the faster loop if there is one."""
    gc.collect()
    gc.freeze()  # what has been imported stays
    gc.set_threshold(*RARELY)
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        import uvloop
    except ImportError:
        asyncio.run(running)
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(running)
