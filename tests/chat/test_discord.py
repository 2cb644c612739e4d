"""The bot on Discord's stand-in: whole matches by slash commands, by `$` and by buttons, and what else happens."""

import asyncio
import dataclasses
import functools
import itertools
import json
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from discord_standin import Member, Shown, StandIn
from guilds import CHANNEL, THREAD, Chatter, chat_guild, draw_on, put_deal
from house_client import Guest, Player, ServerProcess
from sitting import ENDED

from paiju import contract as contracts
from paiju import house_table
from paiju.chat.discord_client import DiscordClient, DiscordPlatform, point_at
from paiju.chat.discord_token import read_token
from paiju.chat.distant import DistantTable
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.games import find
from paiju.record import Record
from paiju.server.app import Server
from paiju.server.config import ServerConfig
from paiju.timing import FOREVER, Timing

RULES = ["hearts:target=1", "gongzhu:loss_limit=1", "shengji:deals=1", "poepen:peak=2", "luzi:players=4,target=3"]


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """No pauses, and bots that do not think."""
    monkeypatch.setitem(contracts.PACES, "relaxed", Timing(0, 0, 0, 0, 0, 0.05))
    monkeypatch.setattr(house_table, "HOUSE_BOT", "random")


def run(test, seconds=120):
    async def limited():
        async with asyncio.timeout(seconds):
            await test()

    asyncio.run(limited())


async def sit(guild, rules, *members):
    """The first opens a table in the channel, the others join it in its thread."""
    first, *others = members
    before = len(guild.discord.threads)
    await first.slash("join", rules)
    thread = await guild.thread(before)
    for member in members:
        member.channel = thread
    for member in others:
        await member.slash("join")
    return thread


@pytest.mark.parametrize("manner", ["slash", "$", "buttons"])
@pytest.mark.parametrize("rules", RULES)
def test_whole_matches_by_slash_by_dollar_and_by_buttons(rules, manner, tmp_path, monkeypatch):
    """Two people who do all in one manner, from sitting down to the next match; bots have the other chairs."""

    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            ann, bob = (Chatter(guild, guild.member(*who), manner, int(who[0])) for who in (("1", "Ann"), ("2", "Bob")))
            await (ann.member.says(f"$join {rules}") if manner == "$" else ann.member.slash("join", rules))
            ann.member.channel = bob.member.channel = thread = await guild.thread()
            await guild.discord.until(lambda: thread in guild.core.rooms)
            await bob.does("join")
            await guild.discord.until(lambda: "Bob" in guild.discord.text_in(thread))
            await ann.does("start")
            await asyncio.gather(ann.play(), bob.play())
            first = guild.table(thread).contract
            assert first.ending == "match"
            assert ann.pressed
            assert bob.pressed
            await guild.discord.until(lambda: ENDED.search(guild.discord.text_in(thread)))
            await ann.does("start")
            await guild.discord.until(lambda: guild.table(thread).contract.state == "playing")
            assert guild.table(thread).contract.id != first.id

    run(play)


# ---- one table, many doors ----


