"""BoardScreen: a seat at a table. It shows the news of that seat and lets its player answer, look things up and leave.

Several people at one terminal take turns behind a curtain.

All is told by Scene, Ask and Event: no game is named here and no rule known.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen

from paiju.core import bits
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.scene import Scene
from paiju.core.state import State
from paiju.core.words import Action, Ask, IllegalAction, Message, mark
from paiju.show import Said, Style, event_line
from paiju.table import News, Table, in_thread
from paiju.terminal.bar import AskBar, TextRows, label
from paiju.terminal.canvas import ALARM, FELT_TEXT, KEY, NOTICE, QUIET, STRONG, Block, Line, Look, line_width
from paiju.terminal.felt import FeltView
from paiju.terminal.hand import HandView, in_order

if TYPE_CHECKING:
    from paiju.terminal.app import PaijuApp

MOST_ACTIONS = 3000  # a look at more would take too long; then every card of the question counts as possible
HINT_MS = 1000
LONGEST_PASTE = 200
JUST_ASKED = 0.3  # seconds in which an Enter still meant "hurry"


@dataclass(frozen=True)
class Command:
    """A key of the board: its letter, a key that works even where letters name cards, and what it is called."""

    name: str
    letter: str
    other: str
    text: str


COMMANDS = [
    Command("hint", "?", "f9", mark("hint")),
    Command("undo", "u", "f7", mark("undo")),
    Command("claim", "c", "f8", mark("claim the rest")),
    Command("last_trick", "l", "f3", mark("last trick")),
    Command("score", "s", "f2", mark("score")),
    Command("rules", "r", "f4", mark("rules")),
    Command("log", "g", "f5", mark("log")),
    Command("settings", "o", "f6", mark("settings")),
    Command("help", "h", "f1", mark("help")),
    Command("leave", "q", "f10", mark("leave")),
]
CARD_SIGNS = frozenset("0123456789tjqkacdhsb+-")
HELP = [
    ("← → ↑ ↓", mark("move along the hand")),
    ("space", mark("lift a card, or put it back")),
    ("Enter", mark("answer with what is lifted, or with the card in focus where one card is asked")),
    ("Q S", mark("a rank lifts a card, again the next of that rank; a suit behind it picks just that card")),
    ("+ -", mark("the big joker, the little joker")),
    ("Tab", mark("the next combination that may be played")),
    ("Backspace", mark("put back the card lifted last")),
    ("Escape", mark("put back all cards")),
    ("0 … 9", mark("choose a number, where one is asked")),
    (":", mark("in front of a play: it was led; ★ behind it: it is ahead")),
]


@dataclass
class Sight:
    """What is known about one question: every legal action if they are few enough, and whether one may claim."""

    number: int
    actions: list[Action]
    complete: bool
    claim: Message | None


class BoardScreen(Screen[str]):
    """A table seen from one seat, or in turn from several."""

    def __init__(self, table: Table, seats: Sequence[int] = ()):
        super().__init__()
        self.table = table
        self.seats = tuple(seats) or table.people
        self.seat = self.seats[0]
        self.news: dict[int, News] = {}
        self.logs: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.closing: dict[int, tuple[Any, ...]] = {}  # the events that ended a deal, for the result page
        self.sight: Sight | None = None
        self.cycle: tuple[Cards, int] | None = None  # Tab: what was lifted when it began, and how far it went
        self.warning: Line = []
        self.deadline = 0.0
        self.hurried = 0.0
        self.curtained = False

    # ---- what there is on the screen ----

    def compose(self) -> ComposeResult:
        yield TextRows(id="head")
        yield FeltView()
        yield TextRows(id="story")
        yield HandView()
        yield AskBar()
        yield TextRows(id="status")
        yield TextRows(id="keys")

    @property
    def paiju(self) -> PaijuApp:
        app: Any = self.app
        return app

    @property
    def words(self) -> Style:
        """The app's style with the names at this table, speaking to the seat that looks."""
        names = tuple(chair.name for chair in self.table.chairs)
        return replace(self.paiju.style, names=names, you=self.seat)

    @property
    def look(self) -> Look:
        return Look(self.words, self.paiju.settings.four_colours)

    @property
    def hand(self) -> HandView:
        return self.query_one(HandView)

    @property
    def bar(self) -> AskBar:
        return self.query_one(AskBar)

    @property
    def scene(self) -> Scene | None:
        news = self.news.get(self.seat)
        return news.scene if news else None

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.scene.asks if self.scene else ()

    @property
    def card_ask(self) -> Ask | None:
        return next((ask for ask in self.asks if ask.most), None)

    def on_mount(self) -> None:
        self.apply_settings()
        for seat in self.seats:
            self.run_worker(self.hear(seat))
        self.run_worker(self.play())
        self.set_interval(0.5, self.tick)

    async def play(self) -> None:
        await self.table.run()

    async def hear(self, seat: int) -> None:
        async for news in self.table.listen(seat):
            self.take_in(seat, news)

    # ---- news ----

    def take_in(self, seat: int, news: News) -> None:
        before = self.news.get(seat)
        self.news[seat] = news
        self.write_down(seat, news)
        if seat == self.seat and not self.curtained:
            self.show(news, before)
        self.draw_curtain()
        if news.kind in ("result", "match") and seat == self.seat:
            {"result": self.show_result, "match": self.end_match}[news.kind](news)

    def write_down(self, seat: int, news: News) -> None:
        """The log of the deal, in the words of its listener."""
        if news.kind == "deal":
            self.logs[seat] = []
        if news.events:
            self.closing[seat] = news.events
        style = replace(self.words, you=seat)
        self.logs[seat] += [event_line(self.table.game, event, style) for event in news.events]
        if news.text is not None:
            self.logs[seat].append(style.say(news.text))

    def show(self, news: News, before: News | None = None) -> None:
        """Draw what a seat sees now. A selection survives, unless it has been played."""
        scene, settings = news.scene, self.paiju.settings
        lit = news.seat if settings.animation and news.kind == "move" else -1
        self.query_one(FeltView).show(scene, self.look, lit)
        place = scene.places[self.seat]
        self.hand.deal(in_order(place.hand, settings.high_first), self.look, place.count)
        if settings.animation and before and before.scene.deal == scene.deal:
            self.light_up(before.scene, scene)
        same = before is not None and before.scene.asks == scene.asks and before.scene.deal == scene.deal
        if not same:
            self.set_question(scene)
        self.warning = (
            [(self.words.say(news.text), ALARM)] if news.text is not None else [] if not same else self.warning
        )
        self.deadline = time.monotonic() + news.seconds if news.seconds else 0.0
        self.tell()

    def light_up(self, before: Scene, scene: Scene) -> None:
        """Cards that came into the hand stand out for a moment."""
        had, has = (Cards(card for group in s.places[self.seat].hand for card in group) for s in (before, scene))
        fresh = int(has) - bits.meet(int(has), int(had))
        if fresh and had:
            self.hand.freshen(Cards(fresh))

    def set_question(self, scene: Scene) -> None:
        """A new question, or none."""
        self.sight = self.cycle = None
        self.bar.ask(scene.asks, self.words)
        ask = self.card_ask
        self.hand.offer(Cards(ask.cards) if ask else Cards(0) if scene.asks else None, ask.most if ask else 0)
        if scene.asks:
            self.run_worker(self.look_closer(self.news[self.seat].number), group="look", exclusive=True)
            if self.paiju.settings.bell:
                self.app.bell()

    async def look_closer(self, number: int) -> None:
        """Find out beside the screen which actions there are."""
        seat = self.seat
        try:
            view = self.table.view(seat)
        except IllegalAction:
            return
        sight = await in_thread(looked, view, seat, number)
        if self.news[self.seat].number == number and self.seat == seat:
            self.sight = sight
            self.mark_possible()
            self.tell()

    def mark_possible(self) -> None:
        """Dim what no legal action with the lifted cards contains."""
        ask, sight = self.card_ask, self.sight
        if ask is None or sight is None or not sight.complete or ask.most < 2:
            return
        lifted = int(self.hand.chosen)
        fitting = [int(action.cards) for action in sight.actions if bits.contains(int(action.cards), lifted)]
        possible = 0
        for cards in fitting or [int(action.cards) for action in sight.actions]:
            possible = most_of(possible, cards)
        self.hand.limit(Cards(possible))

    # ---- several people at one terminal ----

    def draw_curtain(self) -> None:
        """Hide the hand of who has answered before showing the next one's."""
        if self.curtained or len(self.seats) == 1 or self.asks:
            return
        for seat in self.seats:
            if seat in self.news and self.news[seat].scene.asks and seat != self.seat:
                self.curtained = True
                self.app.push_screen(Curtain(self.words.seat(seat), self.words), lambda _, seat=seat: self.sit(seat))
                return

    def sit(self, seat: int) -> None:
        self.curtained, self.seat = False, seat
        self.hand.clear()
        self.show(self.news[seat])
        self.draw_curtain()

    # ---- results ----

    def show_result(self, news: News) -> None:
        from paiju.terminal.pages import ResultPage

        told = replace(news, events=self.closing.get(self.seat, ()))
        self.app.push_screen(ResultPage(told, self.table, self.words), self.after_result)

    def after_result(self, wish: str | None) -> None:
        if wish == "leave":
            self.leave()
            return
        for seat in self.seats:
            self.table.go_on(seat)

    def end_match(self, news: News) -> None:
        self.dismiss("over")

    # ---- the lines around the table ----

    def tell(self) -> None:
        """Write head, story, status and keys anew."""
        scene = self.scene
        if scene is None:
            return
        self.query_one("#head", TextRows).put(self.head(scene))
        story = self.query_one("#story", TextRows)
        story.put(*self.story(max(1, story.size.height)))
        self.mark_answer()
        self.query_one("#status", TextRows).put(self.status())
        self.query_one("#keys", TextRows).put(self.key_line())

    def head(self, scene: Scene) -> Line:
        style, setup = self.words, self.news[self.seat].setup
        line: Line = [(style.say("{game}, deal {deal}", game=setup.game.title, deal=scene.deal), STRONG)]
        if len(scene.standing) != len(scene.places) or has_teams(scene):
            line += [("  " + style.say(text), QUIET) for text in setup.game.standing_text(setup)]
        if self.deadline:
            left = max(0, round(self.deadline - time.monotonic()))
            line.insert(0, (style.say("{seconds} s left", seconds=left) + "  ", ALARM))
        return line

    def story(self, rows: int) -> Block:
        """The last things that happened; a warning or refusal takes the last row."""
        told: Block = [[(text, FELT_TEXT)] for text in self.logs[self.seat][-rows:]]
        if self.warning:
            told = [*told[1 - rows :], self.warning] if rows > 1 else [self.warning]
        return told

    def status(self) -> Line:
        """What is asked, and the card in focus in words."""
        style, ask, hand = self.words, self.card_ask, self.hand
        if not self.asks:
            return [(style.say("Space goes on at once"), QUIET)] if self.is_waiting() else []
        if ask is None:
            return [(style.say("your turn"), NOTICE)]
        wanted = (ask.least, ask.most)
        line: Line = [(style.say(count_text(*wanted), least=ask.least, most=ask.most), NOTICE)]
        if (card := hand.focused_card) is not None:
            can = mark("can be played") if hand.is_possible(hand.focus_at) else mark("cannot be played now")
            if ask.kind != "play":
                can = mark("can be chosen") if hand.is_possible(hand.focus_at) else mark("cannot be chosen")
            line.append((f"  {style.name(card)}: {style.say(can)}", FELT_TEXT))
        return line

    def is_waiting(self) -> bool:
        return self.scene is not None and not self.scene.over

    def key_line(self) -> Line:
        """The commands that apply now, each with a key that works now."""
        line: Line = []
        for command in COMMANDS:
            if self.applies(command.name):
                piece: Line = [(self.key_of(command), KEY), (f" {self.words.say(command.text)}  ", QUIET)]
                line += piece
        return line

    def key_of(self, command: Command) -> str:
        return command.other.upper() if self.hand.active and command.letter in CARD_SIGNS else command.letter

    def applies(self, name: str) -> bool:
        scene = self.scene
        tests: dict[str, Callable[[], bool]] = {
            "hint": lambda: bool(self.asks),
            "undo": lambda: self.table.can_undo(self.seat),
            "claim": lambda: bool(self.sight and self.sight.claim),
            "last_trick": lambda: bool(scene and scene.last.plays),
        }
        return tests.get(name, lambda: True)()

    def tick(self) -> None:
        if self.deadline and self.scene is not None:
            self.query_one("#head", TextRows).put(self.head(self.scene))

    def on_resize(self, event: events.Resize) -> None:
        """In a low window the lines that can be missed go."""
        height = event.size.height
        for id, least in (("#head", 14), ("#keys", 16), ("#status", 12), ("#story", 11)):
            self.query_one(id).display = height >= least
        self.query_one("#story").styles.height = 1 if height < 22 else 2 if height < 34 else 4
        self.call_after_refresh(self.tell)

    # ---- answering ----

    def mark_answer(self) -> None:
        """Show on the button what Enter would do now."""
        at, cards = self.meant()
        self.bar.mark(at, cards)

    def meant(self) -> tuple[int, Cards]:
        """Which ask Enter answers, and with which cards; -1: none yet."""
        chosen = self.hand.chosen
        for at, ask in enumerate(self.asks):
            if chosen and ask.least <= len(chosen) <= ask.most:
                return at, chosen
        for at, ask in enumerate(self.asks):
            if chosen and ask.most:
                return at, chosen
        if not chosen:
            return self.meant_without()
        return -1, chosen

    def meant_without(self) -> tuple[int, Cards]:
        """Nothing is lifted: the card in focus where one is asked, else an answer that needs no card."""
        ask, card = self.card_ask, self.hand.focused_card
        if ask is None:
            return 0, Cards(0)
        if ask.least == 0:
            return self.asks.index(ask), Cards(0)
        if self.sight and self.sight.complete and not any(action.cards for action in self.sight.actions):
            return self.asks.index(next(other for other in self.asks if not other.most)), Cards(0)
        if ask.most == 1 and card is not None:
            return self.asks.index(ask), Cards([card])
        return -1, Cards(0)

    def decide(self) -> None:
        """Enter: answer with what is chosen."""
        if self.bar.number is not None and self.bar.numbers_of >= 0:
            ask = self.asks[self.bar.numbers_of]
            cards = self.hand.chosen if ask.most else Cards(0)
            self.answer(Action(ask.kind, cards, self.bar.number))
            return
        at, cards = self.meant()
        if at < 0:
            ask = self.card_ask
            assert ask is not None
            self.warn(Message(count_text(ask.least, ask.most), least=ask.least, most=ask.most))
            return
        self.press(at, cards)

    def press(self, at: int, cards: Cards) -> None:
        """Answer an ask with these cards; ask for a number first if that is open."""
        ask = self.asks[at]
        if ask.amounts and ask.most:
            open = [amount for amount in ask.amounts if self.is_legal(Action(ask.kind, cards, amount))]
            if len(open) > 1:
                self.hand.choose(cards)
                self.bar.offer_numbers(at, open, open)
                self.warn(Message("choose a number, then press Enter"))
                return
            self.answer(Action(ask.kind, cards, open[0] if open else 0))
            return
        self.answer(Action(ask.kind, cards))

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
            self.warning = [(self.words.refusal(refusal), ALARM)]
            self.tell()
            return
        self.warning = []
        self.hurried = 0.0
        self.hand.clear()

    def warn(self, message: Message) -> None:
        self.warning = [(self.words.say(message), NOTICE)]
        self.tell()

    @on(HandView.Changed)
    def hand_changed(self) -> None:
        if self.bar.numbers_of >= 0 and self.card_ask is not None:
            self.bar.drop_numbers()
        self.mark_possible()
        self.warning = []
        self.tell()

    @on(HandView.Decided)
    def hand_decided(self) -> None:
        self.decide()

    @on(AskBar.Pressed)
    def bar_pressed(self, event: AskBar.Pressed) -> None:
        ask = self.asks[event.ask]
        if event.amount is not None:
            self.answer(Action(ask.kind, self.hand.chosen if ask.most else Cards(0), event.amount))
        elif (ask.amounts and self.bar.number is not None) or ask.most:
            self.decide()
        else:
            self.answer(Action(ask.kind))

    # ---- keys ----

    def on_key(self, event: events.Key) -> None:
        if self.scene is not None and (self.moves(event) or self.types(event) or self.commands(event)):
            event.stop()
            event.prevent_default()

    def moves(self, event: events.Key) -> bool:
        """Keys without a letter."""
        hand = self.hand
        if event.key in ("enter", "space") and not self.asks:
            self.hurried = time.monotonic()
            self.table.hurry()
            return True
        if event.key == "enter":
            if time.monotonic() - self.hurried > JUST_ASKED:
                self.decide()
            return True
        if self.bar.number is not None:
            steps = {"left": -1, "right": 1, "up": 1, "down": -1}
            if event.key in steps:
                self.bar.move(steps[event.key])
                return True
            if event.key == "escape" and self.card_ask is not None:
                self.bar.drop_numbers()
                return True
        doings: dict[str, Callable[[], Any]] = {
            "left": lambda: hand.move(-1),
            "right": lambda: hand.move(1),
            "up": lambda: hand.move_row(-1),
            "down": lambda: hand.move_row(1),
            "space": lambda: hand.toggle(hand.focus_at),
            "backspace": hand.take_back,
            "escape": hand.clear,
            "tab": lambda: self.next_combination(1),
            "shift+tab": lambda: self.next_combination(-1),
        }
        if event.key not in doings:
            return False
        if self.card_ask is not None:
            doings[event.key]()
        return True

    def types(self, event: events.Key) -> bool:
        """Digits for numbers, letters for answers, ranks and suits for cards."""
        sign = event.character or ""
        if self.bar.number is not None and sign.isascii() and sign.isdigit():
            self.bar.type(sign)
            return True
        if self.asks and sign in self.bar.keys and sign:
            self.answer(Action(self.asks[self.bar.keys.index(sign)].kind))
            return True
        if self.hand.active and (sign.lower() in CARD_SIGNS or sign in "♣♦♥♠") and sign:
            self.cycle = None
            if not self.hand.type(sign):
                self.warn(Message("you hold no such card"))
            return True
        return False

    def commands(self, event: events.Key) -> bool:
        for command in COMMANDS:
            if event.key == command.other or (event.character or "").lower() == command.letter:
                getattr(self, f"do_{command.name}")()
                return True
        return False

    def next_combination(self, step: int) -> None:
        """Tab: lift the next legal combination that contains what was lifted when Tab began."""
        sight = self.sight
        if sight is None:
            self.warn(Message("one moment: the combinations are being found"))
            return
        begun, at = self.cycle or (self.hand.chosen, -1 if step > 0 else 0)
        fitting = list(dict.fromkeys(a.cards for a in sight.actions if a.cards and begun in a.cards))
        if not fitting:
            self.warn(Message("no combination has the lifted cards"))
            return
        at = (at + step) % len(fitting)
        self.hand.choose(fitting[at])
        self.cycle = (begun, at)

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
                self.warning = [(self.words.refusal(refusal), ALARM)]
                self.tell()

    # ---- commands ----

    def do_hint(self) -> None:
        if self.asks:
            self.warn(Message("thinking about it …"))
            self.run_worker(self.find_hint(self.news[self.seat].number), group="hint", exclusive=True)

    async def find_hint(self, number: int) -> None:
        from paiju.bots.search import explain
        from paiju.terminal.pages import HintPage

        view, seat = self.table.view(self.seat), self.seat
        choices = await in_thread(lambda: explain(view, Random(number), ms=HINT_MS))
        if self.asks and self.news[seat].number == number and self.seat == seat:
            self.warning = []
            self.app.push_screen(HintPage(choices, self.words), lambda action: self.take_hint(action, number))

    def take_hint(self, action: Action | None, number: int) -> None:
        """Put what was advised ready for Enter."""
        if action is None or self.news[self.seat].number != number:
            self.tell()
            return
        if action.cards:
            self.hand.choose(action.cards)
        elif self.bar.number is not None and action.amount in self.bar.numbers:
            self.bar.number = action.amount
            self.bar.refresh()
        else:
            at = [ask.kind for ask in self.asks].index(action.kind)
            key = self.bar.keys[at] or self.words.say("Enter")
            self.warn(Message("{label}: press {key}", label=Said(label(action.kind, self.words)), key=Said(key)))

    def do_undo(self) -> None:
        try:
            self.table.undo(self.seat)
        except IllegalAction as refusal:
            self.warning = [(self.words.refusal(refusal), ALARM)]
            self.tell()

    def do_claim(self) -> None:
        try:
            self.table.claim(self.seat)
        except IllegalAction as refusal:
            self.warning = [(self.words.refusal(refusal), ALARM)]
            self.tell()

    def do_last_trick(self) -> None:
        from paiju.terminal.pages import LastTrickPage

        if self.scene is not None:
            self.app.push_screen(LastTrickPage(self.scene, self.words))

    def do_score(self) -> None:
        from paiju.terminal.pages import ScorePage

        self.app.push_screen(ScorePage(self.table.results, self.news[self.seat].setup, self.words))

    def do_rules(self) -> None:
        from paiju.terminal.pages import RulesPage

        self.app.push_screen(RulesPage(self.table.game, self.table.options, self.words))

    def do_log(self) -> None:
        from paiju.terminal.pages import LogPage

        self.app.push_screen(LogPage(self.logs[self.seat], self.words))

    def do_help(self) -> None:
        from paiju.terminal.pages import HelpPage

        keys = [(f"{command.letter} {command.other.upper()}", command.text) for command in COMMANDS]
        self.app.push_screen(HelpPage(self.words, (), [*HELP, *keys]))

    def do_settings(self) -> None:
        from paiju.terminal.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(self.paiju.settings, self.words), self.change_settings)

    def change_settings(self, settings: Any) -> None:
        if settings is not None and settings != self.paiju.settings:
            self.paiju.set(settings)
            self.table.patience = settings.patience(call=self.table.patience.call, answer=self.table.patience.answer)
            self.apply_settings()
            if self.seat in self.news:
                self.show(self.news[self.seat], self.news[self.seat])

    def apply_settings(self) -> None:
        self.table.automatic = set(self.seats) if self.paiju.settings.auto_forced else set()

    def do_leave(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Stand up; the match is on the disk already."""
        self.table.close()
        self.dismiss("left")


class Curtain(Screen[None]):
    """Nothing is to be seen until the next player sits down."""

    def __init__(self, name: str, style: Style):
        super().__init__()
        self.player, self.words = name, style

    def compose(self) -> ComposeResult:
        yield TextRows(id="curtain")

    def on_mount(self) -> None:
        text = self.words.say("Pass the keyboard to {name}, who presses Enter", name=Said(self.player))
        rows = self.query_one("#curtain", TextRows)
        rows.styles.height = "1fr"
        line: Line = [(text, NOTICE)]
        rows.put(*[[] for _ in range(max(0, self.app.size.height // 2 - 1))], centred(line, self.app.size.width))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in ("enter", "space"):
            self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)


def looked(view: State, seat: int, number: int) -> Sight:
    """Runs in a thread."""
    actions = list(islice(view.actions(seat), MOST_ACTIONS))
    return Sight(number, actions, len(actions) < MOST_ACTIONS, view.claim(seat))


def most_of(one: int, other: int) -> int:
    """A multiset that contains both."""
    return one + other - bits.meet(one, other)


def has_teams(scene: Scene) -> bool:
    return len({place.team for place in scene.places}) < len(scene.places)


def count_text(least: int, most: int) -> str:
    """How many cards are asked, as a sentence to be said."""
    if least == most:
        return mark("choose one card") if most == 1 else mark("choose {most} cards")
    return mark("choose up to {most} cards") if least == 0 else mark("choose {least} to {most} cards")


def centred(line: Line, width: int) -> Line:
    return [(" " * max(0, (width - line_width(line)) // 2 - 1), FELT_TEXT), *line]
