"""How quick the page is: a real house and a real chromium, slowed down as a cheap phone on a poor line would be.

    python benchmarks/page.py            # the table of docs/benchmarks.md; needs a built page (make page)

The processor is slowed four times and the line is that of slow 4G (CDP: setCPUThrottlingRate,
emulateNetworkConditions). Sizes are what a browser fetches, compressed by gzip as the server sends it. Times are taken
inside the page, from one of its own clocks, and whoever taps and answers there is a few lines of script in the page:
nothing of the tool is in them. Processor time is that of the page's main thread, by the clock of the thread: what else
the machine does is not in it.
"""

from __future__ import annotations

import gzip
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "web")]

from house_client import ServerProcess  # noqa: E402
from page_screen import Screen  # noqa: E402

PAGE = ROOT / "paiju" / "server" / "page"
SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}  # slow 4G
ROUNDS, TAPS = 5, 20
WATCHED = 10, 100  # deals after which memory is looked at
LIMITS = ("requests_a_second=1000", "guests_a_minute=1000", "messages_a_second=1000", "tables_a_person=1000")
# From the event to the frame that shows what it did: two frames begin after the change is painted.
PAINTED = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
TAPPING = f"""async (taps) => {{
    const took = [];
    while (took.length < taps) {{
        const card = document.querySelector('.held:not(.barred)');
        const {{ left, top }} = card.getBoundingClientRect();
        const facts = {{ bubbles: true, button: 0, clientX: left + 6, clientY: top + 12 }};
        const began = performance.now();
        card.dispatchEvent(new PointerEvent('pointerdown', facts));
        card.dispatchEvent(new PointerEvent('pointerup', facts));
        {PAINTED}
        took.push(performance.now() - began);
        if (!document.querySelector('.held.lifted')) throw new Error('nothing was lifted');
        document.querySelector('[data-clear]').click();
        {PAINTED}
        if (document.querySelector('.held.lifted')) throw new Error('it was not put back');
    }}
    return took;
}}"""
# Every message of the socket is stamped before the page hears it, and again when its frame is painted.
WATCH = """() => {
    window.news = [];
    const listen = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
    Object.defineProperty(WebSocket.prototype, 'onmessage', { ...listen, set(hear) {
        listen.set.call(this, (event) => {
            const began = performance.now();
            hear.call(this, event);
            if (!event.data.includes('"news"')) return;
            requestAnimationFrame(() => requestAnimationFrame(() => window.news.push(performance.now() - began)));
        });
    } });
}"""
FRAMES = """(seconds) => new Promise((done) => {
    const times = [];
    const look = (now) => {
        times.push(now);
        now - times[0] < 1000 * seconds ? requestAnimationFrame(look) : done(times);
    };
    requestAnimationFrame(look);
})"""
# Somebody who plays whatever he may until so many deals are over, and once more when a match is; he waits between two
# looks at the page. He lives in it: a tool that asks from outside costs its main thread as much as the news.
PLAYING = """({ deals, wait }) => new Promise((done) => {
    const see = (what) => document.querySelector(what);
    let over = 0;
    const act = () => {
        const result = see('[data-result]');
        if (result && result !== window.lastResult) {
            window.lastResult = result;
            if (++over === deals) return done();
        }
        const press = see('[data-next]:not(:disabled)') ?? see('[data-answer]:not(:disabled)');
        const card = see('.page[data-asked=true] .held:not(.barred, .lifted)');
        if (press) press.click();
        else if (card) {
            card.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
            card.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0 }));
        }
        setTimeout(act, wait);
    };
    act();
})"""


def sizes() -> tuple[int, int]:
    """Gzipped JavaScript of the first page, and of a table besides, each with all it imports."""

    def needed(name: str, seen: set[str]) -> set[str]:
        if name not in seen:
            seen.add(name)
            for other in re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', (PAGE / "assets" / name).read_text("utf-8")):
                needed(other, seen)
        return seen

    entry = re.findall(r'src="/assets/([^"]+\.js)"', (PAGE / "index.html").read_text("utf-8"))
    first = needed(entry[0], set())
    (table,) = (PAGE / "assets").glob("Table-*.js")
    pressed = {
        name: len(gzip.compress((PAGE / "assets" / name).read_bytes(), 9)) for name in needed(table.name, {*first})
    }
    return sum(pressed[name] for name in first), sum(pressed.values())


@contextmanager
def visit(browser: Any, url: str, slowly: bool = True, speed: str = "none") -> Iterator[Screen]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    screen = Screen(context.new_page(), url)
    screen.page.add_init_script(f'localStorage.setItem(\'paiju settings\', \'{{"speed":"{speed}","lang":"en"}}\')')
    if slowly:
        slow_down(screen, SLOWER, LINE)
    yield screen
    context.close()


