"""BoardScreen: a seat at a table. It shows the news of that seat and lets its player answer, look things up and leave.

Several people at one terminal take turns behind a curtain; while nobody sits, the board shows what an onlooker sees.
All is told by Scene, Ask and Event: no game is named here and no rule known.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult

from paiju.core.cards import Cards
from paiju.core.scene import Scene
from paiju.core.words import ONLOOKER, Action, Ask, Event, IllegalAction, Message, mark
from paiju.door import Door, HouseDoor, MatchFacts
from paiju.news import News
from paiju.question import asked_in_a_line
from paiju.selection import Combination, PossibleAnswers, card_ask, meant
from paiju.show import Said, Style, log_lines
from paiju.terminal.bar import AskBar, KeyRow, TextRows, label
from paiju.terminal.canvas import ALARM, FELT_TEXT, NOTICE, QUIET, Block, CardLook, Line, line_width, wrapped
from paiju.terminal.commands import CARD_SIGNS, COMMANDS, command_for
from paiju.terminal.curtain import CurtainScreen
from paiju.terminal.felt import FeltWidget
from paiju.terminal.hand import HandWidget, in_order
from paiju.terminal.lines import head_line, question_line, story_lines, time_line, wanted
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
COMBINATIONS = {"tab": 1, "shift+tab": -1}


class BoardScreen(AnsweringScreen[str]):
    """A table seen from one seat, or in turn from several. Ends with "over" or "left"."""

    if TYPE_CHECKING:
        app = getters.app(PaijuApp)

    def __init__(self, doors: Sequence[Door]):
        """A door for everybody at this terminal; of several the last is an onlooker's."""
        super().__init__()
        self.doors = {door.viewer: door for door in doors}
        self.listeners = tuple(self.doors)
        self.seats = tuple(seat for seat in self.listeners if seat != ONLOOKER)
        self.seat = self.listeners[-1]  # who sits here now; among several nobody until the curtain is lifted
        self.news: dict[int, News] = {}
        self.logs: dict[int, list[Event | Message]] = {seat: [] for seat in self.listeners}
        self.ending: dict[int, tuple[Event, ...]] = {}  # the last events of a deal, for the result page
        self.answers: PossibleAnswers | None = None
        self.combination = Combination()  # what Tab lifted last
        self.warning: Line = []
        self.gained: dict[int, Event] = {}  # what brought a seat cards, until its next answer
        self.lasting: dict[int, list[Event]] = {}  # what explains something, until then too
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

    async def on_mount(self) -> None:
        for seat in self.seats:
            await self.doors[seat].wish(automatic=self.app.settings.auto_forced)
        for seat, door in self.doors.items():
            self.run_worker(self.hear(seat, door.hear()))
        self.set_interval(0.5, self.count_down)

    @property
    def words(self) -> Style:
        """The app's style with the names at this table, speaking to the seat that looks."""
        facts = self.facts
        return replace(self.app.style, names=facts.names, you=self.seat).for_game(facts.game)

    @property
    def facts(self) -> MatchFacts:
        return self.doors[self.listeners[0]].facts

    @property
    def door(self) -> Door:
        """The door of whoever sits here."""
        return self.doors[self.seat]

    @property
    def has_company(self) -> bool:
        """Is it a table of a house?"""
        return isinstance(self.door, HouseDoor)

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
    def is_asked(self) -> bool:
        """Is an answer waited for?"""
        return self.seat in self.news and self.news[self.seat].scene.is_asked

    @property
    def card_ask(self) -> Ask | None:
        return card_ask(self.asks)

    # ---- news ----

    async def hear(self, seat: int, heard: AsyncIterator[News]) -> None:
        async for news in heard:
            if self.is_gone:
                return
            before = self.news.get(seat)
            self.news[seat] = news
            self.write_down(seat, news)
            self.note_gain(seat, before, news)
            if seat == self.seat and not self.is_curtained:
                self.show(news, before)
            self.close_curtain()
            if seat == self.reader and news.kind == "result":
                self.show_result(news)
            if seat == self.reader and news.lesson:
                self.show_lesson(news)
            if seat == self.reader and news.kind == "match":
                self.stand_up("over")
        if seat == self.reader and self.facts.error is not None and not self.is_gone:
            self.stand_up("failed")

    @property
    def reader(self) -> int:
        """Whose results are shown: who sits here, or the first of several."""
        return self.seat if self.seat in self.seats else self.seats[0]

    def write_down(self, seat: int, news: News) -> None:
        """The log of the deal."""
        if news.begins_log:
            self.logs[seat] = []
        elif news.events:
            self.ending[seat] = news.events
        self.logs[seat] += news.events
        if news.text is not None:
            self.logs[seat].append(news.text)

    def note_gain(self, seat: int, before: News | None, news: News) -> None:
        """Remember what brought cards into a hand; not each card that is drawn."""
        lasting = [event for event in news.events if event.lasting]
        if news.begins_log or lasting:
            self.lasting[seat] = lasting
        if news.begins_log:
            self.gained.pop(seat, None)
        if before is None or seat not in self.seats:
            return
        had, has = held(before.scene, seat), held(news.scene, seat)
        for event in news.events:
            if event.seat == seat and not event.routine and event.cards and event.cards in has - (has & had):
                self.gained[seat] = event

    def told_log(self, seat: int, last: int = 0) -> list[str]:
        return list(log_lines(self.logs[seat], replace(self.words, you=seat), last))

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
            self.hand.fresh = self.gained[self.seat].cards if self.seat in self.gained else Cards(0)
        else:
            self.hand.deal((), look)

    def alarm(self, text: Message) -> None:
        self.notify(self.words.say(text), severity="error", timeout=10, markup=False)

    def light_up(self, before: Scene, scene: Scene) -> None:
        """A card that was drawn stands out for a moment."""
        had, has = held(before, self.seat), held(scene, self.seat)
        drawn = has - (has & had)
        if had and len(drawn) == 1 and not self.hand.fresh and self.app.settings.animation:
            self.hand.freshen(drawn)

    def set_question(self, scene: Scene) -> None:
        """A new question, or none."""
        self.answers, ask = None, self.card_ask
        self.bar.ask(scene.asks, self.words)
        self.hand.offer(ask.cards if ask else None, ask.most if ask else 0)
        if scene.asks:
            self.run_worker(self.look_closer, group="look", exclusive=True)
        if scene.is_asked and self.app.settings.bell:
            self.app.bell()

    async def look_closer(self) -> None:
        """Find out beside the screen which actions there are."""
        question = self.question
        try:
            answers = await self.door.choices()
        except IllegalAction:  # answered meanwhile
            return
        if not self.is_gone and self.question == question:
            self.answers = answers
            self.bar.limit({ask.kind for ask in self.narrowed_asks()})
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
        asked = [seat for seat in self.seats if seat in self.news and self.news[seat].scene.is_asked]
        if self.is_curtained or self.seats == self.listeners or not asked or self.seat in asked:
            return
        self.is_curtained = True
        curtain = CurtainScreen(self.facts.names[asked[0]], self.words)
        self.app.push_screen(curtain, partial(self.lifted, asked[0]))

    async def lifted(self, seat: int, sits: bool | None) -> None:
        """The curtain is up: somebody sits down, or leaves."""
        if sits:
            self.sit(seat)
        else:
            await self.leave()

    def sit(self, seat: int) -> None:
        """Somebody sits down, or with ONLOOKER nobody."""
        self.is_curtained, self.seat = False, seat
        self.hand.clear()
        self.show(self.news[seat])
        self.close_curtain()

    # ---- results ----

    def show_result(self, news: News) -> None:
        from paiju.terminal.pages import ResultPage

        told = news._replace(events=self.ending.get(self.reader, ()))
        self.app.push_screen(
            ResultPage(told, self.doors[self.reader], self.words, self.told_log(self.reader)), self.after_result
        )

    def show_lesson(self, news: News) -> None:
        from paiju.terminal.pages import LessonPage

        self.app.push_screen(LessonPage(news.lesson, self.words))

    async def after_result(self, wish: str | None) -> None:
        if wish == "leave":
            return await self.leave()
        if not self.is_curtained:  # the next deal's first hand is for whoever is asked first
            self.seat = self.listeners[-1]
        for seat in self.seats:
            await self.doors[seat].go_on()

    async def leave(self) -> None:
        """Stand up; the match is on the disk already."""
        await self.leave_table()
        self.stand_up("left")

    async def leave_table(self) -> None:
        for door in self.doors.values():
            await door.leave()

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
        self.tell_story()
        self.query_one("#status", TextRows).put(self.status())
        self.query_one("#keys", KeyRow).offer(
            [
                (command.key(self.hand.active), self.words.say(command.text), at)
                for at, command in enumerate(COMMANDS)
                if command.applies(self) and (self.has_company or not command.in_house)
            ]
        )

    def tell_story(self) -> None:
        """What happened last. What explains is told to its end, at the cost of the table."""
        story, width = self.query_one("#story", TextRows), self.size.width - 2
        warning = [row for text, paint in self.warning for row in wrapped(text, width, paint)]
        pinned: Block = wrapped(self.pinned(), width, FELT_TEXT)
        rows = max(self.story_rows, len(pinned) + len(warning))
        story.styles.height = rows
        story.put(*story_lines(pinned, self.told_log(self.seat, rows), warning, rows))

    def pinned(self) -> str:
        """What is to be read before the next answer: which cards one was given; at first, how cards are played."""
        if self.seat in self.gained:
            return self.words.event(self.gained[self.seat])
        told = ""
        for event in map(self.words.event, self.lasting.get(self.seat, ())):
            told = self.words.say("{told}; {event}", told=Said(told), event=Said(event)) if told else event
        if told:
            return told
        if self.card_ask is None or self.app.settings.introduced:
            return ""
        return self.words.say("← → go along your cards, Space lifts one, Enter plays what is lifted; F1 tells more")

    @property
    def story_rows(self) -> int:
        return 1 if self.size.height < 22 else 2 if self.size.height < 34 else 4

    def count_down(self) -> None:
        head = self.query_one("#head", TextRows)
        if self.deadline and self.asks and self.app.screen is not self:  # nobody can read and answer at once
            self.run_worker(self.take_time, group="time", exclusive=True)
        if not self.is_large_enough():
            head.put(*wrapped(self.words.say("make the window larger"), self.size.width - 1, NOTICE))
        elif self.seat in self.news:
            news = self.news[self.seat]
            name = self.facts.names[self.seat] if self.seat != self.listeners[-1] else ""
            facts = self.facts
            state = mark("no connection") if facts.is_away else mark("unsaved") if facts.trouble is not None else ""
            unsaved: Line = [(self.words.say(state) + "  ", ALARM)] if state else []
            left = time_line(self.deadline - time.monotonic(), self.asks, self.words) if self.deadline else ""
            room = self.size.width - 2 - line_width(unsaved)
            head.put([*unsaved, *head_line(news.scene, news.match, self.words, room, name, left)])

    async def take_time(self) -> None:
        self.deadline = time.monotonic() + await self.door.more_time()

    def is_large_enough(self) -> bool:
        return self.size.width >= SMALLEST[0] and self.size.height >= SMALLEST[1]

    def status(self) -> Line:
        if not self.asks:
            return [(self.words.say("Space goes on at once"), QUIET)]
        if not self.is_asked:
            what = Said(asked_in_a_line(self.asks, self.words))
            return [(self.words.say("at any time: {question}", question=what), QUIET)]
        hand, asks = self.hand.selection, self.narrowed_asks()
        ask = card_ask(asks) or (asks[0] if self.card_ask or asks[0].meaning else None)
        return question_line(ask, hand.focused, hand.is_possible(hand.focus), self.words)

    def narrowed_asks(self) -> Sequence[Ask]:
        """What is asked, as far as it is known to have answers."""
        return self.answers.narrowed(self.asks) if self.answers else self.asks

    def on_resize(self, event: events.Resize) -> None:
        """In a low window the lines that can be missed go, in a tiny one all but the head."""
        height, large = event.size.height, self.is_large_enough()
        for widget in self.query("TextRows, FeltWidget, HandWidget, AskBar"):
            widget.display = large and height >= LEAST_HEIGHTS.get(f"#{widget.id}", 0)
        head = self.query_one("#head")
        head.display = head.display or not large
        self.hand.fit()
        head.styles.height = 1 if large else height
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

    async def decide(self) -> None:
        """Enter: answer with what is chosen."""
        at, cards = self.meant()
        if self.bar.number is not None:
            ask = self.asks[self.bar.numbers_of]
            await self.answer(Action(ask.kind, self.hand.chosen if ask.most else Cards(0), self.bar.number))
        elif at >= 0:
            await self.press(at, cards)
        elif ask := self.card_ask:
            self.warn(wanted(card_ask(self.narrowed_asks()) or ask))
        else:
            self.warn(Message("press the letter of your answer"))

    async def press(self, at: int, cards: Cards) -> None:
        """Answer an ask with these cards; where they leave a number open, ask for that first."""
        ask = self.asks[at]
        open = [amount for amount in ask.amounts if await self.is_legal(Action(ask.kind, cards, amount))]
        if len(open) > 1:
            self.hand.lift(cards)
            self.bar.offer_numbers(at, open, open)
            self.warn(ask.meaning or Message("choose a number, then press Enter"))
        else:
            await self.answer(Action(ask.kind, cards, open[0] if open else 0))

    async def press_plain(self, at: int) -> None:
        """Answer without cards. What cannot be passed by must be meant: it is asked for twice."""
        kind = self.asks[at].kind
        if len(self.asks) == 1 or kind == "pass" or self.is_sure(kind):
            await self.answer(Action(kind))
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
            at = next((i for i, ask in enumerate(self.asks) if ask.kind == action.kind), -1)
            if at < 0:  # nobody waits for an answer, and silence is the best one
                return self.warn(Message("say nothing for now"))
            key = self.bar.keys[at] or self.words.say("Enter")
            self.warn(Message("{label}: press {key}", label=Said(label(action.kind, self.words)), key=Said(key)))

    async def is_legal(self, action: Action) -> bool:
        try:
            await self.door.check(action)
        except IllegalAction:
            return False
        return True

    async def answer(self, action: Action) -> None:
        gained = self.gained.pop(self.seat, None)  # before there is another
        lasting = self.lasting.pop(self.seat, [])
        try:
            await self.door.answer(action)
        except IllegalAction as refusal:
            if gained is not None:
                self.gained[self.seat] = gained
            self.lasting[self.seat] = lasting
            self.refuse(refusal)
        else:
            self.warning, self.hurried = [], 0.0
            if action.cards and not self.app.settings.introduced:
                self.app.set(replace(self.app.settings, introduced=True))
            self.hand.clear()

    def hand_changed(self) -> None:
        if self.card_ask is not None:
            self.bar.drop_numbers()
        self.warning = []
        self.mark_possible()
        self.tell()

    @on(HandWidget.Decided)
    async def hand_decided(self) -> None:
        await self.decide()

    @on(AskBar.Pressed)
    async def bar_pressed(self, event: AskBar.Pressed) -> None:
        ask = self.asks[event.ask]
        if ask.most or ask.amounts:
            await self.decide()
        else:
            await self.press_plain(event.ask)

    # ---- keys ----

    async def on_key(self, event: events.Key) -> None:
        """One key after another: the next one waits until an answer is stored."""
        if self.seat not in self.news:
            return
        if await self.handle(event.key) or await self.read(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    async def handle(self, key: str) -> bool:
        """Keys that stand for no sign: hurrying, moving, lifting, answering."""
        if not self.asks or (key == "enter" and not self.is_asked and not self.hand.chosen):
            return key in ("enter", "space") and await self.hurry()
        if self.bar.number is not None and key in STEPS:
            self.bar.move(STEPS[key])
            return True
        if key == "enter":
            await self.enter()
            return True
        hand = self.hand
        doings: dict[str, Callable[[], Any]] = {
            "left": lambda: hand.move(-1),
            "right": lambda: hand.move(1),
            "up": lambda: hand.move_row(-1),
            "down": lambda: hand.move_row(1),
            "space": lambda: hand.toggle(hand.selection.focus),
            "backspace": hand.take_back,
            "escape": hand.clear,
        }
        if key in COMBINATIONS:
            if hand.active:
                await self.next_combination(COMBINATIONS[key])
        elif key in doings and hand.active:
            doings[key]()
        return key in doings or key in COMBINATIONS

    async def hurry(self) -> bool:
        self.hurried = time.monotonic()
        for seat in self.seats:
            await self.doors[seat].hurry()
        return True

    async def enter(self) -> None:
        """Whoever was hurrying the others a moment ago did not mean to play a card."""
        if time.monotonic() - self.hurried > JUST_ASKED:
            await self.decide()

    async def read(self, key: str, sign: str) -> bool:
        """Signs: digits for numbers, ranks and suits for cards, letters for answers and commands."""
        if self.bar.number is not None and sign.isascii() and sign.isdigit():
            return self.bar.type(sign) or True
        if sign and sign in self.bar.keys:
            await self.press_plain(self.bar.keys.index(sign))
            return True
        if self.hand.active and sign and (sign.lower() in CARD_SIGNS or sign in "♣♦♥♠"):
            if not self.hand.type(sign):
                self.warn(Message("you hold no such card"))
            return True
        command = command_for(key, sign, self.has_company)
        if command is not None and command.letter == sign.lower() == "q" and not self.is_sure(command.letter):
            kept = Message("press q again to leave; the match is kept")
            self.warn(kept if self.facts.is_kept else Message("press q again to leave; the match is not kept"))
        elif command is not None and command.is_asked_twice and not self.is_sure(command.letter):
            self.warn(Message(command.is_asked_twice))
        elif command is not None:
            await command.run(self)
        return command is not None

    def is_sure(self, what: str) -> bool:
        """Was the same wanted a moment ago?"""
        (before, when), self.wanted = self.wanted, (what, time.monotonic())
        if before != what or self.wanted[1] - when >= SURE:
            return False
        self.wanted = ("", 0.0)  # a third time is the first again
        return True

    @on(KeyRow.Clicked)
    async def key_clicked(self, event: KeyRow.Clicked) -> None:
        command = COMMANDS[event.at]
        if command.is_asked_twice and not self.is_sure(command.letter):
            return self.warn(Message(command.is_asked_twice))
        await command.run(self)

    async def next_combination(self, step: int) -> None:
        """Tab: lift the next legal combination that contains what was lifted when Tab began."""
        if self.answers is None:  # the key came before they were found
            await self.look_closer()
        if self.answers is None:
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

    async def change_settings(self, settings: Settings | None) -> None:
        if settings is not None and settings != self.app.settings:
            self.app.set(settings)
            for seat in self.seats:
                await self.doors[seat].wish(automatic=settings.auto_forced, pace=settings.timing())
            news = self.news[self.seat]
            self.bar.words = self.words
            self.show(news, news)


def held(scene: Scene, seat: int) -> Cards:
    return Cards(card for group in scene.places[seat].hand for card in group)
