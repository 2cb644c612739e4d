"""How much a server bears: python benchmarks/load.py [GAME] [--tables 200] [--seconds 10] [--rate 0] [--idle 0]
                         python benchmarks/load.py --all [--part 1.0] [--rows fast,half]

`--all` measures everything that docs/benchmarks.md tells of a house, one row after the other: as fast as it goes, at
half that load, many tables, idle sockets, PostgreSQL with one process and with two, and where npm is there the peers
(benchmarks/peers); then the memory of tables: in play, over many moves and at days pace; and `restart`: how soon a
house of 10,000 tables that was killed is there again. `--part 0.1` does a tenth of it, to try, and `--rows` only some.
`--postgres` and `--processes 2` are for one row. `--confined` keeps servers, load and database together to as many
cores as there are processes: what a second one brings would otherwise be what the load and the database leave of two
cores. `--python PATH` has another interpreter run the server: one that was built without profile-guided optimisation
takes half as long again. `--tree PATH` serves the paiju of another folder, to compare.

A real `paiju serve` on one core, with SQLite on the disk, and real games played through sockets by other processes on
the other core. Every frame is read, and its number must follow the one before. Printed: moves a second, how long it
took from sending an answer until the last at the table had heard of it, bytes and the server's microseconds a move,
and its memory. A *moment* is what all at a table are told at once: a move, or in Sheng Ji also a card that was drawn,
of which there are about as many. `--rate` holds the load at so many moves a second; 0: as fast as it goes. `--idle` are
sockets held besides, at tables where nobody plays. Microseconds a move are processor time, of the server and of the
load: they say what a core bears also where the machine has other things to do.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import http.client
import json
import multiprocessing
import os
import re
import resource
import secrets
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

Servers = list[tuple[Any, str]]  # processes, and their addresses
CORES = sorted(os.sched_getaffinity(0))
SETTINGS = ("messages_a_second=100000", "requests_a_second=100000", "guests_a_minute=1000000", "tables_a_person=1000",
            "sockets_an_address=100000", "sockets=100000", "ops_public=true", "linger=2")  # fmt: skip
PYTHON = [sys.executable]  # the last is the server's, as is
TREE = [str(Path(__file__).parent.parent)]
HEARTBEAT = 30.0  # seconds, the server's own default
AT_AN_IDLE_TABLE = 20  # sockets
REACHED = 200  # tables that people come back to after a restart
MOVES_A_DEAL = {"hearts": 56}
RULES = {
    "hearts": "hearts:target=1000",
    "gongzhu": "gongzhu:hands=1000",
    "shengji": "shengji:deals=1000",
}
SEATS = {"luzi": 6}
SIMPLE = (
    "hearts",
    "poepen",
    "shengji",
)  # what is asked says what may be answered; else the server is asked for choices
DEAL, HEAD_STARTS = 56, 10_000  # moves: of about a deal, and of all tables before the load is held at a rate
PEERS = {"colyseus": 200, "boardgame": 50}  # and at most so many tables: with more boardgame.io's flat files are torn
WARM_UP = 6.0  # seconds: a first deal waits for what people add to its shuffle


class LoadAsk(msgspec.Struct):
    kind: str
    cards: str = ""
    least: int = 0
    amounts: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    optional: bool = False


PASS = LoadAsk("pass")


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


class Api:
    """One connection to the API of a server."""

    def __init__(self, url: str):
        self.line = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)

    def post(self, path: str, token: str = "", **body: Any) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.line.request("POST", f"/api/v1{path}", json.dumps(body).encode(), headers)
        response = self.line.getresponse()
        told = response.read()
        assert response.status < 300, told
        return json.loads(told)


def tables_in_memory(url: str) -> int:
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as response:
        return int(float(re.search(rb"\npaiju_tables (\S+)", response.read())[1]))  # pyright: ignore


def upgrade(table: str, token: str) -> bytes:
    """The request for a socket."""
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = [
        f"GET /t/{table}/ws HTTP/1.1",
        "Host: x",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {token}",
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


def masked(text: bytes) -> bytes:
    """A frame; with a mask of zeros, which costs nothing."""
    size = len(text)
    head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
    return head + b"\0\0\0\0" + text


class LoadSocket(asyncio.Protocol):
    """One seat: as little work as will play a legal game."""

    def __init__(self, table: LoadTable, token: str):
        self.table, self.token = table, token
        self.data, self.is_open, self.number, self.answers = b"", False, 0, 0
        self.asks: tuple[LoadAsk, ...] = ()
        self.has_answered = self.is_waiting = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(upgrade(self.table.id, self.token))

    def connection_lost(self, exc: Exception | None) -> None:
        self.table.load.lost += 1

    def send(self, text: bytes) -> None:
        self.transport.write(masked(text))

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
            load.pings += 1
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
            self.table.heard(self, told)
            if changed and changed.over:
                self.send(b'{"type":"go_on"}')
            else:
                self.look()
        elif told.type == "choices":
            self.give(told.actions[self.number % len(told.actions)] if told.actions else "pass")
        elif told.type == "done" and told.id:
            load.moves += 1
            self.is_waiting = False
            self.look()  # what was asked meanwhile
        elif told.type == "refusal":
            load.refused[told.code] = load.refused.get(told.code, 0) + 1
            self.is_waiting = False
            asyncio.get_running_loop().call_later(0.02, self.answer)
        elif told.type == "error":
            raise AssertionError(told)

    def look(self) -> None:
        """Has something to be answered?"""
        if not self.has_answered and not self.is_waiting and any(not ask.optional for ask in self.asks):
            self.has_answered = True
            self.table.asked(self)

    def answer(self) -> None:
        asks = [ask for ask in self.asks if not ask.optional]
        if not asks:
            return
        self.has_answered = True
        if not self.table.load.is_simple:
            return self.send(b'{"type":"choices","id":""}')
        # Where one may pass several may speak at once, and who comes second is refused: one of them speaks.
        may_pass = any(ask.kind == "pass" for ask in asks)
        ask = next((ask for ask in asks if not may_pass or (ask.least and self is self.table.sockets[0])), PASS)
        amount = next((str(each) for each in ask.amounts if each not in ask.barred), "")
        self.give(" ".join(filter(None, [ask.kind, *ask.cards.split()[: ask.least], amount])))

    def give(self, action: str) -> None:
        self.answers += 1
        self.is_waiting = True
        self.table.begun = time.perf_counter()
        self.table.ears = 0
        self.send(b'{"type":"answer","id":"%d","action":"%b"}' % (self.answers, action.encode()))


class LoadTable:
    def __init__(self, load: Load, id: str, head_start: int = 0):
        """`head_start`: so many moves are not held back, so that tables do not end their deals all together."""
        self.load, self.id, self.head_start = load, id, head_start
        self.begun, self.ears = 0.0, 0
        self.sockets: list[LoadSocket] = []

    def asked(self, socket: LoadSocket) -> None:
        """Answer at once, or when it is its turn at the rate that was wished for."""
        if not self.load.rate or self.head_start:
            self.head_start = max(0, self.head_start - 1)
            return socket.answer()
        loop = asyncio.get_running_loop()
        self.load.next = max(self.load.next + 1 / self.load.rate, loop.time())
        loop.call_at(self.load.next, socket.answer)

    def heard(self, socket: LoadSocket, told: LoadMessage) -> None:
        if told.kind == "move" and self.sockets and socket is self.sockets[0]:
            self.load.moments += 1
        if told.kind == "move" and self.begun:
            self.ears += 1
            if self.ears == len(self.sockets):
                self.load.waits.append(time.perf_counter() - self.begun)
                self.begun = 0.0


class Load:
    """What one process of the load does and counts."""

    def __init__(self, rate: float, is_simple: bool):
        self.rate, self.is_simple, self.next = rate, is_simple, 0.0
        self.moves = self.moments = self.bytes = self.frames = self.pings = self.lost = 0
        self.refused: dict[str, int] = {}  # by code
        self.waits: list[float] = []


def work(url: str, name: str, tables: list[tuple[str, list[str]]], rate: float, idle: list[tuple[str, str]], pipe: Any,
         core: int) -> None:  # fmt: skip
    os.sched_setaffinity(0, {core})
    try:
        import uvloop
    except ImportError:
        asyncio.run(drive(url, name, tables, rate, idle, pipe))
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(drive(url, name, tables, rate, idle, pipe))


async def drive(url: str, name: str, tables: Any, rate: float, idle: Any, pipe: Any) -> None:
    load, loop = Load(rate, name in SIMPLE), asyncio.get_running_loop()
    host, port = url.removeprefix("http://").split(":")
    quiet = LoadTable(load, "")
    for id, token in idle:
        quiet = LoadTable(load, id)
        await loop.create_connection(lambda table=quiet, token=token: LoadSocket(table, token), host, int(port))
    for number, (id, tokens) in enumerate(tables):
        table = LoadTable(load, id, head_start=min(DEAL, HEAD_STARTS // len(tables)) * number // len(tables))
        for token in tokens:
            _, socket = await loop.create_connection(
                lambda table=table, token=token: LoadSocket(table, token), host, int(port)
            )
            table.sockets.append(socket)
    pipe.send("ready")
    while True:
        if await loop.run_in_executor(None, pipe.recv) == "end":
            return
        spent = time.process_time()
        counted = load.moves, load.moments, load.bytes, load.frames, load.pings, load.lost, spent
        pipe.send((*counted, load.refused, load.waits))
        load.waits, load.refused = [], {}


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> int:
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])  # pyright: ignore


def start(folder: str, core: int, database: str = "", heartbeat: float = HEARTBEAT) -> tuple[Any, str]:
    """A server on a core of its own, and its address; what is in the folder it goes on with."""
    os.makedirs(folder, exist_ok=True)
    more = (f"database={database}",) if database else ()
    settings = (*SETTINGS, f"heartbeat={heartbeat:g}", *more)
    words = [word for setting in settings for word in ("--set", setting)]
    serve = [PYTHON[-1], "-m", "paiju.cli", "serve", "--port", "0", "--log", "warning", "--data", folder]
    command = ["taskset", "-c", str(core), *serve, *words]
    packages = [path for path in sys.path if path.endswith("-packages")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([TREE[-1], *packages])}
    environment |= {"PAIJU_SECRET": "s" * 40} if database else {}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment)
    assert process.stderr
    return process, process.stderr.readline().strip()


def seat_people(url: str, rules: str, seats: int, tables: int, **more: Any) -> list[tuple[str, list[str]]]:
    api, tokens, found = Api(url), [""], list[tuple[str, list[str]]]()
    for number in range(tables):
        if number % 800 == 0:  # a person has so many tables at most
            tokens = [api.post("/guest", name=f"P{seat}")["token"] for seat in range(seats)]
        id = api.post("/tables", tokens[0], rules=rules, **more)["table"]
        for token in tokens[1:]:
            api.post(f"/tables/{id}/requests", token, type="sit")
        api.post(f"/tables/{id}/requests", tokens[0], type="begin")
        found.append((id, list(tokens)))
    return found


def idle_places(url: str, rules: str, sockets: int) -> list[tuple[str, str]]:
    """Tables where people wait for others, some at each."""
    api, token, found = Api(url), "", list[tuple[str, str]]()
    for number in range(0, sockets, AT_AN_IDLE_TABLE):
        if number % (800 * AT_AN_IDLE_TABLE) == 0:
            token = api.post("/guest", name="Idle")["token"]
        id = api.post("/tables", token, rules=rules)["table"]
        found += [(id, token)] * min(AT_AN_IDLE_TABLE, sockets - number)
    return found


HEADS = ("game", "store", "processes", "tables", "sockets idle", "moves/s", "moments/s", "µs a move", "µs a moment",
         "µs of the load",
         "p50 ms", "p99 ms", "bytes a move", "frames a move", "kB a table", "kB a socket", "pings", "lost",
         "refused")  # fmt: skip
ROWS = ("fast", "shengji", "half", "many", "idle", "postgres", "processes", "peers", "memory", "growth", "days",
        "restart")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="hearts")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--confined", action="store_true")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--tree", default=TREE[0])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--part", type=float, default=1.0)
    given = parser.parse_args()
    PYTHON.append(given.python)
    TREE.append(given.tree)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; files: {most}\n")
    print(f"| {' | '.join(HEADS)} |")
    print(f"| --- | --- |{' ---: |' * (len(HEADS) - 2)}", flush=True)
    if given.all:
        measure_all(given, given.rows.split(","))
    else:
        run(given)
    print(f"\nload of the machine after: {os.getloadavg()[0]:.1f}")


def measure_all(given: Any, rows: Sequence[str]) -> None:
    def part(number: int) -> int:
        return max(1, int(number * given.part))

    def row(game: str = "hearts", **more: Any) -> float:
        values = {"game": game, "tables": part(200), "rate": 0.0, "idle": 0, "postgres": False, "processes": 1,
                  "confined": False}  # fmt: skip
        return run(argparse.Namespace(**{**values, "seconds": given.seconds, **more}))

    if "fast" in rows or "half" in rows:
        fastest = row()
    if "shengji" in rows:
        row("shengji")
    if "half" in rows:
        row(rate=fastest / 2)  # pyright: ignore[reportPossiblyUnboundVariable]
    if "many" in rows:
        row(tables=part(2000), rate=float(part(2000)))
    if "idle" in rows:
        row(tables=1, rate=1.0, idle=part(19_000), seconds=max(given.seconds, 1.2 * HEARTBEAT))
    notes: list[str] = []
    if "postgres" in rows:
        row(postgres=True)
    if "processes" in rows:
        one, two = row(postgres=True, confined=True), row(postgres=True, confined=True, processes=2)
        notes.append(
            f"Two processes on PostgreSQL did {two / max(one, 1.0):.2f} times as many moves a second as one, "
            f"each with its load on a core of its own, and the database beside them."
        )
    if "peers" in rows:
        notes += measure_peers(part(200), given.seconds)
    print("\n" + "\n".join(f"- {note}" for note in notes), flush=True)
    last = {
        "memory": lambda: memory_in_play(part(100)),
        "growth": lambda: growth(20, part(100_000)),
        "days": lambda: memory_at_days_pace(part(1000)),
        "restart": lambda: restart(part(10_000)),
    }
    for name, tell in last.items():
        if name in rows:
            print(f"- {tell()}", flush=True)


def measure_peers(tables: int, seconds: float) -> list[str]:
    peers = Path(__file__).parent / "peers"
    if shutil.which("npm") is None:
        return ["There was no npm, so no peers."]
    if not (peers / "node_modules").exists():
        words = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]
        if subprocess.run(words, cwd=peers, check=False).returncode:
            return ["The peers could not be installed."]
    for peer, most in PEERS.items():
        subprocess.run(["node", f"{peer}.mjs", str(min(tables, most)), str(seconds)], cwd=peers, check=False)
    return []


@contextlib.contextmanager
def served(processes: int = 1, is_postgres: bool = False, heartbeat: float = HEARTBEAT) -> Generator[Servers]:
    """Real servers, each on a core, that share a database if there are several."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = ""
        if is_postgres:
            sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
            from postgres_server import PostgresForTests  # pyright: ignore

            database = stack.enter_context(contextlib.closing(PostgresForTests())).new_database()
        servers = [start(f"{folder}/{core}", core, database, heartbeat) for core in CORES[:processes]]
        try:
            yield servers
        finally:
            for process, _ in servers:
                process.kill()
                process.wait()


