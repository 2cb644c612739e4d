"""Gong Zhu, rule by rule (docs/rules/gongzhu.md), and the golden cases of tests/data/gongzhu.golden."""

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from arranging import arrange
from random_play import is_legal, play_out

from paiju import ONLOOKER, Action, Card, Cards, IllegalAction, Random, play_match, random_deals, read_rules
from paiju.core import bits
from paiju.core.cards import read_faces
from paiju.core.game import UnknownRules
from paiju.games.gongzhu import is_decided
from paiju.play import at_random

GOLDEN = Path(__file__).parent.parent / "data" / "gongzhu.golden"
EVERYBODY = (0, 1, 2, 3, ONLOOKER)
RULE_SETS = (
    "gongzhu",
    "gongzhu:balanced",
    "gongzhu:traditional",
    "gongzhu:expose_ace_hearts=on,ten=steps,ten_taken=25,base=3",
    "gongzhu:expose_wait=on,expose_ace_hearts=on,opener=pig,partners=on",
    "gongzhu:traditional,expose_dark=on,hearts=pips",
)


def deal(*hands, rules="gongzhu", number=4, coin=0) -> Any:
    """A deal whose seats are dealt these cards, filled up with the lowest left. Deal 4 has no passing.

    The coin of rule 4.1 is the order of seat 0's first two cards.
    """
    game, options = read_rules(rules)
    setup = replace(game.first(options), deal=number)
    piles = [list(read_faces(hand)) for hand in four(hands)]
    rest = game.cards(setup)
    for pile in piles:
        for face in pile:
            rest.remove(face)
    for pile in piles:
        while len(pile) < 13 * options.decks:
            pile.append(Card(rest.pop(0)))
    piles[0].sort()
    piles[0].insert(1 - coin, piles[0].pop())
    return game.start(setup, [pile[i] for i in range(13 * options.decks) for pile in piles])


def four(texts):
    return (*texts, "", "", "", "")[:4]


def give(state, *gifts):
    events = []
    for seat, cards in enumerate(gifts):
        events = state.apply(seat, Action("give", Cards(cards)))
    return events


def show(state, *shown):
    """The seats expose these cards; returns the state, opened."""
    for seat, cards in enumerate(four(shown)):
        state.apply(seat, Action("show", Cards(cards)))
    return state


def lead(state, seat=0, first_trick=False):
    """Put a seat on lead."""
    return arrange(state, waiting=[seat], leader=seat, trick=0 if first_trick else 1)


def position(*hands, first_trick=False, rules="gongzhu"):
    """Seat 0 to lead with these hands, nothing exposed."""
    state = show(deal(rules=rules))
    return lead(arrange(state, four(hands)), first_trick=first_trick)


def play(state, *plays):
    """Plays in turn, each checked: `QS`, `QS QS`, or `QS 1` for the exposed copy."""
    for text in plays:
        state.apply(state.waiting()[0], Action.read(f"play {text}"))
    return state


def legal(state):
    """The plays open to the seat in turn, as texts."""
    return {str(action)[5:] for action in state.actions(state.waiting()[0])}


def refusal(state, seat, text):
    """The number of the rule that forbids it."""
    with pytest.raises(IllegalAction) as refused:
        state.check(seat, Action.read(text))
    return refused.value.rule


def taker(*plays, rules="gongzhu"):
    """Who takes a trick of these plays, seat 0 leading."""
    return play(position(*plays, rules=rules), *plays).last_winner


def score_of(cards, rules="gongzhu", shown=""):
    """The score of these taken cards, `x` marking exposed ones, in a deal where `shown` was exposed."""
    bare = " ".join(card[:-1] for card in cards.split() if card.endswith("x"))
    state = show(deal("TC TC JD JD QS QS AH AH", rules=rules), shown)
    return state.score_of(Cards(cards.replace("x", "")), Cards(bare))


# ---- golden cases ----

ALL_HEARTS = " ".join(f"{rank}H {rank}H" for rank in "23456789TJQKA")
ONE_OF_EACH = " ".join(f"{rank}H" for rank in "23456789TJQKA")
SETS = {
    "all 26 hearts": ALL_HEARTS,
    "all 26 hearts + QS QS": ALL_HEARTS + " QS QS",
    "all 32 scored cards": ALL_HEARTS + " TC TC JD JD QS QS",
    "all 32 scored cards, all six specials exposed": ALL_HEARTS + " TCx TCx JDx JDx QSx QSx",
    "all 13 hearts": ONE_OF_EACH,
    "all 13 hearts + QS": ONE_OF_EACH + " QS",
    "all 16 scored cards": ONE_OF_EACH + " TC JD QS",
    "all 16 scored cards, all four specials exposed": ONE_OF_EACH + "x TCx JDx QSx",
    "all 16 scored cards, all four specials in the dark": ONE_OF_EACH + "xx TCxx JDxx QSxx",
}


def marked(text, mark):
    """The cards with this mark (x or xx) and no other, without it."""
    cards = [card.removesuffix(mark) for card in text.split() if card[len(card.rstrip("x")) :] == mark]
    return " ".join(cards)


