"""A deal unrolled: every moment of it, ready to be looked at in any order and from any seat."""

from __future__ import annotations

from paiju.analysis import Explainer, Verdict, judge
from paiju.core.chance import Random
from paiju.core.scene import Scene
from paiju.core.state import State
from paiju.core.words import TRUTH
from paiju.record import Deal, Moment, Move, moments

JUDGE = "search:worlds=200"  # who judges a move; more worlds find smaller faults and take longer


class DealHistory:
    """The states of one deal: number 0 is its start, number n the table after move n."""

    def __init__(self, deal: Deal):
        self.deal = deal
        self.seen: dict[int, list[Moment]] = {}
        self.states: list[State] = []
        for state, _ in deal.replay():
            self.states.append(state.copy())

    def moments(self, viewer: int) -> list[Moment]:
        """The deal as a viewer saw it happen. For all but the truth these are not the moves: see `record.moments`."""
        if viewer not in self.seen:
            seen = moments(self.deal, viewer)
            if viewer == TRUTH:  # the state itself, which goes on
                seen = (moment._replace(view=moment.view.copy()) for moment in seen)
            self.seen[viewer] = list(seen)
        return self.seen[viewer]

    @property
    def last(self) -> int:
        """The number of the last move; 0 if none was made."""
        return len(self.states) - 1

    def move(self, number: int) -> Move | None:
        return self.deal.moves[number - 1] if number > 0 else None

    def scene(self, number: int, viewer: int) -> Scene:
        state = self.states[number]
        return (state if viewer == TRUTH else state.view(viewer)).scene()

    def verdict(self, number: int, bot: Explainer) -> Verdict:
        """A move judged by what its player could know; the same seed for the same move, so the same verdict."""
        move = self.deal.moves[number - 1]
        rng = Random(0).fork(self.deal.setup.deal).fork(number)
        choices = judge(self.states[number - 1].view(move.seat), move.action, bot, rng)
        return Verdict(self.deal.setup.deal, number, move, choices)
