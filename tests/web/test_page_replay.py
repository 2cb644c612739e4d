"""A finished match in the browser: gone through again, checked, played again, sent to be looked at."""

import re

import pytest
from page_screen import Screen
from test_page_screens import faults

SEEN = 30_000


@pytest.fixture(scope="module")
def past(house, browser):
    """A browser in which a match was played from the form, and its id."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    screen = Screen(context.new_page(), house.url)
    screen.go("/new?game=hearts&options=target%3D1")
    screen.page.select_option("[aria-label='which bots']", "steady")
    screen.page.click("[data-alone]")
    screen.page.wait_for_selector(".hand", timeout=SEEN)
    (match,) = re.findall(r"/t/(\w+)", screen.page.url)
    screen.play()
    yield screen, match
    context.close()
    assert screen.troubles == []


@pytest.fixture
def screen(past):
    """What the fixture of this name is to other tests: a browser, so that these are skipped where there is none."""
    return past[0]


def look_back(past, where=""):
    screen, match = past
    screen.go("/")  # a new hash alone would load nothing
    screen.go(f"/m/{match}{where}")
    screen.page.wait_for_selector(".felt [data-seat]", timeout=SEEN)
    return screen.page


def test_a_link_leads_to_a_trick_as_a_seat_saw_it(screen, past):
    page = look_back(past, "?seat=2#d1t5")
    assert page.input_value("[data-seen]") == "2"
    assert len(page.query_selector_all(".hands .held")) == 9
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**/m/*?seat=2#d1t6", timeout=SEEN)
    assert len(page.query_selector_all(".hands .held")) == 8
    page.select_option("[data-seen]", "")
    page.wait_for_selector(".hands li:nth-child(4)", timeout=SEEN)  # all hands are open, at the same trick
    page.wait_for_url("**/m/*#d1t6", timeout=SEEN)
    page.click("[aria-label='trick 13']")
    page.wait_for_selector(".hands .held:only-child", timeout=SEEN)


def test_the_page_proves_that_the_deal_was_fair_and_used_our_value(screen, past):
    page = look_back(past)
    page.click("[data-proof]")
    page.wait_for_selector("[data-flaw='']", timeout=SEEN)
    assert "its own value was used" in page.inner_text("[data-flaw]")
    assert faults(screen) == ""


def test_other_choices_and_the_worlds_behind_them(screen, past):
    page = look_back(past, "#d1t3")
    page.keyboard.press("ArrowRight")
    page.click("[data-choices]")
    page.wait_for_selector("tr.made", timeout=SEEN)
    page.click("details summary")
    assert page.query_selector_all("details li .values")
    assert faults(screen) == ""


def test_a_record_is_sent_and_looked_at_and_nonsense_is_refused_in_words(screen, past, tmp_path):
    page = screen.page
    record = page.request.get(f"{screen.url}/api/v1/matches/{past[1]}/record").text()
    good, bad = tmp_path / "good.paiju", tmp_path / "bad.paiju"
    good.write_text(record, encoding="utf-8")
    bad.write_bytes(bytes(range(256)) * 40)
    screen.go("/look")
    page.wait_for_selector("textarea", timeout=SEEN)
    assert faults(screen) == ""
    page.set_input_files("input[type=file]", str(bad))
    page.wait_for_selector("[role=alert]", timeout=SEEN)
    screen.troubles.clear()  # the browser writes that a request was refused
    page.set_input_files("input[type=file]", str(good))
    page.wait_for_selector(".felt [data-seat]", timeout=SEEN)
    assert len(page.query_selector_all(".hands li")) == 4
    page.click("[data-analyse]")  # bots judge it too, some moves at a time
    page.wait_for_selector(".cost, :text('No play of this deal cost')", timeout=4 * SEEN)
    page.keyboard.press("End")
    page.click("[data-choices]")
    page.wait_for_selector("tr.made", timeout=SEEN)
    assert faults(screen) == ""


def paste(page, text):
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
            const isFree = document.querySelector("textarea").dispatchEvent(pasted);
            if (isFree) throw Error("the box shows it");
        }""",
        text,
    )


def test_a_long_text_that_is_pasted_is_read_as_a_file_is_and_one_that_is_too_long_is_refused(screen, past, tmp_path):
    """Neither gets into the box, where it would take seconds to lay out; the house is not asked about the second."""
    page = screen.page
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/records" in request.url else None)
    screen.go("/look")
    page.wait_for_selector("textarea", timeout=SEEN)
    paste(page, "0 play QS\n" * 300_000)
    page.wait_for_selector("[role=alert] >> text=This is too long: 500,000 characters are read at most.", timeout=SEEN)
    large = tmp_path / "large.paiju"
    large.write_text("x" * 3_000_000, encoding="utf-8")
    page.set_input_files("input[type=file]", str(large))
    page.wait_for_selector("[role=alert] >> text=This is too long", timeout=SEEN)
    assert asked == []
    record = page.request.get(f"{screen.url}/api/v1/matches/{past[1]}/record").text()
    paste(page, record + "\n" * 20_000)
    page.wait_for_selector(".felt [data-seat]", timeout=SEEN)


def test_a_deal_is_played_again_by_one_click(screen, past):
    page = look_back(past, "?seat=1")
    held = sorted(card.get_attribute("data-card") for card in page.query_selector_all(".hands [data-card]"))
    page.click("[data-again]")
    page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    assert sorted(screen.cards()) == held


def test_the_proof_is_one_click_away_after_each_deal(open_screen):
    screen = open_screen()
    screen.sit_down("poepen:peak=2")
    screen.play(deals=1)
    screen.page.click("[data-proof]")
    screen.page.wait_for_selector("dialog [data-flaw='']", timeout=SEEN)
    assert faults(screen) == ""
