"""A deal unrolled: every moment of it, ready to be looked at in any order and from any seat."""

from __future__ import annotations

from dataclasses import dataclass

from paiju.analysis import Explainer, Verdict, judge
from paiju.core.chance import Random
from paiju.core.scene import Scene
from paiju.core.state import State
from paiju.core.words import TRUTH, Event
from paiju.record import Deal, Move, sights

TRICK_ENDS = ("trick", "open")  # taken, or cleared for somebody who opens anew
JUDGE = "search:worlds=200"  # who judges a move; more worlds find smaller faults and take longer


@dataclass(frozen=True)
class Moment:
    """What a viewer saw at once: the number of the move it belongs to, the view then, what was told."""

    number: int
    sight: State
    events: list[Event]

    @property
    def ends_trick(self) -> bool:
        return any(event.kind in TRICK_ENDS for event in self.events)


class Tape:
    """The states of one deal: number 0 is its start, number n the table after move n."""

    def __init__(self, deal: Deal):
        self.deal = deal
        self.seen: dict[int, list[Moment]] = {}
        self.states = []
        self.events: list[list[Event]] = []
        for state, events in deal.replay():
            self.states.append(state.copy())
            self.events.append(events)

    def moments(self, viewer: int) -> list[Moment]:
        """The deal as a viewer saw it happen. For all but the truth these are not the moves: see `record.sights`."""
        if viewer not in self.seen:
            self.seen[viewer] = [
                Moment(number, state.copy() if viewer == TRUTH else state, events)
                for number, state, events in sights(self.deal, viewer)
            ]
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

    def told(self, number: int, viewer: int) -> list[Event]:
        """What a viewer hears of a move."""
        return [event.to(viewer) for event in self.events[number]]

    def tricks(self) -> list[int]:
        """The moves that ended a trick, in order."""
        return [
            number for number, events in enumerate(self.events) if any(event.kind in TRICK_ENDS for event in events)
        ]

    def verdict(self, number: int, bot: Explainer) -> Verdict:
        """A move judged by what its player could know; the same seed for the same move, so the same verdict."""
        move = self.deal.moves[number - 1]
        rng = Random(0).fork(self.deal.setup.deal).fork(number)
        choices = judge(self.states[number - 1].view(move.seat), move.action, bot, rng)
        return Verdict(self.deal.setup.deal, number, move, choices)
