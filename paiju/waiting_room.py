"""Before a match elsewhere begins, and after it: who sits at the table, who is ready, what to share, whether to play
once more; as lines, and typed to.

The full screen (terminal/waiting.py) shows the same lines.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TypeAlias

from paiju import company
from paiju.core.words import IllegalAction, Said, mark
from paiju.door import DoorClosed
from paiju.input_lines import InputLines
from paiju.show import Style
from paiju.text import read_command
from paiju.wire import WireChair, WireTable
from paiju.wire_door import WireDoor

TALK = ("say", "mute", "unmute")
COMMANDS = {
    mark("ready"): mark("you are ready, or not yet; Enter does the same"),
    mark("begin"): mark("bots take the open chairs, and the match begins; for the host"),
    **company.CHAIR_COMMANDS,
    **{command: company.COMMANDS[command] for command in TALK},
    mark("exit"): mark("get up and leave"),
}
NAMES = {command: command for command in (*COMMANDS, "help")} | {"quit": "exit"}
ChairName: TypeAlias = Callable[[int, int, Style], str]  # of a seat, of so many
LOOK_SECONDS = 2.0  # between looks whether somebody wants a rematch


def title_line(stands: WireTable, style: Style) -> str:
    facts = {"game": Said(stands.title), "pace": stands.pace}
    if stands.draw:
        return style.say("{game}, pace: {pace}, a card every {seconds} s", **facts, seconds=stands.draw)
    return style.say("{game}, pace: {pace}", **facts)


def chair_number(seat: int, seats: int, style: Style) -> str:
    """The name of a chair where chairs are chosen by number."""
    return str(seat + 1)


def chair_line(chair: WireChair, stands: WireTable, style: Style, called: ChairName = chair_number) -> str:
    """Who sits there, or that somebody may."""
    name = Said(chair.name)
    if chair.kind == "bot":
        text = style.say("{name}, a bot ({bot})", name=name, bot=Said(chair.bot))
    elif chair.kind == "kept":
        text = style.say("kept for {name}", name=name)
    elif chair.kind == "person" and (stands.state == "open" or chair.is_away):
        text = style.say("{name}: {state}", name=name, state=chair_state(chair))
    elif chair.kind == "person":
        text = chair.name
    else:
        text = style.say("an open chair")
    if chair.seat == stands.seat:
        text += style.say(" (you)")
    if chair.seat == stands.host:
        text += style.say(" (host)")
    return f"{called(chair.seat, len(stands.chairs), style)}  {text}"


def chair_state(chair: WireChair) -> str:
    if chair.is_away:
        return mark("not here")
    return mark("ready") if chair.is_ready else mark("not ready yet")


def is_ready(stands: WireTable) -> bool:
    return stands.seat >= 0 and stands.chairs[stands.seat].is_ready


def waiting_lines(
    stands: WireTable, url: str, style: Style, advice: str = "", called: ChairName = chair_number
) -> Iterator[str]:
    """The table before the match, and the address for others; with advice how they get one, that for who is here."""
    yield title_line(stands, style)
    for chair in stands.chairs:
        yield chair_line(chair, stands, style, called)
    if stands.fill_in:
        yield style.say("bots take the open chairs in {seconds} seconds", seconds=stands.fill_in)
    if any(chair.kind in ("open", "kept") for chair in stands.chairs):
        if advice:
            yield style.say("on this computer: {address}", address=Said(url))
            yield advice
        elif url:
            yield style.say("others come by this address: {address}", address=Said(url))


def wanted_line(stands: WireTable, style: Style) -> str:
    """What can be done now."""
    if stands.seat < 0:
        return style.say("you have no chair any more: type sit and a number for another, or exit")
    if is_ready(stands):
        return style.say("waiting for the others")
    if stands.is_host:
        return style.say("press Enter when you are ready, or type begin to have bots take the open chairs")
    return style.say("press Enter when you are ready")


class PlainWaiting:
    """The room before the match, line by line."""

    def __init__(self, door: WireDoor, typed: InputLines, style: Style, is_terminal: bool):
        self.door, self.typed, self.style, self.is_terminal = door, typed, style, is_terminal
        self.said: list[str] = []
        self.left = False

    @property
    def stands(self) -> WireTable:
        assert self.door.stands is not None
        return self.door.stands

    async def run(self) -> bool:
        """Until the match begins; False if it will not, or one has left."""
        watching = asyncio.create_task(self.watch())
        try:
            while self.stands.state == "open" and self.door.error is None and not self.left:
                self.typed.bell.clear()
                self.tell()
                if not await self.hear():
                    await self.typed.bell.wait()
        finally:
            watching.cancel()
        if self.door.error is not None:
            raise self.door.error
        return not self.left

    async def watch(self) -> None:
        while True:
            await self.door.next_change()
            self.typed.bell.set()

    def tell(self) -> None:
        """What is new: at first all of it, then the lines that have changed."""
        if self.stands.state != "open":
            return
        shown = waiting_lines(self.stands, self.door.shared_url, self.style, self.door.house.advice)
        lines = [*shown, wanted_line(self.stands, self.style)]
        if self.door.is_away:
            lines.append(self.style.say("the connection is lost: trying again"))
        for line in lines:
            if line not in self.said and not (self.said and "seconds" in line):
                print(line, flush=True)
        self.said = lines
        for saying in self.door.sayings:
            print(f"{saying.name}: {saying.text}", flush=True)
        self.door.sayings = []

    async def hear(self) -> bool:
        """Deal with a line, if there is one. Through a pipe those that follow are for the match."""
        if is_ready(self.stands) and not self.is_terminal:
            return False
        line = self.typed.take()
        if line is None:
            if self.typed.ended:
                await self.leave()
            return self.typed.ended
        try:
            await self.heed(line.strip())
        except IllegalAction as refusal:
            print(self.style.refusal(refusal), flush=True)
        return True

    async def heed(self, line: str) -> None:
        command, rest = read_command(line or "ready", NAMES, self.style)
        if command == "ready":
            await self.door.ready(not is_ready(self.stands))
        elif command == "begin":
            await self.door.begin()
        elif command == "exit":
            await self.leave()
        elif command in TALK:
            self.print_all(await company.DOINGS[command](self.door, rest, self.style))
        elif command in company.CHAIR_COMMANDS:
            await company.arrange(self.door, command, rest)
        elif command == "help":
            say = self.style.say
            self.print_all(say("{word}: {meaning}", word=word, meaning=text) for word, text in COMMANDS.items())
        else:
            raise IllegalAction("type help for what you can type; say and a text tells it to everybody", code="what")

    def print_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(line, flush=True)

    async def leave(self) -> None:
        """Get up: others may have the chair."""
        self.left = True
        if self.stands.state == "open" and not self.door.is_away:
            await self.door.stand()


# ---- after the match ----


async def next_table(door: WireDoor) -> str:
    """Wait until somebody else has asked for a rematch; its table. It is asked for: the connection has gone."""
    while True:
        with suppress(IllegalAction, DoorClosed):  # a house that is away may come back
            if found := (await door.house.table(door.id)).next:
                return found
        await asyncio.sleep(LOOK_SECONDS)


def may_play_again(door: WireDoor) -> bool:
    """For those who had a chair to the end."""
    return door.viewer >= 0 and (door.is_over or door.is_ended)


class PlainParting:
    """After the match, line by line: once more, or not."""

    def __init__(self, door: WireDoor, typed: InputLines, style: Style):
        self.door, self.typed, self.style = door, typed, style

    async def run(self) -> str:
        """The table of the rematch; empty if one leaves."""
        print(self.style.say("type rematch to play once more with the same people; Enter leaves"), flush=True)
        looking = asyncio.create_task(self.look())
        try:
            while (line := await self.typed.line()) is not None:
                command, _ = read_command(line, {"rematch": "rematch"}, self.style)
                if not command:
                    break
                try:
                    return await self.door.house.rematch(self.door.id)
                except (IllegalAction, DoorClosed) as refusal:
                    print(self.style.refusal(refusal), flush=True)
        finally:
            looking.cancel()
        return ""

    async def look(self) -> None:
        await next_table(self.door)
        print(self.style.say("somebody wants a rematch: type rematch to come along"), flush=True)
