"""What those at a table are called: as they wish, or by a name of ours, no two alike; and how strong bots are."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Iterable

from paiju.core.words import mark

LONGEST = 24
LEVELS = ("easy", "medium", "hard")  # of bots; shown in the player's language
BOTS = ("Ada", "Bram", "Chen", "Dora", "Emre", "Fien")
GUESTS = ("Bo", "Kim", "Lou", "Max", "Sam", "Wim")  # people of whom no name was given
YOU = mark("You")  # whoever plays alone and has no name


def tidy(name: str) -> str:
    """A name that fits on any screen."""
    return "".join(sign for sign in " ".join(name.split()) if sign.isprintable())[:LONGEST]


def name_key(name: str) -> str:
    """What names are compared by: `ANN` is `Ann`."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def for_people(given: Iterable[str], number: int) -> list[str]:
    """Names for people at one keyboard: those given, else who is logged in, then guests'."""
    names = [name for name in map(tidy, given) if name] or [tidy(os.environ.get("USER") or "")]
    if not names[0]:  # among several "You" would be anybody
        names = [YOU] if number == 1 else []
    return list(dict.fromkeys([*names, *GUESTS, *(f"Guest {n}" for n in range(number))]))[:number]


def for_bots(number: int, taken: Collection[str] = ()) -> list[str]:
    return [name for name in (*BOTS, *(f"Bot {n}" for n in range(number))) if name not in taken][:number]
