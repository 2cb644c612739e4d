"""A slow referee for Sheng Ji, written from the sentences of docs/rules/shengji.md and from nothing else.

Cards are numbers 0..53 in lists, and a suit is a list of steps from low to high, each the set of cards that stand
there: no code and no representation is shared with the rules in paiju. Only the options have their names in common.
"""

from collections import Counter
from itertools import chain

LITTLE, BIG = 52, 53
JOKERS = (LITTLE, BIG)
TRUMPS = "trumps"
NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
TABLE = ((0, 3), (35, 2), (75, 1))  # rule 9.1: up to so many points the declarers rise so far


def rank(card):
    """2 to 14; 0 for a joker."""
    return card % 13 + 2 if card < LITTLE else 0


def level_of(name):
    return NAMES.index(name) + 2


def levels_of(names):
    return [] if names == "none" else [level_of(name) for name in names.split("-")]


def points_of(cards):
    """Rule 8.1"""
    return sum({5: 5, 10: 10, 13: 10}.get(rank(card), 0) for card in cards)


class Referee:
    """One deal. `dealer` is -1 in the first one."""

    def __init__(self, options, dealer, levels, deck):
        self.options, self.deck, self.levels = options, list(deck), list(levels)
        self.is_first, self.dealer = dealer < 0, dealer
        self.first_drawer = max(dealer, 0)  # rule 2.2
        self.level = levels[self.first_drawer % 2]  # rule 1.3
        self.hands, self.drawn, self.kitty = [[], [], [], []], 0, []
        self.call, self.caller, self.weak = (), -1, None  # the cards of the standing call; the weak call not completed
        self.phase, self.queue, self.turn = "draw", [], -1
        self.points, self.kitty_points, self.laid, self.last = 0, 0, [], []
        self.proposed, self.surrendered, self.proposer = set(), None, -1
        self.redeal = self.is_over = False
        self.trump, self.place = -1, {}
        self.winner, self.winning, self.burier = -1, [], -1
        self.draw_on()

    def arrange(self, trump, hands, kitty, leader):
        """Before a lead that no draw has led to, with these hands; trump 4 is none."""
        self.fix_trump(trump)
        self.hands, self.kitty, self.queue = [list(hand) for hand in hands], list(kitty), []
        self.phase, self.turn, self.burier = "play", leader, self.dealer

    # ---- rule 1: suits and their order ----

    def steps(self, suit):
        """Rules 1.4 and 1.5: the cards of a suit from low to high, those that are equal together."""
        printed = [[card for card in range(52) if card // 13 == each] for each in range(4)]
        dominant = [card for card in range(52) if rank(card) == self.level]
        fives = [16, 29] if self.options.red_fives else []  # of diamonds and hearts
        dominant = [card for card in dominant if card not in fives]
        twos = [0, 13, 26, 39] if self.options.twos and self.level != 2 else []
        taken = {*dominant, *fives, *twos}
        if suit != TRUMPS:
            found = [] if suit == self.trump else [{card} for card in printed[suit] if card not in taken]
        else:
            own = set(printed[self.trump]) if self.has_trump else set()
            found = [{card} for card in sorted(own - taken)]
            found += [set(twos) - own, set(twos) & own, set(dominant) - own, set(dominant) & own]
            found += [{LITTLE}, {BIG}, *({five} for five in fives)]
        return [step for step in found if step]

    @property
    def has_trump(self):
        return self.trump in range(4)

    def order(self):
        """The suit and the height of every card."""
        return {
            card: (suit, height)
            for suit in (0, 1, 2, 3, TRUMPS)
            for height, step in enumerate(self.steps(suit))
            for card in step
        }

    def fix_trump(self, suit):
        self.trump = suit
        self.place = self.order()

    def suit(self, card):
        return self.place[card][0]

    def height(self, card):
        return self.place[card][1]

    # ---- rule 2: drawing and calling ----

    def calls(self, seat):
        """Every call the seat may make."""
        hand, options = Counter(self.hands[seat]), self.options
        ranked = [card for card in hand if rank(card) == self.level]
        pairs = [(card, card) for card in ranked if hand[card] > 1]
        jokers = [(card, card) for card in JOKERS if hand[card] > 1 and options.no_trump]  # rule 2.8
        if not self.call:  # rules 2.5 and 2.6
            return [(card,) for card in ranked] + pairs + jokers
        standing = self.call[0]
        if seat == self.caller and (options.overcall == "standard" or options.keep_call):  # rule 2.7
            return [pair for pair in pairs if pair[0] == standing and len(self.call) == 1]
        if standing in JOKERS:
            return [pair for pair in jokers if pair[0] > standing]
        if len(self.call) == 1:
            return pairs + jokers
        over = []
        if options.overcall == "standard" and options.suit_order != "none":
            letters = [options.suit_order.index("CDHS"[pair[0] // 13]) for pair in pairs]
            beaten = options.suit_order.index("CDHS"[standing // 13])
            over = [pair for pair, letter in zip(pairs, letters, strict=True) if letter > beaten]
        if options.complete_call and self.weak and seat == self.weak[0] != self.caller:  # rule 2.6
            over += [pair for pair in pairs if pair[0] == self.weak[1] and pair not in over]
        return over + jokers

    def is_calling_card(self, card):
        return rank(card) == self.level or (card in JOKERS and self.options.no_trump)

    def draw_on(self):
        """Rule 2.4: the next question, or what comes when there is none any more."""
        while True:
            while self.queue:
                if self.calls(self.queue[0]):
                    self.turn = self.queue.pop(0)
                    return
                self.queue.pop(0)
            if self.drawn == 100:
                break
            seat, card = (self.first_drawer + self.drawn) % 4, self.deck[self.drawn]
            self.hands[seat].append(card)
            self.drawn += 1
            self.queue = [seat] if self.is_calling_card(card) else []
            if self.drawn == 100:
                self.phase = "last_call"
                first = max(self.dealer, 0)
                self.queue = [(first + i) % 4 for i in range(4)]
        self.close_calls()

    def make_call(self, seat, cards):
        if len(cards) == 1:
            self.weak = seat, cards[0]
        elif self.weak and self.weak[0] == seat:
            self.weak = None
        self.call, self.caller = tuple(cards), seat
        if self.is_first and (self.dealer < 0 or self.options.last_caller):  # rule 2.10
            self.dealer = seat
        self.queue = [(seat + i) % 4 for i in range(1, 5)]

    def close_calls(self):
        """Rule 3"""
        self.kitty = self.deck[100:]
        if self.call:
            self.fix_trump(self.call[0] // 13)
        elif self.is_first or self.options.no_call == "redeal":
            self.redeal = self.is_over = True
            return
        else:
            suited = [card for card in self.kitty if card < LITTLE]
            ranked = [card for card in suited if rank(card) == self.level]
            self.fix_trump((ranked or suited)[0] // 13)
        self.phase, self.turn = "bury", self.dealer
        self.hands[self.dealer] += self.kitty

    def ask_for_theft(self):
        """Rule 4.3"""
        able = [seat for seat in self.queue if seat != self.burier and self.thefts_of(seat)]
        self.queue = able[1:]
        self.phase, self.turn = ("theft", able[0]) if able else ("play", self.dealer)

    def thefts_of(self, seat):
        return [] if seat == self.burier else [cards for cards in self.calls(seat) if len(cards) == 2]

    def rob(self, seat, cards):
        if self.weak and self.weak[0] == seat:
            self.weak = None
        self.call, self.caller = tuple(cards), seat
        self.fix_trump(cards[0] // 13)
        self.hands[seat] += self.kitty
        self.kitty, self.phase, self.turn = [], "bury", seat

    # ---- what is in some cards ----

    def pairs_by_step(self, cards):
        """How many pairs stand on each height, of cards of one suit."""
        return Counter(self.height(card) for card, copies in Counter(cards).items() if copies == 2)

    def parts(self, cards):
        """Rule 5.1: the longest tractors, then pairs, then singles, each as the list of its cards."""
        rest, found = Counter(cards), []
        while True:
            pairs = {}
            for card, copies in rest.items():
                if copies == 2:
                    pairs.setdefault(self.height(card), card)
            run = longest_run(pairs)
            if not run:
                break
            found.append([card for height in run for card in (pairs[height], pairs[height])])
            rest -= Counter(found[-1])
        found += [[card, card] for card, copies in rest.items() if copies == 2]
        return found + [[card] for card, copies in rest.items() if copies == 1]

    def tractors(self, cards):
        """The numbers of pairs in the tractors, longest first."""
        return sorted((len(part) // 2 for part in self.parts(cards) if len(part) > 2), reverse=True)

    # ---- rule 5: throws ----

    def what_stands(self, seat, cards):
        beaten = self.beaten_part(seat, cards)
        return self.first_of_equals(beaten, cards) if beaten else cards

    def first_of_equals(self, part, cards):
        """Rule 5.3: the same part in the first suits there are for it; no single is half of a pair."""
        copies = 1 if len(part) == 1 else 2
        some = [card for card, count in Counter(cards).items() if count == copies]
        firsts = [min(card for card in some if self.height(card) == step) for step in set(map(self.height, part))]
        return firsts * copies

    def beaten_part(self, seat, cards):
        """What is played instead of a throw that fails; none of one that stands."""
        parts = self.parts(cards)
        if len(parts) == 1:
            return None
        suit = self.suit(cards[0])
        others = [
            [card for card in self.hands[other] if self.suit(card) == suit]
            for other in range(4)
            if other != seat and (self.options.throw_block == "all" or (other - seat) % 2)
        ]
        single = min((part for part in parts if len(part) == 1), key=self.top, default=None)
        if single and any(self.height(card) > self.top(single) for card in chain(*others)):
            return single
        pair = min((part for part in parts if len(part) == 2), key=self.top, default=None)
        if pair and any(height > self.top(pair) for held in others for height in self.pairs_by_step(held)):
            return pair
        for part in sorted((part for part in parts if len(part) > 2), key=self.top):
            for held in others:
                steps = self.pairs_by_step(held)
                for top in range(self.top(part) + 1, 20):
                    if all(steps[top - i] for i in range(len(part) // 2)):
                        return part
        return None

    def top(self, part):
        return max(map(self.height, part))

    # ---- rule 6: following ----

    def follows(self, hand, cards):
        led, suit = self.laid[0][1], self.suit(self.laid[0][1][0])
        held = [card for card in hand if self.suit(card) == suit]
        own = [card for card in cards if self.suit(card) == suit]
        if len(cards) != len(led) or len(own) != min(len(led), len(held)):
            return False
        if len(held) <= len(led) or not self.options.pair_duty:
            return True
        has, may, wanted = (sum(self.pairs_by_step(some).values()) for some in (cards, held, led))
        if has < min(may, wanted):
            return False
        owed = []
        for length in self.tractors(led):
            left = length
            while left > 1:
                size = left
                while size > 1 and not fits(self.pairs_by_step(held), [*owed, size]):
                    size = size - 1 if self.options.strict_tractor else 0
                if size < 2:
                    break
                owed.append(size)
                left -= size
        return fits(self.pairs_by_step(cards), owed)

    # ---- rule 7: who wins ----

    def is_better(self, cards, best):
        """Does a later play beat the best so far?"""
        led = self.laid[0][1]
        suits = {self.suit(card) for card in cards}
        lengths, wanted = self.tractors(led), sum(self.pairs_by_step(led).values())
        steps = self.pairs_by_step(cards)
        if len(suits) > 1 or suits - {self.suit(led[0]), TRUMPS}:
            return False
        if sum(steps.values()) < wanted or not fits(steps, lengths):
            return False
        if suits != {self.suit(best[0])}:
            return suits == {TRUMPS}
        mine, theirs = self.divided(cards, lengths, wanted), self.divided(best, lengths, wanted)
        if self.options.ruffs == "all":
            return all(one > other for one, other in zip(mine, theirs, strict=True))
        return mine > theirs if self.options.ruffs == "tie_break" else mine[0] > theirs[0]

    def divided(self, cards, lengths, pairs):
        """Rule 7.3: the tops of the parts that the lead has, in these cards."""
        rest, steps, tops = Counter(map(self.height, cards)), self.pairs_by_step(cards), []
        for i, length in enumerate(lengths):
            runs = [Counter(range(top - length + 1, top + 1)) for top in reversed(range(20))]
            fitting = (run for run in runs if all(steps[height] for height in run))
            run = next(run for run in fitting if fits(steps - run, lengths[i + 1 :]))
            tops.append(max(run))
            steps -= run
            rest -= run + run
        lone = sorted(steps.elements(), reverse=True)[: pairs - sum(lengths)]
        return tops + lone + sorted((rest - Counter(lone) - Counter(lone)).elements(), reverse=True)

    # ---- what may be answered ----

    def allows(self, seat, kind, cards):
        hand = Counter(self.hands[seat])
        if self.is_over or Counter(cards) - hand:
            return False
        if self.phase in ("draw", "last_call"):
            if kind == "call":
                return tuple(sorted(cards)) in self.calls(seat)
            return kind == "pass" and not cards and (seat == self.turn or self.phase == "last_call")
        if self.phase == "theft":
            return tuple(sorted(cards)) in self.thefts_of(seat) if kind == "call" else kind == "pass" and not cards
        if seat != self.turn:
            return False
        if self.phase == "bury":
            return kind == "bury" and len(cards) == 8
        if self.phase == "consent":
            return kind in ("surrender", "pass") and not cards
        if kind == "surrender":
            return not cards and self.options.surrender and seat % 2 not in self.proposed
        if kind != "play" or not cards:
            return False
        if not self.laid:
            return len({self.suit(card) for card in cards}) == 1
        return self.follows(self.hands[seat], cards)

    def do(self, seat, kind, cards):
        if self.phase in ("draw", "last_call"):
            if kind == "call":
                self.make_call(seat, cards)
            self.draw_on()
        elif self.phase == "bury":
            self.drop(seat, cards)
            self.kitty, self.phase, self.turn, self.burier = list(cards), "play", self.dealer, seat
            if self.options.theft:
                self.queue = [(seat + i) % 4 for i in range(1, 4)]
                self.ask_for_theft()
        elif self.phase == "theft":
            if kind == "call":
                self.rob(seat, cards)
            else:
                self.ask_for_theft()
        elif self.phase == "consent":
            self.consent(seat, kind)
        elif kind == "surrender":
            self.proposed.add(seat % 2)
            self.proposer, self.phase, self.turn = seat, "consent", (seat + 2) % 4
        else:
            self.play(seat, cards)

    def drop(self, seat, cards):
        for card in cards:
            self.hands[seat].remove(card)

    def consent(self, seat, kind):
        """Rule 8.6"""
        self.phase, self.turn = "play", self.proposer
        if kind == "surrender":
            self.surrendered, self.is_over, self.kitty_points = seat % 2, True, 0
            self.points = 80 if seat % 2 == self.dealer % 2 else 0

    def play(self, seat, cards):
        if not self.laid:
            stands = self.what_stands(seat, cards)
            if len(stands) < len(cards):
                self.fail(seat, len(cards) - len(stands))
            cards = stands
        self.drop(seat, cards)
        self.laid.append((seat, cards))
        self.turn = (seat + 1) % 4
        if len(self.laid) == 4:
            self.end_trick()

    def fail(self, seat, cards):
        """Rule 5.4"""
        points = self.options.throw_penalty * (cards if self.options.penalty_by == "card" else 1)
        self.points += points if seat % 2 == self.dealer % 2 else -points

    def end_trick(self):
        (winner, best), *others = self.laid
        for seat, cards in others:
            if self.is_better(cards, best):
                winner, best = seat, cards
        is_theirs = (winner - self.dealer) % 2 == 1
        if is_theirs:
            self.points += points_of(card for _, cards in self.laid for card in cards)
        self.turn, self.winner, self.winning = winner, winner, best
        if not self.hands[winner]:
            self.is_over = True
            if is_theirs:
                lead = self.laid[0][1]
                self.kitty_points = points_of(self.kitty) * self.times(
                    lead if self.options.kitty_part == "lead" else best
                )
                self.points += self.kitty_points
        self.laid = []

    def times(self, cards):
        """Rule 8.3"""
        size = max(map(len, self.parts(cards)))
        return {"double": 2, "by_size": 2 * size, "power": 2 ** min(size, 12)}[self.options.kitty]

    # ---- rules 8.5, 9 and 10 ----

    def rise(self):
        """Whether the declarers held, and how many levels their side or the others rise."""
        held = self.points < 80
        if self.options.steps == "one":
            return held, int(held)
        if held:
            return held, next(rise for most, rise in TABLE if self.points <= most)
        rise = (self.points - 80) // 40
        return held, rise if self.options.steps == "uncapped" else min(rise, 3)

    def scores(self):
        if self.redeal:
            return (0, 0, 0, 0)
        held, rise = self.rise()
        score = rise if held else -1 - rise
        return tuple(score if (seat - self.dealer) % 2 == 0 else -score for seat in range(4))

    def next_setup(self, played):
        """The next dealer, the levels, and the team that has won the match, if any."""
        options, (held, rise) = self.options, self.rise()
        levels, target = list(self.levels), level_of(options.target)
        team = self.dealer % 2 if held else 1 - self.dealer % 2
        dealer = (self.dealer + (2 if held else 1)) % 4  # rule 9.6
        last_ranks = [] if self.surrendered is not None else [rank(card) for card in self.winning]
        if held and levels[team] >= target:  # rule 10
            if not options.last_trick_ace or (14 in last_ranks and self.winner % 2 == team):
                return dealer, levels, team
        elif held or levels[team] not in levels_of(options.must_defend):  # rule 9.4
            stops = {*levels_of(options.must_stop), *levels_of(options.must_defend), target}
            for _ in range(rise):
                if levels[team] < target:
                    levels[team] += 1
                    if levels[team] in stops:
                        break
        other = 1 - team
        if not held and levels[other] == 11 and 11 in last_ranks and self.winner % 2 == team:  # rule 9.5
            start = min(level_of(options.start), 11)
            levels[other] = {"none": 11, "half": (start + 11) // 2, "start": start}[options.jack_demotion]
        return dealer, levels, None


def longest_run(heights):
    """Two or more neighbouring heights, as many as there are anywhere; of several such runs any."""
    best = []
    for first in heights:
        run = []
        while first + len(run) in heights:
            run.append(first + len(run))
        if len(run) > max(1, len(best)):
            best = run
    return best


def fits(steps, lengths):
    """Are there tractors of all these lengths side by side?"""
    if not lengths:
        return True
    for first in list(steps):
        run = Counter(range(first, first + lengths[0]))
        if all(steps[height] > 0 for height in run) and fits(steps - run, lengths[1:]):
            return True
    return False
