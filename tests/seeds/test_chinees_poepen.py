"""The README of Chinees Poepen (bramca/BoerenBridge), sentence by sentence: what it promises works here.

Its program was `python game.py`, its server `npm start`, its analysis `rscript analyse.r`.
"""

from __future__ import annotations

import csv
import re
import urllib.request
from dataclasses import replace
from typing import Any

import pytest
from house_client import ServerProcess
from installed import paiju
from pseudo_terminal import Terminal
from sitting import Sitting

from paiju import Cards, IllegalAction, Random, read_position, read_rules

GAME, OPTIONS = read_rules("poepen")
BIDDING = "poepen dealer=3 deal=1; turned: 2S; hands: ? | ? | ? | ?; bids: "
HEADER = ["risk_taking", "score", "rank"]
README = "3H 8H 5S 5C QH 8D JC"  # the hand of its pictures


def at(text) -> Any:
    return read_position(text, Random(1))


def playing(hands, turned="2S"):
    """Everybody has bid 0, and seat 0 leads."""
    return at(f"poepen dealer=3; turned: {turned}; bids: 0|0|0|0; hands: {hands}; leader: 0; phase: play")


def takes(cards, turned, led=0):
    """Who wins a trick of these cards, one each, seat `led` first."""
    order = [(led + i) % 4 for i in range(4)]
    hands = dict(zip(order, cards.split(), strict=True))
    state = at(
        f"poepen:peak=1,blind=off dealer={(led - 1) % 4}; turned: {turned}; bids: 0 | 0 | 0 | 0; phase: play; "
        f"hands: {' | '.join(hands[seat] for seat in range(4))}; leader: {led}"
    )
    for seat in order:
        state.apply(seat, f"play {hands[seat]}")
    return order.index(state.last_trick().winner)


def rows(file):
    with open(file, encoding="utf-8", newline="") as opened:
        return list(csv.reader(opened, delimiter=";"))


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    """A match that somebody plays line by line, taking every example: what was on the screen, and the file of rows."""
    folder = tmp_path_factory.mktemp("match")
    file = folder / "data.csv"
    with Sitting(
        folder, "poepen", "-g", "1", "--seed", "4", "--bot", "risk", "--impatient", "--csv", str(file)
    ) as sitting:
        sitting.play()
        assert sitting.code() == 0
    return sitting.text, file


# ---- the rules ----


def test_01_and_12_and_17_seven_cards_down_to_one_and_up_to_seven():
    """7 cards at first, one fewer each round, then one more, and after the second 7 the match is over."""
    assert GAME.schedule(OPTIONS) == [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]
    setup = GAME.first(OPTIONS)
    assert GAME.start(setup, GAME.shuffled(setup, Random(1))).counts == (7, 7, 7, 7)


def test_02_bids_begin_beside_the_dealer():
    """Each says how many tricks, from the player next to the dealer; here the dealer is seat 3."""
    state = at(f"{BIDDING}- | - | - | -")
    for seat in (0, 1, 2, 3):
        assert state.waiting() == [seat]
        state.apply(seat, "bid 0")


def test_03_the_card_turned_up_is_trump_for_the_round():
    for number in range(1, 14):
        setup = replace(GAME.first(OPTIONS), deal=number)
        state = GAME.start(setup, GAME.shuffled(setup, Random(number)))
        (turned,) = Cards(state.turned)
        assert state.trump == turned.suit


def test_04_the_suit_of_the_first_card_is_followed():
    state = playing(f"4H 2H 6H 7H 9H 10H JH | {README} | ? | ?")
    state.apply(0, "play 4H")
    assert state.asks(1)[0].cards == Cards("3H 8H QH")
    with pytest.raises(IllegalAction, match="follow hearts"):
        state.apply(1, "play JC")


@pytest.mark.parametrize(
    ("trick", "turned", "winner"),
    [("5H 9H AH KH", "2D", 2), ("2C KD KS QS", "3C", 0), ("10H JH 9H 2H", "2S", 1)],
)
def test_05_the_highest_card_of_the_suit_takes_the_trick(trick, turned, winner):
    assert takes(trick, turned) == winner


