"""Learning at a house: a first deal explained, exercises made by the engine, a deal played once more."""

import asyncio
from pathlib import Path

import pytest
from house_client import Guest
from houses import serving
from test_match_api import played
from test_security import refused, run

from paiju.core.words import Action, IllegalAction
from paiju.exercises import make_exercise
from paiju.games import BUILT_IN, find, load
from paiju.languages import LANGUAGES
from paiju.server.api_learning import exercise_value

SEVENS = load(Path(__file__).parent.parent.parent / "examples" / "sevens.py").name


async def no(guest, path, **body):
    """The status of a refusal."""
    send = guest.session.post if body or path.endswith("again") else guest.session.get
    more = {"json": body} if send == guest.session.post else {}
    return (await refused(send(f"{guest.url}/api/v1{path}", headers=guest.headers, **more)))[0]


async def heard(guest, table, enough):
    """The news of a table until this is enough, as a browser hears it."""
    url = f"{guest.url.replace('http', 'ws')}/t/{table}/ws"
    async with asyncio.timeout(60), guest.session.ws_connect(url, headers=guest.headers) as socket:
        await socket.send_json({"type": "hello", "version": 1, "lang": "en"})
        news = []
        async for frame in socket:
            told = frame.json()
            if told["type"] == "news":
                news.append(told)
                if enough(told):
                    return news
        raise AssertionError("nothing more came")


@run
async def test_a_first_deal_is_explained_at_a_table_that_counts_for_nothing(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest, Guest(server.url, "Eve") as eve:
        lesson = await guest.post("/lessons", rules="hearts")
        assert (lesson["practice"], lesson["state"], lesson["seat"]) == ("lesson", "playing", 0)
        news = await heard(guest, lesson["table"], lambda told: told.get("lesson"))
        spoken = str(news[-1]["lesson"])
        assert find("hearts").about in spoken
        assert "A good answer now" in spoken
        assert await no(eve, f"/tables/{lesson['table']}/requests", type="sit") == 409
        assert (await eve.get("/lobby"))["tables"] == []
        await guest.ask(lesson["table"], "vote")
        assert (await guest.get(f"/matches?person={guest.id}"))["matches"] == []
        assert (await guest.get("/me")).get("ratings", {}) == {}


@run
async def test_a_new_lesson_gives_up_the_last_one(tmp_path):
    async with serving(tmp_path, tables_a_person=1) as server, Guest(server.url) as guest:
        first = await guest.post("/lessons", rules="hearts")
        second = await guest.post("/lessons", rules="poepen")
        assert [row["table"] for row in await guest.get("/me/tables")] == [second["table"]]
        assert (await guest.get(f"/tables/{first['table']}"))["state"] == "over"


@run
async def test_a_deal_that_was_played_can_be_played_again_from_any_chair(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        _, match = await played(server, "hearts:target=1,passing=off", guest)
        before = (await guest.get(f"/matches/{match}/deals/1?seat=2"))["news"][0]["scene"]
        again = await guest.post(f"/matches/{match}/deals/1/again", seat=2)
        assert (again["practice"], again["seat"]) == ("again", 2)
        news = await heard(guest, again["table"], lambda told: "scene" in told)
        assert [place.get("hand") for place in news[-1]["scene"]["places"]] == [
            place.get("hand") for place in before["places"]
        ]
        await guest.ask(again["table"], "vote")
        assert '[Practice "on"]' in await guest.get(f"/matches/{again['table']}/record")
        assert await no(guest, f"/matches/{match}/deals/1/again", seat=9) == 422
        assert await no(guest, f"/matches/{match}/deals/7/again") == 404


@pytest.mark.parametrize("name", [*BUILT_IN, SEVENS])
def test_exercises_are_true_and_say_why_in_every_language(name):
    game = find(name)
    phases = set()
    for seed in range(8):
        made = make_exercise(game, game.Options(), seed)
        assert made is not None
        assert str(made) == str(make_exercise(game, game.Options(), seed))
        phases.add(made.view.phase)
        kinds = [answer.refusal is None for answer in made.answers]
        assert 2 <= len(kinds) <= 6
        assert set(kinds) == {True, False}
        for action, refusal in made.answers:
            if refusal is None:
                made.view.check(made.seat, action)
            else:
                with pytest.raises(IllegalAction):
                    made.view.check(made.seat, action)
        for lang in LANGUAGES:
            value = exercise_value(made, name, seed, lang)
            assert all(row.is_allowed or (row.why and row.rule) for row in value.rows)
            assert value.news.scene
            hidden = [place for place in value.news.scene.places if place.seat != made.seat and place.hand]
            assert not hidden, "an exercise shows one hand"
    assert phases


@run
async def test_an_exercise_comes_from_its_seed_whatever_is_asked_for(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        told = await guest.get("/games/hearts/exercise?seed=3&lang=zh")
        assert told == await guest.get("/games/hearts/exercise?seed=3&lang=zh")
        for row in told["rows"]:
            assert Action.read(row["action"]).cards
        for seed in ("", "-1", "x", "9" * 190, "٣"):
            assert (await guest.get(f"/games/hearts/exercise?seed={seed}"))["rows"]
        assert await no(guest, "/games/nothing/exercise") == 404
        assert await no(guest, "/games/hearts/exercise?options=nonsense=1") == 422
