"""The menu: from the first Enter to a MatchChoice, by keys and by mouse."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from stage import LARGE, SMALL, double_click, keys, perform, press, send, shown
from textual import events

from paiju.chairs import Chair
from paiju.commands.here import host
from paiju.commands.own_table import PlayRequest, chosen_table
from paiju.games import BUILT_IN, all_games, find, read_rules
from paiju.menu import USUAL_BOT, MatchChoice, MatchRequest, OptionRow, bot_chairs, rows_of
from paiju.saves import fresh
from paiju.settings import Settings
from paiju.show import Style
from paiju.table import Table
from paiju.teaching import LessonDoor
from paiju.terminal.menu import MenuScreen
from paiju.terminal.pages import RulesPage

NAMES = list(BUILT_IN)


def menu(**more) -> MenuScreen:
    return MenuScreen(Style(), Settings(), **more)


def chosen(*pressed: str, size=SMALL, **more) -> MatchChoice:
    choice = perform(menu(**more), keys(*pressed), size)
    assert isinstance(choice, MatchChoice)
    return choice


def test_two_enters_start_the_first_game():
    choice = chosen("enter", "enter")
    game = all_games()[0]
    assert choice == MatchChoice(game, game.Options(), USUAL_BOT, people=1, seed=None)


@pytest.mark.parametrize("size", [SMALL, LARGE, (40, 10)])
@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_reached_by_keys(name, size):
    choice = chosen(*["down"] * NAMES.index(name), "enter", "enter", size=size)
    assert choice.game.name == name
    assert choice.options == choice.game.Options()


def test_a_game_is_chosen_by_mouse():
    async def act(pilot):
        await pilot.click("#games", offset=(4, 2))
        await pilot.click("#rows", offset=(6, 0))

    assert perform(menu(), act).game is all_games()[2]


def test_values_are_changed_by_mouse():
    async def act(pilot):
        await pilot.click("#games", offset=(4, 0))
        await pilot.click("#rows", offset=(6, 2))
        await pilot.click("#rows", offset=(6, 0))

    assert perform(menu(), act).bot == "search:hard"


@pytest.mark.parametrize(("where", "is_left"), [("#games", True), ("#rows", False)])
def test_a_double_click_on_go_on_or_play_now_chooses_once(where, is_left):
    left = fresh("hearts") if is_left else None
    choice = perform(menu(resume=left), lambda pilot: double_click(pilot, where, 6, 0))
    assert choice.resume == left


def test_two_enters_at_once_choose_once():
    async def act(pilot):
        await press(pilot, "enter")
        await send(pilot, events.Key("enter", "\r"), events.Key("enter", "\r"))

    assert isinstance(perform(menu(), act), MatchChoice)


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_every_row_can_be_had(name):
    """Turn each row once: whatever the rules refuse is said, and the choice stays one that can be played."""

    async def act(pilot):
        await press(pilot, *["down"] * NAMES.index(name), "enter")
        others = len(pilot.app.screen.rows) - 1
        await press(pilot, *["down", "right"] * others, *["up"] * others, "enter")

    choice = perform(menu(), act)
    choice.game.look_over(choice.options)
    assert choice.game.rules(choice.options) != name


def test_left_undoes_right():
    choice = chosen("enter", "down", "down", "right", "right", "left", "left", "home", "enter")
    assert choice.bot == USUAL_BOT


def row_of(option: str) -> int:
    """Where the first game's option stands among the rows."""
    rows = rows_of(all_games()[0], Style(), watching=False)
    return next(at for at, row in enumerate(rows) if isinstance(row, OptionRow) and row.option.name == option)


def test_a_number_is_typed():
    down = ["down"] * row_of("target")
    choice = chosen("enter", *down, "enter", *"77", "enter", *["up"] * len(down), "enter")
    assert choice.options.target == 77


def test_a_number_that_will_not_do_is_refused_with_what_would():
    async def act(pilot):
        await press(pilot, "enter", *["down"] * row_of("target"), "enter", *"99999", "enter")
        assert "1 to 1000" in shown(pilot)
        await press(pilot, "q")

    assert perform(menu(), act) is None


