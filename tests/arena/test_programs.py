"""Programs in tournaments: the line protocol and heartless's scripts, sound and rotten, in real processes."""

import sys

import pytest
from arena_runs import ROOT, arena, results, table

SIMPLE = f"process:{sys.executable} {ROOT}/examples/bots/simple.py"
SCRIPT = f"script:{ROOT}/examples/bots/heartless.py"
DIES = """import sys
for line in sys.stdin:
    if line.startswith("paiju"):
        print("ok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        sys.exit("no idea")
"""
SILENT = DIES.replace('sys.exit("no idea")', "pass")


def test_a_program_plays_a_tournament(tmp_path):
    arena(tmp_path, "poepen", SIMPLE, "random", "--decks", "3", "--workers", "1", "--out", "run", "--quiet")
    assert len(results(tmp_path / "run")) == 3
    assert not any(row.get("failed") for row in results(tmp_path / "run"))


def test_a_script_plays_as_the_built_in_ai_it_copies(tmp_path):
    """The replica script and the native heartless decide alike, so each deal goes as if all were native."""
    words = ["hearts", SCRIPT, "random", "--decks", "1", "--workers", "1", "--timeout", "30", "--quiet"]
    arena(tmp_path, *words, "--out", "scripts")
    arena(tmp_path, "hearts", "heartless", "random", "--decks", "1", "--quiet", "--out", "native")
    assert results(tmp_path / "scripts")[0]["scores"] == results(tmp_path / "native")[0]["scores"]


@pytest.mark.parametrize(("text", "reason"), [(DIES, "crash"), (SILENT, "timeout")])
def test_a_program_that_fails_is_a_result_and_the_run_goes_on(tmp_path, text, reason):
    (tmp_path / "bad.py").write_text(text)
    bot = f"process:{sys.executable} bad.py"
    arena(tmp_path, "poepen", bot, "random", "--decks", "2", "--timeout", "0.3", "--out", "run", "--quiet")
    failed = [failure for row in results(tmp_path / "run") for failure in row["failed"]]
    assert failed
    assert {failure[2] for failure in failed} == {reason}
    assert reason in table(tmp_path / "run")
