"""ChatRoom: a room with a table of the house. The room itself looks on, so everybody may know what is said in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from paiju.chat.pages import RoomPages
from paiju.chat.posts import ChatButton, ChatPost, ChatUser
from paiju.chat.sitting import ChatSitting
from paiju.chat.words import chair_name
from paiju.contract import known_to
from paiju.core.words import Action, Event, IllegalAction, Message, PlayerAt, Said, mark
from paiju.enquiry import Knowledge
from paiju.house_table import HouseTable, Visit
from paiju.news import News
from paiju.people import Person
from paiju.results import explained_lines
from paiju.server.requests import wire_table
from paiju.show import Style, deal_title, log_lines, standing_lines, trick_text
from paiju.waiting_room import waiting_lines

if TYPE_CHECKING:
    from paiju.chat.core import ChatCore

CLOSE_SECONDS = 5.0
ENDINGS = {
    "vote": mark("the match was ended by a vote; start begins another"),
    "nobody": mark("the match has ended: nobody is left"),
    "host": mark("the match was ended by the house"),
    "error": mark("the match was stopped by an internal error"),
}


@dataclass
class RoomMemory:
    """What a room remembers, as a document of the house."""

    room: str
    home: str = ""  # the room in which it was opened
    table: str = ""
    lang: str = ""
    rules: str = ""  # of the tables that are opened here, unless somebody says otherwise
    last: str = ""  # those of the table that was opened here last
    message: str = ""  # the newest of ours
    people: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])  # by the ids of persons

    @classmethod
    def read(cls, value: dict[str, Any]) -> RoomMemory:
        return cls(**known_to(cls, value))

    def value(self) -> dict[str, Any]:
        return asdict(self)


class ChatRoom:
    """A HouseClient that looks on and tells a room what happens."""

    def __init__(self, core: ChatCore, memory: RoomMemory, table: HouseTable):
        self.core, self.memory, self.table = core, memory, table
        self.person = Person(f"{core.platform.name} room {memory.room}"[:190], "#")
        self.visit: Visit | None = None
        self.latest: News | None = None
        self.log: list[Event] = []
        self.untold: list[Event] = []
        self.state = ""  # of the table, when it was seen last
        self.sittings: dict[str, ChatSitting] = {}
        self.pages = RoomPages(core.platform, memory.room, self.foot, self.posted)
        self.is_gone = False

    # ---- coming and going ----

    def come(self) -> None:
        self.visit = self.table.come(self)

    def sitting(self, person: Person, user: ChatUser, wants_messages: bool = False) -> ChatSitting:
        """Somebody of this room is at the table, with a connection of his own."""
        found = self.sittings.get(person.id)
        if found is None:
            found = self.sittings[person.id] = ChatSitting(self, person, user, wants_messages)
            known = self.memory.people.get(person.id, {})
            found.handles = [str(handle) for handle in known.get("handles", ())]
        if wants_messages:
            found.wants_messages = True
        if found.visit is None:
            found.visit = self.table.come(found)
        return found

    def lose(self, person: Person) -> None:
        if sitting := self.sittings.pop(person.id, None):
            sitting.go()
            self.memory.people.pop(person.id, None)

    def leave(self) -> None:
        """Let the table go."""
        self.is_gone = True
        for sitting in self.sittings.values():
            sitting.go()
        if self.visit is not None:
            self.table.go(self.visit)
            self.visit = None

    def remember(self) -> None:
        self.core.spawn(self.core.remember(self))

    def memory_now(self) -> RoomMemory:
        self.memory.table = self.table.contract.id
        self.memory.people |= {
            id: {
                "user": sitting.user.id,
                "name": sitting.user.name,
                "lang": sitting.user.lang,
                "messages": sitting.wants_messages,
                "handles": sitting.handles[-1:] if sitting.wants_messages else [],
            }
            for id, sitting in self.sittings.items()
        }
        return self.memory

    def posted(self, message: str) -> None:
        self.memory.message = message
        self.remember()

    # ---- how the room is spoken to ----

    @property
    def style(self) -> Style:
        names = tuple(chair.name for chair in self.table.contract.chairs)
        return Style(lang=self.core.room_lang(self.memory), names=names).for_game(self.table.contract.game)

    @property
    def lang(self) -> str:
        return self.style.lang

    @property
    def is_alone(self) -> bool:
        return len(self.table.contract.people) == 1

    @property
    def url(self) -> str:
        url = self.core.url
        return f"{url}/t/{self.table.contract.id}" if url else ""

    def known(self) -> Knowledge:
        """What everybody knows."""
        if self.latest is None:
            raise IllegalAction("no deal is being played", code="no_deal")
        return Knowledge(self.table.door(self.person).facts, self.latest.scene, self.log)

    def was_shown(self, action: Action, seat: int, events: Sequence[Event]) -> bool:
        """Does everybody know an answer now, or does it tell nothing of a hand?"""
        if action.kind == "play" or not (action.cards or action.amount):
            return True
        return any(event.seat == seat and event.kind == action.kind and event.cards == action.cards for event in events)

    # ---- what the house tells ----

    def see(self, table: HouseTable) -> None:
        state = table.contract.state
        if state == "open":
            self.pages.restate(self.waiting())
        elif state != self.state:
            if self.state == "open":
                self.pages.restate([*self.waiting(), self.style.say("the match begins")])
                self.pages.turn()
            if state == "over" and table.contract.ending != "match":
                self.pages.add([self.style.say(ENDINGS.get(table.contract.ending, ENDINGS["error"]))])
            self.remember()
        self.state = state
        self.pages.change()

    def waiting(self) -> Iterator[str]:
        """Who sits here, as before a match."""
        stands = wire_table(self.table, self.person, self.style.lang)
        return waiting_lines(stands, self.url, self.style, called=chair_name)

    def hear(self, news: News) -> None:
        self.latest = news
        if news.begins_log:
            self.log.clear()
            self.untold.clear()
        self.log += news.events
        if news.kind in ("deal", "whole"):
            self.pages.turn()
            self.pages.add([deal_title(news.scene.title, news.scene.deal, style=self.style)])
        if news.kind == "whole" and news.scene.trick.plays:
            laid = Said(trick_text(news.scene.trick, self.style))
            self.pages.add([self.style.say("on the table: {cards}", cards=laid)])
        elif news.kind != "whole":
            self.tell(news)
        self.pages.change()

    def tell(self, news: News) -> None:
        style = self.style
        if news.kind == "back":
            return self.pages.add([style.say("{seat} takes a move back|you take your move back",
                                             seat=PlayerAt(news.seat))])  # fmt: skip
        self.untold += news.events
        if not self.untold or not self.untold[-1].routine or news.kind == "result":
            self.pages.add(log_lines(self.untold, style))
            self.untold.clear()
        if news.text and not (news.kind == "say" and self.is_ours(news.seat)):
            self.pages.add([style.say(news.text)])
        if news.kind == "result":
            self.pages.add([*explained_lines(news.scene, style), *standing_lines(news.match, style)])
        elif any(event.ends_trick for event in news.events):
            self.pages.turn()

    def is_ours(self, seat: int) -> bool:
        """Was it said in this room? Then everybody here has read it."""
        chairs = self.table.contract.chairs
        return 0 <= seat < len(chairs) and chairs[seat].person in self.sittings

    def hear_said(self, seat: int, name: str, text: Message) -> None:
        if not self.is_ours(seat):
            self.core.spawn(self.post([f"{name}: {self.style.say(text)}"]))

    async def post(self, lines: list[str]) -> None:
        await self.core.platform.post(self.memory.room, ChatPost(tuple(lines)))

    def dismiss(self, code: str, text: str) -> None:
        """The table was put away: come back to it, unless the house closes."""
        self.visit = None
        if not self.is_gone:
            self.core.come_back(self)

    # ---- below the newest page ----

    def foot(self) -> ChatPost:
        style, contract = self.style, self.table.contract
        if contract.state == "open":
            buttons = (("join", style.say("sit down")), ("start", style.say("start")), ("leave", style.say("get up")))
            return ChatPost((), self.buttons(buttons))
        if contract.state == "over":
            return ChatPost((), self.buttons((("start", style.say("once more")), ("score", style.say("score")))))
        buttons = (
            ("hand", style.say("my hand")),
            ("table", style.say("table")),
            ("last", style.say("last trick")),
            ("score", style.say("score")),
        )
        if self.latest is None:
            return ChatPost((), self.buttons(buttons))
        scene = self.latest.scene
        if scene.over:
            return ChatPost((), self.buttons((("deal", style.say("next deal")), *buttons[1:])))
        return ChatPost(tuple(self.status()), self.buttons(buttons), calls_on=tuple(self.called_on()))

    def buttons(self, words: tuple[tuple[str, str], ...]) -> tuple[ChatButton, ...]:
        return tuple(
            ChatButton(label, f"show {self.table.contract.id} {word}", is_main=not at)
            for at, (word, label) in enumerate(words)
        )

    def status(self) -> Iterator[str]:
        """Whom the table waits for; while cards are drawn, how many everybody has."""
        assert self.latest is not None
        scene, style = self.latest.scene, self.style
        if self.is_drawing:
            counts = [f"{style.seat(place.seat)} {place.count}" for place in scene.places]
            if self.core.platform.edits:
                yield style.say("cards in hand: {counts}", counts=Said(style.listed(counts)))
        elif seats := [PlayerAt(place.seat) for place in scene.places if place.turn]:
            yield style.say("waiting for {players}", players=seats)

    @property
    def is_drawing(self) -> bool:
        """True while cards are drawn one by one."""
        return self.latest is not None and bool(self.latest.events) and self.latest.events[-1].routine

    def called_on(self) -> Iterator[str]:
        assert self.latest is not None
        chairs = self.table.contract.chairs
        for place in self.latest.scene.places:
            if place.turn and (sitting := self.sittings.get(chairs[place.seat].person)):
                yield sitting.user.id

    async def close(self) -> None:
        self.leave()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.pages.flush()
        except (OSError, TimeoutError):
            return
        finally:
            self.pages.close()
