"""A disk that is full and a database that is killed under a house that runs: tables wait, say so, and go on."""

import asyncio
import contextlib
import subprocess

import pytest
from house_client import Player, ServerProcess, run_with_guests
from test_serving import OPEN, moves_of, seated

from paiju.record import Record

RULES = "hearts:target=1,passing=off"


async def played_through(url, take_away, bring_back):
    """Four people play; in the middle the store goes and comes back. What was acknowledged is the record, once."""
    guests, table = await seated(url, RULES, 4)
    players = [Player(guest, table, number) for number, guest in enumerate(guests)]
    playing = [asyncio.create_task(player.play()) for player in players]

    def acknowledged():
        return sum(len(player.acknowledged) for player in players)

    async with asyncio.timeout(120):
        while acknowledged() < 10:
            await asyncio.sleep(0.005)
        await take_away()
        while not any(news["kind"] == "trouble" for player in players for news in player.heard):
            await asyncio.sleep(0.02)
        async with guests[0].session.get(f"{url}/readyz") as response:
            assert response.status == 503
        before = acknowledged()
        refusal = guests[0].session.post(
            f"{url}/api/v1/tables", json={"rules": "hearts"}, headers=guests[0].headers
        )  # fmt: skip
        async with refusal as response:
            assert (response.status, (await response.json(content_type=None))["code"]) == (503, "store_away")
            assert "Retry-After" in response.headers
        assert acknowledged() == before < 52
    await bring_back()
    await asyncio.gather(*playing)
    async with guests[0].session.get(f"{url}/readyz") as response:
        assert response.status == 200
    record = Record.read(await guests[0].get_soon(f"/matches/{table}/record"))
    for player, moves in zip(players, moves_of(record, range(4)), strict=True):
        assert [action for _, action in player.acknowledged] == [action for _, action in moves]
    assert "saved again" in str([news.get("text") for player in players for news in player.heard])


def test_a_full_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("a disk of our own needs the right to mount one")
    filler = disk / "filler"

    async def fill():
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    async def empty():
        filler.unlink()

    try:
        (disk / "house").mkdir()
        server = ServerProcess(disk / "house", *OPEN, "ops_public=on")
        server.log = tmp_path / "log"
        with server:
            run_with_guests(played_through(server.url, fill, empty))
        assert "fault" not in server.log.read_text()
    finally:
        subprocess.run(["umount", "-l", str(disk)])


def test_a_killed_database(tmp_path, postgres):
    with ServerProcess(tmp_path, *OPEN, "ops_public=on", f"database={postgres.new_database()}") as server:

        async def kill():
            await asyncio.to_thread(postgres.kill)

        async def start():
            await asyncio.to_thread(postgres.start)

        try:
            run_with_guests(played_through(server.url, kill, start))
        finally:
            if postgres.process.poll() is not None:
                postgres.start()
        assert "fault" not in server.log.read_text()