def test_a_mixed_table_of_discord_the_wire_and_a_bot(tmp_path, monkeypatch):
    """Opened in a channel, joined by its link; and the other way round. Each hears what the other says."""

    async def play():
        discord = StandIn()
        rates: Any = {"messages_a_second": 5000.0, "requests_a_second": 5000.0}
        server: Any = Server(ServerConfig(data=str(tmp_path), port=0, log="error", **rates))
        async with discord, server.open():
            discord.guild("200", CHANNEL)
            monkeypatch.setattr(DiscordPlatform, "pace", 0.0)
            point_at(discord.api)
            faults = []
            client = DiscordClient(server.house, lambda: "https://cards.example", faults.append, True)
            bot = asyncio.create_task(client.start("token"))
            try:
                await discord.until(lambda: discord.identified)
                guild: Any = SimpleNamespace(discord=discord, core=client.core)
                ann = Member(discord, "1", "Ann", CHANNEL)
                await ann.slash("join", "hearts:target=1")
                ann.channel = await discord.until(lambda: next(iter(discord.threads), ""))
                link = (await ann.slash("link")).text.strip("<>")
                id = link.rpartition("/")[2]
                async with Guest(server.addresses.here, "Wim") as guest:
                    await guest.ask(id, "sit", seat=-1)
                    await discord.until(lambda: "Wim" in discord.text_in(ann.channel))
                    await guest.ask(id, "say", text="hello from the page")
                    await discord.until(lambda: "Wim: hello from the page" in discord.text_in(ann.channel))
                    await ann.slash("start")
                    player = Player(guest, id)
                    await asyncio.gather(player.play(), Chatter(guild, ann, "slash").play())
                    assert client.core.rooms[ann.channel].table.contract.ending == "match"
                    assert any(chair.kind == "bot" for chair in client.core.rooms[ann.channel].table.contract.chairs)
                    other = await guest.post("/tables", rules="poepen:peak=1")
                    ann.channel = CHANNEL
                    joined = await ann.slash("join", f"{server.addresses.here}/t/{other['table']}")
                    assert joined.text.startswith("your chair: West")
                    assert (await server.house.contract(other["table"])).chairs[1].person == "discord 1"
            finally:
                await client.core.close()
                await client.close()
                bot.cancel()
            assert not faults
            assert not discord.faults

    run(play)


@asynccontextmanager
async def two_processes(folder, database, monkeypatch):
    """A house of two processes: this one, with a bot on Discord, and `there`, which can be killed."""
    settings = {"database": database, "secret": "s" * 40, "lease_seconds": 1.0, "messages_a_second": 5000.0,
                "requests_a_second": 5000.0}  # fmt: skip
    (folder / "there").mkdir()
    process = ServerProcess(folder / "there", *(f"{name}={value}" for name, value in settings.items()))
    there = await asyncio.to_thread(process.start)
    here: Any = Server(ServerConfig(data=str(folder / "here"), port=0, log="error", **settings))
    async with StandIn() as discord, here.open():
        discord.guild("200", CHANNEL)
        monkeypatch.setattr(DiscordPlatform, "pace", 0.0)
        point_at(discord.api)
        faults: list[Exception] = []
        client = DiscordClient(here.house, lambda: here.addresses.here, faults.append, True, here.guard.relay_token)
        bot = asyncio.create_task(client.start("token"))
        try:
            await discord.until(lambda: discord.identified)
            guild: Any = SimpleNamespace(discord=discord, core=client.core, there=there)
            yield guild
        finally:
            await client.core.close()
            await client.close()
            bot.cancel()
            there.kill()
        assert not faults, faults
        assert not discord.faults, discord.faults


async def join_elsewhere(guild, table, *members):
    """In a channel, a table of the other process."""
    joined = await members[0].slash("join", f"{guild.there.url}/t/{table}")
    assert joined.text.startswith(("your chair: 2", "your chair: West")), joined.text
    thread = next(iter(guild.discord.threads))
    assert isinstance(guild.core.rooms[thread].table, DistantTable)
    for member in members:
        member.channel = thread
    for member in members[1:]:
        await member.says("$join")
        await guild.discord.until(lambda member=member: member.name in guild.discord.text_in(thread))
    return thread


def test_a_table_that_another_process_has(tmp_path, monkeypatch, postgres):
    """Joined in a channel by its link; then its own process is killed in the middle of a deal, and the match is played
    to its end in the same thread."""
    database = postgres.new_database()

    async def play():
        async with two_processes(tmp_path, database, monkeypatch) as guild:
            discord, there = guild.discord, guild.there
            ann, bob = Member(discord, "1", "Ann", CHANNEL), Member(discord, "2", "Bob", CHANNEL)
            async with Guest(there.url, "Wim") as guest:
                table = (await guest.post("/tables", rules="hearts:target=1", pace="days"))["table"]
                thread = await join_elsewhere(guild, table, ann, bob)
                await guest.ask(table, "say", text="hello from there")
                await discord.until(lambda: "Wim: hello from there" in discord.text_in(thread))
                await guest.ask(table, "begin")
                chatters = [Chatter(guild, ann, "buttons"), Chatter(guild, bob, "$", 1)]
                await discord.until(lambda: chatters[0].sitting and chatters[0].sitting.latest)
                assert "Wim" in (await ann.slash("table")).text
                await guest.ask(table, "stand")  # a bot has his chair then
                for _ in range(4):
                    asked = await discord.until(lambda: next((each for each in chatters if each.is_asked()), None))
                    await asked.answer()
            there.kill()
            await discord.until(lambda: thread in guild.core.rooms and table in guild.core.house.tables)
            await asyncio.gather(*(chatter.play() for chatter in chatters))
            assert guild.core.rooms[thread].table.contract.ending == "match"
            assert [*discord.threads] == [thread]

    run(play)