def slow_down(screen: Screen, rate: int, line: dict[str, Any] | None = None) -> None:
    session = screen.page.context.new_cdp_session(screen.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if line:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", line)


def first_visits(browser: Any, url: str) -> tuple[list[float], list[float]]:
    """From going to the address until the button can be pressed; from pressing it until a card is seen."""
    interactive, carded = [], []
    for _ in range(ROUNDS):
        with visit(browser, url) as screen:
            screen.go("/")
            screen.page.wait_for_selector("[data-play]")
            interactive.append(screen.page.evaluate("() => performance.now()"))
            began = screen.page.evaluate("() => performance.now()")
            screen.page.click("[data-play]")
            screen.page.wait_for_selector(".hand [data-card]", timeout=60_000)
            carded.append(screen.page.evaluate("() => performance.now()") - began)
    return interactive, carded


class MainThread:
    """How much processor time the page's main thread uses while this is entered, in milliseconds."""

    def __init__(self, browser: Any, screen: Screen):
        self.session, self.page = browser.new_browser_cdp_session(), screen.page
        self.events: list[dict[str, Any]] = []
        self.is_told = False
        self.session.on("Tracing.dataCollected", lambda told: self.events.extend(told["value"]))
        self.session.on("Tracing.tracingComplete", self.hear_all)

    def hear_all(self, _: Any) -> None:
        self.is_told = True

    def __enter__(self) -> MainThread:
        self.session.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel"]}})
        return self

    def __exit__(self, *_: Any) -> None:
        self.session.send("Tracing.end")
        while not self.is_told:
            self.page.wait_for_timeout(50)

    @property
    def milliseconds(self) -> float:
        named = {(e["pid"], e["tid"]) for e in self.events if e.get("args", {}).get("name") == "CrRendererMain"}
        tasks = (e for e in self.events if e["name"].endswith("::RunTask") and (e["pid"], e["tid"]) in named)
        return sum(e.get("tdur", 0) for e in tasks) / 1000


def taps(browser: Any, url: str) -> tuple[list[float], float]:
    """How long each took to be seen, and what it cost the main thread, with the card put back, on average."""
    with visit(browser, url, slowly=False) as screen:
        screen.sit_down("hearts")
        screen.wait_to_be_asked()
        slow_down(screen, SLOWER)
        with MainThread(browser, screen) as work:
            took = screen.page.evaluate(TAPPING, TAPS)
        return took, work.milliseconds / TAPS


def news_to_pixels(browser: Any, url: str, speed: str) -> tuple[list[float], float]:
    """Of every piece of news of a deal: how long it took to be seen; and what they cost the main thread on average."""
    with visit(browser, url, slowly=False, speed=speed) as screen:
        screen.page.add_init_script(f"({WATCH})()")
        screen.sit_down("hearts:target=1")
        screen.wait_to_be_asked()
        slow_down(screen, SLOWER)
        before = screen.page.evaluate("() => window.news.length")
        with MainThread(browser, screen) as work:
            screen.page.evaluate(PLAYING, {"deals": 1, "wait": 200})
        news = screen.page.evaluate("() => window.news")[before:]
        return news, work.milliseconds / len(news)


def dropped_frames(browser: Any, url: str) -> tuple[int, int]:
    """While tricks are played and fly away: frames that took longer than one and a half, of all that were due."""
    with visit(browser, url, slowly=False, speed="fast") as screen:
        screen.sit_down("hearts")
        dropped = due = 0
        for _ in range(4):
            screen.wait_to_be_asked()
            screen.answer_by_mouse()
            times = screen.page.evaluate(FRAMES, 2)
            gaps = [later - earlier for earlier, later in pairwise(times)]
            frame = statistics.median(gaps)
            due += round((times[-1] - times[0]) / frame)
            dropped += sum(round(gap / frame) - 1 for gap in gaps if gap > 1.5 * frame)
        return dropped, due


def memory(browser: Any, url: str) -> tuple[float, float]:
    """Megabytes of JavaScript after ten deals, when all caches are filled, and after a hundred; garbage collected."""
    with visit(browser, url, slowly=False) as screen:
        session = screen.page.context.new_cdp_session(screen.page)

        def used() -> float:
            session.send("HeapProfiler.collectGarbage")
            return session.send("Runtime.getHeapUsage")["usedSize"] / 1e6

        screen.sit_down("hearts:target=1000")
        found = []
        for played, deals in pairwise((0, *WATCHED)):
            screen.page.evaluate(PLAYING, {"deals": deals - played, "wait": 5})
            found.append(used())
        return found[0], found[1]


def row(what: str, took: list[float]) -> str:
    return f"| {what} | {statistics.median(took):.0f} ms ({min(took):.0f} to {max(took):.0f}) |"


def main(*words: str) -> None:
    from playwright.sync_api import sync_playwright

    first, table = sizes()
    print("| what | median (least to most) |\n| --- | ---: |")
    print(f"| JavaScript of the first page, gzipped | {first / 1000:.1f} kB |")
    print(f"| with a table | {table / 1000:.1f} kB |", flush=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder), *LIMITS) as house,
        sync_playwright() as tool,
    ):
        flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        browser = tool.chromium.launch(executable_path=tool_path(), args=flags)
        interactive, carded = first_visits(browser, house.url)
        print(row("first page until the button can be pressed", interactive))
        print(row("from there to the first card", carded), flush=True)
        tapped, tap_work = taps(browser, house.url)
        print(row("a tap until the card is lifted", tapped))
        print(f"| a tap and putting the card back, processor time | {tap_work:.0f} ms |", flush=True)
        for speed, how in (("none", "at once, one after another"), ("fast", "with short pauses, cards fly")):
            seen, news_work = news_to_pixels(browser, house.url, speed)
            print(row(f"news until it is seen, {how}", seen))
            print(f"| the same with an answer now and then, processor time | {news_work:.0f} ms |", flush=True)
        dropped, due = dropped_frames(browser, house.url)
        print(f"| frames dropped while tricks fly | {dropped} of {due} |", flush=True)
        if "--quick" not in words:
            before, after = memory(browser, house.url)
            print(f"| memory after {WATCHED[0]} and after {WATCHED[1]} deals | {before:.1f} MB, {after:.1f} MB |")
        browser.close()


def tool_path() -> str:
    import shutil

    return shutil.which("chromium") or shutil.which("chromium-browser") or sys.exit("no chromium is installed")


if __name__ == "__main__":
    main(*sys.argv[1:])
