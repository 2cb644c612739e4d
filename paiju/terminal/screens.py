"""What every screen here keeps to: it answers once, and not to a key that was meant for what lay there before."""

from __future__ import annotations

import time
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

Answer = TypeVar("Answer")
STRAY = 0.7  # seconds in which a key or click may still be meant for what was seen before


class AnsweringScreen(Screen[Answer]):
    """A screen that closes with an answer, once: the second click of a double click is not for whoever lies below."""

    came = 0.0

    def on_screen_resume(self) -> None:
        self.came = time.monotonic()

    @property
    def is_unread(self) -> bool:
        """Has it been shown just now? What comes by itself is not closed by whoever is still hurrying the others."""
        return time.monotonic() - self.came < STRAY

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete.nothing()
