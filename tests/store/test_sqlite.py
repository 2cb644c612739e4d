"""The house in one file."""

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from stores import opened

from paiju.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "house.db"


def test_nobody_else_can_read_it(path):
    async def modes():
        async with opened(path) as store:
            await store.match("m").append(["deck"])
            return {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}

    mask = os.umask(0)
    try:
        assert asyncio.run(modes()) == dict.fromkeys(
            ["house.db", "house.db-wal", "house.db-shm", "house.db.lock"], 0o600
        )
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_one_process_has_it(path):
    async def open_twice():
        async with opened(path):
            with pytest.raises(OSError, match="another process"):
                async with opened(path):
                    pass
        async with opened(path):  # it is free again
            pass

    asyncio.run(open_twice())


def test_it_is_durable_when_it_is_told(path):
    async def settings():
        async with opened(path) as store:
            assert isinstance(store, SqliteStore)
            ask = [f"PRAGMA {name}" for name in ("journal_mode", "synchronous")]
            return [
                await store.writer.run(lambda base, query=query: base.execute(query).fetchone()[0]) for query in ask
            ]

    assert asyncio.run(settings()) == ["wal", 2]


FULL_DISK = """
import asyncio, resource, sys
from stores import opened

from paiju.store.sqlite import SqliteStore

def room(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def play():
    async with opened(sys.argv[1]) as store:
        full, other = store.match("full"), store.match("other")
        await full.append(["one"])
        room(200_000)
        try:
            both = full.append(["x" * 1_000_000]), other.append(["one"])
            refused = await asyncio.gather(*both, return_exceptions=True)
        finally:
            room(resource.RLIM_INFINITY)
        assert all(isinstance(error, OSError) for error in refused), refused
        assert await store.lines("other") == []
        await full.rewrite("one\\ntwo\\n")
        await other.append(["one"])
        assert await store.lines("full") == ["one", "two"], await store.lines("full")
        assert await store.lines("other") == ["one"]
    print(*refused, sep="|")

asyncio.run(play())
"""


def test_a_full_disk_refuses_and_the_next_may_succeed(path):
    ran = subprocess.run(
        [sys.executable, "-c", FULL_DISK, path], capture_output=True, text=True, cwd=Path(__file__).parent, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("disk") == 2, ran.stdout


@pytest.mark.parametrize("garbage", [b"not a database at all, but long enough to have a header" * 100, b"short"])
def test_what_is_no_database_is_refused_with_a_sentence(path, garbage):
    async def use():
        async with opened(path):
            pass

    path.parent.mkdir()
    path.write_bytes(garbage)
    with pytest.raises(OSError, match="not a database"):
        asyncio.run(use())


def test_reading_makes_no_file(path):
    async def use():
        async with opened(path, to_read=True):
            pass

    with pytest.raises(OSError, match="unable to open"):
        asyncio.run(use())
    assert not path.exists()


def test_what_waits_for_a_slow_disk_is_bounded(path, monkeypatch):
    monkeypatch.setattr("paiju.store.group_commit.MOST_WAITING", 100_000)

    async def use():
        async with opened(path) as store:
            writes = [store.match(f"m{number}").append(["x" * 9_000]) for number in range(20)]
            return await asyncio.gather(*writes, return_exceptions=True)

    outcome = asyncio.run(use())
    assert [str(error) for error in outcome if error is not None] == 10 * ["the store does not keep up"]
