"""The sums of the study's matches, in memory that does not grow with them.

A bot weighs its cards in 26ths, so the factors between two 26ths bid alike: the best factor is the band of them with
the best mean score, and resampling the matches tells how far to trust it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paiju.core.chance import Random
from paiju.study.matches import BotResult, Match

BANDS = 26  # bands of factors to a whole
POINTS = 52  # the plot has two points a band, to show how flat it is
RESAMPLES = 1000
BLOCKS = 200  # matches are resampled in at most so many blocks, which is as good and quicker
RARE = 0.1  # of the rows of the largest band: with fewer a band is not compared
MAX_SAMPLE = 500  # matches whose rows are plotted one by one


@dataclass(frozen=True)
class Summary:
    """The count of numbers, their mean and range, and the squares of their distances from the mean added up."""

    count: int
    mean: float
    squares: float
    least: float
    most: float

    @property
    def deviation(self) -> float:
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else math.nan

    @property
    def margin(self) -> float:
        """Half the width of the mean's 95 % interval."""
        return 1.96 * self.deviation / math.sqrt(self.count)

    def merged(self, other: Summary) -> Summary:
        count, gap = self.count + other.count, other.mean - self.mean
        return Summary(
            count,
            self.mean + gap * other.count / count,
            self.squares + other.squares + gap * gap * self.count * other.count / count,
            min(self.least, other.least),
            max(self.most, other.most),
        )


def summary(numbers: Sequence[float]) -> Summary:
    mean = math.fsum(numbers) / len(numbers)
    return Summary(len(numbers), mean, math.fsum((x - mean) ** 2 for x in numbers), min(numbers), max(numbers))


class Band(NamedTuple):
    """The results of bots with factors in a narrow range."""

    factor: Summary
    score: Summary
    rank: Summary


class BestBand(NamedTuple):
    """The band of factors with the best mean score, and the 95 % interval that resampling gives the best factor."""

    factor: float  # the band's middle
    score: float
    least: float
    most: float


Sums = dict[int, tuple[int, float]]  # by band of factors: how many rows, and their scores added up


class MatchSums:
    """The sums of any number of matches: by rank, by band of factors, and in blocks that can be resampled."""

    def __init__(self) -> None:
        self.matches = self.rows = 0
        self.sizes = 0, 0  # the fewest and the most rows of a match
        self.factors: Summary | None = None  # of all rows that have one
        self.scores: dict[int, Summary] = {}  # by rank
        self.risks: dict[int, Summary] = {}
        self.points: dict[int, Band] = {}
        self.blocks: list[Sums] = [{} for _ in range(BLOCKS)]
        self.sample: list[Match] = []
        self.stride = 1  # of so many matches one is in the sample

    def add(self, matches: Sequence[Match]) -> None:
        """Count some more; a few hundred at once are quicker than one by one."""
        by_rank: dict[int, list[BotResult]] = defaultdict(list)
        by_point: dict[int, list[BotResult]] = defaultdict(list)
        for match in matches:
            self.add_to_sample(match)
            block = self.blocks[self.matches % BLOCKS]
            self.matches += 1
            for row in match:
                by_rank[row.rank].append(row)
                if row.risk is not None:
                    by_point[int(row.risk * POINTS)].append(row)
                    count, total = block.get(band := int(row.risk * BANDS), (0, 0))
                    block[band] = count + 1, total + row.score
        self.count_sizes(matches)
        for rank, rows in by_rank.items():
            merge(self.scores, rank, summary([row.score for row in rows]))
            if risks := [row.risk for row in rows if row.risk is not None]:
                merge(self.risks, rank, summary(risks))
                self.factors = self.factors.merged(summary(risks)) if self.factors else summary(risks)
        for point, rows in by_point.items():
            columns = (
                [row.risk or 0.0 for row in rows],
                [row.score for row in rows],
                [float(row.rank) for row in rows],
            )
            band = Band(*map(summary, columns))
            known = self.points.get(point)
            self.points[point] = (
                Band(*(one.merged(other) for one, other in zip(known, band, strict=True))) if known else band
            )

    def count_sizes(self, matches: Sequence[Match]) -> None:
        sizes = [len(match) for match in matches]
        if sizes:
            fewest, most = self.sizes if self.rows else (min(sizes), max(sizes))
            self.sizes = min(fewest, *sizes), max(most, *sizes)
            self.rows += sum(sizes)

    def add_to_sample(self, match: Match) -> None:
        """Every so many matches one; when there are too many, every second of them goes."""
        if self.matches % self.stride == 0:
            self.sample.append(match)
        if len(self.sample) > MAX_SAMPLE:
            self.stride *= 2
            del self.sample[1::2]

    def bands(self) -> list[Band]:
        """The points of the plot by factor; rare factors, which tell nothing, are left out."""
        least = RARE * max((band.score.count for band in self.points.values()), default=0)
        return [band for _, band in sorted(self.points.items()) if band.score.count > 1 and band.score.count >= least]

    def best_factor(self, low: float, high: float, seed: int = 0) -> BestBand | None:
        """The best band of factors from `low` to `high`, and how it moves when matches are drawn with replacement.

        None if there is nothing to compare.
        """
        blocks = [block for block in without_rare_bands(self.blocks) if block]
        if len(blocks) < 2 or len({band for block in blocks for band in block}) < 2:
            return None
        band, score = best_band(blocks)
        rng = Random(seed)
        bests = sorted(best_band([rng.choice(blocks) for _ in blocks])[0] for _ in range(RESAMPLES))

        def edge(band: int) -> float:
            return min(max(band / BANDS, low), high)

        least, most = bests[round(0.025 * RESAMPLES)], bests[round(0.975 * RESAMPLES) - 1]
        return BestBand((edge(band) + edge(band + 1)) / 2, score, edge(least), edge(most + 1))


def merge(summaries: dict[int, Summary], key: int, more: Summary) -> None:
    summaries[key] = summaries[key].merged(more) if key in summaries else more


def without_rare_bands(blocks: Iterable[Sums]) -> list[Sums]:
    """Without the bands that have so few rows that one lucky match would make them the best."""
    counts: dict[int, int] = defaultdict(int)
    for block in blocks:
        for band, (count, _) in block.items():
            counts[band] += count
    least = max(counts.values(), default=0) * RARE
    return [{band: sums for band, sums in block.items() if counts[band] >= least} for block in blocks]


def best_band(blocks: Iterable[Sums]) -> tuple[int, float]:
    """The band with the best mean score, and that score."""
    counts: dict[int, int] = defaultdict(int)
    totals: dict[int, float] = defaultdict(float)
    for block in blocks:
        for band, (count, total) in block.items():
            counts[band] += count
            totals[band] += total
    best = max(sorted(counts), key=lambda band: totals[band] / counts[band])
    return best, totals[best] / counts[best]
