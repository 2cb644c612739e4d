"""Compiled and uncompiled agree to the last bit: one script, two processes, the same digests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from random_play import every_game

HERE = Path(__file__).parent


def printed(script: str, *arguments: str, pure: bool) -> list[str]:
    env = {name: value for name, value in os.environ.items() if name != "PAIJU_PURE"} | (
        {"PAIJU_PURE": "1"} if pure else {}
    )
    env["PYTHONPATH"] = str(HERE.parent)
    run = subprocess.run(
        [sys.executable, str(HERE / script), *arguments], env=env, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize("game", every_game())
def test_compiled_and_uncompiled_agree(game):
    assert printed("digest.py", game, "1", pure=True) == printed("digest.py", game, "1", pure=False)


@pytest.mark.parametrize("game", every_game())
def test_bots_think_and_screens_say_the_same_compiled_and_uncompiled(game):
    """Search goes by these numbers, and `/` and `//` between whole numbers mean something else in C."""
    thoughts = printed("judgement.py", game, "3", "20", pure=True)
    assert len(thoughts) > 100
    assert thoughts == printed("judgement.py", game, "3", "20", pure=False)


def test_the_compiled_rules_are_compiled():
    """Otherwise the test above compares uncompiled rules with themselves."""
    compiled = subprocess.run(
        [sys.executable, "-c", "import paiju.core.state as s; print(s.COMPILED)"],
        env={name: value for name, value in os.environ.items() if name != "PAIJU_PURE"}
        | {"PYTHONPATH": str(HERE.parent)},
        capture_output=True,
        text=True,
    )
    if compiled.stdout.strip() != "True":
        pytest.skip("no compiled rules here")