def golden_score(case: str, result: str, rules: str) -> None:
    cards = SETS.get(case[1:-1], case[1:-1])
    bare, unseen = marked(cards, "x"), marked(cards, "xx")
    others = " ".join(face for face in ("TC", "JD", "QS", "AH") if face not in f"{bare} {unseen}")
    state = deal(unseen or bare, others, rules=rules)
    if unseen:
        for seat in range(4):
            state.apply(seat, Action("show", amount=1 if seat == 0 else 0))
    show(state, bare)
    score = state.score_of(Cards(cards.replace("x", "")), Cards(f"{bare} {unseen}"), Cards(unseen))
    assert score == int(result)


def golden_winner(case, result, rules):
    assert taker(*case.split(" | "), rules=rules) == int(result.removeprefix("player "))


def golden_legal(case, result, rules):
    match = re.fullmatch(r"hand \[(.*)\] (?:lead|following \[(.*)\])( first trick)?", case)
    assert match
    hand, led, first = match.groups()
    shown, hand = int(Cards(marked(hand, "x"))), hand.replace("x", "")
    hands = (led, hand) if led else (hand,)
    state = arrange(
        position(*hands, first_trick=bool(first), rules=rules), exposed=[0, shown, 0, 0] if led else [shown, 0, 0, 0]
    )
    state = play(state, led) if led else state
    assert legal(state) == {str(Cards(cards)) for cards in result.split(" | ")}


def golden_first(case, result, rules):
    """Both in one hand: that seat always. One each: either, equally often. Counted after passing."""
    assert case == "leader : both 2C in one hand"
    assert result.startswith("that player always; one each in two hands -> either, probability 1/2")
    assert {show(deal("", "2C 2C", coin=coin)).leader for coin in (0, 1)} == {1}
    game, options = read_rules("gongzhu")
    setup, rng, openings = game.first(options), Random(58), []
    while len(openings) < 600:
        state: Any = game.start(setup, game.shuffled(setup, rng))
        for _ in range(8):
            state.step(state.waiting()[0], state.sample(state.waiting()[0], rng))
        holders = [seat for seat in range(4) if "2C" in state.hands[seat]]
        assert state.leader in holders
        if len(holders) == 2:
            openings.append(holders.index(state.leader))
    assert 240 < sum(openings) < 360  # five standard deviations


CASES = {"score": golden_score, "winner": golden_winner, "legal": golden_legal, "first": golden_first}


@pytest.mark.parametrize("line", [line for line in GOLDEN.read_text().splitlines() if not line.startswith("#")])
def test_golden(line):
    match = re.fullmatch(r"\S+ (?:\[(\S*)\] )?(\w+) (.*?) -> (.*)", line)
    assert match
    options, kind, case, result = match.groups()
    CASES[kind](case, result, f"gongzhu:{options}" if options else "gongzhu")


# ---- rule by rule ----


def test_1_1_the_next_seat_plays_next():
    assert play(position("8S 2D", "9S 2D", "TS 3D", "JS 3D"), "8S").waiting() == [1]


@pytest.mark.parametrize(("decks", "size"), [(1, 13), (2, 26)])
def test_1_2_decks(decks, size):
    assert deal(rules=f"gongzhu:decks={decks}").counts == (size,) * 4


def test_1_1_partners_sit_opposite():
    game, options = read_rules("gongzhu:partners=on")
    assert game.first(options).teams == (0, 1, 0, 1)
    assert game.winners(replace(game.first(options), standing=(50, 80, 50, 80))) == (1, 3)


def test_1_2_one_deck_has_slams_of_13_and_16():
    hearts = " ".join(f"{rank}H" for rank in "23456789TJQKA")
    state = deal(rules="gongzhu:decks=1")
    assert state.score_of(Cards(hearts)) == 200
    assert state.score_of(Cards(hearts + " QS JD TC")) == (200 + 100 + 100) * 2


def test_1_3_the_ace_is_high():
    assert taker("KS", "AS", "2S", "TS") == 1


def test_1_4_the_phases_of_a_deal():
    phases = [state.phase for state, *_ in moments("gongzhu", 1, 4)]
    assert list(dict.fromkeys(phases)) == ["give", "show", "play"]


@pytest.mark.parametrize(("number", "receiver"), [(1, 1), (2, 2), (3, 3), (5, 1)])
def test_2_1_pass_direction(number, receiver):
    hands = ("AS AS KS", "3C 3C 4C", "5C 5C 6C", "7C 7C 8C")
    state = deal(*hands, number=number, rules="gongzhu:hands=0")
    give(state, *hands)
    assert "AS AS KS" in state.hands[receiver]


def test_2_1_every_fourth_deal_has_no_passing():
    phases = [deal(number=number, rules="gongzhu:hands=0").phase for number in (1, 2, 3, 4, 8)]
    assert phases == ["give", "give", "give", "show", "show"]
    assert deal(number=1, rules="gongzhu:passing=off").phase == "show"


def test_2_1_a_deal_without_its_pass_says_so_before_play():
    notes = [str(note) for note in deal(number=4, rules="gongzhu:hands=0").notes()]
    assert notes == ["nobody passes this deal", "expose any of 10C JD QS, or nothing"]
    assert len(deal(number=4, rules="gongzhu:passing=off").notes()) == 1


def test_2_2_exactly_three():
    with pytest.raises(IllegalAction, match="give 3 cards, not 2"):
        deal("AS AS KS", number=1).check(0, Action.read("give AS AS"))


