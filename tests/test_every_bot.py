"""What every bot promises, in every game and under every rule set: legal answers, made from what its seat may see."""

from __future__ import annotations

import math

import pytest
from random_play import every_game, rule_sets

from paiju.bots import makers, read_bot
from paiju.bots.native import Native, advisor_class, advisor_for, styles
from paiju.bots.search import Search, explain
from paiju.core.chance import Random
from paiju.core.loops import payoffs, run_table
from paiju.core.words import ONLOOKER, TRUTH
from paiju.games import find, read_rules
from paiju.play import play_deal, play_match

RULES = [rules for name in every_game() for rules in rule_sets(name)]


def native_styles(game):
    return [(name, number) for number, name in enumerate(styles(game))]


def histories(rules: str, n: int, seed: int = 0):
    """States met in random deals, each with a seat that is to answer."""
    game, options = read_rules(rules)
    rng, setup = Random(seed), game.first(options)
    for _ in range(n):
        state = game.start(setup, game.shuffled(setup, rng))
        while not state.is_over:
            seat = rng.choice(state.waiting())
            yield state, seat, rng
            state.step(seat, state.sample(seat, rng))
        setup = game.after(setup, state)
        if setup.over:
            setup = game.first(options)


@pytest.mark.parametrize("rules", RULES)
def test_native_answers_are_legal_and_from_the_view_alone(rules, some):
    """A style gives the same answer on the truth as on what the seat sees, so it cannot have looked at other cards."""
    for state, seat, rng in histories(rules, some(20)):
        if rng.below(3):
            continue
        luck = rng.below(1 << 30)
        for name, style in native_styles(state.setup.game):
            answer = advisor_for(state.view(seat)).advice(seat, style, Random(luck))
            state.check(seat, answer)
            assert advisor_for(state).advice(seat, style, Random(luck)) == answer, f"{name} looked at hidden cards"


@pytest.mark.parametrize("rules", RULES)
def test_candidates_are_legal(rules, some):
    for state, seat, rng in histories(rules, some(6), seed=1):
        if rng.below(4):
            continue
        player = advisor_for(state.view(seat))
        found = player.candidates(seat, 12)
        assert 1 <= len(found) <= 12
        for action in found:
            state.check(seat, action)
        assert len(set(found)) == len(found)


@pytest.mark.parametrize("rules", RULES)
def test_styles_finish_deals_at_one_table(rules, some):
    game, options = read_rules(rules)
    setup, rng = game.first(options), Random(5)
    table = advisor_class(game)(setup)
    numbers = [number for _, number in native_styles(game)]
    for _ in range(some(50)):
        seats = [rng.choice(numbers) for _ in range(setup.seats)]
        deck = game.shuffled(setup, rng)
        assert run_table(table, deck, seats, rng) > 0
        assert table.is_over


@pytest.mark.parametrize("name", every_game())
def test_a_native_table_and_python_play_the_same_deal(name, some):
    """The native loop and the plain loop in Python ask the same style the same questions."""
    game = find(name)
    setup, rng = game.first(), Random(9)
    style = len(styles(game)) - 1
    bot = read_bot(styles(game)[style], game)
    assert isinstance(bot, Native)
    for seed in range(some(10)):
        deck = game.shuffled(setup, rng)
        table = advisor_class(game)(setup)
        run_table(table, deck, [bot.style] * setup.seats, Random(seed))
        assert play_deal(setup, deck, [bot] * setup.seats, Random(seed)).scores() == table.scores()


@pytest.mark.parametrize("rules", RULES)
def test_search_answers_every_question_of_a_deal(rules):
    game, options = read_rules(rules)
    bot = read_bot("search:worlds=2", game)
    setup = game.first(options)
    state = play_deal(setup, game.shuffled(setup, Random(3)), [bot] * setup.seats, Random(3))
    assert state.is_over


@pytest.mark.parametrize("name", every_game())
def test_a_search_is_reproducible_on_any_number_of_threads(name):
    alone, together = Search("alone", worlds=40), Search("together", worlds=40, threads=3)
    for state, seat, rng in histories(name, 1, seed=4):
        if rng.below(12):
            continue
        view = state.view(seat)
        first = alone.explain(view, Random(8))
        assert first == together.explain(view, Random(8))
        assert first[0].action == alone(view, Random(8))
        assert all(choice.cost >= 0 for choice in first)
    together.close()


@pytest.mark.parametrize("name", every_game())
def test_explain_always_looks_at_what_it_is_asked_about(name):
    for state, seat, rng in histories(name, 1, seed=6):
        if rng.below(8):
            continue
        wanted = state.sample(seat, rng)
        choices = explain(state.view(seat), rng, worlds=3, also=[wanted])
        assert wanted in [choice.action for choice in choices]
        assert len({choice.action for choice in choices}) == len(choices)


