"""For games in which everybody passes three cards before play: all choose, then all cards move at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiju.core import bits
from paiju.core.bits import Mask, Seat
from paiju.core.cards import Cards, multisets
from paiju.core.chance import Random
from paiju.core.fields import CardsText, EachSeatText, Field, change
from paiju.core.tricks import TrickState
from paiju.core.words import Action, Ask, Event, Message, mark

GIVE = 0  # passing is the first phase, an index into the phases
NO_PASS = Message("nobody passes this deal")
GAVE = Field("gave", "gave", EachSeatText(CardsText()), free=True)  # a line of a position


class PassingState(TrickState):
    """A deal whose first phase is `give`. A gift goes `shift` seats on; with shift 0 nobody passes."""

    padded = ("gifts",)
    shifts = (0, 1, 2, 3)  # by the number of the deal, in turn
    directions = ("", mark("left"), mark("across"), mark("right"))  # by the shift

    def __init__(self, setup: Any):
        TrickState.__init__(self, setup)
        self.shift: int = self.shift_in(setup) if setup.options.passing else 0
        self.gifts: list[Mask] = [0] * 6

    def shift_in(self, setup: Any) -> int:
        """How far gifts go in this deal, if there is passing at all."""
        deal: int = setup.deal
        return self.shifts[deal % 4]

    def taker(self, seat: Seat) -> Seat:
        """Who gets what this seat gives."""
        seat = seat + self.shift
        return seat - self.seats if seat >= self.seats else seat

    @property
    def gave(self) -> list[int]:
        """What each seat gave, as far as that is known."""
        return [self.gifts[seat] for seat in range(self.seats)]

    # ---- native ----

    def clear_gifts(self) -> None:
        for seat in range(6):
            self.gifts[seat] = 0

    def keep_gift(self, seat: Seat, cards: Mask) -> bool:
        """A seat has chosen; True if it was the last one and all the cards have moved."""
        self.gifts[seat] = cards
        self.actors = self.actors & ~(1 << seat)
        if self.actors:
            return False
        for giver in range(self.seats):
            self.take(giver, self.gifts[giver])
            self.put(self.taker(giver), self.gifts[giver])
        return True

    def refill_gifts(self, rng: Random) -> None:
        """In a guess, whose cards have been dealt: gifts for those the viewer did not see."""
        for seat in range(self.seats):
            if self.gifts[seat]:
                continue
            if self.stage == GIVE:
                if not self.actors >> seat & 1:
                    self.gifts[seat] = rng.some(self.hand[seat], 3)
            elif self.shift:
                cards = self.gift_source(self.taker(seat))
                if bits.size(cards) >= 3:
                    self.gifts[seat] = rng.some(cards, 3)

    def gift_source(self, seat: Seat) -> Mask:
        """The cards among which a guess looks for what the seat was given."""
        return self.hand[seat]

    # ---- positions ----

    def is_before_play(self, given: dict[str, Any]) -> bool:
        """Does a position that does not say so stand before the first lead? Then all hands are full."""
        told = given.keys() & {"leader", "plays", "taken", "last_plays"}
        return not told and all(self.count[seat] == self.full_hand() for seat in range(self.seats))

    def _arrange_answers(self, given: dict[str, Any], stage: int) -> None:
        """A phase in which all answer at once."""
        if any(self.count[seat] != self.full_hand() for seat in range(self.seats)):
            raise ValueError(f"hands: everybody has {self.full_hand()} cards before play")
        chosen = sum(1 << seat for seat, cards in enumerate(given.get("gave", ())) if cards) if stage == GIVE else 0
        actors = given.get("actors", (1 << self.seats) - 1 & ~chosen)
        if not 0 < actors < 1 << self.seats:
            raise ValueError("turn: somebody has still to choose")
        change(self, stage=stage, actors=actors)

    def _position_flaw(self) -> str:
        for seat in range(self.seats):
            gift, target = self.gifts[seat], self.taker(seat)
            seen = self.stage == GIVE and not self.concealed >> seat & 1
            if gift and (bits.size(gift) != 3 or not self.shift):
                return f"gave: seat {seat} gave {Cards(gift)}, but a gift is three cards, where there are any"
            if gift and self.stage == GIVE and (self.actors >> seat & 1 or not seen):
                return f"gave: seat {seat} has not chosen yet, or nobody sees what"
            if seen and not self.actors >> seat & 1 and not gift:
                return f"turn: seat {seat} has not chosen yet"
            if seen and not bits.contains(self.hand[seat], gift):
                return f"gave: seat {seat} does not hold {Cards(gift)}"
            if self.stage != GIVE and self.viewer == bits.TRUTH and not self._is_left(gift, target):
                return f"gave: seat {target} does not hold what is left of {Cards(gift)}"
        return TrickState._position_flaw(self)

    def _is_left(self, gift: Mask, target: Seat) -> bool:
        """Does the receiver of a gift hold what its giver knows to be there?"""
        return bits.contains(self.hand[target], self.gift_left(gift, target)) if gift else True

    def _write(self, values: dict[str, Any]) -> None:
        TrickState._write(self, values)
        bits.set_masks(self.gifts, 6, values.pop("gave", ()))

    # ---- in words ----

    def give_ask(self, seat: Seat) -> Ask:
        return Ask("give", Cards(self.hand[seat]), 3, 3, to=self.taker(seat))

    def gives(self, seat: Seat) -> Iterator[Action]:
        for cards in multisets(self.hand[self.known_seat(seat)], 3):
            yield Action("give", Cards(cards))

    def hide_gifts(self, viewer: int) -> None:
        """Only giver and receiver know a gift, the receiver only when it has moved. Call it with hands in sight."""
        for seat in range(self.seats):
            target = self.taker(seat)
            if seat == viewer:
                if self.stage > GIVE and self.shift:
                    self.sure[target] = self.gift_left(self.gifts[seat], target)
            elif self.stage == GIVE or target != viewer:
                self.gifts[seat] = 0

    def gift_left(self, gift: Mask, target: Seat) -> int:
        """What of a gift its giver knows to be with the receiver still."""
        raise NotImplementedError

    def received_by(self, seat: Seat) -> Mask:
        """Whoever sees the hand looks there; of another hand only the giver knows."""
        place = self.known_seat(seat)
        if self.stage == GIVE or self.concealed >> place & 1:
            return self.sure[place]
        return self.gift_left(self.gifts[(place - self.shift + self.seats) % self.seats], place)

    def gift_events(self, seat: Seat, action: Action) -> list[Event]:
        events = [Event("give", seat, action.cards, seen_by=1 << seat)]
        if self.stage > GIVE:
            for giver in range(self.seats):
                target = self.taker(giver)
                events.append(Event("receive", target, Cards(self.gifts[giver]), seen_by=1 << target | 1 << giver))
        return events

    def pass_notes(self) -> tuple[Message, ...]:
        """The way the cards go; in a deal whose turn it is to have no pass, that, until its first trick is over."""
        if self.stage == GIVE:
            return (Message("pass three cards {direction}", direction=self.direction()),)
        is_skipped = self.setup.options.passing and not self.shift and not self.trick
        return (NO_PASS,) if is_skipped else ()

    def direction(self) -> str:
        return self.directions[self.shift]
