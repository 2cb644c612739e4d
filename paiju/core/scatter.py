"""Dealing the cards a view does not show, at random, to the places that hold them: the heart of `State.guess`.

The functions work on the arrays of a state, one entry a place, so that nothing here depends on State.
"""

from paiju.core import bits


def deal_unseen(hand, known, sure, most, count, concealed, unseen, rng):
    """Deal the unseen cards to the concealed places at random, as their counts, known cards and limits allow."""
    free = True
    for place in range(bits.PLACES):
        if concealed >> place & 1:
            cards = known[place] + sure[place] - bits.meet(known[place], sure[place])
            hand[place] = cards
            unseen = unseen - cards
    for place in range(bits.PLACES):
        if concealed >> place & 1 and not bits.contains(most[place], hand[place] + unseen):
            free = False
    if free:
        rest = unseen
        for place in range(bits.PLACES):
            if concealed >> place & 1:
                n = count[place] - bits.size(hand[place])
                if n > bits.size(rest):  # only if the counts contradict the cards
                    n = bits.size(rest)
                cards = rng.some(rest, n)
                hand[place] = hand[place] + cards
                rest = rest - cards
    else:
        deal_within_limits(hand, most, count, concealed, unseen, rng)


def deal_within_limits(hand, most, count, concealed, unseen, rng):
    """The same when some place cannot hold some face: never stuck, never a second try.

    Whether the cards left still fit is a question about flows: for every set Q of places, the copies that find no
    room outside Q must fit into Q (max-flow min-cut). `slack` holds the room to spare in each Q; a card may go
    where no slack falls below zero. Faces with the fewest places go first, which keeps the deals close to uniform.
    """
    n = 0
    total = 0
    order = [0] * 7
    room = [0] * 7
    cap = [0] * 7
    slack = [0] * 128
    outside = [0] * 128
    for place in range(bits.PLACES):
        if concealed >> place & 1:
            order[n] = place
            room[n] = count[place] - bits.size(hand[place])
            n += 1
    full = (1 << n) - 1
    for subset in range(1, full + 1):
        i = bits.lowest(subset)
        slack[subset] = slack[subset & (subset - 1)] + room[i]
    for face in range(54):
        left = bits.copies(unseen, face)
        if left:
            for subset in range(1, full + 1):
                i = bits.lowest(subset)
                place = order[i]
                weight = bits.copies(most[place], face) - bits.copies(hand[place], face)
                outside[subset] = outside[subset & (subset - 1)] + (weight if weight > 0 else 0)
            for subset in range(full + 1):
                if left > outside[full ^ subset]:
                    slack[subset] = slack[subset] - (left - outside[full ^ subset])
    for width in range(0, n + 1):
        for face in range(54):
            left = bits.copies(unseen, face)
            if not left:
                continue
            allowed = 0
            free = True
            for i in range(n):
                weight = bits.copies(most[order[i]], face) - bits.copies(hand[order[i]], face)
                cap[i] = weight if weight > 0 else 0
                if cap[i]:
                    allowed += 1
                if cap[i] < left:
                    free = False
            if free or (allowed > width and width < n):
                continue  # what may lie anywhere comes last, all together
            while left:
                for subset in range(1, full + 1):
                    i = bits.lowest(subset)
                    outside[subset] = outside[subset & (subset - 1)] + cap[i]
                # `total` weighs the places by their room; a place that would leave some Q short has no weight.
                total = 0
                chosen = -1
                for i in range(n):
                    if cap[i] == 0 or room[i] == 0:
                        continue
                    fits = True
                    for subset in range(full + 1):
                        # Before: max(0, left - out). After: one copy fewer, and one less outside if i is outside.
                        r = left - outside[full ^ subset]
                        weight = r if subset >> i & 1 == 0 else r - 1
                        if slack[subset] + (r if r > 0 else 0) - (weight if weight > 0 else 0) < (subset >> i & 1):
                            fits = False
                            break
                    if fits:
                        total += room[i]
                        if rng.below(total) < room[i]:
                            chosen = i
                if chosen < 0:  # only if what the view was told contradicts itself: any room will do
                    for i in range(n):
                        if room[i]:
                            chosen = i
                if chosen < 0:
                    return
                for subset in range(full + 1):
                    r = left - outside[full ^ subset]
                    weight = r if subset >> chosen & 1 == 0 else r - 1
                    slack[subset] = slack[subset] + (r if r > 0 else 0) - (weight if weight > 0 else 0)
                    if subset >> chosen & 1:
                        slack[subset] = slack[subset] - 1
                hand[order[chosen]] = hand[order[chosen]] + bits.one(face)
                unseen = unseen - bits.one(face)
                room[chosen] = room[chosen] - 1
                if cap[chosen]:
                    cap[chosen] = cap[chosen] - 1
                left -= 1
    for i in range(n):
        cards = rng.some(unseen, room[i])
        hand[order[i]] = hand[order[i]] + cards
        unseen = unseen - cards
