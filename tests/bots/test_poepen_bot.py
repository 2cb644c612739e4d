"""Poepen's bots: `risk` does what BoerenBridge's AI did, `steady` what a sensible player would."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from random_play import PURE

from paiju import Action, Card, Cards, Random, play_match, read_rules
from paiju.bots import read_bot
from paiju.bots.native import advisor_class, advisor_for
from paiju.core.loops import run_table
from paiju.games.poepen import GAME

RANDOM, STEADY, RISK = range(3)


def table(mine, *others, turned="2S", rules="poepen", dealer=3, bids=(), plays=""):
    """A deal where seat 0 holds `mine` and seats 1, 2, … the others' hands; hands not given get low cards left over."""
    _, options = read_rules(rules)
    hands = [Cards(hand) for hand in (mine, *others)]
    setup = GAME.first(options)
    setup = replace(setup, deal=GAME.schedule(options).index(len(hands[0])) + 1, dealer=dealer % setup.seats)
    rest = [Card(card) for card in range(52) if Card(card) not in sum(hands, Cards(turned))]
    while len(hands) < setup.seats:
        hands.append(Cards([rest.pop(0) for _ in hands[0]]))
    order = [(setup.dealer + 1 + i) % setup.seats for i in range(setup.seats)]
    deck = [list(hands[seat])[i] for i in range(len(hands[0])) for seat in order]
    state = GAME.start(setup, [*deck, Card(turned), *rest])
    for text in (*(f"bid {bid}" for bid in bids), *(f"play {card}" for card in plays.split())):
        state.apply(state.waiting()[0], Action.read(text))
    return state


def answers(state, bot, seeds=1):
    """What a bot at the seat to act may say, over many seeds."""
    seat = state.waiting()[0]
    return {str(read_bot(bot, GAME)(state.view(seat), Random(seed))) for seed in range(seeds)}


def answer(state, bot="steady"):
    (only,) = answers(state, bot)
    return only


# ---- risk ----


@pytest.mark.parametrize(
    ("factor", "bid"), [(0.49, 3), (0.5, 2), (0.538461, 2), (0.538462, 1), (0.75, 1), (1, 0), (100, 0), (0, 5)]
)
def test_risk_counts_cards_above_its_factor(factor, bid):
    """A♠ counts 26/26, 2♠ 14/26, A♥ 13/26 and the others less; a card worth just the factor does not count."""
    assert answer(table("AS 2S AH QC 3C", turned="9S"), f"risk:{factor}") == f"bid {bid}"


@pytest.mark.parametrize(("total", "bid"), [(0, 2), (1, 1), (2, 0), (3, 1)])
def test_a_risky_dealer_steps_aside(total, bid):
    """It wants 1 (or 3): barred from it, one less; barred from 0, one more."""
    hand = {0: "AS KS QS", 1: "AS KS 2H", 2: "AS 2H 3H", 3: "2H 3H 4C"}[total]
    state = table(hand, dealer=0, bids=(total, 0, 0))
    wanted = {0: 3, 1: 2, 2: 1, 3: 0}[total]
    assert wanted + total == 3
    assert answer(state, "risk:0.75") == f"bid {bid}"


def test_without_the_hook_a_risky_dealer_bids_as_it_likes():
    state = table("AS KS QS", dealer=0, bids=(0, 0, 0), rules="poepen:hook_from=off")
    assert answer(state, "risk:0.75") == "bid 3"


@pytest.mark.parametrize(("others", "bid"), [("5C 6C 7C", 1), ("5C 6C 2S", 0), ("5C 6C QC", 1), ("5C 6C KC", 0)])
def test_risk_bids_blind_on_the_best_card_it_sees(others, bid):
    """With factor 0.55 it bids one if the others' best card is worth less than 0.45: a queen, 11/26, not a king."""
    assert answer(table("9D", *others.split(), turned="8S"), "risk:0.55") == f"bid {bid}"


