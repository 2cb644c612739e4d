"""Automatic mode: whole matches between bots, and the line heartless closed with."""

import hashlib
import re
import shlex
import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest
from pseudo_terminal import Terminal
from random_play import every_game, rule_sets

from paiju.automatic import automatic, invite, named_seats, seated, statistics_text, usual_bot
from paiju.games import find, read_rules
from paiju.show import Style


def paiju(*words: str, code: int = 0) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "paiju.cli", "play", *words], capture_output=True, encoding="utf-8", timeout=120
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    return run.stdout if code == 0 else run.stderr


def standings(rules, *texts, seed=1, matches=2, complain=print):
    game, options = read_rules(rules)
    return [setup.standing for setup in islice(automatic(game, options, texts, seed, complain), matches)]


def test_the_match_heartless_stored():
    line = "Statistics: YOU won 1, LEFT won 0, OPPOSITE won 0, RIGHT won 0.\n"
    assert paiju("hearts", "--automatic", "--seed", "2024") == line


def test_the_seed_runs_on_from_match_to_match():
    """Two matches of one run differ; the same run again gives the same two."""
    both = standings("hearts", *[None] * 4, seed=2024)
    assert both[0] == (40, 106, 88, 104)
    assert both[0] != both[1]
    assert standings("hearts", *[None] * 4, seed=2024) == both


def test_what_bots_draw_does_not_change_the_deals(tmp_path):
    """The same answers from a Python file that also rolls a die: the second match is still the same."""
    path = tmp_path / "twin.py"
    path.write_text(
        "from paiju.bots import read_bot\nfrom paiju.games import find\nbot = read_bot('heartless', find('hearts'))\n"
        "def play(view, rng):\n    rng.below(6)\n    return bot(view, rng)\n"
    )
    assert standings("hearts", str(path), *[None] * 3, seed=2024) == standings("hearts", *[None] * 4, seed=2024)


@pytest.mark.parametrize(
    ("wishes", "table"),
    [
        ({}, [None, None, None, None]),
        ({"all": "a"}, ["a", "a", "a", "a"]),
        ({"others": "o"}, [None, "o", "o", "o"]),
        ({"all": "a", "others": "o", "left": "l"}, ["a", "l", "o", "o"]),
        ({"me": "m", "opposite": "p", "right": "r"}, ["m", None, "p", "r"]),
    ],
)
def test_who_sits_where(wishes, table):
    assert seated(4, wishes) == table


@pytest.mark.parametrize(
    ("seats", "named"),
    [
        (1, {"me": 0}),
        (2, {"me": 0, "left": 1, "right": 1}),
        (3, {"me": 0, "left": 1, "right": 2}),
        (5, {"me": 0, "left": 1, "right": 4}),
    ],
)
def test_other_tables(seats, named):
    assert named_seats(seats) == named


def test_of_two_the_other_sits_left_and_right():
    assert seated(2, {"right": "r"}) == [None, "r"]


def test_nobody_sits_opposite_among_three():
    with pytest.raises(ValueError, match="nobody sits opposite"):
        seated(3, {"opposite": "p"})


def test_the_usual_bot():
    assert usual_bot(find("hearts")) == "heartless"
    for name in every_game():
        assert invite(None, find(name)).name == usual_bot(find(name))


@pytest.mark.parametrize("name", every_game())
def test_every_game_has_an_automatic_mode(name):
    for rules in rule_sets(name)[:2]:
        game, options = read_rules(rules)
        seats = game.first(options).seats
        setup = next(automatic(game, options, ["random"] * seats, 3, print))
        assert len(setup.standing) == seats


def test_statistics_of_a_shared_win():
    assert statistics_text([3, 1, 0]) == "Statistics: YOU won 3, LEFT won 1, RIGHT won 0."
    named = Style(names=("Ann", "Bo", "Ada"))
    assert statistics_text([3, 1, 0], named) == "Statistics: Ann won 3, Bo won 1, Ada won 0."


def test_who_plays_alone_without_a_name_is_you_in_every_language():
    assert statistics_text([1, 0], Style(names=("You", "Ada"), lang="zh")) == "统计：你赢1场，Ada赢0场。"


DEAF = """
from paiju.play import Bot, BotFailure
class BOT(Bot):
    def begin(self, view): raise BotFailure('crash', 'at the beginning')
    def __call__(self, view, rng): raise BotFailure('crash', 'not running')
"""


@pytest.mark.parametrize("text", ["failing.py", "raising.py", "deaf.py", "cheating.py"])
def test_a_bot_that_fails_is_reported_and_helped(tmp_path, text):
    """As in heartless: the usual player's choice is used instead, so the match is the one it would have played."""
    body = {
        "failing.py": "from paiju.play import BotFailure\ndef play(view, rng): raise BotFailure('crash', 'enough')\n",
        "raising.py": "def play(view, rng): raise KeyError('enough')\n",
        "deaf.py": DEAF,
        "cheating.py": "from paiju import Action\ndef play(view, rng): return Action('play', '')\n",
    }[text]
    path = tmp_path / text
    path.write_text(body)
    heard = Counter()
    found = standings(
        "hearts", str(path), *[None] * 3, seed=2024, matches=1, complain=lambda line: heard.update([line])
    )
    assert found == [(40, 106, 88, 104)]
    helped = sum(count for line, count in heard.items() if "heartless answers instead" in line)
    assert helped == 13 * 14 - 3  # thirteen deals, three of them without a pass
    assert sum(heard.values()) == helped + (13 if text == "deaf.py" else 0)  # deaf once a deal


