"""Judgement for Hearts: the rule-of-thumb bot `steady`, and `heartless`."""

from __future__ import annotations

from paiju.games.hearts import HeartsState


class Player(HeartsState):
    styles = ("random", "steady")

    def advise(self, seat, style, rng):
        return self.draw(seat, rng)
