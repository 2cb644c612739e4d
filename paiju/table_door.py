"""TableDoor: a door to a table in the same process. See door.py for what each of these means."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.bots.search import Candidate, explain
from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import TRUTH, Action, IllegalAction, as_action
from paiju.door import MatchFacts
from paiju.news import Connection
from paiju.record import Deal
from paiju.selection import PossibleAnswers, possible_answers
from paiju.table import Table
from paiju.threads import in_thread
from paiju.timing import Timing


class TableDoor:
    def __init__(self, table: Table, viewer: int):
        self._table, self.viewer = table, viewer
        self._heard: list[Connection] = []

    @property
    def facts(self) -> MatchFacts:
        return self._table.facts()

    def hear(self, since: int = 0) -> Connection:
        connection = self._table.hear(self.viewer, since)
        self._heard = [heard for heard in self._heard if not heard.is_over] + [connection]
        if not self._table.is_closed:
            self._table.start()
        return connection

    async def answer(self, action: Action, id: str = "") -> None:
        await self._table.answer(self.viewer, action, id)

    async def check(self, action: Action) -> None:
        self._table.check_answer(self.viewer, as_action(action))

    async def view(self) -> State:
        return self._table.view(self.viewer)

    async def asked(self) -> State:
        return self._table.view(self.viewer)

    async def choices(self) -> PossibleAnswers:
        return await in_thread(possible_answers, self._table.view(self.viewer), self.viewer)

    async def hint(self, ms: float = 1000.0) -> Sequence[Candidate]:
        view = self._table.view(self.viewer)
        if self.viewer == TRUTH or not view.asks(self.viewer):
            raise IllegalAction("it is not your turn: there is nothing to choose", code="not_your_turn")
        return await in_thread(explain, view, Random(self._table.turn), 0, ms)

    async def undo(self) -> None:
        await self._table.undo(self.viewer)

    async def claim(self) -> None:
        await self._table.claim(self.viewer)

    async def add_value(self, deal: int, value: str) -> None:
        self._table.add_value(self.viewer, deal, value)

    async def go_on(self) -> None:
        self._table.go_on(self.viewer)

    async def hurry(self) -> None:
        self._table.hurry(self.viewer)

    async def more_time(self) -> float:
        return self._table.more_time(self.viewer)

    async def say(self, text: str) -> None:
        await self._table.say(self.viewer, text)

    async def wish(self, automatic: bool | None = None, pace: Timing | None = None) -> None:
        self._table.wish(self.viewer, automatic, pace)

    async def deal(self) -> Deal | None:
        return await self._table.finished_deal()

    async def leave(self) -> None:
        for connection in self._heard:
            connection.close()
        await self._table.leave(self.viewer)
