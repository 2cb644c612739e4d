"""Sheng Ji's draw at a table: calls come at any moment, and nothing tells that somebody could call but does not."""

import asyncio
import contextlib
import itertools
from dataclasses import replace
from typing import Any

import pytest

from paiju import frames, saves, wire
from paiju.chairs import Chair
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER, Action, IllegalAction
from paiju.games.shengji import Shengji
from paiju.record import moments
from paiju.show import Style
from paiju.speakers import Speaker
from paiju.store import MemoryStore
from paiju.table import Table
from paiju.timed_phase import sayable
from paiju.timing import HASTY, Timing, read_draw

PACE = Timing(move=0.7, trick=1.5, draw=0.15, call=5.0)
DRAW = ("draw", "last_call")
NAMES = ("Ann", "Bob", "Cat", "Dan")
EAR = """
from paiju.core.words import Action
from paiju.play import Bot

class Ear(Bot):
    '''Never calls, and writes down how it hears of the draw; or fails when it is asked.'''

    fails = False

    def begin(self, view):
        self.note(f"begin {len(view.hands[view.viewer])}")

    def see(self, seat, events):
        self.note(" ".join(event.kind for event in events))

    def __call__(self, view, rng):
        if view.is_timed and self.fails:
            raise RuntimeError("asked")
        return Action("pass") if view.is_timed else view.sample(view.viewer, rng)

    def note(self, text):
        with open(__file__ + ".heard", "a") as file:
            file.write(text + "\\n")

BOT = Ear
"""


class FixedDecks(Shengji):
    """Sheng Ji with a deck of one's own."""

    def __init__(self, deck):
        self.chosen = deck

    def shuffled(self, setup, rng):
        return list(self.chosen)


Loop: Any = asyncio.SelectorEventLoop  # of which things are needed here that it does not show


class VirtualClock(Loop):
    """An event loop in which time passes only while everybody waits: so times can be compared to the last digit."""

    now = 0.0

    def time(self):
        return self.now

    def _run_once(self):
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0]._when)
        super()._run_once()


class SlowStore(MemoryStore):
    """A disk that takes its time."""

    async def append(self, lines):
        await asyncio.sleep(0.004)
        await super().append(lines)


def run(work):
    loop = VirtualClock()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


def deck_of(seed):
    game = Shengji()
    return game.shuffled(game.first(), Random(seed))


def table_of(deck, people=4, timing=PACE, bot="steady", store=None, rules=""):
    game = FixedDecks(deck)
    chairs = [Chair(name, "" if seat < people else bot) for seat, name in enumerate(NAMES)]
    return Table(game, game.read_options(rules), chairs, 1, timing, store or SlowStore())


def other_worlds(deck, viewer, rng):
    """Decks that look the same from one seat, but in which others can and cannot call: the twos change hands."""
    hidden = [i for i in range(100) if i % 4 != viewer]
    twos = [i for i in hidden if deck[i].rank == 2]
    for _ in range(6):
        other, i = list(deck), rng.choice(twos)
        j = rng.choice([j for j in hidden if j % 4 != i % 4 and deck[j].rank != 2])
        other[i], other[j] = other[j], other[i]
        yield other
    other = list(deck)  # one seat has them all
    for i, j in zip(twos, [j for j in hidden if j % 4 == hidden[0] % 4], strict=False):
        other[i], other[j] = other[j], other[i]
    yield other


