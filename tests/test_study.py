"""`paiju study`: rows as BoerenBridge wrote them, the same on any number of workers, and never half a file.

Files of rows are read however they came to be, and rows are added to a file whole."""

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
from paiju.study.figures import BLOCKS, MAX_SAMPLE, MatchSums
from paiju.study.matches import BotResult, Match, play_matches
from paiju.study.rows import MAX_RANK, RowError, RowReader, append, prepare

HOME = str(Path(__file__).parent.parent)
GAMES = 4 if PURE else 60


def command(*words):
    return [sys.executable, "-m", "paiju.cli", "study", *map(str, words)]


def run(*words, cwd=None, **extra):
    env = {**os.environ, "PYTHONPATH": HOME, **extra}
    return subprocess.run(command(*words), env=env, cwd=cwd, capture_output=True, text=True, timeout=120)


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
        assert all(0.25 <= float(row["risk_taking"]) <= 1 for row in match)
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


# ---- files of rows ----

HEADER = "risk_taking;score;rank"
THREE = [("0.610000", 90, 1), ("0.700000", 40, 2), ("0.500000", -12, 3)]
TABLE = """   1      0.6100      -  0.610  0.610        90.00      -    90    90
   2      0.7000      -  0.700  0.700        40.00      -    40    40
   3      0.5000      -  0.500  0.500       -12.00      -   -12   -12
"""


def lines(sign=";", end="\n", header=HEADER, comma=".", quote=""):
    words = [header.replace(";", sign)] if header else []
    for row in THREE:
        words.append(sign.join(f"{quote}{field}{quote}" for field in (str(row[0]).replace(".", comma), *row[1:])))
    return "".join(f"{line}{end}" for line in words)


