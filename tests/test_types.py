"""What type checkers know: `make test` runs pyright over this file, and running it does no harm."""

from typing import Any, assert_type

import paiju
from paiju.core.game import Game
from paiju.games.gongzhu import Gongzhu, GongzhuState
from paiju.games.hearts import Hearts, HeartsOptions, HeartsState
from paiju.games.luzi import LuziState
from paiju.games.poepen import PoepenState
from paiju.games.shengji import ShengjiState


def dealt(game):
    setup = game.first()
    return setup, game.shuffled(setup, paiju.Random(1))


def test_a_game_known_by_name_starts_its_own_state():
    assert_type(paiju.find("hearts").start(*dealt(paiju.find("hearts"))), HeartsState)
    assert_type(paiju.find("gongzhu").start(*dealt(paiju.find("gongzhu"))), GongzhuState)
    assert_type(paiju.find("shengji").start(*dealt(paiju.find("shengji"))), ShengjiState)
    assert_type(paiju.find("poepen").start(*dealt(paiju.find("poepen"))), PoepenState)
    assert_type(paiju.find("luzi").start(*dealt(paiju.find("luzi"))), LuziState)


def test_rules_by_name():
    assert_type(paiju.read_rules("hearts"), tuple[Hearts, HeartsOptions])
    assert_type(paiju.find("gongzhu"), Gongzhu)
    assert_type(paiju.read_rules("hearts:passing=off"), tuple[Game, Any])


def test_values():
    hand = paiju.Cards("QS KS")
    assert_type(hand + paiju.Card("AS"), paiju.Cards)
    assert_type(hand & "QS", paiju.Cards)
    assert_type(sum([hand], paiju.Cards()), paiju.Cards)
    assert_type(paiju.Action("play", "QS").card, paiju.Card)
