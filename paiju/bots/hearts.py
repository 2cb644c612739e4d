"""Judgement for Hearts: `steady`, a bot of rules of thumb, and `heartless`, which decides as that program did.

steady weighs for every card what the trick may cost against the relief of being rid of the card. All its numbers are
whole (64 to a point, 1024 to a certainty), so that it decides alike compiled and not.
"""

from __future__ import annotations

from paiju.core import bits
from paiju.games.hearts import HeartsState

CLUBS = bits.suit(0)
DIAMONDS = bits.suit(1)
HEARTS = bits.suit(2)
SPADES = bits.suit(3)
QUEEN = bits.one(49)
HIGH_SPADES = bits.one(49) | bits.one(50) | bits.one(51)
POINTS = HEARTS | QUEEN

# The chance in 1024 that one of k seats holds none of n cards that lie with them: MISSES[14 * k + n].
MISSES = [
    1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024,
    1024, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0,
    1024, 683, 455, 303, 202, 135, 90, 60, 40, 27, 18, 12, 8, 5,
]  # fmt: skip

# ---- weights
LEAD = 20
RANK_C = 144
RANK_D = 106
RANK_H = 113
RANK_S = 60
GUARD = 852
QUEEN_HELD = 510
QUEEN_GUARD = 788
HIGH = 295
HIGH_GUARD = 717
VOID = 74
PASS_VOID = 100
FLUSH = 64
FLUSH_HIGH = 1
DUMP = 1024
DROP = 1024
EAGER = 69
PASS_QUEEN = 797
PASS_HIGH = 300
SHARE = 90
THREAT = 8
STOP = 200
SHOOT = 5
SHOOT_MORE = 6
HEART_LOSER = 2
RUN = 3
LOSS = 220
KEEP = 9
PASS_SHOOT = 7
STOPPER = 400
QUEEN_LOSER = 2
# ---- end


