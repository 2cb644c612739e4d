"""A first deal explained at a table: what the game's lesson says of a moment is told when that moment comes.

Whoever learns hears it in the news (`News.lesson`), so every front end shows it, and the wire carries it. A game that
has no lesson gets one from what it has: its line about itself, its rules, its guides.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from paiju.analysis import is_worse
from paiju.core.game import Game
from paiju.core.lesson import RESULT, START, Lesson, LessonStep
from paiju.core.words import IllegalAction, Message, Said, mark
from paiju.news import News
from paiju.rulebook import condition_holds, paragraphs, rule_lines, without_markup
from paiju.table import Table
from paiju.table_door import TableDoor

HINT_MS = 600.0  # what a good answer is thought about
MOST_RULES = 12  # so many are told at the start where a game says nothing else


def lesson_of(game: Game, options: Any) -> Lesson:
    """The game's lesson as these options have it, and where it is silent what can be said of any game."""
    steps = {phase: LessonStep((guide,)) for phase, guide in game.guides.items()} | dict(game.lesson.steps)
    if START not in steps:
        numbers = [part.number for part in paragraphs(rule_lines(game, options)) if part.kind == "rule"]
        steps[START] = LessonStep((), tuple(numbers[:MOST_RULES]))
    return replace(game.lesson, steps={moment: in_force(step, options) for moment, step in steps.items()})


def in_force(step: LessonStep, options: Any) -> LessonStep:
    """The step with those of its sentences that are true under these options."""
    said: list[str] = []
    for sentence in step.says:
        alternatives = (("", sentence),) if isinstance(sentence, str) else sentence
        said += [says for condition, says in alternatives if condition_holds(condition, options)][:1]
    return step._replace(says=tuple(said))


class LessonDoor(TableDoor):
    """A door to a table for somebody who learns the game: the first deal is explained."""

    def __init__(self, table: Table, viewer: int, lang: str = "en"):
        super().__init__(table, viewer)
        self.teacher = Teacher(self, lang)

    def hear(self, since: int = 0) -> AsyncIterator[News]:  # type: ignore[override]  # pyright: ignore
        return self.teacher.taught(super().hear(since))


class Teacher:
    """Adds to what a newcomer hears at his door what there is to be told about it."""

    def __init__(self, door: TableDoor, lang: str = "en"):
        self._door, facts = door, door.facts
        self._lesson = lesson_of(facts.game, facts.options)
        self._game = facts.game
        parts = paragraphs(rule_lines(facts.game, facts.options, lang))
        self._rules = {part.number: "".join(without_markup([part.text])) for part in parts if part.kind == "rule"}
        self._due = [START]
        self.told: set[str] = set()
        self._knows_help = False  # where more advice is to be had, and that nothing is final

    async def taught(self, heard: AsyncIterator[News]) -> AsyncIterator[News]:
        async for news in heard:
            first = not self._door.facts.results or news.kind == "result"
            yield news._replace(lesson=tuple(await self._explain(news))) if first else news

    async def _explain(self, news: News) -> list[Message]:
        """What is due now: events wait for the next question, so that nobody has to read while cards are played."""
        phases: tuple[str, ...] = getattr(self._game.State, "phases")  # noqa: B009
        self._due += [event.kind for event in news.events if event.kind not in phases]
        if news.scene.asks:
            self._due.append(news.scene.phase)
        elif news.kind == "result":
            self._due.append(RESULT)
        elif START not in self._due:
            return []
        steps = dict.fromkeys(step for step in self._due if step not in self.told)
        self._due.clear()
        self.told.update(steps)
        lines = [line for step in steps for line in self._lines(step)]
        if lines and news.scene.is_asked:
            lines += await self._advice()
        return lines

    def _lines(self, step: str) -> Iterator[Message]:
        if step == START:
            yield Message("{game}: {about}", game=self._game.title, about=self._game.about)
        says, rules = self._lesson.steps.get(step, LessonStep(()))
        yield from (Message(sentence) for sentence in says if isinstance(sentence, str))
        for number in rules:
            if text := self._rules.pop(number, ""):  # one that belongs to several steps is told once
                yield Message("rule {number}: {text}", number=number, text=Said(text.removeprefix(number).strip()))
        if step == RESULT:
            yield Message(mark("That was the first deal. Go on with the next one, or leave: nothing of this is kept."))

    async def _advice(self) -> list[Message]:
        """What a good answer would be, measured; where there is a bad one, what that costs."""
        with suppress(IllegalAction):  # answered meanwhile
            best, *others = await self._door.hint(HINT_MS)
            lines = [Message("A good answer now: {action}.", action=best.action)]
            if others and is_worse(worst := max(others, key=lambda choice: choice.cost)):
                told = mark("Worse by {cost:.1f} {unit} on average: {action}.")
                lines.append(Message(told, action=worst.action, cost=worst.cost, unit=self._game.unit))
            if not self._knows_help:
                self._knows_help = True
                help = mark("The hint (?) tells what your choices are worth, undo (u) takes any answer back.")
                lines.append(Message(help))
            return lines
        return []
