"""States reached by number; pointers.pxd gives the C twins, which need no interpreter's lock."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.bits import Move, Seat
from paiju.core.chance import Random
from paiju.core.state import State


def point(states: list[State]) -> list[State]:
    return states


def note(moves: list[Move]) -> list[Move]:
    return moves


def forget(items: object) -> None:
    pass


def actors_at(items: Sequence[State], i: int) -> int:
    return items[i].actors


def is_fit_at(items: Sequence[State], i: int) -> bool:
    """Can the state be played on: are all cards there, and is whoever owes an answer at the table?"""
    return items[i].is_full() and items[i].actors >> items[i].seats == 0


def random_move_at(items: Sequence[State], i: int, seat: Seat, rng: Random) -> Move:
    return items[i].random_move(seat, rng)


def do_at(items: Sequence[State], i: int, seat: Seat, move: Move) -> None:
    items[i].do(seat, move)


def attempt_at(items: Sequence[State], i: int, seat: Seat, move: Move) -> bool:
    return items[i].attempt(seat, move)


def move_at(moves: Sequence[Move], i: int) -> Move:
    return moves[i]


def numbers(n: int) -> list[float]:
    return [0.0] * n


def write(values: list[float], i: int, value: float) -> None:
    values[i] = value


def listed(values: list[float], n: int) -> list[float]:
    return values[:n]


def whole(values: list[float], start: int, stop: int) -> list[int]:
    return [int(value) for value in values[start:stop]]
