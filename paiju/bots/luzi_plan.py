"""A hand of Luzi cut into the sets it would be played as, and what that costs: the plan behind the bot's choices.

Every set has a cost: low ones need a lead to get rid of, high ones bring the lead. A plan is one of a few ways to cut
a hand, the cheapest. Numbers are thousandths of a turn or of certainty, and whole: compiled or not, the answers are
the same.
"""

from __future__ import annotations

from paiju.core import bits, fives
from paiju.core.bits import Mask
from paiju.games.luzi import LuziState

SINGLE, PAIR, TRIPLE, FLUSH, STRAIGHT, HIGH_FLUSH, HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = range(1, 11)
EQUAL = (0, 1, 2, 3, 0, 0, 0, 3, 4, 0, 5)  # how many equal cards make the kind
WORTHS = 352  # worths (core/fives.py) are below this

# Ranks are counted in sixteen fields of four bits in order of worth: 2 to ace, the level card, the two jokers.
UNITS = int("1" * 14, 16)  # the low bit of every ordinary rank
THREES = 3 * UNITS
EVEN, ODD = 0x3333333, 0x333333
HALVES, BYTES, NIBBLES = 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF, 0x0F0F0F0F0F0F0F0F

# A planned set is its worth, the field of the kicker, and how many jokers help; of a sequence the cards are kept too.
KICKER, WILD, SEQUENCE = 9, 13, 1 << 20
REST = 27  # where a plan keeps the cards that are in no sequence

# How often, in per cent, a set of each rank from 2 to the big joker stands when everybody has a full hand. These began
# as counts of steady's own deals and were then moved to what wins, as they also say what is worth keeping.
STOOD: dict[int, tuple[int, ...]] = {
    SINGLE: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 5, 50, 75, 100),
    PAIR: (0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 4, 10, 28, 90, 99, 100),
    TRIPLE: (0, 0, 1, 2, 4, 5, 7, 9, 12, 16, 21, 33, 60, 85, 100, 100),
    FLUSH: (0,) * 16,
    STRAIGHT: (0,) * 16,
    HIGH_FLUSH: (0,) * 16,
    HOUSE: (0,) * 16,
    FOUR: (8, 9, 10, 12, 13, 16, 18, 22, 26, 31, 38, 44, 52, 64, 64, 64),
    STRAIGHT_FLUSH: (65, 65, 65, 68, 72, 74, 77, 78, 78, 79, 81, 83, 87, 87, 87, 87),
    FIVE: (75, 76, 77, 80, 83, 84, 86, 90, 94, 98, 100, 100, 100, 100, 100, 100),
}
# How easily, in per cent, the lowest and the highest set of a kind get over what others lead.
FOLLOWS = {
    SINGLE: (0, 90), PAIR: (0, 90), TRIPLE: (0, 90), FLUSH: (0, 10), STRAIGHT: (10, 30), HIGH_FLUSH: (20, 35),
    HOUSE: (30, 65), FOUR: (65, 90), STRAIGHT_FLUSH: (90, 95), FIVE: (95, 100),
}  # fmt: skip

KEEP, EASE = 1400, 400  # what the lead a set brings, and following with it, take off its cost
BREAKS = (0, 0, 0, 300, 800, 600)  # what it costs a rank, beyond the sets lost, to lend one of so many cards


def chances() -> list[int]:
    """How likely a set is to stand, for 0 to 12 quarters of opponents who might beat it."""
    table = [1000] * (13 * WORTHS)
    for quarters in range(13):
        for kind, row in STOOD.items():
            for rank, percent in enumerate(row, 2):
                share = max(percent, 0.1) / 100
                table[quarters * WORTHS + (kind << 5 | rank)] = round(1000 * share ** (quarters / 12))
    return table


def costs() -> list[int]:
    """What each set in hand costs: a whole turn, less if it is easy to play or brings the lead."""
    table = [0] * WORTHS
    stood = chances()[12 * WORTHS :]
    for kind, (low, high) in FOLLOWS.items():
        for rank in range(2, 18):
            stands = stood[kind << 5 | rank]
            ease = 10 * low + 10 * (high - low) * (rank - 2) // 15
            table[kind << 5 | rank] = 1000 - KEEP * stands // 1000 - EASE * ease // 1000
    return table


def gains() -> list[int]:
    """What taking one card from so many of a rank takes off the hand's cost, roughly: sixteen ranks a number."""
    table = [0] * (13 * 16)
    cost = costs()
    for number in range(1, 13):
        for field in range(16):
            one, two, three = (cost[kind << 5 | field + 2] for kind in (SINGLE, PAIR, TRIPLE))
            less = {2: two - one, 3: three - two, 4: 0, 5: 0}
            table[number * 16 + field] = less[number] - BREAKS[number] if number in less else one
    return table


