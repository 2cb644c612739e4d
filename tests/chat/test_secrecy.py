"""Two worlds that somebody cannot tell apart: all that Discord is sent for him and for every channel is the same to the
byte and in the same order: messages, edits, deletions, answers for his eyes alone, suggestions, pictures. One world is
a moment of a random deal; in the other the cards he has not seen lie elsewhere. Everybody acts, each in another manner.
"""

import asyncio
import copy
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
from discord_standin import StandIn
from guilds import CHANNEL, TABLE, THREAD, Chatter, chat_guild, draw_on, put_deal
from random_play import answer, fresh, refusal

from paiju import contract as contracts
from paiju.chat import sitting
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER, Action
from paiju.games import find
from paiju.record import Record
from paiju.timing import FOREVER, Timing

EVE = "9"
MANNERS = ("slash", "$", "buttons")
MOVES = 3
PHASES = [
    *("hearts give", "hearts play", "gongzhu show", "gongzhu play", "shengji bury", "shengji play"),
    *("poepen bid", "poepen play", "poepen blind", "luzi:players=4,tribute=on give", "luzi play"),
]
PASS = Action("pass")


@pytest.fixture(autouse=True)
def untimed(monkeypatch):
    """No pauses, and cards that are drawn when the test wants it; a deadline is the same in both worlds."""
    monkeypatch.setitem(contracts.PACES, "untimed", Timing(0.0, 0.0, FOREVER, 0.0, 0.0, FOREVER))
    monkeypatch.setattr(sitting, "time", SimpleNamespace(time=lambda: 1_800_000_000.0))


class World:
    """A bot on Discord's stand-in with one table, where everybody is a user who gets his hand by message."""

    def __init__(self, guild, viewer):
        self.guild, self.discord = guild, guild.discord
        self.viewer = viewer
        self.members = [guild.member(str(seat + 1), f"P{seat}", THREAD) for seat in range(self.table.setup.seats)]
        self.watcher = self.members[viewer] if viewer >= 0 else guild.member(EVE, "Eve", THREAD)

    @property
    def table(self):
        return self.guild.table(THREAD).table

    async def does(self, seat, action, manner):
        turn = self.table.turn
        await Chatter(self.guild, self.members[seat], manner).give(action)
        await self.discord.until(lambda: self.table.turn > turn)
        await self.guild.quiet()

    async def says(self, member, text):
        """Something that is answered."""
        before = sum(map(len, self.discord.sent.values()))
        await member.says(text)
        await self.discord.until(lambda: sum(map(len, self.discord.sent.values())) > before)
        await self.guild.quiet()

    async def look_round(self):
        """All that the viewer can look up or try, and what others type in the open."""
        who = self.watcher
        for word in ("hand", "table", "last", "score", "list", "hint", "surrender"):
            await who.slash(word)
            await self.guild.quiet()
        for word in ("play", "bid", "call", "give"):
            await who.suggested(word)
        await who.slash("play", "AS AS AS AS")
        await self.guild.quiet()
        for text in ("$table", "$hand", "$play 2C", "$bid 99"):
            await self.says(who, text)
        other = self.members[(self.viewer + 1) % len(self.members)]
        for text in ("$play AS AS AS AS", "$hand", "$table"):
            await self.says(other, text)
        await self.press_all()

    async def press_all(self):
        """Every menu and button of the hand, but those that answer."""
        wanted = f"show {TABLE} hand"
        shown = await self.discord.until(lambda: self.button(wanted))
        panel = await self.press(shown, wanted)
        for item in [each for each in panel.components if each["custom_id"].startswith("choose ")]:
            again = await self.press(panel, item["custom_id"], item["options"][0]["value"])
            if clear := again.control("clear "):
                panel = await self.press(again, clear["custom_id"])

    async def press(self, shown, control, *values):
        shown = await self.watcher.presses(shown, control, *values)
        await self.guild.quiet()
        return shown

    def button(self, wanted):
        shown = [each for each in self.discord.in_channel(THREAD) if each.control(wanted)]
        return shown[-1] if shown else None


