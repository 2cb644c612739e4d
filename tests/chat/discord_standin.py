"""A stand-in for Discord on 127.0.0.1: its HTTP API and its gateway, as far as a bot uses them, and as strict.

It refuses what Discord refuses (sizes, components, tokens, second answers) and notes it as a fault, limits calls with
the headers and the 429s that Discord sends, lets a gateway session be resumed or not, and knows who can see which
message. `Member` is a person who writes, gives slash commands, presses and chooses.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

APP = "100"
EPHEMERAL, CONTENT_INTENT = 64, 1 << 15
ACKNOWLEDGE_SECONDS = 3.0
ALL_PERMISSIONS = str(2**53 - 1)
PNG = b"\x89PNG\r\n\x1a\n"
HELLO, IDENTIFY, RESUME, INVALID, HEARTBEAT, ACK, DISPATCH = 10, 2, 6, 9, 1, 11, 0


@dataclass
class Shown:
    """A message as it is now, who can see it, and everything it ever said."""

    id: str
    channel: str
    payload: dict[str, Any]
    viewer: str = ""  # one user's id, for what only he sees; empty: whoever is in the channel

    @property
    def text(self) -> str:
        return self.payload.get("content") or ""

    @property
    def components(self) -> list[dict[str, Any]]:
        return [item for row in self.payload.get("components") or [] for item in row["components"]]

    def control(self, start: str) -> dict[str, Any] | None:
        return next((each for each in self.components if each["custom_id"].startswith(start)), None)


@dataclass
class Interaction:
    id: str
    user: str
    kind: int
    channel: str
    begun: float
    message: Shown | None = None  # that a component belongs to
    original: Shown | None = None  # what @original is
    acknowledged: float = 0.0
    choices: list[str] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    followups: list[Shown] = field(default_factory=list)


class Refused(Exception):  # noqa: N818
    def __init__(self, status: int, code: int, text: str, is_fault: bool = True):
        self.status, self.code, self.text, self.is_fault = status, code, text, is_fault
        super().__init__(text)


class StandIn:
    def __init__(self, calls_in_window: int = 0, window: float = 1.0, allows_content: bool = True):
        self.calls_in_window, self.window, self.allows_content = calls_in_window, window, allows_content
        self.wanted_port = 0  # any that is free
        self.token = ""  # of the bot, if no other is to be let in
        self.ids = itertools.count(10_000)
        self.faults: list[str] = []
        self.calls: Counter[str] = Counter()
        self.limited = 0  # calls that were told to wait
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.messages: dict[str, Shown] = {}
        self.sent: dict[str, list[bytes]] = defaultdict(list)  # all that was sent, by `channel …` or `user …`
        self.places: dict[str, dict[str, int]] = defaultdict(dict)  # which of its messages is the how manieth
        self.under_way = 0  # calls
        self.tells_of_edits = asyncio.Event()  # while it is not set, an edit is seen, and the bot does not hear so yet
        self.tells_of_edits.set()
        self.log: list[tuple[float, str, str]] = []  # of calls: when, method, path
        self.deleted: list[str] = []
        self.threads: dict[str, str] = {}  # and where each is
        self.channels: dict[str, str] = {}  # and their guilds
        self.direct: dict[str, str] = {}  # channels to one user, by user
        self.closed: set[str] = set()  # users who take no direct messages
        self.may_delete = self.may_thread = True
        self.emoji: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[dict[str, Any]] = []
        self.sockets: list[web.WebSocketResponse] = []
        self.history: list[dict[str, Any]] = []  # dispatched in this session
        self.session = 0
        self.identified, self.resumed = 0, 0
        self.intents = 0
        self.can_resume = True
        self.changed = asyncio.Condition()

    # ---- running ----

    async def __aenter__(self) -> StandIn:
        app = web.Application(client_max_size=20 << 20)
        app.router.add_get("/api/gateway", self.gateway)
        app.router.add_route("*", "/api/{path:.*}", self.http)
        self.runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", self.wanted_port).start()
        self.port = self.runner.addresses[0][1]
        self.api = f"http://127.0.0.1:{self.port}/api"
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.runner.cleanup()

    def guild(self, guild: str, *channels: str) -> None:
        self.channels |= dict.fromkeys(channels, guild)

    async def tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    async def until(self, condition: Any, seconds: float = 60.0) -> Any:
        """What it returns, as soon as that is something."""
        async with self.changed:
            try:
                async with asyncio.timeout(seconds):
                    while not (found := condition()):
                        try:
                            await asyncio.wait_for(self.changed.wait(), 0.01)
                        except TimeoutError:
                            continue
                    return found
            except TimeoutError:
                seen = "\n--\n".join(message.text for message in [*self.messages.values()][-4:])
                raise AssertionError(f"it did not come to that; faults {self.faults}, last seen:\n{seen}") from None

    # ---- the gateway ----

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 20000}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self.heed(socket, json.loads(message.data))
        if socket in self.sockets:
            self.sockets.remove(socket)
        return socket

    async def heed(self, socket: web.WebSocketResponse, told: dict[str, Any]) -> None:
        if told["op"] == HEARTBEAT:
            await socket.send_json({"op": ACK})
        elif told["op"] == IDENTIFY:
            await self.identify(socket, told["d"])
        elif told["op"] == RESUME:
            if not self.can_resume or told["d"]["session_id"] != f"s{self.session}":
                self.can_resume = True
                return await socket.send_json({"op": INVALID, "d": False})
            self.resumed += 1
            for event in self.history[told["d"]["seq"] :]:
                await socket.send_json(event)
            await self.dispatch("RESUMED")
        await self.tell()

    async def identify(self, socket: web.WebSocketResponse, told: dict[str, Any]) -> None:
        if self.token and told["token"] != self.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return
        self.intents = told["intents"]
        if self.intents & CONTENT_INTENT and not self.allows_content:
            await socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        self.session += 1
        self.identified += 1
        self.history.clear()
        guilds = sorted(set(self.channels.values()))
        url = self.api.replace("http", "ws") + "/gateway"
        await self.dispatch("READY", v=10, user=user(APP, "paiju", bot=True), session_id=f"s{self.session}",
                            guilds=[{"id": guild, "unavailable": True} for guild in guilds],
                            resume_gateway_url=url, application={"id": APP, "flags": 0})  # fmt: skip
        for guild in guilds:
            await self.dispatch("GUILD_CREATE", **self.guild_object(guild))

    async def dispatch(self, event: str, /, **data: Any) -> None:
        """Kept for who resumes; sent to who is connected."""
        told = {"op": DISPATCH, "s": len(self.history) + 1, "t": event, "d": data}
        self.history.append(told)
        for socket in self.sockets[-1:]:
            if not socket.closed:
                await socket.send_json(told)

    async def drop(self, can_resume: bool = True) -> None:
        """The connection is lost."""
        self.can_resume = can_resume
        for socket in tuple(self.sockets):
            await socket.close(code=4000, message=b"lost")
        self.sockets.clear()

    def guild_object(self, guild: str) -> dict[str, Any]:
        channels = [channel_object(id) for id, where in self.channels.items() if where == guild]
        everyone = {"id": guild, "name": "@everyone", "permissions": ALL_PERMISSIONS, "position": 0, "color": 0,
                    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
                    "hoist": False, "managed": False, "mentionable": False}  # fmt: skip
        return {"id": guild, "name": "guild", "owner_id": "1", "roles": [everyone], "channels": channels,
                "emojis": self.emoji[guild], "features": [], "members": [member(APP, "paiju", bot=True)],
                "member_count": 3, "verification_level": 0, "default_message_notifications": 0,
                "threads": [self.thread_object(id) for id in self.threads if self.guild_of(id) == guild],
                "explicit_content_filter": 0, "mfa_level": 0, "premium_tier": 0, "nsfw_level": 0,
                "preferred_locale": "en-US", "stickers": [], "system_channel_flags": 0}  # fmt: skip

    def thread_object(self, id: str) -> dict[str, Any]:
        home = self.threads[id]
        data = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": "2026-01-01T00:00:00+00:00",
                "locked": False}  # fmt: skip
        return {"id": id, "type": 11, "name": "table", "parent_id": home, "guild_id": self.channels[home],
                "owner_id": APP, "thread_metadata": data, "message_count": 0, "member_count": 1}  # fmt: skip

    def guild_of(self, channel: str) -> str | None:
        return self.channels.get(self.threads.get(channel, channel))

    # ---- HTTP ----

    async def http(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        parts = path.split("/")
        self.calls[f"{request.method} {route_of(parts)}"] += 1
        self.log.append((time.monotonic(), request.method, path))
        self.under_way += 1
        try:
            self.let_in(request.headers.get("Authorization", "").removeprefix("Bot "), parts)
            headers = self.limit(request.method, parts)
            body = await self.body(request)
            told = await self.serve(request.method, parts, body)
            status = 204 if told is None else 200
        except Refused as refused:
            if refused.is_fault:
                self.faults.append(f"{request.method} {path}: {refused.text}")
            told, status = {"code": refused.code, "message": refused.text}, refused.status
            headers = {}
            if status == 429:
                self.limited += 1
                told = {"message": "You are being rate limited.", "retry_after": refused.code / 1000, "global": False}
                headers = {
                    "Retry-After": str(refused.code / 1000),
                    "Via": "1.1 stand-in",
                    **self.headers(0, refused.code),
                }
        finally:
            self.under_way -= 1
            await self.tell()
        if request.method == "PATCH":
            await self.tells_of_edits.wait()
        if status == 204:
            return web.Response(status=204, headers=headers)
        # no charset, or discord.py takes it for text
        return web.Response(
            status=status, body=json.dumps(told).encode(), headers={"Content-Type": "application/json", **headers}
        )

    def let_in(self, token: str, parts: list[str]) -> None:
        """What answers an interaction proves itself by the token in its path."""
        if self.token and token != self.token and parts[0] not in ("interactions", "webhooks"):
            raise Refused(401, 0, "401: Unauthorized", is_fault=False)

    def headers(self, left: int, wait_ms: float) -> dict[str, str]:
        return {"X-RateLimit-Limit": str(self.calls_in_window), "X-RateLimit-Remaining": str(left),
                "X-RateLimit-Reset": str(time.time() + wait_ms / 1000), "X-RateLimit-Reset-After": str(wait_ms / 1000),
                "X-RateLimit-Bucket": "b"}  # fmt: skip

    def limit(self, method: str, parts: list[str]) -> dict[str, str]:
        """So many calls that write into one channel in a window; the next one is told to wait."""
        if not self.calls_in_window or parts[0] != "channels" or "messages" not in parts:
            return {}
        now, key = time.monotonic(), f"{method} {parts[1]}"
        self.spent[key] = [at for at in self.spent[key] if at > now - self.window]
        if len(self.spent[key]) >= self.calls_in_window:
            raise Refused(429, int(1000 * (self.spent[key][0] + self.window - now)) + 1, "rate", is_fault=False)
        self.spent[key].append(now)
        left = self.calls_in_window - len(self.spent[key])
        return self.headers(left, 1000 * (self.spent[key][0] + self.window - now))

    async def body(self, request: web.Request) -> Any:
        if not request.can_read_body:
            return {}
        if not request.content_type.startswith("multipart"):
            return await request.json()
        form = await request.post()
        told = json.loads(str(form["payload_json"]))
        for name, part in form.items():
            if name.startswith("files["):
                data = part.file.read()  # type: ignore[union-attr]
                if not data.startswith(PNG) or len(data) > 10 << 20:
                    raise Refused(400, 50035, "no PNG, or too large")
                told.setdefault("pictures", []).append(data)
        return told

    async def serve(self, method: str, parts: list[str], body: Any) -> Any:
        match method, parts:
            case "GET", ["users", "@me"]:
                return user(APP, "paiju", bot=True)
            case "GET", ["oauth2", "applications", "@me"]:
                return {"id": APP, "name": "paiju", "description": "", "bot_public": True, "icon": None, "flags": 0,
                        "bot_require_code_grant": False, "verify_key": "", "owner": user("1", "ann")}  # fmt: skip
            case "PUT", ["applications", _, "commands"]:
                check_commands(body)
                self.commands = [{**each, "id": self.id(), "application_id": APP, "version": "1"} for each in body]
                return self.commands
            case "POST", ["users", "@me", "channels"]:
                return self.open_direct(str(body["recipient_id"]))
            case "POST", ["channels", channel, "threads"]:
                return await self.open_thread(channel, body)
            case "POST", ["channels", channel, "messages"]:
                return self.write(self.reach(channel), body)
            case "PATCH", ["channels", channel, "messages", message]:
                return self.rewrite(self.found(channel, message), body)
            case "DELETE", ["channels", channel, "messages", message]:
                return self.delete(channel, message)
            case "POST", ["interactions", id, token, "callback"]:
                return self.acknowledge(self.interaction(id, token), body)
            case "PATCH", ["webhooks", _, token, "messages", "@original"]:
                return self.rewrite_original(self.interaction(token[1:], token), body)
            case "POST", ["webhooks", _, token]:
                return self.follow_up(self.interaction(token[1:], token), body)
        raise Refused(404, 0, "no such route")

    def id(self) -> str:
        return str(next(self.ids))

    # ---- messages ----

    def reach(self, channel: str) -> str:
        if channel not in self.channels and channel not in self.threads and channel not in self.direct.values():
            raise Refused(404, 10003, "Unknown Channel")
        if any(self.direct.get(who) == channel for who in self.closed):
            raise Refused(403, 50007, "Cannot send messages to this user", is_fault=False)
        return channel

    def found(self, channel: str, message: str) -> Shown:
        shown = self.messages.get(message)
        if shown is None or shown.channel != channel or shown.viewer:
            raise Refused(404, 10008, "Unknown Message", is_fault=False)
        return shown

    def viewer_of(self, channel: str, viewer: str = "") -> str:
        """Who sees what is sent there, as the key of `sent`."""
        owner = viewer or next((who for who, where in self.direct.items() if where == channel), "")
        return f"user {owner}" if owner else f"channel {channel}"

    def write(self, channel: str, body: dict[str, Any], viewer: str = "") -> dict[str, Any]:
        check_message(body)
        if not (body.get("content") or body.get("pictures")):
            raise Refused(400, 50006, "Cannot send an empty message")
        shown = Shown(self.id(), channel, body, viewer)
        self.messages[shown.id] = shown
        self.note(shown, body)
        return self.message_object(shown)

    def rewrite(self, shown: Shown, body: dict[str, Any]) -> dict[str, Any]:
        check_message(body)
        shown.payload = {**shown.payload, **body}
        self.note(shown, body)
        return self.message_object(shown)

    def note(self, shown: Shown, body: dict[str, Any]) -> None:
        pictures = b"".join(body.get("pictures", []))
        told = {key: value for key, value in body.items() if key not in ("pictures", "nonce")}  # a nonce is chance
        who = self.viewer_of(shown.channel, shown.viewer)
        place = self.places[who].setdefault(shown.id, len(self.places[who]))
        self.sent[who].append(f"{place} {json.dumps(told, sort_keys=True)}".encode() + pictures)

    def delete(self, channel: str, message: str) -> None:
        who = self.viewer_of(channel)
        if message in self.messages:
            del self.messages[message]
            self.sent[who].append(f"{self.places[who][message]} deleted".encode())
        elif not self.may_delete:
            raise Refused(403, 50013, "Missing Permissions", is_fault=False)
        self.deleted.append(message)

    def open_direct(self, who: str) -> dict[str, Any]:
        if who in self.closed:
            raise Refused(403, 50007, "Cannot send messages to this user", is_fault=False)
        channel = self.direct.setdefault(who, self.id())
        return {"id": channel, "type": 1, "recipients": [user(who, "somebody")], "last_message_id": None}

    async def open_thread(self, channel: str, body: dict[str, Any]) -> dict[str, Any]:
        if not self.may_thread:
            raise Refused(403, 50013, "Missing Permissions", is_fault=False)
        if not 1 <= len(body["name"]) <= 100 or body["type"] != 11 or channel not in self.channels:
            raise Refused(400, 50035, "Invalid thread")
        id = self.id()
        self.threads[id] = channel
        await self.dispatch("THREAD_CREATE", **self.thread_object(id), newly_created=True)
        return self.thread_object(id)

    def message_object(self, shown: Shown) -> dict[str, Any]:
        flags = EPHEMERAL if shown.viewer else 0
        return {**message(shown.id, shown.channel, shown.text, user(APP, "paiju", bot=True)), "flags": flags,
                "components": shown.payload.get("components") or []}  # fmt: skip

    # ---- interactions ----

    def interaction(self, id: str, token: str) -> Interaction:
        if id not in self.interactions or token != f"t{id}":
            raise Refused(404, 10015, "Unknown Webhook")
        return self.interactions[id]

    def acknowledge(self, found: Interaction, body: dict[str, Any]) -> dict[str, Any]:
        if found.acknowledged:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        found.acknowledged = time.monotonic()
        if found.acknowledged - found.begun > ACKNOWLEDGE_SECONDS:
            raise Refused(404, 10062, "Unknown interaction: too late")
        kind, data = body["type"], body.get("data", {})
        if kind == 8:
            found.choices = [choice["value"] for choice in data["choices"]]
            self.sent[f"user {found.user}"].append(json.dumps(data).encode())
            if len(found.choices) > 25 or any(not 1 <= len(choice["name"]) <= 100 for choice in data["choices"]):
                raise Refused(400, 50035, "Invalid choices")
            found.done.set()
        elif kind == 6 and found.kind == 3:
            found.original = found.message
        elif kind == 5:
            viewer = found.user if data.get("flags", 0) & EPHEMERAL else ""
            found.original = Shown(self.id(), found.channel, {}, viewer)
            self.messages[found.original.id] = found.original
        else:
            raise Refused(400, 50035, f"Invalid answer {kind} to an interaction of type {found.kind}")
        told: dict[str, Any] = {"interaction": {"id": found.id, "type": found.kind}}
        if found.original is not None:
            told["interaction"]["response_message_id"] = found.original.id
            told["resource"] = {"type": kind, "message": self.message_object(found.original)}
        return told

    def rewrite_original(self, found: Interaction, body: dict[str, Any]) -> dict[str, Any]:
        if found.original is None:
            raise Refused(404, 10008, "Unknown Message")
        told = self.rewrite(found.original, body)
        found.done.set()
        return told

    def follow_up(self, found: Interaction, body: dict[str, Any]) -> dict[str, Any]:
        if not found.acknowledged:
            raise Refused(404, 10015, "Unknown Webhook")
        viewer = found.user if body.get("flags", 0) & EPHEMERAL else ""
        told = self.write(found.channel, body, viewer)
        found.followups.append(self.messages[told["id"]])
        found.done.set()
        return told

    # ---- what is to be seen ----

    def in_channel(self, channel: str) -> list[Shown]:
        return [shown for shown in self.messages.values() if shown.channel == channel and not shown.viewer]

    def text_in(self, channel: str) -> str:
        return "\n".join(shown.text for shown in self.in_channel(channel))


class Member:
    """A person on Discord. What he does waits for what the bot makes of it."""

    def __init__(self, discord: StandIn, id: str, name: str, channel: str, locale: str = "en-US"):
        self.discord, self.id, self.name, self.channel, self.locale = discord, id, name, channel, locale

    async def says(self, text: str, direct: bool = False) -> str:
        """A message in his channel, or to the bot alone; its id."""
        discord, id = self.discord, self.discord.id()
        channel = discord.open_direct(self.id)["id"] if direct else self.channel
        told = message(id, channel, text, user(self.id, self.name))
        called = text.startswith(f"<@{APP}>")
        if not (discord.intents & CONTENT_INTENT or direct or called):
            told["content"] = ""
        if called:
            told["mentions"] = [user(APP, "paiju", bot=True)]
        if guild := discord.guild_of(channel):
            told |= {"guild_id": guild, "member": member(self.id, self.name)}
        await discord.dispatch("MESSAGE_CREATE", **told)
        return id

    async def slash(self, word: str, text: str = "") -> Shown:
        options = [{"name": "text", "type": 3, "value": text}] if text else []
        return await self.interact(2, {"id": self.command(word), "name": word, "type": 1, "options": options})

    async def suggested(self, word: str, typed: str = "") -> list[str]:
        options = [{"name": "text", "type": 3, "value": typed, "focused": True}]
        data = {"id": self.command(word), "name": word, "type": 1, "options": options}
        found = await self.begin(4, data)
        await self.finish(found)
        return found.choices

    def command(self, word: str) -> str:
        return next(each["id"] for each in self.discord.commands if each["name"] == word)

    async def presses(self, shown: Shown, control: str, *values: str) -> Shown:
        """A button, or what was chosen of a menu; what there is to be seen then."""
        item = next(each for each in shown.components if each["custom_id"] == control)
        kind = item["type"]
        if kind == 3:
            offered = [option["value"] for option in item["options"]]
            assert set(values) <= set(offered)
            assert item["min_values"] <= len(values) <= item["max_values"]
        data: dict[str, Any] = {"custom_id": control, "component_type": kind}
        if kind == 3:
            data["values"] = list(values)
        return await self.interact(3, data, shown)

    async def interact(self, kind: int, data: dict[str, Any], shown: Shown | None = None) -> Shown:
        found = await self.begin(kind, data, shown)
        await self.finish(found)
        last = found.followups[-1] if found.followups else found.original
        assert last is not None
        assert not last.viewer or last.viewer == self.id
        return last

    async def begin(self, kind: int, data: dict[str, Any], shown: Shown | None = None) -> Interaction:
        discord = self.discord
        id = discord.id()
        channel = shown.channel if shown is not None else self.channel
        found = discord.interactions[id] = Interaction(id, self.id, kind, channel, time.monotonic(), shown)
        guild = discord.guild_of(channel)
        where = discord.thread_object(channel) if channel in discord.threads else channel_object(channel)
        told: dict[str, Any] = {"id": id, "application_id": APP, "type": kind, "token": f"t{id}", "version": 1,
                                "channel_id": channel, "channel": where, "data": data, "locale": self.locale,
                                "entitlements": [], "authorizing_integration_owners": {},
                                "attachment_size_limit": 0}  # fmt: skip
        if guild:
            told |= {"guild_id": guild, "member": {**member(self.id, self.name), "permissions": ALL_PERMISSIONS}}
        else:
            told["user"] = user(self.id, self.name)
        if shown is not None:
            told["message"] = discord.message_object(shown)
        await discord.dispatch("INTERACTION_CREATE", **told)
        return found

    async def finish(self, found: Interaction) -> None:
        try:
            await asyncio.wait_for(found.done.wait(), 60)
        except TimeoutError:
            raise AssertionError(f"an interaction was not answered; faults: {self.discord.faults}") from None

    def direct_messages(self) -> list[Shown]:
        channel = self.discord.direct.get(self.id, "")
        return [shown for shown in self.discord.messages.values() if shown.channel == channel]


# ---- what Discord accepts ----


def check_message(body: dict[str, Any]) -> None:
    if len(body.get("content") or "") > 2000:
        raise Refused(400, 50035, "content is longer than 2000")
    rows = body.get("components") or []
    items = [item for row in rows for item in row["components"]]
    ids = [item["custom_id"] for item in items]
    if len(rows) > 5 or len(ids) != len(set(ids)) or any(not 1 <= len(id) <= 100 for id in ids):
        raise Refused(400, 50035, f"Invalid rows or ids {ids}")
    for row in rows:
        kinds = [item["type"] for item in row["components"]]
        if row["type"] != 1 or not (kinds == [3] or (set(kinds) == {2} and len(kinds) <= 5)):
            raise Refused(400, 50035, f"Invalid row {kinds}")
    for item in items:
        (check_select if item["type"] == 3 else check_button)(item)
    files = len(body.get("pictures", []))
    if len(body.get("attachments") or []) != files:
        raise Refused(400, 50035, "attachments that were not sent")


def check_button(item: dict[str, Any]) -> None:
    if not 1 <= len(item["label"]) <= 80 or item["style"] not in (1, 2, 3, 4):
        raise Refused(400, 50035, f"Invalid button {item}")


def check_select(item: dict[str, Any]) -> None:
    options, least, most = item["options"], item["min_values"], item["max_values"]
    values = [option["value"] for option in options]
    chosen = sum(bool(option.get("default")) for option in options)
    if not 1 <= len(options) <= 25 or len(values) != len(set(values)) or len(item.get("placeholder", "")) > 150:
        raise Refused(400, 50035, f"Invalid options {values}")
    if any(not 1 <= len(option["value"]) <= 100 or not 1 <= len(option["label"]) <= 100 for option in options):
        raise Refused(400, 50035, f"Invalid option in {options}")
    if not 0 <= least <= most <= len(options) or most < 1 or chosen > most:
        raise Refused(400, 50035, f"Invalid numbers {least} to {most} of {len(options)}, {chosen} chosen")


def check_commands(commands: list[dict[str, Any]]) -> None:
    if len(commands) > 100 or len({each["name"] for each in commands}) != len(commands):
        raise Refused(400, 50035, "too many commands, or one twice")
    for each in commands:
        if not 1 <= len(each["description"]) <= 100 or not each["name"].islower() or len(each["name"]) > 32:
            raise Refused(400, 50035, f"Invalid command {each}")
        for option in each.get("options", []):
            if not 1 <= len(option["description"]) <= 100:
                raise Refused(400, 50035, f"Invalid option {option}")


# ---- objects ----


def route_of(parts: list[str]) -> str:
    """A path without its ids."""
    return "/".join("…" if part.isdigit() or (part[:1] == "t" and part[1:].isdigit()) else part for part in parts)


def user(id: str, name: str, bot: bool = False) -> dict[str, Any]:
    return {"id": id, "username": name, "discriminator": "0", "global_name": name, "avatar": None, "bot": bot}


def member(id: str, name: str, bot: bool = False) -> dict[str, Any]:
    return {"user": user(id, name, bot), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
            "mute": False, "flags": 0, "nick": None, "avatar": None}  # fmt: skip


def channel_object(id: str) -> dict[str, Any]:
    return {"id": id, "type": 0, "name": "cards", "position": 0, "permission_overwrites": []}


def message(id: str, channel: str, text: str, author: dict[str, Any]) -> dict[str, Any]:
    return {"id": id, "channel_id": channel, "author": author, "content": text, "type": 0, "embeds": [],
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False,
            "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "pinned": False,
            "components": [], "flags": 0}  # fmt: skip
