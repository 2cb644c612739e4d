"""Games at a house are found by all that they are called: in the API, and in the addresses of the page."""

import pytest
from house_client import Guest
from houses import serving
from test_security import refused, run

GAMES = {"Tractor": "shengji", "80%20points": "shengji", "%E6%8B%B1%E7%8C%AA": "gongzhu", "double-hearts": "gongzhu"}


@run
async def test_api_finds_a_game_by_all_that_it_is_called(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as guest:
        for called, name in GAMES.items():
            assert (await guest.get(f"/games/{called}"))["name"] == name
            assert (await guest.get(f"/games/{called}/rules"))["rules"] == name
            assert (await guest.get(f"/games/{called}/leaderboard"))["game"] == name
            assert (await guest.get(f"/games/{called}/exercise"))["rules"] == name
        table = await guest.post("/tables", rules="Tractor:no_trump=on")
        assert table["rules"] == "shengji:no_trump=on"
        assert [row["table"] for row in await guest.get("/tables?game=%E6%8B%96%E6%8B%89%E6%9C%BA")] == [table["table"]]
        assert await guest.get("/tables?game=hearts") == await guest.get("/tables?game=nothing") == []
        assert (await guest.get("/matches?game=TRACTOR"))["matches"] == []
        assert (await guest.post("/lessons", rules="oh hell"))["rules"] == "poepen"
        for odd in ("..%2Fhearts", "x" * 3000, "%00", "a%1B%5B2J"):
            response = guest.session.get(f"{server.url}/api/v1/games/{odd}", headers=guest.headers)
            assert await refused(response) == (404, "no_such_game")


@pytest.mark.parametrize(
    ("typed", "lies_at"),
    [
        ("/games/Tractor", "/games/shengji"),
        ("/games/80%20points?x=1", "/games/shengji?x=1"),
        ("/learn/%E6%8B%B1%E7%8C%AA", "/learn/gongzhu"),
        ("/new?game=oh+hell&options=players%3D5", "/new?game=poepen&options=players%3D5"),
        ("/games/hearts", ""),
        ("/games/nothing", ""),
        ("/games/%2F%2Fevil.example", ""),
        ("/new", ""),
    ],
)
def test_address_of_a_page_leads_from_any_name_of_a_game_to_the_one(tmp_path, typed, lies_at):
    @run
    async def ask(folder):
        async with (
            serving(folder) as server,
            Guest(server.url) as guest,
            guest.session.get(f"{server.url}{typed}", allow_redirects=False) as answer,
        ):
            assert (answer.status, answer.headers.get("Location", "")) == (302 if lies_at else 200, lies_at)

    ask(tmp_path)
