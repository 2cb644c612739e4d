"""Durations: how long something took that happens often, by steps, as figures of a server show it."""

from __future__ import annotations

from itertools import accumulate

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Durations:
    """Plain numbers, counted by the event loop alone: counting costs next to nothing."""

    __slots__ = ("by_step", "seconds")

    def __init__(self) -> None:
        self.seconds = 0.0  # in all
        self.by_step = [0] * (len(STEPS) + 1)  # the last: whatever took longer

    def add(self, seconds: float) -> None:
        self.seconds += seconds
        place = 0
        for most in STEPS:
            if seconds <= most:
                break
            place += 1
        self.by_step[place] += 1

    @property
    def count(self) -> int:
        return sum(self.by_step)

    def buckets(self) -> list[tuple[str, int]]:
        """How many took no longer than each step, as Prometheus wants them."""
        return [*zip([*map(str, STEPS), "+Inf"], accumulate(self.by_step), strict=True)]
