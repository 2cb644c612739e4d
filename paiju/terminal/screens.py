"""What every screen here keeps to: it answers once."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

Answer = TypeVar("Answer")


class AnsweringScreen(Screen[Answer]):
    """A screen that closes with an answer, once: the second click of a double click is not for whoever lies below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete.nothing()
