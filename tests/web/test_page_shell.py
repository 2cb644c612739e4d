"""The page on a home screen: what it takes to be installed, what it keeps, and how it becomes a newer one."""

import json
import re
from io import BytesIO

import pytest

SEEN = 30_000


def test_the_shell_is_there_without_a_connection_and_holds_no_answer_of_the_house(screen):
    page = screen.page
    screen.go("/")
    page.wait_for_selector("[data-play]", timeout=SEEN)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("async () => (await caches.keys()).length === 1 && !!navigator.serviceWorker.controller")
    page.click("[data-play]")
    page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    table = page.url
    kept = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name))"
        ".keys()).map((each) => new URL(each.url).pathname)))).flat()"
    )
    assert [path for path in kept if path != "/" and not re.fullmatch(r"/assets/.*\.(js|css)", path)] == []
    page.context.set_offline(True)
    try:
        page.goto(screen.url)
        page.wait_for_selector("[data-offline]", timeout=SEEN)
        page.context.set_offline(False)
        page.wait_for_selector("[data-offline]", state="detached", timeout=SEEN)
        page.wait_for_selector("[data-play]", timeout=SEEN)
        page.context.set_offline(True)
        page.goto(table)  # in the middle of a match: one's chair waits
        page.wait_for_selector("[data-offline]", timeout=SEEN)
        assert not page.query_selector("[data-card]")
        page.context.set_offline(False)
        page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    finally:
        screen.troubles.clear()  # requests that failed while there was no connection


def test_the_page_can_be_installed(open_screen):
    """What chromium finds wrong: nothing, but that a browser without a memory installs nothing. Without windows it does
    not look."""
    screen = open_screen(whole=True)
    screen.go("/")
    screen.page.wait_for_selector("[data-play]", timeout=SEEN)
    screen.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    session = screen.page.context.new_cdp_session(screen.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in found] == ["in-incognito"]
    pictures = pytest.importorskip("PIL.Image")
    for icon in json.loads(manifest["data"])["icons"]:
        told = screen.page.request.get(screen.url + icon["src"])
        assert told.headers["content-type"] == icon["type"]
        if icon["sizes"] != "any":
            assert "x".join(map(str, pictures.open(BytesIO(told.body())).size)) == icon["sizes"]


def test_a_newer_page_is_told_and_loaded_when_somebody_wants_it(screen):
    """A worker of another name is a newer one to the browser."""
    page = screen.page
    screen.go("/")
    page.wait_for_function("() => !!navigator.serviceWorker?.controller")
    page.evaluate(
        "() => { window.isOld = true; return navigator.serviceWorker.register('/sw.js?newer').then(() => 0); }"
    )
    page.wait_for_selector(".notice button", timeout=SEEN)
    assert page.evaluate("() => window.isOld")  # nothing is loaded anew before that
    page.click(".notice button")
    page.wait_for_function("() => !window.isOld")
    page.wait_for_selector("[data-play]", timeout=SEEN)


@pytest.mark.parametrize("path", ["/", "/learn/hearts", "/t/nowhere"])
def test_the_brand_needs_no_font_and_keeps_its_name(screen, path):
    """Where there is no Chinese font, letters of it would be empty boxes."""
    screen.go(path)
    link = screen.page.wait_for_selector("header a[href='/']:has(svg[aria-label='牌局'])", timeout=SEEN)
    assert "牌" not in link.inner_text()
    assert screen.page.get_by_role("link", name="牌局").count() == 1
    screen.troubles.clear()  # the browser writes that there is no such table


def test_house_that_only_its_computer_can_open_shares_no_address_and_says_how_it_gets_one(screen):
    screen.go("/new?game=hearts")
    screen.page.click("[data-open]")
    screen.page.wait_for_selector("[data-share] >> text=paiju serve --lan", timeout=SEEN)
    assert not screen.page.query_selector("[data-share] svg, [data-share] input")
    assert screen.url not in screen.page.inner_text(".chairs")
