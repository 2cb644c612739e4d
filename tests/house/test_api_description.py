"""What is written about the API is what it is: docs/wire.md, OpenAPI, and the routes themselves."""

import json
import re
from pathlib import Path

import aiohttp
import pytest
from houses import serving
from test_security import host, refused, run

from paiju.server import api
from paiju.server.api import ROOT, ROUTES

WIRE = Path(__file__).parent.parent.parent / "docs" / "wire.md"


def test_the_page_tells_of_every_route():
    chapter = WIRE.read_text(encoding="utf-8").partition("\n## The API\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (GET|POST) \| `(.+?)` \| (.*?) ?\| (.*) \|$", chapter, re.M)
    told = [(method, path, tuple(re.findall(r"`(\w+)`", query)), about) for method, path, query, about in rows]
    assert told == [
        (route.method, route.path, route.query, route.about + " (*)" * (route.who == "person")) for route in ROUTES
    ]


@run
async def test_the_description_is_of_all_routes_and_of_nothing_else(tmp_path):
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        async with session.get(f"{server.url}{ROOT}/openapi.json") as response:
            told = await response.json()
        served = {
            (route.method, route.resource.canonical)
            for runner in server.runners
            for route in runner.app.router.routes()
            if route.method in ("GET", "POST") and route.resource.canonical.startswith("/api/")
        }
    described = {(method.upper(), path) for path, ways in told["paths"].items() for method in ways}
    assert described == served == {(route.method, ROOT + route.path) for route in ROUTES}
    text = json.dumps(told)
    assert set(re.findall(r'"#/components/schemas/(\w+)"', text)) <= set(told["components"]["schemas"])
    for path, ways in told["paths"].items():
        for method, operation in ways.items():
            named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))
            assert ("requestBody" in operation) <= (method == "post")
            answers = operation["responses"]["200"]["content"].values()
            assert path.endswith("openapi.json") or all(
                each["schema"] not in ({}, {"type": "object"}) for each in answers
            )


@run
async def test_the_description_tells_how_requests_are_refused(tmp_path):
    """Of what really comes: every field of a refusal, when to come back, and that nothing has changed."""
    async with serving(tmp_path, requests_a_second=1.0) as server:
        guest, table = await host(server)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{server.url}{ROOT}/openapi.json") as response:
                told, tag = await response.json(), response.headers["ETag"]
            described = told["paths"][f"{ROOT}/openapi.json"]["get"]["responses"]
            async with session.get(f"{server.url}{ROOT}/openapi.json", headers={"If-None-Match": tag}) as response:
                assert str(response.status) in described
                assert response.status == 304
        assert set(described["200"]["headers"]) == {"ETag"}
        problem = told["components"]["schemas"]["Problem"]
        wrong = {"type": "answer", "action": "play 2C"}
        path = f"{server.url}{ROOT}/tables/{table}/requests"
        async with guest.session.post(path, json=wrong, headers=guest.headers) as response:
            refusal = await response.json(content_type=None)
            assert set(problem["required"]) < set(refusal) == set(problem["properties"])
        while response.status != 429:
            async with guest.session.get(f"{server.url}{ROOT}/games", headers=guest.headers) as response:
                pass
        assert int(response.headers["Retry-After"])
        answers = told["paths"][f"{ROOT}/games"]["get"]["responses"]
        assert {status for status, of in answers.items() if "Retry-After" in of.get("headers", ())} == {"429", "503"}
        await guest.__aexit__()
        assert all("304" in ways["get"]["responses"] for ways in told["paths"].values() if "get" in ways)


@run
async def test_a_game_that_is_none_is_not_found(tmp_path):
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        for path in ("", "/rules", "/leaderboard", "/exercise"):
            found = await refused(session.get(f"{server.url}{ROOT}/games/nope{path}"))
            assert found == (404, "no_such_game"), path


@run
async def test_a_limit_that_is_no_number_is_refused(tmp_path):
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        for limit in ("abc", "0", "-1", ""):
            assert await refused(session.get(f"{server.url}{ROOT}/matches?limit={limit}")) == (422, "bad_value")
        async with session.get(f"{server.url}{ROOT}/matches?limit=5000") as response:
            assert response.status == 200  # a page holds fewer


@run
async def test_answer_that_does_not_change_is_made_once_and_has_a_tag(tmp_path):
    """Made anew, the description alone held all tables for 62 ms a request."""
    makers = ("description", "game_answer", "option_answer", "rule_lines", "makers")
    paths = ["/openapi.json", "/bots", "/games", "/games?lang=nl", "/games/hearts?lang=zh"]
    paths += [f"/games/shengji/rules?lang={lang}&options=deals=3" for lang in ("en", "nl")]
    made, tags = [], {}
    with pytest.MonkeyPatch.context() as patch:
        for name in makers:
            patch.setattr(api, name, noting(getattr(api, name), made))
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
            for round in range(2):
                for path in paths:
                    headers = {"If-None-Match": tags[path]} if round else {}
                    async with session.get(f"{server.url}{ROOT}{path}", headers=headers) as response:
                        assert response.status == (304 if round else 200), path
                        tags[path] = response.headers["ETag"]
                if not round:
                    made.clear()
            for path in paths:
                async with session.get(f"{server.url}{ROOT}{path}") as response:
                    assert (response.status, response.headers["ETag"]) == (200, tags[path])
    assert made == []
    assert len({*tags.values()}) == len(paths)


def noting(work, made):
    def noted(*arguments):
        made.append(work.__name__)
        return work(*arguments)

    return noted
