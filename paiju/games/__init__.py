"""The games there are: five of our own, those installed packages bring (entry point group `paiju.games`), and files.

This is the one place where a game is registered.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, overload
from zlib import crc32

from paiju.core.cards import brief
from paiju.core.chance import Random
from paiju.core.game import MAX_NAME_LENGTH, Game, UnknownRules, beginnings, game_key, split_rules
from paiju.core.state import State
from paiju.core.words import Said, mark

BUILT_IN = ("hearts", "gongzhu", "shengji", "poepen", "luzi")
SURE = 0.75  # how alike a name must be to be what somebody meant: bridge is no boerenbridge
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
    """A game by its name or by what else it is called, in any case and width, with blanks and hyphens or without.

    Never a file: names come from records and strangers, and loading a file runs it (see `load`).
    """
    if name not in _found and name in BUILT_IN:
        _found[name] = import_module(f"paiju.games.{name}").GAME
    return _found[name] if name in _found else _found[name_of(name)]


def name_of(called: str) -> str:
    """The name of the game that somebody calls so; raises UnknownRules, with a hint where one is near."""
    key, known = game_key(called), all_called()
    if key not in known:
        for entry in entry_points(group="paiju.games", name=called):
            return register(known, installed(entry), entry.name, entry.value)
        facts = {"name": Said(brief(called)), "names": Said(", ".join(names()))}
        if near := nearest(called):
            told = mark("there is no game '{name}'; there are {names}; did you mean {near}?")
            raise UnknownRules(told, near=Said(near), **facts)
        raise UnknownRules("there is no game '{name}'; there are {names}", **facts)
    return known[key]


def nearest(called: str) -> str:
    """The name of the game that somebody may mean who says so; empty if that is no game's."""
    near = get_close_matches(game_key(called), all_called(), 1, SURE)
    return all_called()[near[0]] if near else ""


def names_with(begun: str) -> list[str]:
    """The names of the games that are called something with this in it."""
    found = {name for key, name in all_called().items() if game_key(begun) in key}
    return [name for name in names() if name in found]


def is_game(called: str) -> bool:
    """True if somebody who says so means a game."""
    key = game_key(called)
    return bool(key) and key in all_called()


@cache
def all_called() -> dict[str, str]:
    """The names of games by the keys of all that they are called: ours, those installed, and files as they come."""
    known: dict[str, str] = {}
    for name in BUILT_IN:
        register(known, find(name), name)
    for entry in entry_points(group="paiju.games"):
        with suppress(UnknownRules):  # whoever asks for it is told why
            register(known, installed(entry), entry.name, entry.value)
    return known


def register(known: dict[str, str], game: Game, name: str, where: str = "") -> str:
    """Let a game be found by all that it is called; raises UnknownRules where another one is called so."""
    own = [name, *vars(type(game)).get("aliases", ())]  # those of a game it was made from stay with that
    for each in own:
        if not game_key(each):
            raise UnknownRules(
                f"{where}: '{brief(each)}' cannot be the name of a game: letters or digits, {MAX_NAME_LENGTH} at most"
            )
        if (other := known.get(game_key(each), name)) != name:
            raise UnknownRules(f"{where} may not call its game '{brief(each)}': so is {find(other).title} called here")
    _found[name] = game
    known.update(dict.fromkeys(map(game_key, own), name))
    if title := game_key(game.title):  # one that is too long to be typed finds no game
        known.setdefault(title, name)
    return name


def other_names(game: Game) -> list[str]:
    """All that a game is called besides its name and its title."""
    return [alias for alias in game.aliases if all_called().get(game_key(alias)) == game.name]


def game_among(words: Sequence[str]) -> tuple[str, list[str]]:
    """The rule set that some of these words name, and the others: ["2", "oh", "hell:players=5"] → "oh hell:players=5",
    ["2"]. Empty where none is named."""
    for at in range(len(words)):
        for text, rest in beginnings(words[at:]):
            if is_game(split_rules(text)[0]):
                return text, [*words[:at], *rest]
    return "", list(words)


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
    name, options = split_rules(text)
    game = find(name)
    return game, game.read_options(options)


known_rules = lru_cache(256)(read_rules)  # for many matches of the same rules: their options are looked over once


def read_position(text: str, rng: Random | None = None) -> State:
    """The state a position describes, of whatever game it names; see `Game.read_position`."""
    game, _ = rules_of_position(text)
    return game.read_position(text, rng)


def rules_of_position(text: str) -> tuple[Game, Any]:
    """The game and the options that a position names; raises PositionError."""
    from paiju.core.position import PositionError, split

    number, head = split(text)[0]
    words = head.split()
    may_be = [text for text, _ in beginnings(list(takewhile(is_no_fact, words)) or words[:1])]
    try:
        return read_rules(next((text for text in may_be if is_game(split_rules(text)[0])), may_be[0]))
    except UnknownRules as error:
        raise PositionError(str(error), number) from error


def is_no_fact(word: str) -> bool:
    """True if a word of a position may be of the name of its game, with options or without: not `deal=3`."""
    return "=" not in word or bool(split_rules(word)[1])


def load(path: str | Path) -> Game:
    """The game a Python file defines as GAME; afterwards `find` knows it by name."""
    module = run_file(path, "game", UnknownRules)
    game = the_game(getattr(module, "GAME", None), str(path))
    if game.name in BUILT_IN:
        raise UnknownRules(f"{path} may not call its game '{game.name}': that is one of ours")
    register(all_called(), game, game.name, str(path))
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
