"""A house, a browser and a screen for each test. Without a chromium or a built page these tests are skipped."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
ROOT = Path(__file__).parent.parent.parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WHOLE = shutil.which("chromium") or shutil.which("chromium-browser") or ""
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE  # the one without windows starts and draws with less work


def missing() -> str:
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    if not CHROMIUM:
        return "no chromium is installed"
    return "" if (ROOT / "paiju/server/page/index.html").exists() else "the page is not built: make page"


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    if reason := missing():
        for item in items:
            if Path(item.fspath).parent == here and {"screen", "open_screen"} & {*getattr(item, "fixturenames", ())}:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    from house_client import ServerProcess

    limits = ("requests_a_second=1000", "guests_a_minute=1000", "messages_a_second=1000", "tables_a_person=100")
    game = str(ROOT / "examples/sevens.py")  # a sixth game, of which the page knows nothing
    with ServerProcess(tmp_path_factory.mktemp("house"), *limits, game=game) as server:
        yield server


@pytest.fixture(scope="session")
def chromium():
    """What to start a browser with."""
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="module")
def browser(chromium):
    """Closed before other tests may follow: its tool runs an event loop, beside which no other can be started."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(**chromium)


@pytest.fixture
def open_screen(house, browser):
    """More browsers, each somebody else; what went wrong in any of them fails the test."""
    from page_screen import Screen

    opened, screens = [], []

    def open(width=1280, height=800, touch=False, whole=False, **more):
        if whole and not WHOLE:
            pytest.skip("no chromium with windows is installed")
        within = browser
        if whole:
            within = browser.browser_type.launch(executable_path=WHOLE, args=FLAGS)
            opened.append(within)
        opened.append(within.new_context(viewport={"width": width, "height": height}, has_touch=touch, **more))
        screens.append(Screen(opened[-1].new_page(), house.url, touch))
        return screens[-1]

    yield open
    for each in reversed(opened):
        each.close()
    assert [trouble for screen in screens for trouble in screen.troubles] == []


@pytest.fixture
def screen(open_screen):
    return open_screen()
