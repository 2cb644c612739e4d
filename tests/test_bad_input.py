"""Whatever is typed or sent: a refusal in a sentence, nothing changed, never a crash, a hang or some Python error."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import PURE, answer, every_game, fresh, moments, play_out, rule_sets

import paiju
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.game import UnknownRules
from paiju.core.words import EVENTS, KINDS, MOST_AMOUNT, Action, Event, IllegalAction, Message, kind_number
from paiju.games import find, read_rules

settings.register_profile("bad input", deadline=None, max_examples=15 if PURE else 60, derandomize=True)
settings.load_profile("bad input")

GAMES = pytest.mark.parametrize("game", every_game())
HUGE = [-1, -2, -3, 6, 7, 31, 32, 63, 64, 99, 2**31, 2**32, 2**63, 2**64, -(2**31) - 1, -(2**63) - 1, 10**30, 10**5000]
WEIRD = [
    "",
    " ",
    "\0",
    "0",
    "-0",
    "--1",
    "+1",
    "1e3",
    "0x10",
    "1_0",
    "٣",
    "５",
    "²",
    "½",
    "NaN",
    "inf",
    "None",
    "{}",
    "{seat}",
    "%s",
]
WEIRD += [
    "'; drop table",
    "../../etc/passwd",
    "9" * 5000,
    "A" * 100_000,
    "🂡",
    "QS" * 3000,
    "\u202eQS",
    "ﬁ",
    "play\nplay",
]

numbers = st.one_of(st.integers(), st.integers(-(2**130), 2**130), st.integers(0, 2**108 - 1), st.sampled_from(HUGE))
texts = st.one_of(
    st.text(max_size=40), st.sampled_from(WEIRD), st.from_regex(r"[a-z]{2,9} ([0-9TJQKA][CDHS] ?){0,9}[0-9]{0,12}")
)


def sentence(refused: BaseException) -> None:
    """A refusal says something, in words and not at length."""
    text = str(refused)
    assert 8 < len(text) < 700, text
    assert " " in text
    assert "literal for int" not in text
    assert "object" not in text.split()


def some_states(game):
    """A few moments of random deals under every rule set of a game."""
    return [state.copy() for rules in rule_sets(game)[:4] for state, _ in moments(rules, 1, 3, seed=1)]


# ---- actions ----


def refused(state, seat, action) -> bool:
    """True if the state refuses, as it should: with a sentence, and unchanged."""
    before = state.dump()
    try:
        state.check(seat, action)
    except IllegalAction as no:
        sentence(no)
        with pytest.raises(IllegalAction):
            state.apply(seat, action)
        assert state.dump() == before
        return True
    assert state.dump() == before
    return False


@GAMES
@given(data=st.data())
def test_any_number_for_a_seat_and_an_action(game, data):
    state = data.draw(st.sampled_from(some_states(game)))
    try:
        action = Action(data.draw(numbers))
    except ValueError as no:
        sentence(no)
        return
    seat = data.draw(st.one_of(st.integers(0, state.seats - 1), numbers))
    if not refused(state, seat, action):
        assert action in set(state.actions(seat))


@GAMES
@given(data=st.data())
def test_any_kind_cards_and_amount(game, data):
    state = data.draw(st.sampled_from(some_states(game)))
    seat = data.draw(st.integers(0, state.seats - 1))
    held = list(Cards(state.hand[seat])) or [0]
    cards = data.draw(st.lists(st.one_of(st.sampled_from(held), st.integers(0, 53)), max_size=9))
    amounts = [amount for ask in state.asks(seat) for amount in ask.amounts] or [0]
    amount = data.draw(st.one_of(st.sampled_from(amounts), st.integers(0, MOST_AMOUNT)))
    kinds = [ask.kind for ask in state.asks(seat)] or KINDS
    try:
        action = Action(data.draw(st.one_of(st.sampled_from(kinds), st.sampled_from(KINDS))), Cards(cards), amount)
    except ValueError as no:
        sentence(no)
        return
    if not refused(state, seat, action):
        other = state.copy()
        other.apply(seat, action)
        assert other != state


@GAMES
def test_seats_that_are_not_there(game):
    for state, seat in product(some_states(game), HUGE):
        assert refused(state, seat, Action("pass")) or seat < state.seats
        if seat >= state.seats or seat < paiju.ONLOOKER:
            with pytest.raises(ValueError, match="seat"):
                state.view(seat)


@GAMES
def test_out_of_turn_and_after_the_end(game):
    rng = Random(1)
    state, _ = fresh(game, rng)
    last = (0, Action("pass"))
    while not state.is_over:
        last = answer(state, rng)
        for seat in set(range(state.seats)) - set(state.waiting()):
            assert refused(state, seat, last[1])
        state.step(*last)
    for seat in range(state.seats):
        with pytest.raises(IllegalAction, match=r"over|finished"):
            state.apply(seat, last[1])
        assert state.asks(seat) == list(state.actions(seat)) == []


@GAMES
def test_cards_that_are_not_held(game):
    for state in some_states(game):
        for seat in state.waiting():
            for action in islice(state.actions(seat), 20):
                for face in range(54):
                    if not Cards(state.hand[seat]).copies(face) and not action.cards.copies(face):
                        more = Action(action.kind, action.cards + Cards([face]), action.amount)
                        assert refused(state, seat, more)
                        break


@pytest.mark.parametrize("number", [-1, 1 << 128, 1 << 200, 63 << 108, len(KINDS) << 108 | 1])
def test_numbers_that_are_no_packed_action(number):
    with pytest.raises(ValueError, match="not a packed action"):
        Action(number)


def test_amounts_out_of_range():
    for amount in (-1, MOST_AMOUNT + 1, 2**31, 10**30, 10**5000):
        with pytest.raises(ValueError, match="an amount is"):
            Action("bid", amount=amount)


@given(texts)
def test_any_text_for_an_action(text):
    try:
        action = Action.read(text)
    except ValueError as no:
        sentence(no)
    else:
        assert Action.read(str(action)) == action


@pytest.mark.parametrize("text", ["bid 00000000000000000003", "BID 3", " bid  3 "])
def test_numbers_are_read_to_the_last_digit(text):
    assert Action.read(text) == Action("bid", amount=3)


@pytest.mark.parametrize(
    "text", ["bid 3000000000", "bid -1", "bid ３", "bid 3.5", "dance 2C", "play 2C 2C 2C 2C", "play 1"]
)
def test_texts_that_are_no_action(text):
    try:
        action = Action.read(text)
    except ValueError as no:
        sentence(no)
    else:
        assert action.cards == 0


def test_an_unknown_word_is_not_learnt_by_using_it():
    before = list(KINDS)
    for word in ("banana", "Play", "", "pass ", "x" * 5000):
        with pytest.raises(ValueError, match="is not an action"):
            Action(word)
    assert before == KINDS
    with pytest.raises(ValueError, match="lower-case word"):
        kind_number("No Such Thing")


# ---- cards and decks ----


@given(texts)
def test_any_text_for_cards(text):
    for read in (Cards, Card):
        try:
            cards = read(text)
        except ValueError as no:
            sentence(no)
        else:
            assert read(str(cards)) == cards


@GAMES
def test_wrong_decks(game):
    state, deck = fresh(game, Random(2))
    setup, play = state.setup, state.setup.game
    before = state.dump()
    decks = [
        [],
        deck[:-1],
        [*deck, deck[0]],
        [deck[0]] * len(deck),
        [*deck[:-1], -1],
        [*deck[:-1], 54],
        [*deck[:-1], 10**30],
    ]
    decks += [
        ["QS"] * len(deck),
        [None] * len(deck),
        [*deck[:-1], "QS"],
        [*deck[:-1], 1.5],
        list(range(1000)),
        [[]] * len(deck),
    ]
    for wrong in decks:
        with pytest.raises(ValueError, match="deck") as no:
            play.start(setup, wrong)
        sentence(no.value)
        numbers = all(isinstance(face, int) and 0 <= face < 256 for face in wrong)
        fits = len(wrong) == len(deck) and numbers and max(wrong) < 54
        if type(state).deal is paiju.State.deal and numbers and not fits:
            with pytest.raises(ValueError, match="deck"):
                state.deal(wrong)
            assert state.dump() == before


# ---- rules and options ----


def readable(text) -> bool:
    try:
        game, options = read_rules(text)
    except UnknownRules as no:
        sentence(no)
        return False
    assert read_rules(game.rules(options)) == (game, options)
    return True


@given(texts)
def test_any_text_for_a_rule_set(text):
    readable(text)


@GAMES
@given(data=st.data())
def test_any_text_for_an_option(game, data):
    names = [field.name for field in fields(find(game).Options)] + ["players"]
    words = data.draw(st.lists(st.tuples(st.one_of(st.sampled_from(names), texts), texts), max_size=3))
    readable(f"{game}:" + ",".join(f"{name}={value}" for name, value in words))


@GAMES
def test_absurd_options(game):
    kind = find(game).Options
    for field in fields(kind):
        for value in (*WEIRD, -1, 99, 10**9, 10**30, "banana", "on,off", "="):
            text = f"{game}:{field.name}={value}"
            if readable(text):  # some of them are numbers the option may be
                play_out(fresh(text, Random(1))[0], Random(1))
        for value in (None, -(10**30), 10**30, 10**5000, "banana", 1.5, (), object()):
            with pytest.raises(UnknownRules) as no:
                find(game).first(replace(kind(), **{field.name: value}))
            sentence(no.value)
    for text in ("players=99", "players=0", "players=-1", "players=", "players=٤", "nothing=1", "nothing"):
        assert not readable(f"{game}:{text}")
    with pytest.raises(UnknownRules):
        find(game).first(object())


def test_names_of_rule_sets():
    for text in (*WEIRD, "nothing", "hearts.", "HEARTS", "hearts:", "hearts:,,", "x.py", "a" * 300 + ".py", "\0.py"):
        assert readable(text) == (text in ("HEARTS", "hearts:", "hearts:,,"))


@GAMES
def test_tables_with_too_many_seats(game):
    setup = find(game).first()
    for seats in (-1, 0, 7, 99, 2**40):
        with pytest.raises(ValueError, match="seats"):
            setup.game.State(replace(setup, seats=seats))


# ---- values that travel ----


@GAMES
def test_states_travel_by_pickle_and_copy(game):
    for state in some_states(game):
        for original in (state, state.view(0)):
            for twin in (pickle.loads(pickle.dumps(original)), copy.copy(original), copy.deepcopy(original)):
                assert twin == original
                assert twin.setup.game is original.setup.game
                before = original.dump()
                play_out(twin.guess(Random(1)), Random(1))
                assert original.dump() == before


def test_refusals_travel_with_their_facts():
    refused = IllegalAction("follow {suit}: you hold {cards}", "3.2", suit="{hearts}", cards=2)
    again = pickle.loads(pickle.dumps(refused))
    assert str(again) == str(refused) == "follow {hearts}: you hold 2 (rule 3.2)"
    assert (again.rule, again.message) == ("3.2", refused.message)


def test_facts_with_braces_are_only_shown():
    assert str(Message("{name} left", name="{0.__class__} {")) == "{0.__class__} { left"
    assert str(Message("{template}", template="a")) == "a"


def test_an_event_hides_its_cards_and_keeps_their_number():
    event = Event("give", 1, Cards("QS KS"), seen_by=1 << 1)
    assert event.to(1).cards == event.to(paiju.TRUTH).cards == Cards("QS KS")
    for viewer in (0, 2, 5, paiju.ONLOOKER):
        hidden = event.to(viewer)
        assert (hidden.cards, hidden.size) == (Cards(), 2)
        assert hidden.to(1) == hidden.to(viewer) == hidden
    assert Event("play", 1, Cards("QS")).to(paiju.ONLOOKER).cards == Cards("QS")


def test_sentences_for_events_name_what_an_event_has():
    for sentence in EVENTS.values():
        assert sentence.format(seat=1, cards="QS", amount=3)
