"""What games are called: every name finds its game wherever a game is named, and no two games share one."""

import json

import pytest
from click.testing import CliRunner

import paiju
from paiju import games
from paiju.cli import cli
from paiju.core.game import UnknownRules, game_key
from paiju.core.position import PositionError
from paiju.languages import LANGUAGES, translate

CALLED = {
    "hearts": ["hearts", "Hearts", "HEARTS", "Ｈｅａｒｔｓ", "hartenjagen", "black lady", "heartless", "红心大战"],
    "gongzhu": ["Gong Zhu", "gong-zhu", "double hearts", "doublehearts", "DoubleHearts", "chase_the_pig", "拱猪"],
    "shengji": ["Sheng Ji", "tractor", "TRACTOR", "80 points", "80points", "shengji-bot", "升级", "拖拉机", "八十分"],
    "poepen": ["Chinees Poepen", "boerenbridge", "Boeren-Bridge", "oh hell", "Oh Hell!", "叫墩"],
    "luzi": ["Da Guai Lu Zi", "daguailuzi", "follow the joker", "follow_the_joker", "大怪路子"],
}
PAIRS = [(called, name) for name, all_called in CALLED.items() for called in all_called]
TYPED = {
    "tractor": "shengji",
    "Oh Hell!": "poepen",
    "DOUBLE_HEARTS": "gongzhu",
    "大怪路子": "luzi",
    "Ｈearts": "hearts",
}


def typed(*words):
    result = CliRunner().invoke(cli, list(words), prog_name="paiju")
    return result.output


@pytest.mark.parametrize(("called", "name"), PAIRS)
def test_a_game_is_found_by_all_that_it_is_called(called, name):
    assert games.find(called).name == name
    assert games.find(called) is games.find(name)


def test_no_two_games_share_a_name():
    found = {}
    for game in games.all_games():
        for each in (game.name, game.title, *game.aliases):
            assert found.setdefault(game_key(each), game.name) == game.name, each


def test_no_game_says_the_same_name_twice():
    for game in games.all_games():
        keys = [game_key(each) for each in (game.name, *game.aliases)]
        assert len(keys) == len(set(keys)), game.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_in_every_language_find_their_game(lang):
    for game in map(games.find, games.BUILT_IN):
        assert games.find(translate(lang, game.title)) is game


def test_options_follow_the_colon_of_any_name():
    for rules in ("Tractor:no_trump=on", "拖拉机：no_trump=on", "80 points:no_trump=on"):
        game, options = paiju.read_rules(rules)
        assert game.rules(options) == "shengji:no_trump=on"


@pytest.mark.parametrize(
    ("called", "meant"),
    [("heart", "hearts"), ("doublehart", "gongzhu"), ("tractr", "shengji"), ("boerenbrigde", "poepen"),
     ("follow the jokers", "luzi")],
)  # fmt: skip
def test_a_name_nearly_right_is_refused_with_a_hint(called, meant):
    with pytest.raises(UnknownRules, match=f"there is no game '{called}'; .*did you mean {meant}"):
        games.find(called)


@pytest.mark.parametrize(
    "called",
    ["", " ", "bridge", "!", "-", "../hearts", "/etc/passwd", "hearts/../..", "a\x1b[2Jb", "hearts\x00",
     "x" * 1_000_000, "hearts" * 100_000, "\ufdfa" * 60, "(" * 60, "()", "hearts.py", "\u202ehearts"],
)  # fmt: skip
def test_a_hostile_name_of_a_game_is_refused_shortly(called):
    with pytest.raises(UnknownRules, match="there is no game") as refusal:
        paiju.read_rules(called)
    told = str(refusal.value)
    assert len(told) < 200
    assert told.isprintable()


@pytest.mark.parametrize(("called", "name"), TYPED.items())
@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        ["rules"],
        ["bots"],
        ["simulate", "--deals", "10"],
        ["play", "--automatic", "--all", "random", "--seed", "1"],
        ["watch", "--plain", "--bot", "random", "--deals", "1", "--seed", "1"],
        ["learn", "--plain"],
    ],
    ids=lambda words: words[0],
)
def test_commands_find_a_game_by_all_that_it_is_called(words, called, name):
    command, *options = words
    told = typed(command, called, *options)
    assert "there is no game" not in told
    assert told.splitlines()[:3] == typed(command, name, *options).splitlines()[:3]  # later ones tell a time


def test_name_of_several_words_needs_no_quotes():
    assert typed("rules", "oh", "hell").startswith("Chinees Poepen")
    assert typed("games", "80", "points:no_trump=on").startswith("shengji:no_trump=on")
    assert typed("rules", "-l", "nl", "follow", "the", "joker").startswith("Da Guai Lu Zi")
    assert "unexpected extra argument (steady)" in typed("play", "oh", "hell", "steady")
    assert "there is no game 'ho hum'" in typed("rules", "ho", "hum")


