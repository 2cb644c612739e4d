"""The command core in rooms of memory, line by line: what is answered, to whom, and what everybody reads."""

import asyncio
from typing import Any

import pytest
from rooms import MemoryPlatform, Somebody, chat_house, until

from paiju import contract as contracts
from paiju import house_table
from paiju.chat.offers import chosen_of, joined, offers_of
from paiju.chat.posts import MOST_BUTTONS, MOST_MENUS, MOST_OPTIONS
from paiju.chat.sitting import seed_form
from paiju.core.cards import Card, Cards
from paiju.core.scene import by_suit
from paiju.core.words import Action, Ask
from paiju.door import VOTE_RULE
from paiju.selection import PossibleAnswers
from paiju.show import Style
from paiju.timing import Timing

HOME = "#cards"


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setitem(contracts.PACES, "relaxed", Timing(0, 0, 0, 0, 0, 0.05))
    monkeypatch.setattr(house_table, "HOUSE_BOT", "random")


def in_rooms(test) -> Any:
    def call(tmp_path):
        async def limited():
            async with asyncio.timeout(60), chat_house(tmp_path) as core:
                await test(core)

        asyncio.run(limited())

    call.__name__, call.__doc__ = test.__name__, test.__doc__
    return call


async def seated(core, rules="hearts:passing=off", *names):
    """People at a table; the first opened it."""
    people = [Somebody(core, name, HOME) for name in names or ("Ann", "Bob")]
    await people[0].says(f"$join {rules}")
    for each in people[1:]:
        each.room = people[0].room
        await each.says("$join")
    return people


def told(core, somebody):
    return [post.text for post in core.platform.told.get(somebody.user.id, {}).values()]


@in_rooms
async def test_the_script_of_an_evening(core):
    """What is said before a match, word for word."""
    ann, bob = Somebody(core, "Ann", HOME), Somebody(core, "Bob", HOME)

    async def says(who, line, *wanted):
        assert (await who.says(line)).post.lines == wanted, line

    assert (await ann.says("$join bridge")).post.text.startswith("Usage: join GAME, join LINK or join CHAIR (games: ")
    await says(ann, "$JOIN hearts", "your chair: North")
    await says(ann, "$join", "your chair: North")
    await says(bob, "$join 3", "your chair: South")
    bob.room = ann.room
    await says(bob, "$join 1", "this chair is not free")
    for chair in ("0", "9", "5", "00", "123456"):
        await says(bob, f"$join {chair}",
                   "there is no such chair: chairs are 1 to 4, or North, West, South and East")  # fmt: skip
    await says(bob, "$play 2c", "the match has not begun: start begins it")
    await says(bob, "$reset", "no match is being played")
    await says(bob, "$wins", "there is no command 'wins': help lists them")
    await says(
        bob, "$language tlh", "there is no language 'tlh'; there are en (English), zh (中文) and nl (Nederlands)"
    )
    await says(bob, "$language nl", "je wordt aangesproken in het Nederlands")
    await says(bob, "$link", f"https://cards.example/t/{core.rooms[ann.room].table.contract.id}")
    await says(bob, "$leave", "je hebt de tafel verlaten")
    await says(bob, "$leave", "je zit hier niet")
    listed = (await ann.says("$players")).post.lines
    assert listed[1:3] == ("North  Ann: not ready yet (host)", "West  an open chair")
    await until(lambda: "an open chair" in core.platform.text(ann.room))
    assert len(core.platform.rooms[ann.room]) == 1, "one message, edited"
    assert "3.2" in (await ann.says("$rules hearts 3.2")).post.text
    assert (await ann.says("$rules")).post.lines[0].startswith("1")
    assert "target=100" in (await ann.says("$options hearts")).post.text
    listed = (await ann.says("$help")).post.text
    assert all(f"${word}" in listed for word in ("intro", "kitty", "language"))
    assert len((await ann.says("$games")).post.lines) >= 5
    assert (await ann.says("$help call")).post.lines[:2] == (
        "$call: call trump: S, or S strong with a pair", "for example: $call S or $call S strong"
    )  # fmt: skip


