"""The findings of the study, drawn: as a picture, which needs matplotlib, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paiju.core.chance import Random
from paiju.saves import whole_file
from paiju.study.figures import Band, BestBand, MatchSums

FORMATS = (".pdf", ".png", ".svg")
MAX_LINES = 26  # of the plot in a terminal
LABELS = 24  # columns beside it
SHADES = " .:+#"


def save_plot(path: Path, sums: MatchSums, best: BestBand | None) -> None:
    """Every bot's factor against its rank, as BoerenBridge plotted them; mean score and mean rank against the factor,
    with bands of 95 %. Needs matplotlib."""
    from matplotlib.figure import Figure  # pyright: ignore[reportMissingImports]  # no pyplot: opens no window

    bands = sums.bands()
    factors = [band.factor.mean for band in bands]
    figure: Any = Figure(figsize=(8, 10), layout="constrained")
    scatter, upper, lower = figure.subplots(3, 1)
    beside = Random(0)  # points of one rank lie beside one another
    points = [
        (row.rank + 0.5 * beside.random() - 0.25, row.risk)
        for match in sums.sample
        for row in match
        if row.risk is not None
    ]
    scatter.plot(*zip(*points, strict=True), ".", markersize=3, alpha=0.4)
    scatter.set_xlabel(f"rank (1 wins), {len(sums.sample):,} matches")
    scatter.set_ylabel("risk factor")
    for axes, name, means in (
        (upper, "score", [band.score for band in bands]),
        (lower, "rank", [band.rank for band in bands]),
    ):
        axes.fill_between(
            factors,
            [point.mean - point.margin for point in means],
            [point.mean + point.margin for point in means],
            alpha=0.25,
            label="95 % interval",
        )
        axes.plot(factors, [point.mean for point in means], "o-", markersize=3, label=f"mean {name}")
        axes.set_ylabel(f"mean {name}")
        axes.grid(alpha=0.3)
    if best is not None:
        upper.axvspan(best.least, best.most, alpha=0.15, color="green", label="best factor, 95 %")
        upper.axvline(best.factor, color="green", linewidth=1)
    upper.legend(loc="best")
    lower.invert_yaxis()  # first place on top
    lower.set_xlabel("risk factor (higher: bids less)")
    figure.suptitle(f"{sums.matches:,} matches")
    with whole_file(path) as part:
        figure.savefig(part, dpi=120)


def text_plot(sums: MatchSums, width: int) -> Iterator[str]:
    """Mean score against the factor, with its interval, in lines of this width; then which factors had which rank."""
    bands = merge_neighbours(sums.bands())
    columns = max(10, width - LABELS)
    if len(bands) > 1:
        least = min(band.score.mean - band.score.margin for band in bands)
        most = max(band.score.mean + band.score.margin for band in bands)
        yield "factor   mean score, 95 %"
        for band in bands:
            low, mean, high = (
                round((score - least) / (most - least or 1) * (columns - 1))
                for score in (band.score.mean - band.score.margin, band.score.mean, band.score.mean + band.score.margin)
            )
            line = f"{' ' * low}{'-' * (mean - low)}o{'-' * (high - mean)}"
            yield f"{band.factor.mean:6.3f} {band.score.mean:7.1f} ± {band.score.margin:<5.1f}  {line}".rstrip()
        yield ""
    yield from text_scatter(sums, columns)


def text_scatter(sums: MatchSums, columns: int) -> Iterator[str]:
    """A line for each rank: the more often a factor came to it, the darker."""
    if sums.factors is None or sums.factors.least == sums.factors.most:
        return
    low, span = sums.factors.least, sums.factors.most - sums.factors.least or 1
    rows = [row for match in sums.sample for row in match]
    yield f"  rank   factors from {low:.3f} to {sums.factors.most:.3f}, of {len(sums.sample):,} matches"
    for rank in sorted(sums.risks):
        counts = [0] * columns
        for row in rows:
            if row.rank == rank and row.risk is not None:
                counts[min(columns - 1, int((row.risk - low) / span * columns))] += 1
        most = max(counts) or 1
        shades = "".join(SHADES[-(-count * (len(SHADES) - 1) // most)] for count in counts)
        yield f"{rank:6} {' ' * (LABELS - 7)}{shades}".rstrip()


def merge_neighbours(bands: list[Band]) -> list[Band]:
    """As many as there are lines for: neighbours become one."""
    together = -(-len(bands) // MAX_LINES)
    groups = [bands[at : at + together] for at in range(0, len(bands), together or 1)]
    return [merge_bands(group) for group in groups]


def merge_bands(bands: list[Band]) -> Band:
    first, *others = bands
    for other in others:
        first = Band(*(one.merged(more) for one, more in zip(first, other, strict=True)))
    return first
