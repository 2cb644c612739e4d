"""Discord's stand-in with a house behind the bot, and people who play there in their own ways until a match is over."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, cast

from discord_standin import Member, Shown, StandIn

from paiju.chat import discord_client
from paiju.chat.discord_client import DiscordClient, DiscordPlatform, point_at, reached, run_client
from paiju.contract import Contract, HouseChair
from paiju.core.words import IllegalAction
from paiju.house import House
from paiju.record import Record
from paiju.store.house_store import open_store

GUILD, CHANNEL = "200", "300"
TABLE, THREAD = "twoworldstwoworl", "900"  # of a deal that is put into a room
HANDLERS = "discord.py: on_", "CommandTree"  # names of tasks that deal with what somebody did
STILL = 4  # looks in a row after which all is quiet


class ChatGuild:
    """A house whose bot is on the stand-in."""

    def __init__(self, discord: StandIn, house: House):
        self.discord, self.house = discord, house
        self.faults: list[Exception] = []
        self.clients: list[DiscordClient] = []
        self.task: asyncio.Task[None] | None = None
        self.calls = 0  # that the bot has begun and not heard the end of

    async def reached(self, call: Any) -> Any:
        """Counts it."""
        self.calls += 1
        try:
            return await reached(call)
        finally:
            self.calls -= 1

    @property
    def core(self) -> Any:
        return self.clients[-1].core

    async def start(self) -> None:
        before = self.discord.identified
        point_at(self.discord.api)
        self.task = asyncio.create_task(
            run_client(self.house, lambda: "https://cards.example", "token", self.faults.append)
        )
        await self.discord.until(lambda: self.discord.identified > before or (self.task and self.task.done()))
        if self.task.done():
            self.task.result()

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def member(self, id: str, name: str, channel: str = CHANNEL, locale: str = "en-US") -> Member:
        return Member(self.discord, id, name, channel, locale)

    async def thread(self, number: int = 0) -> str:
        await self.discord.until(lambda: len(self.discord.threads) > number)
        return [*self.discord.threads][number]

    def table(self, thread: str) -> Any:
        return self.core.rooms[thread].table

    async def quiet(self) -> None:
        """Until nothing waits to be said, and nothing was for a moment."""
        before, still = -1, 0
        while still < STILL:
            await asyncio.sleep(0.005)
            now = sum(self.discord.calls.values())
            still = still + 1 if now == before and not self.is_busy() else 0
            before = now

    def is_busy(self) -> bool:
        client, store = self.clients[-1], cast(Any, self.house.store)
        return bool(
            self.discord.under_way
            or self.calls  # also those whose answer is on its way
            or ((client.ws and client.ws.sequence) or 0) < len(self.discord.history)  # it has not heard of all yet
            or store.commit.is_running  # nothing is told before it is stored
            or self.core.background.tasks
            or any(room.pages.stir.is_set() for room in self.core.rooms.values())
            or any(task.get_name().startswith(HANDLERS) for task in asyncio.all_tasks())
        )


@asynccontextmanager
async def chat_guild(
    path: Any, monkeypatch: Any, discord: StandIn | None = None, pace: float = 0.0, before: Any = None
):
    """A bot that has logged in. Whatever Discord would refuse, and every fault of ours, fails the test."""
    monkeypatch.setattr(DiscordPlatform, "pace", pace)
    made: list[DiscordClient] = []
    old = DiscordClient.__init__

    def init(self: Any, *given: Any) -> None:
        old(self, *given)
        made.append(self)

    monkeypatch.setattr(DiscordClient, "__init__", init)
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(discord or StandIn())
        discord.guild(GUILD, CHANNEL)
        store = open_store(path / "house.sqlite")
        await store.open()
        guild: Any = None
        house = House(store, b"k" * 32, report=lambda error, table: guild.faults.append(error))
        guild = ChatGuild(discord, house)
        guild.clients = made
        monkeypatch.setattr(discord_client, "reached", guild.reached)
        try:
            if before is not None:
                await before(house)
            await guild.start()
            yield guild
        finally:
            await guild.stop()
            await house.close()
            await store.close()
        assert not guild.faults, guild.faults
        assert not discord.faults, discord.faults


async def put_deal(house: House, discord: StandIn, setup: Any, begin: Any) -> None:
    """A room with a deal at its table that `begin` puts into the record; everybody there gets his hand by message."""
    people = {f"discord {seat + 1}": f"P{seat}" for seat in range(setup.seats)}
    record = Record(setup.game, setup.options, {"Seed": "1"} | {f"Seat{at}": f"P{at}" for at in range(setup.seats)})
    begin(record)
    chairs = tuple(HouseChair("person", id, name) for id, name in people.items())
    contract = Contract(TABLE, setup.game.rules(setup.options), chairs, "discord 1", "untimed", state="playing",
                        players=tuple(people))  # fmt: skip
    await house.store.match(TABLE).rewrite(record.text())
    await house.store.put("table", TABLE, contract.value(), owner=contract.host, state=contract.listing)
    users = {id: {"user": id.split()[1], "name": name, "messages": True, "handles": []} for id, name in people.items()}
    memory = {"room": THREAD, "home": CHANNEL, "table": TABLE, "people": users}
    await house.store.put("chat room", f"discord {THREAD}", memory, owner="discord", state="table")
    discord.threads[THREAD] = CHANNEL


async def draw_on(guild: ChatGuild, cards: int) -> None:
    """Until so many are drawn at the table of `put_deal`, one after the other, all that is sent at each in peace."""
    table = guild.table(THREAD).table

    def drawn() -> int:
        return sum(table.shown.count[: table.setup.seats])

    while table.shown.is_timed and (before := drawn()) < cards:
        for seat in range(table.setup.seats):
            await table.door(seat).hurry()
        await guild.discord.until(lambda before=before: drawn() > before)
        await guild.quiet()


class Chatter:
    """Plays what he is asked until the match is over: by slash commands, by `$`, or by pressing what is offered."""

    def __init__(self, guild: ChatGuild, member: Member, manner: str, seed: int = 0):
        self.guild, self.member, self.manner = guild, member, manner
        self.rng = random.Random(seed)
        self.answered = 0
        self.pressed = 0

    @property
    def room(self) -> Any:
        return self.guild.core.rooms[self.member.channel]

    @property
    def sitting(self) -> Any:
        return self.room.sittings.get(f"discord {self.member.id}")

    @property
    def is_over(self) -> bool:
        return self.room.table.contract.state == "over"

    def is_asked(self) -> bool:
        return self.sitting is not None and self.sitting.is_awaited

    async def play(self) -> Chatter:
        discord = self.guild.discord
        while True:
            await discord.until(lambda: self.is_over or self.is_asked() or self.wants_on())
            if self.is_over:
                return self
            if self.wants_on():
                await self.go_on()
            else:
                await self.answer()

    def wants_on(self) -> bool:
        latest = self.sitting and self.sitting.latest
        return bool(latest and latest.scene.over and not latest.match.over and latest.number != self.answered)

    async def go_on(self) -> None:
        """Another of the room may be quicker, and the button is gone then."""
        self.answered = at = self.sitting.latest.number
        if self.manner == "buttons":
            await self.guild.discord.until(lambda: self.newest("deal") or self.sitting.latest.number != at)
        if self.sitting.latest.number == at:
            await self.does("deal")

    async def does(self, word: str) -> None:
        """What is no answer to a question: sit down, begin, go on."""
        if self.manner == "slash":
            await self.member.slash(word)
        elif self.manner == "$":
            await self.member.says(f"${word}")
        else:
            await self.press_shown(word)

    async def answer(self) -> None:
        sitting = self.sitting
        key = sitting.key
        try:
            actions = (await sitting.door.choices()).actions
        except IllegalAction:
            return
        if not actions or not self.is_asked() or key != sitting.key:
            return
        await self.give(self.rng.choice(actions))
        self.pressed += 1
        await self.guild.discord.until(lambda: self.is_over or not self.is_asked() or sitting.key != key)

    async def give(self, action: Any) -> None:
        """An answer, in his own manner."""
        word = "kitty" if action.kind == "bury" else str(action.kind)
        text = str(action).partition(" ")[2]
        if self.manner == "slash":
            await self.member.slash(word, text)
        elif self.manner == "$":
            await self.member.says(f"${word} {text.lower()}".strip())
        else:
            await self.press(action)

    async def press(self, action: Any) -> None:
        """From the button everybody sees, through the menus, to the answer."""
        panel = await self.press_shown("hand")
        while True:
            if button := find_button(panel, f"do {self.sitting.key} {action}"):
                return await self.press_last(panel, button)
            if menu := find_option(panel, "do ", str(action)):
                return await self.press_last(panel, menu, str(action))
            chosen = self.sitting.chosen
            if chosen and chosen == action.cards:
                button = panel.control("chosen ")
                assert button, [each["custom_id"] for each in panel.components]
                return await self.press_last(panel, button["custom_id"])
            menu, values = card_menu(panel, action.cards - chosen)
            panel = await self.member.presses(panel, menu, *values)

    async def press_last(self, panel: Shown, control: str, *values: str) -> None:
        await self.member.presses(panel, control, *values)

    async def press_shown(self, word: str) -> Shown:
        """A button that everybody sees."""
        shown = await self.guild.discord.until(lambda: self.newest(word))
        return await self.member.presses(shown, f"show {self.room.table.contract.id} {word}")

    def newest(self, word: str) -> Shown | None:
        """The newest message with the button of a command."""
        wanted = f"show {self.room.table.contract.id} {word}"
        shown = self.guild.discord.in_channel(self.member.channel)
        return next((each for each in reversed(shown) if find_button(each, wanted)), None)


def find_button(panel: Shown, control: str) -> str | None:
    return next((each["custom_id"] for each in panel.components if each["custom_id"] == control), None)


def find_option(panel: Shown, start: str, value: str) -> str | None:
    for each in panel.components:
        if each["custom_id"].startswith(start) and any(option["value"] == value for option in each.get("options", [])):
            return each["custom_id"]
    return None


def card_menu(panel: Shown, wanted: Any) -> tuple[str, list[str]]:
    """The next menu that has some of these cards, and what is chosen in it then."""
    for each in panel.components:
        if not each["custom_id"].startswith("choose "):
            continue
        kept = [option["value"] for option in each["options"] if option.get("default")]
        new = []
        left = wanted
        for option in each["options"]:
            card = option["value"].split()[0]
            if option["value"] not in kept and left.copies(card):
                left = left - type(left)(card)
                new.append(option["value"])
        if new:
            return each["custom_id"], [*kept, *new][: each["max_values"]]
    raise AssertionError(f"{wanted} is not offered: {panel.components}")
