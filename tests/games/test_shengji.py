"""Sheng Ji, rule by rule (paiju/rules/shengji.md), and the golden cases of data/shengji.golden."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from puzzles import level, shengji_position
from random_play import is_legal

import paiju
from paiju import ONLOOKER, Action, Cards, IllegalAction, Random
from paiju.core import bits
from paiju.core.cards import RANKS, read_faces
from paiju.games import find
from paiju.record import Record, RecordError
from paiju.text import read_answer

GAME: Any = find("shengji")
GOLDEN = [line for line in (Path(__file__).parents[1] / "data" / "shengji.golden").read_text().splitlines() if line]
N, W, S, E = range(4)
SUIT = {letter: suit for suit, letter in enumerate("CDHS")}


# ---- how positions are written here ----


def setup_for(rules="shengji", **changes) -> Any:
    game, options = paiju.read_rules(rules)
    return replace(game.first(options), **changes)


def parts(pattern, text) -> tuple[str, ...]:
    """The groups of a pattern that must be in the text."""
    match = re.search(pattern, text)
    assert match, text
    return match.groups(default="")


def position(*hands, trump="9C", rules="shengji", **more):
    """Four hands before a lead of North; the dealer is North too unless told otherwise."""
    return shengji_position(hands, *level(trump), rules=rules, **more)


def play(state, *plays):
    """The seats in turn play these cards; the events of the last play."""
    events = []
    for cards in plays:
        events = state.apply(state.waiting()[0], Action("play", Cards(cards)))
    return events


def test_2_4_the_draw_is_shown_card_by_card():  # rules/shengji.md 2.4
    """Where the rules stop must not be seen: what a seat may say depends on its own cards and the call that stands."""
    setup = setup_for()
    state, rng = GAME.start(setup, GAME.shuffled(setup, Random(3))), Random(4)
    before, step, events = None, (-1, None), state.opening()
    sizes = []
    while state.phase == "draw":
        for moment, _ in state.unfold(before, *step, events):
            sizes.append(sum(moment.counts))
            for seat in range(4):
                asks = moment.view(seat).asks(seat)
                assert moment.asks(seat) == asks
                held = moment.hands[seat]
                twos = [card for card in held if card.rank == 2]
                assert not moment.call or moment.call == 1 or not asks
                assert bool(asks) == (bool(twos) if not moment.call else bool(asks))
        before, seat = state.copy(), state.waiting()[0]
        step = seat, state.sample(seat, rng)
        events = state.apply(*step)
    assert sorted(set(sizes)) == list(range(1, max(sizes) + 1))


def test_2_4_who_is_not_asked_may_call_too_and_a_pass_unasked_is_silence():
    state = GAME.start(setup_for(), deck(N="2C 3C 4C", W="2D 5C 5C"))
    state.apply(N, "pass")
    assert state.seat == W
    state.apply(N, "pass")
    assert state.seat == W
    assert state.apply(N, "call 2C")[0].kind == "call"
    assert (state.caller, str(state.called())) == (N, "2C")


def test_2_4_passing_until_a_card_is_drawn():
    state = GAME.start(setup_for(), deck(N="2C 3C 4C"))
    state.apply(N, "pass 30")
    assert (state.drawn, state.seat) == (30, N)
    for number in (30, 29, 101, 5000):
        assert not is_legal(state, N, Action("pass", amount=number))
    state.apply(N, "call 2C")
    assert state.caller == N


def test_2_4_the_last_card_and_the_end_of_the_draw_are_two_moments():
    for gift in ("", "2C"):  # nobody can call at the end, or North can
        state = GAME.start(setup_for(dealer=0), deck(W=f"3C 3C 4C {gift}", kitty="2D 2D 2H 2H 2S 2S 2C"))
        unfolded = state.copy().unfold(None, -1, None, state.opening())
        while state.is_timed:
            before, seat = state.copy(), state.seat
            events = state.apply(seat, "pass")
            unfolded += state.copy().unfold(before, seat, Action("pass"), events)
        seen = [[event.kind for event in told] for _, told in unfolded if told]
        assert seen[-1][-1] == "take_kitty"
        assert not any("draw" in kinds and len(kinds) > 1 for kinds in seen)


def test_the_rest_is_claimed_with_cards_nobody_can_beat():
    state = position("BJ BJ AC", "3D 3D 4D", "5D 5D 6D", "7D 7D 8D")
    assert str(state.view(N).claim(N)) == "no card out can beat yours: all the rest is yours"
    assert [str(action) for action in state.view(N).cash(N)][:3] == ["play BJ", "play BJ", "play AC"]
    assert position("AC AC", "BJ LJ", "5D 6D", "7D 8D").view(N).claim(N) is None
    by_size = position("BJ BJ AC", "3D 3D 4D", "5D 5D 6D", "7D 7D 8D", rules="shengji:kitty=by_size")
    assert by_size.view(N).claim(N) is None  # 8.3: a pair might bring more


def refused(state, seat, text):
    with pytest.raises(IllegalAction) as refusal:
        state.check(seat, Action.read(text))
    return refusal.value.rule


def legal(state, seat, text):
    state.check(seat, Action.read(text))
    return True


def deck(first=0, kitty="", **hands):
    """A deck that gives N, W, S, E these cards first (in this order) and the kitty those; the rest lies as it falls."""
    wanted = {"NWSE".index(seat): read_faces(cards) for seat, cards in hands.items()}
    kitty = read_faces(kitty)
    rest = Counter(GAME.cards(setup_for()))
    rest.subtract(card for cards in [*wanted.values(), kitty] for card in cards)
    # Cards one can call with go last, so that nobody is asked who is not meant to be.
    spare = sorted(rest.elements(), key=lambda face: (face % 13 == 0 and face < 52, face))
    piles = {seat: list(wanted.get(seat, [])) for seat in range(4)}
    order = [piles[(first + i) % 4].pop(0) if piles[(first + i) % 4] else -1 for i in range(100)] + kitty
    order += [-1] * (108 - len(order))
    return [card if card >= 0 else spare.pop(0) for card in order]


def start(rules="shengji", kitty="", setup=None, **hands):
    setup = setup or setup_for(rules)
    return GAME.start(setup, deck(max(setup.dealer, 0), kitty, **hands))


def call(state, *calls):
    """Each call as "W 2H"; whoever is asked meanwhile passes."""
    for text in calls:
        seat, action = "NWSE".index(text[0]), Action("call", Cards(text[2:]))
        pass_until(state, seat)
        while not is_legal(state, seat, action):
            state.apply(seat, Action("pass"))
            pass_until(state, seat)
        state.apply(seat, action)


def pass_until(state, seat=None):
    """Everybody passes until this seat is asked, or until the calls are over."""
    while state.phase in ("draw", "last_call") and state.actors and state.waiting() != [seat]:
        state.apply(state.waiting()[0], Action("pass"))


def in_play(rules="shengji", seed=1, **changes):
    """A random deal up to its first lead."""
    setup = setup_for(rules, **({"dealer": N, "levels": (2, 2)} | changes))
    state, rng = GAME.start(setup, GAME.shuffled(setup, Random(seed))), Random(seed)
    while state.phase != "play":
        state.step(state.waiting()[0], state.sample(state.waiting()[0], rng))
    return state


def ended(points, dealer=N, rules="shengji:full", levels=(5, 5), **more):
    """The setup after a deal in which the opponents made so many points."""
    return GAME.after(setup_for(rules, dealer=dealer, levels=levels), at_the_end(points, dealer, rules, **more))


def at_the_end(points, dealer=N, rules="shengji:full", **more):
    """A finished deal in which the opponents made so many points."""
    state = position("2D", "3D", "4D", "5H", dealer=dealer, points=points, leader=dealer, rules=rules, **more)
    while not state.is_over:
        state.step(state.waiting()[0], Action("play", Cards(state.hand[state.waiting()[0]])))
    assert state.points == points
    return state


# ---- golden cases ----


def cards_in(text):
    return re.findall(r"\[([^]]*)\]", text)


def shape(state, text):
    """As the cases write it: single, pair, tractor2 and up, throw, illegal."""
    found = state.shape(text)
    if found is None:
        return "illegal"
    return f"tractor{found.size // 2}" if found.kind == "tractor" else found.kind


def golden_kind(position_, case, outcome):
    trump = "".join(parts(r"trump=(\S+)|rank (\S+)", position_))
    state = position(case, trump=trump)
    assert shape(state, case) == outcome
    if outcome == "illegal":
        assert refused(position(case, trump=trump), N, f"play {case}") == "5.1"
    else:
        assert legal(state, N, f"play {case}")


def golden_throw(position_, case, outcome):
    hands = cards_in(case)
    state = position(*hands)
    play(state, hands[0])
    assert state.cards_laid[N] == Cards(cards_in(outcome)[0])


def golden_follow(position_, case, outcome):
    hand, lead, answer = cards_in(case)
    # South follows, and only West and East could stop a throw.
    others = "2D 3D 4D 5D"
    state = position(lead, others, hand, rules="shengji:throw_block=opponents")
    play(state, lead, " ".join(others.split()[: len(lead.split())]))
    if outcome == "legal":
        assert legal(state, S, f"play {answer}")
    else:
        rules = {"follow suit": "6.2", "pairs": "6.3", "tractor": "6.4"}
        assert refused(state, S, f"play {answer}") == rules[parts(r"\((.*)\)", outcome)[0]]


def golden_winner(position_, case, outcome):
    plays = case.split(" | ")
    state = position(*plays)
    play(state, *plays)
    assert state.last_winner == int(parts(r"player (\d)", outcome)[0])


def golden_result(position_, case, outcome):
    after = ended(int(case.split()[-1]))
    team, rise = parts(r"= (\w+) \+(\d)", outcome)
    declarers = 0 if team == "declarers" else 1
    assert after.dealer % 2 == declarers
    assert after.levels[declarers] == 5 + int(rise)
    assert after.levels[1 - declarers] == 5


def golden_points(position_, case, outcome):
    if case == "whole double pack":
        kitty = Cards("22C 22D 22H 22S")
        hands = [Cards(cards) for cards in zip(*[iter(Cards(2 * bits.ONES) - kitty)] * 25, strict=True)]
        made = []
        for dealer in (N, W):
            state, rng = shengji_position(hands, 9, 0, kitty=kitty, dealer=dealer), Random(1)
            while not state.is_over:
                state.step(state.waiting()[0], state.sample(state.waiting()[0], rng))
            made.append(state.points)
        assert sum(made) == int(outcome)
    else:
        for dealer in (N, W):  # one of the two is on the other side
            state = position(*case.split(), dealer=dealer)
            play(state, *case.split())
            assert state.points == (int(outcome) if (state.last_winner ^ dealer) & 1 else 0)


def golden_kitty(position_, case, outcome):
    dealer = W if "opponent" in case else N
    state = position("AD", "3D", "4D", "6D", kitty=Cards(cards_in(case)[0]), dealer=dealer)
    play(state, "AD", "3D", "4D", "6D")
    assert state.points == state.kitty_points == int(outcome)


def golden_rotation(position_, case, outcome):
    dealer = "NWSE".index(parts(r"dealer (\w)", case)[0])
    assert ended(40 if "declarers win" in case else 80, dealer=dealer).dealer == "NWSE".index(outcome)


def golden_call(position_, case, outcome):
    held = {"N": "2S 2S", "W": "2H 2H", "E": "2D 2D"}
    *before, last = case.split(", ")
    last, _, holding = last.partition(" holding ")
    if holding:
        held = {last[0]: f"{holding} 3C 3C"}
    state = start(**held)
    call(state, *before)
    if outcome == "rejected":
        pass_until(state, "NWSE".index(last[0]))
        with pytest.raises(ValueError):  # noqa: PT011 - an IllegalAction, or no card at all
            state.apply("NWSE".index(last[0]), Action.read(f"call {last[2:]}"))
    else:
        call(state, last)
        trump, dealer = parts(r"trump (\w), dealer (\w)", outcome)
        assert (state.trump, state.dealer) == (SUIT[trump], "NWSE".index(dealer))


def golden_level(position_, case, outcome):
    level = RANKS.index(case.split(",")[0]) + 2
    points = {"declarers win +3": 0, "declarers win +1": 75, "opponents win +0": 80}[case.split(", ")[1]]
    after = ended(points, levels=(level, level))
    if outcome == "match over":
        assert after.over
        assert GAME.winners(after) == (N, S)
    else:
        assert not after.over
        assert after.levels[after.dealer % 2] == RANKS.index(outcome.split(",")[0]) + 2


@pytest.mark.parametrize("line", GOLDEN, ids=lambda line: line.partition(" ")[0])
def test_golden(line):
    _, kind, rest = line.split(" ", 2)
    rest, outcome = rest.split(" -> ")
    where, _, case = rest.rpartition(": ") if kind != "result" else ("", "", rest)
    globals()[f"golden_{kind}"](where, case.strip(), outcome.strip())


# ---- 1. players, cards, trumps ----


def test_1_1_teams():
    assert [GAME.team(setup_for(), seat) for seat in range(4)] == [0, 1, 0, 1]


def test_1_2_two_decks():
    assert Counter(GAME.cards(setup_for())) == dict.fromkeys(range(54), 2)


def test_1_3_the_declarers_level_dominates():
    state = GAME.State(setup_for(dealer=W, levels=(5, 11), standing=(5, 11, 5, 11)))
    assert state.level == 11


def test_1_4_trumps_are_one_suit_in_order():
    state = position(trump="9C")
    order = [*read_faces("2C 3C 4C 5C 6C 7C 8C 10C JC QC KC AC"), 7 + 13, 7, 52, 53]
    assert [state.rung_of[face] for face in order] == list(range(16))
    assert {state.suit_of[face] for face in order} == {4}
    assert {state.rung_of[face] for face in read_faces("9D 9H 9S")} == {12}


def test_1_5_the_gap_is_closed():
    assert shape(position(trump="9C"), "10S 10S 8S 8S") == "tractor2"
    assert shape(position(trump="AC"), "KC KC AD AD AC AC LJ LJ") == "tractor4"


def test_1_4_twos_are_always_trumps():
    state = position(trump="9C", rules="shengji:twos=on")
    order = read_faces("KC AC 2D 2C 9D 9C LJ BJ")
    assert [state.rung_of[face] - state.rung_of[order[0]] for face in order] == list(range(8))
    assert {state.suit_of[face] for face in order} == {4}
    assert shape(state, "AC AC 2H 2H 2C 2C 9S 9S") == "tractor4"  # 1.5
    assert shape(state, "2H 2H 2D 2D") == "throw"
    assert refused(position("2H 3H", rules="shengji:twos=on"), N, "play 2H 3H") == "5.1"
    assert position(trump="2C", rules="shengji:twos=on").rung_of == position(trump="2C").rung_of


def test_1_4_red_fives_are_the_highest_trumps():
    state = position(trump="9C", rules="shengji:red_fives=on")
    assert shape(state, "LJ LJ BJ BJ 5D 5D 5H 5H") == "tractor4"
    assert shape(state, "4H 4H 6H 6H") == "tractor2"  # 1.5
    assert winner("BJ", "5D", "5H", "LJ", rules="shengji:red_fives=on") == S
    assert state.suit_of[read_faces("5S")[0]] == 3


def test_1_4_red_fives_and_twos_leave_no_gap_in_any_suit():
    for name in ("2C", "5H", "5C", "9D", "9"):
        state = position(trump=name, rules="shengji:red_fives=on,twos=on")
        for suit in range(5):
            rungs = {state.rung_of[face] for face in range(54) if state.suit_of[face] == suit}
            assert rungs == set(range(len(rungs)))


def test_1_6_twos_without_a_trump_suit():
    state = position(trump="9", rules="shengji:twos=on,no_trump=on")
    assert shape(state, "2D 2D 9H 9H LJ LJ BJ BJ") == "tractor4"


def test_1_6_no_trump_suit():
    state = position(trump="9")
    assert shape(state, "9D 9D LJ LJ BJ BJ") == "tractor3"
    assert shape(state, "9D 9D 9C 9C") == "throw"


@pytest.mark.parametrize(
    ("cards", "words", "rank"),
    [
        ("KS", "single, K", 13),
        ("9S 9S", "pair, level 9", 15),
        ("LJ", "single, little joker", 16),
        ("BJ BJ", "pair, big joker", 17),
        ("7H 7H 8H 8H", "tractor of 2 pairs, 8", 8),
        ("KH AH AH", "throw, A", 14),
    ],
)
def test_5_1_what_a_lead_is_called(cards, words, rank):
    found = position(trump="9C").shape(cards)
    assert found is not None
    assert (str(found), found.rank, found.size) == (words, rank, len(Cards(cards)))
    assert position(trump="9C").shape("KS KH") is None
    with pytest.raises(TypeError, match="a plain number may be a card or a multiset"):
        position(trump="9C").shape(5)


# ---- 2. drawing and calling ----


def test_2_1_a_hand_of_25_and_a_kitty_of_8():
    state = start(W="2H")
    pass_until(state, W)
    state.apply(W, Action.read("call 2H"))
    pass_until(state)
    assert state.counts == (25, 33, 25, 25)
    assert state.phase == "bury"


def test_2_2_the_dealer_draws_first():
    state = start(setup=setup_for(dealer=S), S="2H")
    assert (state.waiting(), state.counts) == ([S], (0, 0, 1, 0))


def test_2_3_call_with_the_dominant_rank():
    state = start(W="2H 2H 3C")
    assert refused(state, W, "call 3S") == "2.3"
    assert refused(state, W, "call 2H 2H") == "2.3"  # the second one is still to come
    pass_until(state, W)
    state.apply(W, Action.read("pass"))
    assert legal(state, W, "call 2H 2H")
    assert refused(state, W, "call 3S") == "2.3"


@pytest.mark.parametrize(
    ("typed", "why"),
    [("call D", "this suit is called with 2D"), ("call dd", "this suit is called with 2D 2D"),
     ("call hh", "you do not hold 2H 2H"), ("call s", "you do not hold S")],
)  # fmt: skip
def test_2_3_a_suit_that_cannot_be_called(typed, why):
    """Whoever names a suit is told which card it takes, whether or not he could call another."""
    state = start(W="8D 9D 2H", N="8D 9D 3H 3H")
    pass_until(state, W)
    for seat in (W, N) if "D" in typed.upper() else (W,):
        with pytest.raises(IllegalAction) as refusal:
            state.check(seat, read_answer(typed, state.view(seat)))
        assert str(refusal.value).partition(" (rule")[0] == why


def test_2_4_asked_when_a_card_changes_something():
    state = start(W="2H 3C 2D 4C")
    assert (state.waiting(), state.drawn) == ([W], 2)
    state.apply(W, Action.read("pass"))
    assert (state.waiting(), state.drawn) == ([W], 10)


def test_2_4_after_a_call_all_who_can_do_better_are_asked():
    state = start(N="2S 2S 3S", W="2H 4S 4S")
    for _ in range(2):
        pass_until(state, N)
        state.apply(N, Action.read("pass"))
    pass_until(state, W)
    assert state.phase == "last_call"
    state.apply(W, Action.read("call 2H"))
    assert state.waiting() == [N]
    assert state.asks(N)[0] == paiju.Ask("call", Cards("2S 2S"), 2, 2)


def test_2_4_once_more_after_the_last_card():
    state = start(W="2H")
    state.apply(W, Action.read("pass"))
    pass_until(state, W)
    assert (state.phase, state.drawn) == ("last_call", 100)
    assert legal(state, W, "call 2H")


def test_2_4_nobody_is_told_who_is_asked():
    state = start(W="2H", N="3S")
    assert [state.view(seat).actors for seat in range(4)] == [14, 2, 11, 7]
    assert state.view(ONLOOKER).actors == 15
    assert not any(place.turn for place in state.view(W).scene().places)  # by the clock it is nobody's turn
    assert all(event.kind == "draw" for event in state.apply(W, Action.read("pass")))


def test_2_4_a_guess_asks_somebody_who_can_call_if_anybody_can():
    state = start(W="2H", N="3S")
    for viewer in (N, S, E, ONLOOKER):
        for seed in range(20):
            world = state.view(viewer).guess(Random(seed))
            able = [seat for seat in range(4) if len(world.asks(seat)) == 2]
            assert world.seat != viewer
            assert world.seat in able or not able
    assert state.view(W).guess(Random(1)).seat == W


def test_2_5_weak():
    state = start(N="2S", W="2H 2H")
    call(state, "N 2S")
    assert refused(state, W, "call 2H") == "2.5"


def test_2_6_strong_over_weak_also_ones_own():
    state = start(W="2H 2S 2S")
    call(state, "W 2H")
    call(state, "W 2S 2S")
    assert (state.trump, state.dealer) == (3, W)


def test_2_6_over_ones_own_call_only_its_second_card():
    state = start("shengji:keep_call=on", W="2H 2S 2S 2H")
    call(state, "W 2H")
    pass_until(state, W)
    assert refused(state, W, "call 2S 2S") == "2.7"
    call(state, "W 2H 2H")
    assert (state.phase, state.trump) == ("bury", 2)  # and nobody is asked again


def test_2_6_completing_a_weak_call_that_was_beaten():
    hands = {"W": "2H 3C 4C 2H", "N": "2S 2S", "E": "2D 2D"}
    state = start("shengji:complete_call=on", **hands)
    call(state, "W 2H", "N 2S 2S")
    assert refused(state, E, "call 2D 2D") == "2.6"  # only who called first may
    call(state, "W 2H 2H")
    assert (state.trump, state.caller, state.dealer) == (2, W, W)
    assert state.phase == "bury"  # nobody completes twice
    state = start(**hands)
    call(state, "W 2H", "N 2S 2S")
    pass_until(state)
    assert state.trump == 3


def test_2_6_jokers_are_beaten_by_no_second_card():
    state = start("shengji:complete_call=on,no_trump=on", W="2H 3C 4C 2H", N="LJ LJ")
    call(state, "W 2H", "N LJ LJ")
    pass_until(state)
    assert state.trump == 4


@pytest.mark.parametrize(("order", "lower"), [("DCHS", "D"), ("CDHS", "C")])
def test_2_7_which_suit_is_higher(order, lower):
    for first, second in (("C", "D"), ("D", "C")):
        state = start(f"shengji:overcall=standard,suit_order={order}", N=f"2{first} 2{first}", W=f"2{second} 2{second}")
        call(state, f"N 2{first} 2{first}")
        assert state.waiting() == [W if first == lower else N]
        assert (state.phase == "bury") == (first != lower)


def test_2_7_suits_may_be_equal():
    state = start("shengji:overcall=standard,suit_order=none", N="2D 2D", W="2S 2S")
    call(state, "N 2D 2D")
    assert (state.phase, state.trump) == ("bury", 1)


def test_2_7_overcall():
    hands = {"N": "2S 2S", "W": "2H 3C 3C 2H", "E": "2D 2D"}
    state = start("shengji:overcall=standard", **hands)
    call(state, "W 2H")
    assert refused(state, W, "call 2H") == "2.7"
    call(state, "W 2H 2H")
    assert state.waiting() == [N]  # spades are higher, diamonds are not
    assert refused(state, E, "call 2D 2D") == "2.6"
    call(state, "N 2S 2S")
    assert state.trump == 3


def test_2_8_jokers_call_nothing_by_default():
    state = start(N="LJ LJ", W="2H 2H")
    call(state, "W 2H")
    assert refused(state, N, "call LJ LJ") == "2.8"


def test_2_8_no_trump():
    state = start("shengji:no_trump=on", N="LJ LJ", S="BJ BJ", W="2H 2H")
    call(state, "W 2H 2H", "N LJ LJ")
    assert (state.trump, state.dealer) == (4, W)
    call(state, "S BJ BJ")
    assert not state.asks(N)
    pass_until(state)
    assert str(state.notes()[1]) == "no trump suit"


def test_2_9_called_cards_are_known():
    state = start(W="2H 2H", N="2S 2S")
    call(state, "W 2H", "N 2S 2S")
    assert [Cards(state.known[seat]) for seat in (N, W)] == [Cards("2S 2S"), Cards("2H")]
    assert state.view(E).guess(Random(1)).hands[W].copies(26) >= 1


def test_2_10_the_first_caller_deals():
    state = start(W="2H", N="2S 2S")
    call(state, "W 2H", "N 2S 2S")
    assert state.dealer == W
    state = start("shengji:last_caller=on", W="2H", N="2S 2S")
    call(state, "W 2H", "N 2S 2S")
    assert state.dealer == N


# ---- 3. when nobody calls ----


def test_3_1_the_kitty_is_turned_over():
    state = start(setup=setup_for(dealer=N), kitty="LJ 3D 2S 4H 5H 6H 7H 8H")
    pass_until(state)
    assert (state.trump, Cards(state.turned)) == (3, Cards("LJ 3D 2S"))
    assert Cards(state.known[N]) == Cards("LJ 3D 2S")


def test_3_1_or_its_first_card_that_is_no_joker():
    state = start(setup=setup_for(dealer=N), kitty="LJ 3D 3S 4H 5H 6H 7H 8H")
    pass_until(state)
    assert state.trump == 1


def test_3_1_or_dealt_again():
    setup = setup_for("shengji:no_call=redeal", dealer=N)
    state = start(setup=setup)
    pass_until(state)
    assert state.redeal
    assert state.is_over


def test_3_2_the_first_deal_is_dealt_again():
    state = start(W="2H")
    events = []
    while not state.is_over:
        events = state.apply(state.waiting()[0], Action.read("pass"))
    assert events[-1].kind == "redeal"
    assert state.scores() == (0, 0, 0, 0)
    after = GAME.after(state.setup, state)
    assert (after.dealer, after.levels, after.deal, after.played) == (-1, (2, 2), 2, 0)


# ---- 4. the kitty ----


def test_4_1_bury_exactly_eight():
    state = start(W="2H")
    call(state, "W 2H")
    pass_until(state)
    eight = Action("bury", Cards(list(state.hands[W])[:8]))
    with pytest.raises(IllegalAction, match="bury 8 cards, not 7"):
        state.check(W, Action("bury", Cards(list(state.hands[W])[:7])))
    state.apply(W, eight)
    assert (state.phase, state.counts, state.waiting()) == ("play", (25, 25, 25, 25), [W])


def test_4_2_only_the_dealer_knows_the_kitty():
    state = in_play()
    assert state.view(N).hand[bits.STOCK] == state.hand[bits.STOCK]
    assert not state.view(S).hand[bits.STOCK]
    assert not state.view(ONLOOKER).hand[bits.STOCK]


def test_4_2_until_the_deal_is_over():
    state = position("AD", "3D", "4D", "6D", kitty=Cards("5H 5D"))
    events = play(state, "AD", "3D", "4D", "6D")
    assert state.view(W).hand[bits.STOCK] == Cards("5H 5D")
    assert next(event for event in events if event.kind == "kitty").cards == Cards("5H 5D")


def buried(rules="shengji:theft=on", **hands):
    """West has called and buried the last eight of its cards; a bare state of who may rob the kitty."""
    state = start(rules, **({"W": "2H"} | hands))
    call(state, "W 2H")
    pass_until(state)
    events = state.apply(W, Action("bury", Cards([card for card in state.hands[W] if card.rank != 2][:8])))
    return state, [event.kind for event in events]


def test_4_3_the_kitty_is_robbed_with_a_higher_call():
    state, _ = buried(N="2S 3S 4S 2S")  # who could call and did not
    assert (state.phase, state.waiting()) == ("theft", [N])
    kitty = Cards(state.hand[bits.STOCK])
    assert refused(state, W, "call 2H") == "4.3"
    assert refused(state, N, "call 2S") == "4.3"
    events = state.apply(N, Action.read("call 2S 2S"))
    assert [event.kind for event in events] == ["call", "rob"]
    assert [events[1].to(seat).cards == kitty for seat in range(4)] == [True, True, False, False]
    assert (state.trump, state.dealer, state.counts) == (3, W, (33, 25, 25, 25))
    events = state.apply(N, Action("bury", Cards(list(state.hands[N])[:8])))
    assert [event.kind for event in events] == ["bury", "kitty_stays"]
    assert (state.phase, state.waiting(), state.burier) == ("play", [W], N)  # the dealer leads
    assert state.view(N).hand[bits.STOCK] == state.hand[bits.STOCK]
    assert not state.view(W).hand[bits.STOCK]


def test_4_3_nobody_is_told_who_could_rob():
    """Whether the rules stop or not, it looks the same: burying is one moment, that the kitty stays another."""
    seen = []
    for spades in ("2S 3S 4S 2S", "3S 4S 5S 5S"):
        state = start("shengji:theft=on", N=spades, W="2H")
        call(state, "W 2H")
        pass_until(state)
        moments, before = [], state.copy()
        action = Action("bury", Cards([card for card in state.hands[W] if card.rank != 2][:8]))
        events = state.apply(W, action)
        moments += state.copy().unfold(before, W, action, events)
        while state.is_timed:
            before, seat = state.copy(), state.seat
            events = state.apply(seat, "pass")
            moments += state.copy().unfold(before, seat, Action("pass"), events)
        told = [(moment, events) for moment, events in moments if events]
        seen.append([(moment.phase, [event.kind for event in events]) for moment, events in told])
        asked = told[0][0]
        assert [ask.kind for ask in asked.view(E).asks(E)] == ["pass"]
        assert asked.view(E).actors == 1 << E
    assert seen[0] == seen[1] == [("theft", ["bury"]), ("play", ["kitty_stays"])]


def test_4_3_every_moment_of_a_theft_is_a_position():
    def is_read_back(state):
        return all(paiju.read_position(str(view)) == view for view in [state, *map(state.view, (*range(4), ONLOOKER))])

    state, _ = buried(N="2S 3S 4S 2S")
    assert is_read_back(state)
    state.apply(N, "call 2S 2S")
    assert is_read_back(state)
    state.apply(N, Action("bury", Cards(list(state.hands[N])[:8])))
    assert is_read_back(state)


def test_4_3_by_default_the_kitty_stays():
    state, events = buried("shengji", N="2S 3S 4S 2S")
    assert (state.phase, events) == ("play", ["bury"])


# ---- 5. leading and throwing ----


def test_5_1_one_suit():
    assert refused(position("9H 8H"), N, "play 9H 8H") == "5.1"


def test_5_2_who_can_stop_a_throw():
    hands = "KD QD", "3S 4S", "AD 2S", "5S 6S"
    state = position(*hands)
    play(state, "KD QD")
    assert state.cards_laid[N] == Cards("QD")
    state = position(*hands, rules="shengji:throw_block=opponents")
    play(state, "KD QD")
    assert state.cards_laid[N] == Cards("KD QD")


def test_5_2_a_lone_pair_does_not_stop_a_tractor():
    state = position("AD QD QD JD JD", "KD KD 2S 3S 4S")
    play(state, "AD QD QD JD JD")
    assert len(state.cards_laid[N]) == 5


def test_5_2_a_tractor_stops_a_tractor():
    state = position("AD 6D 6D 5D 5D", "8D 8D 7D 7D 4S")
    events = play(state, "AD 6D 6D 5D 5D")
    assert [event.kind for event in events] == ["throw", "blocks", "throw_fails", "play"]
    assert (events[1].seat, events[1].cards) == (W, Cards("8D 8D 7D 7D"))
    assert state.cards_laid[N] == Cards("6D 6D 5D 5D")


def test_5_3_the_cards_that_go_back_are_known():
    state = position("KD QD QD 10D 10D", "JD JD 3S 4S 5S", "2S 3S 4S 5S 6S", "6S 6H 7H 8H 8S")
    events = play(state, "KD QD QD 10D 10D")
    assert [event.kind for event in events] == ["throw", "blocks", "throw_fails", "play"]
    assert Cards(state.known[N]) == Cards("KD QD QD")
    assert Cards(state.known[W]) == events[1].cards == Cards("JD JD")  # everybody is shown what was higher
    assert not Cards(state.most[W]) & Cards("AD AD")  # no single was in the way


def test_5_3_a_throw_that_stands_tells_what_nobody_else_holds():
    state = position("KD QD QD", "JD JD 3S", "2S 3S 4S", "6S 6H 7H")
    play(state, "KD QD QD")
    assert [Cards(state.most[seat]) & Cards("AD AD") for seat in (W, S, E)] == [Cards("")] * 3


def test_5_4_penalty():
    state = position("KD QD", "AD 2S", rules="shengji:throw_penalty=10")
    play(state, "KD QD")
    assert state.points == 10
    state = position("KD QD", "AD 2S", rules="shengji:throw_penalty=10", dealer=W)
    play(state, "KD QD")
    assert state.points == -10


def test_5_4_penalty_by_card():
    rules = "shengji:throw_penalty=5,penalty_by=card"
    state = position("KD QD QD", "AD 2S 3S", rules=rules)
    play(state, "KD QD QD")  # two cards go back
    assert state.points == 10


# ---- 6. following ----


def test_6_1_as_many_cards():
    state = position("7H 7H", "3H 3H 4H")
    play(state, "7H 7H")
    with pytest.raises(IllegalAction, match="play 2 cards, not 1"):
        state.check(W, Action.read("play 3H"))


def test_6_2_too_few_of_the_suit_shows_a_void():
    state = position("7H 7H", "3H 5S 6S", "2S 3S")
    play(state, "7H 7H", "3H 5S")
    assert not Cards(state.most[W]) & Cards("2H AH")


def test_6_3_too_few_pairs_show_that_there_are_no_more():
    state = position("7H 7H", "3H 4H KH 5S", "2S 3S")
    play(state, "7H 7H", "3H 4H")
    assert Cards(state.most[W]).copies(37) == 1
    assert Cards(state.most[W]).copies(27) == 0  # of a three played alone there is no second


def test_6_4_two_tractors_led_two_owed():
    lead = "4H 4H 3H 3H QH QH JH JH"
    others = "2S 3S 4S 5S 6S 7S 8S 10S"
    hand = "10H 10H 8H 8H 6H 6H 5H 5H 2H 2H AH AH"
    state = position(lead, others, hand, rules="shengji:throw_block=opponents")
    play(state, lead, others)
    assert refused(state, S, "play 10H 10H 8H 8H 2H 2H AH AH") == "6.4"
    assert legal(state, S, "play 10H 10H 8H 8H 6H 6H 5H 5H")


def test_6_4_no_tractor_shows_too():
    state = position("7H 7H 6H 6H", "3H 3H QH QH KH 2H", "2S 3S 4S 5S")
    play(state, "7H 7H 6H 6H", "3H 3H QH QH")
    assert state.no_run[5 * W + 2] == 2


def test_6_5_strict_tractor():
    hands = "8H 8H 7H 7H 6H 6H", "3H 3H 4H 4H 10H 10H QH QH"
    state = position(*hands)
    play(state, hands[0])
    assert legal(state, W, "play 3H 3H 10H 10H QH QH")
    state = position(*hands, rules="shengji:strict_tractor=on")
    play(state, hands[0])
    assert refused(state, W, "play 3H 3H 10H 10H QH QH") == "6.4"
    assert legal(state, W, "play 3H 3H 4H 4H QH QH")


def test_6_3_without_pair_duty():
    hands = "8H 8H 7H 7H", "3H 3H 4H 4H 10H QH KH"
    state = position(*hands, rules="shengji:pair_duty=off")
    play(state, hands[0])
    assert legal(state, W, "play 3H 4H 10H QH")
    assert refused(state, W, "play 3H 4H 10H") == ""
    play(state, "3H 4H 10H QH")
    assert Cards(state.most[W]).copies(read_faces("KH")[0]) > 1  # nor does it show that there are no pairs


def test_6_6_no_other_duty():
    state = position("7H 7H", "3H 5S 6C 6C", "2S 3S")
    play(state, "7H 7H")
    assert legal(state, W, "play 3H 5S")


# ---- 7. winning a trick ----


def winner(*plays, **more):
    state = position(*plays, **more)
    play(state, *plays)
    return state.last_winner


def test_7_1_mixed_plays_never_win():
    assert winner("5H 5H", "AH AC", "6H 7H", "2S 3S") == N


def test_7_2_the_shape_of_the_lead():
    assert winner("5H 5H", "AC KC", "6H 7H", "2C 2C") == E


def test_7_3_a_longer_ruff_needs_the_tractor():
    assert winner("7H 7H 6H 6H", "LJ LJ AC AC", "3C 3C 2C 2C", "2S 3S 4S 5S") == S


@pytest.mark.parametrize(("rules", "best"), [("shengji", E), ("shengji:ruffs=all", W), ("shengji:ruffs=tie_break", E)])
def test_7_3_ruffs_of_a_throw_by_their_largest_part_by_all_or_by_the_first_that_differs(rules, best):
    """East's pair is higher than West's, but its single card is not."""
    assert winner("AD AD KD", "3C 3C AC", "2H 3H 4H", "4C 4C 2C", rules=rules) == best


@pytest.mark.parametrize(("rules", "best"), [("shengji", W), ("shengji:ruffs=all", W), ("shengji:ruffs=tie_break", E)])
def test_7_3_the_next_part_breaks_a_tie(rules, best):
    """Two pairs of nines are equal; East's single card is higher."""
    assert winner("AD AD KD", "9H 9H 3C", "2H 3H 4H", "9S 9S 5C", rules=rules) == best


