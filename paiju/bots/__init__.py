"""The bots there are, by the names people type: `steady`, `risk:0.62`, `search:ms=50`, `./mybot.py`, `process:./mybot`.

This is the one place where a bot is registered. A maker lists what can be set; `read_bot` reads a name with its
settings for a game and returns a bot ready to play one seat.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from paiju.core.cards import brief
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import Action, Message, Said
from paiju.games import run_file
from paiju.play import Bot


class UnknownBot(ValueError):  # noqa: N818
    """A bot or setting that does not exist, or cannot play this game; says what would do."""

    def __init__(self, text: str, /, **facts: Any):
        self.message = Message(text, **facts) if facts else None  # without facts it is a text and no template
        super().__init__(str(self.message or text))


@dataclass(frozen=True)
class BotSetting:
    """Something about a bot that can be chosen: `risk:factor=0.62`, or for its first setting `risk:0.62`."""

    name: str
    default: Any  # its type is the setting's type: float, int, bool or str
    help: str
    least: float = 0
    most: float = 0  # a range if more than `least`
    choices: tuple[str, ...] = ()

    def read(self, bot: str, text: str) -> Any:
        """The value a text stands for, or UnknownBot with what would do."""
        if self.choices:
            if text in self.choices:
                return text
            raise UnknownBot(f"{bot}: {self.name} is {' or '.join(self.choices)}, not '{brief(text)}'")
        try:
            value = type(self.default)(text)
        except ValueError:
            value = None
        if value is None or (self.least < self.most and not self.least <= value <= self.most):
            kind = "a whole number" if isinstance(self.default, int) else "a number"
            bounds = f" from {self.least:,} to {self.most:,}" if self.least < self.most else ""
            raise UnknownBot(f"{bot}: {self.name} is {kind}{bounds}, not '{brief(text)}'")
        return value


@dataclass(frozen=True)
class Maker:
    """A bot that can be made: what `paiju bots` lists."""

    name: str
    about: str
    home: str  # "module:callable"; called with the game, the name as typed and the settings
    games: tuple[str, ...] = ()  # empty: any game
    settings: tuple[BotSetting, ...] = ()
    version: str = "1"
    presets: dict[str, dict[str, Any]] = field(default_factory=dict)

    def plays(self, game: Game) -> bool:
        return not self.games or game.name in self.games


NATIVE = "paiju.bots.native:make"
MAKERS = {
    maker.name: maker
    for maker in (
        Maker("random", "any legal action", NATIVE),
        Maker("steady", "rules of thumb, native; also the policy of search's roll-outs", NATIVE),
        Maker("heartless", "the AI of heartless, decision for decision", NATIVE, ("hearts",)),
        Maker(
            "risk",
            "the AI of Chinees Poepen's command line; bids by its risk factor",
            NATIVE,
            ("poepen",),
            (BotSetting("factor", 0.62, "from what strength it counts on a card; a higher factor bids less", 0, 100),),
        ),
        Maker(
            "search",
            "guesses the hidden cards again and again and plays the deal out with each candidate",
            "paiju.bots.search:make",
            settings=(
                BotSetting("ms", 0, "milliseconds a decision; 0: by worlds", 0, 600_000),
                BotSetting(
                    "worlds", 100, "guessed worlds a decision; the same seed then gives the same answer", 1, 10**6
                ),
                BotSetting("threads", 1, "threads; 0 means all cores", 0, 256),
            ),
            presets={"easy": {"worlds": 8}, "medium": {"worlds": 50}, "hard": {"worlds": 400}},
        ),
    )
}
# External bots: what follows the colon is not settings but a program.
PROGRAMS = {
    "process": (
        "a program that speaks the line protocol (docs/protocol.md): process:./mybot",
        "paiju.bots.process:make",
    ),
    "script": ("an executable written for heartless, launched for every decision", "paiju.bots.script:make"),
}


def is_program(text: str) -> bool:
    """Does a text name a program, run under limits of its own, whatever its file is called?"""
    return text.strip().partition(":")[0] in PROGRAMS


def is_native(text: str) -> bool:
    """Does a text name a bot that is a style of play (paiju/bots/native)?"""
    name = text.strip().partition(":")[0]
    return name in MAKERS and MAKERS[name].home == NATIVE


def is_file(text: str) -> bool:
    """Does a text name somebody's Python, run in this process?"""
    return text.endswith(".py") and not is_program(text)


