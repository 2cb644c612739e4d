"""The layers of paiju, read from its imports and drawn: `make layers` writes docs/pictures/layers.svg.

LAYERS is the one table of layers, the lowest first. A module may import from its own layer and from those below it;
tests/test_layers.py keeps it so. In the picture a row is a layer, and the triangle at the right counts its imports by
the layer they lead to: whatever stood left of the diagonal would run the wrong way.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "layers.svg"

LAYERS = {
    "cards, chance": "core core.bits core.cards core.chance core.dice core.fields core.fives core.scatter core.shapes "
    "core.tuples",
    "words": "core.words core.scene core.lesson",
    "a deal": "core.body core.places core.state core.layout core.outside core.game core.position core.tricks "
    "core.passing core.random_tricks core.trump core.level_lines core.pointers core.loops",
    "games": "games games.* rules",
    "play, records": "fair play record saves simulate",
    "text": "languages names show text rulebook question optional_packages chat.words",
    "bots": "bots bots.*",
    "tables, studies": "decks door table table_door table_bots chairs timing timed_phase takeback threads inbox "
    "journal packed_moves match_writer remarks store store.* news selection results teaching exercises settings menu "
    "history record_file analysis automatic transcript study study.* bench wire drafts speakers frames durations "
    "arena arena.* addresses child_process",
    "houses": "admin client wire_door heard house house_table house_chairs lobby waiting contract people match_history "
    "match_analysis workshop luck deal_news ratings bucket background locks server server.* house_decks wire_bot",
    "screens": "chat chat.* farewell plain enquiry edited_lines input_lines replay watch terminal terminal.* "
    "waiting_room company",
    "commands": "cli __main__ commands commands.*",
}


class Import(NamedTuple):
    """One module using another. At once: when it is loaded, not when a function is called."""

    user: str
    used: str
    at_once: bool


def modules(root: Path = ROOT) -> dict[str, Path]:
    """The modules of the package by their names within it, `core.bits`; the package itself is only its front door."""
    files = sorted((root / "paiju").rglob("*.py"))
    named = {".".join(file.relative_to(root / "paiju").with_suffix("").parts): file for file in files}
    return {name.removesuffix(".__init__"): file for name, file in named.items() if name != "__init__"}


def layer_of(module: str) -> str | None:
    """The layer a module belongs to: by its own name rather than by a pattern."""
    places = [(layer, word) for layer, words in LAYERS.items() for word in words.split()]
    exact = [layer for layer, word in places if word == module]
    return next(iter(exact or [layer for layer, word in places if fnmatchcase(module, word)]), None)


def imports(known: dict[str, Path]) -> list[Import]:
    """Who uses whom, by import or cimport; what only a type checker reads does not count."""
    found = {}
    for user, file in known.items():
        for name, at_once in [*imported(ast.parse(file.read_text(encoding="utf-8")).body, True), *cimported(file)]:
            used = next((each for each in (name, name.rpartition(".")[0]) if each in known), user)
            if used != user:
                found[user, used] = found.get((user, used), False) or at_once
    return [Import(user, used, at_once) for (user, used), at_once in sorted(found.items())]


def imported(body: list[ast.stmt], at_once: bool) -> Iterator[tuple[str, bool]]:
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from imported(node.orelse, at_once)
        elif isinstance(node, ast.Import):
            yield from ((alias.name.removeprefix("paiju."), at_once) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("paiju."):
            home = f"{node.module}.".removeprefix("paiju.")
            yield from ((home + alias.name, at_once) for alias in node.names)
        else:
            inside = at_once and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for part in ("body", "orelse", "finalbody", "handlers", "cases"):
                yield from imported(getattr(node, part, []), inside)


def cimported(file: Path) -> Iterator[tuple[str, bool]]:
    twin = file.with_suffix(".pxd")
    text = twin.read_text(encoding="utf-8") if twin.exists() else ""
    for home, names in re.findall(r"^from paiju\.([\w.]+) cimport (.+)$", text, re.MULTILINE):
        yield from ((f"{home}.{name.split()[0]}", True) for name in names.strip("()").split(","))


def wrong_ways(found: list[Import]) -> list[str]:
    """Imports that lead upwards, each as a sentence."""
    order = list(LAYERS)
    return [
        f"paiju.{user} ({below}) imports paiju.{used} ({above}), which lies above it"
        for user, used, _ in found
        if (below := layer_of(user)) and (above := layer_of(used)) and order.index(above) > order.index(below)
    ]


# ---- the picture ----

WIDTH, LEFT, LINE, GAP, CELL, LETTER = 1100, 132, 24, 6, 32, 6.9
INK, QUIET, PAPER, WRONG = "#1c2b26", "#5d6f68", "#ffffff", "#b3152a"
TINTS = ("#e3efe9", "#f1f6f3")
PACKAGES = {
    "core": "#cfe3ff",
    "games": "#ffe2b8",
    "bots": "#e4d5f7",
    "arena": "#ffd3cf",
    "server": "#fff2a8",
    "chat": "#d3e8ea",
    "store": "#fbe0f0",
    "terminal": "#cdeccb",
    "commands": "#e0e0e0",
}


def picture(known: dict[str, Path], found: list[Import]) -> str:
    names = list(reversed(LAYERS))  # what people touch is on top
    rows, y = [], 86
    for name in names:
        boxes, height = laid_out(sorted(shown(known, name), key=lambda module: ("." in module, module)))
        rows.append((name, boxes, y, height))
        y += height
    matrix = WIDTH - CELL * len(names) - 40
    counts = Counter((layer_of(user), layer_of(used)) for user, used, _ in found)
    parts = [*frame(y + 30, names, matrix), *key()]
    for number, (name, boxes, top, height) in enumerate(rows):
        parts.append(rectangle(8, top, WIDTH - 16, height - 4, TINTS[number % 2], 6))
        parts.append(text(18, top + height / 2 + 2, name, "bold"))
        for module, x, dy, width in boxes:
            package, _, rest = module.partition(".")
            parts.append(rectangle(LEFT + x, top + dy, width, LINE - 4, PACKAGES.get(package, PAPER), 4))
            parts.append(text(LEFT + x + width / 2, top + dy + 14, rest or module, "middle"))
        parts += cells(number, name, names, counts, matrix, top + height / 2 - 2)
    return "\n".join([*parts, "</svg>", ""])


def shown(known: dict[str, Path], layer: str) -> Iterator[str]:
    """The modules of a layer, without packages in which nothing stands but their description."""
    for module, file in known.items():
        bare = file.name == "__init__.py" and len(ast.parse(file.read_text(encoding="utf-8")).body) <= 1
        if layer_of(module) == layer and not bare:
            yield module


def laid_out(names: list[str]) -> tuple[list[tuple[str, float, float, float]], int]:
    """Boxes for the modules of a layer, line by line: where each stands and how wide it is; and the layer's height."""
    room = WIDTH - LEFT - CELL * len(LAYERS) - 60
    boxes, x, y = [], 0.0, 8
    for name in names:
        width = len(name.partition(".")[2] or name) * LETTER + 16
        if x + width > room:
            x, y = 0.0, y + LINE
        boxes.append((name, x, y, width))
        x += width + GAP
    return boxes, y + LINE + 8


