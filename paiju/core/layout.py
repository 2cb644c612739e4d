"""A state laid out as a scene: of one who looks, or of several at once, who share what everybody sees.

From one moment to the next most stays as it was. What is equal to what was seen a moment ago is the very same object
again: it need not be made, whoever compares sees at once that nothing has changed, and all tables hold less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paiju.core import bits, tuples
from paiju.core.bits import Mask, Seat
from paiju.core.cards import Card, Cards, some
from paiju.core.scene import NO_CARDS, Place, Scene, Trick
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Ask, Message, laid_down

NO_SCENES: Mapping[int, Scene] = {}


def scene_of(state: State) -> Scene:
    """A state, or what somebody knows of it, laid out."""
    return whole_scene(needed(state), None, False)


def needed(state: State | None) -> State:
    """A state, and nothing that native code would take for one."""
    if not isinstance(state, State):
        raise TypeError(f"a scene is of a state, not of a {type(state).__name__}")
    return state


def scenes_of(
    state: State, viewers: Iterable[int], before: Mapping[int, Scene] = NO_SCENES, was: State | None = None
) -> dict[int, Scene]:
    """What each of these sees of the full state: what everybody sees is laid out once, and shared.

    It is laid out from what an onlooker sees, so nothing hidden can get into it. `before` are scenes of a moment ago,
    as they came from here, and `was` is the state they were made of.
    """
    state = needed(state)
    is_sorted = was is not None and 0 <= state.hand_order() == was.hand_order()  # hands lie as they lay
    had = before.get(ONLOOKER)
    openly = state.view(ONLOOKER)
    common, is_timed = whole_scene(openly, had, is_sorted), openly.is_timed
    scenes = {ONLOOKER: common}
    for viewer in viewers:
        if viewer == TRUTH:
            scenes[viewer] = scene_of(state)
        elif viewer != ONLOOKER:
            scenes[viewer] = own_scene(state.view(viewer), common, had, before.get(viewer), is_sorted, is_timed)
    return scenes


def whole_scene(state: State, before: Scene | None, is_sorted: bool) -> Scene:
    """`before` is what was seen a moment ago: what it has of the same deal is not found out again."""
    setup, viewer, over = state.setup, state.viewer, state.actors == 0
    asks = asks_of(state, viewer)
    had = tuples.plain(before) if before is not None else NOTHING_YET
    _, places, _, _, name, title, phase, deal, trick, last, notes, *standing, scores, lines, was_over, way = had
    if deal != setup.deal:
        places, trick, last, notes, scores, lines, was_over = (), NO_TRICK, NO_TRICK, (), (), (), False
        game, deal = setup.game, setup.deal
        standing = (setup.standing, setup.standing_text, setup.standing_figures)
        name, title, way = game.name, game.title, game.runs_clockwise(setup.options)
    now = (
        viewer,
        places_of(state, places, is_sorted),
        asks,
        guide_to(state, asks),
        name,
        title,
        same(phase, state.phases[state.stage]),
        deal,
        laid_out(state, state.running_trick_after(trick), trick),
        laid_out(state, state.last_trick_after(last), last),
        same(notes, state.notes()),
        *standing,
        same(scores, state.scores() if over else state.running_scores()),
        () if not over else lines if was_over else explained(state),
        over,
        way,
    )
    return before if before is not None and had == now else tuples.named(Scene, now)  # equal parts are one object


def same(before: Any, now: Any) -> Any:
    """What it is now, or what it was if that is equal."""
    return before if before is now or before == now else now


def explained(state: State) -> tuple[tuple[Message, ...], ...]:
    """How the score of every seat came about; nothing where the game has nothing to explain. Where it is told alike
    to several it is kept once."""
    lines: list[tuple[Message, ...]] = []
    for seat in range(state.seats):
        own = state.score_lines(seat)
        lines.append(next((known for known in lines if known == own), own))
    return tuple(lines) if any(lines) else ()


def asks_of(state: State, viewer: int) -> tuple[Ask, ...]:
    """What somebody may answer: nothing, where nobody would listen."""
    return tuple(state.asks(viewer)) if state.can_speak(viewer) else ()


def guide_to(state: State, asks: tuple[Ask, ...]) -> Message | None:
    """The guide to this phase: what to do, or why nothing can be done where somebody has just to say so."""
    if len(asks) == 1 and not asks[0].most and not asks[0].amounts and asks[0].meaning is not None:
        return asks[0].meaning
    return state.guide() if asks else None


def turns_in(state: State, is_timed: bool) -> int:
    """A bit set of those for whom everybody waits. By the clock it is nobody's turn."""
    return 0 if is_timed else state.actors


def places_of(state: State, had: tuple[Place, ...], is_sorted: bool) -> tuple[Place, ...]:
    turns, moved = turns_in(state, state.is_timed), len(had) != state.seats
    places: list[Place] = []
    for seat in range(state.seats):
        before = had[seat] if seat < len(had) else None
        place = place_of(state, seat, turns >> seat & 1 == 1, before, is_sorted)
        moved = moved or place is not before
        places.append(place)
    return tuple(places) if moved else had


