"""Judgement for Gongzhu: the rule-of-thumb bot `steady`."""

from __future__ import annotations

from paiju.games.gongzhu import GongzhuState


class Player(GongzhuState):
    styles = ("random", "steady")

    def advise(self, seat, style, rng):
        return self.draw(seat, rng)