def run(given: Any) -> float:
    """One row; how many moves a second it were."""
    rules, seats = RULES.get(given.game) or str(given.game), SEATS.get(given.game, 4)
    everywhere = os.sched_getaffinity(0)
    if given.confined:
        os.sched_setaffinity(0, CORES[: given.processes])
    try:
        with served(given.processes, given.postgres) as servers:
            return measure(servers, given, rules, seats)
    finally:
        os.sched_setaffinity(0, everywhere)


class LoadProcess:
    """A process of the load, as the one that measures sees it."""

    def __init__(self, url: str, game: str, tables: list[tuple[str, list[str]]], rate: float = 0.0,
                 idle: Sequence[tuple[str, str]] = (), core: int = CORES[-1]):  # fmt: skip
        self.pipe, theirs = multiprocessing.Pipe()
        words = url, game, tables, rate, list(idle), theirs, core
        self.process = multiprocessing.Process(target=work, args=words)
        self.process.start()

    def until_ready(self) -> None:
        assert self.pipe.recv() == "ready"

    def count(self) -> Counted:
        self.pipe.send("count")
        return Counted(*self.pipe.recv())

    def until(self, moves: int) -> int:
        """Wait until so many have been made; how many it were."""
        while (made := self.count().moves) < moves:
            time.sleep(0.2)
        return made

    def end(self) -> None:
        self.pipe.send("end")
        self.process.join()


