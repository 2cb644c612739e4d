"""Scripts written for heartless: what they are told, how their answers are read, and who plays when they fail."""

import stat
import sys
from pathlib import Path
from typing import Any

import pytest

import paiju
from paiju import Cards
from paiju.arena.tournament import Plan, Tournament
from paiju.bots import UnknownBot, read_bot
from paiju.bots.script import ScriptMemory, arguments
from paiju.play import play_deal

ROOT = Path(__file__).parents[2]
REPLICA = f"script:{ROOT / 'examples/bots/heartless.py'}"
HEARTS = paiju.find("hearts")
# The first deal of seed 2024, as heartless dealt it.
HANDS = "67AC 2389KAD 89S 37H", "20C 457D 0JAS 249JAH", "5JKC 0JQD 23567KS 8H", "3489QC 6D 4QS 560QKH"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts run under a keeper, which needs POSIX")


@pytest.fixture
def script(tmp_path):
    """script("echo Qs"): a bot that runs these lines of shell."""
    made = []

    def make(lines, executable=True, **limits):
        path = tmp_path / "script"
        path.write_text(f"#!/bin/sh\n{lines}\n")
        if executable:
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        made.append(read_bot(f"script:{path}", HEARTS, **{"time_ms": 60_000, **limits}))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


def first_deal(rules="hearts"):
    game, options = paiju.read_rules(rules)
    return game.start(game.first(options), [card for hand in HANDS for card in Cards(hand)])


def told(state, seat, memory=None):
    if memory is None:
        memory = ScriptMemory()
        memory.begin(state.view(seat))
    return dict(word[2:].split("=", 1) for word in arguments(state.view(seat), memory))


def test_seed_2024_is_dealt_as_heartless_dealt_it():
    setup = HEARTS.first()
    deck = HEARTS.shuffled(setup, paiju.Random(2024))
    assert HEARTS.start(setup, deck).hands == tuple(Cards(hand) for hand in HANDS)


def test_when_passing_a_script_is_told_its_hand():
    table = told(first_deal(), 1)
    assert list(table) == [
        "who", "hand", "discarded", "suit_to_follow", "round", "under_the_gun", "round_winner", "high_card",
        "my_discarding", "my_hand_score", "my_game_score", "my_suit_chars",
        "left_discarding", "left_hand_score", "left_game_score", "left_suit_chars",
        "opposite_discarding", "opposite_hand_score", "opposite_game_score", "opposite_suit_chars",
        "right_discarding", "right_hand_score", "right_game_score", "right_suit_chars",
    ]  # fmt: skip
    assert table["who"] == "1"
    assert table["hand"] == "2c0c4d5d7d0sJsAs2h4h9hJhAh"
    assert (table["suit_to_follow"], table["round"], table["under_the_gun"], table["round_winner"]) == (
        "",
        "0",
        "4",
        "4",
    )
    assert (table["discarded"], table["high_card"], table["my_discarding"]) == ("", "", "")
    assert table["right_suit_chars"] == "hsdc"


def test_in_the_first_trick_everybody_follows_clubs():
    state = first_deal("hearts:passing=off")
    assert told(state, 1)["suit_to_follow"] == "club"
    assert told(state, 1)["under_the_gun"] == "1"
    state.apply(1, paiju.Action.read("play 2C"))
    table = told(state, 2)
    assert (table["round"], table["suit_to_follow"], table["under_the_gun"]) == ("1", "club", "1")
    assert (table["round_winner"], table["high_card"], table["left_discarding"]) == ("1", "2c", "2c")
    assert table["discarded"] == "2c"


def test_scores_and_voids_are_told_as_they_show():
    """Two tricks in which everybody follows; in the third, diamonds, seat 3 is out of them."""
    state = first_deal("hearts:passing=off")
    memory = ScriptMemory()
    memory.begin(state.view(0))
    for line in (
        "1 play 2C", "2 play KC", "3 play QC", "0 play AC",
        "0 play 2D", "1 play 4D", "2 play QD", "3 play 6D",
        "2 play 10D", "3 play QS", "0 play KD", "1 play 5D",
    ):  # fmt: skip
        seat, action = line.split(" ", 1)
        for event in state.apply(int(seat), paiju.Action.read(action)):
            memory.see(event.to(0))
    table = told(state, 0, memory)
    assert table["right_suit_chars"] == "hsc"
    assert table["my_suit_chars"] == "hsdc"
    assert (table["my_hand_score"], table["round"], table["under_the_gun"]) == ("13", "4", "0")
    assert (table["round_winner"], table["suit_to_follow"], table["my_discarding"]) == ("4", "", "")
    memory.begin(HEARTS.start(HEARTS.first().next(), HEARTS.deck(HEARTS.first())).view(0))
    assert memory.last_winner == 0
    assert memory.suits_left(3) == "hsdc"


def test_the_replica_plays_the_first_deals_of_seed_2024_as_heartless_did():
    """B.5, HE-46: the totals after two deals."""
    bots: list[Any] = [read_bot(REPLICA, HEARTS, time_ms=60_000) for _ in range(4)]
    setup, rng = HEARTS.first(), paiju.Random(2024)
    for totals in ((0, 14, 0, 12), (3, 23, 0, 26)):
        setup = HEARTS.after(setup, play_deal(setup, HEARTS.shuffled(setup, rng), bots, rng))
        assert setup.standing == totals
    for bot in bots:
        assert not bot.complaints
        bot.close()