def test_a_python_file_that_thinks_too_long_is_interrupted(tmp_path):
    path = tmp_path / "slow.py"
    path.write_text("import time\ndef play(view, rng):\n    try: time.sleep(1000)\n    except Exception: pass\n")
    game, options = read_rules("hearts:target=5,passing=off")
    heard = []
    next(automatic(game, options, [str(path), *[None] * 3], 1, heard.append, time_ms=20))
    assert heard[0] == f"{path}, seat 0: no answer within 20 ms; heartless answers instead"


def test_an_unknown_bot_is_a_sentence():
    assert "there is no bot 'nobody'" in paiju("hearts", "--automatic", "--left", "nobody", code=1)


def test_options_of_the_command():
    line = paiju(
        "hearts:target=20", "--automatic", "--count", "3", "--seed", "5", "--others", "random", "--me", "steady"
    )
    assert line.startswith("Statistics: YOU won ")
    words = paiju("poepen:players=3", "--automatic", "--count", "2", "--seed", "5", "--all", "random").split()
    assert words[1:3] == ["YOU", "won"]
    assert "OPPOSITE" not in words


@pytest.mark.parametrize("limit", [(), ("--timeout", "60000")])
def test_an_executable_is_a_script_and_may_be_given_a_time(tmp_path, limit):
    """One that answers nonsense is helped by the built-in player, so the match is the one heartless stored."""
    path = tmp_path / "nonsense"
    path.write_text("#!/bin/sh\necho nonsense\n")
    path.chmod(0o755)
    line = paiju("hearts", "--automatic", "--seed", "2024", "--right", str(path), *limit)
    assert line == "Statistics: YOU won 1, LEFT won 0, OPPOSITE won 0, RIGHT won 0.\n"


@pytest.mark.parametrize("words", [("--automatic", "--me"), ("--me",), ("--left",)])
@pytest.mark.parametrize("name", ["bot", "my bot"])
def test_a_path_that_may_not_be_run_is_refused_with_the_chmod_it_needs(tmp_path, words, name):
    path = tmp_path / name
    path.write_text("#!/bin/sh\n")
    refusal = paiju("hearts", "--plain", *words, str(path), code=1)
    assert refusal == f"Error: {path} is not executable: chmod +x {shlex.quote(str(path))}\n"


@pytest.fixture
def terminal_with(tmp_path):
    opened = []

    def open_terminal(*words):
        opened.append(Terminal(tmp_path, "play", "hearts:target=10", "--automatic", "--seed", "1", *words))
        return opened[-1]

    yield open_terminal
    for terminal in opened:
        terminal.kill()


def test_progress_of_automatic_matches_is_shown_on_a_terminal(terminal_with):
    terminal = terminal_with("--count", "3")
    terminal.until("Statistics: ")
    assert re.search(r"matches .* 0/3", terminal.seen)
    assert re.search(r"matches .* 3/3", terminal.seen)
    assert terminal.ended() == 0


def test_progress_of_automatic_matches_stays_out_of_a_pipe():
    words = ("play", "hearts", "--automatic", "--count", "3", "--seed", "1")
    run = subprocess.run([sys.executable, "-m", "paiju.cli", *words], capture_output=True, encoding="utf-8")
    assert (run.stderr, run.stdout.count("\n")) == ("", 1)


@pytest.mark.parametrize("bots", [(), ("--others", "search:ms=1")])
def test_ctrl_c_during_automatic_matches_prints_the_statistics_so_far(terminal_with, bots):
    terminal = terminal_with("--count", "1000000", *bots)
    terminal.until("/1000000  ")  # the time left is known once a match is over
    terminal.type("\x03")
    terminal.until("Statistics: ")
    assert terminal.ended() == 0
    line = terminal.seen.replace("\r", "").splitlines()[-1]
    assert sum(map(int, re.findall(r"won (\d+)", line))) > 0


# heartless/output/out-seed_2024 of github.com/oooutlk/heartless, which its own test compares with: 108288 bytes.
STORED = "86c3fd8b287716b13fcf8ed6c18cbbf7ddbeca92119e400d801461a2d5964694"


def test_the_transcript_heartless_stored_byte_by_byte():
    told = paiju("hearts", "--automatic", "--ascii-suit", "--seed", "2024")
    assert told.startswith("Press enter to start...\n= 67Ac 2389KAd 89s 37h\nPass 3 cards to left, e.g. Ac KAd\n")
    assert hashlib.sha256(told.encode()).hexdigest() == STORED


def test_heartless_had_no_words_for_other_games():
    assert "no words for poepen" in paiju("poepen", "--automatic", "--ascii-suit", code=2)
