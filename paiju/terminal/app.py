"""PaijuApp: the full-screen program. It starts at a table, at the menu where one is chosen, or at another screen."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import IO, TYPE_CHECKING, Any

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.theme import Theme

from paiju.core.words import Message
from paiju.farewell import farewell, mishap
from paiju.languages import choose
from paiju.settings import Settings
from paiju.show import Style
from paiju.terminal.canvas import FELT

if TYPE_CHECKING:
    from paiju.door import Door, MatchFacts
    from paiju.menu import MatchChoice, MatchRequest
    from paiju.terminal.waiting import PartingScreen

    Host = Callable[[MatchChoice, Settings], Sequence[Door]]

CSS = """
Screen { background: $background; color: $foreground; }
ModalScreen { align: center middle; background: #00000080; }
.page { width: 90%; max-width: 100; height: 90%; background: $surface; border: round $primary; padding: 0 1; }
.small { width: 60; max-width: 100%; height: auto; max-height: 100%; }
.title { text-style: bold; color: $accent; }
.foot { color: $foreground-muted; }
.page OptionList { background: $surface; border: none; height: auto; max-height: 1fr; }
"""
THEME = Theme(
    name="felt",
    primary="#6f9484",
    secondary="#9db8ab",
    accent="#ffd75f",
    foreground="#dfe9e3",
    background=FELT,
    surface="#1b2b26",
    panel="#22362f",
    warning="#ffd75f",
    error="#a33b2e",
    success="#7fbf8f",
    dark=True,
)


class PaijuApp(App[Any]):
    """Style and settings for every screen, and the screens themselves. `host` opens the table chosen from the menu."""

    TITLE = "paiju"
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("ctrl+c,ctrl+q", "leave", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", priority=True, show=False),
    ]

    def __init__(
        self,
        doors: Sequence[Door] | None = None,
        style: Style | None = None,
        settings: Settings | None = None,
        notice: Message | None = None,
        host: Host | None = None,
        start: MatchRequest | None = None,
    ):
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.style = style or Style()
        self.settings = asked_for(settings or Settings(), self.style)
        self.first_doors = doors
        self.host, self.start = host, start
        self.first_screen: Screen[Any] | None = None  # instead of a table or the menu; the app ends with it
        self.waiting: Screen[str] | None = None  # before the table of the first doors: answers "playing" when it begins
        self.parting: PartingScreen | None = None  # after the match there: answers the table of a rematch
        self.notice = notice

    def on_mount(self) -> None:
        if not self.is_headless and hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a closed window ends us under nohup too: who would see us?
            threading.Thread(target=end_with_terminal, args=[sys.__stdin__], daemon=True).start()
        if self.first_screen is not None:
            self.push_screen(self.first_screen, self.exit)
        elif self.first_doors is None:
            self.open_menu()
        elif self.waiting is not None:
            self.push_screen(self.waiting, self.waited)
        else:
            self.sit_down(self.first_doors)
        if self.notice is not None:
            self.notify(self.style.say(self.notice), markup=False)

    def waited(self, answer: str | None) -> None:
        assert self.first_doors is not None
        if answer == "playing":
            self.sit_down(self.first_doors)
        else:
            self.exit(message=mishap(self.first_doors[0].facts, self.style))

    def sit_down(self, doors: Sequence[Door]) -> None:
        from paiju.terminal.board import BoardScreen

        self.push_screen(BoardScreen(doors), lambda _: self.stand_up(doors[0].facts))

    def stand_up(self, facts: MatchFacts) -> None:
        """To the menu if one came from there or the match is over; else the end, with a word on how to go on."""
        if self.first_doors is None or (facts.is_over and self.host is not None):
            self.first_doors = None
            self.style = replace(self.style, names=())
            self.open_menu()
            if facts.error is not None:
                self.notify(farewell(facts, self.style), severity="error", timeout=30, markup=False)
        elif self.parting is not None and self.parting.applies:
            self.push_screen(self.parting, lambda table: self.exit(table, message=farewell(facts, self.style)))
        else:
            self.exit(message=farewell(facts, self.style))

    def open_menu(self) -> None:
        from paiju.terminal.menu import MenuScreen

        self.push_screen(MenuScreen(self.style, self.settings, start=self.start), self.chosen)

    def chosen(self, choice: MatchChoice | None) -> None:
        """What the menu brought: a table to sit down at, or nothing."""
        if choice is None or self.host is None:
            self.exit()
            return
        try:
            doors = self.host(choice, self.settings)
        except (ValueError, OSError) as trouble:  # a match that was left and cannot be read any more
            self.open_menu()
            self.notify(self.style.refusal(trouble), severity="error", timeout=10, markup=False)
        else:
            self.sit_down(doors)

    async def action_leave(self) -> None:
        """Leave from wherever one is; a match is saved after every action, so nothing is lost."""
        self.exit(message=await self.leave_tables())

    async def leave_tables(self) -> str:
        from paiju.terminal.board import BoardScreen

        boards = [screen for screen in self.screen_stack if isinstance(screen, BoardScreen)]
        for board in boards:
            await board.leave_table()
        return farewell(boards[-1].facts, self.style) if boards else ""

    def set(self, settings: Settings) -> None:
        """New settings, for every screen at once. What was changed is kept, not what the command line asked for."""
        before, self.settings = asdict(self.settings), settings
        changed = {name: value for name, value in asdict(settings).items() if value != before[name]}
        self.style = replace(self.style, ascii=settings.ascii, lang=choose(settings.lang))
        if trouble := replace(Settings.load()[0], **changed).save():
            self.notify(self.style.say(trouble), severity="warning", markup=False)


def end_with_terminal(terminal: IO[str]) -> None:
    """Wait until the terminal is gone, and end as the signal ends us that only the leader of a session gets.

    That may be make, sh or ssh, which goes on waiting for us. Textual would read the end of input again and again.
    """
    poll = select.poll()
    poll.register(terminal, 0)  # nothing but that it hung up or failed
    if any(happened & (select.POLLHUP | select.POLLERR) for _, happened in poll.poll()):
        os.kill(os.getpid(), signal.SIGHUP)


def asked_for(settings: Settings, style: Style) -> Settings:
    """What was set, but for what the command line asks: that holds as long as the program runs."""
    lang = settings.lang if choose(settings.lang) == style.lang else style.lang
    return replace(settings, ascii=settings.ascii or style.ascii, lang=lang)


def show(make: Callable[[PaijuApp], Screen[Any]], ascii: bool = False, lang: str | None = None) -> Any:
    """One screen, in the way that is asked for here or was set before; its answer when it is left."""
    settings, notice = Settings.load()
    app = PaijuApp(None, Style(ascii=ascii or settings.ascii, lang=choose(lang or settings.lang)), settings, notice)
    app.first_screen = make(app)
    return app.run()
