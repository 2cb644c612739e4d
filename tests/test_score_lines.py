"""Scores explain themselves: line by line, to everybody alike, and to the very number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from arranging import arrange
from random_play import all_rules, answer, fresh, play_out

from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import ONLOOKER
from paiju.games import read_rules
from paiju.results import explained_lines
from paiju.show import Style

STYLE = Style(names=("Ann", "Bo", "Cor", "Dia", "Eef", "Fay"), ascii=True)
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


def finished(rules: str, seed: int) -> Any:
    """The first deal of a match, played at random."""
    game, options = read_rules(rules)
    rng, setup = Random(seed), game.first(options)
    return play_out(game.start(setup, game.shuffled(setup, rng)), rng)


def told(state: State, style: Style = STYLE) -> list[str]:
    return list(explained_lines(state.scene(), style))


@pytest.mark.parametrize("rules", all_rules())
def test_everybody_is_told_the_same_and_only_when_the_deal_is_over(rules):
    rng = Random(rules)
    state, _ = fresh(rules, rng)
    while not state.is_over:
        assert state.scene().score_lines == ()
        state.step(*answer(state, rng))
    lines = state.scene().score_lines
    assert lines == state.view(ONLOOKER).scene().score_lines == state.view(1).scene().score_lines


# ---- Hearts ----


def hearts(rules: str, *taken: str) -> State:
    game, options = read_rules(rules)
    state = game.start(game.first(options), game.deck(game.first(options)))
    piles = [int(Cards(cards)) for cards in taken]
    return arrange(state, ("", "", "", ""), waiting=[], taken=piles + [0] * (4 - len(piles)))


def test_hearts_5_1_and_5_2_count_card_by_card():
    state = hearts("hearts", "2H 9H AC", "QS 3H", "KD", HEARTS.replace("2H 3H", "").replace("9H ", ""))
    assert told(state) == [
        "Ann: 2H 9H: +2",
        "Bo:", "  3H: +1", "  QS: +13", "  total: 14",
        "Cor: no points",
        "Dia: 4H 5H 6H 7H 8H 10H JH QH KH AH: +10",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "own", "others"), [("hearts", "-26", "+26"), ("hearts:moon=subtract", "-52", "")]
)  # fmt: skip
def test_hearts_5_3_names_the_moon(rules, own, others):
    lines = told(hearts(rules, f"{HEARTS} QS"))
    assert f"  Ann shot the moon: {own}" in lines
    assert (f"Bo, Cor and Dia: Ann shot the moon: {others}" in lines) == bool(others)


def test_hearts_5_3_the_moon_is_told_when_its_last_card_is_taken():
    game, options = read_rules("hearts:passing=off")
    pile, hands = Cards(HEARTS) - Cards("KH AH") + Cards("QS"), "AH 2D | 3D 4D | 5D 6D | KH 7D"
    rest = Cards(game.cards(game.first(options))) - pile - Cards(hands.replace("|", " "))
    state = game.read_position(f"hearts:passing=off; hands: {hands}; taken: {pile} | {rest} | - | -; leader: 0")
    kinds = [event.kind for play in ("AH", "3D", "5D", "KH") for event in state.apply(state.seat, f"play {play}")]
    assert kinds == ["play", "play", "play", "play", "trick", "moon"]


def last_trick(rules: str, last_but_one: str) -> list[str]:
    """What is told of a last trick that Ann wins with the last heart, having won all others but those of somebody."""
    game, options = read_rules(rules)
    hands = Cards("AH 2D 3D 4D")
    rest = Cards(game.cards(game.first(options))) - hands
    piles = [rest, Cards("")] if last_but_one == "Ann" else [rest - Cards("2C 3C 4C 5C"), Cards("2C 3C 4C 5C")]
    state = game.read_position(
        f"{rules}; hands: AH | 2D | 3D | 4D; taken: {piles[0]} | {piles[1] or '-'} | - | -; leader: 0"
    )
    lines = [event for play in ("AH", "2D", "3D", "4D") for event in state.apply(state.seat, f"play {play}")]
    return [event.kind for event in lines if event.kind in ("moon", "sun")] + told(state)


def test_hearts_5_5_names_the_sun():
    lines = last_trick("hearts:passing=off,sun=on", "Ann")
    assert lines[0] == "sun"
    assert "  Ann shot the sun: -26" in lines
    assert "Bo, Cor and Dia: Ann shot the sun: +52" in lines


def test_hearts_5_5_a_moon_is_no_sun():
    lines = last_trick("hearts:passing=off,sun=on", "Bo")
    assert lines[0] == "moon"
    assert "Bo, Cor and Dia: Ann shot the moon: +26" in lines


# ---- Chinees Poepen ----


@pytest.mark.parametrize("seed", range(5))
def test_poepen_6_tells_bid_took_and_score(seed):
    state = finished("poepen", seed)
    lines = [str(line) for (line,) in state.scene().score_lines]
    scores = tuple(int(line.rpartition(", ")[2]) for line in lines)
    assert scores == state.scores()
    assert all(("just right" in line) == (score > 0) for line, score in zip(lines, scores, strict=True))


# ---- Sheng Ji ----


def shengji_deals(rules: str, number: int = 12) -> Iterator[Any]:
    return (state for seed in range(number) if not (state := finished(rules, seed)).redeal)


@pytest.mark.parametrize(
    "rules", ["shengji", "shengji:kitty=by_size,throw_penalty=10", "shengji:surrender=on,must_stop=5-10-J-K"]
)
def test_shengji_8_the_points_add_up(rules):
    for state in shengji_deals(rules):
        lines = told(state)
        if "gave the deal up" in lines[0]:
            assert lines[0].endswith(f"it counts as {state.points} points")
            continue
        tricks = int(lines[0].partition(" took ")[2].split()[0])
        kitty = re.search(r"(\d+) × (\d+) = (\d+)$", lines[1])
        penalty = sum(int(line.rpartition(" ")[2]) for line in lines if line.startswith("failed throws"))
        if kitty:
            assert int(kitty[1]) * int(kitty[2]) == int(kitty[3]) == state.kitty_points
        assert tricks + (int(kitty[3]) if kitty else 0) + penalty == state.points
        assert tricks == state.points or f"together {state.points} points" in lines


def test_shengji_9_1_the_table_marks_where_the_deal_is():
    for state in shengji_deals("shengji"):
        table = [line for line in told(state) if re.match(r"[> ] \d", line)]
        (here,) = [line for line in table if line[0] == ">"]
        ((least, most),) = re.findall(r"^> (\d+)(?: to (\d+)| or more)?:", here)
        assert len(table) == 7
        assert int(least) <= max(0, state.points) <= int(most or (10_000 if "more" in here else least))


def test_shengji_9_the_levels_are_those_of_the_next_deal():
    for state in shengji_deals("shengji"):
        after = state.setup.game.after(state.setup, state)
        for team, level in enumerate(after.levels):
            who = ("Ann and Cor", "Bo and Dia")[team]
            assert f"{who}: level 2 {'stays' if level == 2 else f'becomes {level}'}" in told(state)


def test_shengji_8_5_a_deal_that_moves_no_level_says_why_it_scores():
    taken_over = [state for state in shengji_deals("shengji", 40) if 80 <= state.points < 120]
    assert taken_over
    for state in taken_over:
        assert [line for line in told(state) if line.endswith("one of it is for taking over")]
        assert sum(line.endswith("level 2 stays") for line in told(state)) == 2


# ---- Da Guai Lu Zi ----


@pytest.mark.parametrize("rules", ["luzi", "luzi:players=4", "luzi:traditional", "luzi:shanghai"])
def test_luzi_7_tells_who_was_out_when_and_what_the_levels_become(rules):
    for seed in range(6):
        state = finished(rules, seed)
        lines = told(state)
        first = STYLE.names[state.head]
        assert lines[0].startswith(f"out in this order: {first}")
        assert sum("is locked up; cards left:" in line for line in lines) == state.finishes.count(0)
        assert ("nobody rises" in "\n".join(lines)) == (max(state.scores()) <= 0)
        assert sum(" stays" in line or " becomes " in line for line in lines) == 2
