"""The list of what keeps strangers out, one test for each: without the measure, its test fails."""

import asyncio
import io
import json
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import aiohttp
import pytest
from house_client import Guest, Player, run_with_guests
from houses import serving, until

from paiju.bots import UnknownBot
from paiju.contract import check_bot
from paiju.core.words import IllegalAction
from paiju.games import find
from paiju.people import Person, Tokens, read_name
from paiju.server import api
from paiju.server.config import ServerConfig
from paiju.server.guard import network_of
from paiju.server.pages import built_files

NEWS = '{"type":"hello"}'


def run(test) -> Any:
    """The test is a coroutine that gets a folder."""

    def call(tmp_path):
        async def limited():
            async with asyncio.timeout(60):
                await test(tmp_path)

        run_with_guests(limited())

    call.__name__, call.__doc__ = test.__name__, test.__doc__
    return call


async def refused(response):
    """The status and code of a problem."""
    async with response as answer:
        assert answer.content_type == "application/problem+json"
        return answer.status, (await answer.json(content_type=None))["code"]


async def socket_refusal(guest, table, **more):
    """The status with which a socket is refused."""
    try:
        async with guest.socket(table, **more):
            return 0
    except aiohttp.WSServerHandshakeError as error:
        return error.status


async def host(server, name="Ann", **more):
    guest = await Guest(server.url, name).__aenter__()
    table = await guest.post("/tables", rules=more.pop("rules", "hearts"), **more)
    return guest, table["table"]


async def closed_with(ws):
    """The codes of errors until the socket is closed, and its close code."""
    codes = []
    async for message in ws:
        told = json.loads(message.data)
        codes += [told["code"]] if told["type"] == "error" else []
    return codes, ws.close_code


# ---- where a request comes from ----


