"""The rules of a game as text: the numbered rules as the options in force have them, and behind a rule its options.

A rule on the page tells the default. Block quotes behind it tell what it says under other options, each beginning with
its condition in backticks:

    > `moon=subtract`: He scores 26 less ...      in place of the rule's text; the first one that holds
    > `+tie=extra_deal,players=3|5`: A tie ...    behind it; all that hold
    > `target`: ... {target} points ...           whenever the option is not at its default
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any

from paiju.core.game import Game, allowed, option_text
from paiju.core.words import Message, Said
from paiju.show import Style, width

NUMBERED = re.compile(r"\d+(?:\.\d+)+(?= )|\d+(?=\. )")  # a rule's or a section's; not every number that begins a line
CONDITION = re.compile(r"> `(\+?)([^`]+)`[:：] *(.*)")
QUOTED = re.compile(r"> ?")
MARKUP = re.compile(r"^#+ |`|\*+|\[(?P<link>[^\]]+)\]\([^)]*\)")
RULED = re.compile(r"[|: -]+")  # the line between the head of a table and its body


@dataclass(frozen=True)
class Alternative:
    """What a rule says under other options: in place of its text, or added to it."""

    condition: str
    is_added: bool
    lines: tuple[str, ...]

    def names(self) -> list[str]:
        """The options that decide."""
        return [term.partition("=")[0] for term in self.condition.split(",")]

    def holds(self, options: Any) -> bool:
        return condition_holds(self.condition, options)

    def filled(self, options: Any) -> list[str]:
        """The text, with the values of options that it names in braces."""

        def value(match: re.Match[str]) -> str:
            return option_text(getattr(options, match[1], match[0]))

        return [re.sub(r"\{(\w+)\}", value, line) for line in self.lines]


def condition_holds(condition: str, options: Any) -> bool:
    """Whether these options are what the condition names; without terms it always holds."""
    default = type(options)()
    for term in condition.split(",") if condition else ():
        name, equals, values = term.partition("=")
        value = getattr(options, name)
        if option_text(value) not in values.split("|") if equals else value == getattr(default, name):
            return False
    return True


def rule_lines(game: Game, options: Any, lang: str = "en") -> Iterator[str]:
    """The rules in force, paragraph by paragraph; behind a numbered rule the options that change it."""
    changing: dict[str, list[str]] = {}
    for field in fields(game.Options):
        changing.setdefault(field.metadata["rule"], []).append(option_line(field, options, Style(lang=lang)))
    for lines, alternatives in rules_with_alternatives(game, lang):
        yield from in_force(lines, alternatives, options)
        yield from changing.pop(number_of(lines[0]), [])
        yield ""
    for lines in changing.values():
        yield from lines


def rules_with_alternatives(game: Game, lang: str = "en") -> Iterator[tuple[list[str], list[Alternative]]]:
    """The page, paragraph by paragraph, each with the alternatives that stand behind it."""
    names = {field.name for field in fields(game.Options)}
    lines: list[str] = []
    alternatives: list[Alternative] = []
    for block in blocks(game.rules_text(lang)):
        alternative = read_alternative(block)
        if lines and alternative and names.issuperset(alternative.names()):
            alternatives.append(alternative)
            continue
        if lines:
            yield lines, alternatives
        lines, alternatives = block, []
    if lines:
        yield lines, alternatives


def blocks(text: str) -> Iterator[list[str]]:
    """Lines that stand together: up to an empty line, or to the next rule."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if block and (not line.strip() or NUMBERED.match(line)):
            yield block
            block = []
        if line.strip():
            block.append(line)


def read_alternative(block: list[str]) -> Alternative | None:
    """The block quote as an alternative; None if it is not a condition and a text."""
    match = CONDITION.match(block[0])
    if not match:
        return None
    lines = tuple(filter(None, [match[3], *(QUOTED.sub("", line, count=1) for line in block[1:])]))
    return Alternative(match[2], bool(match[1]), lines) if lines else None


def in_force(lines: list[str], alternatives: list[Alternative], options: Any) -> list[str]:
    """A paragraph as these options have it. Whatever it says, a rule keeps its number."""
    holding = [alternative for alternative in alternatives if alternative.holds(options)]
    instead = next((alternative for alternative in holding if not alternative.is_added), None)
    if instead:
        number = number_of(lines[0])
        first, *more = instead.filled(options)
        lines = [f"{number} {first}" if number else first, *more]
    return [*lines, *(line for added in holding if added.is_added for line in added.filled(options))]


def number_of(line: str) -> str:
    """The number of the rule that begins with this line; empty if it has none."""
    match = NUMBERED.match(line)
    return match[0] if match else ""


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


def without_markup(lines: Iterable[str]) -> Iterator[str]:
    """The lines for people to read as they are: no signs of headings, links or code, and tables in columns."""
    for is_table, row in groupby(lines, key=lambda line: line.startswith("|")):
        for line in columns(row) if is_table else row:
            yield MARKUP.sub(lambda found: found["link"] or "", line)


def columns(rows: Iterable[str]) -> list[str]:
    """The rows of a table with its cells in line."""
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows if not RULED.fullmatch(row)]
    wide = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell + " " * (room - width(cell)) for cell, room in zip(row, wide, strict=True)).rstrip()
        for row in cells
    ]


def headings(lines: Iterable[str]) -> Iterator[str]:
    """The sections: what `passage` can be asked for."""
    return (line.lstrip("# ") for line in lines if line.startswith("## "))


def passage(lines: Iterable[str], number: str) -> Iterator[str]:
    """One rule (3.2) or one section (3) of the rules; nothing if there is none of that number."""
    inside = False
    for line in lines:
        found = number_of(line.lstrip("# "))
        if found or line.startswith("#"):
            inside = found == number or found.startswith(f"{number}.")
        if inside:
            yield line


@dataclass(frozen=True)
class Paragraph:
    """A piece of the rules: its number (of a rule or a chapter), what it is, its text on one line."""

    number: str
    kind: str  # heading, rule, option, text or table
    text: str


def paragraphs(lines: Iterable[str]) -> Iterator[Paragraph]:
    """Rules as they are written, piece by piece, a table with all its rows."""
    for is_table, group in groupby(map(str.strip, unbroken(lines)), key=lambda line: line.startswith("|")):
        rows = list(group)
        yield from map(paragraph, ["\n".join(rows)] if is_table else filter(None, rows))


def unbroken(lines: Iterable[str]) -> Iterator[str]:
    """The lines with the breaks of the file undone, so that they fit any width."""
    running: list[str] = []
    for line in lines:
        word = line.strip()
        alone = not word or word.startswith(("#", "> ", "|"))
        if running and (alone or word.startswith("- ") or NUMBERED.match(line)):
            yield on_one_line(running)
            running = []
        if alone:
            yield line
        else:
            running.append(word)
    if running:
        yield on_one_line(running)


def paragraph(text: str) -> Paragraph:
    kinds = {"#": "heading", ">": "option", "|": "table"}
    kind = kinds.get(text[0], "text")
    text = text.lstrip("#> ") if kind in ("heading", "option") else text
    number = number_of(text) if kind in ("heading", "text") else ""
    return Paragraph(number, "rule" if number and kind == "text" else kind, "\n".join(without_markup(text.split("\n"))))


def on_one_line(lines: Iterable[str]) -> str:
    """Lines put together, with a blank between them unless the writing has none (Chinese)."""
    text = ""
    for line in lines:
        blank = text and unicodedata.east_asian_width(text[-1]) not in ("W", "F")
        text = f"{text} {line}" if blank else text + line
    return text
