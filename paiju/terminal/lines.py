"""The lines around the table: head, status and keys, made from plain values."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.cards import Card
from paiju.core.scene import MatchStanding, Scene
from paiju.core.words import Ask, Message
from paiju.question import sizes_of, when_late
from paiju.show import Style
from paiju.terminal.canvas import ALARM, FELT_TEXT, NOTICE, QUIET, STRONG, Block, Line, line_width


def head_line(
    scene: Scene, match: MatchStanding, style: Style, width: int, name: str = "", time_left: str = ""
) -> Line:
    """Which game and deal it is, whose seat, the standing where the places do not show it, and the time left.

    Where that is too much the game's name goes first: everybody knows which game it is.
    """
    standing = match.standing_text if len(scene.standing) != len(scene.places) or scene.has_teams else ()
    titles = (
        style.say("{game}, deal {deal}", game=scene.title, deal=scene.deal),
        style.say("deal {number}", number=scene.deal),
        "",
    )
    line: Line = []
    for title in titles:
        pieces = ((name, NOTICE), (title, STRONG), *((style.say(text), QUIET) for text in standing), (time_left, ALARM))
        told = [piece for piece in pieces if piece[0]]
        line = [*told[:1], *(("  " + text, paint) for text, paint in told[1:])]
        if line_width(line) <= width:
            break
    return line


def time_line(seconds: float, asks: Sequence[Ask], style: Style) -> str:
    """How long one has, and what happens then."""
    return style.say("{seconds} s left, {late}", seconds=max(0, round(seconds)), late=when_late(asks))


def story_lines(pinned: Block, log: list[str], warning: Block, rows: int) -> Block:
    """The last things that happened, between what stays until the next answer and a warning or refusal."""
    room = max(0, rows - len(warning))
    above = pinned[:room]
    room -= len(above)
    stays = {"".join(text for text, _ in line) for line in above}
    log = [text for text in log if text not in stays]  # nothing is said twice
    told: Block = [[(text, FELT_TEXT)] for text in log[-room:]] if room else []
    return [*above, *told, *warning]


def wanted(ask: Ask) -> Message:
    """How many cards are asked for."""
    if sizes := sizes_of(ask):
        return Message("choose {sizes} cards", sizes=sizes)
    if ask.least == ask.most:
        return Message("choose one card") if ask.most == 1 else Message("choose {most} cards", most=ask.most)
    if ask.least == 0:
        return Message("choose up to {most} cards", most=ask.most)
    return Message("choose {least} to {most} cards", least=ask.least, most=ask.most)


def question_line(ask: Ask | None, card: Card | None, possible: bool, style: Style) -> Line:
    """What is asked, and the card in focus in words."""
    if ask is None:
        return [(style.say("your turn"), NOTICE)]
    if not ask.most:
        return [(style.say(ask.meaning or Message("no card of yours will do: {kind}", kind=ask.kind)), NOTICE)]
    line: Line = [(style.say(wanted(ask)), NOTICE)]
    if card is not None:
        text = style.say("{card}: possible" if possible else "{card}: not possible now", card=style.name(card))
        line.append(("  " + text, FELT_TEXT if possible else QUIET))
    return line
