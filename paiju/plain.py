"""A table as lines: one event a line and no cursor tricks, for screen readers, pipes and slow lines.

`PlainClient` sits between the doors of a table and whoever types: it tells what the seat at the keyboard hears, asks
what that seat is asked and reads the answers. Several people may share the keyboard; a curtain falls between their
turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import sys
import textwrap
from collections.abc import AsyncIterator, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paiju import company
from paiju.core.chance import Random
from paiju.core.scene import MatchStanding, Scene
from paiju.core.words import Action, Ask, Event, IllegalAction, PlayerAt, Said, mark
from paiju.door import Door, HouseDoor, MatchFacts
from paiju.enquiry import ENQUIRIES, Knowledge, hand_line, hint_lines, open_hands
from paiju.farewell import keeping
from paiju.input_lines import InputLines, OverlongLine
from paiju.news import News
from paiju.play import Bot
from paiju.question import asked_in_a_line, example, when_late
from paiju.results import explained_lines
from paiju.show import Style, deal_title, log_lines, scene_lines, standing_lines, trick_text
from paiju.text import read_answer, read_command
from paiju.threads import in_thread
from paiju.transcript import fits, table_lines

CURTAIN = 20  # empty lines beyond the height of the screen
READ_CURTAIN = 0.5  # seconds in which nobody has read it yet: an Enter typed ahead does not lift it

# What can be typed at any time, and what it does.
COMMANDS = {
    mark("hint"): mark("what your choices are worth, the best first; ? does the same"),
    mark("hand"): mark("your cards"),
    mark("table"): mark("who sits where, with how many cards, and what lies on the table"),
    mark("played"): mark("what was played to this trick or series, and who passed, the newest first; * does the same"),
    mark("last"): mark("the last trick, or the last set where there are no tricks"),
    mark("score"): mark("where the match stands, and every deal so far"),
    mark("rules"): mark("the sections of the rules; rules 3 shows one, rules 3.2 a single rule, rules all everything"),
    mark("log"): mark("all that happened in this deal"),
    mark("undo"): mark("take your last answer back, if you have seen nothing new since"),
    mark("claim"): mark("end the deal at once when the rest of it is certain"),
    mark("help"): mark("this list"),
    mark("exit"): mark("leave; the match is kept. quit does the same"),
}
OTHER_NAMES = {"?": "hint", "*": "played", "quit": "exit"}


@dataclass(frozen=True)
class LineFormat:
    """How lines are written and read."""

    hints: bool = True  # questions come with an example
    lenient: bool = False  # cards are read as heartless read them
    width: int = 0  # where lines are broken; 0: nowhere
    terminal: bool = False  # somebody types: lines may come before they are asked for
    table: bool = False  # the table and everybody's points before every question


PLAIN_LINES = LineFormat()


class PlainClient:
    """A match at a table, told and asked line by line."""

    def __init__(
        self, doors: Sequence[Door], style: Style, typed: InputLines, adviser: Bot, format: LineFormat = PLAIN_LINES
    ):
        """A door for everybody at the keyboard."""
        self.doors = {door.viewer: door for door in doors}
        self.typed, self.adviser, self.format = typed, adviser, format
        style = style.for_game(self.facts.game)
        self.styles = {seat: replace(style, you=seat) for seat in self.doors}
        self.sitting = doors[0].viewer if len(doors) == 1 else -1  # the seat at the keyboard
        self.curtain = -1  # the seat that is to come to the keyboard
        self.unread: dict[int, list[News]] = {seat: [] for seat in self.doors}
        self.logs: dict[int, list[Event]] = {seat: [] for seat in self.doors}  # the deal so far
        self.latest: dict[int, News] = {}  # what a seat heard last
        self.answered: dict[int, int] = {}  # the number of the news a seat answered last
        self.asked: tuple[object, ...] = ()  # what the last question was about
        self.offered: tuple[Ask, ...] = ()  # what may be said at any time
        self.narrowed: Sequence[Ask] = ()  # the same, as far as there are answers
        self.hint = ""
        self.untold: list[Event] = []  # what is routine, until it is told together
        self.notes = ""
        self.left = False
        self.sure_of = ""  # the command that was typed once, and is done when it is typed again
        self.is_prompted = False  # the cursor stands behind a prompt
        self.luck = Random(0)

    @property
    def style(self) -> Style:
        return self.styles[self.sitting if self.sitting >= 0 else min(self.styles)]

    @property
    def facts(self) -> MatchFacts:
        return next(iter(self.doors.values())).facts

    # ---- the match ----

    async def run(self) -> MatchStanding | None:
        """Play until the match is over, and return how it ended; None if somebody left before."""
        listening = [asyncio.create_task(self.listen(seat, door.hear())) for seat, door in self.doors.items()]
        for task in listening:
            task.add_done_callback(lambda _: self.typed.bell.set())
        try:
            with self.interruptible():
                await self.go_on(listening)
        finally:
            for door in self.doors.values():
                await door.leave()
        if error := self.facts.error:
            raise error
        return self.facts.match if self.facts.is_over else None

    async def go_on(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        """Tell what has happened, hear what was typed, ask what is to be asked; again whenever something stirs."""
        while not self.left:
            self.typed.bell.clear()
            all_is_said = all(task.done() for task in tasks)
            self.tell_news()
            if all_is_said:
                return
            await self.ask()
            if not await self.hear():
                await self.typed.bell.wait()

    @contextlib.contextmanager
    def interruptible(self) -> Generator[None]:
        """Ctrl-C leaves as `exit` does, and at once."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def interrupt() -> None:
            self.leave(self.style.say("interrupted"))
            task.cancel()

        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(signal.SIGINT, interrupt)
        try:
            yield
        except asyncio.CancelledError:
            if not self.left:
                raise
            task.uncancel()
        finally:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.remove_signal_handler(signal.SIGINT)

    async def listen(self, seat: int, heard: AsyncIterator[News]) -> None:
        async for news in heard:
            self.unread[seat].append(news)
            self.latest[seat] = news
            if news.begins_log:
                self.logs[seat].clear()
            self.logs[seat] += news.events
            if news.kind == "result":
                await self.doors[seat].go_on()
            self.typed.bell.set()

    # ---- telling ----

    def say(self, text: str = "") -> None:
        self.leave_prompt()
        width = self.format.width
        for line in textwrap.wrap(text, width, subsequent_indent="  ") if width and text else [text]:
            print(line, flush=True)

    def refuse(self, text: str) -> None:
        self.leave_prompt()
        print(" ".join(text.split()), file=sys.stderr, flush=True)

    def say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def tell_news(self) -> None:
        """What the seat at the keyboard has not heard yet."""
        if self.sitting >= 0 and self.curtain < 0:
            while self.unread[self.sitting]:
                self.tell(self.unread[self.sitting].pop(0))

    def tell(self, news: News) -> None:
        if news.kind in ("deal", "whole"):
            self.say()
            self.say(deal_title(news.scene.title, news.scene.deal, style=self.style))
            self.notes = ""
            if news.kind == "deal":  # why nobody is asked to pass, for one
                self.say_all(self.new_notes(news.scene))
        if news.kind == "back":
            self.say(self.style.say("{seat} takes a move back|you take your move back", seat=PlayerAt(news.seat)))
        for event in news.events if news.kind != "back" else ():
            self.tell_event(event)
        if news.text:
            trouble = news.kind == "trouble"
            (self.refuse if trouble else self.say)(self.style.say(news.text))
        if news.lesson:
            self.tell_untold()
            self.say()
            self.say_all("* " + self.style.say(line) for line in news.lesson)
        if news.kind == "result":
            self.tell_untold()
            self.say()
            self.say_all(explained_lines(news.scene, self.style))
            self.say_all(standing_lines(news.match, self.style))

    def tell_event(self, event: Event) -> None:
        """One event, one line; but what is routine waits until it can be told together."""
        self.untold.append(event)
        if not event.routine:
            self.tell_untold()

    def tell_untold(self) -> None:
        self.say_all(log_lines(self.untold, self.style))
        self.untold.clear()

    # ---- asking ----

    def to_ask(self) -> int:
        """The seat that owes an answer, whoever sits at the keyboard first; -1: nobody."""
        seats = sorted(self.latest, key=lambda seat: seat != self.sitting)
        return next(filter(self.owes_answer, seats), -1)

    def owes_answer(self, seat: int) -> bool:
        news = self.latest[seat]
        return news.scene.is_asked and news.number > self.answered.get(seat, 0)

    async def ask(self) -> None:
        """Ask what has not been asked yet; somebody else than sits at the keyboard has to come to it first."""
        seat = self.to_ask()
        if seat < 0 or self.curtain >= 0:
            return self.offer()
        if seat != self.sitting:
            return self.draw_curtain(seat)
        news = self.latest[seat]
        scene = news.scene
        about = (seat, scene.deal, scene.asks, scene.trick, scene.places[seat].hand)
        if self.asked != about:  # that others have chosen too, for one, does not change the question
            self.asked = about
            self.tell_untold()
            self.say_all(self.position(scene))
            self.narrowed = ()
            with contextlib.suppress(IllegalAction):  # the time was over meanwhile
                self.narrowed = (await self.doors[seat].choices()).narrowed(scene.asks)
            self.hint = "" if news.lesson else await self.advice(scene)  # a lesson has told a good answer
            self.say_question(news)
        self.mark_prompt()

    def offer(self) -> None:
        """What may be said though nobody waits for it, once."""
        news = self.latest.get(self.sitting)
        asks = news.scene.asks if news is not None and not news.scene.is_asked else ()
        if asks and asks != self.offered:
            self.tell_untold()
            self.say(self.style.say("at any time: {question}", question=Said(asked_in_a_line(asks, self.style))))
        self.offered = asks

    def position(self, scene: Scene) -> Iterator[str]:
        """What one has to see before one answers: what holds for the deal, the table, the hand."""
        yield from self.new_notes(scene)
        yield from open_hands(scene, self.style)
        if self.format.table:
            yield from self.picture(scene)
        elif scene.trick.plays:
            yield self.style.say("on the table: {cards}", cards=Said(trick_text(scene.trick, self.style)))
        yield hand_line(scene, self.style)

    def new_notes(self, scene: Scene) -> Iterator[str]:
        """Yield what holds for the deal, unless the last line that told it said the same."""
        notes = self.style.listed(map(self.style.say, scene.notes))
        if notes != self.notes:
            self.notes = notes
            yield from filter(None, [notes])

    def picture(self, scene: Scene) -> Iterator[str]:
        """The table with everybody's points: as heartless drew it where it can be drawn so."""
        if not fits(scene):
            places = tuple(place._replace(hand=()) for place in scene.places)
            yield from scene_lines(scene._replace(notes=(), places=places), self.style)
            return
        ended = sum(event.ends_trick for event in self.logs[scene.viewer])
        tricks = ended + scene.places[scene.viewer].count
        yield from table_lines(scene, self.style, max(0, ended - (not scene.trick.plays)), tricks)

    async def advice(self, scene: Scene) -> str:
        """An answer for example: what a bot would do."""
        if not self.format.hints or is_settled(scene):
            return ""
        door = self.doors[scene.viewer]
        try:
            action: Action = await in_thread(self.adviser, await door.view(), self.luck.fork())
        except IllegalAction:  # among people elsewhere nobody is advised: anything that may be answered
            with contextlib.suppress(IllegalAction):
                return next((example(each, scene.asks, self.style) for each in (await door.choices()).actions), "")
            return ""
        except Exception:  # a hint is no reason to stop a match; the bot is not even at the table
            return ""
        return example(action, scene.asks, self.style)

    def say_question(self, news: News) -> None:
        text = asked_in_a_line(self.narrowed or news.scene.asks, self.style)
        if self.hint:
            text = self.style.say("{question}, for example {answer}", question=Said(text), answer=Said(self.hint))
        if news.seconds:
            text = self.style.say(
                "{question} ({seconds} seconds, {late})",
                question=Said(text), seconds=round(news.seconds), late=when_late(news.scene.asks),
            )  # fmt: skip
        self.say(text)
        self.mark_prompt()

    def mark_prompt(self) -> None:
        if self.format.terminal and not self.is_prompted:
            self.typed.prompt()
            self.is_prompted = True

    def leave_prompt(self) -> None:
        """What happens while somebody is to type begins a line of its own."""
        if self.is_prompted:
            print(flush=True)
            self.is_prompted = False

    # ---- one keyboard, several people ----

    def draw_curtain(self, seat: int) -> None:
        self.curtain = seat
        if self.format.terminal and self.sitting >= 0:
            self.typed.forget(READ_CURTAIN)
            print("\n" * (shutil.get_terminal_size().lines + CURTAIN), end="")
        name = Said(self.facts.names[seat])
        self.say(self.style.say("pass the keyboard to {name}, then press Enter", name=name))
        self.mark_prompt()

    def sit_down(self) -> None:
        """Somebody new sits at the keyboard, and is told what happened since."""
        self.sitting, self.curtain, self.notes = self.curtain, -1, ""
        unread = self.unread[self.sitting]
        deals = [i for i, news in enumerate(unread) if news.kind == "deal"]
        del unread[: deals[-1] if deals else 0]  # how the last deal ended was on the screen for all
        self.say()

    # ---- hearing ----

    async def hear(self) -> bool:
        """Deal with the next line, if it is time for one. Through a pipe a line, or its end, waits for a question."""
        if not (self.format.terminal or self.curtain >= 0 or self.to_ask() >= 0):
            return False
        if not self.typed.waiting:
            if self.typed.ended:
                self.leave()
            return self.typed.ended
        line = self.typed.take()
        assert line is not None
        self.is_prompted = False
        await self.heed(line)
        return True

    async def heed(self, line: str) -> None:
        command, rest = ("", "") if isinstance(line, OverlongLine) else read_command(line, self.commands, self.style)
        if command != self.sure_of:  # something else was typed in between
            self.sure_of = ""
        if self.curtain >= 0:
            return self.leave() if command == "exit" else self.sit_down()
        if command and (not rest or command in ("rules", "say", "mute", "unmute")):
            await self.obey(command, rest)
        else:
            await self.answer(line)

    @property
    def commands(self) -> dict[str, str]:
        """What can be typed now, and the command it is."""
        here = [*COMMANDS, *(company.COMMANDS if self.has_company else ())]
        return {command: command for command in here} | OTHER_NAMES

    @property
    def has_company(self) -> bool:
        """Is it a table of a house?"""
        return all(isinstance(door, HouseDoor) for door in self.doors.values())

    async def answer(self, line: str) -> None:
        if self.sitting < 0:
            return  # nobody has come to the keyboard yet
        seat = self.to_ask()
        news = self.latest.get(seat)
        try:
            if isinstance(line, OverlongLine):
                raise IllegalAction("{length} characters are too many for an answer", code="too_long", length=int(line))
            if not line.strip() and (news is None or not is_settled(news.scene)):
                return await self.say_nothing_new(news)
            door = self.doors[self.sitting]
            await door.answer(read_answer(line, await door.asked(), self.style, self.format.lenient))
        except IllegalAction as refusal:
            self.refuse(self.style.refusal(refusal))
            if news is not None:
                self.say_question(news)
            return
        if news is not None:
            self.answered[seat] = news.number
        self.asked = ()
        await self.hurry()

    async def say_nothing_new(self, news: News | None) -> None:
        """An empty line: the question once more, or no pause."""
        self.asked = ()
        if news is None:
            await self.hurry()

    async def hurry(self) -> None:
        """No pause, for anybody at this keyboard."""
        for door in self.doors.values():
            await door.hurry()

    def leave(self, why: str = "") -> None:
        """Go; the match is kept."""
        self.left = True
        if why:
            self.refuse(why)
        self.say(keeping(self.facts, self.style, in_lines=True))

    # ---- commands ----

    async def obey(self, command: str, rest: str) -> None:
        if command == "exit":
            return self.leave()
        if self.sitting not in self.latest:
            return
        try:
            if command in company.DOINGS:
                return await self.run_talk_command(command, rest)
            if command in ("undo", "claim"):
                return await getattr(self.doors[self.sitting], command)()
            self.say_all(await self.findings(command, rest))
        except IllegalAction as refusal:
            self.refuse(self.style.refusal(refusal))
        if self.to_ask() >= 0:
            self.say_question(self.latest[self.sitting])

    async def run_talk_command(self, command: str, rest: str) -> None:
        door = self.doors[self.sitting]
        assert isinstance(door, HouseDoor)
        if command in company.SURE_COMMANDS and self.sure_of != command:
            self.sure_of = command
            return self.say(self.style.say(company.SURE_COMMANDS[command], word=command))
        self.say_all(await company.DOINGS[command](door, rest, self.style))
        self.left = self.left or command == "stand"

    async def findings(self, command: str, rest: str) -> Iterable[str]:
        if command == "hint":
            return await self.hint_lines()
        if command == "help":
            return self.help_lines()
        known = Knowledge(self.facts, self.latest[self.sitting].scene, self.logs[self.sitting])
        return ENQUIRIES[command](known, self.style, rest.lower())

    async def hint_lines(self) -> list[str]:
        if self.to_ask() < 0:
            raise IllegalAction("it is not your turn: there is nothing to choose", code="not_your_turn")
        return await hint_lines(self.doors[self.sitting], self.style, self.luck.fork())

    def help_lines(self) -> Iterator[str]:
        for word, meaning in {**COMMANDS, **(company.COMMANDS if self.has_company else {})}.items():
            yield self.style.say("{word}: {meaning}", word=word, meaning=meaning)
        yield self.style.say(
            "cards are typed as QS, TC (or 10C), LJ, or together as 467QC; the suit may be left out where it is clear"
        )


def is_settled(scene: Scene) -> bool:
    """Is there just one thing to do, with nothing to choose?"""
    return len(scene.asks) == 1 and not scene.asks[0].most and not scene.asks[0].amounts
