"""Whole matches of risk bots with random factors, and how everybody fared in a match."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Sequence
from multiprocessing import Pool
from typing import Any, NamedTuple

from paiju.bots import is_native
from paiju.bots.native import SCALE, advisor_class, style_number, styles
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.loops import run_table
from paiju.games import read_rules

MILLION = 1_000_000  # a style carries its factor in millionths
CHUNK = 50  # matches a work unit; each match has a generator of its own, so any number of workers gives the same rows


class BotResult(NamedTuple):
    """The result of one player in one match. Ranks are distinct: among equal scores the lower seat goes first."""

    risk: float | None  # the factor; None for people, and for bots that have none
    score: float
    rank: int


Match = list[BotResult]


def play_matches(
    game: Game, options: Any, matches: int, seed: int, low: float, high: float, workers: int = 0
) -> Generator[list[Match], None, None]:
    """Matches in chunks, in order; on all cores unless told otherwise. The same seed gives the same matches."""
    if "risk" not in styles(game):
        raise ValueError(f"the study is about the risk bot, which does not play {game.name}; try poepen")
    if not 0 <= low < high <= 100:
        raise ValueError(f"factors from {low:g} to {high:g} make no range: 0 <= low < high <= 100")
    rules, span = game.rules(options), (round(low * MILLION), round(high * MILLION))
    jobs = [(rules, seed, span, range(start, min(start + CHUNK, matches))) for start in range(0, matches, CHUNK)]
    workers = min(workers or os.cpu_count() or 1, len(jobs))
    if workers == 1:
        yield from map(play_chunk, jobs)
        return
    with Pool(workers, leave_interrupts_alone) as pool:  # leaving this block early ends the workers
        yield from pool.imap(play_chunk, jobs)


def leave_interrupts_alone() -> None:
    """Ctrl-C is for the process that started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


Tables = dict[tuple[int, int], Any]  # by deal and dealer: set up once and used in every match


def play_chunk(job: tuple[str, int, tuple[int, int], range]) -> list[Match]:
    rules, seed, span, numbers = job
    game, options = read_rules(rules)
    states: Tables = {}
    return [play_match(game, options, span, Random(seed).fork(number), states) for number in numbers]


def play_match(game: Game, options: Any, span: tuple[int, int], rng: Random, states: Tables) -> Match:
    """A whole match of risk bots whose factors are drawn evenly from a span in millionths."""
    setup, style = game.first(options), styles(game).index("risk")
    low, high = span
    factors = [low + rng.below(high - low + 1) for _ in range(setup.seats)]
    table = [style + SCALE * factor for factor in factors]
    deck = game.cards(setup)
    while not setup.over:
        place = setup.deal, setup.dealer
        if place not in states:
            states[place] = advisor_class(game)(setup)
        rng.shuffle(deck)
        run_table(states[place], deck, table, rng)
        setup = game.after(setup, states[place])
    return match_rows(game, setup.standing, [factor / MILLION for factor in factors])


def match_rows(game: Game, standing: Sequence[int], risks: Sequence[float | None]) -> Match:
    """The rows of a finished match, the winner first."""
    ranking = sorted(range(len(standing)), key=lambda seat: standing[seat] if game.low_wins else -standing[seat])
    return [BotResult(risks[seat], standing[seat], rank) for rank, seat in enumerate(ranking, 1)]


def factor_of(bot: str, game: Game) -> float | None:
    """The risk factor of the bot of this name."""
    if not is_native(bot):
        return None
    factor, style = divmod(style_number(bot, game), SCALE)
    return factor / MILLION if styles(game)[style] == "risk" else None
