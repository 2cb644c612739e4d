"""The talker, through real sockets: two people with nothing but lines sit down and play."""

import asyncio
import re

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

    async def connect(self, port, name):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.heard = ""
        self.task = asyncio.create_task(self.listen())
        await self.types(name)
        await until(lambda: "Welcome" in self.heard)
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


def test_two_people_with_lines_alone(tmp_path):
    async def play():
        store = open_store(tmp_path / "house.sqlite")
        await store.open()
        faults, ports = [], []
        house = House(store, b"k" * 32, report=lambda error, table: faults.append(error))
        serving = asyncio.create_task(
            run_talker(house, "127.0.0.1", 0, "", faults.append, lambda host, port: ports.append(port))
        )
        try:
            await until(lambda: ports)
            ann, bob = await Netcat().connect(ports[0], "Ann"), await Netcat().connect(ports[0], "Bob")
            rude = await Netcat().connect(ports[0], "Rude")
            rude.writer.write(b"x" * (3 * LONGEST) + b"\n\xff\xfe\n")
            await ann.types("hello, is anybody here?")
            await until(lambda: "Ann: hello, is anybody here?" in bob.heard)
            await ann.types("join poepen:players=2,peak=2,blind=off,rounds=down")
            await until(lambda: "you sit on chair 1" in ann.heard)
            await bob.types("join")
            await until(lambda: "you sit on chair 2" in bob.heard)
            await ann.types("start")
            await until(lambda: "\nbid 0" in ann.heard or "\nbid 0" in bob.heard)
            one = ann if "\nbid 0" in ann.heard else bob
            await one.types("BID 0")
            await until(lambda: "bids 0" in ann.heard and "bids 0" in bob.heard)
            await until(lambda: "= " in ann.heard and "= " in bob.heard)
            hands = [re.findall("= (.+)", each.heard)[0].strip() for each in (ann, bob)]
            assert hands[0] not in bob.heard
            assert hands[1] not in ann.heard
            assert not faults
            for each in (ann, bob, rude):
                await each.close()
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            await house.close()
            await store.close()

    asyncio.run(asyncio.wait_for(play(), 120))
