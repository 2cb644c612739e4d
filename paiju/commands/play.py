"""The command `play`: sit down with bots, or let bots play alone and count who wins."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paiju.commands.common import (
    LANG,
    RULES,
    has_screen,
    input_lines,
    is_terminal,
    line_width,
    position_text,
    readable_errors,
    with_players,
)

if TYPE_CHECKING:
    from paiju.core.words import Message
    from paiju.door import Door
    from paiju.input_lines import InputLines
    from paiju.menu import MatchChoice
    from paiju.plain import LineFormat
    from paiju.settings import Settings
    from paiju.show import Style
    from paiju.table import Table
    from paiju.timing import Timing

LINES_ONLY = ("plain", "small_suits", "lowercase", "apart", "tight", "words", "table", "no_hints", "lenient")
HEARTLESS = ("small_suits", "lowercase", "apart", "tight")  # whoever asks for these knows its cards
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


@click.command(cls=PlayCommand)
@click.argument("rules", metavar="[GAME]", type=RULES, required=False)
@click.option("--bot", metavar="BOT", help="Who you play against: easy, medium, hard, or a bot.  [default: medium]")
@wishes
@click.option("--people", default=1, show_default=True, type=click.IntRange(1, 6), help="How many share the keyboard.")
@click.option("--players", type=int, help="How many play, where the game allows a choice.")
@click.option("--name", "names", multiple=True, help="Your name; given again, those of the others at the keyboard.")
@click.option("--seed", type=int, help="Same seed, same deals.  [default: a new one]")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1), help="How many matches.")
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[FILE]", help="Go on with the match left last, or FILE."
)
@click.option(
    "--from", "position", metavar="POSITION", help="Begin at a position: a file, or its text (docs/position.md)."
)
@click.option("--record", type=click.Path(dir_okay=False, writable=True), help="Keep the match in this file too.")
@click.option("--time-limit", "seconds", type=click.FloatRange(1, 86400), help="Seconds for an answer.  [default: any]")
@click.option("--practice", is_flag=True, help="Take back as much as you like, also after seeing more.")
@click.option("--forced", is_flag=True, help="Play by itself what is the only thing you can do.")
@click.option("--impatient/--patient", default=None, help="No pauses.  [default: pauses in a terminal]")
@LANG
@click.option("--ascii", is_flag=True, help="QS instead of Q♠.")
@click.option("--plain", is_flag=True, help="Lines instead of the full screen; what follows works with lines only.")
@click.option("--ascii-suit", "small_suits", is_flag=True, help="Qs instead of Q♠, and 0 for a ten, as in heartless.")
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
@click.option("-p", "--port", type=click.IntRange(1, 65535), help="The port of that house.  [default: 8000]")
@click.option("--pace", type=click.Choice(PACES), help="With --at and GAME: how fast it goes.  [default: relaxed]")
@click.option("--private", is_flag=True, help="With --at and GAME: only who has its address finds the table.")
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
    if automatic and any(house):
        raise click.UsageError("--automatic plays here: leave out --at")
    if automatic and wanted["practice"]:
        raise click.UsageError("--practice is for people: leave out --automatic")
    if automatic and wanted["position"]:
        raise click.UsageError("--from is for people: leave out --automatic")
    if any(house):
        from paiju.commands.elsewhere import play_elsewhere, where

        play_elsewhere(where(*house), rules and with_players(rules, players), bots, wanted, line_format_of(wanted))
    elif wanted["pace"] or wanted["private"]:
        raise click.UsageError("--pace and --private are for a table elsewhere: add --at")
    elif automatic:
        play_alone(with_players(need_game(rules), players), bots, timeout, wanted)
    else:
        play_along(rules and with_players(rules, players), bots, players, timeout or 0, wanted)


def need_game(rules: Any) -> Any:
    if rules is None:
        raise click.UsageError("which game? --automatic does not ask: add a GAME (paiju games lists them)")
    return rules


def play_alone(rules: Any, bots: dict[str, str], timeout: int | None, wanted: dict[str, Any]) -> None:
    """Matches of bots and who won them; with the flags of heartless also its transcript."""
    from itertools import islice

    from paiju.automatic import automatic, has_transcript, seated, statistics_text
    from paiju.show import Style

    (game, options), seed = rules, wanted["seed"]
    seed = secrets.randbelow(1 << 63) if seed is None else seed
    limits: dict[str, Any] = {} if timeout is None else {"time_ms": timeout}
    if wanted["table"] or any(wanted[name] for name in HEARTLESS):
        if not has_transcript(game):
            raise click.UsageError(f"heartless had no words for {game.name}: leave out its flags with --automatic")
        limits |= {"tell": click.echo, "style": Style(ascii=ascii_wanted(wanted), **written_as(wanted, heartless=True))}
    with readable_errors():
        seats = game.first(options).seats
        won = [0] * seats
        clockwise = game.runs_clockwise(options)
        table = seated(seats, bots, clockwise)
        matches = automatic(game, options, table, seed, lambda text: click.echo(text, err=True), **limits)
        try:
            for setup in islice(matches, wanted["count"]):
                for seat in game.winners(setup):
                    won[seat] += 1
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
        finally:
            matches.close()
    click.echo(statistics_text(won, clockwise=clockwise))


def play_along(rules: Any, bots: dict[str, str], players: int | None, bot_ms: int, wanted: dict[str, Any]) -> None:
    """A person or more sit down with bots, at a full screen or in lines."""
    from paiju.languages import choose
    from paiju.show import Style

    if wanted["record"] and wanted["count"] > 1:
        raise click.UsageError("--record keeps one match: leave out --count")
    if wanted["resume"] is not None and rules is not None:
        raise click.UsageError("--resume goes on with a match as it was: leave out the game")
    if wanted["practice"] and (wanted["people"] > 1 or wanted["resume"] is not None):
        raise click.UsageError("--practice is for one person and a new match: leave out --people and --resume")
    if wanted["position"] and (rules is not None or wanted["resume"] is not None):
        raise click.UsageError("--from says which game it is and where it begins: leave out GAME and --resume")
    if wanted["position"]:
        with readable_errors():
            wanted["position"] = position_text(wanted["position"])
            rules = rules_of(wanted["position"])
    request = PlayRequest(
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
    )
    written = written_as(wanted, any(wanted[name] for name in HEARTLESS))
    style = Style(ascii=ascii_wanted(wanted), lang=choose(wanted["lang"]))
    full = full_wanted(wanted) and has_screen()
    if full:
        refuse_for_screen(request, by_menu=rules is None and request.resume is None)
    with readable_errors():
        if request.record:
            if os.path.exists(request.record) and os.path.getsize(request.record):
                raise ValueError(f"{request.record} is there already: choose another name for the record")
            open(request.record, "a").close()  # better known before the match than after it
        if full:
            full_screen(rules, players, request, style)
        else:
            import asyncio

            try:
                asyncio.run(in_lines(rules, players, request, replace(style, **written), line_format_of(wanted)))
            except KeyboardInterrupt:  # between two matches
                click.echo("interrupted", err=True)


def full_wanted(wanted: dict[str, Any]) -> bool:
    return not any(wanted[name] for name in LINES_ONLY) and wanted["width"] is None


def line_format_of(wanted: dict[str, Any]) -> LineFormat:
    from paiju.plain import LineFormat

    writable_output()
    is_typed, width = is_terminal(sys.stdin), line_width(wanted["width"])
    return LineFormat(not wanted["no_hints"], wanted["lenient"], width, is_typed, wanted["table"])


def ascii_wanted(wanted: dict[str, Any]) -> bool:
    return wanted["ascii"] or wanted["small_suits"] or not can_write("♣♦♥♠")


def written_as(wanted: dict[str, Any], heartless: bool) -> dict[str, Any]:
    """How cards are written in lines."""
    return {
        "lowercase": wanted["lowercase"],
        "spaces": not wanted["tight"],
        "words": wanted["words"],
        "grouped": not wanted["apart"],
        "heartless": heartless,
    }


def rules_of(position: str) -> Any:
    from paiju.core.position import split
    from paiju.games import read_rules

    return read_rules(split(position)[0][1].split()[0])


def can_write(signs: str) -> bool:
    """Has the output letters for these?"""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def writable_output() -> None:
    """Whatever the terminal cannot write becomes a question mark rather than the end of the match."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


