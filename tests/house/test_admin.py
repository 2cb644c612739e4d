"""`paiju admin`, with the server running and without: tables, people, ending a table, banning, tokens for bots."""

import asyncio
import json
import os
import stat
import subprocess
import sys

import pytest
from house_client import Guest, ServerProcess, run_with_guests
from houses import serving
from test_security import host, run

from paiju.admin import DOINGS
from paiju.core.words import IllegalAction
from paiju.record import Record, read_records


def admin(folder, *words, code=0):
    command = [sys.executable, "-m", "paiju.cli", "admin", *words, "--data", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode == code, ran.stderr
    return (ran.stdout or ran.stderr).strip()


async def last_code(ws):
    """Why it was closed, heard by somebody who answers pings meanwhile."""
    return [json.loads(message.data).get("code") async for message in ws][-1]


def test_export_has_all_matches_that_are_over_and_says_how_each_ended(tmp_path):
    """One ended by a vote, one by the keeper of the house, one in play, one that never began."""

    def export(*words):
        command = [sys.executable, "-m", "paiju.cli", "export", "--data", str(tmp_path), *words]
        return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=True).stdout

    async def play(url):
        async with Guest(url, "Ann") as ann:
            tables = [(await ann.post("/tables", rules=rules))["table"] for rules in ("hearts", "poepen", "luzi")]
            for table in tables:
                await ann.ask(table, "begin")
            await ann.post("/tables", rules="shengji")
            await ann.ask(tables[0], "vote")
            await asyncio.to_thread(admin, tmp_path, "end", tables[1])
            ended, running = await asyncio.to_thread(export), await asyncio.to_thread(export, "--running")
            record = await (await ann.session.get(f"{url}/api/v1/matches/{tables[0]}/record")).text()
            return tables, ended, running, record

    with ServerProcess(tmp_path) as server:
        tables, ended, running, record = run_with_guests(play(server.url))
    told = {each.tags["Table"]: each for each in read_records(ended.splitlines())}
    assert {table: each.tags["Ending"] for table, each in told.items()} == {tables[0]: "vote", tables[1]: "host"}
    assert [each.tags["Table"] for each in read_records(running.splitlines())] == [tables[2]]
    assert "Ending" not in running
    assert Record.read(record).tags == told[tables[0]].tags


def test_a_house_is_kept_while_it_is_open(tmp_path):
    """A table is ended under those who play, somebody is sent away and stays away, a bot gets a token that works."""

    async def keep():
        with ServerProcess(tmp_path) as server:
            async with Guest(server.url, "Ann") as ann, Guest(server.url, "Mal") as mal:
                table = (await ann.post("/tables", rules="hearts", is_public=False))["table"]
                await mal.ask(table, "sit")
                await ann.ask(table, "begin")
                listed = await asyncio.to_thread(admin, tmp_path, "tables")
                assert table in listed
                assert "Ann, Mal" in listed
                assert mal.id in await asyncio.to_thread(admin, tmp_path, "people")
                async with mal.socket(table) as ws:
                    await ws.send_str('{"type":"hello"}')
                    hearing = asyncio.create_task(last_code(ws))
                    assert "is banned" in await asyncio.to_thread(admin, tmp_path, "ban", "Mal")
                    assert await hearing == "banned"
                with pytest.raises(AssertionError, match="401"):
                    await mal.get("/me")
                assert "may come in" in await asyncio.to_thread(admin, tmp_path, "ban", mal.id, "--lift")
                assert (await mal.get("/me"))["name"] == "Mal"
                assert "is over" in await asyncio.to_thread(admin, tmp_path, "end", table)
                stands = await ann.get(f"/tables/{table}")
                assert (stands["state"], stands["ending"]) == ("over", "host")
                ann.token = await asyncio.to_thread(admin, tmp_path, "bot", "Deep")
                assert (await ann.get("/me"))["kind"] == "bot"
                assert "no such table" in await asyncio.to_thread(lambda: admin(tmp_path, "end", "nothing", code=1))
                assert "belongs to somebody" in await asyncio.to_thread(lambda: admin(tmp_path, "bot", "deep", code=1))
            sockets = [path for path in tmp_path.iterdir() if path.suffix == ".sock"]
            assert [stat.S_IMODE(os.stat(path).st_mode) for path in sockets] == [0o600]

    run_with_guests(keep())


@run
async def test_a_name_that_several_have_is_another_refusal_than_one_that_nobody_has(tmp_path):
    async with serving(tmp_path) as server:
        guests = [await host(server, "Mal") for _ in range(2)]  # two who sit somewhere
        for name, code in (("Mal", "several_people"), ("Nobody", "no_such_person")):
            with pytest.raises(IllegalAction) as refusal:
                await DOINGS["ban"](server.house, name)
            assert refusal.value.code == code
        for guest, _ in guests:
            await guest.__aexit__()


def test_a_bot_gets_its_token_before_the_house_opens_and_after_a_crash(tmp_path):
    token = admin(tmp_path, "bot", "Deep")
    with ServerProcess(tmp_path) as server:

        async def ask():
            guest = Guest(server.url)
            guest.token = token
            told = await guest.get("/me")
            return told["name"]

        assert run_with_guests(ask()) == "Deep"
        server.kill()  # which leaves its socket behind
    assert "Deep" in admin(tmp_path, "people")


def test_looking_into_a_folder_makes_no_house_there(tmp_path):
    for words in (["tables"], ["people"], ["end", "t"], ["ban", "Ann"]):
        assert "there is no house in" in admin(tmp_path / "typo", *words, code=1)
    assert "there is no house in" in admin(tmp_path / "typo", "people", "--database", f"{tmp_path}/typo/a", code=1)
    assert not (tmp_path / "typo").exists()


def test_a_house_is_found_by_its_file_of_settings(tmp_path):
    (tmp_path / "house.toml").write_text(f'data = "{tmp_path}/house"\ndatabase = "{tmp_path}/elsewhere.sqlite"\n')
    command = [sys.executable, "-m", "paiju.cli", "admin", "bot", "Deep", "--config", str(tmp_path / "house.toml")]
    assert subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.startswith("bot_")
    assert "Deep" in admin(tmp_path / "house", "people", "--database", str(tmp_path / "elsewhere.sqlite"))


def test_a_house_of_several_workers_is_kept_as_one(tmp_path, postgres):
    """Whichever worker has the table or the person: lists are of all, a table is ended where it is, a ban holds."""
    database = ("--database", postgres.new_database())

    async def keep():
        settings = ("workers=2", f"database={database[1]}", "guests_a_minute=1000", "requests_a_second=1000")
        with ServerProcess(tmp_path, *settings) as server:
            tables = []
            guests = [await Guest(server.url, f"P{number}").__aenter__() for number in range(6)]
            for guest in guests:  # each by a connection of his own, so by either worker
                tables.append((await guest.post("/tables", rules="hearts"))["table"])
                await guest.ask(tables[-1], "begin")
            async with guests[0].socket(tables[0]) as ws:
                await ws.send_str('{"type":"hello"}')
                hearing = asyncio.create_task(last_code(ws))
                listed = await asyncio.to_thread(admin, tmp_path, "tables", *database)
                assert [table for table in tables if table not in listed] == []
                assert "is banned" in await asyncio.to_thread(admin, tmp_path, "ban", guests[0].id, *database)
                assert await hearing == "banned"
            for guest, table in zip(guests[1:], tables[1:], strict=True):
                assert "is over" in await asyncio.to_thread(admin, tmp_path, "end", table, *database)
                assert (await guest.get(f"/tables/{table}"))["ending"] == "host"

    run_with_guests(keep())
