"""A deal unrolled: every moment of it, ready to be looked at in any order and from any seat."""

from __future__ import annotations

from itertools import accumulate

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

    # ---- going through it: moments by their numbers ----

    def trick_ends(self, viewer: int) -> list[int]:
        return [number for number, moment in enumerate(self.moments(viewer)) if moment.ends_trick]

    def trick_from(self, number: int, by: int, viewer: int) -> int | None:
        """The end of this trick (by 1) or of the one before (by -1), or an edge of the deal; None if we are there."""
        stops = [0, *self.trick_ends(viewer), len(self.moments(viewer)) - 1]
        ahead = [stop for stop in stops if (stop - number) * by > 0]
        return (min(ahead) if by > 0 else max(ahead)) if ahead else None

    def trick_start(self, trick: int, viewer: int) -> int | None:
        """The moment before the first card of a trick, counted from 1; None if there is no such trick."""
        ends = self.trick_ends(viewer)
        return [0, *ends][trick - 1] if 0 < trick <= len(ends) else None

    def turned_to(self, number: int, viewer: int, other: int) -> int:
        """The last moment at which another viewer had seen no more than this one has."""
        here = self.progress(viewer)[number]
        return max((at for at, there in enumerate(self.progress(other)) if there <= here), default=0)

    def progress(self, viewer: int) -> list[tuple[int, int]]:
        """How much had been told, by which move, at every moment; comparable between viewers."""
        seen = self.moments(viewer)
        told = accumulate(len(moment.events) for moment in seen)
        return list(zip(told, (moment.number for moment in seen), strict=True))

    def moves_seen(self, viewer: int) -> dict[int, int]:
        """The moves a viewer knows of, with the moment at which each was seen first."""
        numbered = reversed(list(enumerate(self.moments(viewer))))
        return {moment.number: at for at, moment in numbered if moment.number}

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
