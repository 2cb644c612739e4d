"""In the middle of every phase: the page is loaded again, the line is cut. Nothing is lost, nothing is done twice."""

import pytest
from cut import Line

SEEN = 30_000
PHASES = {"gongzhu:hands=1": {"give", "show", "play"}, "shengji:deals=1": {"bury", "play"}, "poepen": {"bid", "play"},
          "poepen:peak=1": {"bid"},  # blind
          "luzi:players=4": {"play"}, "hearts": {"give", "play"}}  # fmt: skip


def settled(screen):
    """What is held and asked, once it is there."""
    screen.page.wait_for_selector(".page[data-asked=true] [data-ask]", timeout=SEEN)
    return screen.cards(), screen.page.inner_text(".question")


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
    assert all("WebSocket" in each or "ERR_" in each for each in screen.troubles)  # the browser tells of the cut line
    screen.troubles.clear()
