"""What is said when a match is left: how to go on with it, or that it was not kept."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from paiju.saves import resume_command
from paiju.show import Said, Style

if TYPE_CHECKING:
    from paiju.table import Table


def is_kept(table: Table) -> bool:
    return table.journal is not None and table.trouble is None


def farewell(table: Table, style: Style) -> str:
    """A sentence or two."""
    return "; ".join(filter(None, (mishap(table, style), keeping(table, style))))


def mishap(table: Table, style: Style) -> str:
    if table.error is None:
        return ""
    reason = Said(f"{type(table.error).__name__}: {table.error}")
    return style.say("paiju made a mistake and had to stop: {reason}", reason=reason)


def keeping(table: Table, style: Style) -> str:
    if table.journal is None or not is_kept(table) or not table.journal.path.exists():
        return style.say("the match was not kept")
    if table.is_over:
        command = Said(f"paiju replay {shlex.quote(str(table.journal.path))}")
        return style.say("the match is kept; {command} shows it", command=command)
    return style.say("the match is kept; {command} goes on with it", command=Said(resume_command(table.journal.path)))