def test_votes_and_another_match_at_a_table_of_another_process(tmp_path, monkeypatch, postgres):
    database = postgres.new_database()

    async def play():
        async with two_processes(tmp_path, database, monkeypatch) as guild:
            discord, there = guild.discord, guild.there
            ann, bob = Member(discord, "1", "Ann", CHANNEL), Member(discord, "2", "Bob", CHANNEL)
            async with Guest(there.url, "Wim") as guest:
                table = (await guest.post("/tables", rules="poepen:players=3"))["table"]
                thread = await join_elsewhere(guild, table, ann, bob)
                assert (await ann.slash("start")).text == "you are ready; the host can begin"
                await guest.ask(table, "begin")
                await discord.until(lambda: "deal 1" in discord.text_in(thread))
                assert "votes to end the match: 1; 1 more needed\n" in (await ann.slash("reset")).text, "Wim is away"
                assert "ended by a vote" in (await bob.slash("reset")).text
                await discord.until(lambda: "ended by a vote" in discord.text_in(thread))
                assert (await ann.slash("start")).text == "the match begins"
                again = guild.core.rooms[thread].table
                assert again.contract.id != table
                assert {"discord 1", "discord 2"} <= {*again.contract.people}
                assert (await ann.slash("leave")).text == "you have left the table"

    run(play)


def test_two_guilds_do_not_hear_each_other(tmp_path, monkeypatch):
    async def play():
        discord = StandIn()
        discord.guild("201", "301")
        discord.emoji["201"] = [
            emoji(str(9 + at), name) for at, name in enumerate(("clubs", "diamonds", "hearts", "spades"))
        ]
        async with chat_guild(tmp_path, monkeypatch, discord) as guild:
            ann, eve = guild.member("1", "Ann"), guild.member("5", "Eve", "301", "zh-CN")
            first = await sit(guild, "hearts:passing=off", ann)
            second = await sit(guild, "hearts:passing=off", eve)
            await ann.slash("start")
            await eve.slash("start")
            await discord.until(
                lambda: "waiting for" in discord.text_in(first) and "等待" not in discord.text_in(first)
            )
            await discord.until(lambda: "deal 1" in discord.text_in(second))
            assert "Eve" not in discord.text_in(first)
            assert "Ann" not in discord.text_in(second)
            assert (await eve.slash("link")).text != (await ann.slash("link")).text
            assert "牌" in (await eve.slash("help")).text, "she is spoken to in her language"
            chatter = Chatter(guild, eve, "slash")
            await discord.until(chatter.is_asked)
            await chatter.answer()
            await discord.until(lambda: "<:clubs:9>" in discord.text_in(second))
            assert "<:" not in discord.text_in(first)
            stranger = guild.member("7", "Sly", first)
            assert (await stranger.slash("hand")).text == "you do not sit here"

    run(play)


# ---- the words of shengji-bot ----


def stacked(*hands):
    """A deck in which these cards come first to each seat, in this order."""
    game = find("shengji")
    setup = game.first()
    rest = game.shuffled(setup, Random("the seed"))
    hands = [[Card(name) for name in hand.split()] for hand in hands]
    for card in itertools.chain(*hands):
        rest.remove(card)
    deck = []
    for turn in range(25):
        deck += [hand[turn] if turn < len(hand) else rest.pop() for hand in hands]
    return setup, [*deck, *rest]


