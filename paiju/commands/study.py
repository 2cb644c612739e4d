"""`paiju study`: does it pay to be careful in Chinees Poepen?"""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import click

from paiju.commands.common import RULES, readable_errors, with_players


@click.command()
@click.argument("rules", metavar="[GAME]", type=RULES, default="poepen:players=6")
@click.option(
    "-g", "--games", default=10_000, show_default=True, type=click.IntRange(2, 10**7), help="How many matches."
)
@click.option("--players", type=int, help="How many play.  [default: 6, or as the GAME says]")
@click.option("--seed", default=0, show_default=True, type=int, help="Same seed, same matches.")
@click.option("--low", default=0.49, show_default=True, type=float, help="Factors are drawn from here …")
@click.option("--high", default=0.75, show_default=True, type=float, help="… to here.")
@click.option("--workers", default=0, type=click.IntRange(0, 256), help="Processes; 0 means all cores.  [default: 0]")
@click.option("--out", default=".", type=click.Path(file_okay=False), help="Directory for risk.csv and risk.png.")
def study(
    rules: Any, games: int, players: int | None, seed: int, low: float, high: float, workers: int, out: str
) -> None:
    """Play whole matches of risk bots with random factors; see which factor does best.

    Writes a row a bot and match (risk_taking;score;rank) and a plot, which needs matplotlib.
    """
    from pathlib import Path

    from paiju.optional_packages import install_command
    from paiju.study import best_factor, by_rank, play_matches, save_plot, write_csv

    game, options = with_players(rules, players)
    with contextlib.ExitStack() as stack:
        stack.enter_context(readable_errors())
        home = Path(out)
        home.mkdir(parents=True, exist_ok=True)
        chunks = play_matches(game, options, games, seed, low, high, workers)
        stack.callback(chunks.close)
        hidden = not sys.stderr.isatty()
        bar = stack.enter_context(click.progressbar(length=games, label="matches", file=sys.stderr, hidden=hidden))
        matches = write_csv(home / "risk.csv", chunks, bar.update)
    click.echo(f"{game.rules(options)}: {games:,} matches, seed {seed}, factors {low:g} to {high:g}\n")
    click.echo("rank   risk mean     sd    max    min   score mean     sd   max   min")
    for rank, risk, score in by_rank(matches):
        click.echo(
            f"{rank:>4}   {risk.mean:>9.4f}  {risk.deviation:.3f}  {risk.most:.3f}  {risk.least:.3f}   "
            f"{score.mean:>10.2f}  {score.deviation:>5.1f}  {score.most:>4.0f}  {score.least:>4.0f}"
        )
    best = best_factor(matches, low, high, seed)
    click.echo(
        f"\nbest factor {best.factor:.3f} (95 % interval {best.least:.3f} … {best.most:.3f}), "
        f"mean score {best.score:.1f}:"
        "\n  the middle of the best of the bands between two 26ths, in which bots bid alike;"
        "\n  the interval holds the best bands of 95 % of 1,000 resamples of the matches"
    )
    if best.most >= high or best.least <= low:
        click.echo("  it reaches the end of the range: wider --low and --high may show a better one")
    click.echo(f"written to {home / 'risk.csv'}")
    try:
        save_plot(home / "risk.png", matches, best)
    except ModuleNotFoundError as error:
        click.echo(
            f"no plot without {error.name}: {install_command('tournament', error.name or 'matplotlib')}", err=True
        )
    else:
        click.echo(f"written to {home / 'risk.png'}")
