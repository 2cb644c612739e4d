"""BoardScreen: a seat at a table. It shows the news of that seat and lets its player answer, look things up and leave.

Several people at one terminal take turns behind a curtain; while nobody sits, the board shows what an onlooker sees.
All is told by Scene, Ask and Event: no game is named here and no rule known.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult

from paiju.core.cards import Cards
from paiju.core.scene import Scene
from paiju.core.words import ONLOOKER, Action, Ask, Event, IllegalAction, Message
from paiju.selection import Combination, PossibleAnswers, card_ask, meant, possible_answers
from paiju.show import Said, Style, log_lines
from paiju.table import News, Table, in_thread
from paiju.terminal.bar import AskBar, KeyRow, TextRows, label
from paiju.terminal.canvas import ALARM, NOTICE, QUIET, CardLook, Line, wrapped
from paiju.terminal.commands import CARD_SIGNS, COMMANDS, command_for
from paiju.terminal.curtain import CurtainScreen
from paiju.terminal.farewell import is_kept
from paiju.terminal.felt import FeltWidget
from paiju.terminal.hand import HandWidget, in_order
from paiju.terminal.lines import head_line, question_line, story_lines, wanted_text
from paiju.terminal.screens import AnsweringScreen

if TYPE_CHECKING:
    from textual import getters

    from paiju.settings import Settings
    from paiju.terminal.app import PaijuApp

LONGEST_PASTE = 200
JUST_ASKED = 0.3  # seconds in which an Enter still meant "hurry"
SURE = 3.0  # seconds in which the same key again means it
SMALLEST = (30, 8)  # a window for which there is something to show
# The lines around the table go when the window gets low, one after another.
LEAST_HEIGHTS = {"#head": 14, "#keys": 16, "#status": 12, "#story": 11}
STEPS = {"left": -1, "down": -1, "right": 1, "up": 1}


class BoardScreen(AnsweringScreen[str]):
    """A table seen from one seat, or in turn from several. Ends with "over" or "left"."""

    if TYPE_CHECKING:
        app = getters.app(PaijuApp)

    def __init__(self, table: Table, seats: Sequence[int] = ()):
        super().__init__()
        self.table = table
        self.seats = tuple(seats) or table.people
        self.listeners = self.seats if len(self.seats) == 1 else (*self.seats, ONLOOKER)
        self.seat = self.listeners[-1]  # who sits here now; among several nobody until the curtain is lifted
        self.news: dict[int, News] = {}
        self.logs: dict[int, list[Event | Message]] = {seat: [] for seat in self.listeners}
        self.ending: dict[int, tuple[Event, ...]] = {}  # the last events of a deal, for the result page
        self.answers: PossibleAnswers | None = None
        self.combination = Combination()  # what Tab lifted last
        self.warning: Line = []
        self.rule = ""  # of the last refusal: the rules page opens there
        self.deadline = self.hurried = 0.0
        self.wanted = ("", 0.0)  # what was asked for that must be asked for twice, and when
        self.is_curtained = False

    def compose(self) -> ComposeResult:
        yield TextRows(id="head")
        yield FeltWidget()
        yield TextRows(id="story")
        yield HandWidget(self.hand_changed)
        yield AskBar()
        yield TextRows(id="status")
        yield KeyRow(id="keys")

    def on_mount(self) -> None:
        self.apply_settings()
        for seat in self.listeners:
            self.run_worker(partial(self.hear, seat))
        self.run_worker(self.table.run, exit_on_error=False)  # its traceback would show everybody's cards
        if self.table.trouble is not None:
            self.alarm(self.table.trouble)
        self.set_interval(0.5, self.count_down)

    @property
    def words(self) -> Style:
        """The app's style with the names at this table, speaking to the seat that looks."""
        return replace(self.app.style, names=self.table.names, you=self.seat)

    @property
    def hand(self) -> HandWidget:
        return self.query_one(HandWidget)

    @property
    def bar(self) -> AskBar:
        return self.query_one(AskBar)

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.news[self.seat].scene.asks if self.seat in self.news else ()

    @property
    def card_ask(self) -> Ask | None:
        return card_ask(self.asks)

    # ---- news ----

    async def hear(self, seat: int) -> None:
        async for news in self.table.listen(seat):
            if self.is_gone:
                return
            before = self.news.get(seat)
            self.news[seat] = news
            self.write_down(seat, news)
            if seat == self.seat and not self.is_curtained:
                self.show(news, before)
            self.close_curtain()
            if seat == self.reader and news.kind == "result":
                self.show_result(news)
            if seat == self.reader and news.kind == "match":
                self.stand_up("over")
        if seat == self.reader and self.table.error is not None:
            self.stand_up("failed")

    @property
    def reader(self) -> int:
        """Whose results are shown: who sits here, or the first of several."""
        return self.seat if self.seat in self.seats else self.seats[0]

    def write_down(self, seat: int, news: News) -> None:
        """The log of the deal."""
        if news.kind == "deal":
            self.logs[seat] = []
        if news.events:
            self.ending[seat] = news.events
        self.logs[seat] += news.events
        if news.text is not None:
            self.logs[seat].append(news.text)

    def told_log(self, seat: int, last: int = 0) -> list[str]:
        return list(log_lines(self.table.game, self.logs[seat], replace(self.words, you=seat), last))

    def show(self, news: News, before: News | None = None) -> None:
        """Draw what a seat sees now. A selection survives, unless the question has changed."""
        scene, settings = news.scene, self.app.settings
        look = CardLook(self.words, settings.four_colours)
        lit = news.seat if settings.animation and news.kind == "move" else -1
        self.query_one(FeltWidget).show(scene, look, lit)
        self.show_hand(scene, look)
        same_deal = before is not None and before.scene.deal == scene.deal
        if before is not None and same_deal and self.seat in self.seats:
            self.light_up(before.scene, scene)
        if before is None or not same_deal or before.scene.asks != scene.asks:
            self.warning = []
            self.set_question(scene)
        if news.text is not None:
            self.warning = [(self.words.say(news.text), ALARM)]
        if news.kind == "trouble" and news.text is not None:
            self.alarm(news.text)
        self.deadline = time.monotonic() + news.seconds if news.seconds else 0.0
        self.tell()

    def show_hand(self, scene: Scene, look: CardLook) -> None:
        if self.seat in self.seats:
            place = scene.places[self.seat]
            self.hand.deal(in_order(place.hand, self.app.settings.high_first), look, place.count)
        else:
            self.hand.deal((), look)

    def alarm(self, text: Message) -> None:
        self.notify(self.words.say(text), severity="error", timeout=10, markup=False)

    def light_up(self, before: Scene, scene: Scene) -> None:
        """Cards that came into the hand stand out: one that was drawn for a moment, several until the next answer."""
        had, has = (Cards(card for group in seen.places[self.seat].hand for card in group) for seen in (before, scene))
        fresh = has - (has & had)
        if had and (len(fresh) > 1 or (fresh and self.app.settings.animation)):
            self.hand.freshen(fresh)

    def set_question(self, scene: Scene) -> None:
        """A new question, or none."""
        self.answers, ask = None, self.card_ask
        self.bar.ask(scene.asks, self.words)
        self.hand.offer(ask.cards if ask else None, ask.most if ask else 0)
        if scene.asks:
            self.run_worker(self.look_closer, group="look", exclusive=True)
            if self.app.settings.bell:
                self.app.bell()

    async def look_closer(self) -> None:
        """Find out beside the screen which actions there are."""
        question = self.question
        answers = await in_thread(possible_answers, self.table.view(self.seat), self.seat)
        if not self.is_gone and self.question == question:
            self.answers = answers
            self.mark_possible()
            self.hand.selection = self.hand.selection.seeking()
            self.tell()

    @property
    def question(self) -> tuple[int, int, tuple[Ask, ...]]:
        """Who is asked what: news of others may come in between and leave it as it is."""
        return self.seat, self.news[self.seat].scene.deal, self.asks

    @property
    def is_gone(self) -> bool:
        """Has the program taken the board down already?"""
        return not self.query(HandWidget)

    def mark_possible(self) -> None:
        """Dim what no legal action with the lifted cards contains."""
        if self.card_ask is not None and self.answers is not None:
            self.hand.limit(self.answers.possible(self.card_ask, self.hand.chosen))

    # ---- several people at one terminal ----

    def close_curtain(self) -> None:
        """Hide the hand of who has answered before the next one's is shown."""
        asked = [seat for seat in self.seats if seat in self.news and self.news[seat].scene.asks]
        if self.is_curtained or self.seats == self.listeners or not asked or self.seat in asked:
            return
        self.is_curtained = True
        curtain = CurtainScreen(self.table.chairs[asked[0]].name, self.words)
        self.app.push_screen(curtain, lambda sits: self.sit(asked[0]) if sits else self.leave())

    def sit(self, seat: int) -> None:
        """Somebody sits down, or with ONLOOKER nobody."""
        self.is_curtained, self.seat = False, seat
        self.hand.clear()
        self.show(self.news[seat])
        self.close_curtain()

    # ---- results ----

    def show_result(self, news: News) -> None:
        from paiju.terminal.pages import ResultPage

        told = replace(news, events=self.ending.get(self.reader, ()))
        self.app.push_screen(ResultPage(told, self.table, self.words, self.told_log(self.reader)), self.after_result)

    def after_result(self, wish: str | None) -> None:
        if wish == "leave":
            self.leave()
        elif not self.is_curtained:  # the next deal's first hand is for whoever is asked first
            self.seat = self.listeners[-1]
        for seat in self.seats:
            self.table.go_on(seat)

    def leave(self) -> None:
        """Stand up; the match is on the disk already."""
        self.table.close()
        self.stand_up("left")

    def stand_up(self, answer: str) -> None:
        while self.app.screen is not self:  # a page may have been left open
            self.app.pop_screen()
        self.dismiss(answer)

    # ---- the lines around the table ----

    def tell(self) -> None:
        """Write head, story, status and keys anew, and on the button what Enter would do."""
        if self.seat not in self.news:
            return
        at, cards = self.meant()
        self.bar.mark(at, cards)
        self.count_down()
        story = self.query_one("#story", TextRows)
        rows = max(1, story.size.height)
        story.put(*story_lines(self.told_log(self.seat, rows), self.warning, rows))
        self.query_one("#status", TextRows).put(self.status())
        self.query_one("#keys", KeyRow).offer(
            [
                (command.key(self.hand.active), self.words.say(command.text), at)
                for at, command in enumerate(COMMANDS)
                if command.applies(self)
            ]
        )

    def count_down(self) -> None:
        head = self.query_one("#head", TextRows)
        if self.deadline and self.asks and self.app.screen is not self:  # nobody can read and answer at once
            self.deadline = time.monotonic() + self.table.more_time(self.seat)
        if not self.is_large_enough():
            head.put(*wrapped(self.words.say("make the window larger"), self.size.width - 1, NOTICE))
        elif self.seat in self.news:
            news = self.news[self.seat]
            name = self.table.chairs[self.seat].name if self.seat != self.listeners[-1] else ""
            line = head_line(news.scene, news.setup, self.words, self.deadline, name)
            head.put(line if self.table.trouble is None else [(self.words.say("unsaved") + "  ", ALARM), *line])

    def is_large_enough(self) -> bool:
        return self.size.width >= SMALLEST[0] and self.size.height >= SMALLEST[1]

    def status(self) -> Line:
        if not self.asks:
            return [(self.words.say("Space goes on at once"), QUIET)]
        hand = self.hand.selection
        return question_line(self.card_ask, hand.focused, hand.is_possible(hand.focus), self.words)

    def on_resize(self, event: events.Resize) -> None:
        """In a low window the lines that can be missed go, in a tiny one all but the head."""
        height, large = event.size.height, self.is_large_enough()
        for widget in self.query("TextRows, FeltWidget, HandWidget, AskBar"):
            widget.display = large and height >= LEAST_HEIGHTS.get(f"#{widget.id}", 0)
        head = self.query_one("#head")
        head.display = head.display or not large
        self.hand.fit()
        head.styles.height = 1 if large else height
        self.query_one("#story").styles.height = 1 if height < 22 else 2 if height < 34 else 4
        self.count_down()
        self.call_after_refresh(self.tell)

    def warn(self, message: Message) -> None:
        self.warning = [(self.words.say(message), NOTICE)]
        self.tell()

    def refuse(self, refusal: IllegalAction) -> None:
        """Say why not, and by which rule."""
        self.rule = refusal.rule
        self.warning = [(self.words.refusal(refusal), ALARM)]
        self.tell()

    # ---- answering ----

    def meant(self) -> tuple[int, Cards]:
        """Which ask Enter answers, and with which cards; -1: none yet."""
        return meant(self.asks, self.answers, self.hand.selection)

    def decide(self) -> None:
        """Enter: answer with what is chosen."""
        at, cards = self.meant()
        if self.bar.number is not None:
            ask = self.asks[self.bar.numbers_of]
            self.answer(Action(ask.kind, self.hand.chosen if ask.most else Cards(0), self.bar.number))
        elif at >= 0:
            self.press(at, cards)
        elif ask := self.card_ask:
            self.warn(Message(wanted_text(ask.least, ask.most), least=ask.least, most=ask.most))
        else:
            self.warn(Message("press the letter of your answer"))

    def press(self, at: int, cards: Cards) -> None:
        """Answer an ask with these cards; where they leave a number open, ask for that first."""
        ask = self.asks[at]
        open = [amount for amount in ask.amounts if self.is_legal(Action(ask.kind, cards, amount))]
        if len(open) > 1:
            self.hand.lift(cards)
            self.bar.offer_numbers(at, open, open)
            self.warn(ask.meaning or Message("choose a number, then press Enter"))
        else:
            self.answer(Action(ask.kind, cards, open[0] if open else 0))

    def press_plain(self, at: int) -> None:
        """Answer without cards. What cannot be passed by must be meant: it is asked for twice."""
        kind = self.asks[at].kind
        if len(self.asks) == 1 or kind == "pass" or self.is_sure(kind):
            self.answer(Action(kind))
        else:
            self.warn(Message("{label}: once more, if you mean it", label=Said(label(kind, self.words))))

    def prepare(self, action: Action) -> None:
        """Choose what is needed for an action, so that Enter does it; where no Enter does, say which key."""
        self.hand.clear()
        if action.cards:
            self.hand.choose(action.cards)
        elif self.bar.number is not None and action.amount in self.bar.open:
            self.bar.choose(action.amount)
        else:
            at = next(i for i, ask in enumerate(self.asks) if ask.kind == action.kind)
            key = self.bar.keys[at] or self.words.say("Enter")
            self.warn(Message("{label}: press {key}", label=Said(label(action.kind, self.words)), key=Said(key)))

    def is_legal(self, action: Action) -> bool:
        try:
            self.table.view(self.seat).check(self.seat, action)
        except IllegalAction:
            return False
        return True

    def answer(self, action: Action) -> None:
        try:
            self.table.answer(self.seat, action)
        except IllegalAction as refusal:
            self.refuse(refusal)
        else:
            self.warning, self.hurried = [], 0.0
            self.hand.fresh = Cards(0)
            self.hand.clear()

    def hand_changed(self) -> None:
        if self.card_ask is not None:
            self.bar.drop_numbers()
        self.warning = []
        self.mark_possible()
        self.tell()

    @on(HandWidget.Decided)
    def hand_decided(self) -> None:
        self.decide()

    @on(AskBar.Pressed)
    def bar_pressed(self, event: AskBar.Pressed) -> None:
        ask = self.asks[event.ask]
        if ask.most or ask.amounts:
            self.decide()
        else:
            self.press_plain(event.ask)

    # ---- keys ----

    def on_key(self, event: events.Key) -> None:
        if self.seat in self.news and (self.handle(event.key) or self.read(event.key, event.character or "")):
            event.stop()
            event.prevent_default()

    def handle(self, key: str) -> bool:
        """Keys that stand for no sign: hurrying, moving, lifting, answering."""
        if not self.asks:
            return key in ("enter", "space") and self.hurry()
        if self.bar.number is not None and key in STEPS:
            self.bar.move(STEPS[key])
            return True
        hand = self.hand
        doings: dict[str, Callable[[], Any]] = {
            "enter": self.enter,
            "left": lambda: hand.move(-1),
            "right": lambda: hand.move(1),
            "up": lambda: hand.move_row(-1),
            "down": lambda: hand.move_row(1),
            "space": lambda: hand.toggle(hand.selection.focus),
            "backspace": hand.take_back,
            "escape": hand.clear,
            "tab": lambda: self.next_combination(1),
            "shift+tab": lambda: self.next_combination(-1),
        }
        if key in doings and (key == "enter" or hand.active):
            doings[key]()
        return key in doings

    def hurry(self) -> bool:
        self.hurried = time.monotonic()
        self.table.hurry()
        return True

    def enter(self) -> None:
        """Whoever was hurrying the others a moment ago did not mean to play a card."""
        if time.monotonic() - self.hurried > JUST_ASKED:
            self.decide()

    def read(self, key: str, sign: str) -> bool:
        """Signs: digits for numbers, ranks and suits for cards, letters for answers and commands."""
        if self.bar.number is not None and sign.isascii() and sign.isdigit():
            return self.bar.type(sign) or True
        if sign and sign in self.bar.keys:
            self.press_plain(self.bar.keys.index(sign))
            return True
        if self.hand.active and sign and (sign.lower() in CARD_SIGNS or sign in "♣♦♥♠"):
            if not self.hand.type(sign):
                self.warn(Message("you hold no such card"))
            return True
        command = command_for(key, sign)
        if command is not None and command.letter == sign.lower() == "q" and not self.is_sure(command.letter):
            kept = Message("press q again to leave; the match is kept")
            self.warn(kept if is_kept(self.table) else Message("press q again to leave; the match is not kept"))
        elif command is not None:
            command.run(self)
        return command is not None

    def is_sure(self, what: str) -> bool:
        """Was the same wanted a moment ago?"""
        (before, when), self.wanted = self.wanted, (what, time.monotonic())
        return before == what and self.wanted[1] - when < SURE

    @on(KeyRow.Clicked)
    def key_clicked(self, event: KeyRow.Clicked) -> None:
        COMMANDS[event.at].run(self)

    def next_combination(self, step: int) -> None:
        """Tab: lift the next legal combination that contains what was lifted when Tab began."""
        if self.answers is None:
            self.warn(Message("one moment: the combinations are being found"))
            return
        following = self.combination.after(self.answers, self.hand.chosen, step)
        if following is None:
            self.warn(Message("no combination has the lifted cards"))
            return
        self.combination = following
        self.hand.choose(following.cards)

    def on_paste(self, event: events.Paste) -> None:
        """A short paste names cards; anything longer is a slip."""
        event.stop()
        if len(event.text) > LONGEST_PASTE:
            self.warn(Message("{count} characters were pasted and ignored", count=len(event.text)))
        elif self.hand.active:
            from paiju.text import read_hand

            try:
                self.hand.choose(read_hand(event.text, Cards(self.hand.cards)))
            except IllegalAction as refusal:
                self.refuse(refusal)

    # ---- settings ----

    def change_settings(self, settings: Settings | None) -> None:
        if settings is not None and settings != self.app.settings:
            self.app.set(settings)
            self.table.timing = settings.timing(answer=self.table.timing.answer)
            self.apply_settings()
            news = self.news[self.seat]
            self.bar.words = self.words
            self.show(news, news)

    def apply_settings(self) -> None:
        if len(self.seats) > 1:  # the keyboard has to go round before anybody can call
            self.table.timing = replace(self.table.timing, call=0.0)
        self.table.automatic = set(self.seats) if self.app.settings.auto_forced else set()
