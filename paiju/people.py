"""Who comes to a house: guests by name, people who keep their name with a password, and bots that stay marked as such.

A person proves who he is with a token. A guest's and a keeper's is signed and stored nowhere; a bot's is random, and
only its hash is stored.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import json
import re
import secrets
import time
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, cast

from paiju.chairs import clean_text
from paiju.core.words import IllegalAction
from paiju.names import name_key
from paiju.store.house_store import MOST_FOUND, Document, DocumentChanged, HouseStore
from paiju.threads import in_thread

LONGEST_NAME = 24
MOST_MARKS = 2  # combining marks on one letter
# Letters and marks that nobody sees: with one of them a name would look like another's, or like nothing.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
TOKEN_SECONDS = 400 * 24 * 3600
LONGEST_TOKEN = 600
HASHED_AT_ONCE, HASHES_WAITING = 2, 20  # argon2 takes 19 MiB and a core each
# What somebody may be seen by instead of the first letter of his name; front ends have a picture of each.
AVATARS = (
    "cat", "dog", "fox", "panda", "rabbit", "frog", "pig", "tiger", "owl", "chick", "penguin", "fish",
    "turtle", "bee", "ladybird", "tulip", "sunflower", "cactus", "mushroom", "cherry", "teapot", "lantern", "boat",
    "moon",
)  # fmt: skip
BOT_AVATAR = "robot"  # of every bot, and of nobody else
ARGON2: dict[str, Any] = {"time_cost": 2, "memory_cost": 19 * 1024, "parallelism": 1}


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    kind: str = "guest"  # or kept, or bot
    avatar: str = ""  # one of AVATARS, or a bot's; none: the first letter of the name

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"


def person_of(id: str, told: dict[str, Any]) -> Person:
    """Somebody as the store has him."""
    kind = told["kind"]
    return Person(id, told["name"], kind, BOT_AVATAR if kind == "bot" else told.get("avatar", ""))


def read_name(text: str) -> str:
    """A name as others may read it; refused if nothing is left of it."""
    letters: list[str] = []
    marks = 0
    seen = INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    for sign in clean_text(seen, (1 + MOST_MARKS) * LONGEST_NAME):
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MOST_MARKS:
            letters.append(sign)
    name = "".join(letters)[:LONGEST_NAME].strip()
    if not any(sign.isalnum() for sign in name):
        raise IllegalAction("a name has a letter or a figure", code="no_name")
    return name


class Tokens:
    """Signs who somebody is, so that nothing has to be stored of a guest."""

    def __init__(self, secret: bytes):
        if len(secret) < 32:
            raise ValueError("the secret of a house has at least 32 bytes")
        self.key = hmac.digest(secret, b"paiju person token 1", "sha256")

    def sign(self, person: Person, now: float | None = None) -> str:
        issued = int(time.time() if now is None else now)
        told = json.dumps([person.id, person.name, person.kind, issued], separators=(",", ":"), ensure_ascii=False)
        body = encoded(told.encode())
        return f"{body}.{encoded(self.mark(body))}"

    def read(self, token: str, now: float | None = None) -> tuple[Person, int] | None:
        """Who it is and since when; None for whatever we did not sign, or signed too long ago."""
        body, dot, mark = token.partition(".")
        if not dot or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        try:
            if not hmac.compare_digest(self.mark(body), decoded(mark)):
                return None
            id, name, kind, issued = cast("tuple[str, str, str, int]", json.loads(decoded(body)))
        except (ValueError, binascii.Error):
            return None
        if (time.time() if now is None else now) - issued > TOKEN_SECONDS:
            return None
        return Person(id, name, kind), issued

    def mark(self, body: str) -> bytes:
        return hmac.digest(self.key, body.encode(), "sha256")


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class People:
    """All who may come: their tokens, names and passwords."""

    def __init__(self, store: HouseStore, secret: bytes):
        self.store, self.tokens = store, Tokens(secret)
        self.hashing = asyncio.Semaphore(HASHED_AT_ONCE)
        self.waiting = 0
        self.nobody = ""  # a hash to compare with where there is no such name, so that it takes as long

    async def guest(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the token to come back with."""
        name = read_name(name)
        if await self.store.get("name", name_key(name)) is not None:
            raise IllegalAction("this name belongs to somebody: log in, or take another", code="name_taken")
        person = Person(f"g{secrets.token_hex(8)}", name)
        return person, self.tokens.sign(person)

    async def visitor(self, id: str, name: str) -> Person:
        """Somebody whom another platform vouches for, by the id he has there; nobody passes for who keeps a name."""
        name = read_name(name if any(sign.isalnum() for sign in name) else "guest")
        if await self.store.get("name", name_key(name)) is not None:
            name = read_name(f"{name[: LONGEST_NAME - 1]}*")
        return Person(id, name)

    async def is_banned(self, person: Person) -> bool:
        told = await self.store.get("person", person.id)
        return told is not None and bool(told.get("banned"))

    async def keep(self, person: Person, password: str) -> tuple[Person, str]:
        """A guest keeps his name, and everything he has played, with a password."""
        check_password(password)
        if person.kind != "guest":
            raise IllegalAction("only a guest can do that", code="not_a_guest")
        hashed = await self.hashed(password)
        told: dict[str, Any] = await self.store.get("person", person.id) or {}
        value = {**told, "name": person.name, "kind": "kept", "password": hashed, "since": int(time.time())}
        kept = person_of(person.id, value)
        await self.take_name(kept, Document("person", kept.id, value, state=kept.kind))
        return kept, self.tokens.sign(kept)

    async def take_name(self, person: Person, *documents: Document) -> None:
        """A name and whose it is are stored in one stroke: a name without a person would be nobody's for ever."""
        key = name_key(person.name)
        try:
            name = Document("name", key, {"person": person.id})
            await self.store.put_all([name, *documents], seen=[Document("name", key, None)])
        except DocumentChanged:
            raise IllegalAction("this name belongs to somebody: log in, or take another", code="name_taken") from None

    async def log_in(self, name: str, password: str) -> tuple[Person, str]:
        named = await self.store.get("name", name_key(name[:200]))
        told = await self.store.get("person", named["person"]) if named else None
        if not self.nobody:
            self.nobody = await self.hashed(secrets.token_hex(16))
        hashed = str(told["password"]) if told and "password" in told else self.nobody
        fits = await self.verified(hashed, password[:LONGEST_PASSWORD])
        if not fits or not told or not named:
            raise IllegalAction("name or password are not right", code="wrong_password")
        person = person_of(named["person"], told)
        return person, self.tokens.sign(person)

    async def make_bot(self, name: str, owner: str = "") -> tuple[Person, str]:
        """An account for a program elsewhere, marked for ever, and its bearer token, which is shown once."""
        name = read_name(name)
        person = Person(f"b{secrets.token_hex(8)}", name, "bot", BOT_AVATAR)
        token = f"bot_{secrets.token_urlsafe(32)}"
        value = {"name": name, "kind": "bot", "owner": owner, "since": int(time.time())}
        await self.take_name(
            person,
            Document("person", person.id, value, owner, "bot"),
            Document("token", token_hash(token), {"person": person.id}, person.id),
        )
        return person, token

    async def who(self, token: str) -> Person | None:
        """Whose token it is; None if it is nobody's, or he is not to come."""
        if token.startswith("bot_"):
            held = await self.store.get("token", token_hash(token))
            told = await self.store.get("person", held["person"]) if held else None
            if held is None or told is None or told.get("banned"):
                return None
            return person_of(held["person"], told)
        read = self.tokens.read(token)
        if read is None or read[0].kind == "bot":
            return None
        person, issued = read
        told = await self.store.get("person", person.id)
        if told is None:
            return person if person.kind == "guest" else None
        if told.get("banned") or issued < told.get("valid_from", 0):
            return None
        return person_of(person.id, {"name": person.name, "kind": person.kind, **told})

    async def find(self, id: str) -> Person | None:
        told = await self.store.get("person", id)
        return person_of(id, told) if told and "name" in told else None

    async def choose_avatar(self, person: Person, avatar: str) -> Person:
        """What somebody is seen by from now on: one of AVATARS, or none. Of a guest this is all that is stored."""
        if person.is_bot:
            raise IllegalAction("a bot has a picture of its own", code="bot_avatar")
        if avatar and avatar not in AVATARS:
            raise IllegalAction("there is no such picture: {avatars}", code="no_such_avatar", avatars=AVATARS)
        while True:
            told = await self.store.get("person", person.id)
            value: dict[str, Any] = {**(told or {"name": person.name, "kind": person.kind}), "avatar": avatar}
            chosen = Document("person", person.id, value, state=value["kind"])
            with suppress(DocumentChanged):  # then read again what became of him
                await self.store.put_all([chosen], seen=[Document("person", person.id, told)])
                return replace(person, avatar=avatar)

    async def ban(self, person: Person, banned: bool = True) -> None:
        told: dict[str, Any] = await self.store.get("person", person.id) or {"name": person.name, "kind": person.kind}
        known = Document("person", person.id, {**told, "banned": banned}, state=told["kind"])
        listed = Document("ban", person.id, {}, state="banned" if banned else "lifted")
        await self.store.put_all([known, listed])

    async def banned(self) -> set[str]:
        """All who are not to come, for every process to send them away."""
        return {id for id, _ in await self.store.find("ban", state="banned", limit=MOST_FOUND)}

    # ---- passwords ----

    async def hashed(self, password: str) -> str:
        from argon2 import PasswordHasher

        return await self.slowly(PasswordHasher(**ARGON2).hash, password)

    async def verified(self, hashed: str, password: str) -> bool:
        from argon2 import PasswordHasher
        from argon2.exceptions import Argon2Error, InvalidHashError

        try:
            return await self.slowly(PasswordHasher(**ARGON2).verify, hashed, password)
        except (Argon2Error, InvalidHashError):
            return False

    async def slowly(self, work: Any, *arguments: Any) -> Any:
        """In a thread, two at once, and not too many waiting."""
        if self.waiting >= HASHES_WAITING:
            raise IllegalAction("too many log in at the moment: try again", code="busy")
        self.waiting += 1
        try:
            async with self.hashing:
                return await in_thread(work, *arguments)
        finally:
            self.waiting -= 1


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise IllegalAction("a password has {least} to {most} characters", code="bad_password",
                            least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)  # fmt: skip


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
