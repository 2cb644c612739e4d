"""Judgement for Poepen: the rule-of-thumb bot `steady`, and `risk`, the AI of the program BoerenBridge.

`steady` reckons for each card how likely it takes a trick if that is wanted, and if it is not; from these follows what
a hand is worth with so many tricks to go, and so both the bid and the card to play. Chances are whole numbers in
units of 1 / CERTAIN: rounded alike everywhere, so that compiled and uncompiled bots decide alike.
"""

from __future__ import annotations

from paiju.core import bits
from paiju.games.poepen import PoepenState

RISK = 2  # the number of the style
CERTAIN = 65536  # a chance of one
DISPLAY = [2, 1, 3, 0]  # the order of suits in which BoerenBridge held its cards
K = [int(65536 * x) for x in (0.8, 0.2, 0.5, 0.7, 0.5, 0.2, 0.1, 0, 0.9, 1.0, 0.5, 1.0, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)] * 2


BASE = [0]


def tune(i, value):
    K[i] = value


class Player(PoepenState):
    styles = ("random", "steady", "risk")

    def advise(self, seat, style, rng):
        number = style % 16
        BASE[0] = 24 if number == 3 else 0
        if number == 0:
            return self.draw(seat, rng)
        if self.stage == 0:
            if number == RISK:
                amount = self.risky_bid(seat, (style // 16) / 1e6)
            else:
                amount = self.steady_bid(seat)
            return bits.move(bits.BID, 0, amount)
        if self.blind:
            return bits.move(bits.PLAY, 0, 0)
        if number == RISK:
            return bits.move(bits.PLAY, self.risky_card(seat, (style // 16) / 1e6, rng), 0)
        return bits.move(bits.PLAY, self.steady_card(seat), 0)

    # ---- risk: the command line's AI of BoerenBridge ----

    def points(self, card):
        """1 for a two to 13 for an ace, and 13 more for a trump."""
        return bits.lowest(card) // 2 % 13 + (14 if card & self.trump else 1)

    def risky_bid(self, seat, factor):
        """One trick for each card whose points, as a share of the most, exceed the factor."""
        amount = 0
        if self.blind:
            if 1 - factor > self.best_of_others(seat) / 26.0:
                amount = 1
        else:
            cards = self.hand[seat]
            while cards:
                if self.points(cards & ~(cards - 1)) / 26.0 > factor:
                    amount += 1
                cards = cards & (cards - 1)
        if amount == self.barred(seat):
            return amount - 1 if amount > 0 else 1
        return amount

    def best_of_others(self, seat):
        """The points of the best card the others hold in a blind round."""
        best = 0
        for other in range(self.seats):
            if other != seat:
                points = self.points(self.hand[other])
                if points > best:
                    best = points
        return best

    def risky_card(self, seat, factor, rng):
        """High when too many tricks are won, low when there are enough, and when more are needed low or any."""
        cards = self.legal(seat)
        table = 0
        most = 0
        least = 27
        strongest = weakest = cards
        for other in range(self.seats):
            if self.table[other]:
                points = self.points(self.table[other])
                if points > table:
                    table = points
        for i in range(4):  # of equal cards the first suit's
            rest = cards & bits.suit(DISPLAY[i])
            while rest:
                card = rest & ~(rest - 1)
                points = self.points(card)
                if points > most:
                    most = points
                    strongest = card
                if points < least:
                    least = points
                    weakest = card
                rest = rest & (rest - 1)
        if self.bid[seat] < self.won[seat] and most != table:
            return strongest if most > table else weakest
        if self.bid[seat] == self.won[seat] and most != table:
            return strongest if most < table else weakest
        if (rng.next() >> 11) / 9007199254740992.0 > factor:
            return bits.nth(cards, rng.below(bits.popcount(cards)))
        return weakest

    # ---- steady ----

    def steady_bid(self, seat):
        if self.blind:
            return self.blind_bid(seat)
        up = [0] * 26
        down = [0] * 26
        worth = [0] * 27
        self.judge_hand(seat, self.hand[seat], up, down)
        barred = self.barred(seat)
        best = -1
        most = 0
        for amount in range(self.dealt + 1):
            if amount != barred:
                value = self.prospect(amount, amount, self.dealt, -1, up, down, worth)
                if best < 0 or value > most:
                    most = value
                    best = amount
        return best

    def blind_bid(self, seat):
        """How many of the cards it may hold would take the trick?"""
        others = 0
        for other in range(self.seats):
            if other != seat:
                others = others | self.hand[other]
        unseen = self.deck_cards & ~others & ~self.turned
        winners = self.blind_winners(seat, others, unseen)
        chance = CERTAIN * winners // bits.popcount(unseen)
        one = chance * self.reward(1, 0) + (CERTAIN - chance) * self.reward(1, 1)
        none = (CERTAIN - chance) * self.reward(0, 0) + chance * self.reward(0, -1)
        amount = 1 if one > none else 0
        return 1 - amount if amount == self.barred(seat) else amount

    def blind_winners(self, seat, others, unseen):
        """How many unseen cards would win from this seat against the others' cards."""
        leader = self.left_of(self.dealer)
        trumps = others & self.trump
        if trumps:
            return bits.popcount(unseen & self.trump & ~((bits.one(bits.highest(trumps) // 2) << 2) - 1))
        winners = bits.popcount(unseen & self.trump)
        for s in range(4):
            suit = bits.suit(s) & ~self.trump
            if seat == leader or suit & self.hand[leader]:
                best = others & suit
                if best:
                    suit = suit & ~((bits.one(bits.highest(best) // 2) << 2) - 1)
                winners = winners + bits.popcount(unseen & suit)
        return winners

    def judge_hand(self, seat, hand, up, down):
        """For each card, lowest first: the chances that it takes a trick if that is wanted, and if it is not."""
        unseen = self.deck_cards & ~hand & ~self.turned
        others = 0
        hunger = 0
        for other in range(self.seats):
            unseen = unseen & ~self.table[other] & ~self.taken[other]
            if other != seat:
                others = others + self.count[other]
                if self.bid[other] < 0:
                    hunger = hunger + K[BASE[0] + 8] * self.dealt // self.seats
                elif self.bid[other] > self.won[other]:
                    hunger = hunger + CERTAIN * (self.bid[other] - self.won[other])
        left = self.dealt - self.trick
        hunger = hunger // left
        size = bits.popcount(unseen)
        share = CERTAIN * others // size
        kill = both(K[BASE[0] + 0] + both(K[BASE[0] + 1], hunger), share)
        if kill > CERTAIN:
            kill = CERTAIN
        if kill < 0:
            kill = 0
        mine = CERTAIN * others // ((self.seats - 1) * size)  # one opponent's share
        trumps = bits.popcount(unseen & self.trump)
        armed = CERTAIN - power(CERTAIN - mine, trumps)
        forced = K[BASE[0] + 2] + (CERTAIN - K[BASE[0] + 2]) // left - both(K[BASE[0] + 13], hunger)
        if forced < 0:
            forced = 0
        ruff = 0
        for s in range(4):
            if not self.trump & bits.suit(s):
                length = bits.popcount(hand & bits.suit(s))
                if length < 3:
                    ruff = ruff + K[BASE[0] + 4 + length]
        i = 0
        cards = hand
        while cards:
            card = cards & ~(cards - 1)
            own = bits.suit(bits.lowest(card) // 26)
            higher = bits.popcount(unseen & own & ~(card - 1))
            high = power(CERTAIN - kill, higher)
            if card & self.trump:
                up[i] = high + both(CERTAIN - high, ruff)
                down[i] = both(high, forced)
            else:
                void = power(CERTAIN - mine, bits.popcount(unseen & own))
                safe = power(CERTAIN - both(K[BASE[0] + 3], both(void, armed)), self.seats - 1)
                up[i] = both(high, safe)
                down[i] = both(up[i], forced)
            i += 1
            cards = cards & (cards - 1)

    def prospect(self, bid, need, n, without, up, down, worth):
        """What a hand of n cards is worth with so many tricks to go, each card played to win or to lose as is better.

        `worth[i]` is what the cards so far are worth if i tricks were won before them; `without` is left out.
        """
        for i in range(n + 2):
            worth[i] = CERTAIN * self.reward(bid, need - i)
        size = n + 1
        for card in range(n):
            if card == without:
                continue
            for i in range(size):
                gain = worth[i + 1] - worth[i]
                worth[i] = worth[i] + both(up[card] if gain > 0 else down[card], gain)
            size -= 1
        return worth[0]

    def reward(self, bid, off):
        """Rules 6.1 and 6.2 for a bid missed by so many tricks."""
        if off == 0:
            return self.exact + self.per_trick * bid
        if self.tricks_count:
            return bid - off
        return -self.per_miss * (off if off > 0 else -off)

    def steady_card(self, seat):
        hand = self.hand[seat]
        legal = self.legal(seat)
        up = [0] * 26
        down = [0] * 26
        worth = [0] * 27
        n = self.count[seat]
        need = self.bid[seat] - self.won[seat]
        best = legal
        if legal & (legal - 1) == 0:
            return legal
        self.judge_hand(seat, hand, up, down)
        most = 0
        found = False
        i = 0
        cards = hand
        while cards:
            card = cards & ~(cards - 1)
            if card & legal:
                wins = self.wins_now(seat, card)
                lost = self.prospect(self.bid[seat], need, n, i, up, down, worth)
                value = lost + both(wins, worth[1] - lost)
                if seat != self.leader and not card & self.beats:
                    value = value + self.spoils()
                if not found or value > most:
                    found = True
                    most = value
                    best = card
            i += 1
            cards = cards & (cards - 1)
        return best

    def spoils(self):
        if self.bid[self.winner] == self.won[self.winner]:
            return K[BASE[0] + 14]
        if self.bid[self.winner] > self.won[self.winner]:
            return K[BASE[0] + 15]
        return K[BASE[0] + 16]

    def wins_now(self, seat, card):
        """The chance that this card takes the running trick."""
        if seat == self.leader:
            led = bits.suit(bits.lowest(card) // 26)
        elif card & self.beats:
            led = self.led
        else:
            return 0
        unseen = self.deck_cards & ~self.hand[seat] & ~self.turned
        for other in range(self.seats):
            unseen = unseen & ~self.table[other] & ~self.taken[other]
        size = bits.popcount(unseen)
        chance = CERTAIN
        own = self.trump if card & self.trump else led
        other = self.left_of(seat)
        while other != self.leader:
            share = CERTAIN * self.count[other] // size
            can = unseen & self.most[other]
            void = power(CERTAIN - share, bits.popcount(can & led))
            over = CERTAIN - power(CERTAIN - share, bits.popcount(can & led & own & ~(card - 1)))
            ruffs = CERTAIN - power(CERTAIN - share, bits.popcount(can & self.trump & ~led & ~(card - 1 if own == self.trump else 0)))
            wants = self.bid[other] > self.won[other]
            over = both(over, K[BASE[0] + 9] if wants else K[BASE[0] + 10])
            ruffs = both(ruffs, K[BASE[0] + 11] if wants else K[BASE[0] + 12])
            beats = over + both(void, ruffs)
            if beats > CERTAIN:
                beats = CERTAIN
            chance = both(chance, CERTAIN - beats)
            other = self.left_of(other)
        return chance


def both(chance, other):
    """The chance of two things together; of a value, that part."""
    return chance * other >> 16


def power(chance, n):
    """The chance that something happens n times."""
    result = CERTAIN
    for i in range(n):
        result = both(result, chance)
    return result
