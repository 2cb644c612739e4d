"""Judgement for Sheng Ji: the rule-of-thumb bot `steady`.

Calls and the kitty are in shengji_kitty.py, chances in shengji_chances.py; here are leads and follows. Each of a few
natural plays is rated by the points at stake times the chance that our side takes the trick, less what the cards
played would still have been worth. Weights are tenths of a point.
"""

from __future__ import annotations

from itertools import islice

from paiju.bots import shengji_chances as chances
from paiju.bots import shengji_kitty as kitty
from paiju.bots.shengji_chances import KnowingAdvisor
from paiju.core import bits, shapes, trump
from paiju.core.bits import Mask, Move, Seat
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.trump import TrumpState
from paiju.core.words import Action
from paiju.games import shengji_calls as calls
from paiju.games import shengji_play as tricks

# What a trick brings besides the points on the table: what others still add to it, a card each, and the next lead.
FEED, LEAD_FEED, TEMPO, LEAD_TEMPO = 30, 40, 20, 12
LEAD_COST = 512  # how much of its worth a card loses by being led, of 1024
CASH = 35  # a side suit's cards that nobody of it can beat: the longer they wait the likelier they are ruffed
AID = 512  # how much of a partner's chance to save a lost trick counts
PULL, PULL_AGAINST = 4, 2  # a trump led, for every trump that our share is above the others'; by opponents
BOLD = 512  # how sure a trick is taken to be when cards for winning it are chosen
CLOSE = 50  # plays rated so much below the best are not worth a search: its noise would pick them too often
LOST = 80  # points after which the declarers have nothing left to lose


