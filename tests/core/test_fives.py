"""Sets of cards: the evaluator against one that tries every card for every joker; listing and drawing against it."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from paiju import Cards, Random
from paiju.core import fives

KINDS = ("flush", "straight", "three and two", "four and one", "straight flush", "five of a kind")
HOUSE = [{}, {"flush_over": True}, {"plain_flush": True}, {"pure_jokers": True}]


def rank(face, level):
    return 15 if face % 13 + 2 == level else face % 13 + 2


def natural(faces, level):
    """A five-card set without jokers as (kind, rank), straight from the rules; None if it is none."""
    counts = Counter(face % 13 for face in faces)
    (most, number), *_ = counts.most_common()
    shape = sorted(counts.values())
    values = sorted(face % 13 + 2 for face in faces)
    run = values[4] if values == list(range(values[0], values[0] + 5)) else 5 if values == [2, 3, 4, 5, 14] else 0
    flush = len({face // 13 for face in faces}) == 1
    if number == 5:
        return "five of a kind", rank(most, level)
    if run and flush:
        return "straight flush", run
    if shape in ([1, 4], [2, 3]):
        return "four and one" if number == 4 else "three and two", rank(most, level)
    if run:
        return "straight", run
    return ("flush", max(rank(face, level) for face in faces)) if flush else None


def best_by_trying(cards, level, plain_flush=False, **_):
    """The best five-card set with every card tried for every joker."""
    own = [int(card) for card in cards if card < 52]
    found = set()
    for stand_ins in combinations_with_replacement(range(52), 5 - len(own)):
        made = natural(own + list(stand_ins), level)
        if made and made[0] == "flush" and plain_flush:
            made = "flush", max(rank(face, level) for face in own)
        found.add(made)
    return max(found - {None}, key=lambda made: (KINDS.index(made[0]), made[1]), default=None)


def five_cards(rng, jokers):
    """Five cards that often make something: few ranks or few suits."""
    pool = [f for f in range(52) if f % 13 in (0, 1, 2, 3, 12)] if rng.below(2) else list(range(26, 39)) * 3
    if rng.below(4) == 0:
        pool = list(range(52))
    rng.shuffle(pool)
    wild = [52, 52, 52, 53, 53, 53]
    rng.shuffle(wild)
    return Cards(pool[: 5 - jokers] + wild[:jokers])


@pytest.mark.parametrize(("jokers", "tries"), [(0, 400), (1, 150), (2, 12), (3, 2)])
@pytest.mark.parametrize("house", HOUSE)
def test_worth_is_the_best_value_of_the_jokers(jokers, tries, house):
    rng = Random(jokers)
    for _ in range(tries):
        cards, level = five_cards(rng, jokers), (0, 2, 3, 14)[rng.below(4)]
        worth = fives.worth(int(cards), level, fives.house_rules(**house))
        assert (fives.name_of(worth) if worth else None) == best_by_trying(cards, level, **house), (cards, level)


@pytest.mark.parametrize("text", ["3C LJ LJ BJ BJ", "LJ LJ LJ BJ BJ"])
def test_four_or_five_jokers_are_five_of_a_kind(text):
    assert fives.name_of(fives.worth(int(Cards(text)), 0, 0)) == ("five of a kind", 3 if "3C" in text else 16)


def small_hand(rng):
    """Five to nine cards, few ranks and many jokers."""
    deck = (
        [f for f in range(26) if f % 13 in (0, 1, 2, 3, 12)] * 2 + [52, 53] * 3 if rng.below(2) else list(range(54)) * 3
    )
    rng.shuffle(deck)
    return Cards(deck[: 5 + rng.below(5)])


def sets_by_trying(hand, size, beat, level, rules):
    choices = {int(Cards(choice)) for choice in combinations(hand, size)}
    return {cards for cards in choices if fives.value(cards, level, rules) > beat}


@pytest.mark.parametrize("seed", range(40))
def test_sets_and_draw_know_every_set(seed):
    rng = Random(seed)
    hand, rules, level = small_hand(rng), rng.below(16), rng.below(13) + 2
    for size in (1, 2, 3, 5):
        beat = 0
        for _ in range(3):
            true = sets_by_trying(hand, size, beat, level, rules)
            listed = list(fives.sets(int(hand), size, beat, level, rules))
            assert len(listed) == len(true)
            assert set(listed) == true
            values = [fives.value(cards, level, rules) for cards in listed]
            assert values == sorted(values)
            drawn = {fives.any_set(int(hand), size, beat, level, rules, rng) for _ in range(60)}
            assert drawn <= (true or {0})
            if not true:
                break
            beat = values[len(values) // 2]


def test_every_set_can_be_drawn():
    hand, rng = int(Cards("2C 3C 4C 5C 5D 5H LJ BJ")), Random(1)
    every = set(fives.sets(hand, 5, 0, 2, 0))
    assert {fives.any_set(hand, 5, 0, 2, 0, rng) for _ in range(8000)} == every


def test_a_full_hand_is_listed_lazily():
    hand = int(Cards(range(27)))
    assert next(fives.sets(hand, 5, 0, 2, 0))


def test_evaluating_changes_nothing():
    hand = Cards("5C LJ 9D 9H KS")
    before = int(hand)
    fives.worth(int(hand), 2, 0)
    assert int(hand) == before