async def all_silent(table, viewer, calls_at=0, hurry=(), phases=DRAW):
    """Nobody speaks but the viewer, who calls at a moment of its choice, and at every moment tries what it may not.

    Everything that reaches viewer and onlooker, in order and with its time.
    """
    loop, received = asyncio.get_running_loop(), []

    async def sit(seat):
        listener = frames.WireListener(Style(names=NAMES, you=seat))
        async for news in table.hear(seat):
            if seat in (viewer, ONLOOKER):
                received.append((seat, loop.time(), listener.frame(news)))
            if news.kind == "result" or news.scene.phase not in phases:
                return
            if seat == viewer:
                for work in (
                    table.answer(seat, Action("call", "2C 2C")),
                    table.answer(seat, Action("play", "AS")),
                    table.answer(seat, Action("pass", amount=100)),
                    table.door(seat).check(Action("call", "2S 2S")),
                    table.undo(seat),
                    table.claim(seat),
                ):
                    received.append((seat, loop.time(), await refused(work)))
                if news.number in hurry:
                    table.hurry(seat)
                asks = news.scene.asks
                if calls_at and news.number >= calls_at and asks and asks[0].kind == "call":
                    call = Action("call", next(iter(asks[0].cards)))
                    received.append((seat, loop.time(), await refused(table.answer(seat, call))))
            if news.scene.is_asked and seat != ONLOOKER:
                ask = news.scene.asks[0]
                buries = ask.kind == "bury"
                await table.answer(seat, Action("bury", Cards(list(ask.cards)[:8])) if buries else Action("pass"))

    task = table.start()
    await asyncio.gather(*(sit(seat) for seat in (*table.people, ONLOOKER)))
    table.close()
    await asyncio.gather(task, return_exceptions=True)
    return received


async def refused(work):
    try:
        await work
    except IllegalAction as refusal:
        return wire.write(frames.refused(refusal, "shengji", Speaker(Style(names=NAMES))))
    return b"done"


@pytest.mark.parametrize("seed", range(4))
def test_2_4_whoever_could_call_messages_refusals_and_times_are_the_same(seed):
    """Two worlds a seat cannot tell apart: what it hears, what it is refused and when are the same to the byte."""
    rng, deck, viewer = Random(seed), deck_of(seed), seed
    calls_at, hurry = (0, 30, 60, 95)[seed], range(20, 40)
    mine = run(all_silent(table_of(deck), viewer, calls_at, hurry))
    assert len(mine) > 600
    for other in other_worlds(deck, viewer, rng):
        theirs = run(all_silent(table_of(other), viewer, calls_at, hurry))
        assert theirs == mine


@pytest.mark.parametrize("seed", range(1, 4))
def test_4_3_whoever_could_rob_the_kitty_messages_refusals_and_times_are_the_same(seed):
    """The same from the first card until somebody leads: the viewer calls, becomes the dealer and buries."""
    deck, phases = deck_of(seed), (*DRAW, "bury", "theft")

    def hears(deck):
        return run(all_silent(table_of(deck, rules="theft=on"), seed, 60, range(20, 40), phases))

    mine = hears(deck)
    assert sum(b'"theft"' in frame for _, _, frame in mine) > 1
    for other in other_worlds(deck, seed, Random(seed)):
        assert hears(other) == mine


HALF = Timing(call=5.0).with_draw(0.5)


def test_draw_term_is_the_time_from_card_to_card_whatever_players_wish():
    """Two worlds of it are alike too: nobody's cards, and nobody's pauses, change the pace."""
    deck, times = deck_of(1), []
    for cards in (deck, *other_worlds(deck, 1, Random(1))):
        table = table_of(cards, timing=HALF)
        for seat in (0, 1, 2, 3):
            table.wish(seat, None, HASTY)
        received = run(all_silent(table, 1))
        times.append([(at, frame) for seat, at, frame in received if seat == ONLOOKER])
    moments = sorted({round(at, 6) for at, _ in times[0]})
    assert [round(after - before, 6) for before, after in itertools.pairwise(moments[:90])] == [0.5] * 89
    assert all(each == times[0] for each in times)


@pytest.mark.parametrize("seconds", ["0", "99", "nan", "inf", "-1", "fast", "", "0.5s", "1e999", "0,5,5"])
def test_draw_term_out_of_bounds_is_refused(seconds):
    with pytest.raises(IllegalAction, match=r"draw=0\.5, for example"):
        read_draw(seconds)


