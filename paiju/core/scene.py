"""Scene: what one seat sees, laid out for any screen. No rules here: `scene_of` asks the state.

A scene is complete: a screen draws from it without asking a game or a setup. Seats are numbers; names of players,
colours and languages belong to the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from paiju.core.bits import Mask, Seat
from paiju.core.cards import DECK, Card, Cards
from paiju.core.words import Ask, Message

if TYPE_CHECKING:
    from paiju.core.state import State

NO_CARDS = Cards(0)
ALONE = {1 << 2 * card: (card,) for card in DECK}  # every card as a play of its own, by its mask
HANDS_KEPT = 4096  # sorted hands: from one move to the next most stay what they were


class Place(NamedTuple):
    """One seat at the table."""

    seat: Seat
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]  # cards in hand
    team: int
    turn: bool  # owes an answer
    hand: tuple[tuple[Card, ...], ...] = ()  # the cards, where the viewer may see them, in sorted groups
    shown: Cards = NO_CARDS  # cards everybody knows it holds: exposed, called, or given openly
    notes: tuple[Message, ...] = ()  # "bid 3, took 1", "dealer"


class Trick(NamedTuple):
    """Cards on the table in the order they were played; `winner` is -1 while nobody is ahead.

    `leader` led to it; -1 where that is over, as when sets go round and round. In a scene there is for every play also
    the order in which people lay its cards down, and what they call it where the game has a word for it.
    """

    plays: tuple[tuple[int, Cards], ...] = ()
    winner: Seat = -1
    leader: Seat = -1
    laid: tuple[tuple[Card, ...], ...] = ()
    names: tuple[Message | None, ...] = ()  # "pair, K"; None for a card alone, and for cards that are no shape


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
    standing_text: tuple[Message, ...] = ()  # the same in words
    scores: tuple[int, ...] = ()  # the deal so far, or its result when it is over
    over: bool = False
    clockwise: bool = True  # the next seat sits to the left
    guide: Message | None = None  # what the viewer is to do in this phase, for those who do not know the game
    title: str = ""  # the game's name for people, to be translated

    @property
    def is_asked(self) -> bool:
        """Is the viewer's answer waited for?"""
        return any(not ask.optional for ask in self.asks)

    @property
    def has_teams(self) -> bool:
        return len({place.team for place in self.places}) < len(self.places)


@lru_cache(HANDS_KEPT)
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
    setup, viewer, phase, over = state.setup, state.viewer, state.phase, state.is_over
    game = setup.game
    asks = tuple(state.asks(viewer)) if viewer >= 0 else ()
    return Scene(
        game=game.name,
        phase=phase,
        viewer=viewer,
        deal=setup.deal,
        places=places_of(state),
        trick=laid_out(state, state.running_trick()),
        last=laid_out(state, state.last_trick()),
        notes=state.notes(),
        asks=asks,
        standing=setup.standing,
        standing_text=setup.standing_text,
        scores=state.scores() if over else state.running_scores(),
        over=over,
        clockwise=game.clockwise,
        guide=Message(game.guides[phase]) if asks and phase in game.guides else None,
        title=game.title,
    )


def places_of(state: State) -> tuple[Place, ...]:
    """Every seat with its cards."""
    hands, counts, known, teams = state.hand, state.count, state.known, state.setup.teams
    actors, concealed = 0 if state.is_timed else state.actors, state.concealed  # by the clock it is nobody's turn
    return tuple(
        Place(
            seat,
            counts[seat],
            teams[seat],
            bool(actors >> seat & 1),
            () if concealed >> seat & 1 else state.sorted_hand(hands[seat]),
            Cards(known[seat]) if known[seat] else NO_CARDS,
            state.notes_on(seat),
        )
        for seat in range(state.seats)
    )


def laid_out(state: State, trick: Trick) -> Trick:
    """A trick as a state gives it, with the order and the name of what was played."""
    if not trick.plays:
        return trick
    laid: list[tuple[Card, ...]] = []
    names: list[Message | None] = []
    for _, cards in trick.plays:
        alone = ALONE.get(int(cards))
        shape = None if alone else state.shape(cards)
        laid.append(alone or tuple(state.setup.game.arranged(cards)))
        names.append(shape.message() if shape else None)
    return Trick(trick.plays, trick.winner, trick.leader, tuple(laid), tuple(names))
