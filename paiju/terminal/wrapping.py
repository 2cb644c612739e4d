"""Text that flows: broken at blanks, and between Chinese signs, which have none; columns that line up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

OPENING, CLOSING = "（【《「『“", "，。、；：？！）】》」』”…"  # what may not end a line, and what may not begin one
WIDE = r"\u2e80-\u9fff\uf900-\uffef"
# A piece that stays together: blanks, a word, or one wide sign with the marks that belong to it.
PIECE = re.compile(rf"\s+|[{OPENING}]*(?:[^\s{WIDE}{OPENING}{CLOSING}]+|[{WIDE}]|[{CLOSING}])[{CLOSING}]*|[{OPENING}]+")


class WrappedText(Widget):
    """A text as wide as there is room, as high as it needs."""

    DEFAULT_CSS = "WrappedText { width: 100%; height: auto; }"

    def __init__(self, text: str = "", id: str | None = None, classes: str | None = None, hanging: int = 0):
        super().__init__(id=id, classes=classes)
        self.text, self.hanging = text, hanging

    def update(self, text: str) -> None:
        self.text = text
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(fold(self.text, width, self.hanging))

    def render(self) -> Content:
        return Content("\n".join(fold(self.text, self.content_size.width, self.hanging)))


def fold(text: str, width: int, hanging: int = 0) -> list[str]:
    """The lines of a text at a width. What is indented stays so on all its lines, and all but the first hang."""
    return [line for part in text.split("\n") for line in folded(part, max(width, 1), hanging)]


def folded(text: str, width: int, hanging: int) -> Iterator[str]:
    indent = text[: len(text) - len(text.lstrip())]
    line = indent = indent if cell_len(indent) < width // 2 else ""
    indent += " " * hanging if cell_len(indent) + hanging < width // 2 else ""
    for piece in PIECE.findall(text.strip()):
        if cell_len(line) + cell_len(piece.rstrip()) > width and line.strip():
            yield line.rstrip()
            line = indent
            piece = piece.lstrip()
        line += piece
        while cell_len(line.rstrip()) > width and len(line) > 1:
            cut = fitting(line, width)
            yield line[:cut]
            line = line[cut:]
    yield line.rstrip()


def fitting(line: str, width: int) -> int:
    """How many signs of a line fit; one in any case, or there would be no end."""
    wide = accumulate(map(cell_len, line))
    return max(1, sum(1 for cells in wide if cells <= width))


def grid(rows: Iterable[Iterable[str]], gap: int = 2, left: int = 1) -> list[str]:
    """Rows of words as lines with columns: `left` of them to the left, the others to the right."""
    table = [list(row) for row in rows]
    wide = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return [(" " * gap).join(padded(word, wide[i], i < left) for i, word in enumerate(row)).rstrip() for row in table]


def padded(word: str, wide: int, left: bool) -> str:
    blank = " " * (wide - cell_len(word))  # a Chinese sign is two cells wide
    return word + blank if left else blank + word
