"""Judgement for Gong Zhu: the rule-of-thumb bot `steady`.

Every play it may make is weighed as the sum of two things: what the trick will bring, to whoever is likely to take it,
and how good it is to be rid of the cards. All weights are in 64ths of what a heart from 5 to 10 counts.
"""

from __future__ import annotations

from paiju.core import bits
from paiju.games.gongzhu import GongzhuState

TEN, JACK, ACE, QUEEN = 8, 22, 38, 49
HEARTS, DIAMONDS, SPADES = bits.suit(2), bits.suit(1), bits.suit(3)
SPECIALS = 3 * (bits.one(TEN) | bits.one(JACK) | bits.one(QUEEN))
SCORED = HEARTS | SPECIALS
FROM_FIVE, FROM_JACK, FROM_QUEEN, FROM_KING = (HEARTS & ~(bits.one(face) - 1) for face in (29, 35, 36, 37))
# NONE[27 * k + n]: the chance, in 1024ths, that one of k players holds none of n cards that lie among them.
NONE = [1024 if n == 0 else 0 if k < 2 else 1024 * (k - 1) ** n // k**n for k in range(4) for n in range(27)]
ONE = [0 if k < 2 or n == 0 else 1024 * n * (k - 1) ** (n - 1) // k**n for k in range(4) for n in range(27)]
UNPAIRED = [1024 if n == 0 else 0 if k < 2 else 1024 * (k * k - 1) ** n // (k * k) ** n for k in range(4) for n in range(27)]
# What passing a card is worth, by suit for 2-5, 6-9, 10-J and Q-A; and what it adds that its suit is so short.
GIFTS = [
    worth
    for suit in ((-94, -48, 66, 97), (24, 30, 32, 26), (-105, -27, 8, 72), (-73, -16, -3, 76))
    for worth, ranks in zip(suit, (4, 4, 2, 3), strict=True)
    for _ in range(ranks)
]
GIFTS[TEN], GIFTS[JACK], GIFTS[QUEEN] = -40, -49, 20
SHORT_GIFT = [max(0, 65 * (7 - max(3, held))) for held in range(27)]
(DUMP, FOLLOW, PIGFEAR, NEUTRAL, RELUCTANT, ONLEAD, FISH, OUTLOOK, LONG, CLUB, DIAMOND, HEART, SPADE, SHORT, GUARD,
 PIGHIGH, PIG, CATCH, SHEEP, TENS, SHOWPIG, SHOWSHEEP, SHOWTEN, SHOWACE, GPIG, GHIGH, GHEART, GSHEEP, GTEN, GDIA, DECAY,
 PIGDECAY, HEARTP, LOWCUT, STOP, SLAM, COVER, COVERPIG, PAIRLEAD, SHORTLIN) = range(40)
DEFAULT = {DUMP: 50, FOLLOW: 50, PIGFEAR: 56, NEUTRAL: 9, RELUCTANT: 4, ONLEAD: -90, FISH: 40, OUTLOOK: -588, LONG: 20,
  CLUB: 60, DIAMOND: 60, HEART: 250, SPADE: 60, SHORT: 60, GUARD: -24, PIGHIGH: 250, PIG: 540, CATCH: -117, SHEEP: -300,
  TENS: 0, SHOWPIG: 4, SHOWSHEEP: 8, SHOWTEN: 1, SHOWACE: 10, GPIG: -40, GHIGH: 0, GHEART: -56, GSHEEP: 0, GTEN: -40, GDIA: 0,
  DECAY: 40, PIGDECAY: 32, HEARTP: 12, LOWCUT: 12, STOP: 8, SLAM: 400, COVER: 10, COVERPIG: 6, PAIRLEAD: 0, SHORTLIN: 0}
W = [DEFAULT.get(i % 40, 0) for i in range(80)]


def tune(i, x):
    W[i] = x

def weight(i):
    return W[i]


class Player(GongzhuState):
    styles = ("random", "steady", "heartless")

    # ---- native ----

    def advise(self, seat, style, rng):
        if style % 16 == 0:
            return self.draw(seat, rng)
        v = 40 * (style % 16 - 1)
        if self.stage == 0:
            return bits.move(bits.GIVE, self.gift(seat, v), 0)
        if self.stage == 1:
            return bits.move(bits.SHOW, self.display(seat, v), 0)
        cards = self.best_play(seat, v)
        return bits.move(bits.PLAY, cards, self.copies_to_play(seat, cards))

    def hidden(self, seat):
        """The cards others hold, as far as the seat knows."""
        return self.deck_cards - self.hand[seat] - self.played[0] - self.played[1] - self.played[2] - self.played[3]

    # -- before play

    def gift(self, seat, v):
        """The three cards to pass: high ones, and whatever makes a short suit shorter."""
        hand = self.hand[seat]
        cards = 0
        for i in range(3):
            best = -1
            most = 0
            rest = bits.faces(hand - cards)
            while rest:
                face = bits.lowest(rest) >> 1
                rest = rest & (rest - 1)
                worth = GIFTS[face] + SHORT_GIFT[2 * bits.size(hand & bits.suit(face // 13)) // self.decks]
                if best < 0 or worth > most:
                    best = face
                    most = worth
            cards = cards + bits.one(best)
        return cards

    def display(self, seat, v):
        hand = self.hand[seat]
        cards = 0
        if bits.size(hand & SPADES & (bits.one(QUEEN) - 1)) >= 3 + self.decks:
            cards = cards | hand & (3 * bits.one(QUEEN))
        if bits.copies(hand, JACK) == 1 or self.all_copies:
            cards = cards | hand & (3 * bits.one(JACK))
        if bits.size(hand & (bits.one(TEN) - 1)) >= 3 - self.decks:
            cards = cards | hand & (3 * bits.one(TEN))
        if bits.size(hand & HEARTS & (bits.one(ACE) - 1)) >= 2 + 2 * self.decks:
            cards = cards | hand & (3 * bits.one(ACE))
        return cards & self.showable

    # -- play

    def best_play(self, seat, v):
        choice = self.choice(seat)
        out = self.hidden(seat)
        must = self.compelled(seat)
        gloom = self.gloom(out)
        if seat == self.leader:
            return self.best_lead(seat, choice, out, gloom, v)
        if self.width == 1:
            return self.best_of(seat, choice, 0, 1, out, gloom, v)
        if must:
            return must + self.best_of(seat, choice, must, 1, out, gloom, v)
        if choice & self.led == 0:
            first = self.best_of(seat, choice, 0, 1, out, gloom, v)
            return first + self.best_of(seat, choice - first, first, 1, out, gloom, v)
        if bits.pairs(choice):
            return self.best_of(seat, choice, 0, 2, out, gloom, v)
        return self.best_mixed(seat, choice, out, gloom, v)

    def gloom(self, out):
        """What an unseen card costs whoever takes it, on average."""
        bad = out & (FROM_FIVE | 3 * bits.one(QUEEN))
        return -self.points(bad, bits.meet(bad, self.opened)) // (bits.size(out) + 1)

    def best_of(self, seat, choice, held, n, out, gloom, v):
        """The best n copies of one face to play, beside cards already settled on."""
        best = 0
        most = 0
        hand = self.hand[seat]
        rest = bits.faces(choice)
        if rest & (rest - 1) == 0:
            return n * rest
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            cards = n * bits.one(face)
            gain = self.outcome(seat, held + cards, out, gloom, v) + n * (self.riddance(hand, face, out, v))
            if best == 0 or gain > most:
                best = cards
                most = gain
        return best

    def best_mixed(self, seat, choice, out, gloom, v):
        best = 0
        most = 0
        hand = self.hand[seat]
        rest = bits.faces(choice)
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            gain = self.riddance(hand, face, out, v)
            others = rest
            while others:
                other = bits.lowest(others) >> 1
                others = others & (others - 1)
                cards = bits.one(face) + bits.one(other)
                total = gain + (self.riddance(hand, other, out, v)) + self.outcome(seat, cards, out, gloom, v)
                if best == 0 or total > most:
                    best = cards
                    most = total
        return best

    def best_lead(self, seat, choice, out, gloom, v):
        best = 0
        most = 0
        hand = self.hand[seat]
        rest = bits.faces(choice)
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            ease = self.riddance(hand, face, out, v)
            if face >= 39 and face < QUEEN and bits.copies(out, QUEEN) and bits.copies(hand, QUEEN) == 0:
                ease = ease + W[v + FISH]
            for n in range(1, bits.copies(choice, face) + 1):
                gain = n * ease + (n - 1) * W[v + PAIRLEAD] + self.outcome(seat, n * bits.one(face), out, gloom, v)
                if best == 0 or gain > most:
                    best = n * bits.one(face)
                    most = gain
        return best

    def outcome(self, seat, cards, out, gloom, v):
        """What the trick is worth to the seat if it plays these cards."""
        led = self.led
        width = self.width
        top = bits.highest(cards) >> 1
        if seat == self.leader:
            led = bits.suit(top // 13)
            width = bits.size(cards)
            later = 3
            strength = top
            ahead = True
        else:
            later = (self.leader - seat - 1) & 3
            strength = self.strength(cards)
            ahead = strength > self.best
        trick = cards + self.table[0] + self.table[1] + self.table[2] + self.table[3]
        bare = 0
        if self.opened:
            bare = bits.meet(self.exposed[seat], cards) + self.bared[0] + self.bared[1] + self.bared[2] + self.bared[3]
        to_come = 0
        if later:
            if not ahead:
                top = self.best & 63
            to_come = self.to_come(seat, led, top, width, later, out, gloom, v)
        if not ahead:
            return self.swing(seat, self.winner, trick, bare, to_come, v)
        win = self.swing(seat, seat, trick, bare, to_come, v) + W[v + ONLEAD]
        if later == 0:
            return win
        stay = self.stay(seat, led, top, width, strength >= 64, later, out, win, v)
        lose = 0
        for i in range(later):
            lose = lose + self.swing(seat, (seat + 1 + i) & 3, trick, bare, to_come, v)
        lose = lose * (64 // later) >> 6
        return (stay * win + (1024 - stay) * lose) >> 10

    def swing(self, seat, winner, trick, bare, to_come, v):
        """What it means to a seat that the winner takes a trick."""
        worth = self.worth_to(winner, trick, bare, to_come, v)
        gain = worth if winner == seat else -(worth * 21 >> 6)
        if trick & HEARTS:
            collector = self.collector(v)
            if collector >= 0:
                worth = W[v + SLAM] if winner == collector else -W[v + SLAM]
                gain = gain + (worth if collector == seat else -worth)
        return gain

    def collector(self, v):
        """Who has taken all hearts so far, if they are so many that the rest may follow; otherwise -1."""
        who = -1
        for seat in range(4):
            if self.taken[seat] & HEARTS:
                if who >= 0:
                    return -1
                who = seat
        if who >= 0 and bits.size(self.taken[who] & HEARTS) * 16 < W[v + STOP] * 13 * self.decks:
            return -1
        return who

    def holders(self, seat, led):
        """How many of the others may hold a suit."""
        k = 0
        for other in range(4):
            if other != seat and self.most[other] & led:
                k = k + 1
        return k

    def stay(self, seat, led, top, width, mixed, later, out, win, v):
        """The chance in 1024ths that a play now ahead stays so."""
        k = self.holders(seat, led)
        suit = out & led
        low = bits.size(suit & (bits.one(top) - 1))
        high = bits.size(suit & ~(bits.one(top + 1) - 1))
        eager = 1024 - NONE[27 * k + high]
        forced = NONE[27 * k + low] * eager >> 10
        if width == 2:
            pairs = bits.pairs(suit)
            unpaired = UNPAIRED[27 * k + bits.popcount(pairs)]
            several = 1024 - NONE[27 * k + low + high] - ONE[27 * k + low + high]
            loose = unpaired * several >> 10
            if mixed:
                eager = eager * loose >> 10
                forced = forced * loose >> 10
            else:
                if led == DIAMONDS and not self.mixed_diamonds:
                    loose = 0
                lower = bits.popcount(pairs & (bits.one(top) - 1))
                higher = bits.popcount(pairs & ~(bits.one(top + 1) - 1))
                eager = 1024 - UNPAIRED[27 * k + higher]
                forced = loose + (UNPAIRED[27 * k + lower] * eager >> 10)
                eager = loose + (1024 - loose) * eager >> 10
        if win > 0:
            beaten = eager
        elif win > -32:
            beaten = forced + ((eager - forced) * W[v + NEUTRAL] >> 6)
        else:
            beaten = forced + ((eager - forced) * W[v + RELUCTANT] >> 6)
        stay = 1024
        for i in range(later):
            if self.most[(seat + 1 + i) & 3] & led:
                stay = stay * (1024 - beaten) >> 10
        return stay

    def to_come(self, seat, led, top, width, later, out, gloom, v):
        """What those still to play are likely to add."""
        suit = out & led
        n = bits.size(suit)
        void = NONE[27 * self.holders(seat, led) + n]
        dump = gloom * W[v + DUMP] >> 4
        follow = 0
        if led == HEARTS and n:
            follow = (-self.points(suit, 0) // n) * W[v + FOLLOW] >> 6
        points = 0
        for i in range(later):
            other = (seat + 1 + i) & 3
            if self.most[other] & led:
                points = points - (void * dump + (1024 - void) * follow >> 10)
                if top > QUEEN:
                    points = points - self.pigs_feared(other, out, v)
            else:
                points = points - dump
        return points * width

    def pigs_feared(self, other, out, v):
        """What pigs a seat may drop on a trick taken with a higher spade."""
        pigs = bits.copies(out, QUEEN)
        if pigs == 0:
            return 0
        level = bits.copies(self.opened, QUEEN)
        if level == 0:
            return 3 * W[v + PIGFEAR] * pigs
        pigs = pigs - level
        if pigs > 0:
            return 3 * W[v + PIGFEAR] * pigs
        return 18 * W[v + PIGFEAR] * bits.copies(self.exposed[other], QUEEN)

    def worth_to(self, seat, trick, bare, to_come, v):
        """What a trick is worth to the seat that takes it."""
        points = to_come
        if trick & SCORED:
            points = points + self.points(trick, bare)
        taken = self.taken[seat]
        tens = bits.copies(taken, TEN)
        rate = 64
        if tens:
            rate = self.rate(tens, bits.copies(self.won_exposed[seat], TEN))
        worth = points * rate >> 6
        more = bits.copies(trick, TEN)
        if more:
            rise = self.rate(tens + more, bits.copies(self.won_exposed[seat], TEN) + bits.copies(bare, TEN)) - rate
            total = points + self.points(taken, self.won_exposed[seat])
            total = total + (W[v + OUTLOOK] * self.count[seat] >> 5)
            worth = worth + (total * rise >> 6)
        return worth

    def rate(self, tens, bare):
        """By how much the 10♣ multiply a score, in 64ths."""
        level = bits.copies(self.opened, TEN) if self.all_copies else bare
        if self.ten_steps:
            return 64 * (100 + self.ten_taken * tens + self.ten_exposed * level) // 100
        return 64 << (tens * (1 + level) if self.all_copies else tens + level)

    def points(self, cards, bare):
        """What cards count, 10♣ and slams apart."""
        hearts = bits.size(cards & FROM_FIVE) + bits.size(cards & FROM_JACK) + bits.size(cards & FROM_QUEEN)
        hearts = hearts + bits.size(cards & FROM_KING) + bits.copies(cards, ACE)
        hearts = hearts << bits.copies(self.opened, ACE)
        return 64 * (10 * self.doubled(JACK, cards, bare) - 10 * self.doubled(QUEEN, cards, bare) - hearts)

    def riddance(self, hand, face, out, v):
        """How good it is to be rid of a card of this face."""
        s = face // 13
        suit = bits.suit(s)
        below = bits.one(face) - 1
        n = bits.size(out & suit)
        held = bits.size(hand & suit)
        guards = bits.size(hand & suit & below)
        if n == 0:
            return W[v + LONG]
        risk = 64 * bits.size(out & suit & below) // n
        decay = 64
        for i in range(guards):
            decay = decay * W[v + DECAY] >> 6
        gain = ((risk - W[v + LOWCUT]) * W[v + CLUB + s] >> 6) * decay >> 6
        gain = gain + W[v + SHORT] // held
        if held < 7:
            gain = gain + W[v + SHORTLIN] * (7 - held)
        gain = gain - ((64 - risk) * W[v + COVER] * (held - guards - 1) >> 8)
        if s == 3:
            if face > QUEEN:
                if bits.copies(out, QUEEN):
                    gain = gain + (W[v + PIGHIGH] * decay >> 6)
            elif face == QUEEN:
                guards = held - bits.copies(hand, QUEEN)
                decay = W[v + PIG]
                for i in range(guards):
                    decay = decay * W[v + PIGDECAY] >> 6
                gain = gain + decay
            elif bits.copies(hand, QUEEN):
                gain = gain + W[v + GUARD]
            elif face < QUEEN and bits.copies(out, QUEEN) and hand & ~(bits.one(QUEEN + 1) - 1):
                gain = gain - W[v + COVERPIG]
        elif s == 1:
            if face == JACK:
                gain = gain + W[v + SHEEP]
            elif face > JACK and bits.copies(out | hand, JACK):
                gain = gain + W[v + CATCH]
        elif s == 2:
            gain = gain + (-self.points(bits.one(face), 0) * W[v + HEARTP] >> 6)
        elif face == TEN:
            gain = gain + W[v + TENS]
        return gain

    def copies_to_play(self, seat, cards):
        """Which copies, where one is exposed and one is not (rule 3.5): the pig for others, the sheep for oneself."""
        split = cards & self.split(seat)
        if split == 0:
            return 0
        mine = seat == self.leader or self.strength(cards) > self.best
        amount = 0
        n = 0
        while split:
            face = bits.lowest(split) >> 1
            split = split & (split - 1)
            if mine == (face == JACK):
                amount = amount | 1 << n
            n = n + 1
        return amount
