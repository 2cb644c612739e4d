"""Choosing cards without a screen: what may be chosen, and how a selection grows."""

from __future__ import annotations

from dataclasses import replace

import pytest

import paiju
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import Action, Ask
from paiju.games import BUILT_IN
from paiju.selection import Combination, PossibleAnswers, Selection, card_ask, meant, possible_answers, union

HAND = "2C 7C JC QC 3D JD KD 4S JS QS 5H 9H JH"


def holding(cards: str = HAND, most: int = 13) -> Selection:
    return Selection().dealt(map(Card, cards.split())).offered(Cards(cards), most)


def typed(signs: str, selection: Selection) -> Selection:
    for sign in signs:
        selection = selection.type(sign) or selection
    return selection


def played(rules: str, seed: int) -> State:
    game, options = paiju.read_rules(rules)
    rng, setup = Random(seed), game.first(options)
    return game.start(setup, game.shuffled(setup, rng))


@pytest.mark.parametrize("rules", BUILT_IN)
def test_what_can_be_chosen_is_what_some_legal_answer_contains(rules):
    state, rng, limited = played(rules, 5), Random(5), 0
    while not state.is_over:
        seat = state.waiting()[0]
        view = state.view(seat)
        ask, answers = card_ask(view.asks(seat)), possible_answers(view, seat)
        if ask and answers.complete:
            everything = union(action.cards for action in answers.actions)
            assert answers.possible(ask, Cards(0)) == everything
            hand = Selection().dealt(Cards(state.hands[seat])).offered(ask.cards, ask.most).limited(everything)
            shown = [card for at, card in enumerate(hand.hand) if hand.is_possible(at)]
            assert set(shown) == set(everything)
            limited += everything != ask.cards
        state.step(seat, state.sample(seat, rng))
    assert limited or rules != "luzi"


def answers(*texts: str) -> PossibleAnswers:
    return PossibleAnswers(tuple(map(paiju.Action.read, texts)), complete=True)


PAIRS = Ask("play", Cards("7C 7C 7D 7D 9C 9C"), 2, 2)


def test_what_fits_the_chosen_cards():
    found = answers("play 7C 7C", "play 7C 7D", "play 9C 9C")
    assert found.possible(PAIRS, Cards("7D")) == Cards("7C 7D")
    assert found.possible(PAIRS, Cards("7D 9C")) == Cards("7C 7C 7D 9C 9C")  # they fit nothing
    assert found.combinations(Cards("7C")) == [Cards("7C 7C"), Cards("7C 7D")]


def test_of_two_alike_one_may_be_all_that_fits():
    hand = holding("7C 7D 7D", 2).limited(Cards("7C 7D")).toggle(1)
    assert [hand.is_possible(at) for at in range(3)] == [True, True, False]


def test_lifting_a_card_does_not_make_it_possible():
    hand = holding("7C 9C KD", 1).limited(Cards("7C 9C")).toggle(2)
    assert [hand.is_possible(at) for at in range(3)] == [True, True, False]


def test_where_one_card_is_asked_another_can_still_be_chosen():
    ask = Ask("play", Cards("7C 9C"), 1, 1)
    assert answers("play 7C", "play 9C").possible(ask, Cards("7C")) == Cards("7C 9C")


def test_too_many_answers_leave_the_question_as_it_is():
    found = replace(answers("play 7C 7C"), complete=False)
    assert found.possible(PAIRS, Cards("7C")) == PAIRS.cards


def test_a_selection_grows_and_shrinks():
    hand = holding(most=3)
    assert typed("jsqs", hand).chosen == Cards("JS QS")
    assert typed("jsqs", hand).take_back().chosen == Cards("JS")
    assert hand.toggle(0).toggle(1).toggle(2).toggle(3).chosen == Cards("7C JC QC")  # the first made room
    assert hand.toggle(0).toggle(0).chosen == Cards(0)
    assert hand.choose(Cards("JS QS")).clear().chosen == Cards(0)
    assert hand.chosen == Cards(0)  # a value: it is as it was


