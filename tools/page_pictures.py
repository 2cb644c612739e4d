"""The pictures of the browser in README and docs: real tables of a real house, in a real chromium.

    python tools/page_pictures.py [NAME...]     # writes docs/pictures/*.png; needs a built page (make page)

Whoever sits there plays what the page offers, up to a moment worth showing.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "web")]

from begun import SECRET, begin_tables, sit_down_at  # noqa: E402
from house_client import ServerProcess  # noqa: E402
from page_screen import Screen  # noqa: E402

HOME = ROOT / "docs" / "pictures"
DESK, PHONE = (1280, 800), (390, 844)
# Resizing takes a frame or two; what moves for ever is not waited for.
SETTLED = """async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter((each) => each.effect.getTiming().iterations === 1);
    await Promise.all(moving.map((each) => each.finished));
}"""
LIMITS = ("requests_a_second=1000", "guests_a_minute=1000", "messages_a_second=1000", "tables_a_person=100")


def lies(number: int) -> Callable[[Screen], bool]:
    """So many plays lie on the table, and no result over them."""
    return lambda screen: screen.phase() != "result" and len(screen.page.query_selector_all(".play .laid")) >= number


def asks(kind: str) -> Callable[[Screen], bool]:
    return lambda screen: screen.phase() == kind


# A picture: rules, language, settings, how many answers come first at least, and what must be seen then.
PICTURES: dict[str, tuple[str, str, dict[str, Any], int, Callable[[Screen], bool]]] = {
    "hearts": ("hearts", "en", {}, 5, lies(3)),
    "gongzhu": ("gongzhu", "zh", {"fourColours": True}, 6, lies(3)),
    "shengji": ("shengji", "en", {"theme": "dark"}, 4, lies(3)),
    "poepen": ("poepen:players=5", "nl", {"deck": "classic"}, 3, lies(3)),
    "luzi": ("luzi", "en", {}, 5, lies(2)),
    "passing": ("hearts", "en", {}, 0, asks("give")),
    "bidding": ("poepen", "en", {"theme": "dark"}, 0, asks("bid")),
    "exposing": ("gongzhu", "en", {"theme": "dark"}, 0, asks("show")),
    "calling": ("shengji", "en", {}, 0, asks("call")),
    "burying": ("shengji", "en", {}, 0, asks("bury")),
    "result": ("gongzhu", "en", {}, 0, asks("result")),
}


def throw(screen: Screen) -> None:
    """Two cards of which one can be beaten."""
    for card in ("AC", "4C"):
        screen.tap(screen.page.wait_for_selector(f".held[data-card='{card}']"))
    screen.page.click("[data-answer]")
    screen.page.wait_for_selector(".explained")
    screen.wait_to_be_asked()


# From positions that begin there (tests/web/begun.py), and what is done first.
MOMENTS: dict[str, Callable[[Screen], None]] = {
    "throw": throw,
    "tribute": lambda screen: None,
    "blind": lambda screen: None,
    "set": lambda screen: screen.lift_a_card(),
}


def sat_down(browser: Any, url: str, lang: str = "en", **settings: Any) -> Screen:
    context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, has_touch=True)
    screen = Screen(context.new_page(), url)
    wishes = json.dumps({"speed": "none", "lang": lang, "sound": False, "theme": "light", **settings})
    screen.page.add_init_script(f"localStorage.setItem('paiju settings', '{wishes}')")
    return screen


def take_moment(browser: Any, url: str, name: str, token: str, table: str) -> None:
    screen = sat_down(browser, url)
    sit_down_at(screen, token, table)
    MOMENTS[name](screen)
    save_both(screen, name)


def take(browser: Any, url: str, name: str) -> None:
    rules, lang, settings, least, is_it = PICTURES[name]
    screen = sat_down(browser, url, lang, **settings)
    screen.sit_down(rules)
    answers = 0
    while True:
        result = screen.wait_to_be_asked()
        if answers >= least and is_it(screen):
            break
        was = screen.number()
        if result:
            screen.page.click("[data-next]")
        else:
            screen.answer_by_mouse()
        screen.wait_for_news(was)
        answers += 1
    save_both(screen, name)


def save_both(screen: Screen, name: str) -> None:
    """One table, seen at a desk and on a phone."""
    save(screen, f"{name}-desk")
    screen.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    save(screen, f"{name}-phone")
    screen.page.context.close()


def save(screen: Screen, name: str) -> None:
    """Once nothing moves any more; with few colours, which is small and looks the same."""
    from PIL import Image

    screen.page.evaluate(SETTLED)
    picture = Image.open(BytesIO(screen.page.screenshot())).convert("RGB").quantize(256, kmeans=2)
    picture.save(HOME / f"{name}.png", optimize=True)
    print(f"{name}.png", (HOME / f"{name}.png").stat().st_size)


def main(*names: str) -> None:
    import shutil

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or sys.exit("no chromium is installed")
    with tempfile.TemporaryDirectory() as folder:
        begun = begin_tables(Path(folder))
        take_all(chromium, Path(folder), begun, names or (*PICTURES, *MOMENTS))


def take_all(chromium: str, folder: Path, begun: dict[str, tuple[str, str]], names: Sequence[str]) -> None:
    from playwright.sync_api import sync_playwright

    with ServerProcess(folder, *LIMITS, f"secret={SECRET}") as house, sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name in names:
            take_moment(browser, house.url, name, *begun[name]) if name in MOMENTS else take(browser, house.url, name)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
