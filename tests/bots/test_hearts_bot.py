"""The bots of Hearts: heartless as its rules of play are written down, and what steady does with typical hands."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arranging import arrange
from random_play import rule_sets

from paiju import Action, Cards, Random, read_rules
from paiju.bots import read_bot
from paiju.bots.native import advisor_class, advisor_for, styles
from paiju.core import bits
from paiju.core.cards import read_faces
from paiju.core.loops import run_table
from paiju.games.hearts import GAME, HeartsOptions

RANDOM, STEADY, HEARTLESS = 0, 1, 2
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
QUEEN = 49


def position(*hands, trick=5, leader=0, broken=False, table="", **options) -> Any:
    """A moment of play: what each seat still holds; the cards of `table` are then played from the leader on."""
    state: Any = advisor_class(GAME)(replace(GAME.first(HeartsOptions(**options)), deal=4))
    arrange(state, hands, "play", [leader], trick=trick - 1, broken=broken, leader=leader)
    return play(state, table)


def play(state, cards):
    for card in read_faces(cards):
        state.apply(state.waiting()[0], Action("play", Cards([card])))
    return state


def choice(state, style):
    """What the seat to play plays, by what it sees."""
    seat = state.waiting()[0]
    name = styles(GAME)[style]
    return read_bot(name, GAME)(state.view(seat), Random(0)).cards


def heartless(state):
    return choice(state, HEARTLESS)


def steady(state):
    return choice(state, STEADY)


def gift(hand, style, number=1):
    rest = [card for card in GAME.deck(GAME.first()) if card not in Cards(hand)]
    state = GAME.start(replace(GAME.first(), deal=number), [*Cards(hand), *rest])
    return choice(state, style)


# ---- heartless, by the description of its player


class Transcript:
    """heartless's player, told in plain Python card by card; it keeps its own list of who was seen not to follow."""

    def __init__(self):
        self.void = set()

    def saw(self, state, seat, card):
        if state.stage and seat != state.leader and card // 13 != bits.lowest(state.led) // 26:
            self.void.add((seat, bits.lowest(state.led) // 26))

    def decide(self, state, seat):
        hand = [int(card) for card in Cards(state.hand[seat])]
        if state.stage == 0:
            order = sorted(hand, key=lambda card: (card == QUEEN, card % 13, (0, 1, 3, 2)[card // 13]))
            return set(order[-3:])
        if seat == state.leader:
            return {0 if 0 in hand else self.lead(state, hand)}
        led = bits.lowest(state.led) // 26
        suited = [card for card in hand if card // 13 == led]
        return {self.follow(state, seat, led, suited) if suited else self.throw(state, hand)}

    def lead(self, state, hand):
        by_suit = {suit: [card for card in hand if card // 13 == suit] for suit in range(4)}
        keys = {
            CLUBS: len(by_suit[CLUBS]),
            DIAMONDS: len(by_suit[DIAMONDS]),
            SPADES: 14 if max(by_suit[SPADES], default=0) >= QUEEN else 1,
            HEARTS: len(by_suit[HEARTS]) if state.broken else 15,
        }
        suits = sorted(keys, key=lambda suit: keys[suit])  # a stable sort: ties as the dictionary has them
        return min(next(by_suit[suit] for suit in suits if by_suit[suit]))

    def follow(self, state, seat, led, suited):
        best = bits.lowest(state.best) // 2
        below = [card for card in suited if card < best]
        if below:
            return QUEEN if QUEEN in below else max(below)
        high = [card for card in suited if card != QUEEN and led != HEARTS]
        behind = [(state.leader + i) % 4 for i in range((seat - state.leader) % 4 + 1, 4)]
        if not high or any((other, led) not in self.void for other in behind):
            return min(suited)
        return max(high)

    def throw(self, state, hand):
        hearts = [card for card in hand if card // 13 == HEARTS]
        if state.trick:
            if QUEEN in hand:
                return QUEEN
            if hearts:
                return max(hearts)
        rest = [card for card in hand if card // 13 != HEARTS and card != QUEEN]
        return max(rest, key=lambda card: (card % 13, card // 13)) if rest else max(hearts)


@pytest.mark.parametrize("rules", ["hearts", "hearts:passing=off", "hearts:moon=subtract,queen_breaks=on"])
@pytest.mark.parametrize("others", [RANDOM, HEARTLESS])
def test_heartless_decides_as_written_down(rules, others, some):
    game, options = read_rules(rules)
    rng = Random(11)
    for number in range(some(100)):
        setup = replace(game.first(options), deal=1 + number % 4)
        state, transcript = advisor_class(game)(setup).deal(game.shuffled(setup, rng)), Transcript()
        while not state.is_over:
            seat = state.waiting()[0]
            action = state.advice(seat, HEARTLESS, rng)
            assert {int(card) for card in action.cards} == transcript.decide(state, seat)
            if seat % 2 and others == RANDOM:
                action = state.advice(seat, RANDOM, rng)
            for card in action.cards:
                transcript.saw(state, seat, int(card))
            state.step(seat, action)


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        ("2345C 2345D 23QH 2QS", "QS QH 5D"),
        ("23AC 234AD 23AH 2AS 3S", "AH AS AD"),
        ("234C 234KD 23KH 2KS 3S", "KH KS KD"),
        ("2345C KC 2345D KD 23H 2S", "KC KD 5D"),
    ],
)
def test_heartless_passes_the_queen_then_the_highest(hand, passed):
    assert gift(hand, HEARTLESS) == Cards(passed)


@pytest.mark.parametrize(
    ("hand", "broken", "led"),
    [
        ("34C 5D 6S 7H", False, "5D"),  # the shorter of clubs and diamonds, spades without a high one count as one
        ("3C 5D 6S 7H", True, "3C"),  # ties: clubs, diamonds, spades, hearts
        ("34C 56D 678S 9H", False, "6S"),
        ("34C 56D 6AS 9H", False, "3C"),  # a high spade puts spades last
        ("6AS 9H", False, "6S"),  # but before unbroken hearts
        ("6KS 9TJH", True, "9H"),
        ("34C 9H", True, "9H"),
        ("9TH", False, "9H"),
        ("QS 9TH", False, "QS"),
    ],
)
def test_heartless_leads_low_from_a_short_suit(hand, broken, led):
    assert heartless(position(hand, broken=broken)) == Cards(led)


def test_heartless_leads_the_two_of_clubs():
    assert heartless(position("2KC 3D", trick=1)) == Cards("2C")


@pytest.mark.parametrize(
    ("table", "hand", "card"),
    [
        ("9C", "47TC", "7C"),  # the highest below
        ("KS", "2QS", "QS"),  # the queen goes under a higher spade
        ("JS", "QKS", "QS"),  # nothing below and others to come: low
        ("JS", "2QS", "2S"),
        ("9C", "TKC", "TC"),
    ],
)
def test_heartless_follows_second(table, hand, card):
    assert heartless(position(table, hand, "3D 4D", "5D 6D", table=table)) == Cards(card)


@pytest.mark.parametrize(
    ("table", "hand", "card"),
    [
        ("9C 3C 4C", "TKC", "KC"),  # last: high
        ("9H 3H 4H", "TKH", "TH"),  # never in hearts
        ("JS 3S 4S", "QKS", "KS"),
        ("JS 3S 4S", "QS", "QS"),
        ("JS 3S KS", "2QS", "QS"),
    ],
)
def test_heartless_follows_last(table, hand, card):
    first, second, third = table.split()
    assert heartless(position(first, second, third, hand, broken=True, table=table)) == Cards(card)


def test_heartless_follows_high_when_those_behind_were_seen_void():
    state = position("6C 9C", "2C TC KC", "3D 4D", "5D 6D", table="6C 2C 3D 5D")
    play(state, "9C")
    assert heartless(state) == Cards("KC")


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        (8, "AS AH QS", "QS"),
        (8, "AS 3KH", "KH"),
        (8, "KD KS 5S", "KS"),  # of one rank spades before diamonds
        (8, "AD KS", "AD"),
        (1, "KD QKS AH", "KS"),
        (1, "3D QS AH", "3D"),  # no points in the first trick
        (1, "QS 3KH", "KH"),  # unless there is nothing else
    ],
)
def test_heartless_throws(trick, hand, card):
    assert heartless(position("2C", hand, trick=trick, table="2C")) == Cards(card)


def test_a_void_counts_only_when_seen():
    """A heart led too early shows a hand of hearts to whoever thinks; heartless does not."""
    state = position("5H 6H 7H", "2C 3C", "4C 5C 6C", "8C KC AC", leader=0)
    play(state, "5H 2C 4C 8C")
    assert state.most[0] == bits.suit(HEARTS)
    assert not state.voids & 15


# ---- steady, as players would say it


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        ("2468C 2468D 246H QKS", "QKS"),  # a queen with a king and no guards
        ("2468C 2468D 2468H AS", "AS"),
        ("23C 24689TD 246H AS 2S", "AS"),
        ("2C 2468TJQD 2468H QS", "QS"),
    ],
)
def test_steady_passes_unguarded_high_spades(hand, passed):
    assert passed in gift(hand, STEADY)


def test_steady_keeps_small_spades():
    assert not gift("2468TC 246D 24H 246S", STEADY) & Cards(bits.suit(SPADES))


def test_steady_passes_low_with_a_hand_that_takes_everything():
    assert gift("AKQJTC AKQD AKH 32H 2D", STEADY) == Cards("2D 23H")


@pytest.mark.parametrize(
    ("table", "hand", "card"),
    [
        ("9C 3C 4C", "2TKC", "KC"),  # last and no points: the high card goes
        ("9C 3C QS", "2TKC", "2C"),  # with the queen in the trick: duck
        ("KS 3S 4S", "2QS", "QS"),  # under the king
        ("QD KD 4D", "28JD", "JD"),  # what does not win may as well be high
    ],
)
def test_steady_plays_last(table, hand, card):
    first, second, third = table.split()
    state = position(f"{first} 7H", f"{second} 8H", f"{third} 9H", f"{hand} AH", trick=9, broken=True, table=table)
    assert steady(state) == Cards(card)


def test_steady_throws_the_queen():
    assert steady(position("2C 7H", "3C 8H", "4C 9H", "QS AH KD", trick=9, table="2C 3C 4C")) == Cards("QS")


def test_steady_throws_a_high_heart_before_a_small_one():
    assert steady(position("2C 7H", "3C 8H", "4C 9H", "3AH", trick=9, table="2C 3C 4C")) == Cards("AH")


def test_steady_keeps_the_king_of_spades_from_the_queen():
    state = position("5S 7H 2C", "4KS 8H", "3QS 9H", "6S 7S 2H", trick=10, table="5S")
    assert steady(state) == Cards("4S")


def test_steady_leads_spades_to_draw_the_queen():
    assert steady(position("3S 5S 9S 7C 9C JC 7D 9D JD 7H 9H JH", trick=2)) & Cards(bits.suit(SPADES))


def test_steady_keeps_what_stops_a_moon():
    """Seat 0 took the queen and leads hearts from the top: the king of seat 1 will stop the next one."""
    state = position("KS AS AH QH 3H", "QS 5D 2H KH TH", "2S 3S 5H 6H 7C", "4S 5S 7H 8H 9C", trick=9, broken=True)
    play(state, "AS QS 3S 5S KS 5D 2S 4S AH")
    assert steady(state) != Cards("KH")


def test_steady_shoots_the_moon_with_a_running_hand():
    hand = "AKQJT98C AKQD AKH AS"
    rest = [card for card in GAME.deck(GAME.first()) if card not in Cards(hand)]
    setup = replace(GAME.first(), deal=4)
    table = advisor_class(GAME)(setup)
    run_table(table, [*Cards(hand), *rest], [STEADY, RANDOM, RANDOM, RANDOM], Random(1))
    assert table.scores() == (0, 26, 26, 26)


# ---- both


@pytest.mark.parametrize("rules", rule_sets("hearts"))
def test_candidates_of_the_pass_are_the_best_first_and_legal(rules):
    game, options = read_rules(rules)
    rng = Random(3)
    for _ in range(20):
        state = game.start(game.first(options), game.shuffled(game.first(options), rng))
        seat = state.waiting()[0]
        player = advisor_for(state.view(seat))
        found = player.candidates(seat, 12)
        assert len(set(found)) == len(found) <= 12
        for action in found:
            state.check(seat, action)


def test_candidates_in_play_leave_out_cards_that_touch():
    state = position("5C 6C 8C QS KS", "7C 2S", "9C 3S", "TC 4S", trick=12)
    found = advisor_for(state.view(0)).candidates(0, 32)
    assert [str(action.cards) for action in found] == ["5C", "8C", "QS", "KS"]


def test_cards_on_either_side_of_one_on_the_table_do_not_touch():
    """The six and the eight have the seven between them: one loses to it, one wins."""
    state = position("7C 2D", "6C 8C", "2S 3S", "4S 5S", trick=12, table="7C")
    assert [str(action.cards) for action in advisor_for(state.view(1)).candidates(1, 32)] == ["6C", "8C"]


@pytest.mark.parametrize("opponent", [RANDOM, HEARTLESS])
def test_steady_beats(opponent, some):
    """Duplicate decks: each is played with steady at seats 0 and 2, and at 1 and 3; the interval is clear of zero."""
    setup, rng, gains = GAME.first(), Random(21), []
    table = advisor_class(GAME)(setup)
    for _ in range(some(1500)):
        deck, gain = GAME.shuffled(setup, rng), 0.0
        for seated in ([STEADY, opponent] * 2, [opponent, STEADY] * 2):
            run_table(table, deck, seated, rng)
            gain += sum(
                -score if style == STEADY else score for score, style in zip(table.scores(), seated, strict=True)
            )
        gains.append(gain / 4)
    mean = sum(gains) / len(gains)
    error = (sum((gain - mean) ** 2 for gain in gains) / len(gains) ** 2) ** 0.5
    assert mean > (1.96 * error if len(gains) > 500 else 0)


DECISIONS = """
from dataclasses import replace
from zlib import crc32
from paiju import Random
from paiju.bots.native import advisor_class
from paiju.games.hearts import GAME
rng, digest = Random(8), 0
for number in range(24):
    setup = replace(GAME.first(), deal=1 + number % 4)
    state = advisor_class(GAME)(setup).deal(GAME.shuffled(setup, rng))
    while not state.is_over:
        seat = state.waiting()[0]
        answers = [state.advice(seat, style, rng) for style in range(3)] + state.candidates(seat, 32)
        digest = crc32(repr(answers).encode(), digest)
        state.step(seat, answers[rng.below(3)])
print(digest)
"""


def test_compiled_and_uncompiled_decide_alike():
    root = str(Path(__file__).parents[2])
    digests = set()
    for pure in ({}, {"PAIJU_PURE": "1"}):
        env = {name: value for name, value in os.environ.items() if name != "PAIJU_PURE"} | {"PYTHONPATH": root} | pure
        run = subprocess.run([sys.executable, "-c", DECISIONS], env=env, capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stderr
        digests.add(run.stdout)
    assert len(digests) == 1


# ---- steady and house rules


def test_steady_takes_the_jack_where_it_counts():
    hands = ("2D AD 5C", "3D 6C 7C", "JD 8C 9C", "QS 10C JC")
    assert steady(position(*hands, leader=2, table="JD QS", jack=True)) == Cards("2D")  # ten for thirteen
    hands = ("2D AD 5C", "JD 8C 9C", "5H 6C 7C", "6H 10C JC")
    assert steady(position(*hands, leader=1, table="JD 5H 6H", jack=True)) == Cards("AD")
    assert steady(position(*hands, leader=1, table="JD 5H 6H")) == Cards("2D")


def test_steady_keeps_a_jack_that_would_go_to_somebody_else():
    hands = ("3D JD 5C", "4D 6C 7C", "5D 8C 9C", "AD 10C JC")
    assert steady(position(*hands, leader=3, table="AD", jack=True)) == Cards("3D")
    assert steady(position(*hands, leader=3, table="AD")) == Cards("JD")


@pytest.mark.parametrize("jack", [False, True])
def test_steady_does_not_pass_the_jack_where_it_counts(jack):
    setup = GAME.first(HeartsOptions(jack=jack))
    hand = Cards("2345C 23JD 234H 234S")
    rest = [card for card in GAME.deck(setup) if card not in hand]
    state = GAME.start(setup, [*hand, *rest])
    given = read_bot("steady", GAME)(state.view(0), Random(0)).cards
    assert ("JD" in given) != jack


@pytest.mark.parametrize("style", ["steady", "search:easy", "heartless"])
@pytest.mark.parametrize(("standing", "choice"), [((0, 80, 0, 0), "add"), ((90, 80, 0, 0), "subtract")])
def test_the_moon_is_added_where_that_wins_the_match(style, standing, choice):
    setup = replace(GAME.first(HeartsOptions(moon="choose")), deal=4, standing=standing)
    suits = ["23456789TJQKA" + suit for suit in "CDHS"]
    state = GAME.start(setup, [card for hand in suits for card in read_faces(hand)])
    while state.phase == "play":
        state.apply(state.seat, next(state.actions(state.seat)))
    assert str(read_bot(style, GAME)(state.view(0), Random(0))) == choice


def test_steady_plays_points_to_a_first_trick_that_takes_them():
    hands = ("2C 3D", "QS 4D", "5C 6D", "7C 8D")
    assert steady(position(*hands, trick=1, table="2C", first_trick_points=True)) == Cards("QS")
    assert steady(position(*hands, trick=1, table="2C")) == Cards("4D")
