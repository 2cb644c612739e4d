"""SettingsScreen: the settings as a list."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from paiju.settings import VALUES, WORDS, Settings
from paiju.show import Style
from paiju.terminal.screens import AnsweringScreen


class SettingsScreen(AnsweringScreen[Settings], ModalScreen[Settings]):
    """The settings as a list: Enter, space and arrows change the one in focus. Dismisses with what was set."""

    BINDINGS = [
        ("escape,q,o", "done"),
        ("space,right", "turn(1)"),
        ("left", "turn(-1)"),
    ]

    def __init__(self, settings: Settings, style: Style):
        super().__init__()
        self.kept = settings
        self.words = style

    def compose(self) -> ComposeResult:
        with Vertical(classes="page small"):
            yield Label(self.words.say("Settings"), classes="title", markup=False)
            yield OptionList(*(Option(self.line(name), id=name) for name in WORDS), markup=False)
            yield Label(self.words.say("Space changes, Escape closes"), classes="foot", markup=False)

    def line(self, name: str) -> str:
        value = VALUES[getattr(self.kept, name)]
        return f"{self.words.say(WORDS[name])}: {self.words.say(value)}"

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.turn(event.option.id or "")

    def action_turn(self, step: int) -> None:
        listing = self.query_one(OptionList)
        if listing.highlighted is not None:
            self.turn(listing.get_option_at_index(listing.highlighted).id or "", step)

    def turn(self, name: str, step: int = 1) -> None:
        self.kept = self.kept.turned(name, step)
        self.query_one(OptionList).replace_option_prompt(name, self.line(name))

    def action_done(self) -> None:
        self.dismiss(self.kept)
