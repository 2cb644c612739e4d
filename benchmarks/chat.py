"""How much a bot writes on Discord: messages, edits and deletions of one deal of each game, and the most of them in a
moment. Four people play at each table with `$` commands, so everybody gets his hand by message; five tables at once,
at the pace of a relaxed table, on the stand-in of the tests.

    python benchmarks/chat.py [SECONDS]     how long each of them thinks; 2 unless told
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).parent.parent / "tests" / name) for name in ("chat", "")]

import pytest  # noqa: E402
from discord_standin import StandIn  # noqa: E402
from guilds import ChatGuild, Chatter, chat_guild  # noqa: E402

from paiju.chat.discord_client import PACE  # noqa: E402

GAMES = ("hearts", "gongzhu", "shengji", "poepen:rounds=down", "luzi:players=4")
opening = asyncio.Lock()  # one table after the other, so that each knows its thread
WINDOW = 5.0  # seconds: Discord takes five writes of a kind in them, in one channel


class Slowly(Chatter):
    """Thinks before he answers, until the first deal is over."""

    seconds = 2.0

    @property
    def is_over(self) -> bool:
        return bool(self.sitting and self.sitting.latest and self.sitting.latest.scene.over)

    async def answer(self) -> None:
        await asyncio.sleep(self.seconds)
        await super().answer()


async def main() -> None:
    Slowly.seconds = float(sys.argv[1]) if sys.argv[1:] else 2.0
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        async with chat_guild(Path(folder), patch, pace=PACE) as guild:
            played = await asyncio.gather(*(one_table(guild, *each) for each in enumerate(GAMES)))
            begun = max(table.begun for table in played)
            times = [at for at, _, _ in guild.discord.log if at > begun]
    print("| game | seconds | thread: messages | edits | most in 5 s | a hand: messages | edits | most in 5 s |")
    print("| --- " + "| ---: " * 7 + "|")
    for table in played:
        print("| " + " | ".join(map(str, table.row)) + " |")
    print(f"\nall five together: at most {most(times, 1.0)} calls in a second, of 50 that are taken")


class TablePlayed(NamedTuple):
    begun: float
    row: tuple[str | int, ...]


async def one_table(guild: ChatGuild, number: int, rules: str) -> TablePlayed:
    """A deal, from the first card to the result."""
    discord = guild.discord
    people = [guild.member(str(10 * number + at + 1), f"P{at}") for at in range(4)]
    async with opening:
        threads = {*discord.threads}
        await people[0].slash("join", rules)
        thread = await discord.until(lambda: next(iter({*discord.threads} - threads), ""))
    for member in people:
        member.channel = thread
        await member.says("$join")
    await discord.until(lambda: len(guild.table(thread).contract.people) == 4)
    begun = asyncio.get_running_loop().time()
    await people[0].slash("start")
    await asyncio.gather(*(Slowly(guild, member, "$", at).play() for at, member in enumerate(people)))
    await asyncio.sleep(5)  # what is still on its way
    seconds = round(asyncio.get_running_loop().time() - begun)
    hand = discord.direct[people[1].id]
    return TablePlayed(begun, (rules, seconds, *figures(discord, thread, begun), *figures(discord, hand, begun)))


def figures(discord: StandIn, channel: str, begun: float) -> tuple[int, int, int]:
    """Messages, edits, and the most of one kind within a window."""
    calls = [(at, method) for at, method, path in discord.log if path.startswith(f"channels/{channel}/") and at > begun]
    counts = Counter(method for _, method in calls)
    worst = max((most([at for at, method in calls if method == each], WINDOW) for each in counts), default=0)
    return counts["POST"], counts["PATCH"], worst


def most(times: list[float], window: float) -> int:
    """How many of these fall into one window."""
    return max((sum(at <= other < at + window for other in times) for at in times), default=0)


if __name__ == "__main__":
    asyncio.run(main())