def test_2_2_a_pass_is_listed_once_though_copies_are_alike():
    state = deal("AS AS KS KS", number=1)
    passes = [action.cards for action in state.actions(0)]
    assert len(passes) == len(set(combinations(state.hands[0], 3)))
    assert len(passes) == len(set(passes))


def test_2_3_only_giver_and_receiver_know():
    state = deal("AS AS KS", "3C 3C 4C", "5C 5C 6C", "7C 7C 8C", number=1)
    events = give(state, "AS AS KS", "3C 3C 4C", "5C 5C 6C", "7C 7C 8C")
    gift = next(event for event in events if event.kind == "receive" and event.seat == 1)
    assert [str(gift.to(viewer).cards) for viewer in EVERYBODY] == ["KS AS AS", "KS AS AS", "", "", ""]
    assert [state.view(viewer).gave[0] != 0 for viewer in EVERYBODY] == [True, True, False, False, False]


def test_2_3_a_given_card_is_sure_until_one_like_it_is_played():
    state = deal("AC 3C 4C 2C 2C", "AC KC 5C 5C", "6C 6C 7C", "7C 8C 8C", number=1)
    give(state, "AC 3C 4C", "KC 5C 5C", "6C 6C 7C", "7C 8C 8C")
    assert Cards(show(state).view(0).sure[1]) == Cards("AC 3C 4C")
    play(state, "2C", "AC")
    assert "AC" in state.hands[1]  # but seat 0 cannot know that
    assert Cards(state.view(0).sure[1]) == Cards("3C 4C")


@pytest.mark.parametrize("cards", ["", "TC", "TC TC", "TC JD QS", "TC TC JD QS QS"])
def test_3_1_any_part_of_the_special_cards(cards):
    state = show(deal("TC TC JD QS QS"), cards)
    assert Cards(state.exposed[0]) == Cards(cards)
    assert Cards(cards) in Cards(state.view(3).known[0])


def test_3_1_nothing_else():
    assert refusal(deal("TC AH"), 0, "show AH") == "3.1"
    assert refusal(deal("TC TC JD JD QS QS", "AH"), 1, "show AH") == "3.1"


def test_3_2_secret_until_all_have_chosen():
    state, other = deal("TC TC JD"), deal("TC TC JD")
    events, others = state.apply(0, Action.read("show TC TC")), other.apply(0, Action("show"))
    assert [event.to(1) for event in events] == [event.to(1) for event in others]
    assert state.view(1) == other.view(1)
    assert state.view(0) != other.view(0)


def test_3_2_everybody_is_asked():
    state = deal("TC TC JD JD QS QS")
    assert state.waiting() == [0, 1, 2, 3]
    assert [str(action) for action in state.actions(1)] == ["show"]


def test_3_3_ace_of_hearts():
    option = "gongzhu:expose_ace_hearts=on"
    assert Cards(show(deal("AH AH", rules=option), "AH AH").exposed[0]) == Cards("AH AH")
    assert [score_of("5H AH", option, shown) for shown in ("", "AH", "AH AH")] == [-60, -120, -240]
    assert score_of("QS 5H", option, "AH") == -120
    assert score_of(ALL_HEARTS, option, "AH") == 800


def test_3_4_an_exposed_card_is_played_like_any_other():
    state = play(show(deal("2C 2C TC", "TC 9C"), "TC", "TC"), "2C")
    assert {"10C", "9C"} <= legal(state)


def pig_to_lead(mate="2C"):
    """Seat 0 leads with an exposed Q♠; the other one is in its hand too unless the next seat has it."""
    pigs = "QS" if "QS" in mate else "QS QS"
    return lead(show(deal(f"2C 3C {pigs}", mate), "QS"))


def test_3_5_which_copy():
    assert {"QS", "QS 1", "QS QS"} <= legal(pig_to_lead())
    plain, exposed = play(pig_to_lead(), "QS"), play(pig_to_lead(), "QS 1")
    assert (Cards(plain.exposed[0]), Cards(plain.bared[0])) == (Cards("QS"), Cards(""))
    assert (Cards(exposed.exposed[0]), Cards(exposed.bared[0])) == (Cards(""), Cards("QS"))
    assert "QS" in Cards(plain.view(2).known[0])
    assert "QS" not in Cards(exposed.view(2).known[0])


def test_3_5_no_number_where_there_is_no_choice():
    assert refusal(pig_to_lead(), 0, "play QS QS 1") == "3.5"
    assert refusal(pig_to_lead(), 0, "play 3C 1") == "3.5"
    assert "QS 1" not in legal(pig_to_lead(mate="2C QS"))


def test_3_5_two_choices_in_one_play():
    state = lead(
        show(
            deal("2C 2C", "JD JD QS QS 2H 2H 3H 3H 4H 4H 5H 5H 6H 6H 7H 7H 8H 8H 9H 9H 3S 3S 4S 4S 5S 5S"), "", "JD QS"
        )
    )
    play(state, "2C 2C")
    assert {text for text in legal(state) if "JD" in text and "QS" in text} == {
        "JD QS",
        "JD QS 1",
        "JD QS 2",
        "JD QS 3",
    }
    assert {text for text in legal(state) if text.startswith("JD JD")} == {"JD JD"}
    assert Cards(play(state.copy(), "JD QS 2").exposed[1]) == Cards("JD")
    assert Cards(play(state.copy(), "JD QS 3").exposed[1]) == Cards("")


