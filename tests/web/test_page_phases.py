"""Single phases, from positions: each fits a small phone and a page enlarged twice, and what happened is explained."""

import re

import pytest
from begun import POSITIONS, SECRET, begin_tables, sit_down_at
from cut import Line
from test_lost_connections import cut_and_mend, forgive, settled

SEEN = 30_000
ASKS = {"last_call": "call", "theft": "call", "robbery": "call", "consent": "surrender", "tribute": "give",
        "blind": "bid", "pass": "give", "throw": "play", "set": "play", "beaten": "play", "claim": "play",
         "levels": "play", "score": "play", "draw": "play", "few": "play", "overbid": "bid", "typed_bid": "bid",
         "expose": "show", "none_to_expose": "show"}  # fmt: skip
# Whatever can be pressed is reached by a finger, and of every card a corner; a part that scrolls is scrolled to it.
UNREACHED = """() => {
    const isHit = (node, x, y) => node.contains(document.elementFromPoint(x, y));
    const at = (node, across, down) => {
        node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, width, height } = node.getBoundingClientRect();
        return !width || isHit(node, left + Math.min(across, width / 2), top + Math.min(down, height / 2));
    };
    const buttons = [...document.querySelectorAll('button, .page a')].filter((each) => !at(each, 1e9, 1e9));
    const cards = [...document.querySelectorAll('.held')].filter((each) => !at(each, 8, 12));
    return [...buttons, ...cards].map((each) => each.outerHTML.slice(0, 100));
}"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    from house_client import ServerProcess

    folder = tmp_path_factory.mktemp("begun")
    tables = begin_tables(folder)
    with ServerProcess(folder, f"secret={SECRET}", "requests_a_second=1000", "messages_a_second=1000") as server:
        yield server, tables


@pytest.fixture
def sit_at(open_screen, begun):
    def sit(name, width, height, **more):
        server, tables = begun
        screen = open_screen(width, height, **more)
        screen.url = server.url
        sit_down_at(screen, *tables[name])
        return screen

    return sit


@pytest.mark.parametrize("name", POSITIONS)
def test_everything_can_be_reached_on_a_small_phone_and_on_a_page_enlarged_twice(sit_at, name):
    screen = sit_at(name, 320, 640, touch=True)
    assert screen.phase() == ASKS.get(name, name)
    assert screen.page.evaluate(UNREACHED) == []
    assert screen.faults() == ""
    screen.page.set_viewport_size({"width": 640, "height": 400})  # 1280 by 800, at 200 percent
    assert screen.page.evaluate(UNREACHED) == []
    assert screen.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    held = screen.cards()
    screen.page.reload()
    screen.wait_to_be_asked()
    assert (screen.cards(), screen.phase()) == (held, ASKS.get(name, name))


@pytest.mark.parametrize(
    ("name", "button", "next", "gained"),
    [
        ("tribute", "[data-answer]", "[data-ask=play]", -1),
        ("last_call", "[data-offer]", "[data-ask=play]", 0),
        ("theft", "[data-offer]", "[data-ask=bury]", 8),
        ("consent", "[data-answer]", "[data-result=deal]", 0),
    ],
)
def test_rare_phases_outlive_a_reload_and_a_cut_line(open_screen, begun, name, button, next, gained):
    """What is answered without a line is sent when there is somebody to hear it, and once."""
    server, tables = begun
    screen = open_screen()
    with Line(server.port) as line:
        screen.url = line.url
        sit_down_at(screen, *tables[name])
        before = settled(screen)
        screen.page.reload()
        assert settled(screen) == before
        cut_and_mend(screen, line)
        assert settled(screen) == before
        line.cut()
        screen.page.wait_for_selector(".offline", timeout=SEEN)
        screen.choose_and_press(button)
        line.mend()
        screen.page.wait_for_selector(next, timeout=SEEN)
        assert len(screen.cards()) == len(before[0]) + gained
    forgive(screen)


def test_many_cards_are_lifted_by_drawing_across_them_and_all_alike_by_a_double_click(sit_at):
    screen = sit_at("bury", 1280, 800)
    corners = [card.bounding_box() for card in screen.page.query_selector_all(".held")[:8]]
    screen.page.mouse.move(corners[0]["x"] + 8, corners[0]["y"] + 16)
    screen.page.mouse.down()
    for corner in corners[1:]:
        screen.page.mouse.move(corner["x"] + 8, corner["y"] + 16)
    screen.page.mouse.up()
    assert len(screen.page.query_selector_all(".held.lifted")) == 8
    screen = sit_at("set", 1280, 800)
    corner = screen.page.query_selector(".held[data-card='9D']").bounding_box()
    screen.page.mouse.dblclick(corner["x"] + 8, corner["y"] + 16)
    lifted = [card.get_attribute("data-card") for card in screen.page.query_selector_all(".held.lifted")]
    assert lifted == ["9D", "9D"]


def test_a_throw_that_fails_is_shown_and_explained(sit_at):
    screen = sit_at("throw", 390, 844, touch=True)
    for card in ("AC", "4C"):
        screen.tap(screen.page.wait_for_selector(f".held[data-card='{card}']"))
    screen.page.click("[data-answer]:has-text('A♣ 4♣')")
    screen.page.wait_for_selector(".explained >> text=6♣", timeout=SEEN)
    told = screen.page.inner_text(".explained")
    assert "which is higher" in told
    assert "your throw fails: 4♣ must be played" in told
    screen.wait_to_be_asked()
    assert screen.page.inner_text(".explained") == told  # until the next answer


def test_the_rest_is_claimed_by_one_button_that_says_why(sit_at):
    screen = sit_at("claim", 320, 640, touch=True)
    screen.page.click("text=Claim the rest")
    screen.page.wait_for_selector("[data-result=deal]", timeout=SEEN)


@pytest.mark.parametrize("name", ["expose", "none_to_expose"])
def test_exposing_no_card_is_the_button_show_nothing(sit_at, name):
    screen = sit_at(name, 1280, 800)
    page = screen.page
    page.wait_for_selector("[data-answer]:enabled:text-is('Show nothing')", timeout=SEEN)
    says_none = page.inner_text(".asks .guide") == "you hold no card that can be exposed"
    assert says_none == (name == "none_to_expose")
    if name == "expose":
        screen.tap(page.query_selector(".held[data-card='JD']"))
        page.wait_for_selector("[data-answer]:text-is('Show J♦')", timeout=SEEN)
        page.keyboard.press("Escape")
    page.click("[data-answer]:text-is('Show nothing')")
    page.wait_for_selector("[data-ask=play]", timeout=SEEN)


def test_enter_does_what_the_large_button_says(sit_at):
    """Also where a card was lifted before it was known that none can be played."""
    screen = sit_at("beaten", 1280, 800)
    screen.page.wait_for_selector("[data-answer][data-kind=pass]", timeout=SEEN)
    was = screen.number()
    screen.tap(screen.page.query_selector(".held"))
    screen.page.wait_for_selector(".held.lifted", timeout=SEEN)
    screen.page.focus(".hand")
    screen.page.keyboard.press("Enter")
    screen.wait_for_news(was)


def test_levels_are_written_as_on_cards(sit_at):
    screen = sit_at("levels", 1280, 800)
    assert figures(screen, ".seat .total") == ["★Q", "★A", "★Q", "★A"]
    screen.choose_and_press()
    screen.page.wait_for_selector("[data-result=match]", timeout=SEEN)
    assert screen.page.inner_text("#result-title") == "You have won the match"  # with a partner
    assert figures(screen, "td.total") == ["A+", "A+", "Q", "Q"]  # the winners first
    assert [each.inner_text() for each in screen.page.query_selector_all("span.rank")] == ["1", "1", "2", "2"]
    screen.page.click("[role=tab]:has-text('Scores')")
    assert figures(screen, ".side tfoot td") == ["standing", "A+", "Q", "A+", "Q"]


def test_how_a_score_came_about_is_told_in_parts_with_the_row_that_holds(sit_at):
    screen = sit_at("score", 320, 640)
    screen.choose_and_press()
    screen.page.wait_for_selector("[data-result]", timeout=SEEN)
    assert len(screen.page.query_selector_all(".part")) == 4  # points, what they are worth, what that led to, standing
    assert screen.page.inner_text(".rows [aria-current] th") == "80 to 115"
    assert not re.search("^(>|  )", screen.page.inner_text(".result"), re.MULTILINE)
    assert screen.faults() == ""
    assert screen.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_match_that_everybody_wins_is_a_draw(sit_at):
    screen = sit_at("draw", 390, 844, touch=True)
    screen.choose_and_press()
    screen.page.wait_for_selector("[data-result=match] h2:text('The match is a draw')", timeout=SEEN)


def figures(screen, what):
    """The last word of each: before it a screen reader has one more."""
    return [each.inner_text().split()[-1] for each in screen.page.query_selector_all(what)]


def test_in_a_blind_round_one_sees_every_card_but_ones_own(sit_at):
    screen = sit_at("blind", 390, 844, touch=True)
    assert screen.cards() == []
    assert screen.page.query_selector("[aria-label='a card you may not see']")
    assert len(screen.page.query_selector_all(".felt .open .card")) == 3


def test_cards_that_came_are_marked_until_one_has_done_something(sit_at):
    screen = sit_at("robbery", 1280, 800)
    screen.page.click("[data-offer]")
    screen.page.wait_for_selector("[data-ask=bury]", timeout=SEEN)
    marked = [card.get_attribute("data-card") for card in screen.page.query_selector_all(".held.fresh")]
    assert sorted(marked) == ["2C", "2D", "2D", "2H", "2H", "3C", "4C", "6C"]
    assert "received" in screen.page.get_attribute(".held.fresh", "aria-label")
    screen.choose_and_press()
    screen.page.wait_for_selector("[data-ask=bury]", state="detached", timeout=SEEN)
    assert screen.page.query_selector(".held.fresh") is None


@pytest.mark.parametrize(("width", "height"), [(320, 640), (844, 390), (1280, 800)])
def test_rows_of_cards_lie_whole_between_those_who_sit_there(open_screen, width, height):
    """Sevens: a game without tricks, of which the page is told no more than notes that name cards."""
    screen = open_screen(width, height)
    screen.sit_down("sevens", "random")
    for _ in range(4):
        was = screen.number()
        screen.wait_to_be_asked()
        screen.answer_by_mouse()
        screen.wait_for_news(was)
    screen.wait_to_be_asked()
    cards = [card.bounding_box() for card in screen.page.query_selector_all(".turned-card")]
    seats = [seat.bounding_box() for seat in screen.page.query_selector_all(".felt .seat")]
    assert len(cards) == sum(
        note.count("♣") + note.count("♦") + note.count("♥") + note.count("♠") for note in notes(screen)
    )
    for card in cards:
        assert not any(overlap(card, seat) for seat in seats)


def notes(screen):
    return [note.inner_text() for note in screen.page.query_selector_all(".note")]


def overlap(one, other):
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_what_is_asked_for_by_a_key_is_read_aloud(sit_at):
    """One's hand, the table, the scores, the clock; from the hand too, whose letters name cards."""
    screen = sit_at("few", 1280, 800)

    def told(key):
        was = screen.page.query_selector("[data-told]")
        screen.page.keyboard.press(key)
        screen.page.wait_for_function("was => !was.isConnected", arg=was, timeout=SEEN)  # it is told anew each time
        return screen.page.inner_text("[data-told]")

    screen.page.focus(".hand")
    assert told("Shift+H") == "your cards: 2 cards. king of clubs. queen of spades."
    assert told("Shift+H") == "your cards: 2 cards. king of clubs. queen of spades."
    assert told("Shift+T").startswith("Your turn: ")
    assert "Bram: 2 cards" in told("Shift+T")
    assert told("Shift+S").startswith("deal 4: you 0, Ada 0, Bram 0, Chen 0. ")
    assert told("Shift+C") == "no time limit now."
    assert not screen.page.query_selector(".lifted")
    screen.page.keyboard.press("s")  # alone it goes to the spades
    assert screen.page.get_attribute(".hand", "aria-activedescendant") == "card-1"
    assert screen.faults() == ""


