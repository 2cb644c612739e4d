"""A table and a hand as PNG, from a scene and nothing else, so a picture shows what its viewer may see. Drawn with
Pillow; the faces of the cards are our own: a large index and the sign of the suit, four suits in four colours."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from paiju.core.cards import FACES, RANKS, Card
from paiju.core.scene import Place, Scene
from paiju.show import Style

Point = tuple[float, float]
WIDTH, HEIGHT = 900, 560
CARD_WIDTH, CARD_HEIGHT, STEP, ROUND = 64, 92, 34, 8
CHIP_WIDTH, CHIP_HEIGHT, MOST_CHIPS = 42, 24, 170
MARGIN = 14
FELT, RIM, PAPER, INK, QUIET, TURN = "#1f6f54", "#175641", "#ffffff", "#1c2b26", "#d5e5dd", "#ffd54a"
COLOURS = ("#1b7a35", "#1f55b5", "#c0182b", "#1c1c1c")  # clubs, diamonds, hearts, spades
JOKERS = ("#1c1c1c", "#c0182b")
FONTS = (  # of the system, for names in any script; Pillow has one for Latin letters
    "NotoSansCJK-Regular.ttc", "NotoSansCJKsc-Regular.otf", "wqy-microhei.ttc", "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf", "PingFang.ttc", "msyh.ttc", "DejaVuSans.ttf",
)  # fmt: skip


@dataclass(frozen=True)
class HandPicture:
    """Somebody's cards, to be drawn where they are shown."""

    hand: tuple[tuple[Card, ...], ...]

    def png(self) -> bytes:
        return hand_picture(self.hand)


@dataclass(frozen=True)
class TablePicture:
    """A table as its viewer sees it."""

    scene: Scene
    style: Style

    def png(self) -> bytes:
        return table_picture(self.scene, self.style)


def hand_picture(groups: Sequence[Sequence[Card]]) -> bytes:
    """Cards, a row or two."""
    rows = rows_of(groups, WIDTH - 2 * MARGIN)
    image, pen = canvas(WIDTH, len(rows) * (CARD_HEIGHT + MARGIN) + MARGIN)
    for number, row in enumerate(rows):
        lay(pen, row, MARGIN, MARGIN + number * (CARD_HEIGHT + MARGIN))
    return png(image)


def table_picture(scene: Scene, style: Style) -> bytes:
    """Everybody round the table, what lies on it, and the viewer's cards below."""
    own = scene.viewer if scene.viewer >= 0 else 0
    groups = scene.places[scene.viewer].hand if scene.viewer >= 0 else ()
    rows = rows_of(groups, WIDTH - 2 * MARGIN)
    image, pen = canvas(WIDTH, HEIGHT + len(rows) * (CARD_HEIGHT + MARGIN))
    pen.ellipse((110, 60, WIDTH - 110, HEIGHT - 60), fill=RIM)
    laid = dict(zip((seat for seat, _ in scene.trick.plays), scene.trick.laid, strict=False))
    for place in scene.places:
        x, y = spot(place.seat - own, len(scene.places), scene.clockwise, 350, 225)
        tag(pen, place, x, y, style)
        if place.seat != scene.viewer:
            chips(pen, [card for group in place.hand for card in group] or [*place.shown], x, y + 34)
        if cards := laid.get(place.seat):
            inner = spot(place.seat - own, len(scene.places), scene.clockwise, 190, 105)
            is_ahead = place.seat == scene.trick.winner
            lay(pen, cards, inner[0] - width_of(cards) / 2, inner[1] - CARD_HEIGHT / 2, is_ahead)
    for number, row in enumerate(rows):
        lay(pen, row, MARGIN, HEIGHT + number * (CARD_HEIGHT + MARGIN))
    return png(image)


def spot(turn: int, seats: int, clockwise: bool, wide: float, high: float) -> Point:
    """Where somebody sits: the viewer below, the others round in the order of play."""
    angle = math.pi / 2 + (1 if clockwise else -1) * 2 * math.pi * (turn % seats) / seats
    return WIDTH / 2 + wide * math.cos(angle), HEIGHT / 2 + high * math.sin(angle)


def tag(pen: Any, place: Place, x: float, y: float, style: Style) -> None:
    """A name, whose turn it is, and how many cards he has."""
    name = style.seat(place.seat)[:16]
    label = f"{name}  {place.count}"
    font = font_of(18, needs_more=not label.isascii())
    wide = pen.textlength(label, font=font) / 2 + 12
    x = min(max(x, wide + 4), WIDTH - wide - 4)
    box = (x - wide, y - 16, x + wide, y + 16)
    pen.rounded_rectangle(box, 10, fill=TURN if place.turn else QUIET, outline=INK)
    pen.text((x, y), label, font=font, fill=INK, anchor="mm")


