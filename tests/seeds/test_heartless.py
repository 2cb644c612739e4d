"""heartless: every sentence of its README, by the number it has here, typed at the installed command.

Where a rule of the game is told, a position is played on (docs/position.md).
"""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from installed import paiju
from pseudo_terminal import Terminal
from sitting import Sitting

from paiju import Action, Cards, IllegalAction, Random, find, play_match, read_position
from paiju.bots import read_bot

HEARTS = find("hearts")
REPLICA = Path(__file__).parents[2] / "examples/bots/heartless.py"
SEATS = ("my", "left", "opposite", "right")
HAND = "467QAC 4810D 9KS 6QKH"  # the one its documentation writes in every way
OTHERS = "| ? | ? | ?"

scripts = pytest.mark.skipif(sys.platform == "win32", reason="scripts run under a keeper, which needs POSIX")


def said(position: str, *answers: str, flags: str = "") -> list[str]:
    """The lines in which somebody plays on from a position, and leaves."""
    typed = "\n".join([*answers, "exit", ""])
    run = paiju(f"play --plain --seed 1 --bot steady {flags} --from {shlex.quote(position)}", typed=typed)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def legal(state) -> Cards:
    return Cards([card for action in state.actions(state.seat) for card in action.cards])


def play(state, cards: str):
    for card in cards.split():
        state.apply(state.seat, f"play {card}")
    return state