def test_a_number_of_a_hundred_is_typed_and_the_barred_one_cannot_be_sent(sit_at):
    screen = sit_at("overbid", 390, 844, touch=True)
    assert screen.page.locator(".number").count() == 0
    field, answer = screen.page.get_by_label("Bid (0 to 99)"), screen.page.locator("[data-answer]")
    screen.page.wait_for_selector("#why-barred", timeout=SEEN)
    for typed in ("4", "100", "-1", "1.5", ""):  # 4 would make the bids add up to 7
        field.fill(typed)
        assert answer.is_disabled(), typed
        told = screen.page.locator("[data-range]").all_inner_texts()
        assert told == ([] if typed in ("4", "") else ["A whole number: 0 to 99"]), typed
    field.fill("42")
    assert answer.inner_text() == "Bid 42"
    field.press("Enter")
    screen.page.wait_for_selector("[data-ask=play], .page[data-asked=false]", timeout=SEEN)
    screen.page.wait_for_function("() => document.body.innerText.includes('bid 42')", timeout=SEEN)
    assert screen.faults() == ""


def test_digits_go_into_the_field_of_a_number_at_once(sit_at):
    screen = sit_at("typed_bid", 1280, 800)
    screen.page.wait_for_selector("#why-barred", timeout=SEEN)
    screen.page.keyboard.type("42")
    assert screen.page.inner_text("[data-answer]") == "Bid 42"
