"""DoubleHearts let everybody expose any of the three special cards, or none of them: how none is said."""

from __future__ import annotations

import pytest
from installed import paiju
from pseudo_terminal import Terminal

from paiju import IllegalAction, Random, read_position
from paiju.chat.offers import offers_of
from paiju.core.cards import Cards
from paiju.question import asked_in_a_line, example
from paiju.selection import possible_answers
from paiju.show import Style
from paiju.text import read_answer

HANDS = "gongzhu deal=4; hands: {} | ? | ? | ?"
SPECIAL = "22334455C 33445566D JD 22334455S QH"  # one that can be exposed
ORDINARY = "22334455C 334455667D 22334455S QH"  # none
NOTHINGS = {  # by language
    "en": ("nothing", "none", "show nothing"),
    "nl": ("niets", "geen", "toon niets"),
    "zh": ("不亮", "不卖", "无"),
}


def asked(hand):
    return read_position(HANDS.format(hand), Random(1)).view(0)


@pytest.mark.parametrize("hand", [SPECIAL, ORDINARY])
@pytest.mark.parametrize(
    ("lang", "typed"), [(lang, word) for lang in NOTHINGS for word in ("nothing", *NOTHINGS[lang])]
)
def test_nothing_is_typed_in_every_language_with_and_without_such_a_card(hand, lang, typed):
    action = read_answer(typed, asked(hand), Style(lang=lang))
    assert (action.kind, action.cards) == ("show", Cards())


def test_nothing_is_no_answer_where_something_must_be_done():
    view = read_position("luzi; hands: 3C 4C | 5C 6C | 7C 8C | 9C TC | JC QC | KC AC").view(0)
    with pytest.raises(IllegalAction):
        read_answer("nothing", view)


@pytest.mark.parametrize("lang", NOTHINGS)
def test_example_of_exposing_nothing_can_be_typed_as_it_stands(lang):
    view, style = asked(SPECIAL), Style(lang=lang)
    nothing = next(action for action in view.actions(0) if not action.cards)
    assert read_answer(example(nothing, view.asks(0), style), view, style) == nothing


def test_question_tells_who_holds_none_just_that():  # rules/gongzhu.md 3.2: everybody is asked all the same
    view = asked(ORDINARY)
    assert list(view.waiting()) == [0, 1, 2, 3]
    assert asked_in_a_line(view.asks(0), Style()) == (
        "you hold no card that can be exposed: press Enter to show nothing"
    )
    assert "hold no card" not in asked_in_a_line(asked(SPECIAL).asks(0), Style())


@pytest.mark.parametrize(("seed", "has_some"), [(1, False), (3, True)])
def test_lines_take_nothing_for_an_answer(seed, has_some):
    told = paiju(f"play gongzhu:decks=1,passing=off --plain --seed {seed}", typed="nothing\nexit\n")
    assert ("you hold no card that can be exposed" not in told.stdout) == has_some
    assert "you show nothing" in told.stdout
    assert told.stderr == ""


def test_full_screen_says_that_no_card_can_be_exposed_and_shows_nothing(tmp_path):
    window = Terminal(tmp_path, "play", "gongzhu:decks=1,passing=off", "--seed", "1")
    try:
        window.until("you hold no card that can be exposed")
        window.until("Show nothing")
        window.type("\r")
        window.until("12 cards")  # it was taken, and play has begun
    finally:
        window.close()
        window.ended()


@pytest.mark.parametrize("hand", [SPECIAL, ORDINARY])
def test_chat_has_a_choice_that_says_show_nothing(hand):
    view = asked(hand)
    offers = offers_of(
        possible_answers(view, 0), view.asks(0), view.scene().places[0].hand, Cards(), Style(), "k", False
    )
    labels = [button.label for button in offers.buttons]
    labels += [option.label for menu in offers.menus for option in menu.options]
    assert "show nothing" in labels
