"""Lists of finished matches: a stranger finds no private match in them, and no mark of a page names one."""

import base64
import time
from contextlib import asynccontextmanager
from itertools import chain
from typing import Any

import pytest
from house_client import Guest, Player, run_with_guests
from houses import serving
from test_match_api import BOTS, played
from test_security import refused, run

from paiju.core.words import IllegalAction
from paiju.match_history import LISTED, MatchHistory, list_key, list_rows
from paiju.store.house_store import Document, open_store
from paiju.store.sqlite import SqliteStore

SECRET = b"k" * 32


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    return request.getfixturevalue("postgres").new_database() if request.param == "postgres" else tmp_path / "house.db"


@asynccontextmanager
async def history_at(address):
    store = open_store(address)
    await store.open()
    try:
        yield MatchHistory(store, SECRET)
    finally:
        await store.close()


def match(number, *people, is_public=True, ended=1000, ending="match", game="hearts"):
    """The result of a match of these people, as it is stored."""
    players = [{"seat": seat, "person": person, "bot": ""} for seat, person in enumerate(people)]
    return {"id": f"m{number:05}", "game": game, "is_public": is_public, "ending": ending, "ended": ended,
            "players": [*players, {"seat": len(people), "person": "", "bot": "steady"}]}  # fmt: skip


async def keep(history, *matches):
    documents = [Document("match", each["id"], each, each["game"]) for each in matches]
    await history.store.put_all([*documents, *(row for each in matches for row in list_rows(each))])


async def walked(ask, limit):
    """The ids on all pages, a page a list; and the marks."""
    pages, marks, mark = [], [], ""
    while True:
        found, mark = await ask(mark, limit)
        pages.append([each["id"] for each in found])
        if not mark:
            return pages, marks
        marks.append(mark)


@run
async def test_a_private_match_is_named_by_no_page_and_no_mark_of_a_list(tmp_path):
    async with serving(tmp_path) as server:
        ann, public = await played(server, "poepen:peak=1")
        private = []
        for _ in range(2):
            told = await ann.post("/tables", rules="poepen:peak=1", pace="days", is_public=False, chairs=BOTS)
            private.append(told["table"])
            await ann.ask(private[-1], "begin")
            await Player(ann, private[-1]).play(60)
            await ann.get_soon(f"/matches/{private[-1]}")
        async with Guest(server.url, "Eve") as eve:
            for query in (f"person={ann.id}&", "", "game=poepen&"):
                page = await eve.get(f"/matches?{query}limit=1")
                assert [each["id"] for each in page["matches"]] == [public]
                assert page["next"] == ""
        page = await ann.get(f"/matches?person={ann.id}&limit=2")  # in one second any may be the newest
        assert {each["id"] for each in page["matches"]} & set(private)
        assert page["next"]
        await ann.__aexit__()


@run
async def test_a_mark_that_the_house_did_not_write_is_refused(tmp_path):
    async with serving(tmp_path) as server, Guest(server.url) as ann:
        made_up = "0009999999000 m0"
        for mark in (
            made_up,
            "x",
            "%00",
            "é",
            base64.urlsafe_b64encode(made_up.encode()).decode() + ".AAAA",
            "." * 300,
        ):
            get = ann.session.get(f"{server.url}/api/v1/matches", params={"person": ann.id, "after": mark})
            assert await refused(get) == (422, "no_such_mark"), mark


