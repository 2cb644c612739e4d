"""Judgement for Luzi: the rule-of-thumb bot `steady`."""

from __future__ import annotations

from paiju.games.luzi import LuziState


class Player(LuziState):
    styles = ("random", "steady")

    def advise(self, seat, style, rng):
        return self.draw(seat, rng)
