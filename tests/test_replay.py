"""Replaying as text: what a seat saw and no more, and files of any size."""

import os
import subprocess
import sys
import threading
from itertools import pairwise

import pytest

import paiju
from paiju.core.words import ONLOOKER, TRUTH, Action
from paiju.games import BUILT_IN
from paiju.record import Record, moments
from paiju.replay import Replay
from paiju.show import Style


def played(rules: str, seed: int) -> Record:
    """A deal played at random, as a record."""
    game, options = paiju.read_rules(rules)
    record, rng = Record(game, options), paiju.Random(seed)
    setup = game.first(options)
    state = record.start(setup, game.shuffled(setup, rng))
    while not state.is_over:
        seat = rng.choice(state.waiting())
        action = state.sample(seat, rng)
        state.apply(seat, action)
        record.add(seat, action)
    return record


def pages(record: Record, path, seat: int | None, opened: bool = False) -> list[str]:
    path.write_text(record.text())
    return ["\n".join(page.lines) for page in Replay(str(path), seat, opened, Style()).read()]


@pytest.mark.parametrize("seed", range(5))
def test_a_seat_does_not_learn_where_a_draw_stopped(seed):
    """Each card is a moment of its own, whoever was asked in between."""
    deal = played("shengji:deals=1", seed).deals[0]
    for viewer in (0, 2, ONLOOKER):
        draws = [
            [event.kind for event in events]
            for number, _, events in moments(deal, viewer)
            if number == 0 or deal.moves[number - 1].seat != viewer
            if any(event.kind == "draw" for event in events)
        ]
        assert {kinds.count("draw") for kinds in draws} == {1}


@pytest.mark.parametrize("rules", BUILT_IN)
@pytest.mark.parametrize("viewer", [1, ONLOOKER])
def test_every_moment_of_a_seat_tells_something_or_is_its_own(rules, viewer):
    deal = played(rules, 3).deals[0]
    told = []
    for number, view, events in moments(deal, viewer):
        assert view.viewer == viewer
        assert events or not number or deal.moves[number - 1].seat == viewer
        told += events
    assert told == [event.to(viewer) for _, events in deal.replay() for event in events]
    assert len(list(moments(deal, TRUTH))) == len(deal.moves) + 1


def test_a_pass_in_the_draw_is_no_page_for_an_onlooker(tmp_path):
    """Somebody could have called and did not: nobody else may know."""
    records = (played("shengji:deals=1", seed) for seed in range(200))
    record = next(one for one in records if any(move.action == Action("pass") for move in one.deals[0].moves))
    deal = record.deals[0]
    told = pages(record, tmp_path / "some.paiju", None)
    calls = len([move for move in deal.moves if move.action.kind == "call"])
    assert len([page for page in told if "draw" in page]) <= 2 * (calls + 1)
    assert len(pages(record, tmp_path / "some.paiju", None, opened=True)) == len(deal.moves) + 1


@pytest.mark.parametrize("rules", BUILT_IN)
@pytest.mark.parametrize("seat", [None, 1])
def test_t_goes_from_trick_to_trick(rules, seat, tmp_path, capsys):
    record = played(rules, 3)
    path = tmp_path / "some.paiju"
    path.write_text(record.text())
    replay = Replay(str(path), seat, False, Style())
    ends, at = 0, 0
    while (then := replay.go(at, "t")) != at:
        at, ends = then, ends + (replay.moves[then].kind == "trick")
    tricks = [state.last_trick() for state, _ in record.deals[0].replay()]
    assert ends == len([1 for before, after in pairwise(tricks) if before != after and after.plays]) > 0


def test_a_draw_is_told_in_a_few_lines(tmp_path):
    record = played("shengji:deals=1", 2)
    calls = sum(move.action.kind in ("call", "pass") for move in record.deals[0].moves)
    for seat, opened, drawers in ((1, False, 1), (None, False, 0), (None, True, 4)):
        lines = "\n".join(pages(record, tmp_path / "some.paiju", seat, opened)).splitlines()
        drawn = [line for line in lines if " draws " in line or " draw " in line]
        assert drawers <= len(drawn) <= drawers * (calls + 1)


def test_records_are_told_as_they_are_read(tmp_path):
    """A file that never ends, like one too large to be read in any time."""
    path = tmp_path / "endless"
    os.mkfifo(path)
    command = [sys.executable, "-m", "paiju.cli", "replay", "--plain", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process, path.open("w") as file:
        assert process.stdout
        patience = threading.Timer(60, process.kill)
        patience.start()
        file.write(played("hearts", 1).text() + '[Format "paiju 1"]\n')
        file.flush()
        assert any("plays" in line for line in process.stdout)
        patience.cancel()
        process.kill()


def test_pages_are_turned_both_ways(tmp_path, capsys):
    path = tmp_path / "two.paiju"
    path.write_text(played("hearts", 1).text() + played("poepen", 1).text())
    replay = Replay(str(path), None, False, Style())
    assert replay.has(0)
    at = replay.go(0, "d")
    assert replay.moves[at].kind == "deal"
    assert len(replay.moves) == at + 1  # what comes behind has not been read
    assert "Poepen" in capsys.readouterr().out
    assert replay.go(at, "b") == at - 1
    while (then := replay.go(at, "t")) != at:
        at = then
    assert "that was the last move" in capsys.readouterr().out
