"""Two worlds that somebody cannot tell apart: all that Discord is sent for him, and for the channel, is the same to the
byte, pictures too. One world is a position of a random deal; in the other the cards he has not seen lie elsewhere."""

import asyncio
import copy

import pytest
from discord_standin import StandIn
from guilds import CHANNEL, chat_guild
from random_play import answer, fresh, refusal

from paiju import contract as contracts
from paiju.contract import Contract, HouseChair
from paiju.core.chance import Random
from paiju.record import Record
from paiju.timing import FOREVER, Timing

TABLE, THREAD = "twoworldstwoworl", "900"
GAMES = ["hearts", "gongzhu", "shengji", "poepen", "luzi"]


def worlds_of(rules, rng, viewer):
    """A deal at a random moment, and the same as a viewer may believe it to be."""
    while True:
        state, _ = fresh(rules, rng)
        for _ in range(rng.below(40)):
            if not state.is_over:
                state.step(*answer(state, rng))
        if not state.is_over and not state.is_timed:
            other = state.view(viewer).guess(rng)
            if str(other) != str(state) and other.actors == state.actors:
                return state, other


async def set_up(house, discord, state):
    """A room with this deal at its table, and everybody of it a user who gets his hand by message."""
    setup = state.setup
    people = {f"discord {seat + 1}": f"P{seat}" for seat in range(setup.seats)}
    record = Record(setup.game, setup.options, {"Seed": "1"} | {f"Seat{at}": f"P{at}" for at in range(setup.seats)})
    record.start_at(position=str(state))
    chairs = tuple(HouseChair("person", id, name) for id, name in people.items())
    contract = Contract(TABLE, setup.game.rules(setup.options), chairs, "discord 1", "untimed", state="playing",
                        players=tuple(people))  # fmt: skip
    await house.store.match(TABLE).rewrite(record.text())
    await house.store.put("table", TABLE, contract.value(), owner=contract.host, state=contract.listing)
    users = {id: {"user": id.split()[1], "name": name, "messages": True, "handles": []} for id, name in people.items()}
    memory = {"room": THREAD, "home": CHANNEL, "table": TABLE, "people": users}
    await house.store.put("chat room", f"discord {THREAD}", memory, owner="discord", state="table")
    discord.threads[THREAD] = CHANNEL


async def quiet(discord):
    """Until nothing more is sent."""
    before = -1
    while before != (before := sum(discord.calls.values())):
        await asyncio.sleep(0.3)


@pytest.mark.parametrize("rules", GAMES)
def test_nobody_is_sent_what_he_may_not_know(rules, tmp_path, monkeypatch):
    monkeypatch.setitem(contracts.PACES, "untimed", Timing(0.0, 0.0, 0.02, 0.0, 0.0, FOREVER))
    rng = Random(f"chat {rules}")
    viewer = 0
    one, other = worlds_of(rules, rng, viewer)
    moves = []
    now, then = one.copy(), other.copy()
    for _ in range(4):  # what can be done in both worlds, and looks the same to him
        seats = [seat for seat in now.waiting() if seat in then.waiting()]
        if now.is_over or not seats:
            break
        seat = rng.choice(seats)
        action = now.sample(seat, rng)
        if refusal(then, seat, action):
            continue
        mine, theirs = now.copy(), then.copy()
        told = [[event.to(viewer) for event in state.apply(seat, action)] for state in (mine, theirs)]
        if told[0] == told[1] and mine.view(viewer).scene() == theirs.view(viewer).scene():
            moves.append((seat, action))
            now, then = mine, theirs

    async def sent_in(state, folder):
        folder.mkdir()
        discord = StandIn()
        discord.guild("200", CHANNEL)

        async def before(house):
            await set_up(house, discord, state)

        async with chat_guild(folder, monkeypatch, discord, before=before) as guild:
            await discord.until(lambda: discord.sent["user 1"] and discord.sent[f"channel {THREAD}"])
            await quiet(discord)
            member = guild.member(str(viewer + 1), f"P{viewer}", THREAD)
            for number, (seat, action) in enumerate(moves):
                await guild.table(THREAD).table.answer(seat, action, f"a{number}")
                await quiet(discord)
            for word in ("hand", "table", "last", "score", "list", "help"):
                await member.slash(word)
            await member.says("$table")
            await member.says("$play AS AS AS AS")
            await quiet(discord)
            assert any(b"PNG" in each for each in discord.sent[f"user {viewer + 1}"])
            return copy.deepcopy({key: value for key, value in discord.sent.items() if value})

    async def compare():
        return [await sent_in(state, tmp_path / name) for name, state in (("a", one), ("b", other))]

    first, second = asyncio.run(asyncio.wait_for(compare(), 240))
    for key in (f"user {viewer + 1}", f"channel {THREAD}"):
        assert first[key] == second[key], key
    others = [f"user {seat + 1}" for seat in range(one.setup.seats) if seat != viewer]
    assert any(first[key] != second[key] for key in others), "the worlds do differ, for those who hold the cards"