def test_7_4_of_equals_the_first():
    assert winner("9S", "9H", "9D", "2C") == N


# ---- 8. points ----


def test_8_1_fives_tens_and_kings():
    for case, points in (("5D KD 10D QD", 25), ("2D 3D 4D 6D", 0)):
        state = position(*case.split(), dealer=N if "K" in case else E)
        play(state, *case.split())
        assert state.points == points


def test_8_2_only_the_opponents_points_count():
    state = position("AD", "KD", "10D", "5D")
    play(state, "AD", "KD", "10D", "5D")
    assert state.points == 0


def test_8_3_kitty_by_size():
    def kitty(hands, rules):
        state = position(*hands, kitty=Cards("KS"), dealer=W, rules=rules)
        play(state, *hands)
        return state.kitty_points

    pair = "AD AD", "3D 3D", "4D 4D", "6D 6D"
    assert kitty(pair, "shengji") == 20
    assert kitty(pair, "shengji:kitty=by_size") == 40
    tractor = "AD AD KD KD", "3D 3D 2S 2S", "4D 4D 4S 4S", "6D 6D 6S 6S"
    assert kitty(tractor, "shengji:kitty=by_size") == 80


@pytest.mark.parametrize(
    ("rules", "times"),
    [
        ("kitty=by_size", 8),
        ("kitty=power", 16),
        ("kitty=by_size,kitty_part=lead", 4),
        ("kitty=power,kitty_part=lead", 4),
    ],
)
def test_8_3_the_largest_part_of_the_winner_or_of_the_lead(rules, times):
    """East ruffs two lone pairs with a tractor."""
    hands = "AD AD QD QD", "3D 3D 2S 2S", "4D 4D 4S 4S", "6C 6C 7C 7C"
    state = position(*hands, kitty=Cards("KS"), dealer=N, rules=f"shengji:{rules}")
    play(state, *hands)
    assert (state.last_winner, state.kitty_points) == (E, 10 * times)


