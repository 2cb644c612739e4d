"""Judgement for Gong Zhu: the rule-of-thumb bot `steady`.

Every play is weighed as the sum of two things: what the trick will mean, to whoever is likely to take it, and how good
it is to be rid of the cards. Weights are in 64ths of a plain heart (5 to 10), chances in 1024ths. Passing and exposing
go by tables; all numbers were found by playing deals out.
"""

from __future__ import annotations

from itertools import combinations

from paiju.core import bits
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.words import Action
from paiju.games import gongzhu as rules
from paiju.games.gongzhu import GongzhuState

TEN_FACE, JACK_FACE, ACE_FACE, QUEEN_FACE = 8, 22, 38, 49  # the faces of 10♣, J♦, A♥ and Q♠
TENS, JACKS, ACES, QUEENS = (3 * bits.one(face) for face in (TEN_FACE, JACK_FACE, ACE_FACE, QUEEN_FACE))
DIAMONDS, HEARTS, SPADES = (bits.suit(s) for s in (1, 2, 3))
OVER_SHEEP = DIAMONDS & ~(bits.one(JACK_FACE + 1) - 1)
SCORED = HEARTS | TENS | JACKS | QUEENS
MIXED = 64  # a strength from here on is that of two different cards of the suit (rule 5.3)

