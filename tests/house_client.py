"""A scripted client of a house: a few lines on aiohttp. It knows the wire and nothing else, and checks what it hears.

`ServerProcess` is a real `paiju serve`; `Player` a person who plays on through lost connections, with the same ids.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import aiohttp

START_SECONDS = 60
CONNECT_SECONDS = 5.0  # who has not answered by then sleeps


class ServerProcess:
    """`paiju serve` in a process of its own, with its data in a folder; may be killed and started again."""

    def __init__(self, folder: Path, *settings: str, port: int = 0, game: str = "", talks: bool = False):
        self.folder, self.settings, self.port = folder, settings, port
        self.talks, self.talker = talks, 0  # with a port for lines, which is this
        self.game = ("--game", game) if game else ()  # a file with one more game
        self.process: subprocess.Popen[str] | None = None
        self.log = folder / "log"

    def __enter__(self) -> ServerProcess:
        return self.start()

    def __exit__(self, *_: Any) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> ServerProcess:
        given = dict(setting.split("=", 1) for setting in self.settings)
        environment = {**os.environ, **{f"PAIJU_{name.upper()}": value for name, value in given.items()}}
        program = [sys.executable, "-m", "paiju.cli", *self.game]
        command = [*program, "serve", "--data", str(self.folder), "--port", str(self.port)]
        command += ["--talker", str(self.talker)] if self.talks else []
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stderr
        line = self.process.stderr.readline()
        match = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert match, line + (self.process.stderr.read() if not match else "")
        self.port = int(match[1])
        if self.talks:
            self.talker = int(self.process.stderr.readline().split()[-1])
        return self

    def kill(self, how: int = signal.SIGKILL) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(START_SECONDS)
        if self.process.stderr:
            self.process.stderr.close()
        self.process = None
        return code


def bot_account(folder: Path, name: str = "Robot") -> str:
    """An account of a bot, made before the house opens; its token."""
    from paiju.people import People
    from paiju.store.house_store import open_store

    async def make() -> str:
        store = open_store(folder / "house.sqlite")
        await store.open()
        try:
            return (await People(store, b"s" * 32).make_bot(name))[1]
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as beside:  # a loop of the test's own may be running here
        return beside.submit(lambda: asyncio.run(make())).result()


ANY_NEWS = "any news?"


class Guest:
    """Somebody with a token, and what he may ask the API for."""

    here: ClassVar[set[Guest]] = set()  # who has not gone yet

    def __init__(self, url: str, name: str = "Ann", elsewhere: str = ""):
        """`elsewhere` is another process of the same house, for when one cannot be reached."""
        self.url, self.name, self.token, self.id = url, name, "", ""
        self.elsewhere = elsewhere
        self.session = aiohttp.ClientSession()
        self.here.add(self)

    async def __aenter__(self) -> Guest:
        told = await self.post("/guest", name=self.name)
        self.token, self.id = told["token"], told["id"]
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.here.discard(self)
        await self.session.close()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def turn(self) -> None:
        """To the other process, if there is one."""
        if self.elsewhere:
            self.url, self.elsewhere = self.elsewhere, self.url

    async def post(self, path: str, **body: Any) -> Any:
        async with self.session.post(f"{self.url}/api/v1{path}", json=body, headers=self.headers) as response:
            told = await response.json(content_type=None)
            assert response.status == 200, (response.status, told)
            return told

    async def get(self, path: str) -> Any:
        async with self.session.get(f"{self.url}/api/v1{path}", headers=self.headers) as response:
            text = await response.text()
            assert response.status == 200, (response.status, text)
            return json.loads(text) if "json" in response.content_type else text

    async def get_soon(self, path: str) -> Any:
        """As soon as somebody can tell."""
        while True:
            try:
                return await self.get(path)
            except (AssertionError, aiohttp.ClientError):
                await asyncio.sleep(0.1)
                self.turn()

    async def ask(self, table: str, type: str, **facts: Any) -> Any:
        return await self.post(f"/tables/{table}/requests", type=type, **facts)

    async def ask_soon(self, table: str, type: str, **facts: Any) -> Any:
        """As soon as it is not refused."""
        while True:
            try:
                return await self.ask(table, type, **facts)
            except AssertionError:
                await asyncio.sleep(0.02)

    def socket(self, table: str, **more: Any) -> Any:
        headers = {**self.headers, **more.pop("headers", {})}
        return self.session.ws_connect(f"{self.url}/t/{table}/ws", headers=headers, **more)


def run_with_guests(work: Coroutine[Any, Any, Any]) -> Any:
    """asyncio.run, after which all guests have gone: also those of a test that failed, or the next one would fail too,
    for sockets that nobody closed."""

    async def until_they_have_gone() -> Any:
        try:
            return await work
        finally:
            for guest in tuple(Guest.here):
                await guest.__aexit__()

    return asyncio.run(until_they_have_gone())


class Player:
    """Plays at a table until the match is over, whatever happens to the connection; notes all it hears."""

    def __init__(self, guest: Guest, table: str, seed: int = 0, speak: bool = True, lang: str = "en"):
        self.guest, self.table, self.lang, self.speak = guest, table, lang, speak
        self.rng = random.Random(seed)
        self.scene: dict[str, Any] = {}
        self.stands: dict[str, Any] = {}  # the last `table`
        self.commitments: dict[int, str] = {}  # what was promised of each deal
        self.number = 0  # of the last news
        self.heard: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.acknowledged: list[tuple[int, str]] = []  # deal and action
        self.pending: dict[str, Any] | None = None
        self.refused: list[dict[str, Any]] = []
        self.answers = self.connections = 0
        self.is_over = False
        self.asked_choices = False
        self.has_news = False  # on this connection
        self.heartbeat: float | None = None

    async def play(self, seconds: float = 300) -> Player:
        try:
            async with asyncio.timeout(seconds):
                await self.play_on()
        except TimeoutError:
            state = {"asks": self.scene.get("asks"), "pending": self.pending, "choices": self.asked_choices}
            raise AssertionError(f"not over in time: {state}, last {self.frames[-3:]}, {self.refused[-2:]}") from None
        return self

    async def play_on(self) -> None:
        while not self.is_over:
            try:
                async with (
                    asyncio.timeout(CONNECT_SECONDS) as limit,
                    self.guest.socket(self.table, heartbeat=self.heartbeat) as ws,
                ):
                    limit.reschedule(None)
                    self.connections += 1
                    await self.sit_through(ws)
            except aiohttp.WSServerHandshakeError as error:
                if error.status < 500:
                    raise
            except (aiohttp.ClientError, ConnectionError, TimeoutError):
                pass
            if not self.is_over:
                self.guest.turn()
                await asyncio.sleep(0.05)

    async def sit_through(self, ws: Any) -> None:
        self.asked_choices = self.has_news = False
        await self.send(ws, type="hello", version=1, lang=self.lang, since=self.number)
        if self.pending:  # it may or may not have been heard
            await self.send(ws, **self.pending)
        async for message in ws:
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            self.frames.append(message.data)
            await self.take(ws, json.loads(message.data))
            if self.is_over:
                await ws.close()
                break

    async def send(self, ws: Any, **message: Any) -> None:
        await ws.send_str(json.dumps(message))

    async def take(self, ws: Any, told: dict[str, Any]) -> None:
        if told.get("id") == ANY_NEWS:  # a table that was put away when all was over has none
            self.is_over = self.is_over or not self.has_news
            return
        handler = getattr(self, f"take_{told['type']}", None)
        if handler:
            await handler(ws, told)

    async def take_error(self, ws: Any, told: dict[str, Any]) -> None:
        """It is about to close, and says where to come back."""
        if told.get("at"):
            self.guest.url = self.guest.elsewhere = told["at"]

    async def take_table(self, ws: Any, told: dict[str, Any]) -> None:
        self.stands = told
        if told.get("promised") and told["promised"] not in self.commitments and told.get("seat", -1) >= 0:
            self.commitments[told["promised"]] = told["commitment"]
            await self.send(ws, type="value", deal=told["promised"], value=f"{self.rng.getrandbits(64):016x}")
        if told["state"] == "over":
            await self.send(ws, type="choices", id=ANY_NEWS)

    async def take_news(self, ws: Any, told: dict[str, Any]) -> None:
        if "scene" in told:  # all there is: nothing can be missing before it
            assert told["number"] >= self.number, "a number was heard twice"
        else:
            assert told["number"] == self.number + 1, (told["number"], self.number, told["kind"])
        self.number, self.has_news = told["number"], True
        self.heard.append(told)
        if "scene" in told:
            self.scene = told["scene"]
        else:
            changed = told.get("changed", {})
            places = {place["seat"]: place for place in self.scene["places"]}
            for change in changed.get("places", []):
                places[change["seat"]] = {**places[change["seat"]], **change}
            self.scene = {**self.scene, **changed, "places": [places[seat] for seat in sorted(places)]}
        if told["kind"] == "match":
            self.is_over = True
        elif self.scene.get("over"):
            await self.send(ws, type="go_on")
        elif self.pending is None and not self.asked_choices and self.is_asked():
            self.asked_choices = True
            await self.send(ws, type="choices", id="c")

    def is_asked(self) -> bool:
        return any(not ask.get("optional") for ask in self.scene.get("asks", []))

    async def take_choices(self, ws: Any, told: dict[str, Any]) -> None:
        self.asked_choices = False
        if not self.is_asked() or self.pending is not None:
            return
        self.answers += 1
        action = self.rng.choice(told["actions"][:40]) if told["actions"] else "pass"
        self.pending = {"type": "answer", "id": f"{self.guest.id}-{self.answers}", "action": action}
        await self.send(ws, **self.pending)

    async def take_done(self, ws: Any, told: dict[str, Any]) -> None:
        if self.pending and told.get("id") == self.pending["id"]:
            self.acknowledged.append((self.scene["deal"], self.pending["action"]))
            self.pending = None
            await self.ask_again(ws)

    async def take_refusal(self, ws: Any, told: dict[str, Any]) -> None:
        if told.get("id") == "c":
            self.asked_choices = False
        elif self.pending and told.get("id") == self.pending["id"]:
            self.refused.append({**told, "action": self.pending["action"]})
            self.pending = None
            if told["code"] in ("not_shown_yet", "no_deal"):  # the pause is the table's: ask again in a moment
                await asyncio.sleep(0.02)
        await self.ask_again(ws)

    async def ask_again(self, ws: Any) -> None:
        if self.is_asked() and not self.asked_choices and self.pending is None:
            self.asked_choices = True
            await self.send(ws, type="choices", id="c")


def is_running_compiled() -> bool:
    return not os.environ.get("PAIJU_PURE")
