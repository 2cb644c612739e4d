"""The table: real bots, real time, real files. A person is whoever listens to a seat and answers for it."""

import asyncio
import itertools
import os
import resource
import time
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

import pytest

from paiju import saves
from paiju.chairs import Chair
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER, TRUTH, Action, IllegalAction
from paiju.games import read_rules
from paiju.news import LONGEST_QUEUE, TooSlow
from paiju.record import Record, moments
from paiju.saves import NotSaved, load
from paiju.table import Table
from paiju.takeback import unturned
from paiju.timing import HASTY, Timing

ASKED = 7  # a seed of Sheng Ji with which seat 0 can call before the bots do
SHORT = ["hearts:target=20", "gongzhu:hands=1", "shengji:deals=1", "poepen:peak=2", "luzi:players=4"]


def table_for(rules, people=1, bot="steady", timing=HASTY, file=None, seed: int | None = 5, kind=Table, **more):
    game, options = read_rules(rules)
    seats = game.first(options).seats
    chairs = [Chair(f"p{seat}", "" if seat < people else bot) for seat in range(seats)]
    return kind(game, options, chairs, seed, timing, file, **more)


@asynccontextmanager
async def running(table):
    task = table.start()
    try:
        yield task
    finally:
        table.close()
        await asyncio.gather(task, return_exceptions=True)


async def person(table, seat, rng, until=None, heard=None, told=None):
    """Somebody who answers at random and goes on after every deal."""
    async for news in told or table.hear(seat):
        if heard is not None:
            heard.append(news)
        if until and until(news):
            return news
        if news.kind == "result":
            table.go_on(seat)
        elif news.scene.is_asked and news.number == table.room.numbers[seat]:
            view = table.view(seat)
            await table.answer(seat, view.sample(seat, rng) if view.asks(seat) else Action("pass"))
    return None


def play(table, people=1):
    heard = [[] for _ in range(people)]

    async def all_play():
        told = [table.hear(seat) for seat in range(people)]
        async with asyncio.timeout(120), running(table) as task:
            sitting = [person(table, seat, Random(seat), None, heard[seat], told[seat]) for seat in range(people)]
            await asyncio.gather(*sitting)
            await task

    asyncio.run(all_play())
    return heard


@pytest.mark.parametrize("rules", SHORT)
@pytest.mark.parametrize("people", [1, 2])
def test_a_whole_match_is_heard_without_gaps_and_kept_as_a_record(rules, people, tmp_path):
    table = table_for(rules, people, file=tmp_path / "match.paiju")
    for heard in play(table, people):
        assert [news.number for news in heard] == list(range(1, len(heard) + 1))
        assert [news.kind for news in heard].count("result") == len(table.results)
        assert heard[-1].kind == "match"
    kept = Record.load(tmp_path / "match.paiju")
    assert kept.text() == table.record.text()
    assert table.game.after(kept.deals[-1].setup, kept.deals[-1].final()) == table.setup


@pytest.mark.parametrize("rules", SHORT)
def test_nobody_hears_more_than_the_seat_may_know(rules):
    """All that a listener is shown and told is what the record shows to that seat."""
    table = table_for(rules)
    heard = [news for news in play(table)[0] if news.kind in ("deal", "move", "ask")]
    seen = [(view, tuple(events)) for deal in table.record.deals for _, view, events in moments(deal, 0)]
    own = [(view.scene(), events) for view, events in seen]
    # Who is alone and has nothing to say is not asked to pass.
    own += [(view.scene()._replace(asks=(), guide=None), ()) for view, _ in seen if view.is_timed]
    told = [(news.scene, news.events) for news in heard]
    assert [scene for scene, _ in told if scene in [seen for seen, _ in own]] == [scene for scene, _ in told]
    assert [events for _, events in told if events] == [events for _, events in own if events]