async def sent_in(setup, begin, viewer, script, folder, monkeypatch):
    """All that is sent while the script is played in this world, by user and channel."""
    folder.mkdir(parents=True)
    discord = StandIn()
    discord.guild("200", CHANNEL)

    async def before(house):
        await put_deal(house, discord, setup, begin)

    async with chat_guild(folder, monkeypatch, discord, before=before) as guild:
        await discord.until(lambda: discord.sent["user 1"] and discord.sent[f"channel {THREAD}"])
        await guild.quiet()
        discord.sent.clear()  # in how many edits a bot that was started got here depends on who came first
        for shown in discord.messages.values():
            discord.note(shown, shown.payload)
        await script(World(guild, viewer))
        return copy.deepcopy({key: value for key, value in discord.sent.items() if value})


def compare(worlds, setup, viewer, script, folder, monkeypatch):
    """The same script in both worlds; what others than the viewer are sent may differ."""

    async def play():
        async with asyncio.timeout(240):
            return [
                await sent_in(setup, begin, viewer, script, folder / f"{viewer} {number}", monkeypatch)
                for number, begin in enumerate(worlds)
            ]

    first, second = asyncio.run(play())
    own = f"user {viewer + 1 if viewer >= 0 else EVE}"
    channels = {key for key in {*first, *second} if key.startswith("channel")}
    for key in (own, *channels):
        for number, (mine, theirs) in enumerate(zip(first[key], second[key], strict=False)):
            assert mine == theirs, f"{key}, message {number}"
        assert len(first[key]) == len(second[key]), key
    assert any(b"PNG" in each for each in first[own])
    others = {*first, *second} - channels - {own}
    assert any(first[key] != second[key] for key in others), "the worlds do differ, for those who hold the cards"


# ---- moments of all games ----


def is_wanted(state, phase):
    if phase == "blind":
        return state.phase == "bid" and state.count[0] == 1
    return state.phase == phase


def worlds_of(rules, phase, rng, viewer):
    """A deal at a random moment of a phase, and the same as a viewer may believe it to be."""
    while True:
        state, _ = fresh(rules, rng)
        for _ in range(rng.below(3) if phase != "play" else rng.below(24)):
            if not state.is_over and (phase == "play" or is_wanted(state, phase)):
                state.step(*answer(state, rng))
        while not state.is_over and not is_wanted(state, phase):
            state.step(*answer(state, rng))
        for _ in range(0 if state.is_over else 20):
            other = state.view(viewer).guess(rng)
            if str(other) != str(state) and other.actors == state.actors:
                return state, other


def moves_of(one, other, viewer, rng):
    """What can be done in both worlds, and looks the same to the viewer."""
    now, then, moves = one.copy(), other.copy(), []
    for _ in range(60):
        seats = [seat for seat in now.waiting() if seat in then.waiting()]
        if now.is_over or not seats or len(moves) == MOVES:
            break
        seat = rng.choice(seats)
        action = now.sample(seat, rng)
        if refusal(then, seat, action):
            continue
        mine, theirs = now.copy(), then.copy()
        told = [[event.to(viewer) for event in state.apply(seat, action)] for state in (mine, theirs)]
        if told[0] == told[1] and mine.view(viewer).scene() == theirs.view(viewer).scene() and not mine.is_over:
            moves.append((seat, action))
            now, then = mine, theirs
    return moves


def viewers():
    """Of every moment a seat, another one of the next, and somebody who only reads the channel."""
    return [(moment, who) for at, moment in enumerate(PHASES) for who in (at % 4, ONLOOKER)]


@pytest.mark.parametrize(("moment", "viewer"), viewers())
def test_nobody_is_sent_what_he_may_not_know(moment, viewer, tmp_path, monkeypatch):
    rules, phase = moment.split()
    rng = Random(f"chat {moment} {viewer}")
    one, other = worlds_of(rules, phase, rng, viewer)
    moves = moves_of(one, other, viewer, rng)

    async def script(world):
        await world.look_round()
        for turn, (seat, action) in enumerate(moves):
            await world.does(seat, action, MANNERS[(turn + viewer) % len(MANNERS)])
        await world.look_round()

    begins = [partial(Record.start_at, position=str(state)) for state in (one, other)]
    compare(begins, one.setup, viewer, script, tmp_path, monkeypatch)