@in_rooms
async def test_table_where_nobody_may_look_on_gets_no_room(core):
    """A room looks on, so everybody in it would hear the match."""
    ann = Somebody(core, "Ann", HOME)
    (host, _) = await core.house.people.guest("Host")
    contract = await core.house.open_table(host, "hearts", onlookers=False)
    refusal = await ann.says(f"$join https://cards.example/t/{contract.id}")
    assert "nobody may look on here" in refusal.post.text
    assert not core.rooms


@in_rooms
async def test_hands_are_for_their_owners_and_older_copies_go(core):
    ann, bob = await seated(core)
    bob_quietly = await bob.asks("hand")
    assert bob_quietly.post.lines == ("no deal is being played",)
    await ann.says("$start")
    await until(lambda: told(core, ann) and told(core, bob))
    hands = [core.rooms[ann.room].sittings[f"memory {who.user.id}"].latest.scene for who in (ann, bob)]
    for who, scene in zip((ann, bob), hands, strict=True):
        cards = Style().hand(scene.places[scene.viewer].hand)
        assert [cards in text for text in told(core, who)] == [True]
        assert cards not in core.platform.text(ann.room)
    shown = await ann.says("$hand")
    assert shown.is_private
    assert shown.post.picture
    assert shown.post.picture.png().startswith(b"\x89PNG")
    in_the_open = await ann.says("$table")
    assert not in_the_open.is_private
    assert Style().hand(hands[0].places[0].hand) not in in_the_open.post.text


@in_rooms
async def test_an_answer_counts_once_and_what_is_refused_is_taken_away(core):
    ann, bob = await seated(core)
    await ann.says("$start")
    room = core.rooms[ann.room]
    await until(lambda: any(sitting.is_awaited for sitting in room.sittings.values()))
    one, other = (ann, bob) if room.sittings["memory ann"].is_awaited else (bob, ann)
    waiting = await other.says("$play 2c")
    assert waiting.removes
    assert waiting.is_private
    sitting = room.sittings[f"memory {one.user.id}"]
    wrong = await one.says("$play 2c 3d")
    assert wrong.removes
    first = (await sitting.door.choices()).actions[0]
    reply = await one.says(f"${str(first).lower()}", id="the same")
    assert not reply.removes
    assert not reply.post.lines, "everybody sees it on the table"
    again = await one.says(f"${first}", id="the same")
    assert "you do not hold" not in again.post.text or again.is_private
    played = [
        event
        for event in room.log
        if event.kind == "play" and event.seat == room.table.contract.seat_of(sitting.person.id)
    ]
    assert len(played) == 1


@in_rooms
async def test_three_of_four_reset_and_the_same_people_go_on(core):
    people = await seated(core, "hearts", "Ann", "Bob", "Cem", "Dia")
    for each in people:
        await each.says("$start")
    room = core.rooms[people[0].room]
    await until(lambda: room.table.contract.state == "playing")
    assert (await people[0].says("$reset")).post.lines == ("votes to end the match: 1; 2 more needed", VOTE_RULE)
    assert (await people[0].says("$reset")).post.lines == ("votes to end the match: 0; 3 more needed", VOTE_RULE)
    await people[0].says("$reset")
    await people[1].says("$reset")
    assert (await people[2].says("$reset")).post.text == "the match was ended by a vote; start begins another"
    assert (await people[1].asks("start")).post.text == "the match begins"
    again = core.rooms[people[0].room]
    assert again is not room
    assert sorted(again.sittings) == ["memory ann", "memory bob", "memory cem", "memory dia"]
    assert again.table.contract.state == "playing"


@in_rooms
async def test_somebody_at_two_tables_says_which(core):
    ann, bob = await seated(core)
    first = ann.room
    ann.room = HOME
    await ann.says("$join poepen:peak=1")
    second = ann.room
    assert first != second
    ann.room = HOME
    assert (await ann.says("$list")).post.text == "you sit at 2 tables: say it in the room of the one you mean"
    ann.room = "somewhere"
    assert "2 tables" in (await ann.says("$hand", is_private=True, is_direct=True)).post.text
    bob.room = HOME
    assert (await bob.says("$list")).post.lines[0] == "Hearts, pace: relaxed", "he sits at one"
    ann.room = second
    assert (await ann.says("$leave")).post.text == "you have left the table"
    ann.room = "somewhere"
    assert "Hearts" in (await ann.says("$list", is_private=True, is_direct=True)).post.text


