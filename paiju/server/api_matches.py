"""What the API tells of matches that are over, and of how strong people and bots are."""

from __future__ import annotations

from typing import Any

from paiju.analysis import verdict_text
from paiju.chairs import chairs_of
from paiju.core.words import TRUTH, Action
from paiju.deal_news import deal_news
from paiju.games import find
from paiju.record import Record
from paiju.server.api_call import ApiCall
from paiju.server.api_values import (
    AnalysisAnswer,
    BoardAnswer,
    DealAnswer,
    JudgedDeal,
    LuckAnswer,
    LuckRow,
    MatchPage,
    VerdictRow,
)
from paiju.server.problems import Problem
from paiju.show import Style
from paiju.threads import in_thread


async def matches(call: ApiCall) -> MatchPage:
    history, after = call.server.house.history, call.word("after")
    if call.word("person"):
        return page(await history.played(call.word("person"), after, call.limit()), call.limit())
    return page(await history.recent(call.word("game"), after, call.limit()), call.limit())


def page(found: list[tuple[str, Any]], limit: int) -> MatchPage:
    return MatchPage([value for _, value in found], found[-1][0] if len(found) == limit else "")


async def match(call: ApiCall) -> dict[str, Any]:
    return await call.server.house.history.match(call.part("match"))


async def record(call: ApiCall) -> str:
    return await call.server.house.history.record(call.part("match"))


async def leaderboard(call: ApiCall) -> BoardAnswer:
    game, board = find(call.part("game")).name, call.word("board", "people")
    if board not in ("people", "bots"):
        raise Problem(422, "no_such_board", "boards are people and bots")
    return BoardAnswer(game, board, await call.server.house.history.leaderboard(game, board))


async def deal(call: ApiCall) -> DealAnswer:
    """Down to a trick: what a page shows of /m/ID?seat=2#d3t5."""
    match, number, seat = call.part("match"), call.number("deal"), call.word("seat")
    text = await call.server.house.history.record(match)
    return await in_thread(deal_answer, match, text, number, int(seat) if seat in SEATS else TRUTH, call.lang)


SEATS = tuple("012345")


def deal_answer(match: str, text: str, number: int, viewer: int, lang: str) -> DealAnswer:
    record = Record.read(text)
    if not 0 < number <= len(record.deals):
        raise Problem(404, "no_such_deal", f"this match has {len(record.deals)} deals")
    if viewer >= record.deals[number - 1].setup.seats:
        raise Problem(422, "no_such_seat", "there is no such seat")
    told = deal_news(record, number - 1, viewer, lang)
    names = [chair.name for chair in chairs_of(record)]
    return DealAnswer(match, number, len(record.deals), viewer, names, told.news, told.tricks, told.moves)


async def analysis(call: ApiCall) -> AnalysisAnswer:
    return analysed(await call.server.house.analyses.found(call.part("match")), call.lang)


async def ask_analysis(call: ApiCall) -> AnalysisAnswer:
    return analysed(await call.server.house.analyses.ask(call.person, call.part("match")), call.lang)


def analysed(told: dict[str, Any], lang: str) -> AnalysisAnswer:
    deals = [
        JudgedDeal(each["deal"], [verdict_row(verdict, Style(lang=lang)) for verdict in each["verdicts"]])
        for each in told["deals"]
    ]
    return AnalysisAnswer(told["state"], told["done"], told["of"], deals)


def verdict_row(told: dict[str, Any], style: Style) -> VerdictRow:
    best, cost, margin = told["best"], told["cost"], told["margin"]
    text = verdict_text(style, told["choices"], told["action"] == best, Action.read(best), cost, margin)
    return VerdictRow(told["move"], told["seat"], told["action"], cost, margin, best, text)


async def luck(call: ApiCall) -> LuckAnswer:
    told = await call.server.house.analyses.luck(call.part("match"))
    deals = [LuckRow(each["deal"], each["scores"], each["par"]) for each in told["deals"]]
    return LuckAnswer(told["bot"], deals, told["scores"], told["par"], told["adjusted"])
