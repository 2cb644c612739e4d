"""What stands under a finger stays there, and what is asked has the keys."""

import pytest

SEEN = 30_000
PHONE, DESK = (390, 844), (1280, 800)
SHIFTS = """window.shifted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifted += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll('[data-play]')].map((each) =>
    [each.dataset.play, Math.round(each.getBoundingClientRect().top + scrollY)]))"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
HAS_KEYS = "() => document.activeElement?.matches('.hand')"


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_games_do_not_move_when_it_is_told_late_what_is_unfinished(open_screen, size):
    screen, late, is_told = open_screen(*size), [], False
    page = screen.page

    def hold(route):
        route.continue_() if is_told else late.append(route)

    page.add_init_script(SHIFTS)
    table = screen.sit_down("hearts")
    page.route("**/api/v1/lobby*", hold)
    with page.expect_response("**/api/v1/games*"):
        screen.go("/")
    page.wait_for_selector("h1", timeout=SEEN)
    page.evaluate(TWO_FRAMES)  # the games are known, and whatever is drawn of them can be pressed
    before = page.evaluate(PLACES)
    is_told = True
    for route in late:
        route.continue_()
    page.wait_for_selector(f"a[href='/t/{table}']", timeout=SEEN)
    page.wait_for_selector("[data-play=hearts]", timeout=SEEN)
    after = page.evaluate(PLACES)
    assert {**after, **before} == after
    assert page.evaluate("() => window.shifted") < 0.01


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_games_do_not_move_when_a_table_comes_or_goes(open_screen, size):
    screen = open_screen(*size)
    page = screen.page
    first = screen.sit_down("hearts")
    screen.go("/")
    page.wait_for_selector(f"a[href='/t/{first}']", timeout=SEEN)
    places = page.evaluate(PLACES)
    later = screen.post("/tables", rules="poepen", is_public=False)["table"]
    page.wait_for_selector(f"a[href='/t/{later}']", timeout=SEEN)
    assert page.evaluate(PLACES) == places
    screen.post(f"/tables/{first}/requests", type="leave")
    page.wait_for_selector(f"a[href='/t/{first}']", state="detached", timeout=SEEN)
    assert page.evaluate(PLACES) == places


def test_games_are_there_when_the_house_does_not_tell_what_is_unfinished(screen):
    screen.page.route("**/api/v1/lobby*", lambda route: route.fulfill(status=500, body="{}"))
    screen.go("/")
    screen.page.wait_for_selector("[data-play=hearts]", timeout=SEEN)
    places = screen.page.evaluate(PLACES)
    screen.page.wait_for_selector("[role=alert]", timeout=SEEN)
    assert screen.page.evaluate(PLACES) == places
    screen.troubles.clear()  # that request


def test_hand_has_the_keys_when_one_has_come_to_a_table(screen):
    page = screen.page
    screen.go("/")
    page.click("[data-play=hearts]")
    page.wait_for_function(HAS_KEYS, timeout=SEEN)
    held = screen.cards()
    for key in ("Home", "Space", "ArrowRight", "Space", "ArrowRight", "Space", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("[data-ask=play]", timeout=SEEN)
    assert not {*held[:3]} & {*screen.cards()}
    page.wait_for_function(HAS_KEYS, timeout=SEEN)


@pytest.mark.parametrize("what", ["input", "dialog button"])
def test_question_takes_the_keys_from_nobody(screen, what):
    page = screen.page
    screen.sit_down("hearts")
    while screen.phase() == "give":
        was = screen.number()
        screen.answer_by_mouse()
        screen.wait_for_news(was)
    screen.wait_to_be_asked()
    screen.lift_enough()
    if what == "input":
        page.click("text=Chat")
        page.wait_for_selector("input", timeout=SEEN)
        page.focus("input")
    else:
        page.click("[aria-label=Settings]")
        page.focus("dialog button")
    was = screen.number()
    page.eval_on_selector("[data-answer]", "button => button.click()")
    screen.wait_for_news(was)
    screen.wait_to_be_asked()
    assert page.evaluate("what => document.activeElement.matches(what)", what)
