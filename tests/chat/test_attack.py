"""What hasty, confused and hostile people do on Discord, and what Discord itself does at bad moments. Whatever they
try, a move counts once, and only its owner's."""

import asyncio
import threading
from typing import Any

import pytest
from discord_standin import Shown, StandIn
from guilds import Chatter, chat_guild, find_button

from paiju import contract as contracts
from paiju import house_table
from paiju.threads import MOST_THREADS, in_thread
from paiju.timing import Timing


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setitem(contracts.PACES, "relaxed", Timing(0, 0, 0, 0, 0, 0.05))
    monkeypatch.setattr(house_table, "HOUSE_BOT", "random")


def on_discord(test):
    """A table of Hearts with Ann and Bob and two bots; Ann leads or follows."""

    def call(tmp_path, monkeypatch):
        async def play():
            async with asyncio.timeout(120), chat_guild(tmp_path, monkeypatch) as guild:
                ann, bob = guild.member("1", "Ann"), guild.member("2", "Bob")
                await ann.slash("join", "hearts:passing=off")
                ann.channel = bob.channel = await guild.thread()
                await bob.slash("join")
                await ann.slash("start")
                await test(guild, Chatter(guild, ann, "buttons"), Chatter(guild, bob, "slash"))

        asyncio.run(play())

    call.__name__, call.__doc__ = test.__name__, test.__doc__
    return call


def played(guild, seat):
    (room,) = guild.core.rooms.values()
    return [event.cards for event in room.log if event.kind == "play" and event.seat == seat]


async def turn_of(guild, one, other):
    """Until it is the first one's turn; the other plays meanwhile."""
    while not one.is_asked():
        await guild.discord.until(lambda: one.is_asked() or other.is_asked())
        if other.is_asked():
            await other.answer()


async def panel_of(chatter) -> tuple[Shown, str, list[str]]:
    """His hand, the menu that answers, and what it offers."""
    panel = await chatter.member.slash("hand")
    menu = panel.control("do ")
    return panel, menu["custom_id"], [option["value"] for option in menu.get("options", ())]


async def pressed_anyway(member, panel, menu, value):
    """What a client sends that does not show what we sent last, or that was made up."""
    found = await member.begin(3, {"custom_id": menu, "component_type": 3, "values": [value]}, panel)
    await member.finish(found)
    return found


@on_discord
async def test_a_double_click_is_one_answer(guild, ann, bob):
    """Two interactions, of which the second comes before the first is answered; and a stale panel afterwards."""
    await turn_of(guild, ann, bob)
    panel, menu, values = await panel_of(ann)
    before = len(played(guild, 0))
    await asyncio.gather(*(ann.member.presses(panel, menu, values[0]) for _ in range(3)))
    await guild.quiet()
    assert len(played(guild, 0)) == before + 1
    for value in values:  # the panel has changed since, which a slow client may not have seen
        await pressed_anyway(ann.member, panel, menu, value)
    await guild.quiet()
    assert len(played(guild, 0)) == before + 1


@on_discord
async def test_what_a_click_changes_is_shown_once(guild, ann, bob):
    """The news of it and the answer to it would race each other, and count twice against the limits."""
    while True:
        await turn_of(guild, ann, bob)
        panel, menu, values = await panel_of(ann)
        await guild.quiet()
        before = len(guild.discord.sent["user 1"])
        await ann.member.presses(panel, menu, values[0])
        await guild.quiet()
        if bob.is_asked():  # else bots went on, and there was more to show
            break
    assert len(guild.discord.sent["user 1"]) == before + 1


