"""The line of keys at the foot of a screen: what each does, in the player's language, and each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.style import Style as Look
from textual.widget import Widget

from paiju.core.words import mark
from paiju.show import Style

GAP = "  "
# How keys are written; a name of several letters is a word people can translate.
NAMES = {
    "enter": mark("Enter"),
    "escape": mark("Esc"),
    "space": mark("space"),
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "slash": "/",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
}


def key_name(binding: Binding, style: Style) -> str:
    """`q`, `Enter`: the first key of a binding, as it is printed on a keyboard."""
    key = binding.key.partition(",")[0]
    return style.say(binding.key_display or NAMES.get(key, key))


class KeyLine(Widget):
    """The shown bindings of a screen, on as many lines as they need; a key is not parted from what it does."""

    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: auto; max-height: 3; padding: 0 1; background: $surface; color: $foreground;
        link-style: none; link-color: $foreground; link-style-hover: reverse; link-background-hover: $surface;
        link-color-hover: $foreground; }
    """

    def __init__(self, style: Style, bindings: Iterable[Binding]):
        super().__init__()
        self.show(style, bindings)

    def show(self, style: Style, bindings: Iterable[Binding]) -> None:
        self.labels = [label(binding, style) for binding in bindings if binding.show and binding.description]
        self.refresh(layout=True)

    def lines(self, width: int) -> Iterator[Content]:
        line: list[Content] = []
        for part in self.labels:
            if line and sum(each.cell_length + len(GAP) for each in line) + part.cell_length > width:
                yield Content(GAP).join(line)
                line = []
            line.append(part)
        yield Content(GAP).join(line)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(list(self.lines(width)))

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.content_size.width))


def label(binding: Binding, style: Style) -> Content:
    """`q close`, with the key in bold, to be clicked."""
    text = Content.assemble((key_name(binding, style), "bold"), " ", style.say(binding.description))
    return text.stylize(Look.from_meta({"@click": f"screen.{binding.action}"}))
