"""Pictures people are seen by: chosen with the name or in the settings, and seen in other browsers."""

SEEN = 30_000


def drawn(seat, avatar):
    return f"[data-seat='{seat}'] img[data-avatar='{avatar}']"


def all_loaded(screen):
    """Every picture that is shown has come, and can be seen."""
    return screen.page.evaluate(
        "() => [...document.querySelectorAll('[data-avatar]')].every((each) => each.naturalWidth)"
    )


def test_a_picture_chosen_with_the_name_is_seen_at_the_table_by_all_and_after_a_reload(open_screen):
    ann, bob = open_screen(), open_screen(390, 844, touch=True)
    ann.guest("Ann")
    table = ann.post("/tables", rules="hearts", is_public=False, pace="relaxed")["table"]
    ann.go(f"/t/{table}")
    bob.go(f"/t/{table}")
    bob.page.fill("#name", "Bob")
    bob.page.click("summary:has-text('Your picture')")
    assert bob.page.is_checked("input[name=avatar][value='']")  # nobody has to
    bob.page.click("label[title=fox]")
    assert bob.faults() == ""
    bob.page.click("text=Come in")
    bob.page.click("text=Sit down")
    ann.page.wait_for_selector("li:has-text('Bob') img[data-avatar=fox]", timeout=SEEN)
    assert not ann.page.query_selector("li:has-text('Ann') img[data-avatar]")  # who chose nothing has a letter
    bob.page.click("[data-ready]")
    ann.page.click("[data-begin]")
    for screen in (ann, bob):
        screen.page.wait_for_selector(drawn(1, "fox"), timeout=SEEN)
        for seat in (2, 3):
            screen.page.wait_for_selector(drawn(seat, "robot"), timeout=SEEN)
        assert ann.page.inner_text("[data-seat='0'] .avatar").strip() == "A"
    ann.page.click("button[aria-label=Settings]")
    ann.page.click("summary:has-text('Your picture')")
    ann.page.click("label[title=owl]")
    for screen in (ann, bob):  # at once, in the middle of the match
        screen.page.wait_for_selector(drawn(0, "owl"), timeout=SEEN)
    for screen in (ann, bob):
        screen.page.reload()
        for seat, avatar in ((0, "owl"), (1, "fox"), (2, "robot")):
            screen.page.wait_for_selector(drawn(seat, avatar), timeout=SEEN)
        screen.page.wait_for_function(
            "() => [...document.querySelectorAll('[data-avatar]')].every((each) => each.naturalWidth)"
        )


def test_a_picture_is_chosen_by_keyboard_and_heard_by_its_name(open_screen):
    ann = open_screen()
    ann.set(lang="nl")
    ann.guest("Ann")
    ann.go("/people")
    ann.page.click("main section:first-of-type a")
    ann.page.focus("summary")
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    for name in ("kat", "hond", "vos"):
        ann.page.keyboard.press("ArrowRight")
        focused = ann.page.get_by_role("radiogroup", name="Jouw plaatje").get_by_role(
            "radio", name=name, exact=True, checked=True
        )
        focused.wait_for(timeout=SEEN)
    ann.page.wait_for_selector("h1 img[data-avatar=fox]", timeout=SEEN)
    ann.page.wait_for_selector("header img[data-avatar=fox]", timeout=SEEN)
    assert ann.faults() == ""
    told = ann.page.request.get(f"{ann.url}/api/v1/me").json()
    while told.get("avatar") != "fox":  # the last of them counts, however quick the keys were
        told = ann.page.request.get(f"{ann.url}/api/v1/me").json()
    ann.go("/")
    ann.page.wait_for_selector("header img[data-avatar=fox]", timeout=SEEN)


def test_a_picture_that_does_not_come_leaves_the_letter(open_screen):
    ann = open_screen()
    ann.guest("Ann")
    ann.post("/me/avatar", avatar="moon")
    ann.page.route("**/moon-*.svg", lambda route: route.abort())
    ann.go("/")
    ann.page.wait_for_selector("header .avatar:not(.drawn):has-text('A')", timeout=SEEN)
    ann.troubles.clear()  # the browser writes that it did not come


def test_the_first_page_fetches_no_picture_before_somebody_has_chosen_one(screen):
    asked = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.go("/")
    screen.page.wait_for_selector("[data-play]", timeout=SEEN)
    screen.page.click("header button")
    screen.page.wait_for_selector("dialog .settings select", timeout=SEEN)
    assert not [url for url in asked if url.endswith(".svg") and "icon" not in url]