def test_draw_term_is_read_with_a_point_or_a_comma():
    assert [read_draw(text) for text in ("0.05", "0,5", "2")] == [0.05, 0.5, 2.0]


# ---- at any moment ----


def shown(table) -> Any:
    return table.shown


def able(state, seat):
    return [ask for ask in state.view(seat).asks(seat) if ask.kind == "call"]


async def draw(table, seat, act):
    """Sit at a seat until the draw is over; `act` does something at every news, others are silent."""

    async def sit(other):
        async for news in table.hear(other):
            if news.kind == "result" or news.scene.phase not in ("draw", "last_call"):
                return
            if other == seat:
                await act(news)
            if news.scene.is_asked:
                with contextlib.suppress(IllegalAction):  # asked no more: somebody else spoke meanwhile
                    await table.answer(other, Action("pass"))

    task = table.start()
    await asyncio.gather(*(sit(other) for other in table.people))
    return task


async def end(table, task):
    table.close()
    await asyncio.gather(task, return_exceptions=True)


def test_2_4_a_call_comes_between_any_two_cards_and_the_record_says_which():
    """Long after its card was drawn, while the rules wait for nobody or for somebody else; replayed to the card."""
    places = set()
    for seed, number in itertools.product(range(6), (20, 41, 62, 83)):
        table, made = table_of(deck_of(seed)), []

        async def call(news, table=table, number=number, made=made):
            asks = able(table.shown, 1)
            if not made and news.number > number and asks:
                made.append(shown(table).drawn)
                await table.answer(1, Action("call", next(iter(asks[0].cards))))
                assert shown(table).caller == 1
                assert shown(table).drawn == made[0]

        async def sit(table=table, call=call):
            await end(table, await draw(table, 1, call))

        run(sit())
        if made:
            deal = table.record.deals[0]
            views: list[Any] = [
                moment.view for moment in moments(deal, 2) if "call" in [event.kind for event in moment.events]
            ]
            assert [view.drawn for view in views] == made
            places.update(move.action.kind for move in deal.moves if move.action.amount)
    assert places == {"pass"}


def test_2_4_who_passed_may_call_later_and_two_at_once_are_heard_one_after_the_other():
    table, late = table_of(deck_of(2)), []

    async def both(news):
        if news.scene.phase == "last_call" and not late:
            seats = [seat for seat in range(4) if able(table.shown, seat)]
            await table.answer(seats[1], Action("pass"))
            calls = [Action("call", next(iter(able(table.shown, seat)[0].cards))) for seat in seats]
            late.extend(await asyncio.gather(*map(table.answer, seats, calls), return_exceptions=True))

    async def sit():
        await end(table, await draw(table, 0, both))

    run(sit())
    assert late[0] is None
    assert [type(other) for other in late[1:]] == [IllegalAction] * (len(late) - 1)
    assert len(late) > 1


def test_alone_the_draw_waits_for_a_new_answer_and_what_was_declined_stays_possible():
    table, asked, offered = table_of(deck_of(7), people=1, timing=HASTY, bot="random"), [], []

    async def sit():
        task = table.start()
        async for news in table.hear(0):
            if news.kind == "result" or news.scene.phase not in ("draw", "last_call"):
                break
            if news.scene.is_asked:
                asked.append(news.scene.asks)
                await table.answer(0, Action("pass"))
            elif news.scene.asks:
                offered.append(news.scene.asks)
                assert all(ask.optional and ask.kind == "call" for ask in news.scene.asks)
        await end(table, task)

    asyncio.run(sit())
    assert asked
    assert offered
    assert all(earlier != later for earlier, later in itertools.pairwise(asked[:-1]))


