"""Judgement for Sheng Ji before the first lead: what to call, what to bury.

Both ask what a hand is worth with some suit as trumps. Weights are tenths of a point unless they say otherwise; they
were tuned by play against earlier versions on the same decks.
"""

from __future__ import annotations

from paiju.core import bits, trump
from paiju.core.bits import Mask, Seat
from paiju.core.chance import Random
from paiju.games import shengji_calls as calls
from paiju.games import shengji_play as tricks
from paiju.games.shengji import ShengjiState

TWOS = sum(3 * bits.one(13 * suit) for suit in range(4))  # shifted up, all cards of another rank
RED_JOKERS, BLACK_JOKERS = 3 * bits.one(53), 3 * bits.one(52)
RED_FIVES = 3 * bits.one(13 + 3) | 3 * bits.one(26 + 3)
# What a hand promises with a suit as trumps.
TRUMP, DOMINANT, BLACK, RED, TRUMP_PAIR = 18, 6, 10, 14, 6
SIDE_ACE, NO_TRUMP_ACE, NO_TRUMP_KING = 6, 36, 16
# A call takes so much, and so much more for ten cards drawn; at the end of the draw, or to become the dealer, less.
CALL, TO_DEAL, CALL_PER_TEN, LAST_CALL_PER_TEN, OVERCALL, OVER_PARTNER = 10, -20, 78, 70, 0, 10
# What it costs to bury a card, and what a void brings.
BURY_TRUMP, BURY_ACE, BURY_KING, BURY_PAIR, BURY_TRACTOR, BURY_RUNG, VOID = 200, 150, 30, 20, 40, 2, 180
BURY_POINT, BURY_POINT_WEAK = 2, 2  # a point, and more for every trump below twelve
PLANS = 8  # kitties worth a search: among more of them its noise would choose


