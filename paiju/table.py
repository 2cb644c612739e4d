# cython: nonecheck=True
"""Table: a match with people, bots and time. One task, `run`, changes it; everybody else asks for changes at a door.

There is no network and no screen here: a terminal holds doors in the same process, a server passes the news on. Who
sits where is in chairs.py, pauses and limits in timing.py, phases that go on by the clock in timed_phase.py, what is
heard in news.py, what can be taken back in takeback.py, what people want done in inbox.py, what is written in
journal.py, how it gets into a store in match_writer.py; the bots are in table_bots.py.

    table = Table(game, game.Options(), [Chair("Ann"), *bots], seed=1)
    door = table.door(0)
    async for news in door.hear():
        if news.scene.asks:
            await door.answer(choose(news.scene))
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paiju.bots import is_file, is_program
from paiju.bots.native import house_bot
from paiju.chairs import LONGEST_NAME, Chair, Chairs, chairs_of, clean_text, tags_of
from paiju.core import tuples
from paiju.core.cards import Cards
from paiju.core.game import Game, Setup
from paiju.core.scene import Scene
from paiju.core.state import State, Unfolding
from paiju.core.words import (
    ONLOOKER,
    TRUTH,
    Action,
    Ask,
    Event,
    IllegalAction,
    Message,
    PlayerAt,
    Said,
    as_action,
    completed,
)
from paiju.decks import DeckSource, FairDecks, SeededDecks
from paiju.door import FinishedDeal, MatchFacts
from paiju.inbox import Inbox, Intent, no_deal
from paiju.journal import Journal
from paiju.match_writer import MatchWriter
from paiju.news import NOTHING_PERSONAL, Connection, News, Newsroom, Personal
from paiju.record import Deal, Moment, Move, Record, read_unfinished
from paiju.record import moments as moments_of
from paiju.remarks import IDS_KEPT, MoveRemark, Remembered, short
from paiju.saves import NotSaved, is_ours
from paiju.store import FileStore, MatchStore, MemoryStore, NotStored
from paiju.table_bots import SeatFailure, TableBots
from paiju.takeback import TakeBacks
from paiju.threads import in_thread
from paiju.timed_phase import PASS, TimedPhase, sayable, stepped
from paiju.timing import FOREVER, NORMAL, TableClock, Timing

if TYPE_CHECKING:
    from paiju.table_door import TableDoor

LONGEST_SAYING = 300
VALUE_SECONDS = 2.0  # how long a deal waits for what people add to its shuffle
PATIENT_END = 0.5  # seconds in which whoever leaves last waits for the table to end


class Step:
    """An answer that has been applied, until it is stored and told."""

    __slots__ = ("action", "after", "before", "events", "id", "lines", "seat")

    def __init__(self, seat: int, action: Action, id: str, before: State, after: State, events: list[Event],
                 lines: list[str]):  # fmt: skip
        self.seat, self.action, self.id = seat, action, id
        self.before, self.after, self.events, self.lines = before, after, events, lines


class MoveCount:
    """How many moves were made at all the tables that have it: a plain number, since each adds to it."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made = 0


