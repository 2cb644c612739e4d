"""The command `play`: sit down with bots, or let bots play alone and count who wins."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from paiju.commands.common import (
    DRAW,
    LANG,
    PortType,
    cannot,
    game_argument,
    has_screen,
    is_terminal,
    position_text,
    readable_errors,
    usage_error,
    with_players,
)
from paiju.commands.own_table import MatchRows, PlayRequest
from paiju.commands.writing import HEARTLESS, ascii_wanted, full_wanted, line_format_of, written_as

PACES = ("relaxed", "live", "fast", "days")  # of a house (contract.py): --help imports nothing
TIMEOUT = "Milliseconds a script, a program or a Python file may take to answer.  [default: 5000, 1000, any]"
WISHES = {
    "all": "Who plays all seats without a wish of their own.",
    "others": "Who plays all seats but yours.",
    "me": "With --automatic who plays your seat, seat 0; else whose advice you get.",
    "left": "Who plays at your left: the next seat where play goes clockwise.",
    "opposite": "Who plays opposite you, of four.",
    "right": "Who plays at your right.",
}


def wishes(command: Any) -> Any:
    """An option for each way to say who sits where."""
    for name, help in reversed(WISHES.items()):
        command = click.option(f"--{name}", metavar="BOT", help=help)(command)
    return command


class PlayCommand(click.Command):
    """heartless's `--impatient true` is understood beside the flag."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        values = {"true": "--impatient", "false": "--patient"}
        understood: list[str] = []
        for word in args:
            name, _, value = word.partition("=")
            if name == "--impatient" and value in values:
                understood.append(values[value])
            elif understood[-1:] == ["--impatient"] and word in values:
                understood[-1] = values[word]
            else:
                understood.append(word)
        return super().parse_args(ctx, understood)


