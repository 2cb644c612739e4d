"""`paiju study`: rows as BoerenBridge wrote them, the same on any number of workers, and never half a file."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from random_play import PURE

from paiju import read_rules
from paiju.study import BotResult, best_factor, by_factor, by_rank, play_matches

HOME = str(Path(__file__).parent.parent)
GAMES = 4 if PURE else 60


def command(*words):
    return [sys.executable, "-m", "paiju.cli", "study", *map(str, words)]


def run(*words, **extra):
    env = {**os.environ, "PYTHONPATH": HOME, **extra}
    return subprocess.run(command(*words), env=env, capture_output=True, text=True, timeout=120)


def rows(folder):
    with open(folder / "risk.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def matches(games, workers=1, seed=0, rules="poepen:players=6", low=0.49, high=0.75):
    game, options = read_rules(rules)
    return [match for chunk in play_matches(game, options, games, seed, low, high, workers) for match in chunk]


def test_the_study_as_a_command(tmp_path):
    done = run("--games", GAMES, "--seed", 3, "--out", tmp_path / "new" / "folder")
    assert done.returncode == 0, done.stderr
    table = rows(tmp_path / "new" / "folder")
    assert list(table[0]) == ["risk_taking", "score", "rank"]
    assert len(table) == 6 * GAMES
    for start in range(0, len(table), 6):
        match = table[start : start + 6]
        assert [row["rank"] for row in match] == list("123456")
        scores = [int(row["score"]) for row in match]
        assert scores == sorted(scores, reverse=True)
        assert all(0.49 <= float(row["risk_taking"]) <= 0.75 for row in match)
    assert "best factor 0." in done.stdout
    assert "95 % interval" in done.stdout
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir() if path.name.startswith(".")] == []


def test_the_plot_is_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    assert run("--games", GAMES, "--out", tmp_path).returncode == 0
    assert (tmp_path / "risk.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_rows_are_there_and_the_remedy_is_named(tmp_path):
    (tmp_path / "hidden" / "matplotlib").mkdir(parents=True)
    (tmp_path / "hidden" / "matplotlib" / "__init__.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'matplotlib'\", name='matplotlib')"
    )
    done = run("--games", GAMES, "--out", tmp_path, PYTHONPATH=f"{tmp_path / 'hidden'}{os.pathsep}{HOME}")
    assert done.returncode == 0, done.stderr
    assert "no plot without matplotlib: " in done.stderr
    assert " install matplotlib\n" in done.stderr
    assert "best factor" in done.stdout
    assert len(rows(tmp_path)) == 6 * GAMES
    assert not (tmp_path / "risk.png").exists()


def test_any_number_of_workers_gives_the_same_rows():
    assert matches(GAMES, 1) == matches(GAMES, 3)
    assert matches(2, seed=1) != matches(2, seed=2)


def test_more_matches_begin_with_the_same_ones():
    assert matches(GAMES)[:3] == matches(3)


def test_other_rules_and_numbers_of_players():
    assert {len(match) for match in matches(3, rules="poepen:dutch,players=3")} == {3}


def test_among_equal_scores_ranks_stay_distinct():
    for match in matches(GAMES):
        assert [row.rank for row in match] == [1, 2, 3, 4, 5, 6]


@pytest.mark.skipif(PURE or not hasattr(signal, "SIGINT"), reason="too slow uncompiled")
def test_an_interrupted_study_leaves_no_file(tmp_path):
    study = subprocess.Popen(
        command("--games", 1_000_000, "--out", tmp_path),
        env={**os.environ, "PYTHONPATH": HOME},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    limit = time.monotonic() + 60
    while not any(tmp_path.iterdir()) and time.monotonic() < limit:
        time.sleep(0.05)
    time.sleep(0.5)
    os.killpg(study.pid, signal.SIGINT)
    _, complaint = study.communicate(timeout=60)
    assert study.returncode == 1
    assert "Traceback" not in complaint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("hearts",), "does not play hearts"),
        (("hearts", "--players", "4"), "which does not play hearts"),
        (("--players", "9"), "players is 2 to 6"),
        (("--low", "0.7", "--high", "0.6"), "make no range"),
        (("--games", "0"), "--games"),
        (("--out", os.devnull), "devnull" if os.name == "nt" else "/dev/null"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_a_line(words, complaint, tmp_path):
    done = run(*words, *(() if "--out" in words else ("--out", tmp_path)))
    assert done.returncode != 0
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


# ---- the figures ----


def made_up(scores):
    """Matches of two bots: one with the factor given, which scores this, and one far away with less."""
    return [[BotResult(factor, score, 1), BotResult(0.5, -100, 2)] for factor, score in scores]


def test_the_best_band_is_found():
    some = made_up([(0.60, 10), (0.61, 12), (0.65, 90), (0.66, 91), (0.70, 20), (0.71, 22)] * 30)
    best = best_factor(some, 0.49, 0.75)
    assert (round(best.factor, 3), best.score) == (0.673, 91)  # between 17/26 and 18/26
    assert best.least == 17 / 26
    assert best.most == 18 / 26


def test_a_close_race_has_a_wide_interval():
    some = made_up([(0.60, 10), (0.60, 90), (0.71, 11), (0.71, 90)] * 30)
    best = best_factor(some, 0.49, 0.75)
    assert best.least == 15 / 26
    assert best.most == 19 / 26


def test_bands_stay_inside_the_range():
    best = best_factor(made_up([(0.74, 10), (0.75, 11)] * 20), 0.49, 0.75)
    assert best.most == 0.75


def test_tables_by_rank_and_by_factor():
    some = [[BotResult(0.6, 90, 1), BotResult(0.5, 10, 2)], [BotResult(0.7, 80, 1), BotResult(0.5, 20, 2)]]
    (first, second) = by_rank(some)
    assert (first[0], round(first[1].mean, 6), first[2].mean, first[2].most) == (1, 0.65, 85, 90)
    assert (second[0], second[2].least) == (2, 10)
    ((factor, score, rank),) = by_factor(some, 26)  # a band of one row has no interval and is left out
    assert (factor, score.mean, score.count, rank.mean) == (0.5, 15, 2, 2)
