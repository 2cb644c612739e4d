"""Dealing the cards a view does not show, at random, to the places that hold them: the heart of `State.guess`.

The functions work on the arrays of a state, one entry a place, so that nothing here depends on State.

Whether the cards left still fit is a question about flows: for every set of places, the copies that find no room
outside it must fit into it (max-flow min-cut). `slack` holds the room to spare in each set, and a card never goes where
some slack would fall below zero: so there is no dead end and no second try. A set of places is a bit set over those
that take part.
"""

from __future__ import annotations

from paiju.core import bits, dice
from paiju.core.bits import Face, Mask
from paiju.core.chance import Random


def deal_unseen(
    hand: list[Mask],
    known: list[Mask],
    sure: list[Mask],
    most: list[Mask],
    count: list[int],
    concealed: int,
    unseen: Mask,
    rng: Random,
) -> None:
    """Deal the unseen cards to the concealed places at random, as their counts, known cards and limits allow."""
    n = 0
    order = [0] * 7  # the places that take part
    room = [0] * 7  # how many cards each of them still gets
    can = [0] * 7  # which of the unseen cards it can take, with as many copies
    for place in range(bits.PLACES):
        if concealed >> place & 1:
            hand[place] = known[place] + sure[place] - bits.meet(known[place], sure[place])
            unseen = unseen - hand[place]
            order[n] = place
            room[n] = count[place] - bits.size(hand[place])
            if room[n] > 0:  # sets of places are walked through, so one that gets nothing would double the work
                n += 1
    bound = 0
    for i in range(n):
        cards = most[order[i]]
        can[i] = bits.meet(cards - bits.meet(cards, hand[order[i]]), unseen)
        bound = bound | unseen ^ can[i]
    bound = bits.faces(bound)  # the faces of which some place cannot take all copies
    if bound:
        deal_bound(hand, order, room, can, n, unseen, bound, rng)
        unseen = unseen & ~bits.fields(bound)
    for i in range(n):
        # The last place takes what is left. Any other may find too little only if the counts contradict the cards.
        cards = unseen if room[i] >= bits.size(unseen) else rng.some(unseen, room[i])
        hand[order[i]] = hand[order[i]] + cards
        unseen = unseen - cards


def deal_bound(
    hand: list[Mask], order: list[int], room: list[int], can: list[Mask], n: int, unseen: Mask, bound: Mask, rng: Random
) -> None:
    """Deal the bound faces, those first that the fewest places can take: that keeps the deals close to uniform.

    Faces alike in their copies and in what every place can take of them form a group, and are measured together.
    """
    full = (1 << n) - 1
    groups = 0
    group = [0] * 54
    slack = [0] * 128
    must = [0] * 128
    takers = [0] * 54
    for subset in range(1, full + 1):
        slack[subset] = slack[subset & subset - 1] + room[bits.lowest(subset)]
    while bound:
        face = bits.lowest(bound) >> 1
        alike = like(face, unseen, bound)
        for i in range(n):
            alike = like(face, can[i], alike)
        takers[groups] = measure(can, n, face, bits.copies(unseen, face), must)
        for subset in range(full + 1):
            if must[subset] > 0:
                slack[subset] = slack[subset] - must[subset] * bits.popcount(alike)
        group[groups] = alike
        groups += 1
        bound = bound - alike
    for width in range(n + 1):
        for i in range(groups):
            if bits.popcount(takers[i]) == width:
                deal_group(hand, order, room, can, n, unseen, group[i], slack, must, rng)


def like(face: Face, cards: Mask, among: Mask) -> Mask:
    """Which of these faces the cards hold as often as this one."""
    return among & ~bits.faces(cards ^ bits.copies(cards, face) * bits.ONES)


def measure(can: list[Mask], n: int, face: Face, left: int, must: list[int]) -> int:
    """How many of the copies left of a face every set of places must take, because those outside it cannot: `must`.

    Returns the set of places that can take one.
    """
    full = (1 << n) - 1
    takers = 0
    must[full] = left
    for subset in range(1, full + 1):
        i = bits.lowest(subset)
        must[full ^ subset] = must[full ^ subset & subset - 1] - bits.copies(can[i], face)
    for i in range(n):
        if bits.copies(can[i], face):
            takers = takers | 1 << i
    return takers


def deal_group(
    hand: list[Mask],
    order: list[int],
    room: list[int],
    can: list[Mask],
    n: int,
    unseen: Mask,
    group: Mask,
    slack: list[int],
    must: list[int],
    rng: Random,
) -> None:
    """Deal all copies of the faces of a group, each to a place by its room among those that leave no set short."""
    full = (1 << n) - 1
    face = bits.lowest(group) >> 1
    copies = bits.copies(unseen, face)
    able = measure(can, n, face, copies, must)
    while group:
        face = bits.lowest(group) >> 1
        group = group & group - 1
        for left in range(copies, 0, -1):
            if copies > 1:  # single cards are alike, but a copy dealt changes what its face still needs
                able = measure(can, n, face, left, must)
            takers = able
            # A copy costs a set of places one room to spare, unless it is one that the set must take anyway.
            for subset in range(full + 1):
                if must[subset] <= 0 and slack[subset] <= 0:
                    takers = takers & ~subset
            i = choose(room, takers, n, rng)
            if i < 0:  # only if what the view was told contradicts itself: any room will do
                i = choose(room, full, n, rng)
            if i < 0:
                return
            for subset in range(full + 1):
                if must[subset] <= 0:
                    slack[subset] = slack[subset] - (subset >> i & 1)
            hand[order[i]] = hand[order[i]] + bits.one(face)
            room[i] = room[i] - 1
            if bits.copies(can[i], face):
                can[i] = can[i] - bits.one(face)


def choose(room: list[int], takers: int, n: int, rng: Random) -> int:
    """One of these places, each as likely as it has room; -1 if none has any."""
    total = 0
    for i in range(n):
        if takers >> i & 1:
            total += room[i]
    if total <= 0:
        return -1
    k = dice.below(rng, total)
    for i in range(n):
        if takers >> i & 1:
            k -= room[i]
            if k < 0:
                return i
    return -1