def test_who_comes_late_hears_the_whole_and_then_the_rest():
    table = table_for("hearts:target=1")

    async def watch():
        async with asyncio.timeout(60), running(table):
            first = table.hear(0)
            late = goes_on = table.hear(0)
            whole = await anext(first)
            async for news in first:
                if news.number == 10 and whole.kind == "deal":
                    late = table.hear(0)
                    whole = await anext(late)
                    assert (whole.kind, whole.number) == ("whole", table.room.numbers[0])
                    assert whole.scene == table.view(0).scene()
                    seen = [event for _, _, events in moments(table.journal.deal, 0) for event in events]
                    assert list(whole.events) == seen
                    goes_on = table.hear(0, since=whole.number)
                elif news.kind == "result":
                    table.go_on(0)
                elif news.scene.asks and (view := table.view(0)).asks(0):
                    await table.answer(0, view.sample(0, Random(1)))
            rest = [news.number async for news in late]
            assert rest == [news.number async for news in goes_on]
            assert rest == list(range(whole.number + 1, table.room.numbers[0] + 1))
            assert [news.kind async for news in table.hear(0)] == ["whole"]
            assert [news async for news in table.hear(0, table.room.numbers[0])] == []

    asyncio.run(watch())


def test_who_does_not_read_is_dropped_with_a_reason_and_may_come_back():
    table = table_for("hearts:target=1")

    async def watch():
        async with asyncio.timeout(60), running(table):
            stuck, news = table.hear(ONLOOKER), None
            async for _ in drawn_out(table):
                pass
            with pytest.raises(TooSlow, match="left unread"):
                async for news in stuck:
                    pass
            assert news is None
            assert (await anext(table.hear(ONLOOKER))).kind == "whole"

    asyncio.run(watch())


async def drawn_out(table):
    """A person who says a lot and does nothing."""
    async for news in table.hear(0):
        if news.number > 2 * LONGEST_QUEUE:
            return
        await table.say(0, f"I am thinking, {news.number}")
        yield news


def test_a_refused_answer_changes_nothing():
    table = table_for("hearts")

    async def try_it():
        async with running(table):
            await person(table, 0, Random(0), until=lambda news: news.scene.asks)
            before = table.record.text()
            with pytest.raises(IllegalAction):
                await table.answer(0, Action("bid", amount=3))
            with pytest.raises(IllegalAction, match="not an action"):
                await table.answer(0, "rubbish")  # pyright: ignore[reportArgumentType]
            with pytest.raises(IllegalAction):
                await table.answer(1, table.view(1).sample(1, Random(0)))  # a bot's seat
            assert table.record.text() == before

    asyncio.run(try_it())


def test_a_fault_while_an_answer_is_begun_ends_the_table_and_nothing_is_played_on_from_it():
    class FaultyTable(Table):
        def begin_step(self, seat, action, id=""):
            step = super().begin_step(seat, action, id)
            if len(self.journal.deal.moves) == 3:
                raise RuntimeError("a fault of the game")
            return step

    table = table_for("hearts", people=4, kind=FaultyTable)

    async def play_until_it_fails():
        told = [table.hear(seat) for seat in range(4)]
        sitting = [person(table, seat, Random(seat), told=told[seat]) for seat in range(4)]
        async with asyncio.timeout(60), running(table):
            heard = await asyncio.gather(*sitting, return_exceptions=True)
        refused = [str(error) for error in heard if error is not None]
        assert "a fault of the game" in refused
        assert {*refused} <= {"a fault of the game", "no deal is being played"}  # who gave cards at the same moment
        assert table.is_closed
        assert str(table.error) == "a fault of the game"

    asyncio.run(play_until_it_fails())


# ---- drawing cards and calling ----