def test_risk_with_open_cards_bids_on_its_own():
    assert answer(table("AS", "5C", "6C", "7C", rules="poepen:blind=off"), "risk:0.6") == "bid 1"


@pytest.mark.parametrize(
    ("hand", "led", "bid", "card"),
    [
        ("3H 9H KH", "10H", 0, "KH"),  # too many already and it can win: its strongest
        ("3H 9H 2S", "10H", 0, "3H"),  # too many and it cannot: its weakest
        ("3H 9H KH", "10H", 1, "3H"),  # enough and it could win: its weakest
        ("3H 9H 2S", "10H", 1, "9H"),  # enough and it cannot win: its strongest
        ("4H 9H 9S", "JD", 1, "9H"),  # of equal cards the hearts before the spades
    ],
)
def test_risk_plays_by_tricks_won_and_needed(hand, led, bid, card):
    """Against one opponent, who led a club that lost to the ace and then took a trick; now he leads on."""
    state = table(
        f"{hand} AC 2C",
        f"{led} 3C KC 4C 5C",
        turned="6D",
        rules="poepen:players=2,hook_from=off",
        dealer=0,
        bids=(0, bid),
        plays=f"3C AC 2C KC {led}",
    )
    assert answers(state, "risk:0.6", 30) == {f"play {card}"}


@pytest.mark.parametrize(("factor", "cards"), [("1", {"3H"}), ("0.5", {"3H", "9H", "KH"}), ("0", {"3H", "9H", "KH"})])
def test_risk_in_need_plays_low_or_at_random(factor, cards):
    state = table("3H 9H KH", "10H 2D 3D", turned="5S", rules="poepen:players=2", dealer=0, bids=(0, 2), plays="10H")
    assert answers(state, f"risk:{factor}", 100) == {f"play {card}" for card in cards}


def test_risk_level_with_the_table_plays_low_or_at_random():
    """A king of another suit on the table is worth as much as its own: neither stronger nor weaker."""
    state = table(
        "3H KH", "KC 2C", turned="5S", rules="poepen:players=2,hook_from=off", dealer=0, bids=(0, 0), plays="KC"
    )
    assert answers(state, "risk:0.5", 100) == {"play 3H", "play KH"}


def test_how_often_risk_plays_at_random():
    state = table("3H 9H KH", "10H 2D 3D", turned="5S", rules="poepen:players=2", dealer=0, bids=(0, 2), plays="10H")
    view, bot = state.view(0), read_bot("risk:0.7", GAME)
    low = sum(str(bot(view, Random(seed))) == "play 3H" for seed in range(3000))
    assert 0.77 < low / 3000 < 0.83  # 0.7, and a third of the rest


# ---- steady ----


def test_top_trumps_are_bid():
    assert answer(table("AS KS QS", turned="2S")) == "bid 3"


def test_nothing_is_bid_on_small_cards():
    assert answer(table("2C 3D 4H 5C 6D", turned="9S")) == "bid 0"


def test_a_barred_bid_is_avoided():
    assert answer(table("AS KS QS", dealer=0, bids=(0, 0, 0))) == "bid 2"


def test_blind_against_small_cards_it_bids_one():
    assert answer(table("9D", "2C", "3D", rules="poepen:players=3", turned="5S", dealer=2)) == "bid 1"


def test_blind_against_the_ace_of_trumps_it_bids_none():
    assert answer(table("9D", "AS", "3D", "4D", turned="5S")) == "bid 0"


def test_blind_the_dealer_takes_what_is_left():
    assert answer(table("9D", "2C", "3D", "4D", turned="5S", dealer=0, bids=(0, 0, 0))) == "bid 0"


def test_last_in_need_it_wins_cheaply():
    state = table(
        "3C JH AH", "10H 2D 3D", "4H 4D 5D", "5H 6D 7D", turned="5S", dealer=0, bids=(0, 0, 0, 2), plays="10H 4H 5H"
    )
    assert answer(state) == "play JH"


