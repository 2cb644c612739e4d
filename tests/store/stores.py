"""Stores of houses for tests: each test runs with every maker; and a program that writes until it is killed."""

import asyncio
import functools
import os
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from paiju.store.house_store import Document, DocumentChanged, open_store


@asynccontextmanager
async def opened(address, to_read=False):
    store = open_store(address)
    try:
        await store.open(to_read)
        yield store
    finally:
        await store.close()


def with_store(test):
    """The test gets an open store of each kind."""

    @functools.wraps(test)
    def run(address):
        async def play():
            async with asyncio.timeout(60), opened(address) as store:
                await test(store)

        asyncio.run(play())

    del run.__wrapped__  # pytest is to see that it wants an address
    return run


async def append_for_ever(address, matches):
    """Tell of every line when it is stored, and only then."""

    async def play(store, id):
        match, lines = await store.resume(id)
        for number in range(len(lines), sys.maxsize):
            await match.append([f"{id} {number}"])
            os.write(1, f"{id} {number}\n".encode())  # at once, so that a kill leaves no half line

    async with opened(address) as store:
        await asyncio.gather(*(play(store, f"m{number}") for number in range(matches)))


async def count_up(store, times):
    """Add to a number that others add to as well."""
    for _ in range(times):
        while True:
            number = await store.get("count", "all")
            with suppress(DocumentChanged):
                seen = [Document("count", "all", number), Document("count", "none", None)]
                await store.put_all([Document("count", "all", (number or 0) + 1)], seen=seen)
                break


async def count_at(address, tasks):
    async with opened(address) as store:
        await asyncio.gather(*(count_up(store, 25) for _ in range(tasks)))


@contextmanager
def writing(address, number, work="append_for_ever"):
    """A process that does so, or other work; killed at the end, if nobody did before."""
    program = subprocess.Popen(
        [sys.executable, __file__, str(address), str(number), work],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent,
    )
    try:
        yield program
    finally:
        program.kill()
        told(program).close()
        program.wait()


def told(program):
    """What it says, line by line."""
    assert program.stdout is not None
    return program.stdout


if __name__ == "__main__":
    asyncio.run(globals()[sys.argv[3]](sys.argv[1], int(sys.argv[2])))
