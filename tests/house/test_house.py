"""The house without a network: who may do what at a table, what stands in for whom, and what survives."""

import asyncio
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace

import pytest

from paiju import contract as contracts
from paiju import waiting
from paiju.core.words import IllegalAction
from paiju.fair import flaw_of
from paiju.house import House, HouseLimits, PlayedElsewhere
from paiju.locks import Locks
from paiju.ratings import PlayerRating, ranks_of, rated
from paiju.record import read_unfinished
from paiju.remarks import MoveRemark, public
from paiju.store.house_store import StoreAway, open_store
from paiju.timing import TableClock, Timing
from paiju.waiting import wake_hour


class Client:
    """Somebody at a table who notes what he hears."""

    lang = "en"

    def __init__(self, person):
        self.person = person
        self.heard, self.stands, self.said, self.dismissed = [], [], [], ""
        self.played_for = []

    def hear(self, news):
        self.heard.append(news)

    def see(self, table):
        self.stands.append(table.contract)
        self.played_for = [seat for seat in range(len(table.contract.chairs)) if table.is_played_for(seat)]

    def hear_said(self, seat, name, text):
        self.said.append((seat, name, str(text)))

    def dismiss(self, code, text):
        self.dismissed = code

    @property
    def asks(self):
        return self.heard[-1].scene.asks if self.heard else ()


@asynccontextmanager
async def house_at(path, **more):
    store = open_store(path / "house.sqlite")
    await store.open()
    faults = []
    house = House(store, b"k" * 32, report=lambda error, table: faults.append(error), **more)
    try:
        yield house
    finally:
        await house.close()
        await store.close()
    assert not faults


def in_house(test):
    def call(tmp_path, monkeypatch):
        monkeypatch.setitem(contracts.PACES, "quickest", Timing(0, 0, 0, 0, 0, 0.05))
        monkeypatch.setitem(contracts.PACES, "days", contracts.PACES["days"])  # a test may change it
        monkeypatch.setattr(waiting, "TRY_AGAIN", 0.01)

        async def limited():
            async with asyncio.timeout(30), house_at(tmp_path) as house:
                await test(house)

        asyncio.run(limited())

    call.__name__, call.__doc__ = test.__name__, test.__doc__
    return call


async def people(house, *names):
    return [(await house.people.guest(name))[0] for name in names]


async def until(condition):
    while not condition():
        await asyncio.sleep(0.01)


async def begun(house, *persons, rules="hearts:passing=off", pace="quickest", **more):
    """A table where these play, with a client each."""
    contract = await house.open_table(persons[0], rules, pace=pace, **more)
    table = await house.table(contract.id)
    clients = [Client(person) for person in persons]
    visits = [table.come(client) for client in clients]
    for person in persons[1:]:
        await table.sit(person)
    await table.begin(persons[0])
    await until(lambda: all(client.heard for client in clients))
    return table, clients, visits


async def all_gone(house, table, visits):
    """Everybody goes, and the table is put away."""
    for visit in visits:
        table.go(visit)
    await until(lambda: table.contract.id not in house.tables)


@contextmanager
def refuses(code):
    with pytest.raises(IllegalAction) as refused:
        yield
    assert refused.value.code == code


@in_house
async def test_a_match_begins_when_all_sit_and_are_ready(house):
    ann, bob = await people(house, "Ann", "Bob")
    chairs = [("open", ""), ("open", ""), ("bot", "steady"), ("bot", "search:easy")]
    contract = await house.open_table(ann, "hearts", chairs, "relaxed")
    table = await house.table(contract.id)
    await table.ready(ann)
    await table.sit(bob)
    assert table.contract.state == "open"
    await table.ready(bob)
    assert table.contract.state == "playing"
    assert [chair.bot for chair in table.contract.chairs] == ["", "", "steady", "search:easy"]


@in_house
async def test_only_the_host_decides_and_only_before_the_match(house):
    ann, bob = await people(house, "Ann", "Bob")
    contract = await house.open_table(ann, "hearts")
    table = await house.table(contract.id)
    await table.sit(bob)
    with refuses("not_the_host"):
        await table.begin(bob)
    with refuses("not_the_host"):
        await table.set_chair(bob, 0, "open")
    with refuses("own_chair"):
        await table.set_chair(ann, 0, "open")
    await table.set_chair(ann, 1, "open")
    assert table.contract.seat_of(bob.id) == -1
    await table.begin(ann)
    with refuses("begun"):
        await table.set_chair(ann, 1, "open")
    assert [chair.kind for chair in table.contract.chairs] == ["person", "bot", "bot", "bot"]


