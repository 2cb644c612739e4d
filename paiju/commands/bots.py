"""`paiju bots` lists the bots; `paiju analyse` lets one go through a record, or look at a position."""

from __future__ import annotations

import sys
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paiju.commands.common import game_argument, position_text, readable_errors

if TYPE_CHECKING:
    from paiju.record import Record
    from paiju.record_file import PartialRecord, RecordFile


@click.command("bots")
@game_argument(required=False)
def list_bots(rules: Any) -> None:
    """List the bots, or those that play a game, with what can be set.

    A bot is written with its settings behind a colon: steady, risk:0.62, search:hard, search:ms=50,threads=2.
    """
    from paiju.bots import PROGRAMS, makers
    from paiju.games import names

    game = rules[0] if rules else None
    for maker in makers(game):
        click.echo(f"{maker.name:10} {maker.about}")
        played = ", ".join(maker.games) or "any game"
        click.echo(f"{'':10} version {maker.version}, plays {played}")
        for setting in maker.settings:
            click.echo(f"{'':10}   {setting.name}={setting.default}  {setting.help}")
        for name, values in maker.presets.items():
            meaning = ", ".join(f"{key}={value}" for key, value in values.items())
            click.echo(f"{'':10}   {name}  (preset: {meaning})")
    for name, (about, _) in PROGRAMS.items():
        click.echo(f"{name + ':PATH':13} {about}")
    click.echo(f"{'mybot.py':13} your own: a function play(view, rng) in a Python file (docs/write-a-bot.md)")
    if game is None:
        click.echo(f"\npaiju bots GAME lists those that play a game ({', '.join(names())}).")


@click.command()
@click.argument("file", metavar="[RECORD]", type=click.Path(exists=True, dir_okay=False), required=False)
@click.option("--from", "position", metavar="POSITION", help="Not a record: a position, a file or its text.")
@click.option("--bot", "name", default="search:worlds=200", show_default=True, help="Who judges.")
@click.option("--seat", type=int, help="Only this seat's decisions.")
@click.option("--match", "number", type=click.IntRange(1), help="Only this match of the file.")
@click.option("--deal", type=click.IntRange(1), help="Only this deal of each match.")
@click.option("--seed", default=0, show_default=True, type=int, help="Same seed, same verdicts.")
@click.option("--quiet", is_flag=True, help="Only the totals and the three costliest moves.")
@click.option("--ascii", "ascii_only", is_flag=True, help="QS instead of Q♠.")
@click.option(
    "--save", type=click.Path(dir_okay=False, writable=True), help="Keep the records with the verdicts as comments."
)
def analyse(
    file: str | None,
    position: str | None,
    name: str,
    seat: int | None,
    number: int | None,
    deal: int | None,
    seed: int,
    quiet: bool,
    ascii_only: bool,
    save: str | None,
) -> None:
    """Go through a record, or a file of several, and mark what each play cost against the best found.

    A play is judged by what its player could see, in points ahead of the others; a difference that chance may explain
    counts as none. At the end of each match: totals a player, and the three costliest moves.

    With --from, what whoever is asked in a position could do, best first (docs/position.md).
    """
    if position is not None and file is None:
        if deal is not None or number is not None or save is not None or quiet:
            raise click.UsageError("--match, --deal, --save and --quiet are for records")
        with readable_errors():
            return analyse_position(position, name, seat, seed, ascii_only)
    if file is None or position is not None:
        raise click.UsageError("a record is wanted, or --from and a position")
    with readable_errors():
        analyse_file(file, number, save, VerdictRequest(name, seat, deal, seed, quiet, ascii_only))


@dataclass(frozen=True)
class VerdictRequest:
    """The wishes of somebody who has a record judged."""

    bot: str
    seat: int | None
    deal: int | None
    seed: int
    quiet: bool
    ascii: bool


def analyse_file(path: str, number: int | None, save: str | None, wanted: VerdictRequest) -> None:
    """One match after the other. What cannot be read or judged is said with its number, and the others go on."""
    from paiju.bots import UnknownBot
    from paiju.record_file import RecordFile

    file = RecordFile(path)
    file.scan()
    judged: dict[int, str] = {}  # the texts with verdicts, by the numbers of matches
    total, failed = len(file.starts), 0
    if number is not None and number > total:
        raise ValueError(f"there is no match {number} in the file: it has {total}")
    try:
        for each in range(1, total + 1) if number is None else [number]:
            try:
                record = read_whole(file.record(each - 1))
                if total > 1:
                    click.echo("\n" * bool(judged) + heading(record, each, total))
                judge_record(record, wanted)
                judged[each] = record.text()
            except ValueError as error:
                if total == 1 or isinstance(error, UnknownBot):  # which would be said of every match
                    raise
                failed += 1
                click.echo(f"match {each} of {total}: {error}", err=True)
    finally:  # after Ctrl-C too: a match may have taken an hour
        if save and judged:
            save_judged(Path(save), file, judged)
            click.echo(f"\nwritten to {save}")
    if failed:
        raise ValueError(f"{failed} of {total} matches could not be analysed")


