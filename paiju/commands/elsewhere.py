"""`play --at` and `watch --at`: tables of a house elsewhere (docs/play.md)."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from paiju.commands.common import has_screen, input_lines, is_terminal, readable_errors, usage_error

if TYPE_CHECKING:
    from paiju.client import WireHouse
    from paiju.input_lines import InputLines
    from paiju.plain import LineFormat
    from paiju.show import Style
    from paiju.wire_door import WireDoor

# What only a table of our own has.
OWN_ONLY = {
    "seed": "--seed", "resume": "--resume", "position": "--from", "record": "--record", "seconds": "--time-limit",
    "practice": "--practice", "me": "--me", "csv": "--csv",
}  # fmt: skip
MOST_LISTED = 30
MOST_WINDOWS = 50  # of one computer, each a guest of its own


def where(at: str | None, address: str | None, port: int | None) -> str:
    """The address that --at names, or -a and -p as DoubleHearts had them."""
    if at is not None and (address is not None or port is not None):
        raise usage_error("--at says it all: leave out -a and -p")
    if at is not None:
        return at
    from paiju.client import DEFAULT_PORT

    host = "localhost" if address is None else address.strip()
    if "/" in host:
        raise usage_error("-a is the name or the number of a machine; {option} takes a whole address", option="--at")
    if host.count(":") == 1:
        if port is not None:
            raise usage_error("the port is in the address already: leave out -p")
        return f"http://{host}"
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{port or DEFAULT_PORT}"


def need_client() -> None:
    from paiju.optional_packages import install_command, not_installed

    missing = [name for name in ("aiohttp", "msgspec") if name in not_installed("server")]
    if missing:
        raise click.ClickException(f"a house elsewhere needs more packages: {install_command('wire', *missing)}")


def visit(work: Coroutine[Any, Any, None], style: Style) -> None:
    """Do something with a house; whatever it refuses is a sentence on one line."""
    from paiju.core.words import IllegalAction
    from paiju.door import DoorClosed

    with readable_errors():
        try:
            asyncio.run(work)
        except (DoorClosed, IllegalAction) as error:
            raise click.ClickException(style.refusal(error)) from error
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)


# ---- playing ----


@dataclass(frozen=True)
class TableWish:
    """What the command line asks for at a house."""

    at: str
    rules: str  # of a new table; empty: one that is there
    chairs: tuple[tuple[str, str], ...]
    pace: str
    draw: float | None
    is_public: bool
    is_quick: bool
    name: str
    has_chosen: bool  # that name, on the command line
    forced: bool
    impatient: bool


def play_elsewhere(at: str, rules: Any, bots: dict[str, str], wanted: dict[str, Any], line_format: LineFormat) -> None:
    from paiju.commands.writing import ascii_wanted, full_wanted, written_as
    from paiju.languages import choose
    from paiju.settings import Settings
    from paiju.show import Style

    given = [flag for name, flag in OWN_ONLY.items() if wanted.get(name) not in (None, False) or name in bots]
    if given or wanted["count"] > 1:
        raise usage_error(
            "{option} is for tables of your own: leave it out with --at", option=(given or ["--count"])[0]
        )
    own_terms = wanted["private"] or wanted["draw"] or wanted["bot"] or bots or wanted["people"] > 1
    if wanted["quick"] and (rules is None or own_terms):
        raise usage_error("--quick wants a GAME and leaves the rest to the house: no bots, --people or --private")
    need_client()
    settings, _ = Settings.load()
    wish = TableWish(
        at=at,
        rules=rules[0].rules(rules[1]) if rules else "",
        chairs=tuple(chairs_for(rules, bots, wanted)) if rules else (),
        pace=wanted["pace"] or "",
        draw=wanted["draw"],
        is_public=not wanted["private"],
        is_quick=wanted["quick"],
        name=own_name(wanted["names"] or (settings.name,)),
        has_chosen=bool(wanted["names"]),
        forced=wanted["forced"] or settings.auto_forced,
        impatient=not is_terminal(sys.stdin) if wanted["impatient"] is None else wanted["impatient"],
    )
    full = full_wanted(wanted) and has_screen()
    lang = choose(wanted["lang"] or (settings.lang if full else ""))
    style = Style(ascii=ascii_wanted(wanted) or (full and settings.ascii), lang=lang)
    if full:
        settings = replace(settings, auto_forced=wish.forced, pace="off" if wish.impatient else settings.pace)
        visit(on_screen(wish, style, settings), style)
    else:
        style = replace(style, **written_as(wanted))
        visit(in_lines(wish, style, line_format), style)


def own_name(given: Sequence[str]) -> str:
    from paiju import names

    name = names.for_people(given, 1)[0]
    return name if name != names.YOU else "Guest"


def other_names(name: str) -> list[str]:
    """Names for another window of this computer, where somebody plays under this one already."""
    from paiju import names

    return names.for_people([name], MOST_WINDOWS)[1:]


async def come_in(house: WireHouse, wish: TableWish, style: Style) -> None:
    from paiju.core.words import Said

    others = [] if wish.has_chosen else other_names(wish.name)
    await house.come_in(wish.name, others)
    if house.person.name in others:
        name = Said(house.person.name)
        line = style.say("you play there in another window: here you are {name} (--name chooses one)", name=name)
        click.echo(line, err=True)


def chairs_for(rules: Any, bots: dict[str, str], wanted: dict[str, Any]) -> list[tuple[str, str]]:
    """Our own chair first; bots where one was asked for, and with --bot in all chairs but those of --people."""
    from paiju.automatic import seated
    from paiju.commands.own_table import bot_text

    game, options = rules
    seats = game.first(options).seats
    texts = seated(seats, bots, game.runs_clockwise(options))
    free = [seat for seat in range(1, seats) if not texts[seat]]
    filled = free[wanted["people"] - 1 :] if wanted["bot"] or wanted["people"] > 1 else []
    for seat in filled:
        texts[seat] = wanted["bot"] or "medium"
    return [("bot", bot_text(text)) if text and seat else ("open", "") for seat, text in enumerate(texts)]


async def sit_down(house: WireHouse, wish: TableWish, id: str, style: Style) -> WireDoor:
    """A door to a table where we have a chair."""
    from paiju.core.words import IllegalAction, Said

    door = await house.door(id)
    if door.viewer < 0 and door.stands is not None and door.stands.state != "over":
        try:
            await door.sit()
        except IllegalAction as refusal:
            await door.leave()
            raise IllegalAction("{reason}; paiju watch --at {address} looks on", code=refusal.code,
                                reason=refusal.message, address=Said(door.url)) from None  # fmt: skip
        while door.viewer < 0 and door.error is None:
            await door.next_change()
    return door


async def on_screen(wish: TableWish, style: Style, settings: Any) -> None:
    from paiju.client import WireHouse, read_address
    from paiju.terminal.app import PaijuApp
    from paiju.terminal.waiting import PartingScreen, WaitingScreen

    address = read_address(wish.at)
    async with WireHouse(address.house, style.lang) as house:
        await come_in(house, wish, style)
        id = address.table or await new_table(house, wish) or await choose_table(house, style, typed_now)
        while id:
            door = await sit_down(house, wish, id, style)
            try:
                app = PaijuApp([door], style, settings)
                app.waiting, app.parting = WaitingScreen(door, style), PartingScreen(door, style)
                id = await app.run_async() or ""
            finally:
                await door.leave()


async def in_lines(wish: TableWish, style: Style, line_format: LineFormat) -> None:
    from paiju.client import WireHouse, read_address

    address, typed = read_address(wish.at), input_lines()
    async with WireHouse(address.house, style.lang) as house:
        await come_in(house, wish, style)
        id = address.table or await new_table(house, wish) or await choose_table(house, style, typed_line(typed))
        while id:
            door = await sit_down(house, wish, id, style)
            try:
                id = await one_match(door, wish, style, typed, line_format)
            finally:
                await door.leave()


async def one_match(door: WireDoor, wish: TableWish, style: Style, typed: InputLines, line_format: LineFormat) -> str:
    """From the waiting room to the end; the table of the rematch, if there is one."""
    from paiju.automatic import invite
    from paiju.door import DoorClosed
    from paiju.farewell import farewell
    from paiju.plain import PlainClient
    from paiju.timing import HASTY
    from paiju.waiting_room import PlainParting, PlainWaiting, may_play_again

    await door.wish(automatic=wish.forced, pace=HASTY if wish.impatient else None)
    if not await PlainWaiting(door, typed, style, line_format.terminal).run():
        return ""
    facts = door.facts
    style = replace(style, names=facts.names)
    click.echo(style.say("type help for what you can type; an empty line asks again"))
    try:
        await PlainClient([door], style, typed, invite(None, facts.game), line_format).run()
    except DoorClosed:
        if not door.is_ended:
            raise
    if not may_play_again(door):
        return ""
    click.echo(farewell(door.facts, style))
    return await PlainParting(door, typed, style).run()


async def new_table(house: WireHouse, wish: TableWish) -> str:
    if not wish.rules:
        return ""
    if wish.is_quick:
        return (await house.quick_game(wish.rules, wish.pace)).table
    return (await house.open_table(wish.rules, wish.chairs, wish.pace, wish.is_public, wish.draw)).table


# ---- which table ----


async def typed_now(question: str) -> str | None:
    """Before the full screen begins. Nothing goes on beside, so Ctrl-C ends it at once: the handler of asyncio would
    wait for the line to be typed first."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return click.prompt(question, default="", show_default=False)
    except click.Abort:
        click.echo()
        return None
    finally:
        signal.signal(signal.SIGINT, handler)


