"""What every page keeps to: all can use it, seeing or not; it obeys the policy of the server; it holds no rule."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCES = [path for path in (ROOT / "web/src").rglob("*") if path.suffix in (".ts", ".svelte")]


def faults(screen):
    return screen.faults()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_page_and_the_form_of_options_can_be_used_by_everybody(open_screen, theme):
    screen = open_screen(color_scheme=theme)
    screen.go("/")
    screen.page.wait_for_selector("[data-play]")
    assert faults(screen) == ""
    screen.go("/new?game=hearts")
    screen.page.wait_for_selector("[data-open]")
    screen.page.wait_for_selector(".rules p[data-rule]")
    assert faults(screen) == ""


def test_chairs_results_and_rules_can_be_used_by_everybody(screen):
    screen.guest()
    table = screen.post("/tables", rules="poepen")["table"]
    for path, seen in ((f"/t/{table}", "[data-ready]"), ("/people", "h1"), ("/games/hearts", "p[data-rule]")):
        screen.go(path)
        screen.page.wait_for_selector(seen)
        assert faults(screen) == ""


def test_no_game_is_named_in_the_page():
    from paiju.games import BUILT_IN, find

    names = [*BUILT_IN, *(find(name).title for name in BUILT_IN)]
    words = {"hearts"}  # a suit as well: it may stand beside the other three
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for name in names:
            found = re.findall(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
            assert not found or (name.lower() in words and "diamonds" in text), f"{path.name} names {name}"


def test_types_are_those_of_the_wire():
    import runpy

    made = runpy.run_path(str(ROOT / "tools/page.py"))["types_text"]()
    assert (ROOT / "web/src/wire.ts").read_text(encoding="utf-8") == made, "make types"


def test_a_built_page_carries_nothing_inline(screen):
    """The policy would refuse it; and what is fetched once is kept, while the page is asked for anew."""
    told = screen.page.request.get(screen.url)
    assert "<style" not in told.text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", told.text())
    assert told.headers["cache-control"] == "no-cache"
    (asset,) = re.findall(r'src="(/assets/[^"]+)"', told.text())
    assert "immutable" in screen.page.request.get(screen.url + asset).headers["cache-control"]


def test_the_first_page_and_a_table_are_small(screen):
    """Bytes of JavaScript, gzipped; `screen` so that it is skipped where the page is not built."""
    import runpy

    first, table = runpy.run_path(str(ROOT / "benchmarks/page.py"))["sizes"]()
    assert first < 60_000
    assert table < 100_000


def test_without_a_build_the_page_says_how_to_build_it(tmp_path):
    from paiju.server.pages import NO_PAGE, built_files

    assert built_files(tmp_path) == {}
    assert "make page" in NO_PAGE
