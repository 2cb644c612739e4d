"""Whole matches in a browser: by mouse, by keyboard and by touch. What may be answered is read from the page alone."""

import pytest

from paiju.languages import translate

SHORT = {
    "hearts": "hearts:target=20",
    "gongzhu": "gongzhu:hands=1",
    "shengji": "shengji:deals=1",
    "poepen": "poepen:rounds=down",
    "luzi": "luzi:players=4",
    "sevens": "sevens:target=1",
}
DEALS = {"luzi": 2}  # no rule set of it is short: here two deals will do


@pytest.mark.parametrize("game", SHORT)
def test_a_match_by_mouse_that_everybody_could_play(screen, game):
    """In every phase axe finds nothing to mend, by day or by night, and what is seen fits into the window."""
    faults = {}

    def look():
        if (phase := screen.phase()) not in faults:
            faults[phase] = ""
            for theme in ("light", "dark"):
                screen.page.emulate_media(color_scheme=theme)
                faults[phase] += screen.faults()
            assert screen.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    screen.sit_down(SHORT[game], "random" if game == "sevens" else "steady")
    assert screen.play(deals=DEALS.get(game, 0), look=look) > 5
    assert game in DEALS or screen.page.query_selector("[data-result=match]")
    assert len(faults) > 1
    assert "".join(faults.values()) == "", faults


# Shorter still, for each answer takes many keys.
SHORTEST = {**SHORT, "hearts": "hearts:target=1", "poepen": "poepen:peak=2"}
PHONES = {"hearts": (320, 640), "gongzhu": (390, 844), "shengji": (320, 640), "poepen": (390, 844), "luzi": (320, 640)}


@pytest.mark.parametrize("game", PHONES)
def test_a_match_by_keyboard_alone(screen, game):
    screen.sit_down(SHORTEST[game])
    assert screen.play(screen.answer_by_keyboard, deals=1 if game in DEALS else 0) > 5


@pytest.mark.parametrize("game", PHONES)
def test_a_match_by_touch_on_a_phone(open_screen, game):
    screen = open_screen(*PHONES[game], touch=True)
    screen.sit_down(SHORTEST[game])
    assert screen.play(deals=1 if game in DEALS else 0) > 5


@pytest.mark.parametrize("lang", ["zh", "nl"])
def test_a_match_in_another_language(open_screen, lang):
    screen = open_screen()
    screen.speak(lang)
    screen.sit_down("poepen:peak=2")
    assert screen.play() > 5
    assert screen.page.get_attribute("html", "lang") == lang
    assert screen.page.inner_text("[data-next]") == translate(lang, "Rematch")


# What moves, and how far, in parts of the window.
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((seen) => {
        for (const shift of seen.getEntries())
            window.shifts.push([shift.value, ...shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? '')]);
    }).observe({ type: 'layout-shift' });
}"""
SEEN_SHIFT = 0.01  # the figure nine needs less room than ten, and that is all that may move


@pytest.mark.parametrize("rules", ["hearts", "shengji"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_nothing_else_moves_when_cards_are_played(open_screen, size, rules):
    """Whether or not somebody has just pressed something: hands, tricks, players and buttons have their places."""
    screen = open_screen(*size)
    screen.sit_down(rules)
    played = 0
    while played < 6:
        if screen.wait_to_be_asked():  # a deal that nobody called is over at once
            screen.go_on()
            continue
        if screen.phase() == "play":
            played += 1
            if played == 1:
                screen.page.evaluate(SHIFTS)
        was = screen.number()
        screen.answer_by_mouse()
        screen.wait_for_news(was)
    screen.wait_to_be_asked()
    assert [shift for shift in screen.page.evaluate("() => window.shifts") if shift[0] > SEEN_SHIFT] == []


def test_forced_cards_are_played_for_who_wishes_so(open_screen):
    screen = open_screen()
    screen.set(automatic=True)
    screen.sit_down("hearts:target=1")
    asked = []
    screen.play(deals=1, look=lambda: asked.append(len(screen.page.query_selector_all(".held:not(.barred)"))))
    assert all(number > 1 for number in asked[:-1])  # at last nothing is held
