"""HandWidget: the cards of one seat in sorted groups, to look at or to choose from by keys, by typing and by mouse.

It knows where cards lie and how they look; which are lifted and may be is its `selection`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from textual import events
from textual.message import Message as Signal

from paiju.core.cards import Card, Cards
from paiju.selection import Selection
from paiju.terminal.canvas import FELT, FRESH, FRESH_FELT, KEY, PAPER, QUIET, Canvas, CardLook, PaintedWidget

CHIP, CARD, FAN = 4, 6, 4  # columns from card to card: small ones, whole ones with borders, fanned ones
TALL_FROM = 28  # lines a window needs before cards get borders
Groups = Sequence[Sequence[Card]]
Spot = tuple[int, int]  # row, column


def arrange(sizes: Sequence[int], width: int, step: int) -> list[Spot]:
    """Where each card goes: in as few rows as possible, then groups unbroken, then with wide gaps between them."""
    ways = [flow(sizes, width, step, gap, whole) for whole in (True, False) for gap in (2, 1, 0)]
    return min(ways, key=lambda spots: spots[-1][0]) if ways[0] else []


def flow(sizes: Sequence[int], width: int, step: int, gap: int, whole: bool) -> list[Spot]:
    spots: list[Spot] = []
    row = x = 0
    for size in sizes:
        if whole and x and x + size * step > width >= size * step:
            row, x = row + 1, 0
        for _ in range(size):
            if x and x + step > width:
                row, x = row + 1, 0
            spots.append((row, x))
            x += step
        x += gap
    return spots


class HandWidget(PaintedWidget):
    """Show a hand with `deal`; mark what may be chosen with `offer`. `chosen` are the lifted cards."""

    DEFAULT_CSS = "HandWidget { height: 2; width: 1fr; }"

    class Decided(Signal):
        """The player wants to answer with what is lifted (double click, or a click on a lifted card)."""

    def __init__(self, when_changed: Callable[[], None] = lambda: None, id: str | None = None):
        super().__init__(id=id)
        self.when_changed = when_changed  # focus or selection moved; a message would come after the next key
        self.look = CardLook()
        self.groups: Groups = ()
        self.selection = Selection()
        self.hidden = 0  # cards one holds but does not see
        self.fresh: Cards = Cards(0)  # cards just received

    # ---- what is chosen ----

    @property
    def cards(self) -> list[Card]:
        return list(self.selection.hand)

    @property
    def chosen(self) -> Cards:
        return self.selection.chosen

    @property
    def active(self) -> bool:
        return self.selection.is_asked

    # ---- what is shown ----

    def deal(self, groups: Groups, look: CardLook, hidden: int = 0) -> None:
        """Show these cards. What was lifted stays lifted, as far as it is still there."""
        self.look, self.groups, self.hidden = look, groups, hidden
        self.selection = self.selection.dealt(card for group in groups for card in group)
        self.fit()
        self.refresh()

    def offer(self, possible: Cards | None, most: int) -> None:
        """Mark the cards that may be chosen now, at most so many; None: no choice is asked."""
        self.selection = self.selection.offered(possible, most)
        self.refresh()

    def limit(self, possible: Cards) -> None:
        """A closer look has shown that only these may still be chosen."""
        self.selection = self.selection.limited(possible)
        self.refresh()

    def freshen(self, cards: Cards, seconds: float = 1.5) -> None:
        """Show for a moment that these have just come."""
        self.fresh = cards
        self.refresh()
        self.set_timer(seconds, lambda: self.stale(cards))

    def stale(self, cards: Cards) -> None:
        if self.fresh == cards:
            self.fresh = Cards(0)
            self.refresh()

    # ---- choosing ----

    def set(self, selection: Selection) -> None:
        """Something else is lifted or in focus."""
        self.selection = selection
        self.changed()

    def lift(self, cards: Cards) -> None:
        """Lift just these, and tell nobody."""
        self.selection = self.selection.lift(cards)
        self.refresh()

    def choose(self, cards: Cards) -> None:
        """Lift a combination and put the focus on it."""
        self.set(self.selection.choose(cards))

    def toggle(self, at: int) -> None:
        if self.active:
            self.set(self.selection.toggle(at))

    def clear(self) -> None:
        self.set(self.selection.clear())

    def take_back(self) -> None:
        """Put back the card lifted last."""
        self.set(self.selection.take_back())

    def type(self, sign: str) -> bool:
        """A rank, a suit or a joker's + or - was typed; says if that means anything here."""
        now = self.selection.type(sign)
        self.set(now if now is not None else self.selection.misnamed(sign))
        return now is not None

    def move(self, step: int) -> None:
        if self.cards:
            self.set(self.selection.focus_on((self.selection.focus + step) % len(self.cards)))

    def move_row(self, step: int) -> bool:
        """To the nearest card of the row above or below, or else of the group before or behind; no if there is none."""
        spots = self.spots(self.size.width)[0]
        if not spots:
            return False
        row, x = spots[self.selection.focus]
        if spots[-1][0] == 0:
            return self.move_group(step)
        there = [i for i, (other, _) in enumerate(spots) if other == row + step]
        if not there:
            return False
        self.set(self.selection.focus_on(min(there, key=lambda i: abs(spots[i][1] - x))))
        return True

    def move_group(self, step: int) -> bool:
        starts = [0, *accumulate(len(group) for group in self.groups)][:-1]
        inside = max(i for i, start in enumerate(starts) if start <= self.selection.focus)
        self.set(self.selection.focus_on(starts[(inside + step) % len(starts)]))
        return True

    def changed(self) -> None:
        self.refresh()
        self.when_changed()

    # ---- the mouse ----

    def on_click(self, event: events.Click) -> None:
        at = self.card_at(event.x, event.y)
        if at is None or not self.active:
            return
        if event.chain >= 2 or (self.selection.most == 1 and at in self.selection.lifted):
            if at not in self.selection.lifted:
                self.toggle(at)
            self.post_message(self.Decided())
        else:
            self.toggle(at)

    def card_at(self, x: int, y: int) -> int | None:
        spots, _, tall, left = self.layout_for(self.size.width)
        high = 5 if tall else 2
        for at in reversed(range(len(spots))):
            row, column = spots[at]
            if row == y // high and 0 <= x - left - column < (5 if tall else 3):
                return at
        return None

    # ---- drawing ----

    def is_tall(self) -> bool:
        return self.screen.size.height >= TALL_FROM

    def spots(self, width: int) -> tuple[list[Spot], int, bool]:
        """Where cards go, how far they are apart, and whether they have borders."""
        sizes = [len(group) for group in self.groups] or ([self.hidden] if self.hidden else [])
        if self.is_tall():
            for step in (CARD, FAN):
                spots = arrange(sizes, width - 2, step)
                if not spots or spots[-1][0] <= (0 if step == CARD else 1):
                    return spots, step, True
        return arrange(sizes, width - 1, CHIP), CHIP, False

    def layout_for(self, width: int) -> tuple[list[Spot], int, bool, int]:
        spots, step, tall = self.spots(width)
        widest = max((x for _, x in spots), default=0) + (5 if tall else 3)
        return spots, step, tall, max(1, (width - widest) // 2)

    def fit(self) -> None:
        """Be as high as the cards need. Textual may keep an automatic height found while there were none."""
        spots, _, tall = self.spots(self.size.width or self.screen.size.width)
        rows = spots[-1][0] + 1 if spots else 1
        self.styles.height = rows * (5 if tall else 2)

    def on_resize(self) -> None:
        self.fit()

    def paint(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height)
        spots, step, tall, left = self.layout_for(self.size.width)
        if not self.cards:
            self.paint_backs(canvas, spots, tall, left)
            return canvas
        paint = self.paint_tall if tall else self.paint_chip
        for at, (row, column) in enumerate(spots):
            ends = at + 1 == len(spots) or spots[at + 1] != (row, column + step)
            paint(canvas, at, left + column, row, ends or step > 4)
        if self.active:
            self.paint_focus(canvas, spots[self.selection.focus], tall, left)
        return canvas

    def paint_backs(self, canvas: Canvas, spots: list[Spot], tall: bool, left: int) -> None:
        for row, column in spots:
            for line in range(4 if tall else 1):
                sign = "#" if self.look.ascii else "▒"
                canvas.put(left + column, row * (5 if tall else 2) + 1 + line, sign * (5 if tall else 3), QUIET)

    def paper(self, at: int) -> str:
        fresh = self.cards[at] in self.fresh
        if not self.selection.is_possible(at):
            return FRESH_FELT if fresh else FELT
        return FRESH if fresh else PAPER

    def paint_chip(self, canvas: Canvas, at: int, x: int, row: int, whole: bool) -> None:
        up = at in self.selection.lifted
        canvas.put(x, row * 2 + (0 if up else 1), [self.look.chip(self.cards[at], self.paper(at))])

    def paint_tall(self, canvas: Canvas, at: int, x: int, row: int, whole: bool) -> None:
        up = at in self.selection.lifted
        block = self.look.tall(self.cards[at], self.paper(at), width=5 if whole else 4)
        canvas.block(x, row * 5 + (0 if up else 1), block)

    def paint_focus(self, canvas: Canvas, spot: Spot, tall: bool, left: int) -> None:
        """Brackets around the card, or a pointer at it: to be seen without colours too."""
        row, column = spot
        up = self.selection.focus in self.selection.lifted
        x = left + column
        if tall:
            sign = ("^^^" if up else "vvv") if self.look.ascii else ("▲▲▲" if up else "▼▼▼")
            canvas.put(x + 1, row * 5 + (4 if up else 0), sign, KEY)
        else:
            y = row * 2 + (0 if up else 1)
            canvas.put(x - 1, y, "[", KEY)
            canvas.put(x + 3, y, "]", KEY)


def in_order(groups: Groups, high_first: bool) -> Groups:
    """A hand as the player wants it: as sorted by the game, or turned round."""
    return tuple(tuple(reversed(group)) for group in groups) if high_first else groups