@on_discord
async def test_what_was_drawn_before_a_click_is_not_shown_after_it(guild, ann, bob):
    """All threads are busy while it is drawn: else he would see the question again that he has answered."""
    while True:
        await turn_of(guild, ann, bob)
        panel, menu, values = await panel_of(ann)
        await guild.quiet()
        sitting, before, is_free = ann.sitting, len(guild.discord.sent["user 1"]), threading.Event()
        heard = sitting.latest
        work = [in_thread(is_free.wait) for _ in range(MOST_THREADS)]
        try:
            sitting.refresh()
            shown = sitting.sent
            pressed = asyncio.create_task(ann.member.presses(panel, menu, values[0]))
            await guild.discord.until(
                lambda sitting=sitting, shown=shown, heard=heard: (
                    sitting.sent is not shown
                    or (sitting.latest is not heard and sitting.is_awaited)  # by the trick: to show that takes a thread
                )
            )
        finally:
            is_free.set()
        await asyncio.gather(pressed, *work)
        await guild.quiet()
        if bob.is_asked():  # else bots went on, and there was more to show
            break
    assert len(guild.discord.sent["user 1"]) == before + 1


@on_discord
async def test_a_panel_is_pressed_before_the_bot_hears_that_it_is_there(guild, ann, bob):
    while True:
        await turn_of(guild, ann, bob)
        await guild.quiet()
        before = len(guild.discord.sent["user 1"])
        guild.discord.tells_of_edits.clear()
        panel, menu, values = await panel_of(ann)
        pressed = asyncio.create_task(ann.member.presses(panel, menu, values[0]))
        for _ in range(5):  # as long as the press would take
            await bob.member.slash("score")
        guild.discord.tells_of_edits.set()
        await pressed
        await guild.quiet()
        if bob.is_asked():
            break
    assert len(guild.discord.sent["user 1"]) == before + 2, "the panel, and what the press made of it"


@on_discord
async def test_nobody_answers_with_anothers_buttons(guild, ann, bob):
    await turn_of(guild, ann, bob)
    panel, menu, values = await panel_of(ann)
    before = played(guild, 0), played(guild, 1)
    eve = guild.member("9", "Eve", ann.member.channel)
    for member in (bob.member, eve):  # as a forged request: Discord shows them nothing of it
        found = await pressed_anyway(member, panel, menu, values[0])
        assert found.followups, "he is told something, and Ann's panel is not touched"
        assert found.followups[-1].viewer == member.id
    assert (await eve.slash("play", values[0].split()[1])).text == "you do not sit here"
    assert (await eve.slash("hand")).text == "you do not sit here"
    await guild.quiet()
    assert (played(guild, 0), played(guild, 1)) == before


@on_discord
async def test_two_commands_at_once_are_done_in_order(guild, ann, bob):
    await turn_of(guild, ann, bob)
    _, _, values = await panel_of(ann)
    before = len(played(guild, 0))
    shown = await asyncio.gather(*(ann.member.slash("play", value.split()[1]) for value in values[:4]))
    await guild.quiet()
    assert sum(each.text.startswith("OK: ") for each in shown) == len(played(guild, 0)) - before


@on_discord
async def test_events_that_come_again_move_nothing(guild, ann, bob):
    """A resumed session may be sent what was dealt with before: the same interactions and messages."""
    await turn_of(guild, ann, bob)
    discord = guild.discord
    panel, menu, values = await panel_of(ann)
    await ann.member.presses(panel, menu, values[0])
    await turn_of(guild, ann, bob)
    _, _, values = await panel_of(ann)
    await ann.member.says(f"${values[0]}")
    await guild.quiet()
    cards = played(guild, 0)
    again = [event for event in discord.history if event["t"] in ("INTERACTION_CREATE", "MESSAGE_CREATE")]
    for event in again[-12:]:
        await discord.dispatch(event["t"], **event["d"])
    await guild.quiet()
    assert played(guild, 0)[: len(cards)] == cards
    assert len(played(guild, 0)) == len(cards)
    assert all("already been acknowledged" in fault for fault in discord.faults)
    discord.faults.clear()


