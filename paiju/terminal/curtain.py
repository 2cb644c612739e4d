"""CurtainScreen: between two people at one terminal, so that nobody sees the other's hand."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from paiju.show import Said, Style
from paiju.terminal.screens import AnsweringScreen


class CurtainScreen(AnsweringScreen[bool]):
    """Nothing is to be seen until the next player says that he sits there. Answers whether somebody does."""

    DEFAULT_CSS = """
    CurtainScreen { align: center middle; }
    CurtainScreen #foot { dock: bottom; text-style: none; color: $foreground-muted; }
    CurtainScreen Static { width: 100%; text-align: center; text-style: bold; color: $accent; }
    """

    def __init__(self, name: str, style: Style):
        super().__init__()
        self.style = style
        self.text = style.say("Pass the keyboard to {name}, who presses Enter", name=Said(name))

    def compose(self) -> ComposeResult:
        yield Static(self.text, markup=False)
        yield Static("F10 " + self.style.say("leave"), markup=False, id="foot")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key == "enter":
            self.lift()
        elif event.key == "f10":
            self.dismiss(False)

    def on_click(self) -> None:
        self.lift()

    def lift(self) -> None:
        if not self.is_unread:
            self.dismiss(True)