def test_3_5_the_play_tells_nothing_of_a_copy_kept_back():
    both, alone = pig_to_lead(), pig_to_lead(mate="2C QS")
    assert both.apply(0, Action.read("play QS 1")) == alone.apply(0, Action.read("play QS"))


WAIT = "gongzhu:expose_wait=on,expose_ace_hearts=on"
ONE_DECK = "gongzhu:decks=1,expose_wait=on,expose_ace_hearts=on,passing=off"


def waiting(*hands, shown, rules=WAIT):
    """Seat 0 to lead with these hands, to the second trick; cards of seats were exposed, and no suit has been led."""
    state = show(deal(*hands, rules=rules), *shown)
    return lead(arrange(state, four(hands)))


def test_3_6_an_exposed_card_waits_until_its_suit_was_led_once():
    state = waiting("9S 2D", "QS 8S 3D", "4S 4D", "5S 5D", shown=("", "QS"), rules=ONE_DECK)
    play(state, "9S")
    assert legal(state) == {"8S"}
    assert refusal(state, 1, "play QS") == "3.6"


def test_3_6_it_need_not_wait_for_a_second_time():
    state = waiting("9S 7S", "QS 8S 3S", "4S 6S", "5S TS", shown=("", "QS"), rules=ONE_DECK)
    play(state, "7S", "8S", "4S", "5S")
    assert {"QS", "3S"} == legal(state)


def test_3_6_without_another_card_of_the_suit_it_is_played():
    state = waiting("9S 2D", "QS 8D 3D", "4S 4D", "5S 5D", shown=("", "QS"), rules=ONE_DECK)
    assert legal(play(state, "9S")) == {"QS"}


def test_3_6_it_may_be_thrown_on_another_suit():
    state = waiting("9C 2D", "QS 8S 3S", "4C 4D", "5C 5D", shown=("", "QS"), rules=ONE_DECK)
    assert "QS" in legal(play(state, "9C"))


def test_3_6_it_is_not_led_either():
    state = waiting("QS 8S JD 3H", "9S 2C", "4C 4D", "5C 5D", shown=("QS JD",), rules=ONE_DECK)
    assert legal(state) == {"8S", "JD", "3H"}
    assert refusal(state, 0, "play QS") == "3.6"


def test_3_6_only_the_plain_copy_is_played():
    state = waiting("9S 9C", "QS QS 3D 4D", "4S 4D", "5S 5D", shown=("", "QS"))
    play(state, "9S")
    assert legal(state) == {"QS"}
    assert Cards(play(state, "QS").exposed[1]) == Cards("QS")


def test_3_6_a_waiting_card_makes_no_pair():
    state = waiting("9S 9S", "QS QS KS 3D", "4S 4D", "5S 5D", shown=("", "QS"))
    assert legal(play(state, "9S 9S")) == {"QS KS"}


def test_3_6_other_cards_of_the_suit_come_first():
    state = waiting("9S 9S", "QS QS KS 3D", "4S 4D", "5S 5D", shown=("", "QS QS"))
    play(state, "9S 9S")
    assert legal(state) == {"QS KS"}
    assert refusal(state, 1, "play QS QS") == "3.6"


def test_3_6_an_exposed_card_in_the_first_trick_of_its_suit_proves_there_was_no_other():
    state = waiting("9S 2D", "QS 8D 3D", "4S 4D", "5S 5D", shown=("", "QS"), rules=ONE_DECK)
    play(state, "9S", "QS")
    assert not state.most[1] & bits.suit(3)


DARK = "gongzhu:decks=1,passing=off,expose_ace_hearts=on,expose_dark=on"


def dark(*hands, who=(1, 0, 0, 0), rules=DARK):
    """These seats say whether they expose in the dark."""
    state = deal(*hands, rules=rules)
    for seat, amount in enumerate(who):
        state.apply(seat, Action("show", amount=amount))
    return state


def test_3_7_nobody_has_looked_at_his_cards():
    state, other = deal("QS JD", rules=DARK), deal("", "QS JD", rules=DARK)
    assert state.phase == "dark"
    assert state.view(0).hands == (Cards(""),) * 4
    assert state.view(0) == other.view(0)
    assert refusal(state, 0, "show QS") == refusal(state, 0, "show 2C") == "3.7"


def test_3_7_all_that_is_held_is_exposed_and_the_others_may_follow():
    state = dark("QS JD", "10C")
    assert Cards(state.exposed[0]) == Cards("QS JD")
    assert [str(action) for action in state.actions(0)] == ["show"]
    assert [str(action) for action in state.actions(1)] == ["show", "show 10C"]


def test_3_7_everybody_learns_that_there_is_no_more():
    state = dark("QS JD", "10C", "AH", who=(1, 0, 0, 1))
    assert Cards(state.view(2).known[0]) == Cards("QS JD")
    assert not state.view(2).most[3] & (state.showable)
    assert all(world.hands[1].copies(Card("10C")) for world in (state.view(2).guess(Random(n)) for n in range(5)))


def test_3_7_no_answer_is_seen_before_all_have_chosen():
    yes, no = deal("QS", rules=DARK), deal("QS", rules=DARK)
    yes.apply(0, Action.read("show 1"))
    no.apply(0, Action.read("show"))
    assert yes.view(1) == no.view(1)
    assert yes.view(0) != no.view(0)


