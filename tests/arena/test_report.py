"""The page about a tournament stands alone and says what the table says."""

import csv
import re
import subprocess
import sys
from collections import defaultdict
from html.parser import HTMLParser

import pytest
from arena_runs import ENVIRONMENT, arena, write_bots

from paiju.arena.report import RunResults

pytest.importorskip("matplotlib")


def report(folder, name, code=0):
    run = subprocess.run(
        [sys.executable, "-m", "paiju.cli", "report", name],
        cwd=folder, env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert run.returncode == code, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    return run.stdout + run.stderr


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    write_bots(folder)
    arena(folder, "hearts", "./crash.py", "random", "steady", "--gauntlet", "--decks", "20", "--out", "run")
    report(folder, "run")
    return folder / "run"


def test_the_page_is_whole_and_loads_nothing_from_elsewhere(run):
    page = (run / "report.html").read_text()
    HTMLParser().feed(page)
    assert page.rstrip().endswith("</html>")
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    assert page.count("data:image/png;base64,") == 5


def test_every_plot_has_a_text_and_a_file(run):
    page = (run / "report.html").read_text()
    assert all(len(alt) > 20 for alt in re.findall(r'<img alt="([^"]*)"', page))
    for name in ("seats", "ratings", "scores", "cross", "times"):
        assert (run / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_it_says_what_the_table_says(run):
    page, lines = (run / "report.html").read_text(), (run / "table.txt").read_text().splitlines()
    for line in lines[3:6]:
        _, bot, points, *_ = line.split()
        assert bot in page
        assert points in page


def test_it_tells_how_a_bot_failed(run):
    page = (run / "report.html").read_text()
    assert "<h2>Failures</h2>" in page
    assert re.search(r"<li>./crash.py, deck \d+, deal \d+: crash: RuntimeError: oops \(crash.py, line 4\)</li>", page)


def test_scores_by_seat_are_means_of_the_rows(run, monkeypatch):
    monkeypatch.chdir(run.parent)
    found, scores = RunResults(run).by_seat(), defaultdict(list)
    with open(run / "results.csv") as file:
        for row in csv.DictReader(file):
            scores[row["bot"], int(row["seat"])].append(int(row["score"]))
    names = ("./crash.py", "random", "steady")
    assert {(names[bot], seat): estimate.mean for (bot, seat), estimate in found.items()} == {
        key: pytest.approx(sum(values) / len(values)) for key, values in scores.items()
    }
    assert all(estimate.margin > 0 for estimate in found.values())


def test_native_times_are_a_sentence(tmp_path):
    arena(tmp_path, "shengji", "random", "steady", "--decks", "20", "--out", "run")
    report(tmp_path, "run")
    page = (tmp_path / "run" / "report.html").read_text()
    assert "A decision took " in page
    assert page.count("data:image/png;base64,") == 4
    assert not (tmp_path / "run" / "times.png").exists()


def test_what_is_no_run_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    assert "is not the directory of a tournament" in report(tmp_path, "empty", code=1)


def test_a_report_needs_no_bot_and_runs_none(tmp_path):
    (tmp_path / "gone.py").write_text("def play(view, rng): return view.sample(view.viewer, rng)\n")
    arena(tmp_path, "hearts", "./gone.py", "random", "--decks", "2", "--out", "run")
    (tmp_path / "gone.py").write_text("raise SystemExit('I was run')\n")
    assert "written to" in report(tmp_path, "run")
