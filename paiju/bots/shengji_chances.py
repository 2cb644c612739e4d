"""Judgement for Sheng Ji: what a seat knows of the others' cards, what its own are worth, how likely a play is beaten.

Chances are of 1024 and come from the cards a seat has not seen and from what everybody knows of the hands (`most`,
`known`); whole numbers only, so that compiled and uncompiled code agree.
"""

from __future__ import annotations

from paiju.bots.shengji_kitty import KittyAdvisor
from paiju.core import bits, shapes, trump
from paiju.core.bits import Mask, Seat
from paiju.games import shengji_calls as calls

SURE = 1024
ROW = 22  # more than there are rungs
# What a card is worth as long as it is in the hand.
TRUMP, TRUMP_RUNG, TRUMP_TOP = 48, 3, 24
SIDE_RUNG, SIDE_TOP, SIDE_NEXT = 1, 40, 15
PAIR, PAIR_RUNG, TRACTOR, LAST_OF_SUIT = 29, 1, 20, 15


class KnowingAdvisor(KittyAdvisor):
    def weigh_up(self, seat: Seat, can: list[Mask], share: list[int], cost: list[int], bonus: list[int]) -> None:
        self.look_round(seat, can, share)
        self.price_hand(seat, can[seat], cost, bonus)

    def look_round(self, seat: Seat, can: list[Mask], share: list[int]) -> None:
        """For each seat the cards it may hold and its share (of 1024) of all cards unseen; those are under `seat`."""
        unseen = calls.TWO_DECKS - self.hand[seat]
        for other in range(4):
            unseen = unseen - self.table[other] - self.taken[other]
        if seat == self.burier:
            unseen = unseen - self.hand[bits.STOCK]
        size = bits.size(unseen)
        for other in range(4):
            rest = unseen
            for third in range(4):
                if third != seat and third != other:
                    rest = rest - bits.meet(rest, self.known[third])
            can[other] = bits.meet(rest, self.most[other])
            share[other] = (self.count[other] << 10) // size if size > self.count[other] else SURE
        can[seat] = unseen

    def price_hand(self, seat: Seat, unseen: Mask, cost: list[int], bonus: list[int]) -> None:
        """What each card is worth in the hand, and what it is worth more as one of a pair."""
        above = [0] * 110  # by suit and rung, ROW a suit: unseen cards from there up
        hand = self.hand[seat]
        rest = bits.faces(unseen)
        while rest:
            face = bits.lowest(rest) >> 1
            i = ROW * self.suit_of[face] + self.rung_of[face]
            above[i] = above[i] + bits.copies(unseen, face)
            rest = rest & (rest - 1)
        for suit in range(5):
            for i in range(ROW * suit + self.rungs - 1, ROW * suit, -1):
                above[i - 1] = above[i - 1] + above[i]
        for suit in range(5):
            mine = hand & self.within[suit]
            if mine:
                ladder = self.ladder(mine)
                self.price_suit(mine, suit, ladder, above, cost, bonus)
        if hand & self.within[trump.TRUMPS]:
            for suit in range(4):
                mine = hand & self.within[suit]
                if mine and mine & (mine - 1) == 0:
                    face = bits.lowest(mine) >> 1
                    if bits.copies(mine, face) == 1:
                        cost[face] = cost[face] - LAST_OF_SUIT

    def price_suit(
        self, mine: Mask, suit: int, ladder: int, above: list[int], cost: list[int], bonus: list[int]
    ) -> None:
        rest = bits.faces(mine)
        while rest:
            face = bits.lowest(rest) >> 1
            rung = self.rung_of[face]
            higher = above[ROW * suit + rung + 1]
            if suit == trump.TRUMPS:
                cost[face] = TRUMP + TRUMP_RUNG * (rung if self.trump < trump.TRUMPS else rung + 13)
                cost[face] = cost[face] + (TRUMP_TOP * (4 - higher) if higher < 4 else 0)
            else:
                cost[face] = SIDE_RUNG * rung + (SIDE_TOP if higher == 0 else SIDE_NEXT if higher == 1 else 0)
            if bits.copies(mine, face) == 2:
                beside = ladder & (1 << rung << 1 | 1 << rung >> 1)
                bonus[face] = PAIR + PAIR_RUNG * rung + (TRACTOR if beside else 0)
            rest = rest & (rest - 1)

    def shape_chance(self, cards: Mask, share: int, n: int, pairs: int, longest: int) -> int:
        """How likely somebody with this share of the unseen cards holds such a shape among these of one suit."""
        if cards == 0:
            return 0
        twice = share * share >> 10
        if longest:
            chance = bits.popcount(shapes.runs(self.ladder(cards), longest)) << 10
            for _ in range(longest):
                chance = chance * twice >> 10
            return chance if chance < SURE else SURE
        if pairs == 1:
            return SURE - power(SURE - twice, bits.popcount(bits.pairs(cards)))
        if pairs:
            chance = bits.popcount(bits.pairs(cards)) * twice // (2 * pairs)
            return chance if chance < SURE else SURE
        if n == 1:
            return SURE - power(SURE - share, bits.size(cards))
        chance = 2 * bits.size(cards) * share // (3 * n)
        return chance if chance < SURE else SURE

    def beaten(
        self, can: Mask, share: int, suit: int, rung: int, ruffed: bool, n: int, pairs: int, longest: int
    ) -> int:
        """How likely a seat that may hold these cards beats a play of this shape whose deciding part tops at rung."""
        held = can & self.within[suit]
        floor = rung - longest + 1 if longest else rung
        chance = 0
        if not ruffed and (n == 1 or n == 2 * pairs):
            chance = self.shape_chance(held & self.above(suit, floor), share, n, pairs, longest)
        if suit < trump.TRUMPS:
            void = power(SURE - share, bits.size(held))
            if void:
                trumps = can & self.within[trump.TRUMPS]
                if ruffed:
                    trumps = trumps & self.above(trump.TRUMPS, floor)
                ruff = void * self.shape_chance(trumps, share, n, pairs, longest) >> 10
                chance = chance + ((SURE - chance) * ruff >> 10)
        return chance


def power(chance: int, n: int) -> int:
    """A chance that must come true n times."""
    result = SURE
    for _ in range(n):
        result = result * chance >> 10
    return result
