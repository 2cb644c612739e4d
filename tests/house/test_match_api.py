"""Finished matches through the API: deals down to a trick, what each move cost, what the cards were worth."""

import asyncio
import os
import time
from dataclasses import replace
from functools import partial

import pytest
from house_client import Guest, Player
from houses import serving
from test_security import refused, run

from paiju.games import read_rules
from paiju.luck import match_luck, par_of
from paiju.record import Record
from paiju.simulate import recorded_deals

BOTS = [{"kind": "open"}, *[{"kind": "bot", "text": "steady"}] * 3]


async def played(server, rules="poepen:peak=2", guest=None):
    """A guest, and a match that he has played with bots."""
    guest = guest or await Guest(server.url).__aenter__()
    table = (await guest.post("/tables", rules=rules, pace="days", chairs=BOTS))["table"]
    await guest.ask(table, "begin")
    await Player(guest, table).play(60)
    while True:
        try:
            await guest.get(f"/matches/{table}")
            return guest, table
        except AssertionError:
            await asyncio.sleep(0.02)


def merged(news):
    """The scene after all of them, as a client merges it."""
    scene = {}
    for told in news:
        scene = dict(told["scene"]) if "scene" in told else {**scene, "places": list(scene["places"])}
        for name, value in told.get("changed", {}).items():
            if name != "places":
                scene[name] = value
        for change in told.get("changed", {}).get("places", []):
            scene["places"] = [
                {**place, **change} if place["seat"] == change["seat"] else place for place in scene["places"]
            ]
    return scene


@run
async def test_a_deal_is_told_as_a_seat_saw_it_and_with_open_hands(tmp_path):
    async with serving(tmp_path) as server:
        guest, match = await played(server, "hearts:target=1,passing=off")
        seen = await guest.get(f"/matches/{match}/deals/1?seat=0&lang=nl")
        hands = [bool(place.get("hand")) for place in seen["news"][0]["scene"]["places"]]
        assert hands == [True, False, False, False]
        shown = await guest.get(f"/matches/{match}/deals/1")
        assert all(place["hand"] for place in shown["news"][0]["scene"]["places"])
        assert (shown["viewer"], shown["deals"], len(shown["tricks"])) == (-1, 1, 13)
        assert shown["moves"] == list(range(53))
        assert [shown["moves"][at] for at in shown["tricks"]] == list(range(0, 52, 4))
        fifth = merged(shown["news"][: shown["tricks"][4] + 1])
        assert [place["count"] for place in fifth["places"]] == [9, 9, 9, 9]
        assert merged(shown["news"])["over"]
        for path, code in (
            ("deals/2", "no_such_deal"),
            ("deals/x", "no_such_deal"),
            ("deals/1?seat=5", "no_such_seat"),
        ):
            get = guest.session.get(f"{server.url}/api/v1/matches/{match}/{path}")
            assert (await refused(get))[1] == code
        await guest.__aexit__()


@run
async def test_an_analysis_runs_beside_is_kept_and_a_person_has_one_at_a_time(tmp_path):
    async with serving(tmp_path) as server:
        guest, match = await played(server)
        _, other = await played(server, guest=guest)
        url = f"{server.url}/api/v1/matches"
        assert (await guest.get(f"/matches/{match}/analysis"))["state"] == "none"
        assert await refused(guest.session.post(f"{url}/{match}/analysis")) == (401, "who_are_you")
        assert (await guest.post(f"/matches/{match}/analysis"))["state"] == "waiting"
        assert (await guest.post(f"/matches/{match}/analysis"))["state"] in ("waiting", "running")  # not twice
        second = guest.session.post(f"{url}/{other}/analysis", headers=guest.headers)
        assert await refused(second) == (429, "one_at_a_time")
        progress, told = [], {}
        while not progress or progress[-1] != "done":
            told = await guest.get(f"/matches/{match}/analysis?lang=nl")
            assert told["done"] == len(told["deals"]) <= (told["of"] or 99)
            progress += [told["state"]] if told["state"] not in progress else []
            await asyncio.sleep(0.02)
        moves = Record.read(await guest.get(f"/matches/{match}/record")).deals[0].moves
        verdicts = told["deals"][0]["verdicts"]
        assert [(each["seat"], each["action"]) for each in verdicts] == [
            (move.seat, str(move.action)) for move in moves
        ]
        assert "gedwongen" in {each["text"] for each in verdicts}
        assert await guest.get(f"/matches/{match}/analysis?lang=nl") == told
        assert (await guest.post(f"/matches/{other}/analysis"))["state"] == "waiting"  # now it is its turn
        await guest.__aexit__()


