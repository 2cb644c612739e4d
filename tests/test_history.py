"""Going through a deal without a screen: from trick to trick, from viewer to viewer."""

from __future__ import annotations

import pytest

import paiju
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER, TRUTH
from paiju.games import BUILT_IN
from paiju.history import DealHistory
from paiju.record import Record


def history(rules: str) -> DealHistory:
    game, options = paiju.read_rules(rules)
    record, rng, setup = Record(game, options), Random(3), game.first(options)
    state = record.start(setup, game.shuffled(setup, rng))
    while not state.is_over:
        seat = state.waiting()[0]
        action = state.sample(seat, rng)
        state.apply(seat, action)
        record.add(seat, action)
    return DealHistory(record.deals[0])


@pytest.mark.parametrize("rules", BUILT_IN)
@pytest.mark.parametrize("viewer", [0, ONLOOKER, TRUTH])
def test_from_trick_to_trick_and_back(rules, viewer):
    deal = history(rules)
    ends, last = deal.trick_ends(viewer), len(deal.moments(viewer)) - 1
    at, there = 0, []
    while (step := deal.trick_from(at, 1, viewer)) is not None:
        at = step
        there.append(at)
    assert there == sorted({*ends, last})
    back = []
    while (step := deal.trick_from(at, -1, viewer)) is not None:
        at = step
        back.append(at)
    assert back == sorted({0, *ends} - {last}, reverse=True)


@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_trick_starts_with_an_empty_table(rules):
    deal = history(rules)
    ends = deal.trick_ends(TRUTH)
    for trick in range(1, len(ends) + 1):
        start = deal.trick_start(trick, TRUTH)
        assert start is not None
        assert not deal.scene(start, TRUTH).trick.plays
    assert deal.trick_start(0, TRUTH) is deal.trick_start(len(ends) + 1, TRUTH) is None


@pytest.mark.parametrize("rules", BUILT_IN)
def test_another_viewer_has_seen_no_more(rules):
    deal = history(rules)
    for number in range(len(deal.moments(TRUTH))):
        there = deal.turned_to(number, TRUTH, 1)
        assert deal.progress(1)[there] <= deal.progress(TRUTH)[number] or there == 0
    assert deal.turned_to(len(deal.moments(TRUTH)) - 1, TRUTH, 1) == len(deal.moments(1)) - 1


def test_moves_are_found_where_they_were_seen_first():
    deal = history("hearts")
    assert deal.moves_seen(TRUTH) == {number: number for number in range(1, len(deal.deal.moves) + 1)}
