"""A slow referee for Da Guai Lu Zi, written from the sentences of docs/rules/luzi.md and from nothing else.

Cards are numbers 0..53 in lists, a hand is a sorted list, and jokers are read by trying every card for each: no code
and no representation is shared with the rules in paiju. Only the options have their names in common.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, pairwise
from typing import Any

LITTLE, BIG = 52, 53
KINDS = ("flush", "straight", "house", "four", "straight flush", "five")


class Referee:
    """One deal. `owes` are the payers of the setup in their order, `gets` the receivers in the order they went out."""

    def __init__(self, options, seats, deal, levels, initiative, opener, owes, gets, deck):
        self.options, self.seats, self.initiative = options, seats, initiative
        level = levels[initiative] if initiative >= 0 else 2
        self.level = level if options.promotion else 0
        each = options.hand  # rule 1.3
        self.hands = [sorted(deck[seat * each : (seat + 1) * each]) for seat in range(seats)]
        self.opener = self.first_opener(deck) if deal == 1 else opener
        self.out, self.played, self.passed = [], [], set()
        self.owner: Any = None
        self.best: Any = None
        # Rule 3.5
        self.refusing = [s for s in owes if 0 < options.refusal <= self.hands[s].count(BIG)]
        self.payers = [seat for seat in owes if seat not in self.refusing]
        self.receivers = list(gets[: len(self.payers)])
        self.laid = {}
        self.gifts = self.gift_order()
        self.turn = self.opener

    def first_opener(self, deck):
        """Rule 4.1"""
        how = self.options.first_opener
        if how == "random":
            return next(card for card in deck if self.seats == 6 or card < LITTLE) % self.seats
        if how == "high_card":
            shown = [self.rank(deck[seat * self.options.hand]) for seat in range(self.seats)]
            return shown.index(max(shown))
        return 0

    # ---- rule 2: what sets are worth ----

    def rank(self, card):
        """Rule 2.1"""
        if card >= LITTLE:
            return 16 if card == LITTLE else 17
        return 15 if card % 13 + 2 == self.level else card % 13 + 2

    def worth(self, cards, is_last=False):
        """Something that compares as rules 2.3 to 2.10 say; None if it is no set."""
        options = self.options
        return worth_of(
            tuple(sorted(cards)),
            self.level,
            options.flush_over_straight,
            options.flush_ties == "all",
            options.joker_in_flush == "seed",
            options.mixed_jokers,
            is_last and options.last_jokers == "weakest",
        )

    # ---- rule 3: tribute ----

    def gift_order(self):
        """Who gives, and whether it comes back, in order."""
        if self.options.pairing == "rank":
            return [*((seat, False) for seat in self.payers), *((seat, True) for seat in self.receivers)]
        pairs = zip(self.payers, self.receivers, strict=True)
        return [gift for payer, receiver in pairs for gift in ((payer, False), (receiver, True))]

    def may_give(self, seat):
        hand = self.hands[seat]
        if not self.gifts[0][1]:  # rule 3.2
            best = max(map(self.rank, hand))
            return {card for card in hand if self.rank(card) == best}
        low = {card for card in hand if self.rank(card) <= 10}  # rule 3.3
        return low if low and self.options.gift_back == "low" else set(hand)

    def give(self, card):
        seat, comes_back = self.gifts.pop(0)
        if comes_back:
            self.move(card, seat, self.payers[self.receivers.index(seat)])
            return
        self.laid[seat] = card
        if self.options.pairing == "order":
            self.move(card, seat, self.receivers[self.payers.index(seat)])
        elif len(self.laid) == len(self.payers):
            self.payers.sort(key=lambda payer: -self.rank(self.laid[payer]))
            for payer, receiver in zip(self.payers, self.receivers, strict=True):
                self.move(self.laid[payer], payer, receiver)

    def move(self, card, seat, target):
        self.hands[seat].remove(card)
        self.hands[target] = sorted([*self.hands[target], card])

    # ---- rules 4 to 6 ----

    @property
    def waiting(self):
        if self.is_over:
            return []
        return [self.gifts[0][0]] if self.gifts else [self.turn]

    @property
    def is_over(self):
        return any(not any(self.hands[team::2]) for team in (0, 1))

    def allows(self, seat, kind, cards):
        if [seat] != self.waiting or Counter(cards) - Counter(self.hands[seat]):
            return False
        if self.gifts:
            return kind == "give" and len(cards) == 1 and cards[0] in self.may_give(seat)
        if kind == "pass":
            return not cards and self.owner is not None
        worth = self.worth(cards, len(cards) == len(self.hands[seat])) if kind == "play" else None
        if worth is None:
            return False
        return self.owner is None or (len(cards) == len(self.played) and worth > self.best)

    def do(self, seat, kind, cards):
        if kind == "give":
            self.give(cards[0])
        elif kind == "pass":
            self.passed.add(seat)
            self.turn = self.after(seat)
            if all(other in self.passed or other == self.owner for other in self.holders()):  # rule 4.5
                self.turn = self.next_leader()
                self.owner, self.passed = None, set()
        else:
            self.best, self.owner = self.worth(cards, len(cards) == len(self.hands[seat])), seat
            self.played, self.passed = cards, set()
            for card in cards:
                self.hands[seat].remove(card)
            if not self.hands[seat]:
                self.out.append(seat)
                if self.options.after_out == "clear":  # rule 5.2
                    self.owner = None
            self.turn = seat if self.is_over else self.after(seat)

    def holders(self):
        return [seat for seat in range(self.seats) if self.hands[seat]]

    def after(self, seat, step=1):
        """Rule 5.3"""
        around = [(seat + i) % self.seats for i in range(step, self.seats + 1, step)]
        return next(other for other in around if self.hands[other])

    def next_leader(self):
        if self.hands[self.owner]:
            return self.owner
        return self.after(self.owner, 2 if self.options.after_out == "respond_then_partner" else 1)

    # ---- rules 7 and 8 ----

    def leading_team(self):
        if self.initiative < 0 and self.options.first_initiative:  # rule 7.7
            return self.opener % 2
        return self.initiative

    def gain(self):
        """Of the Dragon's Head's team."""
        team = self.out[0] % 2
        if any(self.hands[team::2]):
            return 0
        locked = len(self.holders())
        gained = min(locked, 1) if self.options.gain == "one" else locked
        if self.leading_team() in (-1, team):
            return gained
        return 0 if self.options.only_initiative_scores else gained - self.options.initiative_tax

    def next_setup(self, levels, failures):
        """Levels, initiative, opener, payers, receivers, failures, whether it is over and who has won then."""
        head, team, options = self.out[0], self.out[0] % 2, self.options
        levels, failures = list(levels), list(failures)
        leading = self.leading_team()
        at_last = leading >= 0 and levels[leading] == options.target - 1
        levels[team] += self.gain()
        if options.failures and at_last and not (leading == team and self.gain()):  # rule 8.2
            failures[leading] += 1
        around = [(head + i) % self.seats for i in range(self.seats)]
        locked = [seat for seat in around if self.hands[seat] and seat % 2 != team]  # rule 3.1
        owes = locked if options.tribute and not any(self.hands[team::2]) else []
        gets = [seat for seat in self.out if seat % 2 == team][: len(owes)]
        winner = next((team for team in (0, 1) if levels[team] >= options.target), None)
        if options.failures and max(failures) == options.failures:
            winner = failures.index(min(failures))
        return levels, team, head, owes, gets, failures, winner


@cache
def worth_of(cards, level, flush_over, all_of_flush, plain_flush, mixed, weakest):
    size = len(cards)
    if size not in (1, 2, 3, 5):
        return None
    jokers = [card for card in cards if card >= LITTLE]
    own = [card for card in cards if card < LITTLE]

    def rank(card):
        return 15 if card % 13 + 2 == level else card % 13 + 2

    if not own:  # rule 2.8
        if len(set(jokers)) > 1 and size < 5 and not mixed:
            return None
        return (len(KINDS) if size == 5 else 0, 17 if set(jokers) == {BIG} else 16)
    if size < 5:
        return (0, rank(own[0])) if len({card % 13 for card in own}) == 1 else None
    order = ["straight", "flush", *KINDS[2:]] if flush_over else list(KINDS)
    found = []
    for stand_ins in stand_in_choices(own, len(jokers)):
        five = natural(own + list(stand_ins), rank)
        if five is None:
            continue
        kind, decides = five
        if kind == "flush":
            ranks = sorted(map(rank, [*own, *stand_ins]), reverse=True)
            if plain_flush and not weakest:  # rule 2.9
                ranks = sorted(map(rank, own), reverse=True) + [0] * len(jokers)
            found.append((order.index(kind) + 1, *(ranks if all_of_flush else ranks[:1])))
        else:
            # Five of a kind stand above all, so that five jokers, one higher, stay comparable.
            found.append((order.index(kind) + 1, decides))
    if not found:
        return None
    return min(found) if weakest else max(found)


def stand_in_choices(own, jokers):
    """Every card for every joker; suits matter only as that of the cards themselves, or another."""
    suits = {own[0] // 13, (own[0] // 13 + 1) % 4}
    return combinations_with_replacement([13 * suit + index for suit in suits for index in range(13)], jokers)


def natural(faces, rank):
    """Five cards without jokers: their best kind and its deciding rank (rules 2.4 to 2.6)."""
    counts = Counter(face % 13 for face in faces)
    shape = sorted(counts.values())
    most = max(counts, key=lambda index: counts[index])
    values = sorted(face % 13 + 2 for face in faces)
    in_a_row = all(b - a == 1 for a, b in pairwise(values))
    top = values[-1] if in_a_row else 5 if values == [2, 3, 4, 5, 14] else 0
    suited = len({face // 13 for face in faces}) == 1
    if shape == [5]:
        return "five", rank(most)
    if top and suited:
        return "straight flush", top
    if shape in ([1, 4], [2, 3]):
        return ("four" if shape == [1, 4] else "house"), rank(most)
    if top:
        return "straight", top
    return ("flush", max(map(rank, faces))) if suited else None
