"""What is said when a match is left: how to go on with it, or that it was not kept."""

from __future__ import annotations

import shlex
from pathlib import Path

from paiju.door import MatchFacts
from paiju.saves import resume_command
from paiju.show import Said, Style


def farewell(facts: MatchFacts, style: Style) -> str:
    """A sentence or two."""
    return "; ".join(filter(None, (mishap(facts, style), keeping(facts, style))))


def mishap(facts: MatchFacts, style: Style) -> str:
    if facts.error is None:
        return ""
    reason = Said(f"{type(facts.error).__name__}: {facts.error}")
    return style.say("paiju made a mistake and had to stop: {reason}", reason=reason)


def keeping(facts: MatchFacts, style: Style) -> str:
    path = Path(facts.place)
    if not facts.is_kept or not path.exists():
        return style.say("the match was not kept")
    if facts.is_over:
        command = Said(f"paiju replay {shlex.quote(str(path))}")
        return style.say("the match is kept; {command} shows it", command=command)
    return style.say("the match is kept; {command} goes on with it", command=Said(resume_command(path)))
