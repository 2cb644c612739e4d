"""A request to the API, read; and a route: what leads to its handler, what it takes and what it gives."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from aiohttp import web

from paiju.core.game import Game, UnknownRules
from paiju.games import find, is_game, name_of
from paiju.people import Person
from paiju.server.pages import language_of
from paiju.server.problems import Problem
from paiju.server.requests import wire_table
from paiju.wire import WireTable

if TYPE_CHECKING:
    from paiju.server.app import Server

MOST_ON_PAGE = 100
LARGEST_BODY = 16_384


class ApiCall:
    """A request to the API, read."""

    def __init__(self, server: Server, request: web.Request, person: Person | None, body: Any):
        self.server, self.request, self.body = server, request, body
        self.asker = person

    @property
    def person(self) -> Person:
        assert self.asker is not None
        return self.asker

    @property
    def lang(self) -> str:
        return language_of(self.request)

    def part(self, name: str) -> str:
        return self.request.match_info[name]

    def game(self) -> Game:
        """The game that the path names."""
        try:
            return find(self.part("game"))
        except UnknownRules as error:
            raise Problem(404, "no_such_game", str(error)) from None

    def game_asked(self) -> str:
        """The game that the query names; as it stands there where no game is called so, and empty without one."""
        text = self.word("game")
        return name_of(text) if is_game(text) else text

    def word(self, name: str, default: str = "") -> str:
        return self.request.query.get(name, default)[:200]

    def number(self, name: str) -> int:
        """A number in the path; 0 for whatever is none."""
        text = self.part(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0

    def limit(self) -> int:
        text = self.word("limit", "20")
        if not (text.isascii() and text.isdigit() and int(text)):
            raise Problem(422, "bad_value", f"limit is a number from 1 to {MOST_ON_PAGE}, not '{text[:20]}'")
        return min(int(text), MOST_ON_PAGE)


@dataclass(frozen=True)
class WrittenAnswer:
    """An answer as it is sent. What does not change is written once and kept."""

    body: bytes
    kind: str  # the content type
    tag: str  # for what it holds

    @classmethod
    def of(cls, answer: Any) -> WrittenAnswer:
        is_text = isinstance(answer, str)
        body = answer.encode() if is_text else msgspec.json.encode(answer)
        tag = f'"{hashlib.blake2s(body, digest_size=12).hexdigest()}"'
        return cls(body, "text/plain" if is_text else "application/json", tag)


async def seen_table(call: ApiCall, id: str) -> WireTable:
    """How a table stands, to who asks."""
    return wire_table(await call.server.house.table(id), call.asker or Person("", ""), call.lang)


Handler: TypeAlias = Callable[[ApiCall], Awaitable[Any]]


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    about: str
    handler: Handler
    answer: Any
    body: Any = None
    who: str = "anybody"  # or person
    query: tuple[str, ...] = ()
    largest: int = LARGEST_BODY  # bytes of a body
