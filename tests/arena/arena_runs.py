"""What the tests of whole tournaments share: the real command in real processes, and some bots."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}

BOTS = {
    "slow.py": """
import time
def play(view, rng):
    time.sleep(0.001)
    return view.sample(view.viewer, rng)
""",
    "crash.py": """
def play(view, rng):
    if rng.below(20) == 0:
        raise RuntimeError("oops")
    return view.sample(view.viewer, rng)
""",
    "illegal.py": """
from paiju import Action
def play(view, rng):
    return Action.read("play BJ") if rng.below(20) == 0 else view.sample(view.viewer, rng)
""",
    "exits.py": """
import os
def play(view, rng):
    if rng.below(150) == 0:
        os._exit(3)
    return view.sample(view.viewer, rng)
""",
    "hangs.py": """
import time
def play(view, rng):
    if rng.below(150) == 0:
        while True:
            try:
                time.sleep(1)
            except Exception:
                pass
    return view.sample(view.viewer, rng)
""",
    "stubborn.py": """
import time
def play(view, rng):
    if rng.below(150) == 0:
        while True:
            try:
                while True:
                    time.sleep(1)
            except BaseException:
                pass
    return view.sample(view.viewer, rng)
""",
}


def write_bots(folder: Path) -> None:
    for name, text in BOTS.items():
        (folder / name).write_text(text)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "paiju.cli", "arena", *words]


def arena(folder: Path, *words: str, code: int = 0) -> str:
    """Run a tournament to its end; what it said."""
    run = subprocess.run(
        command(*words), cwd=folder, env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=120
    )
    assert run.returncode == code, run.stdout + run.stderr
    return run.stdout + run.stderr


def begin(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start a tournament in a process group of its own."""
    return subprocess.Popen(
        command(*words),
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    )


def wait_for_lines(path: Path, lines: int, run: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and run.poll() is None:
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.01)


def kill_group(run: subprocess.Popen[str]) -> None:
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGKILL)
    run.communicate()


def results(folder: Path) -> list[dict]:
    """The decks of a run in order."""
    rows = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    return sorted(rows, key=lambda row: row["deck"])


def table(folder: Path) -> str:
    return (folder / "table.txt").read_text()