class Table:
    def __init__(
        self,
        game: Game,
        options: Any,
        chairs: Sequence[Chair],
        seed: int | None = None,
        timing: Timing = NORMAL,
        store: MatchStore | Path | None = None,
        bot_ms: int = 0,
        position: str = "",
        hosted: bool = False,
        decks: DeckSource | None = None,
        practice: bool = False,
    ):
        """`bot_ms` is how long a bot may think; 0: what is usual for its kind, and no longer than a minute.

        With a position the match begins there. A table that is not hosted closes when the last person leaves. A seed
        gives the same decks again; at a hosted table nobody can foresee them unless there is one. Where one practises,
        alone with bots, any answer of the deal may be taken back, and the record says so.
        """
        if decks is None and hosted and seed is None:
            decks = FairDecks.new(secrets.token_hex(8))
        if decks is None:
            decks = SeededDecks(game, secrets.randbelow(1 << 63) if seed is None else seed)
        tags = decks.tags | ({"BotMs": str(bot_ms)} if bot_ms else {}) | tags_of(chairs)
        if practice:
            tags["Practice"] = "on"
        record = Record(game, options, tags)
        if position:
            record.start_at(position)
        stored = FileStore(store) if isinstance(store, Path) else store or MemoryStore()
        self.open(record, timing, stored, hosted, decks)

    @classmethod
    def resume(cls, path: str | Path, timing: Timing = NORMAL) -> Table:
        """Go on with a match that was left, at the very point where it was left."""
        path = Path(path)
        store, record = FileStore.resume(path)
        try:
            chairs = chairs_of(record)
            if not all(chair.name for chair in chairs):
                raise NotSaved("{path} does not say who plays: it is no match that was left", path=Said(path))
            foreign = [chair.bot for chair in chairs if is_program(chair.bot) or is_file(chair.bot)]
            if foreign and not is_ours(path):  # a record that came by mail must not start programs
                raise NotSaved(
                    "{path} would start {bot}: only matches kept in paiju's own folder may",
                    path=Said(path), bot=Said(foreign[0]),
                )  # fmt: skip
            table = cls.__new__(cls)
            table.open(record, timing, store)
            table.untold += filter(None, [store.notice])
            if table.setup.over:
                raise NotSaved("the match in {path} is over: paiju replay shows it", path=Said(path))
        except BaseException:
            store.close()
            raise
        return table

    @classmethod
    def go_on_from(cls, record: Record, timing: Timing, store: MatchStore, decks: DeckSource | None = None) -> Table:
        """A hosted table from what its store has of the match: all of that is written already."""
        table = cls.__new__(cls)
        table.open(record, timing, store, hosted=True, decks=decks)
        table.writer.is_behind = False
        return table

    def open(
        self, record: Record, timing: Timing, store: MatchStore, hosted: bool = False, decks: DeckSource | None = None
    ) -> None:
        if decks is None and hosted and "Seed" not in record.tags:
            raise ValueError("a hosted match goes on with the decks it began with")
        self.game, self.options, self.store, self.hosted = record.game, record.options, store, hosted
        self.setup = self.game.first(self.options)
        self.chairs = Chairs(chairs_of(record))
        self.clock = TableClock(timing)
        self.backs = TakeBacks(all_of_them=record.tags.get("Practice") == "on")
        self.seed = tag_number(record, "Seed")
        self.decks = decks or SeededDecks(self.game, self.seed)
        self.results: list[str] = []  # how deals ended, a line each (`result_line`): a match may have hundreds
        # A state that stands here stays as it is: a move makes a new one.
        self.state: State | None = None  # the truth, at the last answer; None between deals
        self.shown: State | None = None  # the truth as far as it has been shown; a view of it is what somebody sees
        self.unshown: Unfolding = []  # what waits to be seen: from there to `state`, or on to where silence leads
        self.timed: TimedPhase | None = None  # where the deal goes on by the clock
        self.withheld: list[SeatFailure] = []  # of bots in such a phase: told when the deal is over
        self.moves_told = -1  # of the deal, shown or about to be; -1 before it begins
        self.tried: tuple[State, int, Action, State] | None = None  # an answer that was right when it came
        self.begun: Step | None = None  # an answer that is being stored without the task
        self.ids: dict[int, dict[str, Intent | None]] = {}  # None: it is done
        self.catch_up(record)
        self.remember(Remembered.of(record.deals))
        self.inbox = Inbox()
        self.journal = Journal(record, self.decks.secret)
        self.writer = MatchWriter(self.journal, store, self.inbox, hosted, self.tell_trouble)
        luck = self.decks.luck(self.journal.moves)
        bots = {seat: chair.bot for seat, chair in enumerate(self.chairs.by_seat) if chair.bot}
        self.bots = TableBots(self.game, bots, self.chairs.names, luck, tag_number(record, "BotMs"))
        viewers = [*range(self.setup.seats), ONLOOKER, TRUTH]
        self.room = Newsroom(viewers, self.personal, self.gone, self.chairs, self.backs.kept)
        self.is_asking = False  # the task waits for people to answer
        self.automatic: frozenset[int] = frozenset()  # people for whom the only legal answer is given at once
        self.by_hand = -1  # the turn that was taken back and is not to be played by itself again
        self.claimed = -1  # the seat that claimed the rest
        self.ready: frozenset[int] = frozenset()
        self.moves = MoveCount()  # a house has one for all its tables
        self.turn = 0  # counts answers; a bot that thought about an earlier one is not heard
        # What the house wants to hear: who is there, or what was promised, may have changed; people are waited for.
        self.on_change: Callable[[], None] | None = None
        self.on_wait: Callable[[], None] | None = None
        self.on_end: Callable[[], None] | None = None  # of the match
        self.task: asyncio.Task[None] | None = None
        self.error: Exception | None = None
        self.untold: list[Message] = []  # troubles from before there was anything to show
        self.is_over = False

    def catch_up(self, record: Record) -> None:
        """Where the deals of a record lead."""
        for deal in record.deals:
            self.setup = deal.setup
            self.decks.skip(deal.setup)
            self.state = deal.final()
            if self.state.is_over:
                self.close_deal(self.state)

    def remember(self, told: Remembered) -> None:
        """Answers that were given and what is left of everybody's time, before this program had the table."""
        self.ids = {seat: dict.fromkeys(given) for seat, given in told.ids.items()}
        self.clock.bank.update(told.left)
        self.clock.spent = max(0.0, time.time() - told.at) if told.at else 0.0

    # ---- for those who open and keep tables ----

    def door(self, viewer: int) -> TableDoor:
        """A client's way to this table."""
        from paiju.table_door import TableDoor

        return TableDoor(self, viewer)

    def start(self) -> asyncio.Task[None]:
        """Begin to play, unless it has begun."""
        if self.task is None:
            self.task = asyncio.create_task(self.run())
            self.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # it is in `error` too
        return self.task

    @property
    def is_closed(self) -> bool:
        return self.inbox.is_closed

    @property
    def people(self) -> tuple[int, ...]:
        return self.chairs.people

    @property
    def record(self) -> Record:
        """The whole match so far; LookupError where finished deals are with the store alone (`finished_record`)."""
        return self.journal.whole()

    def next_seed(self) -> int | None:
        """The seed of a next match."""
        return self.decks.next_seed()

    def facts(self) -> MatchFacts:
        return MatchFacts(
            game=self.game,
            options=self.options,
            names=self.chairs.names,
            bots=tuple(chair.bot for chair in self.chairs.by_seat),
            sheet=partial(score_sheet, self.game, self.options, tuple(self.results), self.setup),
            match=self.setup.match,
            promised=self.decks.promised,
            place=self.store.place,
            trouble=self.writer.trouble,
            is_over=self.is_over,
            error=self.error,
        )

    def close(self) -> None:
        """Everybody leaves; the match is kept."""
        if self.is_closed:
            return
        self.inbox.close()
        self.room.end()
        if self.task is None or self.task.done():
            self.store.close()

    # ---- what people ask for: looked over at once, and done by `run` ----

    async def answer(self, seat: int, action: Action, id: str = "") -> None:
        """A person answers; raises IllegalAction, and then nothing has changed. Durable when it returns."""
        if (intent := self.begin_answer(seat, action, id)) is not None:
            await intent.done()

    def begin_answer(self, seat: int, action: Action, id: str = "") -> Intent | None:
        """The same for who does not wait: what tells that it is done. None: it was done before."""
        given, id = self.ids.get(seat), short(id)
        if given is None:
            given = self.ids[seat] = {}
        if id in given:
            return given[id]
        action = as_action(action)
        try:
            if self.is_asking and self.inbox.is_free() and self.writer.is_ready():
                intent = self.answer_at_once(seat, action, id)
            else:
                intent = self.answer_in_turn(seat, action, id)
        except IllegalAction:
            raise
        except Exception as error:  # a fault of the game, which the answer would meet again and again
            intent = self.inbox.submit(seat, partial(fail, error))
        if id:
            given[id] = intent
            if len(given) > IDS_KEPT:
                del given[next(iter(given))]
        return intent

    def answer_in_turn(self, seat: int, action: Action, id: str) -> Intent:
        return self.ask_for(seat, lambda: self.check_answer(seat, action), lambda: self.take_answer(seat, action, id))

    def answer_at_once(self, seat: int, action: Action, id: str) -> Intent:
        """The task waits for people and nobody wants anything else: an answer need not wake it to be stored and told.

        If it cannot be stored, or anything fails, the task sees to that.
        """
        self.check_answer(seat, action)
        intent = self.inbox.begin(seat)
        try:
            step = self.begun = self.begin_step(seat, action, id)
            self.writer.begin(step.lines, self.end_answer)
        except Exception as error:  # a fault of the game: what is half done must not be played on from
            self.inbox.hand_on(partial(fail, error))
        return intent

    def end_answer(self, is_stored: bool) -> None:
        step, self.begun = self.begun, None
        assert step is not None
        if not is_stored:
            return self.inbox.hand_on(partial(self.finish_step, step))
        try:
            self.tell_step(step)
        except Exception as error:
            return self.inbox.hand_on(partial(fail, error))
        given = self.ids[step.seat]
        if step.id in given:
            given[step.id] = None  # whoever sends it again need not wait
        intent = self.inbox.end()
        try:
            self.is_asking = self.is_up_to_people()
            if not self.is_asking:
                self.inbox.ring()
            elif self.on_wait is not None:
                self.on_wait()
        finally:
            intent.settle()  # the last of all: who hears it may have the next answer ready

    def is_up_to_people(self) -> bool:
        """Is there nothing to do but to wait for people, however long they take?"""
        if self.state is None or self.state.is_over or self.timed is not None or self.unshown:
            return False
        if self.claimed >= 0 or self.automatic or self.bots.by_seat or self.chairs.away:
            return False
        return self.limit() == 0

    async def undo(self, seat: int) -> None:
        """Take back the seat's last answer, if it and whatever came after it has told the seat nothing."""
        await self.ask_for(seat, lambda: self.last_own(seat), lambda: self.take_back(seat)).done()

    async def claim(self, seat: int) -> None:
        """The rest is certain: let it be played out."""
        await self.ask_for(seat, lambda: self.check_claim(seat), lambda: self.take_claim(seat)).done()

    async def say(self, viewer: int, text: str | Message) -> None:
        said = text if isinstance(text, Message) else Said(clean_text(text, LONGEST_SAYING))
        if self.shown is not None and not self.is_closed and said:
            who = PlayerAt(viewer) if viewer >= 0 else Said("")
            self.tell("say", seat=viewer, text=Message("{seat}: {text}", seat=who, text=said))

    async def sit(self, seat: int, name: str) -> TableDoor:
        """A person takes a chair, from a bot or from somebody who has gone. The first answer is the next question."""
        self.check_free(seat)
        chair = Chair(clean_text(name, LONGEST_NAME) or self.chairs.names[seat])
        if self.task is None:  # nobody has heard anything yet
            await self.change_chair(seat, chair)
        else:
            await self.inbox.submit(-1, lambda: self.change_chair(seat, chair, by_force=False)).done()
        return self.door(seat)

    async def hand_over(self, seat: int, bot: str = "") -> None:
        """A bot takes a person's chair, the house's unless another is named."""
        self.check_seat(seat)
        chair = Chair(self.chairs.names[seat], bot or house_bot(self.game))
        self.bots.check(chair.bot)
        if self.task is None:
            await self.change_chair(seat, chair)
        else:
            await self.inbox.submit(-1, lambda: self.change_chair(seat, chair)).done()

    async def leave(self, viewer: int) -> None:
        """Somebody goes. When nobody is left a table of our own closes; this waits until it has."""
        self.gone(viewer)
        nobody = self.people or not any(self.room.listeners.values())
        if not self.hosted and not self.chairs.present and nobody:
            self.close()
            if self.task is not None:
                await asyncio.wait([self.task], timeout=PATIENT_END)
                self.task.cancel()

    async def finished_deal(self) -> Deal | None:
        """The last deal that was played to its end: anybody may see its cards now."""
        if self.state is None and self.journal.record.deals:
            return self.journal.deal
        finished = (await self.finished_record()).deals
        return finished[-1] if finished else None

    async def finished_record(self) -> Record:
        """The record without the deal that is being played."""
        finished = len(self.results)  # what ends while we read has not been told yet
        lines = await self.store.lines() if self.journal.kept else self.journal.text().splitlines()
        record = await in_thread(read_unfinished, lines)
        del record.deals[finished:]
        return record

    def check_answer(self, seat: int, action: Action) -> None:
        state = self.asked_state()
        if self.timed is None:
            self.after(state, seat, action)
        elif action.kind != PASS.kind:
            state.view(seat).check(seat, action)
        elif misfit := Ask(PASS.kind).misfit(action, Cards()):  # everybody may be silent
            raise misfit
        if self.claimed >= 0 or seat not in self.chairs.people:
            raise IllegalAction("this seat is being played for you", code="played_for_you")

    def after(self, state: State, seat: int, action: Action) -> State:
        """The state after an action; raises IllegalAction. What was tried when it came is not done again."""
        if self.tried is not None:
            before, by, tried, after = self.tried
            if before is state and by == seat and (tried is action or tried == action):
                return after
        after = stepped(state, seat, action)
        self.tried = (state, seat, action, after)
        return after

    def check_claim(self, seat: int) -> Message:
        self.asked_state()
        reason = self.view(seat).claim(seat)
        if reason is None:
            raise IllegalAction("the rest is not certain: play on", code="not_certain")
        return reason

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.chairs.by_seat):
            raise IllegalAction("there is no such chair: chairs are 1 to {last}", code="no_such_seat",
                                last=len(self.chairs.by_seat))  # fmt: skip

    def check_free(self, seat: int) -> None:
        self.check_seat(seat)
        if seat in self.chairs.present:
            raise IllegalAction("somebody sits there: {seat}", code="seat_taken", seat=PlayerAt(seat))

    def last_own(self, seat: int) -> int:
        """The number of moves before the seat's last one; refuses where the seat has learnt something since."""
        self.asked_state()
        if self.people != (seat,):
            raise IllegalAction("only alone against bots can a move be taken back", code="not_alone")
        if self.claimed >= 0:
            raise IllegalAction("the deal is over: nothing can be taken back", code="deal_over")
        if not any(move.seat == seat for move in self.journal.deal.moves):
            raise IllegalAction("there is nothing to take back: you have done nothing yet", code="nothing_done")
        if not self.backs.kept:
            raise IllegalAction("too late: you have seen something new since", code="too_late")
        return self.backs.kept[-1][0]

    def can_undo(self, seat: int) -> bool:
        if not self.backs.kept or self.people != (seat,) or self.claimed >= 0 or self.state is None:
            return False
        return self.timed is not None or not self.unshown

    def asked_state(self) -> State:
        """What can be answered now: all has been shown, or in a timed phase, what has."""
        if self.state is None or self.shown is None or self.inbox.is_closed:
            raise no_deal()
        if self.timed is not None and not self.timed.is_ending:
            return self.shown
        if self.unshown:
            raise not_shown_yet()
        return self.state

    def ask_for(self, seat: int, check: Callable[[], object], work: Callable[[], Awaitable[None]]) -> Intent:
        """Refuse it at once, or have it done. While somebody else's move is being stored it waits for its turn."""
        if self.inbox.has_from(seat):
            raise not_shown_yet()
        if not self.writer.is_writing or (self.timed is not None and self.timed.is_ending):
            check()
        return self.inbox.submit(seat, work)

    def add_value(self, seat: int, deal: int, value: str) -> None:
        """A person adds something to the shuffle of the next deal."""
        if seat not in self.people:
            raise IllegalAction("this seat is being played for you", code="played_for_you")
        self.decks.add_value(seat, deal, value)
        self.inbox.ring()

    # What changes nothing that is written: how long things take.

    def go_on(self, seat: int) -> None:
        """A person has seen enough of a finished deal."""
        if self.state is None:
            self.ready |= {seat}
            self.inbox.ring()

    def hurry(self, viewer: int) -> None:
        """Somebody has seen enough: the pause ends when all who play say so. At a table of bots, anybody."""
        self.clock.hurry(viewer, self.chairs.present or (viewer,))
        self.inbox.ring()

    def wish(self, viewer: int, automatic: bool | None, pace: Timing | None) -> None:
        if automatic:
            self.automatic |= {viewer}
        elif automatic is not None:
            self.automatic -= {viewer}
        if pace is not None:
            self.clock.wishes[viewer] = pace
        self.inbox.ring()

    def more_time(self, seat: int) -> float:
        """A person is reading the rules or a hint: the time to answer begins again. How long it is now."""
        if seat not in self.clock.deadline:
            return 0.0
        if self.hosted and len(self.people) > 1:  # others wait
            return self.time_for(seat)
        self.clock.deadline[seat] = self.now() + self.limit()
        self.inbox.ring()
        return self.time_for(seat)

    def set_timing(self, timing: Timing, why: Message) -> None:
        """Other pauses and limits from now on: whoever is asked now has his time anew."""
        self.clock.change(timing)
        if self.shown is not None:
            self.tell("chairs", text=why)
        self.inbox.ring()

    # ---- what is seen and heard ----

    def view(self, viewer: int) -> State:
        """What somebody sees now."""
        if self.shown is None:
            raise no_deal()
        return self.shown.copy() if viewer == TRUTH else self.shown.view(viewer)

    def hear(self, viewer: int, since: int = 0, sink: Callable[[News], None] | None = None) -> Connection:
        """All news for a viewer from now on. Who has not heard the newest, or nothing yet, hears the whole first.

        With a sink it is not to be read: each is handed over when it is told.
        """
        connection = self.room.connect(viewer, sink)
        if since != self.room.numbers[viewer] and self.shown is not None:
            connection.put(self.whole(viewer))
        self.come(viewer)
        return connection

    def whole(self, viewer: int) -> News:
        """What is shown now, and the events of the deal as the viewer saw them."""
        assert self.shown is not None
        return self.room.whole(viewer, self.shown, self.setup, self.events_so_far(viewer))

    def deal_so_far(self) -> tuple[Deal, Unfolding]:
        """The deal up to what is shown, and the moments of it that nobody has seen yet."""
        deal, silence = self.journal.deal, list[Move]()
        if self.timed is not None and self.state is not None and self.shown is not None:
            silence = [Move(seat, action) for seat, action in self.state.silence(self.shown)]
        return replace(deal, moves=[*deal.moves[: self.moves_told], *silence]), [] if silence else self.unshown

    def moments_so_far(self, seat: int) -> list[Moment]:
        """What a seat has seen of the deal."""
        deal, ahead = self.deal_so_far()
        seen = list(moments_of(deal, seat))
        return seen[: len(seen) - len(ahead)]

    def events_so_far(self, viewer: int) -> list[Event]:
        if self.moves_told < 0:
            return []
        deal, ahead = self.deal_so_far()
        told = [event for moment in moments_of(deal, viewer) for event in moment.events]
        return told[: len(told) - sum(len(events) for _, events in ahead)]

    def tell(self, kind: str, events: Sequence[Event] = (), seat: int = -1, text: Message | None = None) -> None:
        """Everybody hears of what is shown now."""
        assert self.shown is not None
        self.room.tell(kind, self.shown, self.setup, events, seat, text)

    def personal(self, scene: Scene) -> Personal:
        viewer, asks = scene.viewer, scene.asks
        if not (asks or self.backs.kept) or viewer not in self.chairs.people:
            return NOTHING_PERSONAL
        if self.timed is not None:
            asks = self.timed.asks(viewer, (self.is_last_chance(), asks), self.chairs.people)
        elif self.is_played_for(viewer):
            asks = ()
        seconds = 0.0
        for ask in asks:
            if not ask.optional:
                seconds = self.time_for(viewer)
                break
        return tuples.named(Personal, (asks, seconds, self.can_undo(viewer)))

    def is_last_chance(self) -> bool:
        return self.shown is not None and self.shown.is_last_chance

    def is_played_for(self, seat: int) -> bool:
        """Is what this person is asked answered without him?"""
        if self.state is None or self.unshown or not self.state.actors >> seat & 1:
            return False
        return self.claimed >= 0 or self.forced(seat) is not None

    def come(self, viewer: int) -> None:
        """Somebody listens: who was away is back, and takes the chair again if a bot has it meanwhile."""
        self.chairs.away.pop(viewer, None)
        name = self.chairs.lent.pop(viewer, None)
        if name is not None and not self.is_closed:
            self.inbox.submit(-1, lambda: self.change_chair(viewer, Chair(name)))
        self.tell_change()

    def gone(self, viewer: int) -> None:
        """Nobody listens for this viewer any more."""
        if viewer in self.people and not self.is_closed:
            self.chairs.away.setdefault(viewer, self.now())
            self.inbox.ring()
            self.tell_change()

    def tell_change(self) -> None:
        if self.on_change is not None:
            self.on_change()

    # ---- the task ----

    async def run(self) -> None:
        """Play the match to its end, or until the table is closed. Nothing else changes state, journal and store."""
        self.task = asyncio.current_task()
        try:
            await self.writer.write(finish=self.setup.over)  # it may have ended when it was left, without saying so
            while not self.setup.over and not self.is_closed:
                await self.play_deal()
            self.is_over = self.setup.over
            if self.is_over and self.shown is not None:
                self.tell("match")
        except (asyncio.CancelledError, NotStored):
            if not self.is_closed:
                raise
        except Exception as error:  # one table's bug must not leave its people waiting for ever
            self.error = error
            raise
        finally:
            self.inbox.close()
            self.end_phase()
            self.room.end()
            self.inbox.refuse_all()
            self.store.close()
            await in_thread(self.bots.dismiss)

    async def rest(self) -> None:
        """The pause after what was shown last; an answer, hurrying, a take-back or closing ends it."""
        turn = self.turn
        while self.is_still(turn) and (left := self.clock.until - self.now()) > 0:
            await self.inbox.serve(left)

    def now(self) -> float:
        """By the clock of the event loop."""
        return self.inbox.running_loop().time()

    def begin_pause(self, seconds: float) -> None:
        self.clock.begin_pause(seconds, self.now() if seconds else 0.0)

    # ---- a deal ----

    async def play_deal(self) -> None:
        self.ready = frozenset()
        self.claimed = -1
        self.backs.clear()
        self.bots.begin_deal()
        if self.state is None:
            await self.wait_for_values()
            if self.is_closed:
                return
            await self.begin_deal()
        self.begin_to_show()
        while not self.is_closed:
            if self.timed is not None:
                await self.timed.run()
                continue
            await self.show_all()
            if self.is_closed:
                return
            assert self.state is not None
            if self.state.is_over:
                await self.rest()
                return await self.end_deal(self.state)
            await self.advance()

    async def begin_deal(self) -> None:
        is_kept = bool(self.journal.record.deals) and self.writer.keep()
        self.state, lines = self.journal.begin_deal(self.setup, *self.decks.deal(self.setup), is_kept=is_kept)
        self.moves_told = -1
        await self.writer.write(lines)
        self.tell_change()  # the next deal is promised

    def truth(self) -> State:
        """The deal that is being played."""
        assert self.state is not None
        return self.state

    def begin_to_show(self) -> None:
        unfolded = self.reopened()
        self.moves_told = len(self.journal.deal.moves)
        self.show_first(unfolded, "deal")
        self.tell_untold()

    async def wait_for_values(self) -> None:
        """A moment for what people add to the shuffle; whoever is silent is not waited for the next time."""
        loop = asyncio.get_running_loop()
        end = loop.time() + VALUE_SECONDS
        while self.decks.lacks_values(self.chairs.present) and not self.is_closed and (left := end - loop.time()) > 0:
            await self.inbox.serve(left)

    def reopened(self) -> Unfolding:
        """The deal as it stands, in the moments that are still to be seen.

        Of a match that was left all that has been seen is told again in one piece. But where nothing was done since a
        timed phase it goes on from what was said last: the silence since then counts for nothing, for how it went on
        would tell who could speak.
        """
        deal = self.journal.deal
        if self.state is not None and not deal.moves and not deal.position:
            return self.state.unfold(None, -1, None, self.state.first_events())
        states = [(state.copy(), events) for state, events in deal.replay()]
        if deal.position or not all(state.is_timed for state, _ in states[: len(deal.moves)]):
            return [(states[-1][0], [event for _, events in states for event in events])]
        said = len(deal.moves)
        while said and deal.moves[said - 1].action.kind == PASS.kind:
            said -= 1
        if said < len(deal.moves):
            self.journal.take_back(said)
            self.writer.is_behind = True
        *earlier, (state, events) = states[: said + 1]
        self.state = state.copy()
        told = [event for _, events in earlier for event in events]
        move = deal.moves[-1] if said else None
        before = earlier[-1][0] if earlier else None
        first, *rest = state.unfold(before, move.seat if move else -1, move.action if move else None, events)
        return [(first[0], told + first[1]), *rest]

    async def advance(self) -> None:
        """Get the next answer from somebody who owes one. While people are waited for, no state is held on to here."""
        turn, seats = self.turn, self.truth().waiting()
        for seat in seats:
            forced = self.forced(seat)
            if forced is not None:
                await self.rest()
                await asyncio.sleep(0)  # where nobody pauses, listeners still get to read
                return await self.step(seat, forced) if self.is_still(turn) else None
            if seat in self.bots.by_seat:
                return await self.think(seat)
        await self.wait_for(seats)

    async def wait_for(self, seats: Sequence[int]) -> None:
        """Until one of these people answers or is late, or a bot has to take the chair of one who has gone."""
        now, due = self.now(), self.deadlines(seats)
        if due and due[0][0] <= now:
            return await self.step(due[0][1], self.default(due[0][1]))
        grace = self.clock.timing.grace
        left = sorted((self.chairs.away[seat] + grace, seat) for seat in seats if seat in self.chairs.away)
        if not self.chairs.present:  # nobody is left to play with: it waits until somebody comes back
            left = []
        if left and left[0][0] <= now:
            return await self.stand_in(left[0][1])
        if self.on_wait is not None:
            self.on_wait()
        times = due[:1] + left[:1]
        self.is_asking = True
        try:
            await self.inbox.serve(min(times)[0] - now if times else None)
        finally:
            self.is_asking = False

    async def think(self, seat: int) -> None:
        """A bot answers; it thinks during the pause, so that how long it takes tells nothing."""
        turn, view = self.turn, self.truth().view(seat)
        if self.bots.someone_listens():
            self.report(await self.inbox.beside(self.inform_bots(), []))
            if not self.is_still(turn) or seat not in self.bots.by_seat:  # somebody has just sat down there
                return
        thought = asyncio.ensure_future(self.bots.answer(seat, view))
        try:
            await self.rest()
            while not thought.done() and self.is_still(turn) and seat in self.bots.by_seat:
                await self.inbox.serve(until=thought)
            if not self.is_still(turn) or seat not in self.bots.by_seat:  # somebody has just sat down there
                return
            action, complaint = thought.result()
        finally:
            thought.cancel()
        if complaint:
            self.report([(seat, complaint)])
        await self.step(seat, action)

    async def inform_bots(self) -> list[SeatFailure]:
        return await self.bots.inform(self.moments_so_far) if self.bots.someone_listens() else []

    def is_still(self, turn: int) -> bool:
        """Has nothing been answered or taken back meanwhile, and are we still here?"""
        return self.turn == turn and not self.is_closed

    def report(self, failures: Sequence[tuple[int, str]]) -> None:
        for seat, detail in failures:
            text = Message("{seat} failed, a stand-in plays: {detail}", seat=PlayerAt(seat), detail=detail)
            self.tell("trouble", seat=seat, text=text)

    async def take_answer(self, seat: int, action: Action, id: str = "") -> None:
        try:
            self.check_answer(seat, action)
        except IllegalAction:
            self.ids[seat].pop(id, None)  # it may be given again, and be right then
            raise
        if self.timed is not None and action == PASS:
            self.timed.decline(seat)
        else:
            await self.step(seat, action, id)
        if id in self.ids[seat]:
            self.ids[seat][id] = None

    async def step(self, seat: int, action: Action, id: str = "") -> None:
        """Apply an answer, write it down, then let people know."""
        await self.finish_step(self.begin_step(seat, action, id))

    def begin_step(self, seat: int, action: Action, id: str = "") -> Step:
        lines: list[str] = []
        if self.timed is not None and self.shown is not None:
            lines = self.timed.keep_silence(self.shown)
            self.unshown.clear()
        before = self.state
        assert before is not None
        state = self.state = self.after(before, seat, action)
        self.tried = None
        events = completed(self.game, state.tell(before, seat, action), state.play_name)
        self.turn += 1
        self.clock.answered(seat, self.now())
        lines += self.journal.add(seat, action, state, self.remark(seat, id))
        return Step(seat, action, id, before, state, events, lines)

    async def finish_step(self, step: Step) -> None:
        await self.writer.write(step.lines)
        self.tell_step(step)

    def tell_step(self, step: Step) -> None:
        seat, before, state, events = step.seat, step.before, step.after, step.events
        deal, people = self.journal.deal, self.chairs.people
        self.moves_told = len(deal.moves)
        self.moves.made += 1
        if self.clock.deadline and self.timed is None:
            self.clock.keep([other for other in state.waiting() if other != seat])
        if len(people) == 1:
            self.backs.note(people[0], deal, before, events, state)
        elif self.backs.kept:
            self.backs.clear()
        if not events:  # what nobody can see is told only to those whose question it changes
            self.shown = state
            watching = (*people, *self.chairs.lent)  # also whom a bot plays for
            concerned = [person for person in watching if before.asks(person) or state.asks(person)]
            self.room.tell("ask", state, self.setup, only=concerned)
        else:
            mover = seat if seat in [event.seat for event in events] else -1
            self.show_first(state.unfold(before, seat, step.action, events), "move", mover)
            if self.untold:
                self.tell_untold()

    def remark(self, seat: int, id: str) -> str:
        """What a hosted table writes behind a move."""
        if not self.hosted:
            return ""
        at = int(time.time())
        if id and not self.clock.timing.bank:
            return f"[%id {id}] [%at {at}]"  # as MoveRemark writes it
        return str(MoveRemark(id, at, self.clock.left(seat) if self.clock.timing.bank else -1.0))

    def show_first(self, unfolded: Unfolding, kind: str, seat: int = -1) -> None:
        """Show the first of these moments; the others wait."""
        (state, events), *self.unshown = unfolded
        self.begin_phase(state, seat)
        self.show(kind, state, events, seat)

    def show(self, kind: str, state: State, events: Sequence[Event], seat: int = -1) -> None:
        """Let everybody see a moment, for as long as the pause says that now begins."""
        self.shown, is_timed = state, state.is_timed
        if not is_timed:
            self.end_phase()
        if self.timed is not None and events:
            self.timed.first = events[-1].seat
        if self.bots.by_seat:
            self.bots.hear(events)
        self.room.tell(kind, state, self.setup, events, seat)
        if is_timed and False not in [event.routine for event in events]:
            pause = "draw"
        elif kind == "deal":
            return self.begin_pause(0.0)
        else:
            pause = "trick" if True in [event.ends_trick for event in events] else "move"
        self.begin_pause(self.clock.seconds(pause, self.deciding()))

    async def show_all(self) -> None:
        """Moments that lie ready, each as long as it should be seen."""
        while self.unshown and not self.is_closed:
            await self.rest()
            if not self.is_closed:
                self.show("move", *self.unshown.pop(0))

    # ---- a phase that goes on by the clock ----

    def begin_phase(self, shown: State, speaker: int = -1) -> None:
        """Something was said, or the deal begins: everybody may speak anew. Who said it is not asked to overrule it."""
        if self.timed is not None:
            self.end_phase()
        if shown.is_timed and self.state is not None:
            self.timed = TimedPhase(self, self.state)
            if speaker >= 0:
                self.timed.declined[speaker] = sayable(shown, speaker)

    def end_phase(self) -> None:
        if self.timed is not None:
            self.clock.deadline.clear()
            self.timed.close()
            self.withheld += self.timed.failures
            self.timed = None

    async def end_deal(self, state: State) -> None:
        if self.is_closed:
            return
        self.close_deal(state)
        if self.setup.over:
            await self.writer.write(finish=True)
            if self.on_end is not None:  # before anybody sees it: whoever looks at the result may close the window
                self.on_end()
        self.tell("result")
        if self.bots.by_seat:
            self.withheld += await self.inbox.beside(self.bots.inform(self.moments_so_far, state), [])
        self.report(self.withheld)
        self.withheld.clear()
        loop = asyncio.get_running_loop()
        began = loop.time()
        while not self.is_closed and not self.ready.issuperset(self.chairs.present or self.people):
            end = began + (self.clock.timing.result or FOREVER)
            if loop.time() >= end and self.chairs.present:
                break
            await self.inbox.serve(max(end - loop.time(), 0.0) if self.chairs.present else None)
        if not self.people:
            self.begin_pause(2 * self.clock.seconds("trick", self.deciding()))
            await self.rest()

    def close_deal(self, state: State) -> None:
        after = self.game.after(self.setup, state)
        self.results.append(result_line(self.setup.deal, state.scores(), after))
        self.setup, self.shown, self.state = after, state, None

    # ---- what people asked for, done ----

    async def take_back(self, seat: int) -> None:
        kept = self.last_own(seat)
        _, before = self.backs.kept.pop()
        self.journal.take_back(kept)
        self.turn += 1
        self.writer.is_behind = True
        await self.writer.write()
        self.state = self.shown = before
        self.moves_told = kept
        self.unshown.clear()
        self.begin_phase(before)
        self.by_hand = self.turn
        self.clock.until = 0.0
        self.clock.deadline.clear()
        self.bots.retell()
        for viewer in self.room.numbers:
            self.room.tell("back", before, self.setup, self.events_so_far(viewer), seat, only=[viewer])

    async def take_claim(self, seat: int) -> None:
        reason = self.check_claim(seat)
        self.claimed = seat
        self.tell("claim", seat=seat, text=reason)

    async def change_chair(self, seat: int, chair: Chair, by_force: bool = True, is_lent: bool = False) -> None:
        """Somebody sits down, or a bot for as long as he is gone; the record says so, and everybody hears it."""
        if not by_force:
            self.check_free(seat)
        self.chairs.lent.pop(seat, None)
        if is_lent:  # before it is stored: he may come back meanwhile
            self.chairs.lent[seat] = chair.name
        self.chairs.put(seat, chair)
        self.clock.deadline.pop(seat, None)
        self.backs.clear()
        if self.timed is not None:
            self.timed.forget(seat)
        if seat in self.bots.by_seat:
            in_thread(self.bots.unseat(seat).close)
        if chair.bot:
            self.bots.seat(seat, chair.bot, chair.name)
            self.bots.retell()
        if not self.journal.record.deals:
            self.journal.record.tags |= tags_of(self.chairs.by_seat)
            self.journal.record.tags.pop(f"Bot{seat}", None) if not chair.bot else None
            self.writer.is_behind = True
        else:
            await self.writer.write(self.journal.sit(seat, chair.name, chair.bot))
        if self.shown is not None:
            text = Message("a bot plays for {name}" if chair.bot else "{name} sits down", name=Said(chair.name))
            self.tell("chairs", seat=seat, text=text)
        self.tell_change()

    async def stand_in(self, seat: int) -> None:
        """A bot plays for somebody who has gone, until he is back."""
        await self.change_chair(seat, Chair(self.chairs.names[seat], house_bot(self.game)), is_lent=True)

    # ---- answers for others ----

    def forced(self, seat: int) -> Action | None:
        """What is played without asking: the rest of a claim, or the only thing somebody can do who wished so."""
        if self.claimed >= 0:
            view = self.asked_state().view(seat)
            return cashing(seat, view) if seat == self.claimed else self.bots.advice(view)
        if seat not in self.automatic or seat not in self.people or self.turn == self.by_hand:
            return None
        actions = list(islice(self.asked_state().view(seat).actions(seat), 2))
        return actions[0] if len(actions) == 1 else None

    def default(self, seat: int) -> Action:
        """What is done for a silent person: pass if that is an answer, else what the house's bot would do."""
        view = self.truth().view(seat)
        if any(ask.kind == "pass" for ask in view.asks(seat)):
            return Action("pass")
        return self.bots.advice(view)

    # ---- time ----

    def deciding(self) -> Sequence[int]:
        """Whose wishes count: those who play; at a table of bots those who look on."""
        return self.chairs.present or ([] if self.people else [*self.clock.wishes])

    def limit(self) -> float:
        """How long a person may take for the answer owed now; 0: as long as he likes."""
        timing = self.clock.timing
        if self.timed is None:
            return timing.answer
        people = self.chairs.people
        return self.clock.wishes.get(people[0], timing).call if len(people) == 1 else timing.call

    def deadlines(self, seats: Sequence[int]) -> list[tuple[float, int]]:
        """By when these people have to answer if there is a limit, the first one first. Time begins if it has not."""
        now, clock = self.now(), self.clock
        if limit := self.limit():
            for seat in seats:
                if self.timed is None:
                    clock.ask(seat, now)
                else:
                    clock.deadline.setdefault(seat, now + limit)
        return sorted((clock.deadline[seat], seat) for seat in seats if seat in clock.deadline)

    def time_for(self, seat: int) -> float:
        """How long a person who is asked has left to answer; 0: there is no limit."""
        if seat in self.clock.deadline:
            return max(0.001, self.clock.deadline[seat] - self.now())
        limit = self.limit()
        return limit + self.clock.left(seat) if limit and self.timed is None else limit

    # ---- troubles with the store ----

    def tell_untold(self) -> None:
        for trouble in self.untold:
            self.tell("trouble", text=trouble)
        self.untold.clear()

    def tell_trouble(self, text: Message) -> None:
        if self.shown is None or (self.timed is not None and self.timed.is_ending):  # whether it wrote is a secret
            self.untold.append(text)
        else:
            self.tell("trouble", text=text)