class KittyAdvisor(ShengjiState):
    # ---- calling ----

    def promise(self, hand: Mask, suit: int) -> int:
        """What these cards are worth with this trump suit (4: none)."""
        ranked = TWOS << 2 * self.rank
        ace = 12 if self.rank < 12 else 11
        aces = hand & TWOS << 2 * ace
        trumps = hand & (ranked | RED_JOKERS | BLACK_JOKERS)
        worth = DOMINANT * bits.size(hand & ranked)
        if self.twos_trump:
            trumps = trumps | hand & TWOS
        if self.fives_trump:
            trumps = trumps | hand & RED_FIVES
            worth += RED * bits.size(hand & RED_FIVES)
        worth += BLACK * bits.size(hand & BLACK_JOKERS) + RED * bits.size(hand & RED_JOKERS)
        if suit < trump.TRUMPS:
            trumps = trumps | hand & bits.suit(suit)
            worth += SIDE_ACE * bits.size(aces & ~bits.suit(suit))
        else:
            kings = hand & ~ranked & TWOS << 2 * (ace - 1)
            worth += NO_TRUMP_ACE * bits.size(aces) + NO_TRUMP_KING * bits.size(kings)
        return worth + TRUMP * bits.size(trumps) + TRUMP_PAIR * bits.popcount(bits.pairs(trumps))

    def choose_call(self, seat: Seat) -> Mask:
        """The best call the hand is good enough for, with a pair if there is one: nobody calls over that so easily."""
        hand = self.hand[seat]
        pairs = bits.pairs(hand) & self.pair_calls(seat)
        choice = bits.faces(hand) & self.weak_calls(seat) | pairs
        best = self.least_promise(seat)
        chosen = -1
        while choice:
            face = bits.lowest(choice) >> 1
            worth = self.promise(hand, face // 13)
            if seat == self.caller and face // 13 == self.trump:
                worth += OVER_PARTNER + OVERCALL  # the second card of one's own call makes it safe
            if worth > best:
                best = worth
                chosen = face
            choice = choice & (choice - 1)
        if chosen < 0:
            return bits.move(bits.PASS, 0, 0)
        return bits.move(bits.CALL, bits.one(chosen) << (1 if pairs & bits.one(chosen) else 0), 0)

    def least_promise(self, seat: Seat) -> int:
        """What a call must promise: more than the cards drawn so far do on average, or than the call that stands."""
        if self.call == 0:
            each = CALL_PER_TEN if self.stage == calls.DRAW else LAST_CALL_PER_TEN
            return (TO_DEAL if self.old_dealer < 0 else CALL) + each * self.count[seat] // 10
        standing = self.promise(self.hand[seat], self.trump) + OVERCALL
        if self.old_dealer < 0 and self.last_caller_deals:  # rule 2.10
            standing += TO_DEAL - CALL
        return standing if (seat ^ self.caller) & 1 else standing + OVER_PARTNER

    def plausible(self, viewer: int, rng: Random) -> bool:
        """Nobody keeps a call back that is better than the one that stood. The dealer's hand has changed since."""
        if self.stage <= calls.THEFT:
            return True
        missed = 0
        for seat in range(4):
            is_unchanged = seat != viewer and seat != self.dealer and seat != self.burier
            if is_unchanged and bits.kind_of(self.choose_call(seat)) == bits.CALL:
                missed += 1
        return missed == 0

    # ---- burying ----

    def choose_bury(self, seat: Seat) -> Mask:
        """Whole side suits and the cards missed least: of all choices of suits the one that costs least."""
        cost = [0] * 54
        bonus = [0] * 54
        hand = self.hand[seat]
        self.price_kitty(hand, self.point_price(hand), cost, bonus)
        best = 0
        least = 0
        for voids in range(16):
            cards = self.bury_plan(hand, voids, cost, bonus)
            if cards:
                price = total(cards, hand, cost, bonus) - VOID * bits.popcount(voids)
                if best == 0 or price < least:
                    best = cards
                    least = price
        return best

    def buried_at(self, seat: Seat, voids: int, point: int) -> Mask:
        """The same for chosen suits and a price of a point: another plan to look at."""
        cost = [0] * 54
        bonus = [0] * 54
        self.price_kitty(self.hand[seat], point, cost, bonus)
        return self.bury_plan(self.hand[seat], voids, cost, bonus)

    def kitty_price(self, seat: Seat, cards: Mask, voids: int) -> int:
        cost = [0] * 54
        bonus = [0] * 54
        hand = self.hand[seat]
        self.price_kitty(hand, self.point_price(hand), cost, bonus)
        return total(cards, hand, cost, bonus) - VOID * bits.popcount(voids)

    def bury_plan(self, hand: Mask, voids: int, cost: list[int], bonus: list[int]) -> Mask:
        """Eight cards: these suits (a bit set) down to their aces, then what is missed least; 0 if that is no plan."""
        cards = 0
        low = hand & ~(TWOS << 2 * (12 if self.rank < 12 else 11))  # an ace is cashed soon, and then the suit is void
        for suit in range(4):
            if voids >> suit & 1:
                if low & self.within[suit] == 0:
                    return 0
                cards = cards | low & self.within[suit]
        if bits.size(cards) > 8:
            return 0
        return cards + cheapest(hand - cards, 8 - bits.size(cards), cost, bonus)

    def point_price(self, hand: Mask) -> int:
        """What a buried point costs: the fewer trumps, the likelier the last trick is lost."""
        trumps = bits.size(hand & self.within[trump.TRUMPS])
        point = BURY_POINT + (BURY_POINT_WEAK * (12 - trumps) if trumps < 12 else 0)
        if self.kitty_times == tricks.DOUBLE:
            return point
        return 2 * point if self.kitty_times == tricks.POWER else point + point // 2

    def price_kitty(self, hand: Mask, point: int, cost: list[int], bonus: list[int]) -> None:
        """What burying each face costs, and what it costs more to bury of a pair."""
        top = [0] * 4
        for suit in range(4):
            top[suit] = self.top_rung(self.within[suit])
        rest = bits.faces(hand)
        while rest:
            face = bits.lowest(rest) >> 1
            suit = self.suit_of[face]
            rung = self.rung_of[face]
            price = BURY_RUNG * rung + point * tricks.points_of(bits.one(face))
            if suit == trump.TRUMPS:
                price += BURY_TRUMP
            elif rung == top[suit]:
                price += BURY_ACE
            elif rung == top[suit] - 1:
                price += BURY_KING
            cost[face] = price
            if bits.copies(hand, face) == 2:
                ladder = self.ladder(hand & self.within[suit])
                beside = ladder & (1 << rung << 1 | 1 << rung >> 1)
                bonus[face] = (BURY_TRACTOR if beside else BURY_PAIR) + 4 * rung
            rest = rest & (rest - 1)

    # ---- for search ----

    def _plans(self, seat: Seat) -> list[int]:
        """Kitties to look at, the cheapest first: other voids, and points thought dearer or cheaper than usual."""
        point = self.point_price(self.hand[seat])
        found = {}
        for price in (point, 0, 3 * point):
            for voids in range(16):
                cards = self.buried_at(seat, voids, price)
                if cards:
                    found.setdefault(cards, self.kitty_price(seat, cards, voids))
        return sorted(found, key=found.__getitem__)[:PLANS]


def cheapest(cards: Mask, n: int, cost: list[int], bonus: list[int]) -> Mask:
    """The n cards that cost least; the first one taken of a pair costs its bonus too."""
    chosen = 0
    for _ in range(n):
        best = -1
        least = 0
        rest = bits.faces(cards)
        while rest:
            face = bits.lowest(rest) >> 1
            price = cost[face] + (bonus[face] if bits.copies(cards, face) == 2 else 0)
            if best < 0 or price < least:
                best = face
                least = price
            rest = rest & (rest - 1)
        chosen = chosen + bits.one(best)
        cards = cards - bits.one(best)
    return chosen


def total(cards: Mask, hand: Mask, cost: list[int], bonus: list[int]) -> int:
    """What it costs to part with these cards of the hand."""
    price = 0
    rest = bits.faces(cards)
    while rest:
        face = bits.lowest(rest) >> 1
        price += bits.copies(cards, face) * cost[face]
        if bits.copies(hand, face) == 2:
            price += bonus[face]
        rest = rest & (rest - 1)
    return price