class Advisor(KnowingAdvisor):
    styles = ("random", "steady")

    def advise(self, seat: Seat, style: int, rng: Random) -> Move:
        if style % 16 == 0:
            return self.random_move(seat, rng)
        if self.stage <= calls.THEFT:
            return self.choose_call(seat)
        if self.stage == calls.BURY:
            return bits.move(bits.BURY, self.choose_bury(seat), 0)
        if self.stage == calls.CONSENT:
            return bits.move(bits.SURRENDER if self.hopeless(seat) else bits.PASS, 0, 0)
        if self.can_surrender(seat) and self.hopeless(seat):
            return bits.move(bits.SURRENDER, 0, 0)
        if seat == self.leader:
            return bits.move(bits.PLAY, self.choose_lead(seat), 0)
        return bits.move(bits.PLAY, self.choose_follow(seat), 0)

    def hopeless(self, seat: Seat) -> bool:
        """Rule 8.6: giving up costs the declarers 80 points, no more than they have lost already."""
        return (seat ^ self.dealer) & 1 == 0 and self.points >= LOST

    # ---- leading ----

    def tops(self, seat: Seat, mine: Mask, suit: int, can: list[Mask]) -> Mask:
        """All cards of a suit that nobody who could stop a throw of them can beat."""
        single = -1
        pair = -1
        for other in range(4):
            if self.blocks(seat, other):
                held = can[other] & self.within[suit]
                rung = self.top_rung(held)
                if rung > single:
                    single = rung
                if bits.pairs(held):
                    rung = self.top_rung(bits.pairs(held))
                    if rung > pair:
                        pair = rung
        cards = 0
        rest = bits.faces(mine)
        while rest:
            face = bits.lowest(rest) >> 1
            if self.rung_of[face] >= single or (bits.copies(mine, face) == 2 and self.rung_of[face] >= pair):
                cards = cards | mine & bits.fields(bits.one(face))
            rest = rest & (rest - 1)
        return cards

    def rate_lead(
        self, seat: Seat, cards: Mask, can: list[Mask], share: list[int], cost: list[int], bonus: list[int]
    ) -> int:
        suit = self.suit_of[bits.lowest(cards) >> 1]
        n = bits.size(cards)
        pairs = bits.popcount(bits.pairs(cards))
        ladder = self.ladder(cards)
        lengths = shapes.tractors(ladder) if pairs > 1 else 0
        longest = lengths & 15
        if longest:
            rung = shapes.top(ladder, lengths)
        elif pairs:
            rung = bits.highest(ladder & shapes.RUNGS)
        else:
            rung = self.top_rung(cards)
        right = (seat + 1) & 3
        mate = (seat + 2) & 3
        left = (seat + 3) & 3
        top = suit < trump.TRUMPS and cards == self.tops(seat, self.hand[seat] & self.within[suit], suit, can)
        win = chances.SURE - self.beaten(can[right], share[right], suit, rung, False, n, pairs, longest)
        win = win * (chances.SURE - self.beaten(can[left], share[left], suit, rung, False, n, pairs, longest)) >> 10
        if win < chances.SURE:
            aid = self.beaten(can[mate], share[mate], suit, rung, False, n, pairs, longest)
            win = win + (((chances.SURE - win) * aid >> 10) * AID >> 10)
        stake = 10 * tricks.points_of(cards) + LEAD_FEED * n
        rate = ((2 * win - chances.SURE) * stake + LEAD_TEMPO * win) >> 10
        if top:
            rate += CASH
        rate -= LEAD_COST * kitty.total(cards, self.hand[seat], cost, bonus) >> 10
        if suit == trump.TRUMPS:
            mine = bits.size(self.hand[seat] & self.within[suit])
            pull = PULL_AGAINST if (seat ^ self.dealer) & 1 else PULL
            rate += pull * n * (3 * mine - bits.size(can[seat] & self.within[suit]))
        return rate

    def choose_lead(self, seat: Seat) -> Mask:
        can = [0] * 4
        share = [0] * 4
        cost = [0] * 54
        bonus = [0] * 54
        found = [0] * 8
        self.weigh_up(seat, can, share, cost, bonus)
        best = 0
        most = 0
        for suit in range(5):
            n = self.leads_of(seat, suit, can, cost, bonus, found)
            for i in range(n):
                rate = self.rate_lead(seat, found[i], can, share, cost, bonus)
                if best == 0 or rate > most:
                    best = found[i]
                    most = rate
        return best

    def leads_of(
        self, seat: Seat, suit: int, can: list[Mask], cost: list[int], bonus: list[int], found: list[Mask]
    ) -> int:
        """The natural leads of a suit: a throw of all tops, the least single, the ends of the pairs, the tractors."""
        mine = self.hand[seat] & self.within[suit]
        if mine == 0:
            return 0
        found[0] = self.tops(seat, mine, suit, can)
        n = 1 if found[0] else 0
        if found[0] != mine or bits.size(mine) > 1:
            found[n] = cheapest_to_lose(mine, cost, bonus)
            n += 1
        pairs = bits.pairs(mine)
        if pairs:
            ladder = self.ladder(mine)
            once = ladder & shapes.RUNGS
            found[n] = 2 * bits.one(self.pair_on(mine, bits.highest(once)))
            n += 1
            if once & (once - 1):
                found[n] = 2 * bits.one(self.pair_on(mine, bits.lowest(once)))
                n += 1
            lengths = shapes.tractors(ladder)
            while lengths and n < 8:
                start = bits.highest(shapes.runs(ladder, lengths & 15))
                found[n] = self.run_from(mine, start, lengths & 15)
                ladder = shapes.without(ladder, start, lengths & 15)
                lengths = lengths >> 4
                if shapes.runs(ladder, lengths & 15) == 0:
                    lengths = 0
                n += 1
        return n

    # ---- following ----

    def choose_follow(self, seat: Seat) -> Mask:
        """Stay low, or as rich as the chance of the trick allows; or win with the play that gains most."""
        can = [0] * 4
        share = [0] * 4
        worth = [0] * 54
        bonus = [0] * 54
        cost = [0] * 54
        self.weigh_up(seat, can, share, worth, bonus)
        hand = self.hand[seat]
        stay = self.trick_chance(seat, self.winner, self.best_rung, self.ruffed, can, share)
        shade(hand, worth, 2 * stay - chances.SURE, cost)
        best = self.cheapest_follow(hand, cost, bonus)
        most = self.rate_follow(seat, best, stay, can, share, worth, bonus)
        pool = self.cards_to_win_with(hand)
        if pool:
            shade(pool, worth, BOLD, cost)
            for top in range(self.first_to_win(pool), self.rungs):
                cards = self.winning(pool, top, cost, bonus)
                if cards:
                    rate = self.rate_follow(seat, cards, stay, can, share, worth, bonus)
                    if rate > most:
                        best = cards
                        most = rate
        return best

    def cards_to_win_with(self, hand: Mask) -> Mask:
        """The cards of the hand that could beat the lead: its suit, or trumps if there are none; 0 if none can."""
        held = hand & self.led
        if held == 0:
            held = hand & self.within[trump.TRUMPS]
        elif self.ruffed or not self.led_alone():
            return 0  # a throw that stands is not beaten in its suit
        return held if bits.size(held) >= self.led_size else 0

    def first_to_win(self, pool: Mask) -> int:
        """The lowest rung that could go ahead: any trump beats another suit."""
        if not self.ruffed and pool & self.led == 0:
            return 0
        return self.best_rung if self.judging == tricks.TIE_BREAK else self.best_rung + 1

    def led_alone(self) -> bool:
        """Is the lead a single, a pair or one tractor?"""
        if self.led_size != 2 * self.led_pairs:
            return self.led_size == 1
        longest = self.led_tractors & 15
        return self.led_pairs == 1 or longest == self.led_pairs

    def trick_chance(self, seat: Seat, ahead: int, rung: int, ruffed: bool, can: list[Mask], share: list[int]) -> int:
        """How likely our side takes the trick if this play is ahead when the seat has played."""
        chance = 0 if (ahead ^ seat) & 1 else chances.SURE
        other = (seat + 1) & 3
        while other != self.leader:
            beats = self.beaten(
                can[other],
                share[other],
                self.led_suit,
                rung,
                ruffed,
                self.led_size,
                self.led_pairs,
                self.led_tractors & 15,
            )
            if (other ^ seat) & 1:
                chance = chance - (chance * beats >> 10)
            else:
                chance = chance + ((chances.SURE - chance) * beats >> 10)
            other = (other + 1) & 3
        return chance

    def rate_follow(
        self, seat: Seat, cards: Mask, stay: int, can: list[Mask], share: list[int], worth: list[int], bonus: list[int]
    ) -> int:
        rung = self.rung_ahead(cards)
        chance = stay
        rate = 0
        if rung >= 0:
            chance = self.trick_chance(seat, seat, rung, cards & self.led == 0, can, share)
            rate = TEMPO * chance >> 10
        stake = tricks.points_of(cards)
        for other in range(4):
            stake += tricks.points_of(self.table[other])
        left = (self.leader - seat - 1) & 3
        stake = 10 * stake + FEED * self.led_size * left
        rate += (2 * chance - chances.SURE) * stake >> 10
        return rate - kitty.total(cards, self.hand[seat], worth, bonus)

    def cheapest_follow(self, hand: Mask, cost: list[int], bonus: list[int]) -> Mask:
        """The follow that costs least of those that do all duties of rule 6."""
        held = hand & self.led
        n = bits.size(held)
        if n <= self.led_size:
            return held + kitty.cheapest(hand - held, self.led_size - n, cost, bonus)
        return self.dutiful(held, cheap_run, cheap_pair, cheap_rest, None, cost, bonus)

    def winning(self, pool: Mask, top: int, cost: list[int], bonus: list[int]) -> Mask:
        """The cheapest play out of these cards with the lead's shape and its deciding part up to this rung, or 0."""
        cards = 0
        if self.led_tractors:
            cards = self.winning_runs(pool, top, cost)
            if cards == 0:
                return 0
        else:
            face = cheapest_on(self, bits.pairs(pool) if self.led_pairs else bits.faces(pool), top, cost)
            if face < 0:
                return 0
            cards = bits.one(face) << (1 if self.led_pairs else 0)
        owing = self.led_pairs - bits.popcount(bits.pairs(cards))
        while owing > 0:
            if bits.pairs(pool - cards) == 0:
                return 0
            cards = cards + 2 * bits.one(cheapest_face(bits.pairs(pool - cards), cost, bonus))
            owing = owing - 1
        return cards + kitty.cheapest(pool - cards, self.led_size - bits.size(cards), cost, bonus)

    def winning_runs(self, pool: Mask, top: int, cost: list[int]) -> Mask:
        """Tractors as long as those led, the first of them up to this rung, or 0."""
        owed = self.led_tractors
        start = top - (owed & 15) + 1
        ladder = self.ladder(pool)
        if start < 0 or not shapes.starts_for(ladder, owed) >> start & 1:
            return 0
        cards = 0
        while owed:
            cards = cards + run_priced(self, pool - cards, start, owed & 15, cost)
            ladder = shapes.without(ladder, start, owed & 15)
            owed = owed >> 4
            if owed:
                start = bits.lowest(shapes.starts_for(ladder, owed))
        return cards

    # ---- for search ----

    def candidates(self, seat: Seat, most: int) -> list[Action]:
        """What steady would do, then other plays of different kinds, the best rated first."""
        if not self.owes(seat):
            return []
        first = Action(self.advise(seat, 1, Random(0)))
        if self.stage <= calls.THEFT or self.stage == calls.CONSENT:
            others = list(self.actions(seat))
        elif self.stage == calls.BURY:
            others = [Action("bury", Cards(cards)) for cards in self._plans(seat)]
        else:
            plays = self._leads_to_try(seat) if seat == self.leader else self._follows_to_try(seat)
            others = [Action("play", Cards(cards)) for cards in plays]
        return list(dict.fromkeys([first, *others]))[:most]

    def _leads_to_try(self, seat: Seat) -> list[int]:
        """Every single, pair and tractor, and all tops of a suit; of cards that are as good as each other one."""
        hand = self.hand[seat]
        found = {}
        for suit in range(5):
            mine = hand & self.within[suit]
            plays = [bits.one(face) for face in Cards(bits.faces(mine))]
            plays += [2 * bits.one(face) for face in Cards(bits.pairs(mine))]
            plays += [*self.runs_in(mine), self.tops_of(seat, suit)]
            for cards in filter(None, plays):
                found.setdefault((suit, bits.size(cards), self.rating(seat, cards)), cards)
        best = max(key[2] for key in found)
        return [found[key] for key in sorted(found, key=lambda key: -key[2]) if key[2] >= best - CLOSE]

    def _follows_to_try(self, seat: Seat) -> list[int]:
        """The poorest and the richest follow, all ways to win, and any others where there are not too many."""
        plays = [self.follow_for(seat, balance, -1) for balance in (-chances.SURE, 0, chances.SURE)]
        plays += [self.follow_for(seat, BOLD, top) for top in range(self.rungs)]
        short = self.led_size - bits.size(self.hand[seat] & self.led)
        if self.led_size <= 2 or 0 <= short <= 2:
            plays += islice(self.follows(seat), 200)
        found = {}
        for cards in filter(None, plays):
            found.setdefault((self.rating(seat, cards), tricks.points_of(cards)), cards)
        best = max(found)[0]
        return [found[key] for key in sorted(found, reverse=True) if key[0] >= best - CLOSE]

    def rating(self, seat: Seat, cards: Mask) -> int:
        """How a lead or a follow is rated."""
        can = [0] * 4
        share = [0] * 4
        worth = [0] * 54
        bonus = [0] * 54
        self.weigh_up(seat, can, share, worth, bonus)
        if seat == self.leader:
            return self.rate_lead(seat, cards, can, share, worth, bonus)
        stay = self.trick_chance(seat, self.winner, self.best_rung, self.ruffed, can, share)
        return self.rate_follow(seat, cards, stay, can, share, worth, bonus)

    def tops_of(self, seat: Seat, suit: int) -> Mask:
        can = [0] * 4
        share = [0] * 4
        self.look_round(seat, can, share)
        return self.tops(seat, self.hand[seat] & self.within[suit], suit, can)

    def follow_for(self, seat: Seat, balance: int, top: int) -> Mask:
        """The follow for a trick with this balance of chances; if top is a rung, the one that wins with it, or 0."""
        can = [0] * 4
        share = [0] * 4
        worth = [0] * 54
        bonus = [0] * 54
        cost = [0] * 54
        self.weigh_up(seat, can, share, worth, bonus)
        shade(self.hand[seat], worth, balance, cost)
        if top < 0:
            return self.cheapest_follow(self.hand[seat], cost, bonus)
        pool = self.cards_to_win_with(self.hand[seat])
        if pool == 0 or top < self.first_to_win(pool):
            return 0
        return self.winning(pool, top, cost, bonus)

    def payoff(self, seat: Seat) -> float:
        """Levels won or lost, and half of it how far the points have come towards the next one."""
        if self.redeal:
            return 0.0
        self.settle()
        points = self.points if self.points > 0 else 0
        even = (80 - points) / 40.0
        return self.score[seat] + (even if (seat ^ self.dealer) & 1 == 0 else -even)


