"""What a move, or a drawn card, costs at a table: python benchmarks/table.py [GAME …]

Four or more people and an onlooker listen to everything; nobody pauses, and the store is memory. *On the wire* they get
it as frames, each in his own words, at the moment it is told, as from a server; else they read it from their queues, as
a screen in the same process does. The event loop is the server's. Who is asked for a call makes one, and nobody
surrenders. Processor time is that of the whole process, so the people's own work (a random legal answer) is measured
alone and taken off; the three ways take turns, and the least of some rounds counts. Memory is what a table holds after
ten deals, with its listeners, and how much more after the next ten; its store apart, which keeps finished deals as the
stores of a house do.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
import tracemalloc
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import uvloop

from paiju.chairs import Chair
from paiju.core.chance import Random
from paiju.core.scene import by_suit
from paiju.core.words import ONLOOKER
from paiju.frames import WireListener
from paiju.games import BUILT_IN, read_rules
from paiju.news import News
from paiju.show import Style
from paiju.speakers import Speakers
from paiju.store import MemoryStore
from paiju.table import Table
from paiju.timed_phase import PASS
from paiju.timing import HASTY

RULES = {"hearts": "hearts:target=1000", "gongzhu": "gongzhu:hands=60", "shengji": "shengji:deals=60"}
T = TypeVar("T")
DEALS, ROUNDS = 10, 5
WIRE, HEARD, ALONE = "on the wire", "heard", "nobody listens"


class KeepingStore(MemoryStore):
    kept = 0

    def keep(self) -> bool:
        self.kept = len(self.stored)
        return True

    async def rewrite(self, text: str) -> None:
        self.stored[self.kept :] = text.splitlines()


@dataclass
class Sitting:
    """People at a table, and how much they did."""

    table: Table
    way: str
    bytes: int = 0
    own: float = 0.0  # seconds of processor time for choosing answers
    speakers: Speakers = field(default_factory=Speakers)

    def listen(self) -> list[asyncio.Task[None]]:
        everybody = (*self.table.people, ONLOOKER) if self.way != ALONE else ()
        if self.way == HEARD:
            return [asyncio.create_task(self.read(viewer)) for viewer in everybody]
        for viewer in everybody:
            self.send_to(viewer)
        return []

    def send_to(self, viewer: int) -> None:
        listener = WireListener(Style(names=self.table.chairs.names, you=viewer), self.speakers)

        def send(news: News) -> None:
            self.bytes += len(listener.frame(news))

        self.table.hear(viewer, sink=send)

    async def read(self, viewer: int) -> None:
        async for _ in self.table.door(viewer).hear():
            pass

    async def play(self, deals: int) -> None:
        """Until so many deals more are over."""
        table, rng = self.table, Random(1)
        enough = len(table.results) + deals
        while len(table.results) < enough and not table.is_closed:
            state = table.state
            if state is None or table.unshown or table.timed is not None:
                for seat in table.people:
                    table.go_on(seat)
                if table.timed is not None and table.shown is not None and (awaited := table.timed.awaited()):
                    speaks = table.shown.view(awaited[0]).actions(awaited[0])
                    await table.answer(awaited[0], next((action for action in speaks if action.kind != "pass"), PASS))
                await asyncio.sleep(0)
                continue
            begun = time.process_time()
            seat = state.waiting()[0]
            action = state.sample(seat, rng)
            while action.kind == "surrender":
                action = state.sample(seat, rng)
            self.own += time.process_time() - begun
            await table.answer(seat, action)

    @property
    def moments(self) -> int:
        """How many everybody could hear of so far."""
        return self.table.room.numbers[ONLOOKER]


def seat_people(rules: str) -> Table:
    game, options = read_rules(rules)
    chairs = [Chair(f"p{seat}") for seat in range(game.first(options).seats)]
    return Table(game, options, chairs, 1, HASTY, KeepingStore())


async def measure(rules: str, way: str) -> float:
    """Microseconds of processor time a moment."""
    sitting = Sitting(seat_people(rules), way)
    table, readers = sitting.table, sitting.listen()
    table.start()
    await sitting.play(1)  # warm
    begun, moments, own = time.process_time(), sitting.moments, sitting.own
    await sitting.play(DEALS)
    spent = time.process_time() - begun - (sitting.own - own)
    table.close()
    await asyncio.gather(*readers, table.start())
    return 1e6 * spent / (sitting.moments - moments)


def clear_shared() -> None:
    """Sorted hands, written moves and notes are kept for all tables together, so many of each and no more."""
    for each in gc.get_objects():
        if isinstance(each, type(by_suit)):
            each.cache_clear()


async def weigh(rules: str) -> tuple[float, float]:
    """Kilobytes a table holds after ten deals, and more after ten more; without what its store keeps."""
    for _ in range(2):  # fill what all tables share
        await measure(rules, WIRE)
    tracemalloc.start()
    gc.collect()
    empty = tracemalloc.get_traced_memory()[0]
    sitting = Sitting(seat_people(rules), WIRE)
    readers = sitting.listen()
    sitting.table.start()
    sizes: list[float] = []
    for _ in range(2):
        await sitting.play(DEALS)
        clear_shared()
        gc.collect()
        store = sitting.table.store
        kept = sum(map(len, store.stored)) + 57 * len(store.stored) if isinstance(store, MemoryStore) else 0
        sizes.append((tracemalloc.get_traced_memory()[0] - empty - kept) / 1000)
    sitting.table.close()
    await asyncio.gather(*readers, sitting.table.start())
    tracemalloc.stop()
    return sizes[0], sizes[1] - sizes[0]


def run(work: Coroutine[Any, Any, T]) -> T:
    """On the loop that a server uses."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def main(games: Sequence[str]) -> None:
    print("| game | µs a move, on the wire | all listen | nobody listens | kB after 10 deals | more after 20 |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in games:
        rules = RULES.get(name, name)
        rounds = [[run(measure(rules, way)) for way in (WIRE, HEARD, ALONE)] for _ in range(ROUNDS)]
        wire, heard, alone = map(min, zip(*rounds, strict=True))
        size, more = run(weigh(rules))
        print(f"| {name} | {wire:.0f} | {heard:.0f} | {alone:.0f} | {size:.0f} | {more:.0f} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(BUILT_IN))
    main(parser.parse_args().games)