@click.command(cls=PlayCommand)
@game_argument(required=False)
@click.option("--bot", metavar="BOT", help="Who you play against: easy, medium, hard, or a bot.  [default: medium]")
@wishes
@click.option("--people", default=1, show_default=True, type=click.IntRange(1, 6), help="How many share the keyboard.")
@click.option("--players", type=int, help="How many play, where the game allows a choice.")
@click.option("--name", "names", multiple=True, help="Your name; given again, those of the others at the keyboard.")
@click.option("--seed", type=int, help="Same seed, same deals.  [default: a new one]")
@click.option(
    "-g", "--games", "--count", "count", default=1, show_default=True, type=click.IntRange(1), help="How many matches."
)
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[FILE]", help="Go on with the match left last, or FILE."
)
@click.option(
    "--from", "position", metavar="POSITION", help="Begin at a position: a file, or its text (docs/position.md)."
)
@click.option("--record", type=click.Path(dir_okay=False, writable=True), help="Keep the match in this file too.")
@click.option(
    "--csv",
    type=click.Path(dir_okay=False, writable=True),
    help="Add a row a player and match (risk_taking;score;rank).",
)
@click.option("--time-limit", "seconds", type=click.FloatRange(1, 86400), help="Seconds for an answer.  [default: any]")
@click.option("--draw", type=DRAW, metavar="SECONDS", help="Where cards are drawn: from one to the next, such as 0.5.")
@click.option("--practice", is_flag=True, help="Take back as much as you like, also after seeing more.")
@click.option("--forced", is_flag=True, help="Play by itself what is the only thing you can do.")
@click.option("--impatient/--patient", default=None, help="No pauses.  [default: pauses in a terminal]")
@LANG
@click.option("--ascii", is_flag=True, help="QS instead of Q♠.")
@click.option("--plain", is_flag=True, help="Lines instead of the full screen; what follows works with lines only.")
@click.option("--ascii-suit", "small_suits", is_flag=True, help="Qs instead of Q♠.")
@click.option("--lowercase-rank", "lowercase", is_flag=True, help="q♠ instead of Q♠.")
@click.option("--no-shared-suit", "apart", is_flag=True, help="4♣ 6♣ 7♣ instead of 467♣.")
@click.option("--no-spaces", "tight", is_flag=True, help="No blanks between cards.")
@click.option("--words", is_flag=True, help="Cards in words (queen of spades), for speech.")
@click.option("--table", is_flag=True, help="The table and everybody's points before every question.")
@click.option("--no-hints", is_flag=True, help="Ask without an example.")
@click.option("--lenient", is_flag=True, help="Read cards as heartless did: those you do not hold are ignored.")
@click.option(
    "--width", type=click.IntRange(0, 1000), help="Break lines at this width; 0: never.  [default: the terminal's]"
)
@click.option("--at", metavar="URL", help="Play at a house elsewhere: its address, or that of a table there.")
@click.option("-a", "--address", metavar="ADDRESS", help="The host of that house.  [default: localhost]")
@click.option("-p", "--port", type=PortType(), help="The port of that house.  [default: 8000]")
@click.option("--pace", type=click.Choice(PACES), help="With --at and GAME: how fast it goes.  [default: relaxed]")
@click.option("--private", is_flag=True, help="With --at and GAME: only who has its address finds the table.")
@click.option(
    "--quick", is_flag=True, help="With --at and GAME: sit down where others wait; soon bots take what is open."
)
@click.option("--automatic", is_flag=True, help="Bots play at all seats; tells how often each won.")
@click.option("--timeout", type=click.IntRange(1), metavar="MS", help=TIMEOUT)
def play(rules: Any, automatic: bool, timeout: int | None, players: int | None, **wanted: Any) -> None:
    """Play a whole match against bots; full screen, or in lines where there is no terminal.

    Without GAME you choose one. A match is saved after every move: leave whenever you like, and --resume goes on with
    it.

    A BOT is easy, medium or hard, a name (`paiju bots` lists them), a Python file, or the path of an executable written
    for heartless.

    \b
    Examples:
      paiju play                            choose a game in a menu
      paiju play hearts --bot easy
      paiju play poepen:players=5 --left risk:0.62 --lang nl
      paiju play poepen -g 3 --csv data.csv            three matches, for paiju study data.csv
      paiju play shengji --people 2         two at one keyboard, two bots
      paiju play hearts --plain --ascii     lines, for screen readers, pipes and slow lines
      paiju play --from "hearts; hands: QS KS AS ? | ? | ? | ?"     these cards for you, the others by chance
      paiju play --at https://cards.example.org/t/2hj4     at somebody's table
      paiju play shengji --at localhost:8000               open one there, and share its address
      paiju play hearts --automatic --count 100 --me ./mybot.py --others heartless
    """
    bots = {name: wanted.pop(name) for name in WISHES}
    bots = {name: text for name, text in bots.items() if text is not None}
    house = [wanted.pop(name) for name in ("at", "address", "port")]
    is_elsewhere = any(given is not None for given in house)
    if automatic and is_elsewhere:
        raise usage_error("--automatic plays here: leave out --at")
    for option, given in (("--practice", "practice"), ("--from", "position"), ("--record", "record")):
        if automatic and wanted[given]:
            raise usage_error("{option} is for people: leave out --automatic", option=option)
    if is_elsewhere:
        from paiju.commands.elsewhere import play_elsewhere, where

        play_elsewhere(where(*house), rules and with_players(rules, players), bots, wanted, line_format_of(wanted))
    elif wanted["pace"] or wanted["private"] or wanted["quick"]:
        raise usage_error("--pace, --private and --quick are for a table elsewhere: add --at")
    elif automatic:
        play_alone(with_players(need_game(rules), players), bots, timeout, wanted)
    else:
        play_along(rules and with_players(rules, players), bots, players, timeout or 0, wanted)


def need_game(rules: Any) -> Any:
    if rules is None:
        raise usage_error("which game? --automatic does not ask: add a GAME (paiju games lists them)")
    return rules