# ---- the table ----


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
        raise ValueError(f"{request.people} people do not fit: {len(free)} of {seats} seats are free")
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
    """A new table, or the one that was left."""
    from paiju import saves
    from paiju.table import Table

    if request.resume is not None:
        table = Table.resume(Path(request.resume), timing)
        if not table.people:
            table.close()
            raise ValueError(f"only bots play in {request.resume}: paiju replay shows it")
        return for_one_keyboard(table)
    game, options = rules
    chairs = seat_everybody(game, options, request)
    name = f"{game.name}-{number}" if number else game.name
    position = request.position and dealt(game, request.position, request.seed)
    return for_one_keyboard(
        Table(
            game, options, chairs, request.seed, timing, saves.fresh(name), request.bot_ms, position,
            practice=request.practice,
        )
    )  # fmt: skip


def left_last(request: PlayRequest) -> tuple[PlayRequest, Message | None]:
    """The request with the match to go on with. Those open in another window are passed by, and a message says so."""
    from paiju import saves
    from paiju.core.words import Message

    if request.resume != "":
        return request, None
    path, busy = saves.latest()
    if path is None and busy:
        raise ValueError("every match that was left is being played in another window")
    if path is None:
        raise ValueError("no match was left unfinished: start one with paiju play GAME")
    passed = Message("matches passed by, since they are open in another window: {number}", number=busy)
    return replace(request, resume=str(path)), passed if busy else None


