"""Scene: what one seat sees, laid out for any screen. No rules here: `scene_of` asks the state.

A scene is complete: a screen draws from it without asking a game or a setup. Seats are numbers; names of players,
colours and languages belong to the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from paiju.core.bits import Mask, Seat
from paiju.core.cards import DECK, Card, Cards
from paiju.core.words import ONLOOKER, TRUTH, Ask, Message, laid_down

if TYPE_CHECKING:
    from paiju.core.state import State

NO_CARDS = Cards(0)
HANDS_KEPT = 4096  # sorted hands: from one move to the next most stay what they were


class Place(NamedTuple):
    """One seat at the table. What not everybody sees alike comes first."""

    seat: Seat
    turn: bool  # owes an answer
    hand: tuple[tuple[Card, ...], ...] = ()  # the cards, where the viewer may see them, in sorted groups
    received: Cards = NO_CARDS  # what it was given and still holds, as far as the viewer knows
    count: int = 0  # pyright: ignore[reportIncompatibleMethodOverride]  # cards in hand
    team: int = 0
    shown: Cards = NO_CARDS  # cards everybody knows it holds: exposed, called, or given openly
    exposed: Cards = NO_CARDS  # those of the shown that lie open because they count for more
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
    points: int | None = None  # what its cards count by themselves, where the game counts any


class MatchStanding(NamedTuple):
    """Where a match stands between two deals."""

    deal: int  # the deal that follows
    standing: tuple[int, ...]  # by seat
    standing_text: tuple[Message, ...]  # the same in words, one message a line
    leaders: tuple[int, ...]  # the winners once it is over
    over: bool
    teams: tuple[int, ...]  # of every seat
    is_plain: bool  # the words say no more than the numbers

    @property
    def has_teams(self) -> bool:
        return len(set(self.teams)) < len(self.teams)


class Scene(NamedTuple):
    """The table from one seat (or ONLOOKER, or TRUTH for an open table). What is the viewer's own comes first."""

    viewer: int
    places: tuple[Place, ...]
    asks: tuple[Ask, ...] = ()  # what the viewer may answer now
    guide: Message | None = None  # what the viewer is to do in this phase, for those who do not know the game
    game: str = ""
    title: str = ""  # the game's name for people, to be translated
    phase: str = ""
    deal: int = 1
    trick: Trick = Trick()
    last: Trick = Trick()
    notes: tuple[Message, ...] = ()  # what concerns the whole table: trump, level, pass direction
    standing: tuple[int, ...] = ()  # the match before this deal
    standing_text: tuple[Message, ...] = ()  # the same in words
    scores: tuple[int, ...] = ()  # the deal so far, or its result when it is over
    over: bool = False
    clockwise: bool = True  # the next seat sits to the left

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
    setup, viewer, over = state.setup, state.viewer, state.is_over
    game = setup.game
    asks = tuple(state.asks(viewer)) if viewer >= 0 else ()
    return Scene(
        viewer,
        tuple([place_of(state, seat) for seat in range(state.seats)]),
        asks,
        guide_to(state, asks),
        game.name,
        game.title,
        state.phase,
        setup.deal,
        laid_out(state, state.running_trick()),
        laid_out(state, state.last_trick()),
        state.notes(),
        setup.standing,
        setup.standing_text,
        state.scores() if over else state.running_scores(),
        over,
        game.clockwise,
    )


def place_of(state: State, seat: Seat) -> Place:
    """A seat with its cards."""
    return Place(
        seat,
        has_turn(state, seat),
        () if state.concealed >> seat & 1 else state.sorted_hand(state.hand[seat]),
        some(state.received_by(seat)),
        state.count[seat],
        state.setup.teams[seat],
        some(state.known[seat]),
        some(state.exposed_of(seat)),
        state.notes_on(seat),
    )


def has_turn(state: State, seat: Seat) -> bool:
    """Does everybody wait for this seat? By the clock it is nobody's turn."""
    return state.actors >> seat & 1 == 1 and not state.is_timed


def guide_to(state: State, asks: tuple[Ask, ...]) -> Message | None:
    guides = state.setup.game.guides
    return Message(guides[state.phase]) if asks and state.phase in guides else None


def scenes_of(state: State, viewers: Iterable[int], before: Scene | None = None) -> dict[int, Scene]:
    """What each of these sees of the full state: what everybody sees is laid out once, and shared.

    It is laid out from what an onlooker sees, so nothing hidden can get into it. `before` is the scene of the onlooker
    a moment ago, if there was one: what is the same now stays the same object, which is quick to compare.
    """
    common = as_before(scene_of(state.view(ONLOOKER)), before)
    scenes = {ONLOOKER: common}
    for viewer in viewers:
        if viewer != ONLOOKER:
            scenes[viewer] = scene_of(state) if viewer == TRUTH else own_scene(state.view(viewer), common)
    return scenes


def as_before(scene: Scene, before: Scene | None) -> Scene:
    """An equal scene that shares what it can with an earlier one."""
    if before is None:
        return scene
    places = zip(before.places, scene.places, strict=False)
    return Scene(
        scene.viewer,
        tuple([old if old == new else new for old, new in places]),
        *[old if old == new else new for old, new in zip(before[2:], scene[2:], strict=True)],
    )


def own_scene(view: State, common: Scene) -> Scene:
    """A seat's scene: what everybody sees, and of its own view the hands, what was given, the turns and the asks."""
    asks = tuple(view.asks(view.viewer))
    places = tuple([own_place(view, place) for place in common.places])
    return Scene(view.viewer, places, asks, guide_to(view, asks), *common[4:])


def own_place(view: State, place: Place) -> Place:
    seat = place.seat
    hand = () if view.concealed >> seat & 1 else view.sorted_hand(view.hand[seat])
    turn, received = has_turn(view, seat), view.received_by(seat)
    if not hand and not received and turn == place.turn:
        return place
    return Place(seat, turn, hand, some(received), *place[4:])


def some(cards: Mask) -> Cards:
    return Cards(cards) if cards else NO_CARDS


def laid_out(state: State, trick: Trick) -> Trick:
    """A trick as a state gives it, with the order and the name of what was played, and what it is worth."""
    if not trick.plays:
        return trick
    laid: list[tuple[Card, ...]] = []
    names: list[Message | None] = []
    for _, cards in trick.plays:
        order = laid_down(state.setup.game, cards)
        shape = state.shape(cards) if len(order) > 1 else None
        laid.append(order)
        names.append(shape.message() if shape else None)
    points = state.points_in(sum(int(cards) for _, cards in trick.plays))
    return Trick(trick.plays, trick.winner, trick.leader, tuple(laid), tuple(names), points)
