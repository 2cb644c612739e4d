"""What is written about the API is what it is: docs/wire.md, OpenAPI, and the routes themselves."""

import json
import re
from pathlib import Path

import aiohttp
from houses import serving
from test_security import run

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
