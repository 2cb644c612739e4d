"""The first deal of Chinees Poepen, explained. The seed is chosen so that what is told of also happens."""

from __future__ import annotations

from paiju.core.lesson import RESULT, START, Lesson, LessonAlternative, LessonStep
from paiju.core.words import mark

LESSON = Lesson(
    seed=1,
    steps={
        START: LessonStep(
            (
                mark("Everybody plays one card; the highest of the suit that was led takes all of them: a trick."),
                (
                    LessonAlternative("missed=tricks", mark("Before that everybody says how many tricks he will take: "
                                                            "exactly that many bring the most points.")),
                    LessonAlternative("", mark("Before that everybody says how many tricks he will take: only exactly "
                                               "that many bring points.")),
                ),
                (
                    LessonAlternative("trump=none", mark("There is no trump.")),
                    LessonAlternative("no_trump=peak", mark("The rounds with the most cards have no trump; in the "
                                                            "others a trump beats every card of another suit.")),
                    LessonAlternative("trump=turned", mark("The card turned up says which suit is trump: a trump beats "
                                                           "every card of another suit.")),
                    LessonAlternative("", mark("A trump beats every card of another suit.")),
                ),
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
        "trick": LessonStep((mark("The table tells what everybody bid and took: spoil the bids of others if you "
                                  "can."),)),
        RESULT: LessonStep((mark("In the next round the next player deals."),), ("1.3",)),
    },
)  # fmt: skip
