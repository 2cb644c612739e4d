"""The command `learn`: a first deal explained, played against bots."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import click

from paiju.commands.common import (
    LANG,
    game_argument,
    has_screen,
    input_lines,
    is_terminal,
    line_width,
    readable_errors,
    usage_error,
)


@click.command()
@game_argument()
@LANG
@click.option("--ascii", is_flag=True, help="QS instead of Q♠.")
@click.option("--plain", is_flag=True, help="Lines instead of the full screen.")
@click.option("--exercises", is_flag=True, help="Exercises instead: which of these may you do now?")
@click.option("--seed", type=click.IntRange(0), help="With --exercises: the same ones again.")
def learn(rules: Any, lang: str | None, ascii: bool, plain: bool, exercises: bool, seed: int | None) -> None:
    """Play a first deal that is explained phase by phase, for those who do not know the game.

    Any answer may be taken back (undo), and hint tells what your choices are worth. Nothing is kept.

    With --exercises you are shown moments of a deal, line by line: say what you may do there, and hear which rule
    forbids the rest.

    \b
    Examples:
      paiju learn hearts
      paiju learn hearts --exercises
      paiju learn shengji --lang zh
      paiju --game examples/sevens.py learn sevens --plain
    """
    import asyncio

    from paiju.languages import choose
    from paiju.settings import Settings
    from paiju.show import Said, Style

    settings, notice = Settings.load()
    style = Style(ascii=ascii or settings.ascii, lang=choose(lang or settings.lang))
    if seed is not None and not exercises:
        raise usage_error("--seed goes with --exercises: a lesson is always of the same deal")
    with readable_errors():
        if exercises:
            from paiju.commands.exercises import exercise_lines

            asyncio.run(exercise_lines(rules, replace(style, grouped=True), seed))
            return
        if plain or not has_screen():
            asyncio.run(in_lines(rules, replace(style, grouped=True)))
        else:
            from paiju.terminal.app import PaijuApp

            door = lesson_door(rules, style.lang, settings.timing(call=0.0))
            PaijuApp([door], replace(style, names=door.facts.names), settings, notice).run()
    click.echo(style.say("now exercises: {command}", command=Said(f"paiju learn {rules[0].name} --exercises")))


def lesson_door(rules: Any, lang: str, timing: Any) -> Any:
    """A table of the house's bots, with the deal the lesson is about."""
    from paiju import names
    from paiju.bots.native import house_bot
    from paiju.chairs import Chair
    from paiju.table import Table
    from paiju.teaching import LessonDoor

    game, options = rules
    seats = game.first(options).seats
    person, *_ = names.for_people((), 1)
    bots = names.for_bots(seats, [person])
    chairs = [Chair(person), *(Chair(bots[seat - 1], house_bot(game)) for seat in range(1, seats))]
    return LessonDoor(Table(game, options, chairs, game.lesson.seed, timing, practice=True), 0, lang)


async def in_lines(rules: Any, style: Any) -> None:
    from paiju.automatic import invite
    from paiju.plain import LineFormat, PlainClient
    from paiju.timing import Timing

    pause = 1.0 if is_terminal(sys.stdin) else 0.0
    door = lesson_door(rules, style.lang, Timing(pause, pause, pause / 10, call=0.0))
    style = replace(style, names=door.facts.names)
    adviser = invite(None, rules[0])
    line_format = LineFormat(width=line_width(), terminal=is_terminal(sys.stdin))
    click.echo(style.say("type help for what you can type; an empty line asks again"))
    await PlainClient([door], style, input_lines(), adviser, line_format).run()