def test_the_draw_is_told_card_by_card_whoever_is_asked():
    """Where the draw stops to ask somebody is told to nobody: each of the 100 cards is a message of its own."""
    for seed in range(3):
        table = table_for("shengji:deals=1", people=0, seed=seed)

        async def watch(table=table):
            heard = [table.hear(0), table.hear(ONLOOKER)]
            async with running(table) as task:
                told = await asyncio.gather(*map(all_of, heard))
                await task
                return told

        for told in asyncio.run(watch()):
            draws = [news for news in told if any(event.kind == "draw" for event in news.events)]
            assert [sum(event.kind == "draw" for event in news.events) for news in draws] == [1] * 100
            until = told[: told.index(draws[-1]) + 1]
            calls = [news for news in until if any(event.kind == "call" for event in news.events)]
            assert len(until) == 100 + len(calls)


async def all_of(heard):
    return [news async for news in heard]


def test_a_person_sees_the_hand_grow_and_is_asked_for_a_call():
    table = table_for("shengji", seed=ASKED)
    sizes, calls = [], []

    async def watch():
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(0):
                sizes.append(sum(map(len, news.scene.places[0].hand)))
                if news.scene.phase not in ("draw", "last_call"):
                    return
                if news.scene.is_asked:
                    calls.append(news.scene.asks)
                    await table.answer(0, Action("pass"))

    asyncio.run(watch())
    assert sizes[:-1] == sorted(sizes[:-1])
    assert set(range(1, 26)) <= set(sizes)
    assert calls


def test_a_silent_person_passes_when_the_time_for_a_call_is_over():
    table = table_for("shengji", seed=ASKED, timing=replace(HASTY, call=0.02))

    async def watch():
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(0):
                if news.scene.is_asked and news.scene.phase in ("draw", "last_call"):
                    assert 0 < news.seconds <= 0.02
                if news.scene.phase == "bury":
                    return

    asyncio.run(watch())
    moves = table.record.deals[0].moves
    assert "pass" in [move.action.kind for move in moves if move.seat == 0]


def test_bots_think_during_the_pause_of_a_drawn_card():
    """No card comes at once because somebody was just asked: the time between two is the pause, and thinking is in it.

    Stamped where the table shows, not where somebody hears: a busy machine may deliver two messages together.
    """
    pause, times, asked = 0.01, [], []

    class StampedTable(Table):
        def show(self, kind, state, events, seat=-1):
            if events and events[0].kind == "draw":
                times.append(time.monotonic())
                asked.append((self.turn, len(self.timed.thoughts) if self.timed else 0))
            super().show(kind, state, events, seat)

    timing = replace(HASTY, draw=pause)
    table = table_for("shengji", people=0, timing=timing, bot="search:worlds=4", kind=StampedTable)

    async def watch():
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(ONLOOKER):
                if news.scene.phase == "bury":
                    return

    asyncio.run(watch())
    assert len(set(asked)) > 1
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert min(gaps) > 0.9 * pause  # the clock of the event loop is not finer


# ---- limits, forced cards, claims, take-backs ----


def test_the_house_answers_for_a_silent_person():
    table = table_for("hearts:target=1", timing=replace(HASTY, answer=0.005))

    async def wait():
        async with asyncio.timeout(60), running(table) as task:
            async for news in table.hear(0):
                if news.kind == "result":
                    table.go_on(0)
            await task

    asyncio.run(wait())
    assert table.setup.over


def test_forced_cards_are_played_by_themselves():
    table = table_for("hearts:target=1,passing=off")
    table.wish(0, automatic=True, pace=None)
    chosen = []

    async def sit():
        async with asyncio.timeout(60), running(table) as task:
            async for news in table.hear(0):
                if news.kind == "result":
                    table.go_on(0)
                elif news.scene.asks and (view := table.view(0)).asks(0):
                    actions = list(itertools.islice(view.actions(0), 2))
                    if len(actions) > 1:
                        chosen.append(actions[0])
                        await table.answer(0, actions[0])
            await task

    asyncio.run(sit())
    assert 0 < len(chosen) < 13 * len(table.results)


