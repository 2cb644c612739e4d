"""Where a match goes that is in no house: memory, or a file of its own."""

import asyncio

import pytest

from paiju.store import FileStore, MemoryStore


def told_of(match, text):
    told = asyncio.get_running_loop().create_future()
    match.begin_append(text, told.set_result)
    assert not told.done()
    return told


@pytest.fixture(params=["memory", "file"])
def new_match(request, tmp_path):
    return MemoryStore if request.param == "memory" else lambda: FileStore(tmp_path / "match.record")


def test_who_does_not_wait_is_called_when_it_is_stored(new_match):
    async def write():
        match = new_match()
        await match.rewrite("one\n")
        first, second = told_of(match, "two\n"), told_of(match, "three\nfour\n")
        assert await asyncio.gather(first, second) == [None, None]
        stored = await match.lines()
        match.close()
        return stored

    assert asyncio.run(write()) == ["one", "two", "three", "four"]


def test_who_does_not_wait_is_told_that_a_file_is_closed(tmp_path):
    async def write():
        match = FileStore(tmp_path / "match.record")
        await match.rewrite("one\n")
        match.close()
        return await told_of(match, "two\n")

    assert isinstance(asyncio.run(write()), OSError)