def result_line(deal: int, scores: Sequence[int], after: Setup) -> str:
    """Only the facts of the match tell it in words."""
    return f"{deal} {','.join(map(str, scores))} {after}"


def score_sheet(game: Game, options: Any, results: Sequence[str], setup: Setup) -> tuple[FinishedDeal, ...]:
    """Finished deals, each with what it led to; the last to where the match stands now."""
    sheet: list[FinishedDeal] = []
    for number, line in enumerate(results, 1):
        deal, scores, after = line.split(" ", 2)
        led_to = setup if number == len(results) else game.read_setup(after, options)
        sheet.append(FinishedDeal(int(deal), tuple(map(int, scores.split(","))), led_to.match))
    return tuple(sheet)


async def fail(error: Exception) -> None:
    raise error


def not_shown_yet() -> IllegalAction:
    return IllegalAction("not all has been shown yet: wait until you are asked", code="not_shown_yet")


def tag_number(record: Record, name: str) -> int:
    """A number from a tag of a record; 0 for whatever is none."""
    text = record.tags.get(name, "")
    return int(text) if re.fullmatch("-?[0-9]{1,30}", text) else 0


def cashing(seat: int, view: State) -> Action:
    """The next play of somebody who claimed the rest."""
    for action in view.cash(seat):
        try:
            view.check(seat, action)
        except IllegalAction:
            continue
        return action
    raise AssertionError("who has claimed can play")
