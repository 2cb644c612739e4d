"""A platform in memory: rooms as lists of messages, people as lists of what they alone were told. Everything that is
sent is kept, in order, for tests that look at it."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import asynccontextmanager
from typing import Any

from paiju.chat.core import ChatCore
from paiju.chat.posts import ChatClick, ChatLine, ChatPost, ChatReply, ChatUser
from paiju.house import House
from paiju.store.house_store import open_store


class MemoryPlatform:
    name, pace, prefix, edits = "memory", 0.0, "$", True

    def __init__(self) -> None:
        self.rooms: dict[str, dict[str, ChatPost]] = {}  # what everybody sees now, by room and message
        self.told: dict[str, dict[str, ChatPost]] = {}  # what one user sees now
        self.sent: list[tuple[str, ChatPost]] = []  # all, to a room or a user, edits too
        self.ids = itertools.count(1)
        self.closed: set[str] = set()  # users who let nobody write to them

    async def post(self, room: str, post: ChatPost) -> str:
        message = f"m{next(self.ids)}"
        await self.edit(room, message, post)
        return message

    async def edit(self, room: str, message: str, post: ChatPost) -> None:
        self.rooms.setdefault(room, {})[message] = post
        self.sent.append((room, post))

    async def open_room(self, home: str, title: str) -> str:
        return f"{home}/{next(self.ids)}"

    async def tell(self, user: str, post: ChatPost) -> str:
        if user in self.closed:
            raise PermissionError("closed")
        handle = f"{user} h{next(self.ids)}"
        await self.change(handle, post)
        return handle

    async def change(self, handle: str, post: ChatPost) -> None:
        user = handle.partition(" ")[0]
        self.told.setdefault(user, {})[handle] = post
        self.sent.append((user, post))

    async def take_back(self, handle: str) -> None:
        del self.told[handle.partition(" ")[0]][handle]

    def text(self, room: str) -> str:
        return "\n".join(post.text for post in self.rooms.get(room, {}).values())


class Somebody:
    """A user of the platform, who writes and presses."""

    ids = itertools.count(1)

    def __init__(self, core: ChatCore, name: str, room: str, lang: str = ""):
        self.core, self.room = core, room
        self.user = ChatUser(name.lower(), name, lang)
        self.platform: Any = core.platform

    async def says(self, text: str, id: str = "", **more: Any) -> ChatReply:
        """In the open, with the prefix of the seed."""
        id = id or f"l{next(self.ids)}"
        reply = await self.core.hear(ChatLine(self.user, self.room, text.removeprefix("$"), id, **more))
        if reply is not None and reply.room:
            self.room = reply.room
        return reply or ChatReply(ChatPost())

    async def asks(self, text: str) -> ChatReply:
        """As a slash command: nobody else sees it."""
        return await self.says(text, is_private=True, has_replies=True)

    async def clicks(self, control: str, *values: str, id: str = "") -> ChatReply:
        click = ChatClick(self.user, self.room, control, values, id or f"c{next(self.ids)}")
        reply = await self.core.click(click)
        assert reply is not None
        return reply


@asynccontextmanager
async def chat_house(path: Any, url: str = "https://cards.example", platform: Any = None):
    """A house with a chat; what went wrong fails the test at the end."""
    store = open_store(path / "house.sqlite")
    await store.open()
    faults: list[Exception] = []
    house = House(store, b"k" * 32, report=lambda error, table: faults.append(error))
    core = ChatCore(house, platform or MemoryPlatform(), lambda: url, faults.append)
    try:
        await core.open()
        yield core
    finally:
        await core.close()
        await house.close()
        await store.close()
    assert not faults, faults


async def until(condition: Any, seconds: float = 30.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