def test_a_claim_is_refused_until_the_rest_is_certain_and_then_played_out():
    table = table_for("hearts:target=500", seed=2)
    claims = []

    async def sit():
        async with asyncio.timeout(60), running(table):
            rng = Random(3)
            async for news in table.hear(0):
                if news.kind == "result":
                    if claims:
                        return
                    table.go_on(0)
                elif news.scene.asks and table.claimed < 0 and (view := table.view(0)).asks(0):
                    if view.claim(0):
                        certain = outcome(table.state, rng)
                        await table.claim(0)
                        claims.append(certain)
                    else:
                        with pytest.raises(IllegalAction, match="not certain"):
                            await table.claim(0)
                        await table.answer(0, view.sample(0, rng))

    asyncio.run(sit())
    assert table.facts().results[-1].scores == claims[0]


def outcome(state, rng):
    """How a deal ends when the claimant's seat 0 cashes and the others play anything."""
    state = state.copy()
    while not state.is_over:
        seat = state.waiting()[0]
        state.step(seat, next(legal(state, seat)) if seat == 0 else state.sample(seat, rng))
    return state.scores()


def legal(state, seat):
    for action in state.view(seat).cash(seat):
        try:
            state.check(seat, action)
        except IllegalAction:
            continue
        yield action


def test_a_gift_can_be_taken_back_until_the_cards_have_moved():
    table = table_for("hearts", people=1, timing=replace(HASTY, move=30))

    async def sit():
        async with asyncio.timeout(60), running(table):
            await person(table, 0, Random(0), until=lambda news: news.scene.asks)
            with pytest.raises(IllegalAction, match="nothing to take back"):
                await table.undo(0)
            await table.answer(0, next(table.view(0).actions(0)))
            assert table.can_undo(0)
            await table.undo(0)
            assert table.view(0).asks(0)
            assert not table.record.deals[0].moves

    asyncio.run(sit())


def test_a_card_can_be_taken_back_until_the_next_player_has_played():
    table = table_for("hearts:passing=off", timing=replace(HASTY, move=0.05, trick=0.05))
    seen = []

    async def sit():
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(0):
                if news.scene.asks and not seen:
                    await table.answer(0, table.view(0).sample(0, Random(1)))
                    assert table.view(0).counts[0] == 12
                    await table.undo(0)
                    assert table.view(0).counts[0] == 13
                    await table.answer(0, table.view(0).sample(0, Random(1)))
                    seen.append(news)
                elif seen and news.kind == "move" and news.seat not in (0, -1):
                    with pytest.raises(IllegalAction, match="too late"):
                        await table.undo(0)
                    return

    asyncio.run(sit())


@pytest.mark.parametrize("rules", SHORT)
def test_a_take_back_is_never_offered_after_something_new(rules):
    """Whatever is taken back, what the seat saw before it is what it sees after it: nothing was learnt in between."""
    table = table_for(rules, seed=8)
    backs = []

    async def sit():
        rng, before = Random(4), None
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(0):
                if news.kind == "result":
                    return
                if table.state is None or table.unshown:
                    continue
                if before is not None and table.can_undo(0) and len(backs) < 20:
                    moves = len(table.record.deals[-1].moves)
                    await table.undo(0)
                    backs.append(moves)
                    assert unturned(table.view(0)) == unturned(before)
                    before = None
                elif (view := table.view(0)).asks(0):
                    before = view
                    await table.answer(0, view.sample(0, rng))

    asyncio.run(sit())
    assert backs or rules.startswith("luzi")


def test_a_pass_cannot_be_taken_back_once_others_have_passed_too():
    """Who has seen that nobody else called has learnt something, though not a card was shown."""
    late = []
    for seed in range(12):
        table = table_for("shengji", seed=seed)

        async def sit(table=table):
            async with asyncio.timeout(60), running(table):
                async for news in table.hear(0):
                    if news.scene.phase not in ("draw", "last_call"):
                        late.append(table.can_undo(0) and table.journal.deal.moves[-1].seat != 0)
                        return
                    if news.scene.is_asked:
                        await table.answer(0, Action("pass"))

        asyncio.run(sit())
    assert not any(late)


