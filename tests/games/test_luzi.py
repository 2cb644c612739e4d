"""Da Guai Lu Zi, rule by rule (docs/rules/luzi.md), and the golden cases of Follow the Joker."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from random_play import is_legal

from paiju import ONLOOKER, Action, Card, Cards, IllegalAction, Random, read_rules
from paiju.core.cards import read_faces
from paiju.games import find
from paiju.question import how_many

GAME: Any = find("luzi")
GOLDEN = Path(__file__).parents[1] / "data" / "luzi.golden"


def luzi(rules="", *hands, level=2, **setup):
    """A deal in which the first seats hold these cards (and others that do not matter)."""
    options = GAME.read_options(rules)
    start = GAME.first(options)
    start = GAME.Setup(**{**vars(start), "standing": (level,) * start.seats, "initiative": 0, **setup})
    return GAME.start(start, stacked(start, *hands))


def stacked(setup, *hands):
    """A deck that deals these hands; cards nobody asked for fill them up from the low end."""
    rest = sorted(GAME.cards(setup), key=lambda face: face % 13 if face < 52 else 13)
    wanted = [read_faces(hand) for hand in hands] + [[]] * (setup.seats - len(hands))
    for face in (face for hand in wanted for face in hand):
        rest.remove(face)
    each = setup.options.hand
    deck = [face for hand in wanted for face in [*hand, *(rest.pop(0) for _ in range(each - len(hand)))]]
    return [Card(face) for face in deck + rest]


def shuffled(rules="", seed=1, **setup):
    start = GAME.first(GAME.read_options(rules))
    start = GAME.Setup(**{**vars(start), **setup})
    return GAME.start(start, GAME.shuffled(start, Random(seed)))


def play(deal, *texts):
    """Whoever is on turn plays these cards, or passes on '-'. Returns the last events' kinds."""
    events = []
    for text in texts:
        action = Action("pass") if text == "-" else Action("play", Cards(text))
        events = deal.apply(deal.waiting()[0], action)
    return [event.kind for event in events]


def refusal(deal, text, seat=None):
    action = Action("pass") if text == "-" else Action("play", Cards(text))
    seat = deal.waiting()[0] if seat is None else seat
    with pytest.raises(IllegalAction) as refused:
        deal.check(seat, action)
    return refused.value


def value(text, rules="", level=2):
    """What an opening set is worth, played through the public door."""
    deal = luzi(rules, text, level=level)
    play(deal, text)
    shape = deal.named(deal.best, deal.size)
    return shape.kind, shape.rank


def lowest_single(deal, seat):
    """The lowest single card that may be played; a pass if none may."""
    return next((action for action in deal.actions(seat) if len(action.cards) == 1), Action("pass"))


def race(deal, *order):
    """Play until these seats have gone out in this order: the next of them beats what it can, everybody else passes."""
    for runner in order:
        while deal.count[runner]:
            seat = deal.waiting()[0]
            plays = deal.owner < 0 or seat == runner
            deal.apply(seat, lowest_single(deal, seat) if plays else Action("pass"))
    assert [seat for _, seat in sorted((out, seat) for seat, out in enumerate(deal.finishes) if out)] == list(order)
    return deal


# ---- players and cards ----


