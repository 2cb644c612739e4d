"""`paiju learn --exercises`: which of these may you do now? In lines, as the page has them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from paiju import names
from paiju.commands.common import input_lines
from paiju.core.words import IllegalAction, Said, mark
from paiju.deal_news import unasked
from paiju.enquiry import rules_of
from paiju.exercises import MOST_SEED, NONE_HERE, QUESTION, Exercise, make_exercise
from paiju.input_lines import InputLines
from paiju.show import Style, scene_lines
from paiju.text import read_command
from paiju.threads import in_thread

LOOKED_UP = {"rules": "rules", "exit": "exit", "quit": "exit", "q": "exit"}


async def exercise_lines(rules: Any, style: Style, seed: int | None) -> None:
    """One exercise after another, until somebody leaves."""
    game, options = rules
    seed = secrets.randbelow(MOST_SEED) if seed is None else seed % MOST_SEED
    typed, done, right = input_lines(), 0, 0
    while True:
        made = await in_thread(make_exercise, game, options, seed + done)
        if made is None:
            raise IllegalAction(NONE_HERE, code="no_exercise")
        spoken = replace(style, names=tuple(names.for_bots(made.view.setup.seats)), you=made.seat)
        for line in exercise_text(made, spoken):
            click.echo(line)
        if not (chosen := await chosen_answers(typed, rules, spoken, len(made.answers))):
            break
        done += 1
        right += chosen == {number for number, each in enumerate(made.answers, 1) if each.refusal is None}
        for line in verdicts(made, chosen, spoken):
            click.echo(line)
        click.echo(style.say("{right} of {done} right", right=right, done=done))
        click.echo(style.say("press Enter for the next exercise, or type rules or exit"))
        if await next_line(typed, rules, spoken) is None:
            break


def exercise_text(made: Exercise, style: Style) -> Iterator[str]:
    """The moment as its player sees it, and the answers by number."""
    scene = unasked(made.view.scene())
    yield ""
    yield from scene_lines(scene, style)
    yield style.say(QUESTION)
    for number, answer in enumerate(made.answers, 1):
        yield f"{number:>2}  {style.action(answer.action)}"


async def chosen_answers(typed: InputLines, rules: Any, style: Style, most: int) -> set[int]:
    """The numbers that somebody typed; none when they leave."""
    while True:
        click.echo(style.say("type the numbers of all that you may do, for example {example}; or rules, or exit",
                             example=Said("1 2")))  # fmt: skip
        line = await next_line(typed, rules, style)
        if line is None:
            return set()
        words = line.replace(",", " ").split()
        if words and all(
            word.isascii() and word.isdigit() and len(word) < 3 and 0 < int(word) <= most for word in words
        ):
            return {int(word) for word in words}
        click.echo(style.say("some of the numbers from {least} to {most}", least=1, most=most))


async def next_line(typed: InputLines, rules: Any, style: Style) -> str | None:
    """Read what somebody typed, after they looked up rules; None when they leave."""
    game, options = rules
    while (line := await typed.line()) is not None:
        command, rest = read_command(line, LOOKED_UP, style)
        if not command:
            return line
        if command == "exit":
            return None
        try:
            for each in rules_of(game, options, style, rest):
                click.echo(each)
        except IllegalAction as refusal:
            click.echo(style.refusal(refusal))
    return None


def verdicts(made: Exercise, chosen: set[int], style: Style) -> Iterator[str]:
    """Say of each answer whether it is allowed, and which rule forbids it; mark where somebody thought otherwise."""
    is_right = True
    for number, (action, refusal) in enumerate(made.answers, 1):
        thought = (number in chosen) == (refusal is None)
        is_right = is_right and thought
        if refusal is None:
            told = mark("{action}: allowed") if thought else mark("{action}: allowed, and you thought otherwise")
        else:
            told = (
                mark("{action}: not allowed: {reason}")
                if thought
                else mark("{action}: not allowed, and you thought otherwise: {reason}")
            )
        reason = Said(style.refusal(refusal)) if refusal is not None else ""
        yield f"{number:>2}  {style.say(told, action=action, reason=reason)}"
    yield style.say("Right!" if is_right else "Not quite.")
