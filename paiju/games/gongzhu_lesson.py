"""The first deal of Gong Zhu, explained. The seed is chosen so that what is told of also happens."""

from __future__ import annotations

from paiju.core.lesson import RESULT, START, Lesson, LessonAlternative, LessonStep
from paiju.core.words import mark

LESSON = Lesson(
    seed=3,
    steps={
        START: LessonStep(
            (
                (
                    LessonAlternative("decks=1", mark("Everybody plays one card; the highest of the suit that was led "
                                                      "takes all of them: a trick.")),
                    LessonAlternative("", mark("Everybody plays one card, or two where a pair was led; the highest of "
                                               "the suit that was led takes all of them: a trick.")),
                ),
                mark("What counts is which cards are in your tricks: the jack of diamonds, the sheep, brings points; "
                     "the queen of spades, the pig, costs as many."),
                (
                    LessonAlternative("ten=steps", mark("Hearts cost points too, and with a ten of clubs all that you "
                                                        "have counts more.")),
                    LessonAlternative("", mark("Hearts cost points too, and with a ten of clubs all that you have "
                                               "counts double.")),
                ),
                (LessonAlternative("partners=on", mark("You and the player opposite are partners: your scores are "
                                                       "added up.")),),
            ),
            ("6.1",),
        ),
        "give": LessonStep(
            (mark("First three cards are passed on: part with high hearts, and with high spades if you hold few."),),
            ("2.1",),
        ),
        "show": LessonStep(
            (
                mark("Now you may expose the pig, the sheep or a ten of clubs: what is exposed counts double, for "
                     "whoever takes it. You need not."),
            ),
            ("3.1", "6.3"),
        ),
        "play": LessonStep(
            (
                (
                    LessonAlternative("decks=1", mark("You must follow the suit that was led; who has none of it may "
                                                      "throw anything.")),
                    LessonAlternative("", mark("Follow the suit that was led; where it was a pair, with a pair if you "
                                               "hold one. Who has none of it may throw anything.")),
                ),
            ),
            ("4.4", "4.7"),
        ),
        "trick": LessonStep(
            (
                mark("The winner of a trick keeps its cards and leads to the next; what they count stands in "
                     "brackets."),
                (
                    LessonAlternative("decks=2,mixed_diamonds=off", mark("Two different cards of the suit beat a pair "
                                                                         "that was led, odd as it looks, but not in "
                                                                         "diamonds.")),
                    LessonAlternative("decks=2", mark("Two different cards of the suit beat a pair that was led, odd "
                                                      "as it looks.")),
                ),
            ),
            ("4.3",),
        ),
        RESULT: LessonStep((mark("The highest total wins, and most totals are below zero."),), ("6.4", "6.5", "7.1")),
    },
)  # fmt: skip
