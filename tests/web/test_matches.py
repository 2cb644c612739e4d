"""Whole matches in a browser: by mouse, by keyboard and by touch. What may be answered is read from the page alone."""

import pytest

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


@pytest.mark.parametrize("rules", ["hearts:target=1", "shengji:deals=1", "poepen:peak=2"])
def test_a_match_by_keyboard_alone(screen, rules):
    screen.sit_down(rules)
    assert screen.play(screen.answer_by_keyboard) > 5


def test_a_match_by_touch_on_a_small_phone(open_screen):
    screen = open_screen(320, 640, touch=True)
    screen.sit_down("shengji:deals=1")
    assert screen.play() > 5
