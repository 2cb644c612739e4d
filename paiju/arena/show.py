"""The results as lines: the table, who beat whom, and what went wrong. docs/arena.md tells how to read them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paiju.arena.statistics import RATED, Estimate, Sprt, SprtStatus, Totals, ratings
from paiju.arena.tournament import Clock, Tournament

TOO_FEW = "too few"  # decks for an interval
WIDEST = 0.5  # half the width of an interval of shares that says something


def table(
    tournament: Tournament, totals: Totals, sprt: Sprt | None = None, status: SprtStatus | None = None
) -> list[str]:
    """All that is known at the end, in lines. Nothing in it depends on time or on who played which deck."""
    schedule, unit = tournament.schedule, "match" if tournament.plan.matches else "deal"
    deals = totals.decks * len(schedule.deals)
    better = "fewer points are better" if tournament.game.low_wins else "more points are better"
    lines = [
        f"{tournament.plan.rules}: {totals.decks} decks, each played {len(schedule.deals)} times, {deals} "
        f"{'matches' if unit == 'match' else 'deals'}, seed {tournament.plan.seed}; {better}",
        "",
    ]
    rated = ratings(totals)
    heads = ["", "bot", f"points a {unit}", "95 %", "won", "95 %", *(["rating"] if rated else []), "failed"]
    rows: list[list[str]] = []
    for rank, bot in enumerate(totals.order(), 1):
        score, won = totals.score(bot), totals.win_rate(bot)
        row = [
            f"{rank}",
            tournament.names[bot],
            number(score.mean),
            margin(score),
            percent(won.mean),
            percent_margin(won),
        ]
        if rated:
            row.append(f"{rated[bot].mu:.2f} ± {1.96 * rated[bot].sigma:.2f}")
        rows.append([*row, failures(totals, bot)])
    lines += columns(heads, rows, left=(1, len(heads) - 1))
    if examples := failure_lines(tournament, totals):
        lines += ["", *examples]
    lines += ["", *cross_table(tournament, totals)]
    if sprt and status:
        lines += ["", *sprt_lines(tournament, sprt, status)]
    if rated and totals.decks > RATED:
        lines += ["", f"Ratings are from the first {RATED} decks."]
    return [line.rstrip() for line in lines]


def cross_table(tournament: Tournament, totals: Totals) -> list[str]:
    """Row against column: the lead in points, its interval, and on how many decks it did better, as well, worse."""
    order = totals.order()
    heads = ["better by", *(tournament.names[bot] for bot in order)]
    rows: list[list[str]] = []
    for bot in order:
        row, more = [tournament.names[bot]], [""]
        for rival in order:
            met = totals.met(bot, rival) if bot != rival else None
            lead = totals.lead(bot, rival) if met else None
            row.append(f"{signed(lead.mean)} {margin(lead)}" if lead else "·")
            more.append("{}+ {}= {}-".format(*met) if met else "")
        rows += [row, more]
    return columns(heads, rows, left=(0,))


def sprt_lines(tournament: Tournament, sprt: Sprt, status: SprtStatus) -> list[str]:
    lower, upper = sprt.bounds()
    first, second = tournament.names[:2]
    said = {
        "high": f"accepted: {first} is {apart('at least', 'at most', sprt.high)} than {second},",
        "low": f"rejected: {first} is {apart('at most', 'at least', sprt.low)} than {second},",
        "": "undecided",
    }[status.decision]
    return [
        f"Sequential test of {sprt.low:g} against {sprt.high:g} points (alpha {sprt.alpha:g}, beta {sprt.beta:g}):",
        said,
        f"after {status.decks} decks; log likelihood ratio {status.ratio:z.3f}, bounds {lower:.3f} and {upper:.3f}.",
    ]


def apart(better: str, worse: str, points: float) -> str:
    return f"{better} {points:g} points better" if points >= 0 else f"{worse} {-points:g} points worse"


def beyond_line(decks: int, status: SprtStatus | None) -> str:
    """What became of the decks that were under way when a sequential test was decided; how many depends on the
    workers, so it is no part of the table."""
    beyond = decks - status.decks if status and status.decision else 0
    were = "1 deck was" if beyond == 1 else f"{beyond} decks were"
    return f"{were} also played behind the deciding one; nothing above counts them." if beyond else ""


def time_lines(tournament: Tournament, clocks: Sequence[Clock]) -> list[str]:
    """How long the bots thought; apart from the table, because no two runs agree on it."""
    heads = ["bot", "decisions", "mean time"]
    rows = [
        [name, f"{clock.decisions}", duration(clock.seconds / clock.decisions) if clock.decisions else "–"]
        for name, clock in zip(tournament.names, clocks, strict=True)
    ]
    return columns(heads, rows, left=(0,))


def standing(tournament: Tournament, totals: Totals) -> str:
    """The standing on one line, for the progress bar."""
    order = totals.order()
    parts = [f"{tournament.names[bot]} {number(totals.score(bot).mean)}" for bot in order[:4]]
    if len(order) == 2:
        lead = totals.lead(*order)
        parts.append(f"better by {number(lead.mean)} {margin(lead)}")
    failed = [
        f"{tournament.names[bot]} failed in {totals.failures[bot].total()}" for bot in order if totals.failures[bot]
    ]
    return "; ".join([", ".join(parts), *failed])


def failures(totals: Totals, bot: int) -> str:
    reasons = totals.failures[bot]
    return ", ".join(f"{reasons[reason]} {reason}" for reason in sorted(reasons)) or "0"


def failure_lines(tournament: Tournament, totals: Totals) -> list[str]:
    """How a bot fails: an example for each of its reasons, and where the others are."""
    lines: list[str] = []
    for bot, reason in sorted(totals.examples):
        deck, deal, *detail = totals.examples[bot, reason]
        lines.append(f"{tournament.names[bot]}, deck {deck}, deal {deal}: {': '.join([reason, *detail])}")
    records = " and, as remarks, in records/" if tournament.plan.records else "; --records keeps the deals"
    return [*lines, f"All failures are in results.jsonl{records}."] if lines else []


def number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:z.3f}"


def signed(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:+z.3f}"


def margin(found: Estimate) -> str:
    return TOO_FEW if math.isnan(found.margin) else f"± {found.margin:.3f}"


def percent(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.2f} %"


def percent_margin(found: Estimate) -> str:
    """Of a share: an interval as wide as all there can be tells nothing."""
    return f"± {100 * found.margin:.2f}" if found.margin < WIDEST else TOO_FEW


def duration(seconds: float) -> str:
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = ()) -> list[str]:
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    return [
        "  ".join(cell.ljust(width) if i in left else cell.rjust(width) for i, (cell, width) in
                  enumerate(zip(row, widths, strict=True)))
        for row in [heads, *rows]
    ]  # fmt: skip
