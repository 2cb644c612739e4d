"""Judgement for Poepen: the rule-of-thumb bot `steady`, and `risk`, the AI of the program BoerenBridge.

`steady` reckons for each card how likely it takes a trick if that is wanted, and if it is not; from these follows what
a hand is worth with so many tricks to go, and so both the bid and the card to play. Chances are whole numbers in
units of 1 / CERTAIN: rounded alike everywhere, so that compiled and uncompiled bots decide alike.
"""

from __future__ import annotations

from itertools import islice

from paiju.core import bits
from paiju.core.bits import Mask, Move, Seat
from paiju.core.chance import Random
from paiju.core.words import Action
from paiju.games import poepen as rules
from paiju.games.poepen import PoepenState

RISK = 2  # the number of the style
DISPLAY = [2, 1, 3, 0]  # the order of suits in which BoerenBridge held its cards
CERTAIN = 65536  # a chance of one

# What steady believes, found by playing against itself with the same cards and other numbers.
OVERTAKEN = int(CERTAIN * 0.50)  # a higher card in another hand takes the trick …
OVERTAKEN_HUNGRY = int(CERTAIN * 0.30)  # … and more so if the others need all the tricks that are left
STUCK = int(CERTAIN * 0.56)  # a winner that is not wanted wins all the same …
STUCK_HUNGRY = int(CERTAIN * 0.30)  # … and less so if the others need all the tricks
SUIT_COMES = int(CERTAIN * 0.35)  # a suit is led by somebody else, each trick …
SUIT_COMES_PLAIN = int(CERTAIN * 0.24)  # … and where there is no trump
RUFFED = [int(CERTAIN * chance) for chance in (0.32, 0.26, 0.20)]  # a trump wins on a suit: void, one card, two
RUFF_COMES = int(CERTAIN * 0.37)  # the time for it comes, each trick
TRUMPS_IN = int(CERTAIN * 0.19)  # who cannot follow and needs tricks trumps
MODEST = int(CERTAIN * 0.77)  # players who have not bid yet will claim this part of their share
DENIAL = int(CERTAIN * 1.58)  # points it is worth not to leave a trick to somebody who needs it
HOPE_TRUMP = int(CERTAIN * 0.30)  # tricks bid on a trump that is not the highest
HOPE_SIDE = int(CERTAIN * 0.40)  # tricks bid on the highest card of another suit …
HOPE_PLAIN = int(CERTAIN * 0.60)  # … and where there is no trump
TOO_STRONG = int(CERTAIN * 1.10)  # so many tricks more than the bid are not believed of a hand …
TOO_WEAK = int(CERTAIN * 0.40)  # … nor so many fewer
HOOKED = int(CERTAIN * 0.50)  # but the hook may have moved the dealer's bid


