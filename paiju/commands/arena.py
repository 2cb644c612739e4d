"""`paiju arena`: bots against bots on the same decks."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import Any

import click

from paiju.commands.common import RULES, readable_errors


def read_players(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """A game, whose name may be several words, and bots."""
    from paiju.core.game import beginnings, split_rules
    from paiju.games import is_game

    named = ((text, rest) for text, rest in beginnings(words) if is_game(split_rules(text)[0]))
    text, bots = next(named, (words[0], list(words[1:])))
    return RULES.convert(text, param, ctx), tuple(bots)


@click.command()
@click.argument("players", metavar="GAME BOT BOT...", nargs=-1, required=True, callback=read_players,
                shell_complete=RULES.shell_complete)  # fmt: skip
@click.option("--decks", default=1000, show_default=True, type=click.IntRange(1, 10**9), help="How many decks.")
@click.option("--matches", is_flag=True, help="Play whole matches: a deck is then a sequence of shuffles.")
@click.option("--gauntlet", is_flag=True, help="The first bot meets each of the others; they do not meet.")
@click.option("--pairs", is_flag=True, help="Every two bots meet by themselves, even where more could sit down.")
@click.option("--all-orders", is_flag=True, help="Three bots or more sit down in every order, not only turned.")
@click.option("--seed", default=0, show_default=True, type=int, help="Same seed, same decks.")
@click.option("--workers", default=0, type=click.IntRange(0, 1024), help="Processes.  [default: one a core]")
@click.option(
    "--out", type=click.Path(), help="The run directory.  [default: arena-runs/..., named after the settings]"
)
@click.option("--records", is_flag=True, help="Keep a record of every deal; replay one with paiju replay.")
@click.option(
    "--timeout",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0.01, 86400),
    metavar="SECONDS",
    help="Seconds a decision, for bots that are programs or files.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=VALUE",
    help="What else programs may use: memory_mb=512, processes=8, strict=on ...",
)
@click.option(
    "--sprt",
    nargs=2,
    type=float,
    metavar="LOW HIGH",
    help="Stop as soon as it is clear whether the first of two bots is HIGH or only LOW points better.",
)
@click.option("--alpha", default=0.05, show_default=True, type=click.FloatRange(1e-9, 0.49), help="Error of accepting.")
@click.option("--beta", default=0.05, show_default=True, type=click.FloatRange(1e-9, 0.49), help="Error of rejecting.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask.distributed cluster, such as tcp://host:8786.")
@click.option("--quiet", is_flag=True, help="No progress, only the table.")
def arena(
    players: tuple[Any, tuple[str, ...]],
    decks: int,
    matches: bool,
    gauntlet: bool,
    pairs: bool,
    all_orders: bool,
    seed: int,
    workers: int,
    out: str | None,
    records: bool,
    timeout: float,
    limits: tuple[str, ...],
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    cluster: str | None,
    quiet: bool,
) -> None:
    """Let bots play each other on the same decks, and see who is better and how sure that is.

    Every deck is played in all seatings, so that luck of the cards cancels. In a game of partners two bots make the
    teams; otherwise all bots sit at one table, in turn, or in every combination if they are too many.

    Everything is written to a run directory as it happens. The same command goes on where an interrupted run stopped,
    and ends with the same table as if nothing had happened; paiju report makes a page with plots of it.

    \b
      paiju arena hearts random steady --decks 10000
      paiju arena shengji steady search:easy --decks 50 --workers 2
      paiju arena hearts ./mybot.py heartless steady --gauntlet --records
      paiju arena poepen:players=5 steady risk:0.5 risk:0.8 --matches
      paiju arena hearts ./new.py ./old.py --sprt 0 0.5 --decks 100000

    The table is explained in docs/arena.md; paiju bots lists the bots.
    """
    from paiju.arena.cluster import on_cluster
    from paiju.arena.run import ArenaError, cores, here, run
    from paiju.arena.show import beyond_line, table, time_lines
    from paiju.arena.statistics import Sprt
    from paiju.arena.store import Store, default_directory, export, settings_of, write_whole
    from paiju.arena.tournament import Plan, Tournament
    from paiju.optional_packages import install_command, not_installed

    (game, options), bots = players
    if len(bots) < 2:
        raise click.UsageError("a tournament needs two bots or more: paiju arena hearts random steady")
    if gauntlet and pairs:
        raise click.UsageError("--gauntlet and --pairs exclude each other")
    test = None
    if sprt:
        if len(bots) != 2:
            raise click.UsageError(f"--sprt is for two bots, not {len(bots)}")
        if not sprt[0] < sprt[1]:
            raise click.UsageError("--sprt LOW HIGH: LOW must be less than HIGH")
        test = Sprt(*sprt, alpha, beta)
    plan = Plan(
        rules=game.rules(options),
        bots=bots,
        seed=seed,
        form="gauntlet" if gauntlet else "pairs" if pairs else "together",
        all_orders=all_orders,
        matches=matches,
        timeout=timeout,
        limits=read_limits(limits),
        records=records,
        sequential=test is not None,
        game_file=file_of(game),
    )
    with readable_errors():
        play = on_cluster(cluster) if cluster else here(workers or cores())
        tournament = Tournament(plan)
        try:
            settings = settings_of(tournament, test)
        finally:
            tournament.close()  # the workers make bots of their own
        path = Path(out) if out else default_directory(settings, decks)
        store = Store(path, settings, decks, tournament)
        if store.done and not quiet:
            cut = "; a line cut off in the middle is played again" if store.torn else ""
            click.echo(f"{path}: {len(store.done)} of {decks} decks are already played{cut}", err=True)
        shown, began = ProgressLine(decks, quiet), time.monotonic()
        try:
            status = run(store, test, play, shown)
        except KeyboardInterrupt:
            shown.clear()
            store.close()
            click.echo(f"\nstopped; {store.totals.decks} of {decks} decks are kept. To go on:\n  {resume()}", err=True)
            raise SystemExit(130) from None
        except ArenaError as error:
            shown.clear()
            store.close()
            raise click.ClickException(f"{error}\nwhat was played is kept; to go on:\n  {resume()}") from error
        seconds = time.monotonic() - began
        shown.clear()
        stop = status.decks if status and status.decision else decks
        totals = store.totals_before(stop) if stop < store.totals.decks else store.totals
        lines = table(tournament, totals, test, status)
        click.echo("\n".join(lines))
        if beyond := beyond_line(store.totals.decks, status):
            click.echo(beyond)
        click.echo("\n" + "\n".join(time_lines(tournament, store.clocks)))
        if done := (store.totals.decks - len(store.done)) * len(tournament.schedule.deals):
            pace, digits = done / seconds, 0 if done > 10 * seconds else 2
            click.echo(f"\n{done} {'matches' if matches else 'deals'} in {seconds:.2f} s: {pace:,.{digits}f} a second")
        write_whole(path / "table.txt", "\n".join(lines) + "\n")
        files = export(path, tournament, stop)
        store.close()
    click.echo(f"\nwritten to {path}: table.txt, {', '.join(files)}; paiju report {shlex.quote(str(path))} plots them")
    if lacking := not_installed("tournament"):
        uses = {"openskill": "ratings", "polars": "results.parquet", "matplotlib": "plots"}
        click.echo(f"for {', '.join(uses[name] for name in lacking)}: {install_command('tournament')}", err=True)


def read_limits(texts: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    """Read and checked, whether or not a bot is a program: a slip must not wait for the first one that is."""
    from paiju.bots.limits import Limits

    found = tuple(map(read_limit, texts))
    try:
        Limits.read(**dict(found))
    except ValueError as error:
        raise click.UsageError(f"--limit: {error}") from error
    return found


def read_limit(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"--limit {text}: write NAME=VALUE")
    known = {"on": True, "off": False}
    return name, known[value] if value in known else int(value) if value.isdecimal() else value


def file_of(game: Any) -> str:
    """The file a game from outside was loaded from: other processes must load it too."""
    module = sys.modules[type(game).__module__]
    return str(module.__file__) if module.__name__.startswith("paiju_game_") else ""


def resume() -> str:
    return shlex.join(["paiju", *sys.argv[1:]])


class ProgressLine:
    """How far it is and how it stands: one line that changes on a terminal, a line now and then otherwise."""

    def __init__(self, decks: int, quiet: bool):
        self.decks, self.quiet = decks, quiet
        self.live = sys.stderr.isatty()
        self.began = self.last = time.monotonic()
        self.first: int | None = None
        self.width = 0

    def __call__(self, store: Any, status: Any) -> None:
        from paiju.arena.show import standing

        now, done = time.monotonic(), store.totals.decks
        if self.first is None:
            self.first = len(store.done)
        if self.quiet or now - self.last < (0.1 if self.live else 10):
            return
        self.last = now
        pace = (done - self.first) / max(now - self.began, 1e-6)
        left = (self.decks - done) / max(pace, 1e-9)
        deals = pace * len(store.tournament.schedule.deals)
        stands = standing(store.tournament, store.totals) + (f"; ratio {status.ratio:z.2f}" if status else "")
        rest = f"{deals:,.0f} deals/s, {clock(left)} left" if deals >= 10 else f"{clock(left)} left"
        if self.live:
            filled = round(10 * done / self.decks)
            self.write(f"[{'#' * filled}{'-' * (10 - filled)}] {done}/{self.decks} {stands}; {rest}")
        else:
            click.echo(f"{done}/{self.decks} decks: {stands}; {rest}", err=True)

    def write(self, text: str) -> None:
        from shutil import get_terminal_size

        text = text[: get_terminal_size().columns - 1]
        click.echo("\r" + text.ljust(self.width), err=True, nl=False)
        self.width = len(text)

    def clear(self) -> None:
        if self.live and self.width:
            click.echo("\r" + " " * self.width + "\r", err=True, nl=False)


def clock(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
