"""The program in a real (pseudo-)terminal: Ctrl-C, a closed window, a kill, a paste, and going on afterwards."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from paiju.cli import main
main()
"""
HAND = "choose 3 cards"


class Terminal:
    """A window with the program in it."""

    def __init__(self, home, *arguments: str, size: tuple[int, int] = (80, 24)):
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (size[1], size[0]))
        env = os.environ | {
            "TERM": "xterm-256color",
            "XDG_DATA_HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "LANG": "C.UTF-8",
        }
        command = [sys.executable, "-c", START, "play", *arguments]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
        )
        os.close(slave)
        self.seen = ""

    def read(self, seconds: float = 0.05) -> None:
        with contextlib.suppress(OSError):
            if select.select([self.master], [], [], seconds)[0]:
                self.seen += os.read(self.master, 1 << 16).decode(errors="replace")

    def until(self, text: str, seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} never came: {self.seen[-3000:]!r}"
            self.read()

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def ended(self, seconds: float = 20) -> int:
        """The exit code; what is still written is read, or the program could not end."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, "the program does not end"
            self.read() if self.master >= 0 else time.sleep(0.05)
        if self.master >= 0:
            for _ in range(5):
                self.read(0.02)
        return self.process.returncode

    def close(self) -> None:
        """The window is closed."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


@pytest.fixture
def open_terminal(tmp_path):
    terminals: list[Terminal] = []

    def opened(*arguments: str) -> Terminal:
        terminals.append(Terminal(tmp_path, *arguments))
        return terminals[-1]

    yield opened
    for terminal in terminals:
        terminal.process.kill()
        terminal.process.wait()
        terminal.close()


def begun(open_terminal) -> Terminal:
    """A match of which the first answer has been given."""
    terminal = open_terminal("hearts", "--seed", "1", "--bot", "steady", "--impatient")
    terminal.until(HAND)
    terminal.type("\t\r")
    terminal.until("choose one card")
    return terminal


def test_ctrl_c_leaves_and_says_how_to_go_on(open_terminal):
    terminal = begun(open_terminal)
    terminal.type("\x03")
    assert terminal.ended() == 0
    assert "paiju play --resume" in terminal.seen
    assert "\x1b[?1049l" in terminal.seen  # the screen is as it was
    again = open_terminal("--resume")
    again.until("choose one card")


def test_the_menu_honours_the_command_line(open_terminal):
    terminal = open_terminal("--bot", "hard", "--seed", "77", "--name", "Zoe", "--people", "2")
    terminal.until("choose a game")
    terminal.until("hard")
    terminal.until("77")
    for _ in range(100):
        if "Zoe" in terminal.seen:
            return
        terminal.type("\r")
        terminal.read(0.2)
    raise AssertionError("nobody called Zoe sat down")


@pytest.mark.parametrize("words", [["--record", "x.paiju"], ["--count", "2"], ["hearts", "--me", "steady"]])
def test_what_the_screen_cannot_do_is_refused(open_terminal, words, tmp_path):
    terminal = open_terminal(*words)
    assert terminal.ended() == 2
    assert f"Error: {words[-2]}" in terminal.seen


@pytest.mark.parametrize("hangup", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_closed_window_ends_the_program(open_terminal, hangup):
    """Also one that was started, as by nohup, to stay when its window goes."""
    before = signal.signal(signal.SIGHUP, hangup)
    try:
        terminal = begun(open_terminal)
    finally:
        signal.signal(signal.SIGHUP, before)
    terminal.close()
    terminal.ended()
    open_terminal("--resume").until("choose one card")


def test_a_killed_program_has_lost_nothing(open_terminal):
    terminal = begun(open_terminal)
    terminal.process.send_signal(signal.SIGKILL)
    terminal.ended()
    open_terminal("--resume").until("choose one card")


@pytest.mark.parametrize("paste", ["\x1b[200~" + "Q♠ x" * 2500 + "\x1b[201~", "ß" * 10_000])
def test_ten_thousand_characters_at_once_hang_nothing(open_terminal, paste):
    """With the brackets a terminal puts around a paste, and without."""
    terminal = open_terminal("hearts", "--seed", "1", "--bot", "steady", "--impatient")
    terminal.until(HAND)
    os.set_blocking(terminal.master, False)
    data = paste.encode()
    while data:
        with contextlib.suppress(BlockingIOError):
            data = data[os.write(terminal.master, data[:1024]) :]
        terminal.read(0)
    terminal.seen = ""
    terminal.type("\x1b[17~")  # F6
    terminal.until("Settings")
    terminal.type("\x03")
    assert terminal.ended() == 0
