"""Logs: one JSON object a line on standard output. Ids of tables and persons, never cards and never an action."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import Any

import structlog

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


class LogFile:
    """Where lines go. A disk that is full or a reader who has gone costs lines, and no game."""

    def __init__(self, file: Any):
        self.file = file

    def write(self, text: str) -> None:
        with suppress(OSError):
            self.file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self.file.flush()


def make_log(level: str, file: Any = None) -> Any:
    """A logger of our own: nothing global is changed."""
    return structlog.wrap_logger(
        structlog.WriteLogger(LogFile(file or sys.stdout)),  # pyright: ignore[reportArgumentType]
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(sort_keys=True, ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS.get(level, logging.INFO)),
        context_class=dict,
        cache_logger_on_first_use=True,
    )


def where_it_failed(error: BaseException) -> str:
    """The place of a fault, without the values that were at hand: one of them may be a card."""
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " < ".join(reversed(places[-8:]))


class RequestLog(logging.Handler):
    """What the HTTP library has to say, as one of our lines: which kind of fault, and nothing of what was sent."""

    def __init__(self, log: Any):
        super().__init__()
        self.log = log

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        self.log.warning("bad request", error=kind.__name__ if kind else "")


def http_log(log: Any) -> logging.Logger:
    """A logger of our own: nothing global is changed."""
    logger = logging.Logger("paiju.http", logging.WARNING)
    logger.addHandler(RequestLog(log))
    return logger