def typed_line(typed: InputLines) -> Any:
    async def ask(question: str) -> str | None:
        click.echo(question)
        return await typed.line()

    return ask


async def choose_table(house: WireHouse, style: Style, ask: Any) -> str:
    """A numbered question: where one sits already, where a chair is open, or a new table of each game."""
    from paiju.core.words import Said
    from paiju.games import all_games

    offered: list[tuple[str, str]] = []  # what it is, and its table; or the game of a new one
    for sitting in (await house.my_tables())[:MOST_LISTED]:
        offered.append((style.say("your table: {rules}", rules=Said(sitting.rules)), sitting.table))
    for row in (await house.tables())[:MOST_LISTED]:
        if row.open and row.table not in [table for _, table in offered]:
            names = Said(", ".join(filter(None, row.chairs)))
            facts = {"rules": Said(row.rules), "names": names, "number": row.open}
            offered.append((style.say("join {names}: {rules}, open chairs: {number}", **facts), row.table))
    old = len(offered)
    for game in all_games():
        offered.append((style.say("a new table: {game}", game=game.title), game.name))
    for number, (text, _) in enumerate(offered, 1):
        click.echo(f"{number:>2}  {text}")
    while True:
        line = await ask(style.say("which table? A number"))
        if line is None or line.strip().lower() in ("exit", "quit", "q"):
            return ""
        text = line.strip()
        if text.isascii() and text.isdigit() and 0 < int(text[:4]) <= len(offered):
            at = int(text[:4]) - 1
            return offered[at][1] if at < old else (await house.open_table(offered[at][1])).table
        click.echo(style.say("a number from 1 to {most}, or q to leave", most=len(offered)))


