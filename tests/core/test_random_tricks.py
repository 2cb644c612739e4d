"""Native loops play many cards in one go: they come to the very state that sample and step come to, card by card."""

from __future__ import annotations

import pytest
from random_play import every_value, setups

from paiju.core.cards import Card
from paiju.core.chance import Random
from paiju.core.loops import run_deals, run_rolls
from paiju.core.state import State


def play_card_by_card(state: State, rng: Random) -> None:
    while not state.is_over:
        seat = state.waiting()[0]
        state.step(seat, state.sample(seat, rng))


@pytest.mark.parametrize("game", ["hearts", "poepen"])
def test_a_deal_in_one_go_is_the_deal_card_by_card(game: str) -> None:
    for rules in every_value(game):
        for setup in setups(rules, 3):
            quick, slow = Random(rules), Random(rules)
            deck = bytes(setup.game.cards(setup))
            state = setup.game.State(setup)
            run_deals(state, deck, quick, 1)
            shuffled = [Card(face) for face in deck]
            slow.shuffle(shuffled)
            same = setup.game.start(setup, shuffled)
            play_card_by_card(same, slow)
            assert (state.dump(), state.scores(), quick.state) == (same.dump(), same.scores(), slow.state)


@pytest.mark.parametrize("rules", ["hearts", "hearts:queen_breaks,players=5", "poepen", "poepen:trump=none,players=3"])
def test_endings_from_every_moment_are_those_card_by_card(rules: str) -> None:
    setup = setups(rules, 1)[0]
    rng = Random(rules)
    state = setup.game.start(setup, setup.game.shuffled(setup, rng))
    while not state.is_over:
        end, luck = state.copy(), rng.fork()
        tally = run_rolls(state, rng.fork(), 1)
        play_card_by_card(end, luck)
        assert tuple(tally.total[: setup.seats]) == end.scores()
        seat = state.waiting()[0]
        state.step(seat, state.sample(seat, rng))