def for_one_keyboard(table: Table) -> Table:
    """Where several share a keyboard it has to go round before anybody can call."""
    if len(table.people) > 1:
        table.clock.timing = replace(table.clock.timing, call=0.0)
    return table


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


def with_names(style: Style, table: Table) -> Style:
    return replace(style, names=table.chairs.names)


# ---- full screen ----


def full_screen(rules: Any, players: int | None, request: PlayRequest, style: Style) -> None:
    from paiju.languages import choose
    from paiju.menu import MatchRequest
    from paiju.settings import Settings
    from paiju.terminal.app import PaijuApp

    settings, notice = Settings.load()
    if not request.lang:  # what was set comes before what the system says
        style = replace(style, lang=choose(settings.lang))
    settings = replace(settings, ascii=settings.ascii or style.ascii, lang=request.lang or settings.lang)
    settings = replace(settings, auto_forced=settings.auto_forced or request.forced)
    if request.impatient:
        settings = replace(settings, pace="off")
    style = replace(style, ascii=settings.ascii)
    if rules is None and request.resume is None:
        bot = bot_text(request.level) if request.level else ""
        start = MatchRequest(bot, request.people, players, request.seed, request.practice)
        PaijuApp(None, style, settings, notice, partial(host, request), start).run()
        return
    request, passed = left_last(request)
    timing = settings.timing(answer=request.seconds)
    menu = partial(host, replace(request, resume=None)) if request.count == 1 else None  # where one goes after it
    for number in range(request.count):
        table = open_table(rules, request, timing, number)
        PaijuApp(doors_of(table), with_names(style, table), settings, notice or passed, menu).run()
        keep(table, request, style)
        if not table.is_over:
            return
        request = for_next_match(request, table)


def refuse_for_screen(request: PlayRequest, by_menu: bool) -> None:
    """What the full screen, or the menu on it, cannot do."""
    if "me" in request.bots:
        raise click.UsageError("--me gives advice in lines only: add --plain")
    for option, given in (("--record", request.record), ("--count", request.count > 1)):
        if by_menu and given:
            raise click.UsageError(f"{option} does not go with the menu: add a GAME (paiju games lists them)")