def test_a_room_goes_on_where_it_was(tmp_path):
    """Everything that lives in memory is gone; the store and the platform are not."""

    async def play():
        platform = MemoryPlatform()
        async with chat_house(tmp_path, platform=platform) as core:
            ann, bob = await seated(core)
            await ann.says("$language room nl")
            await ann.says("$start")
            await until(lambda: told(core, ann) and told(core, bob))
            where, posts = ann.room, len(platform.rooms[ann.room])
            hand = told(core, bob)[-1].splitlines()[-2:]
        async with chat_house(tmp_path, platform=platform) as core:
            room = core.rooms[where]
            assert sorted(room.sittings) == ["memory ann", "memory bob"]
            await until(lambda: len(platform.rooms[where]) > posts and len(told(core, bob)) == 1)
            assert "Hearts, ronde 1" in platform.text(where) or "Hartenjagen" in platform.text(where)
            await until(lambda: any(set(hand) & set(text.splitlines()) for text in told(core, bob)))
            again = Somebody(core, "Bob", where)
            assert (await again.asks("hand")).post.menus or (await again.asks("hand")).post.lines

    asyncio.run(asyncio.wait_for(play(), 60))


GARBAGE = [
    *("", " ", "$", "\x00\x1b[2J", "play " + "x" * 5000, "play ♠♠♠", "join " + "a:" * 400, "give \u202e\u2066"),
    *("bid 99999999999999", "rules 99.99", "watch http://evil/t/aaaaaaaaaaaaaaaa", "join 0", "join -1", "kitty"),
    *("options hearts:target=-5", "language", "hint", "options luzi:players=5", "deal deal deal", "surrender"),
    *("call S strong", "show %s %n {0} {seat}"),
]
CONTROLS = [
    *("", "x", "show", "show nowhere hand", "do", "do a b c d e", "choose {table} {key} -1", "choose {table} {key} 99"),
    *("do {table} {key} play XX", "do {table} {key} ", "chosen {table} {key}", "clear {table} zzz"),
    *("show {table} nonsense", "do {table} {key} play 2C 2C 2C 2C 2C"),
]


@in_rooms
async def test_garbage_gets_a_sentence_and_changes_nothing(core):
    ann, _ = await seated(core)
    await ann.says("$start")
    room = core.rooms[ann.room]
    await until(lambda: any(sitting.is_awaited for sitting in room.sittings.values()))
    key, table = room.sittings["memory ann"].key, room.table.contract.id
    before = list(room.log)
    for text in GARBAGE:
        reply = await ann.says(text)
        assert len(reply.post.text) <= 2000, text
        assert "went wrong on our side" not in reply.post.text, text
    for control in CONTROLS:
        given = control.replace("{table} {key}", key).replace("{table}", table)
        reply = await ann.clicks(given, "QS 1", "nonsense")
        assert "went wrong on our side" not in reply.post.text, control
    assert room.log == before
    core.platform.closed.add("eve")
    eve = Somebody(core, "", ann.room)
    assert (await eve.says("$join")).post.lines == ("your chair: South",) or room.table.contract.state == "playing"


@pytest.mark.parametrize(
    ("typed", "read"),
    [("call S strong", "call SS"), ("call s 1", "call ss"), ("call S 0", "call S"), ("call S", "call S"),
     ("play 10C 10C", "play 10C 10C"), ("call 2S 2S", "call 2S 2S")],
)  # fmt: skip
def test_the_forms_of_the_seed(typed, read):
    assert seed_form(typed) == read