def test_no_take_back_with_several_people():
    table = table_for("hearts", people=2)

    async def sit():
        async with running(table):
            await person(table, 0, Random(0), until=lambda news: news.scene.asks)
            await table.answer(0, next(table.view(0).actions(0)))
            assert not table.can_undo(0)

    asyncio.run(sit())


def test_in_practice_all_answers_of_a_deal_can_be_taken_back_though_more_was_seen(tmp_path):
    table = table_for("hearts:passing=off", file=tmp_path / "match.paiju", practice=True)

    async def sit():
        own = 0
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(0):
                if not news.scene.is_asked or news.number != table.room.numbers[0]:
                    continue
                if own == 4:
                    break
                own += 1
                await table.answer(0, table.view(0).sample(0, Random(1)))
            for left in range(own):
                assert table.can_undo(0)
                await table.undo(0)
                assert table.view(0).counts[0] == 10 + left
            with pytest.raises(IllegalAction, match="nothing to take back"):
                await table.undo(0)

    asyncio.run(sit())
    assert load(tmp_path / "match.paiju").tags["Practice"] == "on"


@pytest.mark.parametrize("rules", SHORT)
def test_a_practice_match_with_many_take_backs_is_a_sound_record(rules, tmp_path):
    table = table_for(rules, file=tmp_path / "match.paiju", seed=ASKED, practice=True)
    backs = []

    async def sit():
        rng = Random(4)
        async with asyncio.timeout(120), running(table):
            async for news in table.hear(0):
                if news.kind == "result":
                    table.go_on(0)
                elif news.scene.is_asked and news.number == table.room.numbers[0]:
                    if table.can_undo(0) and len(backs) < 40 and rng.below(3) == 0:
                        before = table.backs.kept[-1][1]
                        await table.undo(0)
                        backs.append(table.view(0) == before.view(0))
                    else:
                        view = table.view(0)
                        await table.answer(0, view.sample(0, rng) if view.asks(0) else Action("pass"))

    asyncio.run(sit())
    assert table.is_over
    assert backs
    assert all(backs)
    assert table.record.deals[-1].final().is_over


def test_practice_goes_on_with_a_match_that_was_left(tmp_path):
    table = table_for("hearts", file=tmp_path / "match.paiju", practice=True)

    async def sit():
        async with running(table):
            await person(table, 0, Random(0), until=lambda news: news.scene.asks)

    asyncio.run(sit())
    again = Table.resume(tmp_path / "match.paiju", HASTY)
    assert again.backs.all_of_them
    again.close()


# ---- bots that fail, disks that are full, programs that die ----