def frame(height: int, names: list[str], matrix: float) -> Iterator[str]:
    space = 'xmlns="http://www.w3.org/2000/svg"'
    yield f'<svg {space} viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">'
    yield rectangle(0, 0, WIDTH, height, PAPER, 0)
    yield text(18, 26, "The layers of paiju, and how many imports lead from each to those below", "title")
    for number, name in enumerate(names):
        x = matrix + CELL * (number + 0.5) - 2
        yield f'<text transform="translate({x:.0f} 80) rotate(-50)" fill="{QUIET}" font-size="10">{escape(name)}</text>'
    yield text(18, height - 10, "Made from the imports by tools/layers.py (make layers).", "quiet")


def key() -> Iterator[str]:
    x = 18
    for package, colour in PACKAGES.items():
        yield rectangle(x, 58, 12, 12, colour, 2)
        yield text(x + 18, 68, f"paiju.{package}", "quiet")
        x += 106


def cells(row: int, name: str, names: list[str], counts: Counter, matrix: float, y: float) -> Iterator[str]:
    """What a layer imports from each: the more, the larger the disc; a ring for itself, red where it leads upwards."""
    for column, other in enumerate(names):
        x, count = matrix + CELL * (column + 0.5), counts[name, other]
        if not count:
            continue
        colour = WRONG if column < row else QUIET if column == row else "#3f7d65"
        fill = PAPER if column == row else colour
        radius = min(5 + count**0.5, 14)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{colour}"/>'
        ink = colour if column == row else PAPER
        yield f'<text x="{x:.1f}" y="{y + 3.5:.1f}" text-anchor="middle" font-size="10" fill="{ink}">{count}</text>'


def rectangle(x: float, y: float, width: float, height: float, colour: str, round: int) -> str:
    edge = "" if colour in (*TINTS,) or not round else f' stroke="{QUIET}" stroke-width="0.5"'
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} rx="{round}" fill="{colour}"{edge}/>'


def text(x: float, y: float, words: str, kind: str) -> str:
    looks = {
        "title": f'font-size="15" font-weight="bold" fill="{INK}"',
        "bold": f'font-weight="bold" fill="{INK}"',
        "middle": f'text-anchor="middle" fill="{INK}"',
        "quiet": f'font-size="11" fill="{QUIET}"',
    }
    return f'<text x="{x:.1f}" y="{y:.1f}" {looks[kind]}>{escape(words)}</text>'


def main() -> None:
    known = modules()
    found = imports(known)
    PICTURE.write_text(picture(known, found), encoding="utf-8")
    sys.exit("\n".join(wrong_ways(found)) or 0)


if __name__ == "__main__":
    main()
