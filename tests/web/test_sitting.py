"""Coming, going and coming back: people in several browsers at one table."""

import pytest
from page_screen import ASKED, play_in_turn

from paiju.languages import translate

SEEN = 30_000


def ann_and_eve(open_screen, **contract):
    """Two people at one table, both asked for cards to give; Eve has a phone."""
    ann, eve = open_screen(), open_screen(390, 844, touch=True)
    ann.guest("Ann")
    table = ann.post("/tables", rules="hearts", is_public=False, **contract)["table"]
    eve.guest("Eve")
    eve.post(f"/tables/{table}/requests", type="sit")
    ann.post(f"/tables/{table}/requests", type="begin")
    for screen in (ann, eve):
        screen.go(f"/t/{table}")
        screen.wait_to_be_asked()
    return ann, eve


def test_a_first_card_is_two_clicks_away_and_no_name_is_asked(screen):
    screen.go("/")
    screen.page.click("[data-play]")
    screen.page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    assert "Guest" in screen.page.inner_text("[data-seat='0'] .name")


def test_friends_meet_at_a_table_by_its_link(open_screen):
    ann, bob = open_screen(), open_screen(390, 844, touch=True)
    ann.guest("Ann")
    ann.go("/new?game=hearts&options=target%3D1")
    ann.page.click("[data-open]")
    ann.page.wait_for_selector("[data-ready]", timeout=SEEN)
    bob.page.goto(ann.page.url)
    bob.page.wait_for_selector("form h2:text('Hearts')", timeout=SEEN)  # what he is invited to, and who is there
    names = [each.inner_text() for each in bob.page.query_selector_all("form li > :nth-child(2)")]
    assert names == ["Ann", "free", "free", "free"]
    assert bob.faults() == ""
    bob.page.fill("#name", "Bob")
    bob.page.click("text=Come in")
    bob.page.click("text=Sit down")
    bob.page.click("[data-ready]")
    ann.page.wait_for_selector("text=Bob", timeout=SEEN)
    ann.page.click("[data-begin]")
    for screen in (ann, bob):
        screen.page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    play_in_turn(ann, bob)
    for screen, name in ((ann, "Ann"), (bob, "Bob")):
        screen.page.wait_for_selector(f"[data-result=match] tr.me .who:text('{name}')", timeout=SEEN)


def test_a_link_that_leads_nowhere_says_so_before_it_asks_for_a_name(screen):
    screen.go("/t/nowhere")
    screen.page.wait_for_selector("text=there is no such table", timeout=SEEN)
    assert not screen.page.query_selector("#name")
    screen.troubles.clear()  # the browser writes that there was nothing


def test_the_newer_of_two_tabs_has_the_table_and_the_older_says_so(screen):
    screen.sit_down("hearts")
    other = screen.page.context.new_page()
    other.goto(screen.page.url)
    other.wait_for_selector(".hand [data-card]", timeout=SEEN)
    screen.page.wait_for_selector("text=another tab", timeout=SEEN)
    screen.page.click("text=Play here")
    screen.page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    other.wait_for_selector("text=another tab", timeout=SEEN)


def test_a_bot_plays_for_who_goes_for_a_minute(open_screen):
    """Eve has not given her cards yet, so the deal waits after the bot has given Ann's."""
    ann, eve = ann_and_eve(open_screen)
    ann.page.click("text=Leave")
    ann.page.click("[data-away]")
    ann.page.wait_for_selector("[data-back]", timeout=SEEN)
    ann.page.click("[data-back]")
    ann.page.wait_for_selector("[data-back]", state="detached", timeout=SEEN)
    eve.answer_by_mouse()
    ann.page.wait_for_selector(".side :text('you receive')", timeout=SEEN)


def test_an_onlooker_sees_the_table_and_no_hand(open_screen):
    ann, eve = open_screen(), open_screen()
    ann.sit_down("hearts")
    eve.guest("Eve")
    eve.page.goto(ann.page.url)
    eve.page.wait_for_selector(".felt [data-seat]", timeout=SEEN)
    assert not eve.page.query_selector(".hand")
    assert not eve.page.query_selector("[data-card]")


def test_a_rematch_is_one_click_away(screen):
    first = screen.sit_down("hearts:target=1")
    screen.play()
    screen.page.click("text=Rematch")
    screen.page.wait_for_selector(".page[data-asked=true] .hand [data-card]", timeout=SEEN)
    assert first not in screen.page.url


def test_a_refusal_stands_beside_the_hand_with_its_rule(screen):
    """A barred card can still be asked for: the answer is a sentence, and the rule is one click away."""
    screen.sit_down("hearts")
    screen.wait_to_be_asked()
    was = screen.number()
    screen.answer_by_mouse()
    screen.wait_for_news(was)
    screen.wait_to_be_asked()
    barred = screen.page.query_selector(".held.barred")
    assert barred
    screen.tap(barred)
    screen.page.wait_for_selector(".refusal .rule", timeout=SEEN).click()
    screen.page.wait_for_selector("dialog .marked", timeout=SEEN)


def test_all_agree_to_play_without_a_clock(open_screen):
    """Each sees what the other wants, and once both want it nobody is hurried any more."""
    ann, eve = ann_and_eve(open_screen, pace="live")
    assert eve.page.query_selector("[data-clock] .clock")
    ann.page.click("[data-clock]")
    assert ann.faults() == ""
    ann.page.click("[data-no-clock]")
    eve.page.wait_for_selector("[data-wish=no_clock]:has-text('Ann')", timeout=SEEN)
    assert eve.faults() == ""
    eve.page.click("[data-wish=no_clock] button")
    for screen in (ann, eve):
        screen.page.wait_for_selector("[data-clock], .clock, [data-wish]", state="detached", timeout=SEEN)
        screen.page.wait_for_selector(":text('the clock is off')", state="attached", timeout=SEEN)