class Player(HeartsState):
    styles = ("random", "steady", "heartless")

    def advise(self, seat, style, rng):
        if style % 16 == 1:
            return self.steady(seat)
        if style % 16 == 2:
            return self.heartless(seat)
        return self.draw(seat, rng)

    # ---- heartless ----

    def heartless(self, seat):
        hand = self.hand[seat]
        if self.stage == 0:
            return bits.move(bits.GIVE, self.heartless_gift(hand), 0)
        if self.trick == 0 and hand & bits.one(0):
            return bits.move(bits.PLAY, bits.one(0), 0)
        if seat == self.leader:
            return bits.move(bits.PLAY, self.heartless_lead(hand), 0)
        if hand & self.led:
            return bits.move(bits.PLAY, self.heartless_follow(seat, hand & self.led), 0)
        return bits.move(bits.PLAY, self.heartless_throw(hand), 0)

    def heartless_gift(self, hand):
        """The queen of spades, then the highest ranks; of one rank hearts, spades, diamonds, clubs."""
        gift = hand & QUEEN
        for i in range(3 - bits.popcount(gift)):
            gift = gift | top_rank(hand & ~gift)
        return gift

    def heartless_lead(self, hand):
        """The lowest card of the shortest suit; high spades and unbroken hearts only when nothing else is held."""
        choice = hand & CLUBS
        least = bits.popcount(choice) if choice else 16
        length = bits.popcount(hand & DIAMONDS)
        if length and length < least:
            choice = hand & DIAMONDS
            least = length
        length = 14 if hand & HIGH_SPADES else 1
        if hand & SPADES and length < least:
            choice = hand & SPADES
            least = length
        length = bits.popcount(hand & HEARTS) if self.broken else 15
        if hand & HEARTS and length < least:
            choice = hand & HEARTS
        return bits.nth(choice, 0)

    def heartless_follow(self, seat, cards):
        """Just below the best card; else low, unless nobody behind can take the trick away."""
        below = cards & (self.best - 1)
        if below & QUEEN:
            return QUEEN
        if below:
            return top(below)
        high = 0 if self.led == HEARTS else cards & ~QUEEN
        suit = bits.lowest(self.led) // 26
        seat = seat + 1 & 3
        while seat != self.leader:
            if not self.voids >> 4 * seat + suit & 1:
                high = 0
            seat = seat + 1 & 3
        return top(high) if high else bits.nth(cards, 0)

    def heartless_throw(self, hand):
        """The queen, the highest heart, the highest of the rest; in the first trick no points if there is a choice."""
        plain = hand & ~POINTS
        if self.trick == 0 and plain:
            return top_rank(plain)
        if self.trick and hand & QUEEN:
            return QUEEN
        return top(hand & HEARTS) if hand & HEARTS else top_rank(plain)

    # ---- steady ----

    def steady(self, seat):
        if self.stage == 0:
            return bits.move(bits.GIVE, self.steady_gift(seat), 0)
        return bits.move(bits.PLAY, self.steady_card(seat), 0)

    def steady_gift(self, seat):
        """Three times the card it is the greatest relief to be rid of."""
        hand = self.hand[seat]
        out = self.deck_cards - hand
        gift = self.shooters_gift(hand, out)
        if gift:
            return gift
        for i in range(3):
            best = -1 << 20
            choice = 0
            rest = hand
            while rest:
                card = bits.nth(rest, 0)
                rest = rest - card
                value = self.relief(hand, card, out) + self.burden(hand, card)
                if value >= best:
                    best = value
                    choice = card
            hand = hand - choice
            gift = gift + choice
        return gift

    def shooters_gift(self, hand, out):
        """With a hand that could take everything: the three weakest cards. Otherwise nothing."""
        gift = 0
        for i in range(3):
            gift = gift + weakest(hand - gift, out)
        return gift if losers(hand - gift, out) < PASS_SHOOT else 0

    def burden(self, hand, card):
        suit = suit_of(card)
        length = bits.popcount(hand & suit)
        value = 0
        if suit != SPADES:
            value = PASS_VOID // (length * length)
        elif card & QUEEN:
            value = PASS_QUEEN
        elif card > QUEEN:
            value = PASS_HIGH
        return value

    def steady_card(self, seat):
        hand = self.hand[seat]
        cards = self.legal(seat)
        out = self.out_for(seat)
        choice = 0
        least = 1 << 30
        shooter = self.shooter()
        shoots = shooter == seat or shooter < 0 and self.trick < 4
        if shoots:
            shoots = losers(hand, out) < SHOOT + (self.points_of(seat) * SHOOT_MORE >> 4)
        while cards:
            card = bits.nth(cards, 0)
            cards = cards - card
            if shoots:
                cost = self.shooting_cost(seat, card, out)
            else:
                cost = self.trick_cost(seat, card, out, shooter) - self.relief(hand, card, out)
            if cost <= least:
                least = cost
                choice = card
        return choice

    def points_of(self, seat):
        points = self.taken[seat] & POINTS
        return bits.popcount(points) + (12 if points & QUEEN else 0)

    def shooter(self):
        """The only seat that has points, -1 if nobody has any, -2 if they are spread."""
        shooter = -1
        for seat in range(4):
            if self.taken[seat] & POINTS:
                if shooter >= 0:
                    return -2
                shooter = seat
        return shooter

    def shooting_cost(self, seat, card, out):
        """When taking everything: what it costs to lose this trick, and a winner spent."""
        suit = suit_of(card)
        lower = bits.popcount(out & suit & (card - 1))
        if seat != self.leader and (suit != self.led or card < self.best):
            win = 0
        else:
            win = self.chance_to_win(seat, card, out)
        points = card & POINTS
        for other in range(4):
            points = points + (self.table[other] & POINTS)
        loss = 1664 if points else LOSS
        return ((1024 - win) * loss >> 10) + KEEP * lower

    def chance_to_win(self, seat, card, out):
        suit = suit_of(card)
        higher = out & suit & ~(card + card - 1)
        win = 1024
        seat = seat + 1 & 3
        while not self.table[seat] and seat != self.leader:
            win = win * MISSES[42 + bits.popcount(higher & self.most[seat])] >> 10
            seat = seat + 1 & 3
        return win

    def out_for(self, seat):
        """The cards this seat has not seen: they are in the other hands."""
        out = self.deck_cards - self.hand[seat]
        for other in range(4):
            out = out - self.taken[other] - self.table[other]
        return out

    def trick_cost(self, seat, card, out, shooter):
        """What the trick may cost, if this card is played to it."""
        suit = suit_of(card)
        threat = shooter >= 0 and shooter != seat and self.points_of(shooter) >= THREAT
        if seat != self.leader and (suit != self.led or card < self.best):
            if not threat:
                return 0
            cost = 0 if card < out & suit else STOPPER
            if card & POINTS and self.winner != shooter:
                cost = cost - STOP
            return cost
        higher = out & suit & ~(card + card - 1)
        lower = out & suit & (card - 1)
        gift = self.gave[seat] & out if self.shift else 0
        target = seat + self.shift & 3
        points = card & POINTS
        hope = 0
        queen_seats = 0
        suit_seats = 0
        for other in range(4):
            points = points + (self.table[other] & POINTS)
            if other != seat:
                may = out & self.most[other]
                if other != target:
                    may = may & ~gift
                if may & suit:
                    suit_seats += 1
                if may & QUEEN:
                    queen_seats += 1
        cost = 64 * (bits.popcount(points) + (12 if points & QUEEN else 0))
        win = 1024
        leading = seat == self.leader
        seat = seat + 1 & 3
        while not self.table[seat] and seat != self.leader:
            may = out & self.most[seat]
            if seat != target:
                may = may & ~gift
            drop = 0
            if may & QUEEN:
                drop = 832 // queen_seats
                if gift & QUEEN:
                    drop = 832
            if not may & suit:
                hope += self.dumped(may, drop, 1024)
            else:
                above = MISSES[14 * suit_seats + bits.popcount(may & higher)]
                below = MISSES[14 * suit_seats + bits.popcount(may & lower)]
                if seat == target and gift & lower:
                    below = 0
                if seat == target and gift & higher:
                    above = 0
                hope += self.dumped(may, drop, above * below >> 10)
                if suit == HEARTS:
                    hope += 64
                if card > QUEEN and suit == SPADES:
                    hope += drop * DROP >> 10
                win = win * (1024 - ((1024 - above) * (below + (EAGER * (1024 - below) >> 10)) >> 10)) >> 10
            seat = seat + 1 & 3
        if self.trick == 0:
            hope = 0
        if threat and (cost or hope > 64):
            cost = cost - STOP
        cost = win * (cost + hope + LEAD) >> 10
        if suit == SPADES and card < QUEEN and leading and out & QUEEN:
            cost = cost - (FLUSH_HIGH if self.hand[self.leader] & HIGH_SPADES else FLUSH)
        return cost

    def dumped(self, may, drop, chance):
        return (chance * (drop + (64 if may & HEARTS else 0)) >> 10) * DUMP >> 10

    def relief(self, hand, card, out):
        """How glad this hand is to be rid of a card."""
        suit = suit_of(card)
        mine = hand & suit
        out_of_suit = out & suit
        outside = bits.popcount(out_of_suit)
        guards = bits.popcount(mine & (card - 1))
        lower = bits.popcount(out_of_suit & (card - 1))
        value = 0
        if suit == CLUBS:
            value = RANK_C
        elif suit == DIAMONDS:
            value = RANK_D
        elif suit == HEARTS:
            value = RANK_H
        else:
            value = RANK_S
        if outside:
            value = value * lower // outside
        else:
            value = 0
        for i in range(guards):
            value = value * GUARD >> 10
        if suit == SPADES:
            if card == QUEEN:
                value = QUEEN_HELD
                for i in range(guards):
                    value = value * QUEEN_GUARD >> 10
            elif card > QUEEN and out & QUEEN:
                value = HIGH
                for i in range(guards):
                    value = value * HIGH_GUARD >> 10
            elif hand & QUEEN or out & QUEEN and mine & HIGH_SPADES:
                value = value - SHARE
        return value + VOID // bits.popcount(mine)