def test_pages_hold_every_match_once_and_marks_name_only_what_was_shown(address):
    async def look():
        async with history_at(address) as history:
            public = [match(number, "ann", ended=1000 + number // 3) for number in range(0, 40, 2)]
            alone = [match(number, "ann", is_public=False, ended=1000 + number // 3) for number in range(1, 40, 4)]
            both = [
                match(number, "bob", "ann", is_public=False, ended=1000 + number // 3) for number in range(3, 40, 4)
            ]
            await keep(history, *public, *alone, *both)

            def ids(*lists):
                return [each["id"] for each in sorted(chain(*lists), key=list_key)]

            for limit in (1, 3, 100):
                for asker, lists in (
                    ("", (public,)), ("eve", (public,)), ("bob", (public, both)), ("ann", (public, both, alone))
                ):  # fmt: skip
                    ask = lambda mark, limit, asker=asker: history.played(asker, "ann", mark, limit)  # noqa: E731
                    pages, marks = await walked(ask, limit)
                    assert [*chain(*pages)] == ids(*lists)
                    for page, mark in zip(pages, marks, strict=False):
                        place = base64.urlsafe_b64decode(mark.partition(".")[0] + "==").decode()
                        assert place.split(" ")[1] == f"{page[-1]}~"
                pages, _ = await walked(lambda mark, limit: history.recent("hearts", mark, limit), limit)
                assert [*chain(*pages)] == ids(public)
            assert (await history.recent("luzi"))[0] == []
            with pytest.raises(IllegalAction, match="not one of ours"):
                await MatchHistory(history.store, b"x" * 32).recent("", (await history.recent("", limit=1))[1])

    run_with_guests(look())


def test_no_list_of_matches_passes_over_rows_in_the_store(address):
    """Each is one range of an index, whatever else the house holds."""

    async def look():
        async with history_at(address) as history:
            store: Any = history.store
            many = [match(at, f"p{at % 7}", f"p{at % 5 + 1}", is_public=not at % 9) for at in range(3000)]
            await keep(history, *many)
            asked, rows = [], store.rows

            async def noted(query, *values):
                asked.append((query, values))
                return await rows(query, *values)

            store.rows = noted
            await history.played("p1", "p1")
            await history.played("p2", "p1")
            await history.recent()
            await history.recent("hearts")
            finds = [(query, values) for query, values in asked if "ORDER BY" in query]
            assert len(finds) == 5
            for query, values in finds:
                if store.is_shared:
                    await rows("ANALYZE document")
                    plan = " ".join(line for (line,) in await rows(f"EXPLAIN {query}", *values))
                    assert "Index Cond" in plan
                    assert "Filter" not in plan
                else:
                    ((*_, plan),) = await rows(f"EXPLAIN QUERY PLAN {query}", *values)
                    assert "(kind=? AND owner=? AND id>?)" in plan or "(kind=? AND state=? AND id>?)" in plan

    run_with_guests(look())


def test_matches_of_an_older_house_are_listed_for_whoever_may_see_them(address):
    async def look():
        async with history_at(address) as history:
            public, private = match(1, "ann", "bob"), match(2, "ann", "bob", is_public=False, ended=2000)
            old = [
                Document("match", each["id"], each, "hearts") for each in (public, private)
            ]  # as they were stored before
            for each in (public, private):
                listing = "public" if each["is_public"] else "by link"
                old.append(Document("recent", list_key(each), {"match": each["id"]}, "hearts", listing))
                old += [
                    Document("played", f"{list_key(each)} {seat}", {"match": each["id"]}, person, "hearts")
                    for seat, person in enumerate(("ann", "bob"))
                ]
            await history.store.put_all(old)
            for _ in range(2):
                await history.complete_lists()
            assert await history.store.get(LISTED.kind, LISTED.id) is not None
            seen = {asker: await history.played(asker, "ann") for asker in ("", "ann", "bob", "eve")}
            ids = {asker: [each["id"] for each in found] for asker, (found, _) in seen.items()}
            both, one = [private["id"], public["id"]], [public["id"]]
            assert ids == {"": one, "ann": both, "bob": both, "eve": one}
            assert [each["id"] for each in (await history.recent("hearts"))[0]] == one

            late = match(3, "ann", "bob", ended=int(time.time()))  # by an old process, while others were replaced
            await history.store.put_all([
                Document("match", late["id"], late, "hearts"),
                Document("recent", list_key(late), {"match": late["id"]}, "hearts", "public"),
            ])  # fmt: skip
            await history.complete_lists()
            assert [each["id"] for each in (await history.recent("hearts"))[0]] == [late["id"], *one]
            assert [each["id"] for each in (await history.played("", "ann"))[0]] == [late["id"], *one]

    run_with_guests(look())


class BusyStore(SqliteStore):
    """A house in which a match ends between two questions to its store."""

    async def lines(self, id):
        found = await super().lines(id)
        await self.put_all([Document("match", id, match(1, "ann") | {"id": id}, "hearts")])
        return found


@run
async def test_record_of_match_that_ends_while_it_is_asked_for_is_not_cut_short(tmp_path):
    store = BusyStore(tmp_path / "house.db")
    await store.open()
    try:
        with pytest.raises(IllegalAction, match="no such match"):
            await MatchHistory(store, SECRET).record("m1")
    finally:
        await store.close()
