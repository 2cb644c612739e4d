"""WaitingScreen: before a match elsewhere begins. Who sits at the table, who is ready, and the address to share."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from paiju.core.words import IllegalAction, mark
from paiju.show import Style
from paiju.terminal.keys import KeyLine
from paiju.terminal.pages import AskPage
from paiju.terminal.screens import AnsweringScreen
from paiju.terminal.wrapping import WrappedText
from paiju.waiting_room import waiting_lines
from paiju.wire import WireTable
from paiju.wire_door import WireDoor

if TYPE_CHECKING:
    from textual import getters

    from paiju.terminal.app import PaijuApp

MOST_SAID = 8  # lines of what was said


class WaitingScreen(AnsweringScreen[str]):
    """Answers "playing" when the match begins, "left" when one has got up, "over" where it will not begin."""

    DEFAULT_CSS = """
    WaitingScreen #title { height: 1; padding: 0 1; background: $surface; color: $accent; }
    WaitingScreen WrappedText { padding: 0 2; }
    WaitingScreen #chairs { margin-top: 1; }
    WaitingScreen #wanted { margin-top: 1; color: $accent; }
    WaitingScreen #said { margin-top: 1; color: $foreground-muted; }
    """
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter,r", "ready", mark("ready"), key_display="Enter"),
        Binding("b", "begin", mark("begin with bots")),
        Binding("t", "talk", mark("say something")),
        Binding("q,escape,f10", "leave", mark("get up and leave"), key_display="q"),
    ]

    if TYPE_CHECKING:
        app = getters.app(PaijuApp)

    def __init__(self, door: WireDoor, style: Style):
        super().__init__()
        self.door, self.style = door, style
        self.said: list[str] = []
        self.refusal = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(can_focus=False):
            yield WrappedText(id="chairs")
            yield WrappedText(id="wanted")
            yield WrappedText(id="said")
        yield KeyLine(self.style, self.BINDINGS)

    def on_mount(self) -> None:
        self.refresh_all()
        self.run_worker(self.look())

    @property
    def stands(self) -> WireTable:
        assert self.door.stands is not None
        return self.door.stands

    async def look(self) -> None:
        while self.stands.state == "open" and self.door.error is None and not self.door.is_left:
            self.refresh_all()
            await self.door.next_change()
        if not self.door.is_left:
            self.dismiss("over" if self.door.error is not None else "playing")

    def refresh_all(self) -> None:
        if not self.query("#title"):  # the screen has been left
            return
        title, *lines = waiting_lines(self.stands, self.door.url, self.style)
        self.query_one("#title", Static).update(title)
        self.query_one("#chairs", WrappedText).update("\n".join(lines))
        self.query_one("#wanted", WrappedText).update(self.wanted())
        self.said += [f"{saying.name}: {saying.text}" for saying in self.door.sayings]
        self.door.sayings = []
        self.query_one("#said", WrappedText).update("\n".join(self.said[-MOST_SAID:]))

    @property
    def is_ready(self) -> bool:
        return self.stands.seat >= 0 and self.stands.chairs[self.stands.seat].is_ready

    def wanted(self) -> str:
        if self.door.is_away:
            return self.style.say("the connection is lost: trying again")
        if self.refusal:
            return self.refusal
        if self.is_ready:
            return self.style.say("waiting for the others")
        if self.stands.is_host:
            return self.style.say("press Enter when you are ready, or b to have bots take the open chairs")
        return self.style.say("press Enter when you are ready")

    async def action_ready(self) -> None:
        self.ask(self.door.ready(not self.is_ready))

    async def action_begin(self) -> None:
        self.ask(self.door.begin())

    def ask(self, work: Coroutine[Any, Any, None]) -> None:
        """Beside the screen: a connection may be lost."""
        self.refusal = ""
        self.run_worker(self.told(work), group="asked")

    async def told(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except IllegalAction as refusal:
            self.refusal = self.style.refusal(refusal)
        self.refresh_all()

    def action_talk(self) -> None:
        page = AskPage(self.style.say("Say something"), self.style)
        self.app.push_screen(page, lambda text: self.ask(self.door.say(text)) if text else None)

    async def action_leave(self) -> None:
        """Get up: others may have the chair."""
        if not self.door.is_away:
            with suppress(IllegalAction):  # it has begun meanwhile
                await self.door.stand()
        await self.door.leave()
        self.dismiss("left")
