"""Judgement for Poepen: the rule-of-thumb bot `steady`."""

from __future__ import annotations

from paiju.games.poepen import PoepenState


class Player(PoepenState):
    styles = ("random", "steady")

    def advise(self, seat, style, rng):
        return self.draw(seat, rng)
