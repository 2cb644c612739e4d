"""The line of keys at the foot of a screen: what each does, in the player's language, and each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from paiju.core.words import mark
from paiju.show import Style

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
    return binding.key_display or style.say(NAMES.get(key, key))


class KeyLine(Static):
    """The shown bindings of a screen, as many lines as they need."""

    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: auto; max-height: 3; padding: 0 1; background: $panel; color: $text;
        link-style: none; link-color: $text; link-style-hover: reverse; link-background-hover: $panel;
        link-color-hover: $text; }
    """

    def __init__(self, style: Style, bindings: Iterable[Binding], id: str | None = None):
        super().__init__(key_text(style, bindings), id=id)

    def show(self, style: Style, bindings: Iterable[Binding]) -> None:
        self.update(key_text(style, bindings))


def key_text(style: Style, bindings: Iterable[Binding]) -> Content:
    parts = []
    for binding in bindings:
        if binding.show and binding.description:
            # One word to the eye: a key is not parted from what it does at the end of a line.
            label = f"{key_name(binding, style)}\N{NO-BREAK SPACE}{style.say(binding.description)}"
            label = label.replace(" ", "\N{NO-BREAK SPACE}")
            name, _, what = label.partition("\N{NO-BREAK SPACE}")
            parts.append(
                Content.from_markup(
                    f"[@click=screen.{binding.action}][b]$name[/b]\N{NO-BREAK SPACE}$what[/]", name=name, what=what
                )
            )
    return Content("  ").join(parts)


def grid(rows: Iterable[Iterable[str]], gap: int = 2, left: int = 1) -> list[str]:
    """Rows of words as lines with columns: `left` of them to the left, the others to the right."""
    table = [list(row) for row in rows]
    wide = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return [(" " * gap).join(padded(word, wide[i], i < left) for i, word in enumerate(row)).rstrip() for row in table]


def padded(word: str, wide: int, left: bool) -> str:
    blank = " " * (wide - cell_len(word))  # a Chinese sign is two cells wide
    return word + blank if left else blank + word
