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

from paiju.core.state import State, Unfolding
from paiju.core.words import Action, Ask, IllegalAction
from paiju.table_bots import SeatFailure, TableBots

PASS = Action("pass")

Question = tuple[bool, tuple[Ask, ...]]  # is it the last chance, and what can be said


def question(state: State, seat: int) -> Question:
    """What a seat can say at this moment."""
    return state.is_last_chance, tuple(state.view(seat).asks(seat))


def can_speak(asked: Question) -> bool:
    """Is there more to say than nothing?"""
    return any(ask.kind != PASS.kind for ask in asked[1])


class TimedPhase:
    """What a table remembers of it: who has been silent on purpose, and what its bots are thinking about."""

    def __init__(self, state: State, bots: TableBots):
        """`state` is what everybody knows last; no phase where it is not timed."""
        self.ahead = state.copy()  # where silence leads
        self.bots = bots
        self.declined: dict[int, Question] = {}  # by seat
        self.thoughts: list[asyncio.Task[None]] = []
        self.spoken: dict[int, Action] = {}  # what bots want to say
        self.failures: list[SeatFailure] = []  # of bots; that they were asked is a secret until the deal is over
        self.first = 0  # the seat that is heard first where several speak at once
        self.is_ending = False  # nothing can be said any more, though that has not been shown yet

    def moments(self) -> Unfolding:
        """What is seen next if nobody speaks; nothing if the phase is over."""
        while self.ahead.is_timed:
            before, seat = self.ahead.copy(), self.ahead.waiting()[0]
            if events := self.ahead.apply(seat, PASS):
                return self.ahead.copy().unfold(before, seat, PASS, events)
        return []

    # ---- people ----

    def is_awaited(self, seat: int, asked: Question, people: Sequence[int]) -> bool:
        """Does the phase wait for this person? Alone, with something to say; of several at the end, for everybody."""
        if self.declined.get(seat) == asked:
            return False
        return can_speak(asked) if len(people) == 1 else asked[0]

    def asks(self, seat: int, asked: Question, people: Sequence[int]) -> tuple[Ask, ...]:
        """What a person is asked: to speak or pass where the phase waits, else what may be said at any time."""
        if self.is_awaited(seat, asked, people):
            return asked[1]
        return tuple(ask._replace(optional=True) for ask in asked[1] if ask.kind != PASS.kind)

    def forget(self, seat: int) -> None:
        """Somebody else sits there now, who has not been asked yet."""
        self.declined.pop(seat, None)
        self.spoken.pop(seat, None)

    # ---- bots ----

    def consult(self, shown: State, seconds: float, inform: Callable[[], Awaitable[list[SeatFailure]]]) -> None:
        """Let the bots think that have something new to say; after so many seconds, if given, the house speaks."""
        views: dict[int, State] = {}
        for seat in self.bots.by_seat:
            asked = question(shown, seat)
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
