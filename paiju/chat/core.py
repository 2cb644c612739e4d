"""ChatCore: people of a chat platform at the tables of a house. It knows neither the platform nor a game.

    core = ChatCore(house, platform, find_url)
    await core.open()                       # rooms that had a table have it again
    reply = await core.hear(ChatLine(...))  # or core.click(ChatClick(...))

What a room needs to remember is a document in the house's store, written before it matters.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from paiju.background import Background
from paiju.chat.commands import COMMANDS, NO_TABLE, CommandCall
from paiju.chat.distant import DistantTable
from paiju.chat.posts import LONGEST_ID, MOST_OPTIONS, ChatClick, ChatLine, ChatPlatform, ChatPost, ChatReply, ChatUser
from paiju.chat.room import ChatRoom, RoomMemory
from paiju.chat.sitting import ChatSitting
from paiju.chat.words import CARDS, COMMAND_WORDS, OTHER_WORDS, is_cards, readable
from paiju.core.words import IllegalAction, Said, mark
from paiju.games import names_with
from paiju.house import House, PlayedElsewhere
from paiju.house_table import HouseTable, no_onlookers
from paiju.languages import known
from paiju.locks import Locks
from paiju.people import Person
from paiju.show import Style
from paiju.store.house_store import MOST_FOUND
from paiju.text import SYNONYMS

LONGEST_LINE = 1000
LONGEST_WORD = 20  # of a mistyped command
COME_BACK = 2.0  # seconds until a table that was put away is asked for again
FAULT = mark("something went wrong on our side: please try again")
AWAY = mark("the house cannot be reached: try again in a moment")


class ChatCore:
    def __init__(
        self,
        house: House,
        platform: ChatPlatform,
        find_url: Callable[[], str] = lambda: "",
        report: Callable[[Exception], None] = lambda error: None,
        relay_token: str = "",
    ):
        """`find_url` has the address for others now, empty if there is none: a laptop goes to another network.

        `relay_token` is what processes of a house know each other by, where there are several.
        """
        self.find_url = find_url
        self.relay_token = relay_token
        self.house, self.platform, self.on_fault = house, platform, report
        self.rooms: dict[str, ChatRoom] = {}  # with a table, by the room
        self.settings: dict[str, RoomMemory] = {}  # of rooms without one
        self.langs: dict[str, str] = {}  # chosen by people
        self.people: dict[str, Person] = {}
        self.held_back: dict[str, tuple[str, str]] = {}  # room and line of cards that a user did not get to say
        self.opening = asyncio.Lock()
        self.turns = Locks()
        self.background = Background(self.report)
        self.spawn = self.background.spawn
        self.is_closing = False

    @property
    def url(self) -> str:
        return self.find_url().rstrip("/")

    # ---- opening and closing ----

    async def open(self) -> None:
        """Go on where the store has it: every room with its table and its people."""
        after = ""
        while found := await self.house.store.find("chat room", owner=self.platform.name, after=after, limit=100):
            for id, value in found:
                memory = RoomMemory.read(value)
                self.settings[memory.room] = memory
                if memory.table:
                    await self.take_up(memory)
                after = id
        for id, value in await self.house.store.find("chat person", owner=self.platform.name, limit=MOST_FOUND):
            self.langs[id] = str(value["lang"])

    async def take_up(self, memory: RoomMemory) -> ChatRoom | None:
        """A room has its table again, and so have its people; None if the match is over."""
        try:
            contract = await self.house.contract(memory.table)
            if contract.state == "over":
                return None
            room = ChatRoom(self, memory, await self.table(memory.table))
            room.come()
        except (IllegalAction, PlayedElsewhere, OSError) as error:
            self.report(error)
            return None
        self.rooms[memory.room] = room
        for id, told in tuple(memory.people.items()):
            user = ChatUser(str(told["user"]), str(told["name"]), str(told.get("lang", "")))
            with suppress(IllegalAction):
                person = await self.person(user)
                if person.id == id:
                    room.sitting(person, user, bool(told.get("messages")))
        return room

    async def table(self, id: str) -> HouseTable:
        """A table, here or at another process of the house."""
        try:
            return await self.house.table(id)
        except PlayedElsewhere as elsewhere:
            if not self.relay_token:
                raise
            address = elsewhere.process.partition(" ")[0]
            return DistantTable(self.house, await self.house.contract(id), address, self.relay_token)

    def come_back(self, room: ChatRoom) -> None:
        """A table was put away under us: it moved, or its store was away."""
        if not self.is_closing and not self.house.is_closing:
            self.spawn(self.come_back_soon(room))

    async def come_back_soon(self, room: ChatRoom) -> None:
        memory = room.memory_now()
        room.leave()
        room.pages.close()
        if self.rooms.get(memory.room) is room:
            del self.rooms[memory.room]
        while not self.is_closing and not self.house.is_closing and memory.room not in self.rooms:
            await asyncio.sleep(COME_BACK)
            contract = await self.house.contract(memory.table)
            if not contract.onlookers or await self.take_up(memory) is not None or contract.state == "over":
                return

    def report(self, error: Exception) -> None:
        """A fault; but that the platform cannot be reached is none while we close."""
        if not (self.is_closing and isinstance(error, OSError)):
            self.on_fault(error)

    async def close(self) -> None:
        self.is_closing = True
        for room in tuple(self.rooms.values()):
            with suppress(OSError):
                await self.remember(room)
            await room.close()
        self.background.cancel()
        await self.background.ended()

    # ---- who, and in which language ----

    async def person(self, user: ChatUser) -> Person:
        """Who somebody is in the house; refused if he is not to come."""
        found = self.people.get(user.id)
        if found is None or found.name != user.name:
            found = await self.house.people.visitor(self.person_id(user), user.name)
            self.people[user.id] = found
        if await self.house.people.is_banned(found):
            raise IllegalAction("you are not to play here", code="banned")
        return found

    def lang_of(self, person: str, user: ChatUser, room: ChatRoom | None) -> str:
        """What he chose; else what his platform says; else that of the room."""
        return self.langs.get(person) or (
            known(user.lang) if user.lang else self.room_lang(room.memory if room else None)
        )

    def room_lang(self, memory: RoomMemory | None) -> str:
        if memory is None:
            return "en"
        home = self.settings.get(memory.home)
        return memory.lang or (home.lang if home else "") or "en"

    async def set_lang(self, person: Person, lang: str) -> None:
        await self.house.store.put("chat person", person.id, {"lang": lang}, owner=self.platform.name)
        self.langs[person.id] = lang

    def memory_of(self, room: str) -> RoomMemory:
        """What a room without a table remembers."""
        return self.settings.setdefault(room, RoomMemory(room))

    async def remember(self, room: ChatRoom | RoomMemory) -> None:
        memory = room.memory_now() if isinstance(room, ChatRoom) else room
        id, state = f"{self.platform.name} {memory.room}", "table" if memory.table else ""
        await self.house.store.put("chat room", id, memory.value(), owner=self.platform.name, state=state)

    # ---- which table ----

    def room_for(self, person: Person, where: str, is_direct: bool) -> ChatRoom:
        """The room whose table is meant: this one, or the only one it can be."""
        if where in self.rooms:
            return self.rooms[where]
        near = [room for room in self.rooms.values() if is_direct or room.memory.home == where]
        own = [room for room in near if room.table.contract.seat_of(person.id) >= 0]
        alive = [room for room in own if room.table.contract.state != "over"] or own
        if len(alive) > 1:
            alive = [room for room in alive if self.is_awaited(room, person)] or alive
        if len(alive) == 1:
            return alive[0]
        if alive:
            raise IllegalAction("you sit at {number} tables: say it in the room of the one you mean",
                                code="which_table", number=len(alive))  # fmt: skip
        if len(near) == 1 and not is_direct:
            return near[0]
        raise IllegalAction("there is no table here: join and the name of a game opens one", code="no_table_here")

    def home_of(self, where: str) -> str:
        """The room from which tables are opened: the one in which a table's room was."""
        room = self.rooms.get(where)
        return room.memory.home or where if room is not None else where

    def usual_rules(self, where: str) -> str:
        """The rules of the last table opened here, else those set for the room; empty if there are none."""
        memory = self.memory_of(self.home_of(where))
        return memory.last or memory.rules

    def is_awaited(self, room: ChatRoom, person: Person) -> bool:
        sitting = room.sittings.get(person.id)
        return sitting is not None and sitting.is_awaited

    def sitting_of(self, room: ChatRoom, person: Person, user: ChatUser, wants_messages: bool = False) -> ChatSitting:
        room.table.seat(person)
        return room.sitting(person, user, wants_messages)

    def person_id(self, user: ChatUser) -> str:
        """Of a user, as a person of the house."""
        return f"{self.platform.name} {user.id}"

    def rooms_of(self, user: ChatUser) -> list[ChatRoom]:
        """Where somebody has a chair of a match that is not over, the newest last."""
        id = self.person_id(user)
        rooms = [room for room in self.rooms.values() if room.table.contract.seat_of(id) >= 0]
        return [room for room in rooms if room.table.contract.state != "over"]

    def lose(self, user: ChatUser) -> None:
        """Of a platform that knows it: somebody is cut off. He keeps his chairs; whatever he says, he is back."""
        for room in self.rooms_of(user):
            if sitting := room.sittings.get(self.person_id(user)):
                sitting.go()

    async def link(self, home: str, table: str, title: str) -> ChatRoom:
        """A room for a table: the one it has in this place, or a new one."""
        async with self.opening:
            for room in self.rooms.values():
                if room.table.contract.id == table and home in (room.memory.home, room.memory.room):
                    return room
            if not (await self.house.contract(table)).onlookers:  # a room looks on
                raise no_onlookers()
            memory = self.settings.get(home)
            place = await self.platform.open_room(home, title)
            own = RoomMemory(
                place,
                home,
                table,
                lang=memory.lang if memory else "",
                rules=memory.rules if memory else "",
                last=memory.last if memory else "",
            )
            return await self.attach(own, table)

    async def attach(self, memory: RoomMemory, table: str) -> ChatRoom:
        """Have this table in a room, in place of one that is over."""
        old = self.rooms.get(memory.room)
        if old is not None and old.table.contract.state != "over":
            raise IllegalAction("a match is being played in this room", code="room_taken")
        found = await self.table(table)
        memory.table = table
        room = ChatRoom(self, memory, found)
        if old is not None:
            await old.close()
        room.come()
        self.rooms[memory.room] = room
        self.settings[memory.room] = memory
        await self.remember(room)
        return room

    # ---- lines and clicks ----

    async def hear(self, line: ChatLine) -> ChatReply | None:
        """What somebody wrote; None if there is nothing to say to it."""
        text = readable(line.text)
        prefix = self.platform.prefix
        if prefix and not line.is_addressed and text.startswith(prefix):
            text, line = text.removeprefix(prefix).strip(), replace(line, is_addressed=True)
        word, _, rest = text.partition(" ")
        command = self.command(word, line)
        is_confirmed = self.held_back.pop(line.user.id, None) == (line.room, text)
        if command is None and not line.is_addressed:
            if not is_confirmed and (reply := self.hold_back(line)):
                return reply
            await self.small_talk(line)
            return None
        return await self.guarded(line.user, line.room, line, lambda: self.obey(command or "", rest, word, line))

    def command(self, word: str, line: ChatLine) -> str | None:
        """The command a word stands for, also in the language of the writer."""
        return self.word_of(word, self.writer_style(line)) or None if line.is_addressed else None

    def writer_style(self, line: ChatLine) -> Style:
        return Style(lang=self.lang_of(self.person_id(line.user), line.user, self.rooms.get(line.room)))

    def words(self, style: Style) -> dict[str, str]:
        """Everything that can be typed for a command, and the command."""
        return {style.word(each).lower(): each for each in COMMANDS} | OTHER_WORDS | {each: each for each in COMMANDS}

    def word_of(self, word: str, style: Style) -> str:
        """The command for a word; empty if it is none."""
        return self.words(style).get(word.strip().lower(), "")

    def nearest_command(self, word: str, style: Style) -> str:
        """The command that a mistyped word comes near to; empty if there is none."""
        words = self.words(style)
        near = get_close_matches(word.strip().lower()[:LONGEST_WORD], words, 1)
        return near[0] if near else ""

    def hold_back(self, line: ChatLine) -> ChatReply | None:
        """Ask somebody who plays and wrote nothing but cards, or one word and cards.

        The same line as the next of theirs in this room says that they mean it. Whether they are cards of that hand
        does not matter: what became of the line would tell.
        """
        playing = [room for room in self.rooms_of(line.user) if room.table.contract.state == "playing"]
        if not any(line.room in (room.memory.room, room.memory.home) for room in playing):
            return None
        style, text = self.writer_style(line), readable(line.text)
        word, _, rest = text.partition(" ")
        has_word = not is_cards(text)
        if has_word and not is_cards(rest):
            return None
        near = has_word and self.nearest_command(word, style)
        self.held_back[line.user.id] = line.room, text
        example = f"{self.platform.prefix}{near or 'play'} {rest if has_word else text}"
        told = style.say("that looks like cards, so it was not passed on. To play them: {example}. To say it to "
                         "everybody, type it again", example=Said(example))  # fmt: skip
        return ChatReply(ChatPost((told,)), is_private=True, removes=not line.is_private)

    async def small_talk(self, line: ChatLine) -> None:
        """What people of a room say to each other, those hear too who are at its table from elsewhere."""
        room = self.rooms.get(line.room)
        person = self.people.get(line.user.id)
        if room is not None and person is not None and room.table.contract.seat_of(person.id) >= 0:
            with suppress(IllegalAction, OSError):
                await room.table.say(person, line.text[:LONGEST_LINE])

    async def obey(self, command: str, rest: str, word: str, line: ChatLine) -> ChatReply:
        person = await self.person(line.user)
        if len(line.text) > LONGEST_LINE:
            raise IllegalAction(
                "{length} characters are too many for an answer", code="too_long", length=len(line.text)
            )
        if not command:
            typed = Said(re.sub(r"[^\w]+", " ", word)[:LONGEST_WORD])
            if near := self.nearest_command(word, self.writer_style(line)):
                raise IllegalAction("there is no command '{word}': did you mean {near}?", code="no_such_command",
                                    word=typed, near=Said(f"{self.platform.prefix}{near}"))  # fmt: skip
            raise IllegalAction("there is no command '{word}': help lists them", code="no_such_command", word=typed)
        return await COMMANDS[command](CommandCall(self, person, line, command, rest.strip()))

    async def click(self, click: ChatClick) -> ChatReply | None:
        """What somebody pressed. Ids come from outside: they may be anything."""
        line = ChatLine(click.user, click.room, "", click.id, is_private=True, has_replies=True)
        return await self.guarded(click.user, click.room, line, lambda: self.press(click, line))

    async def press(self, click: ChatClick, line: ChatLine) -> ChatReply:
        verb, table, *rest = [*click.control.split(" ", 3), "", ""][:4]
        person = await self.person(click.user)
        if verb == "show":
            if rest[0] not in COMMANDS:
                raise IllegalAction("there is no such button", code="no_such_button")
            where = click.room if table == NO_TABLE else self.room_with(table, click.room).memory.room
            here = ChatLine(click.user, where, " ".join(rest), click.id, is_private=True, has_replies=True)
            return await COMMANDS[rest[0]](CommandCall(self, person, here, rest[0], rest[1]))
        room = self.room_with(table, click.room)
        sitting = self.sitting_of(room, person, click.user)
        return await sitting.click(click, verb, f"{table} {rest[0]}", rest[1])

    def room_with(self, table: str, where: str) -> ChatRoom:
        """A room that has a table: this one, if it has."""
        rooms = [room for room in self.rooms.values() if room.table.contract.id == table]
        if not rooms:
            raise IllegalAction("this table is closed; type start or join for a new one", code="no_such_table")
        return next((room for room in rooms if room.memory.room == where), rooms[0])

    async def suggestions(self, user: ChatUser, where: str, word: str, typed: str) -> list[str]:
        """Texts that may stand behind a word, as somebody begins to type it."""
        if word in ("join", "rules", "options"):
            return names_with(typed)[:MOST_OPTIONS]
        if COMMAND_WORDS[word].takes == CARDS or word == "bid":
            found = await self.answers(user, where, word)
        else:
            return []
        begun = typed.strip().lower()
        return [text for text in found if begun in text.lower() and len(text) <= LONGEST_ID][:MOST_OPTIONS]

    async def answers(self, user: ChatUser, where: str, word: str) -> list[str]:
        try:
            person = await self.person(user)
            sitting = self.sitting_of(self.room_for(person, where, False), person, user)
            actions = (await sitting.door.choices()).actions
        except (IllegalAction, OSError):
            return []
        kinds = SYNONYMS.get(word, (word,))
        return [
            str(action).partition(" ")[2] for action in actions if action.kind in kinds and action.kind != str(action)
        ]

    async def guarded(
        self, user: ChatUser, where: str, line: ChatLine, work: Callable[[], Coroutine[Any, Any, ChatReply]]
    ) -> ChatReply:
        """A refusal is a reply; so is a fault of ours, which tells nothing more."""
        style = Style(lang=self.lang_of(self.person_id(user), user, self.rooms.get(where)))
        try:
            async with self.turns.of(user.id):  # what one person says is done in the order he said it
                return await work()
        except IllegalAction as refusal:
            room = self.rooms.get(where)
            lines = [(replace(room.style, lang=style.lang) if room else style).refusal(refusal)]
            if rules := refusal.code == "switched_off" and refusal.message.facts.get("rules"):
                lines.append(style.say("{prefix}join {rules} opens such a table", rules=rules,
                                       prefix=Said(self.platform.prefix)))  # fmt: skip
            # why an answer was refused may tell of a hand
            return ChatReply(ChatPost(tuple(lines)), is_private=True,
                             removes=not line.is_private and has_cards(line.text))  # fmt: skip
        except PlayedElsewhere:
            return ChatReply(
                ChatPost((style.say("this table is played at another process of the house: use its link"),))
            )
        except OSError as error:
            self.report(error)
            return ChatReply(ChatPost((style.say(AWAY),)))
        except ValueError as error:  # rules or a bot that do not exist
            return ChatReply(ChatPost((style.refusal(error)[:300],)), is_private=True)
        except Exception as error:
            self.report(error)
            return ChatReply(ChatPost((style.say(FAULT),)))


def has_cards(text: str) -> bool:
    """May a line that was refused show what somebody holds? Any that says more than its first word."""
    return len(text.split()) > 1
