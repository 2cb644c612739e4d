"""Judgement for Luzi: the rule-of-thumb bot `steady`.

A play is as good as what it takes off the cost of the hand as planned (luzi_plan.py), and the chance that it brings
the lead. Numbers are thousandths of a turn or of certainty, and whole.
"""

from __future__ import annotations

from paiju.bots import luzi_plan as planning
from paiju.bots.luzi_plan import PlanningAdvisor
from paiju.core import bits, fives
from paiju.core.bits import Mask, Move, Seat
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.words import Action
from paiju.games import luzi_tribute as tribute

# An opponent with at least so many cards counts for one, two, three or four quarters against a set of this size.
THREATS = {1: (1, 2, 4, 8), 2: (2, 5, 9, 13), 3: (3, 8, 12, 16), 5: (5, 9, 13, 18)}

LEAD = 650  # what it is worth to have the lead
NEAR, DANGER = 8, 200  # an opponent with so few cards makes the lead dearer, by so much for every two cards fewer
EFFORT, ANSWER = 200, 300  # what makes one pass; what makes one beat a set that would stand
SPARE, WEAK, FINISH = 500, 300, 5  # a team-mate is beaten for no less, and not if his set stands or he is nearly out
SURE = 850  # a set that brings the lead, to all intents
BLOCK, HIGH, HELP = 1500, 100, 800  # leads of a size that an opponent, or a team-mate, could go out with


def threats() -> list[int]:
    table = [0] * (6 * 28)
    for size, steps in THREATS.items():
        for cards in range(28):
            table[size * 28 + cards] = sum(cards >= step for step in steps)
    return table


THREAT = threats()


