"""AskBar: what one may answer, as buttons and a row of numbers; TextRows: a few lines of text above or below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.message import Message as Signal
from textual.strip import Strip
from textual.widget import Widget

from paiju.core.cards import Cards
from paiju.core.words import Ask, mark
from paiju.show import Said, Style
from paiju.terminal.canvas import (
    BUTTON,
    BUTTON_FOCUS,
    FELT_TEXT,
    KEY,
    NOTICE,
    QUIET,
    STRUCK,
    Block,
    Canvas,
    Line,
    PaintedWidget,
    Piece,
    cut,
    line_width,
)

LABELS = {
    "pass": mark("Pass"),
    "play": mark("Play"),
    "give": mark("Give"),
    "show": mark("Show"),
    "call": mark("Call"),
    "bury": mark("Bury"),
    "bid": mark("Bid"),
    "surrender": mark("Surrender"),
    "add": mark("Add"),
    "subtract": mark("Subtract"),
}
SHORTCUTS = "pezwnfi"  # letters that name no card and no command; tried after those of the word itself


def label(kind: str, style: Style) -> str:
    return style.say(LABELS.get(kind, kind.capitalize()))


@dataclass(frozen=True)
class Button:
    """A clickable piece of the bar: an ask, and which of its numbers."""

    x: int
    width: int
    ask: int
    amount: int | None = None


class TextRows(Widget):
    """Lines of text, drawn as they are and cut where the window ends."""

    DEFAULT_CSS = "TextRows { height: 1; width: 1fr; }"

    def __init__(self, id: str | None = None):
        super().__init__(id=id)
        self.rows: Block = []

    def put(self, *rows: Line) -> None:
        if self.rows != list(rows):
            self.rows = list(rows)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        canvas = Canvas(self.size.width, 1)
        if y < len(self.rows):
            canvas.put(1, 0, cut(self.rows[y], self.size.width - 1))
        return canvas.strip(0)


class KeyRow(TextRows):
    """Commands with their keys, to be read and to be clicked."""

    class Clicked(Signal):
        def __init__(self, at: int):
            super().__init__()
            self.at = at

    def __init__(self, id: str | None = None):
        super().__init__(id=id)
        self.offered: list[tuple[str, str, int]] = []

    def offer(self, commands: list[tuple[str, str, int]]) -> None:
        """Keys, what they do, and the number that `Clicked` tells."""
        self.offered = commands
        line: Line = [piece for key, text, _ in commands for piece in ((key, KEY), (f" {text}  ", QUIET))]
        if line:
            line[-1] = (line[-1][0].rstrip(), QUIET)
        self.put(line)

    def on_click(self, event: events.Click) -> None:
        x = 1
        for key, text, at in self.offered:
            wide = cell_len(f"{key} {text}")
            if x <= event.x < x + wide:
                self.post_message(self.Clicked(at))
            x += wide + 2


class AskBar(PaintedWidget):
    """One line: a button for each ask, and numbers where a number is asked. The board tells it what is chosen."""

    DEFAULT_CSS = "AskBar { height: 1; width: 1fr; }"

    class Pressed(Signal):
        """The player wants this ask answered."""

        def __init__(self, ask: int):
            super().__init__()
            self.ask = ask

    def __init__(self, id: str | None = None):
        super().__init__(id=id)
        self.words = Style()
        self.asks: Sequence[Ask] = ()
        self.keys: list[str] = []
        self.marked = -1  # the ask that Enter would answer
        self.cards = Cards(0)  # with these cards
        self.numbers: tuple[int, ...] = ()  # shown; those not open are struck through
        self.open: tuple[int, ...] = ()
        self.number: int | None = None  # in focus
        self.numbers_of = -1  # which ask they belong to
        self.typed = ""
        self.buttons: list[Button] = []
        self.kinds: set[str] | None = None  # those that can be answered at all; None: not yet known

    # ---- what is asked ----

    def ask(self, asks: Sequence[Ask], style: Style) -> None:
        self.words, self.asks, self.marked, self.cards = style, asks, -1, Cards(0)
        self.keys, self.kinds = shortcuts(asks), None
        self.drop_numbers()
        for at, ask in enumerate(asks):
            if ask.amounts and not ask.most:
                self.offer_numbers(at, (*ask.amounts, *ask.barred), ask.amounts)
        self.refresh()

    def limit(self, kinds: set[str]) -> None:
        """A closer look has shown that only these can be answered."""
        self.kinds = kinds
        self.refresh()

    def offer_numbers(self, at: int, numbers: Sequence[int], open: Sequence[int]) -> None:
        """Let one of these numbers be chosen for an ask."""
        self.numbers, self.open, self.numbers_of = tuple(sorted(set(numbers))), tuple(open), at
        self.number, self.typed = (self.open or self.numbers)[0], ""
        self.refresh()

    def drop_numbers(self) -> None:
        self.numbers, self.open, self.number, self.numbers_of, self.typed = (), (), None, -1, ""
        self.refresh()

    def mark(self, at: int, cards: Cards) -> None:
        """Show what Enter would answer."""
        self.marked, self.cards = at, cards
        self.refresh()

    # ---- numbers by keys ----

    def choose(self, number: int) -> None:
        self.number, self.typed = number, ""
        self.refresh()

    def move(self, step: int) -> None:
        """To the next number that is open."""
        if self.number is not None:
            later = [n for n in self.open if (n > self.number if step > 0 else n < self.number)]
            around = self.open[0] if step > 0 else self.open[-1]
            self.number = (later[0] if step > 0 else later[-1]) if later else around
            self.typed = ""
            self.refresh()

    def type(self, digit: str) -> bool:
        """Digits choose a number; a second digit goes on with it if there is such a number."""
        for text in (self.typed + digit, digit):
            if int(text) in self.numbers:
                self.number, self.typed = int(text), text
                self.refresh()
                return True
        self.typed = digit if any(str(n).startswith(digit) for n in self.numbers) else ""
        return bool(self.typed)

    # ---- drawing and the mouse ----

    def paint(self) -> Canvas:
        canvas = Canvas(self.size.width, 1)
        self.buttons, x = [], 1
        for at, ask in enumerate(self.asks):
            if self.kinds is not None and ask.kind not in self.kinds:
                continue
            if at == self.numbers_of:
                x = self.paint_numbers(canvas, x, at)
            line = self.button(at, ask)
            self.buttons.append(Button(x, line_width(line), at))
            x = canvas.put(x, 0, line) + 2
        self.paint_keys(canvas, x)
        return canvas

    def paint_keys(self, canvas: Canvas, x: int) -> None:
        """How a card or a number is chosen, at the right, where there is room."""
        most = max((ask.most for ask in self.asks if self.kinds is None or ask.kind in self.kinds), default=0)
        pairs = [("← →", mark("go along"))] if most or self.number is not None else []
        pairs += [("space", mark("lift"))] if most > 1 else []
        line: Line = [
            piece
            for key, text in pairs
            for piece in ((f"  {self.words.say(key)}", KEY), (f" {self.words.say(text)}", QUIET))
        ]
        if x + line_width(line) < canvas.width:
            canvas.put(canvas.width - 1 - line_width(line), 0, line)

    def button(self, at: int, ask: Ask) -> Line:
        """[ Play Q♠ ] Enter; [ Bury 2/8 ] while six are missing."""
        text, size = label(ask.kind, self.words), len(self.cards)
        ready = at == self.marked and ask.takes(size)
        if at == self.numbers_of and self.number is not None:
            text += f" {self.number}"
        elif ready and self.cards:
            text += " " + self.words.cards(self.cards)
        elif ready and ask.may_be_nothing:
            text = self.words.say("{word} nothing", word=Said(text))
        elif at == self.marked and ask.most:
            text += f" {size}/{ask.most if size else ask.least}"
        key = self.words.say("Enter") if ready or at == self.numbers_of else self.keys[at]
        return [(f" {text} ", BUTTON_FOCUS if ready else BUTTON), (f" {key}" if key else "", KEY)]

    def paint_numbers(self, canvas: Canvas, x: int, at: int) -> int:
        for number in self.around(self.size.width * 2 // 3):
            piece: Piece = (f" {number} ", FELT_TEXT) if number in self.open else (f"({number})", STRUCK)
            if number == self.number:
                piece = (f"[{number}]", NOTICE)
            self.buttons.append(Button(x, len(piece[0]), at, number))
            x = canvas.put(x, 0, [piece])
        return x + 1

    def around(self, width: int) -> tuple[int, ...]:
        """The numbers near the one in focus, as many as fit."""
        widest = max(len(str(number)) for number in self.numbers) + 2
        most = max(1, width // widest)
        at = self.numbers.index(self.number) if self.number in self.numbers else 0
        start = max(0, min(at - most // 2, len(self.numbers) - most))
        return self.numbers[start : start + most]

    def on_click(self, event: events.Click) -> None:
        for button in self.buttons:
            if button.x <= event.x < button.x + button.width:
                if button.amount is not None and button.amount != self.number:
                    self.choose(button.amount)
                else:
                    self.post_message(self.Pressed(button.ask))
                return


def shortcuts(asks: Sequence[Ask]) -> list[str]:
    """A letter for each ask that needs no cards: one of its word if possible, and no two alike."""
    keys: list[str] = []
    for ask in asks:
        free = [sign for sign in ask.kind + SHORTCUTS if sign in SHORTCUTS and sign not in keys]
        keys.append(free[0] if free and not ask.most and not ask.amounts else "")
    return keys