def test_what_is_lifted_stays_lifted_in_another_hand():
    hand = holding().choose(Cards("JS QS"))
    assert hand.dealt(Cards(HAND) - Cards("JS")).chosen == Cards("QS")


def test_when_one_of_two_alike_was_played_its_twin_is_not_lifted():
    assert holding("7C 7C 9D").toggle(0).dealt(Cards("7C 9D")).chosen == Cards(0)
    assert holding("7C 7C 9D").toggle(0).dealt(Cards("7C 7C 8D 9D")).chosen == Cards("7C")


def test_the_focus_seeks_what_can_be_chosen():
    hand = holding().limited(Cards("KD")).seeking()
    assert hand.focused == Card("KD")
    assert holding().toggle(0).limited(Cards("KD")).seeking().focused == Card("2C")


def test_no_question_drops_what_was_chosen():
    assert holding().toggle(0).offered(None, 0).chosen == Cards(0)
    assert holding().offered(None, 0).toggle(0).chosen == Cards(0)


def test_combinations_go_round_until_something_else_is_chosen():
    found = answers("play 7C 7C", "play 7C 7D", "play 9C 9C")
    first = Combination().after(found, Cards("7C"), 1)
    assert first
    assert first.cards == Cards("7C 7C")
    second = first.after(found, first.cards, 1)
    assert second
    assert second.cards == Cards("7C 7D")
    third = second.after(found, second.cards, 1)
    assert third == first
    other = second.after(found, Cards("9C"), 1)
    assert other
    assert other.cards == Cards("9C 9C")
    assert first.after(found, Cards("QS"), 1) is None


PASS = Ask("pass")


@pytest.mark.parametrize(
    ("asks", "lifted", "means"),
    [
        ((PASS,), "", (0, "")),
        ((PASS, Ask("surrender")), "", (-1, "")),
        ((PAIRS, PASS), "", (-1, "")),
        ((PAIRS, PASS), "7C 7D", (0, "7C 7D")),
        ((Ask("play", Cards("7C 9C"), 1, 1),), "", (0, "7C")),  # the card in focus
        ((Ask("show", Cards("7C"), 0, 1),), "", (0, "")),  # showing nothing is an answer
    ],
)
def test_what_a_plain_yes_means(asks, lifted, means):
    hand = holding("7C 7C 7D 7D 9C 9C", 2).lift(Cards(lifted))
    assert meant(asks, None, hand) == (means[0], Cards(means[1]))


def test_who_cannot_play_means_to_pass():
    assert meant((PAIRS, PASS), answers("pass"), holding("7C 7C", 2)) == (1, Cards(0))


def test_no_number_of_cards_is_asked_that_no_answer_has():
    """Somebody without a pair is asked for one card, not for one or two."""
    ask = Ask("play", Cards("2C 3C 4D"), 1, 5)
    answers = PossibleAnswers((Action("play", "2C"), Action("play", "2C 3C 4D")), complete=True)
    assert answers.narrowed([ask])[0].sizes == (1, 3)
    single = PossibleAnswers((Action("play", "2C"), Action("play", "4D")), complete=True)
    assert single.narrowed([ask]) == [ask._replace(most=1)]


def test_what_cannot_be_answered_is_not_offered():
    asks = (Ask("play", Cards("2C"), 1, 1), Ask("pass"))
    assert PossibleAnswers((Action("pass"),), complete=True).narrowed(asks) == [Ask("pass")]
    assert PossibleAnswers((Action("pass"),), complete=False).narrowed(asks) == asks


def test_a_card_that_is_not_held_is_not_answered_with_another():
    ask = Ask("play", Cards(HAND), 1, 1)
    hand = holding(most=1)
    assert meant([ask], None, hand.type("q") or hand) == (0, Cards("QC"))
    begun = hand.type("q")
    assert begun is not None
    assert begun.type("h") is None
    misnamed = begun.misnamed("h")
    assert misnamed.chosen == Cards(0)
    assert misnamed.focus == hand.focus
    assert meant([ask], None, misnamed) == (-1, Cards(0))
    assert meant([ask], None, misnamed.focus_on(1)) == (0, Cards("7C"))
