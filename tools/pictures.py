"""The pictures of README and docs: real screens of the program, drawn without a terminal.

    python tools/pictures.py          # writes docs/pictures/*.svg

The person's seat is played by the house's bot up to a moment worth showing.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import Callable
from html import unescape
from pathlib import Path

from rich.cells import cell_len

from paiju.chairs import Chair
from paiju.core.chance import Random
from paiju.games import read_rules
from paiju.settings import Settings
from paiju.show import Style
from paiju.table import Table
from paiju.terminal.app import PaijuApp
from paiju.terminal.board import BoardScreen
from paiju.timing import HASTY

COLUMN = 12.2  # how wide one is in the picture
HOME = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Ann", "Bram", "Chen", "Dora", "Emre", "Fay")
# A picture: rules, seed, how many answers of the person come first, size, language, settings, keys pressed at the end.
PICTURES = {
    "hearts": ("hearts", 7, 5, (100, 30), "en", Settings(), ()),
    "gongzhu": ("gongzhu", 3, 6, (100, 30), "en", Settings(four_colours=True), ()),
    "shengji": ("shengji", 7, 6, (100, 30), "en", Settings(four_colours=True), ()),
    "poepen": ("poepen:players=5", 2, 3, (100, 30), "nl", Settings(), ()),
    "luzi": ("luzi", 4, 4, (100, 30), "zh", Settings(), ()),
    "small": ("luzi", 5, 3, (80, 24), "en", Settings(four_colours=True), ()),
    "hint": ("hearts", 7, 5, (80, 24), "en", Settings(), ("question_mark",)),
}


async def play_to(table: Table, answers: int, settled: Callable[[], bool]) -> None:
    """Let the house's bot answer for the person so many times, then wait until the person is asked again."""
    luck = Random(1)
    while True:
        await asyncio.sleep(0.02)
        if table.shown is None or table.unshown or not (view := table.view(0)).asks(0):
            continue
        if not answers and settled():
            return
        if answers:
            answers -= 1
            await table.answer(0, table.bots.house(view, luck))


async def take(name: str) -> None:
    rules, seed, answers, size, lang, settings, keys = PICTURES[name]
    game, options = read_rules(rules)
    chairs = [Chair(NAMES[seat], "" if seat == 0 else "steady") for seat in range(game.first(options).seats)]
    table = Table(game, options, chairs, seed, HASTY)
    names = tuple(chair.name for chair in chairs)
    app = PaijuApp([table.door(0)], Style(names=names, lang=lang, you=0), settings)
    async with app.run_test(size=size) as pilot:
        table.wish(0, None, HASTY)  # whatever the settings say
        async with asyncio.timeout(60):
            await play_to(table, answers, lambda: isinstance(app.screen, BoardScreen))
        await pilot.pause(0.5)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(3)
        save(app, name)


async def take_menu() -> None:
    app = PaijuApp(None, Style(), Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("down", "down")
        await pilot.pause(0.5)
        save(app, "menu")


def save(app: PaijuApp, name: str) -> None:
    """The picture without fonts from elsewhere: any font with letters of one width will do."""
    svg = app.export_screenshot(title=f"paiju {name}")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("<text ", '<text xml:space="preserve" ')  # some viewers would drop the blanks before a word
    svg = re.sub(r'textLength="[\d.]+"([^>]*)>([^<]*)<', as_wide_as_it_is, svg)
    svg = re.sub(r"Fira Code[^;,]*[;,]?", "", svg.replace("font-family: Fira Code", "font-family: monospace"))
    (HOME / f"{name}.svg").write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n", encoding="utf-8")
    print(f"{name}.svg")


def as_wide_as_it_is(text: re.Match[str]) -> str:
    """A Chinese sign takes two columns, of which the drawing program knows one."""
    columns = cell_len(unescape(text[2]))
    return f'textLength="{columns * COLUMN:.1f}"{text[1]}>{text[2]}<'


def main() -> None:
    HOME.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
        asyncio.run(take_menu())
        for name in PICTURES:
            asyncio.run(take(name))


if __name__ == "__main__":
    main()