def test_3_7_in_the_dark_counts_as_exposed_twice():
    state = show(dark("10C JD QS AH"))
    cards = "10C JD QS"
    assert [state.score_of(Cards(card), Cards(card), Cards(card)) for card in ("JD", "QS", "10C")] == [400, -400, 200]
    assert state.score_of(Cards("10C JD"), Cards("10C"), Cards("10C")) == 800
    assert state.score_of(Cards("5H")) == -40
    assert state.score_of(Cards("10C QS JD 5H"), Cards(cards), Cards(cards)) == -40 * 8
    steps = show(dark("10C JD QS AH", rules=DARK + ",ten=steps"))
    assert steps.score_of(Cards("10C JD"), Cards("10C"), Cards("10C")) == 220


def test_3_7_what_was_exposed_in_the_dark_stays_so_when_it_is_taken():
    state = show(dark("QS 2C", "AS 3C", "KS 4C", "JS 5C"))
    play(lead(arrange(state, ("QS 2C", "AS 3C", "KS 4C", "JS 5C"))), "QS", "AS", "KS", "JS")
    assert Cards(state.won_dark[1]) == Cards("QS")
    assert state.running_scores() == (0, -400, 0, 0)


@pytest.mark.parametrize("options", ["expose_dark=on", "expose_dark=on,passing=off,expose_all_copies=on"])
def test_3_7_not_with_passing_nor_with_all_copies(options):
    with pytest.raises(UnknownRules, match="expose_dark=on needs passing=off and expose_all_copies=off"):
        read_rules(f"gongzhu:{options}")


def test_4_1_who_took_the_last_pig_opens_the_next_deal():
    game, options = read_rules("gongzhu:opener=pig,passing=off")
    setup, rng = game.first(options), Random(4)
    assert setup.dealer == -1
    for _ in range(3):
        state: Any = play_out(game.start(setup, game.shuffled(setup, rng)), rng)
        taken = [seat for seat in range(4) if "QS" in state.cards_taken[seat]]
        setup = game.after(setup, state)
        assert setup.dealer in taken
        following: Any = show(game.start(setup, game.shuffled(setup, rng)))
        assert following.leader == setup.dealer


def test_4_1_of_two_pigs_the_last_one_decides():
    game, options = read_rules("gongzhu:opener=pig")
    hands = ("QS QS", "AS 2S", "2S KS", "3S JS")
    state = play(position(*hands, rules="gongzhu:opener=pig"), "QS", "AS", "2S", "3S", "2S", "KS", "JS", "QS")
    assert (state.pig, state.is_over) == (2, True)
    assert game.after(game.first(options), state).dealer == 2


def test_4_2_the_pig_leads_any_card():
    game, options = read_rules("gongzhu:opener=pig,passing=off")
    setup = replace(game.first(options), deal=2, dealer=3)
    state: Any = show(game.start(setup, game.shuffled(setup, Random(1))))
    assert state.waiting() == [3]
    assert {str(card) for card in state.hands[3]} <= legal(state)
    assert not any(state.known[seat] for seat in range(4))


def test_4_1_a_random_two_of_clubs_opens():
    assert show(deal("2C", "", "2C", coin=0)).leader == 0
    assert show(deal("2C", "", "2C", coin=1)).leader == 2
    assert show(deal("", "", "2C 2C", coin=1)).leader == 2


def test_4_1_the_toss_is_hidden_until_it_is_needed():
    heads, tails = deal("2C", "", "2C", coin=0), deal("2C", "", "2C", coin=1)
    assert heads.hands == tails.hands
    assert all(heads.view(viewer) == tails.view(viewer) for viewer in EVERYBODY)
    assert {heads.view(0).guess(Random(seed)).coin for seed in range(20)} == {0, 1}


def test_4_1_everybody_knows_who_opens():
    state = show(deal("2C", "2C", coin=1))
    assert [str(Cards(state.view(3).known[seat])) for seat in range(4)] == ["", "2C", "", ""]


def test_4_2_the_two_of_clubs_opens():
    state = show(deal("2C 2C AC"))
    assert legal(state) == {"2C", "2C 2C"}
    assert refusal(state, 0, "play AC") == "4.2"


def test_4_3_two_cards_led_are_a_pair():
    assert refusal(position("7D 7D 8D"), 0, "play 7D 8D") == "4.3"


def test_4_4_follow_suit():
    assert refusal(play(position("8S", "9S AH"), "8S"), 1, "play AH") == "4.4"


def test_4_5_follow_with_a_pair():
    state = play(position("8S 8S", "9S 9S TS TS AS 2D"), "8S 8S")
    assert refusal(state, 1, "play TS AS") == "4.5"
    assert refusal(state, 1, "play 9S TS") == "4.5"
    assert legal(state) == {"9S 9S", "10S 10S"}


def test_4_6_two_of_the_suit_then_one_then_none():
    assert refusal(play(position("8S 8S", "9S KS 2D"), "8S 8S"), 1, "play 9S 2D") == "4.6"
    assert refusal(play(position("8S 8S", "9S 3D 2D"), "8S 8S"), 1, "play 3D 2D") == "4.6"
    assert legal(play(position("8S 8S", "2D 2D 3H"), "8S 8S")) == {"2D 2D", "2D 3H"}


