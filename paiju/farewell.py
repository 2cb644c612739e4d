"""What is said when a match is left: how to go on with it, or that it was not kept."""

from __future__ import annotations

import shlex
from pathlib import Path

from paiju.door import DoorClosed, MatchFacts
from paiju.saves import resume_command
from paiju.show import Said, Style

BROKEN_OFF = ("ended_error", "ended_vote")  # doors that close so: the match is kept as far as it was played


def farewell(facts: MatchFacts, style: Style) -> str:
    """A sentence or two."""
    return "; ".join(filter(None, (mishap(facts, style), keeping(facts, style))))


def mishap(facts: MatchFacts, style: Style) -> str:
    if facts.error is None:
        return ""
    if isinstance(facts.error, DoorClosed):
        return style.say(facts.error.message)
    reason = Said(f"{type(facts.error).__name__}: {facts.error}")
    return style.say("paiju made a mistake and had to stop: {reason}", reason=reason)


def keeping(facts: MatchFacts, style: Style, in_lines: bool = False) -> str:
    """Say where the match is and what to type to go on with it; in lines where it was played in lines."""
    if "://" in facts.place:
        return kept_elsewhere(facts, style)
    path = Path(facts.place)
    if not facts.is_kept or not path.exists():
        return style.say("the match was not kept")
    if facts.is_over:
        command = Said(f"paiju replay {shlex.quote(str(path))}")
        return style.say("the match is kept; {command} shows it", command=command)
    command = resume_command(path) + " --plain" * in_lines
    return style.say("the match is kept; {command} goes on with it", command=Said(command))


def kept_elsewhere(facts: MatchFacts, style: Style) -> str:
    """The house has it: for as long as one is away a bot may stand in."""
    why = facts.error.code if isinstance(facts.error, DoorClosed) else ""
    if why and why not in ("unreachable", *BROKEN_OFF):
        return ""
    if facts.is_over or why in BROKEN_OFF:
        return style.say("the match is kept at {address}", address=Said(facts.place.replace("/t/", "/m/")))
    command = Said(f"paiju play --at {shlex.quote(facts.place)}")
    return style.say("the match goes on without you; {command} takes you back to it", command=command)