@pytest.mark.parametrize(("bid", "card"), [(2, "JH"), (0, "9H")])
def test_a_card_on_the_table_tells_neighbours_apart(bid, card):
    state = table("9H JH KC", "10H 2D 3D", turned="5S", rules="poepen:players=2", dealer=0, bids=(0, bid), plays="10H")
    assert answer(state) == f"play {card}"


def test_with_enough_it_plays_the_highest_that_loses():
    state = table("3H 9H AH", "10H 2D 3D", turned="5S", rules="poepen:players=2", dealer=0, bids=(0, 0), plays="10H")
    assert answer(state) == "play 9H"


def test_with_enough_it_throws_a_dangerous_card_away():
    state = table("AH 2C 3C", "10D 2D 3D", turned="5S", rules="poepen:players=2", dealer=0, bids=(0, 0), plays="10D")
    assert answer(state) == "play AH"


def test_in_need_it_trumps():
    state = table(
        "2S 2C 3C", "10D 4D 5D", "JD 6D 7D", "QD 8D 9D", turned="5S", dealer=0, bids=(1, 0, 0, 1), plays="10D JD QD"
    )
    assert answer(state) == "play 2S"


def test_in_need_of_every_trick_it_takes_this_one():
    state = table("AS 2C", "10D 2D", turned="5S", rules="poepen:players=2", dealer=0, bids=(1, 2), plays="10D")
    assert answer(state) == "play AS"


def test_with_nothing_needed_it_leads_low():
    state = table("AH 2H 3D", turned="5S", bids=(0, 2, 1, 1))
    assert answer(state) != "play AH"


# ---- house rules ----


def test_without_trump_the_leader_bids_on_his_long_top_suit():
    assert answer(table("AS KS QS", rules="poepen:trump=none", turned="2C")) == "bid 3"
    assert answer(table("AS KS QS", rules="poepen:trump=hearts", turned="2C")) != "bid 3"


@pytest.mark.parametrize(("factor", "bid"), [(0.49, 3), (0.8, 2), (0.95, 1)])
def test_without_trump_risk_measures_its_cards_by_the_ace(factor, bid):
    """A♠ counts 13/13, K♥ 12/13, 8♣ 7/13; with trump none of them would be worth more than a half."""
    assert answer(table("AS KH 8C", rules="poepen:trump=none"), f"risk:{factor}") == f"bid {bid}"


@pytest.mark.parametrize(("zero", "bid"), [("20", 0), ("same", 1), ("0", 1)])
def test_a_bid_of_nothing_is_made_for_what_it_is_worth(zero, bid):
    """Not with the ace of trumps, which takes a trick whatever it is worth to take none."""
    assert answer(table("AS 3C 4D", turned="5S", rules=f"poepen:zero={zero}")) == "bid 1"
    assert answer(table("JS 3C 4D", turned="5S", rules=f"poepen:zero={zero}")) == f"bid {bid}"


def test_a_doubtful_trick_is_bid_where_one_too_many_costs_more_than_one_too_few():
    assert answer(table("QS 9S 3C 4D", turned="5S", rules="poepen:missed=10,over=0")) == "bid 1"
    assert answer(table("QS 9S 3C 4D", turned="5S", rules="poepen:missed=0,over=10")) == "bid 2"


def test_bids_made_together_are_guessed_from_the_cards():
    """A search at a table that bids in secret: who holds the top trumps has bid on them in every world."""
    state = table("2C 3C 4C", "AS KS QS", turned="2S", rules="poepen:bidding=together")
    state.apply(1, "bid 3")
    advisor: Any = advisor_for(state.view(0))
    worlds = [advisor.guess(Random(seed)) for seed in range(60)]
    top = Cards("AS KS QS")
    assert {world.bids[1] for world in worlds if len(world.hands[1] & top) > 1} <= {2, 3}
    assert {world.bids[1] for world in worlds} >= {0, 1, 2}


# ---- overbids ----


