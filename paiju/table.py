"""Table: the only place with time and people. Chairs, bots that think in threads, patience, numbered news for all.

There is no network and no screen here: a terminal listens in the same process, a server would pass the news on. What a
seat hears is made from that seat's view alone, at the very end (`Table.news`).

    table = Table(game, game.Options(), [Chair("Ann"), *bots], seed=1)
    playing = asyncio.create_task(table.run())
    async for news in table.listen(0):
        if news.scene.asks:
            table.answer(0, choose(news.scene))
"""

from __future__ import annotations

import asyncio
import re
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from paiju.bots import read_bot
from paiju.bots.guard import Guarded
from paiju.bots.native import house_bot
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.scene import Scene
from paiju.core.state import State
from paiju.core.words import EVERYBODY, ONLOOKER, TRUTH, Action, Event, IllegalAction, Message, Seat, as_action
from paiju.play import Bot, BotFailure
from paiju.record import Record
from paiju.saves import Journal, NotSaved, load

LUCK = 1  # the bots' generator is a fork: what they draw must not change the next deal
DEALS_KEPT = 2  # how far back `listen` can begin
BOT_SECONDS = 60.0  # a bot that has not answered by then has failed
SLACK = 0.5  # seconds more that a program has, whose own limit is kept where it runs

T = TypeVar("T")


@dataclass(frozen=True)
class Chair:
    """Who sits there: a person, or the bot that `read_bot` makes of a text."""

    name: str
    bot: str = ""


@dataclass(frozen=True)
class Patience:
    """Seconds: how long things stay visible, and how long people may think (0: as long as they like)."""

    move: float = 0.7  # after a move that could be seen
    trick: float = 1.5  # after one that ended a trick
    draw: float = 0.15  # a drawn card; the same whoever drew and whatever it was, or the pause would tell
    call: float = 8.0  # for an answer of which nobody may know that it is awaited; for strangers no more than `draw`
    answer: float = 0.0  # for any other


