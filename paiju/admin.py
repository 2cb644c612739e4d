"""What whoever keeps a house may do with it: see its tables and people, end a table, ban somebody, give a bot a token.

`paiju admin` asks the server that runs, over a socket in its folder that only its owner can open (server/admin.py):
tables in memory are the server's, and a SQLite file has one writer. Where no server runs it does the same here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from paiju.contract import Contract
from paiju.core.words import IllegalAction
from paiju.house import House
from paiju.people import Person

STATES = ("open", "playing", "open by link", "playing by link")
MOST = 1000  # rows of an answer


async def tables(house: House, what: str) -> list[dict[str, Any]]:
    """Those that are open or being played."""
    return [
        {"table": each.id, "state": each.listing, "rules": each.rules, "pace": each.pace,
         "chairs": [chair.name for chair in each.chairs]}
        for each in await running(house)
    ]  # fmt: skip


async def running(house: House) -> list[Contract]:
    return [
        Contract.read(value)
        for state in STATES
        for _, value in await house.store.find("table", state=state, limit=MOST)
    ]  # fmt: skip


async def people(house: House, what: str) -> list[dict[str, Any]]:
    """Those who have an account or were banned, and the guests who sit somewhere."""
    found = {
        id: {"person": id, "name": value.get("name", ""), "kind": value.get("kind", ""),
             "banned": bool(value.get("banned"))}
        for id, value in await house.store.find("person", limit=MOST)
    }  # fmt: skip
    for contract in await running(house):
        for chair in contract.chairs:
            if chair.person:
                guest = {"person": chair.person, "name": chair.name, "kind": "guest", "banned": False}
                found.setdefault(chair.person, guest)
    return list(found.values())


async def end(house: House, what: str) -> str:
    """End a table; its match is kept as far as it was played."""
    table = await house.table(what)
    async with table.changing:
        if table.contract.state == "over":
            raise IllegalAction("the match is over", code="match_over")
        await table.finish("host")
    return f"{what} is over"


async def ban(house: House, what: str) -> str:
    """Somebody does not come in any more, and goes at once; from the tables of other processes in a moment."""
    told = [each for each in await people(house, "") if what in (each["person"], each["name"])]
    if not told:
        raise IllegalAction("there is no such person", code="no_such_person")
    if len(told) > 1:
        raise IllegalAction("several have this name: give the id", code="several_people")
    person = Person(told[0]["person"], told[0]["name"], told[0]["kind"])
    await house.people.ban(person)
    house.note("banned", person=person.id)
    house.send_away([person.id])
    return f"{person.name} ({person.id}) is banned"


async def unban(house: House, what: str) -> str:
    person = await house.people.find(what)
    if person is None:
        raise IllegalAction("there is no such person", code="no_such_person")
    await house.people.ban(person, banned=False)
    house.note("let in again", person=person.id)
    return f"{person.name} ({person.id}) may come in again"


async def bot(house: House, what: str) -> dict[str, Any]:
    """An account for a program, and its token, which is shown this once."""
    person, token = await house.people.make_bot(what)
    house.note("bot made", person=person.id)
    return {"person": person.id, "name": person.name, "token": token}


DOINGS: dict[str, Callable[[House, str], Awaitable[Any]]] = {
    "tables": tables, "people": people, "end": end, "ban": ban, "unban": unban, "bot": bot,
}  # fmt: skip
