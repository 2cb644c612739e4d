"""What strangers send to be looked at, what a deal was shuffled from, and the choices a move was one of."""

import asyncio
import io
import json
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from house_client import Guest, ServerProcess, run_with_guests
from houses import serving
from test_match_api import played
from test_security import refused, run

from paiju.fair import Fairness, flaw_of
from paiju.games import BUILT_IN, find
from paiju.record import Record
from paiju.server.api_values import LONGEST_RECORD
from paiju.simulate import recorded_deals
from paiju.workshop import Workshop


def sent(guest, **body):
    return guest.session.post(f"{guest.url}/api/v1/records", json=body)


def hostile():
    """What somebody might send who wishes us ill, each with a word of the answer."""
    head = '[Format "paiju 1"]\n[Rules "hearts:passing=off"]\n'
    yield "", "no record"
    yield "\x00\x01\x02" * 1000, "not"
    yield "\N{REPLACEMENT CHARACTER}PNG" * 4000, "line 1"
    yield "[" * 19_000, "not a tag"
    yield f'[A "{"x" * 30_000}"]', "too long"
    yield '[Format "paiju 9"]\n', "not known"
    yield '[Format "paiju 1"]\n[Rules "nothing"]\ndeal 1\n', "nothing"
    yield '[Format "paiju 1"]\n[Rules "hearts:target=-5"]\ndeal 1\n', "target"
    yield head + "deal 1\ndeck QS QS QS\n0 play QS\n0 play QS\n", "deck"
    yield head + "{" * 15_000, "comment"
    yield head + "{ never closed\n" * 20_000, "comment"
    yield head + "deal 99999999999999999999999\n", "line 3"
    yield head * 3000, "line"


