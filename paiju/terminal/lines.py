"""The lines around the table: head, status and keys, made from plain values."""

from __future__ import annotations

import time

from paiju.core.cards import Card
from paiju.core.scene import MatchStanding, Scene
from paiju.core.words import Ask, Message
from paiju.show import Style
from paiju.terminal.canvas import ALARM, FELT_TEXT, NOTICE, QUIET, STRONG, Block, Line


def head_line(scene: Scene, match: MatchStanding, style: Style, deadline: float, name: str = "") -> Line:
    """Which game and deal it is, whose seat, the standing where the places do not show it, and the time left."""
    line: Line = [(style.say("{game}, deal {deal}", game=scene.title, deal=scene.deal), STRONG)]
    if len(scene.standing) != len(scene.places) or scene.has_teams:
        line += [("  " + style.say(text), QUIET) for text in match.standing_text]
    if name:
        line.insert(0, (name + "  ", NOTICE))
    if deadline:
        left = max(0, round(deadline - time.monotonic()))
        line.append(("  " + style.say("{seconds} s left", seconds=left), ALARM))
    return line


def story_lines(log: list[str], warning: Line, rows: int) -> Block:
    """The last things that happened; a warning or refusal takes the last row."""
    told: Block = [[(text, FELT_TEXT)] for text in log[-rows:]]
    if not warning:
        return told
    return [*told[len(told) - rows + 1 :], warning] if rows > 1 else [warning]


def wanted(ask: Ask) -> Message:
    """How many cards are asked for."""
    if ask.sizes:
        return Message("choose {sizes} cards", sizes=ask.sizes)
    if ask.least == ask.most:
        return Message("choose one card") if ask.most == 1 else Message("choose {most} cards", most=ask.most)
    if ask.least == 0:
        return Message("choose up to {most} cards", most=ask.most)
    return Message("choose {least} to {most} cards", least=ask.least, most=ask.most)


def question_line(ask: Ask | None, card: Card | None, possible: bool, style: Style) -> Line:
    """What is asked, and the card in focus in words."""
    if ask is None:
        return [(style.say("your turn"), NOTICE)]
    line: Line = [(style.say(wanted(ask)), NOTICE)]
    if card is not None:
        text = style.say("{card}: possible" if possible else "{card}: not possible now", card=style.name(card))
        line.append(("  " + text, FELT_TEXT if possible else QUIET))
    return line
