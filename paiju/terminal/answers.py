"""What can be found out about a question besides the question itself: its legal actions, and whether one may claim.

Finding it may take a while, so `possible_answers` is run beside the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import islice

from paiju.core.cards import Cards
from paiju.core.state import State
from paiju.core.words import Action, Message

MOST_ACTIONS = 3000  # with more than that every card of the question counts as possible


@dataclass(frozen=True)
class PossibleAnswers:
    """The legal actions, natural ones first; `complete` says if these are all."""

    actions: tuple[Action, ...]
    complete: bool
    claim: Message | None = None  # why the rest of the deal is certain

    def combinations(self, lifted: Cards) -> list[Cards]:
        """The cards of every action that contains what is lifted."""
        return list(dict.fromkeys(action.cards for action in self.actions if action.cards and lifted in action.cards))

    def possible(self, lifted: Cards) -> Cards:
        """The cards that can still be part of an answer; of any answer if the lifted ones fit none."""
        fitting = [action.cards for action in self.actions if lifted in action.cards]
        return union(fitting or (action.cards for action in self.actions))

    @property
    def needs_no_cards(self) -> bool:
        """Is there nothing to be done with cards?"""
        return self.complete and not any(action.cards for action in self.actions)


def possible_answers(view: State, seat: int) -> PossibleAnswers:
    actions = tuple(islice(view.actions(seat), MOST_ACTIONS))
    return PossibleAnswers(actions, len(actions) < MOST_ACTIONS, view.claim(seat))


def union(sets: Iterable[Cards]) -> Cards:
    """As many of each card as any of the sets has."""
    return reduce(lambda one, other: one | other, sets, Cards())
