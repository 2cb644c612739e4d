"""WaitingScreen: before a match elsewhere begins. Who sits at the table, who is ready, and the address to share.

PartingScreen: after it. Once more with the same people, or not.
"""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from paiju import company
from paiju.company import CHAIR_COMMANDS
from paiju.core.words import IllegalAction, mark
from paiju.door import DoorClosed
from paiju.farewell import mishap
from paiju.show import Style, standing_lines
from paiju.terminal.keys import KeyLine
from paiju.terminal.pages import AskPage, PeoplePage, talk_page
from paiju.terminal.screens import AnsweringScreen
from paiju.terminal.wrapping import WrappedText
from paiju.text import read_command
from paiju.waiting_room import chair_line, is_ready, may_play_again, next_table, title_line, waiting_lines
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
        Binding("c", "arrange", mark("chairs")),
        Binding("t,y", "talk", mark("say something"), key_display="t"),
        Binding("m", "mute", mark("mute somebody")),
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
        title, *lines = waiting_lines(self.stands, self.door.shared_url, self.style, self.door.house.advice)
        self.query_one("#title", Static).update(title)
        self.query_one("#chairs", WrappedText).update("\n".join(lines))
        self.query_one("#wanted", WrappedText).update(self.wanted())
        self.said += [f"{saying.name}: {saying.text}" for saying in self.door.sayings]
        self.door.sayings = []
        self.query_one("#said", WrappedText).update("\n".join(self.said[-MOST_SAID:]))

    def wanted(self) -> str:
        if self.door.is_away:
            return self.style.say("the connection is lost: trying again")
        if self.refusal:
            return self.refusal
        if self.stands.seat < 0:
            return self.style.say("you have no chair any more: press c to take another, or q to leave")
        if is_ready(self.stands):
            return self.style.say("waiting for the others")
        if self.stands.is_host:
            return self.style.say("press Enter when you are ready, or b to have bots take the open chairs")
        return self.style.say("press Enter when you are ready")

    async def action_ready(self) -> None:
        self.ask(self.door.ready(not is_ready(self.stands)))

    async def action_begin(self) -> None:
        self.ask(self.door.begin())

    def ask(self, work: Coroutine[Any, Any, Any]) -> None:
        """Beside the screen: a connection may be lost."""
        self.refusal = ""
        self.run_worker(self.told(work), group="asked")

    async def told(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except IllegalAction as refusal:
            self.refusal = self.style.refusal(refusal)
        self.refresh_all()

    def action_talk(self) -> None:
        page = talk_page(self.door, self.style)
        self.app.push_screen(page, lambda text: self.ask(company.say(self.door, text, self.style)) if text else None)

    def action_mute(self) -> None:
        if company.people(self.door):
            self.app.push_screen(PeoplePage(self.door, self.style))

    def action_arrange(self) -> None:
        """What the host wants done with a chair, or where somebody else wants to sit: as it is typed in lines."""
        chairs = [chair_line(chair, self.stands, self.style) for chair in self.stands.chairs]
        say = self.style.say
        meanings = [say("{word}: {meaning}", word=word, meaning=text) for word, text in CHAIR_COMMANDS.items()]
        page = AskPage(self.style.say("Chairs"), self.style, lines=[*chairs, "", *meanings], longest=60)
        self.app.push_screen(page, lambda line: self.ask(self.change_chair(line)) if line else None)

    async def change_chair(self, line: str) -> None:
        command, rest = read_command(line, {word: word for word in CHAIR_COMMANDS}, self.style)
        if not command:
            raise IllegalAction("type sit, bot, keep or free, and the number of a chair", code="what")
        await company.arrange(self.door, command, rest)

    async def action_leave(self) -> None:
        """Get up: others may have the chair."""
        if not self.door.is_away:
            with suppress(IllegalAction):  # it has begun meanwhile
                await self.door.stand()
        await self.door.leave()
        self.dismiss("left")


class PartingScreen(AnsweringScreen[str]):
    """Answers the table of a rematch, or nothing when one leaves."""

    DEFAULT_CSS = """
    PartingScreen #title { height: 1; padding: 0 1; background: $surface; color: $accent; }
    PartingScreen WrappedText { padding: 0 2; margin-top: 1; }
    PartingScreen #wanted { color: $accent; }
    """
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("r", "again", mark("rematch")),
        Binding("q,escape,enter,f10", "leave", mark("leave"), key_display="q"),
    ]

    if TYPE_CHECKING:
        app = getters.app(PaijuApp)

    def __init__(self, door: WireDoor, style: Style):
        super().__init__()
        self.door, self.style = door, style

    @property
    def applies(self) -> bool:
        return may_play_again(self.door)

    def compose(self) -> ComposeResult:
        assert self.door.stands is not None
        facts = self.door.facts
        words = replace(self.style, names=facts.names, you=self.door.viewer)
        yield Static(title_line(self.door.stands, words), id="title", markup=False)
        ending = [mishap(facts, words)] if facts.error else standing_lines(facts.match, words)
        yield WrappedText("\n".join(ending))
        yield WrappedText(words.say("press r to play once more with the same people, or q to leave"), id="wanted")
        yield KeyLine(self.style, self.BINDINGS)

    def on_mount(self) -> None:
        self.run_worker(self.look())

    async def look(self) -> None:
        await next_table(self.door)
        self.tell(self.style.say("somebody wants a rematch: press r to come along"))

    def tell(self, text: str) -> None:
        if self.query("#wanted"):
            self.query_one("#wanted", WrappedText).update(text)

    async def action_again(self) -> None:
        self.run_worker(self.ask(), group="asked", exclusive=True)

    async def ask(self) -> None:
        try:
            self.dismiss(await self.door.house.rematch(self.door.id))
        except (IllegalAction, DoorClosed) as refusal:
            self.tell(self.style.refusal(refusal))

    def action_leave(self) -> None:
        self.dismiss("")