@run
async def test_a_socket_of_another_page_is_refused(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        cookie = {"Cookie": f"paiju={guest.token}"}
        guest.token = ""
        good = {**cookie, "Origin": server.url}
        assert await socket_refusal(guest, table, headers=good) == 0
        for origin in ("https://evil.example", "null", server.url + ".evil.example", server.url.replace("http", "ws")):
            assert await socket_refusal(guest, table, headers={**cookie, "Origin": origin}) == 403
        await guest.__aexit__()


@run
async def test_without_an_origin_only_a_bearer_token_will_do(tmp_path):
    """A cookie alone, as a link of another site or an old browser might send it, is nobody."""
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        cookie, guest.token = {"Cookie": f"paiju={guest.token}"}, ""
        assert await socket_refusal(guest, table, headers=cookie) == 401
        post = guest.session.post(f"{server.url}/api/v1/tables", json={"rules": "hearts"}, headers=cookie)
        assert await refused(post) == (401, "who_are_you")
        await guest.__aexit__()


@run
async def test_a_bearer_token_is_not_for_pages(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        assert await socket_refusal(guest, table, headers={"Origin": server.url}) == 403
        await guest.__aexit__()


@run
async def test_a_form_of_another_site_changes_nothing(tmp_path):
    """Only JSON is read, and only from our own pages."""
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        url = f"{server.url}/api/v1/guest"
        form = session.post(url, data={"name": "Ann"}, headers={"Origin": server.url})
        assert await refused(form) == (415, "not_json")
        foreign = session.post(url, json={"name": "Ann"}, headers={"Origin": "https://evil.example"})
        assert await refused(foreign) == (403, "wrong_origin")


@run
async def test_the_cookie_is_for_no_script_and_no_other_site(tmp_path):
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        headers = {"Origin": server.url}
        async with session.post(f"{server.url}/api/v1/guest", json={"name": "Ann"}, headers=headers) as response:
            cookie = response.headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert "Secure" not in cookie
            assert "token" not in await response.json()
    async with serving(tmp_path, url="https://cards.example") as server, aiohttp.ClientSession() as session:
        headers = {"Origin": "https://cards.example"}
        async with session.post(f"{server.url}/api/v1/guest", json={"name": "Ann"}, headers=headers) as response:
            assert "Secure" in response.headers["Set-Cookie"]
            assert "Strict-Transport-Security" in response.headers
        own = session.post(f"{server.url}/api/v1/guest", json={"name": "Ann"}, headers={"Origin": server.url})
        assert await refused(own) == (403, "wrong_origin")  # the address people type is the only one


@run
async def test_pages_have_a_policy_without_inline_code(tmp_path):
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        for path in ("/", "/t/x", "/api/v1/games", "/nowhere"):
            async with session.get(server.url + path) as response:
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "frame-ancestors 'none'" in policy
                assert "unsafe" not in policy
                assert response.headers["X-Content-Type-Options"] == "nosniff"


@run
async def test_there_is_no_debug_route_and_figures_are_not_public(tmp_path):
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        for path in ("/metrics", "/healthz", "/debug", "/full_state.json", "/api/v1/state", "/admin"):
            async with session.get(server.url + path) as response:
                assert response.status == 404
                assert response.content_type == "application/problem+json"  # only who reads pages is shown one
        paths = {resource.canonical for resource in server.runners[0].app.router.resources()}
        assert {path for path in paths if not path.startswith("/api/v1/")} - set(built_files()) == {
            "/", "/t/{table}", "/t/{table}/ws", "/m/{match}", "/new", "/people", "/people/{person}", "/learn/{game}",
            "/games/{game}", "/look", "/commands", "/commands.css",
        }  # fmt: skip
    async with serving(tmp_path, ops_public=True) as server, aiohttp.ClientSession() as session:
        for path in ("/metrics", "/healthz", "/readyz"):
            async with session.get(server.url + path) as response:
                assert response.status == 200
                assert response.headers["Server"] == "paiju"
        assert await server.store.find("ready") == [], "what was written to see whether it is taken"
        figures = server.metrics.text().decode()
        for name in ("tables", "sockets", "unstored", "unread_bytes", "answers_total", "answer_seconds_bucket"):
            assert f"\npaiju_{name}" in figures, name
        assert 'paiju_refused_total{reason="who_are_you"}' not in figures
        for path in ("/me", "/tables/nowhere"):
            await refused(session.get(f"{server.url}/api/v1{path}"))
        figures = server.metrics.text().decode()
        assert 'paiju_refused_total{reason="who_are_you"} 1' in figures
        assert 'paiju_refused_total{reason="no_such_table"} 1' in figures


# ---- who sends it ----


def test_forged_and_old_tokens_are_nobodys():
    tokens, ann = Tokens(b"k" * 32), Person("g1", "Ann")
    token = tokens.sign(ann)
    read = tokens.read(token)
    assert read is not None
    assert read[0] == ann
    body, _, mark = token.partition(".")
    other = Tokens(b"x" * 32).sign(ann)
    for forged in (body, f"{body}.", f"{body}.{mark[:-2]}", f"{body[:-2]}.{mark}", other, "", ".", "ä.ö", "a" * 10_000):
        assert tokens.read(forged) is None
    assert tokens.read(tokens.sign(ann, now=0)) is None


def test_marks_are_compared_in_constant_time(monkeypatch):
    compared = []
    monkeypatch.setattr("paiju.people.hmac.compare_digest", lambda a, b: compared.append((a, b)) or a == b)
    tokens = Tokens(b"k" * 32)
    assert tokens.read(tokens.sign(Person("g1", "Ann")))
    assert len(compared) == 1


@run
async def test_a_token_that_is_forged_or_banned_opens_nothing(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        token, guest.token = guest.token, Tokens(b"x" * 40).sign(Person(guest.id, "Ann"))
        assert await socket_refusal(guest, table) == 401
        guest.token = token
        assert await socket_refusal(guest, table) == 0
        await server.house.people.ban(Person(guest.id, "Ann"))
        assert await socket_refusal(guest, table) == 401
        await guest.__aexit__()


@run
async def test_a_bot_has_an_account_that_is_marked_for_ever_and_its_token_is_not_stored(tmp_path):
    async with serving(tmp_path) as server:
        bot, token = await server.house.people.make_bot("Robo")
        assert (await server.house.people.who(token)).is_bot
        forged = server.house.people.tokens.sign(bot)  # not even we sign one for a bot
        assert await server.house.people.who(forged) is None
        kept = [value for kind in ("token", "person") for value in await server.store.find(kind)]
        assert token not in json.dumps(kept)
        with pytest.raises(IllegalAction, match="belongs to somebody"):
            await server.house.people.guest("ROBO")


@run
async def test_a_name_is_kept_with_a_password(tmp_path):
    async with serving(tmp_path) as server:
        guest = await Guest(server.url, "Ann").__aenter__()
        told = await guest.post("/me/password", password="correct horse")
        assert (told["kind"], told["id"]) == ("kept", guest.id)
        stored = json.dumps(await server.store.get("person", guest.id))
        assert "$argon2id$v=19$m=19456,t=2,p=1$" in stored
        assert "correct horse" not in stored
        guest.token = ""
        assert (await guest.post("/session", name="ann", password="correct horse"))["id"] == guest.id
        url = f"{server.url}/api/v1"
        wrong = guest.session.post(f"{url}/session", json={"name": "Ann", "password": "wrong horse"})
        assert await refused(wrong) == (401, "wrong_password")
        nobody = guest.session.post(f"{url}/session", json={"name": "Nobody", "password": "wrong horse"})
        assert await refused(nobody) == (401, "wrong_password")
        again = guest.session.post(f"{url}/guest", json={"name": "A n n"})
        assert await refused(again) == (409, "name_taken")
        await guest.__aexit__()


@run
async def test_passwords_are_hashed_two_at_once_and_few_may_wait(tmp_path):
    async with serving(tmp_path) as server:
        at_once, most, lock = 0, 0, threading.Lock()

        def slow():
            nonlocal at_once, most
            assert threading.current_thread() is not threading.main_thread()
            with lock:
                at_once += 1
                most = max(most, at_once)
            time.sleep(0.02)
            with lock:
                at_once -= 1

        people = server.house.people
        tasks = [asyncio.create_task(people.slowly(slow)) for _ in range(30)]
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert most == 2
        assert [each.code for each in done if isinstance(each, IllegalAction)] == ["busy"] * 10


@run
async def test_logging_in_is_tried_a_few_times_only(tmp_path):
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        told = [
            await refused(session.post(f"{server.url}/api/v1/session", json={"name": "Ann", "password": "x" * 9}))
            for _ in range(11)
        ]
        assert told == [(401, "wrong_password")] * 10 + [(429, "too_fast")]


# ---- how much and how often ----


@run
async def test_a_frame_that_is_too_long_ends_the_socket(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str(NEWS)
            await ws.send_str('{"type":"say","text":"' + "x" * 20_000 + '"}')
            assert (await closed_with(ws))[1] == 1009
        await guest.__aexit__()


@run
async def test_too_many_messages_end_the_socket(tmp_path):
    async with serving(tmp_path, messages_a_second=5.0) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str(NEWS)
            for _ in range(30):
                await ws.send_str('{"type":"choices"}')
            assert await closed_with(ws) == (["too_fast"], 1008)
        dropped = [json.loads(line) for line in server.said.getvalue().splitlines() if '"dropped"' in line]
        assert [(line["code"], line["table"], line["person"]) for line in dropped] == [("too_fast", table, guest.id)]
        await guest.__aexit__()


@run
async def test_a_table_that_was_made_up_is_not_logged(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url, "Ann") as guest:
        async with guest.socket("so-it-was-made-up") as ws:
            await ws.send_str('{"type":"hello","version":1}')
            assert (await closed_with(ws))[0] == ["no_such_table"]
        dropped = [json.loads(line) for line in server.said.getvalue().splitlines() if '"dropped"' in line]
        assert [(line["code"], line["table"], line["person"]) for line in dropped] == [("no_such_table", "", guest.id)]


@run
async def test_a_log_that_takes_nothing_stops_nobody(tmp_path):
    with open("/dev/full", "wb", buffering=0) as full:
        said = io.TextIOWrapper(full, write_through=True)
        async with serving(tmp_path, said=said, messages_a_second=5.0) as server:
            guest, table = await host(server, chairs=[{"kind": "open"}, *[{"kind": "bot", "text": "random"}] * 3])
            await guest.ask(table, "begin")
            assert (await guest.get(f"/tables/{table}"))["state"] == "playing"
            async with guest.socket(table) as ws:
                await ws.send_str(NEWS)
                for _ in range(30):
                    await ws.send_str('{"type":"choices"}')
                assert (await closed_with(ws))[1] == 1008
            await guest.__aexit__()


@run
async def test_an_address_has_so_many_sockets(tmp_path):
    async with serving(tmp_path, sockets_an_address=2) as server:
        guest, table = await host(server)
        async with guest.socket(table), guest.socket(table):
            assert await socket_refusal(guest, table) == 429
        while +server.guard.sockets:
            await asyncio.sleep(0.01)
        assert await socket_refusal(guest, table) == 0
        await guest.__aexit__()


@run
async def test_a_house_has_so_many_sockets(tmp_path):
    async with serving(tmp_path, sockets=3) as server:
        guest, table = await host(server)
        async with guest.socket(table), guest.socket(table), Guest(server.url, "Bo") as other:
            await until(lambda: len(server.sockets) == 2)
            async with guest.socket(table):
                path = f"{server.url}/t/{table}/ws"
                headers = {**other.headers, "Connection": "Upgrade", "Upgrade": "websocket",
                           "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
                assert await refused(other.session.get(path, headers=headers)) == (503, "full")
        await guest.__aexit__()


@run
async def test_an_address_has_so_many_requests_and_newcomers(tmp_path):
    async with serving(tmp_path, requests_a_second=1.0) as server, aiohttp.ClientSession() as session:
        for _ in range(5):
            async with session.get(f"{server.url}/api/v1/bots") as response:
                assert response.status == 200
        async with session.get(f"{server.url}/api/v1/bots") as response:
            assert response.status == 429
            assert int(response.headers["Retry-After"]) >= 1
    async with serving(tmp_path, guests_a_minute=2.0) as server, aiohttp.ClientSession() as session:
        told = []
        for _ in range(3):
            async with session.post(f"{server.url}/api/v1/guest", json={"name": "Ann"}) as response:
                told.append(response.status)
        assert told == [200, 200, 429]


@run
async def test_a_person_has_so_many_tables(tmp_path):
    async with serving(tmp_path, tables_a_person=2) as server:
        guest, _ = await host(server)
        await guest.post("/tables", rules="hearts")
        third = guest.session.post(f"{server.url}/api/v1/tables", json={"rules": "hearts"}, headers=guest.headers)
        assert await refused(third) == (429, "too_many_tables")
        await guest.__aexit__()


@run
async def test_what_is_said_is_limited_and_cleaned(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server)
        async with guest.socket(table) as ws:
            await ws.send_str(NEWS)
            for _ in range(6):
                await ws.send_str(json.dumps({"type": "say", "id": "s", "text": "a\u202eb\x1b[2J\n\u200bc"}))
            told = []
            while len([each for each in told if each.get("id") == "s"]) < 6:
                told.append(json.loads((await ws.receive()).data))
            said = [each["text"] for each in told if each["type"] == "said"]
            assert said == ["a b [2J c"] * 5
            assert [each["code"] for each in told if each["type"] == "refusal"] == ["too_fast"]
        await guest.__aexit__()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann\u202eB", "Ann B"),
        ("  Ann \x00\x1b Lee\n", "Ann Lee"),
        ("\u2066Ann\u2069", "Ann"),
        ("A" + "\u0301" * 50, "\u00c1\u0301\u0301"),
        ("x" * 100, "x" * 24),
        ("牌局", "牌局"),
        ("Ann\ufe0f\u3164\u034f", "Ann"),
    ],
)
def test_names_are_cleaned(typed, name):
    assert read_name(typed) == name


@run
async def test_names_are_cleaned_wherever_they_come_in(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server, "Ann\u202e\x1b[31m\u3164")
        assert (await guest.get("/me"))["name"] == "Ann [31m"
        await guest.ask(table, "chair", seat=2, kind="kept", text="B\u202eob\n")
        chairs = (await guest.get(f"/tables/{table}"))["chairs"]
        assert [chairs[0]["name"], chairs[2]["name"]] == ["Ann [31m", "B ob"]
        _, token = await server.house.people.make_bot("De\u2066ep\x00")
        guest.token = token
        assert (await guest.get("/me"))["name"] == "De ep"
        await guest.__aexit__()


async def answer_to(server, *parts):
    """What comes of a request that is sent as it stands, without its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    for part in parts:
        writer.write(part)
        await writer.drain()
    told = await reader.readuntil(b"\r\n")
    writer.close()
    return int(told.split()[1])


@run
async def test_a_body_is_refused_by_its_announced_length_by_what_comes_and_by_the_clock(tmp_path):
    """Without waiting for it: none of these ever ends."""
    head = b"POST /api/v1/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    async with serving(tmp_path) as server:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(api, "BODY_SECONDS", 3600.0)
            assert await answer_to(server, head + b"Content-Length: 999999999\r\n\r\n") == 413
            chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
            assert await answer_to(server, head + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 5) == 413
            patch.setattr(api, "BODY_SECONDS", 0.1)
            assert await answer_to(server, head + b"Content-Length: 10\r\n\r\n{") == 408


@run
async def test_what_is_no_request_is_logged_without_what_it_held(tmp_path):
    async with serving(tmp_path) as server:
        token = b"t" * 9000
        assert await answer_to(server, b"GET / HTTP/1.1\r\nAuthorization: Bearer " + token + b"\r\n\r\n") == 400
        lines = [json.loads(line) for line in server.said.getvalue().splitlines()]
        assert [line["error"] for line in lines if line["event"] == "bad request"] == ["LineTooLong"]
        assert "tttt" not in server.said.getvalue()


@pytest.mark.parametrize("typed", ["", " ", "\u202e", "...", "\x00"])
def test_a_name_of_nothing_is_refused(typed):
    with pytest.raises(IllegalAction, match="a name has a letter"):
        read_name(typed)


@pytest.mark.parametrize(
    "text",
    ["process:./x", "script:/bin/sh", "./mybot.py", "/etc/passwd", "search:threads=8", "search:ms=600000",
     "search:worlds=1000000", "nobody", "risk", "x" * 100, "search:threads=0"],
)  # fmt: skip
def test_bots_of_strangers_never_run_here(text):
    with pytest.raises(UnknownBot):
        check_bot(text, find("hearts"))


@run
async def test_a_client_cannot_seat_a_program(tmp_path):
    marker = tmp_path / "ran"
    program = tmp_path / "bot.py"
    program.write_text(f"open({str(marker)!r}, 'w')")
    async with serving(tmp_path / "house") as server:
        guest, table = await host(server)
        for bot in (f"process:{program}", str(program)):
            with pytest.raises(AssertionError, match="bad_value"):
                await guest.ask(table, "chair", seat=1, kind="bot", text=bot[:60])
            with pytest.raises(AssertionError, match="bad_value"):
                await guest.post("/tables", rules="hearts", chairs=[{"kind": "bot", "text": bot[:60]}])
        assert not marker.exists()
        await guest.__aexit__()


# ---- what is told ----


@run
async def test_logs_and_figures_tell_no_card_of_a_running_deal(tmp_path):
    """Nor anything else but what happened to the server, and ids."""
    async with serving(tmp_path) as server:
        guest, table = await host(server, rules="hearts:target=1", pace="days")
        await guest.ask(table, "begin")
        player = Player(guest, table)
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                await player.play_on()
        assert player.acknowledged
        lines = [json.loads(line) for line in server.said.getvalue().splitlines()]
        assert {key for line in lines for key in line} <= {
            "event", "level", "timestamp", "table", "person", "error", "at", "port", "tables", "sockets", "status",
            "code", "ending",
        }  # fmt: skip
        opened = [line for line in lines if line["event"] in ("table opened", "match begun")]
        assert [line["table"] for line in opened] == [table, table]
        assert opened[0]["person"] == guest.id
        figures = server.metrics.text().decode()
        assert "paiju_answers_total" in figures
        counted = figures.partition('paiju_answer_seconds_bucket{le="+Inf"} ')[2].partition("\n")[0]
        assert float(counted) >= len(player.acknowledged)
        assert guest.id not in figures
        assert table not in figures
        await guest.__aexit__()


@run
async def test_the_record_of_a_running_match_is_nobodys_to_read(tmp_path):
    async with serving(tmp_path) as server:
        guest, table = await host(server, pace="days", open_hands=True)
        await guest.ask(table, "begin")
        for path in (f"/matches/{table}", f"/matches/{table}/record"):
            get = guest.session.get(f"{server.url}/api/v1{path}", headers=guest.headers)
            assert await refused(get) == (404, "no_such_match")
        open_deals = await guest.get(f"/tables/{table}/deals")
        assert "Seed" not in open_deals
        assert "deck" not in open_deals
        await guest.__aexit__()


@run
async def test_open_hands_are_those_of_finished_deals_where_the_host_wants_it(tmp_path):
    """For whoever looks on, and of the deal that is played nothing."""
    async with serving(tmp_path) as server, aiohttp.ClientSession() as stranger:
        chairs = [{"kind": "open"}, *[{"kind": "bot", "text": "random"}] * 3]
        wishes = {"rules": "hearts:passing=off", "pace": "days", "chairs": chairs}
        guest, table = await host(server, open_hands=True, **wishes)
        closed = (await guest.post("/tables", **wishes))["table"]
        alone = (await guest.post("/tables", open_hands=True, onlookers=False, **wishes))["table"]
        for each in (table, closed, alone):
            await guest.ask(each, "begin")
        player = Player(guest, table)
        playing = asyncio.create_task(player.play_on())
        await until(lambda: player.scene.get("deal") == 2 and not player.scene.get("over"))
        playing.cancel()
        async with stranger.get(f"{server.url}/api/v1/tables/{table}/deals") as response:
            told = await response.text()
        lines = [line.split()[0:2] for line in told.splitlines()]
        assert [line[1] for line in lines if line[:1] == ["deal"]] == ["1"]
        assert len([line for line in lines if line[:1] == ["deck"]]) == 1
        assert "Seed" not in told
        for each in (closed, alone):
            answer = stranger.get(f"{server.url}/api/v1/tables/{each}/deals")
            assert await refused(answer) == (403, "no_open_hands")
        assert "\ndeck " not in await guest.get(f"/tables/{alone}/deals")  # the first is being played
        await guest.__aexit__()


@run
async def test_where_somebody_comes_from_is_believed_only_of_our_own(tmp_path):
    """A stranger who names another address, as a proxy or another process of the house would, is counted all the same;
    one that has the token of the house is believed."""
    async with serving(tmp_path, requests_a_second=1.0) as server, aiohttp.ClientSession() as session:

        async def asked(number, **headers):
            named = {"X-Forwarded-For": f"10.0.0.{number}", "X-Paiju-For": f"10.0.0.{number}", **headers}
            async with session.get(f"{server.url}/api/v1/bots", headers=named) as response:
                return response.status

        forged = {"X-Paiju-Relay": "0" * 64}
        assert [await asked(number, **forged) for number in range(6)] == [200] * 5 + [429]
        token = {"X-Paiju-Relay": server.guard.relay_token}
        assert [await asked(number, **token) for number in range(6)] == [200] * 6


@run
async def test_behind_a_proxy_nobody_chooses_the_address_he_is_counted_by(tmp_path):
    """A proxy may write a line of its own behind the one that came; with IPv6 everybody has a /64 to choose from."""
    async with serving(tmp_path, requests_a_second=1.0, proxies=1) as server, aiohttp.ClientSession() as session:

        async def asked(*addresses):
            headers = [("X-Forwarded-For", address) for address in addresses]
            async with session.get(f"{server.url}/api/v1/bots", headers=headers) as response:
                return response.status

        assert [await asked(f"10.0.0.{number}", "192.0.2.1") for number in range(6)] == [200] * 5 + [429]
        assert [await asked(f"2001:db8::{number}") for number in range(6)] == [200] * 5 + [429]
        assert [await asked(f"192.0.3.{number}") for number in range(6)] == [200] * 6
    assert [network_of(each) for each in ("::1", "::ffff:192.0.2.1", "fe80::1%eth0", "")] == [
        "::1", "192.0.2.1", "fe80::/64", "",
    ]  # fmt: skip


def test_processes_that_begin_at_once_have_one_secret(tmp_path):
    config = ServerConfig(data=str(tmp_path / "house"))
    with ThreadPoolExecutor(8) as beside:
        found = set(beside.map(lambda _: config.signing_secret(), range(200)))
    assert [len(each) for each in found] == [64]
    assert [path.name for path in config.folder.iterdir()] == ["secret"]
    assert stat.S_IMODE((config.folder / "secret").stat().st_mode) == 0o600