@on_discord
async def test_whoever_leaves_in_the_middle_has_nothing_more_to_say(guild, ann, bob):
    await turn_of(guild, ann, bob)
    panel, menu, values = await panel_of(ann)
    assert (await ann.member.slash("leave")).text == "you have left the table"
    found = await pressed_anyway(ann.member, panel, menu, values[0])
    assert "you do not sit here" in found.followups[-1].text
    id = await ann.member.says(f"${values[0]}")
    await guild.discord.until(lambda: id in guild.discord.deleted)
    await guild.discord.until(lambda: bob.is_asked() or bob.is_over)
    assert (await ann.member.slash("join")).text.startswith("your chair:")


@on_discord
async def test_huge_and_odd_text(guild, ann, bob):
    discord = guild.discord
    await turn_of(guild, ann, bob)
    before = played(guild, 0)
    odd = ["\u202e" * 500, "A" * 1999, "🂡" * 900, "\u0000", "```" * 50, "@everyone", "||" * 20, "play\u2028play QS"]
    for text in odd:
        await ann.member.says(f"${text}")
        await ann.member.says(f"$play {text}"[:2000])
        await ann.member.slash("play", text)
        await ann.member.says(text)
        await ann.member.says(text, direct=True)
        await ann.member.suggested("play", text)
    await guild.quiet()
    assert played(guild, 0) == before
    assert all("went wrong on our side" not in shown.text for shown in discord.messages.values())


@on_discord
async def test_commands_to_the_bot_alone(guild, ann, bob):
    """Everything works in direct messages but what needs a room."""
    discord = guild.discord
    await turn_of(guild, ann, bob)
    said = {"table": "cards", "$score": "deal 1: you", "join hearts": "no table here", "list": "Ann",
            "watch https://x/t/aaaaaaaaaaaaaaaa": "in a room", "nonsense": "no command"}  # fmt: skip
    for text, wanted in said.items():
        await ann.member.says(text, direct=True)
        await discord.until(lambda wanted=wanted: any(wanted in each.text for each in ann.member.direct_messages()))
    _, _, values = await panel_of(ann)
    before = len(played(guild, 0))
    await ann.member.says(values[0].lower(), direct=True)
    await discord.until(lambda: len(played(guild, 0)) > before)


def test_a_bot_that_ends_between_acknowledging_and_answering(tmp_path, monkeypatch):
    """The interaction stays as it is; the answer counts once if it was stored, and the next command goes on."""

    async def play():
        discord = StandIn()
        async with asyncio.timeout(120), chat_guild(tmp_path, monkeypatch, discord) as guild:
            ann: Any = guild.member("1", "Ann")
            await ann.slash("join", "hearts:passing=off")
            ann.channel = await guild.thread()
            await ann.slash("start")
            chatter = Chatter(guild, ann, "slash")
            await discord.until(chatter.is_asked)
            panel, menu, values = await panel_of(chatter)
            stopped, gone = asyncio.Event(), asyncio.Event()
            answer = type(chatter.sitting).answer

            async def answer_and_stop(self, *given):
                await answer(self, *given)
                stopped.set()
                await gone.wait()
                raise asyncio.CancelledError

            with monkeypatch.context() as patch:
                patch.setattr(type(chatter.sitting), "answer", answer_and_stop)
                found = await ann.begin(3, {"custom_id": menu, "component_type": 3, "values": values[:1]}, panel)
                await stopped.wait()
                pressed = discord.history[-1]["d"]
                await guild.stop()
                gone.set()
            assert found.acknowledged
            await guild.start()
            await discord.until(lambda: ann.channel in guild.core.rooms)
            await discord.until(chatter.is_asked)
            before = played(guild, 0)
            await discord.dispatch("INTERACTION_CREATE", **pressed)
            await guild.quiet()
            assert played(guild, 0) == before
            assert all("already been acknowledged" in fault for fault in discord.faults)
            discord.faults.clear()
            card = values[0].split()[1]
            again = await ann.slash("hand")
            assert card not in str(again.components)
            assert find_button(again, menu) is None
            assert [*discord.threads] == [ann.channel]

    asyncio.run(play())
