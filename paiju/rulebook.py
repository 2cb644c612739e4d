"""The rules of a game as text: the numbered rules, with the options in force written behind the rules they change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from paiju.core.game import Game, allowed, option_text
from paiju.core.words import Message, Said
from paiju.show import Style

NUMBERED = re.compile(r"(\d+(?:\.\d+)*)[. ]")


def rule_lines(game: Game, options: Any, lang: str = "en") -> Iterator[str]:
    """The rules file, paragraph by paragraph; after a numbered rule, the options that change it and their values."""
    changing: dict[str, list[str]] = {}
    for field in fields(game.Options):
        changing.setdefault(field.metadata["rule"], []).append(option_line(field, options, Style(lang=lang)))
    number = ""
    for line in [*game.rules_text(lang).splitlines(), ""]:
        if not line.strip() and number:
            yield from changing.pop(number, [])
            number = ""
        if match := NUMBERED.match(line):
            yield from changing.pop(number, [])
            number = match[1]
        yield line
    for lines in changing.values():
        yield from lines


def option_line(field: Any, options: Any, style: Style) -> str:
    """'> moon = add (default; add or subtract): who shoots the moon ...'. Names and values stay as they are typed."""
    value = getattr(options, field.name)
    default = Message("default")
    if value != field.default:
        default = Message("default {value}", value=Said(option_text(field.default)))
    line = style.say(
        "{option} = {value} ({default}; {allowed}): {help}",
        option=Said(field.name), value=Said(option_text(value)), default=default, allowed=allowed(field),
        help=field.metadata["help"],
    )  # fmt: skip
    return f"    > {line}"


def headings(lines: Iterable[str]) -> Iterator[str]:
    """The sections: what `passage` can be asked for."""
    return (line.lstrip("# ") for line in lines if line.startswith("## "))


def passage(lines: Iterable[str], number: str) -> Iterator[str]:
    """One rule (3.2) or one section (3) of the rules; nothing if there is none of that number."""
    inside = False
    for line in lines:
        match = NUMBERED.match(line.lstrip("# "))
        if match or line.startswith("#"):
            inside = bool(match) and (match[1] == number or match[1].startswith(f"{number}."))
        if inside:
            yield line


@dataclass(frozen=True)
class Paragraph:
    """A piece of the rules: its number (of a rule or a chapter), what it is, its text on one line."""

    number: str
    kind: str  # heading, rule, option, text or table
    text: str


def paragraphs(lines: Iterator[str]) -> Iterator[Paragraph]:
    """Rules as they are written, with the line breaks of the file undone, so that they fit any width."""
    running: list[str] = []
    for line in [*lines, ""]:
        word = line.strip()
        alone = not word or word.startswith(("#", "> ", "|", "- ")) or NUMBERED.match(line)
        if alone and running:
            yield paragraph(" ".join(running))
            running = []
        if word.startswith(("#", "> ", "|")):
            yield paragraph(word)
        elif word:
            running.append(word)


def paragraph(text: str) -> Paragraph:
    kinds = {"#": "heading", ">": "option", "|": "table"}
    kind = kinds.get(text[0], "text")
    text = text.lstrip("#> ") if kind in ("heading", "option") else text
    number = NUMBERED.match(text) if kind in ("heading", "text") else None
    return Paragraph(number[1] if number else "", "rule" if number and kind == "text" else kind, text)