# What the cheapest follow takes; nothing is left to chance.


def cheap_run(
    state: TrumpState, cards: Mask, starts: int, length: int, rng: Random, cost: list[int], bonus: list[int]
) -> Mask:
    """The tractor that costs least of those that start on these rungs."""
    best = run_priced(state, cards, bits.lowest(starts), length, cost)
    starts = starts & (starts - 1)
    while starts:
        run = run_priced(state, cards, bits.lowest(starts), length, cost)
        if kitty.total(run, 0, cost, cost) < kitty.total(best, 0, cost, cost):
            best = run
        starts = starts & (starts - 1)
    return best


def cheap_pair(pairs: Mask, rng: Random, cost: list[int], bonus: list[int]) -> Mask:
    return 2 * bits.one(cheapest_face(pairs, cost, bonus))


def cheap_rest(cards: Mask, n: int, rng: Random, cost: list[int], bonus: list[int]) -> Mask:
    return kitty.cheapest(cards, n, cost, bonus)


def run_priced(state: TrumpState, cards: Mask, start: int, length: int, cost: list[int]) -> Mask:
    """A tractor from these rungs; where a rung has several pairs the one that costs least."""
    run = 0
    for rung in range(start, start + length):
        run = run + 2 * bits.one(cheapest_on(state, bits.pairs(cards), rung, cost))
    return run