def test_the_forms_of_the_seed_at_a_table_of_sheng_ji(tmp_path, monkeypatch):
    """`$call S strong` over a weak call, `$kitty` with eight cards, `$play 10C 10C`; in capitals or not."""
    monkeypatch.setitem(contracts.PACES, "untimed", Timing(0.0, 0.0, FOREVER, 0.01, 0.0, FOREVER))
    setup, deck = stacked("3C 2S 2S 10C 10C 3D 3D 4D 4D 5D 5D", "2H 4C", "2D 6C", "3H 4H")

    async def play():
        discord = StandIn()
        discord.guild("200", CHANNEL)
        begin = functools.partial(Record.start, setup=setup, deck=deck)
        before = functools.partial(put_deal, discord=discord, setup=setup, begin=begin)
        async with chat_guild(tmp_path, monkeypatch, discord, before=before) as guild:
            ann, bob, cem, _ = (guild.member(str(seat + 1), f"P{seat}", THREAD) for seat in range(4))
            await discord.until(lambda: THREAD in guild.core.rooms and guild.table(THREAD).table.shown is not None)
            table = guild.table(THREAD).table

            async def refused(member, text, reason):
                """He alone is told why, and what he wrote is taken away."""
                id = await member.says(text)
                await discord.until(lambda: any(reason in each.text for each in member.direct_messages()))
                await discord.until(lambda: id in discord.deleted)

            await draw_on(guild, 6)
            await refused(ann, "$call S strong", "you do not hold 2S 2S")
            await refused(bob, "$call x", "'x' is no part of a card")
            called = await bob.says("$call h")
            await discord.until(lambda: "P1 calls 2♥" in discord.text_in(THREAD))
            assert called not in discord.deleted, "everybody sees it anyway"
            await refused(cem, "$call 2d", "only a pair can be called over it")
            await draw_on(guild, 12)
            await ann.says("$call S strong")
            await discord.until(lambda: "P0 calls 2♠ 2♠" in discord.text_in(THREAD))
            await refused(cem, "$call 2D", "a strong call stands")
            table.clock.timing = dataclasses.replace(table.clock.timing, draw=0.0)
            await draw_on(guild, 16)
            await discord.until(lambda: table.shown.phase == "bury")
            assert table.state.waiting() == [1], "who called first is the dealer"
            eight = [str(card) for card in Cards(table.state.hand[1])][:8]
            await refused(bob, "$kitty " + " ".join(eight[:7]), "8 cards")
            buried = await bob.says("$kitty " + " ".join(eight).lower())
            await discord.until(lambda: buried in discord.deleted)
            await discord.until(lambda: table.shown.phase == "play")
            lead = next(action for action in table.state.actions(1) if len(action.cards) == 2)
            await bob.says("$" + str(lead).lower())
            await discord.until(lambda: table.state.count[1] == 23)

    run(play)


# ---- what else people do ----

WORDS = (
    "intro help games rules join leave list start deal call kitty play bid give show pass hand table last score hint "
    "surrender reset options link watch language"
)


def test_every_command_by_slash_and_by_dollar(tmp_path, monkeypatch):
    """Each is there, and answers; for the writer's eyes alone where that is how one asks."""

    async def play():
        other = StandIn()
        other.guild("201", "301")
        async with chat_guild(tmp_path, monkeypatch, other) as guild:
            discord, ann, bob = guild.discord, guild.member("1", "Ann"), guild.member("2", "Bob")
            assert sorted(each["name"] for each in discord.commands) == sorted(WORDS.split())
            thread = await sit(guild, "hearts:passing=off", ann)
            await ann.slash("start")
            rest = {"rules": "hearts 3.2", "help": "play", "options": "gongzhu", "language": "en", "watch": thread,
                    "play": "QS", "bid": "3", "call": "S strong", "kitty": "2C", "give": "2C 3C 4C"}  # fmt: skip
            bob.channel = thread
            for word in [word for word in WORDS.split() if word not in ("leave", "reset", "join", "start")]:
                for member in (ann, bob):
                    shown = await member.slash(word, rest.get(word, ""))
                    assert shown.text, word
                    assert shown.viewer == member.id, word
                    assert "went wrong on our side" not in shown.text, word
                await bob.says(f"${word.upper()} {rest.get(word, '')}".strip())
                await guild.quiet()
            assert not any("went wrong on our side" in shown.text for shown in discord.messages.values())
            link = (await ann.slash("link")).text.strip("<>")
            eve = guild.member("3", "Eve", "301")
            assert (await eve.slash("watch", link)).text == "this room watches now"
            watching = await guild.thread(1)
            await discord.until(lambda: "deal 1" in discord.text_in(watching))

    run(play)