def test_1_1_players():  # rules/luzi.md 1.1
    assert GAME.first().seats == 6
    assert luzi("players=4").seats == 4
    assert [GAME.team(GAME.first(), seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]


def test_1_2_decks():  # rules/luzi.md 1.2
    assert GAME.deck_size(GAME.first()) == 162
    assert GAME.deck_size(GAME.first(GAME.read_options("players=4"))) == 108


@pytest.mark.parametrize(("rules", "each", "left"), [("", 27, 0), ("hand=26", 26, 6), ("players=4,hand=26", 26, 4)])
def test_1_3_cards_each(rules, each, left):  # rules/luzi.md 1.3
    deal = shuffled(rules)
    assert set(deal.counts) == {each}
    assert deal.count[6] == left


def test_1_4_counter_clockwise_the_next_seat_sits_to_the_right():  # rules/luzi.md 1.4
    assert shuffled().scene().clockwise
    deal = shuffled("counter_clockwise=on")
    assert not deal.scene().clockwise
    play(deal, str(next(iter(Cards(deal.hand[0])))))
    assert deal.waiting() == [1]


# ---- ranks and sets ----


@pytest.mark.parametrize(("low", "high"), [("AS", "2C"), ("2C", "LJ"), ("LJ", "BJ"), ("3S", "4C"), ("10S", "JC")])
def test_2_1_singles(low, high):  # rules/luzi.md 2.1
    play(luzi("", low, high), low, high)
    assert refusal(luzi_after(high, low), low).rule == "4.3"


def luzi_after(first, then, rules=""):
    deal = luzi(rules, first, then)
    play(deal, first)
    return deal


def test_2_1_without_promotion():  # rules/luzi.md 2.1
    assert refusal(luzi_after("AS", "2C", "promotion=off"), "2C").rule == "4.3"


def test_2_1_suits_never_break_ties():  # rules/luzi.md 2.1
    assert refusal(luzi_after("9C", "9S"), "9S").rule == "4.3"


@pytest.mark.parametrize("text", ["9C 9D 9H 9S", "3C 4C 5C 6C 7C 8C", "3C 3C 4C 4C 5C 5C 6C"])
def test_2_2_four_cards_are_never_a_set(text):  # rules/luzi.md 2.2
    size = len(text.split())
    said = refusal(luzi("", text), text)
    assert (str(said), said.rule) == (f"{size} cards are never a set: play 1, 2, 3 or 5 (rule 2.2)", "2.2")


def test_2_3_pairs_and_triples_are_of_one_rank():  # rules/luzi.md 2.3
    assert value("9C 9S") == ("pair", 9)
    assert value("9C 9C 9S") == ("triple", 9)
    said = refusal(luzi("", "9C 9S 4D"), "9C 9S 4D")
    assert str(said) == "mixed ranks: 4D does not go with 9C 9S; play cards of one rank (rule 2.3)"


def test_2_4_kinds_from_low_to_high():  # rules/luzi.md 2.4
    sets = ["7C 9C JC QC AC", "6C 7D 8C 9C 10C", "5C 5D 5H 9D 9S", "4C 4D 4H 4S 9D", "3D 4D 5D 6D 7D", "3C 3C 3D 3H 3S"]
    play(luzi("", *sets), *sets)
    assert [value(text)[0] for text in sets] == [
        "flush", "straight", "three and two", "four and one", "straight flush", "five of a kind",
    ]  # fmt: skip


def test_2_4_not_a_five_card_set():  # rules/luzi.md 2.4
    assert refusal(luzi("", "3C 3D 5C 5D 9S"), "3C 3D 5C 5D 9S").rule == "2.4"


def test_2_4_flush_over_straight():  # rules/luzi.md 2.4
    straight, flush = "10C JD QC KC AC", "3C 4C 5C 6C 8C"
    play(luzi("flush_over_straight=on", straight, flush), straight, flush)
    assert refusal(luzi_after(straight, flush), flush).rule == "4.3"


def test_2_5_the_deciding_rank():  # rules/luzi.md 2.5
    assert value("3C 3D 3H AC AD") == ("three and two", 3)
    assert value("2C 2D 2H AC AD") == ("three and two", 15)
    assert value("2C 5C 8C 9C JC") == ("flush", 15)


def test_2_6_straights_have_face_value():  # rules/luzi.md 2.6
    assert value("2C 3D 4D 5D 6D") == ("straight", 6)
    assert value("AC 2D 3D 4D 5D") == ("straight", 5)
    assert value("10C JD QD KD AD") == ("straight", 14)
    assert refusal(luzi("", "QC KD AD 2D 3D"), "QC KD AD 2D 3D").rule == "2.4"


def test_2_7_jokers_take_the_best_value():  # rules/luzi.md 2.7
    assert value("LJ 5S") == ("pair", 5)
    assert value("5S 5H LJ") == ("triple", 5)
    assert value("7S 7H LJ 3D 3C") == ("three and two", 7)
    assert value("JS KH AD LJ BJ") == ("straight", 14)
    assert value("5S 9H LJ LJ BJ") == ("four and one", 9)
    assert value("BJ") == ("single", 17)


def test_2_8_jokers_alone():  # rules/luzi.md 2.8
    assert value("LJ BJ") == ("pair", 16)
    assert value("BJ BJ") == ("pair", 17)
    assert value("BJ BJ LJ") == ("triple", 16)
    assert value("BJ BJ LJ LJ LJ") == ("five of a kind", 16)


def test_2_8_mixed_jokers_refused():  # rules/luzi.md 2.8
    assert refusal(luzi("mixed_jokers=off", "LJ BJ"), "LJ BJ").rule == "2.8"
    assert value("LJ LJ", "mixed_jokers=off") == ("pair", 16)
    assert value("5C LJ BJ", "mixed_jokers=off") == ("triple", 5)


def test_2_9_joker_in_a_flush():  # rules/luzi.md 2.9
    assert value("3S 5S 8S 9S LJ") == ("flush", 15)
    assert value("3S 5S 8S 9S LJ", "promotion=off") == ("flush", 14)
    assert value("3S 5S 8S 9S LJ", "joker_in_flush=seed") == ("flush", 9)


def test_2_5_flushes_are_compared_card_by_card():  # rules/luzi.md 2.5
    low, high = "3C 5C 8C 9C AC", "3S 6S 8S 9S AS"
    assert refusal(luzi_after(low, high), high).rule == "4.3"
    play(luzi("flush_ties=all", low, high), low, high)
    assert refusal(luzi_after(high, low, "flush_ties=all"), low).rule == "4.3"
    same = "3C 6C 8C 9C AC"
    assert refusal(luzi_after(high, same, "flush_ties=all"), same).rule == "4.3"


def test_2_5_a_joker_is_the_first_card_of_a_flush_or_the_last():  # rules/luzi.md 2.5, 2.9
    joker, twos = "3C 5C 8C 9C LJ", "3S 5S 8S AS 2S"  # with level 2 the joker is a two
    play(luzi("flush_ties=all", joker, twos), joker, twos)
    assert refusal(luzi_after(twos, joker, "flush_ties=all"), joker).rule == "4.3"
    plain, four = "5C 8C 9C AC LJ", "4S 5S 8S 9S AS"
    play(luzi("flush_ties=all,joker_in_flush=seed", plain, four), plain, four)


WEAKEST = "last_jokers=weakest,after_out=respond_then_next"


def ends(cards, rules=WEAKEST, first="", level=2):
    """Seat 0 holds these cards and nothing else, and beats what seat 5 played, or leads."""
    table = f"table: - | - | - | - | - | {first}; turn: 0" if first else "turn: 0"
    return GAME.read_position(
        f"luzi:{rules} deal=2 levels={level},2 initiative=0; hands: {cards} | 3D | 3H | 3S | 4D | 4H; {table}"
    )


def test_2_10_a_last_set_with_jokers_is_the_weakest_it_can_be():  # rules/luzi.md 2.10
    for cards, rules, words in [
        ("4C 5D LJ LJ BJ", "flush_over_straight=on", "straight, 5"),
        ("4C 5D LJ LJ BJ", "", "straight, 5"),
        ("4C 5C LJ LJ BJ", "flush_over_straight=on", "straight, 5"),
        ("4C 5C LJ LJ BJ", "", "flush, 5"),  # such as 3 3 4 4 5
        ("2C 5C LJ LJ BJ", "", "flush, level 2"),
        ("9C 9D LJ LJ BJ", "", "three and two, 3"),
        ("9C 9D 9H LJ BJ", "", "three and two, 9"),
        ("9C 9D 9H 9S BJ", "", "four and one, 9"),
        ("LJ LJ LJ BJ BJ", "", "five of a kind, little joker"),
        ("7C BJ", "", "pair, 7"),
    ]:
        deal = ends(cards, f"{WEAKEST},{rules}")
        assert str(deal.shape(cards)) == words, cards
        play(deal, cards)
        assert str(deal.notes()[-1]) == f"to beat: {words}"


def test_2_10_the_weakest_set_must_be_higher():  # rules/luzi.md 2.10
    cards, straight = "4C 5D LJ LJ BJ", "6C 7D 8C 9C 10C"
    assert refusal(ends(cards, first=straight), cards).rule == "4.3"
    play(ends(cards, "after_out=respond_then_next", first=straight), cards)
    assert [str(action) for action in ends(cards, first=straight).actions(0)] == ["pass"]


def test_2_10_only_the_last_set_is_read_so():  # rules/luzi.md 2.10
    cards = "9C 9D LJ LJ BJ"
    play(ends(f"{cards} 3C", first="6C 7D 8C 9S 10C"), cards)
    assert value(cards, WEAKEST) == ("five of a kind", 9)


# ---- tribute ----


TRIBUTE = {"deal": 2, "initiative": 0, "payers": (1, 3), "receivers": (0, 2)}


def give(deal, card):
    return deal.apply(deal.waiting()[0], Action("give", Cards(card)))


def test_3_1_no_tribute_by_default():  # rules/luzi.md 3.1
    deal = race(shuffled(), 0, 2, 4)
    assert GAME.after(deal.setup, deal).payers == ()
    deal = race(shuffled("tribute=on"), 0, 2, 4)
    assert GAME.after(deal.setup, deal).payers == (1, 3, 5)


def test_3_1_locked_by_a_team_without_the_head_pays_nothing():  # rules/luzi.md 3.1
    deal = race(shuffled("tribute=on"), 0, 1, 3, 5)
    assert GAME.after(deal.setup, deal).payers == ()


def test_3_2_tribute_is_a_highest_card():  # rules/luzi.md 3.2
    deal = luzi("tribute=on", "3C", "AS AH", "3C", "BJ LJ", **TRIBUTE)
    assert deal.waiting() == [1]
    deal = luzi("tribute=on", "BJ BJ BJ LJ LJ LJ 2C 2C 2C 2D 2D 2D 2H 2H 2H 2S 2S 2S", "AS AH 3C", **TRIBUTE)
    assert sorted(map(str, deal.actions(1))) == ["give AH", "give AS"]
    with pytest.raises(IllegalAction, match="tribute is your highest card: give AH AS"):
        give(deal, "3C")


def test_3_2_receivers_in_the_order_they_went_out():  # rules/luzi.md 3.2
    deal = race(shuffled("tribute=on"), 4, 1, 0, 2)
    after = GAME.after(deal.setup, deal)
    assert (after.payers, after.receivers, after.opener) == ((5, 3), (4, 0), 4)


def test_3_3_a_low_card_comes_back():  # rules/luzi.md 3.3
    deal = luzi("tribute=on", "3C KS", "BJ", **TRIBUTE)
    give(deal, "BJ")
    assert deal.waiting() == [0]
    with pytest.raises(IllegalAction, match="give back a card up to ten"):
        give(deal, "KS")
    assert [event.kind for event in give(deal, "3C")] == ["give", "receive"]
    assert deal.counts == (27,) * 6
    assert deal.waiting() == [3]


def test_3_4_gifts_are_known():  # rules/luzi.md 3.4
    deal = luzi("tribute=on", "3C KS", "BJ", **TRIBUTE)
    give(deal, "BJ")
    give(deal, "3C")
    view = deal.view(2)
    assert (Cards(view.known[0]), Cards(view.known[1])) == (Cards("BJ"), Cards("3C"))
    deal = luzi("tribute=on", "3C", "LJ", "", "9S", **TRIBUTE)
    give(deal, "LJ")
    assert not deal.view(2).guess(Random(1)).hand[1] & int(Cards("BJ"))


def test_3_4_then_the_opener_opens():  # rules/luzi.md 3.4
    deal = shuffled("tribute=on", opener=2, **TRIBUTE)
    while deal.phase == "give":
        deal.apply(deal.waiting()[0], next(iter(deal.actions(deal.waiting()[0]))))
    assert deal.waiting() == [2]


RANKED = "tribute=on,pairing=rank"


def test_3_2_tribute_is_paired_by_rank():  # rules/luzi.md 3.2
    deal = luzi(RANKED, "3C", "AS", "3D", "BJ", **{**TRIBUTE, "receivers": (4, 0)})
    assert [event.kind for event in give(deal, "AS")] == ["give"]
    assert Cards(deal.view(2).known[1]) == Cards("AS")
    assert deal.waiting() == [3]
    assert [(event.kind, event.seat, str(event.cards)) for event in give(deal, "BJ")] == [
        ("give", 3, "BJ"), ("receive", 4, "BJ"), ("receive", 0, "AS"),
    ]  # fmt: skip
    assert deal.waiting() == [4]
    assert deal.counts == (28, 26, 27, 26, 28, 27)


def test_3_2_of_equal_tributes_the_first_is_the_higher():  # rules/luzi.md 3.2
    deal = luzi(RANKED, "3C", "AS", "", "AH", **{**TRIBUTE, "receivers": (2, 0)})
    give(deal, "AS")
    events = give(deal, "AH")
    assert [(event.seat, str(event.cards)) for event in events[1:]] == [(2, "AS"), (0, "AH")]


def test_3_3_who_was_paired_gets_the_card_back():  # rules/luzi.md 3.3
    deal = luzi(RANKED, "3C KS", "LJ", "4C", "BJ", **TRIBUTE)
    give(deal, "LJ")
    give(deal, "BJ")
    assert [event.seat for event in give(deal, "3C")] == [0, 3]
    assert [event.seat for event in give(deal, "4C")] == [2, 1]
    assert deal.counts == (27,) * 6
    assert deal.phase == "play"


def test_3_3_any_card_may_come_back():  # rules/luzi.md 3.3
    deal = luzi("tribute=on,gift_back=any", "3C KS", "BJ", **TRIBUTE)
    give(deal, "BJ")
    give(deal, "BJ")
    assert Cards(deal.view(2).known[1]) == Cards("BJ")


def test_3_5_big_jokers_refuse_tribute():  # rules/luzi.md 3.5
    deal = luzi("tribute=on,refusal=2", "3C", "BJ BJ", "", "AS", **TRIBUTE)
    assert [(event.kind, event.seat, str(event.cards)) for event in deal.opening()] == [("refuse", 1, "BJ BJ")]
    assert deal.waiting() == [3]
    assert [event.seat for event in give(deal, "AS")] == [3, 0]  # the first who pays, to the Dragon's Head
    give(deal, "3C")
    assert deal.phase == "play"
    assert Cards(deal.view(2).known[1]) == Cards("BJ BJ")


def test_3_5_one_big_joker_is_not_enough():  # rules/luzi.md 3.5
    deal = luzi("tribute=on,refusal=2", "3C", "BJ", "", "AS", **TRIBUTE)
    assert deal.opening() == []
    assert deal.waiting() == [1]
    assert max(guesses(deal, 3, "BJ")) == 1  # seat 3 would have refused with two
    give(deal, "BJ")
    assert guesses(deal, 1, "BJ") == {0}


def test_3_5_when_all_refuse_play_begins():  # rules/luzi.md 3.5
    deal = luzi("tribute=on,refusal=3,pairing=rank", "3C", "BJ BJ BJ", **{**TRIBUTE, "payers": (1,), "receivers": (0,)})
    assert (deal.phase, deal.waiting()) == ("play", [0])
    assert len(deal.opening()) == 1
    again = GAME.read_position(str(deal))
    assert again == deal


# ---- series ----


def test_4_1_first_opener():  # rules/luzi.md 4.1
    assert shuffled().waiting() == [0]
    assert {shuffled("first_opener=random", seed).waiting()[0] for seed in range(60)} == set(range(6))
    deal = luzi("first_opener=high_card", "3C", "9C", "LJ", "AC", "BJ", "BJ", deal=1)
    assert deal.waiting() == [4]
    assert Cards(deal.view(ONLOOKER).known[3]) == Cards("AC")


def test_4_1_the_head_opens_the_next_round():  # rules/luzi.md 4.1
    deal = race(shuffled(), 3, 1, 5)
    after = GAME.after(deal.setup, deal)
    assert GAME.start(after, GAME.shuffled(after, Random(5))).waiting() == [3]


def test_4_2_the_opener_may_not_pass():  # rules/luzi.md 4.2
    deal = shuffled()
    assert refusal(deal, "-").rule == "4.2"
    assert [ask.kind for ask in deal.asks(0)] == ["play"]


@pytest.mark.parametrize(
    ("hand", "sizes", "most"),
    [("3C 3D 9H 9S", (), 2), ("3C 5D 7C 8C", (), 1), ("3C 3D 3H 9S", (), 3), ("3C 4D 5C 6C 7C", (1, 5), 5)],
)
def test_4_2_an_opener_is_asked_for_sets_there_are(hand, sizes, most):  # rules/luzi.md 2.2, 4.2
    (ask,) = ends(hand, "").asks(0)
    assert (ask.least, ask.most, ask.sizes) == (1, most, sizes)


def test_4_2_the_question_names_no_four_cards():  # rules/luzi.md 2.2, 4.2
    (ask,) = shuffled().asks(0)
    assert ask.sizes == (1, 2, 3, 5)
    assert str(how_many(ask)) == "1, 2, 3 or 5 cards"


def test_4_3_same_number_and_higher():  # rules/luzi.md 4.3
    deal = luzi_after("9C 9D", "10C 10D 8H 8S")
    assert str(refusal(deal, "10C")) == (
        "wrong number of cards: 9C 9D is a set of 2, yours of 1; play 2 or pass (rule 4.3)"
    )
    assert str(refusal(deal, "8H 8S")) == (
        "rank too low: 9C 9D ranks 9, your 8H 8S ranks 8; play higher or pass (rule 4.3)"
    )
    play(deal, "10C 10D")


def test_4_3_five_cards_not_greater():  # rules/luzi.md 4.3
    straight, flush = "3C 4D 5C 6C 7C", "3C 5C 8C 9C AC"
    said = refusal(luzi_after(straight, flush), flush)
    assert str(said).startswith("not greater: 3C 5C 6C 7C 4D is a straight (7), your 3C 5C 8C 9C AC a flush (A)")


def test_4_4_a_pass_does_not_bind():  # rules/luzi.md 4.4
    deal = luzi("", "3C", "KC", "5C")
    play(deal, "3C", "-", "5C", "-", "-", "-", "-", "KC")


def test_4_5_all_others_pass():  # rules/luzi.md 4.5
    deal = luzi("", "3C", "5C")
    assert play(deal, "3C", "5C", "-", "-", "-", "-", "-") == ["pass", "open"]
    assert deal.waiting() == [1]
    assert refusal(deal, "-").rule == "4.2"


# ---- going out ----


def almost_out(deal):
    """Seat 0 has one card left and opens; nobody else has played."""
    while deal.count[0] > 1:
        deal.apply(deal.waiting()[0], lowest_single(deal, 0) if deal.waiting() == [0] else Action("pass"))
    while deal.waiting() != [0]:
        play(deal, "-")
    return deal


def test_5_1_dragons_head():  # rules/luzi.md 5.1
    deal = almost_out(shuffled())
    assert play(deal, str(Cards(deal.hand[0]))) == ["play", "dragon", "open"]
    assert deal.head == 0
    assert race(shuffled(), 2, 1, 3, 5).head == 2


@pytest.mark.parametrize(("rule", "opener"), [("clear", 1), ("respond_then_next", 1), ("respond_then_partner", 2)])
def test_5_2_after_going_out(rule, opener):  # rules/luzi.md 5.2
    deal = almost_out(shuffled(f"after_out={rule}"))
    play(deal, str(Cards(deal.hand[0])))
    if rule != "clear":
        assert [ask.kind for ask in deal.asks(1)] == ["play", "pass"]
        play(deal, "-", "-", "-", "-", "-")
    assert deal.waiting() == [opener]
    assert [ask.kind for ask in deal.asks(opener)] == ["play"]


def test_5_2_the_last_set_may_be_beaten():  # rules/luzi.md 5.2
    deal = almost_out(luzi("after_out=respond_then_next", "3C", "BJ"))
    play(deal, str(Cards(deal.hand[0])), "BJ", "-", "-", "-", "-")
    assert deal.waiting() == [1]


def test_5_3_who_is_out_is_passed_over():  # rules/luzi.md 5.3
    deal = almost_out(shuffled())
    play(deal, str(Cards(deal.hand[0])))
    for _ in range(5):
        deal.apply(deal.waiting()[0], lowest_single(deal, 1) if deal.waiting() == [1] else Action("pass"))
    assert deal.waiting() == [1]


# ---- the end of a round, levels, the match ----


def test_6_1_a_round_ends_when_one_team_is_out():  # rules/luzi.md 6.1
    deal = race(shuffled(), 0, 2, 4)
    assert deal.is_over
    assert [str(deal.notes_on(seat)[0]) for seat in (1, 3, 5)] == ["locked up"] * 3


def test_6_2_round_already_finished():  # rules/luzi.md 6.2
    deal = race(shuffled(), 0, 2, 4)
    assert str(refusal(deal, "3C", seat=1)).startswith("the round is already finished")


def test_7_1_both_start_at_two():  # rules/luzi.md 7.1
    assert GAME.first().standing == (2,) * 6


@pytest.mark.parametrize(
    ("order", "scores"),
    [((0, 2, 4), 3), ((0, 1, 2, 4), 2), ((0, 1, 2, 3, 4), 1), ((0, 1, 3, 5), 0)],
)
def test_7_2_a_level_for_each_locked_opponent(order, scores):  # rules/luzi.md 7.2
    deal = race(shuffled(), *order)
    assert deal.scores() == (scores, -scores) * 3
    assert GAME.after(deal.setup, deal).standing == (2 + scores, 2) * 3


def test_7_2_just_one_level():  # rules/luzi.md 7.2
    assert race(shuffled("gain=one"), 0, 2, 4).scores() == (1, -1) * 3
    assert race(shuffled("gain=one"), 0, 1, 2, 3, 4).scores() == (1, -1) * 3
    assert race(shuffled("gain=one"), 0, 1, 3, 5).scores() == (0,) * 6
    assert race(shuffled("gain=one,initiative_tax=1", initiative=1), 0, 2, 4).scores() == (0,) * 6


@pytest.mark.parametrize(("initiative", "gain"), [(-1, 3), (0, 3), (1, 0)])
def test_7_3_only_initiative_scores(initiative, gain):  # rules/luzi.md 7.3
    deal = race(shuffled("only_initiative_scores=on", initiative=initiative), 0, 2, 4)
    assert deal.scores()[0] == gain


@pytest.mark.parametrize(("initiative", "gain"), [(-1, 3), (0, 3), (1, 2)])
def test_7_4_initiative_tax(initiative, gain):  # rules/luzi.md 7.4
    deal = race(shuffled("initiative_tax=1", initiative=initiative), 0, 2, 4)
    assert deal.scores()[0] == gain


def test_7_4_a_tax_never_takes_levels():  # rules/luzi.md 7.4
    assert race(shuffled("initiative_tax=1", initiative=1), 0, 1, 2, 3, 4).scores() == (0,) * 6


def test_7_5_the_level_of_the_initiative_is_promoted():  # rules/luzi.md 7.5
    deal = race(shuffled(), 0, 2, 4)
    after = GAME.after(deal.setup, deal)
    assert (after.initiative, after.level, after.opener) == (0, 5, 0)
    assert GAME.start(after, GAME.shuffled(after, Random(1))).level == 5
    deal = race(shuffled(standing=(4, 3) * 3, initiative=0), 1, 0, 2, 4)
    assert GAME.after(deal.setup, deal).level == 3


def test_7_6_scores_add_up_to_zero():  # rules/luzi.md 7.6
    for seed in range(20):
        deal, rng = shuffled("players=4", seed), Random(seed)
        while not deal.is_over:
            deal.step(deal.waiting()[0], deal.sample(deal.waiting()[0], rng))
        assert sum(deal.scores()) == 0


@pytest.mark.parametrize(("order", "gain"), [((0, 2, 4), 3), ((1, 3, 5), 0)])
def test_7_7_the_first_openers_team_has_the_initiative(order, gain):  # rules/luzi.md 7.7
    deal = race(shuffled("only_initiative_scores=on,first_initiative=on"), *order)
    assert deal.initiative_team == 0
    assert deal.scores()[order[0]] == gain
    later = {"deal": 2, "initiative": 1, "opener": 0}
    deal = race(shuffled("only_initiative_scores=on,first_initiative=on", **later), 0, 2, 4)
    assert deal.scores()[0] == 0


FIVE = {"standing": (5,) * 6, "initiative": 0, "deal": 2}


@pytest.mark.parametrize(
    ("order", "failures"),
    [((0, 2, 4), (2, 0)), ((0, 1, 3, 5), (3, 0)), ((1, 0, 2, 4), (3, 0)), ((1, 3, 5), (3, 0))],
)
def test_8_2_failures_at_the_last_level(order, failures):  # rules/luzi.md 8.2
    """A win is none; a draw, the other team's head and a loss are."""
    deal = race(shuffled("failures=3", failures=(2, 0), **FIVE), *order)
    after = GAME.after(deal.setup, deal)
    assert after.failures == failures
    assert after.over
    assert GAME.winners(after) == ((0, 2, 4) if order == (0, 2, 4) else (1, 3, 5))


def test_8_2_only_with_the_initiative_at_the_last_level():  # rules/luzi.md 8.2
    for standing, initiative in [((4, 5) * 3, 0), ((5, 4) * 3, 1)]:
        deal = race(shuffled("failures=3", **{**FIVE, "standing": standing, "initiative": initiative}), 0, 1, 3, 5)
        assert GAME.after(deal.setup, deal).failures == (0, 0)
    deal = race(shuffled(**FIVE), 0, 1, 3, 5)
    assert GAME.after(deal.setup, deal).failures == (0, 0)


def test_8_2_the_standing_tells_failures():  # rules/luzi.md 8.2
    setup = shuffled("failures=3", failures=(2, 0), **FIVE).setup
    assert [str(line).partition(": ")[2] for line in GAME.standing_text(setup)] == [
        "level 5, failed 2 of 3 times", "level 5",
    ]  # fmt: skip
    assert "failures" not in str(GAME.first())
    assert GAME.read_setup(str(setup), setup.options) == setup


@pytest.mark.parametrize(
    ("rules", "level", "over"),
    [("", 2, False), ("", 3, True), ("target=14", 10, False), ("target=14", 11, True), ("target=3", 2, True)],
)
def test_8_1_end_of_the_match(rules, level, over):  # rules/luzi.md 8.1
    deal = race(shuffled(rules, standing=(level, 2) * 3), 0, 2, 4)
    after = GAME.after(deal.setup, deal)
    assert after.over == over
    assert GAME.winners(after) == (0, 2, 4)


def test_8_1_who_gains_three_levels_at_the_king_stands_at_the_ace():  # rules/luzi.md 8.1
    deal = race(shuffled("target=14", standing=(13, 2) * 3), 0, 2, 4)
    after = GAME.after(deal.setup, deal)
    assert [str(line).partition(": ")[2] for line in GAME.standing_text(after)] == ["level A", "level 2"]
    assert after.standing_figures == ("A", "2") * 3


# ---- what everybody may know; lists and samples ----


RULES = [
    "luzi",
    "luzi:players=4",
    "luzi:hand=26,first_opener=high_card",
    "luzi:traditional",
    "luzi:follow_the_joker,players=4",
    "luzi:shanghai",
    "luzi:shanghai,players=4,promotion=off",
    "luzi:tribute=on,refusal=3,gift_back=any,flush_ties=all,joker_in_flush=seed,last_jokers=weakest",
]


@pytest.mark.parametrize("rules", RULES)
def test_small_hands_list_what_check_allows(rules):
    deal, rng = random_deal(rules, 3), Random(3)
    while not deal.is_over:
        seat = deal.waiting()[0]
        if deal.phase == "play" and deal.count[seat] <= 6:
            listed = list(deal.actions(seat))
            assert len(listed) == len(set(listed))
            assert set(listed) == legal_by_trying(deal, seat)
        deal.apply(seat, deal.sample(seat, rng))


def random_deal(rules, seed):
    game, options = read_rules(rules)
    setup = game.first(options)
    if options.tribute:
        setup = game.Setup(**{**vars(setup), **TRIBUTE})
    return game.start(setup, game.shuffled(setup, Random(seed)))


def legal_by_trying(deal, seat):
    hand = list(Cards(deal.hand[seat]))
    tries = {Action("play", Cards(choice)) for size in range(len(hand) + 1) for choice in combinations(hand, size)}
    return {action for action in [*tries, Action("pass")] if is_legal(deal, seat, action)}


@pytest.mark.parametrize("rules", RULES)
def test_a_guess_looks_the_same(rules):
    deal, rng, moves = random_deal(rules, 4), Random(4), 0
    while not deal.is_over:
        seat = deal.waiting()[0]
        if moves % 7 == 0 or deal.phase == "give":
            for viewer in (*range(deal.seats), ONLOOKER):
                view = deal.view(viewer)
                world = view.guess(rng)
                assert world.view(viewer) == view
                assert world.view(viewer).scene() == view.scene()
        deal.apply(seat, deal.sample(seat, rng))
        moves += 1


# ---- golden cases ----


def golden_cases():
    return [
        pytest.param(line, id=f"{number}-{line.split()[0]}")
        for number, line in enumerate(GOLDEN.read_text().splitlines())
    ]


@pytest.mark.parametrize("line", golden_cases())
def test_golden(line):
    _, what, case = line.split(" ", 2)
    question, answer = case.split(" -> ")
    {"five": five, "beat": beat, "walk": walk, "scoring": scoring, "finished": finished, "house": house}[what](
        question, answer
    )


def faces(text):
    """Cards as the golden cases write them. Three decks have no fourth 2-s: further copies come from the next suit."""
    cards = Cards(0)
    for token in text.replace("nothing", "").split():
        while cards.copies(read_faces(token)[0]) == 3:
            token = token[:-1] + "cdhs"["cdhs".index(token[-1]) - 1]
        cards = cards + Cards(token)
    return str(cards)


def with_level(text):
    cards, _, level = text.rstrip(")").partition(" (level ")
    return cards, ("" if level else "promotion=off"), int(level or 2)


def five(question, answer):
    text, rules, level = with_level(question)
    cards = faces(text)
    if answer == "invalid":
        assert refusal(luzi(rules, cards, level=level), cards).rule == "2.4"
    else:
        kind, rank = value(cards, rules, level)
        assert f"{kind}, rank {rank}" == answer.replace("+", " and ").replace("-", " ")


def beat(question, answer):
    text, rules, level = with_level(question)
    theirs, mine = (faces(part.strip(" []")) for part in text.removesuffix("]").split("] with ["))
    deal = luzi(rules, theirs, mine, level=level) if theirs else luzi(rules, mine, level=level)
    if theirs:
        play(deal, theirs)
    if answer == "ok":
        play(deal, mine)
    else:
        assert refusal(deal, mine).rule[0] == {"invalid": "2", "not greater": "4"}[answer]


def house(question, answer):
    """A case under house rules: `flush_ties=all : beat ...`, or `last ...` for the set somebody goes out with."""
    rules, _, case = question.partition(" : ")
    what, _, text = case.partition(" ")
    if what == "last":
        cards = faces(text)
        deal = ends(cards, f"after_out=respond_then_next,{rules}")
        play(deal, cards)
        assert str(deal.notes()[-1]) == f"to beat: {answer}"
        return
    theirs, mine = (faces(part.strip(" []")) for part in text.removesuffix("]").split("] with ["))
    deal = luzi_after(theirs, mine, rules)
    assert is_legal(deal, 1, Action("play", Cards(mine))) == (answer == "ok")


def walk(question, answer):
    deal = luzi("", "3-s", "4-s", "", "bJ")
    if answer == "cannot pass":
        assert refusal(deal, "-").rule == "4.2"
        return
    for part in question.split(", "):
        *users, last = part.split()
        cards = "-" if last == "skip" else last
        for user in (word for word in users if word.startswith("U")):
            assert deal.waiting() == [int(user[1:]) - 1]
            play(deal, cards)
    leader, count = int(answer[1]) - 1, int(answer.split()[-2])
    assert deal.waiting() == [leader]
    assert [ask.kind for ask in deal.asks(leader)] == ["play"]
    assert deal.count[leader] == count


def out_order(question):
    return [int(user) - 1 for user in question.removeprefix("out ").split(" :")[0].split()]


def scoring(question, answer):
    order = out_order(question)
    deal = race(shuffled(), *order)
    after = GAME.after(deal.setup, deal)
    assert after.initiative == order[0] % 2
    gained = after.standing[order[0]] - 2
    assert answer.removesuffix(", initiative kept") == f"+{gained}, level {after.standing[order[0]]}"
    assert after.standing[order[0] - 1] == 2


def finished(question, answer):
    deal = race(shuffled(), *out_order(question))
    assert answer in str(refusal(deal, str(next(iter(Cards(deal.hand[1])))), seat=1)).replace("is already", "already")
    after = GAME.after(deal.setup, deal)
    fresh = GAME.start(after, GAME.shuffled(after, Random(2)))
    assert (fresh.counts, fresh.head, fresh.active) == ((27,) * 6, -1, 0b111111)


# ---- setups from outside ----


@pytest.mark.parametrize(
    ("cards", "words", "rank"),
    [
        ("KS", "single, K", 13),
        ("5S 5H", "pair, level 5", 15),
        ("BJ BJ BJ", "triple, big joker", 17),
        ("LJ BJ", "pair, little joker", 16),
        ("2H 4H 6H 8H QH", "flush, Q", 12),
        ("4H 5S 6D 7C LJ", "straight, 8", 8),
        ("KS KH KD 7C 7D", "three and two, K", 13),
        ("KS KH KD LJ 7D", "four and one, K", 13),
        ("6H 7H 8H 9H 10H", "straight flush, 10", 10),
        ("6H 6D 6S 6C BJ", "five of a kind, 6", 6),
    ],
)
def test_2_4_what_a_set_is_called(cards, words, rank):  # rules/luzi.md 2.2 to 2.4
    found = luzi(level=5).shape(cards)
    assert found is not None
    assert (str(found), found.rank, found.size) == (words, rank, len(Cards(cards)))


def test_2_2_what_is_no_set_has_no_name():  # rules/luzi.md 2.2
    assert luzi().shape("KS QS") is None
    with pytest.raises(TypeError, match="a plain number may be a card or a multiset"):
        luzi().shape(5)
    assert luzi().shape("") is None
    assert luzi().shape("KS KH KD KC") is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"standing": (2, 3, 4, 3, 2, 3)},
        {"standing": (1,) * 6},
        {"initiative": 2},
        {"opener": 6},
        {"failures": (1, 0)},
        {"failures": (0,)},
        {"payers": (1,)},
        {"payers": (1,), "receivers": (3,)},
        {"payers": (1, 2), "receivers": (0, 3)},
    ],
)
def test_a_setup_with_a_flaw_is_named(wrong):
    setup = GAME.first()
    assert not GAME.flaw(setup)
    assert GAME.flaw(GAME.Setup(**{**vars(setup), **wrong}))


