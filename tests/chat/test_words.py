"""What people type in rooms: bare joins, winds, mistyped commands, lines of cards; the page of commands."""

import asyncio

import pytest
from rooms import Somebody, until
from test_rooms import HOME, hasty, in_rooms, seated, told  # noqa: F401
from test_talker import seated as seated_lines
from test_talker import talker_house

from paiju.chat.commands import COMMANDS
from paiju.chat.words import COMMAND_WORDS, is_cards
from paiju.games import all_games
from paiju.show import Style

GAMES = ["hearts", "gongzhu", "shengji", "poepen", "luzi"]


def test_every_command_is_declared_and_done():
    assert COMMANDS.keys() == COMMAND_WORDS.keys()


@in_rooms
async def test_bare_join_asks_with_a_button_for_each_game_and_the_button_opens_it(core):
    ann = Somebody(core, "Ann", HOME)
    asked = await ann.says("$join")
    assert asked.post.text.startswith("which game? $join and its name opens a table: hearts, gongzhu, shengji, poepen")
    assert [button.label for button in asked.post.buttons] == [Style().word(game.title) for game in all_games()[:5]]
    assert (await ann.clicks(asked.post.buttons[2].id)).post.lines[0] == "your chair: North"
    [room] = core.rooms.values()
    assert room.table.contract.rules == "shengji"


@in_rooms
async def test_bare_join_opens_the_last_game_of_the_channel_else_the_game_set_for_it(core):
    ann, bob, cem = (Somebody(core, name, HOME) for name in ("Ann", "Bob", "Cem"))
    await ann.says("$options shengji:target=A")
    await ann.says("$join draw=0.5")
    first = core.rooms[ann.room].table.contract
    assert (first.rules, first.draw) == ("shengji:target=A", 0.5)
    await bob.says("$join poepen:peak=3")
    await cem.says("$join live")
    assert core.rooms[cem.room].table.contract.rules == "poepen:peak=3"
    await core.rooms[cem.room].table.give_up()
    assert (await cem.says("$join live")).post.lines[0] == "your chair: North"
    assert core.memory_of(HOME).last == "poepen:peak=3"
    cem.room = HOME
    await cem.says("$options hearts:target=60")
    await cem.says("$join fast")
    assert core.rooms[cem.room].table.contract.rules == "hearts:target=60"


@in_rooms
async def test_join_takes_winds_where_there_are_four_chairs_and_numbers_elsewhere(core):
    ann, _ = await seated(core, "luzi", "Ann", "Bob")
    assert (await ann.says("$list")).post.lines[1].startswith("1  Ann")
    assert (await ann.says("$join south")).post.text == "there is no such chair: chairs are 1 to 6"
    ann, _ = await seated(core, "shengji", "Ann", "Bob")
    cem, dia = (Somebody(core, name, ann.room, lang) for name, lang in (("Cem", "nl"), ("Dia", "zh")))
    assert (await cem.says("$join oost")).post.text == "jouw stoel: Oost"
    assert (await dia.says("$join 南")).post.text == "你的座位：南"
    listed = [line.split(":")[0] for line in (await ann.says("$list")).post.lines[1:5]]
    assert listed == ["North  Ann", "West  Bob", "South  Dia", "East  Cem"]


@in_rooms
async def test_chair_out_of_bounds_opens_no_table(core):
    ann = Somebody(core, "Ann", HOME)
    for chair, last in (("9", "4"), ("0", "4")):
        assert f"chairs are 1 to {last}" in (await ann.says(f"$join hearts {chair}")).post.text
    assert not core.rooms
    assert (await ann.says("$join shengji draw=99")).post.text.startswith("a card every 0.05 to 2")
    assert (await ann.says("$join hearts draw=0.5")).post.text == "no card is drawn in Hearts: leave out draw"
    assert (await ann.says("$join shengji draw=nan")).post.text.startswith("a card every 0.05 to 2")
    assert (await ann.says("$join shengji draw=fast")).post.text.startswith("'fast' is no number of seconds")
    assert not core.rooms


@in_rooms
async def test_mistyped_command_names_the_one_meant_to_its_writer_alone(core):
    ann, _ = await seated(core)
    reply = await ann.says("$giv 2C 3C 4C")
    assert reply.post.text == "there is no command 'giv': did you mean $give?"
    assert reply.is_private
    assert reply.removes
    assert (await ann.says("$xyzzy")).post.text == "there is no command 'xyzzy': help lists them"


