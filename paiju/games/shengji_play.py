"""Sheng Ji from the kitty to the last trick: leads and throws, following, who wins, what everybody learns from it.

Rules 4 to 8 of docs/rules/shengji.md. Trumps and their order come from core/trump.py, tractors from core/shapes.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from paiju.core import bits, shapes, trump
from paiju.core.bits import Face, Mask, Seat
from paiju.core.cards import SUIT_NAMES, Card, Cards, multiset, multisets
from paiju.core.chance import Random
from paiju.core.trump import TrumpState
from paiju.core.words import LEVEL_CARD, Action, IllegalAction, Message, Shape, mark
from paiju.games import shengji_calls as calls
from paiju.games.shengji_calls import CallingState

FIVE_POINTS = sum(3 * bits.one(13 * suit + 3) for suit in range(4))
KITTY_TIMES = ("double", "by_size", "power")  # what multiplies the kitty
DOUBLE, BY_SIZE, POWER = range(3)
MOST_POWER = 12
JUDGING = ("largest", "all", "tie_break")  # which parts decide between plays of the same suit
LARGEST, ALL_PARTS, TIE_BREAK = range(3)
TEN_POINTS = sum(3 * bits.one(13 * suit + 8) + 3 * bits.one(13 * suit + 11) for suit in range(4))


class PlayState(CallingState):
    """`led...` describe the lead of the running trick, `best_rung` and `ruffed` the play that is ahead."""

    def __init__(self, setup: Any):
        CallingState.__init__(self, setup)
        options = setup.options
        self.all_block: bool = options.throw_block == "all"
        self.penalty: int = options.throw_penalty
        self.penalty_by_card: bool = options.penalty_by == "card"
        self.pairs_owed: bool = options.pair_duty
        self.strict: bool = options.strict_tractor
        self.judging: int = JUDGING.index(options.ruffs)
        self.kitty_times: int = KITTY_TIMES.index(options.kitty)
        self.kitty_by_lead: bool = options.kitty_part == "lead"
        self.points: int = 0  # of the opponents
        self.kitty_points: int = 0  # of these, from the kitty
        self.led: Mask = 0  # all cards of the effective suit led
        self.led_suit: int = -1
        self.led_size: int = 0
        self.led_pairs: int = 0  # those in tractors too
        self.led_tractors: int = 0  # their lengths, longest first
        self.best_rung: int = -1
        self.ruffed: bool = False  # trumps are ahead in a trick of another suit
        self.no_run: list[int] = [0] * 20  # by seat and suit: holds no tractor this long (0: nothing known)

    # ---- native ----

    def clear_play(self) -> None:
        self.points = 0
        self.kitty_points = 0
        self.led = 0
        self.led_suit = -1
        self.led_size = 0
        self.led_pairs = 0
        self.led_tractors = 0
        self.best_rung = -1
        self.ruffed = False
        for i in range(20):
            self.no_run[i] = 0

    def random_lead(self, seat: Seat, rng: Random) -> Mask:
        """Now and then a throw, otherwise any single, pair or tractor of a suit chosen by its length."""
        suit = self.suit_of[bits.lowest(rng.some(self.hand[seat], 1)) >> 1]
        cards = self.hand[seat] & self.within[suit]
        n = bits.size(cards)
        if n > 1 and rng.below(16) == 0:
            return rng.some(cards, 2 + rng.below(n - 1))
        pairs = bits.pairs(cards)
        ladder = self.ladder(cards)
        singles = bits.popcount(bits.faces(cards))
        total = singles + bits.popcount(pairs)
        if ladder & ladder >> 1 & shapes.RUNGS:
            for length in range(2, 16):
                total += bits.popcount(shapes.runs(ladder, length))
        k = rng.below(total)
        if k < singles:
            return bits.nth(bits.faces(cards), k)
        k -= singles
        if k < bits.popcount(pairs):
            return 2 * bits.nth(pairs, k)
        k -= bits.popcount(pairs)
        for length in range(2, 16):
            starts = shapes.runs(ladder, length)
            if k < bits.popcount(starts):
                return some_run(self, cards, bits.pick(starts, k), length, rng)
            k -= bits.popcount(starts)
        return 0

    def random_follow(self, seat: Seat, rng: Random) -> Mask:
        unpriced = [0]
        hand = self.hand[seat]
        held = hand & self.led
        n = bits.size(held)
        if n <= self.led_size:
            return held + rng.some(hand - held, self.led_size - n)
        if self.led_pairs == 0 or not self.pairs_owed:  # no duty but the suit: random deals are the hot loop
            return rng.some(held, self.led_size)
        return self.dutiful(held, random_run, random_pair, random_rest, rng, unpriced, unpriced)

    def dutiful(
        self,
        held: Mask,
        take_run: Callable[..., Mask],
        take_pair: Callable[..., Mask],
        take_rest: Callable[..., Mask],
        rng: Random | None,
        cost: list[int],
        bonus: list[int],
    ) -> Mask:
        """Of more cards of the suit led than must follow, some that do rules 6.3 and 6.4: tractors, pairs, the rest.

        Which of the tractors, pairs and cards that would do is for three functions to say: at random, or by a price.
        """
        cards = 0
        owed = self.owed_tractors(held)
        ladder = self.ladder(held) if owed else 0
        while owed:
            run = take_run(self, held - cards, shapes.starts_for(ladder, owed), owed & 15, rng, cost, bonus)
            ladder = shapes.without(ladder, self.rung_of[self.lowest_face(bits.faces(run))], owed & 15)
            cards = cards + run
            owed = owed >> 4
        for _ in range(self.owed_pairs(held) - bits.popcount(bits.pairs(cards))):
            cards = cards + take_pair(bits.pairs(held - cards), rng, cost, bonus)
        return cards + take_rest(held - cards, self.led_size - bits.size(cards), rng, cost, bonus)

    def owed_pairs(self, held: Mask) -> int:
        """Rule 6.3: how many pairs of the suit led must follow, of those held."""
        if not self.pairs_owed:
            return 0
        own = bits.popcount(bits.pairs(held))
        return own if own < self.led_pairs else self.led_pairs

    def owed_tractors(self, held: Mask) -> int:
        """Rule 6.4: the lengths of the tractors that must follow."""
        if self.led_tractors == 0 or not self.pairs_owed:
            return 0
        return shapes.duty(self.ladder(held), self.led_tractors, self.strict)

    def bury(self, seat: Seat, cards: Mask) -> None:
        """Rule 4. What was known of the dealer's cards may now lie in the kitty, but in no other hand."""
        known = self.known[seat]
        self.known[seat] = 0
        for other in range(4):
            if known and other != seat:
                self.most[other] = bits.meet(self.most[other], calls.TWO_DECKS - known)
        self.take(seat, cards)
        self.put(bits.STOCK, cards)
        for i in range(108):
            self.deck[i] = 0  # nobody looks back at the order of the draw
        self.burier = seat
        if self.thefts:
            self.open_theft()
        else:
            self.start_play()

    def play(self, seat: Seat, cards: Mask) -> None:
        if seat == self.leader:
            cards = self.part_that_stands(seat, cards)
            self.open_lead(seat, cards)
        else:
            self.learn(seat, cards)
            self.challenge(seat, cards)
            self.lay(seat, cards)
        self.most[seat] = self.most[seat] - bits.meet(self.most[seat], cards)  # these copies have left the hand
        if self.pass_turn(seat):
            self.end_trick()

    def open_lead(self, seat: Seat, cards: Mask) -> None:
        suit = self.suit_of[bits.lowest(cards) >> 1]
        self.led_suit = suit
        self.led = self.within[suit]
        self.led_size = bits.size(cards)
        self.led_pairs = bits.popcount(bits.pairs(cards))
        self.led_tractors = shapes.tractors(self.ladder(cards)) if self.led_pairs > 1 else 0
        self.ruffed = False
        self.best_rung = self.strength(cards)
        self.lay(seat, cards)

    def part_that_stands(self, seat: Seat, cards: Mask) -> Mask:
        """Rule 5: all the cards if nobody can beat a part of the throw, else the part that is played instead."""
        if not self.is_throw(cards):
            return cards
        suit = self.suit_of[bits.lowest(cards) >> 1]
        part = (
            self.beaten_single(seat, suit, cards)
            or self.beaten_pair(seat, suit, cards)
            or self.beaten_run(seat, suit, cards)
        )
        if part == 0:
            return cards
        # Rule 5.3: everybody has seen the cards that go back, and what was higher.
        self.show_higher(seat, part)
        back = cards - part
        self.known[seat] = self.known[seat] + back - bits.meet(self.known[seat], back)
        if self.penalty:  # rule 5.4
            points = self.penalty * (bits.size(back) if self.penalty_by_card else 1)
            self.points = self.points + (points if seat & 1 == self.dealer & 1 else -points)
        return part

    def show_higher(self, seat: Seat, part: Mask) -> None:
        """Rule 5.3: whoever is first in turn of those who can beat a part of a throw shows with what."""
        other = seat
        cards = 0
        while cards == 0:
            other = (other + 1) & 3
            cards = self.higher(other, part) if self.blocks(seat, other) else 0
        self.known[other] = self.known[other] + cards - bits.meet(self.known[other], cards)

    def blocker(self, seat: Seat, part: Mask) -> Seat:
        other = (seat + 1) & 3
        while not self.blocks(seat, other) or self.higher(other, part) == 0:
            other = (other + 1) & 3
        return other

    def higher(self, seat: Seat, part: Mask) -> Mask:
        """The lowest cards in a hand that beat this single, pair or tractor in its suit; 0 if there are none."""
        suit = self.suit_of[bits.lowest(part) >> 1]
        rung = self.rung_of[self.lowest_face(bits.faces(part))]
        held = self.hand[seat] & self.within[suit]
        n = bits.size(part)
        if n < 3:
            face = self.lowest_above(bits.faces(held) if n == 1 else bits.pairs(held), rung)
            return n * bits.one(face) if face >= 0 else 0
        starts = shapes.runs(self.ladder(held), n >> 1) & ~((2 << rung) - 1)
        return self.run_from(held, bits.lowest(starts), n >> 1) if starts else 0

    def is_throw(self, cards: Mask) -> bool:
        """Are these cards of one suit more than a single, a pair or a tractor?"""
        pairs = bits.pairs(cards)
        singles = bits.faces(cards) & ~pairs
        if pairs == 0:
            return singles & (singles - 1) != 0
        if singles:
            return True
        return pairs & (pairs - 1) != 0 and shapes.tractors(self.ladder(cards)) & 15 != bits.popcount(pairs)

    def beaten_single(self, seat: Seat, suit: int, cards: Mask) -> Mask:
        """The lowest single of a throw if somebody can beat it, else 0: then everybody knows that nobody can."""
        singles = bits.faces(cards) & ~bits.pairs(cards)
        if singles == 0:
            return 0
        face = self.lowest_face(singles)
        high = self.above(suit, self.rung_of[face])
        for other in range(4):
            if self.blocks(seat, other) and self.hand[other] & high:
                return bits.one(face)
        for other in range(4):
            if self.blocks(seat, other):
                self.most[other] = self.most[other] & ~high
        return 0

    def beaten_pair(self, seat: Seat, suit: int, cards: Mask) -> Mask:
        """The same for the lowest pair that is in no tractor."""
        ladder = self.ladder(cards)
        once = ladder & shapes.RUNGS
        lone = once & ~(once << 1 | once >> 1) | ladder >> 32
        if lone == 0:
            return 0
        rung = bits.lowest(lone)
        high = self.above(suit, rung)
        for other in range(4):
            if self.blocks(seat, other) and bits.pairs(self.hand[other]) & high:
                return 2 * bits.one(self.pair_on(cards, rung))
        for other in range(4):
            if self.blocks(seat, other):
                self.most[other] = bits.meet(self.most[other], bits.ALL & ~high | high & bits.ONES)
        return 0

    def beaten_run(self, seat: Seat, suit: int, cards: Mask) -> Mask:
        """The lowest tractor of a throw that somebody can beat, else 0; what that tells of the hands is not kept."""
        once = self.ladder(cards) & shapes.RUNGS
        rest = once & (once << 1 | once >> 1)
        while rest:
            rung = bits.lowest(rest)
            length = bits.lowest(~(rest >> rung))
            for other in range(4):
                if self.blocks(seat, other):
                    starts = shapes.runs(self.ladder(self.hand[other] & self.within[suit]), length)
                    if starts and bits.highest(starts) > rung:
                        return self.run_from(cards, rung, length)
            rest = rest & ~(((1 << length) - 1) << rung)
        return 0

    def run_from(self, cards: Mask, start: int, length: int) -> Mask:
        """The tractor on these rungs, of the first pair on each."""
        run = 0
        for rung in range(start, start + length):
            run = run + 2 * bits.one(self.pair_on(cards, rung))
        return run

    def blocks(self, seat: Seat, other: Seat) -> bool:
        """Rule 5.2: may this other seat's cards make the throw fail?"""
        return other != seat and (self.all_block or (other ^ seat) & 1 == 1)

    def strength(self, cards: Mask) -> int:
        """Rule 7.3: the top of the play's largest part of the kind led; -1 if it lacks the lead's shape."""
        if self.led_pairs == 0:
            return self.top_rung(cards)
        if bits.popcount(bits.pairs(cards)) < self.led_pairs:
            return -1
        ladder = self.ladder(cards)
        if self.led_tractors:
            return shapes.top(ladder, self.led_tractors)
        return bits.highest(ladder & shapes.RUNGS)

    def challenge(self, seat: Seat, cards: Mask) -> None:
        """Rule 7: if this play goes ahead of the best so far, it is the best."""
        rung = self.rung_ahead(cards)
        if rung >= 0:
            self.winner = seat
            self.best_rung = rung
            self.ruffed = cards & self.led == 0

    def rung_ahead(self, cards: Mask) -> int:
        """Rule 7: the top of the largest part with which this play would go ahead, -1 if it would not."""
        follows = cards & ~self.led == 0
        if self.ruffed if follows else self.led_suit == trump.TRUMPS or self.suit_with(cards) != trump.TRUMPS:
            return -1
        rung = self.strength(cards)
        if not follows and not self.ruffed:
            return rung
        if self.judging != LARGEST and rung >= 0:
            return rung if self.outranks(cards, self.table[self.winner]) else -1
        return rung if rung > self.best_rung else -1

    def outranks(self, cards: Mask, best: Mask) -> bool:
        """Rule 7.3: is a play of the lead's shape higher than another in all its parts, or the first that differs?"""
        mine = [0] * 25
        theirs = [0] * 25
        self.tops_of_parts(cards, mine)
        self.tops_of_parts(best, theirs)
        for i in range(self.led_size):
            if mine[i] != theirs[i] and self.judging == TIE_BREAK:
                return mine[i] > theirs[i]
            if mine[i] <= theirs[i] and mine[i] >= 0 and self.judging == ALL_PARTS:
                return False
        return self.judging == ALL_PARTS

    def tops_of_parts(self, cards: Mask, tops: list[int]) -> None:
        """The rungs on which the parts end that these cards have as the lead has them, largest first; then -1.

        Each part is as high as it can be while the smaller ones still fit.
        """
        single = [0] * 32
        paired = [0] * 32
        rest = bits.faces(cards)
        while rest:
            face = bits.lowest(rest) >> 1
            rung = self.rung_of[face]
            single[rung] = single[rung] + bits.copies(cards, face)
            paired[rung] = paired[rung] + bits.copies(cards, face) // 2
            rest = rest & (rest - 1)
        ladder = self.ladder(cards)
        lengths = self.led_tractors
        pairs = self.led_pairs
        n = 0
        while lengths:
            length = lengths & 15
            start = bits.highest(shapes.starts_for(ladder, lengths))
            ladder = shapes.without(ladder, start, length)
            for rung in range(start, start + length):
                paired[rung] = paired[rung] - 1
                single[rung] = single[rung] - 2
            tops[n] = start + length - 1
            n += 1
            pairs = pairs - length
            lengths = lengths >> 4
        for i in range(32):
            while paired[31 - i] and pairs:
                paired[31 - i] = paired[31 - i] - 1
                single[31 - i] = single[31 - i] - 2
                pairs = pairs - 1
                tops[n] = 31 - i
                n += 1
        for i in range(32):
            while single[31 - i]:
                single[31 - i] = single[31 - i] - 1
                tops[n] = 31 - i
                n += 1
        while n < 25:
            tops[n] = -1
            n += 1

    def learn(self, seat: Seat, cards: Mask) -> None:
        """What a follow tells everybody of the cards left behind it."""
        if bits.size(cards & self.led) < self.led_size:
            self.most[seat] = self.most[seat] & ~self.led  # rule 6.2
            return
        if not self.pairs_owed:
            return
        if bits.popcount(bits.pairs(cards)) < self.led_pairs:  # rule 6.3: these were all pairs of the suit
            alone = bits.ALL & ~self.led | self.led & bits.ONES
            self.most[seat] = bits.meet(self.most[seat] & ~bits.fields(bits.faces(cards)), alone)
        if self.led_tractors:  # rule 6.4
            ladder = self.ladder(cards)
            length = self.led_tractors & 15
            if shapes.runs(ladder, length) == 0:
                while self.strict and length > 2 and shapes.runs(ladder, length - 1) == 0:
                    length = length - 1
                i = 5 * seat + self.led_suit
                if self.no_run[i] == 0 or length < self.no_run[i]:
                    self.no_run[i] = length
                if length == 2:
                    self.part_neighbours(seat, ladder & shapes.RUNGS)

    def part_neighbours(self, seat: Seat, rungs: int) -> None:
        """No tractor of two was held: of cards of the suit led that lie beside a pair just played there was no pair."""
        rungs = rungs << 1 | rungs >> 1
        rest = bits.faces(self.led)
        while rest:
            face = bits.lowest(rest) >> 1
            if rungs >> self.rung_of[face] & 1:
                self.most[seat] = bits.meet(self.most[seat], bits.ALL - 2 * bits.one(face))
            rest = rest & (rest - 1)

    def misplay(self, seat: Seat, cards: Mask) -> int:
        """Which duty of rule 6 this follow neglects: 0 none, 2 suit, 3 pairs, 4 tractor."""
        held = self.hand[seat] & self.led
        n = bits.size(held)
        if bits.size(cards & self.led) < (n if n < self.led_size else self.led_size):
            return 2
        if n <= self.led_size or self.led_pairs == 0 or not self.pairs_owed:
            return 0
        if bits.popcount(bits.pairs(cards)) < self.owed_pairs(held):
            return 3
        return 0 if shapes.fits(self.ladder(cards), self.owed_tractors(held)) else 4

    def end_trick(self) -> None:
        """Rules 8.1 to 8.3."""
        cards = 0
        for seat in range(4):
            cards = cards + self.table[seat]
        ours = (self.winner ^ self.dealer) & 1
        if ours:
            self.points = self.points + points_of(cards)
        self.close_trick()
        if self.count[self.winner] == 0:
            if ours:
                self.kitty_points = self.multiplier() * points_of(self.hand[bits.STOCK])
                self.points = self.points + self.kitty_points
            self.actors = 0

    def multiplier(self) -> int:
        """Rule 8.3: by the number of cards in the largest part of the last lead, or of the play that won."""
        if self.kitty_times == DOUBLE:
            return 2
        pairs = self.led_pairs
        longest = self.led_tractors & 15
        if not self.kitty_by_lead:
            cards = self.last[self.last_winner]
            pairs = bits.popcount(bits.pairs(cards))
            longest = shapes.tractors(self.ladder(cards)) & 15 if pairs else 0
        size = 2 * longest if longest else 2 if pairs else 1
        if self.kitty_times == BY_SIZE:
            return 2 * size
        return 1 << (size if size < MOST_POWER else MOST_POWER)

    def scatter_without_runs(self, rng: Random) -> None:
        """Deal the unseen cards; hands with a tractor that play has ruled out are dealt again, but not for ever."""
        sure = [0] * 7
        concealed = self.concealed
        unseen = self.unseen
        for place in range(bits.PLACES):
            sure[place] = self.sure[place]
        for _ in range(8):
            self.concealed = concealed
            self.unseen = unseen
            for place in range(bits.PLACES):
                self.sure[place] = sure[place]
                if concealed >> place & 1:
                    self.hand[place] = 0
            self.scatter(rng)
            if self.runs_agree():
                return

    def runs_agree(self) -> bool:
        for seat in range(4):
            for suit in range(5):
                length = self.no_run[5 * seat + suit]
                if length and shapes.runs(self.ladder(self.hand[seat] & self.within[suit]), length):
                    return False
        return True

    def _bury(self, seat: Seat, cards: Mask) -> None:
        """Only `unfold` may call this: the moment in which others are asked, whoever can answer."""
        if bits.size(cards) != 8 or not bits.contains(self.hand[seat], cards):
            raise ValueError(f"seat {seat} did not bury this")
        self.bury(seat, cards)
        self.actors = calls.NOBODY

    # ---- positions ----

    def _write(self, values: dict[str, Any]) -> None:
        CallingState._write(self, values)
        self.points = values.pop("points", self.points)
        self.kitty_points = values.pop("kitty_points", self.kitty_points)
        self.led = values.pop("led", self.led)
        self.led_suit = values.pop("led_suit", self.led_suit)
        self.led_size = values.pop("led_size", self.led_size)
        self.led_pairs = values.pop("led_pairs", self.led_pairs)
        self.led_tractors = values.pop("led_tractors", self.led_tractors)
        self.best_rung = values.pop("best_rung", self.best_rung)
        self.ruffed = values.pop("ruffed", self.ruffed)
        bits.set_shorts(self.no_run, 20, values.pop("no_run", ()))

    # ---- in words ----

    def leads(self, seat: Seat) -> Iterator[Mask]:
        seat = self.known_seat(seat)
        suits = [self.hand[seat] & self.within[suit] for suit in range(5)]
        for cards in suits:
            yield from (bits.one(face) for face in Cards(bits.faces(cards)))
        for cards in suits:
            yield from (2 * bits.one(face) for face in Cards(bits.pairs(cards)))
        for cards in suits:
            yield from self.runs_in(cards)
        for cards in suits:
            for size in range(2, bits.size(cards) + 1):
                for part in multisets(cards, size, self.low_first(cards)):
                    if self.kind_of(part) == "throw":
                        yield part

    def runs_in(self, cards: Mask) -> Iterator[Mask]:
        """Every tractor in cards of one suit, each choice of equal pairs apart."""
        ladder = self.ladder(cards)
        for length in range(2, 16):
            for start in range(self.rungs):
                if shapes.runs(ladder, length) >> start & 1:
                    runs = [0]
                    for rung in range(start, start + length):
                        faces = [face for face in Cards(bits.pairs(cards)) if self.rung_of[face] == rung]
                        runs = [run + 2 * bits.one(face) for run in runs for face in faces]
                    yield from runs

    def follows(self, seat: Seat) -> Iterator[Mask]:
        seat = self.known_seat(seat)
        hand = self.hand[seat]
        held = hand & self.led
        short = self.led_size - bits.size(held)
        if short >= 0:
            for cards in multisets(hand - held, short, self.low_first(hand - held)):
                yield held + cards
        else:
            for cards in multisets(held, self.led_size, self.low_first(held)):
                if self.misplay(seat, cards) == 0:
                    yield cards

    def low_first(self, cards: Mask) -> list[Card]:
        """The faces among these cards: low ones without points first, trumps last."""
        return sorted(Cards(bits.faces(cards)), key=self.dearness)

    def dearness(self, face: Face) -> tuple[bool, int, int]:
        return self.suit_of[face] == trump.TRUMPS, points_of(bits.one(face)), self.rung_of[face]

    def points_in(self, cards: Mask) -> int:
        return points_of(int(cards))

    def reveals(self, seat: int, action: Action) -> bool:
        """Rule 5.2: whether a throw stands depends on every other hand, so one that stands tells as much."""
        leads = action.kind == "play" and not any(self.table)
        return leads and self.kind_of(int(action.cards)) == "throw"

    def shape(self, cards: Cards | Card | str) -> Shape | None:
        """Rule 5.1: what some cards are when led: a single, a pair, a tractor or a throw; None if they are no lead."""
        cards = Cards(multiset(cards))
        kind = self.kind_of(int(cards))
        if not kind:
            return None
        return Shape(kind, len(cards), self.rank_of(max(cards, key=lambda card: self.rung_of[card])), self.level)

    def play_name(self, seat: Seat, cards: Cards) -> Message | None:
        """Who follows throws nothing: cards that are no pair and no tractor are then just cards."""
        leads = ((self.leader, self.table), (self.last_leader, self.last))
        is_led = any(seat == leader and laid[seat] == int(cards) for leader, laid in leads)
        return CallingState.play_name(self, seat, cards) if is_led or self.kind_of(int(cards)) != "throw" else None

    def kind_of(self, cards: Mask) -> str:
        if not cards or self.suit_with(cards) < 0:
            return ""
        size, pairs = bits.size(cards), bits.popcount(bits.pairs(cards))
        if size == 1 or (size == 2 and pairs):
            return mark("pair") if pairs else mark("single")
        length = shapes.tractors(self.ladder(cards)) & 15
        return mark("tractor") if 2 * length == size else mark("throw")

    def rank_of(self, card: Card) -> int:
        if card.suit == 4:
            return card.rank + 1
        return LEVEL_CARD if card.rank == self.level else card.rank

    def neglect(self, seat: Seat, duty: int) -> IllegalAction:
        """The refusal of a follow, with the rule and the cards that would do."""
        held, suit = self.hand[seat] & self.led, SUIT_NAMES[self.led_suit]
        if duty == 2:
            return IllegalAction("follow {suit}: you hold {cards}", "6.2", suit=suit, cards=Cards(held))
        if duty == 3:
            pairs, owing = Cards([card for card in Cards(bits.pairs(held)) for _ in range(2)]), self.owed_pairs(held)
            if owing == 1:
                return IllegalAction("follow with a pair of {suit}: you hold {choice}", "6.3", suit=suit, choice=pairs)
            return IllegalAction(
                "follow with {owing} pairs of {suit}: you hold {choice}", "6.3", owing=owing, suit=suit, choice=pairs
            )
        length = self.owed_tractors(held) & 15
        run = next(run for run in self.runs_in(held) if bits.size(run) == 2 * length)
        return IllegalAction(
            "follow with a tractor of {pairs} pairs of {suit}: you hold {choice}",
            "6.4", pairs=length, suit=suit, choice=Cards(run),
        )  # fmt: skip


