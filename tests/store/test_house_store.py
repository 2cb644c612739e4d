"""What every maker of a HouseStore keeps to."""

import asyncio
import itertools

import pytest
from stores import count_up, opened, told, with_store, writing

from paiju.store import MatchMoved
from paiju.store.house_store import Document, DocumentChanged, WrongVersion, open_store

# ---- figures ----


@with_store
async def test_each_stroke_that_was_stored_is_counted_with_how_long_it_took(store):
    match = store.match("m")
    for line in ("one", "two"):
        await match.append([line])
    assert store.commits.count == 2
    assert store.commits.seconds > 0
    await asyncio.gather(*(store.put("note", str(number), number) for number in range(20)))
    assert store.commits.count == 3  # all of them at once
    assert await store.get("note", "19") == 19


# ---- matches ----


@with_store
async def test_lines_come_back_in_order(store):
    match = store.match("m")
    await match.rewrite("one\ntwo\n")
    await match.append(["three"])
    await match.append(["", "four"])
    assert await store.lines("m") == ["one", "two", "three", "", "four"]


@with_store
async def test_a_rewrite_is_all_there_is(store):
    match = store.match("m")
    await match.append(["one", "two"])
    await match.rewrite("three\n")
    await match.rewrite("four\n")
    await match.append(["five"])
    assert await store.lines("m") == ["four", "five"]


@with_store
async def test_what_is_kept_is_not_rewritten(store):
    match = store.match("m")
    assert not match.keep()  # nothing is stored yet that could be kept
    await match.rewrite("one\n")
    await match.append(["two"])
    assert match.keep()
    await match.append(["three"])
    await match.rewrite("four\n")
    await match.append(["five"])
    assert await match.lines() == await store.lines("m") == ["one", "two", "four", "five"]
    assert match.keep()
    await match.rewrite("six\n")
    assert await match.lines() == ["one", "two", "four", "five", "six"]


@with_store
async def test_who_went_on_with_a_match_keeps_it_when_he_has_written(store):
    await store.match("m").append(["one"])
    sleeper, _ = await store.resume("m")
    owner, _ = await store.resume("m")
    assert not owner.keep()  # another may still write
    await owner.append(["two"])
    assert owner.keep()
    with pytest.raises(MatchMoved):
        await sleeper.rewrite("all anew\n")
    await owner.append(["three"])
    await owner.rewrite("four\n")
    with pytest.raises(MatchMoved):
        await sleeper.rewrite("all anew\n")
    assert await store.lines("m") == ["one", "two", "four"]


@with_store
async def test_nothing_is_kept_while_it_is_unsure_whether_it_is_stored(store):
    """What was stored and seemed not to be is written anew with what follows, and stands there once."""
    match = store.match("m")
    await match.append(["one"])
    assert match.keep()
    await match.append(["two"])
    match.unsure = True  # as after StoreAway
    assert not match.keep()
    await match.rewrite("two\nthree\n")
    assert await store.lines("m") == ["one", "two", "three"]
    assert match.keep()


@with_store
async def test_nothing_is_kept_while_it_is_being_written(store):
    match = store.match("m")
    await match.append(["one"])
    writing = asyncio.create_task(match.append(["two"]))
    await asyncio.sleep(0)
    assert not match.keep()
    await writing
    await match.rewrite("three\n")
    assert await store.lines("m") == ["three"]


@with_store
async def test_there_is_nothing_of_a_match_nobody_wrote(store):
    assert await store.lines("m") == []
    assert await store.lines("\0\ud800") == []


def test_lines_survive_the_program(address):
    async def write():
        async with opened(address) as store:
            await store.match("m").append(["one"])

    async def read():
        async with opened(address) as store:
            match, lines = await store.resume("m")
            await match.append(["two"])
            return lines, await store.lines("m")

    asyncio.run(write())
    assert asyncio.run(read()) == (["one"], ["one", "two"])


