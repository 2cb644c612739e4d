"""Judgement for Hearts: `steady`, a bot of rules of thumb, and `heartless`, which decides as that program did.

steady weighs for every card what the trick may cost against the relief of being rid of the card. All its numbers are
whole (64 to a point, 1024 to a certainty), so that it decides alike compiled and not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from paiju.core import bits
from paiju.core.bits import Mask, Move, Seat
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.words import Action
from paiju.games import hearts as rules
from paiju.games.hearts import HeartsState

CLUBS = bits.suit(0)
DIAMONDS = bits.suit(1)
HEARTS = bits.suit(2)
SPADES = bits.suit(3)
QUEEN = bits.one(49)
JACK = bits.one(22)
HIGH_SPADES = bits.one(49) | bits.one(50) | bits.one(51)
POINTS = HEARTS | QUEEN

# The chance in 1024 that one of k seats holds none of n cards that lie with them: MISSES[14 * k + n].
MISSES = [
    1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024,
    1024, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0,
    1024, 683, 455, 303, 202, 135, 90, 60, 40, 27, 18, 12, 8, 5,
    1024, 768, 576, 432, 324, 243, 182, 137, 103, 77, 58, 43, 32, 24,
    1024, 819, 655, 524, 419, 336, 268, 215, 172, 137, 110, 88, 70, 56,
]  # fmt: skip

MOON = 26 * 64

# What steady thinks things are worth, 64 to a point; found by play against itself, heartless and random players.
LEAD = 20  # the cost of having to lead
FLUSH = 64  # leading spades when somebody else has to fear the queen
RANK_C = 144  # the relief of being rid of the highest card of a suit
RANK_D = 106
RANK_H = 113
RANK_S = 60
QUEEN_HELD = 510  # and of the queen of spades, and of king and ace while she is out
HIGH_HELD = 295
SHIELD = 90  # small spades that guard those three
SHORT = 74  # a short suit is soon gone: for its last card
PASS_SHORT = 100
STOP = 200  # taking a point from somebody who has them all
STOPPER = 400  # a card that can do so later
LOSS = 220  # for a shooter, a trick without points lost
SPEND = 9  # and each card that the one spent could have beaten
# Parts in 1024: what each guard leaves of a danger, how readily others take a trick they could leave.
GUARD = 852
QUEEN_GUARD = 650
HIGH_GUARD = 717
EAGER = 69
KEPT_JACK = 512  # and what of the jack of diamonds its holder may hope for, and a diamond that can catch it
CATCHER = 256
# Counts.
THREAT = 8  # points from which somebody who has them all may be shooting the moon
SHOOT = 3  # half losers with which a hand does not try it any more; with points won it goes further
SHOOT_ON = 6
PASS_SHOOT = 7
RUN = 3  # cards of a suit that fall in a round
LONG_LIST = 7  # cards of which gifts worth a closer look are made


class Advisor(HeartsState):
    styles = ("random", "steady", "heartless")

    def advise(self, seat: Seat, style: int, rng: Random) -> Move:
        if style % 16 == 1:
            return self.steady(seat)
        if style % 16 == 2:
            return self.heartless(seat)
        return self.random_move(seat, rng)

    # ---- heartless ----

    def heartless(self, seat: Seat) -> Mask:
        hand = self.hand[seat]
        if self.stage == rules.GIVE:
            return bits.move(bits.GIVE, self.heartless_gift(hand), 0)
        if self.stage == rules.MOON:
            return self.moon_choice(seat)
        if seat == self.leader:
            card = self.heartless_lead(hand)
        elif hand & self.led:
            card = self.heartless_follow(seat, hand & self.led)
        else:
            card = self.heartless_throw(hand)
        if self.trick == 0 and not card & self.legal(seat):
            card = bits.nth(self.legal(seat), 0)
        return bits.move(bits.PLAY, card, 0)

    def heartless_gift(self, hand: Mask) -> Mask:
        """The queen of spades, then the highest ranks; of one rank hearts, spades, diamonds, clubs."""
        gift = hand & QUEEN
        for i in range(3 - bits.popcount(gift)):
            gift = gift | top_rank(hand & ~gift)
        return gift

    def heartless_lead(self, hand: Mask) -> Mask:
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

    def heartless_follow(self, seat: Seat, cards: Mask) -> Mask:
        """Just below the best card; else low, unless nobody behind can take the trick away."""
        below = cards & (self.best - 1)
        if below & QUEEN:
            return QUEEN
        if below:
            return top(below)
        high = 0 if self.led == HEARTS else cards & ~QUEEN
        suit = bits.lowest(self.led) // 26
        seat = self.ahead(seat, 1)
        while seat != self.leader:
            if not self.voids >> 4 * seat + suit & 1:
                high = 0
            seat = self.ahead(seat, 1)
        return top(high) if high else bits.nth(cards, 0)

    def heartless_throw(self, hand: Mask) -> Mask:
        """The queen, the highest heart, the highest of the rest; in the first trick no points if there is a choice."""
        plain = hand & ~POINTS
        if self.trick == 0 and plain:
            return top_rank(plain)
        if self.trick and hand & QUEEN:
            return QUEEN
        return top(hand & HEARTS) if hand & HEARTS else top_rank(plain)

    # ---- steady ----

    def steady(self, seat: Seat) -> Mask:
        if self.stage == rules.MOON:
            return self.moon_choice(seat)
        hand = self.hand[seat]
        out = self.out_for(seat)
        if self.stage == rules.GIVE:
            return bits.move(bits.GIVE, self.steady_gift(hand, out), 0)
        alone = self.alone_with_points()
        if self.shoots(seat, hand, out, alone):
            return bits.move(bits.PLAY, self.shooters_card(seat, out), 0)
        return bits.move(bits.PLAY, self.cheapest_card(seat, hand, out, alone), 0)

    def ahead(self, seat: Seat, steps: int) -> Seat:
        """The seat so many places on."""
        seat = seat + steps
        return seat - self.seats if seat >= self.seats else seat

    def moon_choice(self, seat: Seat) -> Move:
        """Differences are the same either way, so adding pays only where it wins the match."""
        self.settle()
        self.score[seat] = self.score[seat] - self.all_points
        return bits.move(bits.ADD if self.wins_by_adding(seat, self.swing(seat)) else bits.SUBTRACT, 0, 0)

    def out_for(self, seat: Seat) -> Mask:
        """The cards this seat has not seen: they are in the other hands."""
        out = self.deck_cards - self.hand[seat]
        for other in range(self.seats):
            out = out - self.taken[other] - self.table[other]
        return out

    def may_hold(self, other: Seat, seat: Seat, out: Mask) -> Mask:
        """What one seat thinks another may hold: it remembers the pass, and that nobody keeps the queen who could
        have thrown her (in the first trick, which is of clubs, nobody could)."""
        may = out & self.most[other]
        if self.shift and other != self.ahead(seat, self.shift):
            may = may & ~self.gifts[seat]
        if self.voids >> 4 * other + 1 & 7 and self.first_lead != rules.LEFT:
            may = may & ~QUEEN
        return may

    def cheapest_card(self, seat: Seat, hand: Mask, out: Mask, alone: int) -> Mask:
        """The card with the least cost after the relief of being rid of it; the highest of several."""
        threat = alone if self.threatens(alone, seat) else -1
        cards = self.legal(seat)
        choice = 0
        least = 1 << 30
        while cards:
            card = bits.nth(cards, 0)
            cards = cards - card
            if seat == self.leader or (card & self.led and card > self.best):
                cost = self.cost_ahead(seat, card, out, threat)
            else:
                cost = self.cost_behind(card, out, threat)
            cost = cost - self.relief(hand, card, out)
            if self.jack_points:
                cost = cost + self.cost_of_jack(seat, card, out)
            if cost <= least:
                least = cost
                choice = card
        return choice

    def cost_behind(self, card: Mask, out: Mask, threat: int) -> int:
        """A card that does not win costs nothing, unless it would have stopped a moon later on."""
        if threat < 0:
            return 0
        cost = 0 if card < out & suit_of(card) else STOPPER
        if card & POINTS and self.winner != threat:
            cost = cost - STOP
        return cost

    def cost_ahead(self, seat: Seat, card: Mask, out: Mask, threat: int) -> int:
        """What a card costs that would win as things stand: the points there are and those still to come, by the chance
        that it really wins."""
        suit = suit_of(card)
        higher = out & suit & ~(card + card - 1)
        lower = out & suit & (card - 1)
        gift = self.gifts[seat] & out if self.shift else 0
        points = card & POINTS
        queen_seats = 0
        suit_seats = 0
        for other in range(self.seats):
            points = points + (self.table[other] & POINTS)
            if other != seat:
                may = self.may_hold(other, seat, out)
                suit_seats += 1 if may & suit else 0
                queen_seats += 1 if may & QUEEN else 0
        unit = MOON // self.all_points
        heart = unit * (self.all_points - self.queen_points) // 13
        cost = unit * self.points_of(points)
        hope = 0
        win = 1024
        other = self.ahead(seat, 1)
        while other != self.leader:
            may = self.may_hold(other, seat, out)
            mine = gift if other == self.ahead(seat, self.shift) else 0  # what I know to be there
            above = 0 if mine & higher else MISSES[14 * suit_seats + bits.popcount(may & higher)]
            below = 0 if mine & lower else MISSES[14 * suit_seats + bits.popcount(may & lower)]
            queen = unit * self.queen_points // (1 if gift & QUEEN else queen_seats) if may & QUEEN else 0
            if not may & suit:
                above = 1024
                below = 1024
            elif suit == HEARTS:
                hope += heart
            elif suit == SPADES and card > QUEEN:
                hope += queen
            hope += (above * below >> 10) * (queen + (heart if may & HEARTS else 0)) >> 10
            win = win * (1024 - ((1024 - above) * (below + (EAGER * (1024 - below) >> 10)) >> 10)) >> 10
            other = self.ahead(other, 1)
        if self.trick == 0 and self.banned:
            hope = 0  # rule 4.4
        if self.clean_points and self.won[seat] == 0:
            hope += unit * self.clean_points * self.trick // self.full  # rule 5.6
        if threat >= 0 and (cost or hope > 64):
            cost = cost - STOP
        cost = win * (cost + hope + LEAD) >> 10
        if seat == self.leader and suit == SPADES and out & QUEEN and not self.hand[seat] & HIGH_SPADES:
            cost = cost - FLUSH
        return cost

    def relief(self, hand: Mask, card: Mask, out: Mask) -> int:
        """How glad a hand is to be rid of a card: the more cards out are below it and the fewer of its own guard it."""
        suit = suit_of(card)
        mine = hand & suit
        guards = bits.popcount(mine & (card - 1))
        below = bits.popcount(out & suit & (card - 1))
        value = SHORT // bits.popcount(mine)
        if card == QUEEN:
            return value + guarded(QUEEN_HELD, QUEEN_GUARD, guards)
        if suit == SPADES and out & QUEEN and card > QUEEN:
            return value + guarded(HIGH_HELD, HIGH_GUARD, guards)
        if suit == SPADES and (hand & QUEEN or (out & QUEEN and mine & HIGH_SPADES)):
            value = value - SHIELD
        if below == 0:
            return value
        rank = RANK_S if suit == SPADES else RANK_H if suit == HEARTS else RANK_D if suit == DIAMONDS else RANK_C
        return value + guarded(rank * below // bits.popcount(out & suit), GUARD, guards)

    def cost_of_jack(self, seat: Seat, card: Mask, out: Mask) -> int:
        """Rule 5.4: the jack of diamonds is for whoever takes it, so it is kept, and so are the diamonds above it."""
        worth = MOON // self.all_points * self.jack_points
        laid = card
        for other in range(self.seats):
            laid = laid + self.table[other]
        if laid & JACK:
            kept = worth * KEPT_JACK >> 10 if card == JACK else 0
            return kept - (worth * self.chance_to_win(seat, card, out) >> 10)
        if card & DIAMONDS and card > JACK and (out + self.hand[seat]) & JACK:
            return worth * CATCHER >> 10
        return 0

    # ---- steady: the pass ----

    def steady_gift(self, hand: Mask, out: Mask) -> Mask:
        """The three weakest of a hand that could take everything; else three times the card it most wants to pass."""
        gift = 0
        for i in range(3):
            gift = gift + weakest(hand - gift, out)
        if 2 * losers(hand - gift, out) < PASS_SHOOT:
            return gift
        gift = 0
        for i in range(3):
            gift = gift + self.burden(hand - gift, out)
        return gift

    def burden(self, hand: Mask, out: Mask) -> Mask:
        """The card this hand most wants to pass."""
        rest = hand
        choice = 0
        most = -1 << 30
        while rest:
            card = bits.nth(rest, 0)
            rest = rest - card
            value = self.pass_value(hand, card, out)
            if value >= most:
                most = value
                choice = card
        return choice

    def pass_value(self, hand: Mask, card: Mask, out: Mask) -> int:
        """Relief, and in the pass the way to a void counts for more. Small spades stay: they are the guards."""
        suit = suit_of(card)
        length = bits.popcount(hand & suit)
        value = self.relief(hand, card, out) + (0 if suit == SPADES else PASS_SHORT // (length * length))
        if self.jack_points and card & DIAMONDS and card >= JACK:
            worth = MOON // self.all_points * self.jack_points
            value = value - (worth * (KEPT_JACK if card == JACK else CATCHER) >> 10)
        return value

    # ---- steady: the moon ----

    def alone_with_points(self) -> int:
        """The only seat that has taken points, -1 if nobody has, -2 if they are spread."""
        alone = -1
        for seat in range(self.seats):
            if self.taken[seat] & POINTS:
                if alone >= 0:
                    return -2
                alone = seat
        return alone

    def threatens(self, alone: int, seat: Seat) -> bool:
        """Is that another seat, with points enough, and leading again after it won its own lead?"""
        if alone < 0 or alone == seat or alone != self.leader or alone != self.last_leader:
            return False
        return self.share_of(alone) >= THREAT

    def share_of(self, seat: Seat) -> int:
        """The points a seat has taken, as parts of 26."""
        return 26 * self.points_of(self.taken[seat]) // self.all_points

    def shoots(self, seat: Seat, hand: Mask, out: Mask, alone: int) -> bool:
        """Worth a try: nobody else has points and few cards could lose, more of them when much is won already."""
        if alone != seat and (alone != -1 or self.trick > 3):
            return False
        return 2 * losers(hand, out) < SHOOT + (self.share_of(seat) * SHOOT_ON >> 4)

    def shooters_card(self, seat: Seat, out: Mask) -> Mask:
        """The card that loses the least by losing, and spends the least by winning."""
        cards = self.legal(seat)
        points = 0
        for other in range(self.seats):
            points = points + self.table[other]
        sun = self.sun and self.won[seat] == self.trick
        choice = 0
        least = 1 << 30
        while cards:
            card = bits.nth(cards, 0)
            cards = cards - card
            suit = suit_of(card)
            loss = MOON if sun or (points + card) & POINTS else LOSS
            cost = SPEND * bits.popcount(out & suit & (card - 1))
            cost = cost + ((1024 - self.chance_to_win(seat, card, out)) * loss >> 10)
            if cost <= least:
                least = cost
                choice = card
        return choice

    def chance_to_win(self, seat: Seat, card: Mask, out: Mask) -> int:
        if seat != self.leader and (not card & self.led or card < self.best):
            return 0
        higher = out & suit_of(card) & ~(card + card - 1)
        win = 1024
        seat = self.ahead(seat, 1)
        while seat != self.leader:
            win = win * MISSES[14 * (self.seats - 1) + bits.popcount(higher & self.most[seat])] >> 10
            seat = self.ahead(seat, 1)
        return win

    def plausible(self, viewer: int, rng: Random) -> bool:
        """Nobody holds the queen who could have thrown her (`may_hold`)."""
        if self.first_lead == rules.LEFT:
            return True
        for seat in range(self.seats):
            if seat != viewer and self.hand[seat] & QUEEN and self.voids >> 4 * seat + 1 & 7:
                return False
        return True

    # ---- for search ----

    def candidates(self, seat: Seat, most: int) -> list[Action]:
        """In the pass, gifts made of the cards it most wants to pass; in play one of several cards that touch."""
        if not self.owes(seat):
            return []
        if self.stage == rules.MOON:
            return [Action(self.moon_choice(seat))]
        hand, out = self.hand[seat], self.out_for(seat)
        if self.stage == rules.PLAY:
            others = out + sum(self.table)
            apart = QUEEN | JACK if self.jack_points else QUEEN
            return [Action("play", Cards(card)) for card in different_cards(self.legal(seat), others, apart)][:most]
        values = {card: self.pass_value(hand, bits.one(card), out) for card in Cards(hand)}
        wanted = sorted(values, key=lambda card: values[card], reverse=True)[:LONG_LIST]
        gifts = sorted(combinations(wanted, 3), key=lambda gift: sum(values[card] for card in gift), reverse=True)
        low = sorted(values, key=lambda card: card % 13)[:3]  # and the one that would shoot the moon
        return [Action("give", Cards(gift)) for gift in dict.fromkeys([*gifts[: most - 1], tuple(low)])][:most]


def different_cards(cards: Mask, others: int, apart: int) -> Iterator[int]:
    """The lowest of every run of cards between which none is in other hands or on the table; some stand apart."""
    last = 0
    for face in Cards(cards):
        card = bits.one(face)
        between = others & (card - 1) & ~(last + last - 1) if last else 0
        if not last or between or suit_of(card) != suit_of(last) or (card | last) & apart:
            yield card
        last = card


def suit_of(card: Mask) -> Mask:
    return bits.suit(bits.lowest(card) // 26)


def guarded(value: int, part: int, guards: int) -> int:
    """Each guard leaves a part, in 1024, of a danger."""
    for i in range(guards):
        value = value * part >> 10
    return value


def top(cards: Mask) -> Mask:
    """The highest of some cards of one suit."""
    return bits.one(bits.highest(cards) // 2)


def top_rank(cards: Mask) -> Mask:
    """The card of highest rank; of one rank hearts, spades, diamonds, clubs."""
    choice = 0
    most = -1
    for suit in range(4):
        held = cards & bits.suit(suit)
        if held:
            rank = bits.highest(held) // 2 - 13 * suit
            value = 4 * rank + (5 - suit if suit > 1 else suit)
            if value > most:
                most = value
                choice = top(held)
    return choice


def losers(hand: Mask, out: Mask) -> int:
    """How many cards may lose a trick to higher ones out, if the hand runs its suits from the top."""
    total = 0
    for suit in range(4):
        mine = hand & bits.suit(suit)
        others = out & bits.suit(suit)
        left = bits.popcount(others)
        while mine:
            card = top(mine)
            mine = mine - card
            if card < others and left > 0:
                total += 1
            left = left - RUN
    return total


def weakest(hand: Mask, out: Mask) -> Mask:
    """The card with most others above it."""
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
