"""What can be chosen before a match, without a screen."""

from __future__ import annotations

import pytest

from paiju.bots import read_bot
from paiju.core.game import UnknownRules
from paiju.games import BUILT_IN, find, read_rules
from paiju.menu import (
    USUAL_BOT,
    MatchChoice,
    MatchRequest,
    MenuRow,
    bot_names,
    domain,
    first_choices,
    left_game,
    remember,
    rows_of,
    when,
)
from paiju.settings import Settings
from paiju.show import Style

NAMES = list(BUILT_IN)
STYLE = Style()


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def choice_of(rules: str) -> MatchChoice:
    return MatchChoice(*read_rules(rules))


def row(rules: str, label: str) -> MenuRow:
    return next(row for row in rows_of(find(rules), STYLE, watching=False) if row.label == label)


@pytest.mark.parametrize("name", NAMES)
def test_every_row_changes_its_own_value(name):
    """A choice that comes of it can be played; what does not go together is refused."""
    choice = choice_of(name)
    for row in rows_of(choice.game, STYLE, watching=False):
        try:
            there = row.turned(choice, 1)
        except UnknownRules:
            continue
        there.game.look_over(there.options)
        if there != choice:
            assert row.value(there, STYLE) != row.value(choice, STYLE)
            assert there.people <= there.seats


def test_a_value_is_typed_or_refused_with_what_would_do():
    target = row("hearts", "target")
    assert "1 to 1000" in target.question(STYLE)
    assert target.typed(choice_of("hearts"), "77").options.target == 77
    with pytest.raises(ValueError, match="1 to 1000"):
        target.typed(choice_of("hearts"), "99999")
    with pytest.raises(ValueError, match="a seed is a number"):
        row("hearts", "seed").typed(choice_of("hearts"), "-1")


def test_a_preset_sets_its_options_and_a_change_makes_them_ones_own():
    house = row("gongzhu", "house rules")
    preset = house.turned(choice_of("gongzhu"), 1)
    assert house.value(preset, STYLE) in find("gongzhu").presets
    option = next(row for row in rows_of(preset.game, STYLE, watching=False) if "rule 1" in row.help)
    assert house.value(option.turned(preset, 1), STYLE) == "your own"


def test_what_was_chosen_last_comes_first():
    choice = choice_of("poepen:players=5")
    remember(choice)
    choices, at = first_choices(Settings.load()[0])
    assert (at, choices["poepen"].options) == ("poepen", choice.options)


@pytest.mark.parametrize("rules", ["chess", "hearts:target=never", "", ":::"])
def test_what_makes_no_sense_any_more_is_forgotten(rules):
    choices, at = first_choices(Settings(rules=rules, bot="nobody"))
    assert at == NAMES[0]
    assert all(choice.options == choice.game.Options() for choice in choices.values())


def test_what_was_asked_for_holds_for_the_games_it_fits():
    choices, _ = first_choices(Settings(), MatchRequest(people=9, players=5, seed=3))
    assert {choice.seed for choice in choices.values()} == {3}
    assert (choices["poepen"].seats, choices["poepen"].people) == (5, 5)
    assert (choices["gongzhu"].seats, choices["gongzhu"].people, choices["gongzhu"].bot) == (4, 4, USUAL_BOT)


def test_a_match_that_was_left_is_named_even_if_its_file_is_not_what_it_was(tmp_path):
    file = tmp_path / "left"
    file.write_text('[Format "paiju 1"]\n[Game "luzi"]\n')
    assert left_game(file) == find("luzi").title
    for damaged in ('[Game "chess"]', "", "\0"):
        file.write_text(damaged)
        assert left_game(file) == "the match you left"
    assert left_game(tmp_path / "gone") == "the match you left"
    assert when(tmp_path / "gone") == ""


@pytest.mark.parametrize("name", NAMES)
def test_bots_that_are_offered_can_be_made(name):
    game = find(name)
    names = bot_names(game)
    assert names[:3] == ["search:easy", "search:medium", "search:hard"]
    for name in names:
        read_bot(name, game)


def test_a_domain_has_choices_and_numbers():
    game, _ = read_rules("poepen")
    assert domain(game.Options.__dataclass_fields__["missed"]) == ["tricks", "squared", "ten", *range(11)]