@with_store
async def test_appends_of_many_matches_share_a_commit(store):
    strokes = []
    write = store.commit.write

    async def counted(changes):
        strokes.append(len(changes))
        return await write(changes)

    store.commit.write = counted
    await asyncio.gather(*(store.match(f"m{number}").append(["one"]) for number in range(200)))
    assert strokes == [200]


@with_store
async def test_one_match_is_written_in_the_order_of_the_calls(store):
    match = store.match("m")
    await asyncio.gather(*(match.append([str(number)]) for number in range(20)))
    assert await store.lines("m") == [str(number) for number in range(20)]


@with_store
async def test_who_no_longer_waits_does_not_stop_the_others(store):
    first, second = store.match("first"), store.match("second")
    waiting = asyncio.create_task(first.append(["one"]))
    other = asyncio.create_task(second.append(["one"]))
    await asyncio.sleep(0)
    waiting.cancel()
    await other
    await first.append(["two"])
    assert await store.lines("first") == ["one", "two"]
    assert await store.lines("second") == ["one"]


@with_store
async def test_what_cannot_be_written_is_refused_alone(store):
    good, bad = store.match("good"), store.match("bad")
    _, refused = await asyncio.gather(good.append(["one"]), bad.append(["\ud800"]), return_exceptions=True)
    assert isinstance(refused, ValueError)
    assert await store.lines("good") == ["one"]


@with_store
async def test_a_closed_match_takes_nothing(store):
    match = store.match("m")
    match.close()
    with pytest.raises(OSError, match="closed"):
        await match.append(["one"])


def test_a_closed_store_has_stored_what_came(address):
    async def write():
        async with opened(address) as store:
            late = asyncio.create_task(store.match("m").append(["one"]))
            await asyncio.sleep(0)
        await late
        with pytest.raises(OSError, match="closed"):
            await store.match("n").append(["one"])
        with pytest.raises(OSError, match="closed"):
            await store.lines("m")
        async with opened(address) as store:
            return await store.lines("m")

    assert asyncio.run(write()) == ["one"]


# ---- for who does not wait ----


def appended(match, text):
    """What `then` is called with."""
    told = asyncio.get_running_loop().create_future()
    match.begin_append(text, told.set_result)
    assert not told.done()
    return told


@with_store
async def test_who_does_not_wait_is_called_when_it_is_stored(store):
    match = store.match("m")
    assert await appended(match, "one\ntwo\n") is None
    assert await store.lines("m") == ["one", "two"]


@with_store
async def test_who_waits_and_who_does_not_write_one_match_in_the_order_of_their_calls(store):
    match = store.match("m")
    first = appended(match, "one\n")
    second = asyncio.create_task(match.append(["two"]))
    await asyncio.sleep(0)
    third = appended(match, "three\n")
    finished = asyncio.create_task(match.finish())
    assert await asyncio.gather(first, second, third, finished) == [None] * 4
    assert await store.lines("m") == ["one", "two", "three"]


@with_store
async def test_who_does_not_wait_may_go_on_when_he_is_called(store):
    match, ended = store.match("m"), asyncio.get_running_loop().create_future()
    match.begin_append("one\n", lambda error: match.begin_append("two\n", ended.set_result))
    assert await ended is None
    assert await store.lines("m") == ["one", "two"]


@with_store
async def test_who_does_not_wait_is_told_why_it_is_not_stored(store):
    await store.match("m").append(["one"])
    late, closed = store.match("m"), store.match("n")
    closed.close()
    assert isinstance(await appended(late, "two\n"), MatchMoved)
    assert isinstance(await appended(late, "two\n"), MatchMoved)
    assert "closed" in str(await appended(closed, "one\n"))
    with pytest.raises(ValueError, match="no text"):
        appended(late, "\ud800\n")


