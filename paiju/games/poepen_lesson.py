"""The first deal of Chinees Poepen, explained. The seed is chosen so that what is told of also happens."""

from __future__ import annotations

from paiju.core.lesson import RESULT, START, Lesson, LessonStep
from paiju.core.words import mark

LESSON = Lesson(
    seed=1,
    steps={
        START: LessonStep(
            (
                mark("Everybody says how many tricks he will take. Only who takes exactly that many scores."),
                mark("The card turned up says which suit is trump: a trump beats every card of another suit."),
            ),
            ("2.2", "6.1"),
        ),
        "bid": LessonStep(
            (mark("Count your aces and high trumps, and half of your kings: that is a fair bid."),),
            ("3.1", "3.3"),
        ),
        "play": LessonStep(
            (mark("Follow the suit that was led. Take tricks until you have your number, and then lose all others."),),
            ("4.2", "4.3"),
        ),
        "trick": LessonStep((mark("The places tell what everybody bid and took: spoil the bids of others if you "
                                  "can."),)),
        RESULT: LessonStep((mark("The next round has one card less, and the dealer is the next player."),), ("1.3",)),
    },
)  # fmt: skip
