"""The installed command, as a user of one of the five old programs types it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

PROGRAM = str(Path(sys.executable).with_name("paiju"))


def paiju(line: str, typed: str = "", seconds: float = 120, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `paiju LINE` in a pipe, with lines typed ahead; never raises for its exit code."""
    return subprocess.run(
        [PROGRAM, *shlex.split(line)],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=seconds,
        env={**os.environ, **environment},
    )