def test_4_7_no_points_in_the_first_trick():
    assert refusal(play(position("2C", "QS 9D", first_trick=True), "2C"), 1, "play QS") == "4.7"
    assert refusal(play(position("2C 2C", "QS 9D 8D", first_trick=True), "2C 2C"), 1, "play QS 9D") == "4.7"
    assert refusal(play(position("2C 2C", "QS 9D 8C", first_trick=True), "2C 2C"), 1, "play QS 8C") == "4.7"


def test_4_7_allowed_cards_are_used_first():
    state = play(position("2C 2C", "QS JD 9D", first_trick=True), "2C 2C")
    assert legal(state) == {"9D JD", "9D QS"}
    assert refusal(state, 1, "play JD QS") == "4.7"


def test_4_7_first_trick_ban_off():
    state = play(position("2C", "QS JD AH 9D", first_trick=True, rules="gongzhu:first_trick_ban=off"), "2C")
    assert legal(state) == {"QS", "JD", "AH", "9D"}


def test_5_1_the_first_of_equals():
    assert taker("8S", "KS", "KS", "9S") == 1


def test_5_2_a_play_with_another_suit_never_wins():
    assert taker("8D 8D", "AD AC", "AH AH", "7D 7D") == 0


def test_5_3_two_different_cards_beat_every_pair():
    assert taker("8S 8S", "AS AS", "2S 3S", "KS KS") == 2
    assert taker("8S 8S", "2S KS", "KS 3S", "AH AH") == 1


def test_5_4_mixed_diamonds():
    diamonds, spades = ("8D 8D", "AD AD", "2D 3D", "KD KD"), ("8S 8S", "AS AS", "2S 3S", "KS KS")
    assert taker(*diamonds) == 2
    assert taker(*diamonds, rules="gongzhu:mixed_diamonds=off") == 1
    assert taker(*spades, rules="gongzhu:mixed_diamonds=off") == 2


def test_5_5_the_winner_takes_all_and_leads():
    state = play(position("8S 2D", "9S 2D", "TS 3D", "JS 3D"), "8S", "9S", "TS", "JS")
    assert state.cards_taken[3] == Cards("8S 9S TS JS")
    assert state.waiting() == [3]


def test_6_1_every_heart():
    values = [score_of(f"{rank}H") for rank in "23456789TJQKA"]
    assert values == [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50]


def test_6_2_the_other_copy_is_not_affected():
    assert score_of("QSx QS") == -300


@pytest.mark.parametrize(("pig", "score"), [("QS", -100), ("QS 1", -200)])
def test_6_2_the_copy_played_counts(pig, score):
    state = lead(show(deal("QS QS", "KS JS", "TS TS", "9S 9S"), "QS"))
    assert play(state, pig, "KS", "TS", "9S").running_scores() == (0, score, 0, 0)


def test_6_3_each_ten_multiplies():
    assert [score_of(cards) for cards in ("JD", "TC JD", "TC TC JD", "TC TCx JD", "TCx TCx JD")] == [
        100,
        200,
        400,
        800,
        1600,
    ]


def test_6_4_even_a_worthless_heart_cancels_the_bonus():
    assert (score_of("TC TCx"), score_of("TC 2H")) == (150, 0)


def test_6_5_a_small_slam_is_doubled_by_a_ten():
    assert score_of(ALL_HEARTS + " TC") == 800


def test_6_6_no_grand_slam_without_both_tens():
    assert score_of(ALL_HEARTS + " JD JD QS QS TC") == (400 + 200 - 200) * 2


def test_6_1_hearts_count_their_pips():
    pips = "gongzhu:hearts=pips"
    assert [score_of(f"{rank}H", pips) for rank in "23456789TJQKA"] == [
        -2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50,
    ]  # fmt: skip
    assert score_of(ALL_HEARTS, pips) == 400
    assert score_of("2H QS", pips + ",base=100") == -1020
    assert score_of("TC 2H", pips) == -4


def test_6_1_pips_need_a_base_of_tens():
    with pytest.raises(UnknownRules, match="base is 10 or a multiple"):
        read_rules("gongzhu:hearts=pips,base=15")


def test_6_5_slam_pigs():
    slam = "gongzhu:slam_pigs=on"
    assert (score_of(ALL_HEARTS + " QS", slam), score_of(ALL_HEARTS + " QSx", slam)) == (500, 600)
    assert score_of(ALL_HEARTS + " QS") == 300
    assert score_of("QS AH", slam) == -150


def test_6_10_partners_have_the_sum_of_their_scores():
    state = position("QS 2D", "AS 3D", "KS JD", "JS AD", rules="gongzhu:partners=on")
    play(state, "QS", "AS", "KS", "JS", "3D", "JD", "AD", "2D")
    assert state.scores() == (0, 0, 0, 0)
    state = position("QS 2D", "AS 3D", "KS AD", "JS JD", rules="gongzhu:partners=on")
    play(state, "QS", "AS", "KS", "JS", "3D", "AD", "JD", "2D")
    assert state.scores() == (100, -100, 100, -100)


