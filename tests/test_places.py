"""Nothing is forgotten when a game, an option or a language is added: each check says in a sentence what is missing.

The places of a built-in game are the table in docs/add-a-game.md: a path with <game> (and <lang>) is a file there must
be, any other path a file that must name the game.
"""

import re
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_overloads

import pytest
from babel.messages.pofile import read_po

from paiju.core.game import Game, Options, UnknownRules, option
from paiju.games import BUILT_IN, find, read_rules
from paiju.languages import LANGUAGES

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "add-a-game.md"
OTHERS = [lang for lang in LANGUAGES if lang != "en"]
ROW = re.compile(r"^\| `([\w/.<>-]+\.\w+)` \| (.+) \|$", re.MULTILINE)
NUMBERED = re.compile(r"^(\d+\.\d+) ", re.MULTILINE)


def places():
    """The rows of the guide: where, and what is to stand there."""
    section = GUIDE.read_text(encoding="utf-8").partition("## A game of our own")[2].partition("\n## ")[0]
    return ROW.findall(section)


def forgotten_places(name, title):
    """What the guide asks for and a game does not have."""
    for place, what in places():
        for lang in OTHERS if "<lang>" in place else ["en"]:
            file = ROOT / place.replace("<game>", name).replace("<lang>", lang)
            where = file.relative_to(ROOT)
            if not file.exists():
                yield f"{name}: there is no {where} ({what})"
            elif "<game>" not in place and not re.search(rf"\b({title}|{name})\b", file.read_text(encoding="utf-8")):
                yield f"{name}: {where} does not name it ({what})"


def rules_page(name, lang):
    folder = ROOT / "paiju" / "rules"
    page = folder / f"{name}.md" if lang == "en" else folder / lang / f"{name}.md"
    return page.read_text(encoding="utf-8") if page.exists() else ""


@cache
def translated(lang):
    """The texts a catalogue has a translation for."""
    with (ROOT / "paiju" / "locale" / f"{lang}.po").open("rb") as file:
        return {str(entry.id) for entry in read_po(file, locale=lang) if entry.string and not entry.fuzzy}


def forgotten_options(game):
    """What an option of a game needs and does not have."""
    for field in fields(game.Options):
        who, rule = f"{game.name}: the option {field.name}", field.metadata["rule"]
        for lang in LANGUAGES:
            page = rules_page(game.name, lang)
            if rule not in NUMBERED.findall(page):
                yield f"{who} changes rule {rule}, which the rules page ({lang}) does not have"
            if not re.search(rf"[`+,]{field.name}\b", page):
                yield f"{who} is not told on the rules page ({lang})"
            if lang != "en" and field.metadata["help"] not in translated(lang):
                yield f"{who} is not explained in {lang}: make words, then translate its help in paiju/locale/{lang}.po"
        tests = ROOT / "tests" / "games" / f"test_{game.name}.py"
        if not (tests.exists() and re.search(rf"\b{field.name}\b", tests.read_text(encoding="utf-8"))):
            yield f"{who} has no test in tests/games/test_{game.name}.py"


def flawed_presets(game):
    """Presets that name an option there is not, or a value it cannot have."""
    for name, values in game.presets.items():
        unknown = values.keys() - {field.name for field in fields(game.Options)}
        if unknown:
            yield f"{game.name}: the preset {name} sets {', '.join(sorted(unknown))}, which is no option"
            continue
        try:
            game.read_options(name)
        except UnknownRules as refusal:
            yield f"{game.name}: the preset {name} is refused: {refusal}"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_is_in_all_its_places(name):
    forgotten = [*forgotten_places(name, find(name).title.partition(" (")[0])]
    assert not forgotten, "\n".join(forgotten)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_has_a_bot_that_judges(name):
    advisor = getattr(import_module(f"paiju.bots.{name}"), "Advisor", None)
    assert advisor, f"paiju/bots/{name}.py has no Advisor"
    assert issubclass(advisor, find(name).State), f"the Advisor of {name} is not its State with judgement added"
    assert advisor.styles[:2] == ("random", "steady"), f"{name}: every game is played by random and steady"


@pytest.mark.parametrize("name", BUILT_IN)
def test_options_and_presets_are_complete(name):
    forgotten = [*forgotten_options(find(name)), *flawed_presets(find(name))]
    assert not forgotten, "\n".join(forgotten)


@pytest.mark.parametrize("function", [find, read_rules])
def test_a_type_checker_knows_every_game_by_name(function):
    known = [next(iter(each.__annotations__.values())) for each in get_overloads(function)]
    assert known == [*(f"Literal[{name!r}]" for name in BUILT_IN), "str"], (
        f"paiju/games/__init__.py: {function.__name__} wants an overload for each game, in the order of BUILT_IN"
    )


def test_every_file_in_games_belongs_to_a_game_that_is_registered():
    files = [file.stem for file in (ROOT / "paiju" / "games").glob("*.py") if file.stem != "__init__"]
    stray = [stem for stem in files if stem.partition("_")[0] not in BUILT_IN]
    assert not stray, f"not in BUILT_IN of paiju/games/__init__.py: {', '.join(stray)}"


def test_every_language_has_a_catalogue_and_every_catalogue_a_language():
    catalogues = {file.stem for file in (ROOT / "paiju" / "locale").glob("*.po")}
    assert catalogues == set(OTHERS), "LANGUAGES of paiju/languages.py and paiju/locale/*.po differ"


def test_what_is_packed_is_what_there_is():
    """setuptools packs the folders it is told of, and no others."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    folders = {file.parent.relative_to(ROOT) for file in (ROOT / "paiju").rglob("*.py")}
    unpacked = [name for name in (".".join(folder.parts) for folder in folders) if f'"{name}"' not in text]
    assert not unpacked, f"[tool.setuptools] packages of pyproject.toml lacks {', '.join(sorted(unpacked))}"


# ---- the checks themselves ----


@dataclass(frozen=True)
class Forgetful(Options):
    jokers: int = option(0, "9.9", "how many jokers are added", least=0, most=4)


class Whist(Game):
    name, title, Options = "whist", "Whist", Forgetful
    presets = {"old": {"jokes": 2}, "wild": {"jokers": 9}}


def test_a_game_that_is_nowhere_is_missed_in_every_place():
    forgotten = [*forgotten_places("whist", "Whist")]
    assert places()
    assert len(forgotten) == sum(len(OTHERS) if "<lang>" in place else 1 for place, _ in places())
    assert "whist: there is no paiju/rules/whist.md" in "\n".join(forgotten)
    assert "whist: README.md does not name it" in "\n".join(forgotten)


def test_an_option_that_was_only_coded_is_missed():
    said = "\n".join(forgotten_options(Whist()))
    for lang in LANGUAGES:
        assert f"jokers changes rule 9.9, which the rules page ({lang}) does not have" in said
        assert f"jokers is not told on the rules page ({lang})" in said
    assert "jokers is not explained in nl: make words" in said
    assert "jokers has no test in tests/games/test_whist.py" in said


def test_a_preset_that_cannot_be_is_missed():
    old, wild = flawed_presets(Whist())
    assert old == "whist: the preset old sets jokes, which is no option"
    assert wild.startswith("whist: the preset wild is refused: ")
