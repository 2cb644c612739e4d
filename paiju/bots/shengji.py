"""Judgement for Shengji: the rule-of-thumb bot `steady`."""

from __future__ import annotations

from paiju.games.shengji import ShengjiState


class Player(ShengjiState):
    styles = ("random", "steady")

    def advise(self, seat, style, rng):
        return self.draw(seat, rng)