@in_house
async def test_a_kept_chair_is_for_one_person(house):
    ann, bob, cat = await people(house, "Ann", "Bob", "Cat")
    contract = await house.open_table(ann, "hearts", [("open", ""), ("kept", "Bob"), ("bot", ""), ("bot", "")])
    table = await house.table(contract.id)
    with refuses("full"):
        await table.sit(cat)
    assert await table.sit(bob) == 1


@in_house
async def test_the_host_who_leaves_is_followed_by_another(house):
    ann, bob = await people(house, "Ann", "Bob")
    table = await house.table((await house.open_table(ann, "hearts")).id)
    await table.sit(bob)
    await table.stand(ann)
    assert table.contract.host == bob.id


@in_house
async def test_a_quick_game_seats_strangers_together_and_bots_fill_it(house):
    ann, bob = await people(house, "Ann", "Bob")
    first = await house.lobby.quick_game(ann, "hearts", "live")
    table = await house.table(first.id)
    clients = [Client(ann), Client(bob)]
    table.come(clients[0])
    second = await house.lobby.quick_game(bob, "hearts", "live")
    table.come(clients[1])
    assert second.id == first.id
    assert (await house.lobby.quick_game(bob, "hearts", "fast")).id != first.id
    assert table.timers
    table.begin_later(0.01)  # half a minute has gone
    await until(lambda: table.contract.state == "playing")
    assert [chair.kind for chair in table.contract.chairs] == ["person", "person", "bot", "bot"]


