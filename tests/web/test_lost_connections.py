"""In the middle of every phase: the page is loaded again, the line is cut. Nothing is lost, nothing is done twice."""

from collections import Counter

import pytest
from cut import Line
from page_screen import ASKED

SEEN = 30_000
PHASES = {"gongzhu:hands=1": {"give", "show", "play"}, "shengji:deals=1": {"bury", "play"}, "poepen": {"bid", "play"},
          "poepen:peak=1": {"bid"},  # blind
          "luzi:players=4": {"play"}, "hearts": {"give", "play"}}  # fmt: skip


def settled(screen):
    """What is held and asked, once it is there."""
    screen.page.wait_for_selector(".page[data-asked=true] [data-ask]", timeout=SEEN)
    return screen.cards(), screen.page.inner_text(".question")


def forgive(screen):
    """The browser tells of the cut line, and of nothing else; closed, it tells no more of a line that is gone."""
    screen.page.close()
    assert all("WebSocket" in each or "ERR_" in each for each in screen.troubles)
    screen.troubles.clear()


def cut_and_mend(screen, line):
    line.cut()
    screen.page.wait_for_selector(".offline", timeout=SEEN)
    line.mend()
    screen.page.wait_for_selector(".offline", state="detached", timeout=SEEN)


@pytest.mark.parametrize("rules", PHASES)
def test_every_phase_outlives_a_reload_and_a_cut_line(open_screen, house, rules):
    screen, wanted = open_screen(), set(PHASES[rules])
    with Line(house.port) as line:
        screen.url = line.url
        screen.sit_down(rules)
        while wanted:
            assert screen.wait_to_be_asked() == "", f"the deal went by without {wanted}"
            before = settled(screen)
            phase = screen.page.get_attribute("[data-ask]", "data-ask")
            if phase in wanted:
                wanted.remove(phase)
                screen.page.reload()
                assert settled(screen) == before
                line.cut()
                screen.page.wait_for_selector(".offline", timeout=SEEN)
                if phase == "play":  # what is answered now is sent when there is somebody to hear it
                    screen.choose_and_press()
                line.mend()
                screen.page.wait_for_selector(".offline", state="detached", timeout=SEEN)
                if phase == "play":
                    fewer = f"() => document.querySelectorAll('.hand [data-card]').length < {len(before[0])}"
                    screen.page.wait_for_function(fewer, timeout=SEEN)
                    break
                assert settled(screen) == before
            was = screen.number()
            screen.answer_by_mouse()
            screen.wait_for_news(was)
    forgive(screen)


def test_no_connection_is_said_no_longer_than_there_is_none(open_screen, house):
    """Nothing is asked of the house but over the socket, which has come back."""
    screen = open_screen()
    with Line(house.port) as line:
        screen.url = line.url
        screen.sit_down("hearts")
        settled(screen)
        line.cut()
        screen.page.wait_for_selector("[data-offline]", timeout=SEEN)
        line.mend()
        screen.page.wait_for_selector(".offline", state="detached", timeout=SEEN)
        screen.page.wait_for_selector("[data-offline]", state="detached", timeout=SEEN)
    forgive(screen)


DRAWN = 25  # cards that each has when Sheng Ji's draw is over


def hold(screen, number):
    """The cards held, once there are so many; who is alone with bots and can call is waited for, so he answers."""
    enough = f"document.querySelectorAll('.hand [data-card]').length >= {number}"
    while not screen.page.evaluate(enough):
        screen.page.wait_for_function(f"() => {enough} || document.querySelector('{ASKED}')", timeout=SEEN)
        if screen.page.query_selector(ASKED):
            was = screen.number()
            screen.answer_by_mouse()
            screen.wait_for_news(was)
    return Counter(screen.cards())


def test_cards_are_drawn_on_through_a_reload_and_a_cut_line(open_screen, house):
    """Nobody waits for who is away from a draw: it goes on, and he holds what he drew, before and meanwhile."""
    screen = open_screen()
    screen.set(speed="slow")
    with Line(house.port) as line:
        screen.url = line.url
        table = screen.sit_down("shengji:deals=1")

        def wish(draw):
            """The page has wished for its own pace when it shows a card; a busy machine may need a slower one."""
            screen.post(f"/tables/{table}/requests", type="wish", move=0, trick=0, draw=draw)

        first = hold(screen, 1)
        wish(draw=1)
        screen.page.reload()
        second = hold(screen, first.total() + 1)
        wish(draw=1)
        assert first < second
        cut_and_mend(screen, line)
        third = hold(screen, second.total() + 1)
        assert second < third
        assert third.total() < DRAWN, "the draw was over before the line was cut"
        wish(draw=0)
        last = hold(screen, DRAWN)
        assert third < last
        assert last.total() in (DRAWN, DRAWN + 8)  # who buries has taken up the kitty
    forgive(screen)
