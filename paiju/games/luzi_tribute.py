"""Da Guai Lu Zi up to the first play: cards dealt, who opens, tribute and what comes back.

Rules 1, 3 and 4.1 of docs/rules/luzi.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core import bits, fives
from paiju.core.bits import Face, Mask, Seat
from paiju.core.fields import change
from paiju.core.state import State
from paiju.core.words import Action, Ask, IllegalAction

GIVE, PLAY = range(2)  # indices into the phases
OPENERS = ("seat0", "random", "high_card")


class TributeState(State):
    def __init__(self, setup: Any):
        State.__init__(self, setup)
        options = setup.options
        self.each: int = options.hand
        self.level: int = setup.level if options.promotion else 0
        self.first_opener: int = OPENERS.index(options.first_opener) if setup.deal == 1 else 0
        self.opener: int = setup.opener
        self.payments: int = 2 * len(setup.payers)
        self.payer: list[int] = [*setup.payers, 0, 0, 0][:3]
        self.receiver: list[int] = [*setup.receivers, 0, 0, 0][:3]
        self.paid: int = 0  # gifts made in the tribute, there and back

    # ---- native ----

    def deal_out(self, deck: Sequence[Face]) -> None:
        """Rules 1.3 and 4.1: full hands, the rest aside, and cards turned up that say who opens."""
        self.clear_hands()
        self.paid = 0
        for i in range(self.deck_size):
            seat = i // self.each
            self.give_card(seat if seat < self.seats else bits.STOCK, deck[i])
        if self.first_opener == 1:
            self.opener = self.turn_up(deck)
        elif self.first_opener == 2:
            self.opener = self.show_first_cards(deck)

    def turn_up(self, deck: Sequence[Face]) -> int:
        """Rule 4.1: seat 0's first card is dealt face up and counted round the table; with four, jokers do not count.

        54 faces are nine times six, 52 thirteen times four: everybody is as likely to open.
        """
        i = 0
        self.known[0] = bits.one(deck[0])
        while self.seats == 4 and deck[i] >= 52:
            i += 1
            self.known[0] = self.known[0] + bits.one(deck[i])
        return deck[i] % self.seats

    def show_first_cards(self, deck: Sequence[Face]) -> int:
        """Rule 4.1: the first card of each hand is dealt face up and the highest opens, the earlier seat of equals."""
        opener = 0
        for seat in range(self.seats):
            face = deck[seat * self.each]
            self.known[seat] = bits.one(face)
            if fives.rank_of(face, self.level) > fives.rank_of(deck[opener * self.each], self.level):
                opener = seat
        return opener

    def gifts(self, seat: Seat) -> Mask:
        """Rules 3.2 and 3.3: tribute is a highest card; what comes back is at most a ten, if there is one."""
        hand = self.hand[seat]
        if self.paid & 1:
            low = hand & ~bits.fields(fives.above(10, self.level))
            return low if low else hand
        rank = 16
        cards = hand & bits.fields(fives.above(rank, self.level))
        while cards == 0 and rank:  # in a view another's hand is empty
            rank = rank - 1
            cards = hand & bits.fields(fives.above(rank, self.level))
        return cards

    def give(self, seat: Seat, card: Mask) -> None:
        """Rule 3.4: gifts are open, so everybody knows where they are and what they prove of the giver's hand."""
        rank = fives.rank_of(bits.lowest(card) >> 1, self.level)
        target = self.payer[self.paid >> 1] if self.paid & 1 else self.receiver[self.paid >> 1]
        self.take(seat, card)
        self.put(target, card)
        self.known[target] = self.known[target] + card
        if not bits.contains(self.most[target], self.known[target]):
            self.most[target] = self.most[target] + card
        if self.paid & 1 == 0:
            self.most[seat] = self.most[seat] & ~bits.fields(fives.above(rank, self.level))
        elif rank > 10:
            self.most[seat] = self.most[seat] & bits.fields(fives.above(10, self.level))
        self.paid = self.paid + 1
        self.go_on_giving()

    def go_on_giving(self) -> None:
        self.stage = GIVE
        if self.paid == self.payments:
            self.stage = PLAY
            self.actors = 1 << self.opener
        elif self.paid & 1:
            self.actors = 1 << self.receiver[self.paid >> 1]
        else:
            self.actors = 1 << self.payer[self.paid >> 1]

    # ---- in words ----

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        if self.paid & 1:
            return IllegalAction("give back a card up to ten: one of {choice}", "3.3", choice=ask.cards)
        return IllegalAction("tribute is your highest card: give {choice}", "3.2", choice=ask.cards)

    # ---- positions ----

    def _arrange_tribute(self, paid: int, counts: list[int]) -> None:
        if paid >= self.payments:
            raise ValueError(f"paid: there are {self.payments} gifts in the tribute of this deal")
        wanted = [self.each] * self.seats
        if paid & 1:
            wanted[self.payer[paid >> 1]] -= 1
            wanted[self.receiver[paid >> 1]] += 1
        if counts != wanted:
            raise ValueError(f"hands: in the tribute they have {', '.join(map(str, wanted))} cards")
        change(self, paid=paid)
        self.go_on_giving()

    def _write(self, values: dict[str, Any]) -> None:
        State._write(self, values)
        self.opener = values.pop("opener", self.opener)
        self.paid = values.pop("paid", self.paid)
