"""Other people's Python in this process: whatever it does is one sentence that says who, where and why."""

import subprocess
import sys

import pytest

import paiju
from paiju.bots import read_bot
from paiju.bots.guard import Guarded, alarm, interruptible
from paiju.play import BotFailure

HEARTS = paiju.find("hearts")
BODIES = {
    "return 1 / 0": "ZeroDivisionError: division by zero (bot.py, line 4)",
    "return random.choice([])": "IndexError: Cannot choose from an empty sequence (bot.py, line 4)",  # not in random.py
    "raise BotFailure('memory')": "memory",
    "raise SystemExit(3)": "SystemExit: 3 (bot.py, line 4)",
    "return Action.read('play 2C')": "play 2C: you cannot play now: give",
    "return None": "that is not an action: None",
}


def bot_file(folder, body):
    path = folder / "bot.py"
    path.write_text(
        f"import random\nfrom paiju import Action\nfrom paiju.play import BotFailure\ndef play(view, rng): {body}\n"
    )
    return str(path)


def first_view():
    setup = HEARTS.first()
    return HEARTS.start(setup, HEARTS.shuffled(setup, paiju.Random(1))).view(2)


@pytest.mark.parametrize("body", BODIES)
def test_what_went_wrong_and_where(tmp_path, body):
    bot = Guarded(read_bot(bot_file(tmp_path, body), HEARTS), "./bot.py")
    with pytest.raises(BotFailure) as caught:
        bot(first_view(), paiju.Random(1))
    assert caught.value.detail == f"./bot.py, seat 2: {BODIES[body]}"


@pytest.mark.parametrize(
    "body",
    [
        r"raise RuntimeError('\x1b[2J\x1b[31mHACK\r\n\x07' + 9000 * 'ha')",
        r"raise BotFailure('crash', '\x1b[2J\x9b31m\u202e' + 9000 * 'ha')",
        r"raise BotFailure('\x1b[2J' + 9000 * 'ha')",
        r"raise type('\x1b[2J', (Exception,), {'__str__': lambda self: 1 / 0})",
        r"return '\x1b[2J' + 9000 * 'ha'",
    ],
)
def test_what_a_bot_says_is_one_line_that_cannot_harm_a_terminal(tmp_path, body):
    bot = Guarded(read_bot(bot_file(tmp_path, body), HEARTS), "./bot.py")
    with pytest.raises(BotFailure) as caught:
        bot(first_view(), paiju.Random(1))
    assert caught.value.detail.startswith("./bot.py, seat 2: ")
    for text in (caught.value.detail, caught.value.reason):
        assert text.isprintable()
        assert len(text) <= 300


@pytest.mark.skipif(not interruptible(), reason="needs POSIX timers")
def test_a_bot_is_interrupted(tmp_path):
    bot = Guarded(read_bot(bot_file(tmp_path, "\n    while True: pass"), HEARTS), "bot", seconds=0.02)
    with pytest.raises(BotFailure, match="bot, seat 2: no answer within 20 ms"):
        bot(first_view(), paiju.Random(1))


def test_no_alarm_without_seconds():
    with alarm(0):
        pass


@pytest.mark.parametrize("body", ["return 1 / 0", "return Action.read('play 2C')"])
def test_watch_ends_with_one_sentence(tmp_path, body):
    path = bot_file(tmp_path, body)
    command = [sys.executable, "-m", "paiju.cli", "watch", "hearts", "--bot", path]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120)
    assert run.returncode == 1
    assert run.stderr == f"Error: {path}, seat 0: {BODIES[body]}\n"