# ---- the draw, which goes on by the clock ----


def swapped(deck, viewer, rng):
    """The deck as the viewer may believe it to be: of the cards that others draw, those that call change hands."""
    hidden = [at for at in range(100) if at % 4 != viewer]
    other = list(deck)
    for i in [at for at in hidden if deck[at].rank == 2]:
        j = rng.choice([j for j in hidden if j % 4 != i % 4 and other[j].rank != 2])
        other[i], other[j] = other[j], other[i]
    return other


def calls_in(setup, deck):
    """Who can call what, and after how many cards first."""
    state, found = setup.game.start(setup, deck), {}
    while state.is_timed:
        seat = state.waiting()[0]
        for action in state.actions(seat):
            if action != PASS:
                found.setdefault((seat, action), sum(state.count[:4]))
        state.step(seat, PASS)
    return found


def common_call(setup, decks, is_late):
    """A call that is possible in both worlds, and after how many cards; a late one near the end of the draw."""
    one, other = (calls_in(setup, deck) for deck in decks)
    common = {call: max(one[call], other[call]) for call in one if call in other and len(call[1].cards) == 1}
    return sorted(common.items(), key=lambda each: (each[1], str(each[0])))[-1 if is_late else 0] if common else None


def silent_until(setup, deck, cards, call):
    """The moves of a draw where nobody speaks until so many cards are drawn, and then somebody calls; and how many
    cards that were."""
    state, moves = setup.game.start(setup, deck), []
    while not (state.waiting()[0] == call[0] and sum(state.count[:4]) >= cards):
        moves.append((state.waiting()[0], PASS))
        state.step(*moves[-1])
    return [*moves, call], sum(state.count[:4])


def calling_worlds(setup, viewer, is_late, rng):
    """Two decks, a call that is possible with both, and after how many cards; if it is late, the moves up to it."""
    while True:
        deck = setup.game.shuffled(setup, rng)
        decks = [deck, swapped(deck, viewer, rng)]
        call, cards = common_call(setup, decks, is_late) or ((0, PASS), 0)
        if deck[:cards] == decks[1][:cards]:
            continue  # nobody could tell whether more is told than should be
        if not is_late and cards < 16:
            return decks, call, cards, [(), ()]
        if not is_late:
            continue
        before = [silent_until(setup, deck, cards, call) for deck in decks]
        if cards > 80 and before[0][1] == before[1][1]:
            return decks, call, cards, [moves for moves, _ in before]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, ONLOOKER])
@pytest.mark.parametrize("is_late", [False, True])
def test_whoever_could_call_the_draw_reads_the_same(viewer, is_late, tmp_path, monkeypatch):
    """Card by card, a call, what may be said to that; and the last chance, where everybody is asked."""
    setup = find("shengji").first()
    decks, call, cards, moves = calling_worlds(setup, viewer, is_late, Random(f"draw {viewer} {is_late}"))

    def begin(record, number):
        record.start(setup, decks[number])
        for seat, action in moves[number]:
            record.add(seat, action)

    async def early(world):
        await draw_on(world.guild, cards)
        await world.look_round()
        await world.does(*call, MANNERS[viewer % len(MANNERS)])
        await draw_on(world.guild, cards + 8)
        await world.look_round()

    async def late(world):
        await draw_on(world.guild, 99)
        table = world.table
        table.clock.timing = replace(table.clock.timing, draw=0.0)
        await draw_on(world.guild, 100)
        await world.discord.until(lambda: table.shown.is_last_chance)
        await world.guild.quiet()
        await world.look_round()
        for seat in [seat for seat in range(4) if seat not in (call[0], viewer)]:
            await world.members[seat].slash("pass")
            await world.guild.quiet()
        await world.look_round()

    begins = [partial(begin, number=number) for number in range(2)]
    compare(begins, setup, viewer, late if is_late else early, tmp_path, monkeypatch)
