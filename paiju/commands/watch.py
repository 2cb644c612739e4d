"""`paiju watch`: bots play a match."""

from __future__ import annotations

import sys
from typing import Any

import click

from paiju.commands.common import LANG, RULES, game_argument, has_screen, readable_errors, usage_error


@click.command()
@game_argument(required=False)
@click.option("--bot", "names", multiple=True, help="Who plays; given again, for the next seats.  [default: steady]")
@click.option("--seed", type=int, help="Same seed, same match.  [default: a new one]")
@click.option("--deals", type=click.IntRange(1), help="Stop after so many deals.")
@click.option("--seat", type=int, help="See what this seat sees.")
@click.option("--hidden", is_flag=True, help="See only what an onlooker sees.")
@click.option("--pause", default=0.0, type=click.FloatRange(0, 60), help="Seconds to wait after every move.")
@click.option("--ascii", "ascii_only", is_flag=True, help="QS instead of Q♠.")
@click.option("--record", type=click.Path(dir_okay=False, writable=True), help="Keep the match in this file.")
@click.option("--plain", is_flag=True, help="Lines of text rather than the whole screen.")
@click.option("--at", metavar="URL", help="Look on at a house elsewhere: its address, or that of a table there.")
@LANG
def watch(rules: Any, **wanted: Any) -> None:
    """Watch bots play a whole match, at any pace and from any seat. `paiju bots` lists the bots.

    With --plain, and where there is no terminal, the match is told in lines; in a terminal that waits after every deal.
    """
    import secrets

    from paiju.core.words import ONLOOKER, TRUTH, Said
    from paiju.record import Record

    if at := wanted.pop("at"):
        from paiju.commands.elsewhere import watch_elsewhere

        if rules is not None:
            raise usage_error("--at says which table: leave out the game")
        return watch_elsewhere(at, wanted)
    if wanted["hidden"] and wanted["seat"] is not None:
        raise usage_error("--seat and --hidden exclude each other")
    full = not wanted["plain"] and has_screen()
    names, seed = wanted["names"], wanted["seed"]
    if rules is None and full:
        choice = choose_on_screen(wanted)
        if choice is None:
            return
        rules, names, seed = (
            (choice.game, choice.options),
            names or (choice.bot,),
            choice.seed if seed is None else seed,
        )
    game, options = rules or choose_game(style_of(wanted))
    seed = secrets.randbelow(1 << 63) if seed is None else seed
    match = Record(game, options, {"Seed": str(seed)})
    with readable_errors():
        if wanted["record"]:
            # A path that cannot be written is better known before the match than after it.
            open(wanted["record"], "a").close()
        viewer = match.viewer(wanted["seat"], ONLOOKER if wanted["hidden"] else TRUTH)
        match = (on_screen if full else in_lines)(match, seat_names(game, options, names), viewer, wanted)
        if wanted["record"]:
            match.save(wanted["record"])
            click.echo(style_of(wanted).say("written to {file}", file=Said(wanted["record"])))


def seat_names(game: Any, options: Any, names: tuple[str, ...]) -> list[str]:
    """A bot for every seat, those named in turn."""
    from paiju.bots.native import house_bot

    names = names or (house_bot(game),)
    return [names[place % len(names)] for place in range(game.first(options).seats)]


def choose_on_screen(wanted: dict[str, Any]) -> Any:
    from paiju.terminal.app import show
    from paiju.terminal.menu import MenuScreen

    return show(lambda app: MenuScreen(app.style, app.settings, watching=True), wanted["ascii_only"], wanted["lang"])


def on_screen(match: Any, names: list[str], viewer: int, wanted: dict[str, Any]) -> Any:
    """The whole screen; the record of what was watched."""
    from paiju.core.words import TRUTH
    from paiju.menu import bot_chairs
    from paiju.table import Table
    from paiju.terminal.app import show
    from paiju.terminal.watch import WatchScreen

    table = Table(match.game, match.options, bot_chairs(names), int(match.tags["Seed"]))
    show(
        lambda app: WatchScreen(table.door(TRUTH), app.style, viewer, wanted["deals"], wanted["pause"]),
        wanted["ascii_only"],
        wanted["lang"],
    )
    return table.record


def in_lines(match: Any, names: list[str], viewer: int, wanted: dict[str, Any]) -> Any:
    """The match as lines of text."""
    import time
    from itertools import islice

    from paiju.bots import read_bot
    from paiju.bots.guard import Guarded
    from paiju.core.words import Said
    from paiju.play import BotFailure
    from paiju.watch import watch_match

    style = style_of(wanted).for_game(match.game)
    seed, pause = int(match.tags["Seed"]), wanted["pause"]
    click.echo(style.say("{game} with seed {seed}", game=Said(match.game.rules(match.options)), seed=seed))
    players = [Guarded(read_bot(name, match.game), name) for name in names]
    waits = not pause and sys.stdin.isatty() and sys.stdout.isatty()
    try:
        for lines in islice(watch_match(match, players, match.game.shuffler(seed), viewer, style), wanted["deals"]):
            click.echo()
            for line in lines:
                click.echo(line)
                time.sleep(pause)
            if waits:
                question = "\n" + style.say("Enter next deal, a all deals, q quit")
                answer = click.prompt(question, default="", show_default=False)
                waits = answer.strip().lower() != "a"
                if answer.strip().lower() == "q":
                    break
    except BotFailure as failure:
        raise click.ClickException(failure.detail) from failure
    finally:
        for player in players:
            player.close()
    return match


def style_of(wanted: dict[str, Any]) -> Any:
    from paiju.languages import choose
    from paiju.show import Style

    return Style(ascii=wanted["ascii_only"], lang=choose(wanted["lang"]), grouped=True)


def choose_game(style: Any) -> Any:
    """Ask which game, again if need be; without a terminal the first one."""
    from paiju.games import all_games

    offered = all_games()
    if not sys.stdin.isatty():
        click.echo(style.say("no terminal to ask which game: {game}", game=offered[0].title))
        return offered[0], offered[0].Options()
    for number, game in enumerate(offered, 1):
        click.echo(f"  {number}  {style.word(game.title)} ({game.name})\n     {style.word(game.about)}")

    def chosen(answer: str) -> Any:
        if answer.isascii() and answer.isdigit() and 0 < int(answer[:3]) <= len(offered):
            answer = offered[int(answer) - 1].name
        return RULES.convert(answer, None, None)

    question = style.say("which game? A number, or a name with options, as in poepen:players=5")
    return click.prompt(question, default="1", value_proc=chosen)