def test_3_3_a_high_card_given_back_is_known_until_it_is_played():  # rules/luzi.md 3.3, 3.4
    low = " ".join(f"{rank}{suit}" for rank in (3, 4) for suit in "CDHS" for _ in range(3)) + " 9C 9D 9H"
    high = " ".join(f"{rank}{suit}" for rank in "QKA" for suit in "CDHS" for _ in range(2)) + " KC KD KH"
    deal = luzi("tribute=on", high, low, opener=1, **{**TRIBUTE, "payers": (1,), "receivers": (0,)})
    give(deal, "9D")
    give(deal, "9D")
    assert Cards(deal.view(2).known[1]) == Cards("9D")
    deal = luzi(
        "tribute=on",
        high,
        low.replace("9C 9D 9H", "JC JD JH"),
        opener=1,
        **{**TRIBUTE, "payers": (1,), "receivers": (0,)},
    )
    give(deal, "JD")
    give(deal, "AS")
    assert Cards(deal.view(2).known[1]) == Cards("AS")
    assert guesses(deal, 1, "AS") == {1}
    play(deal, "AS")
    assert guesses(deal, 1, "AS") == {0}
    assert guesses(deal, 0, "3C 10C") == {0}


def guesses(deal, seat, faces, n=20):
    """How many of these cards seat 2 thinks a seat may hold."""
    worlds = [deal.view(2).guess(Random(seed)) for seed in range(n)]
    return {sum(Cards(world.hand[seat]).copies(face) for face in Cards(faces)) for world in worlds}