def test_8_4_fewer_than_no_points():
    assert ended(-10).levels == (8, 5)


def test_8_5_scores():
    state = position("AD", "3D", "4D", "6D", points=75)
    play(state, "AD", "3D", "4D", "6D")
    assert state.scores() == (1, -1, 1, -1)
    state = position("AD", "3D", "4D", "6D", points=80)
    play(state, "AD", "3D", "4D", "6D")
    assert state.scores() == (-1, 1, -1, 1)


def test_8_6_surrender():
    state = position("AD 2D", "3D 3S", "4D 4S", "6D 6S", rules="shengji:surrender=on")
    state.apply(N, Action.read("surrender"))
    assert (state.phase, state.waiting()) == ("consent", [S])
    state.apply(S, Action.read("pass"))
    assert [ask.kind for ask in state.asks(N)] == ["play"]  # once a deal
    play(state, "AD")
    state.apply(W, Action.read("surrender"))
    state.apply(E, Action.read("surrender"))
    assert (state.is_over, state.points, state.forfeited) == (True, 0, 1)
    state = position("AD 2D", "3D 3S", "4D 4S", "6D 6S", rules="shengji:surrender=on")
    state.apply(N, Action.read("surrender"))
    state.apply(S, Action.read("surrender"))
    assert state.points == 80
    assert refused(position("AD"), N, "surrender") == "8.6"