@pytest.mark.parametrize("style", [STEADY, RISK + 16 * 620_000])
def test_nobody_bids_otherwise_because_overbids_are_allowed(style, some):
    """They win no points, so only who must lose some anyway gains by them."""
    rng = Random(4)
    for number in range(some(60)):
        setup = replace(GAME.first(), deal=1 + number % 13, dealer=number % 4)
        deck = GAME.shuffled(setup, rng)
        usual, free = (
            GAME.start(replace(setup, options=options), deck)
            for options in (GAME.Options(), GAME.Options(overbid=True))
        )
        while usual.phase == "bid":
            seat = usual.waiting()[0]
            bid, other = (advisor_for(state.view(seat)).advice(seat, style, Random(1)) for state in (usual, free))
            assert bid == other
            usual.apply(seat, bid)
            free.apply(seat, bid)


COSTLY = "poepen:players=6,score=5+n,missed=0,over=10"  # one trick too many costs 10, any number too few nothing


@pytest.mark.parametrize(("rules", "bid"), [("overbid=off", "bid 1"), ("overbid=on", "bid 3")])
def test_a_dealer_who_is_barred_from_his_tricks_overbids_where_too_few_costs_nothing(rules, bid):
    state = table("JS QS", turned="10S", dealer=0, bids=(0,) * 5, rules=f"{COSTLY},{rules}")
    assert answer(state, "steady") == bid


@pytest.mark.parametrize(("rules", "bid"), [("overbid=off", "bid 0"), ("overbid=on", "bid 2")])
def test_a_blind_dealer_overbids_where_too_few_costs_nothing(rules, bid):
    others = ["2C", "2D", "3D", "4D", "5D"]
    assert answer(table("AS", *others, turned="2S", dealer=0, bids=(0,) * 5, rules=f"{COSTLY},{rules}")) == bid


@pytest.mark.parametrize(("rules", "bid"), [("overbid=off", "bid 2"), ("overbid=on", "bid 4")])
def test_search_overbids_where_all_tricks_are_its_own_and_too_few_costs_nothing(rules, bid):
    state = table("AS KS QS", dealer=0, bids=(0,), rules=f"poepen:players=2,missed=0,over=10,{rules}")
    assert answer(state, "search:worlds=50") == bid


def test_who_has_overbid_wants_every_trick():
    rules = "poepen:players=2,overbid=on"
    state = table("2H AH", "10H 2D", turned="5S", rules=rules, dealer=0, bids=(1, 99), plays="10H")
    assert answer(state) == "play AH"


def test_search_plays_on_where_somebody_has_overbid():
    """No world is implausible for it."""
    state = table("2H AH", "10H 2D", turned="5S", rules="poepen:overbid=on", bids=(0, 0, 99, 7))
    assert answer(state, "search:worlds=50").startswith("play ")


# ---- both ----

