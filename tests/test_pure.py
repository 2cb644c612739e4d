"""Compiled and uncompiled agree to the last bit: one script, two processes, the same digests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from random_play import every_game

HERE = Path(__file__).parent


def digests(game: str, pure: bool) -> list[str]:
    env = {name: value for name, value in os.environ.items() if name != "PAIJU_PURE"} | (
        {"PAIJU_PURE": "1"} if pure else {}
    )
    env["PYTHONPATH"] = str(HERE.parent)
    run = subprocess.run(
        [sys.executable, str(HERE / "digest.py"), game, "1"], env=env, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize("game", every_game())
def test_compiled_and_uncompiled_agree(game):
    assert digests(game, pure=True) == digests(game, pure=False)


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
