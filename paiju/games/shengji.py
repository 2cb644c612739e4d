"""Sheng Ji (Tractor, 80 points) with two decks, as shengji-bot describes it. The rules are numbered in docs/rules/shengji.md.

shengji_calls.py holds the story up to the kitty; here are the play, the points and the match. Trumps and the order of cards come
from core/trump.py, pairs and tractors from core/shapes.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paiju.core import bits, shapes
from paiju.core.cards import RANKS, Card, Cards
from paiju.core.game import Game, Options, Setup, option
from paiju.core.words import Action, Ask, Event, IllegalAction, Message
from paiju.games.shengji_calls import SUITS, CallingState

DRAW, LAST_CALL, BURY, PLAY, CONSENT = range(5)
TRUMPS = 4
FIVES = sum(3 * bits.one(13 * suit + 3) for suit in range(4))
TENS = sum(3 * bits.one(13 * suit + 8) + 3 * bits.one(13 * suit + 11) for suit in range(4))  # tens and kings
ACES = sum(3 * bits.one(13 * suit + 12) for suit in range(4))
TWO_DECKS = 2 * bits.ONES
SEATS = ("N", "W", "S", "E")
ACE, WON = 14, 15  # the last level, and what a team stands at when it has won the match
SHAPE_NAMES = {1: "single", 2: "pair"}


@dataclass(frozen=True)
class ShengjiOptions(Options):
    overcall: str = option("once", "2.7", "one weak and one strong call a deal, or higher suits over strong calls", ("once", "standard"))
    no_trump: bool = option(False, "2.8", "a pair of jokers calls no trump")
    last_caller: bool = option(False, "2.10", "in the first deal the last caller deals, not the first")
    no_call: str = option("kitty", "3.1", "when nobody calls: turn the kitty over, or deal again", ("kitty", "redeal"))
    throw_block: str = option("all", "5.2", "whose cards can make a throw fail", ("all", "opponents"))
    throw_penalty: int = option(0, "5.4", "points a failed throw gives the other side", least=0, most=100)
    strict_tractor: bool = option(False, "6.5", "who cannot follow with a whole tractor follows with the longest shorter one")
    kitty: str = option("double", "8.3", "what multiplies the kitty: two, or twice the largest part that won", ("double", "by_size"))
    surrender: bool = option(False, "8.6", "a team may give the deal up")
    must_stop: str = option(
        "none", "9.3", "levels nobody may jump over", ("none", "5-10-K", "J", "5-10-J-K", "J-Q-K", "5", "10", "K")
    )
    last_trick_ace: bool = option(False, "10.2", "to win the match, take the last trick with an ace")
    deals: int = option(0, "10.3", "end the match after so many deals; 0: play until a team wins", least=0, most=1000)


@dataclass(frozen=True)
class ShengjiSetup(Setup):
    dealer: int = -1  # nobody in the first deal
    levels: tuple[int, ...] = (2, 2)  # of N and S, of W and E
    played: int = 0  # deals that were played out


class ShengjiState(CallingState):
    phases = ("draw", "last_call", "bury", "play", "consent")

    def __init__(self, setup):
        CallingState.__init__(self, setup)
        options = setup.options
        self.all_block = options.throw_block == "all"
        self.penalty = options.throw_penalty
        self.strict = options.strict_tractor
        self.by_size = options.kitty == "by_size"
        self.may_surrender = options.surrender
        self.points = 0  # of the opponents
        self.kitty_points = 0  # of these, from the kitty
        self.proposed = 0  # bit set of the teams that have asked to surrender
        self.forfeited = -1  # the team that surrendered
        self.led = 0  # the cards of the effective suit led
        self.led_suit = -1
        self.led_size = 0
        self.led_pairs = 0  # those in tractors too
        self.led_tractors = 0  # their lengths, longest first (core/shapes.py)
        self.best_rung = -1
        self.ruffed = False  # trumps are ahead in a trick of another suit
        self.no_run = [0] * 20  # by seat and suit: holds no tractor this long (0: nothing known)

    # ---- native ----

    def begin(self, deck):
        self.points = 0
        self.kitty_points = 0
        self.proposed = 0
        self.forfeited = -1
        self.clear_lead()
        for i in range(20):
            self.no_run[i] = 0
        self.open_draw(deck)

    def clear_lead(self):
        self.led = 0
        self.led_suit = -1
        self.led_size = 0
        self.led_pairs = 0
        self.led_tractors = 0
        self.best_rung = -1
        self.ruffed = False

    def draw(self, seat, rng):
        if self.stage <= LAST_CALL:
            return self.draw_call(seat, rng)
        if self.stage == BURY:
            return bits.move(bits.BURY, rng.some(self.hand[seat], 8), 0)
        if self.stage == CONSENT:
            return bits.move(bits.SURRENDER if rng.below(2) else bits.PASS, 0, 0)
        if self.can_surrender(seat) and rng.below(16) == 0:
            return bits.move(bits.SURRENDER, 0, 0)
        if seat == self.leader:
            return bits.move(bits.PLAY, self.draw_lead(seat, rng), 0)
        return bits.move(bits.PLAY, self.draw_follow(seat, rng), 0)

    def draw_lead(self, seat, rng):
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
            for length in range(2, 13):
                total += bits.popcount(shapes.runs(ladder, length))
        k = rng.below(total)
        if k < singles:
            return bits.one(bits.pick(bits.faces(cards), k) >> 1)
        k -= singles
        if k < bits.popcount(pairs):
            return 2 * bits.one(bits.pick(pairs, k) >> 1)
        k -= bits.popcount(pairs)
        for length in range(2, 13):
            starts = shapes.runs(ladder, length)
            if k < bits.popcount(starts):
                return self.some_run(cards, bits.pick(starts, k), length, rng)
            k -= bits.popcount(starts)
        return 0

    def draw_follow(self, seat, rng):
        """A random play that does all duties of rule 6: tractors first, then pairs, then whatever."""
        hand = self.hand[seat]
        held = hand & self.led
        n = bits.size(held)
        if n <= self.led_size:
            return held + rng.some(hand - held, self.led_size - n)
        if self.led_pairs == 0:
            return rng.some(held, self.led_size)
        cards = 0
        if self.led_tractors:
            ladder = self.ladder(held)
            owed = shapes.duty(ladder, self.led_tractors, self.strict)
            while owed:
                starts = shapes.starts_for(ladder, owed)
                start = bits.pick(starts, rng.below(bits.popcount(starts)))
                cards = cards + self.some_run(held - cards, start, owed & 15, rng)
                ladder = shapes.without(ladder, start, owed & 15)
                owed = owed >> 4
        owing = bits.popcount(bits.pairs(held))
        if owing > self.led_pairs:
            owing = self.led_pairs
        owing = owing - bits.popcount(bits.pairs(cards))
        while owing > 0:
            pairs = bits.pairs(held - cards)
            cards = cards + 2 * bits.one(bits.pick(pairs, rng.below(bits.popcount(pairs))) >> 1)
            owing = owing - 1
        return cards + rng.some(held - cards, self.led_size - bits.size(cards))

    def some_run(self, cards, start, length, rng):
        """A tractor from these rungs; where a rung has several pairs any of them."""
        run = 0
        for rung in range(start, start + length):
            chosen = -1
            n = 0
            rest = bits.pairs(cards)
            while rest:
                face = bits.lowest(rest) >> 1
                if self.rung_of[face] == rung:
                    n += 1
                    if n == 1 or rng.below(n) == 0:
                        chosen = face
                rest = rest & (rest - 1)
            run = run + 2 * bits.one(chosen)
        return run

    def do(self, seat, move):
        if self.stage <= LAST_CALL:
            if bits.kind_of(move) == bits.CALL:
                self.make_call(seat, bits.cards_of(move))
            self.go_on()
        elif self.stage == BURY:
            self.bury(seat, bits.cards_of(move))
        elif self.stage == CONSENT:
            self.consent(seat, bits.kind_of(move) == bits.SURRENDER)
        elif bits.kind_of(move) == bits.SURRENDER:
            self.stage = CONSENT
            self.proposed = self.proposed | 1 << (seat & 1)
            self.actors = 1 << ((seat + 2) & 3)
        else:
            self.play(seat, bits.cards_of(move))

    def bury(self, seat, cards):
        """Rule 4. What was known of the dealer's cards may now lie in the kitty, but in no other hand."""
        known = self.known[seat]
        self.known[seat] = 0
        for other in range(4):
            if other != seat:
                self.most[other] = bits.meet(self.most[other], TWO_DECKS - known)
        self.take(seat, cards)
        self.put(bits.STOCK, cards)
        self.stage = PLAY
        self.lead_with(seat)

    def can_surrender(self, seat):
        return self.may_surrender and not self.proposed >> (seat & 1) & 1

    def consent(self, seat, agreed):
        """Rule 8.6: the partner agrees, or the proposer plays on."""
        if agreed:
            self.forfeited = seat & 1
            self.points = 80 if seat & 1 == self.dealer & 1 else 0
            self.kitty_points = 0
            self.actors = 0
        else:
            self.actors = 1 << ((seat + 2) & 3)
        self.stage = PLAY

    def play(self, seat, cards):
        if seat == self.leader:
            self.open_lead(seat, self.part_that_stands(seat, cards))
        else:
            self.learn(seat, cards)
            self.challenge(seat, cards)
            self.lay(seat, cards)
        if self.pass_turn(seat):
            self.end_trick()

    def open_lead(self, seat, cards):
        suit = self.suit_of[bits.lowest(cards) >> 1]
        self.led_suit = suit
        self.led = self.within[suit]
        self.led_size = bits.size(cards)
        self.led_pairs = bits.popcount(bits.pairs(cards))
        self.led_tractors = shapes.tractors(self.ladder(cards)) if self.led_pairs > 1 else 0
        self.ruffed = False
        self.best_rung = self.strength(cards)
        self.lay(seat, cards)

    def part_that_stands(self, seat, cards):
        """Rule 5: all the cards if nobody can beat a part of the throw, else the part that is played instead."""
        pairs = bits.pairs(cards)
        singles = bits.faces(cards) & ~pairs
        if singles == 0 and pairs & (pairs - 1) == 0 or pairs == 0 and singles & (singles - 1) == 0:
            return cards
        ladder = self.ladder(cards)
        lengths = shapes.tractors(ladder)
        if singles == 0 and lengths & 15 == bits.popcount(pairs):
            return cards
        suit = self.suit_of[bits.lowest(cards) >> 1]
        part = 0
        if singles:
            face = self.lowest_face(singles)
            high = self.above(suit, self.rung_of[face])
            for other in range(4):
                if self.blocks(seat, other) and self.hand[other] & high:
                    part = bits.one(face)
            if part == 0:
                for other in range(4):
                    if self.blocks(seat, other):
                        self.most[other] = self.most[other] & ~high
        once = ladder & shapes.RUNGS
        lone = once & ~(once << 1 | once >> 1) | ladder >> 16
        if part == 0 and lone:
            rung = bits.lowest(lone)
            high = self.above(suit, rung)
            for other in range(4):
                if self.blocks(seat, other) and bits.pairs(self.hand[other]) & high:
                    part = 2 * bits.one(self.pair_on(cards, rung))
            if part == 0:
                for other in range(4):
                    if self.blocks(seat, other):
                        self.most[other] = bits.meet(self.most[other], bits.ALL & ~high | high & bits.ONES)
        rest = once & (once << 1 | once >> 1)
        while part == 0 and rest:
            rung = bits.lowest(rest)
            length = 0
            while rest >> rung + length & 1:
                length += 1
            for other in range(4):
                if self.blocks(seat, other):
                    starts = shapes.runs(self.ladder(self.hand[other] & self.within[suit]), length)
                    if starts and bits.highest(starts) > rung:
                        part = 1
            if part:
                part = 0
                for i in range(length):
                    part = part + 2 * bits.one(self.pair_on(cards, rung + i))
            rest = rest & ~(((1 << length) - 1) << rung)
        if part == 0:
            return cards
        # Rule 5.3: everybody has seen the cards that go back.
        back = cards - part
        self.known[seat] = self.known[seat] + back - bits.meet(self.known[seat], back)
        if self.penalty:
            self.points = self.points + (self.penalty if seat & 1 == self.dealer & 1 else -self.penalty)
        return part

    def blocks(self, seat, other):
        """Rule 5.2: may this other seat's cards make the throw fail?"""
        return other != seat and (self.all_block or (other ^ seat) & 1)

    def strength(self, cards):
        """Rule 7.3: the top of the play's largest part of the kind led; -1 if it lacks the lead's shape."""
        if self.led_pairs == 0:
            return self.top_rung(cards)
        if bits.popcount(bits.pairs(cards)) < self.led_pairs:
            return -1
        ladder = self.ladder(cards)
        if self.led_tractors:
            return shapes.top(ladder, self.led_tractors)
        return bits.highest(ladder & shapes.RUNGS)

    def challenge(self, seat, cards):
        """Rule 7: does this play go ahead of the best so far?"""
        ruff = self.suit_with(cards) == TRUMPS and self.led_suit != TRUMPS
        if not ruff and (cards & ~self.led or self.ruffed):
            return
        rung = self.strength(cards)
        if rung > self.best_rung or (ruff and not self.ruffed and rung >= 0):
            self.winner = seat
            self.best_rung = rung
            self.ruffed = ruff

    def learn(self, seat, cards):
        """What a follow tells everybody of the cards left behind it."""
        if bits.size(cards & self.led) < self.led_size:
            self.most[seat] = self.most[seat] & ~self.led  # rule 6.2
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

    def misplay(self, seat, cards):
        """Which duty of rule 6 this follow neglects: 0 none, 2 suit, 3 pairs, 4 tractor."""
        held = self.hand[seat] & self.led
        n = bits.size(held)
        if bits.size(cards & self.led) < (n if n < self.led_size else self.led_size):
            return 2
        if n <= self.led_size or self.led_pairs == 0:
            return 0
        owing = bits.popcount(bits.pairs(held))
        if bits.popcount(bits.pairs(cards)) < (owing if owing < self.led_pairs else self.led_pairs):
            return 3
        if self.led_tractors:
            owed = shapes.duty(self.ladder(held), self.led_tractors, self.strict)
            if not shapes.fits(self.ladder(cards), owed):
                return 4
        return 0

    def end_trick(self):
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

    def multiplier(self):
        if not self.by_size:
            return 2
        cards = self.last[self.last_winner]
        pairs = bits.pairs(cards)
        longest = shapes.tractors(self.ladder(cards)) & 15 if pairs else 0
        return 4 * longest if longest else 4 if pairs else 2

    def fill(self, rng):
        """Cards within all limits; hands with a tractor that play has ruled out are dealt again, but not for ever."""
        viewer = self.viewer
        if self.stage <= LAST_CALL:
            self.scatter(rng)
            if self.actors:
                self.guess_question(viewer, rng)
            return
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

    def runs_agree(self):
        for seat in range(4):
            for suit in range(5):
                length = self.no_run[5 * seat + suit]
                if length and shapes.runs(self.ladder(self.hand[seat] & self.within[suit]), length):
                    return False
        return True

    def tally(self):
        """Rule 8.5."""
        score = 0 if self.redeal else steps(self.points)
        for seat in range(4):
            self.score[seat] = score if seat & 1 == self.dealer & 1 else -score

    # ---- in words ----

    def asks(self, seat: int) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage <= LAST_CALL:
            return self.call_asks(seat)
        if self.stage == CONSENT:
            return [Ask("surrender"), Ask("pass")]
        hand = self.hand[seat]
        if self.stage == BURY:
            return [Ask("bury", Cards(hand), 8, 8)]
        if seat == self.leader:
            longest = max(bits.size(hand & self.within[suit]) for suit in range(5))
            ask = Ask("play", Cards(hand), 1, longest)
        else:
            held = hand & self.led
            ask = Ask("play", Cards(held if bits.size(held) >= self.led_size else hand), self.led_size, self.led_size)
        return [ask, Ask("surrender")] if self.can_surrender(seat) else [ask]

    def actions(self, seat: int) -> Iterator[Action]:
        """All legal answers; leads are singles, pairs, tractors and then every throw, of which there can be millions."""
        if not self.actors >> seat & 1:
            return
        if self.stage <= LAST_CALL:
            hand = self.hand[seat]
            for face in Cards(bits.faces(hand) & self.weak_calls(seat)):
                yield Action("call", Cards([face]))
            for face in Cards(bits.pairs(hand) & self.pair_calls(seat)):
                yield Action("call", Cards([face, face]))
            yield Action("pass")
        elif self.stage == CONSENT:
            yield Action("pass")
            yield Action("surrender")
        elif self.stage == BURY:
            for cards in multisets(self.low_first(self.hand[seat]), 8):
                yield Action("bury", cards)
        else:
            for cards in self.leads(seat) if seat == self.leader else self.follows(seat):
                yield Action("play", cards)
            if self.can_surrender(seat):
                yield Action("surrender")

    def leads(self, seat: int) -> Iterator[int]:
        suits = [self.hand[seat] & self.within[suit] for suit in range(5)]
        for cards in suits:
            yield from (bits.one(face) for face in Cards(bits.faces(cards)))
        for cards in suits:
            yield from (2 * bits.one(face) for face in Cards(bits.pairs(cards)))
        for cards in suits:
            yield from self.runs_in(cards)
        for cards in suits:
            for size in range(2, bits.size(cards) + 1):
                for part in multisets(self.low_first(cards), size):
                    if self.shape(part) == "throw":
                        yield part

    def runs_in(self, cards: int) -> Iterator[int]:
        """Every tractor in cards of one suit, each choice of equal pairs apart."""
        ladder = self.ladder(cards)
        for length in range(2, 13):
            for start in range(16):
                if shapes.runs(ladder, length) >> start & 1:
                    runs = [0]
                    for rung in range(start, start + length):
                        faces = [face for face in Cards(bits.pairs(cards)) if self.rung_of[face] == rung]
                        runs = [run + 2 * bits.one(face) for run in runs for face in faces]
                    yield from runs

    def follows(self, seat: int) -> Iterator[int]:
        hand = self.hand[seat]
        held = hand & self.led
        short = self.led_size - bits.size(held)
        if short >= 0:
            for cards in multisets(self.low_first(hand - held), short):
                yield held + cards
        else:
            for cards in multisets(self.low_first(held), self.led_size):
                if self.misplay(seat, cards) == 0:
                    yield cards

    def low_first(self, cards: int) -> list[tuple[int, int]]:
        """Faces with their copies: low cards without points first, trumps last."""
        faces = [(face, bits.copies(cards, face)) for face in Cards(bits.faces(cards))]
        return sorted(faces, key=lambda pair: (self.suit_of[pair[0]] == TRUMPS, points_of(bits.one(pair[0])), self.rung_of[pair[0]]))

    def shape(self, cards: int) -> str:
        """What some cards are when led: single, pair, tractor2 and up, throw; "" if they are no lead at all."""
        cards = int(cards)
        if not cards or self.suit_with(cards) < 0:
            return ""
        size, pairs = bits.size(cards), bits.popcount(bits.pairs(cards))
        if size == 1 or (size == 2 and pairs):
            return SHAPE_NAMES[size]
        length = shapes.tractors(self.ladder(cards)) & 15
        return f"tractor{length}" if 2 * length == size else "throw"

    def check(self, seat: int, action: Action) -> None:
        # Rule 2.4: the usual answer would name the seat that is asked.
        if self.stage <= LAST_CALL and seat in range(4) and self.actors and not self.actors >> seat & 1:
            refusal = self.call_refusal(seat, action.cards) if action.kind == "call" else None
            raise refusal or IllegalAction("nobody asks you now: wait for a card or a call that lets you call", "2.4")
        CallingState.check(self, seat, action)

    def misfit(self, seat, ask, action):
        if ask.kind == "call":
            refusal = self.call_refusal(seat, action.cards)
            if refusal:
                return refusal
        return CallingState.misfit(self, seat, ask, action)

    def not_offered(self, seat, ask, action):
        return self.neglect(seat, 2)

    def judge(self, seat, action):
        if action.kind != "play":
            return
        cards = int(action.cards)
        if seat == self.leader:
            if self.suit_with(cards) < 0:
                raise IllegalAction("lead cards of one suit: {cards} are not", "4.3", cards=action.cards)
        else:
            duty = self.misplay(seat, cards)
            if duty:
                raise self.neglect(seat, duty)

    def neglect(self, seat: int, duty: int) -> IllegalAction:
        """The refusal of a follow, with the rule and the remedy."""
        held, suit = self.hand[seat] & self.led, SUITS[self.led_suit]
        if duty == 2:
            return IllegalAction("follow {suit}: you hold {held}", "6.2", suit=suit, held=bits.size(held))
        if duty == 3:
            owing = min(bits.popcount(bits.pairs(held)), self.led_pairs)
            return IllegalAction("follow with pairs of {suit}: play at least {owing}", "6.3", suit=suit, owing=owing)
        owed = shapes.duty(self.ladder(held), self.led_tractors, self.strict)
        return IllegalAction("follow with a tractor of {suit}: you hold one of {pairs} pairs", "6.4", suit=suit, pairs=owed & 15)

    def hide(self, viewer):
        places = 15 & ~(1 << viewer if viewer >= 0 else 0)
        over = self.actors == 0 and not self.redeal
        if not over and not (self.stage >= PLAY and viewer == self.dealer):
            places |= 1 << bits.STOCK  # rule 4.2: the dealer knows what is buried, all others when the deal is over
        self.hide_draw(viewer)
        self.conceal(places)

    def tell(self, before, seat, action):
        if before.stage <= LAST_CALL:
            call = [Event("call", seat, action.cards)] if action.kind == "call" else []
            return call + self.draw_events(before)
        if before.stage == BURY:
            return [Event("bury", seat, action.cards, seen_by=1 << seat)]
        if action.kind == "pass":
            return [Event("play_on", seat)]
        if action.kind == "surrender":
            if self.stage == CONSENT:
                return [Event("propose_surrender", seat)]
            return [Event("surrender", seat), *self.closing_events()]
        played = Cards(self.table[seat] or self.last[seat])
        events = []
        if played != action.cards:
            events = [Event("throw", seat, action.cards), Event(self.shape(played).rstrip("0123456789") + "_blocks", seat)]
            events.append(Event("throw_fails", seat, played))
        events += [Event("play", seat, played), *self.trick_events(before)]
        return events + self.closing_events() if self.is_over else events

    def closing_events(self) -> list[Event]:
        kitty = Event("kitty", self.dealer, Cards(self.hand[bits.STOCK]), self.kitty_points)
        scores = [Event("score", seat, amount=score) for seat, score in enumerate(self.scores())]
        return [kitty, Event("points", amount=self.points), *scores]

    def sorted_hand(self, cards: int) -> tuple[tuple[Card, ...], ...]:
        """Trumps first, then the other suits, high to low."""
        groups = []
        for suit in (4, 3, 2, 1, 0):
            held = sorted(Cards(cards & self.within[suit]), key=lambda card: (-self.rung_of[card], -card))
            groups.append(tuple(held))
        return tuple(group for group in groups if group)

    def notes(self):
        notes = [Message("dominant rank {rank}", rank=self.rank_name)]
        if self.call or self.stage > LAST_CALL:
            notes.append(Message("trump: {suit}", suit=SUITS[self.trump]) if self.trump < TRUMPS else Message("no trump suit"))
        if self.turned:
            notes.append(Message("turned over: {cards}", cards=Cards(self.turned)))
        if self.stage >= PLAY:
            notes.append(Message("opponents' points: {points}", points=self.points))
        return tuple(notes)

    def notes_on(self, seat):
        notes = []
        if seat == self.dealer:
            notes.append(Message("dealer"))
        if seat == self.caller:
            notes.append(Message("called {cards}", cards=self.called()))
        return tuple(notes)

    def called(self) -> Cards:
        """The cards of the standing call."""
        face = 46 + self.call if self.call > 5 else 13 * self.trump + self.level
        return Cards([face] if self.call == 1 else [face, face])

    def position(self, hands: list[int], rank: int, trump: int, leader: int = 0, kitty: int = 0, dealer: int = 0) -> ShengjiState:
        """Become a position before a lead, for exercises and studies: hands as multisets, rank 2 to 14, trump suit or 4."""
        self.clear_hands()
        self.clear_tricks()
        self.clear_lead()
        for i in range(20):
            self.no_run[i] = 0
        for i in range(108):
            self.deck[i] = 0
        self.points = self.kitty_points = self.proposed = self.turned = self.asked = 0
        self.forfeited = self.caller = -1
        self.redeal = False
        self.call = 1
        self.drawn = 100
        self.dealer = dealer
        self.level = rank - 2
        self.order(rank - 2, trump)
        for seat in range(4):
            self.put(seat, int(hands[seat]))
        self.put(bits.STOCK, int(kitty))
        self.stage = PLAY
        self.lead_with(leader)
        return self


