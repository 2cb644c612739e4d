"""The contract (docs/design.md): what holds for every game, under many rule sets, on random deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import product
from math import isfinite

import pytest
from random_play import (
    answer,
    choices,
    every_game,
    every_value,
    fresh,
    is_legal,
    junk,
    length,
    listed,
    moments,
    play_out,
    refusal,
    rule_sets,
    setups,
    untried,
    viewers,
)

import paiju
from paiju.bots.search import worlds_of
from paiju.core import bits, loops
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.words import KINDS, MOST_AMOUNT, TRUTH, Action
from paiju.games import find


def sums_in_hearts(options):
    """All points of the cards; or those of the moon, which is what one loses or all others get."""
    points = options.queen + (104 if options.spot_hearts else 13)
    clean = range(options.players - 1) if options.no_trick else [0]
    moons = [points, 2 * points] if options.sun else [points]
    sums = {points - 5 * seats for seats in clean} | {-moon for moon in moons}
    return {total - 10 * options.jack for total in sums | {moon * (options.players - 1) for moon in moons}}


# What the scores of a deal may add up to; a game that is not listed has no such rule.
SUMS = {"hearts": sums_in_hearts}
MATCH = 1500  # deals within which random players end any match


def pytest_generate_tests(metafunc):
    if "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", [rules for name in every_game() for rules in rule_sets(name)])


def deck_of(state) -> Cards:
    return Cards(state.setup.game.cards(state.setup))


# ---- cards and turns ----


def test_cards_are_conserved(rules, some):
    """Cards leave the hands when an event says so, and are nowhere twice."""
    rng = Random(1)
    for _ in range(some(12)):
        state, _ = fresh(rules, rng)
        deck = deck_of(state)
        gone = deck - Cards(sum(state.hand))  # a card turned up for trump lies aside
        while not state.is_over:
            held = Cards(sum(state.hand))
            events = state.apply(*answer(state, rng))
            played = held - Cards(sum(state.hand))
            assert all(any(card in event.cards for event in events) for card in played)
            gone += played
            assert Cards(sum(state.hand)) + gone == deck
            assert state.everything() in deck
            assert deck - state.everything() in gone
            assert all(bits.size(state.hand[place]) == state.count[place] for place in range(7))
            view = state.view(rng.choice(viewers(state)))
            assert view.everything() == state.everything()
            assert view.counts == state.counts


def test_somebody_owes_an_answer_until_the_end(rules, some):
    for state, _ in moments(rules, some(20)):
        waiting = state.waiting()
        assert bool(waiting) != state.is_over
        for seat in range(state.seats):
            assert bool(state.asks(seat)) == bool(listed(state, seat, 1))
            assert bool(state.asks(seat)) == (seat in waiting) or (state.is_timed and state.asks(seat))
        assert state.phase in state.phases


def test_the_moments_of_a_step_tell_what_the_step_tells(rules, some):
    """All its events in order, ending in the state itself; and nobody but whoever is asked can tell which is last."""
    rng = Random(2)
    for _ in range(some(6)):
        state, _ = fresh(rules, rng)
        before, step, events = None, (-1, None), state.first_events()
        while not state.is_over:
            unfolded = state.unfold(before, *step, events)
            assert [event for _, told in unfolded for event in told] == events
            assert unfolded[-1][0] is state
            for moment, _ in unfolded[:-1]:
                assert not moment.is_over
                assert moment.is_timed or not any(moment.asks(seat) for seat in range(state.seats))
                assert moment.everything() in deck_of(state)
            before, step = state.copy(), answer(state, rng)
            events = state.apply(*step)


def test_a_trick_ends_when_its_cards_go(rules, some):
    """Who shows a deal need not compare tables: the events say it."""
    rng = Random(6)
    for _ in range(some(6)):
        state, _ = fresh(rules, rng)
        assert not any(event.ends_trick for event in state.first_events())
        while not state.is_over:
            before = state.last_trick(), state.running_trick()
            events = state.apply(*answer(state, rng))
            cleared = not state.running_trick().plays and bool(state.last_trick().plays)
            assert any(event.ends_trick for event in events) == (
                cleared and before != (state.last_trick(), state.running_trick())
            )


def test_a_claim_is_certain(rules, some):
    """Once a seat may claim, nothing the others play changes the scores, whatever they hold."""
    claims = 0
    for state, rng in moments(rules, some(40), 60):
        for seat in state.waiting():
            view = state.view(seat)
            if view.claim(seat) is None or claims == 10:
                continue
            claims += 1
            world = view.guess(rng)
            assert len({cashed(world.copy(), seat, rng) for _ in range(5)}) == 1


def cashed(state, claimant, rng):
    """The scores when one seat cashes its cards and the others play anything."""
    while not state.is_over:
        seat = state.waiting()[0]
        cash = state.view(seat).cash(seat) if seat == claimant else [state.sample(seat, rng) for _ in range(50)]
        state.step(seat, next(action for action in cash if action.kind == "play" and not refusal(state, seat, action)))
    return state.scores()


# ---- legality ----


def test_listed_and_sampled_actions_are_legal(rules, some):
    for state, rng in moments(rules, some(2), 12):
        for seat in state.waiting():
            actions = listed(state, seat)
            assert len(set(actions)) == len(actions)
            for action in actions:
                state.check(seat, action)
            for _ in range(4):
                action = state.sample(seat, rng)
                state.check(seat, action)
                assert action in actions or len(actions) == 400


def test_every_action_can_be_sampled(rules, some):
    for state, rng in moments(rules, some(6), 6):
        for seat in state.waiting():
            actions = set(listed(state, seat, 5))
            if len(actions) < 5:
                assert {state.sample(seat, rng) for _ in range(200)} == actions


def every_answer(state, seat, most=1500):
    """All actions that the cards in hand and the kinds and amounts asked for could make; none if there are too many."""
    asks, hand = state.asks(seat), Counter(Cards(state.hand[seat]))
    largest = max(ask.most for ask in asks)
    sets = [()]
    for card, copies in hand.items():
        sets = [part + (card,) * n for part in sets for n in range(copies + 1) if len(part) + n <= largest + 1]
        if len(sets) > most:
            return
    kinds = {ask.kind for ask in asks} | {"pass", "play"}
    amounts = {0, 1, MOST_AMOUNT}.union(*(ask.amounts for ask in asks))
    for kind, cards, amount in product(kinds, sets, amounts):
        yield Action(kind, Cards(cards), amount)


def test_actions_are_all_that_check_allows(rules, some):
    budget = some(20_000)
    for state, rng in moments(rules, some(200), 12):
        if state.is_over:
            continue
        seat = rng.choice(state.waiting())
        answers = list(every_answer(state, seat))
        if len(answers) * 3 < budget:
            budget -= len(answers)
            legal = {action for action in answers if is_legal(state, seat, action)}
            assert not answers or set(listed(state, seat, 100_000)) == legal
        elif budget < 100:
            break
    assert budget < some(20_000)


# ---- states ----


def test_a_copy_is_independent(rules, some):
    for state, rng in moments(rules, some(5), 6):
        for original in (state, state.view(rng.choice(viewers(state)))):
            before, twin = original.dump(), original.copy()
            assert twin == original
            play_out(twin.guess(Random(1)), Random(2))
            if original is state:
                play_out(twin, Random(2))
            assert original.dump() == before
        same, other = state.copy(), state.copy()
        assert play_out(same, Random(5)) == play_out(other, Random(5))


def test_apply_is_check_and_step(rules, some):
    for state, rng in moments(rules, some(10), 12):
        if not state.is_over:
            seat, action = answer(state, rng)
            applied, stepped = state.copy(), state.copy()
            events = applied.apply(seat, action)
            stepped.step(seat, action)
            assert applied == stepped
            assert events or action.kind == "pass"  # that somebody declined to call is nobody's business
            for event in events:
                sentence = (state.setup.game.events | paiju.core.words.EVENTS)[event.kind]
                for part in sentence.split("|"):
                    assert part.format(seat=event.seat, cards=event.cards, amount=event.amount)


def test_a_refused_action_changes_nothing(rules, some):
    for state, rng in moments(rules, some(4), 12):
        before = state.dump()
        for seat in range(state.seats):
            for action in (junk(state, seat, rng) for _ in range(5)):
                if refusal(state, seat, action):
                    with pytest.raises(paiju.IllegalAction):
                        state.apply(seat, action)
                    assert state.dump() == before


def test_a_reused_state_is_as_good_as_new(rules, some):
    rng = Random(3)
    for _ in range(some(10)):
        state, _ = fresh(rules, rng)
        setup = state.setup
        for used in (play_out(state.copy(), rng), state.view(0), state.guess(rng)):
            deck = setup.game.shuffled(setup, rng)
            assert used.deal(deck).dump() == setup.game.start(setup, deck).dump()


def test_a_replay_gives_the_same_state(rules, some):
    rng = Random(4)
    for _ in range(some(5)):
        state, deck = fresh(rules, rng)
        history = []
        while not state.is_over:
            seat, action = answer(state, rng)
            history.append((seat, str(action), state.apply(seat, action)))
        again = state.setup.game.start(state.setup, deck)
        for seat, text, events in history:
            assert again.apply(seat, Action.read(text)) == events
        assert again == state
        assert again.scores() == state.scores()


# ---- views and guesses ----


def test_a_view_answers_as_the_truth_does(rules, some):
    for state, rng in moments(rules, some(8), 10):
        for seat in range(state.seats):
            view = state.view(seat)
            assert view.asks(seat) == state.asks(seat)
            assert listed(view, seat, 60) == listed(state, seat, 60)
            assert view.scene().asks == tuple(state.asks(seat))
            for action in (junk(state, seat, rng) for _ in range(4)):
                assert refusal(view, seat, action) == refusal(state, seat, action)
            if seat in state.waiting():
                assert view.sample(seat, Random(9)) == state.sample(seat, Random(9))


def test_a_guess_looks_the_same_to_the_viewer(rules, some):
    for state, rng in moments(rules, some(8), 16):
        for viewer in viewers(state):
            view = state.view(viewer)
            before = view.dump()
            world = view.guess(rng)
            assert world.viewer == TRUTH
            assert world.everything() == state.everything()
            assert all(bits.size(world.hand[place]) == world.count[place] for place in range(7))
            assert world.view(viewer).dump() == before
            assert view.dump() == before


def test_a_guess_can_be_played_to_the_end(rules, some):
    for state, rng in moments(rules, some(8), 4):
        world = state.view(rng.choice(viewers(state))).guess(rng)
        while not world.is_over:
            seat, action = answer(world, rng)
            world.apply(seat, action)
        assert len(world.scores()) == world.seats


def test_guesses_are_spread(rules, some):
    """Every unseen card turns up at every place that has a fair share of the cards and may hold it."""
    for state, rng in moments(rules, some(4), 2):
        view = state.view(rng.choice(viewers(state)))
        total = bits.size(view.unseen)
        guesses = [view.guess(rng) for _ in range(150)]
        free = all(view.most[place] == bits.ALL for place in range(7))
        for place in range(7) if free else ():
            fixed = view.known[place] | view.sure[place]
            if view.concealed >> place & 1 and view.count[place] * 6 >= total + 6 * bits.size(fixed):
                seen = {face for world in guesses for face in Cards(world.hand[place])}
                bound = sum(view.known) + sum(view.sure)
                assert {face for face in Cards(view.unseen) if not bits.copies(bound, face)} <= seen


def test_actions_of_every_seat_that_owes_are_tried_in_its_own_worlds(rules, some):
    """Where several owe an answer also those of another than the first."""
    rng = Random(rules)
    state, _ = fresh(rules, rng)
    steps = length(state, rng)
    while not state.is_over:
        owing = state.waiting()
        if len(owing) > 1 or rng.below(steps) < some(3):
            for seat in owing:
                view, action = state.view(seat), state.sample(seat, rng)
                ((world, (value,)),) = worlds_of(view, [action], 1, rng)
                assert [*world.view(seat).hand] == [*view.hand]
                assert isfinite(value)
        state.step(*answer(state, rng))


def test_a_guess_knows_no_more_than_the_view(rules, some):
    for state, rng in moments(rules, some(8), 8):
        viewer = rng.choice(viewers(state))
        other = state.view(viewer).guess(rng)
        assert state.view(viewer).guess(Random(6)) == other.view(viewer).guess(Random(6))


# ---- text ----


def test_actions_read_back_from_text(rules, some):
    for state, rng in moments(rules, some(4), 10):
        for seat in state.waiting():
            for action in [*listed(state, seat, 40), state.sample(seat, rng)]:
                assert Action.read(str(action)) == action
                assert repr(action) == f"Action('{action}')"


@pytest.mark.parametrize("name", every_game())
def test_every_value_of_every_option_is_in_some_rule_set(name):
    game = find(name)
    options = {field.name: choices(field) for field in fields(game.Options)}
    missed = untried(game, options, list(every_value(name)))
    assert {option: values for option, values in missed.items() if values} == {}


def test_rule_sets_read_back_from_text(rules):
    game, options = paiju.read_rules(rules)
    assert game.rules(options) == rules
    assert game.first(options).options == options


# ---- scores and matches ----


def test_scores_add_up(rules, some):
    (game, options), rng = paiju.read_rules(rules), Random(8)
    for _ in range(some(60)):
        state = play_out(fresh(rules, rng)[0], rng)
        scores = state.scores()
        assert len(scores) == state.seats
        assert scores == state.scores() == state.copy().scores() == state.view(0).scores()
        assert game.name not in SUMS or sum(scores) in SUMS[game.name](options)


def test_a_match_ends_with_winners(rules, some):
    game, options = paiju.read_rules(rules)
    setup, rng = game.first(options), Random(10)
    state = game.State(setup)
    for deal in range(1, MATCH):
        assert (setup.deal, len(setup.standing), setup.over) == (deal, setup.seats, False)
        state = game.start(setup, game.shuffled(setup, rng))
        setup = game.after(setup, play_out(state, rng))
        assert set(game.winners(setup)) <= set(range(setup.seats))
        assert all(str(line) for line in game.standing_text(setup))
        if setup.over or some(MATCH) < MATCH <= 100 * deal:
            break
    endless = any(type(value) is int and value == 0 for value in vars(options).values())  # 0 can mean: no limit
    assert setup.over or endless or some(MATCH) < MATCH
    assert game.winners(setup)
    assert len({game.team(setup, seat) for seat in game.winners(setup)}) <= setup.seats


# ---- native loops ----


def by_hand(state, rng):
    """Play on as the native loops do: the lowest seat first."""
    plays = 0
    while state.actors:
        seat = bits.lowest(state.actors)
        state.step(seat, state.sample(seat, rng))
        plays += 1
    return plays


def sums(tally):
    return tally.deals, tally.plays, list(tally.total), list(tally.squares)


def test_random_deals_agree_with_steps(rules, some):
    setup = setups(rules)[-1]
    rng, deck, state = Random(11).fork(0), setup.game.deck(setup), setup.game.State(setup)
    total, squares, plays, n = [0.0] * 6, [0.0] * 6, 0, some(20)
    for _ in range(n):
        rng.shuffle(deck)
        state.deal(deck)
        plays += by_hand(state, rng)
        for seat, score in enumerate(state.scores()):
            total[seat] += score
            squares[seat] += score * score
    assert sums(loops.random_deals(setup, n, 11)) == (n, plays, total, squares)


def test_roll_outs_agree_with_steps(rules, some):
    for state, _ in moments(rules, some(2), 2):
        for start in (state, state.view(0)):
            rng, total, plays = Random(12).fork(0), [0.0] * 6, 0
            for _ in range(5):
                world = start.guess(rng)
                plays += by_hand(world, rng)
                for seat, score in enumerate(world.scores()):
                    total[seat] += score
            tally = loops.roll_outs(start, 5, 12)
            assert (tally.plays, list(tally.total)) == (plays, total)


def test_threads_change_nothing(rules, some, monkeypatch):
    monkeypatch.setattr(loops, "CHUNK", 3)
    setup, n = setups(rules)[-1], some(40)
    assert sums(loops.random_deals(setup, n, 13, 1)) == sums(loops.random_deals(setup, n, 13, 3))
    view = fresh(rules, Random(13))[0].view(0)
    assert sums(loops.roll_outs(view, n, 13, 1)) == sums(loops.roll_outs(view, n, 13, 3))


def test_batches_agree_with_steps(rules, some):
    rng = Random(14)
    states = [fresh(rules, rng)[0] for _ in range(4)]
    twins = [state.copy() for state in states]
    made, one, other = 0, Random(15), Random(15)
    for _ in range(some(100)):
        for twin in twins:
            if twin.actors:
                seat = bits.lowest(twin.actors)
                twin.step(seat, twin.sample(seat, one))
                made += 1
    assert loops.random_batch(states, some(100), other) == made
    assert states == twins
    moves = [state.sample(bits.lowest(state.actors), rng) if state.actors else Action("pass") for state in states]
    loops.step_batch(states, moves)
    for twin, move in zip(twins, moves, strict=True):
        if twin.actors:
            twin.step(bits.lowest(twin.actors), move)
    assert states == twins


def test_kinds_of_actions_stay_few():
    assert len(KINDS) < 16
