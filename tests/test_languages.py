"""Three languages: no text is missing in one, translations keep their facts, nothing a player reads stays English."""

import ast
import re
import runpy
from collections import Counter
from dataclasses import fields
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from random_play import junk, moments, rule_sets, setups

import paiju
from paiju import company, plain, waiting_room
from paiju.chat.words import COMMAND_WORDS, OTHER_WORDS
from paiju.core.cards import Card, Cards
from paiju.core.scene import by_suit
from paiju.core.words import KINDS, ONLOOKER, Action, Event, IllegalAction, Message, PlayerAt, Said
from paiju.door import VOTE_RULE
from paiju.games import BUILT_IN, find
from paiju.languages import LANGUAGES, choose, translate
from paiju.rulebook import rule_lines
from paiju.show import Style, deal_title, scene_lines, standing_lines
from paiju.text import SYNONYMS, read_command

ROOT = Path(__file__).parent.parent
TOOL = runpy.run_path(str(ROOT / "tools" / "catalogue.py"))
TEXTS = set(TOOL["texts"]())
OTHERS = [lang for lang in LANGUAGES if lang != "en"]
WORD = re.compile(r"[A-Za-z]{2,}")  # single letters are ranks, suits and keys


@cache
def catalogue(lang):
    """Texts and their translations; empty where there is none, or one that somebody has to look at again."""
    with (ROOT / "paiju" / "locale" / f"{lang}.po").open("rb") as file:
        entries = read_po(file, locale=lang, abort_invalid=True)
    return {str(entry.id): "" if entry.fuzzy else str(entry.string or "") for entry in entries if entry.id}


def facts(part):
    return {(name, spec) for _, name, spec, _ in Formatter().parse(part) if name is not None}


# ---- the catalogues ----


@pytest.mark.parametrize("lang", OTHERS)
def test_catalogue_has_just_the_texts_of_the_code(lang):
    assert set(catalogue(lang)) == TEXTS, "make words brings the catalogues up to date"


@pytest.mark.parametrize("lang", OTHERS)
def test_no_text_is_missing(lang):
    assert not [text for text, translation in catalogue(lang).items() if not translation]


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_keep_their_facts_and_parts(lang):
    for text, translation in catalogue(lang).items():
        if translation:
            assert [*map(facts, text.split("|"))] == [*map(facts, translation.split("|"))], text


@pytest.mark.parametrize("lang", OTHERS)
def test_the_compiled_catalogue_is_the_written_one(lang):
    for text, translation in catalogue(lang).items():
        assert translate(lang, text) == (translation or text), "setup.py compiles the catalogues: build paiju anew"


@pytest.mark.parametrize("lang", OTHERS)
def test_words_to_type_are_one_word_and_mean_one_thing(lang):
    words = [translate(lang, kind) for kind in paiju.core.words.KINDS[:8]]
    assert len(set(words)) == len(words)
    assert not any(" " in word for word in words)


def test_texts_are_never_put_together():
    """A text that is joined from pieces is in no catalogue. (UnknownRules and UnknownBot may also be plain.)"""
    takers = {name: at for name, at in TOOL["TAKERS"].items() if name not in ("UnknownRules", "UnknownBot")}
    for file in (ROOT / "paiju").rglob("*.py"):
        for argument in TOOL["arguments"](file.read_text(encoding="utf-8"), takers):
            assert not isinstance(argument, ast.JoinedStr | ast.BinOp), f"{file}:{argument.lineno}"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_games_own_texts_are_in_the_catalogue(name):
    game = find(name)
    helps = [field.metadata["help"] for field in fields(game.Options)]
    assert {game.title, game.about, *game.events.values(), *helps, *game.State.phases} <= TEXTS


# ---- what is said in a deal ----


