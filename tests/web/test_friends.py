"""Friends in one network: their computers, each in a network namespace, reach a house by the code in its terminal.

There http is no secure context, so browsers have no clipboard and no cryptography: the page does without.
"""

from __future__ import annotations

import re
import stat
from contextlib import ExitStack

import pytest
from networks import IPV4, IPV6, HomeNetwork, missing
from page_screen import Screen, play_in_turn
from phone_camera import read_code
from pseudo_terminal import Terminal

SEEN = 30_000
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


class HouseWindow(Terminal):
    code = ""  # what a phone's camera reads in it


@pytest.fixture(scope="module")
def home():
    """A house, a desk and a phone."""
    with HomeNetwork("house", "desk", "phone") as network:
        yield network


@pytest.fixture(scope="module")
def terminal(home, tmp_path_factory):
    """The window in which somebody has just opened the house for the others."""
    folder = tmp_path_factory.mktemp("house")
    limits = [flag for name in ("requests_a_second", "messages_a_second") for flag in ("--set", f"{name}=1000")]
    window = HouseWindow(folder, "serve", "--data", str(folder), *limits, before=home.at("house"))
    window.until("[Y/n]")
    window.type("y\n")
    window.until("from anywhere")
    while (code := seen_code(window)) is None:
        window.read()
    window.code = code
    yield window
    window.process.terminate()
    assert window.ended() == 0
    assert "Traceback" not in window.seen
    window.close()


def seen_code(window) -> str | None:
    """None: it is still being drawn."""
    try:
        return read_code(window.seen) or None
    except (AssertionError, ValueError):
        return None


@pytest.fixture
def open_screen(home, tmp_path, request, chromium):
    """A browser at one of the computers: what it opens, it reaches from there alone."""
    from playwright.sync_api import sync_playwright

    screens = []
    with sync_playwright() as playwright, ExitStack() as opened:

        def open(computer, width=1280, height=800, touch=False):
            start = tmp_path / computer
            start.write_text(f'#!/bin/sh\nexec {" ".join(home.at(computer))} {chromium["executable_path"]} "$@"\n')
            start.chmod(start.stat().st_mode | stat.S_IXUSR)
            browser = playwright.chromium.launch(**chromium | {"executable_path": str(start)})
            opened.callback(browser.close)
            page = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch).new_page()
            screens.append(Screen(page, request.getfixturevalue("terminal").code, touch))
            return screens[-1]

        yield open
    assert [trouble for screen in screens for trouble in screen.troubles] == []


def come_in(screen, name: str) -> None:
    screen.page.fill("#name", name)
    screen.page.click("form button[type=submit]")
    screen.page.wait_for_selector("[data-share]", timeout=SEEN)


def shared(screen) -> str:
    return screen.page.wait_for_selector("[data-share^=http]", timeout=SEEN).get_attribute("data-share")


def lacks(screen) -> list[str]:
    """What browsers have on secure pages only, of what a page may want."""
    return screen.page.evaluate(
        "() => [isSecureContext || 'secure', crypto.subtle || 'subtle', navigator.clipboard || 'clipboard',"
        " navigator.serviceWorker || 'worker', navigator.share || 'share'].filter((each) => typeof each === 'string')"
    )


def test_friends_in_one_network_play_a_fair_deal_by_the_code_in_the_terminal(terminal, open_screen):
    assert terminal.code == f"http://{IPV4}.1:8000"
    ann, bob = open_screen("desk"), open_screen("phone", 390, 844, touch=True)
    ann.go("/new?game=hearts&options=target%3D1")
    assert lacks(ann) == ["secure", "subtle", "clipboard", "worker", "share"]
    ann.page.click("[data-open]")
    link = shared(ann)
    assert link.startswith(f"{terminal.code}/t/")
    bob.page.goto(link)
    come_in(bob, "Bob")
    bob.page.click("text=Sit here >> nth=0")
    bob.page.click("[data-ready]")
    ann.page.wait_for_selector("text=Bob", timeout=SEEN)
    ann.page.click("[data-begin]")
    play_in_turn(ann, bob)
    for each in (ann, bob):
        each.go(f"/m/{link.rpartition('/')[2]}")
        each.page.click("[data-proof]")
        each.page.wait_for_selector("[data-flaw='']", timeout=SEEN)
        assert "its own value was used" in each.page.inner_text("[data-flaw]")
        assert not each.page.evaluate("isSecureContext")
    names = [each.page.inner_text(".players") for each in (ann, bob)]
    assert names[0] == names[1]
    assert {len(each.page.context.cookies()) for each in (ann, bob)} == {1}
    assert ann.page.context.cookies()[0]["value"] != bob.page.context.cookies()[0]["value"]


def test_link_is_copied_where_there_is_no_clipboard(terminal, open_screen):
    screen = open_screen("desk")
    screen.go("/new?game=hearts")
    screen.page.click("[data-open]")
    link = shared(screen)
    screen.page.click("[data-copy]")
    screen.page.wait_for_selector("[data-copy=yes]", timeout=SEEN)
    assert screen.page.evaluate("getSelection().toString()") == link
    screen.page.evaluate("document.execCommand = () => false")  # as where a browser forbids that too
    screen.page.click("[data-copy]")
    screen.page.wait_for_selector("text=The link is selected: copy it by hand.", timeout=SEEN)
    assert screen.page.evaluate("getSelection().toString()") == link


def test_own_computer_shares_address_in_network(terminal, open_screen):
    """The browser of the house's own computer is at localhost, which is another computer to everybody else."""
    ann, bob = open_screen("house"), open_screen("phone", 390, 844, touch=True)
    ann.url = "http://localhost:8000"
    ann.go("/new?game=hearts")
    ann.page.click("[data-open]")
    link = shared(ann)
    assert link == ann.page.url.replace(ann.url, terminal.code)
    assert ann.page.query_selector(".share svg")
    bob.page.goto(link)
    come_in(bob, "Bob")
    assert shared(bob) == link
    bob.page.goto(link.replace(terminal.code, f"http://[{IPV6}:1]:8000"))  # the same table by IPv6
    come_in(bob, "Bo")
    assert re.match(r"http://\[fd77:", shared(bob))
