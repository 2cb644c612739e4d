"""Native bots: styles of play written beside the rules, so that whole deals and roll-outs run without Python.

A game's Advisor (paiju/bots/<game>.py) is its State with judgement added: `advise` answers for a seat in a numbered
style, and `styles` names them. It adds no fields, so any state or view of the game can become one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from paiju.bots import UnknownBot, read_bot
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.state import State
from paiju.core.words import Action
from paiju.games import BUILT_IN
from paiju.play import Bot

RANDOM, STEADY = 0, 1  # style numbers every game has; the others are the game's own
SCALE = 16  # a style may carry a setting: number + SCALE * setting


@cache
def advisor_class(game: Game) -> type[State]:
    """The game's State with judgement. A game from outside is its own: it may write `advice`, or plays at random."""
    return import_module(f"paiju.bots.{game.name}").Advisor if game.name in BUILT_IN else game.State


def styles(game: Game) -> tuple[str, ...]:
    """The styles the game can be played in, by number."""
    player = advisor_class(game)
    return getattr(player, "styles", ("random", "steady") if writes_advice(player) else ("random",))


def house_bot(game: Game) -> str:
    """Who plays where nobody else was asked for: the rule-of-thumb bot, if the game has one."""
    return "steady" if "steady" in styles(game) else "random"


def writes_advice(player: type[State]) -> bool:
    return player.advice is not State.advice


def advisor_for(state: State) -> State:
    """A copy of a state or view that can be asked for advice."""
    setup = state.setup
    kind = advisor_class(setup.game)
    if type(state) is kind:
        return state.copy()
    key = setup.game, setup.seats
    blank = BLANKS.get(key)
    if blank is None:
        blank = BLANKS[key] = kind(setup)
    player = blank.copy()
    player.become(state)
    return player


# An advisor of each kind to copy from: making one counts the deck, and `become` overwrites all of it anyway.
BLANKS: dict[tuple[Game, int], State] = {}


def style_numbers(setup: Setup, names: Sequence[str] = ()) -> list[int]:
    """A style for each seat by names of native bots (`steady`, `risk:0.56`): one for all, one each, or none: steady."""
    if len(names) not in (0, 1, setup.seats) or isinstance(names, str):
        raise ValueError(f"styles are one name for all seats or a list of {setup.seats}, not {names!r}")
    numbers = [style_number(name, setup.game) for name in names] or [STEADY]
    return numbers if len(numbers) == setup.seats else numbers * setup.seats


def style_number(name: str, game: Game) -> int:
    bot = read_bot(name, game)
    if not isinstance(bot, Native):
        raise UnknownBot(f"{name} is not a native style; {game.name} has {', '.join(styles(game))}")
    return bot.style


class Native(Bot):
    """A style as a bot. Where all bots at a table are native, the arena plays whole deals by `style` alone."""

    def __init__(self, name: str, style: int):
        self.name = name
        self.style = style

    def __call__(self, view: State, rng: Random) -> Action:
        return advisor_for(view).advice(view.viewer, self.style, rng)


def make(game: Game, text: str, maker: Any, **settings: float) -> Native:
    """A native bot; its one setting, if it has one, rides in the style in millionths."""
    known = styles(game)
    if maker.name not in known:
        raise UnknownBot(f"{game.name} has no {maker.name} bot; it has {', '.join(known)}")
    style = known.index(maker.name)
    for value in settings.values():
        style += SCALE * round(value * 1_000_000)
    return Native(text, style)
