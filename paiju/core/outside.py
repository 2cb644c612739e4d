"""Games written in plain Python, as a page outside the package can bring one (docs/add-a-game.md).

Such a game overrides the doors `deal sample step scores`. Native loops know only `begin random_move do fill settle`;
here those take the interpreter's lock and call the doors. No exception can pass through a native loop, so what a game
raises is kept in `error`, ends the deal, and comes out at the loop's end (`complain`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from paiju.core import bits
from paiju.core.bits import Face, Move, Seat
from paiju.core.body import Body
from paiju.core.cards import Card, Several, multiset
from paiju.core.chance import Random
from paiju.core.state import COMPILED, State, writes
from paiju.core.words import Action

ENDLESS = 10_000  # moves of a deal; a game with a mistake must not keep a loop for ever


class PythonState(State):
    """One deal of a game written in Python: subclass it, and write at least deal, asks, actions, step and scores.

    Fields of your own are attributes. What native code trusts (hands, whose turn it is, the phase) is changed through
    the methods below, which refuse what cannot be.
    """

    in_python = True

    def __init__(self, setup: Any):
        State.__init__(self, setup)
        self.moves_made = 0  # made by native loops since the deal began

    # ---- native loops come in here ----

    def begin(self, deck: Sequence[Face]) -> None:
        python_begin(self, deck)

    def random_move(self, seat: Seat, rng: Random) -> Move:
        return python_random_move(self, seat, rng)

    def do(self, seat: Seat, move: Move) -> None:
        python_do(self, seat, move)

    def fill(self, rng: Random) -> None:
        self.scatter(rng)
        python_refill(self, rng)

    def settle(self) -> None:
        python_settle(self)

    def advise(self, seat: Seat, style: int, rng: Random) -> Move:
        return python_advise(self, seat, style, rng)

    def load(self, other: Body) -> None:
        bits.copy_body(self, other)
        python_load(self, other)

    def hand_order(self) -> int:
        return -1

    # ---- what a game calls ----

    def clear(self) -> None:
        """Forget all hands and what was known of them: the first line of `deal`."""
        self.clear_hands()
        self.moves_made = 0

    def wait_for(self, *seats: int) -> None:
        """These seats owe an answer from now on; nobody, and the deal is over."""
        self.actors = bit_set(seats, self.seats)

    def enter(self, phase: str) -> None:
        """The deal is in this phase (one of `phases`) from now on."""
        if phase not in self.phases:
            raise ValueError(f"there is no phase '{phase}'; there are {', '.join(self.phases)}")
        self.stage = self.phases.index(phase)

    def hold(self, place: int, cards: Several | Iterable[Card]) -> None:
        """Put cards in a hand or the stock."""
        place, part = checked_place(place), multiset(cards)
        if not bits.contains(bits.ALL - self.hand[place], part):
            raise ValueError(f"place {place} would hold more than three copies of a card")
        self.put(place, part)

    def drop(self, place: int, cards: Several | Iterable[Card]) -> None:
        """Take cards away from a place."""
        place, part = checked_place(place), multiset(cards)
        if not bits.contains(self.hand[place], part):
            raise ValueError(f"place {place} does not hold all of these cards")
        self.take(place, part)

    def limit(self, place: int, cards: Several | Iterable[Card]) -> None:
        """From now on everybody knows that this place holds nothing but these cards, at most so many copies of each."""
        place = checked_place(place)
        self.most[place] = bits.meet(self.most[place], multiset(cards))

    def rule_out(self, place: int, cards: Several | Iterable[Card]) -> None:
        """From now on everybody knows that this place holds none of these faces."""
        place = checked_place(place)
        self.most[place] = self.most[place] & ~bits.fields(bits.faces(multiset(cards)))

    def reveal(self, place: int, cards: Several | Iterable[Card]) -> None:
        """From now on everybody knows that this place holds these cards, until it drops them."""
        place = checked_place(place)
        self.known[place] = multiset(cards)

    def remember(self, place: int, cards: Several | Iterable[Card]) -> None:
        """For `hide`: the viewer alone knows that this place holds these cards."""
        place = checked_place(place)
        self.sure[place] = multiset(cards)

    def cover(self, places: int) -> None:
        """For `hide`: the viewer does not see the cards of these places (a bit set)."""
        if not 0 <= places < 1 << bits.PLACES:
            raise ValueError(f"places are a bit set below {1 << bits.PLACES}")
        self.conceal(places)

    # ---- what a game may write besides ----

    def refill(self, rng: Random) -> None:
        """For a game with secrets besides hands: called on a guess when the unseen cards have been dealt."""


def checked_place(place: int) -> int:
    if not 0 <= place < bits.PLACES:
        raise ValueError(f"there is no place {place}: seats are 0 to {bits.STOCK - 1}, the stock is {bits.STOCK}")
    return place


# Where native loops meet Python: these take the lock.


def keep(state: PythonState, error: BaseException) -> None:
    """An error waits for `complain`. It ends the deal, so that no loop waits for an answer."""
    state.error = error
    state.actors = 0


def python_begin(state: PythonState, deck: Sequence[Face]) -> None:
    try:
        needs(state, "deal")
        state.clear_hands()  # the same state serves one deal after another
        state.deal(list(map(Card, deck[: state.deck_size])))
    except BaseException as error:  # Ctrl-C too
        keep(state, error)


def python_random_move(state: PythonState, seat: Seat, rng: Random) -> Move:
    try:
        if writes(state, "sample"):
            return Action(state.sample(seat, rng))
        return rng.choice(list(state.actions(seat)))
    except BaseException as error:
        keep(state, error)
        return 0


def python_advise(state: PythonState, seat: Seat, style: int, rng: Random) -> Move:
    try:
        if writes(state, "advice"):
            return Action(state.advice(seat, style, rng))
        return python_random_move(state, seat, rng)
    except BaseException as error:
        keep(state, error)
        return 0


def python_do(state: PythonState, seat: Seat, move: Move) -> None:
    try:
        needs(state, "step")
        state.moves_made = state.moves_made + 1
        if state.moves_made > ENDLESS:
            raise RuntimeError(f"{type(state).__name__}: after {ENDLESS} moves the deal is not over; does it ever end?")
        state.step(seat, Action(move))
    except BaseException as error:
        keep(state, error)


def python_refill(state: PythonState, rng: Random) -> None:
    try:
        state.refill(rng)
    except BaseException as error:
        keep(state, error)


def python_settle(state: PythonState) -> None:
    try:
        needs(state, "scores")
        scores = state.scores()
        for seat in range(state.seats):
            state.score[seat] = scores[seat]
    except BaseException as error:
        keep(state, error)


def python_load(state: PythonState, other: Body) -> None:
    """The game's own fields too. Uncompiled, copying the body was all."""
    if COMPILED:
        state.setup = other.setup
        for name, value in vars(other).items():
            setattr(state, name, value.copy() if isinstance(value, list | dict | set) else value)


def needs(state: State, name: str) -> None:
    if not writes(state, name):
        raise NotImplementedError(f"{type(state).__name__} needs a method {name}")


def bit_set(seats: Iterable[int], n: int) -> int:
    """Seats as a bit set, each of them one of n."""
    found = 0
    for seat in seats:
        if not 0 <= seat < n:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {n - 1}")
        found |= 1 << seat
    return found
