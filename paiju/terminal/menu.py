"""The menu: which game, against whom, by which house rules. Two Enters start the first game as it is.

A game's settings are rows of a list: Enter or the arrows change one, and its help and rule stand below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from paiju.core.words import Said, mark
from paiju.languages import LANGUAGES
from paiju.menu import (
    MOST_LEFT,
    LessonRow,
    MatchChoice,
    MatchRequest,
    MenuRow,
    RulesRow,
    StartRow,
    first_choices,
    left_game,
    next_of,
    remember,
    rows_of,
    when,
)
from paiju.saves import unfinished
from paiju.settings import Settings
from paiju.show import Style
from paiju.terminal.keys import KeyLine
from paiju.terminal.pages import AskPage, RulesPage
from paiju.terminal.screens import AnsweringScreen
from paiju.terminal.settings import SettingsScreen
from paiju.terminal.wrapping import WrappedText, fold, padded

if TYPE_CHECKING:
    from textual import getters

    from paiju.terminal.app import PaijuApp

LEFT = "left:"
ROOM = 38  # columns for the rows until it is known how many there are


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
        self.left = [resume] if resume else [] if watching else unfinished(MOST_LEFT)
        self.choices, self.at = first_choices(settings, start)

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
            game, day = left_game(path), Said(when(path))
            left = say("Go on: {game}, {when}", game=game, when=day) if number else say("Go on: {game}", game=game)
            self.games.add_option(Option(left, id=f"{LEFT}{number}"))
        self.games.add_options([Option(say(choice.game.title), id=name) for name, choice in self.choices.items()])
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
        room = max(8, (self.list.scrollable_content_region.width or ROOM) - wide - 6)
        for row in self.rows:
            sign = "▶ " if isinstance(row, StartRow) and not self.style.ascii else "  "
            value = ("\n" + " " * (wide + 4)).join(fold(row.value(self.choice, self.style), room))
            yield f"{sign}{padded(row.label, wide, left=True)}  {value}".rstrip()

    def on_resize(self) -> None:
        self.show_values()

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
        if isinstance(row, StartRow | LessonRow):
            remember(self.choice)
            self.dismiss(replace(self.choice, lesson=isinstance(row, LessonRow)))
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
