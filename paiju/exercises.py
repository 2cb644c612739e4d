"""Small exercises: which of these may you play? Positions, answers and reasons all come from the engine.

A deal is played by the house's bot until somebody is asked something that not every answer is allowed to. Of the
answers some are legal; the others look much like legal ones, and are refused with the rule that refuses them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from paiju.bots import read_bot
from paiju.bots.native import house_bot
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import Action, Ask, IllegalAction, mark

QUESTION = mark("Which of these may you do now?")
NONE_HERE = mark("there is nothing to practise: this game refuses nothing")
MOST_SEED = 1 << 31
MOST_DEALS = 20  # that are looked through; a game in which everything is allowed has no exercise
MOST_LOOKED_AT = 300  # legal answers, of which a few are taken
TRIES = 60  # answers that might be refused
MOST_ALIKE = 2  # that the same rule refuses
MOST_LEGAL = 3
MOST_ANSWERS = 6
LATEST = 60  # questions that are passed over at most before one is taken


class ExerciseAnswer(NamedTuple):
    """Something one might do, and why not."""

    action: Action
    refusal: IllegalAction | None


@dataclass(frozen=True)
class Exercise:
    """A moment of a deal as the seat sees it that is asked, and answers to choose from."""

    view: State
    seat: int
    answers: tuple[ExerciseAnswer, ...]


def make_exercise(game: Game, options: Any, seed: int) -> Exercise | None:
    """The same for the same seed; None where nothing is ever refused."""
    rng = Random(seed)
    for number in range(MOST_DEALS):
        luck = rng.fork(number)
        skipped = luck.below(LATEST)
        last = None
        for view, seat in questions(game, options, luck):
            skipped -= 1
            if skipped >= 0 and last is not None:
                continue
            if answers := answers_to(view, seat, luck):
                last = Exercise(view, seat, answers)
                if skipped < 0:
                    return last
        if last is not None:
            return last
    return None


def questions(game: Game, options: Any, rng: Random) -> Iterator[tuple[State, int]]:
    """What people are asked in a deal of bots, as they see it."""
    setup = game.first(options)
    state, player = game.start(setup, game.shuffled(setup, rng)), read_bot(house_bot(game), game)
    while not state.is_over:
        seat = state.waiting()[0]
        view = state.view(seat)
        yield view, seat
        state.step(seat, player(view, rng))


def answers_to(view: State, seat: int, rng: Random) -> tuple[ExerciseAnswer, ...]:
    """Some that are legal and some that are not, in any order; none unless there are both."""
    legal = list(islice(view.actions(seat), MOST_LOOKED_AT))
    if len(legal) < 2:
        return ()
    wrong: dict[str, list[ExerciseAnswer]] = {}
    tried = set(map(int, legal))
    for action in islice(likely(view, seat, legal, rng), TRIES):
        if int(action) in tried:
            continue
        tried.add(int(action))
        refusal = refusal_of(view, seat, action)
        if refusal is not None and refusal.rule and len(wrong.get(refusal.rule, [])) < MOST_ALIKE:
            wrong.setdefault(refusal.rule, []).append(ExerciseAnswer(action, refusal))
    refused = [answer for pair in wrong.values() for answer in pair]
    if not refused:
        return ()
    allowed = [ExerciseAnswer(action, None) for action in chosen(legal, MOST_LEGAL, rng)]
    return tuple(chosen([*allowed, *chosen(refused, MOST_ANSWERS - len(allowed), rng)], MOST_ANSWERS, rng))


def refusal_of(view: State, seat: int, action: Action) -> IllegalAction | None:
    try:
        view.check(seat, action)
    except IllegalAction as error:
        return error
    return None


def likely(view: State, seat: int, legal: list[Action], rng: Random) -> Iterator[Action]:
    """What somebody might try who does not know the rules: amounts, cards that are alike, legal answers gone wrong."""
    hand = list(Cards(view.hands[seat]))
    for ask in view.asks(seat):
        yield from (Action(ask.kind, amount=amount) for amount in ask.barred)
        yield from card_answers(ask, hand, [action for action in legal if action.kind == ask.kind], rng)


def card_answers(ask: Ask, hand: list[Card], legal: list[Action], rng: Random) -> Iterator[Action]:
    if not ask.most or not legal:
        return
    sizes = {len(action.cards) for action in legal}
    if 1 in sizes:
        yield from (Action(ask.kind, card) for card in chosen(list(dict.fromkeys(hand)), len(hand), rng))
    for card in dict.fromkeys(hand):
        alike = [other for other in hand if other == card]
        if len(alike) > 1 and len(alike) in sizes:
            yield Action(ask.kind, alike)
    many = [action for action in legal if len(action.cards) > 1]
    while many:
        cards = list(many[rng.below(len(many))].cards)
        rest = list(hand)
        for card in cards:
            rest.remove(card)
        if not rest:
            return
        cards[rng.below(len(cards))] = rest[rng.below(len(rest))]
        yield Action(ask.kind, cards)


def chosen(values: list[Any], most: int, rng: Random) -> list[Any]:
    """Some of them, in any order."""
    left = list(values)
    return [left.pop(rng.below(len(left))) for _ in range(min(most, len(left)))]