def test_a_hand_by_message_has_one_copy(tmp_path, monkeypatch):
    """Older ones are taken away, also when a deal begins."""

    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            discord, ann = guild.discord, guild.member("1", "Ann")
            await ann.says("$join poepen:players=2,peak=2")
            ann.channel = thread = await guild.thread()
            await guild.quiet()
            await ann.says("$start")
            chatter = Chatter(guild, ann, "$")
            for deal in (1, 2):
                await discord.until(lambda deal=deal: f"deal {deal}" in discord.text_in(thread))
                for _ in range(2):
                    await discord.until(chatter.is_asked)
                    await guild.quiet()
                    assert len(ann.direct_messages()) == 1
                    await ann.says("$hand")
                    await guild.quiet()
                    assert len(ann.direct_messages()) == 1
                while not chatter.wants_on():
                    await discord.until(lambda: chatter.is_asked() or chatter.wants_on())
                    if chatter.is_asked():
                        await chatter.answer()
                await chatter.go_on()

    run(play)


def test_a_countdown_where_time_is_short(tmp_path, monkeypatch):
    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            ann = guild.member("1", "Ann")
            thread = await sit(guild, "hearts:passing=off live", ann)
            await ann.slash("start")
            await guild.discord.until(Chatter(guild, ann, "slash").is_asked)
            panel = await ann.slash("hand")
            assert "seconds, then a bot answers for you" in panel.text
            assert re.search(r"<t:\d+:R>", panel.text)
            assert guild.table(thread).contract.pace == "live"

    run(play)


def test_without_threads_the_table_is_in_the_channel(tmp_path, monkeypatch):
    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            guild.discord.may_thread = False
            ann, bob = guild.member("1", "Ann"), guild.member("2", "Bob")
            await ann.slash("join", "hearts:passing=off")
            assert not guild.discord.threads
            assert (await bob.slash("join")).text.startswith("your chair: West")
            await ann.slash("start")
            await guild.discord.until(lambda: "deal 1" in guild.discord.text_in(CHANNEL))
            assert (await ann.slash("join", "luzi")).text == "a match is being played in this room"

    run(play)


def test_somebody_at_two_tables(tmp_path, monkeypatch):
    """In each thread its own; to the bot alone the one that waits, and else he is asked which."""

    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            discord, ann = guild.discord, guild.member("1", "Ann")
            first = await sit(guild, "hearts:passing=off", ann)
            ann.channel = CHANNEL
            second = await sit(guild, "poepen:players=2", ann)
            assert "2 tables" in (await guild.member("1", "Ann", CHANNEL).slash("list")).text
            chatters = [Chatter(guild, guild.member("1", "Ann", thread), "buttons", 1) for thread in (first, second)]
            for chatter in chatters:
                await chatter.member.slash("start")
            for _ in range(3):
                for chatter in chatters:
                    await discord.until(lambda chatter=chatter: chatter.is_asked() or chatter.wants_on())
                    await (chatter.answer() if chatter.is_asked() else chatter.go_on())
            hands = [(await chatter.member.slash("hand")).text for chatter in chatters]
            assert hands[0] != hands[1]

    run(play)


# ---- what Discord does ----


