"""Watching bots on the whole screen: pace, steps, views, and a match to its end."""

from __future__ import annotations

from typing import Any

import pytest
from sitting import ENDED
from stage import LARGE, SMALL, perform, press, shown, until

from paiju.core.words import ONLOOKER, TRUTH
from paiju.games import BUILT_IN, read_rules
from paiju.menu import bot_chairs
from paiju.show import Style
from paiju.table import Table
from paiju.terminal.felt import FeltWidget
from paiju.terminal.pages import LastTrickPage, LogPage, RulesPage, ScorePage
from paiju.terminal.watch import LookOnScreen, WatchScreen
from paiju.timing import FOREVER, Timing


def watching(rules: str, viewer: int = TRUTH, bot: str = "steady", seed: int = 3, **more) -> Any:
    game, options = read_rules(rules)
    table = Table(game, options, bot_chairs([bot] * game.first(options).seats), seed)
    screen = WatchScreen(table.door(TRUTH), Style(), viewer, **more)
    screen.table = table  # pyright: ignore[reportAttributeAccessIssue]
    return screen


SHORT = {
    "hearts": "hearts:target=20",
    "gongzhu": "gongzhu:hands=1",
    "shengji": "shengji:deals=1",
    "poepen": "poepen:rounds=up,peak=2",
    "luzi": "luzi:players=4",
}


@pytest.mark.parametrize(("name", "size"), [*((name, LARGE) for name in BUILT_IN), ("hearts", SMALL)])
def test_a_match_to_its_end(name, size):
    screen = watching(SHORT[name], seed=4)  # with it they are short

    async def act(pilot):
        while not screen.table.is_over:
            deals = len(screen.table.results)
            await press(pilot, "d")
            await until(pilot, lambda deals=deals: len(screen.table.results) > deals or screen.table.is_over)
        await until(pilot, lambda: "the match is over" in shown(pilot) and ENDED.search(shown(pilot)))

    perform(screen, act, size)
    assert screen.table.setup.over


def test_nothing_moves_while_paused_and_a_step_is_one_step():
    screen = watching("hearts", seconds=4.0)

    async def stays(pilot) -> int:
        """The number of the moment shown, which is still there though its time is over."""
        number, screen.due = screen.news.number, 0.0
        for _ in range(10):
            await screen.tick()
            await pilot.pause()
        assert screen.news.number == number
        return number

    async def act(pilot):
        await until(pilot, lambda: screen.news)
        await press(pilot, "space")
        assert "paused" in shown(pilot)
        number = await stays(pilot)
        for step in range(1, 6):
            await press(pilot, "n")
            await until(pilot, lambda step=step: screen.news.number == number + step)
        assert await stays(pilot) == number + 5
        await press(pilot, *["plus"] * 5, "space")
        await until(pilot, lambda: screen.news.number > number + 6)

    perform(screen, act)


def test_any_view():
    screen = watching("hearts", seconds=4.0)

    async def act(pilot):
        await until(pilot, lambda: screen.news)
        await press(pilot, "n", "n")
        felt = screen.query_one(FeltWidget)
        for key, viewer in (("2", 2), ("o", TRUTH), ("u", ONLOOKER)):
            await press(pilot, key)
            assert felt.scene == screen.table.view(viewer).scene()
        assert not any(place.hand for place in felt.scene.places)

    perform(screen, act)


def test_a_seat_hears_only_what_it_may():
    screen = watching("hearts", viewer=2, seconds=4.0)

    async def act(pilot):
        await until(pilot, lambda: screen.news)
        await press(pilot, "n", "n")
        await until(pilot, lambda: "gives 3 cards" in shown(pilot))
        await press(pilot, "l")
        assert "gives 3 cards" in shown(pilot)

    perform(screen, act)


def test_pages():
    screen = watching("shengji", seconds=4.0)

    async def act(pilot):
        await until(pilot, lambda: screen.news)
        for key, page in (("s", ScorePage), ("l", LogPage), ("r", RulesPage), ("t", LastTrickPage)):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, page)
            await press(pilot, "q")
        await press(pilot, "question_mark", "q")

    perform(screen, act)


def test_so_many_deals_and_no_more():
    screen = watching("poepen", deals=1)

    async def act(pilot):
        await press(pilot, "d")
        await until(pilot, lambda: screen.table.is_closed)
        assert len(screen.table.results) == 1

    perform(screen, act)


def test_leaving_closes_the_table():
    screen = watching("hearts", bot="search:easy")

    async def act(pilot):
        await until(pilot, lambda: screen.news)
        await press(pilot, "q")

    perform(screen, act)
    assert screen.table.is_closed
    assert screen.table.record.deals


def test_an_onlooker_hears_everything_once_and_hurries_nobody():
    game, options = read_rules("hearts")
    unhurried = Timing(FOREVER, FOREVER, FOREVER, FOREVER, FOREVER)
    table = Table(game, options, bot_chairs(["steady"] * 4), 3, unhurried)
    screen = LookOnScreen(table.door(ONLOOKER), Style())

    def heard():
        return screen.news.number if screen.news else 0

    async def act(pilot):
        await until(pilot, heard)
        number = heard()
        await pilot.pause(0.2)
        assert heard() == number
        table.hurry(ONLOOKER)
        await until(pilot, lambda: heard() > number)
        assert len(screen.told) == len(set(screen.told))

    perform(screen, act)


def test_bots_that_differ_are_told_apart():
    assert [chair.name for chair in bot_chairs(["steady", "random"])] == ["Ada (steady)", "Bram (random)"]
    assert [chair.name for chair in bot_chairs(["steady", "steady"])] == ["Ada", "Bram"]
