"""The house of many processes: what only PostgreSQL can show. What every maker keeps to is in test_house_store.py."""

import asyncio
import itertools
import signal
from contextlib import ExitStack
from typing import Any

import asyncpg
import pytest
from stores import opened, told, writing

from paiju.store import MatchMoved
from paiju.store.house_store import Document, Holder, StoreAway, open_store
from paiju.store.postgres import PostgresStore


@pytest.fixture
def address(postgres):
    return postgres.new_database()


def run(play):
    async def limited():
        async with asyncio.timeout(240):
            return await play

    return asyncio.run(limited())


# ---- the database goes away ----


def test_kill_9_of_the_database_loses_nothing_that_was_acknowledged(address, postgres):
    """Everybody waits and goes on when it is back, as tables do: first with all of the match anew."""
    acknowledged = {f"m{number}": 0 for number in range(10)}
    refused = []

    async def play(store, id):
        match = store.match(id)
        for number in range(1, 41):
            behind = False
            while True:
                try:
                    if behind:
                        await match.rewrite("".join(f"{line}\n" for line in range(1, number + 1)))
                    else:
                        await match.append([str(number)])
                    break
                except StoreAway as error:
                    refused.append(error)
                    behind = True
                    await asyncio.sleep(0.02)
            acknowledged[id] = number

    async def crash():
        for moment in (50, 200):
            while sum(acknowledged.values()) < moment:
                await asyncio.sleep(0)
            postgres.kill()
            before = len(refused)
            while len(refused) < before + 20:
                await asyncio.sleep(0.01)
            await asyncio.get_running_loop().run_in_executor(None, postgres.start)

    async def all_play():
        async with opened(address) as store:
            await asyncio.gather(crash(), *(play(store, id) for id in acknowledged))
            return [await store.lines(id) for id in acknowledged]

    wanted = [str(number) for number in range(1, 41)]
    assert run(all_play()) == [wanted] * 10


def test_while_it_is_away_everything_is_refused_and_tried_again_less_and_less_often(address, postgres):
    async def use():
        async with opened(address) as store:
            assert isinstance(store, PostgresStore)
            match = store.match("m")
            await match.append(["one"])
            postgres.kill()
            waits = []
            try:
                while len(waits) < 5:
                    for call in (match.rewrite("two\n"), store.lines("m"), store.put("person", "a", 1)):
                        with pytest.raises(StoreAway):
                            await call
                    if store.wait not in waits:
                        waits.append(store.wait)
            finally:
                await asyncio.get_running_loop().run_in_executor(None, postgres.start)
            while True:
                try:
                    await match.rewrite("three\n")
                    break
                except StoreAway:
                    await asyncio.sleep(0.05)
            return waits, store.wait, await store.lines("m")

    waits, now, lines = run(use())
    assert waits == sorted(waits)
    assert now < waits[-1]
    assert lines == ["three"]


def test_what_was_given_up_never_comes_through_behind_what_was_written_anew(address):
    """A write that hangs in the database, while all is written anew twice, finds its place taken when it goes on."""

    async def use():
        async with opened(address) as store:
            match: Any = store.match("m")
            await match.append(["one"])
            await match.rewrite("one\ntwo\n")  # in place of the one that hangs
            await match.rewrite("one\n")  # two was taken back
            base = await asyncpg.connect(address)
            try:
                with pytest.raises(asyncpg.UniqueViolationError):
                    await base.execute("INSERT INTO line VALUES ('m', 2, $1, 0, E'two\\n')", match.writer)
            finally:
                await base.close()
            return await store.lines("m")

    assert run(use()) == ["one"]


def test_what_seemed_lost_and_comes_through_late_is_the_writers_own(address):
    """A write that was given up may be stored while the next one is being tried: nobody else has the match."""

    async def use():
        async with opened(address) as store:
            match: Any = store.match("m")
            await match.append(["one"])
            slow = await asyncpg.connect(address)
            try:
                late = slow.transaction()
                await late.start()
                await slow.execute("INSERT INTO line VALUES ('m', 2, $1, 0, E'two\\n')", match.writer)
                match.unsure = True  # as after StoreAway
                again = asyncio.create_task(match.rewrite("one\ntwo\n"))
                while not await slow.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                    await asyncio.sleep(0.01)
                await late.commit()
                await again
            finally:
                await slow.close()
            await match.append(["three"])
            return await store.lines("m")

    assert run(use()) == ["one", "two", "three"]


def test_no_database_is_a_sentence(tmp_path):
    async def use(address):
        async with opened(address):
            pass

    for address in (f"postgresql://x@/none?host={tmp_path}", "postgresql://127.0.0.1:1/none"):
        with pytest.raises(StoreAway, match="the database"):
            run(use(address))


def test_a_password_is_not_told():
    assert PostgresStore("postgresql://ann:secret@host/house").place == "host/house"


# ---- two processes ----


