"""`paiju watch` and `paiju replay` as a person starts them: on the whole screen, or in lines if one asks for them."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time

import pytest
from stage import match

pty = pytest.importorskip("pty")
FULL = b"\x1b[?1049h"  # the other screen, which a terminal puts away afterwards
PAIJU = [sys.executable, "-m", "paiju.cli"]


def at_a_terminal(*words: str, answers: list[tuple[bytes, bytes]], seconds: float = 30) -> tuple[bytes, int]:
    """Run a command at a terminal; each answer is typed once its cue has been shown. What was shown, the exit code."""
    ours, theirs = pty.openpty()
    os.set_inheritable(theirs, True)
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen([*PAIJU, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    seen, end, left = b"", time.monotonic() + seconds, list(answers)
    try:
        while time.monotonic() < end:
            if left and left[0][0] in seen:
                time.sleep(0.3)  # nobody types faster
                os.write(ours, left.pop(0)[1])
            if select.select([ours], [], [], 0.05)[0]:
                data = b""
                with contextlib.suppress(OSError):  # that is how a terminal tells that nobody is there any more
                    data = os.read(ours, 65536)
                seen += data
                if not data:
                    break
        return seen, process.wait(max(0.1, end - time.monotonic()))
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "some.record"
    match("hearts", 1).save(path)
    return str(path)


@pytest.mark.parametrize("key", [b"q", b"\x03"])
def test_replay_takes_the_whole_screen(file, key):
    seen, code = at_a_terminal("replay", file, answers=[(b"some.record", key)])
    assert FULL in seen
    assert code == 0


def test_replay_in_lines(file):
    seen, code = at_a_terminal("replay", "--plain", file, answers=[(b"q quit:", b"t\r"), (b"takes the trick", b"q\r")])
    assert FULL not in seen
    assert code == 0


def test_watch_takes_the_whole_screen(tmp_path):
    kept = tmp_path / "kept.record"
    seen, code = at_a_terminal("watch", "hearts", "--seed", "3", "--record", str(kept), answers=[(b"Ada", b"q")])
    assert FULL in seen
    assert code == 0
    assert "deal 1" in kept.read_text()


def test_watch_asks_which_game_on_the_menu():
    answers = [(b"choose a game", b"\r"), (b"Begin the match", b"\r"), (b"Ada", b"q")]
    seen, code = at_a_terminal("watch", answers=answers)
    assert b"Watch" in seen
    assert code == 0


def test_watch_in_lines():
    seen, code = at_a_terminal("watch", "hearts", "--plain", "--deals", "1", answers=[(b"Enter next deal", b"q\r")])
    assert FULL not in seen
    assert b"takes the trick" in seen
    assert code == 0


def test_a_terminal_that_can_do_nothing_gets_lines(file, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    code = subprocess.run([*PAIJU, "replay", file], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    assert code.returncode == 0
    assert FULL not in code.stdout
