"""Lesson: a first deal explained, as values. A game writes one; paiju/teaching.py tells it at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

START, RESULT = "start", "result"  # the moments that every lesson has; the others are phases and kinds of events


class LessonAlternative(NamedTuple):
    """A sentence that is true under some options only. The condition is written as in the rules; none: always."""

    condition: str
    says: str


class LessonStep(NamedTuple):
    """What a newcomer is told at a moment: sentences, and the numbers of the rules that belong to it.

    Where a sentence depends on the options, its alternatives stand in its place, and the first that holds is told.
    """

    says: tuple[str | tuple[LessonAlternative, ...], ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """From which seed the deal is dealt, and what is told when a phase asks for the first time, or an event comes."""

    seed: int = 1
    steps: Mapping[str, LessonStep] = field(default_factory=dict[str, LessonStep])