def test_who_has_called_is_not_asked_at_once_to_overrule_it():
    """Holding a pair besides: it may still be called, and at the end everybody has a last chance."""
    deck = sorted(deck_of(1), key=lambda card: card.rank == 2)
    first = [deck.pop(deck.index(Card(text))) for text in ("2S", "2S", "2H")]
    for number, card in enumerate(first):  # North draws these three first
        deck.insert(4 * number, card)
    table, asked = table_of(deck, people=1, timing=HASTY, bot="random"), []

    async def sit():
        task, called = table.start(), False
        async for news in table.hear(0):
            if news.kind == "result" or news.scene.phase not in ("draw", "last_call"):
                break
            if news.scene.is_asked:
                asked.append((called, news.scene.phase))
                held = Card("2H") in table.view(0).hands[0]
                await table.answer(0, Action("call", "2H") if held and not called else Action("pass"))
                called = called or held
        await end(table, task)

    asyncio.run(sit())
    assert [phase for called, phase in asked if called] == ["last_call"]


def test_several_people_are_all_asked_at_the_end_whether_they_can_call_or_not():
    table, last = table_of(deck_of(3)), {}

    async def sit(seat):
        async for news in table.hear(seat):
            if news.kind == "result" or news.scene.phase not in ("draw", "last_call"):
                return
            if news.scene.phase == "draw":
                assert not news.scene.is_asked
            elif news.scene.is_asked:
                last[seat] = [ask.kind for ask in news.scene.asks]
                assert news.seconds == PACE.call
                await table.answer(seat, Action("pass"))

    async def all_sit():
        task = table.start()
        await asyncio.gather(*map(sit, range(4)))
        await end(table, task)

    run(all_sit())
    assert set(last) == {0, 1, 2, 3}
    assert {kinds[-1] for kinds in last.values()} == {"pass"}


