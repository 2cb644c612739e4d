"""WireBot: a bot of ours at a table of a house elsewhere, and BotVisit, which seats it at several.

It asks the table for its view when it is asked something, thinks in a thread, and answers with an id, as people do. It
is told nothing else, so every question is a new one to it: bots that remember a deal do so from its view.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence

from paiju.bots import UnknownBot, read_bot
from paiju.bots.guard import Guarded
from paiju.bots.native import house_bot
from paiju.client import HouseAddress, WireHouse, back_off
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import Action, Ask, IllegalAction
from paiju.door import DoorClosed
from paiju.news import News, TooSlow
from paiju.play import BotFailure
from paiju.threads import Overdue, within
from paiju.timing import HASTY
from paiju.wire_door import WireDoor

THINK_SECONDS = 60.0
LOOK_SECONDS = 3.0  # between two looks for a table with an open chair
FOREVER = float("inf")

Tell = Callable[[str], None]


def check_bot(text: str, games: Sequence[Game]) -> None:
    """UnknownBot if none of these games knows a bot of that name."""
    refusal: UnknownBot | None = None
    for game in games:
        try:
            read_bot(text, game).close()
        except UnknownBot as unknown:
            refusal = refusal or unknown
        else:
            return
    if refusal is not None:
        raise refusal


class WireBot:
    """One bot at one table, to the end of the match."""

    def __init__(self, door: WireDoor, text: str, tell: Tell):
        game, _ = door.rules
        self.door, self.tell = door, tell
        self.bot = Guarded(read_bot(text, game), text)
        self.house = read_bot(house_bot(game), game)  # answers where the bot fails
        self.luck = Random(secrets.randbelow(1 << 63))
        self.considered: tuple[int, tuple[Ask, ...]] = (0, ())  # what it had nothing to say to

    async def play(self) -> None:
        try:
            await self.door.wish(pace=HASTY)
            while not self.door.is_done and self.door.error is None:
                try:
                    async for news in self.door.hear():
                        await self.hear(news)
                except TooSlow:
                    continue
        finally:
            self.bot.close()
        if self.door.error is not None:
            raise self.door.error

    async def hear(self, news: News) -> None:
        if news.kind == "result":
            scores = ", ".join(f"{name} {score}" for name, score in zip(news.names, news.scene.scores, strict=False))
            self.tell(f"deal {news.scene.deal}: {scores}")
            await self.door.go_on()
        latest = self.door.news
        if latest is not None and news.number == latest.number and latest.scene.asks:
            await self.answer(latest)

    async def answer(self, news: News) -> None:
        question = (news.scene.deal, news.scene.asks)
        if not news.scene.is_asked and self.considered == question:
            return
        try:
            view = await self.door.view()
            if not view.asks(view.viewer):  # answered meanwhile
                return
            action = await self.think(view)
            if not news.scene.is_asked and action.kind == "pass":
                self.considered = question
            else:
                await self.door.answer(action)
        except IllegalAction as refusal:
            latest = self.door.news
            if latest is not None and (latest.scene.deal, latest.scene.asks) == question and latest.scene.is_asked:
                self.tell(f"refused: {refusal}")
                await asyncio.sleep(0.5)  # the table may be showing something still
                if self.door.news is latest:
                    await self.answer_anything()

    async def think(self, view: State) -> Action:
        luck = self.luck.fork(self.luck.below(1 << 30))
        try:
            return await within(THINK_SECONDS, self.bot, view, luck)
        except Overdue:
            self.tell(f"no answer within {THINK_SECONDS:g} s: the rule-of-thumb bot answers")
        except BotFailure as failure:
            self.tell(f"{failure.detail}: the rule-of-thumb bot answers")
        return self.house(view, luck)

    async def answer_anything(self) -> None:
        """What was thought of is refused: whatever the table offers."""
        try:
            actions = (await self.door.choices()).actions
            if actions:
                await self.door.answer(actions[0])
        except IllegalAction as refusal:
            self.tell(f"refused: {refusal}")


class BotVisit:
    """A bot with an account at a house: at the tables that were named, or wherever a chair is open."""

    def __init__(self, house: WireHouse, text: str, tell: Tell, most: int = 1, games: Sequence[str] = ()):
        self.house, self.text, self.tell, self.most, self.games = house, text, tell, most, games
        self.playing: dict[str, asyncio.Task[None]] = {}
        self.unplayable: set[str] = set()  # tables of games that the bot does not play

    async def come_in(self, token: str) -> None:
        """However long the house is away."""
        for wait in back_off():
            try:
                person = await self.house.come_with(token)
            except DoorClosed as away:
                if away.code == "no_house":
                    raise
                self.tell(f"{away}; trying again")
                await asyncio.sleep(wait)
            else:
                self.tell(f"at {self.house.url} as {person.name} ({person.kind})")
                return

    async def play_at(self, table: str) -> None:
        """One table, to its end; what goes wrong there is a line and concerns no other."""
        where = HouseAddress(self.house.url, table)

        def tell(text: str) -> None:
            self.tell(f"{where}: {text}")

        try:
            door = await self.house.door(table, FOREVER)
        except DoorClosed as closed:
            return tell(str(closed))
        try:
            bot = WireBot(door, self.text, tell)
            await self.sit(door)
            tell(f"sat down, {door.facts.game.name}")
            await bot.play()
            tell(f"the match is over: {', '.join(door.facts.match.standing_figures)}")
        except UnknownBot as unknown:
            self.unplayable.add(table)
            tell(str(unknown))
        except (DoorClosed, IllegalAction) as trouble:
            tell(str(trouble))
        finally:
            await door.leave()

    async def sit(self, door: WireDoor) -> None:
        if door.viewer < 0:
            await door.sit()
        while door.viewer < 0 and door.error is None:
            await door.next_change()
        if door.stands is not None and door.stands.state == "open":
            await door.ready()

    async def play_wherever(self) -> None:
        """Sit down where a chair is open, at so many tables at once; for ever."""
        waits = back_off()
        while True:
            self.playing = {table: task for table, task in self.playing.items() if not task.done()}
            try:
                for table in await self.inviting() if len(self.playing) < self.most else []:
                    if table not in self.playing and len(self.playing) < self.most:
                        self.playing[table] = asyncio.create_task(self.play_at(table))
                waits = back_off()
                await asyncio.sleep(LOOK_SECONDS)
            except (DoorClosed, IllegalAction) as away:
                self.tell(f"{away}; trying again")
                await asyncio.sleep(next(waits))

    async def inviting(self) -> list[str]:
        """Tables where we sit already, then those with an open chair for a game that we play."""
        mine = [sitting.table for sitting in await self.house.my_tables()]
        rows = [row for row in await self.house.tables() if row.open and row.state == "open"]
        names = [row.table for row in rows if not self.games or row.rules.partition(":")[0] in self.games]
        return [table for table in dict.fromkeys([*mine, *names]) if table not in self.unplayable]
