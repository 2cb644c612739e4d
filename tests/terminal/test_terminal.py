"""The program in a real (pseudo-)terminal: Ctrl-C, a closed window, a kill, a paste, and going on afterwards."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import Any

import pytest
from pseudo_terminal import Terminal

HAND = "choose 3 cards"


@pytest.fixture
def open_terminal(tmp_path):
    terminals: list[Terminal] = []

    def opened(*arguments: str, **more: Any) -> Terminal:
        terminals.append(Terminal(tmp_path, "play", *arguments, **more))
        return terminals[-1]

    yield opened
    for terminal in terminals:
        terminal.kill()


def begun(open_terminal, **more: Any) -> Terminal:
    """A match of which the first answer has been given."""
    terminal = open_terminal("hearts", "--seed", "1", "--bot", "steady", "--impatient", **more)
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


def test_closed_window_ends_a_program_whose_parent_takes_the_hangup(open_terminal):
    terminal = begun(open_terminal, under_parent=True)
    terminal.close()
    terminal.ended()
    open_terminal("--resume").until("choose one card")


def test_closed_window_ends_the_menu_whose_parent_takes_the_hangup(open_terminal):
    terminal = open_terminal(under_parent=True)
    terminal.until("choose a game")
    terminal.close()
    terminal.ended()


def test_closed_window_ends_lines_whose_parent_takes_the_hangup(open_terminal, tmp_path):
    kept = tmp_path / "kept.paiju"
    words = ("hearts", "--plain", "--seed", "1", "--bot", "steady", "--impatient", "--record", str(kept))
    terminal = open_terminal(*words, under_parent=True)
    terminal.until("give 3 cards")
    terminal.close()
    terminal.ended()
    assert kept.read_text()
    open_terminal("--resume", "--plain").until("give 3 cards")


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
