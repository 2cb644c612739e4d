"""Talker: a platform for netcat and telnet, lines over TCP. It has no threads, edits, buttons or private replies of its
own, and needs no library: what works here is what the core alone can do.

Whoever connects says his name first. He is in the hall, and in the room of the table he joins or watches. He is given a
word that only he knows: with it behind his name he is the same person again, on his chair, when he connects anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from paiju.addresses import listening
from paiju.bucket import Bucket
from paiju.chat.core import ChatCore
from paiju.chat.posts import ChatLine, ChatPost, ChatUser
from paiju.chat.words import readable
from paiju.core.words import IllegalAction, Said, mark
from paiju.house import House
from paiju.people import read_name
from paiju.show import Style

HALL = "hall"
LONGEST = 4096  # bytes of a line
MOST_TALKERS = 200
MOST_UNREAD = 65536  # bytes that somebody may leave unread
WHO = mark("What is your name?")
WELCOME = mark("Welcome. help lists what you can type; what is no command is said to the others.")
COME_BACK = mark("If the connection is lost, come back to your chair with this as your name: {name} {word}")
SIGNS, PARTS, SIGNS_A_PART = "23456789abcdefghjkmnpqrstuvwxyz", 4, 4  # of such a word: nobody guesses one of 2^79
WORD = re.compile(rf"(?:^|\s)([{SIGNS}]{{{SIGNS_A_PART}}}(?:-[{SIGNS}]{{{SIGNS_A_PART}}}){{{PARTS - 1}}})$")
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
                await self.take_up(found)
                await self.listen(reader, found)
        except (ConnectionError, ValueError):  # gone, or a line without end
            pass
        finally:
            if found is not None and self.users.get(found.user.id) is found:
                del self.users[found.user.id]
                if self.core is not None:
                    self.core.lose(found.user)
            writer.close()

    async def greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> TalkerUser | None:
        writer.write(f"{Style().say(WHO)}\r\n".encode())
        while len(self.users) < MOST_TALKERS:
            line = await reader.readline()
            if not line:
                return None
            text = line.decode(errors="replace").strip()
            match = WORD.search(text)
            word = match[1] if match else new_word()
            try:
                if readable(text).startswith("$"):
                    raise IllegalAction("first a name: what begins with $ is a command", code="bad_name")
                user = ChatUser(user_id(word), read_name(text[: match.start()] if match else text))
            except IllegalAction as refusal:
                writer.write(f"{Style().refusal(refusal)}\r\n".encode())
                continue
            if old := self.users.get(user.id):  # he comes before his old connection is known to be lost
                old.writer.close()
            found = self.users[user.id] = TalkerUser(writer, user)
            come_back = Style().say(COME_BACK, name=Said(user.name), word=Said(word))
            found.tell([Style().say(WELCOME), *([] if match else [come_back])])
            return found
        return None

    async def take_up(self, found: TalkerUser) -> None:
        """Whoever has a chair is at its table again, and is shown his hand."""
        assert self.core is not None
        for room in self.core.rooms_of(found.user):
            self.enter(found, room.memory.room)
        if found.room != HALL:
            await self.take(found, "hand", f"{found.user.id} {secrets.token_hex(4)}")

    def enter(self, found: TalkerUser, place: str) -> None:
        assert self.core is not None
        found.room = place
        if room := self.core.rooms.get(place):
            found.tell([*room.pages.pages[-1].lines, *room.pages.foot().lines])

    async def listen(self, reader: asyncio.StreamReader, found: TalkerUser) -> None:
        assert self.core is not None
        bucket, begun = Bucket(LINES_A_SECOND, 10 * LINES_A_SECOND), secrets.token_hex(4)
        for number in itertools.count(1):
            data = await reader.readline()
            if not data:
                return
            text = data.decode(errors="replace").strip()
            while not bucket.take():
                await asyncio.sleep(1 / LINES_A_SECOND)
            if text:
                await self.take(found, text, f"{found.user.id} {begun} {number}")

    async def take(self, found: TalkerUser, text: str, id: str) -> None:
        assert self.core is not None
        text = readable(text)  # others' terminals obey no sign of it
        line = ChatLine(found.user, found.room, text.removeprefix("$").strip(), id, is_private=True)
        if not text.startswith("$") and self.core.command(text.partition(" ")[0], line) is None:
            line = replace(line, is_addressed=False)
        reply = await self.core.hear(line)
        if reply is None:
            for other in self.users.values():
                if other.room == found.room and other is not found:
                    other.tell([f"{found.user.name}: {text}"])
            return
        if reply.room and reply.room != found.room:
            self.enter(found, reply.room)
        found.tell(reply.post.lines)


def new_word() -> str:
    parts = ("".join(secrets.choice(SIGNS) for _ in range(SIGNS_A_PART)) for _ in range(PARTS))
    return "-".join(parts)


def user_id(word: str) -> str:
    """Whoever has the word is this user; whoever reads the id does not have the word."""
    return f"u{hashlib.blake2b(word.encode(), digest_size=12, person=b'paiju talker').hexdigest()}"


async def run_talker(
    house: House, host: str, port: int, find_url: Callable[[], str], report: Callable[[Exception], None],
    announce: Callable[[str, int], None] = lambda host, port: None, relay_token: str = "",
) -> None:  # fmt: skip
    """Until it is cancelled."""
    talker = Talker()
    talker.core = core = ChatCore(house, talker, find_url, report, relay_token)
    await core.open()
    for room in core.rooms.values():
        for sitting in tuple(room.sittings.values()):  # nobody is connected yet
            core.lose(sitting.user)
    server = await asyncio.start_server(talker.serve, sock=listening(host, port, "--talker"), limit=LONGEST)
    announce(*server.sockets[0].getsockname()[:2])
    try:
        async with server:
            await server.serve_forever()
    finally:
        for each in tuple(talker.users.values()):
            each.writer.close()
        await core.close()