def test_a_lost_connection_is_resumed_and_nothing_comes_twice(tmp_path, monkeypatch):
    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            discord = guild.discord
            ann = guild.member("1", "Ann")
            thread = await sit(guild, "hearts:passing=off", ann)
            await ann.slash("start")
            chatter = Chatter(guild, ann, "$")
            for can_resume in (True, False):
                await discord.until(chatter.is_asked)
                key, sitting = chatter.sitting.key, chatter.sitting
                identified, resumed = discord.identified, discord.resumed
                action = (await sitting.door.choices()).actions[0]
                await discord.drop(can_resume)
                if can_resume:  # written while nobody listened: told when the session is resumed
                    await ann.says(f"${action}")
                    await discord.until(lambda resumed=resumed: discord.resumed > resumed)
                else:  # a new session
                    await discord.until(lambda identified=identified: discord.identified > identified)
                    await ann.says(f"${action}")
                await discord.until(lambda sitting=sitting, key=key: sitting.key != key)
                told = discord.history[-1] if can_resume else None
                if told and told["t"] == "MESSAGE_CREATE":  # the same event again
                    await discord.dispatch("MESSAGE_CREATE", **told["d"])
            played = [event for event in guild.core.rooms[thread].log if event.kind == "play" and event.seat == 0]
            assert len(played) == 2

    run(play)


def test_limits_are_obeyed_and_what_was_to_be_said_is_said(tmp_path, monkeypatch):
    async def play():
        async with chat_guild(tmp_path, monkeypatch, StandIn(calls_in_window=3, window=0.3)) as guild:
            discord = guild.discord
            people = [guild.member("1", "Ann"), guild.member("2", "Bob")]
            thread = await sit(guild, "poepen:players=2,peak=2", *people)
            await people[0].slash("start")
            await asyncio.gather(*(Chatter(guild, person, "slash").play() for person in people))
            await discord.until(lambda: ENDED.search(discord.text_in(thread)))
            writes = sum(number for call, number in discord.calls.items() if call.endswith(("messages", "messages/…")))
            assert discord.limited <= writes / 3, "told to wait by headers, it waits: few calls are refused"

    run(play)


def test_without_the_intent_slash_commands_and_mentions_work(tmp_path, monkeypatch):
    async def play():
        async with chat_guild(tmp_path, monkeypatch, StandIn(allows_content=False)) as guild:
            assert [type(fault).__name__ for fault in guild.faults] == ["PrivilegedIntentsRequired"]
            guild.faults.clear()
            discord, ann = guild.discord, guild.member("1", "Ann")
            await ann.says("$join hearts")
            await ann.says("<@100> join hearts:passing=off")
            thread = await guild.thread()
            ann.channel = thread
            await ann.says("<@100> start")
            await discord.until(lambda: "deal 1" in discord.text_in(thread))
            await ann.says("hand", direct=True)
            await discord.until(lambda: any("=" in shown.text for shown in ann.direct_messages()))
            assert len(discord.threads) == 1, "what it cannot read it does not hear"

    run(play)


def test_what_shows_cards_is_taken_away_or_its_writer_told(tmp_path, monkeypatch):
    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            discord, ann = guild.discord, guild.member("1", "Ann")
            thread = await sit(guild, "hearts", ann)
            await ann.slash("start")
            chatter = Chatter(guild, ann, "$")
            await discord.until(chatter.is_asked)
            wrong = await ann.says("$play QS")
            await discord.until(lambda: wrong in discord.deleted)
            discord.may_delete = False
            given = (await chatter.sitting.door.choices()).actions[0]
            await ann.says(f"${given}")
            await discord.until(
                lambda: any("not allowed to take it away" in each.text for each in ann.direct_messages())
            )
            discord.closed.add("1")
            await ann.says("$hand")
            await discord.until(lambda: "I cannot write to you alone" in discord.text_in(thread))
            assert "=" not in discord.text_in(thread)

    run(play)