def cheapest_on(state: TrumpState, faces: Mask, rung: int, cost: list[int]) -> int:
    """Of these faces the one on a rung that costs least, -1 if there is none."""
    found = -1
    while faces:
        face = bits.lowest(faces) >> 1
        if state.rung_of[face] == rung and (found < 0 or cost[face] < cost[found]):
            found = face
        faces = faces & (faces - 1)
    return found


def shade(cards: Mask, worth: list[int], balance: int, cost: list[int]) -> None:
    """What the cards cost in a trick with this balance: points are gained (1024) or lost (-1024)."""
    rest = bits.faces(cards)
    while rest:
        face = bits.lowest(rest) >> 1
        cost[face] = worth[face] - (10 * balance * tricks.points_of(bits.one(face)) >> 10)
        rest = rest & (rest - 1)


def cheapest_face(faces: Mask, cost: list[int], bonus: list[int]) -> int:
    """The face whose pair costs least."""
    best = -1
    least = 0
    while faces:
        face = bits.lowest(faces) >> 1
        price = 2 * cost[face] + bonus[face]
        if best < 0 or price < least:
            best = face
            least = price
        faces = faces & (faces - 1)
    return best


def cheapest_to_lose(cards: Mask, cost: list[int], bonus: list[int]) -> Mask:
    """The single to lead if the trick is lost: cheap, and without points."""
    best = 0
    least = 0
    rest = bits.faces(cards)
    while rest:
        face = bits.lowest(rest) >> 1
        price = (
            cost[face] + 10 * tricks.points_of(bits.one(face)) + (bonus[face] if bits.copies(cards, face) == 2 else 0)
        )
        if best == 0 or price < least:
            best = bits.one(face)
            least = price
        rest = rest & (rest - 1)
    return best
