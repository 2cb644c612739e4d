"""Trump that reorders the cards: for every face its effective suit and its rung, the place in that suit's ladder.

A dominant rank and perhaps a trump suit leave the printed suits: with the jokers they are one suit, number 4. Tables
are built once trump is fixed and stay inside the state: nobody else compares ranks. Neighbouring rungs differ by one:

    with a trump suit  0..11 its other ranks · 12 the dominant rank of the other suits · 13 its own · 14, 15 jokers
    no trump suit      0 the dominant rank of all suits · 1, 2 jokers
    a side suit        0..11 its ranks without the dominant one

By house rules twos and red fives are trumps as well; then there are up to twenty rungs of trumps.
"""

from __future__ import annotations

from typing import Any

from paiju.core import bits
from paiju.core.bits import Mask
from paiju.core.cards import Card
from paiju.core.tricks import TrickState

TRUMPS = 4  # the effective suit of all trumps; as a trump suit, that there is none
# Where cards stand among the trumps, above the ranks of the trump suit; in the trump suit itself one higher.
TWOS, DOMINANT, JOKERS, RED_FIVES = 20, 22, 24, 26


class TrumpState(TrickState):
    """A deal of tricks with a dominant `rank` (0 is the two, 12 the ace) and a `trump` suit (TRUMPS if none)."""

    def __init__(self, setup: Any):
        TrickState.__init__(self, setup)
        self.rank: int = 0
        self.trump: int = TRUMPS
        self.rungs: int = 16  # how many rungs there are in the longest suit
        self.twos_trump: bool = False
        self.fives_trump: bool = False  # those of hearts and diamonds
        self.suit_of: list[int] = [0] * 54
        self.rung_of: list[int] = [0] * 54
        self.within: list[Mask] = [0] * 5

    def hand_order(self) -> int:
        return 8 * self.rank + self.trump

    def order(self, rank: int, trump: int) -> None:
        """Build the tables for this dominant rank and trump suit."""
        self.rank = rank
        self.trump = trump
        top = 12 if trump < TRUMPS else 0
        for suit in range(5):
            self.within[suit] = 0
        face = 0
        for suit in range(4):
            for r in range(13):
                effective = suit
                rung = r if r < rank else r - 1
                if suit == trump:
                    effective = TRUMPS
                if r == rank:
                    effective = TRUMPS
                    rung = top + 1 if suit == trump else top
                self.suit_of[face] = effective
                self.rung_of[face] = rung
                self.within[effective] = self.within[effective] | bits.fields(bits.one(face))
                face += 1
        jokers = top + 2 if trump < TRUMPS else 1
        for joker in range(2):
            self.suit_of[52 + joker] = TRUMPS
            self.rung_of[52 + joker] = jokers + joker
            self.within[TRUMPS] = self.within[TRUMPS] | bits.fields(bits.one(52 + joker))
        if self.twos_trump or self.fives_trump:
            self.order_with_more_trumps()

    def order_with_more_trumps(self) -> None:
        """The tables where twos or red fives are always trumps: a rung for every place that has a card."""
        place = [0] * 54
        there = [0] * 5
        for suit in range(5):
            self.within[suit] = 0
        for face in range(54):
            suit = face // 13
            effective = TRUMPS
            if face >= 52:
                place[face] = JOKERS + face - 52
            elif self.fives_trump and (face == 13 + 3 or face == 26 + 3):
                place[face] = RED_FIVES + suit - 1
            elif face % 13 == self.rank:
                place[face] = DOMINANT + (1 if suit == self.trump else 0)
            elif self.twos_trump and face % 13 == 0:
                place[face] = TWOS + (1 if suit == self.trump else 0)
            else:
                place[face] = face % 13
                effective = TRUMPS if suit == self.trump else suit
            self.suit_of[face] = effective
            self.within[effective] = self.within[effective] | bits.fields(bits.one(face))
            there[effective] = there[effective] | 1 << place[face]
        for face in range(54):
            self.rung_of[face] = bits.popcount(there[self.suit_of[face]] & (1 << place[face]) - 1)
        self.rungs = bits.popcount(there[TRUMPS])
        if self.rungs < 12:
            self.rungs = 12

    def suit_with(self, cards: Mask) -> int:
        """The effective suit that all these cards belong to, or -1."""
        suit = self.suit_of[bits.lowest(cards) >> 1]
        return -1 if cards & ~self.within[suit] else suit

    def top_rung(self, cards: Mask) -> int:
        """The highest rung among cards of one effective suit, -1 if there are none."""
        top = -1
        rest = bits.faces(cards)
        while rest:
            rung = self.rung_of[bits.highest(rest) >> 1]
            if rung > top:
                top = rung
            rest = rest ^ bits.one(bits.highest(rest) >> 1)
        return top

    def lowest_face(self, faces: Mask) -> int:
        """Of faces (low bits) of one effective suit the one on the lowest rung."""
        return self.lowest_above(faces, -1)

    def lowest_above(self, faces: Mask, rung: int) -> int:
        """Of faces (low bits) of one effective suit the lowest above a rung; -1 if there is none."""
        found = -1
        least = 99
        while faces:
            face = bits.lowest(faces) >> 1
            if rung < self.rung_of[face] < least:
                found = face
                least = self.rung_of[face]
            faces = faces & (faces - 1)
        return found

    def ladder(self, cards: Mask) -> int:
        """The pairs among cards of one effective suit, as shapes.py reads them: rungs with a pair, rungs with two."""
        once = 0
        twice = 0
        rest = bits.pairs(cards)
        while rest:
            rung = 1 << self.rung_of[bits.lowest(rest) >> 1]
            twice = twice | once & rung
            once = once | rung
            rest = rest & (rest - 1)
        return once | twice << 32

    def pair_on(self, cards: Mask, rung: int) -> int:
        """The first face held twice on this rung."""
        rest = bits.pairs(cards)
        while rest:
            if self.rung_of[bits.lowest(rest) >> 1] == rung:
                return bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
        return -1

    def above(self, suit: int, rung: int) -> Mask:
        """All copies of all cards of an effective suit that lie above a rung."""
        cards = 0
        rest = bits.faces(self.within[suit])
        while rest:
            if self.rung_of[bits.lowest(rest) >> 1] > rung:
                cards = cards | bits.fields(bits.one(bits.lowest(rest) >> 1))
            rest = rest & (rest - 1)
        return cards

    def order_of(self, card: Card) -> tuple[int, int]:
        card = Card(card)
        return self.suit_of[card], self.rung_of[card]
