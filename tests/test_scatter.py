"""Dealing unseen cards: State.scatter against brute force. Limits and counts are met, every world that agrees with the
view can come up, about equally often, and tight limits late in a deal cost no second try."""

from __future__ import annotations

from collections import Counter
from math import comb, prod, sqrt
from time import perf_counter

import pytest
from random_play import PURE

from paiju.core import bits
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.game import Game, Options
from paiju.core.outside import PythonState


class Spread(PythonState):
    """Hands as they are given; the viewer remembers `mine` (cards by place) and does not see `covered` places."""

    def deal(self, deck):
        self.clear()
        self.mine = {}
        self.covered = 0
        self.wait_for(0)
        return self

    def hide(self, viewer):
        for place, cards in self.mine.items():
            self.remember(place, cards)
        self.cover(self.covered)


class Spreading(Game):
    name = "spreading"
    title = "Spreading"
    Options = Options
    State = Spread
    seats = (6,)

    def cards(self, setup):
        return list(range(54))


SETUP = Spreading().first()


def hidden(hands, limits=None, known=None, mine=None, covered=None):
    """The view of somebody who sees none of these hands but knows limits, known and remembered cards, by place."""
    state = Spread(SETUP).deal(SETUP.game.deck(SETUP))
    for place, cards in hands.items():
        state.hold(place, Cards(cards))
    for place, cards in (limits or {}).items():
        state.limit(place, Cards(cards))
    for place, cards in (known or {}).items():
        state.reveal(place, Cards(cards))
    state.mine = {place: Cards(cards) for place, cards in (mine or {}).items()}
    state.covered = sum(1 << place for place in (hands if covered is None else covered))
    return state.view(0)


def worlds(view):
    """Every deal of the unseen cards that agrees with the view, and how often a shuffle would give it."""
    places = [place for place in range(7) if view.concealed >> place & 1]

    def deal(faces, hands):
        if not faces:
            fixed = [bits.contains(hand, known) for hand, known in zip(hands, must, strict=True)]
            if all(fixed) and [bits.size(hand) for hand in hands] == counts:
                yield tuple(hands)
            return
        face, copies = faces[0]
        for split in splits(copies, len(places)):
            if all(n <= bits.copies(view.most[place], face) for n, place in zip(split, places, strict=True)):
                yield from deal(faces[1:], [hand + n * bits.one(face) for n, hand in zip(split, hands, strict=True)])

    counts = [view.count[place] for place in places]
    must = [joined(view.known[place], view.sure[place]) for place in places]
    faces = sorted(Counter(Cards(view.unseen)).items())
    return {world: ways(world, faces) for world in deal(faces, [0] * len(places))}


def joined(x, y):
    """The larger number of copies of each face."""
    return x + y - bits.meet(x, y)


def splits(n, parts):
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in splits(n - first, parts - 1):
            yield (first, *rest)


def ways(world, faces):
    """In how many ways the copies, if one could tell them apart, make this world."""
    total = 1
    for face, left in faces:
        for hand in world:
            total *= comb(left, bits.copies(hand, face))
            left -= bits.copies(hand, face)
    return total


def dealt(view, rng):
    world = view.guess(rng)
    return tuple(world.hand[place] for place in range(7) if view.concealed >> place & 1)


def small_case(rng):
    """A few cards in a few hands, with limits, known and remembered cards that are true of them."""
    pool = [face for face in range(rng.below(5) + 2) for _ in range(rng.below(3) + 1)]
    rng.shuffle(pool)
    places = [[0, 1], [0, 1, 2], [1, 4, 6]][rng.below(3)]
    hands, limits, known, mine = {}, {}, {}, {}
    for i, place in enumerate(places):
        hand = Cards(pool[i :: len(places)][:3])
        hands[place] = hand
        if rng.below(2):
            limits[place] = Cards(
                sum((3 if rng.below(2) else hand.copies(face)) * bits.one(face) for face in range(54))
            )
        if rng.below(4) == 0:
            known[place] = Cards([face for face in hand if rng.below(2)])
        if rng.below(4) == 0:
            mine[place] = Cards([face for face in hand if rng.below(2)])
    return hidden(hands, limits, known, mine)


def test_every_world_that_agrees_comes_up_and_no_other(some):
    rng = Random(1)
    for _ in range(some(120)):
        view = small_case(rng)
        possible = worlds(view)
        if sum(possible.values()) > 300:
            continue
        found = {dealt(view, rng) for _ in range(30 * sum(possible.values()))}
        assert found == set(possible)


