"""HouseTable: a table of the house in memory, with its contract, those who have come, and the Table it is played at.

What somebody may do here depends on who he is: whose chair it is, who is the host. What may be done at the table itself
is the table's to say (table.py). Whatever changes a contract is stored before anybody is told.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from paiju.bucket import Bucket
from paiju.chairs import Chair, clean_text
from paiju.contract import HOUSE_BOT, USUAL_PACE, Contract, HouseChair
from paiju.core.words import ONLOOKER, Action, IllegalAction, Message, Said, mark
from paiju.games import known_rules
from paiju.house_chairs import best_chair, bot_chair, make_chair, may_sit, own_name, seat_documents
from paiju.house_decks import HouseDecks
from paiju.inbox import Intent, begun_beside, no_deal
from paiju.news import Connection, News, TooSlow
from paiju.people import Person
from paiju.record import read_unfinished
from paiju.remarks import Remembered, short
from paiju.store import MatchMoved, MatchStore
from paiju.store.house_store import Document, DocumentChanged, Holder
from paiju.table import LONGEST_SAYING, Table
from paiju.table_door import TableDoor
from paiju.teaching import Teacher
from paiju.threads import in_thread
from paiju.waiting import Waiting

if TYPE_CHECKING:
    from paiju.house import House

PHRASES = {
    "hello": mark("Hello!"),
    "well_played": mark("Well played!"),
    "thanks": mark("Thank you!"),
    "sorry": mark("Sorry!"),
    "moment": mark("One moment, please."),
    "hurry": mark("It is your turn!"),
    "luck": mark("That was lucky!"),
    "good_game": mark("Good game!"),
    "bye": mark("Goodbye!"),
}
CHAT_RATE, CHAT_BURST = 0.5, 5
MOVED = "moved", "this table is somewhere else now: come back"
STORE_AWAY = "store_away", "the store cannot be reached: come back in a moment"
SHOWN_SECONDS = 5.0
NUMBERS_A_LOAD = 1 << 32  # so many news fit between two loads of a table


class HouseClient(Protocol):
    """One connection of a person to a table, as the house sees it. None of these may wait."""

    @property
    def person(self) -> Person: ...

    @property
    def lang(self) -> str: ...

    def hear(self, news: News) -> None:
        """What happens at the table."""
        ...

    def see(self, table: HouseTable) -> None:
        """How the table stands: chairs, votes, what became of it."""
        ...

    def hear_said(self, seat: int, name: str, text: Message) -> None:
        """Somebody said something where no match is on."""
        ...

    def dismiss(self, code: str, text: str) -> None:
        """Nothing more will come, and why."""
        ...


@dataclass(eq=False, slots=True)
class Visit:
    """Somebody who has come to a table, with one connection."""

    client: HouseClient
    viewer: int = ONLOOKER
    since: int = 0
    connection: Connection | None = None


class HouseTable:
    def __init__(self, house: House, contract: Contract):
        self.house, self.contract = house, contract
        self.visits: list[Visit] = []
        self.told: dict[str, Any] | None = None  # while all are told how it stands: what is the same for each, by lang
        self.table: Table | None = None
        self.changing = asyncio.Lock()  # one change of the contract after another
        self.keeping = asyncio.Lock()  # what is agreed is stored in the order in which it counts
        self.finishing = asyncio.Lock()  # a match that ends in two ways at once ends in one
        self.chat: dict[str, Bucket] = {}
        self.decks = HouseDecks(self)
        self.waiting = Waiting(self)  # at days pace
        self.holds = 0  # of those who want it in memory though nobody is there
        self.timers: list[asyncio.TimerHandle] = []
        self.is_gone = False

    # ---- loading ----

    async def load(self) -> None:
        """Go on where the store has it."""
        contract = self.contract
        if contract.state == "open" and contract.fill_at:
            left = contract.fill_at - time.time()
            self.begin_later(min(max(left, 1.0), self.house.quick_seconds))  # whatever became of the clock
        await self.decks.load()
        if contract.state != "playing":
            return await self.decks.load_values()
        store, lines = await self.house.store.resume(contract.id)
        await self.keep(replace(contract, loads=contract.loads + 1))
        if not lines:  # it had just begun
            await self.decks.load_values()
            return self.set_up(self.new_table())
        record = await in_thread(read_unfinished, lines)
        table = Table.go_on_from(record, contract.timing, HouseMatch(self, store), self.decks.source)
        await self.decks.load_values()
        for seat, chair in enumerate(contract.chairs):
            if chair.kind == "person" and table.chairs.by_seat[seat].bot:  # a bot stood in, or has not got up yet
                table.chairs.lent[seat] = chair.name
        if self.is_slow:
            await self.waiting.load()
        if not table.clock.spent:  # nothing has been answered yet
            table.clock.spent = max(0.0, time.time() - contract.begun) if contract.begun else 0.0
        self.set_up(table)

    def new_table(self) -> Table:
        game, options = known_rules(self.contract.rules)
        chairs = [Chair(chair.name, chair.bot) for chair in self.contract.chairs]
        store = HouseMatch(self, self.house.store.match(self.contract.id))
        practice = self.contract.practice
        seed = game.lesson.seed if practice == "lesson" else secrets.randbelow(1 << 63) if practice else None
        return Table(
            game, options, chairs, seed, self.contract.timing, store, position=self.contract.position, hosted=True,
            decks=self.decks.source, practice=bool(practice),
        )  # fmt: skip

    def set_up(self, table: Table) -> None:
        """Play at this table; who is not here yet is away."""
        self.table = table
        table.room.begin_at(self.contract.loads * NUMBERS_A_LOAD)
        now = asyncio.get_running_loop().time()
        table.chairs.away = dict.fromkeys(table.people, now)
        table.on_change = self.tell_all
        table.moves = self.house.moves
        if self.is_slow:
            table.on_wait = self.note_waiting
        for visit in self.visits:
            self.connect(visit)
        table.start().add_done_callback(lambda _: self.house.spawn(self.end_play(table)))

    @property
    def is_slow(self) -> bool:
        return self.contract.pace == "days"

    # ---- coming and going ----

    def come(self, client: HouseClient, since: int = 0) -> Visit:
        """Somebody comes to sit, to play on or to look on."""
        viewer = self.viewer_of(client.person)
        visit = Visit(client, viewer, since)
        self.visits.append(visit)
        client.see(self)
        person = client.person
        if viewer >= 0 and self.contract.chairs[viewer].avatar != person.avatar and not person.is_bot:
            self.house.spawn(self.show_avatar(person))  # chosen while this table was elsewhere, or not in memory
        if self.table is not None:
            self.connect(visit)
        else:
            self.tell_all()
        return visit

    def viewer_of(self, person: Person) -> int:
        seat = self.contract.seat_of(person.id)
        if seat >= 0:
            return seat
        if not self.contract.onlookers and self.contract.state != "open":
            raise no_onlookers()
        return ONLOOKER

    def connect(self, visit: Visit) -> None:
        assert self.table is not None
        self.disconnect(visit)
        if self.contract.practice == "lesson" and visit.viewer >= 0:
            visit.connection = self.table.hear(visit.viewer, visit.since)
            self.house.spawn(self.teach(visit, visit.connection))
        else:
            visit.connection = self.table.hear(visit.viewer, visit.since, visit.client.hear)

    async def teach(self, visit: Visit, connection: Connection) -> None:
        """News with what a newcomer is told; finding a good answer takes a moment, and what follows waits for it."""
        assert self.table is not None
        teacher = Teacher(self.table.door(visit.viewer), visit.client.lang)
        try:
            async for news in teacher.taught(connection):
                visit.client.hear(news)
        except TooSlow as error:
            visit.client.dismiss("too_slow", str(error))

    def disconnect(self, visit: Visit) -> None:
        if visit.connection is not None:
            visit.connection.close()
            visit.connection = None

    def go(self, visit: Visit) -> None:
        """A connection has gone; the person may come back."""
        if visit in self.visits:
            self.visits.remove(visit)
        self.disconnect(visit)
        if not self.is_gone:
            self.tell_all()
            if not self.visits:
                self.house.drop_later(self)
            elif self.is_slow:
                self.house.spawn(self.waiting.note())

    @contextmanager
    def held(self) -> Generator[None]:
        """In memory for as long as somebody needs it who has not come."""
        self.holds += 1
        try:
            yield
        finally:
            self.holds -= 1
            if not self.visits and not self.holds and not self.is_gone:
                self.house.drop_later(self)

    async def until_shown(self) -> None:
        """A match that has just been loaded shows nothing for a moment: who listens waits, who asks once would not."""
        loop = asyncio.get_running_loop()
        end = loop.time() + SHOWN_SECONDS
        while self.table is not None and self.table.shown is None and not self.table.is_closed and loop.time() < end:
            await asyncio.sleep(SHOWN_SECONDS / 500)

    def is_here(self, person: str) -> bool:
        return person in [visit.client.person.id for visit in self.visits]

    def tell_all(self) -> None:
        self.told = {}
        try:
            for visit in tuple(self.visits):
                visit.client.see(self)
        finally:
            self.told = None

    def away(self, seat: int) -> bool:
        """Has the person of this chair no connection?"""
        chair = self.contract.chairs[seat]
        return chair.kind == "person" and not self.is_here(chair.person)

    def is_played_for(self, seat: int) -> bool:
        """Does a bot stand in for the person of this chair?"""
        return self.table is not None and seat in self.table.chairs.lent

    # ---- before the match ----

    async def sit(self, person: Person, seat: int = -1) -> int:
        """Take a chair: an open one, one kept for this person, or one that a bot has because nobody came."""
        known = await self.house.people.find(person.id) or person  # his connection may be older than his choice
        async with self.changing:
            contract = self.alive()
            had = contract.seat_of(person.id)
            if had >= 0 and seat in (-1, had):
                return had
            if contract.state == "playing" and had >= 0:
                raise IllegalAction("you sit here already", code="seated")
            if seat == -1:
                seat = best_chair(contract, person)
            chair = contract.chair(seat)
            if not may_sit(chair, person):
                raise IllegalAction("this chair is not free", code="seat_taken")
            others = [each for at, each in enumerate(contract.chairs) if at not in (had, seat)]
            taken = [other.name for other in others if other.kind in ("person", "bot")]
            name = own_name(person.name, taken)
            if had >= 0:
                contract = contract.with_chair(had, HouseChair())
            was_ready = self.contract.chairs[had].is_ready if had >= 0 else bool(contract.fill_at)
            taker = HouseChair("person", person.id, name, is_ready=was_ready, avatar=known.avatar)
            contract = contract.with_chair(seat, taker)
            contract = replace(contract, host=contract.host or person.id)
            await self.keep(contract)  # first: a chair that somebody has in the match alone would be nobody's
            if contract.state == "playing":
                assert self.table is not None
                await self.table.sit(seat, name)
            self.look_again(person)
            self.tell_all()
            await self.begin_if_ready()
            return seat

    async def show_avatar(self, person: Person) -> None:
        """What somebody who sits here has chosen to be seen by, for all to see."""
        async with self.changing:
            known = await self.house.people.find(person.id) or person
            contract, seat = self.contract, self.contract.seat_of(person.id)
            if seat < 0 or contract.state == "over" or self.is_gone:
                return
            chair = contract.chairs[seat]
            if chair.avatar != known.avatar:
                with suppress(IllegalAction, OSError):  # it is over, or shown when he comes again
                    await self.keep(contract.with_chair(seat, replace(chair, avatar=known.avatar)))
            self.tell_all()

    async def stand(self, person: Person) -> None:
        """Leave the chair for good; during a match the house's bot has it then."""
        async with self.changing:
            contract = self.alive()
            seat = self.seat(person)
            chair = HouseChair()
            if contract.state == "playing":
                assert self.table is not None
                await self.table.hand_over(seat)
                bot = self.table.chairs.by_seat[seat].bot
                chair = HouseChair("bot", name=self.table.chairs.names[seat], bot=bot, is_free=True)
            contract = contract.with_chair(seat, chair)
            if contract.host == person.id:
                contract = replace(contract, host=next(iter(contract.people), ""))
            try:
                await self.keep(contract.without_wishes_of(person.id))
            except OSError:
                if self.table is not None:  # the bot has it, and gives it back
                    self.table.chairs.lent[seat] = self.contract.chairs[seat].name
                raise
            self.look_again(person)
            if contract.state == "playing" and not self.contract.people:
                await self.finish("nobody")
            self.tell_all()

    def look_again(self, person: Person) -> None:
        """Somebody has another chair than before: his connections show him that."""
        for visit in self.visits:
            if visit.client.person.id == person.id:
                visit.viewer, visit.since = self.contract.seat_of(person.id), 0
                if visit.viewer < 0:
                    visit.viewer = ONLOOKER
                if self.table is not None:
                    self.connect(visit)

    async def ready(self, person: Person, is_ready: bool = True) -> None:
        async with self.changing:
            contract = self.waiting_to_begin()
            seat = self.seat(person)
            await self.keep(contract.with_chair(seat, replace(contract.chairs[seat], is_ready=is_ready)))
            self.tell_all()
            await self.begin_if_ready()

    async def set_chair(self, person: Person, seat: int, kind: str, text: str = "") -> None:
        """The host gives a chair to a bot, keeps it for somebody, opens it, or so removes who sits there."""
        async with self.changing:
            self.check_host(person)
            contract = self.waiting_to_begin()
            old = contract.chair(seat)
            if old.person == person.id:
                raise IllegalAction("stand up first: this is your own chair", code="own_chair")
            taken = [chair.name for chair in contract.chairs if chair.name]
            chair = make_chair(kind, text, contract, taken)
            await self.keep(contract.with_chair(seat, chair))
            for visit in self.visits:
                if old.person and visit.client.person.id == old.person:
                    visit.viewer = ONLOOKER
            self.tell_all()

    async def begin(self, person: Person) -> None:
        """The host lets it begin; bots fill what is open."""
        async with self.changing:
            self.check_host(person)
            self.waiting_to_begin()
            await self.fill_and_begin()

    async def begin_if_ready(self) -> None:
        chairs = self.contract.chairs
        taken = all(chair.kind == "bot" or (chair.kind == "person" and chair.is_ready) for chair in chairs)
        if self.contract.state == "open" and taken and self.contract.people:
            await self.fill_and_begin()

    def begin_later(self, seconds: float) -> None:
        """A quick game waits so long for others."""
        self.timers.append(
            asyncio.get_running_loop().call_later(seconds, lambda: self.house.spawn(self.begin_quick_game()))
        )

    async def begin_quick_game(self) -> None:
        async with self.changing:
            if self.contract.state == "open" and not self.is_gone:
                if self.visits:
                    await self.fill_and_begin()
                else:
                    await self.finish("nobody")

    async def fill_and_begin(self) -> None:
        contract = self.contract
        if not contract.people:
            raise IllegalAction("somebody has to sit down first", code="nobody_sits")
        for seat, chair in enumerate(contract.chairs):
            if chair.kind in ("open", "kept"):
                taken = [other.name for other in contract.chairs if other.name]
                contract = contract.with_chair(seat, replace(bot_chair(HOUSE_BOT, taken), is_free=True))
        players = tuple(chair.person or f"bot {chair.bot}" for chair in contract.chairs)
        names = tuple(chair.name for chair in contract.chairs)
        begun = replace(contract, state="playing", begun=int(time.time()), players=players, names=names)
        await self.keep(begun, self.decks.secret())
        self.decks.forget_others()
        self.house.note("match begun", table=contract.id)
        self.set_up(self.new_table())
        self.tell_all()

    # ---- during the match ----

    def door(self, person: Person) -> TableDoor:
        """What a person may do at the table."""
        if self.table is None:
            raise no_deal()
        return self.table.door(self.viewer_of(person))

    def answer(self, person: Person, action: Action, id: str = "") -> Intent | None:
        """Have a person's answer taken; see Table.begin_answer."""
        table = self.table
        if table is not None:
            seat = self.contract.people.get(person.id)
            return table.begin_answer(self.viewer_of(person) if seat is None else seat, action, id)
        if not id or self.contract.state != "over":
            raise no_deal()
        return begun_beside(self.find_answer(self.seat(person), id))

    async def find_answer(self, seat: int, id: str) -> None:
        """After the match, for who was cut off before he heard that his last answer was taken."""
        record = await in_thread(read_unfinished, await self.house.store.lines(self.contract.id))
        if short(id) not in Remembered.of(record.deals).ids.get(seat, ()):
            raise no_deal()

    async def add_value(self, person: Person, deal: int, value: str) -> None:
        """What a person adds to the shuffle of the next deal, before the match and during it."""
        await self.decks.add(self.seat(person), person.id, deal, value)

    def check_hint(self) -> None:
        """A hint is what a strong bot would play: help that others at the table do not have."""
        if len(self.contract.people) > 1:
            raise IllegalAction("hints are for those who play alone against bots", code="not_alone")

    def check_view(self, person: Person) -> None:
        """A view tells all that can be inferred: bots need it to think, people among people do without."""
        self.seat(person)
        if not person.is_bot and len(self.contract.people) > 1:
            raise IllegalAction("views are for bots, and for those who play alone against bots", code="not_alone")

    async def vote(self, person: Person, is_for: bool = True) -> None:
        """Vote to end the match, as VOTE_RULE has it, or take the vote back."""
        async with self.changing:
            self.check_played(person)
            votes = [id for id in self.contract.votes if id != person.id] + [person.id] * is_for
            await self.keep(replace(self.contract, votes=tuple(votes)))
            if votes and not self.votes_missing():
                await self.finish("vote")
            self.tell_all()

    def votes_missing(self) -> int:
        """The number of votes still missing for the match to end, as VOTE_RULE has it."""
        people, votes = self.contract.people, self.contract.votes
        return max(0, min(len(self.people_here().difference(votes)), -(-3 * len(people) // 4) - len(votes)))

    def people_here(self) -> set[str]:
        """Those who play and are here; if nobody is, those who play."""
        people = self.contract.people
        return {id for id in people if self.is_here(id)} or {*people}

    async def play_without_clock(self, person: Person, is_for: bool = True) -> None:
        """The clock is switched off, for good, when all want it who are here: the pace is relaxed then."""
        async with self.changing:
            table = self.check_played(person)
            if not self.contract.has_clock:
                raise IllegalAction("there is no clock here to switch off", code="no_clock")
            wanted = [id for id in self.contract.no_clock if id != person.id] + [person.id] * is_for
            is_off = self.people_here().issubset(wanted)
            agreed = {"pace": USUAL_PACE, "no_clock": ()} if is_off else {"no_clock": tuple(wanted)}
            await self.keep(replace(self.contract, **agreed))
            if is_off:
                table.set_timing(self.contract.timing, Message("the clock is off: all want to play without one"))
            self.tell_all()

    def check_played(self, person: Person) -> Table:
        """Where a match is on, and the person plays."""
        if self.contract.state != "playing" or self.table is None:
            raise IllegalAction("no match is being played", code="no_match")
        self.seat(person)
        return self.table

    async def leave_for_now(self, person: Person, is_away: bool = True) -> None:
        """A bot stands in for somebody who says that he goes for a minute, until he says that he is back."""
        seat, table = self.seat(person), self.table
        if table is None or table.is_closed or table.shown is None:
            raise IllegalAction("no match is being played", code="no_match")
        if not is_away:
            table.come(seat)
        elif not self.is_played_for(seat):
            await table.inbox.submit(-1, lambda: table.stand_in(seat)).done()

    async def rematch(self, person: Person) -> str:
        """The table of a rematch: the same people, kept in their chairs."""
        async with self.changing:
            contract = self.contract
            if contract.state != "over":
                raise IllegalAction("the match is still being played", code="not_over")
            self.seat(person)
            if not contract.next:
                again = await self.house.open_again(contract, person)
                await self.keep(replace(contract, next=again.id))
                self.tell_all()
            return self.contract.next

    async def say(self, person: Person, text: str, phrase: str = "") -> None:
        """Something for everybody at the table, from those who sit there."""
        seat = self.seat(person)
        bucket = self.chat.setdefault(person.id, Bucket(CHAT_RATE, CHAT_BURST))
        if not bucket.take():
            raise IllegalAction("not so fast: say it in a moment", code="too_fast")
        if phrase and phrase not in PHRASES:
            raise IllegalAction("there is no such phrase", code="no_such_phrase")
        said = Message(PHRASES[phrase]) if phrase else Message("{text}", text=Said(clean_text(text, LONGEST_SAYING)))
        if not str(said):
            return
        if self.table is not None and not self.table.is_closed and self.table.shown is not None:
            return await self.table.say(seat, said)
        for visit in tuple(self.visits):
            visit.client.hear_said(seat, self.contract.chairs[seat].name, said)

    def note_waiting(self) -> None:
        """The table waits for people."""
        self.house.spawn(self.waiting.note())

    # ---- the end ----

    async def end_play(self, table: Table) -> None:
        """The task of the table has ended: the match is over, something failed, or the table was put away."""
        if table.error is not None:
            self.house.report(table.error, self.contract.id)
        if isinstance(table.store, HouseMatch) and table.store.has_moved:
            await self.house.put_away(self, *MOVED)
        elif table.error is not None or table.setup.over:
            with suppress(MatchMoved):  # then whoever has it now ends it
                await self.finish("error" if table.error is not None else "match")

    async def give_up(self) -> None:
        """Nobody wants it any more who has a right to it."""
        async with self.changing:
            await self.finish("host")
            self.tell_all()

    async def finish(self, ending: str) -> None:
        """The match is over: keep what came of it, once. The table may go on until everybody has seen the result."""
        async with self.finishing:
            async with self.keeping:  # from here on nothing else is agreed
                contract = self.contract
            if contract.state == "over":
                return
            contract = replace(contract, state="over", ending=ending, ended=int(time.time()), votes=(), host="")
            if self.table is None:
                await self.keep(contract, self.waiting.nobody())
            else:
                if ending != "match":
                    self.table.close()
                try:
                    await self.keep_outcome(contract, self.table)
                except OSError:
                    if ending != "match":  # it goes on where it was, at a table that is not closed
                        self.house.spawn(self.house.put_away(self, *STORE_AWAY))
                    raise
            self.house.note("table over", table=contract.id, ending=ending)
        self.tell_all()

    async def keep_outcome(self, contract: Contract, table: Table) -> None:
        """With ratings that nobody else changes meanwhile: here one match after another does, and what another process
        did is read again."""
        history = self.house.history
        async with history.rating.of(table.game.name):
            while True:
                documents, seen = await history.documents(contract, table)
                with suppress(DocumentChanged):
                    return await self.keep(contract, [*documents, *self.waiting.nobody()], seen)

    # ---- the contract ----

    async def keep(self, contract: Contract, more: Sequence[Document] = (), seen: Sequence[Document] = ()) -> None:
        """Store it; then it counts. What is over stays over, whatever was asked for just before."""
        async with self.keeping:
            if contract.state != "over" and (self.contract.state == "over" or self.finishing.locked()):
                raise IllegalAction("the match is over", code="match_over")
            document = Document("table", contract.id, contract.value(), contract.host, contract.listing)
            documents = [document, *seat_documents(self.contract, contract), *more]
            try:
                await self.house.store.put_all(documents, Holder(contract.id, self.house.process), seen)
            except MatchMoved:
                self.move()
                raise
            self.contract = contract
            self.send_onlookers_away()

    def send_onlookers_away(self) -> None:
        """Send those away who wait for the start or have lost a chair, where nobody may look on. They hear nothing
        from this moment on, and why behind what is being done."""
        if self.contract.onlookers or self.contract.state == "open":
            return
        for visit in tuple(self.visits):
            if self.contract.seat_of(visit.client.person.id) < 0:
                self.visits.remove(visit)
                self.disconnect(visit)
                self.house.spawn(self.say_no_onlookers(visit.client))
        if not self.visits:
            self.house.drop_later(self)

    async def say_no_onlookers(self, client: HouseClient) -> None:
        async with self.changing:
            error = no_onlookers()
            client.dismiss(error.code, str(error))

    def move(self) -> None:
        """Another process has it."""
        self.house.spawn(self.house.put_away(self, *MOVED))

    def alive(self) -> Contract:
        if self.contract.state == "over" or self.is_gone:
            raise IllegalAction("the match is over", code="match_over")
        return self.contract

    def waiting_to_begin(self) -> Contract:
        if self.alive().state != "open":
            raise IllegalAction("the match has begun", code="begun")
        return self.contract

    def seat(self, person: Person) -> int:
        seat = self.contract.seat_of(person.id)
        if seat < 0:
            raise IllegalAction("you do not sit here", code="not_seated")
        return seat

    def check_host(self, person: Person) -> None:
        if self.contract.host != person.id:
            raise IllegalAction("that is for the host", code="not_the_host")

    async def put_away(self, code: str = "", text: str = "") -> None:
        """Out of memory; all of it is in the store."""
        self.is_gone = True
        for timer in self.timers:
            timer.cancel()
        for visit in tuple(self.visits):
            visit.client.dismiss(code, text)
            self.disconnect(visit)
        self.visits.clear()
        if self.table is not None:
            try:
                if self.is_slow and (code, text) != MOVED:  # else whom it waits for is no more ours to say
                    await self.waiting.note()
            finally:
                self.table.close()
                await asyncio.wait([self.table.start()])


def no_onlookers() -> IllegalAction:
    return IllegalAction("nobody may look on here", code="no_onlookers")


class HouseMatch:
    """The store of a match in the house: when the match is over its result is stored too, before anybody hears it."""

    def __init__(self, table: HouseTable, store: MatchStore):
        self.table, self.store = table, store
        self.append, self.begin_append = store.append, store.begin_append
        self.rewrite, self.keep, self.lines, self.close = store.rewrite, store.keep, store.lines, store.close

    @property
    def place(self) -> str:
        return self.store.place

    @property
    def has_moved(self) -> bool:
        """Has another process written into the match?"""
        return getattr(self.store, "has_moved", False)

    async def finish(self) -> None:
        await self.store.finish()
        await self.table.finish("match")
