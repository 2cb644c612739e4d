"""What the API tells of matches that are over, and of how strong people and bots are."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar, cast

import msgspec

from paiju.analysis import verdict_text
from paiju.bots import read_bot
from paiju.bots.search import worlds_of
from paiju.chairs import chairs_of
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.game import Setup
from paiju.core.words import TRUTH, Action
from paiju.deal_news import deal_news
from paiju.fair import Fairness
from paiju.frames import wire_hints
from paiju.history import JUDGE, DealHistory
from paiju.match_analysis import verdict_value
from paiju.record import Deal, Record, RecordError, read_unfinished
from paiju.server.api_call import ApiCall
from paiju.server.api_values import (
    AnalysisAnswer,
    BoardAnswer,
    DealAnswer,
    JudgedDeal,
    JudgedMoves,
    LuckAnswer,
    LuckRow,
    MatchAnswer,
    MatchPage,
    MoveAnswer,
    PlayedRow,
    ProofAnswer,
    RatingRow,
    RecordAnswer,
    RecordBody,
    RecordMovesBody,
    VerdictRow,
    WorldRow,
)
from paiju.server.problems import Problem
from paiju.show import Style
from paiju.speakers import Speaker
from paiju.threads import in_thread

READING_SECONDS = 10.0  # for a record that somebody sends
MOVE_SECONDS = 30.0  # to compare the choices of a move
JUDGING_SECONDS = 3.0  # for moves of such a record, before others have their turn
MOST_SHOWN = 4  # choices of it
WORLDS = 6

T = TypeVar("T")


async def matches(call: ApiCall) -> MatchPage:
    history, mark = call.server.house.history, call.word("after")
    if call.word("person"):
        asker = call.asker.id if call.asker is not None else ""
        found, following = await history.played(asker, call.word("person"), mark, call.limit())
    else:
        found, following = await history.recent(call.game_asked(), mark, call.limit())
    return MatchPage(msgspec.convert(found, list[MatchAnswer]), following)


async def match(call: ApiCall) -> MatchAnswer:
    return msgspec.convert(await call.server.house.history.match(call.part("match")), MatchAnswer)


async def record(call: ApiCall) -> str:
    return await call.server.house.history.record(call.part("match"))


async def leaderboard(call: ApiCall) -> BoardAnswer:
    game, board = call.game().name, call.word("board", "people")
    if board not in ("people", "bots"):
        raise Problem(422, "no_such_board", "boards are people and bots")
    rows = await call.server.house.history.leaderboard(game, board)
    return BoardAnswer(game, board, [msgspec.convert(row, RatingRow) for row in rows])


async def deal(call: ApiCall) -> DealAnswer:
    """Down to a trick: what a page shows of /m/ID?seat=2#d3t5."""
    match, number, seat = call.part("match"), call.number("deal"), call.word("seat")
    text = await call.server.house.history.record(match)
    viewer = int(seat) if seat in SEATS else TRUTH
    return await in_thread(lambda: deal_answer(match, Record.read(text), number, viewer, call.lang))


SEATS = tuple("012345")


def deal_of(record: Record, number: int) -> Deal:
    if not 0 < number <= len(record.deals):
        raise Problem(404, "no_such_deal", f"this match has {len(record.deals)} deals")
    return record.deals[number - 1]


def deal_answer(match: str, record: Record, number: int, viewer: int, lang: str) -> DealAnswer:
    if viewer >= deal_of(record, number).setup.seats:
        raise Problem(422, "no_such_seat", "there is no such seat")
    told = deal_news(record, number - 1, viewer, lang)
    names = [chair.name for chair in chairs_of(record)]
    return DealAnswer(match, number, len(record.deals), viewer, names, told.news, told.tricks, told.moves)


async def look_at(call: ApiCall) -> RecordAnswer:
    """A record of a stranger: whatever is in it, it costs one slow process a few seconds at most."""
    body: RecordBody = call.body
    return await read_beside(call, READING_SECONDS, record_answer, body.record, body.deal, body.seat, call.lang)


async def read_beside(call: ApiCall, seconds: float, work: Callable[..., T | str], *arguments: Any) -> T:
    """What this finds out in the workshop; a text is what is wrong."""
    workshop = call.server.reading
    if workshop.is_full:
        raise Problem(503, "busy", "too many records wait to be read: try again in a moment", wait=5.0)
    try:
        told = await workshop.work(work, *arguments, seconds=seconds)
    except TimeoutError:
        raise Problem(422, "too_slow", f"this cannot be worked out within {seconds:.0f} seconds") from None
    except (BrokenProcessPool, MemoryError):
        raise Problem(422, "bad_record", "this record cannot be read") from None
    if isinstance(told, str):
        raise Problem(422, "bad_record", told)
    return told


def record_answer(text: str, number: int, viewer: int, lang: str) -> RecordAnswer | str:
    try:
        record = record_of(text)
        if not record.deals:
            return "the record has no deals"
        told = deal_answer("", record, number, viewer if viewer >= 0 else TRUTH, lang)
    except (Problem, ValueError) as error:
        return problem_text(error)
    setup, seats = standing_of(record), record.deals[0].setup.seats
    names = [chair.name or str(seat) for seat, chair in enumerate(chairs_of(record))]
    winners = list(record.game.winners(setup)) if setup.over else []
    figures = setup.standing_figures
    players = [PlayedRow(seat, names[seat], setup.standing[seat], figure=figures[seat]) for seat in range(seats)]
    rules = record.game.rules(record.options)
    match = MatchAnswer("", record.game.name, rules, len(record.deals), list(setup.standing), winners, players)
    return RecordAnswer(match, told)


