"""Doors to a table: what one client may do, what is durable when, and who sits where."""

import ast
import asyncio
import contextlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from test_table import all_of, full_disk, running, table_for

import paiju
import paiju.saves
from paiju.chairs import Chair, chairs_of
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER, Action, IllegalAction
from paiju.games import find, read_rules
from paiju.record import Record
from paiju.store import FileStore, MemoryStore
from paiju.table import Table
from paiju.takeback import tells_something
from paiju.threads import Overdue, ThreadPool, within
from paiju.timing import HASTY, TableClock, Timing

# ---- one answer, durable before it is told ----


class SlowStore(MemoryStore):
    """A disk that takes its time: each append waits until it is let go."""

    def __init__(self):
        super().__init__()
        self.free = asyncio.Event()
        self.free.set()

    async def append(self, lines):
        await self.free.wait()
        await super().append(lines)


async def asked(door, heard):
    async for news in heard:
        if news.scene.asks:
            return news
    raise AssertionError("nobody was asked")


@contextlib.asynccontextmanager
async def waiting_for_people(store, kind=Table):
    """A table of four people whose task waits for one of them, and who that is."""
    table = table_for("hearts:passing=off", people=4, file=store, kind=kind)
    for seat in range(4):
        table.hear(seat, sink=lambda news: None)
    async with asyncio.timeout(30), running(table):
        while not table.is_asking:
            await asyncio.sleep(0)
        yield table, table.view(ONLOOKER).waiting()[0]


def any_answer(table, seat):
    return table.view(seat).sample(seat, Random(1))


def test_where_only_people_are_waited_for_an_answer_does_not_wake_the_task():
    async def sit():
        async with waiting_for_people(MemoryStore()) as (table, seat):
            bell = table.inbox.bell
            for _ in range(8):  # two tricks
                await table.answer(seat, any_answer(table, seat))
                assert table.inbox.bell is bell
                seat = table.view(ONLOOKER).seat
            await table.hand_over(seat)  # a bot: now there is something to do
            assert table.inbox.bell is not bell

    asyncio.run(sit())


def test_what_is_wanted_while_an_answer_is_stored_waits_for_it():
    async def sit():
        store = SlowStore()
        async with waiting_for_people(store) as (table, seat):
            store.free.clear()
            answer = asyncio.ensure_future(table.answer(seat, any_answer(table, seat)))
            await asyncio.sleep(0)
            over = asyncio.ensure_future(table.hand_over((seat + 2) % 4))
            early = asyncio.ensure_future(table.answer((seat + 1) % 4, Action("play", "2C")))
            await asyncio.sleep(0.01)
            assert not answer.done()
            assert not over.done()
            store.free.set()
            await asyncio.gather(answer, over)
            with pytest.raises(IllegalAction, match="hold"):
                await early
            assert store.stored[-2].startswith(f"{seat} play")
            assert store.stored[-1].split()[1] == str((seat + 2) % 4)

    asyncio.run(sit())


def test_a_table_that_closes_while_an_answer_is_stored_ends_with_it():
    async def sit():
        store = SlowStore()
        async with waiting_for_people(store) as (table, seat):
            store.free.clear()
            answer = asyncio.ensure_future(table.answer(seat, any_answer(table, seat)))
            await asyncio.sleep(0.01)
            table.close()
            await asyncio.sleep(0.01)
            assert not table.start().done()
            store.free.set()
            await answer
            await table.start()
            assert store.stored[-1].startswith(f"{seat} play")

    asyncio.run(sit())


def test_what_is_wanted_of_a_table_that_has_ended_is_refused():
    """Nobody would do it any more, and whoever waited for it would wait for ever."""

    async def sit():
        async with waiting_for_people(MemoryStore()) as (table, seat):
            table.close()
            for wish in (table.hand_over(seat), table.answer(seat, Action("play", "2C"))):
                with pytest.raises(IllegalAction, match="no deal"):
                    await wish

    asyncio.run(sit())