def test_offers_narrow_until_one_menu_holds_them():
    hand = Cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D 2H 2H 3H 4S LJ BJ")
    groups, ask = by_suit(hand), Ask("play", hand, 1, 2)
    pairs = [Action("play", Cards([one, other])) for one in hand for other in hand if one < other]
    answers = PossibleAnswers(tuple(dict.fromkeys([*pairs, Action("pass")])), True)
    first = offers_of(answers, [ask], groups, Cards(0), Style(), "t k", fits=False)
    assert 1 < len(first.menus) < MOST_MENUS
    assert len(joined(groups)) < MOST_MENUS
    chosen = chosen_of(groups, Cards(0), 0, ["2C 1"])
    assert chosen == Cards("2C")
    then = offers_of(answers, [ask], groups, chosen, Style(), "t k", fits=False)
    assert len(then.menus) <= MOST_MENUS
    both = chosen_of(groups, chosen, 0, ["2C 1", "3C 1"])
    last = offers_of(answers, [ask], groups, both, Style(), "t k", fits=True)
    assert last.buttons[0].label == "play 2♣ 3♣"
    assert last.menus[0].options[0].value == "play 2C 3C"
    for offers in (first, then, last):
        assert len(offers.buttons) <= MOST_BUTTONS
        for menu in offers.menus:
            assert 1 <= len(menu.options) <= MOST_OPTIONS
            assert len({option.value for option in menu.options}) == len(menu.options)
            assert sum(option.is_chosen for option in menu.options) <= menu.most
    assert chosen_of(groups, both, 0, []) == Cards(0)
    assert Card("2C") not in [*chosen_of(groups, both, 0, ["3C 1"])]


def test_more_numbers_than_a_menu_holds_can_be_typed():
    bids = tuple(Action("bid", amount=amount) for amount in range(100))
    offers = offers_of(
        PossibleAnswers(bids, True), [Ask("bid", amounts=tuple(range(100)))], [], Cards(0), Style(), "t k", False
    )
    (menu,) = offers.menus
    assert [option.value for option in menu.options] == [f"bid {amount}" for amount in range(MOST_OPTIONS)]
    assert menu.prompt == "your answer; what is not in this list can be typed"
    assert offers.buttons == ()


def test_what_fails_because_the_platform_closes_is_no_fault(tmp_path):
    """Somebody is being answered while the bot is stopped: his line is gone before the answer is."""

    class ClosingPlatform(MemoryPlatform):
        is_asked, is_closed = asyncio.Event(), asyncio.Event()

        async def open_room(self, home, title):
            self.is_asked.set()
            await self.is_closed.wait()
            raise ConnectionResetError("the platform has gone")

    async def close():
        platform = ClosingPlatform()
        async with asyncio.timeout(60), chat_house(tmp_path, platform=platform) as core:
            asked = asyncio.create_task(Somebody(core, "Ann", HOME).says("$join hearts"))
            await platform.is_asked.wait()
            await core.close()
            platform.is_closed.set()
            await asked

    asyncio.run(close())


@pytest.mark.parametrize(
    ("typed", "rules", "chair"),
    [
        ("tractor", "shengji", "North"),
        ("HEARTS 1", "hearts", "North"),
        ("1 oh hell:players=5 fast", "poepen:players=5", "1"),
        ("80 points", "shengji", "North"),
        ("大怪路子", "luzi", "1"),
        ("Double-Hearts", "gongzhu", "North"),
    ],
)
def test_rooms_find_a_game_by_all_that_it_is_called(tmp_path, typed, rules, chair):
    @in_rooms
    async def joining(core):
        ann = Somebody(core, "Ann", HOME)
        name = rules.partition(":")[0]
        assert (await ann.says(f"$rules {typed.replace('1', '').replace('fast', '')} 1")).post.text
        assert (await ann.says(f"$options {typed.strip('1 ').removesuffix(' fast').strip('1 ')}")).post.lines[
            0
        ] == rules
        assert (await ann.says(f"$join {typed}")).post.lines == (f"your chair: {chair}",)
        assert core.rooms[ann.room].table.contract.rules == rules
        assert name in await core.suggestions(ann.user, HOME, "join", typed.strip("1 ")[:3])

    joining(tmp_path)


@in_rooms
async def test_a_room_hints_at_the_game_that_may_be_meant(core):
    ann = Somebody(core, "Ann", HOME)
    assert "did you mean gongzhu?" in (await ann.says("$join doublehart")).post.text
    assert (await ann.says("$join ../../etc")).post.text.startswith("Usage: join GAME")
    assert (await ann.says(f"$join {'x' * 500}")).post.text.startswith("Usage: join GAME")