RULES = [
    "poepen",
    "poepen:dutch",
    "poepen:oh_hell",
    "poepen:blind=off,low=1,peak=2",
    "poepen:players=2,peak=25,low=23,rounds=up,score=20+10n,missed=10",
    "poepen:players=3,hook_from=off,missed=0,score=5+n",
    "poepen:players=5,missed=tricks,hook_from=3",
    "poepen:players=6,peak=8",
    "poepen:fists",
    "poepen:nomination,players=5",
    "poepen:kachuful,players=6,no_trump=peak",
    "poepen:bidding=together,peak=3,zero=20",
    "poepen:overbid=on,peak=3,missed=0,over=10",
    "poepen:whole_pack=on,peak=13,low=12,rounds=up,over=0",
    "poepen:players=2,peak=26,low=24,trump=none,rounds=down,score=squared,missed=squared",
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("style", [STEADY, RISK + 16 * 620_000])
def test_answers_are_legal_and_from_the_view_alone(rules, style, some):
    """Whole matches: every answer passes, and knowing all cards would not have changed it."""

    def bot(view, rng):
        answer = advisor_for(view).advice(view.viewer, style, rng.fork(1))
        world = view.guess(rng.fork(2))
        assert advisor_for(world).advice(view.viewer, style, rng.fork(1)) == answer
        rng.random()
        return answer

    game, options = read_rules(rules)
    for seed in range(some(20)):
        assert play_match(game, [bot] * game.first(options).seats, Random(seed), options).over


def lead(rules, style, other, matches):
    """How many points a style is ahead of another in a match, on the same cards with seats exchanged."""
    _, options = read_rules(rules)
    setup, total, players = GAME.first(options), 0, options.players
    rounds = range(len(GAME.schedule(options)))
    states = [advisor_class(GAME)(replace(setup, deal=n + 1, dealer=n % players)) for n in rounds]
    deck, rng = GAME.cards(setup), Random(1)
    for _ in range(matches):
        for state in states:
            rng.shuffle(deck)
            for seats in ([style, other] * (players // 2), [other, style] * (players // 2)):
                run_table(state, deck, seats, rng)
                scores = state.scores()
                total += sum(scores[seat] if seats[seat] == style else -scores[seat] for seat in range(players))
    return total / (matches * players)


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize(("other", "points"), [(RANDOM, 40), (RISK + 16 * 620_000, 20), (RISK + 16 * 790_000, 10)])
def test_steady_is_clearly_ahead(players, other, points, some):
    assert lead(f"poepen:players={players}", STEADY, other, some(100)) > points


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ("poepen:trump=none", 40),
        ("poepen:whole_pack=on,peak=13,low=10", 40),
        ("poepen:fists", 100),
        ("poepen:nomination", 40),
        ("poepen:bidding=together", 40),
    ],
)
def test_steady_is_clearly_ahead_under_house_rules(rules, points, some):
    assert lead(rules, STEADY, RANDOM, some(60)) > points
    assert lead(rules, STEADY, RISK + 16 * 620_000, some(60)) > 0


SCRIPT = """
from dataclasses import replace
from paiju import Random, read_rules
from paiju.bots.native import advisor_class
from paiju.core.loops import run_table
for rules in ("poepen", "poepen:players=6", "poepen:players=2,peak=12,missed=tricks", "poepen:players=3,missed=0",
    "poepen:trump=none", "poepen:fists", "poepen:whole_pack=on,peak=13,low=12,zero=5+cards,over=0"):
    game, options = read_rules(rules)
    rng, setup, deck = Random(rules), game.first(options), list(range(52))
    styles = [(1, 2 + 16 * 620_000, 2 + 16 * 538_462, 1, 0, 1)[seat] for seat in range(setup.seats)]
    for _ in range(2):
        for number, _ in enumerate(game.schedule(options)):
            state = advisor_class(game)(replace(setup, deal=number + 1, dealer=number % setup.seats))
            rng.shuffle(deck)
            run_table(state, deck, styles, rng)
            print(rules, number, state.scores(), state.bids, state.cards_taken, rng.state)
"""


BELIEF = """
from paiju import Random
from paiju.bots.native import advisor_class
from paiju.games.poepen import GAME
setup, rng, true, guessed, asked = GAME.first(), Random(1), 0, 0, 0
for _ in range(30):
    state = advisor_class(GAME)(setup).deal(GAME.shuffled(setup, rng))
    while not state.is_over:
        seat = state.waiting()[0]
        if state.phase == "play":
            asked += 1
            true += state.plausible(seat, rng)
            guessed += state.view(seat).guess(rng).plausible(seat, rng)
        state.step(seat, state.advice(seat, 1, rng))
print(true / asked, guessed / asked)
"""


def printed_by(script, **extra):
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **extra}
    run = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_true_hands_are_believed_and_many_guesses_are_not():
    """Asked uncompiled: compiled, only native code can ask whether a world is plausible."""
    true, guessed = map(float, printed_by(BELIEF, PAIJU_PURE="1").split())
    assert true > 0.9
    assert guessed < 0.75


@pytest.mark.skipif(PURE, reason="compares compiled with uncompiled")
def test_compiled_and_uncompiled_decide_alike():
    assert printed_by(SCRIPT) == printed_by(SCRIPT, PAIJU_PURE="1") != ""
