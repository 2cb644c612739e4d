"""The command `paiju`. Each command imports what it needs when it runs, so that --help answers at once."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

import click

from paiju import __version__
from paiju.commands import (
    admin,
    arena,
    bots,
    connect,
    database,
    learn,
    play,
    replay,
    report,
    serve,
    study,
    verify,
    watch,
    wire,
)
from paiju.commands.common import LANG, game_argument, readable_errors, spoken, system_text, with_players
from paiju.commands.help_pages import speak_help
from paiju.languages import speak

LONG_RUN = 20_000  # deals from which a progress bar is worth showing


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="paiju")
@click.option(
    "--game",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    help="Also know the game this Python file defines (docs/add-a-game.md).",
)
def cli(files: tuple[str, ...]) -> None:
    """Five card games, one engine: Hearts, Gong Zhu, Sheng Ji, Chinees Poepen, Da Guai Lu Zi.

    A GAME is written with its house rules behind a colon: hearts, poepen:players=5, gongzhu:balanced.
    """
    if files:
        from paiju.games import load

        for file in files:
            with readable_errors():
                load(file)


@cli.command("games")
@game_argument(required=False)
def list_games(rules: Any) -> None:
    """List the games, or one game's options."""
    from dataclasses import fields

    from paiju.core.game import allowed_text, option_text
    from paiju.games import all_games, other_names
    from paiju.show import Said, Style

    style = Style(lang=spoken())

    def also_called(game: Any) -> str:
        names = other_names(game)
        return style.say("also called: {names}", names=Said(", ".join(names))) if names else ""

    if rules is None:
        for game in all_games():
            least, most = min(game.seats), max(game.seats)
            players = (
                f"{least}" if least == most else f"{least} to {most}" if most - least > 2 else f"{least} or {most}"
            )
            click.echo(f"{game.name:10} {game.title} ({players} players)\n{'':10} {game.about}")
            if others := also_called(game):
                click.echo(f"{'':10} {others}")
            presets = f", presets: {', '.join(game.presets)}" if game.presets else ""
            click.echo(
                f"{'':10} options: {', '.join(field.name for field in fields(game.Options)) or 'none'}{presets}\n"
            )
        click.echo("paiju games GAME tells what the options mean; paiju rules GAME prints the rules.")
        click.echo(style.say("Coming from heartless, DoubleHearts, shengji-bot, Chinees Poepen or Follow the Joker? "
                             "docs/coming-from.md has your old lines and the new ones."))  # fmt: skip
        return
    game, options = rules
    click.echo("\n".join(filter(None, [f"{game.rules(options)}: {game.title}", also_called(game)])) + "\n")
    for field in fields(game.Options):
        value = option_text(getattr(options, field.name))
        click.echo(f"  {field.name}={value}  ({allowed_text(field)}; rule {field.metadata['rule']})")
        click.echo(f"      {field.metadata['help']}")
    for name, values in game.presets.items():
        click.echo(
            f"  {name}  (preset)\n      {', '.join(f'{key}={option_text(value)}' for key, value in values.items())}"
        )


@cli.command("rules")
@game_argument()
@LANG
def print_rules(rules: Any, lang: str | None) -> None:
    """Print a game's numbered rules with the options in force."""
    from paiju.languages import choose
    from paiju.rulebook import rule_lines, without_markup

    game, options = rules
    text = "\n".join(without_markup(rule_lines(game, options, choose(lang)))) + "\n"
    click.echo_via_pager(text) if sys.stdout.isatty() else click.echo(text)


@cli.command()
@game_argument()
@click.option("--deals", default=10_000, show_default=True, type=click.IntRange(1, 10**10), help="How many deals.")
@click.option("--seed", default=0, show_default=True, type=int, help="Same seed, same deals.")
@click.option("--players", type=int, help="How many play, where the game allows a choice.")
@click.option("--threads", default=0, type=click.IntRange(0, 256), help="Threads; 0 means all cores.  [default: 0]")
@click.option("--record", type=click.Path(dir_okay=False, writable=True), help="Write every deal to this file.")
def simulate(rules: Any, deals: int, seed: int, players: int | None, threads: int, record: str | None) -> None:
    """Play random deals in bulk and show what they bring each seat.

    Every deal is the first of a match (in poepen seven cards, in shengji level 2); --record keeps them all.
    """
    import time

    from paiju.simulate import simulate as run

    game, options = with_players(rules, players)
    with contextlib.ExitStack() as stack:
        stack.enter_context(readable_errors())
        file = stack.enter_context(open(record, "w", encoding="utf-8")) if record else None
        bar = None
        if (deals >= LONG_RUN or record) and sys.stderr.isatty():
            bar = stack.enter_context(click.progressbar(length=deals, label="deals", file=sys.stderr))
        began, shown = time.perf_counter(), 0

        def progress(done: int) -> None:
            nonlocal shown
            if bar and (done - shown >= deals // 200 or done == deals):
                bar.update(done - shown)
                shown = done

        tally = run(game, options, deals, seed, threads, file, progress)
        seconds = time.perf_counter() - began
    click.echo(f"{game.rules(options)}: {deals:,} first deals of a match, seed {seed}, random players\n")
    click.echo("seat    mean score     95 % interval   deviation")
    for seat in range(game.first(options).seats):
        mean, margin = tally.mean(seat), tally.margin(seat)
        click.echo(
            f"{seat:>4}  {mean:>12.4f}     {mean - margin:>6.3f} … {mean + margin:<6.3f}  {tally.deviation(seat):>8.3f}"
        )
    click.echo(f"\n{tally.plays / deals:.1f} decisions a deal")
    click.echo(f"{deals / seconds:,.0f} deals/s, {tally.plays / seconds:,.0f} decisions/s")
    if record:
        click.echo(f"written to {record}")


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--seconds",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0.01, 60),
    help="How long to measure each figure.",
)
def bench(as_json: bool, seconds: float) -> None:
    """Measure how fast this machine plays each game (peers: make bench)."""
    from paiju.bench import measure, table

    rows = measure(seconds)
    if as_json:
        import json

        click.echo(json.dumps(rows, indent=2))
    else:
        click.echo(table(rows))


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the shell completion script: eval "$(paiju completion bash)"."""
    from click.shell_completion import get_completion_class

    from paiju.commands.completion import WordComplete

    kind = WordComplete if shell == "bash" else get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "paiju", "_PAIJU_COMPLETE").source())


for command in (
    play.play,
    learn.learn,
    watch.watch,
    replay.replay,
    bots.list_bots,
    bots.analyse,
    arena.arena,
    report.report,
    study.study,
    verify.verify,
    database.migrate,
    database.backup,
    database.restore,
    database.export,
    wire.wire_schema,
    serve.serve,
    serve.discord,
    connect.connect,
    admin.admin,
):
    cli.add_command(command)


def main() -> None:
    """Whatever the disk or a pipe refuses is a sentence on one line."""
    speak(spoken())
    speak_help(cli, spoken())
    try:
        cli(prog_name="paiju")
    except OSError as error:
        with contextlib.suppress(OSError):
            click.ClickException(system_text(error)).show()
        sys.exit(1)
    finally:
        write_the_rest()


def write_the_rest() -> None:
    """What cannot be written is not tried again when the program ends, which would change how it ends."""
    if sys.stdout is None:  # nowhere to write at all: >&-
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
