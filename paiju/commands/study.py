"""`paiju study`: does it pay to be careful in Chinees Poepen?"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paiju.commands.common import (
    RulesType,
    cannot,
    game_argument,
    line_width,
    readable_errors,
    usage_error,
    with_players,
)

if TYPE_CHECKING:
    from paiju.study.figures import BestBand, MatchSums
    from paiju.study.rows import RowReader

NEW_ONLY = ("games", "players", "low", "high", "workers", "out")  # what is of no use with matches that have been played
USUAL_WIDTH = 80  # of the plot where no terminal has one


class StudyType(RulesType):
    """GAME, or a FILE of rows: what is there, or is called like a file. `./poepen` is always one."""

    name = "game or file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from paiju.games import names

        if isinstance(value, str) and not value.endswith(".py") and value.partition(":")[0] not in names():
            path = Path(value)
            if path.exists() or path.suffix or "/" in value or "\\" in value:
                return path
        return super().convert(value, param, ctx)


class PlotType(click.Path):
    """A FILE that says by its name what kind of picture it is to be."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from paiju.study.plots import FORMATS

        path = Path(str(super().convert(value, param, ctx)))
        if path.suffix.lower() not in FORMATS:
            raise usage_error(
                "the name of a plot ends with {endings}: {file} does not", endings=", ".join(FORMATS), file=str(path)
            )
        if not path.absolute().parent.is_dir():
            raise usage_error("there is no folder {folder}", folder=str(path.parent))
        return path


@click.command()
@game_argument(False, StudyType(), "[GAME|FILE]")
@click.option(
    "-g", "--games", default=10_000, show_default=True, type=click.IntRange(2, 10**7), help="How many matches."
)
@click.option("--players", type=int, help="How many play.  [default: 6, or as the GAME says]")
@click.option("--seed", default=0, show_default=True, type=int, help="Same seed, same matches.")
@click.option("--low", default=0.25, show_default=True, type=float, help="Factors are drawn from here …")
@click.option("--high", default=1.0, show_default=True, type=float, help="… to here.")
@click.option("--workers", default=0, type=click.IntRange(0, 256), help="Processes; 0 means all cores.  [default: 0]")
@click.option("--out", default=".", type=click.Path(file_okay=False), help="Directory for risk.csv and risk.png.")
@click.option(
    "--plot", type=PlotType(dir_okay=False, writable=True), help="The plot: a .pdf, .png or .svg.  [default: risk.png]"
)
@click.pass_context
def study(
    ctx: click.Context, rules: Any, games: int, players: int | None, seed: int, low: float, high: float, workers: int,
    out: str, plot: Path | None,
) -> None:  # fmt: skip
    """Play whole matches of risk bots with random factors, or read a FILE of them; see which factor does best.

    Writes a row a bot and match (risk_taking;score;rank) and a plot, which needs matplotlib. A FILE has such rows, in
    ranking order, from paiju study, from paiju play --csv or from the old program; its plot is written with --plot.

    \b
    Examples:
      paiju study                                  let six bots play 10,000 matches
      paiju study -g 100 --players 4
      paiju study data.csv --plot Rplots.pdf       what somebody's matches say
    """
    from paiju.commands.writing import writable_output

    writable_output()
    if rules is None:
        rules = StudyType().convert("poepen:players=6", None, ctx)
    if isinstance(rules, Path):
        for name in NEW_ONLY:
            source = ctx.get_parameter_source(name)
            if source is not None and source.name == "COMMANDLINE":
                raise usage_error("{option} is for new matches: leave it out where a file is read", option=f"--{name}")
        with readable_errors():
            study_file(rules, seed, plot)
        return
    from paiju.study.figures import MatchSums
    from paiju.study.matches import play_matches
    from paiju.study.rows import write_rows

    game, options = with_players(rules, players)
    sums = MatchSums()
    with contextlib.ExitStack() as stack:
        stack.enter_context(readable_errors())
        home = Path(out)
        home.mkdir(parents=True, exist_ok=True)
        chunks = play_matches(game, options, games, seed, low, high, workers)
        stack.callback(chunks.close)
        bar = stack.enter_context(progress_bar(games))
        for chunk in write_rows(home / "risk.csv", chunks):
            sums.add(chunk)
            bar.update(len(chunk))
    best = sums.best_factor(low, high, seed)
    show(f"{game.rules(options)}: {games:,} matches, seed {seed}, factors {low:g} to {high:g}", sums, best)
    if best is not None and (best.most >= high or best.least <= low):
        click.echo("  it reaches the end of the range: wider --low and --high may show a better one")
    show_plot(sums)
    click.echo(f"written to {home / 'risk.csv'}")
    draw(plot or home / "risk.png", sums, best, is_asked_for=plot is not None)


