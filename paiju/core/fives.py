"""Sets of one, two, three or five cards: what they are worth, every one in a hand, and one at random.

A set's worth is one number, kind * 32 + deciding rank, so that "higher" is `>`; 0 means the cards are no set. Ranks are
2..14, the promoted level card 15, the jokers 16 and 17. With other cards jokers are wild and take what is best.

Where house rules look at all cards of a flush, worths are not enough. The value of a set is its worth and then, in
sixteen bits, the lower ranks of a flush, or nothing: values are what one set beats another by.

>>> from paiju.core.cards import Cards
>>> name_of(worth(int(Cards("7S 7H LJ 2D 2C")), 0, 0))
('three and two', 7)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paiju.core import bits
from paiju.core.bits import Face, Mask
from paiju.core.cards import mark, multisets
from paiju.core.chance import Random, needed

SINGLE, PAIR, TRIPLE, FLUSH, STRAIGHT, HIGH_FLUSH, HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = range(1, 11)
KINDS = (
    mark("nothing"), mark("single"), mark("pair"), mark("triple"), mark("flush"), mark("straight"), mark("flush"),
    mark("three and two"), mark("four and one"), mark("straight flush"), mark("five of a kind"),
)  # fmt: skip
PROMOTED, LITTLE = 15, 16

# House rules as bits: flushes above straights, jokers worth nothing in a flush, no little joker with a big one, equal
# flushes compared card by card.
FLUSH_OVER, PLAIN_FLUSH, PURE_JOKERS, ALL_OF_FLUSH = 1, 2, 4, 8
WORTH = 16  # a value's worth stands above so many bits

ROW = bits.suit(0) & bits.ONES  # one copy of each rank of one suit: ranks two bits apart
SUITS = bits.one(0) | bits.one(13) | bits.one(26) | bits.one(39)
NATURAL = 3 * SUITS * ROW
JOKERS = 3 * bits.one(52) | 3 * bits.one(53)
BIGS = 3 * bits.one(53)


def promoted(rank: int, level: int) -> int:
    """The rank of a card by its index 0..12, the level card above the ace."""
    return 15 if rank + 2 == level else rank + 2


def rank_of(face: Face, level: int) -> int:
    """What a single card is worth: 2..14, 15 for the level card, 16 and 17 for the jokers."""
    return face - 36 if face >= 52 else promoted(face % 13, level)


def of_rank(rank: int) -> Mask:
    """All cards of a rank (index 0..12)."""
    cards = 3 * SUITS
    return cards << 2 * (rank & 15)


def ranks_in(cards: Mask) -> Mask:
    """The ranks of the ordinary cards, two bits apart."""
    seen = bits.faces(cards & NATURAL)
    return (seen | seen >> 26 | seen >> 52 | seen >> 78) & ROW


def in_line(cards: Mask) -> Mask:
    """The same with the ace at both ends: ace, 2, 3, … king, ace."""
    ranks = ranks_in(cards)
    return ranks << 2 | ranks >> 24


def above(rank: int, level: int) -> Mask:
    """The faces whose single card beats this rank."""
    row = ROW
    if rank >= 2:
        row = ROW >> 2 * (rank - 1) << 2 * (rank - 1) if rank < 14 else 0
    if level:
        level_card = bits.one(level - 2 & 15)
        row = row & ~level_card
        if rank < 15:
            row = row | level_card
    faces = row * SUITS
    if rank < 16:
        faces = faces | bits.one(52)
    if rank < 17:
        faces = faces | bits.one(53)
    return faces


# ---- what a set is worth ----


def worth(cards: Mask, level: int, rules: int) -> int:
    """Kind * 32 + deciding rank, 0 if it is no set. `level` is the promoted rank 2..14, or 0 for none."""
    size = bits.size(cards)
    if size == 0 or size == 4 or size > 5:
        return 0
    wild = bits.size(cards & JOKERS)
    kind = FIVE if size == 5 else size
    if wild == size:
        return jokers_worth(cards, size, kind, rules)
    ranks = 0
    suits = 0
    counts = 0  # four bits a rank
    rest = cards & NATURAL
    while rest:
        face = bits.lowest(rest) >> 1
        rest = rest - bits.one(face)
        ranks = ranks | 1 << face % 13
        suits = suits | 1 << face // 13
        unit = 1
        counts = counts + (unit << 4 * (face % 13))
    low = bits.lowest(ranks)
    high = bits.highest(ranks)
    if low == high:
        return kind << 5 | promoted(low, level)
    if size < 5:
        return 0
    different = bits.popcount(ranks)
    top = straight_top(ranks) if different + wild == 5 else 0
    if top and suits & (suits - 1) == 0:
        return STRAIGHT_FLUSH << 5 | top
    if different == 2:
        lows = counts >> 4 * low & 15
        return two_ranks_worth(promoted(low, level), lows, promoted(high, level), 5 - wild - lows, wild)
    if top:
        return STRAIGHT << 5 | top
    if suits & (suits - 1) == 0:
        return (HIGH_FLUSH if rules & FLUSH_OVER else FLUSH) << 5 | flush_rank(ranks, wild, level, rules)
    return 0


def jokers_worth(cards: Mask, size: int, kind: int, rules: int) -> int:
    big = bits.copies(cards, 53)
    if big == size:
        return kind << 5 | 17
    if big and size < 5 and rules & PURE_JOKERS:
        return 0
    return kind << 5 | 16


def straight_top(ranks: int) -> int:
    """The top of the highest straight that different ranks (bits 0..12) can be part of; 0 if none. No wrapping."""
    low = bits.lowest(ranks)
    if bits.highest(ranks) - low <= 4:
        return low + 6 if low < 8 else 14
    if ranks >> 12 and bits.highest(ranks & 4095) <= 3:
        return 5  # the ace below the two
    return 0


def two_ranks_worth(first: int, firsts: int, second: int, seconds: int, wild: int) -> int:
    """Four and one or three and two; jokers join the more numerous rank, or the higher of two equals."""
    if firsts > seconds or (firsts == seconds and first > second):
        return (FOUR if firsts + wild == 4 else HOUSE) << 5 | first
    return (FOUR if seconds + wild == 4 else HOUSE) << 5 | second


def flush_rank(ranks: int, wild: int, level: int, rules: int) -> int:
    if level and (ranks >> (level - 2 & 15) & 1 or (wild and not rules & PLAIN_FLUSH)):
        return 15
    if wild and not rules & PLAIN_FLUSH:
        return 14
    return bits.highest(ranks) + 2


def value(cards: Mask, level: int, rules: int) -> int:
    """What one set beats another by: its worth, and if house rules say so the lower ranks of a flush."""
    found = worth(cards, level, rules)
    if rules & ALL_OF_FLUSH and found >> 5 in (FLUSH, HIGH_FLUSH):
        return found << WORTH | lower_ranks(cards, level, rules)
    return found << WORTH


def lower_ranks(cards: Mask, level: int, rules: int) -> int:
    """The ranks of a flush from the second down, four bits each. A joker is its best card, or (plain) below the two."""
    ranks = 0
    best = top_rank(level)
    wild = bits.size(cards & JOKERS)
    for rank in range(best, 1, -1):
        number = wild if rank == best and not rules & PLAIN_FLUSH else 0
        if rank == PROMOTED or rank != level:
            number = number + bits.size(cards & of_rank((level if rank == PROMOTED else rank) - 2))
        for _ in range(number):
            ranks = ranks << 4 | rank
    if rules & PLAIN_FLUSH:
        ranks = ranks << 4 * wild
    return ranks & 0xFFFF


def top_rank(level: int) -> int:
    """The highest rank of an ordinary card."""
    return PROMOTED if level else 14


def weakest(cards: Mask, level: int, rules: int) -> int:
    """The value of the lowest set that cards are whose jokers may stand for any card. Jokers alone are what they are.

    All that a joker's suit can change is whether there is a flush, so one of the cards' own and another will do.
    """
    found = value(cards, level, rules)
    wild = bits.size(cards & JOKERS)
    own = cards & NATURAL
    if found == 0 or wild == 0 or own == 0 or bits.size(cards) < 5:
        return found
    suit = (bits.lowest(own) >> 1) // 13
    found = weakest_reading(own, wild, suit, 0, FIVE << 5 + WORTH + 1, level, rules)  # that is above all values
    return weakest_reading(own, wild, suit ^ 1, 0, found, level, rules)


def weakest_reading(cards: Mask, wild: int, suit: int, rank: int, found: int, level: int, rules: int) -> int:
    """The lowest value, if it is below `found`, with so many cards of a suit added, from a rank (index 0..12) up."""
    if wild == 0:
        reading = value(cards, level, rules)
        return reading if 0 < reading < found else found
    for index in range(rank, 13):
        if bits.copies(cards, 13 * suit + index) < 3:
            card = bits.one(13 * suit + index)
            found = weakest_reading(cards + card, wild - 1, suit, index, found, level, rules)
    return found


def name_of(worth: int) -> tuple[str, int]:
    """A worth in words: ('straight', 9)."""
    return KINDS[worth >> 5], worth & 31


def house_rules(
    flush_over: bool = False, plain_flush: bool = False, pure_jokers: bool = False, all_of_flush: bool = False
) -> int:
    """The `rules` of worth, random_set and sets as one number."""
    return flush_over * FLUSH_OVER | plain_flush * PLAIN_FLUSH | pure_jokers * PURE_JOKERS | all_of_flush * ALL_OF_FLUSH


# ---- one at random: every set that beats `beat` can come, none is listed ----


def random_set(hand: Mask, size: int, beat: int, level: int, rules: int, rng: Random) -> Mask:
    """A random set of this size with a higher value than `beat`; 0 if the hand has none.

    A way to form a set (a rank, a suit, the end of a straight) is chosen among those the hand allows, then its cards.
    Cards may turn out worth more than the way they were formed, never less, so nothing is ever tried twice.
    """
    over = beat >> WORTH  # the worth to beat
    if size == 1:
        faces = bits.faces(hand) & above(over & 31, level)
        if faces == 0:
            return 0
        return bits.nth(faces, rng.below(bits.popcount(faces)))
    if size < 5:
        return random_alike(hand, size, over & 31, level, rules, rng)
    kinds = 0
    for kind in range(FLUSH, FIVE + 1):
        if kind >= over >> 5:
            kinds = kinds | 1 << kind
    kinds = kinds & ~(1 << (FLUSH if rules & FLUSH_OVER else HIGH_FLUSH))
    while kinds:
        kind = bits.pick(kinds, rng.below(bits.popcount(kinds)))
        kinds = kinds & ~(1 << kind)
        least = over & 31 if kind == over >> 5 else 0
        if least and rules & ALL_OF_FLUSH and kind in (FLUSH, HIGH_FLUSH):
            cards = random_higher_flush(hand, beat, level, rules, rng)
        else:
            cards = random_kind(hand, kind, least, level, rules, rng)
        if cards:
            return cards
    return 0


def any_set(hand: Mask, size: int, beat: int, level: int, rules: int, rng: Random) -> int:
    """`random_set` for callers in Python."""
    if size not in (1, 2, 3, 5):
        raise ValueError(f"a set has one, two, three or five cards, not {size}")
    return random_set(hand, size, beat, level, rules, needed(rng))


def random_kind(hand: Mask, kind: int, least: int, level: int, rules: int, rng: Random) -> Mask:
    """A random five-card set of a kind with a rank above `least`, or 0."""
    if kind == FIVE:
        return random_alike(hand, 5, least, level, rules, rng)
    if kind == FOUR:
        return random_four(hand, least, level, rng)
    if kind == HOUSE:
        return random_house(hand, least, level, rng)
    if kind == STRAIGHT:
        return random_straight(hand & NATURAL, hand & JOKERS, 2, least, rng)
    if kind == STRAIGHT_FLUSH:
        suits = 15
        while suits:
            suit = bits.pick(suits, rng.below(bits.popcount(suits)))
            suits = suits & ~(1 << suit)
            cards = random_straight(hand & bits.suit(suit), hand & JOKERS, 3, least, rng)
            if cards:
                return cards
        return 0
    return random_flush(hand, least, level, rules, rng)


def ranks_with(hand: Mask, number: int, least: int, level: int) -> int:
    """A bit for each rank above `least` of which the hand has this many (and at least one), jokers not counted."""
    ranks = 0
    number = number if number > 1 else 1
    for rank in range(13):
        if promoted(rank, level) > least and bits.size(hand & of_rank(rank)) >= number:
            ranks = ranks | 1 << rank
    return ranks


def alike(hand: Mask, rank: int, size: int, rng: Random) -> Mask:
    """`size` cards of one rank, at least one of them no joker."""
    own = hand & of_rank(rank)
    wild = hand & JOKERS
    fewest = size - bits.size(own)
    fewest = fewest if fewest > 0 else 0
    most = bits.size(wild)
    most = most if most < size else size - 1
    jokers = fewest + rng.below(most - fewest + 1)
    cards = rng.some(own, size - jokers)
    return cards + rng.some(wild, jokers)


def random_alike(hand: Mask, size: int, least: int, level: int, rules: int, rng: Random) -> Mask:
    wild = hand & JOKERS
    big = bits.copies(hand, 53)
    little = bits.copies(hand, 52)
    ways = ranks_with(hand, size - big - little, least, level)
    if little and least < 16 and (little if rules & PURE_JOKERS and size < 5 else little + big) >= size:
        ways = ways | 1 << 13
    if big >= size and least < 17:
        ways = ways | 1 << 14
    if ways == 0:
        return 0
    way = bits.pick(ways, rng.below(bits.popcount(ways)))
    if way == 14:
        return rng.some(wild & BIGS, size)
    if way == 13:
        if rules & PURE_JOKERS and size < 5:
            return rng.some(wild & ~BIGS, size)
        cards = bits.one(52)  # all jokers, at least one of them little
        return cards + rng.some(wild - cards, size - 1)
    return alike(hand, way, size, rng)


def random_four(hand: Mask, least: int, level: int, rng: Random) -> Mask:
    ways = ranks_with(hand, 4 - bits.size(hand & JOKERS), least, level)
    if ways == 0 or bits.popcount(ranks_in(hand)) < 2:
        return 0
    rank = bits.pick(ways, rng.below(bits.popcount(ways)))
    others = bits.faces(hand & NATURAL & ~of_rank(rank))
    cards = alike(hand, rank, 4, rng)
    return cards + bits.nth(others, rng.below(bits.popcount(others)))


def random_house(hand: Mask, least: int, level: int, rng: Random) -> Mask:
    pairs = ranks_with(hand, 2, 0, level)
    if pairs & (pairs - 1) == 0:
        return 0
    wild = hand & JOKERS
    ways = ranks_with(hand, 2 if wild else 3, least, level)
    if ways == 0:
        return 0
    rank = bits.pick(ways, rng.below(bits.popcount(ways)))
    pairs = pairs & ~(1 << rank)
    other = bits.pick(pairs, rng.below(bits.popcount(pairs)))
    own = hand & of_rank(rank)
    jokers = 0
    if wild:
        jokers = 1 if bits.size(own) < 3 else rng.below(2)
    cards = rng.some(own, 3 - jokers)
    cards = cards + rng.some(wild, jokers)
    return cards + rng.some(hand & of_rank(other), 2)


def random_straight(own: Mask, wild: Mask, most: int, least: int, rng: Random) -> Mask:
    """Five ranks in a row, at most `most` of them jokers (with more, the cards make something better)."""
    jokers = bits.size(wild)
    most = most if most < jokers else jokers
    line = in_line(own)
    ways = 0
    for start in range(10):
        if start + 5 > least and bits.popcount(line >> 2 * start & 0x155) + most >= 5:
            ways = ways | 1 << start
    if ways == 0:
        return 0
    start = bits.pick(ways, rng.below(bits.popcount(ways)))
    held = line >> 2 * start & 0x155
    fewest = 5 - bits.popcount(held)
    jokers = fewest + rng.below(most - fewest + 1)
    for _ in range(jokers - fewest):
        held = held & ~(bits.one(0) << bits.pick(held, rng.below(bits.popcount(held))))
    cards = rng.some(wild, jokers)
    while held:
        rank = start - 1 + (bits.lowest(held) >> 1)
        held = held & (held - 1)
        faces = bits.faces(own & of_rank(rank if rank >= 0 else 12))
        cards = cards + bits.nth(faces, rng.below(bits.popcount(faces)))
    return cards


def random_flush(hand: Mask, least: int, level: int, rules: int, rng: Random) -> Mask:
    wild = hand & JOKERS
    most = bits.size(wild)
    most = most if most < 2 else 2
    best = top_rank(level)
    suits = 15
    while suits:
        suit = bits.pick(suits, rng.below(bits.popcount(suits)))
        suits = suits & ~(1 << suit)
        own = hand & bits.suit(suit)
        high = bits.faces(own) & above(least, level)
        fewest = 5 - bits.size(own)
        fewest = fewest if fewest > 0 else 0
        if high == 0:  # only a joker can be high enough
            if rules & PLAIN_FLUSH or best <= least:
                continue
            fewest = fewest if fewest > 1 else 1
        if fewest > most:
            continue
        jokers = fewest + rng.below(most - fewest + 1)
        cards = rng.some(wild, jokers)
        if jokers and not rules & PLAIN_FLUSH:
            return cards + rng.some(own, 5 - jokers)
        first = bits.nth(high, rng.below(bits.popcount(high)))
        return cards + first + rng.some(own - first, 4 - jokers)
    return 0


def random_higher_flush(hand: Mask, beat: int, level: int, rules: int, rng: Random) -> Mask:
    """A random flush above another, card by card: a suit, how many jokers, the first place where it is higher."""
    wild = hand & JOKERS
    suits = 15
    while suits:
        suit = bits.pick(suits, rng.below(bits.popcount(suits)))
        suits = suits & ~(1 << suit)
        ways = 0x7FFF  # five places for none, one and two jokers
        while ways:
            way = bits.pick(ways, rng.below(bits.popcount(ways)))
            ways = ways & ~(1 << way)
            if way // 5 <= bits.size(wild):
                cards = flush_higher_at(hand & bits.suit(suit), way // 5, way % 5, beat, level, rules, rng)
                if cards:
                    return cards + rng.some(wild, way // 5)
    return 0


def flush_higher_at(own: Mask, jokers: int, place: int, beat: int, level: int, rules: int, rng: Random) -> Mask:
    """The cards beside the jokers of a flush with `beat`'s ranks down to a place and a higher one there; 0 if none."""
    ranks = beat & 0xFFFFF  # of `beat`, the highest in the upper four bits; a worth's rank has a fifth bit, here 0
    left = 5 - jokers
    cards = 0
    pool = own
    at = 0
    if not rules & PLAIN_FLUSH:  # jokers are in front
        while at < jokers and at < place:
            if ranks >> 16 - 4 * at & 15 != top_rank(level):
                return 0
            at = at + 1
        if place < jokers:
            if ranks >> 16 - 4 * place & 15 == top_rank(level) or bits.size(own) < left:
                return 0
            return rng.some(own, left)
    while at < place:
        rank = ranks >> 16 - 4 * at & 15
        faces = bits.faces(pool) & above(rank - 1, level) & ~above(rank, level) if rank else 0
        if faces == 0:
            return 0
        card = bits.nth(faces, rng.below(bits.popcount(faces)))
        cards = cards + card
        pool = pool - card
        left = left - 1
        at = at + 1
    if place:
        pool = pool & ~bits.fields(above(ranks >> 20 - 4 * place & 15, level))
    faces = bits.faces(pool) & above(ranks >> 16 - 4 * place & 15, level)
    if left < 1 or faces == 0 or bits.size(pool) < left:
        return 0
    card = bits.nth(faces, rng.below(bits.popcount(faces)))
    cards = cards + card
    return cards + rng.some(pool - card, left - 1)


