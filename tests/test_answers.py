"""Lines that people type, read as answers to what they are asked, in every game."""

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.words import Action, IllegalAction
from paiju.games import all_games, find, read_rules
from paiju.play import at_random
from paiju.show import Style
from paiju.text import read_answer

GAMES = [game.name for game in all_games()]


def moments(rules: str, seed: int):
    """Views of whoever is asked, through a deal of random players."""
    game, options = read_rules(rules)
    rng = Random(seed)
    setup = game.first(options)
    state = game.start(setup, game.shuffled(setup, rng))
    while not state.is_over:
        seat = state.waiting()[0]
        view = state.view(seat)
        yield view
        state.apply(seat, at_random(view, rng))


def view_of(rules: str, hands: list[str], plays: str = "", seat: int = 0):
    """What a seat sees of a deal with these hands, after these plays."""
    game, options = read_rules(rules)
    setup = game.first(options)
    state = game.start(setup, [Card(text) for hand in hands for text in hand.split()])
    for play in filter(None, plays.split(";")):
        state.apply(state.waiting()[0], Action.read(play))
    return state.view(seat)


@pytest.mark.parametrize("rules", [*GAMES, "poepen:players=3", "gongzhu:traditional"])
def test_the_notation_is_read_back_as_it_is_written(rules):
    styles = [Style(), Style(ascii=True)]
    for view in islice(moments(rules, 5), 0, 150, 3):
        for action in islice(view.actions(view.viewer), 12):
            for style in styles:
                assert read_answer(style.action(action), view, style) == action
                assert read_answer(style.action(action).upper(), view, style) == action


@pytest.mark.parametrize("rules", GAMES)
def test_the_word_may_be_left_out(rules):
    for view in islice(moments(rules, 7), 0, 150, 3):
        for action in islice(view.actions(view.viewer), 12):
            _, _, rest = str(action).partition(" ")
            if rest:
                assert read_answer(rest, view) == action


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40) | st.text("2345678910TJQKACDHS♣♦♥♠ playgivebd", max_size=14), st.sampled_from(GAMES))
def test_any_text_is_an_answer_or_is_refused_in_a_sentence(text, name):
    for view in islice(moments(name, 1), 0, 60, 13):
        sentence = ""
        try:
            assert isinstance(read_answer(text, view), Action)
        except IllegalAction as refusal:
            sentence = str(refusal)
        assert len(sentence) < 700
        assert "\n" not in sentence


def hearts_view():
    """Asked to pass three."""
    hands = [
        "4C 6C 7C QC AC 4D 8D 10D 9S KS 6H QH KH",
        "2C 3C 5C 8C 2D 3D 5D 2S 3S 4S 2H 3H 4H",
        "9C 10C JC KC 6D 7D 9D 5S 6S 7S 5H 7H 8H",
        "JD QD KD AD 8S 10S JS QS AS 9H 10H JH AH",
    ]
    return view_of("hearts", hands)


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("K9s 6h", "KS 9S 6H"),
        ("k9s6h", "KS 9S 6H"),
        ("A 9 10", "AC 9S 10D"),
        ("A90", "AC 9S 10D"),
        ("A9T", "AC 9S 10D"),
        ("give K♠ 9♠ 6♥", "KS 9S 6H"),
        ("GIVE KS 9S 6H", "KS 9S 6H"),
        ("pass KS 9S 6H", "KS 9S 6H"),
        ("g KS 9S 6H", "KS 9S 6H"),
        ("gi ks,9s;6h", "KS 9S 6H"),
        ("ＫＳ　９Ｓ　６Ｈ", "KS 9S 6H"),
        ("K♠️ 9♠️ 6♥️", "KS 9S 6H"),
        ("KK9", "KS KH 9S"),
        ("King of Spades, nine of spades, six of hearts", "KS 9S 6H"),
        ("king of spades 9s 6h", "KS 9S 6H"),
    ],
)
def test_cards_as_heartless_had_them(line, cards):
    assert read_answer(line, hearts_view()) == Action("give", Cards(cards))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Ah9s", "you do not hold AH"),
        ("4c 6c Q", "'Q' may be QC or QH: add the suit"),
        ("x", "'x' is no part of a card"),
        ("play KS", "you cannot play now: give"),
        ("give", "give which cards? Name some of 4C"),
        ("", "an answer is needed: give"),
        ("bid 3", "you cannot bid now: give"),
        ("K" * 10_000, "10000 characters are too many"),
        ("\x1b[A", "type it anew"),
    ],
)
def test_refusals_name_the_remedy(line, sentence):
    with pytest.raises(IllegalAction, match=re.escape(sentence)):
        read_answer(line, hearts_view())


def test_lenient_drops_what_is_not_held():
    assert read_answer("Ah K9s 6h", hearts_view(), lenient=True) == Action("give", Cards("KS 9S 6H"))


