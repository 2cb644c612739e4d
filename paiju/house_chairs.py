"""The chairs of a table of the house before a match: whose they are, and what a host may make of them."""

from __future__ import annotations

from collections.abc import Sequence

from paiju import names
from paiju.contract import HOUSE_BOT, Contract, HouseChair, check_bot
from paiju.core.words import IllegalAction
from paiju.names import name_key
from paiju.people import Person, read_name
from paiju.store.house_store import Document


def may_sit(chair: HouseChair, person: Person) -> bool:
    if chair.kind == "kept":
        return chair.person == person.id or (not chair.person and name_key(chair.name) == name_key(person.name))
    return chair.kind == "open" or (chair.kind == "bot" and chair.is_free)


def best_chair(contract: Contract, person: Person) -> int:
    """The chair kept for somebody, else the first that is open, else one of a bot."""
    for kind in ("kept", "open", "bot"):
        for seat, chair in enumerate(contract.chairs):
            if chair.kind == kind and may_sit(chair, person):
                return seat
    raise IllegalAction("no chair is free", code="full")


def own_name(name: str, taken: Sequence[str]) -> str:
    """A name that nobody else at the table has."""
    number, own = 1, name
    while own in taken:
        number += 1
        own = f"{name} {number}"
    return own


def bot_chair(bot: str, taken: Sequence[str]) -> HouseChair:
    free = [name for name in names.for_bots(len(taken) + 6) if name not in taken]
    return HouseChair("bot", name=free[0], bot=bot)


def make_chair(kind: str, text: str, contract: Contract, taken: Sequence[str]) -> HouseChair:
    """A chair as a host wants it: open, a bot by name, or kept for somebody by name."""
    if kind == "bot":
        return bot_chair(check_bot(text or HOUSE_BOT, contract.game), taken)
    if kind == "kept":
        return HouseChair("kept", name=read_name(text))
    if kind == "open":
        return HouseChair()
    raise IllegalAction("a chair is open, kept or a bot", code="no_such_chair")


def guest_of(chair: HouseChair) -> str:
    """Whom a chair is kept for, as invitations are found: a person, or whoever has the name."""
    return "" if chair.kind != "kept" else chair.person or named(chair.name)


def named(name: str) -> str:
    return f"name {name_key(name)}"


def seat_documents(before: Contract, after: Contract) -> list[Document]:
    """What changes in the store where somebody sits down, gets up, or is invited: it is found by the person."""
    documents: list[Document] = []
    for id in {**before.people, **after.people}:
        state = after.state if id in after.people else "left"
        if after.people.get(id) != before.people.get(id) or state != before.state:
            value = {"table": after.id, "rules": after.rules, "pace": after.pace, "state": state}
            documents.append(Document("sitting", f"{after.id} {id}", value, id, state))
    is_open = after.state == "open"
    for seat, (old, new) in enumerate(zip(before.chairs, after.chairs, strict=True)):
        if guest := guest_of(new) or guest_of(old):
            state = "open" if guest_of(new) and is_open else "gone"
            value = {"table": after.id, "rules": after.rules, "pace": after.pace, "host": after.host_name}
            documents.append(Document("invited", f"{after.id} {seat}", value, guest, state))
    return documents