CHANCE, COST, GAIN = chances(), costs(), gains()


# ---- ranks as numbers of cards ----


def spread_fields(fields: int) -> int:
    """Fields of four bits moved to every other place."""
    fields = (fields | fields << 16) & HALVES
    fields = (fields | fields << 8) & BYTES
    return (fields | fields << 4) & NIBBLES


def ranks(cards: Mask, level: int) -> int:
    """How many cards of each rank, four bits each in order of worth: a single is worth its field's number + 2."""
    even = 0
    odd = 0
    for suit in range(4):
        row = cards >> 26 * suit & 0x3FFFFFF
        even = even + (row & EVEN)
        odd = odd + (row >> 2 & ODD)
    counts = spread_fields(even) | spread_fields(odd) << 4
    if level:
        own = counts >> 4 * (level - 2) & 15
        counts = counts - (own << 4 * (level - 2)) + (own << 52)
    own = bits.copies(cards, 52)
    counts = counts + (own << 56)
    own = bits.copies(cards, 53)
    return counts + (own << 60)


def number(counts: int, field: int) -> int:
    return counts >> 4 * field & 15


def jokers_in(counts: int) -> int:
    return number(counts, 14) + number(counts, 15)


def unit(field: int) -> int:
    one = 1
    return one << 4 * field


def low(fields: int) -> int:
    return bits.lowest(fields) >> 2


def high(fields: int) -> int:
    return bits.highest(fields) >> 2


def at_least(counts: int, least: int) -> int:
    """A bit for each ordinary rank with so many cards, one to five."""
    counts = counts & 15 * UNITS
    ones = counts & UNITS
    twos = counts >> 1 & UNITS
    fours = (counts >> 2 | counts >> 3) & UNITS
    if least <= 1:
        return ones | twos | fours
    if least == 2:
        return twos | fours
    if least == 3:
        return ones & twos | fours
    if least == 4:
        return fours
    return (counts + THREES) >> 3 & UNITS


# ---- a hand as sets of equal cards: groups[n] are the ranks of which n cards are left ----


def planned(kind: int, field: int, kicker: int, jokers: int) -> int:
    return kind << 5 | field + 2 | kicker << KICKER | jokers << WILD


def size_of(plan: int) -> int:
    kind = plan >> 5 & 15
    return kind if kind < FLUSH else 5


def cut_by_rank(counts: int, plans: list[int], n: int) -> int:
    """Cut cards into sets of equal ranks, in `plans` from place n on; how many sets there are then."""
    groups = [0] * 5
    little = number(counts, 14)
    big = number(counts, 15)
    counts = counts & 15 * UNITS
    many = at_least(counts, 5)
    while many:
        field = low(many)
        plans[n] = FIVE << 5 | field + 2
        n += 1
        counts = counts - 5 * unit(field)
        many = at_least(counts, 5)
    groups[4] = counts >> 2 & UNITS
    groups[3] = counts & counts >> 1 & UNITS
    groups[2] = counts >> 1 & ~counts & UNITS
    groups[1] = counts & ~(counts >> 1) & UNITS
    n = houses(groups, plans, n)
    n = fours(groups, plans, n)
    while little + big:
        way = best_help(groups, 16 if little else 17)
        if way == 0:
            break
        plans[n] = way
        n += 1
        if little:
            little -= 1
        else:
            big -= 1
    for size in range(1, 5):
        while groups[size]:
            field = low(groups[size])
            groups[size] = groups[size] & (groups[size] - 1)
            if size == 4:  # nothing to go with them
                plans[n] = PAIR << 5 | field + 2
                n += 1
            plans[n] = (PAIR if size == 4 else size) << 5 | field + 2
            n += 1
    for joker in range(little + big):
        plans[n] = SINGLE << 5 | (16 if joker < little else 17)
        n += 1
    return n


def houses(groups: list[int], plans: list[int], n: int) -> int:
    """Low triples take low pairs along, while that saves something."""
    while groups[3] and groups[2]:
        field = low(groups[3])
        other = low(groups[2])
        if COST[HOUSE << 5 | field + 2] > COST[TRIPLE << 5 | field + 2] + COST[PAIR << 5 | other + 2]:
            break
        plans[n] = planned(HOUSE, field, other, 0)
        n += 1
        groups[3] = groups[3] - unit(field)
        groups[2] = groups[2] - unit(other)
    return n


def fours(groups: list[int], plans: list[int], n: int) -> int:
    """Four of a rank take the lowest single along, or break what is least."""
    while groups[4]:
        field = high(groups[4])
        groups[4] = groups[4] - unit(field)
        size = 1
        while size < 5 and groups[size] == 0:
            size += 1
        if size == 5:
            groups[4] = unit(field)
            break
        other = low(groups[size])
        groups[size] = groups[size] - unit(other)
        groups[size - 1] = groups[size - 1] | unit(other)
        plans[n] = planned(FOUR, field, other, 0)
        n += 1
    return n