def play_alone(rules: Any, bots: dict[str, str], timeout: int | None, wanted: dict[str, Any]) -> None:
    """Matches of bots and who won them; with the flags of heartless also its transcript."""
    from itertools import islice

    from paiju.automatic import automatic, has_transcript, seated, statistics_text, usual_bot
    from paiju.show import Style

    (game, options), seed = rules, wanted["seed"]
    seed = secrets.randbelow(1 << 63) if seed is None else seed
    limits: dict[str, Any] = {} if timeout is None else {"time_ms": timeout}
    if wanted["table"] or any(wanted[name] for name in HEARTLESS):
        if not has_transcript(game):
            raise usage_error("heartless had no words for {game}: leave out its flags with --automatic", game=game.name)
        style = replace(Style(ascii=ascii_wanted(wanted), heartless=True), **written_as(wanted) | {"small_suits": True})
        limits |= {"tell": click.echo, "style": style}
    with readable_errors():
        rows = MatchRows(wanted["csv"]) if wanted["csv"] else None
        seats = game.first(options).seats
        won = [0] * seats
        clockwise = game.runs_clockwise(options)
        table = seated(seats, bots, clockwise)
        shows_bar = wanted["count"] > 1 and "tell" not in limits and is_terminal(sys.stderr)
        clear = "\r\x1b[2K" if shows_bar else ""
        matches = automatic(game, options, table, seed, lambda text: click.echo(clear + text, err=True), **limits)
        try:
            with click.progressbar(
                length=wanted["count"], label="matches", show_pos=True, file=sys.stderr, hidden=not shows_bar
            ) as bar:
                for setup in islice(matches, wanted["count"]):
                    for seat in game.winners(setup):
                        won[seat] += 1
                    if rows is not None:
                        rows.add(setup, [text or usual_bot(game) for text in table])
                        rows.show_left()
                    bar.update(1)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
        finally:
            matches.close()
    click.echo(statistics_text(won, clockwise=clockwise))


def play_along(rules: Any, bots: dict[str, str], players: int | None, bot_ms: int, wanted: dict[str, Any]) -> None:
    """A person or more sit down with bots, at a full screen or in lines."""
    from paiju.commands.here import full_screen, in_lines, refuse_for_screen
    from paiju.languages import choose
    from paiju.show import Style

    refuse_together(rules, wanted)
    with readable_errors():
        if wanted["position"]:
            wanted["position"] = position_text(wanted["position"])
            rules = rules_of(wanted["position"])
    request = own_request(bots, bot_ms, wanted)
    style = Style(ascii=ascii_wanted(wanted), lang=choose(wanted["lang"]))
    full = full_wanted(wanted) and has_screen()
    if full:
        refuse_for_screen(request, by_menu=rules is None and request.resume is None)
    with readable_errors():
        if request.record:
            reserve(Path(request.record))
        if wanted["csv"]:
            request = replace(request, rows=MatchRows(wanted["csv"]))
        try:
            if full:
                full_screen(rules, players, request, style)
            else:
                import asyncio

                style = replace(style, **written_as(wanted))
                asyncio.run(in_lines(rules, players, request, style, line_format_of(wanted)))
        except KeyboardInterrupt:  # between two matches
            click.echo("interrupted", err=True)
        finally:
            if request.rows is not None:
                request.rows.show_left()


def refuse_together(rules: Any, wanted: dict[str, Any]) -> None:
    """Flags that do not go together."""
    from paiju.core.words import mark

    resumed, has_game = wanted["resume"] is not None, rules is not None
    refusals = {
        mark("--record keeps one match: leave out --count"): wanted["record"] and wanted["count"] > 1,
        mark("--resume goes on with a match as it was: leave out the game"): resumed and has_game,
        mark("--practice is for one person and a new match: leave out --people and --resume"): (
            wanted["practice"] and (wanted["people"] > 1 or resumed)
        ),
        mark("--from says which game it is and where it begins: leave out GAME and --resume"): (
            wanted["position"] and (has_game or resumed)
        ),
    }
    for sentence, applies in refusals.items():
        if applies:
            raise usage_error(sentence)


def own_request(bots: dict[str, str], bot_ms: int, wanted: dict[str, Any]) -> PlayRequest:
    return PlayRequest(
        level=wanted["bot"] or "",
        bots=bots,
        bot_ms=bot_ms,
        lang=wanted["lang"] or "",
        seed=wanted["seed"],
        seconds=wanted["seconds"] or 0.0,
        impatient=not is_terminal(sys.stdin) if wanted["impatient"] is None else wanted["impatient"],
        resume=wanted["resume"],
        record=wanted["record"],
        names=wanted["names"],
        people=wanted["people"],
        count=wanted["count"],
        forced=wanted["forced"],
        position=wanted["position"] or "",
        practice=wanted["practice"],
        draw=wanted["draw"] or 0.0,
    )


def reserve(file: Path) -> None:
    """Can the record be written there? Better known before the match than after it."""
    if file.exists() and file.stat().st_size:
        from paiju.core.words import Said

        raise cannot("{file} is there already: choose another name for the record", file=Said(file))
    file.open("a").close()


def rules_of(position: str) -> Any:
    from paiju.games import rules_of_position

    return rules_of_position(position)
