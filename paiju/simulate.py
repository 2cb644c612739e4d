"""Random deals in bulk, with records on request. The same seed gives the same deals on any number of threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TextIO

from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.loops import CHUNK, Tally, random_deals
from paiju.record import Record


def simulate(
    game: Game,
    options: Any,
    deals: int,
    seed: int = 0,
    threads: int = 1,
    record: TextIO | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """First deals of a match, played at random; with `record` each is written there, and the sums are the same."""
    setup = game.first(options)

    def report(tally: Tally) -> None:
        if progress:
            progress(tally.deals)

    if record is None:
        return random_deals(setup, deals, seed, threads, report)
    tally = Tally()
    for one in recorded_deals(game, options, deals, seed):
        state = one.deals[0].final()
        record.write(one.text() + "\n")
        tally.count(state, len(one.deals[0].moves))
        report(tally)
    return tally


def recorded_deals(game: Game, options: Any, deals: int, seed: int) -> Iterator[Record]:
    """The deals `random_deals` plays, one by one, as records."""
    setup, source = game.first(options), Random(seed)
    for start in range(0, deals, CHUNK):
        rng, deck = source.fork(start // CHUNK), game.deck(setup)
        for number in range(start, min(start + CHUNK, deals)):
            rng.shuffle(deck)
            record = Record(game, options, {"Seed": f"{seed}", "Number": f"{number}"})
            state = record.start(setup, deck)
            while not state.is_over:
                seat = state.waiting()[0]
                action = state.sample(seat, rng)
                state.step(seat, action)
                record.add(seat, action)
            yield record