# ---- the game ----


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A deal in lines, played by the examples of the questions."""
    with Sitting(tmp_path_factory.mktemp("home"), "hearts:target=1", "--plain", "--seed", "2024") as sitting:
        return sitting.play().lines


def test_1_runs_in_the_console():
    run = paiju("play hearts --plain", typed="exit\n")
    assert run.returncode == 0
    assert run.stdout.startswith("Hearts\n")


def test_2_a_graphic_mode_too(tmp_path):
    """It was a program of its own; here it is the full screen, and the page of `paiju serve`."""
    terminal = Terminal(tmp_path, "play", "hearts", "--seed", "2024", "--impatient")
    try:
        terminal.until("choose 3 cards")
    finally:
        terminal.kill()


def test_3_a_match_ends_at_100_and_the_lowest_wins():
    final = play_match(HEARTS, [read_bot("heartless", HEARTS)] * 4, Random(2024))
    assert max(final.standing) >= 100
    assert [final.standing[seat] for seat in HEARTS.winners(final)] == [min(final.standing)]


def test_4_a_heart_counts_1_and_the_queen_of_spades_13():
    state = read_position("hearts deal=4; hands: 2C | 3H | QS | 4C; leader: 0")
    assert play(state, "2C 3H QS 4C").scores() == (0, 0, 0, 14)


def test_5_all_hearts_and_the_queen_give_the_others_26():
    taken = "23456789H 10JQKH QS"
    state = read_position(f"hearts deal=4; hands: AH | 2C | 3C | 4C; leader: 0; taken: {taken} | - | - | -")
    assert play(state, "AH 2C 3C 4C").scores() == (0, 26, 26, 26)


def test_6_the_two_of_clubs_leads_after_the_pass():
    setup = HEARTS.first()
    state = HEARTS.start(setup, HEARTS.shuffled(setup, Random(2024)))
    for seat in range(4):
        state.apply(seat, state.sample(seat, Random(seat)))
    assert "2C" in state.hands[state.seat]
    assert legal(state) == Cards("2C")


def test_7_follow_suit_and_discard_anything_when_void():
    state = read_position("hearts deal=4; hands: 5C 7H | 9C 2D | QH QS | KC 3D; leader: 0")
    assert legal(play(state, "5C")) == Cards("9C")
    assert legal(play(state, "9C")) == Cards("QH QS")


def test_8_no_points_in_the_first_trick():
    hands = "2C ? | QS KAH 2345678910JD | ? | ?"
    state = read_position(f"hearts deal=4; hands: {hands}", Random(7))
    assert legal(play(state, "2C")) == Cards("2345678910JD")


def test_9_the_highest_card_of_the_suit_led_wins_and_leads():
    state = read_position("hearts deal=4; hands: 5C 7H | KC 2D | AH QS | 9C 3D; leader: 0")
    assert play(state, "5C KC AH 9C").waiting() == [1]


def test_10_hearts_are_not_led_until_one_was_discarded():
    unbroken = "5C 789H | 9C 234H | QKAH 5H | KC 6H 10H JH"
    assert legal(read_position(f"hearts deal=4; hands: {unbroken}; leader: 0")) == Cards("5C")
    broken = "5C 7H | 9C 2D | QH QS | KC 3D"  # the other hearts have been played
    assert legal(read_position(f"hearts deal=4; hands: {broken}; leader: 0")) == Cards("5C 7H")


# ---- the pass ----


def test_11_three_cards_are_passed():
    state = read_position(f"hearts; hands: {HAND} {OTHERS}", Random(1))
    for cards in ("6C 7C", "4C 6C 7C QC"):
        with pytest.raises(IllegalAction, match="give 3 cards"):
            state.check(0, Action("give", Cards(cards)))
    state.check(0, Action("give", Cards("4C 6C 7C")))


@pytest.mark.parametrize(
    ("deal", "line"),
    [
        pytest.param(1, "pass three cards left", id="12-left"),
        pytest.param(2, "pass three cards right", id="13-right"),
        pytest.param(3, "pass three cards across", id="14-across"),
        pytest.param(4, "nobody passes this deal", id="15-none"),
        pytest.param(5, "pass three cards left", id="15-and-so-forth"),
    ],
)
def test_12_to_15_where_cards_are_passed(deal, line):
    lines = said(f"hearts deal={deal}; hands: 2C ? {OTHERS}")
    assert lines.count(line) == 1
    assert ("give 3 cards" in " ".join(lines)) == (deal != 4)


# ---- how cards are written ----


def test_16_a_card_is_rank_and_suit(told):
    assert any(re.fullmatch(r"\w+ plays? 2♣", line) for line in told)


def test_17_a_hand_is_sorted_and_grouped(told):
    for hand in [line.removeprefix("= ") for line in told if line.startswith("= ")]:
        assert re.fullmatch(r"[2-9]?\S*♣? ?\S*♦? ?\S*♠? ?\S*♥?", hand)
        suits = [group[-1] for group in hand.split()]
        assert suits == sorted(suits, key="♣♦♠♥".index)
        for group in hand.split():
            ranks = re.findall("10|.", group[:-1])
            assert ranks == sorted(ranks, key="2345678910JQKA".index)


def test_18_cards_of_a_suit_share_its_sign(told):
    assert "= 67A♣ 2389KA♦ 89♠ 37♥" in told


def test_19_blanks_are_ignored_anywhere():
    assert "you give 46♣ K♥" in said(f"hearts; hands: {HAND} {OTHERS}", "  4 6   c k   H ")


@pytest.mark.parametrize(
    ("flags", "hand"),
    [
        pytest.param("", "467QA♣ 4810♦ 9K♠ 6QK♥", id="18-none"),
        pytest.param("--ascii-suit", "467QAc 4810d 9Ks 6QKh", id="20-ascii-suit"),
        pytest.param("--no-spaces", "467QA♣4810♦9K♠6QK♥", id="20-no-spaces"),
        pytest.param("--no-shared-suit", "4♣ 6♣ 7♣ Q♣ A♣  4♦ 8♦ 10♦  9♠ K♠  6♥ Q♥ K♥", id="20-no-shared-suit"),
        pytest.param("--lowercase-rank", "467qa♣ 4810♦ 9k♠ 6qk♥", id="20-lowercase-rank"),
    ],
)
def test_20_each_flag_changes_what_it_names(flags, hand):
    """heartless wrote a ten as 0, which is no card anybody holds: people read 10. With two blanks between suits that
    are not shared a hand is still seen in its suits."""
    lines = said(f"hearts; hands: {HAND} {OTHERS}", "4c 6c 7c", flags=flags)
    assert f"= {hand}" in lines
    usual = said(f"hearts; hands: {HAND} {OTHERS}", "4c 6c 7c")
    alike = {
        "--ascii-suit": lambda line: line.translate(str.maketrans("♣♦♠♥", "cdsh")),
        "--no-spaces": lambda line: line.replace(" ", ""),
        "--no-shared-suit": lambda line: re.sub("[ ♣♦♠♥]", "", line),
        "--lowercase-rank": str.lower,
        "": str,
    }[flags]
    assert sorted(map(alike, lines)) == sorted(map(alike, usual))  # bots pass in no order


# ---- what is typed ----


def test_21_cards_are_typed_with_letters_for_suits():
    assert "you give 4♣ 8♦ K♥" in said(f"hearts; hands: {HAND} {OTHERS}", "4c 8d Kh")


def test_22_upper_or_lower_case():
    assert "you give QA♣ K♥" in said(f"hearts; hands: {HAND} {OTHERS}", "qC Ac kH")


def test_23_the_suit_is_left_out_when_following():
    following = "hearts deal=4; hands: QC QD 5H | 9C 2D 3D | 4C 6C 8C | 7C JC 10C; leader: 3"
    assert "you play Q♣" in said(following, "q")


def test_24_round_1_is_clubs():
    first = f"hearts deal=4; hands: 246C 2467D 246S 246H {OTHERS}"
    assert "you play 2♣" in said(first, "2")


def test_25_the_suit_is_left_out_where_only_one_card_has_the_rank():
    leading = "hearts deal=4; hands: QC 9D 5S | 8C 2D 3D | 4C 6C 7C | KC JC 10C; leader: 0"
    assert "you play 9♦" in said(leading, "9")


@pytest.mark.parametrize("word", ["exit", "EXIT"])
def test_26_exit_quits(word):
    """The match is kept too."""
    run = paiju("play hearts --plain", typed=f"{word}\nhelp\n")
    assert run.returncode == 0
    assert "paiju play --resume" in run.stdout
    assert "this list" not in run.stdout


# ---- scripts ----


@scripts
def test_27_the_script_is_the_built_in_player():
    """Its scripts/replica.py is examples/bots/heartless.py here."""
    line = "play hearts:target=1 --automatic --ascii-suit --seed 2024"
    run = paiju(f"{line} --left {REPLICA}")
    assert run.stderr == ""
    assert run.stdout == paiju(line).stdout


@pytest.fixture(scope="module")
def recorder(tmp_path_factory):
    """A script that writes down its arguments; it answers with its first card, and who plays when that is refused is
    the built-in player."""
    folder = tmp_path_factory.mktemp("scripts")
    path, log = folder / "script", folder / "log"
    path.write_text(f'#!/bin/sh\necho "$@" >>{log}\n')
    path.chmod(0o755)

    def record(flag: str, rules: str = "hearts:target=1") -> list[dict[str, str]]:
        log.unlink(missing_ok=True)
        run = paiju(f"play {rules} --automatic --seed 2024 {flag} {path}")
        assert run.returncode == 0, run.stderr
        return [dict(word[2:].split("=", 1) for word in line.split(" ")) for line in log.read_text().splitlines()]

    return record


@scripts
@pytest.mark.parametrize(
    ("flag", "seats"),
    [("--all", "0123"), ("--others", "123"), ("--me", "0"), ("--left", "1"), ("--opposite", "2"), ("--right", "3")],
)
def test_28_and_29_a_script_is_launched_for_the_pass_and_every_round(flag, seats, recorder):
    launches = recorder(flag)
    for seat in seats:
        assert sorted(int(each["round"]) for each in launches if each["who"] == seat) == list(range(14))
    assert {each["who"] for each in launches} == set(seats)


@pytest.fixture(scope="module")
def launches(recorder):
    """All that four scripts are given in a match of two deals or more."""
    return recorder("--all", "hearts:target=27")


@pytest.fixture(scope="module")
def first_deal(launches):
    return launches[: 4 * 14]


CARDS = "([2-9JQKA0][cdsh])*"


@scripts
def test_30_hand(first_deal):
    assert first_deal[0]["hand"] == "6c7cAc2d3d8d9dKdAd8s9s3h7h"
    assert all(re.fullmatch(CARDS, each["hand"]) for each in first_deal)


@scripts
def test_31_discarded(first_deal):
    assert all(re.fullmatch(CARDS, each["discarded"]) for each in first_deal)
    leaders = [each for each in first_deal if each["who"] == each["under_the_gun"]]
    assert [len(each["discarded"]) // 2 for each in leaders] == [4 * trick for trick in range(13)]


@scripts
def test_32_suit_to_follow(first_deal):
    for each in first_deal:
        led = SEATS[int(each["under_the_gun"])] if each["under_the_gun"] != "4" else ""
        lead = each[f"{led}_discarding"] if led and each["round"] != "0" else ""
        suits = {"c": "club", "d": "diamond", "s": "spade", "h": "heart"}
        assert each["suit_to_follow"] == ("club" if each["round"] == "1" else suits[lead[1]] if lead else "")


@scripts
def test_33_round(first_deal):
    assert [int(each["round"]) for each in first_deal] == sorted(4 * list(range(14)))


@scripts
def test_34_under_the_gun(first_deal):
    """Who leads; nobody, 4, while the first cards are passed."""
    assert {each["under_the_gun"] for each in first_deal[:4]} == {"4"}
    for trick in range(1, 14):
        four = first_deal[4 * trick : 4 * trick + 4]
        assert {each["under_the_gun"] for each in four} == {four[0]["who"]}


@scripts
def test_35_and_36_round_winner_and_high_card(first_deal):
    for each in first_deal:
        if each["high_card"]:
            assert each[f"{SEATS[int(each['round_winner'])]}_discarding"] == each["high_card"]
        else:
            assert each["round_winner"] == "4"
    highest = [each for each in first_deal if each["high_card"]]
    assert len(highest) == 13 * 3


@scripts
@pytest.mark.parametrize("seat", SEATS)
def test_37_discarding(seat, first_deal):
    for each in first_deal:
        laid = each[f"{seat}_discarding"]
        assert re.fullmatch("([2-9JQKA0][cdsh])?", laid)
        assert laid in each["discarded"]
    assert any(each[f"{seat}_discarding"] for each in first_deal)


@scripts
@pytest.mark.parametrize("seat", SEATS)
def test_38_hand_score(seat, first_deal):
    points = [int(each[f"{seat}_hand_score"]) for each in first_deal]
    assert points[0] == 0
    assert points == sorted(points)
    assert 0 < sum(int(first_deal[-1][f"{name}_hand_score"]) for name in SEATS) <= 26


@scripts
@pytest.mark.parametrize("seat", SEATS)
def test_39_game_score(seat, launches, first_deal):
    assert {each[f"{seat}_game_score"] for each in first_deal} == {"0"}
    after = launches[len(first_deal)]
    assert sum(int(after[f"{name}_game_score"]) for name in SEATS) in (26, 78)
    assert int(after[f"{seat}_game_score"]) >= int(first_deal[-1][f"{seat}_hand_score"])


@scripts
@pytest.mark.parametrize("seat", SEATS)
def test_40_suit_chars(seat, first_deal):
    """All four until somebody is seen not to follow; the order of the letters is heartless's own."""
    assert first_deal[0][f"{seat}_suit_chars"] == "hsdc"
    who = str(SEATS.index(seat))
    for each in first_deal:
        held = {card[1] for card in re.findall("..", each["hand"])}
        assert each["who"] != who or held <= set(each[f"{seat}_suit_chars"])
    assert any(len(each[f"{name}_suit_chars"]) < 4 for each in first_deal for name in SEATS)


