"""Whole tournaments, with the real command in real processes: results, failures, workers, refusals."""

import csv
import os
import signal
import time

import pytest
from arena_runs import arena, begin, results, table, wait_for_lines, write_bots

from paiju.bots import is_file, is_program
from paiju.record import Record


@pytest.fixture
def room(tmp_path):
    write_bots(tmp_path)
    return tmp_path


@pytest.mark.parametrize("rules", ["hearts", "gongzhu", "shengji", "poepen:players=6", "luzi"])
def test_one_or_two_workers_records_or_not_the_results_are_the_same(room, rules):
    arena(room, rules, "random", "steady", "--decks", "6", "--workers", "1", "--out", "one")
    arena(room, rules, "random", "steady", "--decks", "6", "--workers", "2", "--out", "two", "--records")
    assert results(room / "one") == results(room / "two")
    assert table(room / "one") == table(room / "two")


def test_records_can_be_read_and_agree_with_the_results(room):
    arena(room, "hearts", "random", "./crash.py", "--decks", "3", "--records", "--out", "run")
    for row in results(room / "run"):
        for deal in range(2):
            record = Record.load(room / "run" / "records" / f"{row['deck']}-{deal}.txt")
            scores = row["scores"][4 * deal : 4 * deal + 4]
            failed = {seat for at, seat, *_ in row.get("failed", ()) if at == deal}
            played = record.deals[0].final().scores()
            assert [score for seat, score in enumerate(scores) if seat not in failed] == [
                score for seat, score in enumerate(played) if seat not in failed
            ]


def test_matches_are_played_to_their_end(room):
    arena(room, "poepen:players=3", "random", "steady", "--decks", "4", "--matches", "--records", "--out", "run")
    record = Record.load(room / "run" / "records" / "0-0.txt")
    assert len(record.deals) == 13
    arena(room, "poepen:players=3", "random", "steady", "--decks", "4", "--matches", "--out", "bare")
    assert results(room / "run") == results(room / "bare")
    assert all(len(row["won"]) == 6 for row in results(room / "run"))


def test_every_seating_of_a_match_sees_the_same_shuffles(room):
    arena(room, "hearts", "random", "steady", "--decks", "1", "--matches", "--records", "--out", "run")
    first, second = (Record.load(room / "run" / "records" / f"0-{deal}.txt").deals for deal in range(2))
    assert [deal.deck for deal, _ in zip(first, second, strict=False)] == [
        deal.deck for _, deal in zip(first, second, strict=False)
    ]


def reasons(folder):
    return {reason for row in results(folder) for _, _, reason, _ in row.get("failed", ())}


@pytest.mark.parametrize(
    ("bot", "reason"),
    [("crash", "crash"), ("illegal", "illegal"), ("exits", "crash"), ("hangs", "timeout"), ("stubborn", "timeout")],
)
def test_a_failure_is_a_result_with_a_reason_and_the_run_goes_on(room, bot, reason):
    said = arena(room, "hearts", f"./{bot}.py", "random", "--decks", "4", "--timeout", "0.3", "--out", "run")
    assert len(results(room / "run")) == 4
    assert reasons(room / "run") == {reason}
    count = sum(len({deal for deal, *_ in row.get("failed", ())}) for row in results(room / "run"))
    assert f"{count} {reason}" in said
    first = min(row["deck"] for row in results(room / "run") if "failed" in row)
    assert f"./{bot}.py, deck {first}, deal" in table(room / "run")
    assert "All failures are in results.jsonl" in said


def test_an_exception_is_told_with_its_place(room):
    (room / "mine.py").write_text("import json\ndef play(view, rng):\n    return json.loads('no')\n")
    said = arena(room, "hearts", "./mine.py", "random", "--decks", "2", "--out", "run")
    assert "./mine.py, deck 0, deal 0: crash: JSONDecodeError: Expecting value" in said
    assert "(mine.py, line 3)" in said


@pytest.mark.parametrize("text", ["process:./mybot.py", "script:./mybot.py", "process:python3 mybot.py"])
def test_a_program_written_in_python_is_no_file_of_ours(text):
    """Or it would be interrupted at the time limit of files: while it gets ready, before its deputy can play."""
    assert is_program(text)
    assert not is_file(text)
    assert is_file("./mybot.py")


def test_failures_are_the_same_again(room):
    for out in ("one", "two"):
        arena(room, "hearts", "./crash.py", "./exits.py", "--decks", "3", "--out", out)
    assert results(room / "one") == results(room / "two")


def test_three_bots_at_four_seats_all_rated(room):
    said = arena(room, "hearts", "random", "steady", "./slow.py", "--decks", "2", "--out", "run")
    assert "each played 12 times, 24 deals" in said


