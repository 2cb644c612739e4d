"""How the command line wants cards and lines written, and what the output can take."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from paiju.commands.common import is_terminal, line_width

if TYPE_CHECKING:
    from paiju.plain import LineFormat

LINES_ONLY = ("plain", "small_suits", "lowercase", "apart", "tight", "words", "table", "no_hints", "lenient")
HEARTLESS = ("small_suits", "lowercase", "apart", "tight")  # its flags: with --automatic they print its transcript


def full_wanted(wanted: dict[str, Any]) -> bool:
    return not any(wanted[name] for name in LINES_ONLY) and wanted["width"] is None


def line_format_of(wanted: dict[str, Any]) -> LineFormat:
    from paiju.plain import LineFormat

    writable_output()
    is_typed, width = is_terminal(sys.stdin), line_width(wanted["width"])
    return LineFormat(not wanted["no_hints"], wanted["lenient"], width, is_typed, wanted["table"])


def ascii_wanted(wanted: dict[str, Any]) -> bool:
    return wanted["ascii"] or wanted["small_suits"] or not can_write("♣♦♥♠")


def written_as(wanted: dict[str, Any]) -> dict[str, Any]:
    """The style of cards in lines, as flags say; every flag changes one thing."""
    return {
        "small_suits": wanted["small_suits"],
        "lowercase": wanted["lowercase"],
        "spaces": not wanted["tight"],
        "words": wanted["words"],
        "grouped": not wanted["apart"],
    }


def can_write(signs: str) -> bool:
    """Has the output letters for these?"""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def writable_output() -> None:
    """Whatever the terminal cannot write becomes a question mark rather than the end of the match."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
