"""What a play cost: a record gone through move by move, each compared with the best that a bot with `explain` finds.

Every move is judged by what its player could know, never by the cards as they lay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from paiju.bots import read_bot
from paiju.bots.native import house_bot
from paiju.bots.search import Candidate
from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import Action, Event, Message, PlayerAt
from paiju.play import Bot
from paiju.record import Deal, Move, Record
from paiju.show import PLAIN, Style

LEAST_COST = 0.05  # what would be "0.0 worse" is not
FACT_WORLDS = 40  # guesses behind a fact about tricks
LONGEST_TRICK = 4  # times round the table; where sets are beaten again and again it goes on for a while


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
        best, made = self.choices[0].action, self.made
        return verdict_text(style, len(self.choices), made is self.choices[0], best, self.cost, made.cost_margin)


def verdict_text(style: Style, choices: int, is_best: bool, best: Action, cost: float, margin: float) -> str:
    """What there is to say of a move that was one of so many choices."""
    if choices == 1:
        return style.say("forced")
    if is_best:
        return style.say("best")
    if not cost:
        return style.say("about as good as {action}", action=best)
    return style.say("cost {cost:.2f} ± {margin:.2f}, better: {action}", cost=cost, margin=margin, action=best)


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
                deal.moves[i] = move._replace(comment=comment)


def in_order(choices: Sequence[Candidate]) -> list[Candidate]:
    """The best, those that do not clearly differ from it, then the others; each by what they cost."""
    best, *others = choices
    return [best, *sorted(others, key=lambda choice: (is_worse(choice), choice.cost))]


def is_worse(choice: Candidate) -> bool:
    """By more than chance explains, and by enough to be seen in the figure."""
    return choice.cost > choice.cost_margin and choice.cost >= LEAST_COST


def choice_lines(
    choices: Sequence[Candidate],
    style: Style = PLAIN,
    most: int = 5,
    unit: str = "points",
    facts: Mapping[Action, Message] | None = None,
) -> Iterator[str]:
    """The best few candidates as lines, for hints: what the best is worth, how much worse the others are, and why.

    Only differences are told of the others: they were tried in the same worlds as the best, but not in all of them.
    `facts` are what was measured of them (`trick_facts`), `unit` what the game counts.
    """
    for number, choice in enumerate(in_order(choices)[:most]):
        line: Message = worth(choice, unit, is_best=number == 0)
        if facts and choice.action in facts:
            line = Message("{choice}; {fact}", choice=line, fact=facts[choice.action])
        yield style.say(line)


def worth(choice: Candidate, unit: str, is_best: bool) -> Message:
    if not choice.worlds:
        return Message("{action}: the only one considered", action=choice.action)
    if is_best:
        return Message("{action}: the best, {value:+.1f} {unit}", action=choice.action, value=choice.value, unit=unit)
    if is_worse(choice):
        return Message("{action}: {cost:.1f} {unit} worse", action=choice.action, cost=choice.cost, unit=unit)
    return Message("{action}: no clear difference", action=choice.action)


def trick_facts(view: State, choices: Sequence[Candidate], rng: Random) -> dict[Action, Message]:
    """Who takes the trick with each candidate, or leads next, and what is in it: measured in guesses at the hidden
    cards in which all others play by rules of thumb. Nothing of one with which no trick ends soon."""
    house = read_bot(house_bot(view.setup.game), view.setup.game)
    facts: dict[Action, Message] = {}
    for choice in [choice for choice in choices if choice.action.kind == "play"] if len(choices) > 1 else ():
        tricks = [first_trick(view.guess(rng.fork(world)), view.viewer, choice.action, house, rng.fork(world))
                  for world in range(FACT_WORLDS)]  # fmt: skip
        if (fact := told_tricks([trick for trick in tricks if trick is not None], view.viewer)) is not None:
            facts[choice.action] = fact
    return facts


def first_trick(world: State, seat: int, action: Action, house: Bot, luck: Random) -> Event | None:
    """How the trick ends that this action belongs to."""
    for _ in range(LONGEST_TRICK * world.seats):
        for event in world.apply(seat, action):
            if event.ends_trick and (event.kind == "trick" or not world.is_over):
                return event
        waiting = world.waiting()
        if not waiting:
            return None
        seat = waiting[0]
        action = house(world.view(seat), luck)
    return None


def told_tricks(tricks: Sequence[Event], viewer: int) -> Message | None:
    """Who takes it most often, and the points in it then; where nobody takes anything, how often the viewer leads."""
    if not tricks:
        return None
    if tricks[0].kind != "trick":
        leads = sum(trick.seat == viewer for trick in tricks)
        return Message("you lead next in {share}% of guesses", share=round(100 * leads / len(tricks)))
    seat, times = Counter(trick.seat for trick in tricks).most_common(1)[0]
    share = round(100 * times / len(tricks))
    points = [trick.points for trick in tricks if trick.seat == seat and trick.points is not None]
    mean = sum(points) / max(1, len(points))
    if not round(mean):
        return Message(
            "{seat} takes the trick in {share}% of guesses|you take the trick in {share}% of guesses",
            seat=PlayerAt(seat), share=share,
        )  # fmt: skip
    return Message(
        "{seat} takes the trick in {share}% of guesses, with {points:.1f} points in it on average"
        "|you take the trick in {share}% of guesses, with {points:.1f} points in it on average",
        seat=PlayerAt(seat), share=share, points=mean,
    )  # fmt: skip
