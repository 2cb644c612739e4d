"""A state laid out as a scene: of one who looks, or of several at once, who share what everybody sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paiju.core import tuples
from paiju.core.bits import Mask, Seat
from paiju.core.cards import Card, Cards
from paiju.core.scene import NO_CARDS, Place, Scene, Trick
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Ask, Message, laid_down

PLACES, COMMON = Scene._fields.index("places"), Scene._fields.index("game")  # of a scene; what is common begins there
NOTHING_YET = Scene(ONLOOKER, ())
NO_SCENES: Mapping[int, Scene] = {}


def scene_of(state: State) -> Scene:
    """A state, or what somebody knows of it, laid out."""
    if not isinstance(state, State):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a scene is of a state, not of a {type(state).__name__}")
    return whole_scene(state)


def scenes_of(state: State, viewers: Iterable[int], before: Mapping[int, Scene] = NO_SCENES) -> dict[int, Scene]:
    """What each of these sees of the full state: what everybody sees is laid out once, and shared.

    It is laid out from what an onlooker sees, so nothing hidden can get into it. `before` are scenes of a moment ago,
    as they came from here: what is the same now stays the same object, which is quick to compare.
    """
    had = before.get(ONLOOKER)
    common = as_before(whole_scene(state.view(ONLOOKER), had), had)
    scenes = {ONLOOKER: common}
    for viewer in viewers:
        if viewer == TRUTH:
            scenes[viewer] = scene_of(state)
        elif viewer != ONLOOKER:
            scenes[viewer] = own_scene(state.view(viewer), common, had, before.get(viewer))
    return scenes


def whole_scene(state: State, before: Scene | None = None) -> Scene:
    """`before` is an earlier scene: what it has of the same deal is not found out again."""
    setup, viewer, over = state.setup, state.viewer, state.is_over
    game = setup.game
    known = before if before is not None and before.deal == setup.deal else NOTHING_YET
    asks = tuple(state.asks(viewer)) if viewer >= 0 else ()
    return tuples.named(Scene, (
        viewer,
        tuple([place_of(state, seat) for seat in range(state.seats)]),
        asks,
        guide_to(state, asks),
        game.name,
        game.title,
        state.phase,
        setup.deal,
        laid_out(state, state.running_trick_after(known.trick), known.trick),
        laid_out(state, state.last_trick_after(known.last), known.last),
        state.notes(),
        setup.standing,
        setup.standing_text,
        setup.standing_figures,
        state.scores() if over else state.running_scores(),
        () if not over else known.score_lines if known.over else explained(state),
        over,
        known.clockwise if known is not NOTHING_YET else game.runs_clockwise(setup.options),
    ))  # fmt: skip


def explained(state: State) -> tuple[tuple[Message, ...], ...]:
    """How the score of every seat came about; nothing where the game has nothing to explain."""
    lines = tuple([state.score_lines(seat) for seat in range(state.seats)])
    return lines if any(lines) else ()


def place_of(state: State, seat: Seat) -> Place:
    """A seat with its cards."""
    return tuples.named(Place, (
        seat,
        has_turn(state, seat),
        () if state.concealed >> seat & 1 else state.sorted_hand(state.hand[seat]),
        some(state.received_by(seat)),
        state.count[seat],
        state.setup.teams[seat],
        some(state.known[seat]),
        some(state.exposed_of(seat)),
        state.notes_on(seat),
    ))  # fmt: skip


def has_turn(state: State, seat: Seat) -> bool:
    """Does everybody wait for this seat? By the clock it is nobody's turn."""
    return state.actors >> seat & 1 == 1 and not state.is_timed


def guide_to(state: State, asks: tuple[Ask, ...]) -> Message | None:
    return state.guide() if asks else None


def as_before(scene: Scene, before: Scene | None) -> Scene:
    """An equal scene that shares what it can with an earlier one, or that one."""
    if before is None:
        return scene
    was, now = tuples.plain(before), kept(tuples.plain(before), tuples.plain(scene), (PLACES,))
    return before if was == now else tuples.named(Scene, now)  # equal parts are one object, so that is soon known


def kept(before: tuple[Any, ...], now: tuple[Any, ...], deeper: tuple[int, ...] = ()) -> tuple[Any, ...]:
    """The values of now, or those before that are equal; `deeper` ones are tuples too, and looked through."""
    parts: list[Any] = []
    for place in range(len(now)):
        old, new = (before[place] if place < len(before) else None), now[place]
        if old is not new:
            if old == new:
                new = old
            elif place in deeper and old is not None:
                new = kept(old, new)
        parts.append(new)
    return tuple(parts)


def own_scene(view: State, common: Scene, had_common: Scene | None, had: Scene | None) -> Scene:
    """A seat's scene: what everybody sees, and of its own view the hands, what was given, the turns and the asks.

    `had` is what it saw when everybody saw `had_common`.
    """
    asks = tuple(view.asks(view.viewer))
    shared: tuple[Place, ...] = common.places
    if had is None or had_common is None or len(had.places) != len(shared):
        places = tuple([own_place(view, seat, shared[seat], None) for seat in range(view.seats)])
    else:
        old, open_before = had.places, had_common.places
        places = tuple([
            own_place(view, seat, shared[seat], old[seat] if shared[seat] is open_before[seat] else None)
            for seat in range(view.seats)
        ])  # fmt: skip
    return tuples.named(Scene, (view.viewer, places, asks, guide_to(view, asks), *tuples.plain(common)[COMMON:]))


def own_place(view: State, seat: Seat, place: Place, had: Place | None) -> Place:
    """`had` is how the viewer saw it last, if everybody else sees it as they did then."""
    turn, hidden = has_turn(view, seat), view.concealed >> seat & 1
    _, common_turn, _, _, count, team, shown, exposed, notes = tuples.plain(place)
    if hidden and not view.sure[seat] and turn == common_turn:
        return place  # nothing but what everybody sees
    hand = () if hidden else view.sorted_hand(view.hand[seat])
    received = view.received_by(seat)
    if not hand and not received and turn == common_turn:
        return place
    if had is not None:
        _, had_turn, had_hand, had_received, _, _, _, _, _ = tuples.plain(had)
        if had_turn == turn and int(had_received) == received and (had_hand is hand or had_hand == hand):
            return had
    return tuples.named(Place, (seat, turn, hand, some(received), count, team, shown, exposed, notes))


def some(cards: Mask) -> Cards:
    return int.__new__(Cards, cards) if cards else NO_CARDS


def laid_out(state: State, trick: Trick, before: Trick) -> Trick:
    """A trick as a state gives it, with the order and the name of what was played, and what it is worth.

    Of plays that `before` has too, those are known.
    """
    if trick is before:
        return trick
    plays, winner, leader, _, _, _ = tuples.plain(trick)
    known, had_winner, had_leader, laid_before, names_before, _ = tuples.plain(before)
    if not plays or (plays == known and winner == had_winner and leader == had_leader):
        return before if plays else trick
    laid: list[tuple[Card, ...]] = []
    names: list[Message | None] = []
    for place in range(len(plays)):
        seat, cards = plays[place]
        is_known = place < len(known) and plays[place] == known[place]
        laid.append(laid_before[place] if is_known else laid_down(state.setup.game, cards))
        names.append(names_before[place] if is_known else state.play_name(seat, cards))
    points = state.points_in(sum([int(cards) for _, cards in plays]))
    return tuples.named(Trick, (plays, winner, leader, tuple(laid), tuple(names), points))
