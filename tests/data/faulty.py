"""Faulty: sevens (examples/sevens.py) whose rules fail in the middle of a deal, and tell all hands as they do."""

import runpy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paiju.core.game import option

SEVENS: Any = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "sevens.py"))


@dataclass(frozen=True)
class FaultyOptions(SEVENS["SevensOptions"]):
    culprit: int = option(0, "1.1", "with whose play the rules fail, once ten cards have been played", least=0, most=3)


class FaultyState(SEVENS["SevensState"]):
    def step(self, seat, action):
        super().step(seat, action)
        if seat == self.setup.options.culprit and sum(self.counts) < 42:
            raise ZeroDivisionError(f"the hands are {' '.join(map(str, self.hands))}")


class Faulty(SEVENS["Sevens"]):
    __doc__ = SEVENS["Sevens"].__doc__
    name = "faulty"
    title = "Faulty"
    Options = FaultyOptions
    State = FaultyState


GAME = Faulty()