def test_05_its_player_leads_next():
    state = playing("2H 3C | 9H 4C | 4H 5C | 5H 6C")
    for seat, card in enumerate(("2H", "9H", "4H", "5H")):
        state.apply(seat, f"play {card}")
    assert state.waiting() == [1]


@pytest.mark.parametrize(("trick", "winner"), [("5H 2D KH 3D", 3), ("AH 2D KH QH", 1)])
def test_06_trump_is_higher_than_any_other_suit(trick, winner):
    assert takes(trick, "4D") == winner


def test_07_nobody_trumps_who_can_follow():
    state = playing("4H 2H | 5H AD | ? | ?", turned="2D")
    state.apply(0, "play 4H")
    assert state.asks(1)[0].cards == Cards("5H")


def test_08_nobody_must_trump():
    state = playing("4H 2H | 5C AD | ? | ?", turned="2D")
    state.apply(0, "play 4H")
    assert state.asks(1)[0].cards == Cards("5C AD")


def test_09_the_bids_do_not_add_up_for_the_dealer():
    state = at(f"{BIDDING}2 | 1 | 0 | -")
    assert 4 not in state.asks(3)[0].amounts
    with pytest.raises(IllegalAction, match="the bids may not add up to 7"):
        state.apply(3, "bid 4")


def test_10_anything_else_from_0_up_with_the_option():
    """`0 to 3 and 3 to infinity` says the README where 4 is barred. Usually a bid is at most the number of cards; with
    overbid=on it goes on to 99."""
    assert at(f"{BIDDING}2 | 1 | 0 | -").asks(3)[0].amounts == (0, 1, 2, 3, 5, 6, 7)
    state = at(f"{BIDDING}2 | 1 | 0 | -".replace("poepen", "poepen:overbid=on"))
    assert state.asks(3)[0].amounts == (0, 1, 2, 3, *range(5, 100))
    state.apply(3, "bid 99")
    assert state.bids[3] == 99


def test_11_bids_and_tricks_stand_beside_the_name():
    """`tr` and `wins` there, `bid 2, took 1` here."""
    state = playing("2H 3C | 9H 4C | 4H 5C | 5H 6C")
    for seat, card in enumerate(("2H", "9H", "4H", "5H")):
        state.apply(seat, f"play {card}")
    assert [str(state.notes_on(seat)[-1]) for seat in (0, 1)] == ["bid 0, took 0", "bid 0, took 1"]


def test_13_with_one_card_you_see_the_others_and_not_your_own():
    state = at("poepen deal=7 dealer=2; turned: 6H; hands: JH | AS | AC | 3D; bids: - | - | - | -")
    assert [str(hand) for hand in state.view(3).hands] == ["JH", "AS", "AC", ""]
    assert set(state.asks(3)[0].amounts) == {0, 1}


@pytest.mark.parametrize(
    ("bid", "won", "points"),
    [(0, 0, 10), (1, 1, 12), (3, 3, 16), (2, 3, -2), (3, 1, -4), (0, 4, -8)],
    ids=lambda value: str(value),
)
def test_15_and_16_ten_and_two_a_trick_or_minus_two_a_trick_off(bid, won, points):
    tops, lows = list(Cards("8910JQKAS"))[::-1], list(Cards("2345678C"))
    hand = str(Cards([*tops[:won], *lows[won:]]))
    state = at(
        f"poepen:players=2,hook_from=off dealer=1; turned: 2S; bids: {bid} | 0; leader: 0; "
        f"hands: {hand} | AC KC QC JC 10C 9C AD; phase: play"
    )
    while not state.is_over:
        seat = state.waiting()[0]
        state.apply(seat, max(state.actions(seat), key=lambda action: int(action.cards)))  # trumps before clubs
    assert (state.tricks_won[0], state.scores()[0]) == (won, points)


# ---- its program ----


def test_14_the_score_is_told_after_each_round(match):
    told, _ = match
    assert len(re.findall(r"(?m)^.+: bid \d, took \d: .+\n  you: -?\d+$", told)) == 13


def test_18_the_highest_score_wins(match):
    told, file = match
    scores = [int(score) for _, score, _ in rows(file)[1:]]
    assert scores[0] == max(scores)
    assert "won the match" in told


