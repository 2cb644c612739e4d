"""Playing at a table of one's own, on the full screen or in lines; `elsewhere` is for those of a house."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from paiju.commands.common import RULES, input_lines, usage_error, with_players
from paiju.commands.own_table import (
    PlayRequest,
    bot_text,
    chosen_table,
    doors_of,
    for_next_match,
    keep,
    left_last,
    open_table,
)

if TYPE_CHECKING:
    from paiju.door import Door
    from paiju.input_lines import InputLines
    from paiju.menu import MatchChoice
    from paiju.plain import LineFormat
    from paiju.settings import Settings
    from paiju.show import Style
    from paiju.table import Table


def full_screen(rules: Any, players: int | None, request: PlayRequest, style: Style) -> None:
    from paiju.languages import choose
    from paiju.menu import MatchRequest
    from paiju.settings import Settings
    from paiju.terminal.app import PaijuApp

    settings, notice = Settings.load()
    if not request.lang:  # what was set comes before what the system says
        style = replace(style, lang=choose(settings.lang))
    settings = replace(settings, auto_forced=settings.auto_forced or request.forced)
    if request.impatient:
        settings = replace(settings, pace="off")
    style = replace(style, ascii=settings.ascii or style.ascii)
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
        raise usage_error("--me gives advice in lines only: add --plain")
    for option, given in (("--record", request.record), ("--count", request.count > 1)):
        if by_menu and given:
            raise usage_error("{option} does not go with the menu: add a GAME (paiju games lists them)", option=option)


def host(request: PlayRequest, choice: MatchChoice, settings: Settings) -> list[Door]:
    if choice.lesson:
        from paiju.commands.learn import lesson_door
        from paiju.languages import choose

        return [lesson_door((choice.game, choice.options), choose(settings.lang), settings.timing(call=0.0))]
    return doors_of(chosen_table(request, choice, settings))


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
        try:
            end = await PlainClient(doors, style, typed, adviser, line_format).run()
        finally:
            keep(table, request, style)  # also when the terminal is gone
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
        click.echo(f"{number} " + style.say("{game}: {about}", game=game.title, about=game.about))
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

    click.echo(style.word(table.game.title))  # not the seed: from it anybody could compute the decks
    for seat, chair in enumerate(table.chairs.by_seat):
        facts = {"seat": seat, "name": Said(replace(style, you=-1).seat(seat)), "bot": Said(chair.bot)}
        if chair.bot:
            click.echo(style.say("seat {seat}: {name}, a bot ({bot})", **facts))
        else:
            click.echo(style.say("seat {seat}: {name}", **facts))
    click.echo(style.say("type help for what you can type; an empty line asks again"))


def with_names(style: Style, table: Table) -> Style:
    return replace(style, names=table.chairs.names)