# ---- 9. levels and the next deal ----


def test_9_1_by_the_opponents_points():
    assert [ended(points).levels for points in (0, 35, 75, 80, 120, 195, 200)] == [
        (8, 5), (7, 5), (6, 5), (5, 5), (5, 6), (5, 7), (5, 8)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("steps", "levels"),
    [
        ("uncapped", [(8, 5), (7, 5), (6, 5), (5, 5), (5, 6), (5, 8), (5, 9), (5, 14)]),
        ("one", [(6, 5), (6, 5), (6, 5), (5, 5), (5, 5), (5, 5), (5, 5), (5, 5)]),
    ],
)
def test_9_1_how_far_a_deal_lifts(steps, levels):
    points = (0, 35, 75, 80, 120, 200, 240, 1000)
    assert [ended(each, rules=f"shengji:full,steps={steps}").levels for each in points] == levels


def test_9_2_no_level_above_the_last():
    assert ended(0, levels=(13, 5)).levels == (14, 5)
    assert ended(0, levels=(3, 2), rules="shengji").levels == (5, 2)


def test_9_3_must_stop():
    assert ended(0, levels=(4, 2)).levels == (7, 2)
    assert ended(0, levels=(4, 2), rules="shengji:full,must_stop=5-10-K").levels == (5, 2)
    assert ended(0, levels=(5, 2), rules="shengji:full,must_stop=5-10-K").levels == (8, 2)
    assert ended(200, levels=(2, 5), rules="shengji:full,must_stop=5-10-K").levels == (2, 8)


