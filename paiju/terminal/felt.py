"""FeltWidget: a scene as a table. The viewer sits at the bottom, the others around it in turn order, the next one left.

In a small window the places become a list, one line each. Who led and who is ahead is said by signs, not only colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paiju.core.cards import Card, Cards
from paiju.core.scene import Place, Scene, Trick
from paiju.core.words import PlayerAt
from paiju.show import Part, Style
from paiju.terminal.canvas import (
    FELT_TEXT,
    NOTICE,
    OLD,
    PAPER,
    QUIET,
    STRONG,
    Block,
    Canvas,
    CardLook,
    Line,
    PaintedWidget,
    cut,
    line_width,
    wrapped,
)

# Where the others sit, in turn order, by how many there are: side, and how far along it.
AROUND: dict[int, list[tuple[str, float]]] = {
    0: [],
    1: [("top", 1 / 2)],
    2: [("left", 0), ("right", 0)],
    3: [("left", 0), ("top", 1 / 2), ("right", 0)],
    4: [("left", 0), ("top", 1 / 4), ("top", 3 / 4), ("right", 0)],
    5: [("left", 0), ("top", 1 / 6), ("top", 3 / 6), ("top", 5 / 6), ("right", 0)],
}
TABLE_WIDTH, TABLE_HEIGHT = 56, 9  # less than this, and the table becomes a list
TEAM_MARKS = "ABCDEF"


class FeltWidget(PaintedWidget):
    """Show a scene with `show`. The viewer's own hand is left to a HandWidget unless `own_hand` is set."""

    DEFAULT_CSS = "FeltWidget { height: 1fr; width: 1fr; }"

    def __init__(self, own_hand: bool = False, id: str | None = None):
        super().__init__(id=id)
        self.own_hand = own_hand
        self.scene: Scene | None = None
        self.look = CardLook()
        self.lit = -1  # the seat whose play has just come

    def show(self, scene: Scene, look: CardLook, lit: int = -1) -> None:
        """Draw this scene; the play of seat `lit` stands out for a moment."""
        self.scene, self.look, self.lit = scene, look, lit
        self.refresh()
        if lit >= 0:
            self.set_timer(0.4, self.calm)

    def calm(self) -> None:
        self.lit = -1
        self.refresh()

    def paint(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height)
        if self.scene is not None:
            drawing = PaintedFelt(canvas, self.scene, self.look, self.own_hand, self.lit)
            drawing.table() if is_roomy(canvas, self.scene) else drawing.listing()
        return canvas


def is_roomy(canvas: Canvas, scene: Scene) -> bool:
    return canvas.width >= TABLE_WIDTH and canvas.height >= TABLE_HEIGHT and len(scene.places) - 1 in AROUND