class Counted(NamedTuple):
    """What a process of the load has done so far; of `refused` and `waits`, since it was last asked."""

    moves: int
    moments: int  # that everybody at a table was told of: moves, and cards that were drawn
    bytes: int
    frames: int
    pings: int
    lost: int
    seconds: float
    refused: dict[str, int]  # by code
    waits: list[float]


def measure(servers: Servers, given: Any, rules: str, seats: int) -> float:
    """A row; how many moves a second it were."""
    pids = [process.pid for process, _ in servers]
    empty = sum(map(memory_kb, pids))
    loads: list[LoadProcess] = []
    for core, (_, url) in zip(CORES, servers, strict=False):
        tables = seat_people(url, rules, seats, given.tables // len(servers))
        idle = idle_places(url, rules, given.idle // len(servers))
        loads_core = core if given.confined else CORES[-1]
        loads.append(LoadProcess(url, given.game, tables, given.rate / len(servers), idle, loads_core))
    for load in loads:
        load.until_ready()
    connected = sum(map(memory_kb, pids))
    time.sleep(2 * WARM_UP if given.rate else WARM_UP)
    before, spent, begun = count(loads), sum(map(processor_seconds, pids)), time.perf_counter()
    time.sleep(given.seconds)
    after = count(loads)
    seconds, spent = time.perf_counter() - begun, sum(map(processor_seconds, pids)) - spent
    memory = sum(map(memory_kb, pids))
    for load in loads:
        load.end()
    done: Any = [new - old for new, old in zip(after[:7], before[:7], strict=True)]
    moves, moments, size, frames, pings, lost, theirs = done
    waits = sorted(after.waits) or [0.0]
    refused = " ".join(f"{number} {code}" for code, number in sorted(after.refused.items()))
    p50, p99 = statistics.median(waits) * 1000, waits[int(len(waits) * 0.99)] * 1000
    a_table = f"{(memory - empty) / given.tables:.0f}" if not given.idle else ""
    a_socket = f"{(connected - empty) / given.idle:.1f}" if given.idle else ""
    each = max(1, moves)
    rate, cost = moves / seconds, 1e6 * spent / each
    game = f"{given.game}, cores: {len(servers)}" if given.confined else given.game
    cells = (game, "PostgreSQL" if given.postgres else "SQLite", len(servers), given.tables, given.idle or "",
             f"{rate:,.0f}", f"{moments / seconds:,.0f}", f"{cost:.0f}", f"{1e6 * spent / max(1, moments):.0f}",
             f"{1e6 * theirs / each:.0f}", f"{p50:.1f}", f"{p99:.1f}", f"{size / each:,.0f}", f"{frames / each:.1f}",
             a_table, a_socket, pings or "", lost, refused)  # fmt: skip
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    return rate


def count(loads: Sequence[LoadProcess]) -> Counted:
    """What all of them have done so far."""
    told = [load.count() for load in loads]
    sums: Any = [sum(column) for column in zip(*(each[:7] for each in told), strict=True)]
    codes = {code for each in told for code in each.refused}
    refused = {code: sum(each.refused.get(code, 0) for each in told) for code in codes}
    return Counted(*sums, refused=refused, waits=[wait for each in told for wait in each.waits])


def memory_in_play(tables: int) -> str:
    """What tables hold with their four sockets after ten deals, where others have played as many before."""
    loads: list[LoadProcess] = []
    with served() as [(server, url)]:
        for others in (max(1, tables // 4), tables):  # the first need what all share, and play on meanwhile
            before = memory_kb(server.pid)
            load = LoadProcess(url, "hearts", seat_people(url, RULES["hearts"], 4, others))
            loads.append(load)
            load.until_ready()
            load.until(MOVES_A_DEAL["hearts"] * 10 * others)
            held = (memory_kb(server.pid) - before) / others
        for load in loads:
            load.end()
    return f"A table in play with its four sockets holds {held:.0f} kB after ten deals of Hearts ({tables} tables)."


def growth(tables: int, moves: int) -> str:
    """What a server holds while a few tables play many moves."""
    with served() as [(server, url)]:
        load = LoadProcess(url, "hearts", seat_people(url, RULES["hearts"], 4, tables))
        load.until_ready()
        held = [(load.until(moves * part // 5), memory_kb(server.pid) / 1000) for part in range(1, 6)]
        load.end()
    told = ", ".join(f"{megabytes:.1f} MB after {made:,}" for made, megabytes in held)
    return f"A server with {tables} tables of Hearts holds {told} moves."


def memory_at_days_pace(tables: int) -> str:
    """What is left of tables that wait for somebody while nobody looks."""
    with served() as [(server, url)]:
        seat_people(url, RULES["hearts"], 4, tables, pace="days")  # as much as is needed for so many at once
        wait_until_away(url)
        empty = memory_kb(server.pid)
        seat_people(url, RULES["hearts"], 4, tables, pace="days")
        left = wait_until_away(url)
        more = (memory_kb(server.pid) - empty) / tables
    return (
        f"{tables} more tables at days pace that wait for somebody: {left} of them in memory, and the server has grown "
        f"by {more:.1f} kB a table."
    )


def wait_until_away(url: str) -> int:
    end = time.monotonic() + 120
    while (left := tables_in_memory(url)) and time.monotonic() < end:
        time.sleep(0.5)
    return left


def restart(tables: int) -> str:
    """How soon a house is there again that was killed while some tables played, and more waited or were open."""
    with tempfile.TemporaryDirectory() as folder:
        server, url = start(f"{folder}/house", CORES[0])
        try:
            few = max(1, tables // 10)
            idle_places(url, RULES["hearts"], few * AT_AN_IDLE_TABLE)
            playing = seat_people(url, RULES["hearts"], 4, few)
            waiting = seat_people(url, RULES["hearts"], 4, max(1, tables - 2 * few), pace="days")
            load = LoadProcess(url, "hearts", playing)
            load.until_ready()
            load.until(2 * MOVES_A_DEAL["hearts"] * few)
            in_memory = tables_in_memory(url)
            server.kill()
            server.wait()
            load.end()
            begun = time.perf_counter()
            server, url = start(f"{folder}/house", CORES[0])
            wait_until_ready(url)
            ready = time.perf_counter() - begun
            places = [(id, tokens[0]) for id, tokens in playing + waiting]
            step = max(1, len(places) // (2 * REACHED))
            sample = places[::step][: 2 * REACHED]
            at_once, one_by_one = sample[::2], sample[1::2]
            asyncio.run(reach_all(url, at_once))
            reached = time.perf_counter() - begun
            waits = sorted(asyncio.run(reach_in_turn(url, one_by_one or at_once)))
        finally:
            server.kill()
            server.wait()
    p50, p99 = statistics.median(waits) * 1000, waits[int(len(waits) * 0.99)] * 1000
    return (
        f"A house of {tables:,} tables, {in_memory:,} of them in memory, was killed (-9) and started again: after "
        f"{ready:.2f} s it was ready, and after {reached:.2f} s {len(at_once)} tables had been reached that people "
        f"came back to at once. {len(waits)} more, one after the other, took {p50:.1f} ms each (p99: {p99:.1f} ms)."
    )


def wait_until_ready(url: str) -> None:
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=60):
            return
        time.sleep(0.005)


async def reach_all(url: str, places: Sequence[tuple[str, str]]) -> None:
    await asyncio.gather(*(reach(url, *place) for place in places))


async def reach_in_turn(url: str, places: Sequence[tuple[str, str]]) -> list[float]:
    return [await reach(url, *place) for place in places]


async def reach(url: str, table: str, token: str) -> float:
    """Come to a table where a match is on; the seconds until all of it has been heard."""
    host, port = url.removeprefix("http://").split(":")
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(upgrade(table, token) + masked(b'{"type":"hello"}'))
    told = b""
    while b'"type":"news"' not in told:
        more = await reader.read(1 << 16)
        assert more, told[-300:]
        told += more
    writer.close()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