@pytest.mark.parametrize("rules", GAMES)
def test_line_of_cards_is_said_to_nobody_until_it_comes_again(rules, tmp_path):
    @in_rooms
    async def play(core):
        ann, bob = await seated(core, f"{rules}:players=4" if rules == "luzi" else rules)
        await ann.says("$start")
        await until(lambda: told(core, ann) and told(core, bob))
        room = core.rooms[ann.room]
        said = []
        room.table.say = lambda person, text, phrase="": asyncio.sleep(0, said.append(text))
        for text in ("2C 3C 4C", "2c 3c", "♠Q", "QS", "giv 2C 3C 4C", "give 2c", "queen of spades"):
            kept = await ann.says(text, is_addressed=False)
            assert "type it again" in kept.post.text, text
            assert kept.is_private
            assert kept.removes
            assert not said, text
            again = await ann.says(text, is_addressed=False)
            assert not again.post.lines
            assert said == [text]
            said.clear()
        for text in ("hello", "Ah", "I hold 2C and 3C, or do I", "as you like"):
            assert not (await ann.says(text, is_addressed=False)).post.lines
            assert said == [text]
            said.clear()
        eve = Somebody(core, "Eve", ann.room)
        assert not (await eve.says("2C 3C", is_addressed=False)).post.lines, "who does not play has no hand to show"

    play(tmp_path)


@in_rooms
async def test_line_of_cards_is_confirmed_by_the_very_next_line_in_the_same_room_alone(core):
    ann, _ = await seated(core)
    await ann.says("$start")
    room = core.rooms[ann.room]
    await until(lambda: room.latest is not None)
    said = []
    room.table.say = lambda person, text, phrase="": asyncio.sleep(0, said.append(text))

    async def is_held(text="2C 3C"):
        return "type it again" in (await ann.says(text, is_addressed=False)).post.text

    assert await is_held()
    assert not await is_held()
    assert await is_held(), "what was confirmed once is asked about the next time"
    await ann.says("hello", is_addressed=False)
    assert await is_held(), "another line came between"
    await ann.says("$table")
    assert await is_held(), "a command came between"
    thread, ann.room = ann.room, HOME
    assert await is_held(), "it was typed in another room"
    ann.room = thread
    assert await is_held()
    assert said == ["2C 3C", "hello"]


@pytest.mark.parametrize(
    ("text", "is_so"),
    [("haha", False), ("dad", False), ("AS", True), ("kd", True), ("", False), ("467QAC", True), ("J+ bj", True),
     ("\x00", False), ("10", False), ("2C 3C!", True), ("QS?", True), ("？", False), ("KK", True), ("kk", True),
     ("K K", True), ("JJ JJ", True), ("k,q, j a", True), ("AKA", True), ("AA", True), ("aa", True), ("aka", False),
     ("Kaja", False), ("ja", False), ("JA!", False), ("ja, ja", False), ("J A", True), ("aha", False),
     ("K", False), ("7 7", False), ("KKKKKKKKK", False), ("Kaj", False), ("J+", True), ("...", False)],
)  # fmt: skip
def test_line_of_cards_is_told_from_words(text, is_so):
    assert is_cards(text) == is_so


@pytest.mark.parametrize(
    "text",
    ["Q ♠", "♠ Q", "10 C", "Q S", "♠QK2 ♥3", "2C、3C", "2C。", "*QS*", "(QS)", "`QS`", "QS/KS", "QS - KS", "ＱＳ",
     "Q\u200bS", "梅花2", "梅花 2", "schoppen vrouw", "queen of spades", "2C\t3C"],
)  # fmt: skip
def test_cards_in_any_dress_and_language_are_cards(text):
    assert is_cards(text)


@in_rooms
async def test_command_behind_a_wide_sign_or_a_tab_is_a_command(core):
    ann = Somebody(core, "Ann", HOME)
    for line in ("＄games", "$games\t", "＄ｇａｍｅｓ"):
        assert "Gong Zhu" in (await ann.says(line, is_addressed=line.startswith("$"))).post.text