def makers(game: Game | None = None) -> list[Maker]:
    """The bots that can be made, all or those that play a game."""
    return [maker for maker in MAKERS.values() if game is None or maker.plays(game)]


def read_bot(text: str, game: Game, **limits: Any) -> Bot:
    """A bot from its name and settings, ready to play one seat of a game. `limits` are for external programs."""
    name, _, rest = text.strip().partition(":")
    if is_program(text):
        return made(PROGRAMS[name][1])(game, rest, **limits)
    if is_file(text):
        return load_bot(text)
    if name not in MAKERS:
        if os.path.isfile(text) and not os.access(text, os.X_OK):
            raise not_executable(text)
        raise UnknownBot(
            "there is no bot '{name}'; there are {names}, a file mybot.py, and programs as {programs}",
            name=Said(brief(name)),
            names=Said(", ".join(maker.name for maker in makers(game))),
            programs=tuple(Said(f"{program}:PATH") for program in PROGRAMS),
        )
    maker = MAKERS[name]
    if not maker.plays(game):
        raise UnknownBot(f"{name} plays {', '.join(maker.games)}, not {game.name}")
    return made(maker.home)(game, text.strip(), maker, **settings_of(maker, rest))


def not_executable(path: str) -> UnknownBot:
    shown, quoted = Said(brief(path, 80)), Said(shlex.quote(path))
    return UnknownBot("{path} is not executable: chmod +x {quoted}", path=shown, quoted=quoted)


def settings_of(maker: Maker, text: str) -> dict[str, Any]:
    """All settings of a bot, as typed or by default."""
    known = {setting.name: setting for setting in maker.settings}
    values = {setting.name: setting.default for setting in maker.settings}
    for word in filter(None, (word.strip() for word in text.split(","))):
        name, equals, value = word.partition("=")
        if not equals and name in maker.presets:
            values |= maker.presets[name]
        elif not equals and maker.settings and name[:1] in set("0123456789.-"):
            first = maker.settings[0]
            values[first.name] = first.read(maker.name, name)
        elif name in known:
            values[name] = known[name].read(maker.name, value)
        else:
            words = ", ".join([*known, *maker.presets])
            raise UnknownBot(f"{maker.name} has no setting '{brief(name)}'; it has: {words or 'none'}")
    return values


def made(home: str) -> Callable[..., Bot]:
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


class FileBot(Bot):
    """The function `play(view, rng)` of a Python file, run in this process: for your own bots, not for strangers'."""

    def __init__(self, path: str, function: Callable[..., Any], module: Any):
        self.name = getattr(module, "NAME", Path(path).stem)
        self.version = str(getattr(module, "VERSION", "1"))
        self.play = function

    def __call__(self, view: State, rng: Any) -> Action:
        return self.play(view, rng)


def load_bot(path: str) -> Bot:
    """The bot a Python file defines: a function `play(view, rng)`, or a `Bot` named BOT."""
    module = run_file(path, "bot", UnknownBot)
    bot = getattr(module, "BOT", None)
    if isinstance(bot, type) and issubclass(bot, Bot):
        return bot()
    function = getattr(module, "play", None)
    if not callable(function):
        program = os.access(path, os.X_OK)
        hint = f"; if it is a program of its own, write script:{path} or process:{path}" if program else ""
        raise UnknownBot(f"{path} defines no bot: it needs a function play(view, rng){hint}")
    return FileBot(path, function, module)
