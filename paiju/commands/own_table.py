"""Tables of one's own: what the command line asks for, and the table that is opened for it."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paiju.commands.common import cannot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paiju.core.game import Setup
    from paiju.core.words import Message
    from paiju.door import Door
    from paiju.menu import MatchChoice
    from paiju.settings import Settings
    from paiju.show import Style
    from paiju.table import Table
    from paiju.timing import Timing


@dataclass(frozen=True)
class PlayRequest:
    """What the command line asks for besides the game."""

    level: str  # the bot at every seat without a wish of its own; empty: the usual one
    bots: dict[str, str]  # those wishes
    seed: int | None
    seconds: float
    impatient: bool
    resume: str | None
    record: str | None
    names: tuple[str, ...]
    people: int
    count: int
    forced: bool
    lang: str = ""  # as asked for here; empty: as set, or as the system has it
    bot_ms: int = 0  # how long a bot may think; 0: the usual time
    position: str = ""  # where the match begins; empty: with a deal
    practice: bool = False  # any answer may be taken back
    draw: float = 0.0  # seconds from one drawn card to the next; 0: as the pauses are
    rows: MatchRows | None = None  # where those of finished matches go


def seat_everybody(game: Any, options: Any, request: PlayRequest) -> list[Any]:
    """People at seat 0 and the next seats nobody asked a bot for, bots at the others."""
    from paiju import names
    from paiju.automatic import named_seats, seated
    from paiju.chairs import Chair

    seats = game.first(options).seats
    wishes = {name: text for name, text in request.bots.items() if name != "me"}
    clockwise = game.runs_clockwise(options)
    texts = [text or request.level or "medium" for text in seated(seats, wishes, clockwise)]
    taken = {seat for name, seat in named_seats(seats, clockwise).items() if name in wishes}
    free = [seat for seat in range(seats) if seat not in taken]
    if not request.people <= len(free):
        raise cannot(
            "{people} people do not fit: {free} of {seats} seats are free",
            people=request.people, free=len(free), seats=seats,
        )  # fmt: skip
    people = dict(zip(free, names.for_people(request.names, request.people), strict=False))
    bots = names.for_bots(seats, people.values())
    return [
        Chair(people[seat]) if seat in people else Chair(bots.pop(0), bot_text(text)) for seat, text in enumerate(texts)
    ]


def bot_text(text: str) -> str:
    """What `read_bot` reads: levels are search's, executables are scripts, files are found from anywhere."""
    from paiju.automatic import is_executable
    from paiju.bots import is_file
    from paiju.names import LEVELS

    if text in LEVELS:
        return f"search:{text}"
    if is_executable(text):
        return f"script:{os.path.abspath(text)}"
    return os.path.abspath(text) if is_file(text) and os.path.exists(text) else text


def open_table(rules: Any, request: PlayRequest, timing: Timing, number: int) -> Table:
    """A new table, or the one that was left, for one keyboard."""
    table = new_table(rules, request, timing, number)
    if request.rows is not None:
        request.rows.add_when_over(table)
    if len(table.people) > 1:  # the keyboard has to go round before anybody can call
        table.clock.timing = replace(table.clock.timing, call=0.0)
    return table


def new_table(rules: Any, request: PlayRequest, timing: Timing, number: int) -> Table:
    from paiju import saves
    from paiju.core.words import Said
    from paiju.table import Table
    from paiju.timing import check_draw

    if request.resume is not None:
        table = Table.resume(Path(request.resume), timing.with_draw(request.draw))
        try:
            if not table.people:
                raise saves.NotSaved("only bots play in {file}: paiju replay shows it", file=Said(request.resume))
            if request.draw:
                check_draw(request.draw, table.game)
        except ValueError:
            table.close()
            raise
        return table
    game, options = rules
    timing = timing.with_draw(request.draw and check_draw(request.draw, game))
    chairs = seat_everybody(game, options, request)
    name = f"{game.name}-{number}" if number else game.name
    position = request.position and dealt(game, request.position, request.seed)
    return Table(
        game, options, chairs, request.seed, timing, saves.fresh(name), request.bot_ms, position,
        practice=request.practice,
    )  # fmt: skip


