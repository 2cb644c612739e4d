"""What news costs on the wire: bytes of a message, and microseconds to make one, for each game.

    python benchmarks/wire.py              # a table for docs/benchmarks.md

Random deals; after every move each seat and an onlooker hear of it. *Whole* is what somebody hears who comes back in
the middle, *changed* what those hear who were there. A scene is laid out from a view that exists already; a message is
made from the scene before and the one after it, and written as JSON. Times are the best of some rounds, on one thread.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import ONLOOKER
from paiju.games import all_games
from paiju.news import News
from paiju.show import Style
from paiju.wire import WireListener

DEALS, ROUNDS = 3, 15
NAMES = ("Margaretha", "Willem", "Mei-Ling", "Jan", "Xiao", "Pieter")
HEAD = ("game", "bytes whole", "largest", "bytes changed", "largest", "µs a scene", "µs whole", "µs changed")


def heard(game: Game, seed: int) -> dict[int, list[tuple[State, News]]]:
    """What every viewer hears of a random deal, with the view it was made from."""
    rng, setup = Random(seed), game.first()
    state = game.start(setup, game.shuffled(setup, rng))
    log: dict[int, list[tuple[State, News]]] = {viewer: [] for viewer in (*range(state.seats), ONLOOKER)}
    events = state.first_events()
    for number in range(1, 10_000):
        for viewer, told in log.items():
            view = state.view(viewer)
            told.append((view, News(number, "move", view.scene(), setup.match, tuple(e.to(viewer) for e in events))))
        if state.is_over:
            break
        seat = rng.choice(state.waiting())
        events = state.apply(seat, state.sample(seat, rng))
    return log


def best(work: Callable[[Any], Any], things: list[Any]) -> float:
    """Microseconds for one of them."""
    times: list[float] = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        for thing in things:
            work(thing)
        times.append(time.thread_time() - began)
    return min(times) / len(things) * 1e6


def row(game: Game) -> list[str]:
    moves: list[tuple[WireListener, State, News, News]] = []
    for seed in range(DEALS):
        for viewer, told in heard(game, seed).items():
            listener = WireListener(Style(names=NAMES, you=viewer))
            moves += [(listener, view, old, new) for (_, old), (view, new) in pairwise(told)]

    def whole(move: tuple[WireListener, State, News, News]) -> bytes:
        move[0].has = None
        return move[0].frame(move[3])

    def changed(move: tuple[WireListener, State, News, News]) -> bytes:
        move[0].has = move[2].scene
        return move[0].frame(move[3])

    sizes = [[len(make(move)) for move in moves] for make in (whole, changed)]
    figures = [figure(size) for size in sizes for figure in (statistics.median, max)]
    times = [best(lambda move: move[1].scene(), moves), best(whole, moves), best(changed, moves)]
    return [game.name, *(f"{figure:,.0f}" for figure in figures), *(f"{each:.0f}" for each in times)]


def main() -> None:
    for line in (HEAD, ["---", *["---:"] * (len(HEAD) - 1)]):
        print(f"| {' | '.join(line)} |")
    for game in all_games():
        if not sys.argv[1:] or game.name in sys.argv[1:]:
            print(f"| {' | '.join(row(game))} |", flush=True)


if __name__ == "__main__":
    main()