def chi_square(view, draws, rng):
    """How far the deals are from what dealing blindly gives, in standard deviations of chi-square."""
    possible = worlds(view)
    seen, total = Counter(dealt(view, rng) for _ in range(draws)), sum(possible.values())
    expected = {world: draws * n / total for world, n in possible.items()}
    assert set(seen) <= set(possible)
    freedom = len(possible) - 1
    return (sum((seen[world] - e) ** 2 / e for world, e in expected.items()) - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize(
    "hands",
    [
        {0: "2C 3C", 1: "4C 5C", 2: "6C 7C"},
        {0: "2C", 1: "3C 4C 5C 6C", 6: "7C 8C"},
        {0: "2C 2C", 3: "2C 3C 3C", 6: "4C 4C"},
        {0: "LJ LJ LJ", 5: "BJ BJ BJ AS AS AS"},
    ],
)
def test_without_limits_every_deal_is_as_likely_as_from_a_shuffle(hands, some):
    assert chi_square(hidden(hands), some(8000), Random(2)) < 6


def test_with_known_cards_the_rest_is_still_uniform(some):
    view = hidden({0: "2C 3C 4C", 1: "5C 6C 7C", 2: "8C 9C"}, known={0: "2C"}, mine={0: "3C", 1: "7C"})
    assert chi_square(view, some(8000), Random(3)) < 6


def test_known_and_remembered_cards_may_be_the_same_card():
    view = hidden({0: "QS QS", 1: "KS KS"}, known={0: "QS"}, mine={0: "QS"})
    assert {dealt(view, Random(seed)) for seed in range(200)} == set(worlds(view))


def test_with_a_void_deals_stay_close_to_uniform(some):
    """One seat has shown out of clubs: its cards are settled first and the rest falls as from a shuffle."""
    view = hidden({0: "2C 3C 4D", 1: "5D 6D 7D", 2: "4C 8D"}, limits={1: Cards(bits.ALL & ~bits.suit(0))})
    possible = worlds(view)
    draws = some(20_000)
    rng = Random(4)
    seen = Counter(dealt(view, rng) for _ in range(draws))
    total = sum(possible.values())
    distance = sum(abs(seen[world] / draws - n / total) for world, n in possible.items()) / 2
    assert distance < (0.5 if PURE else 0.1)


# ---- big and tight ----


def three_decks(rng, limits):
    """Six hands of 27 out of 162 cards; each seat is known to hold at most what it holds, and a few faces more."""
    deck = [face for face in range(54) for _ in range(3)]
    rng.shuffle(deck)
    hands = {seat: Cards(deck[27 * seat : 27 * seat + 27]) for seat in range(6)}
    spare = {
        seat: Cards(int(hand) | sum(3 * bits.one(rng.below(54)) for _ in range(1))) for seat, hand in hands.items()
    }
    return hidden(hands, spare if limits else None)


@pytest.mark.parametrize("limits", [False, True])
def test_three_decks_in_six_hands_take_no_time(limits):
    rng = Random(5)
    view = three_decks(rng, limits)
    start = perf_counter()
    for _ in range(3):
        world = view.guess(rng)
        for seat in range(6):
            assert bits.size(world.hand[seat]) == 27
            assert bits.contains(view.most[seat], world.hand[seat])
    assert perf_counter() - start < (9 if PURE else 0.3)


def test_when_only_one_deal_is_possible_it_is_found():
    rng = Random(6)
    for _ in range(20):
        deck = list(range(54))
        rng.shuffle(deck)
        hands = {seat: Cards(deck[9 * seat : 9 * seat + 9]) for seat in range(6)}
        view = hidden(hands, limits=hands)
        assert dealt(view, rng) == tuple(int(hand) for hand in hands.values())


def test_a_chain_of_limits_leaves_one_way():
    """A can hold only x, B only x or y, C only x, y or z: nobody may take what another needs."""
    view = hidden({0: "2C", 1: "3C", 2: "4C"}, limits={0: "2C", 1: "2C 3C", 2: "2C 3C 4C"})
    assert {dealt(view, Random(seed)) for seed in range(50)} == {tuple(map(int, map(Cards, ("2C", "3C", "4C"))))}


def test_places_that_are_seen_are_left_alone():
    view = hidden({0: "2C 3C", 1: "4C 5C", 2: "6C 7C"}, covered=(1, 2))
    for seed in range(20):
        world = view.guess(Random(seed))
        assert world.hand[0] == Cards("2C 3C")
        assert Cards(world.hand[1] + world.hand[2]) == Cards("4C 5C 6C 7C")


@pytest.mark.parametrize(
    "view",
    [
        hidden({0: "2C 3C", 1: "4C 5C"}, limits={0: "", 1: ""}),
        hidden({0: "2C 3C", 1: "4C 5C", 2: "6C"}, limits={0: "2C", 2: "AS"}),
        hidden({0: "2C 2C 2C", 1: "3C 3C 3C"}, limits={0: "3C", 1: "2C"}),
        hidden({0: "2C 3C", 1: "4C 5C"}, limits={0: "4C 5C"}, known={0: "2C 3C"}),
        hidden({0: "", 1: ""}, limits={0: "2C"}),
        hidden({}, limits={0: "2C"}),
    ],
)
def test_a_contradiction_ends_in_some_deal(view):
    """A game that wrongly rules out the truth gets a deal that breaks its limits, never a loop or a lost card."""
    for seed in range(20):
        world = view.guess(Random(seed))
        assert sum(world.hand) == view.unseen
        assert [bits.size(hand) for hand in world.hand] == list(view.count)


def test_ways_counts_copies():
    view = hidden({0: "2C 2C", 1: "2C 3C"})
    possible = worlds(view)
    assert sum(possible.values()) == comb(4, 2)
    assert prod(possible.values()) == 9