class Advisor(PoepenState):
    styles = ("random", "steady", "risk")

    def advise(self, seat: Seat, style: int, rng: Random) -> Move:
        number = style % 16
        if number == 0:
            return self.random_move(seat, rng)
        if self.stage == rules.BID:
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

    def candidates(self, seat: Seat, most: int) -> list[Action]:
        """All, but for bids that could only lose as much as one that is looked at."""
        highest = self.sensible_bid()
        return list(islice((action for action in self.actions(seat) if action.amount <= highest), most))

    def likely_bid(self, seat: Seat, rng: Random) -> int:
        return self.steady_bid(seat)

    def plausible(self, viewer: int, rng: Random) -> bool:
        """Would the others have bid so with these hands?"""
        for other in range(self.seats):
            if other != viewer and self.bid[other] >= 0 and not self.fits_bid(other):
                return False
        return True

    def fits_bid(self, seat: Seat) -> bool:
        """True if the bid fits the cards that the seat held. The owners of cards before the last trick are forgotten:
        each may have been half a trick.

        A bid above the number of cards tells nothing of the hand."""
        if self.bid[seat] > self.dealt:
            return True
        if self.blind:
            return self.stage == rules.PLAY or seat == self.dealer or self.blind_bid(seat) == self.bid[seat]
        cards = self.hand[seat] | self.table[seat] | self.last[seat]
        hope = self.hope(cards) - CERTAIN * self.bid[seat]
        slack = HOOKED if self.hooked and seat == self.dealer else 0
        gone = (self.dealt - bits.popcount(cards)) * CERTAIN // 2
        return hope <= TOO_STRONG + slack and hope + gone >= -TOO_WEAK - slack

    def hope(self, hand: Mask) -> int:
        """About how many tricks one bids on these cards."""
        unseen = self.deck_cards & ~hand & ~self.turned
        kill = both(OVERTAKEN, CERTAIN * self.dealt * (self.seats - 1) // bits.popcount(unseen))
        hope = 0
        cards = hand
        while cards:
            card = cards & ~(cards - 1)
            own = bits.suit(bits.lowest(card) // 26)
            high = power(CERTAIN - kill, bits.popcount(unseen & own & ~(card - 1)))
            if card & self.trumps:
                hope = hope + high + both(CERTAIN - high, HOPE_TRUMP)
            else:
                hope = hope + both(high, HOPE_SIDE if self.trumps else HOPE_PLAIN)
            cards = cards & (cards - 1)
        return hope

    # ---- risk: the command line's AI of BoerenBridge ----

    def points(self, card: Mask) -> int:
        """1 for a two to 13 for an ace, and 13 more for a trump."""
        return bits.lowest(card) // 2 % 13 + (14 if card & self.trumps else 1)

    def risky_bid(self, seat: Seat, factor: float) -> int:
        """One trick for each card whose points, as a share of the most, exceed the factor."""
        amount = 0
        most = 26.0 if self.trumps else 13.0
        if self.blind:
            if 1 - factor > self.best_of_others(seat) / most:
                amount = 1
        else:
            cards = self.hand[seat]
            while cards:
                if self.points(cards & ~(cards - 1)) / most > factor:
                    amount += 1
                cards = cards & (cards - 1)
        if amount == self.barred(seat):
            return amount - 1 if amount > 0 else 1
        return amount

    def best_of_others(self, seat: Seat) -> int:
        """The points of the best card the others hold in a blind round."""
        best = 0
        for other in range(self.seats):
            if other != seat:
                points = self.points(self.hand[other])
                if points > best:
                    best = points
        return best

    def risky_card(self, seat: Seat, factor: float, rng: Random) -> Mask:
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

    def steady_bid(self, seat: Seat) -> int:
        if self.blind:
            return self.blind_bid(seat)
        up = [0] * 52
        down = [0] * 52
        worth = [0] * 28
        none = [0] * 84
        unseen = self.unseen_by(seat)
        self.share_out(seat, unseen, none)
        self.judge_hand(seat, self.dealt, unseen, none, up, down)
        lead = 26 if seat == self.left_of(self.dealer) else 0
        barred = self.barred(seat)
        best = -1
        most = 0
        for amount in range(self.sensible_bid() + 1):
            if amount != barred:
                self.prospect(amount, amount, self.dealt, -1, lead, up, down, worth)
                if best < 0 or worth[0] > most:
                    most = worth[0]
                    best = amount
        return best

    def sensible_bid(self) -> int:
        """The highest bid worth a thought: one above the cards cannot come true, and a higher one loses no less."""
        return self.dealt + 1 if self.max_bid > self.dealt else self.dealt

    def blind_bid(self, seat: Seat) -> int:
        """How many of the cards it may hold would take the trick?"""
        others = 0
        for other in range(self.seats):
            if other != seat:
                others = others | self.hand[other]
        unseen = self.deck_cards & ~others & ~self.turned
        winners = self.blind_winners(seat, others, unseen)
        chance = CERTAIN * winners // bits.popcount(unseen)
        barred = self.barred(seat)
        best = -1
        most = 0
        for amount in range(self.sensible_bid() + 1):
            worth = chance * self.points_for(amount, 1) + (CERTAIN - chance) * self.points_for(amount, 0)
            if amount != barred and (best < 0 or worth > most):
                most = worth
                best = amount
        return best

    def blind_winners(self, seat: Seat, others: Mask, unseen: Mask) -> int:
        """How many unseen cards would win from this seat against the others' cards."""
        leader = self.left_of(self.dealer)
        trumps = others & self.trumps
        if trumps:
            return bits.popcount(unseen & self.trumps & ~((bits.one(bits.highest(trumps) // 2) << 2) - 1))
        winners = bits.popcount(unseen & self.trumps)
        for s in range(4):
            suit = bits.suit(s) & ~self.trumps
            if seat == leader or suit & self.hand[leader]:
                best = others & suit
                if best:
                    suit = suit & ~((bits.one(bits.highest(best) // 2) << 2) - 1)
                winners = winners + bits.popcount(unseen & suit)
        return winners

    def unseen_by(self, seat: Seat) -> Mask:
        """The cards this seat has not seen: the others' and those left undealt."""
        unseen = self.deck_cards & ~self.hand[seat] & ~self.turned
        for other in range(self.seats):
            unseen = unseen & ~self.table[other] & ~self.taken[other]
        return unseen

    def share_out(self, seat: Seat, unseen: Mask, none: list[int]) -> None:
        """none[14 * other + k]: the chance that this other seat holds none of k unseen cards that it may hold."""
        for other in range(self.seats):
            if other != seat and self.count[other]:
                miss = CERTAIN - CERTAIN * self.count[other] // bits.popcount(unseen & self.most[other])
                chance = CERTAIN
                for k in range(14):
                    none[14 * other + k] = chance
                    chance = both(chance, miss)

    def judge_hand(self, seat: Seat, left: int, unseen: Mask, none: list[int], up: list[int], down: list[int]) -> None:
        """For each card, lowest first: the chances that it takes one of the `left` tricks if wanted, and if not.

        The second half of the arrays is for a seat that has the lead.
        """
        hunger = self.hunger_of_others(seat) // left
        others = 0
        for other in range(self.seats):
            if other != seat:
                others = others + self.count[other]
        kill = both(OVERTAKEN + both(OVERTAKEN_HUNGRY, hunger), CERTAIN * others // bits.popcount(unseen))
        if kill > CERTAIN:
            kill = CERTAIN
        forced = STUCK + (CERTAIN - STUCK) // left - both(STUCK_HUNGRY, hunger)
        if forced < 0:
            forced = 0
        comes = CERTAIN - power(CERTAIN - (SUIT_COMES if self.trumps else SUIT_COMES_PLAIN), left)
        ruff = both(self.short_suits(seat), CERTAIN - power(CERTAIN - RUFF_COMES, left))
        i = 0
        last = 0
        safe = 0
        cards = self.hand[seat]
        while cards:
            card = cards & ~(cards - 1)
            own = bits.suit(bits.lowest(card) // 26)
            high = power(CERTAIN - kill, bits.popcount(unseen & own & ~(card - 1)))
            if card & self.trumps:
                up[i] = high + both(CERTAIN - high, ruff)
                down[i] = both(high, forced)
                up[26 + i] = up[i]
                down[26 + i] = down[i]
            else:
                if own != last:
                    last = own
                    safe = CERTAIN - self.danger(seat, own, unseen, none)
                on = both(high, safe)
                off = both(on, comes)
                up[i] = off
                down[i] = both(off, forced)
                up[26 + i] = on
                down[26 + i] = both(on, forced)
            i += 1
            cards = cards & (cards - 1)

    def hunger_of_others(self, seat: Seat) -> int:
        """How many tricks the others still need, as far as they have said."""
        hunger = 0
        for other in range(self.seats):
            if other == seat:
                continue
            if self.secret or self.bid[other] < 0:
                hunger = hunger + MODEST * self.dealt // self.seats
            else:
                need = min(self.bid[other], self.dealt) - self.won[other]
                if need > 0:
                    hunger = hunger + CERTAIN * need
        return hunger

    def short_suits(self, seat: Seat) -> int:
        """The chance that a trump of this hand wins on another suit, were there time enough."""
        chance = 0
        for s in range(4):
            if not self.trumps & bits.suit(s):
                length = bits.popcount(self.hand[seat] & bits.suit(s))
                if length < 3:
                    chance = chance + RUFFED[length]
        return chance

    def lacks(self, other: Seat, cards: Mask, none: list[int]) -> int:
        """The chance that another seat holds none of these cards, all of which it may hold."""
        return 0 if not self.plain and cards & self.known[other] else none[14 * other + bits.popcount(cards)]

    def danger(self, seat: Seat, suit: Mask, unseen: Mask, none: list[int]) -> int:
        """The chance that somebody trumps this suit."""
        safe = CERTAIN
        for other in range(self.seats):
            if other != seat and self.count[other]:
                can = unseen & self.most[other]
                void = self.lacks(other, can & suit, none)
                armed = CERTAIN - self.lacks(other, can & self.trumps, none)
                safe = both(safe, CERTAIN - both(void, armed))
        return CERTAIN - safe

    def prospect(
        self, bid: int, need: int, n: int, without: int, lead: int, up: list[int], down: list[int], worth: list[int]
    ) -> None:
        """What a hand of n cards is worth with so many tricks to go, each card played to win or to lose as is better.

        In the end `worth[i]` is that value if i tricks more have been won before. The card `without` is left out.
        """
        for i in range(n + 2):
            worth[i] = CERTAIN * self.points_for(bid, bid - need + i)
        size = n + 1
        for card in range(n):
            if card != without:
                for i in range(size):
                    gain = worth[i + 1] - worth[i]
                    worth[i] = worth[i] + both(up[lead + card] if gain > 0 else down[lead + card], gain)
                size -= 1

    def steady_card(self, seat: Seat) -> Mask:
        cards = self.hand[seat]
        legal = self.legal(seat)
        if legal & (legal - 1) == 0:
            return legal
        up = [0] * 52
        down = [0] * 52
        worth = [0] * 28
        n = self.count[seat]
        need = self.bid[seat] - self.won[seat]
        generous = seat != self.leader and self.bid[self.winner] > self.won[self.winner]
        none = [0] * 84
        unseen = self.unseen_by(seat)
        self.share_out(seat, unseen, none)
        self.judge_hand(seat, n - 1, unseen, none, up, down)
        best = 0
        most = 0
        i = 0
        seen = 0
        around = (
            unseen | self.table[self.winner]
        )  # two cards with none of these between them are as good as one another
        while cards:
            card = cards & ~(cards - 1)
            if card & legal and not (seen and same_rank(seen, card, around)):
                seen = card
                wins = self.wins_now(seat, card, unseen, none)
                value = 0
                if wins < CERTAIN:
                    self.prospect(self.bid[seat], need, n, i, 0, up, down, worth)
                    value = both(CERTAIN - wins, worth[0])
                if wins:
                    self.prospect(self.bid[seat], need, n, i, 26, up, down, worth)
                    value = value + both(wins, worth[1])
                if generous and not card & self.beats:
                    value = value - DENIAL
                if not best or value > most:
                    most = value
                    best = card
            i += 1
            cards = cards & (cards - 1)
        return best

    def wins_now(self, seat: Seat, card: Mask, unseen: Mask, none: list[int]) -> int:
        """The chance that this card takes the running trick."""
        if seat == self.leader:
            led = bits.suit(bits.lowest(card) // 26)
        elif card & self.beats:
            led = self.led
        else:
            return 0
        higher = ~((card << 1) - 1)
        chance = CERTAIN
        other = self.left_of(seat)
        while other != self.leader:
            can = unseen & self.most[other]
            over = 0
            if card & led:
                over = CERTAIN - self.lacks(other, can & led & higher, none)
            if not led & self.trumps and self.bid[other] > self.won[other]:  # others have no wish to
                void = self.lacks(other, can & led, none)
                trumps = can & self.trumps
                if card & self.trumps:
                    trumps = trumps & higher
                ruffs = CERTAIN - self.lacks(other, trumps, none)
                over = over + both(void, both(ruffs, TRUMPS_IN))
            if over >= CERTAIN:
                return 0
            chance = both(chance, CERTAIN - over)
            other = self.left_of(other)
        return chance


def both(chance: int, other: int) -> int:
    """The chance of two things together; of a value, that part."""
    return chance * other >> 16


def power(chance: int, n: int) -> int:
    """The chance that something happens n times."""
    result = CERTAIN
    while n:
        if n & 1:
            result = both(result, chance)
        chance = both(chance, chance)
        n >>= 1
    return result


def same_rank(low: Mask, card: Mask, around: Mask) -> bool:
    """Is there nothing between two cards of a suit?"""
    return bits.lowest(low) // 26 == bits.lowest(card) // 26 and not around & (card - low)