def test_a_bot_that_fails_is_reported_and_stood_in_for(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("def play(view, rng):\n    raise RuntimeError('no idea')\n")
    table = table_for("hearts:target=1", bot=str(broken))
    heard = play(table)[0]
    troubles = [str(news.text) for news in heard if news.kind == "trouble"]
    assert troubles
    assert "no idea" in troubles[0]
    assert table.setup.over


def test_a_match_that_was_left_goes_on_where_it_was(tmp_path):
    path = tmp_path / "match.paiju"
    table = table_for("poepen:peak=3", file=path)

    async def leave(n):
        async with asyncio.timeout(60), running(table):
            await person(table, 0, Random(0), until=lambda news: news.number > n and news.scene.asks)

    asyncio.run(leave(20))
    again = Table.resume(path, HASTY)
    assert again.record.text() == table.record.text()
    assert again.state is not None
    assert table.state is not None
    assert again.state.dump() == table.state.dump()
    play(again)
    whole = table_for("poepen:peak=3")
    play(whole)
    decks = [[deal.deck for deal in match.record.deals] for match in (again, whole)]
    assert decks[0] == decks[1]  # the seed goes on where it was, too


@pytest.mark.parametrize("cut", [1, 5, 30, 200])
def test_a_torn_end_of_the_file_is_dropped(cut, tmp_path):
    path = tmp_path / "match.paiju"
    table = table_for("hearts", file=path)

    async def leave():
        async with asyncio.timeout(60), running(table):
            await person(table, 0, Random(0), until=lambda news: news.number > 12 and news.scene.asks)

    asyncio.run(leave())
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    kept = load(path)
    whole = table.record.text()
    assert kept.deals == [] or whole.startswith(kept.text())


def test_a_wrong_end_of_the_file_is_left_out_and_told_and_kept_beside_it(tmp_path):
    path = left_match(tmp_path / "match.paiju")
    whole = load(path).text()
    path.write_text(path.read_text() + "0 play 2C 3C\n")
    again = Table.resume(path, HASTY)
    assert again.record.text() == whole
    (trouble,) = [news.text for news in play(again)[0] if news.kind == "trouble"]
    copy = tmp_path / "match.paiju.damaged1"
    assert f"as it was it lies in {copy}" in str(trouble)
    assert copy.read_text().endswith("0 play 2C 3C\n")
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_torn_end_of_the_file_needs_no_words(tmp_path):
    path = left_match(tmp_path / "match.paiju")
    path.write_text(path.read_text() + "0 play 2")
    assert not any(news.kind == "trouble" for news in play(Table.resume(path, HASTY))[0])
    assert not list(tmp_path.glob("*.damaged*"))


def test_what_cannot_be_resumed_says_why(tmp_path):
    path = tmp_path / "match.paiju"
    table = table_for("hearts:target=1", file=path)
    play(table)
    with pytest.raises(NotSaved, match="is over"):
        Table.resume(path)
    left = left_match(tmp_path / "other.paiju")
    first = Table.resume(left, HASTY)
    with pytest.raises(NotSaved, match="another window"):
        Table.resume(left)
    first.close()
    Table.resume(left).close()
    assert not list(tmp_path.glob("*.lock"))


def left_match(path, rules="hearts", bot="steady"):
    """A match that somebody left after an answer."""
    table = table_for(rules, file=path, bot=bot)

    async def leave():
        async with asyncio.timeout(60), running(table):
            await person(table, 0, Random(0), until=lambda news: news.number > 12 and news.scene.asks)

    asyncio.run(leave())
    return path


def test_a_record_from_elsewhere_starts_no_programs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = left_match(tmp_path / "mailed.paiju")
    bait = tmp_path / "bait"
    text = path.read_text().replace('"steady"', f'"process:touch {bait}"')
    path.write_text(text)
    with pytest.raises(NotSaved, match="would start process:touch"):
        Table.resume(path)
    assert not bait.exists()


def test_the_next_match_to_go_on_with_is_found_among_rubbish(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saves.folder().mkdir(parents=True)
    good = left_match(saves.fresh("hearts"))
    over = saves.fresh("hearts")
    play(table_for("hearts:target=1", file=over))
    assert [path.name for path in (saves.folder() / "finished").iterdir()] == [over.name]
    (saves.folder() / "empty.paiju").write_text("")
    (saves.folder() / "rubbish.paiju").write_bytes(os.urandom(1000))
    (saves.folder() / "folder.paiju").mkdir()
    (saves.folder() / "dangling.paiju").symlink_to(tmp_path / "nowhere")
    (saves.folder() / "over.paiju").write_text((saves.folder() / "finished" / over.name).read_text())
    assert saves.latest() == (good, 0)
    assert saves.resume_command(good) == f"paiju play --resume {good}"


@contextmanager
def full_disk():
    """No file may grow any more: what a full disk is to those who write."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_full_disk_is_told_once_and_play_goes_on(tmp_path):
    with full_disk():
        table = table_for("hearts:target=1", file=tmp_path / "match.paiju")
        heard = play(table)[0]
    troubles = [str(news.text) for news in heard if news.kind == "trouble"]
    assert len(troubles) <= 1
    assert table.writer.trouble is not None
    assert "File too large" in str(table.writer.trouble)
    assert table.setup.over


def test_a_bot_that_is_too_slow_is_stood_in_for(tmp_path):
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ndef play(view, rng):\n    time.sleep(0.3 if view.phase == 'give' else 0)\n")
    game, options = read_rules("hearts")
    chairs = [Chair("a"), Chair("b", str(slow)), Chair("c", "steady"), Chair("d", "steady")]
    table = Table(game, options, chairs, 1, HASTY, bot_ms=50)

    async def watch():
        async with asyncio.timeout(30), running(table):
            return await person(table, 0, Random(0), until=lambda news: news.kind == "trouble")

    news = asyncio.run(watch())
    assert news is not None
    assert news.seat == 1


LISTENER = """
import time
from paiju.play import Bot

class BOT(Bot):
    def __call__(self, view, rng):
        return view.sample(view.viewer, rng)
    def {method}(self, *arguments):
        {what}
"""


@pytest.mark.parametrize("method", ["begin", "see", "finish", "close"])
@pytest.mark.parametrize("what", ["raise RuntimeError('deaf')", "time.sleep(5)"])
def test_a_bot_that_fails_in_listening_troubles_nobody_else(method, what, tmp_path):
    if method == "close" and "sleep" in what:
        pytest.skip("a table that has ended waits for its bots to leave")
    bad = tmp_path / "bad.py"
    bad.write_text(LISTENER.format(method=method, what=what))
    game, options = read_rules("hearts:target=1")
    chairs = [Chair("a"), Chair("b", "steady"), Chair("c", str(bad)), Chair("d", "steady")]
    table = Table(game, options, chairs, 1, HASTY, bot_ms=30)
    heard = play(table)[0]
    assert table.setup.over
    troubles = [news for news in heard if news.kind == "trouble"]
    assert {news.seat for news in troubles} == ({2} if method != "close" else set())
    assert all("deaf" in str(news.text) or "listen" in str(news.text) for news in troubles)


def test_closing_ends_everything_even_while_a_bot_hangs(tmp_path):
    hanging = tmp_path / "hanging.py"
    hanging.write_text("import time\ndef play(view, rng):\n    time.sleep(1000)\n")
    table = table_for("hearts:passing=off", bot=str(hanging), people=0)

    async def leave():
        async with asyncio.timeout(20), running(table):
            async for news in table.hear(ONLOOKER):
                await asyncio.sleep(0.05)
                table.close()

    asyncio.run(leave())
    assert table.is_closed


def test_an_open_table_is_heard_by_truth():
    table = table_for("hearts:target=1", people=0)

    async def watch():
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(TRUTH):
                assert all(place.hand for place in news.scene.places) or news.scene.over or news.kind != "deal"

    asyncio.run(watch())
    assert Timing().draw > 0


@pytest.mark.parametrize("rules", ["hearts:target=60", "gongzhu:hands=3", "shengji:deals=3", "poepen:peak=2",
                                   "luzi:players=4,target=7"])  # fmt: skip
def test_the_facts_tell_what_every_deal_led_to(rules):
    """In the middle of a match and at its end: a finished deal is kept as a line."""

    async def play():
        table = table_for(rules, people=0)
        compared = 0
        async with running(table) as task:
            async for news in table.hear(ONLOOKER):
                if news.kind in ("result", "match"):
                    deals = [deal for deal in table.record.deals if deal.final().is_over]
                    told = [(each.deal, each.scores, each.after) for each in table.facts().results]
                    after = [table.game.after(deal.setup, deal.final()).match for deal in deals]
                    assert [scores for _, scores, _ in told] == [deal.final().scores() for deal in deals]
                    assert [number for number, _, _ in told] == [deal.setup.deal for deal in deals]
                    assert [standing for _, _, standing in told] == after
                    compared = len(told)
                    assert told[-1][2].over == (news.kind == "match" or table.setup.over)
            await task
        assert compared > 1

    asyncio.run(play())
