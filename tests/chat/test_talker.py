"""The talker, through real sockets: two people with nothing but lines sit down and play."""

import asyncio
import re
from contextlib import asynccontextmanager

import pytest
from rooms import until

from paiju import contract as contracts
from paiju import house_table
from paiju.chat.talker import LONGEST, run_talker
from paiju.house import House
from paiju.store.house_store import open_store
from paiju.timing import Timing


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setitem(contracts.PACES, "relaxed", Timing(0, 0, 0, 0, 0, 0.05))
    monkeypatch.setattr(house_table, "HOUSE_BOT", "random")


class Netcat:
    """Somebody at a terminal."""

    async def connect(self, port, name, greeting="Welcome"):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.heard = ""
        self.task = asyncio.create_task(self.listen())
        await self.types(name)
        await until(lambda: re.search(greeting, self.heard))
        return self

    async def listen(self):
        while data := await self.reader.read(1000):
            self.heard += data.decode()

    async def types(self, line):
        self.writer.write(f"{line}\n".encode())
        await self.writer.drain()

    async def close(self):
        self.writer.close()
        self.task.cancel()


@asynccontextmanager
async def talker_house(folder):
    """Where a talker listens; what goes wrong in it fails the test."""
    store = open_store(folder / "house.sqlite")
    await store.open()
    faults, ports = [], []
    house = House(store, b"k" * 32, report=lambda error, table: faults.append(error))
    serving = asyncio.create_task(
        run_talker(house, "127.0.0.1", 0, lambda: "", faults.append, lambda host, port: ports.append(port))
    )
    try:
        await until(lambda: ports or serving.done())
        yield ports[0], house
        assert not faults
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        await house.close()
        await store.close()


def hand_of(netcat):
    return re.findall("= (.+)", netcat.heard)[-1].strip()


async def seated(port):
    """Ann and Bob, before the first bid."""
    ann, bob = await Netcat().connect(port, "Ann"), await Netcat().connect(port, "Bob")
    await ann.types("join poepen:players=2,peak=2,blind=off,rounds=down")
    await until(lambda: "your chair: 1" in ann.heard)
    await bob.types("join")
    await until(lambda: "your chair: 2" in bob.heard)
    await ann.types("start")
    await until(lambda: "= " in ann.heard and "= " in bob.heard)
    return ann, bob


def test_two_people_with_lines_alone(tmp_path):
    async def play():
        async with talker_house(tmp_path) as (port, _):
            rude = await Netcat().connect(port, "Rude")
            rude.writer.write(b"x" * (3 * LONGEST) + b"\n\xff\xfe\n")
            zoe = await Netcat().connect(port, "Zoe")
            ann, bob = await seated(port)
            await until(lambda: "\nbid 0" in ann.heard or "\nbid 0" in bob.heard)
            one = ann if "\nbid 0" in ann.heard else bob
            await one.types("BID 0")
            await until(lambda: "bids 0" in ann.heard and "bids 0" in bob.heard)
            assert hand_of(ann) not in bob.heard
            assert hand_of(bob) not in ann.heard
            await ann.types("hello, is anybody here?")
            await until(lambda: "Ann: hello, is anybody here?" in bob.heard)
            assert "hello" not in zoe.heard, "she is in the hall"
            for each in (ann, bob, rude, zoe):
                await each.close()

    asyncio.run(asyncio.wait_for(play(), 120))


def test_who_comes_back_has_his_chair_again_and_nobody_else_has(tmp_path):
    """After a lost connection, before the old one is known to be lost, and after a restart of the house."""

    async def play():
        async with talker_house(tmp_path) as (port, house):
            ann, bob = await seated(port)
            own = re.findall(r"Ann [2-9a-z-]{19}", ann.heard)[0]
            assert own not in bob.heard
            hand = hand_of(ann)
            await ann.close()
            table = next(iter(house.tables.values()))
            await until(lambda: all(visit.client.person.name != "Ann" for visit in table.visits))
            for name in ("Ann", f"Ann {own[4:-1]}", "Ann 2222-2222-2222-2222", own[4:]):
                sly = await Netcat().connect(port, name, "Welcome|a name has")
                await sly.types("hand")
                await until(lambda sly=sly: "you do not sit here" in sly.heard or "a name has" in sly.heard)
                assert hand not in sly.heard
                await sly.close()
            ann = await Netcat().connect(port, own)
            await until(lambda: hand in ann.heard)
            again = await Netcat().connect(port, own)
            await until(lambda: hand in again.heard and ann.reader.at_eof())
            for each in (ann, again, bob):
                await each.close()
        async with talker_house(tmp_path) as (port, _):
            ann = await Netcat().connect(port, own)
            await until(lambda: hand in ann.heard)
            await ann.close()

    asyncio.run(asyncio.wait_for(play(), 120))


def test_command_is_no_name(tmp_path):
    async def play():
        async with talker_house(tmp_path) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"$intro\r\nAnn\r\n")
            heard = ""
            while "Ann" not in heard:
                heard += (await reader.readline()).decode()
            assert "first a name: what begins with $ is a command" in heard
            writer.close()

    asyncio.run(asyncio.wait_for(play(), 60))
