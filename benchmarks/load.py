"""How much a server bears: python benchmarks/load.py [GAME] [--tables 200] [--seconds 10] [--rate 0] [--idle 0]

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
import json
import multiprocessing
import os
import re
import secrets
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


def start(folder: str, core: int) -> tuple[subprocess.Popen[str], str]:
    words = [word for setting in SETTINGS for word in ("--set", setting)]
    command = [
        "taskset",
        "-c",
        str(core),
        sys.executable,
        "-m",
        "paiju.cli",
        "serve",
        "--port",
        "0",
        "--log",
        "warning",
    ]
    process = subprocess.Popen([*command, "--data", folder, *words], stderr=subprocess.PIPE, text=True)
    assert process.stderr
    return process, process.stderr.readline().strip()


def seat_people(url: str, rules: str, seats: int, tables: int) -> list[tuple[str, list[str]]]:
    tokens = [call(url, "/guest", name=f"P{seat}")["token"] for seat in range(seats)]
    found: list[tuple[str, list[str]]] = []
    for number in range(tables):
        if number % 800 == 799:
            tokens = [call(url, "/guest", name=f"P{seat}")["token"] for seat in range(seats)]
        id = call(url, "/tables", tokens[0], rules=rules, pace="days")["table"]
        for token in tokens[1:]:
            call(url, f"/tables/{id}/requests", token, type="sit")
        call(url, f"/tables/{id}/requests", tokens[0], type="begin")
        found.append((id, list(tokens)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="hearts")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--idle", type=int, default=0)
    given = parser.parse_args()
    rules, seats = RULES.get(given.game) or str(given.game), SEATS.get(given.game, 4)
    with tempfile.TemporaryDirectory() as folder:
        process, url = start(folder, 0)
        try:
            measure(process, url, given, rules, seats)
        finally:
            process.kill()
            process.wait()


def measure(process: subprocess.Popen[str], url: str, given: Any, rules: str, seats: int) -> None:
    empty = memory_kb(process.pid)
    tables = seat_people(url, rules, seats, given.tables)
    idle: list[tuple[str, str]] = []
    if given.idle:
        token = call(url, "/guest", name="Idle")["token"]
        quiet = call(url, "/tables", token, rules=rules)["table"]
        idle = [(quiet, token)] * given.idle
    ours, theirs = multiprocessing.Pipe()
    core = (os.cpu_count() or 1) - 1
    load = multiprocessing.Process(target=work, args=(url, given.game, tables, given.rate, idle, theirs, core))
    load.start()
    ours.recv()
    time.sleep(2)
    ours.send("count")
    before, spent, begun = ours.recv(), processor_seconds(process.pid), time.perf_counter()
    time.sleep(given.seconds)
    ours.send("count")
    after = ours.recv()
    seconds, spent = time.perf_counter() - begun, processor_seconds(process.pid) - spent
    ours.send("end")
    load.join()
    moves, size, frames, refused = (after[n] - before[n] for n in range(4))
    waits = sorted(after[4]) or [0.0]
    p50, p99 = statistics.median(waits) * 1000, waits[int(len(waits) * 0.99)] * 1000
    kb = (memory_kb(process.pid) - empty) / max(1, given.tables)
    heads = "game", "tables", "moves/s", "µs a move", "p50 ms", "p99 ms", "bytes a move", "frames a move", "kB a table"
    print(f"| {' | '.join(heads)} | refused |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    each = max(1, moves)
    print(
        f"| {given.game} | {given.tables} | {moves / seconds:,.0f} | {1e6 * spent / each:.0f} | {p50:.1f} | {p99:.1f} "
        f"| {size / each:,.0f} | {frames / each:.1f} | {kb:.0f} | {refused} |"
    )


if __name__ == "__main__":
    main()
