"""A first deal explained: what is told, when, and that the chosen deal has it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from test_cli import paiju

from paiju.bots import read_bot
from paiju.bots.native import house_bot
from paiju.chairs import Chair
from paiju.core.chance import Random
from paiju.core.lesson import RESULT, START
from paiju.core.words import EVENTS, Action
from paiju.exercises import make_exercise
from paiju.games import BUILT_IN, find, load, read_rules
from paiju.languages import LANGUAGES
from paiju.news import News
from paiju.rulebook import paragraphs, rule_lines
from paiju.table import Table
from paiju.teaching import LessonDoor, lesson_of
from paiju.timing import HASTY

SEVENS = load(Path(__file__).parent.parent / "examples" / "sevens.py").name
# Steps for moments that not every deal has.
RARE = {"throw_fails", "last_call", "consent"}


def learnt(name: str, lang: str = "en", seed: int | None = None, deals: int = 1) -> tuple[list[News], set[str]]:
    """What somebody hears who plays as the house's bot does, and which steps were told; up to the result of a deal."""
    game = find(name)
    seats = game.first().seats
    chairs = [Chair("Ann"), *(Chair(f"b{seat}", house_bot(game)) for seat in range(1, seats))]
    seed = game.lesson.seed if seed is None else seed
    table = Table(game, game.Options(), chairs, seed, HASTY, practice=True)
    door, heard, rng = LessonDoor(table, 0, lang), list[News](), Random(1)
    bot = read_bot(house_bot(game), game)

    async def sit() -> None:
        async with asyncio.timeout(60):
            async for news in door.hear():
                heard.append(news)
                if news.kind == "result" and len(table.results) == deals:
                    return await door.leave()
                if news.kind == "result":
                    await door.go_on()
                elif news.scene.asks and news.number == table.room.numbers[0]:
                    view = table.view(0)
                    await door.answer(bot(view, rng) if view.asks(0) else Action("pass"))

    asyncio.run(sit())
    return heard, door.teacher.told


@pytest.mark.parametrize("name", [*BUILT_IN, SEVENS])
def test_every_step_is_of_a_moment_there_is_and_cites_rules_there_are(name):
    game = find(name)
    moments = {START, RESULT, *game.State.phases, *game.events, *EVENTS}
    steps = lesson_of(game, game.Options()).steps
    assert steps.keys() <= moments
    for lang in LANGUAGES:
        numbers = {part.number for part in paragraphs(rule_lines(game, game.Options(), lang)) if part.kind == "rule"}
        assert numbers.issuperset(rule for step in steps.values() for rule in step.rules)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_chosen_deal_has_all_that_is_told_of(name):
    heard, told = learnt(name)
    assert told.issuperset(find(name).lesson.steps.keys() - RARE)
    assert heard[0].lesson
    assert "first deal" in str(heard[-1].lesson[-1])


@pytest.mark.parametrize(
    ("rules", "told", "untold"),
    [
        ("gongzhu", "with a pair if you hold one", "partners"),
        ("gongzhu:traditional", "Everybody plays one card;", "pair"),
        ("gongzhu:traditional,partners", "You and the player opposite are partners", "pair"),
        ("gongzhu:ten=steps", "counts more", "counts double."),
        ("hearts:omnibus", "the jack of diamonds", "pair"),
        ("poepen", "The card turned up", "There is no trump"),
        ("poepen:trump=none", "There is no trump", "A trump beats"),
        ("poepen:trump=sdch", "A trump beats", "turned up"),
        ("poepen:no_trump=peak", "The rounds with the most cards have no trump", "turned up"),
        ("poepen:oh_hell", "bring the most points", "only exactly"),
        ("shengji:pair_duty=off", "of the same suit as far as they can.", "pairs to pairs"),
        ("luzi:promotion=off", "a joker stands for any card", "above the ace"),
    ],
)
def test_what_is_told_is_true_for_the_options_in_force(rules, told, untold):
    steps = lesson_of(*read_rules(rules)).steps.values()
    said = " ".join(str(sentence) for step in steps for sentence in step.says)
    assert told in said
    assert untold not in said


def test_a_game_from_outside_begins_with_what_it_is_about_and_its_rules():
    heard, _ = learnt(SEVENS)
    first = next(news.lesson for news in heard if news.lesson)
    assert str(first[0]) == "Sevens: build rows up and down from the sevens; be rid of your cards first"
    assert [str(line) for line in first if str(line).startswith("rule 2.1: Play one card: a seven")]


def test_each_step_is_told_once_and_nothing_after_the_first_deal():
    heard, _ = learnt("poepen", deals=2)
    over = next(i for i, news in enumerate(heard) if news.kind == "result")
    said = [str(line) for news in heard[: over + 1] for line in news.lesson]
    game = find("poepen")
    steps = [lesson_of(game, game.Options()).steps[moment] for moment in game.lesson.steps]
    assert all(said.count(str(sentence)) == 1 for step in steps for sentence in step.says)
    assert not any(news.lesson for news in heard[over + 1 :])


def test_the_first_question_comes_with_a_good_answer():
    heard, _ = learnt("hearts")
    asked = next(news for news in heard if news.scene.is_asked)
    assert any(str(line).startswith("A good answer now: give ") for line in asked.lesson)


def typed(*lines, rules="hearts", more=()):
    return paiju("learn", rules, "--exercises", "--seed", "3", *more, text="\n".join(lines))


def allowed_in(name, seed):
    made = make_exercise(find(name), find(name).Options(), seed)
    assert made is not None
    return [str(number) for number, each in enumerate(made.answers, 1) if each.refusal is None], made


@pytest.mark.parametrize("name", BUILT_IN)
def test_exercises_in_lines_tell_right_from_wrong_and_cite_the_rule(name):
    first, _ = allowed_in(name, 3)
    second, made = allowed_in(name, 4)
    wrong = next(number for number, each in enumerate(made.answers, 1) if each.refusal is not None)
    told = typed(" ".join(first), "", f"{' '.join(second)},{wrong}", "exit", rules=name)
    right, _, missed = told.partition("1 of 1 right")
    assert "Right!" in right
    assert "thought otherwise" not in right
    assert "Not quite." in missed
    line = next(line for line in missed.splitlines() if "thought otherwise" in line)
    assert line.startswith(f"{wrong:>2}  ")
    refusal = made.answers[wrong - 1].refusal
    assert refusal is not None
    assert line.endswith(f"(rule {refusal.rule})")
    assert missed.rstrip().splitlines()[-2] == "1 of 2 right"


def test_exercises_in_lines_take_only_numbers_that_are_there():
    told = typed("", "x", "0", "7", "1 99", "٣", "9" * 3000, "rules 3.2", "rules 99", "1", "quit")
    assert told.count("some of the numbers from 1 to 4") == 7
    assert "3.2 The others follow in turn with one card each." in told
    assert "there is no rule 99" in told
    assert "of 1 right" in told


def test_exercises_are_spoken_in_the_language_of_who_asks():
    assert "Wat hiervan mag je nu doen?" in typed("regels 3", "stop", more=["-l", "nl"])
    assert "以下哪些是你现在可以做的" in typed("退出", rules="拱猪", more=["-l", "zh"])


def test_end_of_a_lesson_leads_to_the_exercises():
    told = paiju("learn", "tractor", "--plain", text="exit\n")
    assert told.splitlines()[-1] == "now exercises: paiju learn shengji --exercises"
    assert "--seed goes with --exercises" in paiju("learn", "hearts", "--seed", "3", code=2)