def test_19_g_says_how_many_games(tmp_path):
    """`python game.py -g 3`; without a number it was refused, and without -g too: here that is one game."""
    for flag in ("-g", "--games"):
        done = paiju(f"play poepen:peak=2 --automatic {flag} 3 --csv {tmp_path}/{flag}.csv")
        assert done.returncode == 0, done.stderr
        assert len(rows(tmp_path / f"{flag}.csv")) == 1 + 3 * 4
    none = paiju("play poepen -g", LC_ALL="C.UTF-8")
    assert none.returncode == 2
    assert "Option '-g' requires an argument" in none.stderr
    one = paiju("play poepen:peak=1 --automatic")
    assert sum(map(int, re.findall(r"won (\d+)", one.stdout))) >= 1


def test_19_a_game_against_bots_in_a_terminal(tmp_path):
    terminal = Terminal(tmp_path, "play", "poepen", "-g", "1")
    try:
        terminal.until("Bid")
    finally:
        terminal.process.kill()
        terminal.ended()
        terminal.close()


def test_20_a_server_for_several_players_in_the_browser(tmp_path):
    """`npm start` is `paiju serve`; its port is 8000 and not 2567, unless -p or PORT says so."""
    with ServerProcess(tmp_path) as server, urllib.request.urlopen(server.url) as page:
        assert page.status == 200
        assert b'<div id="app">' in page.read() or page.headers["Content-Type"].startswith("text/html")


# ---- its analysis ----


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    done = paiju(f"study -g 100 --out {folder}")
    assert done.returncode == 0, done.stderr
    return done, folder


def test_21_a_graph_of_rank_and_risk_factor(study):
    """`rscript analyse.r data.csv` made Rplots.pdf."""
    pytest.importorskip("matplotlib")
    _, folder = study
    done = paiju(f"study {folder}/risk.csv --plot {folder}/Rplots.pdf")
    assert done.returncode == 0, done.stderr
    assert (folder / "Rplots.pdf").read_bytes().startswith(b"%PDF")


def test_22_the_best_risk_factors_are_seen(study):
    """Between 0.5 and 0.75, says the README. It depends on how many play: docs/bots.md."""
    done, _ = study
    assert re.search(r"best factor 0\.\d+ \(95 % interval 0\.\d+ … [01]\.\d+\)", done.stdout)


def test_23_a_random_factor_for_each_bot_or_one_that_is_set(study, tmp_path):
    """Random in `study`; at a table every risk bot has the factor it is given, or 0.62."""
    _, folder = study
    assert len({risk for risk, _, _ in rows(folder / "risk.csv")[1:]}) == 600
    file = tmp_path / "data.csv"
    paiju(f"play poepen:peak=1 --automatic --all risk:0.7 --left risk:0.5 --csv {file}")
    assert sorted(risk for risk, _, _ in rows(file)[1:]) == ["0.500000", *["0.700000"] * 3]


def test_24_the_input_is_a_csv_of_six_bots_and_a_hundred_games(study):
    _, folder = study
    assert len(rows(folder / "risk.csv")) == 1 + 600


def test_25_own_games_become_rows_in_ranking_order(match):
    """The factor of a person is NA; the old program wrote one that nobody had used."""
    _, file = match
    head, *found = rows(file)
    assert head == HEADER
    assert [rank for _, _, rank in found] == ["1", "2", "3", "4"]
    assert sorted(risk for risk, _, _ in found) == ["0.620000"] * 3 + ["NA"]
    scores = [int(score) for _, score, _ in found]
    assert scores == sorted(scores, reverse=True)


def test_26_the_analysis_of_a_file_prints_a_table_by_rank(study):
    new, folder = study
    done = paiju(f"study {folder}/risk.csv")
    assert done.returncode == 0, done.stderr
    assert "600 rows, 100 matches of 6" in done.stdout
    table = [line for line in done.stdout.splitlines() if re.match(r" +[1-6]  +0\.\d{4} ", line)]
    assert len(table) == 6
    assert all(line in new.stdout.splitlines() for line in table)