@with_store
async def test_who_fails_when_he_is_called_does_not_stop_the_others(store):
    failures = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, told: failures.append(told["exception"]))
    store.match("bad").begin_append("one\n", lambda error: 1 // 0)
    assert await appended(store.match("good"), "one\n") is None
    assert [type(failure) for failure in failures] == [ZeroDivisionError]
    assert await store.lines("bad") == ["one"]


# ---- the fence ----


@with_store
async def test_who_slept_cannot_write_into_a_match_that_moved_on(store):
    sleeper = store.match("m")
    await sleeper.append(["one"])
    owner, lines = await store.resume("m")
    await owner.append(["two"])
    with pytest.raises(MatchMoved):
        await sleeper.append(["other"])
    with pytest.raises(MatchMoved):
        await sleeper.rewrite("other\n")
    assert lines == ["one"]
    assert await store.lines("m") == ["one", "two"]


@with_store
async def test_a_rewrite_leaves_the_fence_standing(store):
    sleeper = store.match("m")
    await sleeper.append(["one"])
    owner, _ = await store.resume("m")
    for number in range(5):
        await owner.append(["two"])
        await owner.rewrite(f"{number}\n")
    with pytest.raises(MatchMoved):
        await sleeper.rewrite("other\n")
    assert await store.lines("m") == ["4"]


@with_store
async def test_of_two_who_go_on_one_is_refused(store):
    await store.match("m").append(["one"])
    first, _ = await store.resume("m")
    second, _ = await store.resume("m")
    await second.append(["second"])
    with pytest.raises(MatchMoved):
        await first.append(["first"])
    assert await store.lines("m") == ["one", "second"]


@with_store
async def test_a_new_match_is_no_old_one(store):
    await store.match("m").rewrite("one\n")
    with pytest.raises(MatchMoved):
        await store.match("m").rewrite("other\n")


@with_store
async def test_who_comes_late_is_refused_alone(store):
    await store.match("late").append(["one"])
    late, fine = store.match("late"), store.match("fine")
    refused, stored = await asyncio.gather(late.append(["two"]), fine.append(["one"]), return_exceptions=True)
    assert isinstance(refused, MatchMoved)
    assert stored is None
    assert await store.lines("fine") == ["one"]


@with_store
async def test_who_does_not_know_whether_it_was_stored_finds_out(store):
    """The answer was lost on its way, as when the database goes away in the middle."""
    match = store.match("m")
    await match.append(["one"])
    write = store.commit.write

    async def stored_but_not_told(changes):
        store.commit.write = write
        await write(changes)
        raise OSError("gone")

    store.commit.write = stored_but_not_told
    with pytest.raises(OSError, match="gone"):
        await match.append(["two"])
    await match.rewrite("one\ntwo\nthree\n")
    assert await store.lines("m") == ["one", "two", "three"]


@with_store
async def test_who_does_not_know_cannot_write_either_once_it_moved(store):
    sleeper = store.match("m")
    await sleeper.append(["one"])
    write = store.commit.write

    async def stored_but_not_told(changes):
        store.commit.write = write
        await write(changes)
        raise OSError("gone")

    store.commit.write = stored_but_not_told
    with pytest.raises(OSError, match="gone"):
        await sleeper.append(["two"])
    owner, _ = await store.resume("m")
    await owner.rewrite("one\ntwo\nthree\n")
    with pytest.raises(MatchMoved):
        await sleeper.rewrite("one\n")
    assert await store.lines("m") == ["one", "two", "three"]


# ---- documents, lists ----


@with_store
async def test_documents_are_kept_by_kind_and_id(store):
    value = {"name": "安 \0 \ud800", "list": [1, 2.5, None, True]}
    await store.put("person", "ann", value)
    await store.put("table", "ann", [1])
    assert await store.get("person", "ann") == value
    await store.put("person", "ann", "other")
    assert await store.get("person", "ann") == "other"
    await store.delete("person", "ann")
    assert await store.get("person", "ann") is None
    assert await store.get("table", "ann") == [1]


@with_store
async def test_the_last_of_many_changes_counts(store):
    changes = [store.put("person", "ann", 1), store.delete("person", "ann"), store.put("person", "ann", 2)]
    await asyncio.gather(*changes, store.put("person", "bo", 1), store.delete("person", "bo"))
    assert await store.find("person") == [("ann", 2)]


@with_store
async def test_documents_are_put_all_or_none(store):
    with pytest.raises(ValueError, match="cannot be a key"):
        await store.put_all([Document("person", "ann", 1), Document("person", "\0", 1)])
    assert await store.find("person") == []
    await store.put_all([Document("person", "ann", 1, "o", "s"), Document("table", "t", 2), Document("table", "t", 3)])
    assert await store.find("person", owner="o", state="s") == [("ann", 1)]
    assert await store.get("table", "t") == 3


@with_store
async def test_nobody_overwrites_what_he_has_not_seen(store):
    await asyncio.gather(*(count_up(store, 5) for _ in range(10)), store.put("count", "other", 1))
    assert await store.get("count", "all") == 50
    with pytest.raises(DocumentChanged):
        await store.put_all([Document("count", "new", 1)], seen=[Document("count", "all", 49)])
    assert await store.get("count", "new") is None


@with_store
async def test_of_many_who_add_the_same_one_succeeds(store):
    added = await asyncio.gather(*(store.add("name", "ann", number, owner="o") for number in range(5)))
    assert sorted(added) == [False] * 4 + [True]
    assert await store.find("name", owner="o") == [("ann", added.index(True))]
    assert not await store.add("name", "ann", 9)


@with_store
async def test_documents_are_found_by_owner_and_state_in_order(store):
    for id, owner, state in [("b", "ann", "open"), ("a", "ann", "over"), ("B", "ann", "open"), ("c", "bo", "open")]:
        await store.put("table", id, id * 2, owner=owner, state=state)
    assert await store.find("table", owner="ann") == [("B", "BB"), ("a", "aa"), ("b", "bb")]
    assert await store.find("table", owner="ann", state="open") == [("B", "BB"), ("b", "bb")]
    assert await store.find("table", state="open", limit=1, after="B") == [("b", "bb")]
    assert await store.find("person") == []


@with_store
async def test_garbage_is_no_key(store):
    for garbage in ("a\0b", "\ud800", "x" * 201, "a\nb"):
        assert await store.get("person", garbage) is None
        assert await store.find("person", owner=garbage) == []
        assert await store.waiting(garbage) == []
        with pytest.raises(ValueError, match="cannot be a key"):
            await store.put("person", garbage, 1)
        with pytest.raises(ValueError, match="cannot be a key"):
            store.match(garbage)


@with_store
async def test_matches_wait_for_people(store):
    for table, seat, person in [("m", 0, "ann"), ("m", 2, "ann"), ("m", 1, "bo"), ("n", 0, "ann")]:
        await store.put("waiting", f"{table} {seat}", {"table": table}, owner=person)
    assert await store.waiting("ann") == ["m", "n"]
    await store.delete("waiting", "n 0")
    assert await store.waiting("ann") == ["m"]
    assert await store.waiting("bo") == ["m"]


@with_store
async def test_finished_matches_are_listed_apart(store):
    for id in ("c", "a", "b"):
        match = store.match(id)
        await match.rewrite("one\n")
        await match.append(["two"])
        if id != "b":
            await match.finish()
    assert await store.matches() == ["a", "c"]
    assert await store.matches(after="a", limit=5) == ["c"]
    assert await store.matches(finished=False) == ["b"]


# ---- leases ----


@with_store
async def test_a_match_has_one_process_at_a_time(store):
    assert await store.lease("m", "first", 600) == ""
    assert await store.lease("m", "second", 600) == "first"
    assert await store.lease("m", "first", 600) == ""
    await store.release("m", "second")
    assert await store.lease("m", "second", 600) == "first"
    await store.release("m", "first")
    assert await store.lease("m", "second", 600) == ""


@with_store
async def test_a_lease_runs_out(store):
    assert await store.lease("m", "first", -1) == ""
    assert await store.lease("m", "second", 600) == ""
    assert await store.renew("first", 600) == []


@with_store
async def test_leases_are_renewed_all_at_once(store):
    for id in ("m", "n"):
        await store.lease(id, "first", 600)
    await store.lease("o", "second", 600)
    assert await store.renew("first", -1) == ["m", "n"]
    assert await store.lease("m", "second", 600) == ""


# ---- versions, backups ----


def test_migrating_makes_an_empty_database_ready_once(address):
    async def migrate():
        store = open_store(address)
        try:
            return await store.migrate()
        finally:
            await store.close()

    (none, version), (before, after) = asyncio.run(migrate()), asyncio.run(migrate())
    assert none == 0 < version == before == after


def test_an_older_database_is_refused_until_it_is_migrated(address, monkeypatch):
    from paiju.store import schema

    async def use(store):
        await store.match("m").append(["one"])

    with_store(use)(address)
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, "CREATE TABLE more (id TEXT)"])
    with pytest.raises(WrongVersion, match=r"older paiju.*paiju migrate"):
        with_store(use)(address)

    async def migrate():
        store = open_store(address)
        try:
            await store.migrate()
        finally:
            await store.close()

    async def read(store):
        assert await store.lines("m") == ["one"]

    asyncio.run(migrate())
    with_store(read)(address)
    monkeypatch.undo()
    with pytest.raises(WrongVersion, match="newer paiju"):
        with_store(read)(address)
    with pytest.raises(WrongVersion, match="newer paiju"):
        asyncio.run(migrate())