class PaintedFelt:
    """One scene on one canvas."""

    def __init__(self, canvas: Canvas, scene: Scene, look: CardLook, own_hand: bool, lit: int):
        self.canvas, self.scene, self.look, self.own_hand, self.lit = canvas, scene, look, own_hand, lit
        self.say = look.style.say
        self.old = not scene.trick.plays
        self.trick: Trick = scene.last if self.old else scene.trick
        self.on_table = {seat: laid for (seat, _), laid in zip(self.trick.plays, self.trick.laid, strict=True)}
        self.has_teams = scene.has_teams
        self.base = max(scene.viewer, 0)

    def seats(self) -> list[Place]:
        """The viewer first, then in turn order."""
        places = self.scene.places
        return [*places[self.base :], *places[: self.base]]

    # ---- places around a table ----

    def table(self) -> None:
        me, *others = self.seats()
        if not self.scene.clockwise:  # the next seat sits to the right
            others.reverse()
        width, height = self.canvas.width, self.canvas.height
        around = list(zip(others, AROUND[len(others)], strict=True))
        tops = [(place, along) for place, (where, along) in around if where == "top"]
        sides = [(place, where) for place, (where, _) in around if where != "top"]
        tall = height >= 18
        share = height // (1 + bool(tops) + bool(sides))
        low = self.block(me, width - 2, max(3, min(share, 7)), tall, mine=True)
        wide = width // max(2, len(tops)) - 1
        above = [(self.block(place, wide, share, tall), along) for place, along in tops]
        high = max((len(block) for block, _ in above), default=0)
        for block, along in above:
            self.centred(block, round(width * along), 0)
        column = width // 3 - 1
        for place, where in sides:
            about, played = self.parts(place, column, height - high - len(low), tall)
            top = high + max(0, (height - high - len(low) - len(about) - len(played)) // 2)
            x, right = (1, False) if where == "left" else (width - 1 - column, True)
            self.aligned(about, x, top, column, right)
            self.aligned(played, x, top + len(about), column, not right)  # towards the middle of the table
        self.centred(low, width // 2, height - len(low))
        self.notes(high, height - high - len(low), width - 2 * column - 4)

    def notes(self, top: int, height: int, width: int) -> None:
        """What concerns the whole table, in its middle. A guide of which a part would be missing is left out."""
        lines: Block = [row for note in self.scene.notes for row in wrapped(self.say(note), width, FELT_TEXT)]
        if self.old and self.trick.plays:
            last = wrapped(self.last_text(), width, QUIET)
            lines = [*last, *lines] if len(last) + len(lines) <= height else lines
        if self.scene.guide:
            guide = wrapped(self.say(self.scene.guide), width, QUIET)
            gap: Block = [[]] if lines and len(lines) + len(guide) < height else []
            lines += [*gap, *guide] if len(lines) + len(gap) + len(guide) <= height else []
        lines = lines[: max(height, 0)]
        self.centred(lines, self.canvas.width // 2, top + max(0, (height - len(lines)) // 2))

    def last_text(self) -> str:
        if self.trick.winner < 0:
            return self.say("the last trick")
        return self.say("{seat} took the last trick|you took the last trick", seat=PlayerAt(self.trick.winner))

    def centred(self, block: Block, middle: int, top: int) -> None:
        for row, line in enumerate(block):
            wide = line_width(line)
            x = max(0, min(middle - wide // 2, self.canvas.width - wide))
            self.canvas.put(x, top + row, line)

    def aligned(self, block: Block, x: int, top: int, width: int, right: bool) -> None:
        for row, line in enumerate(block):
            self.canvas.put(x + (width - line_width(line) if right else 0), top + row, line)

    def block(self, place: Place, width: int, height: int, tall: bool, mine: bool = False) -> Block:
        """One place at the top or the bottom, what it has played towards the middle of the table."""
        about, played = self.parts(place, width, height, tall)
        gap: Block = [[]] if played and len(about) + len(played) < height else []
        return [*played, *gap, *about] if mine else [*about, *gap, *played]

    def parts(self, place: Place, width: int, height: int, tall: bool) -> tuple[Block, Block]:
        """One place: its name with as much of notes and hand as there is room for; what it has played."""
        hand = self.hand(place, width)
        played = self.played(place.seat, width, tall and height >= max(6, 5 + len(hand)))  # an open hand goes first
        room = height - 1 - len(played)
        hand = shortened(hand, room, width)
        notes = self.place_notes(place, width)[: max(room - len(hand), 0)]
        return [cut(self.name_line(place, width), width), *notes, *hand], played

    def name_line(self, place: Place, width: int) -> Line:
        """▶ Bo (A)  13 cards  5/40; where that is too long the word goes first, then the end of the name."""
        arrow = ">" if self.look.ascii else "▶"
        name: Line = [(f"{arrow} " if place.turn else "", NOTICE)]
        name.append((self.look.style.seat(place.seat), NOTICE if place.turn else STRONG))
        team: Line = [(f" ({TEAM_MARKS[place.team % 6]})", FELT_TEXT)] if self.has_teams else []
        score = self.score(place.seat)
        behind: Line = [("  " + score, FELT_TEXT)] if score else []
        cards = self.say("{count} cards" if place.count != 1 else "one card", count=place.count)
        for count in (cards, str(place.count)):
            rest: Line = [*team, ("  " + count, QUIET), *behind]
            if line_width(name) + line_width(rest) <= width:
                break
        return [*cut(name, max(width - line_width(rest), 0)), *rest]

    def score(self, seat: int) -> str:
        """What the deal has brought so far, and the match before it: 5/40."""
        scene = self.scene
        if len(scene.scores) != len(scene.places):
            return ""
        total = f"/{scene.standing[seat]}" if len(scene.standing) == len(scene.places) and not self.has_teams else ""
        return f"{scene.scores[seat]}{total}"

    def hand(self, place: Place, width: int) -> Block:
        """The cards of others, where they lie open, or those known of them."""
        if place.hand and (self.own_hand or place.seat != self.scene.viewer):
            return flowing([self.look.text(group) for group in place.hand], width)
        if place.shown and place.seat != self.scene.viewer and not told(place, self.look.style):
            return flowing([[(self.say("holds") + " ", QUIET)], self.look.text(place.shown)], width)
        return []

    def place_notes(self, place: Place, width: int) -> Block:
        return [line for text in self.note_texts(place) for line in wrapped(text, width, QUIET)]

    def note_texts(self, place: Place) -> Iterator[str]:
        if place.notes:
            yield self.look.style.listed(map(self.say, place.notes))

    def played(self, seat: int, width: int, tall: bool) -> Block:
        """The cards in front of a place: with borders, as chips, or as text if they are many."""
        cards = self.on_table.get(seat)
        if not cards:
            return []
        before, behind = self.marks(seat)
        paper = OLD if self.old else PAPER
        extra = line_width(before) + line_width(behind)
        if tall and 4 * len(cards) + 1 + extra <= width:
            return self.fan(cards, paper, before, behind)
        chips: Line = [piece for card in cards for piece in (self.look.chip(card, paper), (" ", FELT_TEXT))]
        if line_width(chips) + extra <= width:
            return [[*before, *chips, *behind]]
        return flowing([before, self.look.text(cards), behind], width)

    def fan(self, cards: Sequence[Card], paper: str, before: Line, behind: Line) -> Block:
        last = len(cards) - 1
        blocks = [self.look.tall(card, paper, width=5 if i == last else 4) for i, card in enumerate(cards)]
        rows: Block = [[piece for block in blocks for piece in block[row]] for row in range(4)]
        blank: Line = [(" " * line_width(before), FELT_TEXT)]
        tail: Line = [(" " * line_width(behind), FELT_TEXT)]
        return [
            [*(before if row == 1 else blank), *line, *(behind if row == 1 else tail)] for row, line in enumerate(rows)
        ]

    def marks(self, seat: int) -> tuple[Line, Line]:
        """Signs for who led and who is ahead, and for a play that has just come."""
        led = self.trick.leader == seat
        before: Line = [(self.say("led") + " ", QUIET)] if led else []
        behind: Line = [("*" if self.look.ascii else "★", NOTICE)] if seat == self.trick.winner else []
        if seat == self.lit and not self.old:
            behind.append((" <" if self.look.ascii else " ◀", NOTICE))
        return before, behind

    # ---- a list, where there is little room ----

    def listing(self) -> None:
        """One line a place, then the notes."""
        lines: Block = [self.short_line(place) for place in self.seats()]
        notes = self.look.style.listed(map(self.say, self.scene.notes))
        if notes:
            lines += wrapped(notes, self.canvas.width, QUIET)
        for y, line in enumerate(lines[: self.canvas.height]):
            self.canvas.put(0, y, cut(line, self.canvas.width))

    def short_line(self, place: Place) -> Line:
        arrow = ">" if self.look.ascii else "▶"
        line: Line = [(arrow if place.turn else " ", NOTICE), (self.look.style.seat(place.seat), STRONG)]
        line.append((f" {place.count} ", QUIET))
        if place.seat in self.on_table:
            before, behind = self.marks(place.seat)
            line += [*before, *self.look.text(self.on_table[place.seat]), *behind]
        line += [(" " + text, QUIET) for text in self.note_texts(place)]
        for row in self.hand(place, 999):
            line += [(" ", QUIET), *row]
        return line


def told(place: Place, style: Style) -> bool:
    """Do the notes name the shown cards already?"""
    pieces = [piece for note in place.notes for piece in style.pieces(note)]
    return any(isinstance(piece, Part) and piece.cards and Cards(piece.cards) == place.shown for piece in pieces)


def shortened(block: Block, rows: int, width: int) -> Block:
    """As many rows as there is room for; an ellipsis says that there are more."""
    if len(block) <= max(rows, 0):
        return block
    if rows <= 0:
        return []
    last = list(block[rows - 1])
    while len(last) > 1 and (line_width(last) > width - 2 or not last[-1][0].strip()):  # no half card before it
        last.pop()
    return [*block[: rows - 1], [*cut(last, width - 2), (" …", NOTICE)]]


def flowing(lines: Sequence[Line], width: int) -> Block:
    """Pieces one after another, broken into lines between pieces, and within a piece that is too wide."""
    rows: Block = [[]]
    for line in lines:
        for text, paint in line:
            while text:
                room = width - line_width(rows[-1])
                if len(text.rstrip()) <= room:
                    rows[-1].append((text[: max(room, 0)], paint))
                    break
                if rows[-1] and line_width(rows[-1]) > 0:
                    rows.append([])
                    continue
                rows[-1].append((text[:room], paint))
                text = text[room:]
                rows.append([])
    return [row for row in rows if row]
