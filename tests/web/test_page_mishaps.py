"""What goes wrong in browsers: storage that is full, double clicks, lines cut at the wrong moment, wrong addresses."""

import json

import pytest

SEEN = 30_000
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
OFF = """for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });"""
GARBAGE = """Storage.prototype.getItem =
    () => '{"lang": "__proto__", "theme": null, "speed": [], "sound": {}}';"""
# Answers are lost on the way until `window.restore()`.
LOSES_ANSWERS = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (!text.includes('"answer"')) send.call(this, text);
        else if (window.cuts) this.close();
    };
    window.restore = () => (WebSocket.prototype.send = send);
}"""


def sent_answers(page):
    told = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: told.append(json.loads(text))))
    return lambda: [each["action"] for each in told if each["type"] == "answer"]


def posts_of(page):
    paths = []
    page.on("request", lambda request: request.method == "POST" and paths.append(request.url.split("/api/v1")[1]))
    return paths


def beyond(screen, what):
    """How far something is wider than its place."""
    return screen.page.eval_on_selector(what, "it => it.scrollWidth - it.clientWidth")


def lift_cards(screen):
    screen.wait_to_be_asked()
    while screen.page.query_selector("[data-answer]:disabled"):
        screen.lift_a_card()


@pytest.mark.parametrize("storage", [FULL, OFF, GARBAGE], ids=["full", "off", "garbage"])
def test_a_browser_that_keeps_nothing_plays_all_the_same(browser, house, storage):
    context, troubles = browser.new_context(), []
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.add_init_script(storage)
    page.goto(house.url)
    page.click("[aria-label=Settings]")
    page.select_option("dialog select:has(option[value=dark])", "dark")
    page.wait_for_selector("html[data-theme=dark]", state="attached", timeout=SEEN)
    page.keyboard.press("Escape")
    page.click("[data-play]")
    page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    assert page.get_attribute("html", "lang") == "en"
    assert troubles == []
    context.close()


@pytest.mark.parametrize("path", ["/t/%E0%A4%A", "/m/%ff", "/games/%E0%A4%A", "/learn/%", "/games/constructor"])
def test_an_address_that_was_written_wrongly_is_answered_in_words(screen, path):
    screen.go(path)
    screen.page.wait_for_selector("form, [role=alert]", timeout=SEEN)
    assert not screen.page.query_selector("[data-play]")
    screen.troubles[:] = [each for each in screen.troubles if "status of 4" not in each]


def test_an_address_that_leads_nowhere_shows_the_first_page_and_says_so(screen):
    screen.go("/nowhere/at/all")
    screen.page.wait_for_selector("[role=alert]:text('There is nothing at this address.')", timeout=SEEN)
    screen.page.wait_for_selector("[data-play]", timeout=SEEN)
    assert screen.faults() == ""
    screen.troubles.clear()  # the browser writes that there was nothing


def test_a_double_click_opens_one_table_for_one_guest(screen):
    paths = posts_of(screen.page)
    screen.go("/games/hearts")
    screen.page.dblclick("[data-play]")
    screen.page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    assert [path.split("?")[0] for path in paths].count("/tables") == 1
    assert [path.split("?")[0] for path in paths].count("/guest") == 1


def test_who_comes_by_a_link_is_one_guest_however_often_he_clicks(open_screen):
    ann, bob = open_screen(), open_screen()
    ann.guest("Ann")
    table = ann.post("/tables", rules="hearts", is_public=False)["table"]
    paths = posts_of(bob.page)
    bob.go(f"/t/{table}")
    bob.page.dblclick("form button")
    bob.page.click("text=Sit down")
    bob.page.dblclick("[data-ready]")
    bob.page.wait_for_selector("text=Not ready yet", timeout=SEEN)  # the second click took nothing back
    assert len(paths) == 1


def test_a_double_click_on_rematch_begins_one_match(screen):
    screen.sit_down("hearts:target=1")
    screen.play()
    screen.page.dblclick("text=Rematch")
    screen.page.wait_for_selector(".page[data-asked=true] .hand [data-card]", timeout=SEEN)


def test_an_answer_is_sent_once_though_its_button_is_pressed_again_when_the_line_is_cut(screen):
    page, answers = screen.page, sent_answers(screen.page)
    screen.sit_down("hearts")
    lift_cards(screen)
    page.evaluate(LOSES_ANSWERS)
    page.evaluate("() => { window.cuts = true; }")
    page.click("[data-answer]")
    page.wait_for_selector(".offline", timeout=SEEN)
    assert page.is_disabled("[data-answer]")
    page.keyboard.press("Enter")
    page.evaluate("() => window.restore()")
    page.wait_for_selector("[data-ask=play]", timeout=SEEN)  # three cards were passed
    assert len(answers()) == 1


def test_an_answer_under_way_when_another_tab_took_over_can_be_given_again(screen):
    page = screen.page
    screen.sit_down("hearts")
    lift_cards(screen)
    page.evaluate(LOSES_ANSWERS)
    page.click("[data-answer]")
    other = page.context.new_page()
    other.goto(page.url)
    page.wait_for_selector("text=another tab", timeout=SEEN)
    page.evaluate("() => window.restore()")
    was = screen.number()
    page.click("text=Play here")
    lift_cards(screen)
    page.click("[data-answer]")
    screen.wait_for_news(was)


def test_who_was_logged_out_elsewhere_is_asked_who_he_is(screen):
    page = screen.page
    page.add_init_script("""
        window.sockets = [];
        window.WebSocket = class extends WebSocket { constructor(url) { super(url); window.sockets.push(this); } };
    """)
    screen.sit_down("hearts")
    screen.wait_to_be_asked()
    page.context.clear_cookies()
    page.evaluate("() => window.sockets.at(-1).close()")
    page.wait_for_selector("#name", timeout=SEEN)
    assert not page.query_selector("[data-card]")
    screen.troubles.clear()  # the line that was refused


def test_who_the_house_has_no_time_for_does_not_become_somebody_else(screen):
    page = screen.page
    screen.sit_down("hearts")
    page.route("**/api/v1/me*", lambda route: route.fulfill(status=429, body="{}"))
    paths = posts_of(page)
    page.reload()
    page.wait_for_selector("text=Coming to the table", timeout=SEEN)
    page.unroute("**/api/v1/me*")
    page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    assert paths == []
    screen.troubles.clear()  # that request


def test_a_link_is_only_said_to_be_copied_when_it_was(screen):
    page = screen.page
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "document.execCommand = () => window.copies ?? false;"
    )
    screen.guest()
    table = screen.post("/tables", rules="hearts", is_public=False)["table"]
    address = {"url": "https://cards.example.org", "advice": ""}  # this house is found at its own computer only
    page.route("**/api/v1/house*", lambda route: route.fulfill(json=address))
    screen.go(f"/t/{table}")
    page.click("[data-copy]")
    page.wait_for_selector("text=copy it by hand", timeout=SEEN)
    assert page.evaluate("() => getSelection().toString()") == f"https://cards.example.org/t/{table}"
    assert not page.query_selector("[data-copy=yes]")
    page.evaluate("() => { window.copies = true; }")
    page.click("[data-copy]")
    page.wait_for_selector("[data-copy=yes]", timeout=SEEN)


def test_a_match_is_given_up_only_when_one_is_sure(screen):
    page = screen.page
    table = screen.sit_down("hearts")
    page.goto(screen.url)
    page.click("[data-give-up]")
    page.click("text=Keep it")
    page.wait_for_selector(f"a[href='/t/{table}']", timeout=SEEN)
    page.click("[data-give-up]")
    page.click("[data-sure]")
    page.wait_for_selector(f"a[href='/t/{table}']", state="detached", timeout=SEEN)


def test_long_words_and_names_stay_where_they_belong(open_screen):
    ann, eve = open_screen(320, 640), open_screen()
    ann.guest("W" * 24)
    table = ann.post("/tables", rules="hearts", is_public=False)["table"]
    ann.go(f"/t/{table}")
    ann.page.click("text=Keep for")
    ann.page.wait_for_selector("li form input:focus", timeout=SEEN)
    assert beyond(ann, ".middle") == 0
    eve.guest("\u05e9\u05dc\u05d5\u05dd (1)")
    eve.post(f"/tables/{table}/requests", type="sit")
    ann.post(f"/tables/{table}/requests", type="begin")
    ann.wait_to_be_asked()
    ann.page.click("[aria-label='Log, chat, scores']")
    eve.post(f"/tables/{table}/requests", type="say", text="W" * 100)
    ann.page.wait_for_selector(".line.say", timeout=SEEN)
    assert beyond(ann, ".scroll") == 0
