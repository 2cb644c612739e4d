"""Table: the only place with time and people. Chairs, timing, take-backs and claims; a match played to its end.

There is no network and no screen here: a terminal listens in the same process, a server would pass the news on. What
people hear is made in news.py, the bots sit in table_bots.py, the match lies on the disk by saves.py.

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
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from paiju.bots import is_file, is_program
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Action, Event, IllegalAction, Message, PlayerAt, as_action
from paiju.news import Announcement, Newsroom
from paiju.news import News as News
from paiju.record import Deal, Record
from paiju.saves import Journal, NotSaved, is_ours, load
from paiju.table_bots import TableBots
from paiju.table_bots import in_thread as in_thread

LUCK = 1  # the bots' generator is a fork: what they draw must not change the next deal
WORLDS = 8  # in which a take-back is tried out


@dataclass(frozen=True)
class Chair:
    """Who sits there: a person, or the bot that `read_bot` makes of a text."""

    name: str
    bot: str = ""


@dataclass(frozen=True)
class Timing:
    """Seconds: how long things stay visible, and how long people may think (0: as long as they like)."""

    move: float = 0.7  # after a move that could be seen
    trick: float = 1.5  # after one that ended a trick
    draw: float = 0.15  # a drawn card; the same whoever drew and whatever it was, or the pause would tell
    call: float = 20.0  # for an answer of which nobody may know that it is awaited; for strangers no more than `draw`
    answer: float = 0.0  # for any other


NORMAL = Timing()
HASTY = Timing(0, 0, 0, 0, 0)


@dataclass(frozen=True)
class FinishedDeal:
    """A finished deal, for score sheets."""

    setup: Setup
    scores: tuple[int, ...]
    after: Setup


@dataclass(frozen=True)
class UnshownMoment:
    """Something that has happened and waits to be shown."""

    state: State
    events: tuple[Event, ...]
    seat: int = -1
    drawn: bool = False  # one of a row of moments, all shown equally long


class Table:
    def __init__(
        self,
        game: Game,
        options: Any,
        chairs: Sequence[Chair],
        seed: int | None = None,
        timing: Timing = NORMAL,
        file: Path | None = None,
        bot_ms: int = 0,
        position: str = "",
    ):
        """`bot_ms` is how long a bot may think; 0: what is usual for its kind, and no longer than a minute.

        With a position the match begins there.
        """
        seed = secrets.randbelow(1 << 63) if seed is None else seed
        tags = {"Seed": str(seed)} | ({"BotMs": str(bot_ms)} if bot_ms else {})
        for seat, chair in enumerate(chairs):
            tags[f"Seat{seat}"] = chair.name
            if chair.bot:
                tags[f"Bot{seat}"] = chair.bot
        record = Record(game, options, tags)
        if position:
            record.start_at(position)
        self.sit(record, timing, file)

    @classmethod
    def resume(cls, path: str | Path, timing: Timing = NORMAL) -> Table:
        """Go on with a match that was left, at the very point where it was left."""
        record, path = load(path), Path(path)
        chairs = chairs_of(record)
        if not all(chair.name for chair in chairs):
            raise NotSaved(f"{path} does not say who plays: it is no match that was left")
        foreign = [chair.bot for chair in chairs if is_program(chair.bot) or is_file(chair.bot)]
        if foreign and not is_ours(path):  # a record that came by mail must not start programs
            raise NotSaved(f"{path} would start {foreign[0]}: only matches kept in paiju's own folder may")
        table = cls.__new__(cls)
        table.sit(record, timing, path)
        if table.setup.over:
            table.close()
            raise NotSaved(f"the match in {path} is over: paiju replay shows it")
        return table

    def sit(self, record: Record, timing: Timing, file: Path | None) -> None:
        self.record, self.game, self.options = record, record.game, record.options
        self.timing = timing
        self.setup = self.game.first(self.options)
        self.chairs = chairs_of(record)
        self.names = tuple(chair.name for chair in self.chairs)
        self.people = tuple(seat for seat, chair in enumerate(self.chairs) if not chair.bot)
        self.automatic: set[int] = set()  # people for whom the only legal answer is given at once
        self.results: list[FinishedDeal] = []
        self.room = Newsroom([*range(self.setup.seats), ONLOOKER, TRUTH])
        self.seed = tag_number(record, "Seed")
        self.source = self.game.shuffler(self.seed)
        luck = Random(self.seed).fork(LUCK + sum(len(deal.moves) for deal in record.deals))
        bots = {seat: chair.bot for seat, chair in enumerate(self.chairs) if chair.bot}
        self.bots = TableBots(self.game, bots, self.names, luck, tag_number(record, "BotMs"))
        self.state: State | None = None  # the truth, at the last answer
        self.sight: State | None = None  # the truth as far as it has been shown
        self.unshown: list[UnshownMoment] = []
        self.turn = 0  # counts answers; a bot that thought about an earlier one is not heard
        self.learnt = (-1, -1, True)  # a turn, a seat, and whether that seat had learnt something by then
        self.by_hand = -1  # the turn that was taken back and is not to be played by itself again
        self.claimed = -1  # the seat that claimed the rest
        self.ready: set[int] = set()
        self.deadline: dict[int, float] = {}
        self.pause = 0.0
        self.poke = asyncio.Event()
        self.task: asyncio.Task[Any] | None = None
        self.error: Exception | None = None
        self.trouble: Message | None = None
        self.is_over = self.is_closed = False
        self.catch_up()
        self.journal = Journal(file, record) if file else None
        if self.journal:
            self.save(self.journal.open)

    def next_seed(self) -> int:
        """The seed of a next match: the shuffles run on where those of this one ended, as in heartless."""
        return self.source.state

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
            raise IllegalAction("this seat is being played for you", code="played_for_you")
        self.step(seat, action)
        self.poke.set()

    def asked_state(self) -> State:
        if self.state is None or self.is_closed:
            raise IllegalAction("no deal is being played", code="no_deal")
        if self.unshown:
            raise IllegalAction("not all has been shown yet: wait until you are asked", code="not_shown_yet")
        return self.state

    def view(self, seat: int) -> State:
        """What a seat sees now: for hints, for checking a choice before it is made."""
        if self.sight is None:
            raise IllegalAction("no deal is being played", code="no_deal")
        return self.sight.copy() if seat == TRUTH else self.sight.view(seat)

    def listen(self, viewer: int, since: int = 0) -> AsyncIterator[News]:
        """All news for a listener after number `since`, as it comes; ends with the match, or when the table closes."""
        return self.hear(viewer, since)

    async def hear(self, viewer: int, since: int) -> AsyncIterator[News]:
        async for number in self.room.after(viewer, since):
            yield self.room.news(viewer, number, self.time_for(viewer))

    def go_on(self, seat: int) -> None:
        """A person has seen enough of a finished deal."""
        self.ready.add(seat)
        self.poke.set()

    def hurry(self) -> None:
        """End the running pause."""
        self.pause = 0.0
        self.poke.set()

    def more_time(self, seat: int) -> float:
        """A person is reading the rules or a hint: the time to answer begins again. How long it is now."""
        if seat in self.deadline:
            self.deadline[seat] = asyncio.get_running_loop().time() + self.limit()
            self.poke.set()
        return self.time_for(seat)

    def can_undo(self, seat: int) -> bool:
        try:
            return self.last_own(seat) >= 0
        except IllegalAction:
            return False

    def undo(self, seat: int) -> None:
        """Take back the seat's last answer, if it and whatever came after it has told the seat nothing."""
        kept = self.last_own(seat)
        deal = self.record.deals[-1]
        del deal.moves[kept:]
        self.state = deal.final()
        self.sight = self.state.copy()
        self.turn += 1
        self.by_hand = self.turn
        self.pause = 0.0
        self.deadline.clear()
        self.bots.retell()
        if self.journal:
            self.save(self.journal.rewrite)
        self.room.tell(Announcement("back", self.sight, self.setup, seat=seat))
        self.poke.set()

    def last_own(self, seat: int) -> int:
        """The number of moves before the seat's last one; refuses where the seat has learnt something since."""
        state = self.asked_state()
        if any(other != seat for other in self.people):
            raise IllegalAction("only alone against bots can a move be taken back", code="not_alone")
        if self.claimed >= 0 or state.is_over:
            raise IllegalAction("the deal is over: nothing can be taken back", code="deal_over")
        deal = self.record.deals[-1]
        own = [i for i, move in enumerate(deal.moves) if move.seat == seat]
        if not own:
            raise IllegalAction("there is nothing to take back: you have done nothing yet", code="nothing_done")
        if self.learnt[:2] != (self.turn, seat):  # screens ask at every key
            self.learnt = (self.turn, seat, has_learnt(deal, own[-1], state))
        if self.learnt[2]:
            raise IllegalAction("too late: you have seen something new since", code="too_late")
        return own[-1]

    def claim(self, seat: int) -> None:
        """The rest is certain: let it be played out."""
        state = self.asked_state()
        reason = self.view(seat).claim(seat)
        if reason is None:
            raise IllegalAction("the rest is not certain: play on", code="not_certain")
        self.claimed = seat
        self.room.tell(Announcement("claim", state.copy(), self.setup, seat=seat, text=reason))
        self.poke.set()

    def close(self) -> None:
        """Everybody leaves; the match is kept."""
        if self.is_closed:
            return
        self.is_closed = True
        self.room.end()
        if self.task:
            self.task.cancel()
        if self.journal:
            self.save(self.journal.close)

    # ---- playing ----

    async def run(self) -> None:
        """Play the match to its end, or until the table is closed."""
        self.task = asyncio.current_task()
        try:
            while not self.setup.over and not self.is_closed:
                await self.play_deal()
            self.is_over = self.setup.over
            if self.is_over and self.sight is not None:
                self.room.tell(Announcement("match", self.sight, self.setup))
        except asyncio.CancelledError:
            if not self.is_closed:
                raise
        except Exception as error:  # one table's bug must not leave its people waiting for ever
            self.error = error
            raise
        finally:
            self.task = None
            self.close()
            await in_thread(self.bots.dismiss)

    async def play_deal(self) -> None:
        self.ready.clear()
        self.claimed = -1
        self.bots.begin_deal()
        if self.state is None:
            deck = self.game.shuffled(self.setup, self.source)
            state = self.state = self.record.start(self.setup, deck)
            if self.journal:
                self.save(self.journal.begin_deal)
            self.unshown = moments(state.copy().unfold(None, -1, None, state.opening()))
        else:  # a match that was left: what has been seen of the deal is told again, in one piece
            seen = [event for _, events in self.record.deals[-1].replay() for event in events]
            self.unshown = [UnshownMoment(self.state.copy(), tuple(seen))]
        self.room.forget_before(self.setup.deal)
        self.show("deal", self.unshown.pop(0))
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
            forced = self.forced(seat)
            if forced is not None:
                await self.rest()
                return self.step(seat, forced) if self.turn == turn else None
            if seat in self.bots.by_seat:
                return await self.think(seat, state)
        now = asyncio.get_running_loop().time()
        for seat in seats:
            if self.limit():
                self.deadline.setdefault(seat, now + self.limit())
        late = [seat for seat in seats if self.deadline.get(seat, now + 1) <= now]
        if late:
            return self.step(late[0], self.default(late[0], state))
        due = min((self.deadline[seat] for seat in seats if seat in self.deadline), default=None)
        await self.wait(None if due is None else due - now)

    async def think(self, seat: int, state: State) -> None:
        """A bot answers; it thinks during the pause, so that how long it takes tells nothing."""
        turn, view = self.turn, state.view(seat)
        for other, detail in await self.bots.inform(self.record.deals[-1]):
            self.report(other, detail)
        # Where nobody may know that somebody is asked, no thinking may outlast the pause.
        seconds = 0.0 if self.is_public(state) else self.pause
        thought = asyncio.ensure_future(self.bots.answer(seat, view, seconds))
        try:
            await self.rest()
            action, complaint = await thought
        finally:
            thought.cancel()
        if complaint:
            self.report(seat, complaint)
        if self.turn == turn and not self.is_closed:
            self.step(seat, action)

    def report(self, seat: int, detail: str) -> None:
        text = Message("{seat} failed, a stand-in plays: {detail}", seat=PlayerAt(seat), detail=detail)
        self.tell_trouble(text, seat)

    def step(self, seat: int, action: Action) -> None:
        """Apply an answer, write it down, then let people know."""
        state = self.state
        assert state is not None
        before = state.copy()
        events = state.apply(seat, action)
        self.turn += 1
        self.deadline.clear()
        self.record.add(seat, action)
        if self.journal:
            score = ["score " + " ".join(map(str, state.scores()))] if state.is_over else []
            self.save(lambda: self.journal and self.journal.write(f"{seat} {action}", *score))
        self.bots.hear(events)
        now = state.copy()
        if not events:  # what nobody can see is told only to those whose question it changes
            self.sight = now
            concerned = [person for person in self.people if before.asks(person) or now.asks(person)]
            self.room.tell(Announcement("ask", now, self.setup), concerned)
            return
        mover = seat if any(event.seat == seat for event in events) else -1
        self.unshown += moments(now.unfold(before, seat, action, events), mover)
        self.show("move", self.unshown.pop(0))

    def show(self, kind: str, moment: UnshownMoment) -> None:
        self.sight = moment.state
        self.room.tell(Announcement(kind, moment.state, self.setup, moment.events, moment.seat))
        ended = any(event.ends_trick for event in moment.events)
        self.pause = self.timing.draw if moment.drawn else self.timing.trick if ended else self.timing.move
        if kind == "deal" and not moment.drawn:
            self.pause = 0.0

    async def show_all(self) -> None:
        """Moments that lie ready, each as long as it should be seen."""
        while self.unshown and not self.is_closed:
            await self.rest()
            self.show("move", self.unshown.pop(0))

    async def end_deal(self, state: State) -> None:
        self.close_deal(state)
        if self.setup.over and self.journal:
            self.save(self.journal.finish)
        self.room.tell(Announcement("result", state, self.setup))
        for seat, detail in await self.bots.inform(self.record.deals[-1], finish=True):
            self.report(seat, detail)
        while not self.is_closed and not self.ready.issuperset(self.people):
            await self.wait(None)
        if not self.people:
            self.pause = 2 * self.timing.trick
            await self.rest()

    def close_deal(self, state: State) -> None:
        after = self.game.after(self.setup, state)
        self.results.append(FinishedDeal(self.setup, state.scores(), after))
        self.setup, self.sight, self.state = after, state, None

    # ---- answers for others ----

    def forced(self, seat: int) -> Action | None:
        """What is played without asking: the rest of a claim, or the only thing somebody can do who wished so."""
        view = self.asked_state().view(seat)
        if self.claimed >= 0:
            return cashing(seat, view) if seat == self.claimed else self.bots.advice(view)
        if seat not in self.automatic or self.turn == self.by_hand:
            return None
        actions = list(islice(view.actions(seat), 2))
        return actions[0] if len(actions) == 1 else None

    def default(self, seat: int, state: State) -> Action:
        """What is done for a silent person: pass if that is an answer, else what the house's bot would do."""
        view = state.view(seat)
        if any(ask.kind == "pass" for ask in view.asks(seat)):
            return Action("pass")
        return self.bots.advice(view)

    # ---- time ----

    def is_public(self, state: State) -> bool:
        """May everybody know who is asked?"""
        return state.view(ONLOOKER).waiting() == state.waiting()

    def limit(self) -> float:
        """How long a person may take for the answer owed now; 0: as long as he likes."""
        return self.timing.answer if self.state is None or self.is_public(self.state) else self.timing.call

    def time_for(self, viewer: int) -> float:
        """How long a person has left to answer; 0: nothing is asked, or there is no limit."""
        if viewer not in self.people or self.state is None or self.unshown or not self.state.asks(viewer):
            return 0.0
        if viewer in self.deadline:
            return max(0.001, self.deadline[viewer] - asyncio.get_running_loop().time())
        return self.limit()

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

    # ---- the disk ----

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

    def tell_trouble(self, text: Message, seat: int = -1) -> None:
        """Everybody hears it; before the first deal there is nobody, and screens look at `trouble` when they open."""
        if self.sight is not None:
            self.room.tell(Announcement("trouble", self.sight, self.setup, seat=seat, text=text))


