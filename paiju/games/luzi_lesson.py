"""The first deal of Da Guai Lu Zi, explained. The seed is chosen so that what is told of also happens."""

from __future__ import annotations

from paiju.core.lesson import RESULT, START, Lesson, LessonAlternative, LessonStep
from paiju.core.words import mark

LESSON = Lesson(
    seed=9,
    steps={
        START: LessonStep(
            (
                mark("Two teams, sitting alternately. Who gets rid of all cards is out, and a team wants to be "
                     "out first."),
                mark("Cards are played in sets of 1, 2, 3 or 5. In a set with other cards a joker stands for any "
                     "card."),
                (LessonAlternative("promotion=on", mark("The rank of the level stands above the ace, and jokers above "
                                                        "all.")),),
            ),
            ("2.1", "2.2", "2.3", "2.4"),
        ),
        "play": LessonStep(
            (
                mark("Beat the set on the table with a higher one of as many cards, or pass. Who has passed may play "
                     "again later."),
                mark("Who opens may choose any set: get rid of low cards, and keep strong sets for when they count."),
            ),
            ("4.2", "4.3"),
        ),
        "open": LessonStep((mark("Nobody wanted to beat the last set: its player opens anew, with any "
                                 "set."),), ("4.5",)),
        "dragon": LessonStep((mark("The first who is out is the Dragon's Head: only that team can rise."),), ("5.1",)),
        RESULT: LessonStep((mark("The deal ends when a whole team is out; the others are locked up."),), ("7.2",)),
    },
)  # fmt: skip
