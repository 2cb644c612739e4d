"""The first deal of Gong Zhu, explained. The seed is chosen so that what is told of also happens."""

from __future__ import annotations

from paiju.core.lesson import RESULT, START, Lesson, LessonStep
from paiju.core.words import mark

LESSON = Lesson(
    seed=3,
    steps={
        START: LessonStep(
            (
                mark("Tricks as in Hearts, but some cards are worth having: the jack of diamonds, the sheep, "
                     "brings 100."),
                mark("The queen of spades, the pig, costs 100, hearts cost too, and the ten of clubs doubles it all."),
            ),
            ("6.1",),
        ),
        "give": LessonStep(
            (mark("First three cards are passed on: part with high hearts, and with high spades if you hold few."),),
            ("2.1",),
        ),
        "show": LessonStep(
            (mark("Now you may expose such a card: it counts double then, for whoever takes it. You need not."),),
            ("3.1",),
        ),
        "play": LessonStep(
            (mark("Follow the suit that was led; where it was a pair, with a pair if you hold one."),),
            ("4.4",),
        ),
        "trick": LessonStep((mark("The winner of a trick keeps its cards; in brackets stands what they count."),)),
        RESULT: LessonStep((mark("The highest total wins, and most totals are below zero."),)),
    },
)  # fmt: skip
