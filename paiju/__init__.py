"""paiju (牌局): one engine, one notation and one protocol for five card games.

>>> import paiju
>>> game, options = paiju.read_rules("hearts:passing=off")
>>> setup = game.first(options)
>>> state = game.start(setup, game.shuffled(setup, paiju.Random(7)))
>>> state.waiting()
[1]
>>> [str(action) for action in state.actions(1)]
['play 2C']
"""

import os as _os
import sys as _sys
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if _os.environ.get("PAIJU_PURE"):
    # Run the plain .py files even where compiled ones lie beside them: for tests, profiling and debugging.
    from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

    _here = _os.path.dirname(__file__)
    for _path in (_here, *(_os.path.join(_here, _folder) for _folder in ("core", "games", "bots", "server", "store"))):
        _sys.path_importer_cache[_path] = FileFinder(_path, (SourceFileLoader, SOURCE_SUFFIXES))

if TYPE_CHECKING:
    from paiju import games as games
    from paiju.core.cards import Card as Card
    from paiju.core.cards import Cards as Cards
    from paiju.core.chance import Random as Random
    from paiju.core.game import Game as Game
    from paiju.core.game import Options as Options
    from paiju.core.game import Setup as Setup
    from paiju.core.game import UnknownRules as UnknownRules
    from paiju.core.game import option as option
    from paiju.core.loops import Tally as Tally
    from paiju.core.loops import random_deals as random_deals
    from paiju.core.loops import roll_outs as roll_outs
    from paiju.core.loops import step_batch as step_batch
    from paiju.core.outside import PythonState as PythonState
    from paiju.core.position import PositionError as PositionError
    from paiju.core.state import State as State
    from paiju.core.words import ONLOOKER as ONLOOKER
    from paiju.core.words import TRUTH as TRUTH
    from paiju.core.words import Action as Action
    from paiju.core.words import Ask as Ask
    from paiju.core.words import Event as Event
    from paiju.core.words import IllegalAction as IllegalAction
    from paiju.core.words import Message as Message
    from paiju.core.words import PlayerAt as PlayerAt
    from paiju.core.words import Shape as Shape
    from paiju.games import all_games as all_games
    from paiju.games import find as find
    from paiju.games import read_position as read_position
    from paiju.games import read_rules as read_rules
    from paiju.play import play_deal as play_deal
    from paiju.play import play_match as play_match
    from paiju.record import Record as Record
    from paiju.record import RecordError as RecordError

# Names are loaded when first used, so that `paiju --help` answers at once.
_HOMES = {
    "Card": "core.cards", "Cards": "core.cards", "Random": "core.chance", "Game": "core.game",
    "Options": "core.game", "Setup": "core.game", "UnknownRules": "core.game", "option": "core.game",
    "Tally": "core.loops", "random_deals": "core.loops", "roll_outs": "core.loops", "step_batch": "core.loops",
    "State": "core.state", "PythonState": "core.outside", "ONLOOKER": "core.words", "TRUTH": "core.words",
    "Action": "core.words", "Ask": "core.words", "Event": "core.words", "IllegalAction": "core.words",
    "Message": "core.words", "PlayerAt": "core.words", "Shape": "core.words", "all_games": "games", "find": "games",
    "read_position": "games", "read_rules": "games", "play_deal": "play", "play_match": "play", "Record": "record",
    "PositionError": "core.position", "RecordError": "record",
}  # fmt: skip
__all__ = [*_HOMES, "games", "__version__"]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str):
    from importlib import import_module

    if name == "games":
        return import_module("paiju.games")
    if name not in _HOMES:
        raise AttributeError(f"module 'paiju' has no attribute '{name}'")
    return getattr(import_module(f"paiju.{_HOMES[name]}"), name)