def test_a_backup_taken_while_the_house_goes_on_can_be_restored(address, tmp_path):
    async def play():
        async with opened(address) as store:
            match = store.match("m")
            await match.append(["one"])
            await match.finish()
            await store.put("person", "ann", {"name": "Ann"}, owner="o", state="s")
            async with opened(address, to_read=True) as beside:
                await beside.backup(tmp_path / "copy.db")
                with pytest.raises(FileExistsError):
                    await beside.backup(tmp_path / "copy.db")
            await match.append(["two"])
        restored = open_store(tmp_path / "other.db")
        try:
            await restored.restore(tmp_path / "copy.db")
        finally:
            await restored.close()
        async with opened(tmp_path / "other.db") as store:
            assert await store.lines("m") == ["one"]
            assert await store.matches() == ["m"]
            assert await store.find("person", owner="o", state="s") == [("ann", {"name": "Ann"})]

    asyncio.run(play())


def test_a_house_is_not_overwritten_by_a_backup(address, tmp_path):
    async def restore():
        async with opened(address) as store:
            await store.match("m").append(["one"])
            await store.backup(tmp_path / "copy.db")
        store = open_store(address)
        try:
            await store.restore(tmp_path / "copy.db")
        finally:
            await store.close()

    with pytest.raises(OSError, match="there is a house already"):
        asyncio.run(restore())


# ---- nothing acknowledged is lost ----


def test_kill_9_loses_nothing_that_was_acknowledged_and_doubles_nothing(address):
    stored = {}
    for kill in range(4):
        with writing(address, number=20) as program:
            for line in itertools.islice(told(program), 200 + 37 * kill):
                id, number = line.split()
                stored[id] = int(number)
            program.kill()
            for line in told(program):  # what it had told before it died
                id, number = line.split()
                stored[id] = int(number)

    async def check(store):
        for id, number in stored.items():
            lines = await store.lines(id)
            assert lines == [f"{id} {number}" for number in range(len(lines))]
            assert len(lines) > number

    with_store(check)(address)