def chips(pen: Any, cards: Sequence[Card], x: float, y: float) -> None:
    """Cards that somebody holds and the viewer knows of, small."""
    step = min(CHIP_WIDTH + 2.0, MOST_CHIPS / max(len(cards), 1))
    wide = step * (len(cards) - 1) + CHIP_WIDTH
    left = min(max(x - wide / 2, 4), WIDTH - wide - 4)
    for number, card in enumerate(cards):
        at = left + number * step
        box = (at, y - CHIP_HEIGHT / 2, at + CHIP_WIDTH, y + CHIP_HEIGHT / 2)
        pen.rounded_rectangle(box, 4, fill=PAPER, outline=INK)
        colour = COLOURS[card.suit] if card < 52 else JOKERS[int(card) - 52]
        pen.text(
            (at + 13, y), RANKS[card % 13] if card < 52 else FACES[card], font=font_of(16), fill=colour, anchor="mm"
        )
        if card < 52:
            SIGNS[card.suit](pen, at + 31, y, 7, colour)


# ---- cards ----


def rows_of(groups: Sequence[Sequence[Card]], room: float) -> list[list[Card]]:
    """A hand in rows that fit, about as long as each other."""
    cards = [card for group in groups for card in group]
    most = int((room - CARD_WIDTH) // STEP) + 1
    rows = math.ceil(len(cards) / most)
    length = math.ceil(len(cards) / rows) if rows else 1
    return [cards[at : at + length] for at in range(0, len(cards), length)]


def width_of(cards: Sequence[Card]) -> float:
    return CARD_WIDTH + STEP * (len(cards) - 1)


def lay(pen: Any, cards: Sequence[Card], x: float, y: float, is_ahead: bool = False) -> None:
    for number, card in enumerate(cards):
        face(pen, card, x + STEP * number, y, is_ahead)


def face(pen: Any, card: Card, x: float, y: float, is_ahead: bool) -> None:
    edge, wide = (TURN, 3) if is_ahead else (INK, 1)
    pen.rounded_rectangle((x, y, x + CARD_WIDTH, y + CARD_HEIGHT), ROUND, fill=PAPER, outline=edge, width=wide)
    if card >= 52:
        colour = JOKERS[int(card) - 52]
        pen.text((x + 16, y + 16), FACES[card][0], font=font_of(22), fill=colour, anchor="mm")
        pen.text((x + 16, y + 40), FACES[card][1], font=font_of(22), fill=colour, anchor="mm")
        star(pen, x + 40, y + 64, 17, colour)
        return
    colour = COLOURS[card.suit]
    pen.text((x + 17, y + 17), RANKS[card % 13], font=font_of(24), fill=colour, anchor="mm")
    SIGNS[card.suit](pen, x + 17, y + 42, 9, colour)
    SIGNS[card.suit](pen, x + 43, y + 66, 15, colour)


def club(pen: Any, x: float, y: float, size: float, colour: str) -> None:
    leaf = size * 0.52
    for dx, dy in ((0, -0.5), (-0.52, 0.25), (0.52, 0.25)):
        dot(pen, x + dx * size, y + dy * size, leaf, colour)
    pen.polygon([(x, y), (x - size * 0.35, y + size), (x + size * 0.35, y + size)], fill=colour)


def diamond(pen: Any, x: float, y: float, size: float, colour: str) -> None:
    pen.polygon([(x, y - size), (x + size * 0.75, y), (x, y + size), (x - size * 0.75, y)], fill=colour)


def heart(pen: Any, x: float, y: float, size: float, colour: str) -> None:
    bow = size * 0.52
    for side in (-1, 1):
        dot(pen, x + side * bow * 0.93, y - size * 0.35, bow, colour)
    pen.polygon([(x - size * 0.95, y - size * 0.12), (x + size * 0.95, y - size * 0.12), (x, y + size)], fill=colour)


def spade(pen: Any, x: float, y: float, size: float, colour: str) -> None:
    bow = size * 0.5
    for side in (-1, 1):
        dot(pen, x + side * bow * 0.93, y + size * 0.22, bow, colour)
    pen.polygon([(x - size * 0.92, y + size * 0.06), (x + size * 0.92, y + size * 0.06), (x, y - size)], fill=colour)
    pen.polygon([(x, y), (x - size * 0.35, y + size), (x + size * 0.35, y + size)], fill=colour)


def dot(pen: Any, x: float, y: float, radius: float, colour: str) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def star(pen: Any, x: float, y: float, size: float, colour: str) -> None:
    rays = [(size if number % 2 else size * 0.42, math.pi * number / 5 + math.pi / 10) for number in range(10)]
    pen.polygon([(x + far * math.cos(angle), y + far * math.sin(angle)) for far, angle in rays], fill=colour)


SIGNS = (club, diamond, heart, spade)


# ---- Pillow ----


def canvas(width: int, height: int) -> tuple[Any, Any]:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), FELT)
    return image, ImageDraw.Draw(image)


def png(image: Any) -> bytes:
    file = io.BytesIO()
    image.quantize(64).save(file, "PNG")
    return file.getvalue()


@cache
def font_of(size: int, needs_more: bool = False) -> Any:
    """A font; for names in other scripts one of the system that has them, if there is one."""
    from PIL import ImageFont

    for name in FONTS if needs_more else ():
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
