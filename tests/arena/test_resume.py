"""A run directory is taken up again exactly, or refused untouched."""

import os
import random
import re
import shutil

import pytest
from arena_runs import arena, begin, kill_group, results, table, wait_for_lines, write_bots

from paiju.arena.store import fingerprint

WORDS = ("hearts", "./slow.py", "./crash.py", "--decks", "12")


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A folder with bots and one finished run, `whole`."""
    folder = tmp_path_factory.mktemp("arena")
    write_bots(folder)
    arena(folder, *WORDS, "--out", "whole")
    return folder


@pytest.fixture
def out(room, request):
    path = room / request.node.name.replace("[", "-").replace("]", "")
    yield path
    shutil.rmtree(path, ignore_errors=True)


def test_killed_again_and_again_it_ends_with_the_same_table(room, out):
    for lines in (1, 4, 8):
        run = begin(room, *WORDS, "--workers", "2", "--out", str(out))
        wait_for_lines(out / "results.jsonl", lines, run)
        kill_group(run)
    said = arena(room, *WORDS, "--out", str(out))
    assert "of 12 decks are already played" in said
    assert table(out) == table(room / "whole")
    assert results(out) == results(room / "whole")
    assert (out / "results.csv").read_bytes() == (room / "whole" / "results.csv").read_bytes()


def test_wherever_the_last_line_is_torn(room, out):
    text = (room / "whole" / "results.jsonl").read_bytes()
    rng = random.Random(3)
    for cut in [0, 1, len(text) - 1, *(rng.randrange(len(text)) for _ in range(3))]:
        shutil.copytree(room / "whole", out)
        os.truncate(out / "results.jsonl", cut)
        arena(room, *WORDS, "--out", str(out))
        assert table(out) == table(room / "whole"), cut
        assert results(out) == results(room / "whole")
        shutil.rmtree(out)


def test_killed_before_anything_was_played(room, out):
    out.mkdir()
    shutil.copy(room / "whole" / "settings.json", out)
    arena(room, *WORDS, "--out", str(out))
    assert table(out) == table(room / "whole")


def test_the_same_command_without_a_directory_finds_its_run_again(room):
    words = ("poepen", "random", "steady", "--decks", "3")
    arena(room, *words)
    assert "3 of 3 decks are already played" in arena(room, *words)


def test_a_finished_run_can_be_made_longer(room, out):
    short = (*WORDS[:-1], "5")
    arena(room, *short, "--out", str(out))
    arena(room, *WORDS, "--out", str(out))
    assert table(out) == table(room / "whole")


def refused(room, out, *words):
    """What was said; and nothing was touched."""
    before = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    said = arena(room, *words, "--out", str(out), code=1)
    assert {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()} == before
    assert "Traceback" not in said
    return said


def test_another_tournament_is_not_overwritten(room, out):
    shutil.copytree(room / "whole", out)
    assert "holds another tournament: seed 0, not 1" in refused(room, out, *WORDS, "--seed", "1")
    assert "rules hearts, not gongzhu. Use" in refused(room, out, "gongzhu", *WORDS[1:])
    assert "bots ./slow.py ./crash.py, not ./slow.py random. Use" in refused(
        room, out, *WORDS[:2], "random", *WORDS[3:]
    )
    said = refused(room, out, *WORDS, "--records", "--limit", "processes=8", "--sprt", "0", "0.5", "--timeout", "5")
    assert "timeout 10, not 5; limits none, not processes=8; records off, not on; " in said
    assert "sprt none, not low=0 high=0.5 alpha=0.05 beta=0.05. Use" in said
    assert "of 12 decks, more than 5" in refused(room, out, *WORDS[:-1], "5")


def test_a_bot_that_was_edited_is_another_bot(room, out):
    (room / "mine.py").write_text("def play(view, rng): return view.sample(view.viewer, rng)\n")
    words = ("hearts", "./mine.py", "random", "--decks", "3")
    arena(room, *words, "--out", str(out))
    (room / "mine.py").write_text("def play(view, rng): return next(view.actions(view.viewer))\n")
    said = refused(room, out, *words)
    assert "./mine.py was edited since this run began (another file, another bot). Use another --out" in said


def test_a_program_that_was_edited_is_another_bot(tmp_path):
    program = tmp_path / "mine.py"
    names = [f"process:{program}", f"process:python3 {program}", f"process:{program},depth=3", f"script:{program}"]
    program.write_text("one")
    before = [fingerprint(name) for name in names]
    program.write_text("two")
    assert all(before)
    assert all(old != fingerprint(name) for old, name in zip(before, names, strict=True))


def test_some_other_directory_is_left_alone(room, out):
    out.mkdir()
    (out / "letter.txt").write_text("dear reader")
    assert "is not the directory of a tournament" in refused(room, out, *WORDS)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: text.replace(b"scores", b"sc0res", 1), "line 1 does not agree with its check sum"),
        (lambda text: text[:40] + text[41:], "line 1 does not agree with its check sum"),
        (lambda text: text + text.splitlines(keepends=True)[2], "a second time"),
        (lambda text: b"\x00" * 64 + b"\n" + text, "line 1 does not agree"),
    ],
)
def test_damaged_results_are_refused(room, out, damage, reason):
    shutil.copytree(room / "whole", out)
    path = out / "results.jsonl"
    path.write_bytes(damage(path.read_bytes()))
    assert reason in refused(room, out, *WORDS)


def test_damaged_settings_are_refused(room, out):
    shutil.copytree(room / "whole", out)
    (out / "settings.json").write_text('{"format": 1, "rul')
    assert "settings.json is damaged" in refused(room, out, *WORDS)


def test_two_runs_do_not_share_a_directory(room, out):
    words = ("hearts", "./slow.py", "random", "--decks", "5000", "--out", str(out))
    run = begin(room, *words)
    wait_for_lines(out / "results.jsonl", 1, run)
    assert "another tournament is writing to" in arena(room, *words, code=1)
    kill_group(run)


def test_a_run_of_other_rules_or_bots_of_our_own_is_refused(tmp_path):
    arena(tmp_path, "hearts", "steady", "random", "--decks", "4", "--out", "run", "--quiet")
    settings = tmp_path / "run" / "settings.json"
    settings.write_text(re.sub('"paiju": "[0-9a-f]+"', '"paiju": "0000000000000000"', settings.read_text()))
    said = arena(tmp_path, "hearts", "steady", "random", "--decks", "8", "--out", "run", "--quiet", code=1)
    assert "paiju's own rules or bots have changed since this run began" in said
