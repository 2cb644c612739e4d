"""Take-backs: which answers a person may still take back, because nothing has been learnt by them; in practice all.

Nothing is guessed here. An answer tells its seat nothing if the game says that what follows depends on no hidden card
(`State.reveals`), if the events of it show only what the seat saw already, and if nothing more is known of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from paiju.core import bits
from paiju.core.state import State
from paiju.core.words import Action, Event, IllegalAction
from paiju.record import Deal

OTHERS = ("hand", "count", "known", "sure", "most")  # what is known of a place


@dataclass
class TakeBacks:
    """The last answers of the one person at a table of bots that could be taken back, the latest last.

    Each is the number of moves before it, and the state it was given in. Where `all_of_them` may be, what has been seen
    since does not matter.
    """

    all_of_them: bool = False
    kept: list[tuple[int, State]] = field(default_factory=list[tuple[int, State]])

    def clear(self) -> None:
        self.kept.clear()

    def note(self, person: int, deal: Deal, before: State, events: Sequence[Event], after: State) -> None:
        """The last move of the deal has been made; `person` is who may take back, -1 if nobody may."""
        move, number = deal.moves[-1], len(deal.moves) - 1
        if person < 0 or after.is_over:
            self.clear()
        elif self.all_of_them:
            self.kept += [(number, before)] if move.seat == person else []
        elif move.seat != person:
            if self.kept and has_learnt(deal, *self.kept[-1]):
                self.clear()
            del self.kept[:-1]
        elif tells_something(before, person, move.action, events, after):
            self.clear()
        else:
            self.kept.append((number, before))


def tells_something(before: State, seat: int, action: Action, events: Sequence[Event], after: State) -> bool:
    """Does the seat know more after its answer than what it did?"""
    view = before.view(seat)
    if before.is_timed or view.reveals(seat, action):  # in a timed phase, whether anybody else can speak
        return True
    own = view.hands[seat]
    for event in (event.to(seat) for event in events):
        if event.kind != "trick" and (event.seat != seat or not event.cards <= own):
            return True
    return known_of_others(view, seat) != known_of_others(after.view(seat), seat)


def known_of_others(view: State, seat: int) -> list[Any]:
    places = [place for place in range(bits.PLACES) if place != seat]
    return [[getattr(view, name)[place] for place in places] for name in OTHERS]


def has_learnt(deal: Deal, own: int, before: State) -> bool:
    """Has a seat learnt anything since its move number `own`, made at `before`?

    What others did since must be choices made at the same time: they could as well have come first.
    """
    seat, action = deal.moves[own].seat, deal.moves[own].action
    first = before.copy()
    try:
        for move in deal.moves[own + 1 :]:
            first.apply(move.seat, move.action)
    except IllegalAction:
        return True
    if unturned(first.view(seat)) != unturned(before.view(seat)):
        return True
    after = first.copy()
    return tells_something(first, seat, action, after.apply(seat, action), after)


def unturned(view: State) -> dict[str, Any]:
    """A view without who has yet to answer."""
    return {name: value for name, value in view.dump().items() if name != "actors"}
