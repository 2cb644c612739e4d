"""The hand: where its cards lie, and choosing them by typing, by arrows and by mouse."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from paiju.core.cards import Cards
from paiju.core.scene import by_suit
from paiju.terminal.canvas import CardLook
from paiju.terminal.hand import HandWidget, arrange

HAND = "2C 7C JC QC 3D JD KD 4S JS QS 5H 9H JH"


class Holding(App[None]):
    def __init__(self, cards: str, most: int):
        super().__init__()
        self.held, self.most = Cards(cards), most
        self.decided = 0

    def compose(self) -> ComposeResult:
        yield HandWidget()

    def on_mount(self) -> None:
        self.hand.deal(by_suit(self.held), CardLook())
        self.hand.offer(self.held, self.most)

    def on_hand_widget_decided(self) -> None:
        self.decided += 1

    @property
    def hand(self) -> HandWidget:
        return self.query_one(HandWidget)


def typed(signs: str, most: int = 13, cards: str = HAND) -> str:
    """The cards that are lifted after typing."""

    async def run() -> str:
        app = Holding(cards, most)
        async with app.run_test():
            for sign in signs:
                app.hand.type(sign)
            return str(app.hand.chosen)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("signs", "lifted"),
    [
        ("2", "2C"),
        ("j", "JC"),
        ("jj", "JC JD"),  # the rank again: one more of them
        ("jjjjj", "JC JD JS JH"),
        ("js", "JS"),
        ("jsqs", "JS QS"),
        ("JSJH", "JH JS"),
        ("j9", "JC 9H"),
        ("s", ""),  # a suit alone only moves the focus
        ("6", ""),
        ("kc", ""),  # there is no such card: what its rank lifted is put back
        ("kcd", "KD"),  # the suit is corrected
        ("jskc", "JS"),
        ("jskcqs", "JS QS"),
        ("j+", ""),
    ],
)
def test_typing_lifts_cards(signs, lifted):
    assert typed(signs) == str(Cards(lifted))


@pytest.mark.parametrize(("signs", "lifted"), [("jq", "QC"), ("jsqs", "QS"), ("4", "4S"), ("jskc", "JS")])
def test_where_one_card_is_asked_it_replaces_the_other(signs, lifted):
    assert typed(signs, most=1) == lifted


@pytest.mark.parametrize(
    ("signs", "lifted"), [("10", "10C"), ("0", "10C"), ("t", "10C"), ("10d", "10D"), ("+", "BJ"), ("j-", "LJ")]
)
def test_tens_and_jokers_are_typed_as_they_are_written(signs, lifted):
    assert typed(signs, cards="10C 10D JC LJ BJ") == lifted


def test_two_alike_are_typed_one_after_another():
    assert typed("qsqs", cards="QS QS QH") == "QS QS"


def test_impossible_cards_come_last():
    async def run() -> str:
        app = Holding(HAND, 1)
        async with app.run_test():
            app.hand.offer(Cards("4S JS QS"), 1)
            app.hand.type("j")
            return str(app.hand.chosen)

    assert asyncio.run(run()) == "JS"


def held(act) -> Holding:
    async def run() -> Holding:
        app = Holding(HAND, 3)
        async with app.run_test(size=(80, 24)) as pilot:
            await act(app, pilot)
        return app

    return asyncio.run(run())


def test_what_is_lifted_survives_a_new_deal_of_the_same_cards():
    async def act(app: Holding, pilot: Pilot[None]) -> None:
        app.hand.choose(Cards("JS QS"))
        app.hand.deal(by_suit(Cards(HAND) - Cards("2C")), CardLook())
        assert app.hand.chosen == Cards("JS QS")
        app.hand.deal(by_suit(Cards(HAND) - Cards("JS")), CardLook())
        assert app.hand.chosen == Cards("QS")

    held(act)


def test_backspace_and_escape_put_cards_back():
    async def act(app: Holding, pilot: Pilot[None]) -> None:
        for sign in "jsqs":
            app.hand.type(sign)
        app.hand.take_back()
        assert app.hand.chosen == Cards("JS")
        app.hand.clear()
        assert not app.hand.chosen

    held(act)


def spot(hand: HandWidget, at: int) -> tuple[int, int]:
    spots, _, _, left = hand.layout_for(hand.size.width)
    return left + spots[at][1] + 1, spots[at][0] * 2 + 1


def test_a_click_lifts_and_a_double_click_answers():
    async def act(app: Holding, pilot: Pilot[None]) -> None:
        await pilot.click(HandWidget, offset=spot(app.hand, 2))
        assert app.hand.chosen == Cards("JC")
        assert app.decided == 0
        await pilot.click(HandWidget, offset=spot(app.hand, 5), times=2)
        await pilot.pause()
        assert app.hand.chosen == Cards("JC JD")
        assert app.decided == 1

    held(act)


def test_a_click_on_the_lifted_card_plays_it_where_one_is_asked():
    async def act(app: Holding, pilot: Pilot[None]) -> None:
        app.hand.offer(Cards(HAND), 1)
        app.hand.toggle(3)
        x, y = spot(app.hand, 3)
        await pilot.click(HandWidget, offset=(x, y - 1))
        await pilot.pause()
        assert app.decided == 1

    held(act)


@pytest.mark.parametrize("sizes", [[9, 7, 6, 5], [33], [14, 8, 7, 4], [10, 10, 10, 3], [2] * 13 + [1]])
def test_a_large_hand_needs_two_rows_of_eighty_columns(sizes):
    spots = arrange(sizes, 79, 4)
    assert spots[-1][0] == 1
    assert max(x for _, x in spots) + 3 < 80
    assert len(set(spots)) == sum(sizes)


def test_where_one_card_is_asked_a_rank_goes_round():
    assert typed("jj", most=1) == "JD"
    assert typed("jjjjj", most=1) == "JC"


def test_no_more_are_lifted_than_are_asked():
    assert typed("2c3d4s5h", most=3) == str(Cards("3D 4S 5H"))