@cache
def said(name):
    """Everything that is said in some deals of a game, as messages and events, with the scenes and setups."""
    messages, events, scenes, ends = [], [], [], []
    for rules in rule_sets(name, 2):
        ends += setups(rules)[-1:]
        for state, rng in moments(rules, 2, 40):
            events += state.first_events()
            for viewer in (ONLOOKER, *range(state.seats)):
                scenes.append(state.view(viewer).scene())
            for seat in range(state.seats):
                messages += filter(None, [refused(state, seat, junk(state, seat, rng)) for _ in range(8)])
                if state.is_over or not state.actors >> seat & 1:
                    continue
                claim = state.view(seat).claim(seat)
                messages += [claim] if claim else []
                told = state.copy().apply(seat, state.sample(seat, rng))
                events += [event.to(viewer) for event in told for viewer in (ONLOOKER, 0)]
            if state.is_over:
                ends.append(state.setup.game.after(state.setup, state))
    return messages, events, scenes, ends


def refused(state, seat, action):
    try:
        state.check(seat, action)
    except IllegalAction as refusal:
        return refusal.message
    return None


def templates(message):
    """The texts of a message that are looked up: its own, and words and messages among its facts."""
    yield message.template
    for fact in message.facts.values():
        for part in fact if isinstance(fact, list | tuple) else [fact]:
            if isinstance(part, Message):
                yield from templates(part)
            elif isinstance(part, str) and not isinstance(part, Said) and WORD.search(part):
                yield part


@pytest.mark.parametrize("name", BUILT_IN)
def test_all_that_is_said_in_a_deal_is_in_the_catalogue(name):
    messages, events, scenes, ends = said(name)
    spoken = [*messages, *(text for setup in ends for text in setup.game.standing_text(setup))]
    for scene in scenes:
        spoken += [*scene.notes, *(note for place in scene.places for note in place.notes)]
    sentences = paiju.core.words.EVENTS | find(name).events
    texts = {text for message in spoken for text in templates(message)} | {sentences[event.kind] for event in events}
    foreign = set(paiju.core.words.KINDS[8:])  # words of games from outside, which other tests have loaded
    assert {text for text in texts - foreign if WORD.search(re.sub(r"\{.*?\}", "", text))} <= TEXTS


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_deal_is_told_without_english_words(name, lang):
    messages, events, scenes, ends = said(name)
    style = Style(lang=lang, you=1, words=True)
    lines = [style.say(untyped(message)) for message in messages]
    lines += [style.event(event) for event in events]
    lines += [line for scene in scenes[:200] for line in scene_lines(scene, style)]
    lines += [line for setup in ends for line in standing_lines(setup.match, style)]
    lines += [deal_title(setup.game.title, setup.deal, 0, style) for setup in ends]
    told = Counter(word for line in lines for word in WORD.findall(line.lower()))
    assert not told.keys() & english_words(lang)


def untyped(message):
    """Without the name of a rule set, which is typed alike in all languages."""
    return Message(message.template, **message.facts | ({"rules": Said("…")} if "rules" in message.facts else {}))


@cache
def english_words(lang):
    """Words of our English texts that the language does not know."""
    english = {word for text in TEXTS for word in WORD.findall(re.sub(r"\{.*?\}", "", text.lower()))}
    return english - {word for text in catalogue(lang).values() for word in WORD.findall(text.lower())}


# ---- the pages of rules ----


def options_by_rule(text):
    """The numbers of the rules on a page in order, and the options each of them names."""
    rules: dict[str, set[str]] = {}
    number = ""
    for line in text.splitlines():
        if line.startswith("## "):
            number = line[3:].partition(".")[0] if line[3].isdigit() else ""
        elif match := re.match(r"(\d+\.\d+)\b", line):
            number = match[1]
        if number:
            rules.setdefault(number, set()).update(re.findall(r"`(\w+)`", line))
    return rules


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_are_numbered_alike_and_name_the_same_options(name, lang):
    game = find(name)
    names = {field.name for field in fields(game.Options)}
    here, there = (options_by_rule(game.rules_text(language)) for language in ("en", lang))
    assert list(here) == list(there)
    assert {number: words & names for number, words in here.items()} == {
        number: words & names for number, words in there.items()
    }


