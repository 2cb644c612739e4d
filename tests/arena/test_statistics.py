"""What the results say, against figures worked out by hand or simulated."""

import itertools
import math
import pickle
import random
from types import SimpleNamespace

import pytest

from paiju.arena.schedule import Schedule
from paiju.arena.show import beyond_line, margin, number, percent_margin, signed, sprt_lines
from paiju.arena.statistics import SURE, Estimate, Sprt, SprtRun, SprtStatus, Sums, Totals, ratings, student
from paiju.arena.tournament import forfeits

DUEL = Schedule(2, (0, 1), ((0, 1), (1, 0)))


def totals_of(rows, low_wins=False, plan=DUEL, **more):
    totals = Totals(plan, low_wins, **more)
    for deck, scores in enumerate(rows):
        totals.add(deck, scores)
    return totals


def test_an_interval_worked_out_by_hand():
    sums = Sums()
    for value in (1, 2, 3, 4):
        sums.add(value)
    found = sums.estimate()
    assert found.mean == 2.5
    assert found.margin == pytest.approx(3.1824 * math.sqrt(5 / 3) / 2, rel=1e-4)


def test_one_deck_has_no_interval():
    sums = Sums(1, 7, 49)
    assert sums.estimate().mean == 7
    assert math.isnan(sums.estimate().margin)


