"""Measure what one hostile socket costs the others: python benchmarks/soak.py [--tables 20] [--seconds 5] [--tree PATH]

`make soak` runs it and writes its figures, with date and commit, to benchmarks/results/soak.json. A real `paiju serve`
on a core of its own bears a steady load of real games; then one more socket sends what no client should as fast as it
can: pongs, empty pieces of a text, tiny pings. Dropped, it comes back at once. The p99 of a player's answer, from its
sending until the last at the table has heard of it, has to stay below three times that of the quiet server; else this
ends with an error. The limits of the server are its own here, not those of the load. `--tree` serves the paiju of
another folder, to compare.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from socket import create_connection
from typing import Any

import load

RESULTS = Path(__file__).parent / "results" / "soak.json"
MOST_TIMES = 3.0  # what the p99 may be of the quiet one
ROUNDS = 3
CHUNK = 1 << 18  # bytes sent at once
EMPTY = b"\x80\0\0\0\0"  # a length of nothing, and a mask
FLOODS = {
    "pongs": (b"", b"\x8a" + EMPTY),
    "empty pieces": (b"\x01" + EMPTY, b"\x00" + EMPTY),
    "tiny pings": (b"", b"\x89\x81\0\0\0\0x"),
}


def pour(url: str, table: str, token: str, kind: str, counted: Any) -> None:
    """Send as fast as the server takes it, and come back whenever it has had enough."""
    os.sched_setaffinity(0, {load.CORES[-1]})
    host, port = url.removeprefix("http://").split(":")
    before, frame = FLOODS[kind]
    chunk = memoryview(frame * (CHUNK // len(frame)))
    while True:
        with suppress(OSError), create_connection((host, int(port)), timeout=0.2) as client:
            counted[0] += 1
            client.sendall(load.upgrade(table, token) + load.masked(b'{"type":"hello"}') + before)
            while sent := client.send(chunk):
                counted[1] += sent


def p99_while(players: load.LoadProcess, seconds: float) -> tuple[float, float, int]:
    """The median and the p99 in milliseconds, and of how many answers."""
    players.count()
    time.sleep(seconds)
    waits = sorted(players.count().waits)
    if not waits:
        return float("inf"), float("inf"), 0
    return statistics.median(waits) * 1000, waits[int(len(waits) * 0.99)] * 1000, len(waits)


def measure(given: Any) -> dict[str, Any]:
    """The rounds' median of each figure: whatever else the machine does falls on one of them."""
    rounds: list[dict[str, Any]] = []
    with load.served() as [(_, url)]:
        tables = load.seat_people(url, load.RULES["hearts"], 4, given.tables)
        players = load.LoadProcess(url, "hearts", tables, given.rate)
        players.until_ready()
        api = load.Api(url)
        token = api.post("/guest", name="Eve")["token"]
        table = api.post("/tables", token, rules="hearts")["table"]
        time.sleep(2 * load.WARM_UP)
        for _ in range(ROUNDS):
            rows = {"quiet": row(p99_while(players, given.seconds))}
            for kind in FLOODS:
                counted = multiprocessing.Array("q", 2)
                hostile = multiprocessing.Process(target=pour, args=(url, table, token, kind, counted))
                hostile.start()
                try:
                    rows[kind] = row(p99_while(players, given.seconds), *counted)
                finally:
                    hostile.kill()
                    hostile.join()
                time.sleep(1.0)
            rounds.append(rows)
        players.end()
    return {
        kind: {name: statistics.median(each[kind][name] for each in rounds) for name in rounds[0][kind]}
        for kind in rounds[0]
    }


def row(waits: tuple[float, float, int], connections: int = 0, sent: int = 0) -> dict[str, Any]:
    p50, p99, answers = waits
    told = {"p50 ms": round(p50, 2), "p99 ms": round(p99, 2), "answers": answers}
    return told | ({"connections": connections, "MB taken": round(sent / 1e6, 1)} if connections else {})


def commit() -> str:
    words = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tree", default=load.TREE[0])
    given = parser.parse_args()
    load.TREE.append(given.tree)
    # The load needs its own limits lifted, but a socket keeps that of messages, which is what is tried.
    load.SETTINGS = tuple("messages_a_second=50" if each.startswith("messages") else each for each in load.SETTINGS)
    rows = measure(given)
    most = MOST_TIMES * rows["quiet"]["p99 ms"]
    slow = [kind for kind in FLOODS if not rows[kind]["p99 ms"] <= most]
    for name, told in rows.items():
        print(f"{name:14}", "  ".join(f"{key} {value}" for key, value in told.items()))
    if given.tree == load.TREE[0]:
        RESULTS.parent.mkdir(exist_ok=True)
        told = {"date": time.strftime("%Y-%m-%d"), "commit": commit(), "cores": os.cpu_count(), "hostile socket": rows}
        RESULTS.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    sys.exit(f"too slow beside {', '.join(slow)}: at most {most:.1f} ms" if slow else 0)


if __name__ == "__main__":
    main()