@in_house
async def test_who_loses_the_connection_is_stood_in_for_and_takes_over_again(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, clients, visits = await begun(house, ann, bob)
    table.go(visits[1])
    assert table.away(1)
    while not table.is_played_for(1):
        if clients[0].asks:
            await table.door(ann).answer(next((await table.door(ann).view()).actions(0)))
        await asyncio.sleep(0.01)
    assert table.contract.chairs[1].kind == "person"  # the chair stays his
    await until(lambda: any(news.kind == "chairs" and "a bot plays for" in str(news.text) for news in clients[0].heard))
    table.come(again := Client(bob))
    await until(lambda: not table.is_played_for(1) and table.table.chairs.by_seat[1].bot == "")
    assert again.heard[0].kind == "whole"


@in_house
async def test_who_goes_for_a_minute_is_asked_again_at_once(house):
    (ann,) = await people(house, "Ann")
    table, (client,), _ = await begun(house, ann, rules="hearts")
    await until(lambda: client.asks)
    for _ in range(3):
        await table.leave_for_now(ann)
        assert table.is_played_for(0)
        assert client.played_for == [0]  # and he has been told
        await table.leave_for_now(ann, False)
        await until(lambda: client.asks or client.heard[-1].scene.over)
        assert not table.is_played_for(0)


@in_house
async def test_a_stand_in_is_remembered_over_a_restart(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, clients, visits = await begun(house, ann, bob)
    table.go(visits[1])
    while not table.is_played_for(1):
        if clients[0].asks:
            await table.door(ann).answer(next((await table.door(ann).view()).actions(0)))
        await asyncio.sleep(0.01)
    await house.put_away(table, "closing", "")
    again = await house.table(table.contract.id)
    assert again is not table
    assert again.is_played_for(1)
    again.come(Client(bob))
    await until(lambda: again.table.chairs.by_seat[1].bot == "")


@in_house
async def test_who_comes_while_a_table_is_put_away_gets_it_anew(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann, bob)
    _, again = await asyncio.gather(house.put_away(table, "moved", ""), house.table(table.contract.id))
    assert again is not table
    assert not again.is_gone
    client = Client(ann)
    again.come(client)
    await until(lambda: client.heard)


async def taken_by_another(house, **more):
    """A table of four people that another process has taken, while this one, which had it, slept past its lease."""
    house.process, house.limits = "this", HouseLimits(lease=0.02)
    table, clients, visits = await begun(house, *await people(house, "Ann", "Bob", "Cat", "Dan"), **more)
    other = House(house.store, b"k" * 32, process="other")
    while table.contract.id not in other.tables:
        with suppress(PlayedElsewhere):
            (await other.table(table.contract.id)).holds += 1
        await asyncio.sleep(0)
    return other, table, clients, visits


@in_house
async def test_a_process_that_slept_past_its_leases_shows_nobody_how_it_was(house):
    """Who knocks while it sleeps is let in the moment it wakes, when it has not yet heard that others went on."""
    other, table, clients, _ = await taken_by_another(house)
    with pytest.raises(PlayedElsewhere):
        await house.table(table.contract.id)
    assert [client.dismissed for client in clients] == ["moved"] * 4
    await other.close()


@in_house
async def test_a_table_that_another_process_has_is_put_away_and_that_is_no_fault(house):
    other, table, clients, visits = await taken_by_another(house, pace="days")
    asked = next(seat for seat, client in enumerate(clients) if client.asks)
    table.go(visits[asked])  # that the table waits for him is to be stored now
    await until(lambda: table.is_gone)
    assert clients[asked - 1].dismissed == "moved"
    await other.close()


@in_house
async def test_who_leaves_for_good_is_replaced_and_others_play_on(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann, bob)
    await table.stand(bob)
    assert table.contract.chairs[1].kind == "bot"
    assert table.contract.players[1] == bob.id  # the match counts for who began it
    await table.stand(ann)
    assert (table.contract.state, table.contract.ending) == ("over", "nobody")


@in_house
async def test_the_clock_is_off_once_all_who_are_there_want_it_and_stays_off(house):
    ann, bob, cat = await people(house, "Ann", "Bob", "Cat")
    table, clients, visits = await begun(house, ann, bob, cat, rules="hearts", pace="live")
    await until(lambda: clients[0].asks)
    assert clients[0].heard[-1].seconds > 0
    table.go(visits[2])
    await table.play_without_clock(ann)
    await table.play_without_clock(ann, False)
    await table.play_without_clock(bob)
    assert table.contract.has_clock
    await table.play_without_clock(ann)
    assert not table.contract.has_clock
    assert "the clock is off" in str(clients[0].heard[-1].text)
    assert clients[0].heard[-1].seconds == 0
    assert not table.table.clock.deadline
    with pytest.raises(IllegalAction, match="no clock"):
        await table.play_without_clock(bob)
    await house.put_away(table, "closing", "")
    assert not (await house.table(table.contract.id)).contract.has_clock


@in_house
async def test_who_gives_up_his_chair_no_longer_wants_the_clock_off(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann, bob, rules="hearts", pace="live")
    await table.play_without_clock(ann)
    await table.stand(ann)
    assert (table.contract.no_clock, table.contract.has_clock) == ((), True)


@in_house
async def test_a_match_ends_when_all_who_are_there_want_it_and_a_rematch_keeps_the_chairs(house):
    ann, bob, cat = await people(house, "Ann", "Bob", "Cat")
    table, _, visits = await begun(house, ann, bob, cat)
    table.go(visits[2])
    await table.vote(ann)
    await table.vote(ann, False)
    await table.vote(bob)
    assert table.contract.state == "playing"
    await table.vote(ann)
    assert (table.contract.state, table.contract.ending) == ("over", "vote")
    assert "ratings" not in await house.history.match(table.contract.id)
    again = await house.table(await table.rematch(bob))
    assert await table.rematch(ann) == again.contract.id
    chairs = [(chair.kind, chair.name) for chair in again.contract.chairs[:3]]
    assert chairs == [("kept", "Ann"), ("person", "Bob"), ("kept", "Cat")]
    assert await again.sit(cat) == 2
    assert again.contract.chairs[3].kind == "bot"


@in_house
async def test_phrases_and_chat_are_for_those_who_sit(house):
    ann, eve = await people(house, "Ann", "Eve")
    table = await house.table((await house.open_table(ann, "hearts")).id)
    table.come(client := Client(eve))
    await table.say(ann, "good evening")
    await table.say(ann, "", "hello")
    assert client.said == [(0, "Ann", "good evening"), (0, "Ann", "Hello!")]
    with refuses("not_seated"):
        await table.say(eve, "psst")
    with refuses("no_such_phrase"):
        await table.say(ann, "", "nonsense")


@in_house
async def test_a_table_may_be_closed_to_onlookers(house):
    ann, eve = await people(house, "Ann", "Eve")
    table, _, _ = await begun(house, ann, onlookers=False)
    with refuses("no_onlookers"):
        table.come(Client(eve))


@in_house
async def test_hints_are_for_those_who_play_alone(house):
    ann, bob = await people(house, "Ann", "Bob")
    alone, _, _ = await begun(house, ann)
    alone.check_hint()
    together, _, _ = await begun(house, ann, bob)
    with refuses("not_alone"):
        together.check_hint()


def test_a_table_nobody_is_at_leaves_memory_and_comes_back_as_it_was(tmp_path):
    async def play():
        limits = HouseLimits(linger=0.05)
        async with asyncio.timeout(30), house_at(tmp_path, limits=limits) as house:
            (ann,) = await people(house, "Ann")
            table, clients, visits = await begun(house, ann, pace="relaxed")
            await until(lambda: clients[0].asks)
            await table.door(ann).answer(next((await table.door(ann).view()).actions(0)), "a1")
            moves = table.table.journal.moves
            number = clients[0].heard[-1].number
            table.go(visits[0])
            await until(lambda: table.contract.id not in house.tables)
            again = await house.table(table.contract.id)
            again.come(client := Client(ann), number)
            await until(lambda: client.heard)
            assert client.heard[0].number > number
            assert again.table is not None
            assert again.table.journal.moves >= moves > 0
            own = sum(move.seat == 0 for move in again.table.journal.deal.moves)
            await again.door(ann).answer(again.table.journal.deal.moves[-1].action, "a1")  # it was given before
            assert sum(move.seat == 0 for move in again.table.journal.deal.moves) == own

    asyncio.run(play())


@in_house
async def test_who_cannot_ask_whether_a_table_is_still_his_shows_nobody(house):
    """Cut off from the database alone: others may have gone on with it."""
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann, bob)
    house.held_until = 0.0

    async def away(*_):
        raise StoreAway("away")

    house.store.renew = away
    with pytest.raises(StoreAway):
        await house.table(table.contract.id)
    with pytest.raises(StoreAway):
        await house.contract(table.contract.id)
    del house.store.renew
    assert await house.table(table.contract.id) is table


@in_house
async def test_who_comes_while_leases_left_over_are_given_up_keeps_his_table(house):
    """After a restart: a process has leases of tables that it has not loaded."""
    house.process = "this"
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann, bob)
    id, release = table.contract.id, house.store.release
    await house.put_away(table)
    for left in ("a", id, "z"):
        await house.store.lease(left, "this", 60.0)

    async def slow(*given):
        await asyncio.sleep(0.01)
        await release(*given)

    house.store.release = slow
    await house.renew()
    came = await house.table(id)
    await house.giving_up
    assert set(await house.store.renew("this", 60.0)) == {id}
    assert house.tables[id] is came