def test_9_4_a_level_to_be_defended_is_left_only_as_declarers():
    rules = "shengji:full,must_defend=5-10-J-K"
    assert ended(0, levels=(4, 2), rules=rules).levels == (5, 2)
    assert ended(200, levels=(2, 5), rules=rules).levels == (2, 5)  # taken over, not defended
    assert ended(75, levels=(5, 2), rules=rules).levels == (6, 2)
    assert ended(0, levels=(10, 2), rules=rules).levels == (11, 2)


@pytest.mark.parametrize(("rules", "level"), [("none", 11), ("half", 6), ("start", 2)])
def test_9_5_a_jack_in_the_last_trick_throws_back_declarers_at_the_jack(rules, level):
    rules = f"shengji:full,jack_demotion={rules}"

    def after(*hands, dealer=N, points=80):
        state = position(*hands, rules=rules, trump="JC", dealer=dealer, points=points)
        play(state, *hands)
        return GAME.after(setup_for(rules, dealer=dealer, levels=(11, 11)), state).levels

    assert after("AD", "JS", "4D", "6D") == (level, 11)
    assert after("AD", "JS", "4D", "6D", points=40) == (12, 11)  # held: nothing happens
    assert after("AD", "2C", "4D", "6D") == (11, 11)
    assert after("JS", "3D", "4D", "6D") == (11, 11)  # the declarers won it


