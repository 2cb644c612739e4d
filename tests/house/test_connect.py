"""Network bots: `paiju connect` as a process at a real server, beside people and other bots."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from house_client import Guest, ServerProcess, bot_account
from sitting import Sitting

OPEN = ("messages_a_second=5000", "requests_a_second=5000", "guests_a_minute=5000")
ROBOT = Path(__file__).parent.parent.parent / "examples" / "bots"


class Connected:
    """`paiju connect` in a process of its own."""

    def __init__(self, token, *words):
        environment = {**os.environ, "PAIJU_TOKEN": token}
        command = [sys.executable, "-m", "paiju.cli", "connect", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)

    def until(self, words):
        said = []
        for line in self.process.stdout or ():
            said.append(line)
            if words in line:
                return "".join(said)
        raise AssertionError(f"'{words}' was never said: {said}")


@pytest.mark.parametrize("bot", ["search:worlds=2", f"process:{ROBOT / 'simple.py'}"])
def test_a_bot_and_a_person_in_lines_play_a_match(tmp_path, bot):
    """The person opens a table with a chair for the bot; the bot answers every question by what it sees."""
    token = bot_account(tmp_path)
    with ServerProcess(tmp_path, *OPEN) as server:
        words = ("hearts:target=1", "--at", server.url, "--people", "2", "--bot", "steady", "--plain", "--impatient")
        with Sitting(tmp_path, *words) as ann:
            table = re.findall(r"http://\S+/t/\w+", ann.until("/t/"))[0]
            with Connected(token, table, "--bot", bot) as robot:
                ann.until("Robot: ready")
                ann.type("")
                ann.play()
                said = robot.until("the match is over")
                assert robot.process.wait(30) == 0
            assert ann.code() == 0
            assert "Robot plays" in ann.text
            assert "refused" not in said
            assert "answers" not in said


def test_at_several_tables_through_a_killed_server(tmp_path):
    """It finds the tables by itself, waits for the server to come back, and plays all of them to their end."""
    token = bot_account(tmp_path)

    async def open_tables(url):
        async with Guest(url, "Ann") as ann:
            chairs = [{"kind": "bot", "text": "steady"}] * 3 + [{"kind": "open"}]
            wish = {"rules": "shengji:deals=1", "pace": "days", "chairs": chairs, "sits": False}
            return [(await ann.post("/tables", **wish))["table"] for _ in range(2)]

    words = ("--bot", "steady", "--tables", "2")
    with ServerProcess(tmp_path, *OPEN) as server, Connected(token, server.url, *words) as robot:
        robot.until("as Robot (bot)")
        tables = asyncio.run(open_tables(server.url))
        robot.until("sat down")
        server.kill(signal.SIGKILL)
        server.start()
        said = robot.until("the match is over") + robot.until("the match is over")
        assert all(table in said for table in tables)


@pytest.mark.parametrize(
    ("words", "token", "says"),
    [
        (["localhost:1"], "", "a bot needs a token"),
        (["ftp://x"], "t", "cannot be an address"),
        (["http://a.example", "http://b.example"], "t", "several houses"),
        (["localhost:1", "--bot", "nobody"], "t", "there is no bot 'nobody'"),
        (["localhost:1", "--bot", "search:haste=1"], "t", "search has no setting 'haste'"),
        (["localhost:1", "--bot", "heartless", "--game", "shengji"], "t", "heartless plays hearts"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(words, token, says):
    with Connected(token, *words) as robot:
        assert says in robot.until(says)
        assert robot.process.wait(30) == 1


def test_a_token_that_is_none_is_refused_at_once(tmp_path):
    with ServerProcess(tmp_path, *OPEN) as server, Connected("bot_wrong", server.url) as robot:
        robot.until("this token is not valid")
        assert robot.process.wait(30) == 1


def test_a_bot_that_plays_some_games_says_once_where_it_plays_none(tmp_path):
    """A table of another game is let be, and one of its own found."""
    token = bot_account(tmp_path)

    async def open_table(url, rules):
        async with Guest(url, "Ann") as ann:
            chairs = [{"kind": "bot", "text": "steady"}] * 3 + [{"kind": "open"}]
            return (await ann.post("/tables", rules=rules, pace="days", chairs=chairs, sits=False))["table"]

    with ServerProcess(tmp_path, *OPEN) as server:
        other = asyncio.run(open_table(server.url, "shengji:deals=1"))
        with Connected(token, server.url, "--bot", "heartless") as robot:
            robot.until("heartless plays hearts, not shengji")
            asyncio.run(open_table(server.url, "hearts:target=1"))
            assert other not in robot.until("the match is over")
