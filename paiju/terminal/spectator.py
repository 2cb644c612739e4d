"""What replaying and watching share: a table seen from any seat, by an onlooker or open, with words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from paiju.core.scene import Scene
from paiju.core.words import ONLOOKER, TRUTH, PlayerAt, mark
from paiju.show import Style
from paiju.terminal.felt import FeltWidget
from paiju.terminal.keys import KeyLine
from paiju.terminal.pages import card_look
from paiju.terminal.screens import AnsweringScreen
from paiju.terminal.wrapping import WrappedText

if TYPE_CHECKING:
    from textual import getters

    from paiju.terminal.app import PaijuApp

PACES = (4.0, 2.0, 1.0, 0.5, 0.2, 0.05)  # seconds a move; 1 to 6 on the screen


class SpectatorScreen(AnsweringScreen[Any]):
    """A title, the table, a panel of words (beside the table where there is room), the keys."""

    DEFAULT_CSS = """
    SpectatorScreen #title { height: 1; padding: 0 1; background: $surface; color: $accent; }
    SpectatorScreen #title { text-wrap: nowrap; text-overflow: ellipsis; }
    SpectatorScreen #trouble { height: auto; max-height: 3; padding: 0 1; background: $error; color: $text; }
    SpectatorScreen #trouble { display: none; }
    SpectatorScreen #both { layout: vertical; }
    SpectatorScreen FeltWidget { height: 1fr; }
    SpectatorScreen #side { height: auto; max-height: 7; border-top: solid $primary; padding: 0 1; }
    SpectatorScreen.-low #side { max-height: 3; }
    SpectatorScreen.-low KeyLine { max-height: 1; }
    SpectatorScreen.-wide #both { layout: horizontal; }
    SpectatorScreen.-wide FeltWidget { width: 1fr; height: 100%; }
    SpectatorScreen.-wide #side { width: 42; height: 100%; max-height: 100%; border: none; }
    SpectatorScreen.-wide #side { border-left: solid $primary; }
    """
    if TYPE_CHECKING:
        app = getters.app(PaijuApp)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("v", "turn_view", mark("view")),
        Binding("o", "view(-1)", mark("open"), show=False),
        Binding("u", "view(-2)", mark("onlooker"), show=False),
        *(Binding(str(seat), f"view({seat})", mark("this seat's view"), show=False) for seat in range(6)),
    ]

    def __init__(self, style: Style, viewer: int):
        super().__init__()
        self.style = style
        self.viewer = viewer
        self.pace = 2
        self.running = False

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield WrappedText(id="trouble")
        with Container(id="both"):
            yield FeltWidget(own_hand=True)
            with VerticalScroll(id="side", can_focus=False):
                yield WrappedText(id="words")
        yield KeyLine(self.style, self.shown_keys())

    def shown_keys(self) -> Sequence[Binding]:
        return self.BINDINGS

    def seats(self) -> int:
        raise NotImplementedError

    def refresh_all(self) -> None:
        """Show the moment anew."""
        raise NotImplementedError

    def put(self, title: str, scene: Scene | None, words: Sequence[str], style: Style) -> None:
        self.query_one("#title", Static).update(title)
        if scene:
            self.query_one(FeltWidget).show(scene, card_look(self.app, style))
        self.query_one("#words", WrappedText).update("\n".join(words))

    def put_trouble(self, text: str) -> None:
        trouble = self.query_one("#trouble", WrappedText)
        trouble.update(text)
        trouble.display = bool(text)

    def view_text(self, style: Style) -> str:
        if self.viewer == TRUTH:
            return style.say("open table")
        return (
            style.say("onlooker") if self.viewer == ONLOOKER else style.say("seen by {who}", who=PlayerAt(self.viewer))
        )

    def action_view(self, viewer: int) -> None:
        if viewer < self.seats():
            self.viewer = viewer
            self.refresh_all()

    def action_turn_view(self) -> None:
        """Each seat in turn, then the open table, then an onlooker's."""
        views = [TRUTH, *range(self.seats()), ONLOOKER]
        self.action_view(views[(views.index(self.viewer) + 1) % len(views)])

    def set_pace(self, pace: int) -> None:
        self.pace = max(0, min(pace, len(PACES) - 1))
        self.refresh_all()
