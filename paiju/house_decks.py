"""HouseDecks: the fair decks of one table of the house. Its secret, and what people have added, are in the store.

The secret is there as soon as the table is: its promise is told to everybody who comes, so that whoever sits down has
added his value before the first deal, and during one deal the values of the next come together, at any pace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.core.words import IllegalAction
from paiju.decks import Commitment, FairDecks
from paiju.store.house_store import Document, Holder

if TYPE_CHECKING:
    from paiju.house_table import HouseTable


class HouseDecks:
    def __init__(self, table: HouseTable):
        self.table = table
        self.source: FairDecks | None = None
        self.givers: dict[int, str] = {}  # who added the value of a seat

    @property
    def promised(self) -> Commitment | None:
        """The next deal, to which values can be added."""
        is_over = self.table.contract.state == "over"
        return self.source.promised if self.source is not None and not is_over else None

    def secret(self) -> list[Document]:
        """A new one to be stored, unless there is one; where one practises the decks follow from a seed."""
        if self.source is not None or self.table.contract.practice:
            return []
        id = self.table.contract.id
        self.source = FairDecks.new(id)
        return [Document("secret", id, {"master": self.source.master.hex()})]

    async def load(self) -> None:
        id = self.table.contract.id
        if self.source is None and (kept := await self.table.house.store.get("secret", id)):
            self.source = FairDecks(id, bytes.fromhex(kept["master"]))

    async def load_values(self) -> None:
        """What was added to the next deal, by those who still sit there."""
        source, contract = self.source, self.table.contract
        kept = await self.table.house.store.get("values", contract.id)
        if source is None or not kept or kept["deal"] != source.upcoming:
            return
        for seat, (person, value) in ((int(seat), given) for seat, given in kept["values"].items()):
            if contract.seat_of(person) == seat:
                source.add_value(seat, source.upcoming, value)
                self.givers[seat] = person

    async def add(self, seat: int, person: str, deal: int, value: str) -> None:
        """A person adds something to the shuffle of the next deal; it is not forgotten."""
        source, table = self.source, self.table
        if source is None:
            raise IllegalAction("nothing can be added to the shuffle of this deal", code="no_value")
        if table.table is not None:
            table.table.add_value(seat, deal, value)
        else:
            source.add_value(seat, deal, value)
        self.givers[seat] = person
        given = {str(seat): [self.givers[seat], value] for seat, value in source.values.items() if seat in self.givers}
        document = Document("values", table.contract.id, {"deal": deal, "values": given})
        await table.house.store.put_all([document], Holder(table.contract.id, table.house.process))

    def forget_others(self) -> None:
        """The match begins: what somebody added who has got up does not count."""
        if self.source is not None:
            people = self.table.contract.people
            for seat, person in self.givers.items():
                if people.get(person) != seat:
                    self.source.values.pop(seat, None)
