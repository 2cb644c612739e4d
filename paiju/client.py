"""A house elsewhere, for a client of it: addresses, who we are there, what can be asked for before one sits down.

    async with WireHouse("http://127.0.0.1:8000") as house:
        await house.come_in("Ann")                        # a guest; the token is kept for the next time
        stands = await house.open_table("hearts")
        door = await house.door(stands.table)             # see wire_door.py
        await door.sit()

What the house refuses is an IllegalAction; a house that cannot be reached is a DoorClosed that says so.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import re
import socket
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

import aiohttp
import msgspec

from paiju import __version__
from paiju.addresses import is_here
from paiju.chairs import clean_text
from paiju.core.cards import brief
from paiju.core.words import IllegalAction, Said, mark
from paiju.door import DoorClosed
from paiju.names import name_key
from paiju.saves import PRIVATE_FOLDER, NotSaved, folder, lock, write_private
from paiju.wire import FrameError, WireTable, read_message

if TYPE_CHECKING:
    from paiju.wire_door import WireDoor

API = "/api/v1"
LARGEST_ANSWER = 4_000_000  # bytes of one answer or frame; what is longer is no answer of a house
SECONDS = 20.0  # for a request to the API
REACH_SECONDS = 8.0  # until a machine must have answered at all
FIRST_WAIT, LONGEST_WAIT = 0.25, 30.0  # seconds between tries to reach a house
MAX_ADVICE = 400  # characters
MOST_TOKENS = MOST_MUTED = 100  # kept for one house
MAX_HOST = 253
HOST_PART = re.compile(r"[^\W_]([\w-]{0,61}[^\W_])?")  # letters of any language
DEFAULT_PORT = 8000  # of `paiju serve`

T = TypeVar("T")


# ---- addresses ----


class HouseAddress(NamedTuple):
    """Where a house is, and a table of it if one was named."""

    house: str  # https://cards.example.org
    table: str = ""

    def __str__(self) -> str:
        return f"{self.house}/t/{self.table}" if self.table else self.house


def read_address(text: str) -> HouseAddress:
    """What people type or share: https://cards.example.org/t/ID, localhost:8000. Without a scheme a port means http."""
    text = text.strip()
    if "://" not in text:
        host = text.partition("/")[0]
        is_near = host.startswith(("localhost", "127.", "[::1]")) or ":" in host.rpartition("]")[2]
        text = f"{'http' if is_near else 'https'}://{text}"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or port == 0 or parts.username is not None or not is_host(host):
        raise IllegalAction("'{text}' cannot be an address: a house is at localhost:8000, "
                            "192.168.1.20:8000 (four numbers, none above 255) or https://cards.example.org",
                            code="bad_address", text=Said(brief(text.removeprefix("http://"), 60)))  # fmt: skip
    host = f"[{host}]" if ":" in host else host
    path = [part for part in parts.path.split("/") if part]
    if path and (path[0] not in ("t", "m") or len(path) < 2 or not path[1].isalnum() or len(path[1]) > 64):
        raise IllegalAction("'{text}' cannot be the address of a table: those end in /t/ and its name",
                            code="bad_address", text=Said(brief(text, 60)))  # fmt: skip
    return HouseAddress(f"{parts.scheme}://{host}{f':{port}' if port else ''}", path[1] if path else "")


def is_host(text: str) -> bool:
    """True if this can be the name or the number of a machine."""
    if not text or len(text) > MAX_HOST:
        return False
    if ":" in text or text.rpartition(".")[2].isdigit():
        with contextlib.suppress(ValueError):
            return bool(ip_address(text))
        return False
    return all(HOST_PART.fullmatch(part) for part in text.removesuffix(".").split("."))


def back_off() -> Iterator[float]:
    """Seconds to wait before each try: longer and longer, and by chance, so that not all come back at once."""
    wait = FIRST_WAIT
    while True:
        yield random.uniform(wait / 2, wait)
        wait = min(2 * wait, LONGEST_WAIT)


# ---- who one is there ----


def tokens_path() -> Path:
    """Tokens by house and name, for our eyes only: whoever has one is that person."""
    return folder().parent / "tokens.json"