def test_line_of_cards_at_the_talker_is_heard_by_nobody(tmp_path):
    async def play():
        async with talker_house(tmp_path) as (port, _):
            ann, bob = await seated_lines(port)
            await ann.types("$giv 2C 3C 4C")
            await until(lambda: "did you mean give?" in ann.heard)
            await ann.types("giv 2C 3C 4C")
            await until(lambda: "To play them: give 2C 3C 4C" in ann.heard)
            await ann.types("2C 3C 4C")
            await until(lambda: "To play them: play 2C 3C 4C" in ann.heard)
            await ann.types("that was all")
            await until(lambda: "Ann: that was all" in bob.heard)
            assert "2C" not in bob.heard
            await ann.types("2C 3C 4C")
            await ann.types("2C 3C 4C")
            await until(lambda: "Ann: 2C 3C 4C" in bob.heard)
            for each in (ann, bob):
                await each.close()

    asyncio.run(asyncio.wait_for(play(), 60))


@in_rooms
async def test_deal_starts_the_match_as_start_does_and_says_what_goes_on(core):
    ann, bob = await seated(core, "hearts", "Ann", "Bob")
    assert (await bob.says("$deal")).post.text == "you are ready; the host can begin"
    assert (await ann.asks("deal")).post.text == "the match begins"
    room = core.rooms[ann.room]
    await until(lambda: room.latest is not None)
    assert (await ann.says("$deal")).post.text == "the deal has begun and is being played"
    await room.table.give_up()
    assert (await ann.says("$deal")).post.text == "the match is over: start begins another"


@pytest.mark.parametrize(("rules", "command", "wanted"), [
    ("shengji:target=A", "$surrender",
     ("surrender is not allowed at this table; a table of shengji:surrender=on,target=A has it (rule 8.6)",
      "$join shengji:surrender=on,target=A opens such a table")),
    ("hearts:passing=off", "$give 2C 3C 4C",
     ("give is not allowed at this table; a table of hearts has it (rule 2.1)", "$join hearts opens such a table")),
])  # fmt: skip
def test_action_that_an_option_allows_is_refused_with_the_rules_that_have_it(rules, command, wanted, tmp_path):
    @in_rooms
    async def play(core):
        ann, bob = await seated(core, rules)
        await ann.says("$start")
        await until(lambda: core.rooms[ann.room].latest is not None)
        for each in (ann, bob):
            assert (await each.says(command)).post.lines == wanted

    play(tmp_path)


@in_rooms
async def test_intro_has_the_link_to_the_page_of_commands_in_the_language_of_the_writer(core):
    ann = Somebody(core, "Ann", HOME, "nl")
    assert (await ann.says("$intro")).post.lines[-1] == "https://cards.example/commands?lang=nl"


@in_rooms
async def test_unknown_game_or_option_is_refused_in_the_language_of_the_writer_and_to_them_alone(core):
    for lang, wanted in (("en", "there is no game 'xyzzy'"), ("nl", "'xyzzy'"), ("zh", "xyzzy")):
        ann = Somebody(core, "Ann", HOME, lang)
        for line in ("$options xyzzy", "$join hearts:xyzzy=on"):
            refused = await ann.says(line)
            assert refused.is_private
            assert wanted in refused.post.text or lang == "en"
            assert ("there is no game" in refused.post.text or "has no option" in refused.post.text) == (lang == "en")


@in_rooms
async def test_links_lead_to_where_the_house_is_now(core):
    """A laptop goes to another network while the house is open."""
    ann, _ = await seated(core)
    places = ["http://192.168.1.7:8000", "http://10.0.0.3:8000", ""]
    core.find_url = lambda: places[0]
    while places[0]:
        assert (await ann.says("$link")).post.text.startswith(f"{places[0]}/t/")
        assert (await ann.says("$intro")).post.lines[-1].startswith(f"{places.pop(0)}/commands")
    assert "no address for others" in (await ann.says("$link")).post.text


@in_rooms
async def test_examples_in_help_are_of_the_game_of_the_room(core):
    ann = Somebody(core, "Ann", HOME)
    assert (
        "$join hearts, $join hearts:queen_breaks=on live draw=0.5 or $join 2"
        in (await ann.says("$help join")).post.text
    )
    await ann.says("$options poepen:peak=3")
    assert "$join poepen, $join poepen:whole_pack=on live draw=0.5" in (await ann.says("$help join")).post.text
    await ann.says("$join shengji")
    assert "$options shengji:twos=on" in (await ann.says("$help options")).post.text
    ann.room = HOME
    assert "$options shengji:twos=on" in (await ann.says("$help options")).post.text
