"""A grid of cells to draw on, and how cards look on it.

A line is a list of pieces, a piece a text with its style; a block is a list of lines. Blocks are put on a canvas, the
canvas gives Textual its strips. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style as Paint
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from paiju.core.cards import Card
from paiju.show import Style
from paiju.terminal.wrapping import fold

Piece = tuple[str, Paint]
Line = list[Piece]
Block = list[Line]

FELT = "#143a2f"
FELT_TEXT = Paint.parse(f"#dfe9e3 on {FELT}")
QUIET = Paint.parse(f"#9db8ab on {FELT}")
STRONG = Paint.parse(f"bold #ffffff on {FELT}")
NOTICE = Paint.parse(f"bold #ffd75f on {FELT}")
ALARM = Paint.parse(f"bold #ff8f7a on {FELT}")
STRUCK = Paint.parse(f"strike #7f9a8d on {FELT}")
KEY = Paint.parse(f"#ffd75f on {FELT}")
BUTTON = Paint.parse("bold #10231c on #cfe0d6")
BUTTON_FOCUS = Paint.parse("bold #10231c on #ffd75f")

# Clubs, diamonds, hearts, spades, jokers: on paper, and as text on the felt.
TWO_COLOURS = (
    ("#1c1c1c", "#b3152a", "#b3152a", "#1c1c1c", "#5b2a86"),
    ("#dfe9e3", "#ff9c94", "#ff9c94", "#dfe9e3", "#d9b8f2"),
)
FOUR_COLOURS = (
    ("#0f6b2c", "#1646a8", "#b3152a", "#1c1c1c", "#5b2a86"),
    ("#8fe39f", "#9cc0ff", "#ff9c94", "#dfe9e3", "#d9b8f2"),
)
PAPER, FRESH, OLD = "#f5f1e6", "#ffe9a3", "#b9c4bb"
FRESH_FELT = "#57511f"  # a card just received that may not be played
EDGE = "#8b8676"
BORDERS = {False: "╭─╮│╰╯", True: "+-+|++"}


@dataclass(frozen=True)
class CardLook:
    """How cards are drawn: as text in some style, in two or four colours."""

    style: Style = Style()
    four_colours: bool = False

    @property
    def ascii(self) -> bool:
        return self.style.ascii

    def ink(self, card: Card, on_felt: bool = False) -> str:
        return (FOUR_COLOURS if self.four_colours else TWO_COLOURS)[on_felt][card.suit]

    def paint(self, card: Card, paper: str = PAPER) -> Paint:
        """The style of a card that may be played (on paper), or of one that may not (flat on the felt)."""
        if paper in (FELT, FRESH_FELT):
            return Paint.parse(f"dim {self.ink(card, on_felt=True)} on {paper}")
        return Paint.parse(f"bold {self.ink(card)} on {paper}")

    def chip(self, card: Card, paper: str = PAPER) -> Piece:
        """A card three cells wide."""
        return f"{self.style.card(card):>3}", self.paint(card, paper)

    def text(self, cards: Iterable[Card]) -> Line:
        """Cards as coloured text, for small places: ranks of one suit share its sign, as in 467QA♣."""
        pieces: Line = []
        for _, group in groupby(cards, key=lambda card: card.suit):
            alike = list(group)
            ranks = [*map(self.style.rank, alike)]
            sign = self.style.sign(alike[0])
            # 9 10 J♣ can be read, 910J♣ and 1010♣ hardly; of 10 10♣ the first would seem to lack its suit
            glue = f"{sign} " if {*ranks} == {"10"} else "" if all(len(rank) == 1 for rank in ranks) else " "
            text = glue.join(ranks) + sign
            pieces.append((text + " ", Paint.parse(f"{self.ink(alike[0], on_felt=True)} on {FELT}")))
        return pieces

    def tall(self, card: Card, paper: str = PAPER, edge: str = EDGE, width: int = 5) -> Block:
        """A card with a border, four lines high; cut at the right if less than five cells are wide enough."""
        left, bar, right, side, low_left, low_right = BORDERS[self.ascii]
        text, paint, rim = self.style.card(card), self.paint(card, paper), Paint.parse(f"{edge} on {paper}")
        sign = self.style.sign(card)
        rows: Block = [
            [(left, rim), (bar * 3, rim), (right, rim)],
            [(side, rim), (f"{text:<3}", paint), (side, rim)],
            [(side, rim), (f"{sign:>3}", paint), (side, rim)],
            [(low_left, rim), (bar * 3, rim), (low_right, rim)],
        ]
        return [row if width >= 5 else row[:2] for row in rows]


class Canvas:
    """Cells of a rectangle; what is put beyond its edges is cut off."""

    def __init__(self, width: int, height: int, base: Paint = FELT_TEXT):
        self.width, self.height, self.base = max(width, 0), max(height, 0), base
        self.cells: list[list[Piece]] = [[(" ", base)] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, line: Line | str, paint: Paint | None = None) -> int:
        """Write a line of pieces; gives the column behind it."""
        pieces: Line = [(line, paint or self.base)] if isinstance(line, str) else line
        for text, style in pieces:
            for sign in text:
                x = self.put_sign(x, y, sign, style)
        return x

    def put_sign(self, x: int, y: int, sign: str, style: Paint) -> int:
        wide = cell_len(sign)
        if wide == 0:
            return x
        if 0 <= y < self.height and x >= 0 and x + wide <= self.width:
            self.cells[y][x] = (sign, style)
            if wide == 2:
                self.cells[y][x + 1] = ("", style)  # the right half of a Chinese sign
        return x + wide

    def block(self, x: int, y: int, block: Block) -> None:
        for row, line in enumerate(block):
            self.put(x, y + row, line)

    def strip(self, y: int) -> Strip:
        """A row for Textual, cells of one style joined."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width, self.base)
        segments: list[Segment] = []
        text, last = "", self.base
        for sign, style in self.cells[y]:
            if style is not last and text:
                segments.append(Segment(text, last))
                text = ""
            text, last = text + sign, style
        return Strip([*segments, Segment(text, last)], self.width)


class PaintedWidget(Widget):
    """A widget that draws itself on a canvas, anew whenever it is shown."""

    painted = Canvas(0, 0)

    def paint(self) -> Canvas:
        raise NotImplementedError

    def render_lines(self, crop: Region) -> list[Strip]:
        self.painted = self.paint()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        return self.painted.strip(y)


def line_width(line: Line) -> int:
    return sum(cell_len(text) for text, _ in line)


def cut(line: Line, width: int) -> Line:
    """A line that fits; an ellipsis says that something is missing."""
    if line_width(line) <= width:
        return line
    kept: Line = []
    room = width - 1
    for text, paint in line:
        part = ""
        for sign in text:
            if cell_len(sign) > room:
                return [*kept, (part + "…", paint)] if width > 0 else []
            part, room = part + sign, room - cell_len(sign)
        kept.append((part, paint))
    return kept


def wrapped(text: str, width: int, paint: Paint = FELT_TEXT) -> Block:
    """A text in lines of at most this width."""
    return [[(line, paint)] for line in fold(text, width) if line]
