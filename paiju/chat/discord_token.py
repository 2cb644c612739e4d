"""Where the token of a Discord bot is: in the environment or in a file, never on a command line, which all can read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

VARIABLE = "PAIJU_DISCORD_TOKEN"
LONGEST = 200  # characters; those of today have some 70


def read_token(environment: Mapping[str, str]) -> str:
    """ValueError says where it is looked for, and never what is there."""
    if token := environment.get(VARIABLE, "").strip():
        return checked(token, VARIABLE)
    if path := environment.get(f"{VARIABLE}_FILE"):
        with Path(path).open("rb") as file:
            token = file.read(LONGEST + 100).decode("ascii", "replace").strip()
        if token:
            return checked(token, path)
        raise ValueError(f"{path} is empty: it should hold the token of the bot")
    raise ValueError(f"there is no token: set {VARIABLE}, or {VARIABLE}_FILE to the name of a file (docs/discord.md)")


def checked(token: str, where: str) -> str:
    """Anything else would go into a header, and from there into an error that everybody reads."""
    if len(token) > LONGEST or not token.isascii() or not token.isprintable() or " " in token:
        raise ValueError(f"{where} holds no token of a bot, which is one word of letters, digits, dots, - and _")
    return token