def test_a_fault_while_an_answer_is_told_is_the_tables():
    class FaultyTable(Table):
        def tell_step(self, step):
            raise ZeroDivisionError

    async def sit():
        async with waiting_for_people(MemoryStore(), FaultyTable) as (table, seat):
            with pytest.raises(ZeroDivisionError):
                await table.answer(seat, any_answer(table, seat))
            await asyncio.wait([table.start()])
            assert isinstance(table.error, ZeroDivisionError)

    asyncio.run(sit())


def test_an_answer_returns_when_it_is_stored_and_nobody_is_told_before():
    async def sit():
        store = SlowStore()
        table = table_for("hearts:passing=off", people=4, file=store)
        doors = [table.door(seat) for seat in range(4)]
        heard = [door.hear() for door in doors]
        async with asyncio.timeout(30), running(table):
            await asyncio.sleep(0.01)
            seat = table.view(ONLOOKER).waiting()[0]
            told = dict(table.room.numbers)
            store.free.clear()
            answer = asyncio.create_task(doors[seat].answer((await doors[seat].view()).sample(seat, Random(1))))
            await asyncio.sleep(0.01)
            assert not answer.done()
            assert table.room.numbers == told
            with pytest.raises(IllegalAction, match="not all has been shown"):
                await doors[seat].answer(Action("play", "2C"))
            late = doors[seat].hear()
            assert not any(event.kind == "play" for event in (await anext(late)).events)
            store.free.set()
            await answer
            assert all(table.room.numbers[viewer] == told[viewer] + 1 for viewer in told)
            assert store.stored[-1].startswith(f"{seat} play")
            assert len(heard) == 4

    asyncio.run(sit())


def test_the_same_id_twice_is_one_answer():
    async def sit():
        table = table_for("hearts", people=4)
        doors = [table.door(seat) for seat in range(4)]
        async with asyncio.timeout(30), running(table):
            await asked(doors[0], doors[0].hear())
            gift = next((await doors[0].view()).actions(0))
            await asyncio.gather(doors[0].answer(gift, "a"), doors[0].answer(gift, "a"))
            await doors[0].answer(gift, "a")
            assert [move.seat for move in table.journal.deal.moves] == [0]
            with pytest.raises(IllegalAction):
                await doors[0].answer(gift, "b")

    asyncio.run(sit())


def test_the_last_four_answers_of_a_seat_are_known_by_their_ids():
    async def sit():
        table = table_for("hearts:passing=off", people=4)
        given: list[str] = []
        async with asyncio.timeout(30), running(table):
            await asked(table.door(0), table.door(0).hear())
            while table.state is not None and len(table.journal.deal.moves) < 4 * 10:
                seat = table.state.waiting()[0]
                id = f"{seat} {len(table.journal.deal.moves)}"
                given += [id] if seat == 0 else []
                await table.answer(seat, next(iter(table.state.actions(seat))), id)
            made = len(table.journal.deal.moves)
            again = Action("play", "2C")
            for id in given[-4:]:
                await table.answer(0, again, id)  # nothing is looked at but the id
            with pytest.raises(IllegalAction):
                await table.answer(0, again, given[-5])
            assert len(table.journal.deal.moves) == made

    asyncio.run(sit())


def test_a_match_that_ended_when_it_was_left_is_finished_when_it_is_loaded():
    """Its last line was stored, and its process ended before it had said that the match is over."""
    game, options = read_rules("poepen:peak=1")
    seats = game.first(options).seats

    class FinishingStore(MemoryStore):
        is_finished = False

        async def finish(self):
            self.is_finished = True

    async def sit():
        first = Table(game, options, [Chair(f"p{seat}", "random") for seat in range(seats)], 1, HASTY, MemoryStore())
        await first.start()
        store = FinishingStore()
        again = Table.go_on_from(first.record, HASTY, store)
        await again.start()
        assert again.is_over
        assert store.is_finished

    asyncio.run(sit())


