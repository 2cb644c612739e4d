"""The rules as printed are those in force: sentences are chosen by the options, alike in every language."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

import pytest
from random_play import choices

import paiju
from paiju.core.game import Game, Options, allows, option, option_text
from paiju.games import BUILT_IN, find
from paiju.languages import LANGUAGES
from paiju.rulebook import (
    CONDITION,
    in_force,
    number_of,
    paragraphs,
    passage,
    rule_lines,
    rules_with_alternatives,
    without_markup,
)

OTHERS = [lang for lang in LANGUAGES if lang != "en"]


@dataclass(frozen=True)
class WhistOptions(Options):
    players: int = option(4, "1.1", "how many play", least=2, most=6)
    trump: str = option("turned", "2.1", "what is trump", ("turned", "none", "hearts"))
    honours: bool = option(False, "2.1", "honours count")


class Whist(Game):
    """Whist.

    For four.

    > `players=3`: For three, which is
    > a strange number.

    1.1 Four play.
    26 cards lie out.

    > `players`: {players} play {games}.

    1.2 Everybody gets 13 cards.
    2.1 The last card is turned up.
    Its suit is trump.

    > `trump=none,honours=on`: No trump, but honours.

    > `trump=none|hearts`: The trump is {trump}.

    > `+honours`: Honours count.

    > `+trump=none`: They say it is dull.

    > `bid=on`: This is no option of ours.

    > Only a saying.
    """

    name, title, Options = "whist", "Whist", WhistOptions


def whist(text: str = "") -> list[str]:
    """The rules in force, without the lines of the options."""
    game = Whist()
    lines = rule_lines(game, game.read_options(text))
    return [part.text for part in paragraphs(lines) if " = " not in part.text]


def test_a_rule_tells_the_default():
    assert whist()[1:5] == [
        "For four.",
        "1.1 Four play. 26 cards lie out.",
        "1.2 Everybody gets 13 cards.",
        "2.1 The last card is turned up. Its suit is trump.",
    ]


def test_the_first_text_whose_condition_holds_replaces_it_and_the_number_stays():
    assert "2.1 The trump is hearts." in whist("trump=hearts")
    assert "2.1 The trump is none. They say it is dull." in whist("trump=none")


def test_all_conditions_of_a_text_must_hold():
    assert "2.1 No trump, but honours. Honours count. They say it is dull." in whist("trump=none,honours=on")


def test_a_text_with_a_plus_is_added():
    assert "2.1 The last card is turned up. Its suit is trump. Honours count." in whist("honours=on")


def test_a_bare_name_holds_unless_the_option_is_at_its_default_and_braces_hold_its_value():
    assert "1.1 5 play {games}." in whist("players=5")
    assert "1.1 Four play. 26 cards lie out." in whist("players=4")


def test_a_paragraph_without_a_number_is_chosen_too():
    assert "For three, which is a strange number." in whist("players=3")


def test_a_quote_that_names_no_option_is_left_as_it_is():
    assert whist()[-2:] == ["bid=on: This is no option of ours.", "Only a saying."]


def test_an_option_stands_behind_its_rule_in_force():
    game = Whist()
    lines = list(rule_lines(game, game.read_options("players=5")))
    at = lines.index("1.1 5 play {games}.")
    assert lines[at + 1].startswith("    > players = 5 (default 4")
    assert lines[at + 2] == ""


def test_a_number_that_begins_a_line_is_no_rule():
    game = Whist()
    assert list(passage(rule_lines(game, game.Options()), "26")) == []
    assert "26 cards lie out." in passage(rule_lines(game, game.Options()), "1.1")


def test_chinese_lines_are_put_together_without_a_blank():
    assert [part.text for part in paragraphs(iter(["1.1 红心。", "黑桃。", "", "1.2 One.", "Two."]))] == [
        "1.1 红心。黑桃。",
        "1.2 One. Two.",
    ]


# ---- every game ----


def values(game: Game) -> list[tuple[str, str]]:
    """Every option with every value it may have; of a range, with its ends."""
    return [(field.name, text) for field in fields(game.Options) for text in choices(field)]


def options_with(game: Game, name: str, text: str):
    """All at its default but this. Values may need each other, so nothing is approved here."""
    field = next(field for field in fields(game.Options) if field.name == name)
    known = {option_text(value): value for value in (*field.metadata["choices"], field.default)}
    return game.Options(**{name: known[text] if text in known else int(text)})


def texts(game: Game, options, lang: str) -> list[tuple[str, str]]:
    """The paragraphs in force with their numbers, without the lines of the options."""
    return [
        (number_of(lines[0]), "\n".join(in_force(lines, alternatives, options)))
        for lines, alternatives in rules_with_alternatives(game, lang)
    ]


def chosen(game: Game, options, lang: str) -> list[tuple[str, list[str]]]:
    """The rules that have alternatives, and the conditions that hold among them."""
    return [
        (number_of(lines[0]), [each.condition for each in alternatives if each.holds(options)])
        for lines, alternatives in rules_with_alternatives(game, lang)
        if alternatives
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_that_are_printed_show_no_markup(name, lang):
    game = find(name)
    printed = "\n".join(without_markup(rule_lines(game, game.Options(), lang)))
    assert not re.search(r"[*`#]|\]\(", printed)


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_language_has_the_same_alternatives_to_the_same_rules(name, lang):
    game = find(name)
    for option_name, text in values(game):
        options = options_with(game, option_name, text)
        assert chosen(game, options, lang) == chosen(game, options, "en"), f"{option_name}={text}"
        for (number, here), (_, english) in zip(texts(game, options, lang), texts(game, options, "en"), strict=True):
            assert here != english or "#" in here, f"{option_name}={text}: {number} is not translated"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_conditions_can_hold(name, lang):
    """They name options there are and values these may have; and every quote that looks like one is one."""
    game = find(name)
    known = {field.name: field for field in fields(game.Options)}
    found = 0
    for lines, alternatives in rules_with_alternatives(game, lang):
        assert not any(CONDITION.match(line) for line in lines), lines
        for alternative in alternatives:
            found += 1
            assert not any(CONDITION.match(f"> {line}") for line in alternative.lines), alternative
            assert set(re.findall(r"\{(\w+)\}", " ".join(alternative.lines))) <= known.keys(), alternative
            for term in alternative.condition.split(","):
                option_name, equals, words = term.partition("=")
                for word in words.split("|") if equals else ():
                    options = options_with(game, option_name, word)
                    assert allows(known[option_name], getattr(options, option_name)), term
    assert found == game.rules_text(lang).count("> `")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_value_of_an_option_changes_what_the_rules_say(name, lang):
    """Or the page tells it in the text of the rule itself, as `option`."""
    game = find(name)
    default = texts(game, game.Options(), lang)
    for option_name, text in values(game):
        options = options_with(game, option_name, text)
        if options != game.Options() and f"`{option_name}`" not in game.rules_text(lang):
            assert texts(game, options, lang) != default, f"{option_name}={text} reads like the default"


def test_hearts_tells_the_moon_that_is_played():
    game, options = paiju.read_rules("hearts:moon=subtract,target=50")
    text = " ".join(part.text for part in paragraphs(rule_lines(game, options)))
    assert "all their points are subtracted from his total instead of added" in text
    assert "everybody else 26" not in text
    assert "somebody has 50 or more" in text
