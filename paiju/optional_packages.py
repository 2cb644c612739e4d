"""Packages that only some commands need, and the command that installs those that are missing."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec

OPTIONAL: dict[str, tuple[str, ...]] = {  # the optional dependencies of pyproject.toml
    "tournament": ("matplotlib", "openskill", "polars"),
    "cluster": ("distributed",),
    "terminal": ("textual",),
    "wire": ("msgspec",),
    "postgres": ("asyncpg",),
    "server": ("aiohttp", "argon2-cffi", "msgspec", "openskill", "prometheus-client", "segno", "structlog", "uvloop"),
    "chat": ("discord.py", "pillow"),
}
MODULES = {
    "discord.py": "discord",
    "pillow": "PIL",
    "argon2-cffi": "argon2",
    "prometheus-client": "prometheus_client",
}  # where a package has another name than its module


def not_installed(extra: str) -> list[str]:
    """The packages of an extra that are not installed here."""
    return [name for name in OPTIONAL[extra] if not find_spec(MODULES.get(name, name))]


def install_command(extra: str, *more: str) -> str:
    """The command that installs what is missing of an extra (and `more`), for the Python that runs now."""
    names = dict.fromkeys([*not_installed(extra), *more])
    python = shlex.quote(sys.executable)
    how = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"{how} {' '.join(names)}"