def test_a_paused_owner_that_wakes_up_cannot_write(address):
    async def take_over():
        async with opened(address) as store:
            match, lines = await store.resume("m0")
            await match.append(["taken over"])
            return lines

    async def lines_now():
        async with opened(address) as store:
            return await store.lines("m0")

    with writing(address, number=1) as sleeper:
        for _ in itertools.islice(told(sleeper), 20):
            pass
        sleeper.send_signal(signal.SIGSTOP)
        before = run(take_over_with_patience(take_over))
        sleeper.send_signal(signal.SIGCONT)
        assert sleeper.wait(60) != 0
    assert run(lines_now()) == [*before, "taken over"]


async def take_over_with_patience(take_over):
    """What the sleeper had sent before it fell asleep may still come first: then read again, as a house does."""
    while True:
        try:
            return await take_over()
        except MatchMoved:
            await asyncio.sleep(0.05)


def test_of_many_who_want_a_match_one_gets_it(address):
    async def want():
        async with opened(address) as first, opened(address) as second:
            stores = {f"p{number}": (first, second)[number % 2] for number in range(20)}
            owners = await asyncio.gather(*(store.lease("m", name, 600) for name, store in stores.items()))
            winner = next(name for name, owner in zip(stores, owners, strict=True) if not owner)
            return winner, set(owners)

    winner, owners = run(want())
    assert owners == {"", winner}


def test_documents_of_a_match_are_written_by_its_holder_alone(address):
    """As its lines are: a process that slept changes nothing of a table that another has."""

    async def use():
        async with opened(address) as first, opened(address) as second:
            table = [Document("table", "m", "of the first")]
            await first.lease("m", "first", -1)
            await first.put_all(table, Holder("m", "first"))  # it has run out, but nobody wanted it
            await second.lease("m", "second", 600)
            with pytest.raises(MatchMoved):
                await first.put_all([Document("table", "m", "late")], Holder("m", "first"))
            both = first.put("person", "a", 1), first.put_all([Document("table", "m", "late")], Holder("m", "first"))
            done = await asyncio.gather(*both, return_exceptions=True)  # in one transaction
            assert [type(each) for each in done] == [type(None), MatchMoved]
            await second.put_all([Document("table", "m", "of the second")], Holder("m", "second"))
            return await first.get("table", "m"), await first.get("person", "a")

    assert run(use()) == ("of the second", 1)


def test_everybody_hears_that_a_match_moved(address):
    async def hear():
        async with opened(address) as first, opened(address) as second:
            heard = asyncio.Queue()
            first.on_moved(heard.put_nowait)
            assert await heard.get() == ""  # from now on
            await second.lease("m", "second", 600)
            await second.release("m", "other")  # not his to give
            await second.release("m", "second")
            assert await heard.get() == "m"
            await second.lease("n", "second", -1)
            await second.lease("n", "third", 600)
            assert await heard.get() == "n"
            assert heard.empty()

    run(hear())


def test_after_a_break_anything_may_have_moved(address, postgres):
    async def hear():
        async with opened(address) as store:
            heard = asyncio.Queue()
            store.on_moved(heard.put_nowait)
            assert await heard.get() == ""
            postgres.kill()
            await asyncio.get_running_loop().run_in_executor(None, postgres.start)
            assert await heard.get() == ""

    run(hear())


def test_processes_that_start_together_make_the_tables_once(address):
    async def start():
        stores = [open_store(address) for _ in range(5)]
        try:
            await asyncio.gather(*(store.open() for store in stores))
            await asyncio.gather(*(store.put("person", str(number), 1) for number, store in enumerate(stores)))
            return len(await stores[0].find("person"))
        finally:
            await asyncio.gather(*(store.close() for store in stores))

    assert run(start()) == 5


def test_processes_that_change_the_same_document_lose_no_change(address):
    with ExitStack() as stack:
        programs = [stack.enter_context(writing(address, 2, "count_at")) for _ in range(3)]
        assert [program.wait(120) for program in programs] == [0] * 3

    async def counted():
        async with opened(address) as store:
            return await store.get("count", "all")

    assert run(counted()) == 3 * 2 * 25


# ---- from one kind to the other ----


def test_a_house_moves_from_a_file_to_postgres_and_back(address, tmp_path):
    async def move():
        async with opened(tmp_path / "house.db") as store:
            await store.put("person", "ann", {"name": "安"}, owner="o", state="s")
            match = store.match("m")
            await match.rewrite("one\n")
            await match.append(["zwei ♠"])
            await match.finish()
            await store.backup(tmp_path / "copy.db")
        store = open_store(address)
        try:
            await store.restore(tmp_path / "copy.db")
            with pytest.raises(FileExistsError, match="there is a house already"):
                await store.restore(tmp_path / "copy.db")
        finally:
            await store.close()
        async with opened(address) as store:
            match, lines = await store.resume("m")
            await match.append(["three"])
            await store.backup(tmp_path / "back.db")
        store = open_store(tmp_path / "again.db")
        try:
            await store.restore(tmp_path / "back.db")
        finally:
            await store.close()
        async with opened(tmp_path / "again.db") as store:
            assert await store.lines("m") == [*lines, "three"] == ["one", "zwei ♠", "three"]
            assert await store.matches() == ["m"]
            assert await store.find("person", owner="o", state="s") == [("ann", {"name": "安"})]

    run(move())
