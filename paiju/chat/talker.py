"""Talker: a platform for netcat and telnet, lines over TCP. It has no threads, edits, buttons or private replies of its
own, and needs no library: what works here is what the core alone can do.

Whoever connects says his name first. He is in the hall, and in the room of the table he joins or watches.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable, Sequence

from paiju.bucket import Bucket
from paiju.chat.core import ChatCore
from paiju.chat.posts import ChatLine, ChatPost, ChatUser
from paiju.core.words import IllegalAction, mark
from paiju.house import House
from paiju.people import read_name
from paiju.show import Style

HALL = "hall"
LONGEST = 4096  # bytes of a line
MOST_TALKERS = 200
MOST_UNREAD = 65536  # bytes that somebody may leave unread
WHO = mark("What is your name?")
WELCOME = mark("Welcome. help lists what you can type; what is no command is said to the others.")
LINES_A_SECOND = 5.0
PACE = 1.0  # seconds: what happens within one is told together


class TalkerUser:
    """Somebody who is connected."""

    def __init__(self, writer: asyncio.StreamWriter, user: ChatUser):
        self.writer, self.user, self.room = writer, user, HALL

    def tell(self, lines: Sequence[str]) -> None:
        if self.writer.transport.get_write_buffer_size() > MOST_UNREAD:
            return self.writer.transport.abort()
        self.writer.write("".join(f"{line}\r\n" for line in lines).encode())


class Talker:
    """A ChatPlatform of everybody who is connected."""

    name, prefix = "talker", ""
    pace, edits = PACE, False

    def __init__(self) -> None:
        self.users: dict[str, TalkerUser] = {}
        self.said: dict[str, list[str]] = {}  # what a message said when it was shown last
        self.numbers = itertools.count(1)
        self.core: ChatCore | None = None

    # ---- what the core posts ----

    async def post(self, room: str, post: ChatPost) -> str:
        message = f"m{next(self.numbers)}"
        await self.edit(room, message, post)
        return message

    async def edit(self, room: str, message: str, post: ChatPost) -> None:
        for each in [each for each in self.users.values() if each.room == room]:
            each.tell(self.new_lines(message, post))
        self.remember(message, post)

    async def open_room(self, home: str, title: str) -> str:
        return f"table {secrets.token_hex(4)}"

    async def tell(self, user: str, post: ChatPost) -> str:
        handle = f"{user} m{next(self.numbers)}"
        await self.change(handle, post)
        return handle

    async def change(self, handle: str, post: ChatPost) -> None:
        found = self.users.get(handle.partition(" ")[0])
        if found is None:
            raise FileNotFoundError("nobody of this name is connected")
        found.tell(self.new_lines(handle, post))
        self.remember(handle, post)

    async def take_back(self, handle: str) -> None:
        self.said.pop(handle, None)

    def new_lines(self, message: str, post: ChatPost) -> list[str]:
        """What was not said yet: a line that has gone out cannot be edited."""
        before = self.said.get(message, [])
        return [line for line in post.lines if line not in before]

    def remember(self, message: str, post: ChatPost) -> None:
        self.said.pop(message, None)
        self.said[message] = list(post.lines)
        while len(self.said) > 4 * MOST_TALKERS:
            del self.said[next(iter(self.said))]

    # ---- what people write ----

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found: TalkerUser | None = None
        try:
            found = await self.greet(reader, writer)
            if found is not None:
                await self.listen(reader, found)
        except (ConnectionError, ValueError):  # gone, or a line without end
            pass
        finally:
            if found is not None:
                del self.users[found.user.id]
            writer.close()

    async def greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> TalkerUser | None:
        writer.write(f"{Style().say(WHO)}\r\n".encode())
        while len(self.users) < MOST_TALKERS:
            line = await reader.readline()
            if not line:
                return None
            try:
                user = ChatUser(f"u{secrets.token_hex(8)}", read_name(line.decode(errors="replace").strip()))
            except IllegalAction as refusal:
                writer.write(f"{Style().refusal(refusal)}\r\n".encode())
                continue
            found = self.users[user.id] = TalkerUser(writer, user)
            found.tell([Style().say(WELCOME)])
            return found
        return None

    async def listen(self, reader: asyncio.StreamReader, found: TalkerUser) -> None:
        assert self.core is not None
        bucket = Bucket(LINES_A_SECOND, 10 * LINES_A_SECOND)
        for number in itertools.count(1):
            data = await reader.readline()
            if not data:
                return
            text = data.decode(errors="replace").strip().removeprefix("$")
            while not bucket.take():
                await asyncio.sleep(1 / LINES_A_SECOND)
            if text:
                await self.take(found, text, f"{found.user.id} {number}")

    async def take(self, found: TalkerUser, text: str, id: str) -> None:
        assert self.core is not None
        line = ChatLine(found.user, found.room, text, id, is_private=True)
        if self.core.command(text.partition(" ")[0], line) is None:
            for other in self.users.values():
                if other.room == found.room and other is not found:
                    other.tell([f"{found.user.name}: {text}"])
            line = ChatLine(found.user, found.room, text, id, is_addressed=False)
        reply = await self.core.hear(line)
        if reply is None:
            return
        if reply.room and reply.room != found.room:
            found.room = reply.room
            if room := self.core.rooms.get(reply.room):
                found.tell([*room.pages.pages[-1].lines, *room.pages.foot().lines])
        found.tell(reply.post.lines)


async def run_talker(
    house: House, host: str, port: int, url: str, report: Callable[[Exception], None],
    announce: Callable[[str, int], None] = lambda host, port: None, relay_token: str = "",
) -> None:  # fmt: skip
    """Until it is cancelled."""
    talker = Talker()
    talker.core = core = ChatCore(house, talker, url, report, relay_token)
    server = await asyncio.start_server(talker.serve, host, port, limit=LONGEST)
    announce(*server.sockets[0].getsockname()[:2])
    try:
        async with server:
            await server.serve_forever()
    finally:
        for each in tuple(talker.users.values()):
            each.writer.close()
        await core.close()
