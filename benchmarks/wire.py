"""What news costs on the wire: bytes of a message, and microseconds to make one, for each game.

    python benchmarks/wire.py              # a table for docs/benchmarks.md

Random deals; after every move each seat and an onlooker hear of it, one after another, as at a table. *Whole* is what
somebody hears who comes back in the middle, *changed* what those hear who were there. Times are for one listener: his
share of laying the scenes out for all of them, views included, and a message made from the scene before and the one
after it, written as JSON. They are the best of some rounds, on one thread.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.layout import scenes_of
from paiju.core.state import State
from paiju.core.words import ONLOOKER
from paiju.frames import WireListener
from paiju.games import all_games
from paiju.news import CommonNews, News
from paiju.show import Style
from paiju.speakers import Speakers

DEALS, ROUNDS = 3, 15
NAMES = ("Margaretha", "Willem", "Mei-Ling", "Jan", "Xiao", "Pieter")
HEAD = ("game", "bytes whole", "largest", "bytes changed", "largest", "µs a scene", "µs whole", "µs changed")


class Told(NamedTuple):
    """What one listener hears of one move, after what he heard of the move before."""

    listener: WireListener
    before: News
    news: News


def heard(game: Game, seed: int) -> tuple[list[State], list[Told]]:
    """A random deal as every viewer hears it, move by move."""
    rng, setup = Random(seed), game.first()
    state = game.start(setup, game.shuffled(setup, rng))
    viewers = (*range(state.seats), ONLOOKER)
    speakers = Speakers()
    listeners = {viewer: WireListener(Style(names=NAMES, you=viewer), speakers) for viewer in viewers}
    states, told = list[State](), list[Told]()
    latest: dict[int, News] = {}
    events = state.first_events()
    for number in range(1, 10_000):
        states.append(state.copy())
        before = latest[ONLOOKER].scene if latest else None
        scenes = scenes_of(state, viewers, {viewer: news.scene for viewer, news in latest.items()})
        seen = {viewer: tuple(event.to(viewer) for event in events) for viewer in viewers}
        common = CommonNews(before, scenes[ONLOOKER], "move", seen[ONLOOKER])
        for viewer in viewers:
            shared = seen[ONLOOKER] if seen[viewer] == seen[ONLOOKER] else seen[viewer]
            news = News(number, "move", scenes[viewer], setup.match, shared, common=common)
            if viewer in latest:
                told.append(Told(listeners[viewer], latest[viewer], news))
            latest[viewer] = news
        if state.is_over:
            break
        seat = rng.choice(state.waiting())
        events = state.apply(seat, state.sample(seat, rng))
    return states, told


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
    deals = [heard(game, seed) for seed in range(DEALS)]
    states = [state for some, _ in deals for state in some]
    moves = [told for _, some in deals for told in some]

    def lay_out(state: State) -> None:
        scenes_of(state, (*range(state.seats), ONLOOKER))

    def whole(move: Told) -> bytes:
        move.listener.has = None
        return move.listener.frame(move.news)

    def changed(move: Told) -> bytes:
        listener, common = move.listener, move.news.common
        assert common is not None
        if listener.style.you == 0:  # the first who hears of it: what was said for all in another round is forgotten
            common.said.clear()
        listener.has, listener.heard = move.before.scene, common.before
        return listener.frame(move.news)

    sizes = [[len(make(move)) for move in moves] for make in (whole, changed)]
    figures = [figure(size) for size in sizes for figure in (statistics.median, max)]
    times = [best(lay_out, states) / (states[0].seats + 1), best(whole, moves), best(changed, moves)]
    return [game.name, *(f"{figure:,.0f}" for figure in figures), *(f"{each:.0f}" for each in times)]


def main() -> None:
    for line in (HEAD, ["---", *["---:"] * (len(HEAD) - 1)]):
        print(f"| {' | '.join(line)} |")
    for game in all_games():
        if not sys.argv[1:] or game.name in sys.argv[1:]:
            print(f"| {' | '.join(row(game))} |", flush=True)


if __name__ == "__main__":
    main()