@pytest.mark.parametrize(
    ("rules", "points", "levels", "reasons"),
    [
        ("full", 0, (4, 2), {}),
        ("full", 80, (4, 2), {}),  # 9.1: taking over is all it brings
        ("full,must_stop=5-10-K", 0, (4, 2), {0: "nobody jumps over it"}),
        ("full,must_stop=5-10-K", 75, (4, 2), {}),
        ("full,must_defend=5-10-K", 200, (2, 5), {1: "it is left only by winning a deal as declarers there"}),
        ("full,must_defend=5-10-K", 75, (5, 2), {}),
        ("full", 0, (13, 2), {0: "no level lies above it"}),
        ("full", 120, (2, 14), {1: "the match is won by a deal as declarers there"}),
        ("full", 75, (14, 2), {}),
        ("full,last_trick_ace=on", 75, (14, 2), {0: "the match is won with an ace in the last trick"}),
    ],
)
def test_9_a_level_that_the_table_alone_does_not_tell_has_a_reason(rules, points, levels, reasons):
    state, setup = at_the_end(points, rules=f"shengji:{rules}"), setup_for(f"shengji:{rules}", dealer=N, levels=levels)
    assert {team: str(reason) for team, reason in GAME.level_reasons(setup, state).items()} == reasons


def test_9_5_the_fall_of_a_level_has_a_reason():
    rules, hands = "shengji:full,jack_demotion=half", ("AD", "JS", "4D", "6D")
    state = position(*hands, rules=rules, trump="JC", dealer=N, points=80)
    play(state, *hands)
    reasons = GAME.level_reasons(setup_for(rules, dealer=N, levels=(11, 11)), state)
    assert {team: str(reason) for team, reason in reasons.items()} == {0: "the last trick was lost to a jack"}