def test_a_refused_answer_may_come_again_with_its_id():
    async def sit():
        table = table_for("hearts", people=4)
        door = table.door(0)
        async with asyncio.timeout(30), running(table):
            await asked(door, door.hear())
            with pytest.raises(IllegalAction):
                await door.answer(Action("bid", amount=1), "a")
            await door.answer(next((await door.view()).actions(0)), "a")
            assert len(table.journal.deal.moves) == 1

    asyncio.run(sit())


def test_leaving_right_after_hurrying_ends_quietly():
    async def leave():
        table = table_for("hearts:passing=off", timing=Timing(5, 5, 5, 0, 0))
        door = table.door(0)
        heard = door.hear()
        await anext(heard)
        await door.hurry()
        await door.leave()
        await table.start()
        assert table.error is None

    for _ in range(30):
        asyncio.run(leave())


RESUME = """
import asyncio, sys
from paiju.saves import NotSaved
from paiju.table import Table
from paiju.timing import HASTY
async def one_answer(path):
    while True:
        try:
            table = Table.resume(path, HASTY)
        except NotSaved:
            continue
        break
    door = table.door(0)
    async for news in door.hear():
        if news.kind == "result":
            await door.go_on()
        elif news.scene.asks:
            action = next((await door.view()).actions(0))
            await door.answer(action)
            print(f"0 {action}", flush=True)
            break
    await door.leave()
asyncio.run(one_answer(sys.argv[1]))
"""


def test_two_programs_that_go_on_with_a_match_lose_no_answer(tmp_path):
    """Each waits until the other has left the match, and finds there what the other has answered."""
    path = tmp_path / "match.paiju"

    async def begin():
        table = table_for("hearts:passing=off,target=1000", file=path)
        door = table.door(0)
        await asked(door, door.hear())
        await door.leave()

    asyncio.run(begin())
    answers = []
    for _ in range(4):
        both = [
            subprocess.Popen([sys.executable, "-c", RESUME, str(path)], stdout=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        answers += [line for program in both for line in program.communicate(timeout=60)[0].splitlines()]
    moves = [f"{move.seat} {move.action}" for deal in Record.load(path).deals for move in deal.moves]
    assert len(answers) == 8
    assert sorted(answers) == sorted(move for move in moves if move.startswith("0 "))


def test_a_file_and_then_its_new_name_are_on_the_disk_before_it_counts(tmp_path, monkeypatch):
    synced, path, fsync = list[int](), tmp_path / "match.paiju", os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(os.fstat(file).st_ino), fsync(file)))
    paiju.saves.write_private(path, "lines")
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]


def test_the_lock_is_taken_before_the_file_is_read(tmp_path):
    path = tmp_path / "match.paiju"
    first = FileStore(path)
    path.write_text("not a match at all\n")
    with pytest.raises(paiju.saves.NotSaved, match="another window"):
        FileStore.resume(path)
    first.close()
    assert not list(tmp_path.glob("*.lock"))


def test_everything_is_written_once_the_disk_is_back(tmp_path):
    path = tmp_path / "match.paiju"

    async def sit():
        table = table_for("hearts:passing=off", people=4, file=path)
        doors = [table.door(seat) for seat in range(4)]
        heard = doors[0].hear()
        async with asyncio.timeout(30):
            await anext(heard)

            async def one():
                seat = table.view(ONLOOKER).waiting()[0]
                await doors[seat].answer((await doors[seat].view()).sample(seat, Random(2)))

            with full_disk():
                await one()
                await one()
                assert table.facts().trouble
                assert not table.facts().is_kept
            await one()
            assert table.facts().is_kept
            assert Record.load(path).text() == table.record.text()
            for door in doors:
                await door.leave()
        told = [str(news.text) for news in await all_of(heard) if news.kind == "trouble"]
        assert len(told) == 2
        assert told[1] == "the match is saved again"

    asyncio.run(sit())


# ---- who sits where ----


async def answer_all(door, heard, until=lambda news: False):
    """A person who plays on until something is heard."""
    async for news in heard:
        if until(news):
            return news
        if news.kind == "result":
            await door.go_on()
        elif news.scene.asks and (view := await door.view()).asks(door.viewer):
            try:
                await door.answer(view.sample(door.viewer, Random(news.number)))
            except IllegalAction:  # the other was quicker
                continue
    return None