def muted_path() -> Path:
    """The names of those whose chat one does not want to hear, by house."""
    return tokens_path().with_name("muted.json")


def kept_in(path: Path) -> dict[str, Any]:
    try:
        read: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", read) if isinstance(read, dict) else {}


def keep_in(path: Path, kept: dict[str, Any]) -> None:
    """For the next time; that it cannot be kept is no reason not to play."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        write_private(path, json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def house_key(house: str) -> str:
    """Return the key under which a house is kept: all names of this computer are one."""
    parts = urlsplit(house)
    return f"{parts.scheme}://localhost:{parts.port or ''}" if is_here(house) else house


def kept_token(house: str, name: str) -> str:
    names: Any = kept_in(tokens_path()).get(house_key(house))
    token: Any = cast("dict[str, Any]", names).get(name) if isinstance(names, dict) else ""
    return token if isinstance(token, str) else ""


def keep_token(house: str, name: str, token: str) -> None:
    tokens = kept_in(tokens_path())
    names = {**tokens.pop(house_key(house), {}), name: token}
    tokens[house_key(house)] = dict(list(names.items())[-MOST_TOKENS:])
    keep_in(tokens_path(), tokens)


def lock_path(house: str, name: str) -> Path:
    """The file that is locked while somebody plays there with the token of this name."""
    return tokens_path().with_name(
        f"guest-{blake2b(f'{house_key(house)} {name}'.encode(), digest_size=8).hexdigest()}.lock"
    )


def kept_muted(house: str) -> list[str]:
    names: Any = kept_in(muted_path()).get(house_key(house))
    return [name for name in cast("list[Any]", names) if isinstance(name, str)] if isinstance(names, list) else []


def keep_muted(house: str, names: Sequence[str]) -> None:
    keep_in(muted_path(), kept_in(muted_path()) | {house_key(house): list(names)[-MOST_MUTED:]})


def token_given() -> str:
    """A token from the environment or from a file that it names: on a command line everybody could read it."""
    if path := os.environ.get("PAIJU_TOKEN_FILE"):
        return Path(path).read_text(encoding="utf-8").strip()
    return os.environ.get("PAIJU_TOKEN", "").strip()


class PersonHeard(msgspec.Struct, frozen=True):
    """Who the house says we are."""

    id: str
    name: str
    kind: str
    token: str = ""


class HouseHeard(msgspec.Struct, frozen=True):
    """The address at which others find the house, or advice how they get one."""

    url: str
    advice: str


class SittingHeard(msgspec.Struct, frozen=True):
    table: str
    rules: str
    state: str
    waits: bool = False


class RowHeard(msgspec.Struct, frozen=True):
    """A table in the list of the house."""

    table: str
    rules: str
    title: str
    pace: str
    state: str
    chairs: list[str]
    open: int


# ---- the house ----


class WireHouse:
    """A house elsewhere, over HTTP; use it with `async with`."""

    def __init__(self, url: str, lang: str = "en"):
        self.url, self.lang = url, lang
        self.shared, self.advice = url, ""  # the address for others; how they get one, where that is none
        self.token = ""
        self.person = PersonHeard("", "", "")
        self.muted: list[str] = []  # names of those whose chat a person does not want to hear
        self.opened: aiohttp.ClientSession | None = None
        self.held: tuple[Path, int] | None = None  # the lock of the guest we are

    async def __aenter__(self) -> WireHouse:
        patience = aiohttp.ClientTimeout(total=SECONDS, sock_connect=REACH_SECONDS)
        agent = {"User-Agent": f"paiju/{__version__}"}
        self.opened = aiohttp.ClientSession(headers=agent, timeout=patience)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.let_go()
        await self.session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        assert self.opened is not None, "use it with `async with`"
        return self.opened

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def table_url(self, table: str) -> str:
        return str(HouseAddress(self.url, table))

    # ---- requests ----

    async def call(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        """Ask the API for something, and read the answer as that kind."""
        data = await self.fetch(method, path, body)
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise self.not_a_house() from None

    async def fetch(self, method: str, path: str, body: Any = None) -> bytes:
        try:
            async with self.session.request(
                method, self.url + API + path, json=body, headers=self.headers, params={"lang": self.lang},
                allow_redirects=False,
            ) as response:  # fmt: skip
                data = await self.read_all(response)
                status, wait = response.status, response.headers.get("Retry-After", "")
        except aiohttp.ClientResponseError:  # it speaks another protocol
            raise self.not_a_house() from None
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            if isinstance(error, DoorClosed):
                raise
            raise self.unreachable(error) from error
        if status != 200:
            raise self.refused(status, data, wait)
        return data

    async def read_all(self, response: aiohttp.ClientResponse) -> bytes:
        data = bytearray()
        async for chunk in response.content.iter_chunked(1 << 16):
            data += chunk
            if len(data) > LARGEST_ANSWER:
                raise self.not_a_house()
        return bytes(data)

    def refused(self, status: int, data: bytes, wait: str) -> Exception:
        """What a problem of the API is to us."""
        try:
            told: Any = msgspec.json.decode(data)
            code, detail = str(told["code"])[:60], str(told["detail"])[:300]
        except (msgspec.MsgspecError, UnicodeError, RecursionError, KeyError, TypeError, IndexError):
            return self.not_a_house()
        if status >= 500:
            return DoorClosed("{house} cannot do that now: {reason}", code, house=Said(self.url), reason=Said(detail))
        return IllegalAction("{reason}", code=code, reason=Said(detail))

    def unreachable(self, error: BaseException) -> DoorClosed:
        """The refusal that says which address was tried, and a reason."""
        parts = urlsplit(self.url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return DoorClosed(reason_away(error), "unreachable", host=Said(parts.hostname), port=port,
                          reason=Said(reason_of(error)))  # fmt: skip

    def not_a_house(self) -> DoorClosed:
        return DoorClosed("{house} answers, but it is no house of paiju, or one of another version", "no_house",
                          house=Said(self.url))  # fmt: skip

    # ---- people and tables ----

    async def find_shared(self) -> None:
        """An address that only this computer can open is none for others: the house knows a better one, or none."""
        if is_here(self.url):
            with contextlib.suppress(IllegalAction, ValueError):  # an older house knows none
                told = await self.call("GET", "/house", HouseHeard)
                self.shared = read_address(told.url).house if told.url else self.url
                self.advice = clean_text(told.advice, MAX_ADVICE)

    async def come_in(self, name: str, others: Sequence[str] = ()) -> PersonHeard:
        """As the guest of this name who was here before, or as a new one; while another window of this computer plays
        as that one, as the first of the others as whom none does."""
        await self.find_shared()
        self.muted = kept_muted(self.url)
        for each in filter(self.hold, (name, *others)):
            try:
                return await self.come_as(each)
            except IllegalAction as refusal:
                if each == name or refusal.code != "name_taken":
                    raise
        return await self.come_as(name)

    async def come_as(self, name: str) -> PersonHeard:
        if token := kept_token(self.url, name):
            with contextlib.suppress(IllegalAction):  # a token that is not valid any more
                return await self.come_with(token)
        self.token = ""
        person = await self.call("POST", "/guest", PersonHeard, {"name": name})
        self.token, self.person = person.token, person
        keep_token(self.url, name, person.token)
        return person

    def hold(self, name: str) -> bool:
        """Be the only window of this computer that plays there as this guest; False if another one does."""
        self.let_go()
        path = lock_path(self.url, name)
        with contextlib.suppress(OSError):  # where nothing can be kept, no token is either
            path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            try:
                handle = lock(path)
            except NotSaved:
                return False
            self.held = None if handle is None else (path, handle)
        return True

    def let_go(self) -> None:
        if self.held is not None:
            path, handle = self.held
            path.unlink(missing_ok=True)
            os.close(handle)
            self.held = None

    async def come_with(self, token: str) -> PersonHeard:
        """As whose token this is: a bot's account, or a person's."""
        self.token = token
        try:
            self.person = await self.call("GET", "/me", PersonHeard)
        except IllegalAction:
            self.token = ""
            raise
        return self.person

    def mute(self, name: str, on: bool = True) -> None:
        """Hear nothing any more of what somebody says, or hear him again; it is kept for the next time."""
        others = [muted for muted in self.muted if name_key(muted) != name_key(name)]
        self.muted = [*others, name] if on else others
        keep_muted(self.url, self.muted)

    def is_muted(self, name: str) -> bool:
        return name_key(name) in map(name_key, self.muted)

    async def tables(self) -> list[RowHeard]:
        return await self.call("GET", "/tables", list[RowHeard])

    async def my_tables(self) -> list[SittingHeard]:
        return await self.call("GET", "/me/tables", list[SittingHeard])

    async def open_table(
        self,
        rules: str,
        chairs: Sequence[tuple[str, str]] = (),
        pace: str = "",
        is_public: bool = True,
        draw: float | None = None,
    ) -> WireTable:
        """A new table of which we are the host, with the first open chair ours."""
        body: dict[str, Any] = {"rules": rules, "is_public": is_public}
        body["chairs"] = [{"kind": kind, "text": text} for kind, text in chairs]
        body |= {} if draw is None else {"draw": draw}
        return self.stands(await self.fetch("POST", "/tables", body | ({"pace": pace} if pace else {})))

    async def quick_game(self, rules: str, pace: str = "") -> WireTable:
        """A table where others wait for such a game, or a new one that bots fill soon."""
        return self.stands(await self.fetch("POST", "/quick", {"rules": rules} | ({"pace": pace} if pace else {})))

    async def table(self, id: str) -> WireTable:
        return self.stands(await self.fetch("GET", f"/tables/{id}"))

    async def rematch(self, id: str) -> str:
        """The table of another match of the same people, where a chair is kept for each of them."""
        await self.fetch("POST", f"/tables/{id}/requests", {"type": "rematch"})
        return (await self.table(id)).next

    async def record(self, id: str) -> str:
        """The finished deals of a match, where all may be seen."""
        return (await self.fetch("GET", f"/tables/{id}/deals")).decode(errors="replace")

    def stands(self, data: bytes) -> WireTable:
        try:
            told = read_message(data)
        except FrameError:
            raise self.not_a_house() from None
        if not isinstance(told, WireTable):
            raise self.not_a_house()
        return told

    async def door(self, id: str, patience: float | None = None) -> WireDoor:
        """A door to a table, which is open when this returns."""
        from paiju.wire_door import PATIENCE, WireDoor

        door = WireDoor(self, id, PATIENCE if patience is None else patience)
        await door.open()
        return door


def reason_away(error: BaseException) -> str:
    """The sentence for a house that cannot be reached, by what went wrong."""
    cause: Any = getattr(error, "os_error", error)
    if isinstance(error, aiohttp.ClientConnectorDNSError) or isinstance(cause, socket.gaierror):
        return mark("there is no machine called {host}: is the name right, and is this machine online?")
    if isinstance(error, TimeoutError):
        return mark("{host} does not answer at port {port}: is that machine on, is the address right, and does its "
                    "firewall let port {port} through?")  # fmt: skip
    if getattr(cause, "errno", None) == errno.ECONNREFUSED:
        return mark("nothing listens at {host}, port {port}: is the house running there (paiju serve), and is it this "
                    "port?")  # fmt: skip
    if isinstance(error, aiohttp.ClientSSLError):
        return mark("{host} does not speak https at port {port}: try http:// ({reason})")
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return mark("{host} hangs up at port {port}: is it a house of paiju, and is it this port?")
    return mark("{host}, port {port}, cannot be reached ({reason}): is the address right, is this computer in the same "
                "network, and does a firewall let it through?")  # fmt: skip


def reason_of(error: BaseException) -> str:
    """Why something could not be reached, without a number of the system: "Connection refused"."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    cause: Any = getattr(error, "os_error", error)
    number = getattr(cause, "errno", None)
    if isinstance(number, int) and number in errno.errorcode:  # asyncio's own words show Python
        return os.strerror(number)
    return brief(str(getattr(cause, "strerror", None) or cause or type(error).__name__), 200)