@pytest.mark.parametrize("name", every_game())
def test_roll_outs_cut_off_after_the_end_are_whole_roll_outs(name):
    """An evaluator that is never reached changes nothing: the same worlds, the same luck, the same values."""

    def never(states, seat):
        raise AssertionError("every deal was over")

    for state, seat, rng in histories(name, 1, seed=7):
        if rng.below(12):
            continue
        whole = explain(state.view(seat), Random(8), worlds=20)
        assert explain(state.view(seat), Random(8), worlds=20, evaluate=never, depth=10**6) == whole


def hearts_to_play():
    """A deal of Hearts in its first tricks, and who is to play, with a choice."""
    for state, seat, _ in histories("hearts", 1, seed=3):
        if state.phase == "play" and len(list(state.actions(seat))) > 3:
            return state, seat
    raise AssertionError("no choice in a whole deal")


@pytest.mark.parametrize("depth", [0, 1, 5])
def test_an_evaluator_gets_the_positions_so_many_moves_after_the_candidate(depth):
    state, seat = hearts_to_play()
    batches = []

    def level(states, mover):
        assert mover == seat
        batches.append(states)
        return [0.0] * len(states)

    found = explain(state.view(seat), Random(1), worlds=32, evaluate=level, depth=depth)
    assert [len(batch) for batch in batches] == [16 * len(found)] * 2  # a call for each look at the standing
    for position in batches[0]:
        assert position.viewer == TRUTH
        assert sum(position.counts) == sum(state.counts) - 1 - depth
    assert {candidate.value for candidate in found} == {0.0}


def test_the_evaluator_decides():
    state, seat = hearts_to_play()
    wanted = list(state.actions(seat))[-1]

    def rid_of_it(states, mover):
        return (float(not int(wanted.cards) & int(position.hands[mover])) for position in states)

    best = explain(state.view(seat), Random(1), worlds=16, evaluate=rid_of_it)[0]
    assert (best.action, best.value) == (wanted, 1.0)


def test_each_seat_rolls_out_in_its_style():
    state, seat = hearts_to_play()
    values = {}
    for names in ((), ("steady",), ("steady",) * 4, ("random",), ("steady", "steady", "random", "heartless")):
        found = explain(state.view(seat), Random(1), worlds=16, styles=names)
        values[names] = sorted((str(candidate.action), candidate.value) for candidate in found)
    assert values[()] == values["steady",] == values[("steady",) * 4]
    assert len({str(value) for value in values.values()}) == 3


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ({"evaluate": lambda states, seat: [1.0]}, "gave 1 values for"),
        ({"evaluate": lambda states, seat: [math.nan] * len(states)}, "not a finite number"),
        ({"depth": 3}, "a depth is a number of moves"),
        ({"depth": -1, "evaluate": lambda states, seat: []}, "a depth is a number of moves"),
        ({"styles": ["steady"] * 3}, "a list of 4"),
        ({"styles": "steady"}, "a list of 4"),
        ({"styles": ["search"]}, "search is not a native style; hearts has random, steady, heartless"),
        ({"styles": ["clever"]}, "there is no bot 'clever'"),
        ({"worlds": 0}, "a budget is needed"),
        ({"worlds": -3}, "a budget is needed"),
        ({"ms": -1}, "a budget is needed"),
        ({"also": ["play LJ"]}, "you do not hold LJ"),
        ({"among": ["play LJ"]}, "you do not hold LJ"),
        ({"among": ["bid 3"]}, "you cannot bid now"),
    ],
)
def test_search_says_what_is_wrong(ways, words):
    state, seat = hearts_to_play()
    with pytest.raises(ValueError, match=words):
        explain(state.view(seat), Random(1), **{"worlds": 4, **ways})


def test_moves_to_look_at_may_be_texts():
    state, seat = hearts_to_play()
    one, two = map(str, list(state.actions(seat))[:2])
    found = explain(state.view(seat), Random(1), worlds=2, among=[one, two])
    assert {str(candidate.action) for candidate in found} == {one, two}


def test_where_nobody_is_asked_nothing_is_explained():
    state, seat = hearts_to_play()
    over = state.copy()
    while not over.is_over:
        over.apply(over.seat, next(over.actions(over.seat)))
    for view in (state.view(ONLOOKER), state.view((seat + 1) % 4), over, over.view(0)):
        with pytest.raises(ValueError, match="nobody is asked here"):
            explain(view, Random(1), worlds=2)


def test_an_unfinished_deal_has_no_payoff():
    state, _ = hearts_to_play()
    with pytest.raises(ValueError, match="not over"):
        payoffs(state)


@pytest.mark.parametrize("name", every_game())
def test_every_bot_finishes_a_match(name):
    game = find(name)
    for maker in makers(game):
        if maker.name != "search" and maker.name in styles(game):
            play_match(game, [read_bot(maker.name, game)] * game.first().seats, Random(2), most_deals=3)
