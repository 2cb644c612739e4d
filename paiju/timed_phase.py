# cython: nonecheck=True
"""TimedPhase: a part of a deal that goes on by the clock, such as Sheng Ji's draw. Anybody may speak at any time.

The rules stop wherever somebody can speak, and that depends on hidden cards. A table stops nowhere: what it shows runs
on as if nobody spoke, every moment as long as the next, and whoever speaks makes the silence before that part of the
record (`State.silence`). So what is told, when, and what is refused depend on a seat's own cards and on what has been
said aloud, never on whom the rules wait for. Only one person alone with bots is waited for: nobody else could learn
from it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from paiju.core.state import State, Unfolding
from paiju.core.words import Action, Ask, IllegalAction, completed
from paiju.table_bots import SeatFailure

if TYPE_CHECKING:
    from paiju.table import Table

PASS = Action("pass")

Sayable = tuple[bool, tuple[Ask, ...]]  # is it the last chance, and what can be said


def sayable(state: State, seat: int) -> Sayable:
    """What a seat can say at this moment."""
    return state.is_last_chance, tuple(state.view(seat).asks(seat))


def can_speak(asked: Sayable) -> bool:
    """Is there more to say than nothing?"""
    return any(ask.kind != PASS.kind for ask in asked[1])


def stepped(state: State, seat: int, action: Action) -> State:
    """The state after an action; raises IllegalAction. A native game need not be asked for words to allow a move."""
    if state.in_python:
        state.check(seat, action)
    after = state.copy()
    after.step(seat, action)
    return after


class TimedPhase:
    """Such a phase of a table, since something was said last: who has been silent on purpose, what its bots think."""

    def __init__(self, table: Table, state: State):
        """`state` is what everybody knows last; no phase where it is not timed."""
        self.table = table
        self.bots = table.bots
        self.ahead = state  # where silence leads
        self.offered: dict[int, tuple[tuple[Ask, ...], tuple[Ask, ...]]] = {}  # by seat: what `asks` made of what
        self.declined: dict[int, Sayable] = {}  # by seat
        self.thoughts: list[asyncio.Task[None]] = []
        self.spoken: dict[int, Action] = {}  # what bots want to say
        self.failures: list[SeatFailure] = []  # of bots; that they were asked is a secret until the deal is over
        self.first = 0  # the seat that is heard first where several speak at once
        self.is_ending = False  # nothing can be said any more, though that has not been shown yet

    # ---- time ----

    async def run(self) -> None:
        """What is shown stays for its pause; then a bot speaks, or the next moment of silence is shown."""
        table = self.table
        seconds = table.clock.seconds("draw", table.deciding())
        self.consult(self.shown, seconds or table.clock.timing.draw, table.inform_bots)
        await self.hear_out()
        if not self.is_on:
            return
        if speaker := self.speaks(self.shown):
            return await table.step(*speaker)
        if not table.unshown:
            table.unshown = self.moments()
        if not table.unshown[0][0].is_timed:
            await self.end_in_silence(min(seconds, table.clock.timing.draw))
        if not table.is_closed:
            table.show("move", *table.unshown.pop(0))

    @property
    def is_on(self) -> bool:
        return self.table.timed is self and not self.table.is_closed

    @property
    def shown(self) -> State:
        assert self.table.shown is not None
        return self.table.shown

    async def hear_out(self) -> None:
        """The pause, and as long as the phase waits for somebody."""
        table, loop = self.table, asyncio.get_running_loop()
        own = table.clock.timing.draw
        end = loop.time() + own
        await table.rest()
        if self.shown.is_last_chance:  # bots have had that long, whoever is in a hurry
            await self.rest_until(end)
        while not own and self.is_thinking() and self.is_on:
            await table.inbox.serve(until=self.thoughts[-1])
        while self.is_on:
            if table.people and not table.chairs.present:  # nobody is left who could be asked
                await table.inbox.serve()
                continue
            if not (awaited := self.awaited()):
                return
            now, due = loop.time(), table.deadlines(awaited)
            if due and due[0][0] <= now:
                self.decline(due[0][1])
            else:
                await table.inbox.serve(due[0][0] - now if due else None)

    async def rest_until(self, end: float) -> None:
        """A pause that nobody can cut short, unless somebody speaks."""
        loop = asyncio.get_running_loop()
        while self.is_on and (left := end - loop.time()) > 0:
            await self.table.inbox.serve(left)

    # ---- silence ----

    async def end_in_silence(self, seconds: float) -> None:
        """Nobody spoke. Writing that down falls into a pause, which is there also if there is nothing to be written."""
        self.is_ending = True
        end = asyncio.get_running_loop().time() + seconds
        await self.table.writer.write(self.keep_silence(self.table.unshown[0][0]))
        await self.rest_until(end)

    def keep_silence(self, shown: State) -> list[str]:
        """The rules hear that nobody spoke before this was shown; the lines to be stored of it."""
        journal, lines = self.table.journal, list[str]()
        assert self.table.state is not None
        state = self.table.state = self.table.state.copy()
        for seat, action in state.silence(shown):
            state.step(seat, action)
            lines += journal.add(seat, action, state)
        self.table.moves_told = len(journal.deal.moves)
        return lines

    def moments(self) -> Unfolding:
        """What is seen next if nobody speaks; nothing if the phase is over."""
        while self.ahead.is_timed:
            before, seat = self.ahead, self.ahead.waiting()[0]
            after = self.ahead = stepped(before, seat, PASS)
            if events := completed(self.table.game, after.tell(before, seat, PASS), after.play_name):
                return after.unfold(before, seat, PASS, events)
        return []

    # ---- people ----

    def awaited(self) -> list[int]:
        """The people for whom the phase waits."""
        shown, people = self.shown, self.table.people
        if len(people) > 1 and not shown.is_last_chance:  # of several nobody, whatever they could say
            return []
        return [seat for seat in self.table.chairs.present if self.is_awaited(seat, sayable(shown, seat), people)]

    def decline(self, seat: int) -> None:
        """A person is silent on purpose, which nobody else hears of."""
        table = self.table
        self.declined[seat] = sayable(self.shown, seat)
        table.clock.deadline.pop(seat, None)
        table.room.tell("ask", self.shown, table.setup, only=[seat])

    def is_awaited(self, seat: int, asked: Sayable, people: Sequence[int]) -> bool:
        """Does the phase wait for this person? Alone, with something to say; of several at the end, for everybody."""
        if self.declined.get(seat) == asked:
            return False
        return can_speak(asked) if len(people) == 1 else asked[0]

    def asks(self, seat: int, asked: Sayable, people: Sequence[int]) -> tuple[Ask, ...]:
        """What a person is asked: to speak or pass where the phase waits, else what may be said at any time."""
        asks = asked[1]
        if self.is_awaited(seat, asked, people):
            return asks
        known, offered = self.offered.get(seat, ((), ()))
        if known is not asks and known != asks:  # from one card to the next there is seldom more to say
            offered = tuple([ask._replace(optional=True) for ask in asks if ask.kind != PASS.kind])
            self.offered[seat] = asks, offered
        return offered

    def forget(self, seat: int) -> None:
        """Somebody else sits there now, who has not been asked yet."""
        self.declined.pop(seat, None)
        self.spoken.pop(seat, None)

    # ---- bots ----

    def consult(self, shown: State, seconds: float, inform: Callable[[], Awaitable[list[SeatFailure]]]) -> None:
        """Let the bots think that have something new to say; after so many seconds, if given, the house speaks."""
        views: dict[int, State] = {}
        for seat in self.bots.by_seat:
            asked = sayable(shown, seat)
            if can_speak(asked) and self.declined.get(seat) != asked:
                self.declined[seat] = asked
                views[seat] = shown.view(seat)
        if views or self.bots.someone_listens():  # who listens hears card by card, whether or not anybody can speak
            self.thoughts.append(asyncio.ensure_future(self.think(views, seconds, inform, self.thoughts[-1:])))

    async def think(
        self,
        views: dict[int, State],
        seconds: float,
        inform: Callable[[], Awaitable[list[SeatFailure]]],
        before: Sequence[asyncio.Task[None]],
    ) -> None:
        await asyncio.gather(*before, return_exceptions=True)  # a bot hears and thinks one thing at a time
        self.failures += await inform()
        answers = await asyncio.gather(*(self.bots.answer(seat, view, seconds) for seat, view in views.items()))
        for seat, (action, complaint) in zip(views, answers, strict=True):
            self.failures += [(seat, complaint)] if complaint else []
            if action.kind != PASS.kind:
                self.spoken[seat] = action

    def speaks(self, shown: State) -> tuple[int, Action] | None:
        """A bot that has made up its mind to speak, and what it says; None if none has."""
        for seat in sorted(self.spoken, key=lambda seat: (seat - self.first) % shown.seats):
            action = self.spoken.pop(seat)
            if seat in self.bots.by_seat and is_legal(shown.view(seat), seat, action):
                return seat, action
        return None

    def is_thinking(self) -> bool:
        return any(not thought.done() for thought in self.thoughts)

    def close(self) -> None:
        for thought in self.thoughts:
            thought.cancel()


def is_legal(view: State, seat: int, action: Action) -> bool:
    try:
        view.check(seat, action)
    except IllegalAction:
        return False
    return True