def test_garbage_from_discord_is_answered_or_passed_over(tmp_path, monkeypatch):
    async def play():
        async with chat_guild(tmp_path, monkeypatch) as guild:
            discord, ann = guild.discord, guild.member("1", "@everyone **Ann** <@2>")
            thread = await sit(guild, "hearts:passing=off", ann)
            for text in (
                "$",
                "$$$",
                "$play " + "x" * 3900,
                "$" + "\u202e" * 50,
                "$join " + "hearts " * 300,
                "$help \x00",
            ):
                await ann.says(text)
            panel = Shown("1", thread, {"components": []})
            for control in (
                "",
                "x",
                "do",
                "show a b",
                f"choose {guild.table(thread).contract.id} 00000000 0",
                "show " * 19,
            ):
                item = {
                    "custom_id": control,
                    "type": 3,
                    "options": [{"value": "QS 1"}],
                    "min_values": 0,
                    "max_values": 1,
                }
                panel.payload = {"components": [{"type": 1, "components": [item]}]}
                shown = await ann.presses(panel, control, "QS 1")
                assert shown.text
                assert "went wrong on our side" not in shown.text
            assert "\\@everyone \\*\\*Ann\\*\\*" in discord.text_in(thread), "a name is no markup and calls nobody"
            assert all(
                not json.loads(each.partition(b" ")[2]).get("allowed_mentions", {}).get("parse")
                for each in discord.sent[f"channel {thread}"]
            )

    run(play)


def test_a_bot_that_is_killed_goes_on_in_the_same_thread(tmp_path):
    """kill -9 of `paiju discord` in the middle of a deal."""

    async def play():
        async with StandIn() as discord:
            discord.guild("200", CHANNEL)
            process = BotProcess(tmp_path, discord.api)
            ann = Member(discord, "1", "Ann", CHANNEL)
            try:
                await process.start(discord)
                await ann.slash("join", "hearts:passing=off")
                ann.channel = thread = await discord.until(lambda: next(iter(discord.threads), ""))
                await ann.slash("start")
                for _ in range(2):
                    panel = await until_asked(ann)
                    menu = panel.control("do ")
                    value = menu["options"][0]["value"]
                    shown = await ann.presses(panel, menu["custom_id"], value)
                    assert value not in [
                        option["value"] for each in shown.components for option in each.get("options", [])
                    ]
                    process.kill()
                    hand = (shown.text.split("=")[1].splitlines() or [""])[0]
                    await process.start(discord)
                    again = await ann.slash("hand")
                    assert again.text.split("=")[1].splitlines()[0] == hand, "an answer that was taken is not lost"
                await discord.until(lambda: discord.text_in(thread).count("Hearts, deal 1") > 1)
                assert [*discord.threads] == [thread]
                assert not discord.faults
            finally:
                process.kill()

    run(play, 300)


class BotProcess:
    """`paiju discord`, in a process of its own."""

    def __init__(self, folder, api, **environment):
        environment = {**os.environ, "PAIJU_DISCORD_API": api, **(environment or {"PAIJU_DISCORD_TOKEN": "token"})}
        self.command = [sys.executable, "-m", "paiju.cli", "discord", "--data", str(folder), "--port", "0"]
        self.environment, self.log = environment, folder / "log"
        self.process: Any = None

    def launch(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, stdout=log, stderr=log)

    async def start(self, discord):
        before = discord.identified
        self.launch()
        await discord.until(lambda: discord.identified > before or self.process.poll() is not None, 120)
        assert self.process.poll() is None, self.log.read_text()

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


SECRET = "MTAw.Gexample.not-a_token-but-as-long-as-one-0123456789"


def test_a_token_from_a_file(tmp_path):
    """It logs in with it; what it prints, its command line and its environment do not tell it, nor what goes wrong."""

    async def play():
        async with StandIn() as discord:
            discord.guild("200", CHANNEL)
            discord.token = SECRET
            file = tmp_path / "token.txt"
            file.write_text(f"{SECRET}\n")
            file.chmod(0o600)
            process = BotProcess(tmp_path, discord.api, PAIJU_DISCORD_TOKEN_FILE=str(file), PAIJU_LOG="debug")
            try:
                await process.start(discord)
                ann = Member(discord, "1", "Ann", CHANNEL)
                assert (await ann.slash("join", "hearts")).text.startswith("your chair: North")
                for told in ("cmdline", "environ"):
                    assert SECRET.encode() not in Path(f"/proc/{process.process.pid}/{told}").read_bytes()
                process.kill()
                file.write_text(SECRET[::-1])
                process.launch()
                await discord.until(lambda: "The house goes on without it" in process.log.read_text(), 120)
                assert process.process.poll() is None, "browsers and terminals go on playing"
            finally:
                process.kill()
            said = process.log.read_text()
            assert "Discord refuses the token" in said
            assert SECRET not in said
            assert SECRET[::-1] not in said
            assert "Traceback" not in said

    run(play)