def test_a_worker_that_is_killed_costs_only_its_chunk(room):
    words = ("hearts", "./slow.py", "random", "--decks", "30", "--workers", "1")
    arena(room, *words, "--out", "calm")
    run = begin(room, *words, "--out", "rough")
    wait_for_lines(room / "rough" / "results.jsonl", 3, run)
    victims = children(run.pid)
    assert victims
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    said, _ = run.communicate(timeout=120)
    assert run.returncode == 0, said
    assert results(room / "rough") == results(room / "calm")


def children(pid):
    """The worker processes of a run (not the resource tracker that Python starts beside them)."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/cmdline") as line:
                if int(stat.read().rpartition(")")[2].split()[1]) == pid and "spawn_main" in line.read():
                    found.append(int(entry))
        except OSError:
            continue
    return found


def test_ctrl_c_is_clean_and_tells_how_to_go_on(room):
    words = ("hearts", "./slow.py", "random", "--decks", "2000", "--out", "run")
    run = begin(room, *words)
    wait_for_lines(room / "run" / "results.jsonl", 2, run)
    os.killpg(run.pid, signal.SIGINT)
    said, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "To go on:\n  paiju arena hearts ./slow.py random --decks 2000 --out run" in said
    assert "Traceback" not in said
    time.sleep(0.1)
    assert not children(run.pid)


def test_the_sequential_test_stops_early_and_counts_no_deck_behind_its_decision(room):
    words = ("hearts", "./crash.py", "random", "--sprt", "-0.5", "0.5", "--decks", "5000")
    said = arena(room, *words, "--workers", "1", "--out", "one")
    assert "rejected: ./crash.py is at least 0.5 points worse than random,\nafter " in said
    beyond = len(results(room / "one")) - int(said.partition("points worse than random,\nafter ")[2].split()[0])
    assert bool(beyond) == ("played behind the deciding one" in said)
    arena(room, *words, "--workers", "2", "--out", "two")
    assert table(room / "one") == table(room / "two")
    assert (room / "one" / "results.csv").read_text() == (room / "two" / "results.csv").read_text()


def test_a_program_named_as_a_file_is_told_how_to_be_one(room):
    (room / "program.py").write_text("#!/usr/bin/env python3\n")
    assert "script:" not in arena(room, "hearts", "./program.py", "random", code=1)
    (room / "program.py").chmod(0o755)
    said = arena(room, "hearts", "./program.py", "random", code=1)
    assert "write script:./program.py or process:./program.py" in said


def test_where_nothing_can_be_written(room):
    (room / "file").touch()
    for out in ("file/run", "/proc/run"):
        said = arena(room, "hearts", "random", "steady", "--decks", "2", "--out", out, code=1)
        assert f"nothing can be written to {out}: " in said
        assert "Errno" not in said


def test_results_as_csv_and_parquet(room):
    polars = pytest.importorskip("polars")
    arena(room, "hearts", "./illegal.py", "random", "--decks", "5", "--out", "run")
    with open(room / "run" / "results.csv") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 5 * 2 * 4
    assert [int(row["score"]) for row in rows] == [score for row in results(room / "run") for score in row["scores"]]
    assert {row["bot"] for row in rows if row["failed"]} == {"./illegal.py"}
    assert polars.read_parquet(room / "run" / "results.parquet")["score"].to_list() == [int(r["score"]) for r in rows]


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        ("hearts random", 2, "two bots or more"),
        ("hearts random nobody", 1, "there is no bot 'nobody'"),
        ("poepen random risk:speed=3", 1, "risk has no setting 'speed'"),
        ("hearts:colour=red random steady", 2, "no option 'colour'"),
        ("hearts random risk", 1, "risk plays poepen, not hearts"),
        ("hearts random ./missing.py", 1, "there is no bot file"),
        ("hearts random steady --decks 0", 2, "0 is not in the range"),
        ("hearts random steady steady --sprt 0 1", 2, "--sprt is for two bots"),
        ("hearts random steady --limit foo=3", 2, "there is no limit 'foo'; there are time_ms"),
        ("hearts random steady --limit memory_mb=x", 2, "the limit memory_mb cannot be 'x'"),
        ("hearts random steady --limit memory_mb", 2, "write NAME=VALUE"),
        ("hearts random steady --sprt 1 0", 2, "LOW must be less than HIGH"),
        ("hearts random steady --gauntlet --pairs", 2, "exclude each other"),
    ],
)
def test_bad_input_is_refused_with_the_reason(room, words, code, reason):
    said = arena(room, *words.split(), "--out", "run", code=code)
    assert reason in said
    assert "Traceback" not in said
    assert not (room / "run").exists()
