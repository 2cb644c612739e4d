"""A field that nobody knows is refused by its name, with the one that may be meant; nothing has happened then."""

import json
import re
from typing import Any

import aiohttp
import msgspec
import pytest
from house_client import Guest
from houses import serving
from test_security import host, run

from paiju.server.api import ROOT, ROUTES
from paiju.wire import REQUESTS, FrameError, HelloRequest, client_tag, read_message, read_request


async def problem(response):
    async with response as answer:
        told = await answer.json(content_type=None)
        return answer.status, told["code"], told["detail"]


def address(server, route):
    """Where a route is asked; its parts may be anything."""
    return server.url + ROOT + re.sub(r"{\w+}", "1", route.path)


@run
async def test_table_with_a_misspelt_field_is_not_opened(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as ann:
        url = f"{server.url}{ROOT}/tables"
        for body, field, near in (
            ({"rules": "hearts", "public": False}, "public", "is_public"),
            ({"rules": "hearts", "chairs": [{"kind": "bot", "txt": "steady"}]}, "txt", "text"),
            ({"rules": "hearts", "on_lookers": False}, "on_lookers", "onlookers"),
        ):
            told = await problem(ann.session.post(url, json=body, headers=ann.headers))
            assert told == (422, "unknown_field", f"there is no field '{field}' here; did you mean '{near}'?")
        assert await ann.get("/me/tables") == []


@run
async def test_no_body_takes_a_field_that_its_route_does_not_have(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as ann:
        for route in ROUTES:
            if route.body is not None and route.body is not REQUESTS:
                post = ann.session.post(address(server, route), json={"zzz": 1}, headers=ann.headers)
                status, code, told = await problem(post)
                assert (status, code) == (422, "unknown_field"), route.path
                assert told.startswith("there is no field 'zzz' here; there are ")


@run
async def test_no_route_takes_a_parameter_that_it_does_not_have(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as ann, aiohttp.ClientSession() as session:
        for route in ROUTES:
            asked = session.request(
                route.method, address(server, route), params={"lang": "nl", "zzz": "1"}, headers=ann.headers
            )
            assert (await problem(asked))[:2] == (422, "unknown_parameter"), route.path
        told = await problem(session.get(f"{server.url}{ROOT}/matches", params={"persons": "x"}))
        assert told[2] == "there is no field 'persons' in the query; did you mean 'person'?"


@run
async def test_request_with_an_unknown_field_does_nothing_on_a_socket_and_by_the_api(tmp_path):
    async with serving(tmp_path) as server:
        ann, table = await host(server)
        wrong = {"type": "ready", "is_ready": True, "id": "r1"}
        post = ann.session.post(f"{server.url}{ROOT}/tables/{table}/requests", json=wrong, headers=ann.headers)
        text = "there is no field 'is_ready' in `ready`; there are id, on"
        assert await problem(post) == (422, "unknown_field", text)
        async with ann.socket(table) as ws:
            await ws.send_str('{"type":"hello","colour":"red"}')  # of a client to come
            await ws.send_str(json.dumps(wrong))
            while (told := await ws.receive_json(timeout=60))["type"] != "error":
                assert told["type"] in ("welcome", "table")
            assert told == {"type": "error", "code": "unknown_field", "text": text, "id": "r1"}
        assert not (await ann.get(f"/tables/{table}"))["chairs"][0].get("is_ready")
        await ann.__aexit__()


@pytest.mark.parametrize("kind", REQUESTS)
def test_no_request_but_hello_takes_an_unknown_field(kind):
    values = {"seat": 1, "deal": 1, "value": "00"}
    needed = [each.name for each in msgspec.structs.fields(kind) if each.default is msgspec.NODEFAULT]
    given = {name: values.get(name, "x") for name in needed}
    frame = json.dumps({"type": client_tag(kind.__name__), **given, "zzz": 1})
    if kind is HelloRequest:
        assert read_request(frame) == HelloRequest()
    else:
        with pytest.raises(FrameError, match="there is no field 'zzz' in"):
            read_request(frame)


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":"sit","zzz":1',
        '{"type":"sit","zzz":' + "[" * 5000,
        '{"type":"sit","zzz":1,"type":[]}',
        '{"type":"sit","zzz":1,"type":"shout"}',
        '{"type":"sit","id":"%s","zzz":1}' % ("x" * 100),
        '{"type":"sit","zzz":1,"id":7}',
        b'{"type":"sit","zzz":"\xff"}',
        '{"type":"sit","\\ud800":1}',
        '{"type":"sit","%s":1}' % ("z" * 9000),
    ],
)
def test_frame_with_an_unknown_field_and_worse_is_refused_in_a_sentence(frame):
    with pytest.raises(FrameError) as refused:
        read_request(frame)
    assert len(str(refused.value)) <= 200


def test_news_with_a_field_of_a_later_release_is_read():
    news: Any = read_message('{"type":"done","id":"a","zzz":1}')
    assert news.id == "a"