@run
async def test_whatever_is_sent_is_answered_with_a_sentence(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        for text, word in hostile():
            async with sent(guest, record=text) as answer:
                told = await answer.json(content_type=None)
                assert (answer.status, told["code"]) == (422, "bad_record"), (text[:80], told)
                assert word in told["detail"], (text[:80], told["detail"])
        assert await refused(sent(guest, record="x" * (LONGEST_RECORD + 1))) == (422, "bad_value")
        url = f"{guest.url}/api/v1/records"
        kind = {"Content-Type": "application/json"}
        huge = io.BytesIO(b'{"record": "' + b"x" * 5_000_000 + b'"}')
        assert await refused(guest.session.post(url, data=huge, headers=kind)) == (413, "too_long")
        assert (await refused(guest.session.post(url, data=b'{"record": "\xff\xfe"}', headers=kind)))[0] == 400
        assert (await refused(guest.session.post(url, data=b"[Format]")))[0] == 415
        assert "fault" not in server.said.getvalue()


@run
async def test_a_record_that_was_sent_can_be_gone_through_from_any_seat(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        text = ""
        for name in BUILT_IN:
            text = record_text(name)
            async with sent(guest, record=text, deal=1, seat=1) as answer:
                told = await answer.json()
                assert answer.status == 200, told
            hands = [bool(place.get("hand")) for place in told["deal"]["news"][-1].get("scene", {}).get("places", [])]
            assert told["match"]["game"] == name
            assert told["deal"]["viewer"] == 1
            assert not any(hand for seat, hand in enumerate(hands) if seat != 1)
        lines = text.splitlines()
        lines[-10] = "0 play QS"  # a move that cannot be
        assert await refused(sent(guest, record="\n".join(lines))) == (422, "bad_record")
        assert await refused(sent(guest, record=text, deal=9)) == (422, "bad_record")
        assert await refused(sent(guest, record=text, seat=9)) == (422, "bad_record")


@run
async def test_what_the_moves_of_a_record_cost_is_told_some_at_a_time(tmp_path):
    """Each answer ends after a while, and whoever sent it asks for the next; hostile ones are refused in words."""

    async def judged(guest, what="moves", **body):
        return await guest.post(f"/records/{what}", **body)

    async with serving(tmp_path) as server, Guest(server.url) as guest:
        text = record_text("poepen")
        moves, done, of = [], 0, 1
        while done < of:
            told = await judged(guest, record=text, move=done + 1)
            moves += [row["move"] for row in told["verdicts"]]
            assert told["done"] == moves[-1] > done
            done, of = told["done"], told["of"]
        assert moves == [*range(1, of + 1)]
        assert (await judged(guest, "choices", record=text, move=of))["made"]
        url = f"{guest.url}/api/v1/records"
        for what in ("moves", "choices"):
            for body in ({"record": "nonsense"}, {"record": text, "deal": 7}, {"record": text, "move": of + 1}):
                answer = guest.session.post(f"{url}/{what}", json=body, headers=guest.headers)
                assert await refused(answer) == (422, "bad_record"), body


def record_text(name):
    (record,) = recorded_deals(find(name), find(name).Options(), 1, seed=1)
    return record.text()


@run
async def test_what_takes_too_long_is_ended_and_the_next_is_read(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        try:
            await server.reading.work(time.sleep, 3600, seconds=0.01)
            raise AssertionError("it went on")
        except TimeoutError:
            assert await refused(sent(guest, record="x")) == (422, "bad_record")


@run
async def test_the_proof_of_a_deal_has_all_that_is_needed_to_check_it(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        _, match = await played(server, "poepen:peak=2", guest)
        proof = await guest.get(f"/matches/{match}/deals/1/proof")
        record = Record.read(await guest.get(f"/matches/{match}/record"))
        deal = record.deals[0]
        assert deal.fairness == Fairness(proof["commitment"], tuple(proof["values"]), proof["secret"])
        assert (proof["table"], flaw_of(deal, proof["table"])) == (match, "")
        assert proof["deck"].split() == [str(card) for card in deal.deck]
        assert sorted(proof["unshuffled"].split()) == sorted(proof["deck"].split())


@run
async def test_a_move_is_told_beside_the_other_choices_and_the_worlds_they_were_tried_in(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        _, match = await played(server, "hearts:target=1,passing=off", guest)
        told = await guest.get(f"/matches/{match}/deals/1/moves/5?lang=nl")
        seen = (await guest.get(f"/matches/{match}/deals/1?seat={told['seat']}"))["news"]
        assert told["made"] in [choice["action"] for choice in told["choices"]]
        held = sorted(json.dumps(place.get("hand")) for place in seen[0]["scene"]["places"] if place.get("hand"))
        assert held
        for world in told["worlds"]:
            assert len(world["values"]) == len(told["choices"])
            assert sorted(" ".join(world["hands"]).split()) == sorted(" ".join(told["worlds"][0]["hands"]).split())
            assert world["hands"][told["seat"]] == told["worlds"][0]["hands"][told["seat"]]
        assert len({tuple(world["hands"]) for world in told["worlds"]}) > 1
        path = f"{guest.url}/api/v1/matches/{match}/deals/1/moves/999"
        assert (await refused(guest.session.get(path)))[0] == 422


@run
async def test_ctrl_c_at_the_terminal_is_not_for_the_process_that_works_beside(tmp_path):
    """A terminal sends it to the whole group: whoever keeps the house is told to close it, not how a helper died."""
    workshop = Workshop()
    try:
        worker = await workshop.work(os.getpid)
        os.kill(worker, signal.SIGINT)
        assert await workshop.work(os.getpid) == worker
    finally:
        workshop.close()


def children_of(process):
    """The processes that this one started, but the tracker of multiprocessing, which goes by itself."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) == process and state != "Z" and "spawn_main" in (folder / "cmdline").read_text():
                found.append(int(folder.name))
    return found


async def comes_to(process, *states):
    """R: it computes; Z: it has ended and nobody has looked; nothing: it is gone."""
    async with asyncio.timeout(60):
        state = None
        while state not in states:
            await asyncio.sleep(0.01)
            state = ""
            with suppress(OSError):
                state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
@pytest.mark.parametrize("is_busy", [False, True], ids=["idle", "busy"])
def test_processes_of_a_house_that_is_killed_end_with_it(tmp_path, is_busy):
    async def kill(server):
        async with Guest(server.url) as guest:
            text = record_text("shengji")
            async with sent(guest, record=text, deal=1, seat=1) as answer:
                assert answer.status == 200
            house = server.process.pid
            asking = None
            if is_busy:
                asking = asyncio.create_task(guest.post("/records/moves", record=text, move=1))
            workers = children_of(house)
            assert workers
            if is_busy:
                await comes_to(workers[0], "R")
            server.kill()
            if asking is not None:
                with suppress(aiohttp.ClientError):
                    await asking
            for worker in workers:
                await comes_to(worker, "Z", "")

    with ServerProcess(tmp_path) as server:
        run_with_guests(kill(server))


ALONE = """
import asyncio, os, signal
from paiju.bots.keeper import DIE_WITH_PARENT, LINUX, call
from paiju.workshop import Workshop

async def main():
    workshop = Workshop()
    if LINUX:
        await workshop.work(call, "prctl", DIE_WITH_PARENT, 0, 0, 0, 0)
    print(await workshop.work(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
@run
async def test_a_process_that_works_beside_sees_its_parent_end_where_the_system_tells_it_nothing(tmp_path):
    file = tmp_path / "alone.py"
    file.write_text(ALONE)
    process = await asyncio.create_subprocess_exec(sys.executable, str(file), stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    worker = int(await process.stdout.readline())
    assert await process.wait() == -signal.SIGKILL
    await comes_to(worker, "Z", "")