def best_help(groups: list[int], rank: int) -> int:
    """The set that a joker of this rank helps most, taken out of the groups; 0 if it is best alone."""
    joker = COST[SINGLE << 5 | rank]
    best = 0
    way = 0
    if groups[4]:
        field = low(groups[4])
        groups[4] = groups[4] - unit(field)
        return planned(FIVE, field, 0, 1)
    if groups[3] and groups[1]:
        field = high(groups[3])
        other = low(groups[1])
        gain = COST[TRIPLE << 5 | field + 2] + COST[SINGLE << 5 | other + 2] + joker - COST[FOUR << 5 | field + 2]
        if gain > best:
            best = gain
            way = planned(FOUR, field, other, 1)
    if groups[2] & (groups[2] - 1):
        other = low(groups[2])
        field = low(groups[2] & (groups[2] - 1))
        gain = COST[PAIR << 5 | field + 2] + COST[PAIR << 5 | other + 2] + joker - COST[HOUSE << 5 | field + 2]
        if gain > best:
            best = gain
            way = planned(HOUSE, field, other, 1)
    for size in range(1, 3):
        if groups[size]:
            field = high(groups[size])
            gain = COST[size << 5 | field + 2] + joker - COST[size + 1 << 5 | field + 2]
            if gain > best:
                best = gain
                way = planned(size + 1, field, 0, 1)
    if way:
        take_help(groups, way)
    return way


def take_help(groups: list[int], way: int) -> None:
    kind = way >> 5 & 15
    field = (way & 31) - 2
    other = way >> KICKER & 15
    if kind == FOUR:
        groups[3] = groups[3] - unit(field)
        groups[1] = groups[1] - unit(other)
    elif kind == HOUSE:
        groups[2] = groups[2] - unit(field) - unit(other)
    else:
        groups[kind - 1] = groups[kind - 1] - unit(field)


# ---- straights and flushes ----


def sequence(hand: Mask, counts: int, level: int, rules: int, kinds: int) -> Mask:
    """The straight (kinds 1) or flush (2) most worth taking out of a hand, straight flushes always; 0 if none is."""
    line = [0] * 14  # what a card of each rank brings, the ace at both ends
    best = 0
    chosen = 0
    for rank in range(13):
        field = 13 if rank + 2 == level else rank
        line[rank + 1] = GAIN[16 * number(counts, field) + field]
    line[0] = line[13]
    wild = hand & fives.JOKERS
    joker = 0
    if wild:
        wild = bits.one(bits.lowest(wild) >> 1)
        joker = COST[SINGLE << 5 | (bits.lowest(wild) >> 1) - 36]
    if kinds & 1:
        best = best_straight(hand & fives.NATURAL, line, STRAIGHT, wild, joker, 0)
        if best:
            chosen = straight(hand & fives.NATURAL, best & 15, wild)
    for suit in range(4):
        own = hand & bits.suit(suit)
        n = bits.size(own)
        if n + (wild > 0) < 5:
            continue
        gain = best_straight(own, line, STRAIGHT_FLUSH, wild, joker, best)
        if gain:
            best = gain
            chosen = straight(own, best & 15, wild)
        if kinds & 2:
            gain = flush_gain(own, line, 4 if n == 4 else 5)
            if n == 4:
                gain = gain + joker
            if gain > best >> 4:
                best = gain << 4
                chosen = junk(own, line, 4) + wild if n == 4 else junk(own, line, 5)
    return chosen


def best_straight(own: Mask, line: list[int], kind: int, wild: Mask, joker: int, best: int) -> int:
    """The best straight and what it brings, as start + 16 * gain, if it is more than `best`; else 0."""
    held = fives.in_line(own)
    found = 0
    for start in range(10):
        here = held >> 2 * start & 0x155
        missing = 5 - bits.popcount(here)
        if missing == 0 or (missing == 1 and wild):
            gain = line[start] + line[start + 1] + line[start + 2] + line[start + 3] + line[start + 4]
            if missing:
                gain = gain + joker - line[start + (bits.lowest(0x155 - here) >> 1)]
            gain = gain - COST[kind << 5 | start + 5]
            if gain > best >> 4:
                best = gain << 4 | start
                found = best
    return found


def straight(own: Mask, start: int, wild: Mask) -> Mask:
    """One card of each of five ranks in a row, a joker for the one that is missing."""
    cards = 0
    for place in range(start, start + 5):
        same = own & fives.of_rank(place - 1 if place else 12)
        cards = cards + (bits.one(bits.lowest(same) >> 1) if same else wild)
    return cards


