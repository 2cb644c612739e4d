"""What can be chosen before a match, for any screen: games, bots, house rules, matches that were left.

A game's settings are rows (`rows_of`): each tells its value of a `MatchChoice`, and how a step or a typed text changes
it. Choices are values; what the rules refuse is a ValueError with a sentence.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any

from paiju import names
from paiju.bots import NATIVE, makers
from paiju.bots.native import styles
from paiju.chairs import Chair
from paiju.core.game import Game, UnknownRules, option_text, read_option
from paiju.core.words import mark
from paiju.games import all_games, find, read_rules
from paiju.record import TAG
from paiju.settings import Settings
from paiju.show import Said, Style

USUAL_BOT = "search:medium"
MOST_SEED = 1 << 63
LEVEL_WORDS = (mark("easy"), mark("medium"), mark("hard"))
MOST_TAGS = 50  # lines of a record in which its tags must stand
MOST_LEFT = 5  # matches that were left, to go on with


@dataclass(frozen=True)
class MatchChoice:
    """What was chosen: a match to begin, or one to go on with."""

    game: Game
    options: Any
    bot: str = USUAL_BOT
    people: int = 1
    seed: int | None = None
    resume: Path | None = None
    practice: bool = False  # for one person: any answer may be taken back
    lesson: bool = False  # a first deal explained, in place of a match that is kept

    @property
    def seats(self) -> int:
        return self.game.first(self.options).seats


@dataclass(frozen=True)
class MatchRequest:
    """What the command line asked for before a game was chosen, for as many games as it fits."""

    bot: str = ""  # empty: as remembered, or the usual one
    people: int = 1
    players: int | None = None
    seed: int | None = None
    practice: bool = False

    def of(self, choice: MatchChoice) -> MatchChoice:
        with contextlib.suppress(UnknownRules):
            if self.players is not None:
                choice = replace(choice, options=choice.game.with_players(choice.options, self.players))
        people = max(1, min(self.people, choice.seats))
        return replace(choice, bot=self.bot or choice.bot, people=people, seed=self.seed, practice=self.practice)


def bot_chairs(bots: Sequence[str]) -> list[Chair]:
    """Bots with names of their own; where they differ the name tells what they are."""
    differ = len(set(bots)) > 1
    called = zip(names.for_bots(len(bots)), bots, strict=True)
    return [Chair(f"{name} ({bot})" if differ else name, bot) for name, bot in called]


def bot_names(game: Game) -> list[str]:
    """The bots to choose from: levels first, then the others that play this game."""
    levels = [f"{maker.name}:{level}" for maker in makers(game) for level in maker.presets]
    native = styles(game)
    others = [maker.name for maker in makers(game) if not maker.presets]
    return levels + [name for name in others if name in native or not is_style(game, name)]


def is_style(game: Game, name: str) -> bool:
    return any(maker.name == name and maker.home == NATIVE for maker in makers(game))


def domain(option: Any) -> list[Any]:
    """All values an option can have, in order."""
    meta = option.metadata
    numbers = range(meta["least"], meta["most"] + 1) if meta["least"] < meta["most"] else ()
    return list(dict.fromkeys([*meta["choices"], *numbers])) or [option.default]


def next_of(values: Sequence[Any], value: Any, step: int) -> Any:
    return values[(values.index(value) + step) % len(values)] if value in values else values[0]


def bounded(values: Sequence[Any], value: Any, step: int) -> Any:
    """The value some steps on: round and round among a few, but a long range ends."""
    if len(values) < 12:
        return next_of(values, value, step)
    return values[max(0, min(values.index(value) + step, len(values) - 1))]


# ---- rows: what can be set about a match ----


@dataclass(frozen=True)
class MenuRow:
    """A line of the settings: what it is, its value, and how a step or a typed text changes the choice."""

    label: str
    help: str

    def value(self, choice: MatchChoice, style: Style) -> str:
        return ""

    def turned(self, choice: MatchChoice, step: int) -> MatchChoice:
        return choice

    def typed(self, choice: MatchChoice, text: str) -> MatchChoice:
        """The choice with what somebody wrote; ValueError says what would do."""
        return choice

    def question(self, style: Style) -> str:
        """What to ask when it is better written than stepped to; empty if it is not."""
        return ""


class StartRow(MenuRow):
    """Begins the match."""


class LessonRow(MenuRow):
    """Begins a first deal that is explained."""


class RulesRow(MenuRow):
    """Opens the rules as they would be."""


class BotRow(MenuRow):
    def value(self, choice: MatchChoice, style: Style) -> str:
        level = choice.bot.partition(":")[2]
        return style.word(level) if level in LEVEL_WORDS else choice.bot

    def turned(self, choice: MatchChoice, step: int) -> MatchChoice:
        return replace(choice, bot=next_of(bot_names(choice.game), choice.bot, step))


class PeopleRow(MenuRow):
    def value(self, choice: MatchChoice, style: Style) -> str:
        return str(choice.people)

    def turned(self, choice: MatchChoice, step: int) -> MatchChoice:
        people = next_of(range(1, choice.seats + 1), choice.people, step)
        return replace(choice, people=people, practice=choice.practice and people == 1)


class PracticeRow(MenuRow):
    def value(self, choice: MatchChoice, style: Style) -> str:
        return style.say(option_text(choice.practice))

    def turned(self, choice: MatchChoice, step: int) -> MatchChoice:
        return replace(choice, practice=not choice.practice, people=1)


class PresetRow(MenuRow):
    """A set of options by name; whoever changes one of them has rules of his own."""

    def value(self, choice: MatchChoice, style: Style) -> str:
        name = self.current(choice)
        if not name:
            return style.say("as in the rules") if name == "" else style.say("your own")
        return called("preset", name, style)

    def current(self, choice: MatchChoice) -> str | None:
        for name in self.names(choice.game):
            if choice.options == self.made(choice, name):
                return name
        return None

    def names(self, game: Game) -> list[str]:
        return ["", *game.presets]

    def made(self, choice: MatchChoice, name: str) -> Any:
        """The preset's options; how many play stays as it is."""
        players = {"players": choice.options.players} if hasattr(choice.options, "players") else {}
        return choice.game.Options(**{**players, **choice.game.presets.get(name, {})})

    def turned(self, choice: MatchChoice, step: int) -> MatchChoice:
        name = next_of(self.names(choice.game), self.current(choice), step)
        return with_options(choice, self.made(choice, name))