# ---- looking on ----


def watch_elsewhere(at: str, wanted: dict[str, Any]) -> None:
    from paiju.languages import choose
    from paiju.settings import Settings
    from paiju.show import Style

    need_client()
    settings, _ = Settings.load()
    full = not wanted["plain"] and has_screen()
    style = Style(ascii=wanted["ascii_only"], lang=choose(wanted["lang"]), grouped=not full)
    visit(look_on(at, style, own_name((settings.name,)), full, wanted), style)


async def look_on(at: str, style: Style, name: str, full: bool, wanted: dict[str, Any]) -> None:
    from paiju.client import WireHouse, read_address
    from paiju.core.words import IllegalAction

    address = read_address(at)
    async with WireHouse(address.house, style.lang) as house:
        await house.come_in(name, other_names(name))
        house.let_go()  # who only looks on is in nobody's way
        id = address.table or await table_to_watch(house)
        if not id:
            raise IllegalAction("nobody plays there now", code="no_table")
        door = await house.door(id)
        try:
            if full:
                from paiju.settings import Settings
                from paiju.terminal.app import PaijuApp
                from paiju.terminal.watch import LookOnScreen

                app = PaijuApp(None, style, Settings.load()[0])
                app.first_screen = LookOnScreen(door, style)
                await app.run_async()
            else:
                from paiju.watch import door_lines

                if door.stands is not None and door.stands.state == "open":
                    click.echo(style.say("no match is being played there yet"))
                async for line in door_lines(door, style, wanted["deals"]):
                    click.echo(line)
            if door.error is not None:
                raise door.error
        finally:
            await door.leave()


async def table_to_watch(house: WireHouse) -> str:
    return next((row.table for row in await house.tables() if row.state == "playing"), "")