def study_file(path: Path, seed: int, plot: Path | None) -> None:
    from paiju.study.figures import MatchSums
    from paiju.study.rows import RowReader

    if plot is not None and plot.exists() and path.exists() and plot.samefile(path):
        raise cannot("the plot would take the place of the rows: give it another name")
    reader, sums = RowReader(path), MatchSums()
    with progress_bar(path.stat().st_size) as bar:
        for chunk in reader.chunks(bar.update):
            sums.add(chunk)
    low, high = (sums.factors.least, sums.factors.most) if sums.factors else (0.0, 0.0)
    best = sums.best_factor(low, high, seed)
    fewest, most = sums.sizes
    size = f"{most}" if fewest == most else f"{fewest} to {most}"
    rows, matches = counted_text(sums.rows, "row", "rows"), counted_text(sums.matches, "match", "matches")
    show(f"{path}: {rows}, {matches} of {size}", sums, best)
    if best is not None and (best.most >= high or best.least <= low):
        click.echo("  it reaches the end of the factors there are: others may be better")
    show_flaws(reader)
    show_plot(sums)
    if plot is not None:
        draw(plot, sums, best, is_asked_for=True)


def progress_bar(length: int) -> Any:
    return click.progressbar(length=length, label="matches", file=sys.stderr, hidden=not sys.stderr.isatty())


def show(title: str, sums: MatchSums, best: BestBand | None) -> None:
    """The table of BoerenBridge's analysis, and the best factor."""
    click.echo(f"{title}\n\nrank   risk mean     sd    max    min   score mean     sd   max   min")
    for rank, score in sorted(sums.scores.items()):
        risk = sums.risks.get(rank)
        told = "        -      -      -      -"
        if risk is not None:
            told = f"{risk.mean:>9.4f}  {figure(risk.deviation, 3):>5}  {risk.most:.3f}  {risk.least:.3f}"
        points = f"{score.mean:>10.2f}  {figure(score.deviation, 1):>5}  {score.most:>4.0f}  {score.least:>4.0f}"
        click.echo(f"{rank:>4}   {told}   {points}")
    if best is None:
        return click.echo("\ntoo few rows or factors to say which factor is best")
    click.echo(
        f"\nbest factor {best.factor:.3f} (95 % interval {best.least:.3f} … {best.most:.3f}), "
        f"mean score {best.score:.1f}:"
        "\n  the middle of the best of the bands between two 26ths, in which bots bid alike;"
        "\n  the interval holds the best bands of 95 % of 1,000 resamples of the matches"
    )


def counted_text(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def figure(number: float, places: int) -> str:
    return "-" if number != number else f"{number:.{places}f}"  # one number alone has no deviation


def show_flaws(reader: RowReader) -> None:
    if reader.flawed:
        line, text = reader.first_flaw
        click.echo(f"left out, being no rows: {reader.flawed:,}; the first is line {line}: {text}", err=True)


def show_plot(sums: MatchSums) -> None:
    from paiju.study.plots import text_plot

    echo_lines(["", *text_plot(sums, (line_width() or USUAL_WIDTH) - 1), ""])


def echo_lines(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def draw(path: Path, sums: MatchSums, best: BestBand | None, is_asked_for: bool) -> None:
    from paiju.optional_packages import install_command
    from paiju.study.plots import save_plot

    if sums.factors is None:
        raise cannot("no row has a factor: there is nothing to draw")
    try:
        with readable_errors():
            save_plot(path, sums, best)
    except ModuleNotFoundError as error:
        click.echo(
            f"no plot without {error.name}: {install_command('tournament', error.name or 'matplotlib')}", err=True
        )
        if is_asked_for:
            raise click.exceptions.Exit(1) from None
    else:
        click.echo(f"written to {path}")