class SeedRow(MenuRow):
    def value(self, choice: MatchChoice, style: Style) -> str:
        return style.say("a new one") if choice.seed is None else str(choice.seed)

    def turned(self, choice: MatchChoice, step: int) -> MatchChoice:
        seed = step - 1 if choice.seed is None else choice.seed + step
        return replace(choice, seed=seed if seed >= 0 else None)

    def typed(self, choice: MatchChoice, text: str) -> MatchChoice:
        if not text:
            return replace(choice, seed=None)
        if not (text.isascii() and text.isdigit() and int(text) < MOST_SEED):
            raise ValueError(f"a seed is a number from 0 to {MOST_SEED - 1}")
        return replace(choice, seed=int(text))

    def question(self, style: Style) -> str:
        return style.say("The seed, a number; nothing for a new one")


@dataclass(frozen=True)
class OptionRow(MenuRow):
    option: Any = None

    def value(self, choice: MatchChoice, style: Style) -> str:
        value = getattr(choice.options, self.option.name)
        changed = "" if value == self.option.default else " *"
        return value_text(self.option.name, value, style) + changed

    def turned(self, choice: MatchChoice, step: int) -> MatchChoice:
        values = domain(self.option)
        return self.changed(choice, bounded(values, getattr(choice.options, self.option.name), step))

    def typed(self, choice: MatchChoice, text: str) -> MatchChoice:
        return self.changed(choice, read_option(choice.game.name, self.option, text))

    def changed(self, choice: MatchChoice, value: Any) -> MatchChoice:
        return with_options(choice, replace(choice.options, **{self.option.name: value}))

    def question(self, style: Style) -> str:
        meta = self.option.metadata
        if meta["least"] >= meta["most"]:
            return ""
        return style.say("{name}: {least} to {most}", name=Said(self.label), least=meta["least"], most=meta["most"])