@pytest.mark.parametrize(("freedom", "point"), [(1, 12.706), (6, 2.4469), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_students_t(freedom, point):
    assert student(freedom) == pytest.approx(point, rel=0.01)


def test_luck_of_the_cards_cancels():
    # Whoever holds the good cards scores 100: alike for both, so neither leads, and without doubt.
    totals = totals_of([[100, 0, 100, 0]] * 10)
    assert (totals.score(0).mean, totals.score(1).mean) == (50, 50)
    assert (totals.lead(0, 1).mean, totals.lead(0, 1).margin) == (0, 0)


def test_the_lead_is_positive_for_the_better_even_where_low_wins():
    totals = totals_of([[1, 3, 3, 1], [0, 2, 5, 1]], low_wins=True)
    assert totals.lead(0, 1).mean == (2 + 3) / 2  # deck 0: 1 and 1 against 3 and 3; deck 1: 0 and 1 against 2 and 5
    assert totals.lead(1, 0).mean == -2.5
    assert totals.met(0, 1) == (2, 0, 0)
    assert totals.order() == [0, 1]


def test_a_win_is_shared_by_who_ties():
    totals = totals_of([[5, 5, 5, 5], [9, 5, 9, 5]])
    assert (totals.win_rate(0).mean, totals.win_rate(1).mean) == (0.5, 0.5)
    assert totals_of([[5, 5, 4, 5]]).win_rate(0).mean == 0.75


def test_pieces_add_up_in_any_order():
    rng = random.Random(1)
    rows = [[rng.randrange(-50, 50) for _ in range(4)] for _ in range(6)]
    whole = totals_of(rows, sequential=True)
    for order in itertools.permutations(range(6), 6):
        joined = Totals(DUEL, False, True)
        for deck in order:
            piece = Totals(DUEL, False, True)
            piece.add(deck, rows[deck])
            joined.join(pickle.loads(pickle.dumps(piece)))
        assert joined.scores == whole.scores
        assert joined.pairs == whole.pairs
        assert ratings(joined) == ratings(whole)
        assert joined.leads == whole.leads


def test_who_wins_more_is_rated_higher_and_more_decks_make_it_surer():
    few, many = (ratings(totals_of([[3, 1, 1, 3], [3, 1, 1, 3], [1, 2, 2, 1]] * n)) for n in (1, 50))
    assert few
    assert many
    assert many[0].mu > many[1].mu
    assert many[0].sigma < few[0].sigma


# ---- forfeits ----


def test_who_fails_gets_the_worst_of_the_table():
    assert forfeits([4, 0, 9, 13], None, {1}, (0, 1, 2, 3), low_wins=True) == ([4, 13, 9, 13], [0])


def test_a_team_that_fails_loses_what_its_stand_in_won():
    assert forfeits([2, -2, 2, -2], None, {2}, (0, 1, 0, 1), low_wins=False) == ([-2, 2, -2, 2], [1, 3])


def test_who_failed_cannot_win_a_match():
    assert forfeits([90, 40, 60, 100], (1,), {1}, (0, 1, 2, 3), low_wins=True) == ([90, 100, 60, 100], [2])


def test_nobody_wins_where_all_failed():
    assert forfeits([1, 2], None, {0, 1}, (0, 1), low_wins=False) == ([1, 1], [])


# ---- the sequential test ----


def walk(test, leads):
    return SprtRun(test, 1000).on({deck: round(1000 * lead) for deck, lead in enumerate(leads)})


def errors(mean, wrong, spread=8.0, runs=300):
    rng, test = random.Random(5), Sprt(0, 1)
    found = [walk(test, [rng.gauss(mean, spread) for _ in range(6000)]) for _ in range(runs)]
    assert all(status.decision for status in found)
    return sum(status.decision == wrong for status in found) / runs


def test_the_test_errs_about_as_rarely_as_promised():
    # alpha and beta are 5 %; 300 runs spread by 1.3 %.
    assert errors(0, "high") < 0.09
    assert errors(1, "low") < 0.09


def test_clear_cases_are_decided_early_and_rightly():
    assert errors(3, "low") == 0
    assert errors(-3, "high") == 0


@pytest.mark.parametrize(("lead", "decision"), [(26, "high"), (-26, "low"), (0, "low"), (1, "high"), (1e6, "high")])
def test_it_ends_for_absurdly_unequal_opponents(lead, decision):
    found = walk(Sprt(0, 1), [lead] * 40)
    assert (found.decision, found.decks) == (decision, SURE)


def test_decks_count_in_order_and_not_beyond_a_gap():
    assert SprtRun(Sprt(0, 1), 1).on(dict.fromkeys([*range(10), *range(11, 500)], 26)).decks == 10


def test_a_walk_goes_on_where_it_stopped():
    rng = random.Random(2)
    leads = {deck: round(rng.gauss(600, 8000)) for deck in range(3000)}
    whole, parts = SprtRun(Sprt(0, 1), 1000), SprtRun(Sprt(0, 1), 1000)
    for end in range(0, 3001, 100):
        parts.on({deck: leads[deck] for deck in range(end)})
    assert parts.on(leads) == whole.on(leads)


def test_a_bot_fails_once_a_deal_however_many_of_its_seats_do():
    plan = Schedule(2, (0, 1, 0, 1), ((0, 1, 0, 1), (1, 0, 1, 0)))
    totals = Totals(plan, low_wins=False)
    seats = [[0, 0, "crash", "oops"], [0, 2, "timeout", "late"], [0, 1, "illegal", "no"], [1, 1, "crash", "oops"]]
    totals.add(0, [0] * 8, [[], [0, 2]], seats)
    assert totals.failures == [{"crash": 2}, {"illegal": 1}]


@pytest.mark.parametrize(
    ("sprt", "decision", "said"),
    [
        (Sprt(0, 1), "low", "rejected: new is at most 0 points better than old,"),
        (Sprt(0, 1), "high", "accepted: new is at least 1 points better than old,"),
        (Sprt(-2, -1), "low", "rejected: new is at least 2 points worse than old,"),
        (Sprt(-2, -1), "high", "accepted: new is at most 1 points worse than old,"),
    ],
)
def test_a_status_says_what_is_so(sprt, decision, said):
    status = SprtStatus(20, 3.0, decision)
    tournament = SimpleNamespace(names=["new", "old"])
    assert sprt_lines(tournament, sprt, status)[1] == said  # pyright: ignore[reportArgumentType]
    assert beyond_line(23, status).startswith("3 decks were also played")
    assert beyond_line(20, status) == ""


def test_nought_has_no_minus():
    assert (number(-0.0001), signed(-0.0001), number(-0.001), signed(-1)) == ("0.000", "+0.000", "-0.001", "-1.000")


def test_an_interval_that_says_nothing_is_called_too_few():
    assert margin(Estimate(1.0, math.nan)) == percent_margin(Estimate(0.5, math.nan)) == "too few"
    assert percent_margin(Estimate(0.5, 3.17)) == "too few"
    assert percent_margin(Estimate(0.5, 0.1)) == "± 10.00"