def test_a_seed_is_typed():
    async def act(pilot):
        await press(pilot, "enter", *["down"] * (len(pilot.app.screen.rows) - 1), "enter", *"42", "enter")
        await press(pilot, *["up"] * (len(pilot.app.screen.rows) - 1), "enter")

    assert perform(menu(), act).seed == 42


def test_a_preset_sets_its_options_and_a_change_makes_them_ones_own():
    at = NAMES.index("gongzhu")

    async def act(pilot):
        await press(pilot, *["down"] * at, "enter", *["down"] * 6, "right")
        assert "balanced" in shown(pilot)
        assert "your own" in await press(pilot, "down", "right")
        await press(pilot, "home", "enter")

    choice = perform(menu(), act)
    _, balanced = read_rules("gongzhu:balanced")
    assert choice.options.ten == balanced.ten
    assert choice.options.decks != balanced.decks


def test_fewer_players_leave_room_for_fewer_people():
    at = NAMES.index("poepen")
    choice = chosen(*["down"] * at, "enter", *["down"] * 4, "left", "up", "left", "left", "home", "enter")
    assert choice.options.players == 2
    assert choice.people == 2


def request_of(**wished: Any) -> PlayRequest:
    """What the command line wished besides."""
    usual: dict[str, Any] = dict.fromkeys(["seed", "resume", "record"])
    usual |= {
        "forced": False,
        "level": "",
        "bots": {},
        "seconds": 0.0,
        "impatient": True,
        "names": (),
        "people": 1,
        "count": 1,
    }
    return PlayRequest(**(usual | wished))


def seated(choice: MatchChoice, settings: Settings | None = None, **wished: Any) -> Table:
    """The table of a choice."""
    table = chosen_table(request_of(**wished), choice, settings or Settings())
    table.close()
    return table


def test_people_and_bots_sit_down():
    game, options = read_rules("poepen:players=5")
    table = seated(MatchChoice(game, options, "steady", people=2), Settings(name="Ann"))
    assert table.people == (0, 1)
    assert table.chairs.by_seat[0].name == "Ann"
    assert len({chair.name for chair in table.chairs.by_seat}) == 5
    assert [chair.bot for chair in table.chairs.by_seat[2:]] == ["steady"] * 3


def test_practice_is_for_one_person_and_stands_in_the_record():
    choice = chosen("enter", *["down"] * 4, "right", "down", "right", "home", "enter")
    assert (choice.people, choice.practice) == (1, True)
    assert seated(choice).record.tags["Practice"] == "on"
    assert chosen("enter", *["down"] * 5, "right", "up", "right", "home", "enter").practice is False


def test_the_first_deal_explained_is_in_the_menu():
    choice = chosen("down", "enter", "down", "enter")
    assert (choice.game.name, choice.lesson) == ("gongzhu", True)
    (door,) = host(request_of(), choice, Settings(lang="nl"))
    assert door.facts.game is choice.game
    assert isinstance(door, LessonDoor)


def test_several_people_are_told_apart(monkeypatch):
    monkeypatch.delenv("USER", raising=False)
    game, options = read_rules("hearts")
    assert [chair.name for chair in seated(MatchChoice(game, options, people=2)).chairs.by_seat[:2]] == ["Bo", "Kim"]
    assert seated(MatchChoice(game, options)).chairs.by_seat[0].name == "You"


def test_what_has_no_row_is_as_the_command_line_has_it():
    choice = MatchChoice(find("hearts"), find("hearts").Options(), "steady", seed=5)
    table = seated(choice, Settings(name="Ann"), names=("Bea",), bots={"left": "random"}, seconds=30.0)
    assert table.chairs.by_seat[0].name == "Bea"
    assert [chair.bot for chair in table.chairs.by_seat[1:]] == ["random", "steady", "steady"]
    assert table.clock.timing.answer == 30
    assert table.seed == 5


