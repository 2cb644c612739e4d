"""Stepping through a record as text, forwards and back, from any seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

import click

from paiju.core.cards import brief
from paiju.core.words import ONLOOKER, TRUTH, Event, Said, mark
from paiju.record import Record, RecordError, read_records, steps
from paiju.show import Style, deal_title, event_line, scene_lines, standing_lines

MOST_RECORDS = 1000  # of one file, so that a huge one does not fill the memory
PROMPT = mark("Enter next, t trick, d deal, b back, q quit:")


@dataclass(frozen=True)
class Page:
    """A move: the lines that tell it, the table after it, and what kind of moment it is."""

    lines: list[str]
    table: list[str]
    kind: str  # deal, trick or move


class Replay:
    """A record file cut into pages, one a move."""

    def __init__(self, path: str, seat: int | None, opened: bool, style: Style):
        self.style = style
        self.pages: list[Page] = []
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            records = read_records(file)
            for record in islice(records, MOST_RECORDS):
                self.add(record, record.viewer(seat, TRUTH if opened else ONLOOKER))
            if next(records, None):
                more = style.say("more records follow; the first {number} were shown", number=MOST_RECORDS)
                self.pages.append(Page(["", more], [], "deal"))
        if not self.pages:
            raise RecordError(1, "the record has no deals")

    def add(self, record: Record, viewer: int) -> None:
        style = replace(self.style, names=record.names(self.style.seat))
        for deal, move, state, events in steps(record, viewer):
            setup, kind = deal.setup, moment(events)
            lines = [event_line(record.game, event, style) for event in events]
            table = list(scene_lines(state.scene(), style))
            if move is None:
                title = deal_title(setup, viewer, style)
                if "Number" in record.tags:
                    number = Said(record.tags["Number"])
                    title = style.say("{title} (number {number})", title=Said(title), number=number)
                title = ["", title, *standing_lines(setup, style)]
                kind, lines = "deal", title + (lines or table)
            elif move.comment:
                lines.append(f"  {{{move.comment}}}")
            if move is not None and (kind == "trick" or state.is_over):
                lines += table
            if state.is_over:
                lines += ["", *standing_lines(record.game.after(setup, deal.final()), style)]
            self.pages.append(Page(lines, table, kind))

    def run(self, interactive: bool) -> None:
        if not interactive:
            for page in self.pages:
                say_lines(page.lines)
            return
        at = 0
        say_lines(self.pages[0].lines)
        while True:
            try:
                answer = input(self.style.say(PROMPT) + " ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                click.echo()
                return
            if answer == "q":
                return
            at = self.go(at, answer)

    def go(self, at: int, answer: str) -> int:
        """The page an answer leads to; what lies between is shown."""
        if answer not in ("", "t", "d", "b"):
            click.echo(self.style.say("'{key}' is no key here", key=Said(brief(answer))))
            return at
        if answer == "b":
            at = max(0, at - 1)
            lines = self.pages[at].lines or ["(" + self.style.say("a secret answer") + ")"]
            say_lines([self.style.say("back to:"), *lines, *self.pages[at].table])
            return at
        if at + 1 == len(self.pages):
            click.echo(self.style.say("that was the last move: b goes back, q quits"))
            return at
        goal = {"t": ("trick", "deal"), "d": ("deal",)}.get(answer, ("move", "trick", "deal"))
        while at + 1 < len(self.pages):
            at += 1
            say_lines(self.pages[at].lines)
            if self.pages[at].kind in goal:
                break
        return at


def moment(events: list[Event]) -> str:
    return "trick" if any(event.kind == "trick" for event in events) else "move"


def say_lines(lines: list[str]) -> None:
    if lines:
        click.echo("\n".join(lines))