# What `dutiful` takes at random.


def random_run(
    state: TrumpState, cards: Mask, starts: int, length: int, rng: Random, cost: list[int], bonus: list[int]
) -> Mask:
    """A tractor that starts on any of these rungs."""
    return some_run(state, cards, bits.pick(starts, rng.below(bits.popcount(starts))), length, rng)


def random_pair(pairs: Mask, rng: Random, cost: list[int], bonus: list[int]) -> Mask:
    return 2 * bits.nth(pairs, rng.below(bits.popcount(pairs)))


def random_rest(cards: Mask, n: int, rng: Random, cost: list[int], bonus: list[int]) -> Mask:
    return rng.some(cards, n)


def some_run(state: TrumpState, cards: Mask, start: int, length: int, rng: Random) -> Mask:
    """A tractor from these rungs; where a rung has several pairs any of them."""
    run = 0
    for rung in range(start, start + length):
        chosen = -1
        n = 0
        rest = bits.pairs(cards)
        while rest:
            face = bits.lowest(rest) >> 1
            if state.rung_of[face] == rung:
                n += 1
                if n == 1 or rng.below(n) == 0:
                    chosen = face
            rest = rest & (rest - 1)
        run = run + 2 * bits.one(chosen)
    return run


def points_of(cards: Mask) -> int:
    """Rule 8.1: fives count five, tens and kings ten."""
    return 5 * bits.size(cards & FIVE_POINTS) + 10 * bits.size(cards & TEN_POINTS)
