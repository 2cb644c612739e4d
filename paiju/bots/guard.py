"""Somebody else's Python in this process: a limit of time, and whatever goes wrong as a BotFailure in one sentence."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from traceback import walk_tb
from typing import Any, NoReturn

from paiju.core.chance import Random
from paiju.core.state import State
from paiju.core.words import Action, Event, as_action
from paiju.play import Bot, BotFailure

BOT_MODULE = "paiju_bot_"  # how the modules of bot files are called
LONGEST = 300  # signs of a sentence on what went wrong
BEGINNING = 200  # of them when a longer one is cut: its end tells where it was


class TooLate(BaseException):
    """A bot in this process thought too long. No ordinary exception: a bot's own `except` shall not swallow it."""


def interruptible() -> bool:
    """Can `alarm` ring here? It takes a POSIX system and the main thread."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TooLate inside after so many seconds; 0: never."""
    if not seconds:
        yield
        return

    def ring(*_: Any) -> None:
        raise TooLate

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def reason_of(error: BaseException) -> tuple[str, str]:
    """What went wrong, in a word and in a sentence that says where: in the bot's own file if it got there."""
    if isinstance(error, BotFailure):
        return one_line(error.reason), one_line(error.detail)
    text = one_line(error)
    sentence = f"{type(error).__name__}: {text}" if text else type(error).__name__
    places = list(walk_tb(error.__traceback__))
    own = [place for place in places if place[0].f_globals.get("__name__", "").startswith(BOT_MODULE)]
    for frame, line in (own or places)[-1:]:
        sentence += f" ({os.path.basename(frame.f_code.co_filename)}, line {line})"
    return "crash", one_line(sentence)


def one_line(said: Any) -> str:
    """What somebody's program said, as it can be shown anywhere: one line, no control characters, not too long."""
    try:
        text = str(said)
    except Exception:  # it is not ours: even saying what it is may fail
        text = type(said).__name__
    text = "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    return text if len(text) <= LONGEST else text[:BEGINNING] + " … " + text[BEGINNING + 3 - LONGEST :]


class Guarded(Bot):
    """A bot of which nothing comes but legal actions and BotFailures that say whose they are."""

    def __init__(self, bot: Bot, label: str = "", seconds: float = 0):
        self.bot, self.label = bot, label or bot.name
        self.seconds = seconds if interruptible() else 0
        self.seat = -1
        self.name, self.version, self.close = bot.name, bot.version, bot.close

    @contextmanager
    def watched(self) -> Iterator[None]:
        try:
            with alarm(self.seconds):
                yield
        except TooLate:
            self.fail("timeout", f"no answer within {self.seconds * 1000:.0f} ms")
        except (Exception, SystemExit) as error:
            self.fail(*reason_of(error))

    def fail(self, reason: str, detail: str) -> NoReturn:
        raise BotFailure(reason, one_line(f"{self.label}, seat {self.seat}: {detail or reason}")) from None

    def __call__(self, view: State, rng: Random) -> Action:
        self.seat = view.viewer
        answer: Any = None
        with self.watched():
            answer = self.bot(view, rng)
        try:
            view.check(self.seat, answer)
        except ValueError as refusal:
            self.fail("illegal", f"{answer}: {refusal}" if isinstance(answer, Action) else str(refusal))
        return as_action(answer)

    def begin(self, view: State) -> None:
        self.seat = view.viewer
        with self.watched():
            self.bot.begin(view)

    def see(self, seat: int, events: Sequence[Event]) -> None:
        with self.watched():
            self.bot.see(seat, events)

    def finish(self, state: State) -> None:
        with self.watched():
            self.bot.finish(state)