@pytest.mark.parametrize(("kitty", "factor"), [("double", "count double"), ("by_size", "more"), ("power", "more")])
def test_8_3_who_buries_is_told_what_the_kitty_counts(kitty, factor):
    setup, rng = GAME.first(GAME.read_options(f"kitty={kitty}")), Random(1)
    state = GAME.start(setup, GAME.shuffled(setup, rng))
    while state.phase != "bury":
        state.step(state.waiting()[0], state.sample(state.waiting()[0], rng))
    assert factor in str(state.view(state.seat).scene().guide)


def test_9_6_the_next_deal_starts_with_its_dealer():
    after = ended(120, levels=(5, 5))
    assert (after.dealer, after.levels, after.standing) == (W, (5, 6), (5, 6, 5, 6))
    assert GAME.State(after).level == 6


# ---- 10. the match ----


def test_10_1_a_short_match_by_default():
    setup = GAME.first()
    assert (setup.levels, setup.options.target) == ((2, 2), "5")
    assert ended(75, levels=(5, 2), rules="shengji").over
    assert not ended(80, levels=(2, 5), rules="shengji").over


def test_1_3_a_match_may_begin_higher():
    assert GAME.first(GAME.read_options("start=10,target=A")).standing == (10, 10, 10, 10)
    with pytest.raises(paiju.core.game.UnknownRules, match="from level 9 to level 5"):
        GAME.read_options("start=9")


def test_10_1_win_at_the_ace():
    after = ended(75, levels=(14, 5))
    assert (after.over, after.levels) == (True, (15, 5))
    assert [str(line) for line in GAME.standing_text(after)] == [
        "seat 0 and seat 2: past level A",
        "seat 1 and seat 3: level 5",
    ]


