"""What a scene and an event tell beyond cards and turns: points in tricks, cards received, cards that lie open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from random_play import answer, fresh, viewers

from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.scene import Place
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Event
from paiju.games import find

NOTHING = Cards("")


def played(rules: str, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """A random deal, from its start on."""
    rng = Random(f"{rules} {seed}")
    state, _ = fresh(rules, rng)
    yield state, state.first_events()
    while not state.is_over:
        yield state, state.apply(*answer(state, rng))


def place(state: State, viewer: int, seat: int) -> Place:
    return (state if viewer == TRUTH else state.view(viewer)).scene().places[seat]


# ---- points ----


@pytest.mark.parametrize(("rules", "total"), [("hearts", 26), ("gongzhu", -400), ("gongzhu:decks=1", -200)])
def test_the_points_of_all_tricks_are_those_of_the_deck(rules, total):
    """Hearts 5.1; Gong Zhu 6.1: two hundred lost in each pack, with one pig and one sheep."""
    assert sum(event.points or 0 for _, events in played(rules, 1) for event in events) == total


def test_the_tricks_and_the_kitty_of_sheng_ji_have_two_hundred_points():
    """Rule 8.1."""
    for seed in range(9):
        *_, (state, _) = moments = list(played("shengji", seed))
        points = [event.points or 0 for _, events in moments for event in events]
        if not any(state.counts):
            kitty = Cards(state.hand[6])
            buried = sum({5: 5, 10: 10, 13: 10}.get(card.rank, 0) for card in kitty if card.suit < 4)
            assert sum(points) + buried == 200
            return
    raise AssertionError("no deal was played out")


@pytest.mark.parametrize("name", ["hearts", "gongzhu", "shengji"])
def test_the_last_trick_tells_the_points_its_event_told(name):
    ended = [(state.scene().last.points, event.points) for state, events in played(name, 2) for event in events
             if event.ends_trick]  # fmt: skip
    assert ended
    assert all(shown == told is not None for shown, told in ended)


def test_the_queen_of_spades_and_a_heart_lie_on_the_table():
    """Hearts 5.1: thirteen, and one."""
    state = find("hearts").read_position(
        "hearts:passing=off; leader: 0; trick: KS | QS | 5H; hands: 2C 3C | 4C 5C | 6C 7C | 8C 9C 10C; "
        "taken: AC KC QC JC | AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D | 2D AS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S |"
        " AH KH QH JH 10H 9H 8H 7H 6H 4H 3H 2H"
    )
    assert state.scene().trick.points == 14


@pytest.mark.parametrize("name", ["poepen", "luzi"])
def test_where_cards_count_nothing_no_points_are_told(name):
    for state, events in played(name, 3):
        assert state.scene().trick.points is None
        assert all(event.points is None for event in events)


# ---- received, exposed ----


@pytest.mark.parametrize("name", ["hearts", "gongzhu"])
def test_received_cards_are_marked_until_they_are_played(name):
    """Hearts 2.4, Gong Zhu 2.3: for the receiver and the giver, and for nobody else."""
    marked = 0
    for seed in range(4):
        gifts: dict[int, Event] = {}
        for state, events in played(name, seed):
            gifts |= {event.seat: event for event in events if event.kind == "receive"}
            for seat, gift in gifts.items():
                mine = place(state, seat, seat).received
                marked += len(mine)
                assert mine <= gift.cards
                assert mine <= state.hands[seat]
                for viewer in viewers(state):
                    knows = gift.to(viewer).cards
                    assert place(state, viewer, seat).received == (mine if knows else NOTHING)
                assert place(state, TRUTH, seat).received == mine
    assert marked


def test_exposed_cards_are_marked_while_they_are_held():
    """Gong Zhu 3.4, for everybody."""
    marked = 0
    for seed in range(4):
        shown: dict[int, Cards] = {}
        for state, events in played("gongzhu", seed):
            shown |= {event.seat: event.cards for event in events if event.kind == "show"}
            for seat in range(4):
                exposed = place(state, ONLOOKER, seat).exposed
                marked += len(exposed)
                assert exposed <= shown.get(seat, NOTHING)
                assert exposed <= place(state, ONLOOKER, seat).shown
                assert {place(state, viewer, seat).exposed for viewer in viewers(state)} == {exposed}
    assert marked
