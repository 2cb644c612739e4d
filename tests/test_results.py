"""What a deal brought, in rows and lines, without a screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

import paiju
from paiju.core.chance import Random
from paiju.core.words import Event
from paiju.door import FinishedDeal
from paiju.games import BUILT_IN
from paiju.results import ending_lines, note_lines, sheet_rows, standing_text, trick_rows
from paiju.show import Style

STYLE = Style(names=("Ann", "Bo", "Cor", "Dia", "Eef", "Fay"))


def finished(rules: str) -> tuple[FinishedDeal, list[Event], paiju.State]:
    """A deal played at random, its last events and its end."""
    game, options = paiju.read_rules(rules)
    rng, setup = Random(2), game.first(options)
    state = game.start(setup, game.shuffled(setup, rng))
    events: list[Event] = []
    while not state.is_over:
        seat = state.waiting()[0]
        events = state.apply(seat, state.sample(seat, rng))
    return FinishedDeal(setup.deal, state.scores(), game.after(setup, state).match), events, state


@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_sheet_has_a_column_a_seat_and_a_row_a_deal(rules):
    result, _, _ = finished(rules)
    head, first, second = sheet_rows([result, result], STYLE)
    assert head == ["", *STYLE.names[: len(result.scores)]]
    assert first == second
    assert first[0] == "deal 1"
    figures = result.after.standing_figures
    assert all(figure in cell for figure, cell in zip(figures, first[1:], strict=True))


@pytest.mark.parametrize(
    ("rules", "standing", "cells"),
    [
        ("shengji:target=A", (11, 13), ["J", "K"]),
        ("shengji", (15, 4), ["5+", "4"]),  # rules/shengji.md 10.1: past level five
        ("luzi:target=14,players=4", (12, 10), ["Q", "10"]),
    ],
)
def test_a_sheet_has_levels_as_they_are_on_cards(rules, standing, cells):
    game, options = paiju.read_rules(rules)
    setup = replace(game.first(options), standing=standing * 2, deal=2)
    _, row = sheet_rows([FinishedDeal(1, (0,) * 4, setup.match)], STYLE)
    assert row[1:] == cells * 2


@pytest.mark.parametrize("rules", BUILT_IN)
def test_the_end_is_told_without_cards_tricks_and_scores(rules):
    _, events, _ = finished(rules)
    told = "\n".join(ending_lines(events, STYLE))
    assert not any(word in told for word in ("plays", "takes the trick", "scores"))


def test_who_went_out_and_who_is_locked_up_is_told_at_the_end():
    _, events, _ = finished("luzi")
    told = "\n".join(ending_lines(events, STYLE))
    assert "is out, number" in told
    assert "is locked up" in told


def test_each_seat_has_its_notes():
    _, _, state = finished("poepen")
    assert [line.partition(":")[0] for line in note_lines(state.scene(), STYLE)] == list(STYLE.names[: state.seats])


def test_who_leads_is_told_until_somebody_has_won():
    result, _, _ = finished("hearts")
    assert list(standing_text(result.after, STYLE))[-1].startswith("in the lead: ")


def test_a_trick_has_a_star_for_its_winner():
    _, _, state = finished("hearts")
    rows = list(trick_rows(state.scene().last, STYLE))
    assert len(rows) == 4
    assert [row[0].strip("* ") for row in rows if row[0].startswith("*")] == [STYLE.seat(state.last_trick().winner)]