def test_6_10_slams_and_tens_are_each_players_own():
    state = show(deal(rules="gongzhu:partners=on,decks=1"))
    hearts = [f"{rank}H" for rank in "23456789TJQKA"]
    taken = [" ".join(hearts[:6]), "10C", " ".join(hearts[6:]), "JD"]
    state = arrange(state, four(()), waiting=[], taken=[int(Cards(cards)) for cards in taken])
    assert state.scores() == (-200, 150, -200, 150)


def test_6_7_all_copies():
    option = "gongzhu:expose_all_copies=on"
    assert [score_of("QS QS", option, shown) for shown in ("", "QS", "QS QS")] == [-200, -400, -800]
    assert [score_of("JD", option, shown) for shown in ("", "JD", "JD JD")] == [100, 200, 400]
    assert [score_of("TC", option, shown) for shown in ("", "TC", "TC TC")] == [50, 100, 200]
    assert [score_of("TC JD", option, shown) for shown in ("", "TC", "TC TC")] == [200, 400, 800]


def test_6_8_steps():
    assert score_of("TC TC QS 2H 7H JH", "gongzhu:balanced") == -234
    assert score_of("JD", "gongzhu:balanced", "TC TC") == 100
    assert [score_of("TC JD", "gongzhu:balanced", shown) for shown in ("", "TC", "TC TC")] == [140, 180, 220]
    assert score_of("TCx TC JD", "gongzhu:ten=steps", "TC TC") == 220
    assert score_of("TC JD", "gongzhu:ten=steps,ten_taken=75") == 175
    assert score_of("TCx JD", "gongzhu:ten=steps,ten_exposed=10") == 150


def test_6_8_halves_go_up():
    steps = "gongzhu:ten=steps,base=1,ten_taken=50"
    assert [score_of(cards, steps) for cards in ("TC 5H", "TC 5H 6H 7H", "TC JD JH QH")] == [-1, -4, 8]


def test_6_9_base():
    assert (score_of("TC TC QS 2H 7H JH", "gongzhu:base=1"), score_of("TC", "gongzhu:base=1")) == (-52, 5)


def match(rules):
    game, options = read_rules(rules)
    return play_match(game, [at_random] * 4, Random(7), options, most_deals=9)


@pytest.mark.parametrize(("rules", "deals"), [("gongzhu", 4), ("gongzhu:hands=2", 2), ("gongzhu:hands=0", 9)])
def test_7_1_hands(rules, deals):
    setup = match(rules)
    assert (setup.deal - 1, setup.over) == (deals, deals < 9)


def test_7_2_loss_limit():
    setup = match("gongzhu:hands=0,loss_limit=300")
    assert setup.over
    assert min(setup.standing) <= -300


def test_7_4_win_limit():
    setup = match("gongzhu:hands=0,win_limit=100")
    assert setup.over
    assert max(setup.standing) >= 100
    game, options = read_rules("gongzhu:win_limit=100")
    assert "no deal 2" in game.flaw(replace(game.first(options), deal=2, standing=(0, 0, 100, 0)))
    assert not game.flaw(replace(game.first(options), deal=2, standing=(0, 0, 99, -5000)))


@pytest.mark.parametrize(("standing", "over"), [((-1000, 0, 0, 0), True), ((0, 1000, 0, 0), True), ((999,) * 4, False)])
def test_the_traditional_match_ends_at_a_thousand(standing, over):
    assert is_decided(read_rules("gongzhu:traditional")[1], 7, standing) == over


def test_7_1_7_2_no_deal_after_the_end():
    game, options = read_rules("gongzhu:loss_limit=300")
    first = game.first(options)
    assert not game.flaw(replace(first, deal=4, standing=(-299, 0, 0, 0)))
    assert "no deal 5" in game.flaw(replace(first, deal=5))
    assert "no deal 2" in game.flaw(replace(first, deal=2, standing=(-300, 0, 0, 0)))
    assert not game.flaw(replace(game.first(read_rules("gongzhu:hands=0")[1]), deal=5000))


def test_7_3_the_highest_total_wins_and_ties_share():
    game, options = read_rules("gongzhu")
    assert game.winners(replace(game.first(options), standing=(-10, 50, -300, 50))) == (1, 3)


# ---- what plays prove ----


def test_a_discard_proves_a_void():
    state = play(position("8S 8S", "9S 2D 3D", "2D 3D 4D"), "8S 8S", "9S 2D", "2D 3D")
    assert not (state.most[1] | state.most[2]) & bits.suit(3)


def test_two_different_cards_prove_there_is_no_pair():
    state = play(position("8S 8S", "9S KS AS 2D"), "8S 8S", "9S KS")
    assert [Cards(state.most[1]).copies(face) for face in read_faces("9S KS AS")] == [0, 0, 1]
    assert "2D 2D" in Cards(state.most[1])


def test_a_banned_card_in_the_first_trick_proves_there_is_nothing_else():
    state = play(position("2C 2C", "QS 9D JD AH", first_trick=True), "2C 2C", "9D QS")
    assert [cards in Cards(state.most[1]) for cards in ("JD JD", "5H", "4H", "9D")] == [True, True, False, False]


