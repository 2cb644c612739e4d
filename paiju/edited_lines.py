"""Lines typed at a terminal, with an editor: the arrows move in the line and go through those typed before.

Readline does it, which every shell has made familiar and which screen readers know. It runs in the reading thread, and
only behind a prompt: what is typed before that is kept by the terminal itself, as it is for a shell.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import readline
import select
import signal
import sys
import termios
import threading
from typing import Any

from paiju.input_lines import PROMPT, InputLines

UNWANTED = ("enable-bracketed-paste", "enable-meta-key")  # signs that readline would send beside the line


class EditedLines(InputLines):
    """The lines of a terminal; `prompt` wakes the reading thread through a pipe."""

    def __init__(self) -> None:
        self.usual = termios.tcgetattr(sys.stdin)  # how the terminal was found, and is left
        self.is_editing = False  # readline has the line
        self.is_woken = False  # it will have it in a moment, and prompt by itself
        self.is_closed = False  # the program ends
        self.printing = threading.Lock()
        self.woken, self.wake = os.pipe()
        for setting in UNWANTED:
            readline.parse_and_bind(f"set {setting} off")
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        atexit.register(self.close)
        super().__init__()
        self.loop.add_signal_handler(signal.SIGTSTP, self.suspend)

    def prompt(self) -> None:
        if self.is_editing:  # what happened meanwhile has pushed the line off
            print(PROMPT + readline.get_line_buffer(), end="", flush=True)
        elif not self.is_woken:
            self.is_woken = True
            os.write(self.wake, b"\n")

    def forget(self, seconds: float) -> None:
        """Somebody else comes to the keyboard, and the arrows do not show him what was typed."""
        readline.clear_history()
        super().forget(seconds)

    def suspend(self) -> None:
        """Ctrl-Z: the shell gets the terminal as it was, until `fg`."""
        edited = termios.tcgetattr(sys.stdin)
        self.set_terminal(self.usual)
        os.kill(os.getpid(), signal.SIGSTOP)
        self.set_terminal(edited)
        if self.is_editing:
            self.prompt()

    def close(self) -> None:
        """Leave the terminal as it was. A thread that held the output while the interpreter ends would abort it."""
        with self.printing:
            self.is_closed = True
        self.set_terminal(self.usual)

    def set_terminal(self, attributes: Any) -> None:
        with contextlib.suppress(termios.error):  # it was closed
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, attributes)

    # ---- in the thread ----

    def read(self) -> None:
        with contextlib.suppress(EOFError, OSError):  # Ctrl-D; a terminal that was closed
            while True:
                ready, _, _ = select.select([sys.stdin, self.woken], [], [])
                line = self.edited_line() if self.woken in ready else self.line_ahead()
                if not line:
                    break
                self.give(line.removesuffix(b"\n"), len(line), sys.stdin.encoding)
        self.call(self.end)

    def edited_line(self) -> bytes:
        os.read(self.woken, 1)
        with self.printing:
            if self.is_closed:
                return b""
            sys.stdout.flush()  # so that input() has nothing to write
        self.is_editing, self.is_woken = True, False
        try:
            return input(PROMPT).encode(sys.stdin.encoding, "replace") + b"\n"
        finally:
            self.is_editing = False

    def line_ahead(self) -> bytes:
        """What was typed before it was asked for."""
        line = self.some_bytes()
        text = line.decode(sys.stdin.encoding, "replace").strip()
        if text and text.isprintable():
            readline.add_history(text)
        return line