def test_the_menu_starts_with_what_was_asked_for():
    start = MatchRequest("search:hard", people=6, players=5, seed=42)
    choice = chosen(*["down"] * NAMES.index("poepen"), "enter", "enter", start=start)
    assert (choice.bot, choice.people, choice.options.players, choice.seed) == ("search:hard", 5, 5, 42)
    choice = chosen("enter", "enter", start=MatchRequest(people=9, players=77))  # not in this game
    assert choice == MatchChoice(all_games()[0], all_games()[0].Options(), people=choice.seats)


def test_the_match_one_left_is_on_top():
    choice = chosen("enter", resume=Path("left.paiju"))
    assert choice.resume == Path("left.paiju")


async def answered_once(table: Table) -> None:
    """Somebody plays a card and leaves."""
    async for news in table.door(0).hear():
        if news.scene.asks:
            await table.answer(0, next(iter(table.view(0).actions(0))))
            table.close()
    await table.start()


def test_a_match_that_was_left_is_found_and_named():
    game, options = read_rules("luzi")
    left = Table(game, options, [Chair("Ann"), *bot_chairs(["steady"] * 5)], 1, store=fresh("luzi"))
    asyncio.run(answered_once(left))

    async def act(pilot):
        assert "Go on: Da Guai Lu Zi" in shown(pilot)
        await press(pilot, "enter")

    choice = perform(menu(), act)
    assert str(choice.resume) == left.store.place
    assert seated(choice).game is left.game


def test_an_earlier_match_that_was_left_can_be_gone_on_with_too():
    paths = []
    for rules in ("hearts", "luzi"):
        game, options = read_rules(rules)
        chairs = [Chair("Ann"), *bot_chairs(["steady"] * (game.first(options).seats - 1))]
        table = Table(game, options, chairs, 1, store=fresh(rules))
        asyncio.run(answered_once(table))
        paths.append(Path(table.store.place))
    os.utime(paths[0], (1, 1))  # long ago
    assert chosen("enter").resume == paths[1]
    assert chosen("down", "enter").resume == paths[0]


def test_the_last_choice_is_remembered():
    chosen(*["down"] * 3, "enter", "down", "down", "right", "down", "right", "home", "enter")
    kept, _ = Settings.load()
    assert (kept.rules, kept.bot) == ("poepen:players=5", "search:hard")
    again = perform(MenuScreen(Style(), kept), keys("enter", "enter"))
    assert (again.game.name, again.options.players, again.bot) == ("poepen", 5, "search:hard")


@pytest.mark.parametrize("rules", ["chess", "hearts:target=never", "", ":::"])
def test_a_remembered_choice_that_makes_no_sense_is_forgotten(rules):
    choice = perform(MenuScreen(Style(), Settings(rules=rules, bot="nobody")), keys("enter", "enter"))
    assert choice == MatchChoice(all_games()[0], all_games()[0].Options())


def test_watching_has_no_people():
    async def act(pilot):
        text = shown(pilot)
        assert "Watch" in text
        assert "people" not in text

    perform(menu(watching=True), act)


def test_rules_can_be_read_from_the_menu():
    async def act(pilot):
        await press(pilot, "down", "r")
        assert isinstance(pilot.app.screen, RulesPage)
        assert pilot.app.screen.game.name == NAMES[1]
        await press(pilot, "escape")

    perform(menu(), act)


def test_the_help_of_a_row_names_its_rule():
    async def act(pilot):
        await press(pilot, "enter", *["down"] * row_of("passing"))
        assert "(rule 2.1)" in shown(pilot)

    perform(menu(), act)


def test_the_language_changes_at_once_and_is_kept():
    async def act(pilot):
        await press(pilot, "l")
        assert pilot.app.screen.style.lang == "zh"
        assert pilot.app.style.lang == "zh"

    perform(menu(), act)
    assert Settings.load()[0].lang == "zh"


def test_settings_are_reached():
    async def act(pilot):
        await press(pilot, "o", "space", "escape")

    perform(menu(), act)
    assert Settings.load()[0].four_colours


@pytest.mark.parametrize("pressed", [["q"], ["escape"], ["enter", "escape", "escape"]])
def test_leaving(pressed):
    assert perform(menu(), keys(*pressed)) is None
