"""A phone's camera before a terminal: it sees what half blocks and colours draw, and reads the QR code in it."""

from __future__ import annotations

import re

import pytest

zxingcpp = pytest.importorskip("zxingcpp")
pictures = pytest.importorskip("PIL.Image")

CELL = re.compile(r"\x1b\[38;5;(\d+);48;5;(\d+)m([ ▀])")
SCALE = 6  # pixels of a module
MARGIN = 40  # pixels around, of the terminal's own colour


def brightness(colour: int) -> int:
    """Of one of the colours 16 to 231, which are a cube of six each way."""
    levels = [0, 95, 135, 175, 215, 255]
    red, green, blue = (levels[(colour - 16) // part % 6] for part in (36, 6, 1))
    return (red + green + blue) // 3


def modules(seen: str) -> list[list[int]]:
    """Two rows of a code in each line that has any."""
    rows = []
    for line in seen.splitlines():
        if cells := CELL.findall(line):
            rows.append([brightness(int(front if mark == "▀" else back)) for front, back, mark in cells])
            rows.append([brightness(int(back)) for _, back, _ in cells])
    return rows


def read_code(seen: str, around: int = 0) -> str:
    """What the only code says; empty: there is none. `around` is how bright the terminal is."""
    rows = modules(seen)
    if not rows:
        return ""
    assert len({len(row) for row in rows}) == 1, "a code is as wide in each line"
    small = pictures.new("L", (len(rows[0]), len(rows)))
    small.putdata([pixel for row in rows for pixel in row])
    large = small.resize((SCALE * small.width, SCALE * small.height), pictures.Resampling.NEAREST)
    picture = pictures.new("L", (large.width + 2 * MARGIN, large.height + 2 * MARGIN), around)
    picture.paste(large, (MARGIN, MARGIN))
    (found,) = zxingcpp.read_barcodes(picture)
    return found.text