@pytest.mark.parametrize("lang", OTHERS)
def test_options_are_told_behind_their_rules_in_the_language(lang):
    game, options = paiju.read_rules("hearts:moon=subtract")
    line = next(line for line in rule_lines(game, options, lang) if "moon = subtract" in line)
    assert (
        translate(lang, "the moon: others add its points, the shooter subtracts them, chooses, or gets the better")
        in line
    )
    assert "default" not in line


# ---- the choice of a language, and its words ----


@pytest.mark.parametrize(
    ("wish", "environment", "lang"),
    [
        ("nl", {"LANG": "zh_CN.UTF-8"}, "nl"),
        (None, {"LANG": "zh_TW.UTF-8"}, "zh"),
        (None, {"LANG": "zh_TW.UTF-8", "LC_ALL": "nl_BE"}, "nl"),
        (None, {"LANG": "nl", "LC_MESSAGES": "C"}, "en"),
        (None, {"LANG": "xx_YY.UTF-8@euro"}, "en"),
        (None, {}, "en"),
        ("../../etc", {"LANG": "nl"}, "en"),
        ("ZH-Hant", {}, "zh"),
    ],
)
def test_the_language_is_wished_or_the_locales(monkeypatch, wish, environment, lang):
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert choose(wish) == lang


def test_a_text_without_a_translation_stays_as_it_is():
    assert translate("nl", "no such text") == "no such text"
    assert translate("nl", "") == ""
    assert translate("tlh", "hearts") == "hearts"


def test_cards_in_words():
    queen, joker = Card("QS"), Card("BJ")
    assert [Style(lang=lang).name(queen) for lang in ("en", "nl", "zh")] == [
        "queen of spades",
        "schoppenvrouw",
        "黑桃Q",
    ]
    assert Style().name(joker) == "big joker"
    assert Style(words=True).cards(Cards("2C 10H")) == "two of clubs, ten of hearts"


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        ({}, "467QA♣ 480♦ 9K♠ 6QK♥"),
        ({"ascii": True, "small_suits": True}, "467QAc 480d 9Ks 6QKh"),
        ({"spaces": False}, "467QA♣480♦9K♠6QK♥"),
        ({"grouped": False}, "4♣ 6♣ 7♣ Q♣ A♣ 4♦ 8♦ 0♦ 9♠ K♠ 6♥ Q♥ K♥"),
        ({"lowercase": True}, "467qa♣ 480♦ 9k♠ 6qk♥"),
    ],
)
def test_cards_as_heartless_wrote_them(flags, text):
    """The examples in its documentation of `Cards::text`, flag by flag."""
    style = Style(**{"heartless": True, "grouped": True, **flags})
    assert style.hand(by_suit(int(Cards("467QAC 4810D 9KS 6QKH")))) == text


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        ({}, "467QA♣ 4810♦ 9K♠ 6QK♥"),
        ({"ascii": True}, "467QAC 4810D 9KS 6QKH"),
        ({"ascii": True, "small_suits": True}, "467QAc 4810d 9Ks 6QKh"),
        ({"spaces": False}, "467QA♣4810♦9K♠6QK♥"),
        ({"grouped": False}, "4♣ 6♣ 7♣ Q♣ A♣  4♦ 8♦ 10♦  9♠ K♠  6♥ Q♥ K♥"),
        ({"lowercase": True}, "467qa♣ 4810♦ 9k♠ 6qk♥"),
    ],
)
def test_each_flag_of_a_hand_in_lines_changes_what_it_names(flags, text):
    style = Style(**{"grouped": True, **flags})
    assert style.hand(by_suit(int(Cards("467QAC 4810D 9KS 6QKH")))) == text


def test_jokers_and_cards_of_several_suits_keep_a_shared_hand_apart():
    trumps = [*Cards("3H 9H"), *Cards("2S 2D"), *Cards("LJ BJ")]
    assert Style(grouped=True).hand([trumps, list(Cards("55C"))]) == "39♥ 2♦ 2♠ LJ BJ  55♣"
    assert Style(grouped=True).hand([list(Cards("LJ LJ"))]) == "LJ LJ"