# ---- a library, and automatic mode ----


def lowest(view, rng):
    return min(view.actions(view.viewer), key=lambda action: max(card.rank for card in action.cards))


def test_41_a_function_plays_for_the_others(tmp_path):
    """`game.strategies.set_for_others` is a list of players here; docs/coming-from.md has the whole program."""
    final = play_match(HEARTS, [read_bot("heartless", HEARTS), lowest, lowest, lowest], Random(2024))
    assert final.over
    file = tmp_path / "your_ai.py"
    file.write_text(
        "def play(view, rng):\n"
        "    return min(view.actions(view.viewer), key=lambda action: max(card.rank for card in action.cards))\n"
    )
    run = paiju(f"play hearts --plain --others {file}", typed="exit\n")
    assert f"seat 1: Ada, a bot ({file})" in run.stdout


def test_42_the_main_loop_plays_to_the_end(told):
    assert any("won the match" in line for line in told)


def test_43_automatic_asks_nothing():
    run = paiju("play hearts --automatic --seed 2024")
    assert run.stdout == "Statistics: YOU won 1, LEFT won 0, OPPOSITE won 0, RIGHT won 0.\n"


def test_44_how_often_of_100_your_ai_won():
    run = paiju("play hearts --automatic --count 100 --seed 2024")
    won = dict(re.findall(r"(\w+) won (\d+)", run.stdout))
    assert list(won) == ["YOU", "LEFT", "OPPOSITE", "RIGHT"]
    assert sum(map(int, won.values())) >= 100