def test_10_2_last_trick_ace():
    rules = "shengji:full,last_trick_ace=on"
    for hands, over in ((("AD", "3D", "4D", "6D"), True), (("KD", "3D", "4D", "6D"), False)):
        state = position(*hands, rules=rules, trump="AC")
        play(state, *hands)
        assert GAME.after(setup_for(rules, dealer=N, levels=(14, 5)), state).over is over


def test_10_3_a_number_of_deals():
    after = ended(75, levels=(5, 9), rules="shengji:full,deals=1")
    assert after.over
    assert GAME.winners(after) == (W, E)


# ---- many random deals ----

RULES = (
    "shengji",
    "shengji:no_trump=on,overcall=standard,surrender=on,throw_penalty=10",
    "shengji:strict_tractor=on,throw_block=opponents,kitty=by_size,no_call=redeal",
    "shengji:pair_duty=off,ruffs=all",
)


def follows_by_force(state, seat):
    """Every follow that check allows, out of all sets of the right size."""
    hand, size = list(Cards(state.hand[seat])), state.led_size
    plays = {Action("play", Cards(part)) for part in combinations(hand, size)}
    return {action for action in plays if is_legal(state, seat, action)}


@pytest.mark.parametrize("rules", RULES)
def test_tractor_leads_are_followed_alike_by_list_sample_and_check(rules):
    """Rich positions, as random deals seldom give them: a suit and trumps full of pairs."""
    rng, suit = Random(5), read_faces("2D 3D 4D 5D 6D 7D 8D 10D JD QD KD AD")
    for _ in range(25 if paiju.core.state.COMPILED else 4):
        rng.shuffle(suit)
        pairs = [card for face in suit for card in (face, face)]
        lead, follow = Cards(pairs[: 4 + 2 * rng.below(2)]), Cards(pairs[6:14] + suit[7:9])
        state = shengji_position([lead, follow], 9, 0, rules=rules)
        state.step(N, Action("play", lead))
        legal_plays = follows_by_force(state, W)
        assert set(state.actions(W)) - {Action("surrender")} == legal_plays
        samples = {state.sample(W, rng) for _ in range(60)} - {Action("surrender")}
        assert samples <= legal_plays


@pytest.mark.parametrize("rules", RULES)
def test_a_guess_agrees_with_what_play_has_shown(rules):
    rng = Random(3)
    for seed in range(8 if paiju.core.state.COMPILED else 1):
        state = in_play(rules, seed, dealer=seed % 4)
        while not state.is_over:
            viewer = rng.below(4)
            world = state.view(viewer).guess(rng)
            for seat in range(4):
                assert Cards(world.hand[seat]) in Cards(state.most[seat])
                assert Cards(state.known[seat]) in Cards(world.hand[seat])
                assert Cards(state.hand[seat]) in Cards(state.most[seat])
            seat = state.waiting()[0]
            state.apply(seat, state.sample(seat, rng))


def played_before(world, history, dealer):
    """Replay the plays so far with the hands a guess must have dealt; the rules of those that were not legal."""
    hands, rules = [int(cards) for cards in world.hands], []
    for trick in reversed(history):
        for seat, cards in trick:
            hands[seat] += int(cards)
        leader, kitty = trick[0][0], world.hand[bits.STOCK]
        state = shengji_position(hands, world.level, world.trump, leader, kitty, dealer, setup=world.setup)
        for seat, cards in trick:
            try:
                state.check(seat, Action("play", cards))
            except IllegalAction as refusal:
                rules.append(refusal.rule)
            state.step(seat, Action("play", cards))
            if state.cards_laid[leader] and state.cards_laid[leader] != trick[0][1]:
                break  # a throw that stood fails in this guess: the tractors that would stop it are not ruled out
    return rules


@pytest.mark.parametrize("rules", RULES[:3])
def test_every_earlier_play_would_have_been_legal_in_a_guess(rules):
    """Tractors are the exception: that there are none is not all kept, and by at most eight new deals."""
    rng, guesses, tractors = Random(8), 0, 0
    for seed in range(8 if paiju.core.state.COMPILED else 1):
        state, history = in_play(rules, seed, dealer=seed % 4), []
        dealer = state.dealer
        while not state.is_over:
            seat = state.waiting()[0]
            action = state.sample(seat, rng)
            events = state.apply(seat, action)
            for event in events:
                if event.kind == "play":
                    if not history or len(history[-1]) == 4:
                        history.append([])
                    history[-1].append((seat, event.cards))
            if history and len(history[-1]) == 4 and not state.is_over:  # with all plays so far, at every trick
                broken = played_before(state.view(rng.below(4)).guess(rng), history, dealer)
                assert set(broken) <= {"6.4"}
                guesses += 1
                tractors += bool(broken)
    assert tractors <= guesses // 50


def test_a_guess_gives_nobody_the_second_of_a_card_shown_alone():
    state = position("7H 7H AS", "3H 4H KH", "2S 3S 4S", "5S 6S 7S")
    play(state, "7H 7H", "3H 4H", "2S 3S", "5S 6S", "AS", "KH")
    assert Cards(state.most[W]).copies(37) == 0


def test_a_pair_beside_a_pair_played_would_have_been_a_tractor():
    state = position("7H 7H 6H 6H", "3H 3H QH QH KH 2H", "2S 3S 4S 5S")
    play(state, "7H 7H 6H 6H", "3H 3H QH QH")
    assert [Cards(state.most[W]).copies(card) for card in read_faces("KH JH 4H")] == [1, 1, 1]
    assert Cards(state.most[W]).copies(read_faces("AH")[0]) > 1


# ---- what comes from outside ----


@pytest.mark.parametrize(
    "changes",
    [
        {"levels": (99, 99), "standing": (99,) * 4},
        {"levels": (1, 2), "standing": (1, 2, 1, 2)},
        {"levels": (2, 2, 2)},
        {"levels": (3, 2)},
        {"played": -1},
        {"played": 1},
        {"deal": 0},
        {"deal": 9, "played": 3},
    ],
)
def test_a_flawed_setup_is_refused(changes):
    setup = setup_for("shengji:deals=3")
    GAME.check_setup(setup)
    GAME.check_setup(replace(setup, deal=9, dealer=W, played=2, levels=(14, 3), standing=(14, 3, 14, 3)))
    with pytest.raises(ValueError, match=r"level|deal"):
        GAME.check_setup(replace(setup, **changes))


def test_a_record_with_impossible_levels_is_refused_with_its_line():
    head = '[Format "paiju 1"]\n[Game "shengji"]\n[Rules "shengji"]\n\n'
    with pytest.raises(RecordError, match=r"line 5.*two levels"):
        Record.read(head + "deal 1 dealer=-1 standing=99,99,99,99 levels=99,99 played=0\n")


def test_a_match_that_is_past_its_deals_ends():
    state = position("2D", "3D", "4D", "5H")
    play(state, "2D", "3D", "4D", "5H")
    assert GAME.after(setup_for("shengji:deals=2", dealer=N, deal=9, played=7), state).over