def lowest_straight(own: Mask, jokers: Mask, above: int) -> Mask:
    """The lowest straight over a rank, with a joker if there is no other way; 0 if there is none."""
    held = fives.in_line(own)
    wild = bits.one(bits.lowest(jokers) >> 1) if jokers else jokers
    helped = 0
    for start in range(above - 4 if above > 4 else 0, 10):
        missing = 5 - bits.popcount(held >> 2 * start & 0x155)
        if missing == 0:
            return straight(own, start, wild)
        if missing == 1 and jokers and helped == 0:
            helped = straight(own, start, wild)
    return helped


def junk(own: Mask, line: list[int], n: int) -> Mask:
    """The n cards of a suit one would rather be rid of."""
    cards = 0
    for _ in range(n):
        most = -100000
        face = 0
        rest = bits.faces(own)
        while rest:
            at = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            if line[at % 13 + 1] > most:
                most = line[at % 13 + 1]
                face = at
        cards = cards + bits.one(face)
        own = own - bits.one(face)
    return cards


def flush_gain(own: Mask, line: list[int], n: int) -> int:
    """What the best flush of a suit brings: the n highest gains of its cards, less what any flush costs."""
    top = [-100000] * 6
    rest = own
    while rest:
        face = bits.lowest(rest) >> 1
        rest = rest - bits.one(face)
        gain = line[face % 13 + 1]
        at = n - 1
        if gain <= top[at]:
            continue
        while at and top[at - 1] < gain:
            top[at] = top[at - 1]
            at -= 1
        top[at] = gain
    gain = -COST[FLUSH << 5 | 12]
    for at in range(n):
        gain = gain + top[at]
    return gain


def unbeatable(unseen: int, worth: int) -> bool:
    """No unseen cards make a higher single, pair, triple or five of a kind."""
    kind = worth >> 5
    rank = worth & 31
    if kind > TRIPLE and kind < FIVE:
        return False
    size = 5 if kind == FIVE else kind
    if rank >= 16:
        return rank == 17 or number(unseen, 15) < size
    jokers = jokers_in(unseen)
    return jokers < size and at_least(unseen >> 4 * (rank - 1) << 4 * (rank - 1), size - jokers) == 0


class PlanningAdvisor(LuziState):
    def plan(self, hand: Mask, plans: list[int], pieces: list[Mask]) -> int:
        """The cheapest of a few ways to cut a hand into sets; how many there are."""
        return self.cut(hand, self.best_way(hand, plans, pieces) & 3, plans, pieces)

    def best_way(self, hand: Mask, plans: list[int], pieces: list[Mask]) -> int:
        """The `kinds` that cut a hand up best, and four times what it then costs."""
        best = 1000000
        for kinds in range(4 if bits.size(hand) >= 5 else 1):
            total = 4 * total_cost(plans, self.cut(hand, kinds, plans, pieces)) + kinds
            if total < best:
                best = total
            if kinds == 2 and pieces[REST] == hand:
                break  # no flush: both kinds are no better than straights
        return best

    def cut(self, hand: Mask, kinds: int, plans: list[int], pieces: list[Mask]) -> int:
        """Cut a hand into sets: first straights (kinds 1) and flushes (2) that pay, then equal cards."""
        n = 0
        counts = ranks(hand, self.level)
        while kinds:
            cards = sequence(hand, counts, self.level, self.rules, kinds)
            if cards == 0:
                break
            pieces[n] = cards
            plans[n] = SEQUENCE | fives.worth(cards, self.level, self.rules)
            n += 1
            hand = hand - cards
            counts = ranks(hand, self.level)
        pieces[REST] = hand
        return cut_by_rank(counts, plans, n)

    def cost(self, hand: Mask) -> int:
        plans = [0] * 28
        pieces = [0] * 28
        return self.best_way(hand, plans, pieces) >> 2

    def cards_for(self, plan: int, hand: Mask) -> Mask:
        """The cards of a planned set of equal ranks."""
        kind = plan >> 5 & 15
        wild = plan >> WILD & 3
        cards = self.cards_of_rank(hand, (plan & 31) - 2, EQUAL[kind] - wild)
        if kind in (HOUSE, FOUR):
            cards = cards + self.cards_of_rank(hand, plan >> KICKER & 15, 5 - EQUAL[kind])
        if wild:
            cards = cards + bits.one(bits.lowest(hand & fives.JOKERS) >> 1)
        return cards

    def cards_of_rank(self, hand: Mask, field: int, n: int) -> Mask:
        """n cards of a rank."""
        if field >= 14:
            return n * bits.one(field + 38)
        own = hand & fives.of_rank(self.level - 2 if field == 13 else field)
        cards = 0
        for _ in range(n):
            card = bits.one(bits.lowest(own) >> 1)
            cards = cards + card
            own = own - card
        return cards


def total_cost(plans: list[int], n: int) -> int:
    total = 0
    for i in range(n):
        total += COST[plans[i] & 511]
    return total
