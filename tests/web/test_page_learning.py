"""Learning a game in the browser: a first deal that is explained, and exercises with reasons."""

import pytest
from test_page_screens import faults

SEEN = 30_000


def test_a_first_deal_is_explained_beside_the_table_and_can_be_taken_back(screen):
    page = screen.page
    screen.go("/learn/hearts")
    page.wait_for_selector("[data-check]", timeout=SEEN)
    assert faults(screen) == ""
    page.click("button[data-lesson]")
    page.wait_for_selector("section[data-lesson] >> text=A good answer now", timeout=SEEN)
    screen.wait_to_be_asked()
    assert faults(screen) == ""
    held, was = screen.cards(), screen.number()
    screen.answer_by_mouse()
    screen.wait_for_news(was)
    page.click("text=Take back")
    same = (
        "held => [...document.querySelectorAll('.hand [data-card]')].map((card) => card.dataset.card).join() === held"
    )
    page.wait_for_function(same, arg=",".join(held), timeout=SEEN)


def test_on_a_phone_the_lesson_lies_over_the_table_until_it_is_read(open_screen):
    screen = open_screen(320, 640, touch=True)
    screen.go("/learn/sevens")  # a game that says nothing of lessons
    screen.page.click("button[data-lesson]")
    screen.page.click("section[data-lesson] .main", timeout=SEEN)
    screen.page.wait_for_selector("section[data-lesson] .text", state="detached", timeout=SEEN)
    assert faults(screen) == ""


@pytest.mark.parametrize("game", ["shengji", "sevens"])
def test_an_exercise_by_keyboard_says_what_is_allowed_and_why_not(screen, game):
    page = screen.page
    screen.go(f"/learn/{game}")
    page.wait_for_selector("[data-check]", timeout=SEEN)
    page.focus(".exercise input")
    page.keyboard.press("Space")
    page.focus("[data-check]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".why .rule", timeout=SEEN).click()
    page.wait_for_selector("dialog .marked", timeout=SEEN)
    page.keyboard.press("Escape")
    seed = page.get_attribute(".exercise", "data-seed")
    page.click("[data-check]")
    page.wait_for_selector(f".exercise:not([data-seed='{seed}'])", timeout=SEEN)
    assert not page.query_selector(".why")
