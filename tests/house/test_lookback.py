"""Looking back at a move beside the other choices there were: at every move of a deal, whoever else owed an answer."""

import pytest
from house_client import Guest
from houses import serving
from test_match_api import played
from test_security import refused, run

from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.loops import run_trials
from paiju.core.words import Action
from paiju.games import read_rules
from paiju.record import Record
from paiju.server import api_matches

# Rule sets, and how many deals: those in which several give, show or draw at once, hold a tribute, or bid blind.
MATCHES = {
    "hearts": 2,
    "gongzhu": 1,
    "gongzhu:expose_dark=on,passing=off,expose_all_copies=off": 1,
    "shengji": 2,
    "luzi": 2,
    "poepen:peak=2": 3,
}
MOST = 70  # moves of a deal that are looked at: those of long deals are drawn


def dealt(rules, deals):
    """A record in which those who owe an answer give it in any order."""
    game, options = read_rules(rules)
    rng, setup = Random(rules), game.first(options)
    record = Record(game, options, {})
    for _ in range(deals):
        state = record.start(setup, game.shuffled(setup, rng))
        while not state.is_over:
            seat = rng.choice(state.waiting())
            action = state.sample(seat, rng)
            state.step(seat, action)
            record.add(seat, action)
        setup = game.after(setup, state)
    return record


def looked_at(deal):
    """Every move, or of a long deal a sample: where several owed an answer first of all."""
    rng, states = Random(len(deal.moves)), [state.copy() for state, _ in deal.replay()]
    numbers = list(range(1, len(deal.moves) + 1))
    rng.shuffle(numbers)
    numbers.sort(key=lambda number: len(states[number - 1].waiting()) < 2)
    return [(number, states[number - 1]) for number in numbers[:MOST]]


@pytest.mark.parametrize("rules", MATCHES)
def test_choices_of_every_move_are_those_of_its_own_seat(rules, monkeypatch):
    monkeypatch.setattr(api_matches, "JUDGE", "search:worlds=2")
    monkeypatch.setattr(api_matches, "WORLDS", 2)
    record = dealt(rules, MATCHES[rules])
    text, several, seats = record.text(), 0, set()
    for number, deal in enumerate(record.deals, 1):
        for at, state in looked_at(deal):
            move = deal.moves[at - 1]
            told = api_matches.move_answer(text, number, at, "en")
            assert not isinstance(told, str), told
            assert (told.seat, told.made) == (move.seat, str(move.action)), (number, at)
            assert told.choices
            if own := state.view(move.seat).hand[move.seat]:  # in a blind round nobody sees their own
                assert {world.hands[move.seat] for world in told.worlds} == {str(Cards(own))}
            several += move.seat != state.waiting()[0]
            seats.add(move.seat)
    assert len(seats) == record.deals[0].setup.seats
    assert bool(several) == rules.startswith(("hearts", "gongzhu"))  # in the others one answers after the other


@run
async def test_pass_of_every_seat_can_be_looked_back_at_by_link(tmp_path):
    async with serving(tmp_path) as server:
        guest, match = await played(server, "hearts:target=1")
        for number in range(1, 5):
            told = await guest.get(f"/matches/{match}/deals/1/moves/{number}")
            assert told["made"].startswith("give ")
        text = dealt("gongzhu", 1).text()
        async with Guest(server.url, "Bob") as bob:
            seats = [(await bob.post("/records/choices", record=text, move=number))["seat"] for number in range(1, 5)]
            assert len({*seats}) > 1
            wrong = bob.session.post(
                f"{server.url}/api/v1/records/choices", json={"record": text, "move": 10_000}, headers=bob.headers
            )
            assert await refused(wrong) == (422, "bad_record")
        await guest.__aexit__()


def test_refusal_of_a_trial_prints_no_packed_action():
    record = dealt("hearts", 1)
    state, move = record.deals[0].begin(), int(Action("play", Cards("2C AC")))
    with pytest.raises(ValueError, match="is not legal for seat") as refusal:
        run_trials(state, [move], [0] * 4, Random(1), 1)
    assert str(move) not in str(refusal.value)