def with_options(choice: MatchChoice, options: Any) -> MatchChoice:
    """The choice with other options, if they go together; UnknownRules says why not."""
    choice.game.look_over(options)
    changed = replace(choice, options=options)
    return replace(changed, people=min(changed.people, changed.seats))


def rows_of(game: Game, style: Style, watching: bool) -> Iterator[MenuRow]:
    """All rows of a game, those people change most on top."""
    say = style.say
    yield StartRow(say("Watch") if watching else say("Play now"), say("Begin the match"))
    if not watching:
        yield LessonRow(say("Learn"), say("a first deal that is explained, for those who do not know the game"))
    yield BotRow(say("bots"), say("how strong the others play; steady plays by rules of thumb"))
    options = {each.name: each for each in fields(game.Options)}
    if "players" in options:
        yield option_row(options.pop("players"), style)
    if not watching:
        yield PeopleRow(
            say("people"), say("how many play at this terminal, one after another; bots take the other seats")
        )
        yield PracticeRow(say("practice"), say("for one person: take back any answer, also after seeing more"))
    yield RulesRow(say("rules"), say("read the rules as they are set here"))
    if game.presets:
        yield PresetRow(say("house rules"), say("sets of options that go together"))
    for each in options.values():
        yield option_row(each, style)
    yield SeedRow(say("seed"), say("the same seed gives the same cards"))


def called(kind: str, name: str, style: Style) -> str:
    """What an option, one of its values or a preset is called: its name with blanks, or what a language has for it."""
    key = f"{kind} {name}"
    word = style.word(key)
    return name.replace("_", " ") if word == key else word


def value_text(option: str, value: Any, style: Style) -> str:
    text = option_text(value)
    named = called(f"value {option}", text, style)
    return style.say(text) if isinstance(value, bool) or named == text else named


def option_row(option: Any, style: Style) -> OptionRow:
    meta = option.metadata
    help = style.say("{help} (rule {rule})", help=meta["help"], rule=Said(meta["rule"])) if meta else ""
    return OptionRow(called("option", option.name, style), help, option)


def left_game(path: Path) -> str:
    """The title of the game of a match that was left, from the tags it begins with."""
    with contextlib.suppress(OSError, UnknownRules), open(path, encoding="utf-8-sig", errors="replace") as file:
        for match in map(TAG.match, islice(file, MOST_TAGS)):
            if match and match[1] == "Game":
                return find(match[2]).title
    return mark("the match you left")


def when(path: Path) -> str:
    """When a match was left."""
    with contextlib.suppress(OSError):
        return time.strftime("%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    return ""


# ---- what was chosen before ----


def first_choices(settings: Settings, wanted: MatchRequest | None = None) -> tuple[dict[str, MatchChoice], str]:
    """A choice for every game, and the game to begin with: as remembered, then as asked for here.

    Whatever cannot be any more is forgotten.
    """
    offered = all_games()
    choices, at = {game.name: MatchChoice(game, game.Options()) for game in offered}, offered[0].name
    with contextlib.suppress(UnknownRules):
        game, options = read_rules(settings.rules)
        bot = settings.bot if settings.bot in bot_names(game) else USUAL_BOT
        choices[game.name], at = MatchChoice(game, options, bot), game.name
    if wanted is not None:
        choices = {name: wanted.of(choice) for name, choice in choices.items()}
    return choices, at


def remember(choice: MatchChoice) -> None:
    """Keep what was chosen for the next time, and nothing else: other settings may hold for this time alone."""
    kept, _ = Settings.load()
    replace(kept, rules=choice.game.rules(choice.options), bot=choice.bot).save()