NORMAL = Patience()
HASTY = Patience(0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Told:
    """Something that happened, as the table knows it."""

    kind: str
    state: State
    setup: Setup
    events: tuple[Event, ...] = ()
    seat: int = -1
    text: Message | None = None


@dataclass(frozen=True)
class News:
    """What one listener hears; `number` counts 1, 2, 3 … for that listener.

    Kinds: `deal` begins, `move`, `ask` (only what you are asked has changed), `back` (a move was taken back), `claim`,
    `result` (the deal is over, `setup` is what it led to), `match` (all is over), `trouble` (see `text`).
    """

    number: int
    kind: str
    scene: Scene
    setup: Setup
    events: tuple[Event, ...] = ()
    seat: int = -1
    text: Message | None = None
    seconds: float = 0.0  # how long the listener may think; 0: as long as he likes


@dataclass(frozen=True)
class Result:
    """A finished deal, for score sheets."""

    setup: Setup
    scores: tuple[int, ...]
    after: Setup


@dataclass
class Log:
    """What one listener was told. Old deals are forgotten; the numbers go on."""

    forgotten: int = 0
    told: list[Told] = field(default_factory=list)


class Table:
    def __init__(
        self,
        game: Game,
        options: Any,
        chairs: Sequence[Chair],
        seed: int | None = None,
        patience: Patience = NORMAL,
        file: Path | None = None,
        bot_ms: int = 0,
    ):
        """`bot_ms` is how long a bot may think; 0: what is usual for its kind, and no longer than a minute."""
        seed = secrets.randbelow(1 << 63) if seed is None else seed
        tags = {"Seed": str(seed)} | ({"BotMs": str(bot_ms)} if bot_ms else {})
        for seat, chair in enumerate(chairs):
            tags[f"Seat{seat}"] = chair.name
            if chair.bot:
                tags[f"Bot{seat}"] = chair.bot
        self.sit(Record(game, options, tags), patience, file)

    @classmethod
    def resume(cls, path: str | Path, patience: Patience = NORMAL) -> Table:
        """Go on with a match that was left, at the very point where it was left."""
        record = load(path)
        if any(f"Seat{seat}" not in record.tags for seat in range(record.game.first(record.options).seats)):
            raise NotSaved(f"{path} does not say who plays: it is no match that was left")
        table = cls.__new__(cls)
        table.sit(record, patience, Path(path))
        if table.setup.over:
            raise NotSaved(f"the match in {path} is over: paiju replay shows it")
        return table

    def sit(self, record: Record, patience: Patience, file: Path | None) -> None:
        self.record, self.game, self.options = record, record.game, record.options
        self.patience = patience
        self.setup = self.game.first(self.options)
        self.chairs = tuple(
            Chair(record.tags[f"Seat{seat}"], record.tags.get(f"Bot{seat}", "")) for seat in range(self.setup.seats)
        )
        self.people = tuple(seat for seat, chair in enumerate(self.chairs) if not chair.bot)
        self.automatic: set[int] = set()  # people for whom the only legal answer is given at once
        self.results: list[Result] = []
        self.state: State | None = None  # the truth, at the last answer
        self.sight: State | None = None  # the truth as far as it has been shown
        self.claimed = -1  # the seat that claimed the rest
        self.error: Exception | None = None
        self.task: asyncio.Task[Any] | None = None
        self.is_over = self.is_closed = False
        self.ready: set[int] = set()
        self.deadline: dict[int, float] = {}
        self.unshown: list[tuple[State, list[Event], int]] = []
        self.unheard: list[tuple[Event, ...]] = []  # what bots have not been told yet
        self.pause = 0.0
        self.brief_bots = True  # they have to hear the deal from its start
        self.turn = 0  # counts answers; a bot that thought about an earlier one is not heard
        self.logs = {viewer: Log() for viewer in (*range(self.setup.seats), ONLOOKER, TRUTH)}
        self.bell, self.poke = asyncio.Event(), asyncio.Event()
        self.bots: dict[int, Guarded] = {}
        bot_ms = tag_number(record, "BotMs")
        self.bot_seconds = bot_ms / 1000 if bot_ms > 0 else BOT_SECONDS
        limits = {"time_ms": bot_ms} if bot_ms > 0 else {}
        for seat, chair in enumerate(self.chairs):
            if chair.bot:
                self.bots[seat] = Guarded(read_bot(chair.bot, self.game, **limits), chair.name)
        self.house = read_bot(house_bot(self.game), self.game)
        self.seed = tag_number(record, "Seed")
        self.source = Random(self.seed)
        self.luck = Random(self.seed).fork(LUCK + sum(len(deal.moves) for deal in record.deals))
        self.catch_up()
        self.journal = Journal(file, record) if file else None
        self.trouble: Message | None = None
        if self.journal:
            self.save(self.journal.seize)
            self.save(self.journal.rewrite)

    def catch_up(self) -> None:
        """Where the deals of a record lead."""
        for deal in self.record.deals:
            self.setup = deal.setup
            self.game.shuffled(deal.setup, self.source)
            self.state = deal.final()
            if self.state.is_over:
                self.close_deal(self.state)

    # ---- what people do ----

    def answer(self, seat: int, action: Action) -> None:
        """A person answers; raises IllegalAction, and then nothing has changed."""
        state = self.asked_state()
        action = as_action(action)
        state.check(seat, action)
        if seat not in self.people or self.claimed >= 0:
            raise IllegalAction("this seat is being played for you")
        self.step(seat, action)
        self.poke.set()

    def asked_state(self) -> State:
        if self.state is None or self.is_closed:
            raise IllegalAction("no deal is being played")
        if self.unshown:
            raise IllegalAction("not all has been shown yet: wait until you are asked")
        return self.state

    def view(self, seat: int) -> State:
        """What a seat sees now: for hints, for checking a choice before it is made."""
        if self.sight is None:
            raise IllegalAction("no deal is being played")
        return self.sight.copy() if seat == TRUTH else self.sight.view(seat)

    def go_on(self, seat: int) -> None:
        """A person has seen enough of a finished deal."""
        self.ready.add(seat)
        self.poke.set()

    def hurry(self) -> None:
        """End the running pause."""
        self.pause = 0.0
        self.poke.set()

    def can_undo(self, seat: int) -> bool:
        try:
            return self.last_own(seat) >= 0
        except IllegalAction:
            return False

    def undo(self, seat: int) -> None:
        """Take back the seat's last answer, if nobody has seen and it has shown nothing new."""
        kept = self.last_own(seat)
        deal = self.record.deals[-1]
        del deal.moves[kept:]
        self.state = deal.final()
        self.sight = self.state.copy()
        self.turn += 1
        self.pause = 0.0
        self.claimed = -1
        self.deadline.clear()
        self.unheard.clear()
        self.brief_bots = True
        if self.journal:
            self.save(self.journal.rewrite)
        self.tell(Told("back", self.sight, self.setup, seat=seat))
        self.poke.set()

    def last_own(self, seat: int) -> int:
        """The number of moves before the seat's last one; refuses where the seat has learnt something since."""
        state = self.asked_state()
        if any(other != seat for other in self.people):
            raise IllegalAction("only alone against bots can a move be taken back")
        if self.claimed >= 0 or state.is_over:
            raise IllegalAction("the deal is over: nothing can be taken back")
        deal = self.record.deals[-1]
        own = [i for i, move in enumerate(deal.moves) if move.seat == seat]
        if not own:
            raise IllegalAction("there is nothing to take back: you have done nothing yet")
        action = deal.moves[own[-1]].action
        for _, events in islice(deal.replay(), own[-1] + 1, None):
            if any(is_new(event.to(seat), seat, action) for event in events):
                raise IllegalAction("too late: you have seen something new since")
        return own[-1]

    def claim(self, seat: int) -> None:
        """The rest is certain: let it be played out."""
        self.asked_state()
        reason = self.view(seat).claim(seat)
        if reason is None:
            raise IllegalAction("the rest is not certain: play on")
        assert self.state is not None
        self.claimed = seat
        self.tell(Told("claim", self.state.copy(), self.setup, seat=seat, text=reason))
        self.poke.set()

    def close(self) -> None:
        """Everybody leaves; the match is kept."""
        self.is_closed = True
        self.bell.set()
        if self.task:
            self.task.cancel()
        if self.journal:
            self.journal.close()

    # ---- news ----

    async def listen(self, viewer: int, since: int = 0) -> AsyncIterator[News]:
        """All news for a listener after number `since`, as it comes; ends with the match, or when the table closes."""
        log = self.logs[viewer]
        while True:
            since = max(since, log.forgotten)
            if since < log.forgotten + len(log.told):
                since += 1
                yield self.news(viewer, since)
            elif self.is_over or self.is_closed:
                return
            else:
                await self.bell.wait()

    def news(self, viewer: int, number: int) -> News:
        """One message, made from what the listener may know and nothing else."""
        log = self.logs[viewer]
        told = log.told[number - log.forgotten - 1]
        sight = told.state if viewer == TRUTH else told.state.view(viewer)
        newest = number == log.forgotten + len(log.told)
        return News(
            number=number,
            kind=told.kind,
            scene=sight.scene(),
            setup=told.setup,
            events=tuple(event.to(viewer) for event in told.events),
            seat=told.seat,
            text=told.text,
            seconds=self.time_for(viewer) if newest else 0.0,
        )

    def tell(self, told: Told, only: Sequence[int] | None = None) -> None:
        for viewer in self.logs if only is None else only:
            self.logs[viewer].told.append(told)
        self.bell.set()
        self.bell = asyncio.Event()

    def forget_old_deals(self) -> None:
        for log in self.logs.values():
            old = [i for i, told in enumerate(log.told) if told.setup.deal < self.setup.deal - DEALS_KEPT]
            if old:
                log.forgotten += old[-1] + 1
                del log.told[: old[-1] + 1]

    # ---- playing ----

    async def run(self) -> None:
        """Play the match to its end, or until the table is closed."""
        self.task = asyncio.current_task()
        try:
            while not self.setup.over and not self.is_closed:
                await self.play_deal()
            self.is_over = self.setup.over
            if self.is_over and self.sight is not None:
                self.tell(Told("match", self.sight, self.setup))
                if self.journal:
                    self.save(self.journal.finish)
        except asyncio.CancelledError:
            if not self.is_closed:
                raise
        except Exception as error:  # one table's bug must not leave its people waiting for ever
            self.error = error
            raise
        finally:
            self.task = None
            self.close()
            await in_thread(self.dismiss_bots)

    async def play_deal(self) -> None:
        self.ready.clear()
        self.claimed = -1
        self.brief_bots = True
        if self.state is None:
            deck = self.game.shuffled(self.setup, self.source)
            state = self.state = self.record.start(self.setup, deck)
            if self.journal:
                self.save(self.journal.begin_deal)
            self.unshown = [(*moment, -1) for moment in state.copy().unfold(None, -1, None, state.opening())]
        else:
            self.unshown = [(self.state.copy(), [], -1)]
        self.forget_old_deals()
        first, events, _ = self.unshown.pop(0)
        self.show("deal", first, events)
        while not self.is_closed:
            await self.show_all()
            if self.state.is_over:
                await self.rest()
                return await self.end_deal(self.state)
            await self.advance(self.state)

    async def advance(self, state: State) -> None:
        """Get the next answer from somebody who owes one."""
        turn, seats = self.turn, state.waiting()
        for seat in seats:
            forced = self.played_out(seat) if self.claimed >= 0 else None
            if seat in self.automatic:
                forced = forced or self.forced(seat)
            if forced is not None:
                await self.rest()
                return self.step(seat, forced) if self.turn == turn else None
            if seat in self.bots:
                return await self.think(seat, state)
        now = asyncio.get_running_loop().time()
        for seat in seats:
            if self.limit(seat) and seat not in self.deadline:
                self.deadline[seat] = now + self.limit(seat)
        late = [seat for seat in seats if self.deadline.get(seat, now + 1) <= now]
        if late:
            return self.step(late[0], self.default(late[0]))
        due = min((self.deadline[seat] for seat in seats if seat in self.deadline), default=None)
        await self.wait(None if due is None else due - now)

    async def think(self, seat: int, state: State) -> None:
        """A bot answers; it thinks during the pause, so that how long it takes tells nothing."""
        turn, view = self.turn, state.view(seat)
        try:
            await self.inform_bots()
            thinking = in_thread(self.bots[seat], view, self.luck)
            thought = asyncio.ensure_future(asyncio.wait_for(thinking, self.bot_seconds + SLACK))
            await self.rest()
            action = await thought
        except (BotFailure, TimeoutError) as failure:
            detail = failure.detail if isinstance(failure, BotFailure) else f"no answer within {self.bot_seconds:g} s"
            text = Message("{seat} failed, a stand-in plays: {detail}", seat=Seat(seat), detail=detail)
            self.tell(Told("trouble", self.sight or state, self.setup, seat=seat, text=text))
            action = self.house(view, self.luck)
        if self.turn == turn and not self.is_closed:
            self.step(seat, action)

    def step(self, seat: int, action: Action) -> None:
        """Apply an answer, write it down, then let people know."""
        state = self.state
        assert state is not None
        before = state.copy()
        asked = {person: bool(before.asks(person)) for person in self.people}
        events = state.apply(seat, action)
        self.turn += 1
        self.deadline.clear()
        self.record.add(seat, action)
        if self.journal:
            score = ["score " + " ".join(map(str, state.scores()))] if state.is_over else []
            self.save(lambda: self.journal and self.journal.write(f"{seat} {action}", *score))
        if self.bots:
            self.unheard.append(tuple(events))
        now = state.copy()
        if not events:  # what nobody can see is told only to those whose question it changes
            self.sight = now
            concerned = [person for person in self.people if asked[person] or now.asks(person)]
            self.tell(Told("ask", now, self.setup), concerned)
            return
        mover = seat if any(event.seat == seat for event in events) else -1
        self.unshown += [(*moment, mover) for moment in now.unfold(before, seat, action, events)]
        self.show_next()

    def show(self, kind: str, state: State, events: Sequence[Event], seat: int = -1) -> None:
        self.sight = state
        self.tell(Told(kind, state, self.setup, tuple(events), seat))
        drawn = self.unshown or all(event.kind == "draw" for event in events)
        ended = any(event.kind in ("trick", "open") for event in events)
        self.pause = self.patience.draw if drawn and events else self.patience.trick if ended else self.patience.move
        if kind == "deal" and not drawn:
            self.pause = 0.0

    def show_next(self) -> None:
        state, events, seat = self.unshown.pop(0)
        self.show("move", state, events, seat)

    async def show_all(self) -> None:
        """Moments that lie ready, each as long as it should be seen."""
        while self.unshown and not self.is_closed:
            await self.rest()
            self.show_next()

    async def end_deal(self, state: State) -> None:
        self.close_deal(state)
        self.tell(Told("result", state, self.setup))
        await self.inform_bots(finish=True)
        while not self.is_closed and not self.ready.issuperset(self.people):
            await self.wait(None)
        if not self.people:
            self.pause = 2 * self.patience.trick
            await self.rest()

    def close_deal(self, state: State) -> None:
        after = self.game.after(self.setup, state)
        self.results.append(Result(self.setup, state.scores(), after))
        self.setup, self.sight, self.state = after, state, None

    # ---- answers for others ----

    def played_out(self, seat: int) -> Action:
        """The next play of a deal whose result is certain."""
        assert self.state is not None
        view = self.state.view(seat)
        for action in view.cash(seat) if seat == self.claimed else ():
            try:
                view.check(seat, action)
                return action
            except IllegalAction:
                continue
        return self.house(view, self.luck)

    def forced(self, seat: int) -> Action | None:
        """The only thing a seat can do, if there is only one."""
        assert self.state is not None
        actions = list(islice(self.state.view(seat).actions(seat), 2))
        return actions[0] if len(actions) == 1 else None

    def default(self, seat: int) -> Action:
        """What is done for a silent person: pass if that is an answer, else what the house's bot would do."""
        assert self.state is not None
        view = self.state.view(seat)
        if any(ask.kind == "pass" for ask in view.asks(seat)):
            return Action("pass")
        return self.house(view, self.luck)

    # ---- time ----

    def limit(self, seat: int) -> float:
        """How long a person may take for the answer owed now; 0: as long as he likes."""
        assert self.state is not None
        public = self.state.view(ONLOOKER).waiting() == self.state.waiting()
        return self.patience.answer if public else self.patience.call

    def time_for(self, viewer: int) -> float:
        if viewer not in self.people or self.state is None or self.unshown or not self.state.asks(viewer):
            return 0.0
        if viewer in self.deadline:
            return max(0.001, self.deadline[viewer] - asyncio.get_running_loop().time())
        return self.limit(viewer)

    async def rest(self) -> None:
        """The pause after what was shown last; `hurry`, an undo or closing ends it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.pause
        while self.pause and not self.is_closed and (left := end - loop.time()) > 0:
            await self.wait(left)
        self.pause = 0.0

    async def wait(self, seconds: float | None) -> None:
        """Until somebody does something, or the time is up."""
        if not self.is_closed:
            try:
                await asyncio.wait_for(self.poke.wait(), seconds)
            except TimeoutError:
                return
        self.poke.clear()

    # ---- bots and the disk ----

    async def inform_bots(self, finish: bool = False) -> None:
        """Let the bots hear what happened since they were last told; in a thread, since a program may be slow."""
        brief, self.brief_bots = self.brief_bots, False
        unheard, self.unheard = self.unheard, []
        state, deal = self.state, self.record.deals[-1]
        await in_thread(self.tell_bots, state, deal, brief, unheard, finish)

    def tell_bots(self, state: State | None, deal: Any, brief: bool, unheard: list, finish: bool) -> None:
        for seat, bot in self.bots.items():
            if type(bot.bot).see is Bot.see and type(bot.bot).begin is Bot.begin and type(bot.bot).finish is Bot.finish:
                continue  # it does not listen
            heard = unheard
            if brief:
                start = self.game.start(deal.setup, deal.deck)
                bot.begin(start.view(seat))
                heard = [tuple(start.apply(move.seat, move.action)) for move in deal.moves]
            for events in heard:
                bot.see(seat, [event.to(seat) for event in events])
            if finish:
                bot.finish(deal.final())

    def dismiss_bots(self) -> None:
        for bot in self.bots.values():
            bot.close()

    def save(self, write: Callable[[], Any]) -> None:
        """Write to the disk. If that fails the match goes on, and everybody is told, once."""
        try:
            write()
        except OSError as error:
            if self.trouble is None:
                reason = error.strerror or str(error)
                self.trouble = Message("the match cannot be saved: {reason}; it goes on unsaved", reason=reason)
                self.tell_trouble(self.trouble)
        else:
            if self.trouble is not None and self.journal and not self.journal.behind:
                self.trouble = None
                self.tell_trouble(Message("the match is saved again"))

    def tell_trouble(self, text: Message) -> None:
        if self.sight is not None:
            self.tell(Told("trouble", self.sight, self.setup, text=text))


def tag_number(record: Record, name: str) -> int:
    """A number from a tag of a record; 0 for whatever is none."""
    text = record.tags.get(name, "")
    return int(text) if re.fullmatch("-?[0-9]{1,30}", text) else 0


def is_new(event: Event, seat: int, action: Action) -> bool:
    """Does an event tell the seat more than that it did what it did, or that others chose something secret?"""
    if event.seat == seat and event.kind == action.kind and event.cards == action.cards:
        return False
    return not (event.kind == "trick" or (event.seen_by != EVERYBODY and not event.cards))


def in_thread(function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
    """Run something slow beside the event loop. A daemon thread: what never returns must not keep us from leaving."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if not future.done():
            future.set_exception(error) if error else future.set_result(result)

    def work() -> None:
        result, failed = None, None
        try:
            result = function(*arguments)
        except BaseException as error:
            failed = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=work, daemon=True).start()
    return future
