"""The results as lines: the table, who beat whom, and what went wrong. docs/arena.md tells how to read them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paiju.arena.table import Clock, Room
from paiju.arena.tally import RATED, Estimate, Sprt, Tally, Verdict, ratings


def table(room: Room, tally: Tally, sprt: Sprt | None = None, verdict: Verdict | None = None) -> list[str]:
    """All that is known at the end, in lines. Nothing in it depends on time or on who played which deck."""
    plan, unit = room.schedule, "match" if room.plan.matches else "deal"
    deals = tally.decks * len(plan.deals)
    better = "fewer points are better" if room.game.low_wins else "more points are better"
    lines = [
        f"{room.plan.rules}: {tally.decks} decks, each played {len(plan.deals)} times, {deals} "
        f"{'matches' if unit == 'match' else 'deals'}, seed {room.plan.seed}; {better}",
        "",
    ]
    rated = ratings(tally)
    heads = ["", "bot", f"points a {unit}", "95 %", "won", "95 %", *(["rating"] if rated else []), "failed"]
    rows = []
    for rank, bot in enumerate(tally.order(), 1):
        score, won = tally.score(bot), tally.win_rate(bot)
        row = [f"{rank}", room.names[bot], number(score.mean), margin(score), percent(won.mean), percent_margin(won)]
        if rated:
            row.append(f"{rated[bot].mu:.2f} ± {1.96 * rated[bot].sigma:.2f}")
        rows.append([*row, failures(tally, bot)])
    lines += columns(heads, rows, left=(1, len(heads) - 1))
    if examples := failure_lines(room, tally):
        lines += ["", *examples]
    lines += ["", *cross_table(room, tally)]
    if sprt and verdict:
        lines += ["", *sprt_lines(room, sprt, verdict)]
    if rated and tally.decks > RATED:
        lines += ["", f"Ratings are from the first {RATED} decks."]
    return [line.rstrip() for line in lines]


def cross_table(room: Room, tally: Tally) -> list[str]:
    """Row against column: the lead in points, its interval, and on how many decks it did better, as well, worse."""
    order = tally.order()
    heads = ["better by", *(room.names[bot] for bot in order)]
    rows = []
    for bot in order:
        row, more = [room.names[bot]], [""]
        for rival in order:
            met = tally.met(bot, rival) if bot != rival else None
            lead = tally.lead(bot, rival) if met else None
            row.append(f"{signed(lead.mean)} {margin(lead)}" if lead else "·")
            more.append("{}+ {}= {}-".format(*met) if met else "")
        rows += [row, more]
    return columns(heads, rows, left=(0,))


def sprt_lines(room: Room, sprt: Sprt, verdict: Verdict) -> list[str]:
    lower, upper = sprt.bounds()
    first, second = room.names[:2]
    said = {
        "high": f"accepted: {first} is {apart('at least', 'at most', sprt.high)} than {second},",
        "low": f"rejected: {first} is {apart('at most', 'at least', sprt.low)} than {second},",
        "": "undecided",
    }[verdict.decision]
    return [
        f"Sequential test of {sprt.low:g} against {sprt.high:g} points (alpha {sprt.alpha:g}, beta {sprt.beta:g}):",
        said,
        f"after {verdict.decks} decks; log likelihood ratio {verdict.ratio:z.3f}, bounds {lower:.3f} and {upper:.3f}.",
    ]


def apart(better: str, worse: str, points: float) -> str:
    return f"{better} {points:g} points better" if points >= 0 else f"{worse} {-points:g} points worse"


def beyond_line(decks: int, verdict: Verdict | None) -> str:
    """What became of the decks that were under way when a sequential test was decided; how many depends on the
    workers, so it is no part of the table."""
    beyond = decks - verdict.decks if verdict and verdict.decision else 0
    were = "1 deck was" if beyond == 1 else f"{beyond} decks were"
    return f"{were} also played behind the deciding one; nothing above counts them." if beyond else ""


def time_lines(room: Room, clocks: Sequence[Clock]) -> list[str]:
    """How long the bots thought; apart from the table, because no two runs agree on it."""
    heads = ["bot", "decisions", "mean time"]
    rows = [
        [name, f"{clock.decisions}", duration(clock.seconds / clock.decisions) if clock.decisions else "–"]
        for name, clock in zip(room.names, clocks, strict=True)
    ]
    return columns(heads, rows, left=(0,))


def standing(room: Room, tally: Tally) -> str:
    """The standing on one line, for the progress bar."""
    order = tally.order()
    parts = [f"{room.names[bot]} {number(tally.score(bot).mean)}" for bot in order[:4]]
    if len(order) == 2:
        lead = tally.lead(*order)
        parts.append(f"better by {number(lead.mean)} {margin(lead)}")
    failed = [f"{room.names[bot]} failed in {tally.failures[bot].total()}" for bot in order if tally.failures[bot]]
    return "; ".join([", ".join(parts), *failed])


def failures(tally: Tally, bot: int) -> str:
    reasons = tally.failures[bot]
    return ", ".join(f"{reasons[reason]} {reason}" for reason in sorted(reasons)) or "0"


def failure_lines(room: Room, tally: Tally) -> list[str]:
    """How a bot fails: an example for each of its reasons, and where the others are."""
    lines = []
    for bot, reason in sorted(tally.examples):
        deck, deal, *detail = tally.examples[bot, reason]
        lines.append(f"{room.names[bot]}, deck {deck}, deal {deal}: {': '.join([reason, *detail])}")
    records = " and, as remarks, in records/" if room.plan.records else "; --records keeps the deals"
    return [*lines, f"All failures are in results.jsonl{records}."] if lines else []


def number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:z.3f}"


def signed(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:+z.3f}"


def margin(found: Estimate) -> str:
    return "± –" if math.isnan(found.margin) else f"± {found.margin:.3f}"


def percent(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.2f} %"


def percent_margin(found: Estimate) -> str:
    return "± –" if math.isnan(found.margin) else f"± {100 * found.margin:.2f}"


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