@run
async def test_what_another_process_left_half_done_is_gone_on_with(tmp_path):
    async with serving(tmp_path) as server:
        guest, match = await played(server)
        half = {"state": "running", "done": 1, "of": 9, "deals": [{"deal": 1, "verdicts": []}]}
        await server.store.put("analysis", match, {**half, "at": 4_000_000_000}, owner="somebody", state="running")
        assert (await guest.post(f"/matches/{match}/analysis"))["state"] == "running"  # it is under way elsewhere
        await server.store.put("analysis", match, {**half, "at": 1}, owner="somebody", state="running")
        assert (await guest.post(f"/matches/{match}/analysis"))["state"] == "waiting"
        while (told := await guest.get(f"/matches/{match}/analysis"))["state"] != "done":
            await asyncio.sleep(0.02)
        assert told["deals"][0]["verdicts"] == []  # as it was
        assert told["deals"][1]["verdicts"]
        await guest.__aexit__()


@run
async def test_luck_is_what_the_bot_makes_of_the_same_cards(tmp_path):
    async with serving(tmp_path) as server:
        guest, match = await played(server)
        told = await guest.get(f"/matches/{match}/luck")
        assert told["bot"] == "steady"
        record = Record.read(await guest.get(f"/matches/{match}/record"))
        assert told["deals"] == match_luck(record)["deals"]
        assert [round(a - b, 2) for a, b in zip(told["scores"], told["par"], strict=True)] == told["adjusted"]
        await guest.__aexit__()


@run
async def test_luck_is_worked_out_once_however_many_ask_and_again_if_that_failed(tmp_path):
    async with serving(tmp_path) as server:
        guest, match = await played(server)
        workshop, begun = server.house.analyses.workshop, []
        work, get = workshop.work, partial(guest.session.get, f"{server.url}/api/v1/matches/{match}/luck")

        async def counted(call, *arguments):
            begun.append(call)
            return await work(call if len(begun) > 1 else end_at_once, *arguments)

        workshop.work = counted
        assert await refused(get()) == (503, "busy")  # the process that worked on it has ended
        answers = await asyncio.gather(*(guest.get(f"/matches/{match}/luck") for _ in range(20)))
        assert all(answer == answers[0] for answer in answers)
        assert len(begun) == 2
        await guest.__aexit__()


def end_at_once(text):
    os._exit(1)


@pytest.mark.parametrize("rules", ["hearts", "gongzhu", "shengji", "poepen", "luzi"])
def test_par_follows_from_the_deck_and_not_from_what_was_played(rules):
    game, options = read_rules(rules)
    deals = [next(recorded_deals(game, options, 1, seed)).deals[0] for seed in range(6)]
    pars = [par_of(deal, "steady", 4) for deal in deals]
    assert [par_of(replace(deal, moves=[]), "steady", 4) for deal in deals] == pars
    assert len(set(map(tuple, pars))) > 1


@run
async def test_of_a_running_match_nothing_of_this_can_be_had(tmp_path):
    async with serving(tmp_path) as server:
        guest = await Guest(server.url).__aenter__()
        table = (await guest.post("/tables", rules="hearts", pace="days"))["table"]
        await guest.ask(table, "begin")
        for path in ("deals/1", "analysis", "luck", "record"):
            get = guest.session.get(f"{server.url}/api/v1/matches/{table}/{path}", headers=guest.headers)
            assert await refused(get) == (404, "no_such_match")
        await guest.__aexit__()


@run
async def test_what_was_played_by_link_is_listed_for_those_who_played(tmp_path):
    async with serving(tmp_path) as server:
        ann, open_one = await played(server, "poepen:peak=1")
        first = int(time.time())
        while int(time.time()) == first:  # the newest come first, and when is told in seconds
            await asyncio.sleep(0.05)
        by_link = (await ann.post("/tables", rules="poepen:peak=1", pace="days", is_public=False, chairs=BOTS))["table"]
        await ann.ask(by_link, "begin")
        await Player(ann, by_link).play(60)
        await ann.get_soon(f"/matches/{by_link}")
        async with Guest(server.url, "Eve") as eve:
            listed = [[each["id"] for each in (await who.get(f"/matches?person={ann.id}"))["matches"]]
                      for who in (ann, eve)]  # fmt: skip
            assert listed == [[by_link, open_one], [open_one]]
            board = (await eve.get("/games/poepen/leaderboard"))["rows"]
            assert [(row["person"], row["matches"]) for row in board] == [(ann.id, 2)]
            assert set((await eve.get(f"/people/{ann.id}"))["ratings"]) == {"poepen"}
        await ann.session.close()


@run
async def test_levels_of_a_match_and_of_its_record_are_written_as_on_cards(tmp_path):
    async with serving(tmp_path) as server:
        guest, match = await played(server, "shengji:start=Q,target=A,deals=1")
        told = await guest.get(f"/matches/{match}")
        async with guest.session.get(f"{server.url}/api/v1/matches/{match}/record") as answer:
            looked = await guest.post("/records", record=await answer.text())
        for players in (told["players"], looked["match"]["players"]):
            assert {player["figure"] for player in players} <= {"Q", "K", "A"}
        await guest.__aexit__()
