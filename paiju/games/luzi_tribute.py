"""Da Guai Lu Zi up to the first play: cards dealt, who opens, tribute and what comes back.

Rules 1, 3 and 4.1 of docs/rules/luzi.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core import bits, fives
from paiju.core.bits import Face, Mask, Seat
from paiju.core.cards import Cards
from paiju.core.fields import change
from paiju.core.state import State
from paiju.core.words import Action, Ask, IllegalAction

GIVE, PLAY = range(2)  # indices into the phases
OPENERS = ("seat0", "random", "high_card")


class TributeState(State):
    """`paid` counts gifts, there and back. Each of `payer` is one of a pair with the `receiver` at the same place."""

    def __init__(self, setup: Any):
        State.__init__(self, setup)
        options = setup.options
        self.each: int = options.hand
        self.level: int = setup.level if options.promotion else 0
        self.first_opener: int = OPENERS.index(options.first_opener) if setup.deal == 1 else 0
        self.opener: int = setup.opener
        self.refusal: int = options.refusal
        self.by_rank: bool = options.pairing == "rank"
        self.any_back: bool = options.gift_back == "any"
        self.debts: int = len(setup.payers)
        self.debtor: list[int] = [*setup.payers, 0, 0, 0][:3]  # who owes tribute, in the order of paying
        self.receiver: list[int] = [*setup.receivers, 0, 0, 0][:3]
        self.refused: int = 0  # bit set of debtors who showed big jokers instead
        self.payers: int = 0
        self.payer: list[int] = [0] * 3
        self.offered: list[Mask] = [0] * 6  # tribute that lies open until all of it does
        self.paid: int = 0

    # ---- native ----

    def deal_out(self, deck: Sequence[Face]) -> None:
        """Rules 1.3 and 4.1: full hands, the rest aside, and cards turned up that say who opens."""
        self.clear_hands()
        for i in range(self.deck_size):
            seat = i // self.each
            self.give_card(seat if seat < self.seats else bits.STOCK, deck[i])
        if self.first_opener == 1:
            self.opener = self.turn_up(deck)
        elif self.first_opener == 2:
            self.opener = self.show_first_cards(deck)
        self.paid = 0
        self.refused = 0
        if self.debts and self.refusal:
            self.hear_refusals()
        self.name_payers()

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

    def hear_refusals(self) -> None:
        """Rule 3.5: who shows enough big jokers pays nothing. Then everybody knows how many each debtor can have."""
        for i in range(self.debts):
            seat = self.debtor[i]
            big = self.hand[seat] & fives.BIGS
            if bits.size(big) >= self.refusal:
                self.refused = self.refused | 1 << seat
                self.known[seat] = big
            else:
                big = bits.one(53)
                big = (self.refusal - 1) * big
            self.most[seat] = self.most[seat] & ~fives.BIGS | big

    def name_payers(self) -> None:
        """Rule 3.2: the debtors who do not refuse, in the order of paying; nothing has been offered."""
        self.payers = 0
        for i in range(self.debts):
            if not self.refused >> self.debtor[i] & 1:
                self.payer[self.payers] = self.debtor[i]
                self.payers = self.payers + 1
        for i in range(self.payers, 3):
            self.payer[i] = 0
        for i in range(6):
            self.offered[i] = 0

    def comes_back(self) -> bool:
        """Is the next gift one in return?"""
        return self.paid >= self.payers if self.by_rank else self.paid & 1 == 1

    def pair(self) -> int:
        """The place of the payer and the receiver between whom the next gift is made."""
        if self.by_rank:
            return self.paid - self.payers if self.paid >= self.payers else self.paid
        return self.paid >> 1

    def gift_to(self) -> int:
        """Who gets the next gift; -1 if it lies open until everybody has paid."""
        if self.comes_back():
            return self.payer[self.pair()]
        return -1 if self.by_rank else self.receiver[self.pair()]

    def gifts(self, seat: Seat) -> Mask:
        """Rules 3.2 and 3.3: tribute is a highest card; what comes back is at most a ten, if there is one, or any."""
        hand = self.hand[seat]
        if self.comes_back():
            low = hand & ~bits.fields(fives.above(10, self.level))
            return low if low and not self.any_back else hand
        rank = 16
        cards = hand & bits.fields(fives.above(rank, self.level))
        while cards == 0 and rank:  # in a view another's hand is empty
            rank = rank - 1
            cards = hand & bits.fields(fives.above(rank, self.level))
        return cards

    def give(self, seat: Seat, card: Mask) -> None:
        """Rule 3.4: gifts are open, so everybody knows where they are and what they prove of the giver's hand."""
        rank = fives.rank_of(bits.lowest(card) >> 1, self.level)
        target = self.gift_to()
        if self.comes_back():
            self.hand_over(seat, target, card)
            if rank > 10 and not self.any_back:
                self.most[seat] = self.most[seat] & bits.fields(fives.above(10, self.level))
        else:
            if target >= 0:
                self.hand_over(seat, target, card)
            else:
                self.offered[seat] = card
                self.known[seat] = self.known[seat] + card
            self.most[seat] = self.most[seat] & ~bits.fields(fives.above(rank, self.level))
        self.paid = self.paid + 1
        if self.by_rank and self.paid == self.payers:
            self.pair_by_rank()
            for i in range(self.payers):
                self.hand_over(self.payer[i], self.receiver[i], self.offered[self.payer[i]])
        self.go_on_giving()

    def hand_over(self, seat: Seat, target: Seat, card: Mask) -> None:
        """What is limited of the giver is one less, of the other one more."""
        self.take(seat, card)
        self.most[seat] = self.most[seat] - (card & bits.fields(bits.faces(bits.ALL - self.most[seat])))
        self.put(target, card)
        self.known[target] = self.known[target] + card
        self.most[target] = self.most[target] + (card & bits.fields(bits.faces(bits.ALL - self.most[target])))

    def pair_by_rank(self) -> None:
        """Rule 3.2: the highest tribute goes to the receiver who went out first; of equals the one paid first."""
        for i in range(1, self.payers):
            seat = self.payer[i]
            rank = fives.rank_of(bits.lowest(self.offered[seat]) >> 1, self.level)
            k = i
            while k and fives.rank_of(bits.lowest(self.offered[self.payer[k - 1]]) >> 1, self.level) < rank:
                self.payer[k] = self.payer[k - 1]
                k -= 1
            self.payer[k] = seat

    def go_on_giving(self) -> None:
        self.stage = GIVE
        if self.paid == 2 * self.payers:
            self.stage = PLAY
            self.actors = 1 << self.opener
            if self.by_rank:
                self.name_payers()
        elif self.comes_back():
            self.actors = 1 << self.receiver[self.pair()]
        else:
            self.actors = 1 << self.payer[self.pair()]

    # ---- in words ----

    @property
    def gift_target(self) -> int:
        """Who gets the next gift; -1 if that is not settled, or there is none."""
        return self.gift_to() if self.stage == GIVE else -1

    @property
    def tribute_laid(self) -> tuple[Cards, ...]:
        """The tribute of each seat that lies open."""
        return tuple(Cards(self.offered[seat]) for seat in range(self.seats))

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        if self.comes_back():
            return IllegalAction("give back a card up to ten: one of {choice}", "3.3", choice=ask.cards)
        return IllegalAction("tribute is your highest card: give {choice}", "3.2", choice=ask.cards)

    # ---- positions ----

    def _arrange_payers(self, given: dict[str, Any], full: bool) -> None:
        """Who refused: as it is written, or as the full hands that are seen show."""
        able, seen = 0, 0
        for seat in list(self.debtor)[: self.debts] if self.refusal and full else ():
            if not self.concealed >> seat & 1:
                seen |= 1 << seat
                able |= (bits.size(self.hand[seat] & fives.BIGS) >= self.refusal) << seat
        refused = given.get("refused", able)
        owing = sum(1 << seat for seat in list(self.debtor)[: self.debts]) if self.refusal else 0
        if refused & ~owing or (refused ^ able) & seen:
            raise ValueError("refused: who owes tribute refuses it with enough big jokers, and nobody else (rule 3.5)")
        change(self, refused=refused)
        self.name_payers()

    def _arrange_tribute(self, given: dict[str, Any], counts: list[int]) -> None:
        offered = given.get("offered", [0] * self.seats)
        laid = [seat for seat in range(self.seats) if offered[seat]]
        paid = given.get("paid", len(laid))
        if paid >= 2 * self.payers:
            raise ValueError(f"paid: there are {2 * self.payers} gifts in the tribute of this deal")
        order = list(self.payer)[: min(paid, self.payers)] if self.by_rank else []
        if sorted(order) != laid or any(bits.size(offered[seat]) != 1 for seat in laid):
            raise ValueError("offered: a card lies before each seat that has paid, where tribute is paired by rank")
        for seat in laid if paid < self.payers else ():
            if not self.concealed >> seat & 1 and not self.holds(seat, offered[seat]):
                raise ValueError(f"offered: seat {seat} does not hold {Cards(offered[seat])}")
        change(self, paid=paid, offered=offered)
        if self.by_rank and paid >= self.payers:
            self.pair_by_rank()
        wanted = [self.each] * self.seats
        for i in self._pairs_at_work():
            wanted[self.payer[i]] -= 1
            wanted[self.receiver[i]] += 1
        if counts != wanted:
            raise ValueError(f"hands: in the tribute they have {', '.join(map(str, wanted))} cards")
        self.go_on_giving()

    def _pairs_at_work(self) -> Sequence[int]:
        """The pairs in which the receiver has not given back yet."""
        if not self.comes_back():
            return ()
        return range(self.pair(), self.payers if self.by_rank else self.pair() + 1)

    def _write(self, values: dict[str, Any]) -> None:
        State._write(self, values)
        self.opener = values.pop("opener", self.opener)
        self.refused = values.pop("refused", self.refused)
        self.paid = values.pop("paid", self.paid)
        bits.set_masks(self.offered, 6, values.pop("offered", ()))
