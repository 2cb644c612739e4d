"""The study of BoerenBridge at scale: does it pay to be careful? Risk bots with random factors play whole matches.

A match gives a row for each bot, `risk_taking;score;rank`, as that program wrote them. A bot weighs its cards in 26ths,
so the factors between two 26ths bid alike: the best factor is the band of them with the best mean score, and
resampling the matches tells how far to trust it.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

from paiju.bots.native import SCALE, advisor_class, styles
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.loops import run_table
from paiju.games import read_rules

MILLION = 1_000_000  # a style carries its factor in millionths
CHUNK = 50  # matches a work unit; each match has a generator of its own, so any number of workers gives the same rows
BANDS = 26  # bands of factors to a whole
POINTS = 52  # the plot has two points a band, to show how flat it is
RESAMPLES = 1000
BLOCKS = 200  # matches are resampled in at most so many blocks, which is as good and quicker


class BotResult(NamedTuple):
    """How one bot fared in one match. Ranks are distinct: among equal scores the lower seat goes first."""

    risk: float
    score: int
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
    ranking = sorted(range(setup.seats), key=lambda seat: -setup.standing[seat])
    return [BotResult(factors[seat] / MILLION, setup.standing[seat], rank) for rank, seat in enumerate(ranking, 1)]


# ---- what the rows say ----


@dataclass(frozen=True)
class Summary:
    """Mean, deviation and range of some numbers, and half the width of the mean's 95 % interval."""

    count: int
    mean: float
    deviation: float
    least: float
    most: float
    margin: float


def summary(numbers: Iterable[float]) -> Summary:
    numbers = list(numbers)
    count, mean = len(numbers), math.fsum(numbers) / len(numbers)
    deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in numbers) / (count - 1)) if count > 1 else math.nan
    return Summary(count, mean, deviation, min(numbers), max(numbers), 1.96 * deviation / math.sqrt(count))


def by_rank(matches: Iterable[Match]) -> list[tuple[int, Summary, Summary]]:
    """For each rank what the factors and the scores were: the table of BoerenBridge's analysis."""
    ranks = zip(*matches, strict=True)  # a match lists its rows by rank
    return [
        (rank, summary(row.risk for row in rows), summary(row.score for row in rows))
        for rank, rows in enumerate(ranks, 1)
    ]


class Band(NamedTuple):
    """How the bots with factors in a narrow range fared."""

    factor: float  # their mean
    score: Summary
    rank: Summary


def by_factor(matches: Iterable[Match], bands: int) -> list[Band]:
    """What each band of factors brought, with so many bands to a whole."""
    found: dict[int, Match] = {}
    for match in matches:
        for row in match:
            found.setdefault(int(row.risk * bands), []).append(row)
    return [
        Band(summary(row.risk for row in rows).mean, *(summary(column) for column in list(zip(*rows, strict=True))[1:]))
        for _, rows in sorted(found.items())
        if len(rows) > 1
    ]


class BestBand(NamedTuple):
    """The band of factors with the best mean score, and the 95 % interval that resampling gives the best factor."""

    factor: float  # the band's middle
    score: float
    least: float
    most: float


def best_factor(matches: list[Match], low: float, high: float, seed: int = 0) -> BestBand:
    """The best band of all matches, and how it moves when matches are drawn with replacement."""
    blocks = [sums_by_band(matches[i::BLOCKS]) for i in range(min(BLOCKS, len(matches)))]
    band, score = best_band(blocks)
    rng = Random(seed)
    bests = sorted(best_band([rng.choice(blocks) for _ in blocks])[0] for _ in range(RESAMPLES))

    def edge(band: int) -> float:
        return min(max(band / BANDS, low), high)

    least, most = bests[round(0.025 * RESAMPLES)], bests[round(0.975 * RESAMPLES) - 1]
    return BestBand((edge(band) + edge(band + 1)) / 2, score, edge(least), edge(most + 1))


Sums = dict[int, tuple[int, int]]  # by band of factors: how many rows, and their scores added up


def sums_by_band(matches: Iterable[Match]) -> Sums:
    sums: Sums = {}
    for match in matches:
        for row in match:
            count, total = sums.get(band := int(row.risk * BANDS), (0, 0))
            sums[band] = count + 1, total + row.score
    return sums


def best_band(blocks: Iterable[Sums]) -> tuple[int, float]:
    """The band with the best mean score, and that score."""
    counts: Counter[int] = Counter()
    totals: Counter[int] = Counter()
    for block in blocks:
        for band, (count, total) in block.items():
            counts[band] += count
            totals[band] += total
    best = max(sorted(counts), key=lambda band: totals[band] / counts[band])
    return best, totals[best] / counts[best]


# ---- files ----


@contextlib.contextmanager
def whole_file(path: Path) -> Generator[Path]:
    """A path to write to that becomes `path` only when all is written: no half file ever bears the name."""
    part = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def write_csv(path: Path, chunks: Iterable[list[Match]], progress: Callable[[int], None]) -> list[Match]:
    """Write the rows as they come, in BoerenBridge's columns; returns the matches."""
    matches: list[Match] = []
    with whole_file(path) as part, open(part, "w", encoding="utf-8") as file:
        file.write("risk_taking;score;rank\n")
        for chunk in chunks:
            for match in chunk:
                file.writelines(f"{row.risk:.6f};{row.score};{row.rank}\n" for row in match)
            matches += chunk
            progress(len(chunk))
    return matches


def save_plot(path: Path, matches: list[Match], best: BestBand) -> None:
    """Mean score and mean rank against the factor, with bands of 95 %. Needs matplotlib."""
    from matplotlib.figure import Figure  # pyright: ignore[reportMissingImports]  # no pyplot: opens no window

    bands = by_factor(matches, POINTS)
    factors = [band.factor for band in bands]
    figure: Any = Figure(figsize=(8, 7), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    for axes, name, points in (
        (upper, "score", [band.score for band in bands]),
        (lower, "rank", [band.rank for band in bands]),
    ):
        axes.fill_between(
            factors,
            [point.mean - point.margin for point in points],
            [point.mean + point.margin for point in points],
            alpha=0.25,
            label="95 % interval",
        )
        axes.plot(factors, [point.mean for point in points], "o-", markersize=3, label=f"mean {name}")
        axes.set_ylabel(f"mean {name}")
        axes.grid(alpha=0.3)
    upper.axvspan(best.least, best.most, alpha=0.15, color="green", label="best factor, 95 %")
    upper.axvline(best.factor, color="green", linewidth=1)
    upper.legend(loc="best")
    lower.invert_yaxis()  # first place on top
    lower.set_xlabel("risk factor (higher: bids less)")
    figure.suptitle(f"{len(matches):,} matches of {len(matches[0])} risk bots")
    with whole_file(path) as part:
        figure.savefig(part, dpi=120)