def suit_of(card):
    return bits.suit(bits.lowest(card) // 26)


def top(cards):
    """The highest of some cards of one suit."""
    return bits.one(bits.highest(cards) // 2)


def top_rank(cards):
    """The card of highest rank; of one rank hearts, spades, diamonds, clubs."""
    choice = 0
    best = -1
    for suit in range(4):
        held = cards & bits.suit(suit)
        if held:
            rank = bits.highest(held) // 2 - 13 * suit
            # Suits are numbered clubs, diamonds, hearts, spades.
            value = 4 * rank + (5 - suit if suit > 1 else suit)
            if value > best:
                best = value
                choice = top(held)
    return choice


def losers(hand, out):
    """How many cards of a hand may lose a trick if it tries to win them all; hearts count for more."""
    total = 0
    for suit in range(4):
        mine = hand & bits.suit(suit)
        others = out & bits.suit(suit)
        left = bits.popcount(others)
        while mine:
            card = top(mine)
            mine = mine - card
            if card < others and left > 0:
                total += HEART_LOSER if suit == 2 else QUEEN_LOSER if card == QUEEN else 2
            left = left - RUN
    return total


def weakest(hand, out):
    """The card least likely to win a trick: the one with most others above it."""
    choice = 0
    most = -1
    while hand:
        card = bits.nth(hand, 0)
        hand = hand - card
        above = bits.popcount(out & suit_of(card) & ~(card + card - 1))
        if above > most:
            most = above
            choice = card
    return choice