def test_who_wants_to_end_the_match_is_seen_and_may_think_again(open_screen):
    ann, eve = ann_and_eve(open_screen)
    ann.page.click("text=Leave")
    ann.page.click("text=Vote to end the match")
    eve.page.wait_for_selector("[data-wish=vote] :text('I agree')", timeout=SEEN)
    ann.page.click("[data-wish=vote] button")
    eve.page.wait_for_selector("[data-wish=vote]", state="detached", timeout=SEEN)


# How often somebody's word was heard as a sound.
TONES = """() => {
    window.tones = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        window.tones += 1;
        return make.call(this);
    };
}"""


def test_who_is_muted_is_neither_seen_nor_heard_until_he_is_heard_again(open_screen):
    """His words and his phrases: in the log and the chat, beside his seat, read aloud, as a sound, as a number."""
    ann, eve = ann_and_eve(open_screen)
    table = ann.page.url.rsplit("/", 1)[1]

    def says(**said):
        eve.post(f"/tables/{table}/requests", **said)

    def everywhere():
        return " ".join(ann.page.text_content(each) for each in (".side", ".felt", "[data-live]"))

    ann.page.click("body")
    ann.page.keyboard.press("m")  # sounds on
    ann.page.evaluate(TONES)
    says(type="say", text="first")
    ann.page.wait_for_selector(".line.say:text('first')", timeout=SEEN)
    ann.page.wait_for_function("() => window.tones > 0", timeout=SEEN)
    assert "Eve: first" in ann.page.text_content("[data-live]")
    ann.page.click("[role=tab]:has-text('Chat')")
    ann.page.click("[data-mute=Eve]")
    ann.page.wait_for_selector(".felt [data-seat='1'] .mute", state="attached", timeout=SEEN)
    assert ann.faults() == ""
    assert "first" not in ann.page.text_content(".side")
    ann.page.click("[role=tab]:has-text('Log')")
    ann.page.evaluate("() => { window.tones = 0; }")
    says(type="say", text="second")
    says(type="phrase", name="thanks")
    says(type="vote", on=True)  # comes after both
    ann.page.wait_for_selector("[data-wish=vote]:has-text('Eve')", timeout=SEEN)
    assert "second" not in everywhere()
    assert "Thank you" not in ann.page.text_content(".felt")
    assert not ann.page.query_selector(".unread, .dot, .line.say")
    assert ann.page.evaluate("() => window.tones") == 0
    ann.page.reload()  # it is remembered
    ann.wait_to_be_asked()
    ann.page.click("[role=tab]:has-text('Chat')")
    ann.page.click("[aria-label='Hear Eve again']")
    ann.page.wait_for_selector(".felt [data-seat='1'] .mute", state="detached", timeout=SEEN)
    says(type="say", text="third")
    ann.page.wait_for_selector(".felt [data-seat='1'] .said:text('third')", timeout=SEEN)


def test_somebody_is_muted_before_the_match(open_screen):
    ann, eve = open_screen(320, 640, touch=True), open_screen()
    ann.guest("Ann")
    table = ann.post("/tables", rules="hearts", is_public=False)["table"]
    eve.guest("Eve")
    eve.post(f"/tables/{table}/requests", type="sit")
    ann.go(f"/t/{table}")
    ann.page.click("[aria-label='Mute Eve']")
    eve.post(f"/tables/{table}/requests", type="say", text="never")
    eve.post(f"/tables/{table}/requests", type="ready")
    ann.page.wait_for_selector("li:has-text('Eve') .ready", timeout=SEEN)
    assert "never" not in ann.page.inner_text(".chairs")
    assert ann.faults() == ""
    ann.page.click("[aria-label='Hear Eve again']")
    ann.page.wait_for_selector(".chairs :text('Eve: never')", timeout=SEEN)  # what he said is there again


@pytest.mark.parametrize("way", ["tap", "Enter"])
def test_the_pause_after_what_others_do_can_be_cut_short(screen, way):
    sent = []
    screen.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    screen.page.add_init_script('localStorage.setItem(\'paiju settings\', \'{"speed":"slow","lang":"en"}\')')
    screen.sit_down("hearts")
    while not any('"hurry"' in frame for frame in sent):
        if screen.page.query_selector(ASKED):
            screen.answer_by_mouse()
        elif way == "tap":
            screen.page.click(".felt .cloth", position={"x": 40, "y": 40})
        else:
            screen.page.keyboard.press(way)


def test_the_page_speaks_another_language_at_once(screen):
    screen.go("/")
    screen.page.select_option("#lang", "nl")
    screen.page.wait_for_selector("html[lang=nl]", timeout=SEEN)
    screen.page.wait_for_selector(f"text={translate('nl', 'Play now')}", timeout=SEEN)


def test_a_result_makes_way_for_the_last_trick_and_comes_back(screen):
    screen.sit_down("hearts")
    screen.play(deals=1)
    screen.page.click("[data-hide]")
    screen.page.wait_for_selector("[data-result]", state="detached", timeout=SEEN)
    screen.page.wait_for_selector(".felt .play", timeout=SEEN)
    screen.page.click("[data-show]")
    screen.page.wait_for_selector("[data-result=deal]", timeout=SEEN)


def test_a_chair_is_kept_for_somebody_by_name(screen):
    screen.guest()
    table = screen.post("/tables", rules="hearts", is_public=False)["table"]
    screen.go(f"/t/{table}")
    screen.page.click("text=Keep for")
    screen.page.fill("li form input", "Bob")
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_selector("text=kept for Bob", timeout=SEEN)
