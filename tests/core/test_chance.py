"""The generator: known numbers, no bias, and the same everywhere."""

import math
import pickle
import time
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import paiju
from paiju import Cards, Random


def wyrand(state):
    """The generator as its author states it."""
    while True:
        state = (state + 0xA0761D6478BD642F) % 2**64
        product = state * (state ^ 0xE7037ED1A0B428DB)
        yield (product >> 64) ^ (product % 2**64)


def lemire(numbers, n):
    """A number below n without bias, as Lemire states it."""
    while True:
        high, low = divmod(next(numbers) * n, 2**64)
        if low >= 2**64 % n:
            return high


def spread(counts, expected):
    """Chi square over its degrees of freedom: about 1 for a fair source."""
    return sum((count - expected) ** 2 / expected for count in counts) / (len(counts) - 1)


def test_golden_numbers():
    zero, last = Random(0), Random(2**64 - 1)
    assert [zero.below(52) for _ in range(8)] == [3, 41, 19, 24, 25, 27, 45, 8]
    assert [last.below(1_000_000) for _ in range(6)] == [727016, 342480, 230383, 425708, 847680, 142253]


def test_golden_shuffle():
    deck = list(range(52))
    Random(7).shuffle(deck)
    assert deck[:13] == [32, 46, 16, 23, 38, 14, 19, 17, 40, 45, 11, 24, 7]


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(1, 2**31 - 1), min_size=1, max_size=20))
def test_below_is_wyrand_and_lemire(seed, limits):
    rng, numbers = Random(seed), wyrand(seed)
    assert [rng.below(n) for n in limits] == [lemire(numbers, n) for n in limits]


@given(st.integers(0, 2**64 - 1))
def test_random_is_the_upper_53_bits(seed):
    numbers = wyrand(seed)
    assert Random(seed).random() == (next(numbers) >> 11) / 2**53


@pytest.mark.parametrize("n", [3, 6, 52, 2**31 - 1])
def test_below_passes_over_a_number_that_would_make_it_uneven(n):
    """From this seed comes a zero first, which is one number too many wherever n does not divide 2**64."""
    seed = -0xA0761D6478BD642F % 2**64
    numbers = wyrand(seed)
    assert next(numbers) == 0
    assert Random(seed).below(n) == lemire(numbers, n)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 54])
def test_below_is_even(n):
    rng = Random(n)
    counts = Counter(rng.below(n) for _ in range(1000 * n))
    assert set(counts) == set(range(n))
    assert n == 1 or spread(counts.values(), 1000) < 2.5


def test_every_order_is_as_likely():
    rng, counts = Random(11), Counter()
    for _ in range(24_000):
        items = list("abcd")
        rng.shuffle(items)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations("abcd"))
    assert spread(counts.values(), 1000) < 2


@given(st.integers(), st.lists(st.integers(), max_size=60))
def test_shuffle_keeps_the_items(seed, items):
    shuffled = items.copy()
    Random(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_choice():
    rng = Random(2)
    assert {rng.choice("abc") for _ in range(50)} == set("abc")
    with pytest.raises(IndexError, match="nothing to choose from"):
        rng.choice([])


def test_random_stays_below_one():
    rng = Random(4)
    numbers = [rng.random() for _ in range(10_000)]
    assert 0 <= min(numbers) < 0.01
    assert 0.99 < max(numbers) < 1
    assert math.isclose(sum(numbers) / 10_000, 0.5, abs_tol=0.02)


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 3), min_size=54, max_size=54), st.data())
def test_some_takes_part_of_the_cards(seed, copies, data):
    cards = Cards(sum(n << 2 * face for face, n in enumerate(copies)))
    n = data.draw(st.integers(0, len(cards)))
    taken = Cards(Random(seed).some(cards, n))
    assert len(taken) == n
    assert taken in cards


def test_some_counts_copies():
    """Of 2H 2H 2H 3H 3H KS, half of the single draws are twos and a third are threes."""
    rng, cards = Random(5), Cards("2H 2H 2H 3H 3H KS")
    counts = Counter(str(Cards(rng.some(cards, 1))) for _ in range(12_000))
    assert spread([counts["2H"] / 3, counts["3H"] / 2, counts["KS"]], 2000) < 5


def test_some_makes_every_hand_as_likely():
    rng, cards = Random(6), Cards("2C 5C 9D KH AS")
    counts = Counter(rng.some(cards, 2) for _ in range(10_000))
    assert len(counts) == 10
    assert spread(counts.values(), 1000) < 3


def test_forks_go_their_own_ways():
    rng = Random(9)
    streams = [tuple(fork.below(1000) for _ in range(8)) for fork in [rng, *(Random(9).fork(n) for n in range(200))]]
    assert len(set(streams)) == 201
    firsts = Counter(Random(9).fork(n).below(10) for n in range(10_000))
    assert spread(firsts.values(), 1000) < 3


def test_a_fork_leaves_its_source_alone():
    one, other = Random(9), Random(9)
    assert one.fork(3).state == other.fork(3).state
    assert one.state == other.state
    assert one.fork().state == one.fork(0).state


@given(st.integers(0, 2**64 - 1))
def test_a_seed_that_fits_stays_as_it_is(seed):
    assert Random(seed).state == seed


def test_any_integer_or_text_is_a_seed():
    seeds = [
        -1,
        -2,
        2**64,
        2**64 + 1,
        2**200,
        -(2**64),
        -(2**200),
        "",
        "a",
        "b",
        "ab",
        "牌局",
        "a long phrase to shuffle by",
    ]
    states = [Random(seed).state for seed in seeds]
    assert len(set(states)) == len(seeds)
    assert all(0 <= state < 2**64 for state in states)


def test_a_huge_seed_is_folded_fast():
    began = time.perf_counter()
    Random("x" * 200_000)
    Random(1 << 2_000_000)
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize("seed", [None, 1.5, [1]])
def test_what_is_no_seed(seed):
    with pytest.raises((TypeError, AttributeError)):
        Random(seed)


def test_a_generator_can_be_kept():
    rng = Random(8)
    rng.below(5)
    kept = pickle.loads(pickle.dumps(rng))
    assert [kept.below(100) for _ in range(5)] == [rng.below(100) for _ in range(5)]


def test_a_seeded_deck_is_the_same_for_ever():
    game = paiju.find("hearts")
    setup = game.first()
    assert game.shuffled(setup, Random(1)) == game.shuffled(setup, Random(1)) != game.shuffled(setup, Random(2))


def test_a_fork_does_not_tell_its_source():
    """Flipping one bit of the source changes about half of the fork's bits, in no pattern that could be undone."""
    source = Random(2024)
    flips = [(source.fork(5).state ^ Random(2024 ^ 1 << bit).fork(5).state).bit_count() for bit in range(64)]
    assert 24 < sum(flips) / len(flips) < 40
    assert len(set(flips)) > 8