# ---- all of them, lazily ----


def sets(hand: Mask, size: int, beat: int, level: int, rules: int) -> Iterator[Mask]:
    """Every set of this size with a higher value than `beat`, each once, the lowest first."""
    kinds: tuple[int, ...] = (size,)
    if size == 5:
        low = (STRAIGHT, HIGH_FLUSH) if rules & FLUSH_OVER else (FLUSH, STRAIGHT)
        kinds = (*low, HOUSE, FOUR, STRAIGHT_FLUSH, FIVE)
    for kind in kinds:
        for rank in range(2, 18):
            if kind << 5 | rank < beat >> WORTH:
                continue
            found = (
                cards
                for cards in formed(hand, size, kind, rank, level)
                if worth(cards, level, rules) == kind << 5 | rank and value(cards, level, rules) > beat
            )
            if rules & ALL_OF_FLUSH and kind in (FLUSH, HIGH_FLUSH):
                found = sorted(found, key=lambda cards: value(cards, level, rules))
            yield from found


def formed(hand: Mask, size: int, kind: int, rank: int, level: int) -> Iterator[Mask]:
    """Cards that may make this kind and rank, each once; the worth of a few is another."""
    wild = hand & JOKERS
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        if 5 <= rank <= 14:
            for own in [hand & bits.suit(s) for s in range(4)] if kind == STRAIGHT_FLUSH else [hand & NATURAL]:
                yield from with_jokers(lambda n, own=own: in_a_row(own, rank, n), wild, 5, 3)
    elif kind in (FLUSH, HIGH_FLUSH):
        for suit in range(4):
            own = hand & bits.suit(suit)
            # A joker may be the highest card, so then any cards will do.
            yield from with_jokers(lambda n, own=own: some_with(own, rank, n, level), wild, 5, 2)
    elif rank >= LITTLE:
        if kind in (SINGLE, PAIR, TRIPLE, FIVE):
            yield from multisets(wild, size)
    elif rank != level:
        own = hand & of_rank((level if rank == PROMOTED else rank) - 2) if level or rank < PROMOTED else 0
        other = hand & NATURAL & ~own
        if not own:
            return
        if kind == FOUR:
            for cards in with_jokers(lambda n: multisets(own, n), wild, 4, 3):
                for kicker in multisets(other, 1):
                    yield cards + kicker
        elif kind == HOUSE:
            for cards in with_jokers(lambda n: multisets(own, n), wild, 3, 1):
                for second in range(13):
                    for pair in multisets(other & of_rank(second), 2):
                        yield cards + pair
        else:
            yield from with_jokers(lambda n: multisets(own, n), wild, size, size - 1)