def test_arena_and_study_find_a_game_of_several_words(tmp_path):
    out = ("--out", str(tmp_path))
    told = typed("arena", "oh", "hell:peak=1", "risk:0.5", "steady", "--decks", "2", "--workers", "1", "--quiet", *out)
    assert "steady" in told
    assert "poepen:peak=1" in (tmp_path / "settings.json").read_text()
    assert typed("study", "oh", "hell", "-g", "2", "--workers", "1", *out).startswith("poepen: 2 matches")
    assert "unexpected extra argument (steady)" in typed("study", "oh", "hell", "steady")
    assert "there is no game 'ho'" in typed("arena", "ho", "hum", "steady", "random")


def test_arena_writes_the_name_of_a_game_that_was_called_otherwise(tmp_path):
    typed("arena", "tractor", "random", "steady", "--decks", "2", "--workers", "1", "--quiet", "--out", str(tmp_path))
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert "shengji" in str(settings)
    assert "tractor" not in str(settings)


def test_list_of_games_tells_what_else_they_are_called():
    told = typed("games")
    assert "also called: tractor, 80 points" in told
    assert "docs/coming-from.md" in told
    assert "also called: boerenbridge" in typed("games", "poepen")


def test_completion_of_a_game_offers_one_name_each():
    for word, replies in (("", games.BUILT_IN), ("tra", ()), ("hear", ("hearts",))):
        env = {"_PAIJU_COMPLETE": "zsh_complete", "COMP_WORDS": f"paiju rules {word}", "COMP_CWORD": "2"}
        told = CliRunner().invoke(cli, [], env=env, prog_name="paiju").output
        assert [line for line in told.splitlines() if line in games.BUILT_IN] == list(replies)
        assert "tractor" not in told


# ---- records and positions ----


def test_a_position_names_its_game_by_any_name_and_is_written_with_one():
    hands = "hands: QS KS AS ? | ? | ? | ?"
    rng = paiju.Random(1)
    assert str(paiju.read_position(f"Black Lady; {hands}", rng)).startswith("hearts")
    with pytest.raises(PositionError, match="there is no game 'whist'"):
        paiju.read_position(f"whist; {hands}")
    for head in ("oh hel", "oh hel deal=3", "oh hel:players=5 deal=3"):
        with pytest.raises(PositionError, match=r"there is no game 'oh hel'; .* did you mean poepen"):
            paiju.read_position(f"{head}; {hands}")
    with pytest.raises(PositionError, match="'foo' is nothing a deal of hearts starts with"):
        paiju.read_position(f"red hearts foo deal=3; {hands}".removeprefix("red "))
    with pytest.raises(PositionError, match="this is a position of 'tractor', not of hearts"):
        games.find("hearts").read_position(f"tractor; {hands}")


def test_a_record_names_its_game_by_any_name_and_is_written_with_one():
    text = '[Format "paiju 1"]\n[Game "Oh Hell!"]\n[Rules "boerenbridge:players=5"]\n'
    written = paiju.Record.read(text).text()
    assert '[Game "poepen"]' in written
    assert '[Rules "poepen:players=5"]' in written
    with pytest.raises(paiju.RecordError, match="the tags disagree"):
        paiju.Record.read(text.replace("Oh Hell!", "tractor"))


# ---- games from outside ----


GAME = """
from paiju.games.hearts import Hearts


class Mine(Hearts):
    name = "mine"
    title = "Mine"
    {more}


GAME = Mine()
"""


def game_file(folder, more):
    file = folder / "mine.py"
    file.write_text(GAME.format(more=more), encoding="utf-8")
    return file


def test_a_game_from_outside_has_aliases_of_its_own(tmp_path, forgets_games):
    assert games.load(game_file(tmp_path, "aliases = ('my own game',)")) is games.find("MY-OWN-GAME")
    assert games.find("black lady").name == "hearts"
    assert "also called: my own game" in typed("games", "mine")


@pytest.mark.parametrize("more", ["aliases = ('Tractor',)", "aliases = ('mine', '拱 猪')", "name = 'oh hell'"])
def test_a_game_from_outside_takes_no_name_of_ours(tmp_path, forgets_games, more):
    with pytest.raises(UnknownRules, match=r"mine.py may not call its game '.*': so is .* called here"):
        games.load(game_file(tmp_path, more))
    assert games.find("tractor").name == "shengji"
    with pytest.raises(UnknownRules):
        games.find("mine")


def test_title_too_long_to_type_makes_no_long_text_a_game(tmp_path, forgets_games):
    games.load(game_file(tmp_path, f"title = 'M{'i' * 60}ne'"))
    assert games.find("mine").name == "mine"
    for called in ("", "x" * 61, "hearts" * 100, "!"):
        assert not games.is_game(called)
        with pytest.raises(UnknownRules, match="there is no game"):
            games.find(called)


@pytest.mark.parametrize("alias", ["y" * 61, "!", ""])
def test_game_from_outside_with_a_name_nobody_can_type_is_refused(tmp_path, forgets_games, alias):
    with pytest.raises(UnknownRules, match=r"mine.py: '.*' cannot be the name of a game"):
        games.load(game_file(tmp_path, f"aliases = ({alias!r},)"))


@pytest.fixture
def forgets_games():
    yield
    games._found.pop("mine", None)
    games.all_called.cache_clear()
    games.known_rules.cache_clear()
