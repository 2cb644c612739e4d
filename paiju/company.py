"""What people at a table of a house do besides playing, as it is typed: say something, vote, arrange the chairs.

Each of these takes a door and what was typed, and returns lines for whoever typed it. What is refused is an
IllegalAction.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from paiju.core.words import IllegalAction, Said, mark
from paiju.door import VOTE_RULE, HouseDoor
from paiju.names import name_key
from paiju.show import Style

LONGEST_LINE = 300  # of what is said
# What can be typed during a match, and what it does.
COMMANDS = {
    mark("say"): mark("say something to everybody: say hello; say alone lists phrases, say 2 says the second"),
    mark("mute"): mark("hear nothing any more of what somebody says: mute Bob; mute alone lists who is here"),
    mark("unmute"): mark("hear somebody again: unmute Bob"),
    mark("vote"): mark("vote to end the match, or take your vote back"),
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
# What is done only when it is typed a second time, and what is said the first time.
SURE_COMMANDS = {"stand": mark("type {word} again to give up your chair for good: a bot plays on")}
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


def people_lines(door: HouseDoor, style: Style) -> list[str]:
    """The others who are here, and whoever else is muted."""
    return [people_line(door, name, style) for name in people(door)]


def people_line(door: HouseDoor, name: str, style: Style) -> str:
    return style.say("{name}: muted" if is_muted(door, name) else "{name}: is heard", name=Said(name))


def people(door: HouseDoor) -> list[str]:
    """Who can be muted, or heard again."""
    return list({name_key(name): name for name in (*door.others, *door.muted)}.values())


def is_muted(door: HouseDoor, name: str) -> bool:
    return name_key(name) in map(name_key, door.muted)


async def mute(door: HouseDoor, text: str, style: Style) -> list[str]:
    if not text:
        return people_lines(door, style) or [style.say("nobody else is here")]
    name = found(text, door.others)
    door.mute(name)
    return [style.say("you hear nothing any more of what {name} says", name=Said(name))]


async def unmute(door: HouseDoor, text: str, style: Style) -> list[str]:
    if not door.muted:
        raise IllegalAction("nobody is muted", code="no_such_person")
    name = found(text, door.muted)
    door.mute(name, False)
    return [style.say("you hear {name} again", name=Said(name))]


def found(text: str, names: Sequence[str]) -> str:
    """The name that was typed; without one the only one there is."""
    if not text and len(names) == 1:
        return names[0]
    for name in names:
        if name_key(name) == name_key(text):
            return name
    if not names:
        raise IllegalAction("nobody else is here", code="no_such_person")
    raise IllegalAction("whom? {names}", code="no_such_person", names=tuple(map(Said, names)))


async def vote(door: HouseDoor, text: str, style: Style) -> list[str]:
    is_for = door.viewer not in door.votes
    await door.vote(is_for)
    if is_for:
        return [style.say("you vote to end the match: {rule}", rule=VOTE_RULE)]
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
    "mute": mute,
    "unmute": unmute,
    "vote": vote,
    "clock": clock,
    "stand": stand,
}


async def arrange(door: HouseDoor, command: str, rest: str) -> None:
    """Do one of CHAIR_COMMANDS. People count chairs from one, as they are shown; a house counts seats from zero."""
    number, _, text = rest.partition(" ")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 3):
        raise IllegalAction("which chair? {command} 3, for example", code="no_such_seat", command=command)
    if not 1 <= int(number) <= door.chairs:
        raise IllegalAction("there is no chair {number}: chairs are 1 to {last}", code="no_such_seat",
                            number=int(number), last=door.chairs)  # fmt: skip
    seat = int(number) - 1
    if command == "sit":
        await door.sit(seat)
    else:
        await door.set_chair(seat, KINDS[command], text.strip())
