"""HandWidget: the cards of one seat in sorted groups, to look at or to choose from by keys, by typing and by mouse.

It knows which cards lie where, which are lifted and where the focus is; what may be played it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from textual import events
from textual.message import Message as Signal

from paiju.core.cards import SPELLINGS, SUIT_SIGNS, Card, Cards
from paiju.terminal.canvas import FELT, FRESH, KEY, PAPER, QUIET, Canvas, CardLook, PaintedWidget

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
        self.cards: list[Card] = []
        self.hidden = 0  # cards one holds but does not see
        self.lifted: list[int] = []  # places in `cards`, in the order they were chosen
        self.focus_at = 0
        self.possible: Cards | None = None  # None: nothing is asked, all look alike
        self.most = 0  # how many may be chosen
        self.fresh: Cards = Cards(0)  # cards just received
        self.active = False
        self.typed = ""  # a rank that a suit may follow

    # ---- what is shown ----

    def deal(self, groups: Groups, look: CardLook, hidden: int = 0) -> None:
        """Show these cards. What was lifted stays lifted, as far as it is still there."""
        kept = Cards(0) if not self.cards else self.chosen
        focused = self.cards[self.focus_at] if self.cards else None
        self.look, self.groups, self.hidden = look, groups, hidden
        self.cards = [card for group in groups for card in group]
        self.lift(kept)
        self.focus_at = max(0, min(self.focus_at, len(self.cards) - 1))
        if focused is not None and focused in self.cards and self.cards[self.focus_at] != focused:
            self.focus_at = self.cards.index(focused)
        self.fit()
        self.refresh()

    def offer(self, possible: Cards | None, most: int) -> None:
        """Mark the cards that may be chosen now, at most so many; None: no choice is asked."""
        self.possible, self.most, self.active = possible, most, possible is not None and most > 0
        if not self.active:
            self.lifted, self.typed = [], ""
        elif not self.is_possible(self.focus_at) and not self.lifted:
            self.focus_at = next((i for i in range(len(self.cards)) if self.is_possible(i)), self.focus_at)
        self.refresh()

    def limit(self, possible: Cards) -> None:
        """A closer look has shown that only these may still be chosen."""
        self.possible = possible
        self.refresh()

    def freshen(self, cards: Cards, seconds: float = 1.5) -> None:
        """Show that these have just come: one for a moment, several until they are cleared."""
        self.fresh = cards
        self.refresh()
        if len(cards) == 1:
            self.set_timer(seconds, lambda: self.stale(cards))

    def stale(self, cards: Cards) -> None:
        if self.fresh == cards:
            self.fresh = Cards(0)
            self.refresh()

    @property
    def chosen(self) -> Cards:
        return Cards(self.cards[i] for i in self.lifted)

    @property
    def focused_card(self) -> Card | None:
        return self.cards[self.focus_at] if self.cards else None

    def is_possible(self, at: int) -> bool:
        return self.possible is None or (at < len(self.cards) and self.cards[at] in self.possible)

    # ---- choosing ----

    def lift(self, cards: Iterable[Card]) -> None:
        """Lift just these, as far as they are in the hand."""
        self.lifted = []
        for card in cards:
            if (at := self.lying(card)) is not None:
                self.lifted.append(at)
        self.refresh()

    def lying(self, card: Card) -> int | None:
        """A copy of the card that is not lifted."""
        return next((i for i, held in enumerate(self.cards) if held == card and i not in self.lifted), None)

    def choose(self, cards: Cards) -> None:
        """Lift a combination and put the focus on it."""
        self.typed = ""
        self.lift(cards)
        if self.lifted:
            self.focus_at = self.lifted[0]
        self.changed()

    def toggle(self, at: int) -> None:
        """Lift a card or put it back. Where enough are lifted the first of them makes room."""
        if not self.active or not 0 <= at < len(self.cards):
            return
        self.focus_at = at
        if at in self.lifted:
            self.lifted.remove(at)
        else:
            self.make_room()
            self.lifted.append(at)
        self.changed()

    def make_room(self) -> None:
        """Put back what was lifted first where no more cards may be chosen."""
        del self.lifted[: max(0, len(self.lifted) + 1 - self.most)]

    def clear(self) -> None:
        self.lifted, self.typed = [], ""
        self.changed()

    def take_back(self) -> None:
        """Put back the card lifted last."""
        self.typed = ""
        if self.lifted:
            self.focus_at = self.lifted.pop()
        self.changed()

    def move(self, step: int) -> None:
        if self.cards:
            self.typed = ""
            self.focus_at = (self.focus_at + step) % len(self.cards)
            self.changed()

    def move_row(self, step: int) -> bool:
        """To the nearest card of the row above or below, or else of the group before or behind; no if there is none."""
        spots, self.typed = self.spots(self.size.width)[0], ""
        if not spots:
            return False
        row, x = spots[self.focus_at]
        if spots[-1][0] == 0:
            return self.move_group(step)
        there = [i for i, (other, _) in enumerate(spots) if other == row + step]
        if not there:
            return False
        self.focus_at = min(there, key=lambda i: abs(spots[i][1] - x))
        self.changed()
        return True

    def move_group(self, step: int) -> bool:
        starts = [0, *accumulate(len(group) for group in self.groups)][:-1]
        inside = max(i for i, start in enumerate(starts) if start <= self.focus_at)
        self.focus_at = starts[(inside + step) % len(starts)]
        self.changed()
        return True

    def changed(self) -> None:
        self.refresh()
        self.when_changed()

    # ---- typing: a rank lifts a card, the rank again one more (or, where one is asked, the next one instead); a suit
    # behind it just that card ----

    def type(self, sign: str) -> bool:
        """A rank, a suit or a joker's + or - was typed; says if that means anything here."""
        if not self.active:
            return False
        sign = sign.upper()
        if self.typed == "1" and sign == "0":
            self.typed = "10"
            return True
        if sign in "+-B" and sign:
            return self.type_joker(53 if sign in "+B" else 52)
        if sign in SUIT_SIGNS and not (sign == "D" and not self.typed and not self.has_suit(1)):
            return self.type_suit(SUIT_SIGNS[sign])
        if sign in SPELLINGS:
            return self.type_rank(sign)
        return False

    def type_rank(self, sign: str) -> bool:
        rank = 8 if sign == "1" else SPELLINGS[sign]
        again = self.most == 1 and self.typed and self.lifted and self.rank_of_typed() == rank
        fitting = [i for i, card in enumerate(self.cards) if card < 52 and card % 13 == rank]
        fitting.sort(key=lambda i: not self.is_possible(i))
        self.typed = sign
        if not again:
            free = [i for i in fitting if i not in self.lifted]
            return self.pick(free[0]) if free else self.forget_typed()
        at = self.lifted.pop()  # the rank again: the next one instead
        circle = [i for i in fitting if i not in self.lifted]
        return self.pick(circle[(circle.index(at) + 1) % len(circle)] if at in circle else circle[0])

    def rank_of_typed(self) -> int:
        return 8 if self.typed[0] == "1" else SPELLINGS[self.typed]

    def type_suit(self, suit: int) -> bool:
        if not self.typed:
            return self.go_to_suit(suit)
        face, self_typed = 13 * suit + self.rank_of_typed(), self.typed
        self.typed = ""
        wrong = self.lifted.pop() if self.lifted else None
        at = self.lying(Card(face))
        if at is None:
            if wrong is not None:
                self.lifted.append(wrong)
                self.typed = self_typed
            return False
        return self.pick(at)

    def type_joker(self, face: int) -> bool:
        if self.typed == "J" and self.lifted:  # J+ and J-: it was no jack
            self.lifted.pop()
        self.typed = ""
        at = self.lying(Card(face))
        return False if at is None else self.pick(at)

    def go_to_suit(self, suit: int) -> bool:
        there = [i for i, card in enumerate(self.cards) if card.suit == suit]
        if not there:
            return False
        behind = [i for i in there if i > self.focus_at]
        inside = self.cards[self.focus_at].suit == suit
        self.focus_at = behind[0] if inside and behind else there[0]
        self.changed()
        return True

    def has_suit(self, suit: int) -> bool:
        return any(card.suit == suit for card in self.cards)

    def pick(self, at: int) -> bool:
        self.make_room()
        self.lifted.append(at)
        self.focus_at = at
        self.changed()
        return True

    def forget_typed(self) -> bool:
        self.typed = ""
        return False

    # ---- the mouse ----

    def on_click(self, event: events.Click) -> None:
        at = self.card_at(event.x, event.y)
        if at is None or not self.active:
            return
        if event.chain >= 2 or (self.most == 1 and at in self.lifted):
            if at not in self.lifted:
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
            self.paint_focus(canvas, spots[self.focus_at], tall, left)
        return canvas

    def paint_backs(self, canvas: Canvas, spots: list[Spot], tall: bool, left: int) -> None:
        for row, column in spots:
            for line in range(4 if tall else 1):
                sign = "#" if self.look.ascii else "▒"
                canvas.put(left + column, row * (5 if tall else 2) + 1 + line, sign * (5 if tall else 3), QUIET)

    def paper(self, at: int) -> str:
        if not self.is_possible(at):
            return FELT
        return FRESH if self.cards[at] in self.fresh else PAPER

    def paint_chip(self, canvas: Canvas, at: int, x: int, row: int, whole: bool) -> None:
        up = at in self.lifted
        canvas.put(x, row * 2 + (0 if up else 1), [self.look.chip(self.cards[at], self.paper(at))])

    def paint_tall(self, canvas: Canvas, at: int, x: int, row: int, whole: bool) -> None:
        up = at in self.lifted
        block = self.look.tall(self.cards[at], self.paper(at), width=5 if whole else 4)
        canvas.block(x, row * 5 + (0 if up else 1), block)

    def paint_focus(self, canvas: Canvas, spot: Spot, tall: bool, left: int) -> None:
        """Brackets around the card, or a pointer at it: to be seen without colours too."""
        row, column = spot
        up = self.focus_at in self.lifted
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