def chairs_of(record: Record) -> tuple[Chair, ...]:
    seats = range(record.game.first(record.options).seats)
    return tuple(Chair(record.tags.get(f"Seat{seat}", ""), record.tags.get(f"Bot{seat}", "")) for seat in seats)


def tag_number(record: Record, name: str) -> int:
    """A number from a tag of a record; 0 for whatever is none."""
    text = record.tags.get(name, "")
    return int(text) if re.fullmatch("-?[0-9]{1,30}", text) else 0


def moments(unfolded: Sequence[tuple[State, list[Event]]], seat: int = -1) -> list[UnshownMoment]:
    return [UnshownMoment(state, tuple(events), seat, drawn=len(unfolded) > 1) for state, events in unfolded]


def cashing(seat: int, view: State) -> Action:
    """The next play of somebody who claimed the rest."""
    for action in view.cash(seat):
        try:
            view.check(seat, action)
        except IllegalAction:
            continue
        return action
    raise AssertionError("who has claimed can play")


def has_learnt(deal: Deal, own: int, now: State) -> bool:
    """Has a seat learnt anything by its move number `own`, or since? If not, it could have foretold what it sees now.

    What others did since must be choices made at the same time: they could as well have come first. Then, in any world
    the seat thought possible, its move leads to the very same sight.
    """
    seat, action = deal.moves[own].seat, deal.moves[own].action
    before = replace(deal, moves=deal.moves[:own]).final()
    first = before.copy()
    try:
        for move in deal.moves[own + 1 :]:
            first.apply(move.seat, move.action)
    except IllegalAction:
        return True
    sight = first.view(seat)
    if unturned(sight) != unturned(before.view(seat)):
        return True
    seen = now.view(seat).dump()
    for number in range(WORLDS):
        world = sight.guess(Random(number))
        world.step(seat, action)
        if world.view(seat).dump() != seen:
            return True
    return False


def unturned(view: State) -> dict[str, Any]:
    """A view without who has yet to answer."""
    return {name: value for name, value in view.dump().items() if name != "actors"}
