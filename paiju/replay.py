"""Stepping through a record as text, forwards and back, from any seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

import click

from paiju.core.cards import brief
from paiju.core.words import TRUTH, Said, mark
from paiju.record import Deal, Moment, Record, RecordError, moments, read_records
from paiju.results import explained_lines
from paiju.show import Style, deal_title, log_lines, scene_lines, standing_lines, told

PROMPT = mark("Enter next, t trick, d deal, b back, q quit:")


@dataclass(frozen=True)
class ToldMove:
    """A move: the lines that tell it, the table after it, and what kind of moment it is."""

    lines: list[str]
    table: Callable[[], Iterable[str]]
    kind: str  # deal, trick or move


class Replay:
    """A record file as a list of moves, told one by one. It is read as far as it is looked at, since it may be huge."""

    def __init__(self, path: str, seat: int | None, opened: bool, style: Style):
        self.path, self.seat, self.opened, self.style = path, seat, opened, style
        self.moves: list[ToldMove] = []  # those that have been looked at
        self.unread = self.read()

    def read(self) -> Iterator[ToldMove]:
        empty = True
        with open(self.path, encoding="utf-8-sig", errors="replace") as file:
            for record in read_records(file):
                viewer = record.viewer(self.seat, TRUTH if self.opened else record.person())
                for deal in record.deals:
                    empty = False
                    yield from self.told_moves(record, deal, viewer)
        if empty:
            raise RecordError(1, "the record has no deals")

    def told_moves(self, record: Record, deal: Deal, viewer: int) -> Iterator[ToldMove]:
        style = replace(self.style, names=record.names(self.style.seat), you=record.person()).for_game(record.game)
        comments = dict(enumerate((move.comment for move in deal.moves), 1))
        for at, (number, state, events) in enumerate(told_moments(deal, viewer)):
            kind = "trick" if any(event.ends_trick for event in events) else "move"
            lines = list(log_lines(events, style))
            table = partial(scene_lines, state.scene(), style)
            if at == 0:
                kind, lines = "deal", [*self.heading(record, deal, viewer, style), *(lines or table())]
            if comment := comments.pop(number, ""):
                lines.append(f"  {{{comment}}}")
            if at and (kind == "trick" or state.is_over):
                lines += table()
            if state.is_over:
                lines += ["", *explained_lines(state.scene(), style)]
                lines += standing_lines(record.game.after(deal.setup, deal.final()).match, style)
            yield ToldMove(lines, table, kind)

    def heading(self, record: Record, deal: Deal, viewer: int, style: Style) -> Iterator[str]:
        title = deal_title(record.game.title, deal.setup.deal, viewer, style)
        if "Number" in record.tags:
            title = style.say("{title} (number {number})", title=Said(title), number=Said(record.tags["Number"]))
        yield from ("", title)
        yield from standing_lines(deal.setup.match, style)

    def run(self, interactive: bool) -> None:
        if not interactive:
            for move in self.unread:
                say_lines(move.lines)
            return
        at = 0
        if self.has(at):
            say_lines(self.moves[at].lines)
        while True:
            try:
                answer = input(self.style.say(PROMPT) + " ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                click.echo()
                return
            if answer == "q":
                return
            at = self.go(at, answer)

    def has(self, at: int) -> bool:
        """Is there a move with this number? Reads on if need be."""
        while len(self.moves) <= at:
            move = next(self.unread, None)
            if move is None:
                return False
            self.moves.append(move)
        return True

    def go(self, at: int, answer: str) -> int:
        """The move an answer leads to; what lies between is shown."""
        if answer not in ("", "t", "d", "b"):
            click.echo(self.style.say("'{key}' is no key here", key=Said(brief(answer))))
            return at
        if answer == "b":
            at = max(0, at - 1)
            lines = self.moves[at].lines or ["(" + self.style.say("a secret answer") + ")"]
            say_lines([self.style.say("back to:"), *lines, *self.moves[at].table()])
            return at
        if not self.has(at + 1):
            click.echo(self.style.say("that was the last move: b goes back, q quits"))
            return at
        goal = {"t": ("trick", "deal"), "d": ("deal",)}.get(answer, ("move", "trick", "deal"))
        while self.has(at + 1):
            at += 1
            say_lines(self.moves[at].lines)
            if self.moves[at].kind in goal:
                break
        return at


def told_moments(deal: Deal, viewer: int) -> Iterator[Moment]:
    """What there is to tell, move by move; what is routine is one moment, or none if it tells nothing."""
    if viewer == TRUTH:
        yield from moments(deal, viewer)
        return
    for is_routine, row in groupby(moments(deal, viewer), key=lambda moment: moment.is_routine):
        if is_routine:
            first, *_ = seen = list(row)
            events = [event for moment in seen for event in moment.events]
            row = [Moment(first.number, seen[-1].view, events)] if any(told(events)) or not first.number else []
        yield from (moment for moment in row if moment.events or not moment.number)


def say_lines(lines: list[str]) -> None:
    if lines:
        click.echo("\n".join(lines))