# The chance that a player holds none of n cards, just one of them, no pair of n pairs, when k players share them; each
# at 27 * k + n.
NONE = [1024 * max(0, k - 1) ** n // max(1, k) ** n for k in range(4) for n in range(27)]
JUST_ONE = [1024 * n * max(0, k - 1) ** (n - 1) // max(1, k) ** n if n else 0 for k in range(4) for n in range(27)]
UNPAIRED = [1024 * max(0, k * k - 1) ** n // max(1, k * k) ** n for k in range(4) for n in range(27)]

# What passing a card is worth, by suit for 2 to 5, 6 to 9, 10 and J, Q to A; and what it adds that its suit is short.
GIFTS = [
    worth
    for suit in ((-94, -48, 66, 97), (24, 30, 32, 26), (-105, -27, 8, 72), (-73, -16, -3, 76))
    for worth, ranks in zip(suit, (4, 4, 2, 3), strict=True)
    for _ in range(ranks)
]
GIFTS[TEN_FACE], GIFTS[JACK_FACE], GIFTS[QUEEN_FACE] = -40, -49, 20
SHORT_GIFT = [max(0, 65 * (7 - max(3, held))) for held in range(27)]

# Being rid of a card.
RISK = [60, 60, 250, 60]  # by suit: of a card above all that others hold of it, without a guard
SAFE = 12  # a card with so small a share (in 64ths) of the others' cards below it is one to keep
FADE = [64 * 5**n // 8**n for n in range(27)]  # what is left of a risk with n lower cards to play first
COVER = 10  # the price of a low card as a guard of higher ones
SHORT = 84  # the way to a void suit, shared by the cards left of it
DRY = 20  # a card of a suit nobody else holds
HIGH_SPADE, PIG, SHEEP, CATCHER = 150, 540, -300, -117

# The trick.
DUMP = 50  # what a void player throws, in 16ths of what an unseen card costs on average
FOLLOW = 50  # what a player adds to a heart trick, in 64ths of an average heart
PIG_FEAR = 168  # a pig that a player may have for a trick taken above it
DOZE = 9  # how many of 64 players overtake in a trick worth nothing, though they need not
BLUNDER = 5  # the same in a bad trick
BURDEN = -90  # being on lead
FISH = 64  # a lead that may drive out the pig
PAIR = 40  # two cards gone at once, and two different ones of the suit beat them
LEAD_TEN = -600
OUTLOOK = 588  # what a player has yet to lose in 32 cards, when 10♣ is to be judged
SLAM = 400  # keeping the hearts together, or apart


class Advisor(GongzhuState):
    styles = ("random", "steady")

    # ---- native ----

    def advise(self, seat: Seat, style: int, rng: Random) -> Move:
        if style % 16 == 0:
            return self.random_move(seat, rng)
        if self.stage == rules.DARK:
            return bits.move(bits.SHOW, 0, 0)  # who takes the cards is not to be known yet, so it wins nothing
        if self.stage == rules.GIVE:
            return bits.move(bits.GIVE, self.gift(seat), 0)
        if self.stage == rules.SHOW:
            return bits.move(bits.SHOW, self.display(seat), 0)
        cards = self.best_play(seat)
        return bits.move(bits.PLAY, cards, self.copies_to_play(seat, cards))

    # Before play.

    def gift(self, seat: Seat) -> Mask:
        """Three cards to pass: high ones, and those that make a short suit shorter."""
        hand = self.hand[seat]
        cards = 0
        for i in range(3):
            best = -1
            most = 0
            rest = bits.faces(hand - cards)
            while rest:
                face = bits.lowest(rest) >> 1
                rest = rest & (rest - 1)
                worth = self.gift_worth(hand, face)
                if best < 0 or worth > most:
                    best = face
                    most = worth
            cards = cards + bits.one(best)
        return cards

    def gift_worth(self, hand: Mask, face: Face) -> int:
        return GIFTS[face] + SHORT_GIFT[2 * bits.size(hand & bits.suit(face // 13)) // self.decks]

    def display(self, seat: Seat) -> Mask:
        """The cards to expose: those with enough lower ones to wait for somebody else's trick, and a lone sheep."""
        hand = self.hand[seat]
        cards = 0
        if bits.size(hand & (bits.one(TEN_FACE) - 1)) >= 3 - self.decks:
            cards = cards | hand & TENS
        if self.waits:
            # While a sheep waits, whoever holds a card above it gets to catch it.
            if bits.size(hand & OVER_SHEEP) == 3 * self.decks:
                cards = cards | hand & JACKS
        elif self.all_copies or bits.copies(hand, JACK_FACE) == 1:
            cards = cards | hand & JACKS
        if bits.size(hand & HEARTS & (bits.one(ACE_FACE) - 1)) >= 2 + 2 * self.decks:
            cards = cards | hand & ACES
        if bits.size(hand & SPADES & (bits.one(QUEEN_FACE) - 1)) >= 3 + self.decks:
            cards = cards | hand & QUEENS
        return cards & self.to_show(seat)

    # Play.

    def best_play(self, seat: Seat) -> Mask:
        choice = self.choice(seat)
        if bits.size(choice) == 1 and (seat == self.leader or self.width == 1):
            return choice
        out = self.hidden(seat)
        gloom = self.gloom(out)
        if seat == self.leader:
            return self.best_lead(seat, choice, out, gloom)
        if self.width == 1:
            return self.best_of(seat, choice, 0, 1, out, gloom)
        must = self.compelled(seat)
        if must:
            return must + self.best_of(seat, choice, must, 1, out, gloom)
        if choice & self.led == 0:
            first = self.best_of(seat, choice, 0, 1, out, gloom)
            return first + self.best_of(seat, choice - first, first, 1, out, gloom)
        if bits.pairs(choice):
            return self.best_of(seat, choice, 0, 2, out, gloom)
        return self.best_two(seat, choice, out, gloom)

    def hidden(self, seat: Seat) -> Mask:
        """The cards others hold, for all the seat knows."""
        return self.deck_cards - self.hand[seat] - self.played[0] - self.played[1] - self.played[2] - self.played[3]

    def gloom(self, out: Mask) -> int:
        """What an unseen card costs whoever takes it, on average."""
        bad = out & (HEARTS | QUEENS)
        return -self.plain_points(bad, bits.meet(bad, self.opened)) // (bits.size(out) + 1)

    def best_lead(self, seat: Seat, choice: Mask, out: Mask, gloom: int) -> Mask:
        best = 0
        most = 0
        hand = self.hand[seat]
        rest = bits.faces(choice)
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            ease = self.riddance(hand, face, out) + self.lead_worth(hand, face, out)
            for n in range(1, bits.copies(choice, face) + 1):
                gain = n * ease + (n - 1) * PAIR + self.outcome(seat, n * bits.one(face), out, gloom)
                if best == 0 or gain > most:
                    best = n * bits.one(face)
                    most = gain
        return best

    def lead_worth(self, hand: Mask, face: Face, out: Mask) -> int:
        """What speaks for a card as a lead and not otherwise."""
        if face == TEN_FACE:
            return LEAD_TEN
        if face >= 39 and face < QUEEN_FACE and out & QUEENS and hand & QUEENS == 0:
            return FISH
        return 0

    def best_of(self, seat: Seat, choice: Mask, held: Mask, n: int, out: Mask, gloom: int) -> Mask:
        """The best n copies of one face to play, beside cards already settled on."""
        best = 0
        most = 0
        rest = bits.faces(choice)
        if rest & (rest - 1) == 0:
            return n * rest
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            cards = n * bits.one(face)
            gain = n * self.riddance(self.hand[seat], face, out) + self.outcome(seat, held + cards, out, gloom)
            if best == 0 or gain > most:
                best = cards
                most = gain
        return best

    def best_two(self, seat: Seat, choice: Mask, out: Mask, gloom: int) -> Mask:
        """The best two different cards of the suit."""
        best = 0
        most = 0
        rest = bits.faces(choice)
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            ease = self.riddance(self.hand[seat], face, out)
            others = rest
            while others:
                other = bits.lowest(others) >> 1
                others = others & (others - 1)
                cards = bits.one(face) + bits.one(other)
                gain = ease + self.riddance(self.hand[seat], other, out) + self.outcome(seat, cards, out, gloom)
                if best == 0 or gain > most:
                    best = cards
                    most = gain
        return best

    def copies_to_play(self, seat: Seat, cards: Mask) -> int:
        """Of an exposed and a plain copy (rule 3.5) the exposed sheep into an own trick, other exposed cards away."""
        split = cards & self.split(seat)
        if split == 0:
            return 0
        mine = seat == self.leader or self.strength(cards) > self.best
        amount = 0
        n = 0
        while split:
            face = bits.lowest(split) >> 1
            split = split & (split - 1)
            if mine == (face == JACK_FACE):
                amount = amount | 1 << n
            n = n + 1
        return amount

    # What the trick will mean.

    def outcome(self, seat: Seat, cards: Mask, out: Mask, gloom: int) -> int:
        """What the trick will mean to the seat if it plays these cards."""
        top = bits.highest(cards) >> 1
        led = self.led
        width = self.width
        strength = top
        later = 3
        ahead = True
        if seat == self.leader:
            led = bits.suit(top // 13)
            width = bits.size(cards)
        else:
            strength = self.strength(cards)
            later = (self.leader - seat - 1) & 3
            ahead = strength > self.best
        trick = cards + self.table[0] + self.table[1] + self.table[2] + self.table[3]
        bare = 0
        if self.opened:
            bare = bits.meet(self.exposed[seat], cards) + self.bared[0] + self.bared[1] + self.bared[2] + self.bared[3]
        if later == 0:
            if ahead:
                return self.swing(seat, seat, trick, bare, 0) + BURDEN
            return self.swing(seat, self.winner, trick, bare, 0)
        holders = self.holders(seat, led)
        if not ahead:
            top = self.best & 63
        to_come = self.to_come(seat, led, top, width, later, holders, out, gloom)
        if not ahead:
            return self.swing(seat, self.winner, trick, bare, to_come)
        win = self.swing(seat, seat, trick, bare, to_come) + BURDEN
        lose = 0
        for i in range(later):
            lose = lose + self.swing(seat, (seat + 1 + i) & 3, trick, bare, to_come)
        lose = lose * (64 // later) >> 6
        beaten = self.overtaken(led, top, width, strength >= MIXED, holders, out, win)
        stay = 1024
        for i in range(later):
            if self.most[(seat + 1 + i) & 3] & led:
                stay = stay * (1024 - beaten) >> 10
        return (stay * win + (1024 - stay) * lose) >> 10

    def holders(self, seat: Seat, led: Mask) -> int:
        """How many of the others may hold the suit."""
        n = 0
        for other in range(4):
            if other != seat and self.most[other] & led:
                n = n + 1
        return n

    def to_come(
        self, seat: Seat, led: Mask, top: int, width: int, later: int, holders: int, out: Mask, gloom: int
    ) -> int:
        """What those still to play are likely to add to the trick."""
        suit = out & led
        n = bits.size(suit)
        void = NONE[27 * holders + n]
        dump = gloom * DUMP >> 4
        follow = 0
        if led == HEARTS and n:
            follow = (-self.plain_points(suit, 0) // n) * FOLLOW >> 6
        points = 0
        for i in range(later):
            other = (seat + 1 + i) & 3
            if self.most[other] & led:
                points = points - (void * dump + (1024 - void) * follow >> 10)
                if top > QUEEN_FACE and out & QUEENS:
                    points = points - self.pigs_feared(other, out)
            else:
                points = points - dump
        return points * width

    def pigs_feared(self, other: Seat, out: Mask) -> int:
        """A pig nobody has shown may be anywhere; one that lies open is certain to come, or not to."""
        secret = bits.copies(out, QUEEN_FACE) - bits.copies(self.opened, QUEEN_FACE)
        if secret > 0:
            return secret * PIG_FEAR
        if self.waits and self.begun & SPADES == 0:
            return 0  # it has to wait (rule 3.6)
        return 6 * PIG_FEAR * bits.copies(self.exposed[other], QUEEN_FACE)

    def overtaken(self, led: Mask, top: int, width: int, mixed: bool, holders: int, out: Mask, win: int) -> int:
        """The chance that the next player overtakes, who wants a good trick and has to take a bad one."""
        suit = out & led
        low = bits.size(suit & (bits.one(top) - 1))
        high = bits.size(suit & ~(bits.one(top + 1) - 1))
        able = 1024 - NONE[27 * holders + high]
        forced = NONE[27 * holders + low] * able >> 10
        if width == 2:
            pairs = bits.pairs(suit)
            loose = 1024 - NONE[27 * holders + low + high] - JUST_ONE[27 * holders + low + high]
            loose = UNPAIRED[27 * holders + bits.popcount(pairs)] * loose >> 10
            if mixed:
                able = able * loose >> 10
                forced = forced * loose >> 10
            else:
                if led == DIAMONDS and not self.mixed_diamonds:
                    loose = 0
                able = 1024 - UNPAIRED[27 * holders + bits.popcount(pairs & ~(bits.one(top + 1) - 1))]
                forced = UNPAIRED[27 * holders + bits.popcount(pairs & (bits.one(top) - 1))] * able >> 10
                # A player without a pair has to beat this one, like it or not (rule 5.3).
                able = loose + ((1024 - loose) * able >> 10)
                forced = loose + ((1024 - loose) * forced >> 10)
        if win > 0:
            return able
        return forced + ((able - forced) * (DOZE if win > -32 else BLUNDER) >> 6)

    def swing(self, seat: Seat, winner: Seat, trick: Mask, bare: Mask, to_come: int) -> int:
        """What it means to a seat that the winner takes the trick; what another gets is a third as bad.

        Of two teams one wins what the other loses.
        """
        gain = self.worth_to(winner, trick, bare, to_come)
        if not self.is_ours(seat, winner):
            gain = -gain if self.partners else -(gain * 21 >> 6)
        if trick & HEARTS:
            collector = self.collector()
            if collector >= 0:
                gain = gain + (SLAM if (winner == collector) == self.is_ours(seat, collector) else -SLAM)
        return gain

    def is_ours(self, seat: Seat, other: Seat) -> bool:
        """Does what the other takes count for the seat (rule 6.10)?"""
        return seat == other or (self.partners and (seat ^ other) == 2)

    def collector(self) -> int:
        """Who has taken all hearts so far, if they are so many that the rest may follow; otherwise -1."""
        who = -1
        for seat in range(4):
            if self.taken[seat] & HEARTS:
                if who >= 0:
                    return -1
                who = seat
        if who >= 0 and 2 * bits.size(self.taken[who] & HEARTS) < 13 * self.decks:
            return -1
        return who

    def worth_to(self, seat: Seat, trick: Mask, bare: Mask, to_come: int) -> int:
        """What the trick is worth to the seat that takes it."""
        points = to_come
        if trick & SCORED:
            points = points + self.plain_points(trick, bare)
        tens = bits.copies(self.taken[seat], TEN_FACE)
        bared = bits.copies(self.won_exposed[seat], TEN_FACE)
        rate = self.rate(tens, bared) if tens else 64
        worth = points * rate >> 6
        if trick & TENS:
            # 10♣ multiplies what the seat has and what it is going to get.
            rise = self.rate(tens + bits.copies(trick, TEN_FACE), bared + bits.copies(bare, TEN_FACE)) - rate
            total = points + self.plain_points(self.taken[seat], self.won_exposed[seat])
            worth = worth + ((total - (OUTLOOK * self.count[seat] >> 5)) * rise >> 6)
        return worth

    def rate(self, tens: int, bare: int) -> int:
        """By how much the 10♣ taken multiply a score, in 64ths."""
        level = self.openings(TEN_FACE)
        if not self.all_copies:
            level = bare + min(bare, bits.copies(self.darkened, TEN_FACE))
        if self.ten_steps:
            return 64 * self.percent(tens, level) // 100
        return 64 << self.doublings(tens, level)

    def plain_points(self, cards: Mask, bare: Mask) -> int:
        """What cards count, 10♣ and slams apart."""
        dark = bits.meet(bare, self.darkened) if self.darkened else 0
        hearts = 32 * self.heart_pips(cards) // 5 << self.openings(ACE_FACE)
        sheep = self.doubled(JACK_FACE, cards, bare, dark)
        return 640 * (sheep - self.doubled(QUEEN_FACE, cards, bare, dark)) - hearts

    # How good it is to be rid of a card.

    def riddance(self, hand: Mask, face: Face, out: Mask) -> int:
        """How good it is to be rid of a card of this face: the danger of taking tricks with it, mostly."""
        s = face // 13
        suit = bits.suit(s)
        below = bits.one(face) - 1
        n = bits.size(out & suit)
        if n == 0:
            return DRY
        held = bits.size(hand & suit)
        guards = bits.size(hand & suit & below)
        risk = 64 * bits.size(out & suit & below) // n
        gain = ((risk - SAFE) * RISK[s] >> 6) * FADE[guards] >> 6
        gain = gain + SHORT // held - ((64 - risk) * COVER * (held - guards - 1) >> 8)
        if face == QUEEN_FACE:
            return gain + (PIG >> held - bits.copies(hand, QUEEN_FACE))
        if face > QUEEN_FACE and out & QUEENS:
            return gain + (HIGH_SPADE * FADE[guards] >> 6)
        if face == JACK_FACE:
            return gain + SHEEP
        if s == 1 and face > JACK_FACE and (out | hand) & JACKS:
            return gain + CATCHER
        return gain

    # ---- for search ----

    def candidates(self, seat: Seat, most: int) -> list[Action]:
        """The actions worth a closer look, what `steady` would do first."""
        advice = self.advice(seat, 1, Random(0))
        if self.stage == rules.GIVE:
            hand = self.hand[seat]
            best = sorted(Cards(hand), key=lambda card: -self.gift_worth(hand, int(card)))[:8]
            likely = [Action("give", cards) for cards in combinations(best, 3)]
            likely.sort(key=lambda action: -sum(self.gift_worth(hand, int(card)) for card in action.cards))
        else:
            likely = list(self.actions(seat))
            if self.stage == rules.PLAY:
                likely.sort(key=lambda action: -self.weigh(seat, int(action.cards)))
        return list(dict.fromkeys([advice, *likely]))[:most]

    def weigh(self, seat: Seat, cards: Mask) -> int:
        """How good a play looks, in 64ths of a plain heart."""
        out, hand = self.hidden(seat), self.hand[seat]
        gain = self.outcome(seat, cards, out, self.gloom(out))
        for card in Cards(cards):
            gain += self.riddance(hand, int(card), out)
            if seat == self.leader:
                gain += self.lead_worth(hand, int(card), out)
        return gain
