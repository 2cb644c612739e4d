"""The first deal of Hearts, explained. The seed is chosen so that what is told of also happens."""

from __future__ import annotations

from paiju.core.lesson import RESULT, START, Lesson, LessonAlternative, LessonStep
from paiju.core.words import mark

LESSON = Lesson(
    seed=2,
    steps={
        START: LessonStep(
            (
                mark("Everybody plays one card; the highest of the suit that was led takes all of them: a trick."),
                mark("Here tricks are dangerous: hearts and the queen of spades cost points, and who has the fewest "
                     "points wins."),
                (LessonAlternative("jack=on", mark("Only the jack of diamonds is good: he takes points off.")),),
            ),
            ("5.1", "5.2"),
        ),
        "give": LessonStep(
            (
                mark("First everybody passes three cards on. Part with aces and kings, and with the queen of spades "
                     "unless you hold many spades beside her."),
            ),
            ("2.1",),
        ),
        "receive": LessonStep(
            (mark("You have been given other cards in return: look which of your suits are dangerous now."),)
        ),
        "play": LessonStep(
            (
                mark("Now tricks are played. You must follow the suit that was led; a card below the highest is safe."),
                mark("Who has none of the suit may throw anything: that is how hearts and the queen are got rid of."),
            ),
            ("3.2", "4.2"),
        ),
        "trick": LessonStep(
            (mark("That was a trick: its winner keeps the cards and leads to the next. If it cost points, they stand "
                  "in brackets."),)
        ),
        RESULT: LessonStep((mark("Deals follow one another until the match is over."),), ("6.1", "6.2")),
    },
)  # fmt: skip
