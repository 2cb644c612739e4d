"""A person in front of a browser, for tests: looks at the page, clicks, types or taps. Knows no rule of any game."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

SEEN = 30_000  # milliseconds until something must be seen, on a busy machine too
NEXT = "[data-next]:not(:disabled)"
ASKED = ".page[data-asked=true] .buttons button"
LIFTABLE = ".held:not(.barred):not(.lifted)"
AXE = Path(__file__).parent.parent.parent / "web/node_modules/axe-core/axe.min.js"
# Cards are pictures: the letters in their corners are no text, and their names are said in words.
RULES = "{rules: {'label-content-name-mismatch': {enabled: false}}}"
SETTINGS = '{"speed":"none","lang":"en","sound":false}'


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


class Screen:
    def __init__(self, page: Any, url: str, touch: bool = False):
        self.page, self.url, self.touch = page, url, touch
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self.hear)
        page.add_init_script(
            f"localStorage.getItem('paiju settings') ?? localStorage.setItem('paiju settings', '{SETTINGS}')"
        )

    def set(self, **values: Any) -> None:
        """Settings of this browser, before it comes."""
        wishes = json.dumps({**json.loads(SETTINGS), **values})
        self.page.add_init_script(f"localStorage.setItem('paiju settings', '{wishes}')")

    def speak(self, lang: str) -> None:
        self.set(lang=lang)

    def hear(self, message: Any) -> None:
        """Errors of the page; who we are is asked before we are anybody, and the browser calls that an error."""
        if message.type == "error" and "401" not in message.text:
            self.troubles.append(message.text)

    # ---- coming ----

    def guest(self, name: str = "Ann") -> None:
        told = self.page.request.post(f"{self.url}/api/v1/guest", data={"name": name}, headers={"Origin": self.url})
        assert told.ok, told.text()

    def post(self, path: str, **body: Any) -> Any:
        told = self.page.request.post(f"{self.url}/api/v1{path}", data=body, headers={"Origin": self.url})
        assert told.ok, told.text()
        return told.json()

    def sit_down(self, rules: str, bot: str = "steady") -> str:
        """A table of bots and us, and the match begins."""
        self.guest()
        table = self.post("/tables", rules=rules, is_public=False)
        for seat in range(1, len(table["chairs"])):
            self.post(f"/tables/{table['table']}/requests", type="chair", seat=seat, kind="bot", text=bot)
        self.post(f"/tables/{table['table']}/requests", type="ready")
        self.go(f"/t/{table['table']}")
        self.page.wait_for_selector(".hand", timeout=SEEN)
        return table["table"]

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    # ---- looking ----

    def number(self) -> str:
        return self.page.get_attribute(".page", "data-news") or ""

    def wait_for_news(self, was: str) -> None:
        self.page.wait_for_selector(f'.page:not([data-news="{was}"])', timeout=SEEN)

    def wait_to_be_asked(self) -> str:
        """Something to answer, or a result: `deal` or `match`."""
        self.page.wait_for_selector(f"{NEXT}, {ASKED}", timeout=SEEN)
        result = self.page.query_selector("[data-result]")
        return result.get_attribute("data-result") if result else ""

    def cards(self) -> list[str]:
        return [card.get_attribute("data-card") for card in self.page.query_selector_all(".hand [data-card]")]

    def faults(self) -> str:
        """What axe-core finds, in a line each; it is let in by the tool, past the policy of the server."""
        found = self.page.evaluate(f"async () => {{ {axe()}; return (await axe.run({RULES})).violations; }}")
        return "\n".join(f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"])

    def phase(self) -> str:
        """What is asked, as far as the page tells; "result" once the deal is over."""
        return self.page.evaluate("() => document.querySelector('[data-ask]')?.dataset.ask ?? 'result'")

    # ---- answering ----

    def play(self, answer: Any = None, deals: int = 0, look: Callable[[], None] | None = None) -> int:
        """To the end of the match, or of so many deals; `look` at each question. How many answers it took."""
        answers = seen = 0
        while True:
            result = self.wait_to_be_asked()
            if look:
                look()
            if result:
                seen += 1
                if result == "match" or seen == deals:
                    return answers
                self.go_on()
            else:
                was = self.number()
                (answer or self.answer_by_mouse)()
                self.wait_for_news(was)
                answers += 1

    def go_on(self) -> None:
        """From the result of a deal to the next."""
        self.hit(self.page.query_selector(NEXT))
        self.page.wait_for_selector("[data-result]", state="detached", timeout=SEEN)

    def answer_by_mouse(self) -> None:
        """What others do may draw a button anew while we look at it: then we look again."""
        from playwright.sync_api import Error

        while True:
            try:
                return self.choose_by_mouse()
            except Error as error:
                if "not attached" not in str(error):
                    raise

    def choose_by_mouse(self) -> None:
        page = self.page
        numbers = page.query_selector_all(".number:not(.barred)")
        if numbers:
            self.hit(numbers[0])
        button = page.wait_for_selector("[data-result], [data-answer], .asks .buttons button", timeout=SEEN)
        if page.query_selector("[data-result]"):  # it came while we looked: its buttons answer nothing
            return
        self.press(self.lift_enough(button))

    def lift_enough(self, button: Any = None) -> Any:
        """Cards that may be chosen, one after the other, until the button takes them; the button."""
        page = self.page
        button = button or page.wait_for_selector("[data-answer]", timeout=SEEN)
        while button.get_attribute("data-answer") is not None and button.is_disabled():
            # Until cards are chosen; or until the server has taken the answer before, and then no card need be lifted.
            page.wait_for_selector(f"{LIFTABLE}, [data-answer]:enabled", timeout=SEEN)
            if card := page.query_selector(LIFTABLE):
                self.tap(card)
            button = page.wait_for_selector("[data-answer]", timeout=SEEN)
        return button

    def choose_and_press(self, button: str = "[data-answer]") -> None:
        """As many cards as will do, and the button that answers with them."""
        while self.page.query_selector("[data-answer]:disabled"):
            self.lift_a_card()
        self.page.click(button)

    def press(self, button: Any) -> None:
        """Where the cards chosen will not do, others are. Perhaps more than once: what may be chosen is told some time
        after the question, and while an answer is still being sent no button takes another."""
        was, end = self.number(), time.monotonic() + SEEN / 1000
        self.hit(button)
        while self.is_refused(was):
            assert time.monotonic() < end, "nothing could be played"
            self.page.keyboard.press("Escape")  # also where nothing is chosen any more
            button = self.choose_an_offer() or self.lift_enough()
            self.hit(button)

    def is_refused(self, was: str) -> bool:
        self.page.wait_for_selector(f'.refusal, .page:not([data-news="{was}"])', timeout=SEEN)
        return self.number() == was

    def choose_an_offer(self) -> Any:
        """One card alone, and of what goes with it the first; or that card. Then the button; none if nothing will do,
        for where any cards will do no set is offered."""
        for card in self.page.query_selector_all(".held:not(.barred)"):
            self.tap(card)
            if offer := self.page.query_selector(".offer"):
                self.hit(offer)
            button = self.page.query_selector("[data-answer]:not(:disabled)")
            if button and not self.page.query_selector(".refusal"):
                return button
            self.page.keyboard.press("Escape")

    def lift_a_card(self) -> None:
        self.tap(self.page.wait_for_selector(LIFTABLE, timeout=SEEN))

    def tap(self, card: Any) -> None:
        """On the part of it that is to be seen: others lie over the rest."""
        box = card.bounding_box()
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(box["x"] + 8, box["y"] + 16)

    def hit(self, button: Any) -> None:
        button.tap() if self.touch else button.click()

    def answer_by_keyboard(self) -> None:
        """Tab and arrows, space and Enter; a card that may not be chosen is passed by."""
        page, was = self.page, self.number()
        if page.query_selector(".number"):
            self.tab_to(".number:not(.barred)")
            page.keyboard.press("Enter")
        if page.query_selector("[data-answer]:disabled"):
            self.tab_to(".hand")
            while page.query_selector("[data-answer]:disabled"):
                page.keyboard.press("Home")
                self.walk_to_a_card()
                page.keyboard.press("Space")
            page.keyboard.press("Enter")
        else:
            self.tab_to("[data-answer]")
            page.keyboard.press("Enter")
        page.wait_for_selector(f'.refusal, .page:not([data-news="{was}"])', timeout=SEEN)
        if self.number() == was:
            self.take_an_offer_by_keyboard()

    def take_an_offer_by_keyboard(self) -> None:
        """Where the cards chosen will not do: one card alone, and of what goes with it the first; or that card."""
        page, was = self.page, self.number()
        for steps in range(len(self.cards())):
            self.tab_to(".hand")
            for key in ("Escape", "Home", *("ArrowRight",) * steps, "Space"):
                page.keyboard.press(key)
            if page.query_selector(".offer"):
                self.tab_to(".offer")
                page.keyboard.press("Enter")
            if page.query_selector("[data-answer]:not(:disabled)") and not page.query_selector(".refusal"):
                self.tab_to("[data-answer]")
                page.keyboard.press("Enter")
                page.wait_for_selector(f'.refusal, .page:not([data-news="{was}"])', timeout=SEEN)
                if self.number() != was:
                    return
        raise AssertionError("nothing could be played")

    def tab_to(self, what: str) -> None:
        """Nothing is clicked, and nothing is given the focus but by the key that everybody has for it."""
        for _ in range(80):
            if self.page.evaluate("what => document.activeElement.matches(what)", what):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} cannot be reached")

    def walk_to_a_card(self) -> None:
        for _ in self.cards():
            active = self.page.get_attribute(".hand", "aria-activedescendant")
            name = self.page.get_attribute(f"#{active}", "aria-label") or ""
            if (
                not re.search("cannot be played", name)
                and self.page.get_attribute(f"#{active}", "aria-selected") != "true"
            ):
                return
            self.page.keyboard.press("ArrowRight")


def play_in_turn(*screens: Screen) -> int:
    """Whoever is asked answers, until all have seen who won; how many answers that took."""
    answers, playing = 0, [*screens]
    while playing:
        for screen in tuple(playing):
            if screen.page.query_selector("[data-result=match]"):
                playing.remove(screen)
            elif screen.page.query_selector(ASKED):
                was = screen.number()
                screen.answer_by_mouse()
                screen.wait_for_news(was)
                answers += 1
        screens[0].page.wait_for_timeout(20)
    return answers