def record_of(text: str) -> Record:
    """One record, also of a match that was being written; what is wrong is told of the whole."""
    try:
        return Record.read(text)
    except RecordError as error:
        with suppress(RecordError):
            record = read_unfinished(text.splitlines())
            if record.deals:
                return record
        raise error from None


def standing_of(record: Record) -> Setup:
    """Where the deals of a record lead."""
    deal = record.deals[-1]
    final = deal.final()
    return record.game.after(deal.setup, final) if final.is_over else deal.setup


async def proof(call: ApiCall) -> ProofAnswer:
    record = await in_thread(Record.read, await call.server.house.history.record(call.part("match")))
    return proof_answer(record, call.number("deal"))


async def proof_at_table(call: ApiCall) -> ProofAnswer:
    """Of a deal that is over, for those who played it, while the match goes on."""
    table = await call.server.house.table(call.part("table"))
    table.seat(call.person)
    if table.table is None:
        raise Problem(404, "no_such_deal", "no deal has been played")
    return proof_answer(await table.table.finished_record(), call.number("deal"))


def proof_answer(record: Record, number: int) -> ProofAnswer:
    found = deal_of(record, number)
    fairness, table = found.fairness or Fairness("", ()), record.tags.get("Table", "")
    unshuffled = " ".join(map(str, found.setup.game.deck(found.setup)))
    deck, values = " ".join(map(str, found.deck)), list(fairness.values)
    return ProofAnswer(table, found.setup.deal, fairness.commitment, values, fairness.secret, unshuffled, deck)


async def move(call: ApiCall) -> MoveAnswer:
    """What a move was worth, and some of the worlds in which that was tried."""
    text = await call.server.house.history.record(call.part("match"))
    return await read_beside(call, MOVE_SECONDS, move_answer, text, call.number("deal"), call.number("move"), call.lang)


async def choices_of_record(call: ApiCall) -> MoveAnswer:
    body: RecordMovesBody = call.body
    return await read_beside(call, MOVE_SECONDS, move_answer, body.record, body.deal, body.move, call.lang)


async def judge_record(call: ApiCall) -> JudgedMoves:
    body: RecordMovesBody = call.body
    return await read_beside(call, MOVE_SECONDS, judged_moves, body.record, body.deal, body.move, call.lang)


def judged_moves(text: str, number: int, first: int, lang: str) -> JudgedMoves | str:
    """For a few seconds: then it is somebody else's turn, and who sent it asks for the next."""
    try:
        record, deal = moved_deal(text, number, first)
    except (Problem, ValueError) as error:
        return problem_text(error)
    history, explainer, rows = DealHistory(deal), cast(Any, read_bot(JUDGE, record.game)), list[VerdictRow]()
    end = time.monotonic() + JUDGING_SECONDS
    while len(rows) <= len(deal.moves) - first and (not rows or time.monotonic() < end):
        verdict = history.verdict(first + len(rows), explainer)
        rows.append(verdict_row(verdict_value(verdict), Style(lang=lang)))
    return JudgedMoves(rows, first + len(rows) - 1, len(deal.moves))


def moved_deal(text: str, number: int, made: int) -> tuple[Record, Deal]:
    """A deal of a record, which has such a move."""
    record = record_of(text)
    deal = deal_of(record, number)
    if not 0 < made <= len(deal.moves):
        raise ValueError(f"this deal has {len(deal.moves)} moves")
    return record, deal


def problem_text(error: Problem | ValueError) -> str:
    return error.detail if isinstance(error, Problem) else str(error)[:300]


def move_answer(text: str, number: int, made: int, lang: str) -> MoveAnswer | str:
    try:
        record, deal = moved_deal(text, number, made)
    except (Problem, ValueError) as error:
        return problem_text(error)
    history = DealHistory(deal)
    explainer: Any = read_bot(JUDGE, record.game)
    verdict = history.verdict(made, explainer)
    seat, choices = verdict.move.seat, verdict.choices[:MOST_SHOWN]
    names = tuple(chair.name for chair in chairs_of(record))
    speaker = Speaker(Style(lang=lang, names=names))
    tried = worlds_of(history.states[made - 1].view(seat), [choice.action for choice in choices], WORLDS, Random(made))
    worlds = [
        WorldRow([str(Cards(hand)) for hand in world.hands[: deal.setup.seats]], [round(value, 2) for value in values])
        for world, values in tried
    ]
    return MoveAnswer(seat, str(verdict.move.action), list(wire_hints(choices, speaker).hints), worlds)


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
    try:
        told = await call.server.house.analyses.luck(call.part("match"))
    except BrokenProcessPool:
        raise Problem(503, "busy", "this could not be worked out: try again in a moment", wait=5.0) from None
    deals = [LuckRow(each["deal"], each["scores"], each["par"]) for each in told["deals"]]
    return LuckAnswer(told["bot"], deals, told["scores"], told["par"], told["adjusted"])
