"""Luck: what the cards of a match were worth, told by the reference bot, which plays the same decks in all seats.

What a seat makes more or less than the bot on average (its par) was made at the table and not by the shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.bots import read_bot
from paiju.bots.native import house_bot
from paiju.core.chance import Random
from paiju.record import Deal, Record

PLAYS = 16  # of each deck: the bot has its own luck where it chooses between equals


def match_luck(record: Record, plays: int = PLAYS) -> dict[str, Any]:
    """By deal and in all: what each seat scored, its par, and the difference."""
    bot = house_bot(record.game)
    deals: list[dict[str, Any]] = []
    for deal in record.deals:
        final = deal.final()
        if final.is_over:
            deals.append({"deal": deal.setup.deal, "scores": list(final.scores()), "par": par_of(deal, bot, plays)})
    scores, par = (sums([deal[what] for deal in deals]) for what in ("scores", "par"))
    adjusted = [round(score - usual, 2) for score, usual in zip(scores, par, strict=True)]
    return {"bot": bot, "deals": deals, "scores": scores, "par": par, "adjusted": adjusted}


def par_of(deal: Deal, bot: str, plays: int = PLAYS) -> list[float]:
    """What the bot scores with this deck in each seat, on average; the same for the same deal."""
    player = read_bot(bot, deal.setup.game)
    source = Random(deal.setup.deal)
    results: list[Sequence[int]] = []
    for number in range(plays):
        state, rng = deal.begin(), source.fork(number)
        while not state.is_over:
            seat = state.waiting()[0]
            state.step(seat, player(state.view(seat), rng))
        results.append(state.scores())
    return [round(sum(seat) / plays, 2) for seat in zip(*results, strict=True)]


def sums(rows: Sequence[Sequence[float]]) -> list[float]:
    return [round(sum(column), 2) for column in zip(*rows, strict=True)]
