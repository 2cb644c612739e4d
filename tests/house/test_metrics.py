"""Figures of a server: what they count is what happened."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

from house_client import Guest, Player, run_with_guests
from houses import serving, until

from paiju.core.words import Message
from paiju.record import Record
from paiju.timing import HASTY


def figure(server, name):
    found = re.search(rf"^{re.escape(name)} (\S+)$", server.metrics.text().decode(), re.MULTILINE)
    assert found, name
    return float(found[1])


async def alone(server, rules="hearts:target=1,passing=off", pace="days"):
    """Somebody and three bots at a table that has begun."""
    guest = await Guest(server.url).__aenter__()
    bots = [{"kind": "bot", "text": "steady"}] * 3
    table = (await guest.post("/tables", rules=rules, pace=pace, chairs=[{"kind": "open"}, *bots]))["table"]
    await guest.ask(table, "begin")
    return guest, table


def run(work):
    async def limited():
        async with asyncio.timeout(60):
            await work

    run_with_guests(limited())


async def moves_in_record(guest, table):
    record = Record.read(await guest.get_soon(f"/matches/{table}/record"))
    return sum(len(deal.moves) for deal in record.deals)


def test_every_move_is_counted_by_socket_by_http_and_of_bots(tmp_path):
    async def play():
        async with serving(tmp_path) as server:
            guest, table = await alone(server)
            asked = {}
            while not asked.get("actions"):
                asked = await guest.ask_soon(table, "choices")
            await guest.ask_soon(table, "answer", action=asked["actions"][0], id="by-http")
            player = await Player(guest, table).play()
            assert player.acknowledged
            made = await moves_in_record(guest, table)
            assert figure(server, "paiju_moves_total") == made == 52
            assert figure(server, "paiju_answers_total") == len(player.acknowledged)

    run(play())


def test_a_move_made_for_somebody_who_is_late_is_counted(tmp_path):
    async def play():
        async with serving(tmp_path) as server:
            guest, table = await alone(server, pace="fast")
            async with guest.socket(table) as ws:
                await ws.send_str('{"type":"hello","version":1}')
                ours = server.house.tables[table]
                ours.table.set_timing(replace(HASTY, answer=0.001), Message("nobody has time"))
                await until(lambda: ours.contract.state == "over")
            assert figure(server, "paiju_moves_total") == await moves_in_record(guest, table) == 52
            assert figure(server, "paiju_answers_total") == 0

    run(play())


def test_how_long_the_store_takes_is_counted_once_a_stroke(tmp_path):
    async def play():
        async with serving(tmp_path) as server:
            before = figure(server, "paiju_commit_seconds_count")
            took = figure(server, "paiju_commit_seconds_sum")
            for number in range(3):
                await server.store.put("note", str(number), number)
            assert figure(server, "paiju_commit_seconds_count") == before + 3
            assert figure(server, 'paiju_commit_seconds_bucket{le="+Inf"}') == before + 3
            assert figure(server, "paiju_commit_seconds_sum") > took

    run(play())


def test_nothing_is_told_of_when_counting_began(tmp_path):
    async def play():
        async with serving(tmp_path, ops_public=True) as server, Guest(server.url) as guest:
            async with guest.session.get(f"{server.url}/metrics") as response:
                assert response.status == 200
                assert "_created" not in await response.text()
            assert "_created" not in server.metrics.text().decode()  # now that something has been counted by its label

    run(play())


def test_the_docs_name_every_figure(tmp_path):
    async def play():
        async with serving(tmp_path) as server:
            told = (Path(__file__).parents[2] / "docs" / "host.md").read_text(encoding="utf-8")
            shown = {sample.name for family in server.metrics.registry.collect() for sample in family.samples}
            shown |= {
                f"{family.name}_total" for family in server.metrics.registry.collect() if family.type == "counter"
            }
            named = {re.sub("_(bucket|count|sum)$", "", name) for name in shown}
            assert named == set(re.findall("`(paiju_[a-z_]+)`", told)) - {"paiju_moved"}

    run(play())
