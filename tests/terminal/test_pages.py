"""Pages: each opens, scrolls and closes, by keys and by mouse; the rules are searched, the deal is gone through."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace as Values
from typing import Any

import pytest
from stage import LARGE, SIZES, SMALL, keys, match, perform, press, shown, until
from textual.containers import ScrollableContainer

from paiju.bots.search import explain
from paiju.core.chance import Random
from paiju.core.words import Message
from paiju.door import FinishedDeal, MatchFacts
from paiju.games import BUILT_IN, find, read_rules
from paiju.record import Deal, Record
from paiju.rulebook import paragraphs
from paiju.show import Style
from paiju.terminal import screens
from paiju.terminal.analysis import AnalysisPage, MomentPage
from paiju.terminal.felt import FeltWidget
from paiju.terminal.menu import MenuScreen
from paiju.terminal.pages import (
    AskPage,
    HelpPage,
    HintPage,
    LastTrickPage,
    LessonPage,
    LogPage,
    Page,
    ResultPage,
    RulesPage,
    ScorePage,
)
from paiju.terminal.replay import ReplayScreen

STYLE = Style(names=("Ann", "Bo", "Cor", "Dia", "Eef", "Fay"))
HEARTS = match("hearts", 1)


def results_of(record: Record) -> list[FinishedDeal]:
    found = []
    for deal in record.deals:
        final = deal.final()
        found.append(FinishedDeal(deal.setup.deal, final.scores(), record.game.after(deal.setup, final).match))
    return found


def ended(record: Record) -> tuple[Any, Any]:
    """The news of a finished deal, and the door where it was heard."""
    results = results_of(record)
    *_, (state, events) = record.deals[-1].replay()
    names = tuple(f"seat {seat}" for seat in range(len(results[-1].scores)))
    after = results[-1].after
    facts = MatchFacts(record.game, record.options, names, ("",) * len(names), lambda: tuple(results), after)

    async def deal() -> Deal:
        return record.deals[-1]

    door = Values(facts=facts, deal=deal)
    news = Values(kind="result", events=events, scene=state.view(0).scene(), match=after)
    return news, door


def a_page(name: str) -> Page[Any]:
    news, door = ended(HEARTS)
    game, options = HEARTS.game, HEARTS.options
    start = HEARTS.game.start(HEARTS.deals[0].setup, HEARTS.deals[0].deck)
    return {
        "rules": lambda: RulesPage(game, options, STYLE),
        "score": lambda: ScorePage(door.facts.results, news.match, STYLE),
        "log": lambda: LogPage([f"line {n}" for n in range(200)], STYLE),
        "last": lambda: LastTrickPage(news.scene, STYLE),
        "hint": lambda: HintPage(explain(start.view(0), Random(1), worlds=8), STYLE),
        "result": lambda: ResultPage(news, door, STYLE),
        "analysis": lambda: AnalysisPage(HEARTS.deals[0], 0, STYLE, "search:worlds=2"),
        "help": lambda: HelpPage(STYLE, MenuScreen.BINDINGS, ()),
    }[name]()


PAGES = ["rules", "score", "log", "last", "hint", "result", "analysis", "help"]


@pytest.mark.parametrize("size", [*SIZES, (40, 10)])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_and_closes(name, size):
    page = a_page(name)

    async def act(pilot):
        await press(pilot, "down", "pagedown", "pageup", "up")
        assert page.title_text()[:10] in shown(pilot)
        await press(pilot, "q")
        assert not page.is_current

    perform(page, act, size)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_closes_by_mouse(name):
    page = a_page(name)

    async def act(pilot):
        text = shown(pilot)
        word = "leave" if name == "result" else "close"
        y, line = next((y, line) for y, line in enumerate(text.splitlines()) if f"q {word}" in line)
        await pilot.click(offset=(line.index(f"q {word}"), y))
        await pilot.pause()
        assert not page.is_current

    perform(page, act)


@pytest.mark.parametrize("pressed", ["escape", "q", "enter"])
@pytest.mark.parametrize("name", ["rules", "score", "log", "last", "help"])
def test_what_is_only_read_closes_with_each_key(name, pressed):
    page = a_page(name)
    perform(page, keys(pressed))
    assert not page.is_running


def test_the_log_opens_at_its_end_and_scrolls():
    async def act(pilot):
        assert "line 199" in shown(pilot)
        assert "line 199" not in await press(pilot, "home")
        assert "line 0" in shown(pilot)

    perform(a_page("log"), act)


# ---- rules ----


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_rule_can_be_jumped_to(name):
    game = find(name)
    page = RulesPage(game, game.Options(), Style())
    numbers = [part.number for part in page.parts if part.kind == "rule"]
    assert len(numbers) > 10

    async def act(pilot):
        for number in (numbers[0], numbers[len(numbers) // 2], numbers[-1]):
            text = await press(pilot, *(key if key != "." else "full_stop" for key in number), "enter")
            assert f"{number} " in text
            assert page.parts[page.at].number == number

    perform(page, act)


def test_rules_open_at_a_rule():
    game, options = read_rules("hearts")

    async def act(pilot):
        await pilot.pause()
        assert "4.3 " in shown(pilot)

    page = RulesPage(game, options, Style(), rule="4.3")
    perform(page, act)
    assert page.parts[page.at].number == "4.3"


def test_words_are_found_one_after_another():
    game, options = read_rules("hearts")
    page = RulesPage(game, options, Style())

    async def act(pilot):
        await press(pilot, "slash", *"moon", "enter")
        first = page.at
        assert "moon" in page.parts[first].text.casefold()
        await press(pilot, "n")
        assert page.at > first
        await press(pilot, "N")
        assert page.at == first
        await press(pilot, "slash", *"xyzzy", "enter")
        assert page.at == -1
        await press(pilot, "slash", "escape")
        assert page.is_current

    perform(page, act)


def test_rules_tell_the_options_in_force():
    game, options = read_rules("hearts:target=50")
    page = RulesPage(game, options, Style())
    assert any(part.kind == "option" and "target" in part.text and "50" in part.text for part in page.parts)


def test_a_paragraph_loses_the_line_breaks_of_the_file():
    parts = list(paragraphs(iter(["# Title", "", "1.1 One", "two.", "    > x = 1", "", "## 2. Next"])))
    assert [(part.number, part.kind, part.text) for part in parts] == [
        ("", "heading", "Title"),
        ("1.1", "rule", "1.1 One two."),
        ("", "option", "x = 1"),
        ("2", "heading", "2. Next"),
    ]


# ---- scores and results ----


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_sheet_has_a_row_a_deal(name):
    record = match(name, 3)
    results = results_of(record)

    async def act(pilot):
        text = shown(pilot)
        for result in results:
            assert f"deal {result.deal}" in text
        assert "Ann" in text

    perform(ScorePage(results, results[-1].after, STYLE), act)


def test_a_sheet_without_deals_says_so():
    game, options = read_rules("hearts")

    async def act(pilot):
        assert "no deal is finished yet" in shown(pilot)

    perform(ScorePage([], game.first(options).match, STYLE), act)


@pytest.mark.parametrize(("key", "answer"), [("enter", "next"), ("space", "next"), ("q", "leave")])
def test_a_result_is_answered(key, answer):
    assert perform(a_page("result"), keys(key)) == answer


def test_a_result_leads_to_the_other_pages():
    async def act(pilot):
        for key, page in (("s", ScorePage), ("l", LogPage), ("a", AnalysisPage)):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, page)
            await press(pilot, "escape")

    perform(a_page("result"), act)


def test_the_kitty_is_shown_at_the_end():
    async def act(pilot):
        assert "the kitty" in shown(pilot)

    news, door = ended(match("shengji", 1))
    perform(ResultPage(news, door, STYLE), act)


def test_the_end_of_a_match_names_the_winners_and_the_file():
    record = match("poepen:rounds=down,peak=2", 9)
    news, door = ended(record)
    folder = "/a/folder/with/a/name/so/long/that/it/does/not/fit/on/a/line/of/eighty/columns/matches"
    door.facts = replace(door.facts, place=f"{folder}/finished/mine.paiju")

    async def act(pilot):
        text = shown(pilot)
        assert "The match is over" in text
        assert "won the match after 2 deals" in text
        assert "deal 1" in text
        lines = [line.strip(" │\n") for line in text.splitlines()]
        assert "The match is kept in " in text
        assert f"{folder}/finished/mine.paiju" in "".join(lines)

    perform(ResultPage(news, door, STYLE), act)


def test_a_match_of_one_deal():
    news, door = ended(match("poepen:rounds=up,peak=1", 9))

    async def act(pilot):
        assert "won the match after one deal" in shown(pilot)

    perform(ResultPage(news, door, STYLE), act)


def test_the_end_of_a_match_does_not_claim_that_it_was_kept():
    news, door = ended(match("poepen:rounds=up,peak=1", 9))
    door.facts = replace(door.facts, place="/matches/mine.paiju", trouble=Message("the disk is full"))

    async def act(pilot):
        assert "the match was not kept" in shown(pilot)
        assert "mine.paiju" not in shown(pilot)

    perform(ResultPage(news, door, STYLE), act)


# ---- hints, help, questions ----


def test_a_hint_can_be_taken_over():
    page: Any = a_page("hint")
    assert perform(page, keys("down", "enter")) == page.choices[1].action


def test_a_lesson_is_read_to_its_end_before_enter_goes_on():
    lines = [*(Message(f"paragraph {number}") for number in range(20)), Message("a good answer")]

    async def act(pilot):
        assert "a good answer" not in shown(pilot)
        await press(pilot, "enter", "enter")
        assert "a good answer" in shown(pilot)

    perform(LessonPage(lines, STYLE), act)


def test_a_result_is_read_to_its_end_before_enter_goes_on():
    page = ResultPage(*ended(match("gongzhu", 1)), STYLE)

    async def act(pilot):
        assert "deal 1" not in shown(pilot)
        await press(pilot, "enter")
        assert "deal 1" in shown(pilot)
        await press(pilot, "enter")
        assert not page.is_current

    perform(page, act)


@pytest.mark.parametrize("name", ["result", "lesson"])
def test_a_page_that_comes_by_itself_is_not_closed_by_a_key_for_what_lay_there_before(name, monkeypatch):
    monkeypatch.setattr(screens, "STRAY", 30.0)
    page = a_page("result") if name == "result" else LessonPage([Message("a good answer")], STYLE)

    async def act(pilot):
        await press(pilot, "space", "enter")
        assert page.is_current
        page.came -= 60
        await press(pilot, "space")
        assert not page.is_current

    perform(page, act)


def test_no_hint_is_taken():
    assert perform(a_page("hint"), keys("escape")) is None


def test_help_lists_every_key():
    async def act(pilot):
        text = shown(pilot)
        for binding in MenuScreen.BINDINGS:
            assert binding.description in text

    perform(a_page("help"), act, LARGE)


def test_keys_that_go_both_ways_are_told_once():
    lines = HelpPage(STYLE, ReplayScreen.BINDINGS, ()).rows
    assert ("← →", "move") in lines
    assert not [keys for keys, _ in lines if keys in ("←", "T", "D", "-")]


def test_a_question_is_answered_by_typing():
    assert perform(AskPage("Which?", STYLE), keys(*"12", "enter")) == "12"
    assert perform(AskPage("Which?", STYLE), keys(*"12", "escape")) is None


def test_a_paste_does_no_harm():
    page = AskPage("Which?", STYLE)

    async def act(pilot):
        from textual.events import Paste

        page.query_one("Input").post_message(Paste("x" * 10_000))
        await pilot.pause()
        await press(pilot, "enter")

    assert len(perform(page, act)) <= 40


# ---- the analysis ----


@pytest.mark.parametrize("size", SIZES)
def test_the_analysis_judges_every_decision_of_the_seat(size):
    deal = HEARTS.deals[0]
    page = AnalysisPage(deal, 2, STYLE, "search:worlds=4")
    own = [number for number, move in enumerate(deal.moves, 1) if move.seat == 2]

    async def act(pilot):
        await until(pilot, lambda: len(page.found) == len(own))
        assert [verdict.number for verdict in page.found] == own
        assert f"{len(own)} of {len(own)}" in shown(pilot)
        await press(pilot, "o")
        costs = [verdict.cost for verdict in page.shown]
        assert costs == sorted(costs, reverse=True)
        await press(pilot, "end", "enter")
        moment = pilot.app.screen
        assert isinstance(moment, MomentPage)
        assert moment.query_one(FeltWidget).scene == moment.history.scene(moment.verdict.number - 1, 2)
        await press(pilot, "q", "q")
        assert not page.is_current

    perform(page, act, size)


def test_an_analysis_can_be_left_while_it_runs():
    page = AnalysisPage(HEARTS.deals[0], 0, STYLE, "search:worlds=9000")
    perform(page, keys("escape"))
    assert len(page.found) < len(page.wanted)


def test_the_screen_is_free_while_the_judge_thinks():
    page = AnalysisPage(match("luzi", 1).deals[0], 0, STYLE, "search:worlds=9000")

    async def act(pilot):
        await press(pilot, "o", "o", "escape")
        assert not page.is_current

    perform(page, act)
    assert len(page.found) < len(page.wanted)


def test_pages_scroll_what_is_wide():
    record = match("luzi", 2)
    results = results_of(record)
    style = Style(names=tuple("a name of twenty-four" for _ in range(6)))

    async def act(pilot):
        box = pilot.app.screen.query_one(ScrollableContainer)
        assert box.max_scroll_x > 0
        await press(pilot, "right", "right")
        await until(pilot, lambda: box.scroll_x > 0)

    perform(ScorePage(results, results[-1].after, style), act, SMALL)


def test_before_the_first_trick_there_is_no_last_one():
    async def act(pilot):
        assert "no trick has been taken yet" in shown(pilot)

    state = HEARTS.game.start(HEARTS.deals[0].setup, HEARTS.deals[0].deck)
    perform(LastTrickPage(state.view(1).scene(), STYLE), act)