def moments(rules, deals, seed):
    """Random deals: the state before every action, the seat and what it is about to do."""
    game, options = read_rules(rules)
    rng = Random(seed)
    for number in range(deals):
        setup = replace(game.first(options), deal=1 + number % 4)
        state: Any = game.start(setup, game.shuffled(setup, rng))
        while not state.is_over:
            seat = rng.choice(state.waiting())
            action = state.sample(seat, rng)
            yield state, seat, action, rng
            state.apply(seat, action)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_guess_looks_the_same(rules):
    for state, _, _, rng in moments(rules, 4, 1):
        viewer = rng.choice(EVERYBODY)
        view = state.view(viewer)
        assert view.guess(rng).view(viewer) == view


@pytest.mark.parametrize("rules", RULE_SETS)
def test_listed_actions_are_the_legal_ones(rules):
    for state, seat, action, _ in moments(rules, 4, 2):
        if state.stage == 1 or (state.stage == 2 and state.count[seat] <= 5):
            assert set(state.actions(seat)) == set(brute_force(state, seat))
        assert state.stage == 0 or action in state.actions(seat)


def brute_force(state, seat):
    kind = state.asks(seat)[0].kind
    held = list(state.hands[seat] if kind == "play" else Cards(state.hand[seat] & state.showable))
    for n in range(3 if kind == "play" else len(held) + 1):
        for cards in set(combinations(held, n)):
            for amount in range(4):
                action = Action(kind, Cards(cards), amount)
                if is_legal(state, seat, action):
                    yield action


@pytest.mark.parametrize(
    "rules",
    [
        "gongzhu:passing=off",
        "gongzhu:passing=off,expose_wait=on,expose_ace_hearts=on",
        "gongzhu:passing=off,first_trick_ban=off,expose_wait=on",
        "gongzhu:traditional",
    ],
)
def test_in_a_guess_every_earlier_play_was_legal(rules, some):
    history = []
    for state, seat, action, rng in moments(rules, some(100), 3):
        if state.stage == 1:
            history = []
            continue
        if history and rng.below(20) == 0:
            world = state.view(rng.choice(EVERYBODY)).guess(rng)
            again = replay(world, history, rules)
            assert (again.hands, again.cards_taken, again.most[:]) == (world.hands, world.cards_taken, world.most[:])
        history.append((seat, action.cards, state.exposed[:]))


def replay(world, history, rules):
    """The whole history played again, checked, from the hands a guess must have begun with."""
    state = deal(*(str(Cards(world.hand[seat] + world.played[seat])) for seat in range(4)), rules=rules)
    opener, _, shown = history[0]
    lead(show(state, *(str(Cards(cards)) for cards in shown)), opener, first_trick=True)
    after = [exposed for _, _, exposed in history[1:]] + [world.exposed[:]]
    for (seat, cards, _), exposed in zip(history, after, strict=True):
        # Which copy went is public; whether there was a choice is not, so find the number that says the same.
        state = next(
            twin for amount in range(4) if (twin := tried(state, seat, cards, amount)) and twin.exposed[:] == exposed
        )
    return state


def tried(state, seat, cards, amount):
    twin, action = state.copy(), Action("play", cards, amount)
    if not is_legal(twin, seat, action):
        return None
    twin.step(seat, action)
    return twin


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_deals_run_natively(rules):
    game, options = read_rules(rules)
    assert random_deals(game.first(options), 50, seed=3).deals == 50


# ---- the score explained ----


def lines(*taken, rules="gongzhu", shown="", bare=()):
    """How the score of seat 0 comes about when the seats took these cards."""
    state = show(deal("TC TC JD JD QS QS AH AH", rules=rules), shown)
    fields = {"taken": taken, "won_exposed": bare}
    masks: dict[str, Any] = {name: [int(Cards(cards)) for cards in four(texts)] for name, texts in fields.items()}
    return [str(line) for line in arrange(state, four(()), **masks).score_lines(0)]


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        ("", ["no card that counts", "total: 0"]),
        ("2C 10C", ["10C and nothing else that counts: 50", "total: 50"]),
        ("JD", ["JD: 100", "total: 100"]),
        (
            "TC TC QS 2H 7H JH",
            ["2H 7H JH: -30", "QS: -100", "10C 10C: -130 times 4 is -520", "total: -520"],
        ),
        (ALL_HEARTS + " QS", ["all hearts, so they count positive: 400", "QS: -100", "total: 300"]),
        (
            ALL_HEARTS + " QS QS JD JD TC TC",
            [
                "all hearts, so they count positive: 400",
                "QS counts positive too",
                "QS QS: 200",
                "JD JD: 200",
                "10C 10C: 800 times 4 is 3200",
                "total: 3200",
            ],
        ),
    ],
)
def test_section_6_is_explained_line_by_line(taken, said):
    assert lines(taken) == said


def test_6_2_6_3_exposed_cards_are_explained():
    assert lines("JD JD 10C", shown="JD 10C", bare=("JD 10C",)) == [
        "JD JD, one of them exposed: 300", "10C, exposed: 300 times 4 is 1200", "total: 1200",
    ]  # fmt: skip


def test_3_3_6_8_factors_are_explained():
    assert lines("QS 10C 9H", rules="gongzhu:balanced", shown="AH QS") == [
        "9H: -10, times 2 for the exposed AH: -20", "QS, times 2 by exposing: -200", "10C: -220 times 140 % is -308",
        "total: -308",
    ]  # fmt: skip


def test_6_10_the_partners_part_is_explained():
    assert lines("JD", "", "QS", rules="gongzhu:partners=on")[1:] == ["100, and -100 of seat 2: 0", "total: 0"]
