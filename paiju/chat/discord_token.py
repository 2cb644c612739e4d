"""Where the token of a Discord bot is: in the environment or in a file, never on a command line, which all can read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

VARIABLE = "PAIJU_DISCORD_TOKEN"


def read_token(environment: Mapping[str, str]) -> str:
    """ValueError says where it is looked for."""
    if token := environment.get(VARIABLE, "").strip():
        return token
    if path := environment.get(f"{VARIABLE}_FILE"):
        if token := Path(path).read_text(encoding="utf-8").strip():
            return token
        raise ValueError(f"{path} is empty: it should hold the token of the bot")
    raise ValueError(f"there is no token: set {VARIABLE}, or {VARIABLE}_FILE to the name of a file (docs/discord.md)")
