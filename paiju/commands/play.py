"""The command `play`."""

from __future__ import annotations

from typing import Any

import click

from paiju.commands.common import RULES, readable_errors

TIMEOUT = "Milliseconds a script, a program or a Python file may take to answer.  [default: 5000, 1000, any]"
WISHES = {
    "all": "Who plays all seats without a wish of their own.",
    "others": "Who plays all seats but yours.",
    "me": "Who plays your seat, seat 0.",
    "left": "Who plays at your left, the next seat.",
    "opposite": "Who plays opposite you, of four.",
    "right": "Who plays at your right, the previous seat.",
}


def wishes(command: Any) -> Any:
    """An option for each way to say who sits where."""
    for name, help in reversed(WISHES.items()):
        command = click.option(f"--{name}", metavar="BOT", help=help)(command)
    return command


@click.command()
@click.argument("rules", metavar="GAME", type=RULES)
@click.option("--automatic", "alone", is_flag=True, help="Bots play at all seats; tells how often each won.")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1), help="How many matches.")
@click.option("--seed", type=int, help="Same seed, same deals.  [default: a new one]")
@click.option("--timeout", type=click.IntRange(1), metavar="MS", help=TIMEOUT)
@wishes
def play(rules: Any, alone: bool, count: int, seed: int | None, timeout: int | None, **wanted: str | None) -> None:
    """Play whole matches and count who wins them.

    A BOT is a name (`paiju bots` lists them), a Python file, or the path of an executable written for heartless. Seats
    without one get the player that came with the game, or steady.
    """
    if not alone:
        raise click.UsageError("everybody at the table must be a bot for now: add --automatic")
    import secrets
    from itertools import islice

    from paiju.automatic import automatic, seated, statistics_text

    game, options = rules
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    limits = {} if timeout is None else {"time_ms": timeout}
    with readable_errors():
        seats = game.first(options).seats
        won = [0] * seats
        table = seated(seats, {name: text for name, text in wanted.items() if text is not None})
        matches = automatic(game, options, table, seed, lambda text: click.echo(text, err=True), **limits)
        try:
            for setup in islice(matches, count):
                for seat in game.winners(setup):
                    won[seat] += 1
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
        finally:
            matches.close()
    click.echo(statistics_text(won))