def test_a_bot_answers_for_who_has_gone_until_he_is_back(tmp_path):
    path = tmp_path / "match.paiju"

    async def sit():
        table = table_for("hearts:target=1000", people=2, timing=replace(HASTY, grace=0.01), file=path)
        ann, bo = table.door(0), table.door(1)
        heard, hears = ann.hear(), bo.hear()
        async with asyncio.timeout(60), running(table):
            playing = asyncio.create_task(answer_all(bo, hears))
            await answer_all(ann, heard, lambda news: news.number > 10)
            await ann.leave()
            watching = table.hear(ONLOOKER)
            news = await anext(news async for news in watching if news.kind == "chairs")
            assert (news.seat, str(news.text)) == (0, "a bot plays for p0")
            assert table.people == (1,)
            again = table.door(0)
            back = again.hear()
            assert (await anext(back)).kind == "whole"
            news = await anext(news async for news in watching if news.kind == "chairs")
            assert str(news.text) == "p0 sits down"
            assert table.people == (0, 1)
            number = table.room.numbers[0]
            await answer_all(again, back, lambda news: news.number > number + 20)
            playing.cancel()
            lines = path.read_text().splitlines()
            assert [line for line in lines if line.startswith("chair")] == ['chair 0 "p0" "steady"', 'chair 0 "p0"']

    asyncio.run(sit())


def test_a_match_waits_when_nobody_is_left_to_play_with():
    async def sit():
        table = table_for("hearts", timing=replace(HASTY, grace=0.0), hosted=True)
        door = table.door(0)
        async with asyncio.timeout(30), running(table):
            await asked(door, door.hear())
            await door.leave()
            await asyncio.sleep(0.05)
            assert not table.is_closed
            assert table.people == (0,)

    asyncio.run(sit())


def test_a_chair_is_taken_from_a_bot_and_handed_to_one_and_resuming_knows(tmp_path):
    path = tmp_path / "match.paiju"

    async def sit():
        table = table_for("hearts", file=path)
        ann = table.door(0)
        async with asyncio.timeout(30), running(table):
            await asked(ann, ann.hear())
            with pytest.raises(IllegalAction, match="somebody sits there"):
                await table.sit(0, "Mallory")
            cy = await table.sit(2, 'Cy "the cat"\x1b[2J')
            assert cy.facts.names[2] == 'Cy "the cat" [2J'
            await table.hand_over(0, "random")
            assert table.people == (2,)

    asyncio.run(sit())
    again = Table.resume(path)
    assert [chair.bot for chair in again.chairs.by_seat] == ["random", "steady", "", "steady"]
    assert again.chairs.names[2] == 'Cy "the cat" [2J'
    again.close()
    assert chairs_of(Record.load(path)) == again.chairs.by_seat


def test_a_pause_ends_when_everybody_who_plays_has_had_enough():
    async def sit():
        table = table_for("hearts:passing=off", people=4, timing=Timing(60, 60, 60, 0, 0))
        doors = [table.door(seat) for seat in range(4)]
        heard = [door.hear() for door in doors]
        async with asyncio.timeout(30), running(table):
            await anext(heard[0])
            seat = table.view(ONLOOKER).waiting()[0]
            await doors[seat].answer((await doors[seat].view()).sample(seat, Random(1)))
            assert table.clock.until > asyncio.get_running_loop().time() + 30
            for door in doors[:3]:
                await door.hurry()
                assert table.clock.until > asyncio.get_running_loop().time() + 30
            await doors[3].hurry()
            assert table.clock.until == 0

    asyncio.run(sit())