def followed(seed: int = 0):
    """A view with clubs led, of a seat that has some."""
    for view in moments("hearts", seed):
        plays = view.scene().trick.plays
        if plays and {card.suit for ask in view.asks(view.viewer) for card in ask.cards} == {0}:
            yield view


def test_the_suit_led_may_be_left_out():
    for view in followed():
        for card in view.asks(view.viewer)[0].cards:
            assert read_answer(str(card)[:-1], view) == Action("play", Cards([card]))


def test_a_card_that_may_not_be_played_is_refused_by_the_rules():
    for view in followed():
        others = [card for card in Cards(view.hand[view.viewer]) if card.suit != 0]
        for line in {"CDHS"[card.suit] for card in others} | {str(card) for card in others}:
            with pytest.raises(IllegalAction, match=r"\(rule"):
                view.check(view.viewer, read_answer(line, view))


def test_a_bid_is_a_number():
    view = next(iter(moments("poepen", 1)))
    assert read_answer("3", view) == Action("bid", amount=3)
    assert read_answer("b 3", view) == Action("bid", amount=3)
    assert read_answer("３", view) == Action("bid", amount=3)
    for line, sentence in {
        "QS": "'QS' is no number: bid 0 to 7",
        "99999": "bid 0 to 7, not 99999",
        "-1": "'-1' is no number",
        "": "an answer is needed: bid",
    }.items():
        with pytest.raises(IllegalAction, match=re.escape(sentence)):
            read_answer(line, view)


def test_a_barred_bid_is_read_and_refused_by_the_rules():
    view = [view for view in moments("poepen", 1) if view.phase == "bid"][3]
    barred = next(bid for bid in range(8) if bid not in view.asks(view.viewer)[0].amounts)
    action = read_answer(str(barred), view)
    with pytest.raises(IllegalAction, match="add up"):
        view.check(view.viewer, action)


def test_enter_plays_the_blind_card():
    game = find("poepen")
    setup = game.first()
    while game.cards_each(setup) != 1:  # pyright: ignore[reportAttributeAccessIssue]
        setup = setup.next()
    state = game.start(setup, game.shuffled(setup, Random(1)))
    while state.phase == "bid":
        state.apply(state.waiting()[0], next(state.actions(state.waiting()[0])))
    view = state.view(state.waiting()[0])
    for line in ("", "play", "p"):
        assert read_answer(line, view) == Action("play")
    with pytest.raises(IllegalAction, match="write just 'play'"):
        read_answer("play QS", view)


def test_nothing_may_be_shown():
    view = next(view for view in moments("gongzhu", 3) if view.phase == "show" and view.asks(view.viewer)[0].most)
    for line in ("show", "nothing", "pass", "none", "-"):
        assert read_answer(line, view) == Action("show")
    with pytest.raises(IllegalAction, match="an answer is needed: show"):
        read_answer("", view)


def luzi_view():
    """Asked to beat a single or pass."""
    return next(view for view in moments("luzi", 4) if len(view.asks(view.viewer)) > 1)


def test_pass_and_play_shortened():
    view = luzi_view()
    for line in ("pass", "pa", "...", "skip", "PASS"):
        assert read_answer(line, view) == Action("pass")
    with pytest.raises(IllegalAction, match="'p' may be play or pass: write more of it"):
        read_answer("p", view)
    with pytest.raises(IllegalAction, match="write just 'pass'"):
        read_answer("pass QS", view)


def test_a_rank_typed_as_often_as_it_is_held_needs_no_suit():
    found = 0
    for view in moments("luzi", 4):
        ask = view.asks(view.viewer)[0]
        for rank in range(13):
            held = [card for card in Cards(view.hand[view.viewer]) if card < 52 and card % 13 == rank]
            if ask.least <= len(held) <= min(ask.most, 3) and ask.kind == "play":
                line = " ".join(str(card)[:-1] for card in held)
                assert read_answer(line, view) == Action("play", Cards(held))
                found += 1
    assert found > 20


def test_a_suit_alone_calls_it():
    found = 0
    for view in moments("shengji", 2):
        ask = view.asks(view.viewer)[0]
        if ask.kind == "call":
            for card in set(ask.cards):
                if card < 52:
                    called = [action for action in view.actions(view.viewer) if card in action.cards]
                    single = [action for action in called if len(action.cards) == 1]
                    if single:
                        assert read_answer("CDHS"[card.suit], view) == single[0]
                        assert read_answer("call " + "♣♦♥♠"[card.suit], view) == single[0]
                        found += 1
    assert found


def test_s_is_a_suit_and_never_a_surrender():
    for view in moments("shengji:surrender=on", 2):
        if "surrender" in [ask.kind for ask in view.asks(view.viewer)]:
            assert read_answer("surr", view) == Action("surrender")
            try:
                assert read_answer("s", view).kind == "play"
            except IllegalAction:
                return