def test_discord_out_of_reach_is_named_and_tried_again_while_the_house_goes_on(tmp_path):
    async def play():
        async with StandIn() as discord:
            discord.guild("200", CHANNEL)
            port = discord.port
        process = BotProcess(tmp_path, discord.api)  # where nobody listens any more
        try:
            process.launch()
            said = process.log
            await until_so(lambda: "The house goes on without it" in said.read_text())
            text = said.read_text()
            assert f"Discord cannot be reached at {discord.api}: Connect call failed" in text or "refused" in text, text
            assert "tries again in 5 seconds" in text
            assert "Traceback" not in text
            house = re.search(r"http://127\.0\.0\.1:\d+", text)
            assert house
            async with aiohttp.ClientSession() as session, session.get(f"{house[0]}/api/v1/games") as response:
                assert response.status == 200
            again = StandIn()
            again.wanted_port = port
            async with again:
                again.guild("200", CHANNEL)
                await again.until(lambda: again.identified, 60)
                ann = Member(again, "1", "Ann", CHANNEL)
                assert (await ann.slash("join", "hearts")).text.startswith("your chair: North")
        finally:
            process.kill()

    run(play)


@pytest.mark.parametrize(
    ("kind", "reason"), [("application/json", "JSONDecodeError"), ("text/html; charset=utf-8", "TypeError")]
)
def test_discord_that_answers_nonsense_is_tried_again_and_ends_no_house(tmp_path, kind, reason):
    """No refused token, though what cannot be read is a ValueError too."""

    async def nonsense(request):
        return web.Response(body=b"<html>", headers={"Content-Type": kind})

    async def play():
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", nonsense)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        process = BotProcess(tmp_path, f"http://127.0.0.1:{port}/api")
        try:
            process.launch()
            await until_so(lambda: "The house goes on without it" in process.log.read_text())
            assert f"something went wrong ({reason})" in process.log.read_text()
            await runner.cleanup()
            again = StandIn()
            again.wanted_port = port
            async with again:
                again.guild("200", CHANNEL)
                await again.until(lambda: again.identified, 60)
                assert process.process.poll() is None
                assert "refuses the token" not in process.log.read_text()
        finally:
            process.kill()
            await runner.cleanup()

    run(play)


async def until_so(condition, seconds=120):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("written", [b"", b" \n", b"\xff\xfe\x00binary", b"two words", b"a\nb", b"x" * 5000])
def test_a_file_without_a_token(tmp_path, written):
    file = tmp_path / "token.txt"
    file.write_bytes(written)
    with pytest.raises(ValueError, match=r"token\.txt (is empty|holds no token)") as refusal:
        read_token({"PAIJU_DISCORD_TOKEN_FILE": str(file)})
    words = written.decode("ascii", "ignore").split()
    assert not any(word in str(refusal.value) for word in words if len(word) > 4), "whatever is there is not told"


def test_a_token_file_that_cannot_be_read(tmp_path):
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
            read_token({"PAIJU_DISCORD_TOKEN_FILE": str(path)})
    with pytest.raises(ValueError, match="PAIJU_DISCORD_TOKEN_FILE"):
        read_token({})
    with pytest.raises(ValueError, match="PAIJU_DISCORD_TOKEN holds no token"):
        read_token({"PAIJU_DISCORD_TOKEN": "Bot abc"})


async def until_asked(member):
    while True:
        panel = await member.slash("hand")
        if panel.control("do "):
            return panel
        await asyncio.sleep(0.2)


def emoji(id, name):
    return {
        "id": id,
        "name": name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
