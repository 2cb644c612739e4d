"""What a play cost: a record gone through move by move, each compared with the best that a bot with `explain` finds.

Every move is judged by what its player could know, never by the cards as they lay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from paiju.bots.search import Candidate
from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import Action
from paiju.record import Deal, Move, Record
from paiju.show import PLAIN, Style


class Explainer(Protocol):
    """A bot that can say what its candidates are worth."""

    def explain(
        self, view: State, rng: Random, also: Sequence[Action] = (), among: Sequence[Action] = ()
    ) -> list[Candidate]: ...


@dataclass(frozen=True)
class Verdict:
    """One move of a record, judged. `cost` is zero unless it is clear of chance."""

    deal: int
    number: int  # of the move in its deal, from 1
    move: Move
    choices: list[Candidate]  # the best first

    @property
    def made(self) -> Candidate:
        return next(choice for choice in self.choices if choice.action == self.move.action)

    @property
    def cost(self) -> float:
        return self.made.cost if self.made.cost > self.made.cost_margin else 0.0

    def text(self, style: Style = PLAIN) -> str:
        """`cost 2.31 ± 0.80, better: play 5C`, or what else there is to say."""
        best, made = self.choices[0], self.made
        if len(self.choices) == 1:
            return style.say("forced")
        if made is best:
            return style.say("best")
        if not self.cost:
            return style.say("about as good as {action}", action=best.action)
        return style.say(
            "cost {cost:.2f} ± {margin:.2f}, better: {action}",
            cost=made.cost, margin=made.cost_margin, action=best.action,
        )  # fmt: skip


def analyse(record: Record, bot: Explainer, seat: int | None = None, seed: int = 0) -> Iterator[Verdict]:
    """Every decision of a record, or of one seat."""
    source = Random(seed)
    for deal in record.deals:
        yield from analyse_deal(deal, bot, seat, source.fork(deal.setup.deal))


def analyse_deal(deal: Deal, bot: Explainer, seat: int | None, source: Random) -> Iterator[Verdict]:
    for number, ((state, _), move) in enumerate(zip(deal.replay(), deal.moves, strict=False), 1):
        if seat is None or move.seat == seat:
            choices = judge(state.view(move.seat), move.action, bot, source.fork(number))
            yield Verdict(deal.setup.deal, number, move, choices)


def judge(view: State, made: Action, bot: Explainer, rng: Random) -> list[Candidate]:
    """The candidates, with the cost of the move made measured anew: the best of many is in part the luckiest."""
    choices = bot.explain(view, rng, also=[made])
    best = choices[0].action
    if best == made:
        return choices
    duel = bot.explain(view, rng.fork(1), among=[best, made])
    return [*duel, *(choice for choice in choices if choice.action not in (best, made))]


def annotate(record: Record, verdicts: Sequence[Verdict]) -> None:
    """Write what each move cost into the record, as its comment."""
    found = {(verdict.deal, verdict.number): verdict for verdict in verdicts}
    for deal in record.deals:
        for i, move in enumerate(deal.moves):
            verdict = found.get((deal.setup.deal, i + 1))
            if verdict and verdict.cost:
                comment = f"{move.comment} [%cost {verdict.cost:.2f}] {verdict.text(Style(ascii=True))}".strip()
                deal.moves[i] = replace(move, comment=comment)


def choice_lines(choices: Sequence[Candidate], style: Style = PLAIN, most: int = 5) -> Iterator[str]:
    """The best few candidates as lines, for hints: what the best is worth, and how much worse the others are.

    Only differences are told of the others: they were tried in the same worlds as the best, but not in all of them.
    """
    best, *others = choices[:most]
    if not best.worlds:
        yield style.say("{action}: the only choice", action=best.action)
        return
    yield style.say("{action}: the best, {value:+.1f}", action=best.action, value=best.value)
    for choice in others:
        if choice.cost > choice.cost_margin:
            yield style.say("{action}: {cost:.1f} worse", action=choice.action, cost=choice.cost)
        else:
            yield style.say("{action}: about as good", action=choice.action)