def points_of(cards):
    """Rule 8.1: fives count five, tens and kings ten."""
    return 5 * bits.size(cards & FIVES) + 10 * bits.size(cards & TENS)


def steps(points):
    """Rule 9.1: levels the declarers win; negative if the opponents take over: one for that, and one for each they rise."""
    if points <= 0:
        return 3
    if points < 40:
        return 2
    if points < 80:
        return 1
    if points >= 200:
        return -4
    return -1 - (points - 80) // 40


def multisets(faces: list[tuple[int, int]], size: int, start: int = 0) -> Iterator[int]:
    """Every multiset of so many cards out of faces with copies, those with the first faces first."""
    if size == 0:
        yield 0
        return
    for i in range(start, len(faces)):
        face, copies = faces[i]
        for n in range(min(copies, size), 0, -1):
            for rest in multisets(faces, size - n, i + 1):
                yield n * bits.one(face) + rest


class Shengji(Game):
    name = "shengji"
    title = "Sheng Ji"
    about = "four players in two teams, two decks: call trump, play pairs and tractors, rise from level 2 to the ace"
    Options = ShengjiOptions
    Setup = ShengjiSetup
    State = ShengjiState
    events = {  # noqa: RUF012
        "draw": "{seat} draws {cards}",
        "redeal": "nobody called: the cards are dealt again",
        "turn_up": "nobody called: turned over from the kitty {cards}",
        "take_kitty": "{seat} takes the kitty {cards}",
        "throw": "{seat} throws {cards}",
        "single_blocks": "somebody holds a higher single than {seat} threw",
        "pair_blocks": "somebody holds a higher pair than {seat} threw",
        "tractor_blocks": "somebody holds a higher tractor than {seat} threw",
        "throw_fails": "{seat}'s throw fails: {cards} must be played",
        "propose_surrender": "{seat} proposes to give the deal up",
        "play_on": "{seat} wants to play on",
        "kitty": "the kitty was {cards}: {amount} points for the opponents",
        "points": "the opponents made {amount} points",
    }

    def cards(self, setup):
        return [*range(54), *range(54)]

    def first(self, options=None):
        setup = Game.first(self, options)
        return ShengjiSetup(game=self, options=setup.options, seats=4, standing=(2, 2, 2, 2))

    def team(self, setup, seat):
        return seat % 2

    def after(self, setup, state) -> ShengjiSetup:
        """Rules 9 and 10: levels, the next dealer, the end of the match. A redeal changes nothing but the cards."""
        if state.redeal:
            return setup.next()
        declarers, won = state.dealer % 2, steps(state.points)
        held = won > 0
        levels, played = list(setup.levels), setup.played + 1
        team = declarers if held else 1 - declarers
        if held and levels[team] == ACE and (not setup.options.last_trick_ace or took_last_with_ace(state)):
            levels[team] = WON
        else:
            levels[team] = risen(levels[team], won if held else -won - 1, setup.options.must_stop)
        return setup.next(
            dealer=(state.dealer + (2 if held else 1)) % 4,
            levels=tuple(levels),
            played=played,
            standing=tuple(levels[seat % 2] for seat in range(4)),
            over=levels[team] == WON or played == setup.options.deals,
        )

    def standing_text(self, setup):
        names = [RANKS[level - 2] if level < WON else "won" for level in setup.levels]
        return [
            Message("N and S: level {level}", level=names[0]),
            Message("W and E: level {level}", level=names[1]),
        ]


def risen(level: int, steps: int, must_stop: str) -> int:
    """Rules 9.2 and 9.3: a team's new level; never past the ace, nor over a level where everybody must stop."""
    stops = {RANKS.index(name) + 2 for name in must_stop.split("-")} if must_stop != "none" else set()
    for _ in range(steps):
        level = min(level + 1, ACE)
        if level in stops:
            break
    return level


def took_last_with_ace(state) -> bool:
    """Rule 10.2: the declarers won the last trick with a play that has an ace in it."""
    winner = state.last_winner
    return state.forfeited < 0 and winner % 2 == state.dealer % 2 and bool(state.last[winner] & ACES)


GAME = Shengji()
