"""The pictures of Discord in docs: what the bot really sent to the stand-in of the tests, set as Discord sets it.

python tools/chat_pictures.py     # writes docs/pictures/discord-*.png; needs chromium
"""

from __future__ import annotations

import asyncio
import base64
import html
import re
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests" / "chat"), str(ROOT / "tests")]

import pytest  # noqa: E402
from discord_standin import Shown  # noqa: E402
from guilds import Chatter, chat_guild  # noqa: E402

HOME = ROOT / "docs" / "pictures"
WIDTH = 620
MESSAGES, DRAWN = 4, 12  # in the thread, and cards in a hand, before a moment is worth showing
NAMES = {"1": "Ann", "2": "Bob"}
LOOKS = """
body { margin: 0; width: 620px; background: #313338; color: #dbdee1; font: 15px/1.4 "DejaVu Sans", sans-serif }
.message { display: flex; gap: 14px; padding: 10px 16px }
.face { flex: none; width: 38px; height: 38px; border-radius: 50%; background: #1f6f54; color: #fff;
        font-size: 20px; line-height: 38px; text-align: center }
.name { font-weight: bold; color: #f2f3f5 } .app { background: #5865f2; color: #fff; font-size: 10px; padding: 1px 4px;
        border-radius: 3px; margin-left: 5px }
img { display: block; max-width: 480px; margin-top: 6px; border-radius: 8px }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px }
.button { background: #4e5058; color: #fff; padding: 6px 14px; border-radius: 4px; font-size: 14px }
.main { background: #5865f2 }
.menu { background: #1e1f22; border-radius: 4px; padding: 8px 12px; width: 380px; color: #949ba4; font-size: 14px }
.menu b { float: right; font-weight: normal }
.text { white-space: pre-wrap }
.mention { background: #3c4270; color: #c9cdfb; border-radius: 3px; padding: 0 2px }
.alone { color: #949ba4; font-size: 12px; margin-top: 6px }
"""


# ---- what people see ----


async def moments() -> dict[str, list[Shown]]:
    """Messages as they stand at a few moments of two matches."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        async with chat_guild(Path(folder), patch, pace=0.2) as guild:
            discord, ann, bob = guild.discord, guild.member("1", "Ann"), guild.member("2", "Bob")
            await ann.slash("join", "hearts:passing=off")
            ann.channel = bob.channel = thread = await guild.thread()
            await bob.slash("join")
            await ann.slash("start")
            players = [Chatter(guild, ann, "slash", 1), Chatter(guild, bob, "slash", 1)]
            while True:
                player = await discord.until(lambda: next((each for each in players if each.is_asked()), None))
                is_far = len(discord.in_channel(thread)) > MESSAGES and player.sitting.latest.scene.trick.plays
                if player is players[0] and is_far:
                    break
                await player.answer()
            await guild.quiet()
            found = {"thread": discord.in_channel(thread)[-3:], "hand": [await ann.slash("hand")]}
            found["table"] = [await ann.slash("table")]
            cem = guild.member("3", "Cem")
            await cem.says("$join shengji")
            cem.channel = thread = await guild.thread(1)
            await guild.quiet()
            await cem.says("$start")
            drawer = Chatter(guild, cem, "$")
            await discord.until(lambda: has_drawn(drawer))
            found["draw"] = [discord.in_channel(thread)[-1], cem.direct_messages()[-1]]
            return found


def has_drawn(drawer: Chatter) -> bool:
    latest = drawer.sitting and drawer.sitting.latest
    return bool(latest and latest.scene.places[latest.scene.viewer].count >= DRAWN)


# ---- how it looks ----


def page(messages: list[Shown]) -> str:
    return f"<style>{LOOKS}</style>" + "".join(map(message, messages))


def message(shown: Shown) -> str:
    alone = '<div class="alone">Only you can see this</div>' if shown.viewer else ""
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(data).decode()}">'
        for data in shown.payload.get("pictures", [])
    )
    rows = "".join(f'<div class="row">{"".join(map(item, row["components"]))}</div>'
                   for row in shown.payload.get("components") or [])  # fmt: skip
    return (
        '<div class="message"><div class="face">♠</div><div><span class="name">paiju</span><span class="app">APP</span>'
        f"<div class='text'>{text(shown.text)}</div>{images}{rows}{alone}</div></div>"
    )


def text(content: str) -> str:
    """Escapes, mentions, times and line breaks: all the markup that the bot uses."""
    safe = html.escape(content)
    safe = re.sub(r"&lt;@(\d+)&gt;", lambda found: f'<span class="mention">@{NAMES.get(found[1], "Cem")}</span>', safe)
    safe = re.sub(r"&lt;t:\d+:R&gt;", '<span class="mention">in 20 seconds</span>', safe)
    safe = re.sub(r"&lt;(https?://[^&]+)&gt;", r'<span class="mention">\1</span>', safe)
    return re.sub(r"\\(.)", r"\1", safe)


def item(each: dict[str, Any]) -> str:
    if each["type"] == 3:
        return f'<div class="menu">{html.escape(each["placeholder"])}<b>⌄</b></div>'
    return f'<div class="button{" main" if each["style"] == 1 else ""}">{html.escape(each["label"])}</div>'


def main() -> None:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or sys.exit("no chromium is installed")
    found = asyncio.run(moments())
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        screen = browser.new_page(viewport={"width": WIDTH, "height": 100})
        for name, messages in found.items():
            screen.set_content(page(messages))
            taken = Image.open(BytesIO(screen.screenshot(full_page=True))).convert("RGB").quantize(128, kmeans=2)
            taken.save(HOME / f"discord-{name}.png", optimize=True)
            print(f"discord-{name}.png", (HOME / f"discord-{name}.png").stat().st_size)
        browser.close()


if __name__ == "__main__":
    main()