def test_the_replica_decides_as_the_built_in_ai():
    try:
        native = read_bot("heartless", HEARTS)
    except UnknownBot as error:
        pytest.skip(str(error))
    bots = [read_bot(REPLICA, HEARTS, time_ms=60_000) for _ in range(4)]
    setup, rng = HEARTS.first(), paiju.Random(5)
    state = HEARTS.start(setup, HEARTS.shuffled(setup, rng))
    for seat, bot in enumerate(bots):
        bot.begin(state.view(seat))
    while not state.is_over:
        seat = state.waiting()[0]
        action = bots[seat](state.view(seat), rng)
        assert action == native(state.view(seat), rng)
        events = state.apply(seat, action)
        for listener, bot in enumerate(bots):
            bot.see(listener, [event.to(listener) for event in events])
    for bot in bots:
        bot.close()


@pytest.mark.parametrize(
    ("answer", "cards"),
    [("Jsah 2c", "2C JS AH"), ("  0jas\n", "10S JS AS"), ("9c 20c 4h", "2C 10C 4H"), ("0s0c7", "7D 10C 10S")],
)
def test_answers_are_read_as_heartless_read_them(script, answer, cards):
    """Either case, a suit for several ranks, cards not held dropped, a suit left out where the hand makes it clear."""
    bot = script(f"printf '%s' '{answer}'")
    assert bot(first_deal().view(1), paiju.Random(1)).cards == Cards(cards)
    assert not bot.complaints


@pytest.mark.parametrize(
    ("lines", "kind", "sentence"),
    [
        ("echo trouble >&2; exit 3", "crash", "it ended with status 3: trouble"),
        ("kill -SEGV $$", "crash", "SIGSEGV"),
        ("true", "answer", "it answered nothing"),
        ("echo Xs", "answer", "'X' is no part of a card"),
        ("echo 20c", "answer", "give 3 cards, not 2"),
        ("printf '\\377\\376'", "answer", "no part of a card"),
        ("yes", "protocol", "it babbles"),
    ],
)
def test_whatever_goes_wrong_is_told_once_and_the_built_in_ai_plays(script, capsys, lines, kind, sentence):
    bot, state = script(lines), first_deal()
    for _ in range(2):
        state.check(1, bot(state.view(1), paiju.Random(1)))
    assert bot.complaints == {kind: 2}
    told = capsys.readouterr().err
    assert told.count(sentence) == 1
    assert "the built-in AI plays instead" in told


def test_a_card_against_the_rules_is_not_played(script):
    bot, state = script("echo Ah"), first_deal("hearts:passing=off")
    assert str(bot(state.view(1), paiju.Random(1))) == "play 2C"
    assert bot.complaints == {"answer": 1}


def test_a_script_that_is_not_executable_is_no_bot(script):
    with pytest.raises(UnknownBot, match=r"is not executable: chmod \+x"):
        script("echo Qs", executable=False)


def test_four_of_a_kind_tell_their_trouble_once(script, capsys):
    state = first_deal()
    for seat in range(4):
        state.check(seat, script("echo Xs")(state.view(seat), paiju.Random(1)))
    assert capsys.readouterr().err.count("the built-in AI plays instead") == 1


def test_in_the_arena_nobody_plays_for_a_script(tmp_path):
    """A tournament measures the script, so its trouble is a failure there, with reason and seat."""
    path = tmp_path / "nonsense"
    path.write_text("#!/bin/sh\necho Xs\n")
    path.chmod(0o755)
    tournament = Tournament(Plan("hearts", (f"script:{path}", "random"), timeout=60.0))
    line = tournament.play([0]).lines[0]
    tournament.close()
    assert '"answer", "it answered \'Xs\'' in line


def test_a_program_that_waits_for_lines_is_told_its_right_name(script, capsys):
    """It finds its input closed, so nobody waits for the time to be over."""
    bot, state = script("while read line; do echo ok; done"), first_deal()
    state.check(1, bot(state.view(1), paiju.Random(1)))
    assert bot.complaints == {"answer": 1}
    assert "a program that speaks the line protocol is process:PATH" in capsys.readouterr().err


def test_a_slow_script_is_ended(script, capsys):
    bot, state = script("sleep 1000", time_ms=200), first_deal()
    state.check(1, bot(state.view(1), paiju.Random(1)))
    assert bot.complaints == {"timeout": 1}
    assert "no answer within 200 ms" in capsys.readouterr().err


def test_scripts_play_hearts_only():
    with pytest.raises(UnknownBot, match="a script plays hearts, not luzi"):
        read_bot(REPLICA, paiju.find("luzi"))
    with pytest.raises(UnknownBot, match="there is no script"):
        read_bot("script:./nowhere", HEARTS)


def test_at_a_table_of_five_the_built_in_ai_plays_for_a_script(script, capsys):
    game, options = paiju.read_rules("hearts:players=5,passing=off")
    setup = game.first(options)
    state, bot = game.start(setup, game.shuffled(setup, paiju.Random(1))), script("echo 2c")
    state.check(state.seat, bot(state.view(state.seat), paiju.Random(1)))
    assert bot.complaints == {"answer": 1}
    assert "scripts know four seats" in capsys.readouterr().err
