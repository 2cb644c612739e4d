"""PaijuApp: the full-screen program. `run` starts it at a table, or at the menu where one is chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.binding import Binding

from paiju.core.words import Message
from paiju.show import Style
from paiju.terminal.canvas import FELT
from paiju.terminal.settings import Settings

if TYPE_CHECKING:
    from paiju.table import Table

CSS = f"""
Screen {{ background: {FELT}; color: #dfe9e3; }}
ModalScreen {{ align: center middle; background: #00000080; }}
.page {{ width: 90%; max-width: 100; height: 90%; background: #1b2b26; border: round #6f9484; padding: 0 1; }}
.small {{ width: 60; max-width: 100%; height: auto; max-height: 100%; }}
.title {{ text-style: bold; color: #ffd75f; }}
.foot {{ color: #9db8ab; }}
OptionList {{ background: #1b2b26; border: none; height: auto; max-height: 1fr; }}
"""


class PaijuApp(App[Any]):
    """Style and settings for every screen, and the screens themselves."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("ctrl+c,ctrl+q", "leave", priority=True, show=False),
    ]

    def __init__(self, table: Table | None = None, style: Style | None = None, settings: Settings | None = None):
        super().__init__()
        self.settings = settings or Settings()
        self.style = style or Style()
        self.first_table = table
        self.notice: Message | None = None

    def on_mount(self) -> None:
        if self.first_table is None:
            self.open_menu()
        else:
            self.sit_down(self.first_table)
        if self.notice is not None:
            self.notify(self.style.say(self.notice))

    def sit_down(self, table: Table) -> None:
        from paiju.terminal.board import BoardScreen

        self.push_screen(BoardScreen(table))

    def open_menu(self) -> None:
        from paiju.terminal.menu import MenuScreen

        self.push_screen(MenuScreen(self.style, self.settings), self.chosen)

    def chosen(self, choice: Any) -> None:
        """What the menu brought: a table to sit down at, or nothing."""
        if choice is None:
            self.exit()
        else:
            self.sit_down(choice.table(self.settings))

    def action_leave(self) -> None:
        """Leave from wherever one is; a match is saved after every action, so nothing is lost."""
        for screen in self.screen_stack:
            if hasattr(screen, "leave"):
                screen.leave()
                return
        self.exit()

    def set(self, settings: Settings) -> None:
        """New settings, for every screen at once, and kept."""
        self.settings = settings
        changes: dict[str, Any] = {"ascii": settings.ascii}
        if settings.lang:
            changes["lang"] = settings.lang
        self.style = replace(self.style, **changes)
        if trouble := settings.save():
            self.notify(self.style.say(trouble), severity="warning")


def run(table: Table | None = None, style: Style | None = None, settings: Settings | None = None) -> Any:
    """Play at a table, or choose one first. Without settings those kept are loaded."""
    notice = None
    if settings is None:
        settings, notice = Settings.load()
    app = PaijuApp(table, style, settings)
    app.notice = notice
    return app.run()