def test_a_pace_changes_as_far_as_all_agree():
    clock = TableClock(Timing(move=1.0))
    assert clock.seconds("move", [0]) == 1.0
    clock.wishes = {0: Timing(move=3.0), 1: Timing(move=0.1), 2: Timing(move=2.0)}
    assert clock.seconds("move", [0]) == 3.0
    assert clock.seconds("move", [0, 1]) == 1.0
    assert clock.seconds("move", [0, 2]) == 2.0
    assert clock.seconds("move", [1, 3]) == 1.0  # who wished nothing wants it as it is
    assert clock.seconds("move", []) == 1.0


def test_what_one_client_wishes_is_for_him_alone():
    async def sit():
        table = table_for("hearts:passing=off", people=2)
        ann, bo = table.door(0), table.door(1)
        await ann.wish(automatic=True)
        async with asyncio.timeout(60), running(table):
            heard = bo.hear()
            playing = asyncio.create_task(answer_all(ann, ann.hear()))
            forced = False
            async for news in heard:
                if news.kind == "result":
                    break
                if news.scene.asks and (view := await bo.view()).asks(1):
                    forced |= len(list(view.actions(1))) == 1
                    await bo.answer(next(view.actions(1)))
            playing.cancel()
            assert forced

    asyncio.run(sit())


# ---- taking back ----


def test_a_throw_is_never_taken_back():
    """Whether it stands tells something of every other hand (rules/shengji.md 5.2), also where it does."""
    game = find("shengji")
    throws = 0
    for seed in range(40):
        rng = Random(seed)
        state = game.start(game.first(), game.shuffled(game.first(), rng))
        while not state.is_over and state.phase != "play":
            seat = state.waiting()[0]
            state.step(seat, state.sample(seat, rng))
        if state.is_over:
            continue
        seat = state.waiting()[0]
        for action in list(state.actions(seat))[:3000]:
            shape = state.shape(action.cards)
            if shape is None or shape.kind != "throw":
                continue
            throws += 1
            after = state.copy()
            assert tells_something(state, seat, action, after.apply(seat, action), after)
            break
    assert throws > 10


# ---- threads ----


def test_bots_that_hang_do_not_use_up_the_threads():
    async def think():
        pool, hang = ThreadPool(most=2), asyncio.Event()
        loop = asyncio.get_running_loop()

        def forever():
            asyncio.run_coroutine_threadsafe(hang.wait(), loop).result()

        for _ in range(5):
            with pytest.raises(Overdue):
                await within(0.01, forever, pool=pool)
        assert await within(5, lambda: 42, pool=pool) == 42
        assert pool.lost == 5
        hang.set()
        while pool.lost:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(think(), 30))


# ---- nothing else is used ----

FRONT_ENDS = ["plain.py", "enquiry.py", "replay.py", "watch.py", "results.py", "menu.py", "selection.py"]


def front_ends():
    root = Path(paiju.__file__).parent
    yield from (root / name for name in FRONT_ENDS)
    yield from sorted((root / "terminal").glob("*.py"))


def test_front_ends_know_doors_and_no_tables():
    """Only the commands open tables; nothing else is used of one than its doors."""
    for path in front_ends():
        text = path.read_text(encoding="utf-8")
        modules = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
        assert not modules & {"paiju.table", "paiju.table_door", "paiju.journal"}, path.name
        assert not any(f"{module}.".startswith("paiju.store.") for module in modules), path.name
        assert not re.search(r"\b_table\b|\btable\.(state|shown|journal|store|record)\b", text), path.name


def test_a_table_is_small_after_many_deals():
    """What is kept of a finished deal is its record and its score."""
    table = table_for("hearts:target=1000", people=4)

    async def sit():
        rng = Random(1)
        async with asyncio.timeout(120), running(table):
            await asyncio.sleep(0)
            while len(table.results) < 10:
                if table.state is None:
                    for seat in range(4):
                        table.go_on(seat)
                    await asyncio.sleep(0)
                else:
                    seat = table.state.waiting()[0]
                    await table.answer(seat, table.state.sample(seat, rng))
            return len(table.journal.text())

    size = asyncio.run(sit())
    assert sum(map(len, table.journal.past)) < size
    assert len(table.journal.record.deals) == 1