def place_of(state: State, seat: Seat, turn: bool, before: Place | None, is_sorted: bool) -> Place:
    """A seat with its cards."""
    had_turn, had_hand, had_received, had_count, had_shown, had_exposed = False, (), NO_CARDS, -1, NO_CARDS, NO_CARDS
    had_notes: tuple[Message, ...] = ()
    if before is not None:
        _, had_turn, had_hand, had_received, had_count, _, had_shown, had_exposed, had_notes = tuples.plain(before)
    hand = () if state.concealed >> seat & 1 else hand_of(state, seat, had_hand, is_sorted)
    received = cards_like(had_received, state.received_by(seat))
    shown, exposed = cards_like(had_shown, state.known[seat]), cards_like(had_exposed, state.exposed_of(seat))
    notes = same(had_notes, state.notes_on(seat))
    count = state.count[seat]
    is_as_before = turn == had_turn and hand is had_hand and received is had_received and count == had_count
    if is_as_before and shown is had_shown and exposed is had_exposed and notes is had_notes:
        assert before is not None
        return before
    return tuples.named(Place, (seat, turn, hand, received, count, state.setup.teams[seat], shown, exposed, notes))


def hand_of(
    state: State, seat: Seat, had: tuple[tuple[Card, ...], ...], is_sorted: bool
) -> tuple[tuple[Card, ...], ...]:
    """A hand as it is held; sorted anew only if there are cards in it that were not."""
    cards = state.hand[seat]
    if is_sorted:
        held = mask_of(had)
        if held == cards:
            return had
        if bits.contains(held, cards):
            return left_of(had, cards)
    return same(had, state.sorted_hand(cards))


def mask_of(groups: tuple[tuple[Card, ...], ...]) -> Mask:
    cards = 0
    for group in groups:
        for face in group:
            cards += bits.one(face)
    return cards


def left_of(groups: tuple[tuple[Card, ...], ...], cards: Mask) -> tuple[tuple[Card, ...], ...]:
    """What is left of a sorted hand: these cards, all of which are in it."""
    left: list[tuple[Card, ...]] = []
    for group in groups:
        kept: list[Card] = []
        for card in group:
            face = int(card)
            if bits.copies(cards, face):
                cards -= bits.one(face)
                kept.append(card)
        if kept:
            left.append(group if len(kept) == len(group) else tuple(kept))
    return tuple(left)


def cards_like(had: Cards, cards: Mask) -> Cards:
    """The cards, or what there was if it is the same."""
    known = had
    return had if cards == known else some(cards)


def own_scene(
    view: State, common: Scene, had_common: Scene | None, had: Scene | None, is_sorted: bool, is_timed: bool
) -> Scene:
    """A seat's scene: what everybody sees, and of its own view the hands, what was given, the turns and the asks.

    `had` is what it saw when everybody saw `had_common`.
    """
    asks = asks_of(view, view.viewer)
    shared: tuple[Place, ...] = tuples.plain(common)[1]
    turns, seats = turns_in(view, is_timed), view.seats
    old: tuple[Place, ...] = ()
    open_before: tuple[Place, ...] = ()
    if had is not None and had_common is not None:
        old, open_before = tuples.plain(had)[1], tuples.plain(had_common)[1]
    if len(old) != seats or len(open_before) != seats:
        old = open_before = ()
    moved = not old
    places: list[Place] = []
    for seat in range(seats):
        had_place = old[seat] if old else None
        is_open_alike = had_place is not None and shared[seat] is open_before[seat]
        place = own_place(view, seat, turns >> seat & 1 == 1, shared[seat], had_place, is_open_alike, is_sorted)
        moved = moved or place is not had_place
        places.append(place)
    now = tuple(places) if moved else old
    return tuples.changed(common, (view.viewer, now, asks, guide_to(view, asks)))


def own_place(
    view: State, seat: Seat, turn: bool, place: Place, had: Place | None, is_open_alike: bool, is_sorted: bool
) -> Place:
    """`had` is how the viewer saw it last; `is_open_alike`, that everybody else sees it as they did then."""
    hidden, common_turn = view.concealed >> seat & 1, tuples.plain(place)[1]
    if hidden and not view.sure[seat] and turn == common_turn:
        return place  # nothing but what everybody sees
    had_turn, had_hand, had_received = False, (), NO_CARDS
    if had is not None:
        known = tuples.plain(had)
        had_turn, had_hand, had_received = known[1], known[2], known[3]
    hand = () if hidden else hand_of(view, seat, had_hand, is_sorted)
    received = cards_like(had_received, view.received_by(seat))
    if not hand and not received and turn == common_turn:
        return place
    if had is not None and is_open_alike and had_turn == turn and had_received is received and had_hand is hand:
        return had
    return tuples.changed(place, (seat, turn, hand, received))


def laid_out(state: State, trick: Trick, before: Trick) -> Trick:
    """A trick as a state gives it, with the order and the name of what was played, and what it is worth.

    Of plays that `before` has too, those are known.
    """
    if trick is before:
        return trick
    plays, winner, leader, _, _, _ = tuples.plain(trick)
    known, had_winner, had_leader, laid_before, names_before, _ = tuples.plain(before)
    if not plays or (plays == known and winner == had_winner and leader == had_leader):
        return before if plays else same(before, trick)
    laid: list[tuple[Card, ...]] = []
    names: list[Message | None] = []
    cards_laid = 0
    for place in range(len(plays)):
        seat, cards = plays[place]
        is_known = place < len(known) and (plays[place] is known[place] or plays[place] == known[place])
        laid.append(laid_before[place] if is_known else laid_down(state.setup.game, cards))
        names.append(
            names_before[place] if is_known else state.play_name(seat, cards) if len(laid[place]) > 1 else None
        )
        cards_laid += int(cards)
    return tuples.named(Trick, (plays, winner, leader, tuple(laid), tuple(names), state.points_in(cards_laid)))


NO_TRICK = Trick()
NOTHING_YET: tuple[Any, ...] = (*Scene(ONLOOKER, (), deal=-1),)