def test_leaving_in_the_draw_goes_on_from_what_was_said_last(tmp_path, monkeypatch):
    """Where the rules stopped next is not shown: it would tell that somebody can call there."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    seen = []
    for seed in range(3):
        path = saves.fresh(f"shengji{seed}")
        table = Table(Shengji(), Shengji.Options(), [Chair("Ann"), *(Chair("b", "random") for _ in range(3))], seed,
                      replace(HASTY, draw=0.001), path)  # fmt: skip

        async def leave(table=table):
            task = table.start()
            async for news in table.hear(0):
                if news.number == 45:
                    break
                if news.scene.is_asked:
                    await table.answer(0, Action("pass"))
            await end(table, task)

        async def go_on(path=path):
            table = Table.resume(path, replace(HASTY, draw=0.001))
            task = table.start()
            first = await anext(table.hear(0))
            await end(table, task)
            return first

        asyncio.run(leave())
        called = [move for move in table.journal.deal.moves if move.action.kind == "call"]
        first = asyncio.run(go_on())
        seen.append(sum(place.count for place in first.scene.places))
        assert called or seen[-1] == 1
        assert sum(event.kind == "draw" for event in first.events) == seen[-1]
    assert 1 in seen


@pytest.mark.parametrize("fails", [False, True])
def test_bots_hear_the_draw_card_by_card_and_their_failures_there_are_told_later(fails, tmp_path):
    """A bot that were told step by step would know where the rules stopped, so who could call."""
    path = tmp_path / "ear.py"
    path.write_text(EAR.replace("fails = False", f"fails = {fails}"))
    table, troubles = table_of(deck_of(5), people=1, timing=HASTY, bot=str(path)), []

    async def sit():
        task = table.start()
        async for news in table.hear(0):
            troubles.append((news.kind, news.scene.phase))
            if news.kind == "result":
                table.go_on(0)
            if news.scene.deal > 1:
                break
            if news.scene.is_asked:
                view = table.view(0)
                await table.answer(0, view.sample(0, Random(1)) if view.asks(0) else Action("pass"))
        await end(table, task)

    asyncio.run(sit())
    heard = (tmp_path / "ear.py.heard").read_text().split("\n")
    draws = [line for line in heard if "draw" in line]
    assert set(draws) == {"draw"}
    assert "begin 1" in heard or "begin 0" in heard
    assert all(phase not in ("draw", "last_call") for kind, phase in troubles if kind == "trouble")


def test_a_call_is_seen_as_long_as_any_other_move():
    """Also one that comes in the middle of the pause after a drawn card."""
    table, times = table_of(deck_of(2)), []

    async def act(news):
        loop = asyncio.get_running_loop()
        times.append((loop.time(), [event.kind for event in news.events]))
        if news.scene.asks and not any("call" in kinds for _, kinds in times):
            await asyncio.sleep(PACE.draw / 3)
            await table.answer(0, Action("call", next(iter(news.scene.asks[0].cards))))

    async def sit():
        await end(table, await draw(table, 0, act))

    run(sit())
    called = next(at for at, (_, kinds) in enumerate(times) if "call" in kinds)
    assert times[called + 1][0] - times[called][0] == pytest.approx(PACE.move)


def test_who_takes_a_chair_in_the_draw_is_asked_anew_and_a_bot_that_is_none_is_refused():
    table, asked = table_of(deck_of(2)), []

    async def sit():
        task = table.start()
        with pytest.raises(ValueError, match="there is no bot"):
            await table.hand_over(3, "nope")
        with pytest.raises(IllegalAction):
            await table.hand_over(9)
        async for news in table.hear(0):
            if news.number == 30:
                await table.hand_over(3, "random")
            if news.number == 50:
                await table.sit(3, "Dan")
            if news.kind == "result" or news.scene.phase not in ("draw", "last_call"):
                break
            if news.scene.phase == "last_call" and not asked:
                asked.append(
                    table.timed is not None and table.timed.is_awaited(3, sayable(shown(table), 3), table.people)
                )
            if news.scene.is_asked:
                for seat in table.people:
                    await table.answer(seat, Action("pass"))
        await end(table, task)

    asyncio.run(sit())
    assert asked in ([True], [])


def test_what_was_said_in_the_draw_is_not_taken_back():
    """Whether it could be would tell who can overcall."""
    called = []

    async def sit(table):
        task = table.start()
        async for news in table.hear(0):
            if called and called[-1] is table:
                assert not news.can_undo
                with pytest.raises(IllegalAction):
                    await table.undo(0)
                break
            if news.kind == "result" or news.scene.phase not in ("draw", "last_call"):
                break
            if news.scene.asks and news.scene.asks[0].kind == "call":
                await table.answer(0, Action("call", next(iter(news.scene.asks[0].cards))))
                called.append(table)
        await end(table, task)

    for seed in range(6):
        asyncio.run(sit(table_of(deck_of(seed), people=1, timing=replace(HASTY, draw=0.001))))
    assert called


def test_a_match_left_after_a_call_goes_on_from_it_whether_or_not_anybody_can_overcall(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ends = set()
    for seed in range(8):
        path = saves.fresh(f"shengji{seed}")
        chairs = [Chair("Ann"), *(Chair("b", "random") for _ in range(3))]
        game = Shengji()
        record = Table(game, game.Options(), chairs, seed, HASTY, path)
        state: Any = record.journal.begin_deal(record.setup, *record.decks.deal(record.setup))[0]
        while not state.call:
            seat = state.seat
            action = next(iter(state.actions(seat)))
            state.apply(seat, action)
            record.journal.add(seat, action, state)
        ends.add(state.is_timed)
        record.close()
        path.write_text(record.journal.text())

        async def go_on(path=path):
            table = Table.resume(path, replace(HASTY, draw=60))
            task = table.start()
            first = await anext(table.hear(0))
            await end(table, task)
            return first

        first = asyncio.run(go_on())
        assert first.scene.phase == "draw"
        assert first.events[-1].kind == "call"
    assert ends == {True, False}