@pytest.mark.parametrize(
    "data",
    [
        lines().encode(),
        lines(header="").encode(),
        lines(end="\r\n").encode(),
        lines(sign=",").encode(),
        lines(sign="\t", header="").encode(),
        lines(comma=",").encode(),
        lines(sign=",", comma=",", quote='"').encode(),
        lines(quote='"').replace(HEADER, '"Risk_taking";"score";"rank"').encode(),
        lines().encode("utf-8-sig"),
        lines().encode("utf-16"),
        lines().encode("utf-16-le"),
        lines(header="").encode("utf-16-be"),
        "naam;rank;x;score;risk_taking\nZoë;1;;90;0.61\nBé;2;;40;0.7\nÅ;3;;-12;.5".encode("latin-1"),
        b"\n\n" + lines().rstrip().encode(),
    ],
)  # fmt: skip
def test_rows_are_read_in_any_form(data, tmp_path):
    (tmp_path / "data.csv").write_bytes(data)
    done = run("data.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "data.csv: 3 rows, 1 match of 3\n" in done.stdout
    assert TABLE in done.stdout
    assert "too few rows or factors to say which factor is best" in done.stdout


def test_a_file_of_a_study_says_what_the_study_said(tmp_path):
    new = run("-g", GAMES, "--seed", 3, cwd=tmp_path)
    again = run("risk.csv", "--seed", 3, cwd=tmp_path)
    assert new.returncode == again.returncode == 0
    table = new.stdout.partition("\n")[2].partition("written to")[0]
    edges = "  it reaches the end"
    assert [line for line in table.splitlines() if not line.startswith(edges)] == [
        line for line in again.stdout.partition("\n")[2].splitlines() if not line.startswith(edges)
    ]


def test_lines_that_are_no_rows_are_left_out_and_counted(tmp_path):
    bad = ["nan;1;1", "inf;1;1", "0.5;nan;1", "0.5;1;1.5", "0.5;1;0", "0.5;1;101", "-1;1;1", "101;1;1", "0.5;1e300;1",
           "x", "0.5;1", "�", "0.5;1;1" * 5000, '"0.5;1;1', HEADER + ";more"]  # fmt: skip
    text = "\n".join([HEADER, "0.61;90;1", *bad, "", HEADER, "0.7;40;2", "0.5;-12;3", "0.5;3"])
    (tmp_path / "data.csv").write_text(text, encoding="utf-8")
    done = run("data.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "3 rows, 1 match of 3" in done.stdout
    assert TABLE in done.stdout
    assert done.stderr == f"left out, being no rows: {len(bad) + 1}; the first is line 3: nan;1;1\n"


def test_players_without_a_factor_count_with_their_score_and_rank(tmp_path):
    (tmp_path / "data.csv").write_text(f"{HEADER}\nNA;90;1\n0.7;40;2\n;80;1\n0.6;30;2\n")
    done = run("data.csv", cwd=tmp_path)
    assert "   1           -      -      -      -        85.00    7.1    90    80\n" in done.stdout
    assert "   2      0.6500  0.071  0.700  0.600        35.00" in done.stdout


@pytest.mark.parametrize(
    ("name", "data", "complaint"),
    [
        ("nothing.csv", None, "No such file or directory: nothing.csv"),
        ("./nothing", None, "No such file or directory: nothing"),
        (".", None, "Is a directory: ."),
        ("empty.csv", b"", "empty.csv is empty"),
        ("blank.csv", b"\n \n\n", "blank.csv is empty"),
        ("head.csv", HEADER.encode(), "head.csv has no rows yet: no match was finished"),
        ("other.csv", b"name;rank\nAnn;1\n", "other.csv: line 1 has no column risk_taking, score"),
        ("cut.csv", f"{HEADER}\n0.5;".encode(), "cut.csv has no rows; line 2 is none: 0.5;"),
        ("data.bin", bytes(range(256)) * 40, "data.bin begins neither with risk_taking;score;rank nor with a row"),
        ("hart.txt", b"hearts", "hart.txt begins neither"),
    ],
)
def test_what_is_no_file_of_rows_is_refused_in_a_sentence(name, data, complaint, tmp_path):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    done = run(name, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"Error: {complaint}")
    assert "Traceback" not in done.stderr


def test_a_file_named_as_a_game_is_meant_with_its_folder(tmp_path):
    (tmp_path / "poepen").write_text(lines())
    assert "3 rows" in run("./poepen", cwd=tmp_path).stdout
    assert "2 matches, seed 0" in run("poepen", "-g", 2, cwd=tmp_path).stdout


def test_options_for_new_matches_are_refused_with_a_file(tmp_path):
    (tmp_path / "data.csv").write_text(lines())
    done = run("data.csv", "-g", 3, cwd=tmp_path)
    assert "--games is for new matches: leave it out where a file is read" in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize("kind", ["pdf", "png", "svg"])
def test_the_plot_of_a_file(kind, tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "data.csv").write_text(lines() * 3)
    done = run("data.csv", "--plot", f"Rplots.{kind}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"written to Rplots.{kind}" in done.stdout
    start = (tmp_path / f"Rplots.{kind}").read_bytes()[:100]
    assert {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}[kind] in start
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"Rplots.{kind}", "data.csv"]


@pytest.mark.parametrize(
    ("plot", "complaint"),
    [
        ("x.doc", "the name of a plot ends with .pdf, .png, .svg: x.doc does not"),
        ("no/x.pdf", "there is no folder no"),
        (".", "directory"),
    ],
)
def test_a_plot_that_cannot_be_is_refused_before_the_matches(plot, complaint, tmp_path):
    done = run("--plot", plot, cwd=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert [*tmp_path.iterdir()] == []


def test_without_matplotlib_a_file_is_plotted_in_lines(tmp_path):
    (tmp_path / "hidden" / "matplotlib").mkdir(parents=True)
    (tmp_path / "hidden" / "matplotlib" / "__init__.py").write_text("raise ModuleNotFoundError(name='matplotlib')")
    rows = "".join(f"0.7{n % 10};{90 + n % 7};1\n0.5{n % 10};{n % 9};2\n" for n in range(100))
    (tmp_path / "data.csv").write_text(f"{HEADER}\n{rows}")
    path = f"{tmp_path / 'hidden'}{os.pathsep}{HOME}"
    done = run("data.csv", "--plot", "Rplots.pdf", cwd=tmp_path, PYTHONPATH=path)
    assert done.returncode == 1  # the file that was asked for is not there
    assert "no plot without matplotlib: " in done.stderr
    assert "factor   mean score, 95 %" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert not (tmp_path / "Rplots.pdf").exists()


def test_the_plot_in_lines_is_as_wide_as_the_terminal(tmp_path):
    from paiju.study.plots import text_plot

    sums = sums_of(made_up([(0.6 + n % 10 / 100, n % 13) for n in range(300)]))
    for width in (30, 60, 200):
        found = [*text_plot(sums, width)]
        assert max(map(len, found)) <= max(width, 60)  # the head of the scatter is a sentence
        assert max(len(line) for line in found if "o" in line and "±" in line) <= max(width, 34)


# ---- rows that are added ----


def test_rows_are_added_and_the_header_is_written_once(tmp_path):
    file = tmp_path / "data.csv"
    for _ in range(2):
        prepare(file)
        append(file, [BotResult(0.62, 90, 1), BotResult(None, -4, 2)])
    assert file.read_text() == f"{HEADER}\n" + 2 * "0.620000;90;1\nNA;-4;2\n"


def test_rows_go_behind_a_line_that_was_cut_off(tmp_path):
    file = tmp_path / "data.csv"
    file.write_text(f"{HEADER}\n0.5;1")
    prepare(file)
    append(file, [BotResult(0.62, 90, 1)])
    assert file.read_text() == f"{HEADER}\n0.5;1\n0.620000;90;1\n"


@pytest.mark.parametrize("first", ["name;score;rank\n", f"{HEADER};name\n", "0.5;1;1\n", "\0" * 50, "x" * 100_000])
def test_rows_are_not_added_to_another_file(first, tmp_path):
    file = tmp_path / "data.csv"
    file.write_text(first)
    with pytest.raises(ValueError, match="does not begin with risk_taking;score;rank"):
        prepare(file)
    assert file.read_text() == first


def test_rows_of_a_match_are_added_whole_or_not_at_all(tmp_path):
    """The disk is full in the middle of a row: what was there stays as it was."""
    (tmp_path / "data.csv").write_text(f"{HEADER}\n0.5;1;1\n")
    code = """if True:
        import resource, sys
        from pathlib import Path
        from paiju.study.matches import BotResult
        from paiju.study.rows import append
        resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))
        try:
            append(Path("data.csv"), [BotResult(0.62, 90, 1), BotResult(0.62, 80, 2)])
        except OSError as error:
            print(error.strerror)
    """
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip()
    assert (tmp_path / "data.csv").read_text() == f"{HEADER}\n0.5;1;1\n"


# ---- the figures ----


def made_up(scores) -> list[Match]:
    """Matches of two bots: one with the factor given, which scores this, and one far away with less."""
    return [[BotResult(factor, score, 1), BotResult(0.5, -100, 2)] for factor, score in scores]


def sums_of(matches, at_once=7):
    sums = MatchSums()
    for start in range(0, len(matches), at_once):
        sums.add(matches[start : start + at_once])
    return sums


def best_factor(matches, low, high):
    best = sums_of(matches).best_factor(low, high)
    assert best
    return best


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


def test_one_lucky_row_makes_no_best_band():
    """A factor of exactly 1 is drawn once in half a million times, and is a band of its own."""
    some = made_up([(0.60, 10), (0.61, 12), (0.65, 90), (0.66, 91), (0.70, 20), (0.71, 22)] * 30)
    assert best_factor([*some, *made_up([(1.0, 1000)])], 0.49, 1) == best_factor([*some, *made_up([(0.6, 0)])], 0.49, 1)


def test_one_factor_alone_is_not_the_best():
    assert sums_of([[BotResult(0.6, 10, 1), BotResult(0.6, 5, 2)]] * 20).best_factor(0, 1) is None
    assert sums_of(made_up([(0.6, 10)])).best_factor(0, 1) is None
    assert sums_of([[BotResult(None, 10, 1)]] * 20).best_factor(0, 1) is None


def test_sums_by_rank_and_by_factor():
    some = [[BotResult(0.6, 90, 1), BotResult(0.5, 10, 2)], [BotResult(0.7, 80, 1), BotResult(0.5, 20, 2)]]
    sums = sums_of(some, at_once=1)
    assert (round(sums.risks[1].mean, 6), sums.scores[1].mean, sums.scores[1].most) == (0.65, 85, 90)
    assert (round(sums.scores[1].deviation, 6), sums.scores[2].least) == (7.071068, 10)
    (band,) = sums.bands()  # a band of one row has no interval and is left out
    assert (band.factor.mean, band.score.mean, band.score.count, band.rank.mean) == (0.5, 15, 2, 2)


def test_sums_are_the_same_however_many_matches_come_at_once():
    some = matches(GAMES, seed=5)
    one, other = sums_of(some, 1), sums_of(some, GAMES)
    assert one.best_factor(0.49, 0.75) == other.best_factor(0.49, 0.75)
    for rank, risk in one.risks.items():
        assert (risk.mean, risk.deviation) == pytest.approx((other.risks[rank].mean, other.risks[rank].deviation))
    assert (one.sizes, one.rows) == (other.sizes, other.rows) == ((6, 6), 6 * GAMES)


def test_memory_does_not_grow_with_the_matches(tmp_path):
    """Ranks that never begin again, any factor, many matches: all that is kept is bounded."""
    file = tmp_path / "data.csv"
    file.write_text(HEADER + "\n" + "".join(f"{n % 10000 / 100};{n};{2 + n % 3}\n" for n in range(20_000)))
    sums = MatchSums()
    for chunk in RowReader(file).chunks():
        sums.add(chunk)
    assert (sums.rows, sums.sizes) == (20_000, (MAX_RANK, MAX_RANK))
    sums = sums_of(made_up([(0.6, n) for n in range(20 * MAX_SAMPLE)]), 100)
    assert len(sums.sample) <= MAX_SAMPLE
    assert len(sums.blocks) == BLOCKS


def test_matches_begin_where_ranks_do(tmp_path):
    file = tmp_path / "data.csv"
    file.write_text("".join(f"0.5;1;{rank}\n" for rank in (1, 2, 3, 1, 1, 3, 1, 2, 2, 4, 1, 2)))
    found = [[row.rank for row in match] for chunk in RowReader(file).chunks() for match in chunk]
    assert found == [[1, 2, 3], [1, 1, 3], [1, 2, 2, 4], [1, 2]]  # also where ranks are shared


@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="there is no such device here")
def test_device_without_end_is_refused(tmp_path):
    done = run("/dev/zero")
    assert "/dev/zero is a device, which may never end" in done.stderr
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RowError, match="is no plain file"):
        prepare(tmp_path / "pipe")
