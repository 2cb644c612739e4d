"""The games there are: five of our own, those installed packages bring (entry point group `paiju.games`), and files.

This is the one place where a game is registered.
"""

from __future__ import annotations

import os
import sys
import warnings
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, overload
from zlib import crc32

from paiju.core.cards import brief
from paiju.core.chance import Random
from paiju.core.game import Game, UnknownRules
from paiju.core.state import State
from paiju.core.words import Said

BUILT_IN = ("hearts", "gongzhu", "shengji", "poepen", "luzi")
_found: dict[str, Game] = {}


def names() -> list[str]:
    """The names of all games, ours first."""
    return list(dict.fromkeys([*BUILT_IN, *(entry.name for entry in entry_points(group="paiju.games")), *_found]))


if TYPE_CHECKING:
    # What a type checker knows of a game named in the program: find("hearts").start(...) is a HeartsState.
    from paiju.games.gongzhu import Gongzhu, GongzhuOptions
    from paiju.games.hearts import Hearts, HeartsOptions
    from paiju.games.luzi import Luzi, LuziOptions
    from paiju.games.poepen import Poepen, PoepenOptions
    from paiju.games.shengji import Shengji, ShengjiOptions


@overload
def find(name: Literal["hearts"]) -> Hearts: ...
@overload
def find(name: Literal["gongzhu"]) -> Gongzhu: ...
@overload
def find(name: Literal["shengji"]) -> Shengji: ...
@overload
def find(name: Literal["poepen"]) -> Poepen: ...
@overload
def find(name: Literal["luzi"]) -> Luzi: ...
@overload
def find(name: str) -> Game: ...
def find(name: str) -> Game:
    """A game by name. Never a file: names come from records and strangers, and loading a file runs it (see `load`)."""
    if name not in _found:
        if name in BUILT_IN:
            _found[name] = import_module(f"paiju.games.{name}").GAME
        else:
            for entry in entry_points(group="paiju.games", name=name):
                _found[name] = installed(entry)
    if name not in _found:
        raise UnknownRules(
            "there is no game '{name}'; there are {names}", name=Said(brief(name)), names=Said(", ".join(names()))
        )
    return _found[name]


def all_games() -> list[Game]:
    """All games; an installed one that cannot be loaded is left out with a warning."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except UnknownRules as error:
            warnings.warn(str(error), stacklevel=2)
    return found


def installed(entry: EntryPoint) -> Game:
    try:
        return the_game(entry.load(), entry.value)
    except UnknownRules:
        raise
    except Exception as error:
        raise UnknownRules(f"the game '{entry.name}' cannot be loaded: {type(error).__name__}: {error}") from error


@overload
def read_rules(text: Literal["hearts"]) -> tuple[Hearts, HeartsOptions]: ...
@overload
def read_rules(text: Literal["gongzhu"]) -> tuple[Gongzhu, GongzhuOptions]: ...
@overload
def read_rules(text: Literal["shengji"]) -> tuple[Shengji, ShengjiOptions]: ...
@overload
def read_rules(text: Literal["poepen"]) -> tuple[Poepen, PoepenOptions]: ...
@overload
def read_rules(text: Literal["luzi"]) -> tuple[Luzi, LuziOptions]: ...
@overload
def read_rules(text: str) -> tuple[Game, Any]: ...
def read_rules(text: str) -> tuple[Game, Any]:
    """A game and its options from the name of a rule set: `poepen:players=5,hook_from=4`."""
    name, _, options = text.strip().partition(":")
    game = find(name)
    return game, game.read_options(options)


known_rules = lru_cache(256)(read_rules)  # for many matches of the same rules: their options are looked over once


def read_position(text: str, rng: Random | None = None) -> State:
    """The state a position describes, of whatever game it names; see `Game.read_position`."""
    from paiju.core.position import PositionError, split

    number, head = split(text)[0]
    try:
        game = find(head.split()[0].partition(":")[0])
    except UnknownRules as error:
        raise PositionError(str(error), number) from error
    return game.read_position(text, rng)


def load(path: str | Path) -> Game:
    """The game a Python file defines as GAME; afterwards `find` knows it by name."""
    module = run_file(path, "game", UnknownRules)
    game = the_game(getattr(module, "GAME", None), str(path))
    if game.name in BUILT_IN:
        raise UnknownRules(f"{path} may not call its game '{game.name}': that is one of ours")
    _found[game.name] = game
    known_rules.cache_clear()  # they may have been another game's of that name
    return game


def files() -> list[str]:
    """Of the games that were loaded, to be loaded in another process too."""
    modules = [sys.modules[type(game).__module__] for game in _found.values()]
    return [module.__file__ for module in modules if module.__file__ and module.__name__.startswith("paiju_game_")]


def run_file(path: str | Path, kind: str, refusal: type[ValueError]) -> ModuleType:
    """The module a file somebody named is, run; a refusal in a sentence if that cannot be. Also for bots."""
    unique = crc32(os.path.abspath(path).encode())
    spec = spec_from_file_location(f"paiju_{kind}_{Path(path).stem}_{unique:x}", path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        raise refusal(f"there is no {kind} file '{brief(str(path), 80)}'")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and pickle look their module up by name
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a file that is a program may end us, and nobody would know why
        del sys.modules[spec.name]
        raise refusal(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def the_game(found: Any, where: str) -> Game:
    found = found() if isinstance(found, type) else found
    if not isinstance(found, Game):
        raise UnknownRules(f"{where} defines no game: it needs GAME = YourGame()")
    return found
