"""Stepping through a record as text, forwards and back, from any seat."""

from __future__ import annotations

from itertools import islice

import click

from paiju.core.words import ONLOOKER, TRUTH, Event
from paiju.record import Record, RecordError, read_records, steps
from paiju.show import Style, deal_title, event_line, scene_lines, standing_lines

MOST_RECORDS = 1000  # of one file, so that a huge one does not fill the memory
PROMPT = "Enter next, t trick, d deal, b back, q quit: "


class Replay:
    """A record file cut into pages, one a move; a page is a list of lines and what kind of moment it is."""

    def __init__(self, path: str, seat: int | None, opened: bool, style: Style):
        self.style = style
        self.pages: list[tuple[list[str], str]] = []
        with open(path, encoding="utf-8", errors="replace") as file:
            for record in islice(read_records(file), MOST_RECORDS):
                self.add(record, record.viewer(seat, TRUTH if opened else ONLOOKER))
        if not self.pages:
            raise RecordError(1, "the record has no deals")

    def add(self, record: Record, viewer: int) -> None:
        for deal, move, state, events in steps(record, viewer):
            setup = deal.setup
            lines = [event_line(record.game, event, self.style) for event in events]
            kind = moment(events)
            if move is None:
                kind = "deal"
                lines = ["", deal_title(setup, viewer), *standing_lines(setup, self.style)]
            if move is not None and move.comment:
                lines.append(f"  {{{move.comment}}}")
            if move is None or kind == "trick" or state.is_over:
                lines += scene_lines(state.scene(), self.style)
            if state.is_over:
                lines += ["", *standing_lines(record.game.after(setup, deal.final()), self.style)]
            self.pages.append((lines, kind))

    def run(self, interactive: bool) -> None:
        if not interactive:
            for lines, _ in self.pages:
                click.echo("\n".join(lines))
            return
        at = 0
        while at < len(self.pages):
            click.echo("\n".join(self.pages[at][0]))
            try:
                answer = input(PROMPT).strip().lower()
            except (EOFError, KeyboardInterrupt):
                click.echo()
                return
            if answer == "q":
                return
            at = self.go(at, answer)

    def go(self, at: int, answer: str) -> int:
        """The next page for an answer; going forward to a trick or deal shows what is passed."""
        if answer == "b":
            return max(0, at - 1)
        goal = {"t": ("trick", "deal"), "d": ("deal",)}.get(answer)
        at += 1
        while goal and at < len(self.pages) and self.pages[at][1] not in goal:
            click.echo("\n".join(self.pages[at][0]))
            at += 1
        return at


def moment(events: list[Event]) -> str:
    return "trick" if any(event.kind == "trick" for event in events) else "move"
