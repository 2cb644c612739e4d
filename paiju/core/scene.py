"""Scene: what one seat sees, laid out for any screen. No rules here: `scene_of` asks the state.

Seats are numbers; names of players, colours and languages belong to the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paiju.core.bits import Mask, Seat
from paiju.core.cards import DECK, Card, Cards
from paiju.core.words import Ask, Message

if TYPE_CHECKING:
    from paiju.core.state import State

NONE = Cards(0)


@dataclass(frozen=True)
class Place:
    """One seat at the table."""

    seat: Seat
    count: int  # cards in hand
    team: int
    turn: bool  # owes an answer
    hand: tuple[tuple[Card, ...], ...] = ()  # the cards, where the viewer may see them, in sorted groups
    table: Cards = Cards(0)  # what lies in front of it in the current trick
    shown: Cards = Cards(0)  # cards everybody knows it holds
    notes: tuple[Message, ...] = ()  # "bid 3, took 1", "dealer"


@dataclass(frozen=True)
class Trick:
    """Cards on the table in the order they were played; `winner` is -1 while nobody is ahead.

    `leader` led to it; -1 where that is over, as when sets go round and round.
    """

    plays: tuple[tuple[int, Cards], ...] = ()
    winner: Seat = -1
    leader: Seat = -1


@dataclass(frozen=True)
class Scene:
    """The table from one seat (or ONLOOKER, or TRUTH for an open table)."""

    game: str
    phase: str
    viewer: int
    deal: int
    places: tuple[Place, ...]
    trick: Trick = Trick()
    last: Trick = Trick()
    notes: tuple[Message, ...] = ()  # what concerns the whole table: trump, level, pass direction
    asks: tuple[Ask, ...] = ()  # what the viewer may answer now
    standing: tuple[int, ...] = ()  # the match before this deal
    scores: tuple[int, ...] = ()  # the deal so far, or its result when it is over
    over: bool = False
    clockwise: bool = True  # the next seat sits to the left
    guide: Message | None = None  # what the viewer is to do in this phase, for those who do not know the game

    @property
    def has_teams(self) -> bool:
        return len({place.team for place in self.places}) < len(self.places)


def by_suit(cards: Mask, order: tuple[int, ...] = (0, 1, 3, 2)) -> tuple[tuple[Card, ...], ...]:
    """A hand in groups, one a suit, low to high; jokers last. Empty groups are left out."""
    groups: tuple[list[Card], ...] = ([], [], [], [], [])
    rest = int(cards)
    while rest:  # Cards walked without an iterator: every scene does this
        face = (rest & -rest).bit_length() - 1 >> 1
        rest -= 1 << 2 * face
        groups[face // 13].append(DECK[face])
    return tuple(tuple(groups[suit]) for suit in (*order, 4) if groups[suit])


def scene_of(state: State) -> Scene:
    """A state, or what somebody knows of it, laid out."""
    setup, viewer, phase, trick = state.setup, state.viewer, state.phase, state.running_trick()
    asks = tuple(state.asks(viewer)) if viewer >= 0 else ()
    return Scene(
        game=setup.game.name,
        phase=phase,
        viewer=viewer,
        deal=setup.deal,
        places=places_of(state, dict(trick.plays)),
        trick=trick,
        last=state.last_trick(),
        notes=state.notes(),
        asks=asks,
        standing=setup.standing,
        scores=state.scores() if state.is_over else state.running_scores(),
        over=state.is_over,
        clockwise=setup.game.clockwise,
        guide=Message(setup.game.guides[phase]) if asks and phase in setup.game.guides else None,
    )


def places_of(state: State, table: dict[int, Cards]) -> tuple[Place, ...]:
    """Every seat with its cards; `table` has what lies in front of those that have played."""
    setup, hands, counts, known = state.setup, state.hand, state.count, state.known
    team, actors, concealed = setup.game.team, state.actors, state.concealed
    return tuple(
        Place(
            seat,
            counts[seat],
            team(setup, seat),
            bool(actors >> seat & 1),
            () if concealed >> seat & 1 else state.sorted_hand(hands[seat]),
            table.get(seat, NONE),
            Cards(known[seat]) if known[seat] else NONE,
            state.notes_on(seat),
        )
        for seat in range(state.seats)
    )
