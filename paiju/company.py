"""What people at a table of a house do besides playing, as it is typed: say something, vote, arrange the chairs.

Each of these takes a door and what was typed, and returns lines for whoever typed it. What is refused is an
IllegalAction.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from paiju.core.words import IllegalAction, mark
from paiju.door import HouseDoor
from paiju.show import Style

LONGEST_LINE = 300  # of what is said
# What can be typed during a match, and what it does.
COMMANDS = {
    mark("say"): mark("say something to everybody: say hello; say alone lists phrases, say 2 says the second"),
    mark("vote"): mark("vote to end the match, or take your vote back; it ends when all who are here want it"),
    mark("clock"): mark("play without a clock, or keep it after all; it is switched off when all who are here want it"),
    mark("stand"): mark("give up your chair for good: a bot plays on"),
}
# And before it.
CHAIR_COMMANDS = {
    mark("sit"): mark("take another chair: sit 3"),
    mark("bot"): mark("a bot takes a chair: bot 3, or bot 3 steady; for the host, as are the next two"),
    mark("keep"): mark("keep a chair for somebody: keep 3 Bob"),
    mark("free"): mark("open a chair again; whoever sits there has to get up: free 3"),
}
KINDS = {"bot": "bot", "keep": "kept", "free": "open"}  # what a chair is made by them


def phrase_lines(door: HouseDoor) -> list[str]:
    return [f"{number}  {text}" for number, text in enumerate(door.phrases.values(), 1)]


async def say(door: HouseDoor, text: str, style: Style) -> list[str]:
    """A text, or a phrase by its number, which everybody reads in his own language."""
    if not text:
        return phrase_lines(door)
    if text.isascii() and text.isdigit() and 0 < int(text[:4]) <= len(door.phrases):
        await door.phrase(list(door.phrases)[int(text[:4]) - 1])
    else:
        await door.say(text[:LONGEST_LINE])
    return []


async def vote(door: HouseDoor, text: str, style: Style) -> list[str]:
    is_for = door.viewer not in door.votes
    await door.vote(is_for)
    if is_for:
        return [style.say("you want to end the match; it ends when all who are here want it")]
    return [style.say("you want to play on")]


async def clock(door: HouseDoor, text: str, style: Style) -> list[str]:
    is_for = door.viewer not in (door.no_clock or ())
    await door.play_without_clock(is_for)
    if not is_for:
        return [style.say("you want to keep the clock")]
    if door.no_clock is None:  # nobody else had to agree, or was the last to do so: everybody hears it
        return []
    return [style.say("you want to play without a clock; it is switched off when all who are here want it")]


async def stand(door: HouseDoor, text: str, style: Style) -> list[str]:
    await door.stand()
    return [style.say("you have given up your chair")]


DOINGS: dict[str, Callable[[HouseDoor, str, Style], Awaitable[list[str]]]] = {
    "say": say,
    "vote": vote,
    "clock": clock,
    "stand": stand,
}


async def arrange(door: HouseDoor, command: str, rest: str) -> None:
    """One of CHAIR_COMMANDS. Chairs are counted from one, as they are shown."""
    number, _, text = rest.partition(" ")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 3):
        raise IllegalAction("which chair? {command} 3, for example", code="no_such_seat", command=command)
    seat = int(number) - 1
    if command == "sit":
        await door.sit(seat)
    else:
        await door.set_chair(seat, KINDS[command], text.strip())
