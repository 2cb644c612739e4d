"""What a hosted table writes behind a move, as the remarks that records have: `{[%id 3f9a12c0] [%at 1731820123]}`.

An answer that comes again after a crash is known by its id, and clocks go on from when the last move was made and what
each player had left then (`[%clk 0:01:45]`, as in PGN).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from paiju.record import Deal

REMARK = re.compile(r"\[%(id|at|clk) ([0-9a-f:]{1,20})\]")
PRIVATE = re.compile(r" ?\{\[%id [0-9a-f]*\]\}|\[%id [0-9a-f]*\] ?")
IDS_KEPT = 4  # of the answers of a seat, to know one that comes again


def short(id: str) -> str:
    """An id as it is written: whatever a client made it of, it is twelve figures."""
    return hashlib.blake2s(id.encode(errors="replace"), digest_size=6).hexdigest() if id else ""


class MoveRemark(NamedTuple):
    id: str = ""  # `short` of the id of the answer
    at: int = 0  # seconds since 1970
    left: float = -1.0  # seconds in the player's bank; -1: there is none

    @classmethod
    def read(cls, comment: str) -> MoveRemark:
        found = dict(REMARK.findall(comment))
        at, left = found.get("at", "0"), found.get("clk", "").split(":")
        seconds = [int(part) for part in left if part.isdigit()]
        is_time = len(seconds) == len(left) == 3
        return cls(
            found.get("id", ""),
            int(at) if at.isdigit() else 0,
            float(seconds[0] * 3600 + seconds[1] * 60 + seconds[2]) if is_time else -1.0,
        )

    def __str__(self) -> str:
        id, at, left = self
        told = [f"[%id {id}]"] if id else []
        if at:
            told.append(f"[%at {at}]")
        if left >= 0:
            minutes, seconds = divmod(int(left), 60)
            told.append(f"[%clk {minutes // 60}:{minutes % 60:02}:{seconds:02}]")
        return " ".join(told)


@dataclass(frozen=True)
class Remembered:
    """What the remarks of a match tell of it: answers given, by seat; when the last was; what each has left."""

    ids: dict[int, list[str]]
    left: dict[int, float]
    at: int = 0

    @classmethod
    def of(cls, deals: Iterable[Deal]) -> Remembered:
        ids: dict[int, list[str]] = {}
        left: dict[int, float] = {}
        at = 0
        for deal in deals:
            for move in deal.moves:
                if not move.comment:
                    continue
                remark = MoveRemark.read(move.comment)
                at = max(at, remark.at)
                if remark.id:
                    ids.setdefault(move.seat, []).append(remark.id)
                if remark.left >= 0:
                    left[move.seat] = remark.left
        return cls({seat: given[-IDS_KEPT:] for seat, given in ids.items()}, left, at)


def public(line: str) -> str:
    """A line of a record as anybody may have it once the match is over: without the ids of clients."""
    return PRIVATE.sub("", line) if "[%id" in line else line
