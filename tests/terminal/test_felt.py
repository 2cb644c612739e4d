"""The felt: every game, every number of players, every window."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult

from paiju.bots.native import advisor_for
from paiju.core.cards import read_faces
from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import ONLOOKER
from paiju.games import read_rules
from paiju.show import Style
from paiju.terminal.canvas import FELT_TEXT, CardLook, cut, line_width, wrapped
from paiju.terminal.felt import FeltWidget, shortened

NAMES = ("Ann", "Bo", "Cor", "Dia", "Eef", "Fay")
GAMES = ["hearts", "gongzhu", "shengji", "luzi", *(f"poepen:players={players}" for players in range(2, 7))]


class Showing(App[None]):
    def compose(self) -> ComposeResult:
        yield FeltWidget(own_hand=True)


def drawn(
    states: list[State],
    size: tuple[int, int],
    viewer: int | None = 0,
    ascii: bool = False,
    names: tuple[str, ...] = NAMES,
) -> list[str]:
    """What the felt shows of each state."""

    async def run() -> list[str]:
        app, texts = Showing(), []
        async with app.run_test(size=size) as pilot:
            for state in states:
                scene = (state if viewer is None else state.view(viewer)).scene()
                app.query_one(FeltWidget).show(scene, CardLook(Style(names=names, ascii=ascii, you=viewer or 0)))
                await pilot.pause(0)
                strips = app.screen._compositor.render_strips()
                texts.append("\n".join("".join(segment.text for segment in strip) for strip in strips))
        return texts

    return asyncio.run(run())


def moments(rules: str, every: int = 7) -> list[State]:
    game, options = read_rules(rules)
    setup, rng = game.first(options), Random(3)
    state = game.start(setup, game.shuffled(setup, rng))
    found, step = [state.copy()], 0
    while not state.is_over:
        seat = state.waiting()[0]
        state.apply(seat, advisor_for(state.view(seat)).advice(seat, 1, rng))
        step += 1
        if step % every == 0 or state.is_over:
            found.append(state.copy())
    return found


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("size", [(80, 14), (120, 28), (40, 5), (9, 2)])
def test_any_moment_fits_any_window(rules, size):
    for text in drawn(moments(rules, 20), size):
        assert text.strip()


@pytest.mark.parametrize("size", [(80, 20), (120, 36)])
@pytest.mark.parametrize("rules", GAMES)
def test_everybody_is_named_with_the_cards_played(rules, size):
    states = moments(rules)
    for state, text in zip(states, drawn(states, size, ONLOOKER), strict=True):
        assert all(name in text for name in NAMES[1 : state.seats])
        for _, cards in state.scene().trick.plays:
            assert all(card.symbol in text for card in cards if len(cards) < 5)


@pytest.mark.parametrize("rules", ["hearts", "gongzhu", "shengji", "poepen"])
def test_an_open_table_shows_every_hand(rules):
    states = moments(rules)
    for state, text in zip(states, drawn(states, (80, 22), None), strict=True):
        shown = sum(text.count(sign) for sign in "♣♦♥♠")
        held = sum(len({card.suit for card in hand if card < 52}) for hand in state.hands)
        assert shown >= held


def test_who_led_and_who_is_ahead_is_said_without_colours():
    state = next(state for state in moments("hearts", 1) if len(state.scene().trick.plays) == 3)
    (text,) = drawn([state], (80, 14), ascii=True)
    assert text.count("led ") == 1
    assert text.count("*") == 1


def test_the_last_trick_lies_there_while_nothing_is_played():
    state = next(state for state in moments("hearts", 1) if state.scene().last.plays and not state.scene().trick.plays)
    (text,) = drawn([state], (80, 14))
    assert "took the last trick" in text
    assert all(card.symbol in text for _, cards in state.scene().last.plays for card in cards)


def test_lines_are_cut_and_wrapped_by_cells_not_signs():
    assert line_width(cut(wrapped("黑桃皇后", 99)[0], 5)) <= 5
    assert [line_width(line) for line in wrapped("黑桃皇后很大", 5)] == [4, 4, 4]
    assert [line[0][0] for line in wrapped("one two three", 7)] == ["one two", "three"]


def test_cards_for_which_there_is_no_room_are_told_to_be_there():
    block = [[("789♣", FELT_TEXT)], [("JQK♦", FELT_TEXT)], [("2♥", FELT_TEXT)]]
    assert shortened(block, 3, 20) == block
    rows = ["".join(text for text, _ in row) for row in shortened(block, 2, 20)]
    assert rows == ["789♣", "JQK♦ …"]
    assert shortened(block, 0, 20) == []


def test_in_small_places_no_ten_seems_to_lack_its_suit():
    written = "".join(text for text, _ in CardLook(Style()).text(read_faces("9C 10C JC 10H 10H BJ BJ")))
    assert written == "9 10 J♣ 10♥ 10♥ BJ BJ "


def test_a_long_name_gives_way_to_the_score():
    state = moments("gongzhu", 200)[-1]
    (text,) = drawn([state], (80, 18), None, names=("Maximiliane Emanuela",) * 4)
    assert [score for score in state.scores() if f"  {score}/0" not in text] == []
