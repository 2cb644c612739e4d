"""The lobby through the API: one answer that is asked for again and again; and notices of tables that wait."""

import asyncio

import aiohttp
from aiohttp import web
from house_client import Guest
from houses import serving, until
from test_security import host, run

from paiju.people import Person


@run
async def test_one_answer_tells_all_and_nothing_new_is_not_told_again(tmp_path):
    async with serving(tmp_path) as server:
        ann, table = await host(server, chairs=[{"kind": "open"}, {"kind": "kept", "text": "Bob"}])
        bob = await Guest(server.url, "Bob").__aenter__()
        told = await bob.get("/lobby?lang=nl")
        assert [(row["table"], row["title"], row["open"], row["can_watch"]) for row in told["tables"]] == [
            (table, "Hartenjagen", 2, False)
        ]
        assert [(row["table"], row["host"]) for row in told["invitations"]] == [(table, "Ann")]
        assert told["mine"] == []
        assert [row["table"] for row in (await ann.get("/lobby"))["mine"]] == [table]
        url = f"{server.url}/api/v1/lobby"
        async with bob.session.get(url, headers=bob.headers) as response:
            tag = {"If-None-Match": response.headers["ETag"]}
        async with bob.session.get(url, headers=bob.headers | tag) as response:
            assert (response.status, await response.read()) == (304, b"")
        async with aiohttp.ClientSession() as stranger, stranger.get(url) as response:
            assert (await response.json())["mine"] == []
        await ann.__aexit__()
        await bob.__aexit__()


@run
async def test_a_notice_is_posted_when_a_table_at_days_pace_waits_for_somebody(tmp_path):
    posted = asyncio.Queue()

    async def hook(request):
        posted.put_nowait(await request.json())
        return web.Response()

    app = web.Application()
    app.router.add_post("/hook", hook)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    for url in ("", "https://cards.example.org"):
        async with serving(tmp_path / f"house {url[:5]}", webhook=address, url=url) as server:
            chairs = [{"kind": "open"}, *[{"kind": "bot", "text": "steady"}] * 3]
            guest, table = await host(server, rules="hearts:passing=off", pace="days", chairs=chairs)
            await guest.ask(table, "begin")
            notice = await posted.get()
            assert (notice["person"], notice["table"], notice["path"]) == (guest.id, table, f"/t/{table}")
            assert notice.get("url") == (f"{url}/t/{table}" if url else None)  # never one that others cannot open
            assert address not in server.said.getvalue()  # it may hold a key
            await guest.__aexit__()
    await runner.cleanup()


@run
async def test_at_days_pace_a_deal_is_played_by_http_alone(tmp_path):
    """Each request finds the table out of memory."""
    async with serving(tmp_path) as server:
        chairs = [{"kind": "open"}, *[{"kind": "bot", "text": "steady"}] * 3]
        guest, table = await host(server, rules="hearts:passing=off", pace="days", chairs=chairs)
        await guest.ask(table, "begin")
        for number in range(3):
            await until(lambda: table not in server.house.tables)
            told = await guest.ask(table, "choices")
            await until(lambda: table not in server.house.tables)
            await guest.ask(table, "answer", action=told["actions"][0], id=str(number))
        await guest.__aexit__()


@run
async def test_draw_term_of_a_table_is_told_kept_for_the_rematch_and_refused_out_of_bounds(tmp_path):
    async with serving(tmp_path) as server:
        ann, table = await host(server, rules="shengji", draw=0.5)
        assert (await ann.get(f"/tables/{table}"))["draw"] == 0.5
        hosted = await server.house.table(table)
        assert (hosted.contract.timing.draw, hosted.contract.timing.is_draw_agreed) == (0.5, True)
        again = await server.house.open_again(hosted.contract, Person(ann.id, "Ann"))
        assert again.draw == 0.5
        async with aiohttp.ClientSession() as session:
            for draw in (0, 99, -1, 0.049, 2.01):
                body = {"rules": "shengji", "draw": draw}
                async with session.post(f"{server.url}/api/v1/tables", json=body, headers=ann.headers) as response:
                    told = await response.json()
                    assert (response.status, told["code"]) == (422, "bad_draw"), draw
                    assert "0.05 to 2" in told["detail"]
            body = {"rules": "poepen", "draw": 0.5}
            async with session.post(f"{server.url}/api/v1/tables", json=body, headers=ann.headers) as response:
                told = await response.json()
                assert (response.status, told["code"]) == (422, "no_draw")
                assert told["detail"].startswith("no card is drawn in Chinees Poepen")
            for draw in ("nan", "0.5", [1]):
                body = {"rules": "shengji", "draw": draw}
                async with session.post(f"{server.url}/api/v1/tables", json=body, headers=ann.headers) as response:
                    assert response.status == 422, draw
        await ann.__aexit__()
