"""How much a server bears: python benchmarks/load.py [GAME] [--tables 200] [--seconds 10] [--rate 0] [--idle 0]
                         python benchmarks/load.py --all [--part 1.0]

`--all` measures everything that docs/benchmarks.md tells of a house, one row after the other: as fast as it goes, at
half that load, many tables, idle sockets, PostgreSQL with one process and with two, and where npm is there the peers
(benchmarks/peers). `--part 0.1` does a tenth of it, to try. `--postgres` and `--processes 2` are for one row.

A real `paiju serve` on one core, with SQLite on the disk, and real games played through sockets by other processes on
the other core. Every frame is read, and its number must follow the one before. Printed: moves a second, how long it
took from sending an answer until the last at the table had heard of it, bytes and the server's microseconds a move,
and its memory. `--rate` holds the load at so many moves a second; 0: as fast as it goes. `--idle` are sockets held
besides, at tables where nobody plays.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import multiprocessing
import os
import re
import secrets
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec

SETTINGS = ("messages_a_second=100000", "requests_a_second=100000", "guests_a_minute=1000000", "tables_a_person=1000",
            "sockets_an_address=100000", "sockets=100000", "heartbeat=60")  # fmt: skip
RULES = {"hearts": "hearts:target=1000", "gongzhu": "gongzhu:hands=1000", "shengji": "shengji:deals=1000"}
SEATS = {"luzi": 6}
WARM_UP = 6.0  # seconds: a first deal waits for what people add to its shuffle


class LoadAsk(msgspec.Struct):
    kind: str
    cards: str = ""
    least: int = 0
    amounts: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    optional: bool = False


class LoadScene(msgspec.Struct):
    asks: tuple[LoadAsk, ...] | msgspec.UnsetType = msgspec.UNSET
    over: bool = False


class LoadMessage(msgspec.Struct):
    type: str
    number: int = 0
    kind: str = ""
    seat: int = -1
    scene: LoadScene | None = None
    changed: LoadScene | None = None
    actions: tuple[str, ...] = ()
    id: str = ""
    code: str = ""
    sentence: Any = ""


DECODE = msgspec.json.Decoder(LoadMessage).decode


def call(url: str, path: str, token: str = "", **body: Any) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{url}/api/v1{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


class LoadSocket(asyncio.Protocol):
    """One seat: as little work as will play a legal game."""

    def __init__(self, table: LoadTable, token: str):
        self.table, self.token = table, token
        self.data, self.is_open, self.number, self.answers = b"", False, 0, 0
        self.asks: tuple[LoadAsk, ...] = ()
        self.has_answered = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            f"GET /t/{self.table.id}/ws HTTP/1.1",
            "Host: x",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {self.token}",
        ]
        transport.write("".join(f"{line}\r\n" for line in [*lines, ""]).encode())

    def send(self, text: bytes) -> None:
        """A masked frame; with a mask of zeros, which costs nothing."""
        size = len(text)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.is_open:
            head, end, rest = self.data.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head[:200]
            self.is_open, self.data = True, rest
            self.send(b'{"type":"hello"}')
            if self.table.sockets:
                self.send(b'{"type":"wish","move":0,"trick":0,"draw":0}')
        at, data = 0, self.data
        while len(data) - at >= 2:
            size, begin = data[at + 1] & 127, at + 2
            if size == 126 and len(data) - at >= 4:
                size, begin = struct.unpack_from("!H", data, at + 2)[0], at + 4
            elif size >= 126:
                if len(data) - at < 10:
                    break
                size, begin = struct.unpack_from("!Q", data, at + 2)[0], at + 10
            if len(data) < begin + size:
                break
            self.take(data[at] & 15, data[begin : begin + size])
            at = begin + size
        self.data = data[at:]

    def take(self, kind: int, text: bytes) -> None:
        load = self.table.load
        if kind == 9:
            self.transport.write(struct.pack("!BB", 0x8A, 0x80 | len(text)) + b"\0\0\0\0" + text)
        if kind != 1:
            return
        load.bytes += len(text)
        load.frames += 1
        told = DECODE(text)
        if told.type == "news":
            assert told.scene or told.number == self.number + 1, "a number is missing"
            self.number = told.number
            changed = told.scene or told.changed
            if changed and changed.asks is not msgspec.UNSET:
                self.asks, self.has_answered = changed.asks, False
            self.table.heard(told)
            if changed and changed.over:
                self.send(b'{"type":"go_on"}')
            elif self.asks and not self.has_answered and any(not ask.optional for ask in self.asks):
                self.has_answered = True
                self.table.asked(self)
        elif told.type == "choices":
            self.give(told.actions[self.number % len(told.actions)] if told.actions else "pass")
        elif told.type == "done" and told.id:
            load.moves += 1
        elif told.type == "refusal":
            load.refused += 1
            self.has_answered = False
            asyncio.get_running_loop().call_later(0.02, self.answer)
        elif told.type == "error":
            raise AssertionError(told)

    def answer(self) -> None:
        ask = next((ask for ask in self.asks if not ask.optional), None)
        if ask is None:
            return
        self.has_answered = True
        if self.table.load.is_simple and ask.kind != "pass":
            amount = next((str(each) for each in ask.amounts if each not in ask.barred), "")
            self.give(" ".join(filter(None, [ask.kind, *ask.cards.split()[: ask.least], amount])))
        else:
            self.send(b'{"type":"choices","id":""}')

    def give(self, action: str) -> None:
        self.answers += 1
        self.table.begun = time.perf_counter()
        self.table.ears = 0
        self.send(b'{"type":"answer","id":"%d","action":"%b"}' % (self.answers, action.encode()))


class LoadTable:
    def __init__(self, load: Load, id: str):
        self.load, self.id = load, id
        self.begun, self.ears = 0.0, 0
        self.sockets: list[LoadSocket] = []

    def asked(self, socket: LoadSocket) -> None:
        """Answer at once, or when it is its turn at the rate that was wished for."""
        if not self.load.rate:
            return socket.answer()
        loop = asyncio.get_running_loop()
        self.load.next = max(self.load.next + 1 / self.load.rate, loop.time())
        loop.call_at(self.load.next, socket.answer)

    def heard(self, told: LoadMessage) -> None:
        if told.kind == "move" and self.begun:
            self.ears += 1
            if self.ears == len(self.sockets):
                self.load.waits.append(time.perf_counter() - self.begun)
                self.begun = 0.0


class Load:
    """What one process of the load does and counts."""

    def __init__(self, rate: float, is_simple: bool):
        self.rate, self.is_simple, self.next = rate, is_simple, 0.0
        self.moves = self.bytes = self.frames = self.refused = 0
        self.waits: list[float] = []


def work(url: str, name: str, tables: list[tuple[str, list[str]]], rate: float, idle: list[tuple[str, str]], pipe: Any,
         core: int) -> None:  # fmt: skip
    os.sched_setaffinity(0, {core})
    asyncio.run(drive(url, name, tables, rate, idle, pipe))


async def drive(url: str, name: str, tables: Any, rate: float, idle: Any, pipe: Any) -> None:
    load, loop = Load(rate, name in ("hearts", "poepen")), asyncio.get_running_loop()
    host, port = url.removeprefix("http://").split(":")
    quiet = LoadTable(load, "")
    for id, token in idle:
        quiet = LoadTable(load, id)
        await loop.create_connection(lambda table=quiet, token=token: LoadSocket(table, token), host, int(port))
    for id, tokens in tables:
        table = LoadTable(load, id)
        for token in tokens:
            _, socket = await loop.create_connection(
                lambda table=table, token=token: LoadSocket(table, token), host, int(port)
            )
            table.sockets.append(socket)
    pipe.send("ready")
    while True:
        if await loop.run_in_executor(None, pipe.recv) == "end":
            return
        pipe.send((load.moves, load.bytes, load.frames, load.refused, load.waits))
        load.waits = []


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> int:
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])  # pyright: ignore


def start(folder: str, core: int, database: str = "") -> tuple[subprocess.Popen[str], str]:
    """A server on a core of its own, and its address."""
    more = ("secret=" + "s" * 40, f"database={database}") if database else ()
    words = [word for setting in (*SETTINGS, *more) for word in ("--set", setting)]
    serve = [sys.executable, "-m", "paiju.cli", "serve", "--port", "0", "--log", "warning", "--data", folder]
    command = ["taskset", "-c", str(core), *serve, *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    return process, process.stderr.readline().strip()


def seat_people(url: str, rules: str, seats: int, tables: int) -> list[tuple[str, list[str]]]:
    tokens = [call(url, "/guest", name=f"P{seat}")["token"] for seat in range(seats)]
    found: list[tuple[str, list[str]]] = []
    for number in range(tables):
        if number % 800 == 799:
            tokens = [call(url, "/guest", name=f"P{seat}")["token"] for seat in range(seats)]
        id = call(url, "/tables", tokens[0], rules=rules)["table"]
        for token in tokens[1:]:
            call(url, f"/tables/{id}/requests", token, type="sit")
        call(url, f"/tables/{id}/requests", tokens[0], type="begin")
        found.append((id, list(tokens)))
    return found


HEADS = ("game", "store", "processes", "tables", "sockets idle", "moves/s", "µs a move", "p50 ms", "p99 ms",
         "bytes a move", "frames a move", "kB a table", "kB a socket", "refused")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="hearts")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--part", type=float, default=1.0)
    given = parser.parse_args()
    print(f"| {' | '.join(HEADS)} |")
    print(f"| --- | --- |{' ---: |' * (len(HEADS) - 2)}", flush=True)
    if given.all:
        measure_all(given)
    else:
        run(given)


def measure_all(given: Any) -> None:
    def part(number: int) -> int:
        return max(1, int(number * given.part))

    def row(game: str = "hearts", **more: Any) -> float:
        values = {"game": game, "tables": part(200), "rate": 0.0, "idle": 0, "postgres": False, "processes": 1}
        return run(argparse.Namespace(seconds=given.seconds, **{**values, **more}))

    fastest = row()
    row("shengji")
    row(rate=fastest / 2)
    row(tables=part(2000), rate=float(part(2000)))
    row(tables=1, rate=1.0, idle=part(19_000))
    one = row(postgres=True)
    two = row(postgres=True, processes=2)
    print(f"\ntwo processes on PostgreSQL do {two / max(one, 1.0):.2f} times as much as one\n")
    peers = Path(__file__).parent / "peers"
    if shutil.which("npm") is None:
        return print("no npm, so no peers")
    if not (peers / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=peers, check=True)
    for peer in ("colyseus",):
        words = ["node", f"{peer}.mjs", str(part(200)), str(given.seconds)]
        subprocess.run(words, cwd=peers, check=False)


def run(given: Any) -> float:
    """One row; moves a second."""
    rules, seats = RULES.get(given.game) or str(given.game), SEATS.get(given.game, 4)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = ""
        if given.postgres:
            sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
            from postgres_server import PostgresForTests  # pyright: ignore

            database = stack.enter_context(contextlib.closing(PostgresForTests())).new_database()
        servers = [start(f"{folder}/{number}", number, database) for number in range(given.processes)]
        try:
            return measure(servers, given, rules, seats)
        finally:
            for process, _ in servers:
                process.kill()
                process.wait()


def measure(servers: list[tuple[subprocess.Popen[str], str]], given: Any, rules: str, seats: int) -> float:
    pids = [process.pid for process, _ in servers]
    empty = sum(map(memory_kb, pids))
    loads: list[tuple[Any, Any]] = []
    core = (os.cpu_count() or 1) - 1
    for _, url in servers:
        tables = seat_people(url, rules, seats, given.tables // len(servers))
        token = call(url, "/guest", name="Idle")["token"]
        idle = [(call(url, "/tables", token, rules=rules)["table"], token)] * (given.idle // len(servers))
        ours, theirs = multiprocessing.Pipe()
        words = url, given.game, tables, given.rate / len(servers), idle, theirs, core
        load = multiprocessing.Process(target=work, args=words)
        load.start()
        loads.append((load, ours))
    for _, ours in loads:
        ours.recv()
    connected = sum(map(memory_kb, pids))
    time.sleep(WARM_UP)
    (before, _), spent, begun = count(loads), sum(map(processor_seconds, pids)), time.perf_counter()
    time.sleep(given.seconds)
    after, waits = count(loads)
    seconds, spent = time.perf_counter() - begun, sum(map(processor_seconds, pids)) - spent
    memory = sum(map(memory_kb, pids))
    for load, ours in loads:
        ours.send("end")
        load.join()
    moves, size, frames, refused = (after[n] - before[n] for n in range(4))
    waits = sorted(waits) or [0.0]
    p50, p99 = statistics.median(waits) * 1000, waits[int(len(waits) * 0.99)] * 1000
    a_table = f"{(memory - empty) / given.tables:.0f}" if not given.idle else ""
    a_socket = f"{(connected - empty) / given.idle:.1f}" if given.idle else ""
    each = max(1, moves)
    cells = (given.game, "PostgreSQL" if given.postgres else "SQLite", len(servers), given.tables, given.idle or "",
             f"{moves / seconds:,.0f}", f"{1e6 * spent / each:.0f}", f"{p50:.1f}", f"{p99:.1f}", f"{size / each:,.0f}",
             f"{frames / each:.1f}", a_table, a_socket, refused)  # fmt: skip
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    return moves / seconds


def count(loads: list[tuple[Any, Any]]) -> tuple[list[int], list[float]]:
    """What all of them have done so far."""
    for _, ours in loads:
        ours.send("count")
    told = [ours.recv() for _, ours in loads]
    return [sum(each[n] for each in told) for n in range(4)], [wait for each in told for wait in each[4]]


if __name__ == "__main__":
    main()
