"""Who sits where: every bot on every side equally often, in games with partners and without."""

from collections import Counter

import pytest

from paiju.arena.schedule import schedule
from paiju.games import read_rules


def seats(rules, bots, form="together", all_orders=False):
    game, options = read_rules(rules)
    return schedule(game.first(options), bots, form, all_orders)


def test_two_bots_alternate():
    assert seats("hearts", 2).deals == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_two_bots_fill_the_teams():
    assert seats("shengji", 2).deals == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert seats("luzi", 2).deals == ((0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0))


def test_four_bots_take_turns():
    assert seats("hearts", 4).deals == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


def test_three_bots_at_four_seats_also_take_turns_at_sitting_twice():
    plan = seats("hearts", 3)
    assert len(plan.deals) == 12
    assert {len(set(row)) for row in plan.deals} == {3}


def test_six_seats():
    assert seats("poepen:players=6", 3).deals == ((0, 1, 2, 0, 1, 2), (1, 2, 0, 1, 2, 0), (2, 0, 1, 2, 0, 1))
    assert len(seats("poepen:players=6", 6).deals) == 6


def test_more_bots_than_seats_meet_in_every_combination():
    plan = seats("hearts", 5)
    assert len({frozenset(row) for row in plan.deals}) == 5
    assert len(plan.pairs()) == 10


def test_more_bots_than_teams_meet_in_pairs():
    assert len(seats("shengji", 4).deals) == 2 * 6


def test_a_gauntlet_is_run_by_the_first():
    assert seats("hearts", 4, "gauntlet").pairs() == [(0, 1), (0, 2), (0, 3)]


def test_pairs_even_where_all_could_sit():
    assert {len(set(row)) for row in seats("hearts", 3, "pairs").deals} == {2}


def test_in_all_orders_everybody_sits_behind_everybody_equally_often():
    plan = seats("hearts", 4, all_orders=True)
    assert len(plan.deals) == 24
    behind = Counter((row[seat - 1], row[seat]) for row in plan.deals for seat in range(4))
    assert len(behind) == 12
    assert len(set(behind.values())) == 1


@pytest.mark.parametrize("rules", ["hearts", "shengji", "luzi", "poepen:players=5", "poepen:players=2"])
@pytest.mark.parametrize("bots", range(2, 7))
@pytest.mark.parametrize("form", ["together", "pairs"])
@pytest.mark.parametrize("all_orders", [False, True])
def test_everybody_sits_everywhere_equally_often(rules, bots, form, all_orders):
    plan = seats(rules, bots, form, all_orders)
    assert len(set(plan.deals)) == len(plan.deals)
    for seat in range(plan.seats):
        count = Counter(row[seat] for row in plan.deals)
        assert len(count) == bots
        assert len(set(count.values())) == 1
