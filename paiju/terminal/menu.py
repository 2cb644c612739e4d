"""The menu: which game, against whom, by which house rules. Two Enters start the first game as it is.

A game's settings are rows of a list: Enter or the arrows change one, and its help and rule stand below.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from paiju import names
from paiju.bots import NATIVE, makers
from paiju.bots.native import styles
from paiju.core.game import Game, UnknownRules, option_text, read_option
from paiju.core.words import mark
from paiju.games import all_games, find, read_rules
from paiju.languages import LANGUAGES
from paiju.record import TAG
from paiju.saves import unfinished
from paiju.show import Said, Style
from paiju.table import Chair
from paiju.terminal.keys import KeyLine
from paiju.terminal.pages import AskPage, RulesPage
from paiju.terminal.screens import AnsweringScreen
from paiju.terminal.settings import Settings, SettingsScreen
from paiju.terminal.wrapping import WrappedText, padded

if TYPE_CHECKING:
    from textual import getters

    from paiju.terminal.app import PaijuApp

USUAL_BOT = "search:medium"
MOST_SEED = 1 << 63
LEVEL_WORDS = (mark("easy"), mark("medium"), mark("hard"))
MOST_TAGS = 50  # lines of a record in which its tags must stand
MOST_LEFT = 5  # matches that were left, to go on with
LEFT = "left:"


@dataclass(frozen=True)
class MatchChoice:
    """What was chosen: a match to begin, or one to go on with."""

    game: Game
    options: Any
    bot: str = USUAL_BOT
    people: int = 1
    seed: int | None = None
    resume: Path | None = None

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

    def of(self, choice: MatchChoice) -> MatchChoice:
        with contextlib.suppress(UnknownRules):
            if self.players is not None:
                choice = replace(choice, options=choice.game.with_players(choice.options, self.players))
        return replace(
            choice, bot=self.bot or choice.bot, people=max(1, min(self.people, choice.seats)), seed=self.seed
        )


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
        return replace(choice, people=next_of(range(1, choice.seats + 1), choice.people, step))


class PresetRow(MenuRow):
    """A set of options by name; whoever changes one of them has rules of his own."""

    def value(self, choice: MatchChoice, style: Style) -> str:
        name = self.current(choice)
        return style.say("as in the rules") if name == "" else name or style.say("your own")

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
        return style.say(option_text(value)) + changed

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
        return style.say(
            "{name}: {least} to {most}", name=Said(self.option.name), least=meta["least"], most=meta["most"]
        )


def with_options(choice: MatchChoice, options: Any) -> MatchChoice:
    """The choice with other options, if they go together; UnknownRules says why not."""
    choice.game.look_over(options)
    changed = replace(choice, options=options)
    return replace(changed, people=min(changed.people, changed.seats))


def rows_of(game: Game, style: Style, watching: bool) -> Iterator[MenuRow]:
    """All rows of a game, those people change most on top."""
    say = style.say
    yield StartRow(say("Watch") if watching else say("Play now"), say("Begin the match"))
    yield BotRow(say("bots"), say("how strong the others play; steady plays by rules of thumb"))
    options = {each.name: each for each in fields(game.Options)}
    if "players" in options:
        yield option_row(options.pop("players"), style)
    if not watching:
        yield PeopleRow(
            say("people"), say("how many play at this terminal, one after another; bots take the other seats")
        )
    yield RulesRow(say("rules"), say("read the rules as they are set here"))
    if game.presets:
        yield PresetRow(say("house rules"), say("sets of options that go together"))
    for each in options.values():
        yield option_row(each, style)
    yield SeedRow(say("seed"), say("the same seed gives the same cards"))


def option_row(option: Any, style: Style) -> OptionRow:
    meta = option.metadata
    help = style.say("{help} (rule {rule})", help=meta["help"], rule=Said(meta["rule"])) if meta else ""
    return OptionRow(option.name, help, option)


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


# ---- the screen ----


class MenuScreen(AnsweringScreen[MatchChoice | None]):
    DEFAULT_CSS = """
    MenuScreen #title { height: 1; padding: 0 1; text-style: bold; background: $surface; color: $accent; }
    MenuScreen #both { layout: horizontal; height: 1fr; }
    MenuScreen OptionList, MenuScreen OptionList:focus { height: 1fr; max-height: 100%; border: none; }
    MenuScreen #games { width: 36; }
    MenuScreen #match { width: 1fr; padding: 0 1; }
    MenuScreen #about { height: auto; max-height: 4; margin-bottom: 1; }
    MenuScreen #help { height: 2; padding: 0 1; }
    MenuScreen.-tiny #games { width: 100%; }
    MenuScreen.-tiny #match { display: none; }
    MenuScreen.-tiny.setting #games { display: none; }
    MenuScreen.-tiny.setting #match { display: block; }
    """
    if TYPE_CHECKING:
        app = getters.app(PaijuApp)
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (64, "-roomy")]
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter", "take", mark("choose")),
        Binding("left", "turn(-1)", mark("change"), key_display="← →"),
        Binding("right", "turn(1)", mark("change"), show=False),
        Binding("shift+left", "turn(-10)", mark("change by ten"), show=False),
        Binding("shift+right", "turn(10)", mark("change by ten"), show=False),
        Binding("r", "rules", mark("rules")),
        Binding("o", "settings", mark("settings")),
        Binding("l", "language", mark("language")),
        Binding("escape", "back", mark("back"), show=False),
        Binding("q", "quit_menu", mark("quit")),
    ]

    def __init__(
        self,
        style: Style,
        settings: Settings,
        resume: Path | None = None,
        watching: bool = False,
        start: MatchRequest | None = None,
    ):
        super().__init__()
        self.watching = watching  # bots among themselves: nobody sits down
        self.style, self.settings = style, settings
        self.offered = all_games()
        self.left = [resume] if resume else [] if watching else unfinished(MOST_LEFT)
        self.choices = {game.name: MatchChoice(game, game.Options()) for game in self.offered}
        self.at = self.offered[0].name
        self.remember()
        if start is not None:
            self.choices = {name: start.of(choice) for name, choice in self.choices.items()}

    def remember(self) -> None:
        """What was chosen last time is what two Enters choose now; whatever cannot be any more is forgotten."""
        with contextlib.suppress(UnknownRules):
            game, options = read_rules(self.settings.rules)
            bot = self.settings.bot if self.settings.bot in bot_names(game) else USUAL_BOT
            self.choices[game.name] = MatchChoice(game, options, bot)
            self.at = game.name

    def keep(self, choice: MatchChoice) -> None:
        """Only what was chosen: other settings may hold for this time alone."""
        kept, _ = Settings.load()
        replace(kept, rules=choice.game.rules(choice.options), bot=choice.bot).save()

    # ---- what is shown ----

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Container(id="both"):
            yield OptionList(id="games", markup=False)
            with Vertical(id="match"):
                yield WrappedText(id="about")
                yield OptionList(id="rows", markup=False)
        yield WrappedText(id="help")
        yield KeyLine(self.style, self.BINDINGS)

    def on_mount(self) -> None:
        self.fill()
        self.games.focus()

    @property
    def games(self) -> OptionList:
        return self.query_one("#games", OptionList)

    @property
    def list(self) -> OptionList:
        return self.query_one("#rows", OptionList)

    @property
    def choice(self) -> MatchChoice:
        return self.choices[self.at]

    def fill(self) -> None:
        """Everything anew, as after a change of language."""
        say = self.style.say
        self.query_one("#title", Static).update(say("paiju: choose a game"))
        self.query_one(KeyLine).show(self.style, self.BINDINGS)
        at = self.games.highlighted or 0
        self.games.clear_options()
        for number, path in enumerate(self.left):
            left = say("Go on: {game}", game=left_game(path)) + (f", {when(path)}" if number else "")
            self.games.add_option(Option(left, id=f"{LEFT}{number}"))
        self.games.add_options([Option(say(game.title), id=game.name) for game in self.offered])
        self.games.highlighted = 0 if at == 0 and self.left else self.games.get_option_index(self.at)
        self.show_match()

    def show_match(self) -> None:
        game = self.choice.game
        self.query_one("#about", WrappedText).update(self.style.say(game.about))
        self.rows = list(rows_of(game, self.style, self.watching))
        kept = self.list.highlighted
        self.list.clear_options()
        self.list.add_options([Option(line) for line in self.lines()])
        self.list.highlighted = min(kept or 0, len(self.rows) - 1)

    def lines(self) -> Iterator[str]:
        wide = max(cell_len(row.label) for row in self.rows)
        for row in self.rows:
            sign = "▶ " if isinstance(row, StartRow) and not self.style.ascii else "  "
            yield f"{sign}{padded(row.label, wide, left=True)}  {row.value(self.choice, self.style)}".rstrip()

    def show_values(self) -> None:
        for i, line in enumerate(self.lines()):
            self.list.replace_option_prompt_at_index(i, line)

    @on(OptionList.OptionHighlighted, "#games")
    def game_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id in self.choices and event.option.id != self.at:
            self.at = event.option.id
            self.list.highlighted = 0
            self.show_match()

    @on(OptionList.OptionHighlighted, "#rows")
    def row_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self.rows):
            self.query_one("#help", WrappedText).update(self.rows[event.option_index].help)  # instead of any refusal

    # ---- what is done ----

    @on(OptionList.OptionSelected, "#games")
    def game_taken(self, event: OptionList.OptionSelected) -> None:
        number = (event.option.id or "").removeprefix(LEFT)
        if number.isdigit():
            return self.go_on(self.left[int(number)])
        self.add_class("setting")
        self.list.highlighted = 0
        self.list.focus()

    def go_on(self, path: Path) -> None:
        self.dismiss(replace(self.choice, resume=path))

    @on(OptionList.OptionSelected, "#rows")
    def row_taken(self, event: OptionList.OptionSelected) -> None:
        row = self.rows[event.option_index]
        if isinstance(row, StartRow):
            self.keep(self.choice)
            self.dismiss(self.choice)
        elif isinstance(row, RulesRow):
            self.action_rules()
        elif question := row.question(self.style):
            self.app.push_screen(AskPage(question, self.style), lambda text: self.written(row, text))
        else:
            self.change(row, 1)

    def action_take(self) -> None:
        (self.list if self.list.has_focus else self.games).action_select()

    def action_turn(self, step: int) -> None:
        if self.games.has_focus:
            return self.games.action_select() if step > 0 else None
        at = self.list.highlighted
        if at is not None:
            self.change(self.rows[at], step)

    def change(self, row: MenuRow, step: int) -> None:
        self.settle(lambda: row.turned(self.choice, step))

    def written(self, row: MenuRow, text: str | None) -> None:
        if text is not None:
            self.settle(lambda: row.typed(self.choice, text))

    def settle(self, change: Callable[[], MatchChoice]) -> None:
        """Change the choice, or say where the help stands why it cannot be."""
        try:
            self.choices[self.at] = change()
            self.show_values()
        except ValueError as refusal:
            self.query_one("#help", WrappedText).update(self.style.refusal(refusal))

    def action_back(self) -> None:
        """From the settings to the list of games, from there out."""
        if self.games.has_focus:
            return self.action_quit_menu()
        self.remove_class("setting")
        self.games.focus()

    def action_quit_menu(self) -> None:
        self.dismiss(None)

    def action_rules(self) -> None:
        self.app.push_screen(RulesPage(self.choice.game, self.choice.options, self.style))

    def action_settings(self) -> None:
        self.app.push_screen(SettingsScreen(self.settings, self.style), self.set)

    def action_language(self) -> None:
        self.set(replace(self.settings, lang=next_of(list(LANGUAGES), self.style.lang, 1)))

    def set(self, settings: Settings | None) -> None:
        """New settings: the app keeps them; the menu speaks the language they name."""
        if settings is None:
            return
        self.settings = settings
        self.style = replace(self.style, ascii=settings.ascii, lang=settings.lang or self.style.lang)
        self.app.set(settings)
        self.fill()