def doors_of(table: Table) -> list[Door]:
    """For everybody at one keyboard, and where there are several for what is seen while nobody sits there."""
    from paiju.core.words import ONLOOKER

    onlooker = [ONLOOKER] if len(table.people) > 1 else []
    return [table.door(viewer) for viewer in (*table.people, *onlooker)]


def host(request: PlayRequest, choice: MatchChoice, settings: Settings) -> list[Door]:
    return doors_of(chosen_table(request, choice, settings))


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


# ---- lines ----


async def in_lines(
    rules: Any, players: int | None, request: PlayRequest, style: Style, line_format: LineFormat
) -> None:
    """Match after match, then how often each seat won."""
    from paiju.automatic import invite, statistics_text
    from paiju.core.words import Said
    from paiju.plain import PlainClient
    from paiju.timing import Timing

    typed = input_lines()
    if rules is None and request.resume is None:
        rules = await choose_game(typed, style, players)
        if rules is None:
            return
    pause = 0.0 if request.impatient else 1.0  # as in heartless
    timing = Timing(pause, pause, pause / 10, request.seconds, request.seconds)
    request, passed = left_last(request)
    if passed is not None:
        click.echo(style.say(passed), err=True)
    won: list[int] = []
    for number in range(request.count):
        if number and not await pressed_enter(typed, style):
            break
        table = open_table(rules, request, timing, number)
        style = with_names(style, table)
        doors = [table.door(seat) for seat in table.people]
        for door in doors:
            await door.wish(automatic=request.forced)
        introduce(table, style)
        adviser = invite(request.bots.get("me"), table.game)
        end = await PlainClient(doors, style, typed, adviser, line_format).run()
        keep(table, request, style)
        won = won or [0] * len(table.chairs.names)
        if end is None:
            break
        click.echo(style.say("the cards came from seed {seed}", seed=Said(table.seed)))
        request = for_next_match(request, table)
        for seat in end.leaders:
            won[seat] += 1
    click.echo(statistics_text(won, replace(style, you=-1)))


async def choose_game(typed: InputLines, style: Style, players: int | None) -> Any:
    """A numbered question; None if nobody answers it."""
    from paiju.games import all_games

    offered = all_games()
    for number, game in enumerate(offered, 1):
        click.echo(f"{number} {style.word(game.title)}: {style.word(game.about)}")
    while True:
        click.echo(style.say("which game? A number, or a name with options, as in poepen:players=5"))
        line = await typed.line()
        if line is None or line.strip().lower() in ("exit", "quit"):
            return None
        text = line.strip() or "1"
        if text.isascii() and text.isdigit() and 0 < int(text[:3]) <= len(offered):
            text = offered[int(text) - 1].name
        try:
            return with_players(RULES.convert(text[:200], None, None), players)
        except click.ClickException as error:
            click.echo(error.message, err=True)


async def pressed_enter(typed: InputLines, style: Style) -> bool:
    """Between two matches: does somebody want the next one?"""
    click.echo(style.say("press Enter for the next match"))
    line = await typed.line()
    return line is not None and line.strip().lower() not in ("exit", "quit")


def introduce(table: Table, style: Style) -> None:
    """Who sits where, and what is not evident."""
    from paiju.core.words import Said
    from paiju.names import YOU

    click.echo(style.word(table.game.title))  # not the seed: from it anybody could compute the decks
    for seat, chair in enumerate(table.chairs.by_seat):
        name = style.word(YOU) if chair.name == YOU else chair.name
        facts = {"seat": seat, "name": Said(name), "bot": Said(chair.bot)}
        if chair.bot:
            click.echo(style.say("seat {seat}: {name}, a bot ({bot})", **facts))
        else:
            click.echo(style.say("seat {seat}: {name}", **facts))
    click.echo(style.say("type help for what you can type; an empty line asks again"))
