"""A finished match in the browser: gone through again, from a link, with what plays cost."""

SEEN = 30_000


def test_a_match_is_gone_through_again_from_a_link_to_a_trick(screen):
    match = screen.sit_down("hearts:target=1")
    screen.play()
    screen.go(f"/m/{match}?seat=2#d1t5")
    screen.page.wait_for_selector(".felt [data-seat]", timeout=SEEN)
    assert screen.page.input_value("select >> nth=2") == "2"
    assert len(screen.page.query_selector_all(".hands .held")) == 9
    screen.page.keyboard.press("ArrowDown")
    screen.page.wait_for_url("**/m/*?seat=2#d1t6", timeout=SEEN)
    assert len(screen.page.query_selector_all(".hands .held")) == 8


def test_all_hands_are_open_to_who_looks_back_as_nobody(screen):
    match = screen.sit_down("hearts:target=1")
    screen.play()
    screen.go(f"/m/{match}")
    screen.page.wait_for_selector(".hands li", timeout=SEEN)
    assert len(screen.page.query_selector_all(".hands li")) == 4
