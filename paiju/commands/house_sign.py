"""At a terminal `paiju serve` asks once whether others in the network may join, and shows where the house is found.

To a program, which reads a pipe, it tells the addresses, one a line, and asks nothing.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiju.addresses import EVERYWHERE, HERE, AddressSet
from paiju.commands.common import is_dumb, is_terminal, spoken, system_text
from paiju.core.words import Said, mark
from paiju.languages import LANGUAGES, translate
from paiju.saves import PRIVATE_FOLDER, write_private
from paiju.show import Style, width

if TYPE_CHECKING:
    from paiju.server.config import ServerConfig

YES, NO = mark("yes y"), mark("no n")  # what may be typed, in any of the languages
REMEMBERED = "lan"  # the file in the data folder that has the answer
MAX_OTHERS = 3  # addresses that are shown beside the best
NARROW = 40  # columns in which an address fits and a code is none
QUIET_ZONE = 2  # modules around a code, so that a camera finds it; with more, 24 lines would not hold it
BLACK, WHITE = 16, 231  # of the 256 colours those that no theme changes
UPPER_HALF = "▀"


def at_terminal() -> bool:
    return is_terminal(sys.stdin) and is_terminal(sys.stderr)


def in_foreground() -> bool:
    """True unless the shell would stop us for reading, as after `paiju serve &`."""
    if not hasattr(os, "tcgetpgrp"):
        return True
    with suppress(OSError):
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    return False


# ---- may others join? ----


def with_network(settings: ServerConfig, lan: bool | None, is_settled: bool) -> ServerConfig:
    """The settings of who sits at a terminal: the network may join as the flag says, else as was answered once, now or
    earlier; unless it is settled where to listen."""
    style = Style(lang=spoken())
    if lan is None and not is_settled:
        lan = read_answer(settings.folder)
        if lan is None:
            lan = ask(style) if in_foreground() else None
            if lan is None:
                return settings
            remember(settings.folder, lan, style)
        return replace(settings, host=EVERYWHERE if lan else HERE)
    if lan is not None and read_answer(settings.folder) != lan:
        remember(settings.folder, lan, style)
    return settings


def ask(style: Style) -> bool | None:
    """None: there was no answer."""
    while True:
        click.echo(style.say("May others in your network join? [Y/n]") + " ", nl=False, err=True)
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            line = "?"
        if not line:
            click.echo(err=True)
            return None
        answer = unicodedata.normalize("NFKC", line).strip().casefold()
        for words, is_yes in ((YES, True), (NO, False)):
            if not answer or answer in [word for lang in LANGUAGES for word in translate(lang, words).split()]:
                return is_yes
        click.echo(style.say("Please answer yes or no."), err=True)


def read_answer(folder: Path) -> bool | None:
    """None: nothing was answered yet, or something else stands there."""
    with suppress(OSError, ValueError):
        if (path := folder / REMEMBERED).is_file():
            with path.open(encoding="ascii") as file:
                return {"yes": True, "no": False}.get(file.read(16).strip())
    return None


def remember(folder: Path, lan: bool, style: Style) -> None:
    command = f"{click.get_current_context().command_path} {'--no-lan' if lan else '--lan'}"
    try:
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        write_private(folder / REMEMBERED, "yes\n" if lan else "no\n")
    except OSError as error:
        text = style.say("This could not be remembered: {reason}", reason=Said(system_text(error)))
    else:
        text = style.say("This is remembered; {command} changes it.", command=Said(command))
    click.echo(text, err=True)


# ---- where the house is found ----


def show_addresses(found: AddressSet) -> None:
    if not at_terminal():
        addresses = [found.public] if found.public else [found.here, *found.network[: 1 + MAX_OTHERS]]
        return click.echo("\n".join(dict.fromkeys(addresses)), err=True)
    style = Style(lang=spoken())
    for line in [*address_lines(found, style), *code_lines(found.shared)]:
        click.echo(line, err=True)


def address_lines(found: AddressSet, style: Style) -> Iterator[str]:
    rows = [(style.say("everybody"), [found.public])] if found.public else list(address_rows(found, style))
    wide = max(width(label) for label, _ in rows)
    yield ""
    for label, texts in rows:
        for number, text in enumerate(texts):
            yield f"  {'' if number else label}{' ' * (wide if number else wide - width(label))}  {text}"
    yield ""


def address_rows(found: AddressSet, style: Style) -> Iterator[tuple[str, list[str]]]:
    yield style.say("you"), [found.here.replace(f"//{HERE}:", "//localhost:")]
    others = list(found.network[: 1 + MAX_OTHERS])
    if more := len(found.network) - len(others):
        others.append(style.say("and {number} more", number=more))
    yield style.say("in your network"), others or [nobody(found, style)]
    yield style.say("from anywhere"), [style.say("needs an address of its own: docs/host.md")]


def nobody(found: AddressSet, style: Style) -> str:
    if found.is_open:
        return style.say("nobody: this computer is in no network")
    return style.say("nobody; paiju serve --lan lets them in")


# ---- as a QR code ----


def code_lines(address: str) -> Iterator[str]:
    """The address for the camera of a phone, if the terminal can show that."""
    if not address or not can_draw():
        return
    import segno

    code = segno.make(address, error="l", micro=False)
    rows = [list(map(bool, row)) for row in code.matrix_iter(border=QUIET_ZONE)]
    if max(len(rows[0]), NARROW) < os.get_terminal_size(sys.stderr.fileno()).columns:
        yield from block_lines(rows)


def can_draw() -> bool:
    """True if the terminal shows colours: a code names its own, whatever the theme."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    with suppress(UnicodeEncodeError, LookupError):
        UPPER_HALF.encode(encoding)
        return not is_dumb() and not os.environ.get("NO_COLOR")
    return False


def block_lines(rows: Sequence[Sequence[bool]]) -> Iterator[str]:
    """Two rows of modules in a line of text; their number is odd. Where both are alike a blank shows them, in which no
    font leaves a gap."""
    light = [False] * len(rows[0])
    for top, bottom in zip(rows[::2], [*rows[1::2], light], strict=True):
        line = ""
        for above, below in zip(top, bottom, strict=True):
            front, back = (BLACK if above else WHITE), (BLACK if below else WHITE)
            line += f"\033[38;5;{front};48;5;{back}m{' ' if above == below else UPPER_HALF}"
        yield f"{line}\033[0m"