def save_judged(path: Path, file: RecordFile, judged: dict[int, str]) -> None:
    """Write all records of the file, those that were not judged as they stand there. It may be the same file."""
    from paiju.saves import whole_file

    with whole_file(path.resolve()) as part, open(part, "wb") as saved:
        for number in range(1, len(file.starts) + 1):
            text = judged[number].encode() if number in judged else file.raw(number - 1)
            saved.write(b"\n" * (number > 1) + text.rstrip(b"\r\n") + b"\n")


def read_whole(part: PartialRecord) -> Record:
    """Read a record to its end; raises RecordError."""
    part.read()
    if part.error is not None:
        raise part.error
    assert part.record is not None
    return part.record


def heading(record: Record, number: int, total: int) -> str:
    """The heading of a match: its rules, and what its tags tell."""
    told = [
        f"{name} {record.tags[name]}" for name in ("Table", "Date", "Number", "Deck", "Ending") if name in record.tags
    ]
    return f"match {number} of {total}: {', '.join([record.game.rules(record.options), *told])}"


def judge_record(record: Record, wanted: VerdictRequest) -> None:
    """Print what each play of a match cost, a line a play, and totals; write the verdicts into the record."""
    from paiju.analysis import analyse as judge
    from paiju.analysis import annotate
    from paiju.show import Style

    found: list[Any] = []
    seat, style = wanted.seat, Style(ascii=wanted.ascii, names=record.names())
    record.viewer(seat, -1)
    bot = explainer(wanted.bot, record.game)
    asked = copy(record)  # of which the deals that are not judged stay in the record
    try:
        asked.deals = [one for one in record.deals if wanted.deal in (None, one.setup.deal)]
        if not asked.deals:
            raise ValueError("there is no such deal in the record")
        total = sum(len([move for move in one.moves if seat in (None, move.seat)]) for one in asked.deals)
        shows_bar = wanted.quiet and sys.stderr.isatty()
        with click.progressbar(
            length=total, label="moves", file=sys.stderr if shows_bar else None, hidden=not shows_bar
        ) as bar:
            for verdict in judge(asked, bot, seat, wanted.seed):
                found.append(verdict)
                bar.update(1)
                if not wanted.quiet:
                    where = f"deal {verdict.deal}, move {verdict.number:>3}"
                    move = f"{style.seat(verdict.move.seat)}: {style.action(verdict.move.action)}"
                    click.echo(f"{where}  {move:32} {verdict.text(style)}")
    finally:
        bot.close()
    totals(found, record, seat, style)
    annotate(record, found)


def explainer(name: str, game: Any) -> Any:
    """A bot that can say what its candidates are worth."""
    from paiju.bots import UnknownBot, read_bot

    bot = read_bot(name, game)
    if not hasattr(bot, "explain"):
        raise UnknownBot(f"{name} cannot explain its choices; search can")
    return bot


def analyse_position(position: str, name: str, seat: int | None, seed: int, ascii_only: bool) -> None:
    """What those who are asked could do. Each is judged by what it sees."""
    from paiju.analysis import choice_lines
    from paiju.core.chance import Random
    from paiju.core.words import TRUTH
    from paiju.games import read_position
    from paiju.show import Style

    state: Any = read_position(position_text(position))
    bot, style = explainer(name, state.setup.game), Style(ascii=ascii_only)
    seats = [seat] if seat is not None else state.waiting()
    seats = seats if state.viewer == TRUTH else [each for each in seats if each == state.viewer]
    for each in seats:
        view = state.view(each)
        if not view.asks(each):
            raise ValueError(f"nobody asks seat {each} here")
        click.echo(f"{style.seat(each)}:")
        for line in choice_lines(bot.explain(view, Random(seed)), style, most=10, unit=state.setup.game.unit):
            click.echo(f"  {line}")
    bot.close()
    if not seats:
        raise ValueError("nobody is asked here whose cards are seen")


def totals(found: Any, record: Any, seat: int | None, style: Any) -> None:
    seats = range(record.game.first(record.options).seats)
    wide = max(12, *(len(style.seat(each)) for each in seats))
    click.echo(f"\n{'player':{wide}}  decisions   mistakes   cost together")
    for each in seats:
        mine = [verdict for verdict in found if verdict.move.seat == each and len(verdict.choices) > 1]
        if seat in (None, each):
            errors = [verdict.cost for verdict in mine if verdict.cost]
            click.echo(f"{style.seat(each):{wide}}  {len(mine):>9}  {len(errors):>9}  {sum(errors):>14.2f}")
    worst = sorted((verdict for verdict in found if verdict.cost), key=lambda verdict: -verdict.cost)[:3]
    click.echo("\nthe costliest moves:" if worst else "\nno mistake found")
    for verdict in worst:
        move = f"{style.seat(verdict.move.seat)}: {style.action(verdict.move.action)}"
        click.echo(f"  deal {verdict.deal}, move {verdict.number}  {move}  {verdict.text(style)}")
