"""Bots at a table, watched on the whole screen: at any pace, step by step, from any seat, with all cards open or none.

The table waits after everything it shows until it is told to hurry; whoever watches decides when that is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from time import monotonic
from typing import Any, ClassVar

from textual.binding import Binding
from textual.widgets import Static

from paiju.core.scene import Scene
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Event, mark
from paiju.door import Door, MatchFacts
from paiju.news import News
from paiju.results import explained_lines, sheet_rows, standing_text
from paiju.show import Style, deal_title, log_lines
from paiju.terminal.pages import HelpPage, LastTrickPage, LogPage, RulesPage, ScorePage
from paiju.terminal.spectator import PACES, SpectatorScreen
from paiju.terminal.wrapping import grid
from paiju.timing import FOREVER, Timing

TICK = 0.02  # seconds between looks at the clock
WAITING = Timing(FOREVER, FOREVER, FOREVER, FOREVER, FOREVER)
ROUTINES_A_MOVE = 6  # what is routine, such as a drawn card, goes by so much faster than a move
OWN_TABLE = ("play", "step", "next_deal", "faster(1)", "faster(-1)")  # how fast it goes is for those who play
A_TRICK, A_RESULT = 2, 4  # as long as so many moves


class WatchScreen(SpectatorScreen):
    """A table without people. It is left when one goes."""

    BINDINGS: ClassVar[list[Binding]] = [
        Binding("space", "play", mark("pause or go")),
        Binding("n,right,enter", "step", mark("step"), key_display="n"),
        Binding("d", "next_deal", mark("next deal")),
        Binding("plus,equals_sign", "faster(1)", mark("pace"), key_display="+ -"),
        Binding("minus", "faster(-1)", mark("slower"), show=False),
        *SpectatorScreen.BINDINGS,
        Binding("s", "sheet", mark("score sheet")),
        Binding("l", "log", mark("log")),
        Binding("t", "last_trick", mark("last trick"), show=False),
        Binding("r", "rules", mark("rules")),
        Binding("question_mark,h,f1", "help", mark("keys")),
        Binding("q,escape", "leave", mark("leave")),
    ]

    def __init__(self, door: Door, style: Style, viewer: int = TRUTH, deals: int | None = None, seconds: float = 0.0):
        """`door` is that of an open table; `viewer` from whose seat it is looked at."""
        super().__init__(replace(style, names=door.facts.names), viewer)
        self.door, self.deals = door, deals
        self.news: News | None = None
        self.open: State | None = None  # all cards
        self.has_ended = False
        self.told: list[Event] = []  # of this deal, as the truth has them
        self.due = 0.0  # when what is shown has been seen long enough
        self.running = True
        if seconds:
            self.pace = min(range(len(PACES)), key=lambda pace: abs(PACES[pace] - seconds))
        self.hasty = False  # on to the next deal

    async def on_mount(self) -> None:
        await self.begin()  # one that can be overridden: Textual calls `on_mount` of every class

    async def begin(self) -> None:
        await self.door.wish(pace=WAITING)
        self.run_worker(self.hear(self.door.hear()), group="news")
        self.set_interval(TICK, self.tick)

    async def on_unmount(self) -> None:
        await self.door.leave()

    def seats(self) -> int:
        return len(self.facts.names)

    @property
    def facts(self) -> MatchFacts:
        return self.door.facts

    # ---- hearing ----

    async def hear(self, heard: AsyncIterator[News]) -> None:
        async for news in heard:
            await self.look()
            await self.take(news)
        if not self.query("#title"):  # the screen has been left
            return
        if self.facts.error:
            self.put_trouble(str(self.facts.error))
        self.running, self.has_ended = False, True
        self.refresh_all()

    async def look(self) -> None:
        self.open = await self.door.view()

    async def take(self, news: News) -> None:
        if news.kind == "trouble" and news.text:
            self.put_trouble(self.style.say(news.text))
        elif news.begins_log:
            self.told, self.hasty = [], False
        self.news = news
        self.told += news.events
        if not self.hasty or news.kind in ("result", "match", "trouble"):
            self.refresh_all()
        if news.kind == "result" and self.deals and len(self.facts.results) >= self.deals:
            await self.door.leave()
        else:
            await self.wait_for(news)

    async def wait_for(self, news: News) -> None:
        """Let the table go on when this has been seen long enough."""
        self.due = monotonic() + (0 if self.hasty else self.seconds(news))
        if self.hasty:
            await self.door.hurry()

    async def tick(self) -> None:
        if (self.running or self.hasty) and monotonic() >= self.due:
            await self.door.hurry()

    def seconds(self, news: News) -> float:
        pace = PACES[self.pace]
        if news.kind == "result":
            return pace * A_RESULT
        if news.kind == "move" and all(event.routine for event in news.events):
            return pace / ROUTINES_A_MOVE
        return pace * A_TRICK if any(event.ends_trick for event in news.events) else pace

    # ---- showing ----

    def refresh_all(self) -> None:
        scene = self.scene_now()
        if self.news and scene:
            self.put(" · ".join(self.title_parts(self.news)), scene, list(self.words(self.news)), self.style)
            self.query_one("#side").scroll_end(animate=False)

    def scene_now(self) -> Scene | None:
        if self.open is None:
            return None
        return (self.open if self.viewer == TRUTH else self.open.view(self.viewer)).scene()

    def title_parts(self, news: News) -> Iterator[str]:
        say = self.style.say
        yield deal_title(news.scene.title, news.scene.deal, TRUTH, self.style)
        yield self.view_text(self.style)
        if self.facts.is_over or self.has_ended:
            yield say("the match is over") if self.facts.is_over else say("watched to the end")
        else:
            yield self.pace_text()

    def pace_text(self) -> str:
        return self.style.say("pace {pace}", pace=self.pace + 1) if self.running else self.style.say("paused")

    def words(self, news: News) -> Iterator[str]:
        """The last events; when a deal is over, what it brought."""
        lines = self.told_log(self.app.size.height)
        if news.kind in ("result", "match"):
            result = self.facts.results[-1]
            rows: list[Any] = list(sheet_rows([result], self.style))
            if self.has_class("-wide"):  # the panel is narrow then
                rows = list(zip(*rows, strict=True))
            lines += explained_lines(news.scene, self.style)
            lines += grid(rows) + list(standing_text(result.after, self.style))
        yield from lines[-self.app.size.height :]

    def told_log(self, last: int = 0) -> list[str]:
        return list(log_lines((event.to(self.viewer) for event in self.told), self.style, last))

    # ---- going ----

    def action_play(self) -> None:
        self.running, self.hasty = not self.running, False
        self.due = 0.0
        self.refresh_all()

    async def action_step(self) -> None:
        """One moment on, and stay there."""
        self.running = self.hasty = False
        await self.door.hurry()
        self.refresh_all()

    def action_next_deal(self) -> None:
        self.hasty = True

    def action_faster(self, by: int) -> None:
        self.set_pace(self.pace + by)

    # ---- pages ----

    def action_sheet(self) -> None:
        self.app.push_screen(ScorePage(self.facts.results, self.facts.match, self.style))

    def action_log(self) -> None:
        self.app.push_screen(LogPage(self.told_log(), self.style))

    def action_last_trick(self) -> None:
        if scene := self.scene_now():
            self.app.push_screen(LastTrickPage(scene, self.style))

    def action_rules(self) -> None:
        self.app.push_screen(RulesPage(self.facts.game, self.facts.options, self.style))

    def action_help(self) -> None:
        self.app.push_screen(HelpPage(self.style, self.BINDINGS, ()))

    async def action_leave(self) -> None:
        await self.door.leave()
        self.dismiss()


class LookOnScreen(WatchScreen, inherit_bindings=False):
    """A table elsewhere, as an onlooker sees it: live, at the pace of those who play."""

    BINDINGS: ClassVar[list[Binding]] = [
        binding for binding in WatchScreen.BINDINGS if binding.action not in OWN_TABLE and "view" not in binding.action
    ]

    def __init__(self, door: Door, style: Style):
        super().__init__(door, style, ONLOOKER)

    async def begin(self) -> None:
        self.query_one("#title", Static).update(self.style.say("no match is being played there yet"))
        self.run_worker(self.hear(self.door.hear()), group="news")

    def scene_now(self) -> Scene | None:
        return self.news.scene if self.news else None

    async def take(self, news: News) -> None:
        self.style = replace(self.style, names=news.names)
        self.put_trouble(self.style.say("no connection") if self.facts.is_away else "")
        await super().take(news)

    def pace_text(self) -> str:
        return self.style.say("live")

    async def look(self) -> None:
        """All that is to be seen comes with the news."""

    async def wait_for(self, news: News) -> None:
        """Those who play decide when it goes on."""
