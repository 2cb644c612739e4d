"""The first deal of Sheng Ji, explained. The seed is chosen so that what is told of also happens."""

from __future__ import annotations

from paiju.core.lesson import RESULT, START, Lesson, LessonAlternative, LessonStep
from paiju.core.words import mark

LESSON = Lesson(
    seed=58,
    steps={
        START: LessonStep(
            (
                mark("You and the player opposite are a team. Each team has a level and wants to rise, and cards of "
                     "the dealer's level are trumps: the dominant rank."),
                mark("Cards are drawn one by one. Meanwhile whoever shows a card of the dominant rank makes its suit "
                     "trump too, and trumps beat all other cards."),
            ),
            ("1.3", "1.4"),
        ),
        "draw": LessonStep(
            (mark("You hold a card to call with. Call if you hold many cards of its suit, or pass."),),
            ("2.5", "2.6", "2.10"),
        ),
        "last_call": LessonStep((mark("All cards are drawn: the last chance to call."),)),
        "take_kitty": LessonStep((mark("The dealer takes the eight cards that are left over, the kitty."),)),
        "bury": LessonStep(
            (mark("You deal: put eight cards away. Keep trumps, aces and pairs, and bury no points without need."),),
            ("4.1", "8.1"),
        ),
        "play": LessonStep(
            (
                mark("A lead is a single card, a pair, or a tractor: pairs of neighbouring ranks. Several of these at "
                     "once are a throw: only for who is sure that nobody can beat any of them."),
                (
                    LessonAlternative("pair_duty=off", mark("All others play as many cards, of the same suit as far as "
                                                            "they can.")),
                    LessonAlternative("", mark("All others play as many cards, of the same suit as far as they can, "
                                               "and pairs to pairs.")),
                ),
                mark("Fives, tens and kings are what it is about: only the points of the dealer's opponents count."),
            ),
            ("5.1", "6.2", "6.3", "7.1", "7.3", "8.1"),
        ),
        "throw_fails": LessonStep(
            (mark("Several leads at once are a throw. It stands only if nobody can beat any part of it."),), ("5.2",)
        ),
        "trick": LessonStep(
            (mark("Who wins a trick leads to the next; in brackets stand its points. Your partner's tricks are "
                  "yours."),)
        ),
        RESULT: LessonStep(
            (mark("With 80 points the opponents take over; otherwise the dealer's side rises. The table that "
                  "follows tells how far."),)
        ),
    },
)  # fmt: skip