def with_jokers(choices: Callable[[int], Iterator[Mask]], wild: Mask, size: int, most: int) -> Iterator[Mask]:
    """`size` cards: what `choices(n)` offers and jokers for the rest, fewest jokers first."""
    for jokers in range(min(most, bits.size(wild)) + 1):
        for cards in choices(size - jokers):
            for extra in multisets(wild, jokers):
                yield cards + extra


def in_a_row(own: Mask, top: int, size: int) -> Iterator[Mask]:
    """`size` cards of different ranks among the five that end with `top`."""
    row = [own & of_rank((rank - 2) % 13) for rank in range(top - 4, top + 1)]

    def choose(cards: Mask, at: int, left: int) -> Iterator[Mask]:
        if not left:
            yield cards
        elif left <= 5 - at:
            for card in multisets(row[at], 1):
                yield from choose(cards + card, at + 1, left - 1)
            yield from choose(cards, at + 1, left)

    # The ace is 1 at the bottom of the row that ends with five: (1 - 2) % 13 is its index too.
    return choose(0, 0, size)


def some_with(own: Mask, rank: int, size: int, level: int) -> Iterator[Mask]:
    """`size` cards of one suit; without jokers these must have `rank` as the highest, so higher cards stay out."""
    if size == 5:
        own &= 3 * (bits.ALL & ~above(rank, level) & bits.ONES)
    return multisets(own, size)
