"""Every house rule of Poepen against a referee (tests/poepen_referee.py), over random mixes of all options."""

from dataclasses import fields, replace

import poepen_referee
import pytest
from random_play import choices

import paiju
from paiju import Random, UnknownRules
from paiju.games.poepen import GAME

MIXES = 400


def random_options(rng):
    """Some options at random, each of its values as likely as any other."""
    while True:
        words = [f"{field.name}={rng.choice(values_of(field))}" for field in fields(GAME.Options) if rng.below(2)]
        try:
            return GAME.read_options(",".join(words))
        except UnknownRules:
            continue


def values_of(field):
    """What an option may be; of a range all of it."""
    meta = field.metadata
    return [*choices(field), *range(meta["least"], meta["most"] + 1 if meta["most"] else 0)]


def assert_played_alike(setup, rng):
    """One round with random answers: at every step the same seats are asked for the same, and it ends with the same."""
    deck = GAME.shuffled(setup, rng)
    state = GAME.start(setup, deck)
    referee = poepen_referee.Referee(setup.options, setup.deal, setup.dealer, list(map(str, deck)))
    assert state.dealer == referee.dealer
    while True:
        assert state.waiting() == sorted(referee.waiting())
        assert [sorted(map(str, hand)) for hand in state.hands] == [
            sorted(map(poepen_referee.spelt, hand)) for hand in referee.hands
        ]
        assert (list(state.bids), list(state.tricks_won)) == (referee.bids, referee.won)
        for seat in state.waiting():
            assert {str(action) for action in state.actions(seat)} == referee.moves(seat)
        if state.is_over:
            break
        seat = rng.choice(state.waiting())
        action = rng.choice(list(state.actions(seat))) if rng.below(4) == 0 else state.sample(seat, rng)
        state.apply(seat, action)
        referee.act(seat, str(action))
    assert state.scores() == referee.scores()
    return state


def test_house_rules_are_refereed_alike(some):
    rng, seen = Random("referee"), set()
    for _ in range(some(MIXES)):
        options = random_options(rng)
        schedule = poepen_referee.rounds(options)
        assert GAME.schedule(options) == schedule
        first = GAME.first(options)
        deal = rng.below(len(schedule)) + 1
        setup = first if deal == 1 else replace(first, deal=deal, dealer=rng.below(options.players))
        after = GAME.after(setup, state := assert_played_alike(setup, rng))
        assert after.over == (deal == len(schedule))
        assert (after.dealer, after.standing) == ((state.dealer + 1) % options.players, state.scores())
        seen |= {(field.name, getattr(options, field.name)) for field in fields(options)}
    few = {("length", n) for n in range(53)} | {(name, n) for name in ("peak", "low", "hook_from") for n in range(27)}
    every = {(field.name, value) for field in fields(GAME.Options) for value in field.metadata["choices"]}
    assert every - few <= seen or some(MIXES) < MIXES


@pytest.mark.parametrize("preset", ["", *GAME.presets])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whole_matches_of_presets_are_refereed_alike(preset, players, some):
    _, options = paiju.read_rules(f"poepen:{preset},players={players}")
    rng = Random(f"{preset}{players}")
    setup = GAME.first(options)
    while not setup.over:
        state = assert_played_alike(setup, rng)
        setup = GAME.after(setup, state)
        if some(10) < 10 and setup.deal > 4:
            return
    assert setup.deal == len(poepen_referee.rounds(options)) + 1


@pytest.mark.parametrize("rules", ["poepen:first_dealer=random", "poepen:first_dealer=random,peak=1,players=6"])
def test_1_4_a_drawn_dealer_is_anybody_and_tells_nothing_of_the_cards(rules):
    """Every seat as often; and each card lies in the hand that is dealt first as often, whoever deals."""
    setup, rng = GAME.first(paiju.read_rules(rules)[1]), Random(3)
    times = 600
    dealers, high = [0] * setup.seats, [0] * setup.seats
    for _ in range(times * setup.seats):
        state = GAME.start(setup, GAME.shuffled(setup, rng))
        first = (state.dealer + 1) % setup.seats
        dealers[state.dealer] += 1
        high[state.dealer] += sum(card >= 26 for card in state.hands[first])
    expected = times * GAME.cards_each(setup) / 2
    assert all(abs(number - times) < 100 for number in dealers)
    assert all(abs(number - expected) < expected / 5 for number in high)
