"""What a deal starts from: whatever first() and after() give can start, anything else is refused with a sentence."""

from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.words import Action
from paiju.games import BUILT_IN, find, read_rules

GAMES = [find(name) for name in BUILT_IN]


def start(setup):
    return setup.game.start(setup, setup.game.shuffled(setup, Random(1)))


def of_every_game(**changes):
    return [pytest.param(replace(game.first(), **changes), id=game.name) for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_setup_of_a_match_can_start(game):
    rng, setup = Random(game.name), game.first()
    for _ in range(6):
        if setup.over:
            break
        state = game.start(setup, game.shuffled(setup, rng))
        while not state.is_over:
            seat = state.waiting()[0]
            state.step(seat, state.sample(seat, rng))
        setup = game.after(setup, state)


@pytest.mark.parametrize("setup", of_every_game(dealer=9))
def test_no_such_dealer(setup):
    with pytest.raises(ValueError, match="there is no dealer 9: seats are 0 to "):
        start(setup)


@pytest.mark.parametrize("setup", of_every_game(seats=5))
def test_another_number_of_seats_than_the_rules_say(setup):
    with pytest.raises(ValueError, match=r"has [46] seats, not 5"):
        setup.game.check_setup(setup)


@pytest.mark.parametrize("setup", of_every_game(over=True))
def test_a_match_that_is_over(setup):
    with pytest.raises(ValueError, match="the match is over: no deal follows"):
        start(setup)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"dealer": 1.0}, "dealer is a whole number of at most nine digits, not 1.0"),
        ({"dealer": None}, "dealer is a whole number of at most nine digits, not None"),
        ({"dealer": True}, "dealer is a whole number of at most nine digits, not True"),
        ({"deal": 10**30}, "deal is a whole number of at most nine digits, not 1000000000000000"),
        ({"deal": 0}, "deal 0: deals count from 1"),
        ({"standing": [0, 0, 0, 0]}, r"standing is a tuple, each a whole number of at most nine digits, not \[0, 0"),
        ({"standing": ("0", "0", "0", "0")}, "standing is a tuple"),
        ({"standing": (0, 0)}, "the standing has 2 numbers for 4 seats"),
        ({"standing": (100, 0, 0, 0)}, "there is no deal 1: the match is over before it"),
        ({"over": 0}, r"over is on or off \(True or False\), not 0"),
        ({"options": None}, "hearts needs HeartsOptions, not NoneType"),
        ({"options": find("poepen").Options()}, "hearts needs HeartsOptions, not PoepenOptions"),
        ({"options": find("hearts").Options(target=0)}, "hearts: target is 1 to 1000"),
        ({"game": find("poepen")}, "a deal of hearts starts from a setup that hearts gave"),
    ],
)
def test_a_field_that_cannot_be(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        find("hearts").check_setup(replace(find("hearts").first(), **changes))


@pytest.mark.parametrize("setup", [None, 3, "hearts", object(), find("hearts")])
def test_what_is_no_setup(setup):
    with pytest.raises(ValueError, match="a deal of hearts starts from a setup that hearts gave"):
        find("hearts").start(setup, [])


@pytest.mark.parametrize(
    ("rules", "changes", "sentence"),
    [
        ("shengji", {"levels": (9, 9)}, "the standing is the level of each seat's team"),
        ("shengji", {"levels": (9, 5), "standing": (9, 5, 9, 5)}, "only the first deal of a match has no dealer"),
        ("luzi", {"opener": -1}, "there is no opener -1"),
        ("luzi", {"deal": 2}, "after the first round one of the teams has the initiative"),
        ("luzi", {"payers": (1.5,)}, "payers is a tuple, each a whole number"),
        ("poepen", {"deal": 14}, "this match has 13 rounds: there is no round 14"),
        ("poepen", {"dealer": -1}, "there is no dealer -1"),
        ("gongzhu", {"deal": 5}, "there is no deal 5: the match is over before it"),
    ],
)
def test_what_only_one_game_refuses(rules, changes, sentence):
    game, options = read_rules(rules)
    with pytest.raises(ValueError, match=sentence):
        start(replace(game.first(options), **changes))


values = st.one_of(
    st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.integers(-3, 16), st.integers(),
    st.lists(st.integers(-1, 7), max_size=7).map(tuple), st.tuples(st.text(max_size=2)),
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(game=st.sampled_from(GAMES), data=st.data())
def test_any_setup_starts_or_is_refused(game, data):
    """Compiled, what is not refused is trusted by native code: it must play to its end."""
    names = st.sampled_from([item.name for item in fields(game.Setup) if item.name != "game"])
    changes = data.draw(st.dictionaries(names, values, max_size=2))
    setup, rng = replace(game.first(), **changes), Random(2)
    deck = game.shuffled(game.first(), rng)
    try:
        state = game.start(setup, deck)
    except ValueError:
        return
    while not state.is_over:
        seat = state.waiting()[0]
        state.step(seat, state.sample(seat, rng))
    assert game.after(setup, state).deal == setup.deal + 1


# ---- in words ----


@pytest.mark.parametrize(
    ("rules", "words", "facts"),
    [
        ("hearts", "deal=4 standing=0,26,40,12", {"deal": 4, "standing": (0, 26, 40, 12)}),
        ("gongzhu", "", {"deal": 1, "dealer": 0, "standing": (0, 0, 0, 0)}),
        ("shengji", "levels=9,9 dealer=0 deal=3", {"levels": (9, 9), "standing": (9, 9, 9, 9), "played": 0}),
        ("shengji", "standing=9,5,9,5 dealer=1", {"levels": (9, 5)}),
        ("poepen:players=5", "deal=7 dealer=4", {"deal": 7, "dealer": 4, "standing": (0, 0, 0, 0, 0)}),
        ("luzi", "levels=4,3 initiative=1 opener=3 deal=2", {"levels": (4, 3), "standing": (4, 3) * 3, "level": 3}),
        ("luzi:players=4", "levels=4,3 initiative=0 deal=2", {"standing": (4, 3, 4, 3), "level": 4}),
        ("luzi:tribute=on", "payers=1 receivers=0 deal=2 initiative=0", {"payers": (1,), "receivers": (0,)}),
    ],
)
def test_a_setup_in_words(rules, words, facts):
    game, options = read_rules(rules)
    setup = game.read_setup(words, options)
    assert {name: getattr(setup, name) for name in facts} == facts
    assert game.read_setup(str(setup), options) == setup
    assert start(setup).setup is setup


@pytest.mark.parametrize(
    ("rules", "words", "sentence"),
    [
        ("hearts", "deal=x", "deal cannot be 'x': write a whole number"),
        ("hearts", "deal", "deal cannot be ''"),
        ("hearts", "deal=1,2", "deal cannot be '1,2'"),
        ("hearts", "deal=1 deal=2", "deal is there twice"),
        ("hearts", "levels=9,9", "'levels' is nothing a deal of hearts starts with: deal, dealer, standing"),
        ("hearts", "seats=5", "'seats' is nothing a deal of hearts starts with"),
        ("hearts", "standing=1,2", "the standing has 2 numbers for 4 seats"),
        ("hearts", "standing=1,,2,3", "standing cannot be '1,,2,3': write whole numbers with commas between them"),
        ("hearts", "dealer=9999999999", "dealer cannot be '9999999999'"),
        ("shengji", "levels=9,5", "only the first deal of a match has no dealer"),
        ("shengji", "levels=9,9 standing=2,2,2,2 dealer=0", "the standing is the level of each seat's team"),
        ("shengji", "levels=15,2 dealer=0", "there are two levels, one for each team, from 2 to 14"),
        ("shengji", "levels=9", "say two levels, one for each team"),
        ("luzi", "levels=4", "say two levels, one for each team"),
        ("luzi", "levels=4,4 standing=4,4,4,4,4,4", "say two levels, one for each team, or the standing"),
        ("luzi", "levels=7,2 deal=2 initiative=0", "levels are 2 to 5"),
    ],
)
def test_words_that_no_deal_starts_from(rules, words, sentence):
    game, options = read_rules(rules)
    with pytest.raises(ValueError, match=sentence):
        game.read_setup(words, options)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_deck_in_the_order_written(game):
    setup = game.first()
    deck = game.shuffled(setup, Random(5))
    assert game.read_deck(" ".join(map(str, deck))) == deck
    assert game.start(setup, deck) == game.start(setup, game.read_deck(", ".join(map(str, deck)), setup))


def test_a_deck_of_other_rules():
    game, options = read_rules("gongzhu:decks=1")
    deck = " ".join(map(str, game.deck(game.first(options))))
    assert len(game.read_deck(deck, game.first(options))) == 52
    with pytest.raises(ValueError, match="not a deck for gongzhu: its 104 cards are needed"):
        game.read_deck(deck)
    with pytest.raises(ValueError, match="'XX' is not a card"):
        game.read_deck("XX")


# ---- docs/record.md: which card of the deck goes where ----


def dealt(rules, words=""):
    """A deal from an ordered deck, at its first question about hands that are complete; and its deck."""
    game, options = read_rules(rules)
    setup = game.read_setup(words, options)
    deck = game.shuffled(setup, Random(3))
    state = game.start(setup, deck)
    while state.phase in ("draw", "last_call"):
        state.step(state.waiting()[0], Action("pass"))
    return state, deck


def test_hearts_is_dealt_hand_by_hand():
    state, deck = dealt("hearts")
    assert state.hands == tuple(Cards(deck[13 * seat : 13 * seat + 13]) for seat in range(4))


def test_gongzhu_is_dealt_card_by_card():
    state, deck = dealt("gongzhu")
    assert state.hands == tuple(Cards(deck[seat::4]) for seat in range(4))


def test_shengji_is_drawn_from_the_dealer_on_and_ends_with_the_kitty():
    state, deck = dealt("shengji", "dealer=2 deal=2")
    drawn = [Cards(deck[(seat - 2) % 4 : 100 : 4]) for seat in range(4)]
    assert state.phase == "bury"
    assert state.hands == (drawn[0], drawn[1], drawn[2] + Cards(deck[100:]), drawn[3])


def test_poepen_is_dealt_from_the_dealers_left_and_turns_up_the_next_card():
    state, deck = dealt("poepen", "dealer=1")
    assert state.hands == tuple(Cards(deck[(seat - 2) % 4 : 28 : 4]) for seat in range(4))
    assert deck[28] in {note.facts.get("card") for note in state.notes()}


def test_luzi_is_dealt_hand_by_hand_and_leaves_the_rest():
    state, deck = dealt("luzi:hand=26")
    assert state.hands == tuple(Cards(deck[26 * seat : 26 * seat + 26]) for seat in range(6))
