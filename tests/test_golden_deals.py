"""Whole deals that were played once and must be played the same for ever: tests/data/<game>.deals, records as they are.

A change that makes one of them illegal or gives it other scores changes a rule, and says so in the changelog.
"""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from paiju.core.words import ONLOOKER, TRUTH
from paiju.games import BUILT_IN, find
from paiju.record import read_records, steps

FILES = sorted((Path(__file__).parent / "data").glob("*.deals"))


def records(file):
    return list(read_records(file.read_text(encoding="utf-8").splitlines()))


def test_every_game_has_golden_deals():
    assert {file.stem for file in FILES} == set(BUILT_IN)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_option_is_in_a_golden_deal_or_case(file):
    text = file.read_text(encoding="utf-8") + file.with_suffix(".golden").read_text(encoding="utf-8")
    options = {option.name for option in fields(find(file.stem).Options)}
    assert options == {option for option in options if re.search(rf"\b{option}\b", text)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_deals_are_played_the_same(file):
    found = records(file)
    assert len(found) >= 3
    assert all(record.deals[-1].final().is_over for record in found)
    assert "\n".join(record.text() for record in found) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_deals_can_be_watched_from_every_seat(file):
    """Everybody sees each deal from its start to its end, and every move that others could see."""
    record = records(file)[0]
    told = sum(bool(events) or number == 0 for deal in record.deals for number, (_, events) in enumerate(deal.replay()))
    for viewer in (*range(record.deals[0].setup.seats), ONLOOKER):
        seen = list(steps(record, viewer))
        assert sum(move is None for _, move, _, _ in seen) >= len(record.deals)
        assert len(seen) >= told
        assert all(state.viewer == viewer for _, _, state, _ in seen)
        assert seen[-1][2].is_over
    assert sum(1 for _ in steps(record, TRUTH)) == sum(len(deal.moves) + 1 for deal in record.deals)