class Advisor(PlanningAdvisor):
    styles = ("random", "steady")

    def advise(self, seat: Seat, style: int, rng: Random) -> Move:
        if style == 0:
            return self.random_move(seat, rng)
        if self.stage == tribute.GIVE:
            return bits.move(bits.GIVE, self.gift(seat), 0)
        sets = [0] * 64
        scores = [0] * 64
        if self.owner >= 0 and self.leaves_it(seat):
            return bits.move(bits.PASS, 0, 0)
        n = self.weigh(seat, sets, scores)
        best = 0
        for i in range(1, n):
            if scores[i] > scores[best]:
                best = i
        return bits.move(bits.PLAY if sets[best] else bits.PASS, sets[best], 0)

    def payoff(self, seat: Seat) -> float:
        """Levels first; then the Dragon's Head, who has the next initiative; then who is left with cards."""
        self.settle()
        locked = 0
        for other in range(self.seats):
            if self.active >> other & 1:
                locked += 1 if (other ^ seat) & 1 else -1
        head = -4 if (self.head ^ seat) & 1 else 4
        return self.score[seat] + (head + locked) / 10.0  # a whole number would be divided as C divides

    def candidates(self, seat: Seat, most: int) -> list[Action]:
        """What `steady` weighs, best first, then other sets of the hand."""
        if not self.owes(seat):
            return []
        if self.stage == tribute.GIVE:
            gift = self.gift(seat)
            others = [action for action in self.actions(seat) if action.cards != gift]
            return [Action("give", Cards(gift)), *others][:most]
        sets = [0] * 192
        scores = [0] * 192
        n = self.weigh(seat, sets, scores)
        order = sorted(range(n), key=[-scores[i] for i in range(n)].__getitem__)
        found = [sets[i] for i in order]
        if self.owner >= 0 and self.leaves_it(seat):
            found.insert(0, 0)
        if found[0] != self.hand[seat]:
            found += [sets[i] for i in range(n, self.others(seat, sets, n))]
        return [Action("play", Cards(cards)) if cards else Action("pass") for cards in dict.fromkeys(found)][:most]

    def others(self, seat: Seat, sets: list[Mask], n: int) -> int:
        """Sets beyond those of the plan: of other plans when leading, of any that beat the table when following."""
        plans = [0] * 28
        pieces = [0] * 28
        hand = self.hand[seat]
        if self.owner >= 0:
            if self.count[seat] <= self.size:
                return n
            return self.break_five(hand, sets, n) if self.size == 5 else self.break_ranks(hand, sets, n)
        for kinds in range(4):
            for i in range(self.cut(hand, kinds, plans, pieces)):
                sets[n] = pieces[i] if plans[i] & planning.SEQUENCE else self.cards_for(plans[i], pieces[planning.REST])
                n += 1
        return n

    def weigh(self, seat: Seat, sets: list[Mask], scores: list[int]) -> int:
        """The sets worth a thought, 0 for passing, and how good each is; how many."""
        sets[0] = self.hand[seat]
        scores[0] = 0
        if self.size in (0, self.count[seat]) and self.value_of(seat, sets[0]) > self.best:
            return 1
        if self.owner >= 0 and self.count[seat] <= self.size:
            sets[0] = 0
            return 1
        return self.follow(seat, sets, scores) if self.owner >= 0 else self.lead(seat, sets, scores)

    def gift(self, seat: Seat) -> Mask:
        """The card the hand misses least."""
        offered = bits.faces(self.gifts(seat))
        best = 1000000
        chosen = 0
        while offered:
            card = bits.one(bits.lowest(offered) >> 1)
            offered = offered & (offered - 1)
            cost = self.cost(self.hand[seat] - card)
            if cost < best:
                best = cost
                chosen = card
        return chosen

    # ---- the others ----

    def chance(self, seat: Seat, unseen: int, worth: int, size: int) -> int:
        """How likely it is that a seat's set stands: that no opponent of it beats it, save whoever is thinking now."""
        if planning.unbeatable(unseen, worth):
            return 1000
        quarters = 0
        for other in range(self.seats):
            if (other ^ seat) & 1 and (self.active & ~self.actors) >> other & 1:
                threat = THREAT[size * 28 + self.count[other]]
                if self.passed >> other & 1:  # he had nothing over the set on the table, or kept it
                    threat = 0 if worth == self.best >> fives.WORTH else threat >> 2
                quarters += threat
        return planning.CHANCE[quarters * planning.WORTHS + worth]

    def unseen_ranks(self, seat: Seat) -> int:
        """The cards that are neither played nor in this hand."""
        return planning.ranks(self.deck_cards - self.gone - self.hand[seat], self.level)

    def danger(self, seat: Seat) -> int:
        """How near the opponents are to going out, from 0."""
        least = 27
        for other in range(self.seats):
            if (other ^ seat) & 1 and self.active >> other & 1 and self.count[other] < least:
                least = self.count[other]
        return 0 if least > NEAR else (NEAR - least) // 2 + 1

    def could_end(self, team: int, size: int) -> bool:
        """Has a player of this team just so many cards left?"""
        for seat in range(self.seats):
            if seat & 1 == team and self.count[seat] == size and self.active >> seat & 1:
                return True
        return False

    # ---- leading ----

    def lead(self, seat: Seat, sets: list[Mask], scores: list[int]) -> int:
        """Lead what is hardest to get rid of; but if only one set can lose the lead, lead it last."""
        plans = [0] * 28
        pieces = [0] * 28
        n = self.plan(self.hand[seat], plans, pieces)
        unseen = self.unseen_ranks(seat)
        losers = 0
        for i in range(n):
            size = planning.size_of(plans[i])
            worth = plans[i] & 511
            chance = self.chance(seat, unseen, worth, size)
            if chance < SURE:
                losers += 1
            sets[i] = pieces[i] if plans[i] & planning.SEQUENCE else self.cards_for(plans[i], pieces[planning.REST])
            scores[i] = planning.COST[worth] + LEAD * chance // 1000
            if self.could_end(1 - (seat & 1), size):
                scores[i] = scores[i] + HIGH * (worth & 31) - BLOCK * (1000 - chance) // 1000
            elif self.could_end(seat & 1, size):
                scores[i] = scores[i] + HELP * (1000 - chance) // 1000
        if losers <= 1:
            for i in range(n):
                size = planning.size_of(plans[i])
                scores[i] = 10 * self.chance(seat, unseen, plans[i] & 511, size) + size
        return n

    # ---- following ----

    def leaves_it(self, seat: Seat) -> bool:
        """Nothing to think about: too few cards, or a team-mate who needs no help, and one cannot go out."""
        if self.count[seat] <= self.size:
            return self.count[seat] < self.size or self.value_of(seat, self.hand[seat]) <= self.best
        if (seat ^ self.owner) & 1:
            return False
        if self.count[self.owner] <= FINISH:
            return True
        return self.chance(seat, self.unseen_ranks(seat), self.best >> fives.WORTH, self.size) > WEAK

    def follow(self, seat: Seat, sets: list[Mask], scores: list[int]) -> int:
        """Pass, or beat the table: with a planned set, or with one that breaks others."""
        plans = [0] * 28
        pieces = [0] * 28
        hand = self.hand[seat]
        unseen = self.unseen_ranks(seat)
        stands = self.chance(self.owner, unseen, self.best >> fives.WORTH, self.size)
        lead = LEAD + DANGER * self.danger(seat)
        mate = (seat ^ self.owner) & 1 == 0
        sets[0] = 0
        scores[0] = SPARE + lead * stands // 1000 if mate else EFFORT - ANSWER * stands // 1000
        n = 1
        planned_sets = self.plan(hand, plans, pieces)
        for i in range(planned_sets):
            worth = plans[i] & 511
            if planning.size_of(plans[i]) == self.size and self.beats(worth, plans[i], pieces[i]):
                sets[n] = pieces[i] if plans[i] & planning.SEQUENCE else self.cards_for(plans[i], pieces[planning.REST])
                scores[n] = planning.COST[worth] + lead * self.chance(seat, unseen, worth, self.size) // 1000
                n += 1
        if mate or (self.size == 5 and n > 1):
            return n
        first = n
        n = self.break_five(hand, sets, n) if self.size == 5 else self.break_ranks(hand, sets, n)
        before = planning.total_cost(plans, planned_sets)
        for i in range(first, n):
            worth = fives.worth(sets[i], self.level, self.rules)
            scores[i] = before - self.cost(hand - sets[i]) + lead * self.chance(seat, unseen, worth, self.size) // 1000
        return n

    def beats(self, worth: int, plan: int, piece: Mask) -> bool:
        """Does a planned set beat the table? Of sequences the cards may decide."""
        if worth == self.best >> fives.WORTH and plan & planning.SEQUENCE:
            return fives.value(piece, self.level, self.rules) > self.best
        return worth > self.best >> fives.WORTH

    def break_ranks(self, hand: Mask, sets: list[Mask], n: int) -> int:
        """Singles, pairs or triples over the table: the lowest rank of each number of cards, a joker may help."""
        counts = planning.ranks(hand, self.level)
        helped = 1 if planning.jokers_in(counts) and self.size > 1 else 0
        seen = 0
        for field in range((self.best >> fives.WORTH & 31) - 1, 16 if self.size == 1 else 14):
            own = planning.number(counts, field)
            if own and own + helped >= self.size and (field >= 14 or not seen >> own & 1):
                seen = seen | 1 << own
                sets[n] = self.cards_for(planning.planned(self.size, field, 0, own < self.size), hand)
                n += 1
        return n

    def break_five(self, hand: Mask, sets: list[Mask], n: int) -> int:
        """The lowest five-card set of each kind over the table."""
        counts = planning.ranks(hand, self.level)
        best = self.best >> fives.WORTH
        for kind in range(planning.STRAIGHT, planning.FIVE + 1):
            if kind >= best >> 5:
                above = best & 31 if kind == best >> 5 else 0
                if kind == planning.STRAIGHT:
                    sets[n] = planning.lowest_straight(hand & fives.NATURAL, hand & fives.JOKERS, above)
                elif kind == planning.STRAIGHT_FLUSH:
                    sets[n] = self.lowest_straight_flush(hand, above)
                elif kind != planning.HIGH_FLUSH:
                    sets[n] = self.lowest_of_kind(hand, counts, kind, above)
                else:
                    continue
                if sets[n]:
                    n += 1
        return n

    def lowest_straight_flush(self, hand: Mask, above: int) -> Mask:
        for helped in range(2):
            for suit in range(4):
                cards = planning.lowest_straight(hand & bits.suit(suit), hand & fives.JOKERS if helped else 0, above)
                if cards:
                    return cards
        return 0

    def lowest_of_kind(self, hand: Mask, counts: int, kind: int, above: int) -> Mask:
        """The lowest three and two, four and one or five of a kind above a rank, if need be with a joker; 0 if none."""
        most = planning.EQUAL[kind]
        for helped in range(2 if planning.jokers_in(counts) else 1):
            ways = planning.at_least(counts, most - helped)
            if above:
                ways = ways >> 4 * (above - 1) << 4 * (above - 1)
            if ways == 0:
                continue
            field = planning.low(ways)
            if kind == planning.FIVE:
                return self.cards_for(planning.planned(planning.FIVE, field, 0, helped), hand)
            others = planning.at_least(counts, 5 - most) & ~planning.unit(field)
            if others:
                return self.cards_for(planning.planned(kind, field, planning.low(others), helped), hand)
        return 0