def test_cards_of_a_game_that_is_read_by_rank_do_not_share_suits():
    style, cards = Style(grouped=True), Cards("7C 7C 7D 8S 8S")
    assert style.for_game(find("luzi")).action(Action("play", cards)) == "play 7♣ 7♣ 7♦ 8♠ 8♠"
    assert style.for_game(find("shengji")).action(Action("play", cards)) == "play 77♣ 7♦ 88♠"


def test_a_ten_is_10_wherever_people_read():
    assert Style().hand(by_suit(int(Cards("467QC 10D AH")))) == "4♣ 6♣ 7♣ Q♣  10♦  A♥"
    assert Style(ascii=True, lowercase=True, spaces=False).cards(Cards("QC 10D")) == "qC10D"


def test_the_player_is_addressed():
    give = Event("give", 2, size=3)
    assert Style().event(give) == "seat 2 gives 3 cards"
    assert Style(you=2).event(give) == "you give 3 cards"
    assert Style(you=1, names=("Ann", "Bob", "Cas", "Dee")).event(give) == "Cas gives 3 cards"


def test_a_players_name_is_not_translated():
    style = Style(lang="nl", names=("hearts", "king", "two", "pass"))
    assert style.say("{seat}: {score}", seat=PlayerAt(1), score=3) == "king: 3"


def test_facts_that_are_several():
    message = Message("follow {suit}", suit=("hearts", "spades"))
    assert str(message) == Style().say(message) == "follow hearts or spades"
    message = Message("it is not your turn: waiting for {seats}", seats=[PlayerAt(0), PlayerAt(2), PlayerAt(3)])
    assert str(message) == Style().say(message) == "it is not your turn: waiting for seat 0, seat 2 and seat 3"


@pytest.mark.parametrize("lang", OTHERS)
def test_a_refusal_says_the_rule_in_the_language(lang):
    refusal = IllegalAction("follow {suit}: you hold {cards}", "3.2", suit="hearts", cards=4)
    text = Style(lang=lang).refusal(refusal)
    assert "3.2" in text
    assert translate(lang, "hearts") in text
    assert "follow" not in text
    assert Style().refusal(refusal) == str(refusal) == "follow hearts: you hold 4 (rule 3.2)"


def test_an_action_in_the_language_reads_like_the_notation():
    action = Action.read("bid 0")
    assert Style(lang="nl").action(action) == translate("nl", "bid") + " 0"


# ---- words that are typed ----

ANSWER_WORDS = {word: f"the answer {word}" for word in (*KINDS, *SYNONYMS)}
TYPED = {  # by screen: every word that can be typed there, and the command it is
    "lines": {word: word for word in (*plain.COMMANDS, *company.COMMANDS)} | plain.OTHER_NAMES | ANSWER_WORDS,
    "before a match": waiting_room.NAMES,
    "chat": {word: word for word in COMMAND_WORDS} | OTHER_WORDS,
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("screen", TYPED)
def test_command_word_of_a_language_means_no_other_command(screen, lang):
    """As Dutch "stand", the score, once gave up the chair."""
    meanings: dict[str, set[str]] = {}
    for word, command in TYPED[screen].items():
        for typed in {word, Style(lang=lang).word(word).lower()}:
            meanings.setdefault(typed, set()).add(command)
    assert {typed: commands for typed, commands in meanings.items() if len(commands) > 1} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_command_typed_without_a_blank_is_read_as_the_longest_that_fits(lang):
    style, commands = Style(lang=lang), {word: word for word in (*plain.COMMANDS, *company.COMMANDS)}
    for command in commands:
        word = style.word(command)
        assert read_command(f"{word}3" if not word.isascii() else f"{word} 3", commands, style) == (command, "3")


def test_rule_of_votes_reads_alike_in_the_page_and_elsewhere():
    assert VOTE_RULE in TOOL["page_texts"](ROOT)
