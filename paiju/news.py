"""What those at a table hear: numbered for each viewer, made from what that viewer may know when it is told.

News is made once for every viewer that somebody listens for, and lies in the queue of each connection until it is
read. Nothing else is kept: who comes late or comes back hears the whole scene first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from paiju.chairs import Chairs
from paiju.core import tuples
from paiju.core.game import Setup
from paiju.core.layout import scenes_of
from paiju.core.scene import MatchStanding, Scene
from paiju.core.state import State
from paiju.core.words import EVERYBODY, ONLOOKER, TRUTH, Ask, Event, Message

BEGIN_LOG = ("whole", "deal", "back")  # kinds of news whose events are all of the deal so far
SEEN_BY, SIZE = map(Event._fields.index, ("seen_by", "size"))
LONGEST_QUEUE = 300  # news that one connection may leave unread; a deal of Sheng Ji draws 100 cards in a row


class CommonNews:
    """What everybody hears of one moment: made once from what an onlooker sees, the same object for all who hear it."""

    __slots__ = ("before", "events", "kind", "said", "scene", "seat")

    def __init__(
        self, before: Scene | None, scene: Scene, kind: str = "move", events: tuple[Event, ...] = (), seat: int = -1
    ):
        self.before = before  # what the onlooker saw until then
        self.scene, self.kind, self.events, self.seat = scene, kind, events, seat
        self.said: dict[Any, Any] = {}  # by who speaks, found by the first who asks (frames.py)


class News(NamedTuple):
    """What one listener hears; `number` counts 1, 2, 3 … for that viewer.

    Kinds: `whole` (to who comes late or comes back: all that is shown now, and the events of the deal so far), `deal`
    begins, `move`, `ask` (only what you are asked has changed), `back` (a move was taken back; the events are those
    left of the deal), `claim`, `result` (the deal is over, `match` is what it led to), `match` (all is over), `chairs`
    (somebody sat down, or a bot took over), `say` (somebody said `text`), `trouble` (see `text`).
    """

    number: int
    kind: str
    scene: Scene
    match: MatchStanding  # before the running deal, or what the last one led to
    events: tuple[Event, ...] = ()
    seat: int = -1
    text: Message | None = None
    seconds: float = 0.0  # how long the listener may think; 0: as long as he likes
    can_undo: bool = False  # may the listener take his last answer back?
    names: tuple[str, ...] = ()  # who sits where
    lesson: tuple[Message, ...] = ()  # what a newcomer is told now, where the deal is explained
    common: CommonNews | None = None  # the same for everybody, where it was told to all

    @property
    def begins_log(self) -> bool:
        """Are its events all of the deal so far, rather than what is new?"""
        return self.kind in BEGIN_LOG


class Personal(NamedTuple):
    """What news tells of its listener alone."""

    asks: tuple[Ask, ...] = ()  # none where he is answered for
    seconds: float = 0.0
    can_undo: bool = False


NOTHING_PERSONAL = Personal()


class TooSlow(Exception):  # noqa: N818
    """A listener who left too much unread. Nothing is lost: he may listen again."""


class Connection:
    """What one client hears, read with `async for`; closed by either side."""

    def __init__(self, disconnect: Callable[[Connection], None], viewer: int):
        self.disconnect, self.viewer = disconnect, viewer
        self.unread: list[News] = []  # no deque, which would take more than all else here
        self.bell: asyncio.Future[None] | None = None
        self.is_over = self.is_dropped = False

    def __aiter__(self) -> Connection:
        return self

    async def __anext__(self) -> News:
        while not self.unread:
            if self.is_dropped:
                raise TooSlow(f"more than {LONGEST_QUEUE} messages were left unread: listen again")
            if self.is_over:
                raise StopAsyncIteration
            self.bell = asyncio.get_running_loop().create_future()
            await self.bell
        return self.unread.pop(0)

    def put(self, news: News) -> None:
        self.unread.append(news)
        if len(self.unread) > LONGEST_QUEUE:
            self.unread.clear()
            self.is_dropped = True
            self.close()
        self.ring()

    def close(self) -> None:
        """Nothing more will come; what lies ready can still be read."""
        if not self.is_over:
            self.is_over = True
            self.disconnect(self)
            self.ring()

    def ring(self) -> None:
        if self.bell is not None and not self.bell.done():
            self.bell.set_result(None)


class DirectConnection(Connection):
    """What a client hears at once, without a queue of ours: who takes it must not wait, and looks after his own."""

    def __init__(self, disconnect: Callable[[Connection], None], viewer: int, sink: Callable[[News], None]):
        super().__init__(disconnect, viewer)
        self.sink = sink

    def put(self, news: News) -> None:
        self.sink(news)


def is_hidden(event: Event) -> bool:
    """Is it told to some otherwise than to others, or incomplete?"""
    parts = tuples.plain(event)
    return parts[SEEN_BY] != EVERYBODY or parts[SIZE] < 0


def sees_some(hidden: list[Event], viewer: int) -> bool:
    """Does a viewer see one of these, which others do not?"""
    return any(event.is_seen_by(viewer) for event in hidden) if hidden else False


class Newsroom:
    """Who listens, and how much each viewer was told. What others were told leaves no gap in one's numbers."""

    def __init__(
        self,
        viewers: Iterable[int],
        personal: Callable[[Scene], Personal],
        gone: Callable[[int], None],
        chairs: Chairs,
        kept: Sequence[Any] = (),
    ):
        """`personal` knows what concerns the viewer of a scene alone, and is asked where there are asks, or answers
        that are `kept` to be taken back; `gone` is told when nobody listens for a viewer."""
        self.numbers = dict.fromkeys(viewers, 0)
        self.listeners: dict[int, list[Connection]] = {viewer: [] for viewer in self.numbers}
        self.personal, self.gone, self.chairs, self.kept = personal, gone, chairs, kept
        self.seen: dict[int, Scene] = {}  # by viewer: what was seen last, to compare the next moment with
        self.shown: State | None = None  # the state of which they saw it
        self.is_over = False

    def connect(self, viewer: int, sink: Callable[[News], None] | None = None) -> Connection:
        leave = self.disconnect
        connection = Connection(leave, viewer) if sink is None else DirectConnection(leave, viewer, sink)
        if self.is_over:
            connection.is_over = True
        else:
            self.listeners[viewer].append(connection)
        return connection

    def disconnect(self, connection: Connection) -> None:
        if connection in self.listeners[connection.viewer]:
            self.listeners[connection.viewer].remove(connection)
            if not self.listeners[connection.viewer] and not self.is_over:
                self.gone(connection.viewer)

    def tell(
        self,
        kind: str,
        state: State,
        setup: Setup,
        events: Sequence[Event] = (),
        seat: int = -1,
        text: Message | None = None,
        only: Iterable[int] | None = None,
    ) -> None:
        """Something has happened, and everybody hears it, or only some."""
        concerned = list(self.numbers if only is None else only)
        for viewer in concerned:
            self.numbers[viewer] += 1
        listening = [viewer for viewer in concerned if self.listeners[viewer]]
        if not listening:
            return
        before, scenes = self.seen.get(ONLOOKER), self.scenes(state, listening)
        hidden = [event for event in events if is_hidden(event)]
        open_events = tuple([event.to(ONLOOKER) for event in events] if hidden else events)
        common = CommonNews(before, scenes[ONLOOKER], kind, open_events, seat)
        names, match = self.chairs.names, setup.match
        for viewer in listening:
            seen = tuple([event.to(viewer) for event in events]) if sees_some(hidden, viewer) else open_events
            news = self.news(viewer, kind, scenes[viewer], match, seen, names, seat, text, common)
            for connection in tuple(self.listeners[viewer]):
                connection.put(news)

    def whole(self, viewer: int, state: State, setup: Setup, events: Sequence[Event]) -> News:
        """All there is, for who comes or comes back; the events as the viewer saw them."""
        scenes = self.scenes(state, [viewer])
        common = CommonNews(None, scenes[ONLOOKER], "whole")
        return self.news(
            viewer, "whole", scenes[viewer], setup.match, tuple(events), self.chairs.names, -1, None, common
        )

    def scenes(self, state: State, viewers: Sequence[int]) -> dict[int, Scene]:
        """The only place where the truth becomes what somebody sees."""
        self.seen = scenes_of(state, viewers, self.seen, self.shown)
        self.shown = state
        return self.seen

    def news(
        self,
        viewer: int,
        kind: str,
        scene: Scene,
        match: MatchStanding,
        events: tuple[Event, ...],
        names: tuple[str, ...],
        seat: int = -1,
        text: Message | None = None,
        common: CommonNews | None = None,
    ) -> News:
        """One message to one viewer."""
        seconds, can_undo, offered = 0.0, False, scene.asks
        if offered or self.kept:
            asks, seconds, can_undo = tuples.plain(self.personal(scene))
            if asks is not offered and asks != offered:
                scene = scene._replace(asks=asks, guide=scene.guide if asks else None)
        shared = common if viewer != TRUTH else None  # who sees all shares nothing
        return tuples.named(News, (
            self.numbers[viewer], kind, scene, match, events, seat, text, seconds, can_undo, names, (), shared,
        ))  # fmt: skip

    def begin_at(self, number: int) -> None:
        """Numbers go on from here: nobody hears one twice, however often a table was loaded."""
        self.numbers = dict.fromkeys(self.numbers, number)

    def end(self) -> None:
        """Nothing more will come: listeners leave when they have heard all."""
        self.is_over = True
        for connections in self.listeners.values():
            for connection in tuple(connections):
                connection.close()