def left_last(request: PlayRequest) -> tuple[PlayRequest, Message | None]:
    """The request with the match to go on with. Those open in another window are passed by, and a message says so."""
    from paiju import saves
    from paiju.core.words import Message

    if request.resume != "":
        return request, None
    path, busy = saves.latest()
    if path is None and busy:
        raise saves.NotSaved("every match that was left is being played in another window")
    if path is None:
        raise saves.NotSaved("no match was left unfinished: start one with paiju play GAME")
    passed = Message("matches passed by, since they are open in another window: {number}", number=busy)
    return replace(request, resume=str(path)), passed if busy else None


def dealt(game: Any, position: str, seed: int | None) -> str:
    """A position with all its cards: those it does not tell are dealt by chance."""
    from paiju.core.chance import Random

    rng = Random(secrets.randbelow(1 << 63) if seed is None else seed).fork()
    return str(game.read_position(position, rng).guess(rng))


def for_next_match(request: PlayRequest, table: Table) -> PlayRequest:
    """A seed that was asked for runs on from match to match; else every match has a new one."""
    return request if request.seed is None else replace(request, seed=table.next_seed())


def keep(table: Table, request: PlayRequest, style: Style) -> None:
    from paiju.core.words import Said
    from paiju.saves import write_private

    if request.record:
        file = Path(request.record).resolve()
        if file.is_file() and not table.is_over:  # it tells the cards of a match that may go on
            write_private(file, table.record.text())
        else:
            table.record.save(file)
        click.echo(style.say("written to {file}", file=Said(request.record)))


class MatchRows:
    """A file to which the rows of a match are added as soon as it is over; those that find no room are shown last."""

    def __init__(self, file: str):
        """Refuses a file to which no rows can be added: better known before the match than after it."""
        from paiju.study.rows import prepare

        self.file = Path(file)
        self.left, self.reason = "", ""  # the lines that could not be added, and why
        prepare(self.file)

    def add(self, setup: Setup, bots: Sequence[str]) -> None:
        from paiju.study.matches import factor_of, match_rows
        from paiju.study.rows import append, row_lines

        match = match_rows(setup.game, setup.standing, [factor_of(bot, setup.game) for bot in bots])
        try:
            append(self.file, match)
        except OSError as error:
            self.left += row_lines(match)
            self.reason = error.strerror or str(error)

    def add_when_over(self, table: Table) -> None:
        table.on_end = lambda: self.add(table.setup, [chair.bot for chair in table.chairs.by_seat])

    def show_left(self) -> None:
        from paiju.core.words import Said

        if self.left:
            click.echo(self.left, nl=False, err=True)
            raise cannot("these rows could not be added to {file}: {reason}", file=Said(self.file), reason=self.reason)


def doors_of(table: Table) -> list[Door]:
    """For everybody at one keyboard, and where there are several for what is seen while nobody sits there."""
    from paiju.core.words import ONLOOKER

    onlooker = [ONLOOKER] if len(table.people) > 1 else []
    return [table.door(viewer) for viewer in (*table.people, *onlooker)]


def chosen_table(request: PlayRequest, choice: MatchChoice, settings: Settings) -> Table:
    """Open the table that was chosen from the menu; what the menu has no row for is as the command line has it."""
    timing = settings.timing(answer=request.seconds)
    if choice.resume is not None:
        return open_table(None, replace(request, resume=str(choice.resume)), timing, 0)
    names = request.names or (settings.name,)
    chosen = replace(
        request, level=choice.bot, people=choice.people, seed=choice.seed, names=names, practice=choice.practice
    )
    return open_table((choice.game, choice.options), chosen, timing, 0)
