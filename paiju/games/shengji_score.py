"""How a deal of Sheng Ji is scored, in lines: the points, the kitty, the table of rule 9.1, what the levels become.

All is asked of the state and of the game, so what is told holds under any options.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from paiju.core import bits
from paiju.core.cards import Cards
from paiju.core.level_lines import level_lines
from paiju.core.words import Message, PlayerAt, mark

TABLE_END = 200  # points; what lies above is alike, unless rules say otherwise
MANY = 10_000

# Rule 9.1, by who rises, and whether that is one level.
HELD = {True: mark("{points}: the dealer's side rises one level"),
        False: mark("{points}: the dealer's side rises {levels} levels")}  # fmt: skip
LOST = {True: mark("{points}: the opponents take over, and rise one level"),
        False: mark("{points}: the opponents take over, and rise {levels} levels")}  # fmt: skip


def score_lines(state: Any) -> tuple[Message, ...]:
    """The same for everybody. Nothing while the deal is played, nor where the cards are dealt again."""
    if not state.is_over or state.redeal:
        return ()
    game = state.setup.game
    sides = [[PlayerAt((state.dealer + i) % 4), PlayerAt((state.dealer + i + 2) % 4)] for i in (0, 1)]
    return (
        *point_lines(state, *sides),
        *table_lines(state),
        *takeover_lines(state, *sides),
        *level_lines(state.setup, game.after(state.setup, state), game.level_reasons(state.setup, state)),
    )


def point_lines(state: Any, declarers: list[PlayerAt], opponents: list[PlayerAt]) -> list[Message]:
    """Rules 8.1 to 8.4 and 8.6."""
    points = state.points
    if state.forfeited >= 0:
        quitters = declarers if state.forfeited == declarers[0] % 2 else opponents
        template = mark("{seats} gave the deal up: it counts as {points} points")
        return [Message(template, seats=quitters, points=points)]
    tricks = sum(state.points_in(state.cards_taken[seat]) for seat in opponents)
    lines = [Message("{seats} took {points} points in tricks", seats=opponents, points=tricks)]
    kitty = Cards(state.hand[bits.STOCK])
    buried = state.points_in(kitty)
    if state.last_winner in declarers:
        lines.append(Message("the kitty {cards} does not count: the dealer's side took the last trick", cards=kitty))
    elif not buried:
        lines.append(Message("the kitty {cards} has no points", cards=kitty))
    else:
        lines.append(
            Message("they took the last trick, so the kitty {cards} counts: {points} × {factor} = {total}",
                cards=kitty, points=buried, factor=state.kitty_points // buried, total=state.kitty_points)
        )  # fmt: skip
    if penalty := points - tricks - state.kitty_points:
        lines.append(Message("failed throws: {points:+}", points=penalty))
    return lines if points == tricks else [*lines, Message("together {points} points", points=points)]


def table_lines(state: Any) -> list[Message]:
    """Rule 9.1 as a table, with a mark where this deal is."""
    top = max(TABLE_END, state.points) + 45
    rows = [(score, list(row)) for score, row in groupby(range(0, top, 5), state.steps_for)]
    lines: list[Message] = []
    for score, row in rows:
        points: Any = row[0]
        if score == rows[-1][0]:
            points = Message("{least} or more", least=row[0])
        elif len(row) > 1:
            points = Message("{least} to {most}", least=row[0], most=row[-1])
        here = mark("> {row}") if score == state.steps_for(state.points) else mark("  {row}")
        lines.append(Message(here, row=result(points, score)))
    if state.steps_for(MANY) != rows[-1][0]:  # the table has no upper end
        lines.pop()
    return lines


def result(points: Any, score: int) -> Message:
    """What a row of the table says; a score below zero has one in it for taking over."""
    if score == -1:
        return Message("{points}: the opponents take over, and rise no level", points=points)
    levels = score if score > 0 else -score - 1
    return Message((HELD if score > 0 else LOST)[levels == 1], points=points, levels=levels)


def takeover_lines(state: Any, declarers: list[PlayerAt], opponents: list[PlayerAt]) -> list[Message]:
    """Rule 8.5: why a deal that moves no level scores nevertheless."""
    score = state.scores()[opponents[0]]
    if score <= 0:
        return []
    template = mark("score: {score} for {winners}, {loss} for {losers}; one of it is for taking over")
    return [Message(template, score=score, winners=opponents, loss=-score, losers=declarers)]