# ---- what the store does not take ----


@contextmanager
def not_stored(house, is_it, error):
    """What fits is not stored, until this ends."""
    put_all = house.store.put_all

    async def refuse(documents, *more):
        if any(is_it(document) for document in documents):
            raise error
        await put_all(documents, *more)

    house.store.put_all = refuse
    try:
        yield
    finally:
        del house.store.put_all


@in_house
async def test_who_could_not_sit_down_for_the_store_can_afterwards(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann)
    with not_stored(house, lambda document: document.kind == "table", StoreAway("away")), pytest.raises(StoreAway):
        await table.sit(bob)
    assert await table.sit(bob) == 1
    assert table.table.people == (0, 1)


@in_house
async def test_a_chair_taken_in_the_contract_alone_is_given_up_by_the_bot_when_he_comes(house):
    """The process ended between the two."""
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann)
    await table.keep(table.contract.with_chair(1, contracts.HouseChair("person", bob.id, "Bob")))
    await house.put_away(table)
    table = await house.table(table.contract.id)
    table.come(Client(bob))
    await until(lambda: table.table.people == (0, 1))
    assert table.table.chairs.names[1] == "Bob"


@in_house
async def test_who_could_not_get_up_for_the_store_has_his_chair_back(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, _, visits = await begun(house, ann, bob)
    with not_stored(house, lambda document: document.kind == "table", StoreAway("away")), pytest.raises(StoreAway):
        await table.stand(bob)
    assert table.is_played_for(1)
    table.go(visits[1])
    table.come(Client(bob))
    await until(lambda: table.table.people == (0, 1))


@in_house
async def test_an_end_by_vote_that_cannot_be_stored_leaves_a_match_that_goes_on(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, clients, _ = await begun(house, ann, bob)
    await table.vote(ann)
    with not_stored(house, lambda document: document.kind == "match", StoreAway("away")), pytest.raises(StoreAway):
        await table.vote(bob)
    await until(lambda: clients[0].dismissed)
    assert clients[0].dismissed == "store_away"
    again = await house.table(table.contract.id)
    assert (again.contract.state, again.table.is_closed) == ("playing", False)
    again.come(Client(bob))
    await again.vote(bob)
    assert (again.contract.state, again.contract.ending) == ("over", "vote")


@in_house
async def test_a_vote_beside_the_last_card_does_not_bring_a_match_back(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann, bob)
    put_all, gate, held = house.store.put_all, asyncio.Event(), []

    async def slow(documents, *more):
        if any(document.kind == "table" and document.value.get("votes") for document in documents):
            held.append(documents)
            await gate.wait()
        await put_all(documents, *more)

    house.store.put_all = slow
    voting = asyncio.create_task(table.vote(ann))
    await until(lambda: held)
    ending = asyncio.create_task(table.finish("match"))
    for _ in range(20):
        await asyncio.sleep(0.005)
    gate.set()
    await asyncio.gather(voting, ending)
    stored = contracts.Contract.read(await house.store.get("table", table.contract.id))
    assert (table.contract.state, stored.state) == ("over", "over")
    with refuses("no_match"):
        await table.vote(ann)


@in_house
async def test_nobody_opens_more_tables_at_once_than_one_after_the_other(house):
    house.limits = HouseLimits(tables_a_person=3)
    (ann,) = await people(house, "Ann")
    opened = await asyncio.gather(*(house.open_table(ann, "hearts") for _ in range(8)), return_exceptions=True)
    assert [getattr(each, "code", "") for each in opened].count("too_many_tables") == 5


@in_house
async def test_a_store_that_is_away_is_waited_for_and_nothing_is_told_before(house):
    ann, bob = await people(house, "Ann", "Bob")
    table, clients, _ = await begun(house, ann, bob)
    await until(lambda: any(client.asks for client in clients))
    seat = next(seat for seat, client in enumerate(clients) if client.asks)
    person, store, told = (ann, bob)[seat], table.table.store, []
    real = store.append, store.rewrite, store.begin_append
    full = StoreAway(28, "No space left on device")

    async def refuse(_):
        told.append(table.table.journal.moves)
        raise full

    store.append = store.rewrite = refuse
    store.begin_append = lambda _, then: asyncio.get_running_loop().call_soon(then, full)
    action = next((await table.door(person).view()).actions(seat))
    answer = asyncio.create_task(table.door(person).answer(action, "a1"))
    await until(lambda: len(told) > 1)
    heard = clients[1 - seat].heard
    assert heard[-1].kind == "trouble"
    assert "it waits until it can be" in str(heard[-1].text)
    assert not any(event.kind == "play" and event.seat == seat for news in heard[-1:] for event in news.events)
    assert not answer.done()
    store.append, store.rewrite, store.begin_append = real
    await answer
    assert any(line.startswith(f"{seat} {action}") for line in await house.store.lines(table.contract.id))
    assert any("saved again" in str(news.text) for news in heard if news.text)


@in_house
async def test_finished_deals_are_with_the_store_alone_and_nothing_of_them_is_written_anew(house):
    """Where a later deal has to be written anew, those before stay as they were stored."""
    ann, bob = await people(house, "Ann", "Bob")
    table, _, _ = await begun(house, ann, bob, rules="hearts:passing=off,target=1000")
    played, id = table.table, table.contract.id

    async def play(deals):
        while len(played.results) < deals:
            played.go_on(0)
            played.go_on(1)
            seats = [seat for seat in played.state.waiting() if seat < 2] if played.state is not None else []
            with suppress(IllegalAction):  # not all has been shown
                if seats:
                    await played.answer(seats[0], next(iter(played.asked_state().actions(seats[0]))))
            await asyncio.sleep(0)

    await play(2)
    stored = await house.store.lines(id)
    finished = await played.finished_record()
    assert len(finished.deals) == 2
    await play(3)
    assert (played.journal.kept, played.journal.past) == (2, [])
    last = await played.door(0).deal()
    assert last is not None
    assert last.setup.deal == 3
    played.go_on(0)
    played.go_on(1)
    await until(lambda: played.state is not None and played.state.waiting()[0] < 2 and not played.unshown)
    last = await played.door(0).deal()
    assert last is not None
    assert last.setup.deal == 3
    played.writer.is_behind = True  # as after a failure
    seat = played.state.waiting()[0]
    await played.answer(seat, next(iter(played.asked_state().actions(seat))))
    now = await house.store.lines(id)
    assert now[: len(stored)] == stored
    assert len(read_unfinished(now).deals) == 4
    _, heading, running = "\n".join(now).rpartition("deal 4")
    assert played.journal.text().strip().startswith(heading + running)


# ---- clocks ----


def test_a_bank_is_used_when_an_answer_takes_longer():
    clock = TableClock(Timing(answer=10, bank=60))
    clock.ask(1, now=100)
    assert clock.deadline[1] == 170
    clock.answered(1, now=105)
    assert clock.left(1) == 60
    clock.keep([])
    clock.ask(1, now=200)
    clock.answered(1, now=225)
    assert clock.left(1) == 45


def test_after_a_restart_time_goes_on_and_who_comes_back_has_a_moment():
    clock = TableClock(Timing(answer=100, bank=20))
    clock.spent = 40.0
    clock.ask(0, now=1000)
    assert clock.deadline[0] == 1080
    late = TableClock(Timing(answer=100, bank=20))
    late.spent = 5000.0
    late.ask(0, now=1000)
    assert late.deadline[0] == 1015


@in_house
async def test_clocks_survive_a_restart(house):
    """What is left of a bank stands in the record."""
    contracts.PACES["quickest"] = replace(contracts.PACES["quickest"], answer=50.0, bank=100.0, grace=900.0)
    ann, bob = await people(house, "Ann", "Bob")
    table, clients, _ = await begun(house, ann, bob)
    await until(lambda: any(client.asks for client in clients))
    seat = next(seat for seat, client in enumerate(clients) if client.asks)
    table.table.clock.bank[seat] = 42.0
    await table.door((ann, bob)[seat]).answer(next((await table.door((ann, bob)[seat]).view()).actions(seat)))
    await house.put_away(table, "closing", "")
    again = await house.table(table.contract.id)
    assert again.table.clock.bank[seat] == 42.0
    assert 0 <= again.table.clock.spent < 30


def test_remarks_are_read_as_they_were_written_and_ids_are_not_published():
    remark = MoveRemark("0a1b2c3d4e5f", int(time.time()), 3725.0)
    assert MoveRemark.read(str(remark)) == remark
    assert MoveRemark.read("a good play [%clk 0:00:12]") == MoveRemark(left=12.0)
    assert MoveRemark.read("[%clk x] [%at ff]") == MoveRemark()
    assert public("2 play QS {[%id 0a1b] [%at 17]}") == "2 play QS {[%at 17]}"
    assert public("2 play QS {[%id 0a1b]}") == "2 play QS"


# ---- ratings ----


def test_winners_gain_and_losers_lose_also_in_teams():
    players = ("a", "b", "c", "d")
    before: dict[str, PlayerRating] = dict.fromkeys(players, PlayerRating())
    after = rated(players, before, (0, 1, 0, 1), (1, 3, 1, 3))
    assert after["a"].mu == after["c"].mu > 25 > after["b"].mu == after["d"].mu
    assert all(rating.matches == 1 and rating.sigma < before["a"].sigma for rating in after.values())


def test_many_players_are_ranked_and_ties_share():
    assert ranks_of((4, 0, 5, 17), low_wins=True) == (2, 1, 3, 4)
    assert ranks_of((10, 3, 10, 3), low_wins=False) == (1, 3, 1, 3)


def test_a_bot_that_had_several_seats_is_rated_once():
    before = {"ann": PlayerRating(), "bot steady": PlayerRating()}
    after = rated(("ann", "bot steady", "bot steady", "bot steady"), before, (0, 1, 2, 3), (1, 2, 3, 4))
    assert after["bot steady"].matches == 1
    assert after["ann"].mu > 25 > after["bot steady"].mu


@in_house
async def test_bots_stand_on_a_board_of_their_own_and_newcomers_are_provisional(house):
    (ann,) = await people(house, "Ann")
    table, clients, _ = await begun(house, ann, rules="hearts:target=1,passing=off")
    while table.contract.state != "over":
        if clients[0].asks:
            await table.door(ann).answer(next((await table.door(ann).view()).actions(0)))
        await asyncio.sleep(0.005)
    board = await house.history.leaderboard("hearts")
    assert [(row["person"], row["is_provisional"]) for row in board] == [(ann.id, True)]
    assert [row["name"] for row in await house.history.leaderboard("hearts", "bots")] == ["search:medium"]
    (played,), _ = await house.history.played(ann.id, ann.id)
    assert played["id"] == table.contract.id
    assert (await house.history.record(played["id"])).startswith('[Format "paiju 1"]')


@in_house
async def test_matches_that_end_together_all_count_and_who_left_keeps_the_name(house):
    """Also if one of them ends in two ways at once, or does not hear that it was stored."""
    ann, bob = await people(house, "Ann", "Bob")
    tables = [(await begun(house, ann, bob))[0] for _ in range(5)]
    await tables[0].stand(bob)
    await asyncio.gather(*(table.finish("match") for table in [*tables, tables[1]]), tables[2].finish("vote"))
    again = tables[3].contract
    assert await house.history.documents(again, tables[3].table) == ([], [])
    board = {row["person"]: row for row in await house.history.leaderboard("hearts")}
    assert {(row["name"], row["matches"]) for row in board.values()} == {("Ann", 5), ("Bob", 5)}
    assert len((await house.history.recent())[0]) == 5


@in_house
async def test_all_who_come_at_once_come_to_the_same_table(house):
    """Also while it is being put away: with two of them in memory each would hear half of the match."""
    (ann,) = await people(house, "Ann")
    table, _, visits = await begun(house, ann)
    visits[0].client.dismiss("", "")
    table.visits.clear()

    async def come(moment):
        await asyncio.sleep(moment / 10_000)
        return await house.table(table.contract.id)

    leaving = asyncio.create_task(house.drop(table))
    await asyncio.sleep(0)
    found = await asyncio.gather(*(come(moment) for moment in range(300)), leaving)
    assert len(set(found[:-1])) == 1
    assert not house.loading


def test_a_lock_that_is_wanted_is_not_forgotten():
    """Who lets go of it and wants it again at once comes after those who wait."""
    locks, inside, order = Locks(), [], []

    async def use(name, times):
        for _ in range(times):
            async with locks.of("table"):
                assert not inside
                inside.append(name)
                order.append(name)
                await asyncio.sleep(0)
                inside.remove(name)

    async def all_use():
        await asyncio.gather(use("a", 3), use("b", 2))

    asyncio.run(all_use())
    assert order == list("ababa")
    assert not locks


# ---- the lobby, and tables at days pace ----


@in_house
async def test_the_lobby_tells_who_is_here_and_where_one_can_sit_or_look_on(house):
    ann, bob, eve = await people(house, "Ann", "Bob", "Eve")
    table, _, _ = await begun(house, ann)
    await begun(house, bob, is_public=False)
    await begun(house, bob, onlookers=False)
    waiting = await house.open_table(bob, "hearts")
    view = await house.lobby.view(eve)
    assert [(each.id, each.state) for each in view.tables] == [(waiting.id, "open"), (table.contract.id, "playing")]
    assert view.online == 3


@in_house
async def test_who_takes_another_chair_keeps_the_name_and_many_at_once_have_one_each(house):
    ann, bob, other = await people(house, "Ann", "Bob", "Bob")
    table = await house.table((await house.open_table(ann, "hearts")).id)
    await asyncio.gather(*(table.sit(bob, seat) for seat in (1, 2, 1)), return_exceptions=True)
    await table.sit(bob, 3)
    await table.sit(other)
    assert [chair.name for chair in table.contract.chairs] == ["Ann", "Bob 2", "", "Bob"]
    results = await asyncio.gather(*(table.begin(ann) for _ in range(5)), return_exceptions=True)
    assert [getattr(result, "code", "") for result in results] == ["", *["begun"] * 4]


@in_house
async def test_tables_that_everybody_left_are_closed(house):
    """Else one day a lobby would list nothing but those."""
    (ann,) = await people(house, "Ann")
    left = await house.table((await house.open_table(ann, "hearts")).id)
    await left.stand(ann)
    assert not (await house.lobby.look()).tables
    await house.drop(left)
    forgotten = await house.table((await house.open_table(ann, "hearts")).id)
    await forgotten.keep(replace(forgotten.contract, opened=int(time.time()) - 25 * 3600))
    await house.put_away(forgotten)
    await house.lobby.look()
    for table in (left, forgotten):
        while (await house.contract(table.contract.id)).state != "over":
            await asyncio.sleep(0.01)
    assert not await house.store.find("table", owner=ann.id)


@in_house
async def test_who_has_a_chair_kept_is_invited_until_it_begins(house):
    ann, bob, cat = await people(house, "Ann", "Bob", "Cat")
    contract = await house.open_table(ann, "hearts", [("open", ""), ("kept", "bob"), ("kept", "Cat")], "relaxed")
    table = await house.table(contract.id)

    async def invited():
        return [[each["table"] for each in await house.lobby.invitations(person)] for person in (bob, cat)]

    assert await invited() == [[contract.id], [contract.id]]
    assert [each["host"] for each in await house.lobby.invitations(bob)] == ["Ann"]
    await table.sit(bob)
    assert await invited() == [[], [contract.id]]
    await table.begin(ann)
    assert await invited() == [[], []]


@in_house
async def test_whom_a_table_waits_for_is_noted_though_the_store_was_away(house):
    """Both while the table waits and when it is put away."""
    stored, refused = house.store.put_all, []

    async def put_all(documents, *more, **named):
        if len(refused) < 3 and any(document.kind == "waiting" for document in documents):
            refused.append(documents)
            raise StoreAway("away for a moment")
        return await stored(documents, *more, **named)

    house.store.put_all = put_all
    ann, bob = await people(house, "Ann", "Bob")
    chairs = [("open", ""), ("open", ""), ("bot", "steady"), ("bot", "steady")]
    table, _, visits = await begun(house, ann, bob, pace="days", chairs=chairs)
    await all_gone(house, table, visits)
    assert len(refused) == 3
    assert sum([len(await house.store.waiting(person.id)) for person in (ann, bob)]) == 1


@in_house
async def test_who_is_late_at_days_pace_is_answered_for_though_nobody_looks(house):
    """Not in memory, and over a restart: the hour in which his time is up stands in the store."""
    contracts.PACES["days"] = replace(contracts.PACES["days"], answer=0.3)
    ann, bob = await people(house, "Ann", "Bob")
    chairs = [("open", ""), ("open", ""), ("bot", "steady"), ("bot", "steady")]
    table, _, visits = await begun(house, ann, bob, pace="days", chairs=chairs)
    await all_gone(house, table, visits)
    assert {each["waits"] for person in (ann, bob) for each in await house.lobby.sitting(person)} == {True, False}
    lines = await house.store.lines(table.contract.id)
    ((_, due),) = await house.store.find("due")
    await wake_hour(house, due["hour"] + 1)
    assert await house.store.lines(table.contract.id) == lines
    await wake_hour(house, due["hour"])
    await until(lambda: table.contract.id not in house.tables)
    assert len(await house.store.lines(table.contract.id)) > len(lines)


@in_house
async def test_a_table_that_is_not_due_yet_is_put_away_again(house):
    """Its hour was written before the last answer: nobody is late."""
    ann, bob = await people(house, "Ann", "Bob")
    table, _, visits = await begun(house, ann, bob, pace="days")
    await all_gone(house, table, visits)
    lines = await house.store.lines(table.contract.id)
    ((_, due),) = await house.store.find("due")
    assert 71 <= due["hour"] - time.time() / 3600 <= 72  # three days
    await wake_hour(house, due["hour"])
    await until(lambda: table.contract.id not in house.tables)
    assert await house.store.lines(table.contract.id) == lines


@in_house
async def test_a_table_is_given_up_when_it_is_stored_whom_it_waits_for(house):
    ann, bob = await people(house, "Ann", "Bob")
    chairs = [("open", ""), ("open", ""), ("bot", "steady"), ("bot", "steady")]
    table, _, visits = await begun(house, ann, bob, pace="days", chairs=chairs)
    await until(lambda: table.waiting.is_settled)
    for visit in visits:
        table.go(visit)
    noting = asyncio.ensure_future(table.waiting.note())
    await asyncio.sleep(0)
    await house.put_away(table)
    await noting
    assert [await house.store.waiting(person.id) for person in (ann, bob)].count([table.contract.id]) == 1


# ---- fair deals ----


@in_house
async def test_values_are_added_at_days_pace_too_and_are_not_forgotten(house):
    """To the first deal before the match begins, to the next while nobody else is there, over a restart."""
    ann, bob, cat = await people(house, "Ann", "Bob", "Cat")
    chairs = [("open", ""), ("open", ""), ("open", ""), ("bot", "steady")]
    table = await house.table((await house.open_table(ann, "poepen:peak=2", chairs, pace="days")).id)
    first = table.decks.promised
    await table.sit(bob)
    await table.sit(cat)
    for person, value in ((ann, "aa"), (bob, "bb"), (cat, "cc")):
        await table.add_value(person, 1, value)
    await house.put_away(table)
    table = await house.table(table.contract.id)
    assert table.decks.promised == first
    await table.stand(cat)  # what he added goes with him
    await table.set_chair(ann, 2, "bot", "steady")
    with table.held():
        await table.begin(ann)
        await until(lambda: table.table.state is not None)
        with refuses("no_value"):
            await table.add_value(ann, 1, "ab")
        await table.add_value(ann, 2, "a2")
    await house.put_away(table)
    table = await house.table(table.contract.id)
    clients = [Client(ann), Client(bob)]
    for client in clients:
        table.come(client)
    await table.add_value(bob, 2, "b2")
    while len(table.table.journal.record.deals) < 2 and not table.table.results:
        for seat, client in enumerate(clients):
            if client.asks:
                with suppress(IllegalAction):  # what he heard last may be over
                    view = await table.door(client.person).view()
                    await table.door(client.person).answer(next(view.actions(seat)))
        await asyncio.sleep(0.01)
    table.table.go_on(0)
    table.table.go_on(1)
    await until(lambda: table.table.setup.deal == 2 and table.table.state is not None and table.table.moves_told >= 0)
    deals = read_unfinished(await table.house.store.lines(table.contract.id)).deals
    fair = [deal.fairness for deal in deals if deal.fairness is not None]
    assert [each.values for each in fair] == [("aa", "bb", "", ""), ("a2", "b2", "", "")]
    assert fair[0].commitment == first.hash
    assert not flaw_of(deals[0], table.contract.id)
