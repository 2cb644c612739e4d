"""One page about a tournament, self-contained, with its plots; the plots also as PNG files beside it."""

from __future__ import annotations

import base64
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from paiju import __version__
from paiju.arena.show import (
    beyond_line,
    duration,
    failure_lines,
    margin,
    number,
    percent,
    percent_margin,
    signed,
    sprt_lines,
)
from paiju.arena.statistics import RATED, Estimate, Sprt, SprtRun, SprtStatus, Sums, Totals, ratings
from paiju.arena.store import StoreError, check_row, plan_of, read_clocks, read_lines, read_settings, totals_of, writing
from paiju.arena.tournament import SLOWEST, Clock, Tournament
from paiju.optional_packages import install_command

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#b8a800")  # told apart by all
BARS = 40  # of a distribution, at most

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem }
h1 { font-size: 1.6rem; line-height: 1.2 } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem } p { margin: .4rem 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } .wide { overflow-x: auto }
th, td { padding: .3rem .8rem; text-align: right;
  border-bottom: 1px solid #ddd; white-space: nowrap } th { font-weight: 600 }
th:first-child, td:first-child, .name { text-align: left } td small { color: #555; display: block }
img { max-width: 100%; height: auto } .better { background: #dcefe6 } .worse { background: #f9e3d6 }
footer { margin-top: 3rem; color: #555; font-size: .85rem }
"""


class RunResults:
    """A run directory, read: what the plots and the page are made from."""

    def __init__(self, path: Path):
        self.path = path
        settings = read_settings(path)
        self.tournament = Tournament(plan_of(settings))
        self.decks: int = settings["decks"]
        self.sprt = Sprt(**settings["sprt"]) if settings["sprt"] else None
        self.totals = totals_of(path, self.tournament, self.decks)
        self.status: SprtStatus | None = None
        self.played = self.totals.decks
        if self.sprt:
            scale = len(self.tournament.schedule.places(0, 1))
            self.status = SprtRun(self.sprt, scale).on(self.totals.leads or {})
            if self.status.decision:
                self.decks = self.status.decks
                self.totals = totals_of(path, self.tournament, self.decks)
        if not self.totals.decks:
            raise StoreError(f"{path} has no results yet")
        self.clocks: list[Clock] = read_clocks(path / "times.jsonl", self.tournament)
        self.ratings = ratings(self.totals)
        self.order = self.totals.order()
        self.names = self.tournament.names

    def distribution(self) -> list[Counter[int]]:
        """How often each bot got which score."""
        schedule = self.tournament.schedule
        found: list[Counter[int]] = [Counter() for _ in self.names]
        owner = [bot for row in schedule.deals for bot in row]
        for scores in self.scores():
            for bot, score in zip(owner, scores, strict=True):
                found[bot][score] += 1
        return found

    def by_seat(self) -> dict[tuple[int, int], Estimate]:
        """The points of a bot at a seat, with their interval."""
        schedule = self.tournament.schedule
        places: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for place in range(len(schedule.deals) * schedule.seats):
            deal, seat = divmod(place, schedule.seats)
            places[schedule.deals[deal][seat], seat].append(place)
        sums = {key: Sums() for key in places}
        for scores in self.scores():
            for key, found in sums.items():
                found.add(sum(scores[place] for place in places[key]))
        return {key: found.estimate(len(places[key])) for key, found in sums.items()}

    def scores(self) -> Iterator[list[int]]:
        """Of each deck that counts."""
        file = self.path / "results.jsonl"
        with open(file, "rb") as lines:
            for line, row, _ in read_lines(lines, file):
                check_row(row, line, file, self.tournament, 1 << 62)
                if row["deck"] < self.decks:
                    yield row["scores"]


def report(path: Path) -> Path:
    """Write report.html and the plots; where the page is."""
    results = RunResults(path)
    try:
        import matplotlib
    except ImportError:
        raise StoreError(f"plots need matplotlib: {install_command('tournament', 'matplotlib')}") from None
    matplotlib.use("Agg")
    plots: list[tuple[str, str, str]] = []
    for name, title, draw in PLOTS:
        if name == "ratings" and not results.ratings:
            continue
        file = path / f"{name}.png"
        with writing(path):
            file.unlink(missing_ok=True)
            said = draw(results, file)
        plots.append((title, said, base64.b64encode(file.read_bytes()).decode() if file.exists() else ""))
    page = path / "report.html"
    with writing(path):
        page.write_text(html(results, plots), encoding="utf-8")
    return page


# ---- plots: each draws a file and says in a sentence what is on it, or all there is to say ----


def figure(height: float = 3.6) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(8, height), dpi=130, layout="constrained")
    axes = drawing.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return drawing, axes


def colour(bot: int) -> str:
    return COLOURS[bot % len(COLOURS)]


def plot_seats(results: RunResults, file: Path) -> str:
    drawing, axes = figure()
    seats, bots = range(results.tournament.schedule.seats), results.order
    found = results.by_seat()
    width = 0.8 / len(bots)
    for i, bot in enumerate(bots):
        at = [seat + (i - (len(bots) - 1) / 2) * width for seat in seats]
        values = [found.get((bot, seat), Estimate(math.nan, math.nan)) for seat in seats]
        axes.bar(
            at,
            [value.mean for value in values],
            width * 0.92,
            yerr=[0 if math.isnan(value.margin) else value.margin for value in values],
            label=results.names[bot],
            color=colour(bot),
            ecolor="#333",
            capsize=3,
        )
    axes.axhline(0, color="#333", linewidth=0.8)
    axes.set_xticks(list(seats), [f"seat {seat}" for seat in seats])
    axes.set_ylabel("mean points")
    legend(axes, len(bots))
    drawing.savefig(file)
    return (
        "Mean points of each bot at each seat, with 95 % intervals. Seats differ by the rules and the first deal; bots "
        "at one seat compare."
    )


def plot_ratings(results: RunResults, file: Path) -> str:
    rated = results.ratings or []
    drawing, axes = figure(1.2 + 0.45 * len(rated))
    bots = list(reversed(results.order))
    axes.axvline(25, color="#999", linewidth=0.8)
    for at, bot in enumerate(bots):
        axes.errorbar(
            rated[bot].mu, at, xerr=1.96 * rated[bot].sigma, fmt="o", markersize=8, capsize=4, color=colour(bot)
        )
    axes.set_yticks(range(len(bots)), [results.names[bot] for bot in bots])
    axes.set_ylim(-0.6, len(bots) - 0.4)
    axes.set_xlabel("rating (25 is where all start), with 95 % interval")
    drawing.savefig(file)
    return f"Plackett-Luce ratings from the first {min(RATED, results.totals.decks)} decks, taken one by one."


def plot_times(results: RunResults, file: Path) -> str:
    if results.tournament.native:  # nothing to draw: one figure is all that is known
        clocks = results.clocks
        seconds, decisions = sum(clock.seconds for clock in clocks), sum(clock.decisions for clock in clocks)
        mean = f" A decision took {duration(seconds / decisions)} in the mean." if decisions else ""
        return f"Native bots are timed in bulk, all at a table together.{mean}"
    drawing, axes = figure(4.6)
    used = [i for i in range(SLOWEST) if any(clock.counts[i] for clock in results.clocks)]
    low, high = (min(used), max(used)) if used else (0, 1)
    width = 0.8 / len(results.order)
    for i, bot in enumerate(results.order):
        clock = results.clocks[bot]
        share = [100 * clock.counts[k] / max(1, clock.decisions) for k in range(low, high + 1)]
        at = [k + (i - (len(results.order) - 1) / 2) * width for k in range(low, high + 1)]
        mean = duration(clock.seconds / clock.decisions) if clock.decisions else "none"
        axes.bar(at, share, width * 0.92, label=f"{results.names[bot]} (mean {mean})", color=colour(bot))
    names = ["under 1 µs" if k == 0 else duration(2.0**k * 1e-6) for k in range(low, high + 1)]
    turned = {"rotation": 35, "ha": "right"} if len(names) > 8 else {}
    axes.set_xticks(range(low, high + 1), names, **turned)
    axes.set_xlabel("time of a decision, up to")
    axes.set_ylabel("% of decisions")
    legend(axes, len(results.order))
    drawing.savefig(file)
    return "How long a decision took."


def plot_distribution(results: RunResults, file: Path) -> str:
    drawing, axes = figure()
    counts = results.distribution()
    low, high = min(min(c) for c in counts if c), max(max(c) for c in counts if c)
    grain = math.gcd(*(score - low for count in counts for score in count)) or 1  # some games skip every other score
    step = grain * math.ceil((high - low + 1) / (grain * BARS))
    bins = range(low, high + 1, step)
    for bot in results.order:
        total = sum(counts[bot].values())
        share = [100 * sum(counts[bot][score] for score in range(edge, edge + step)) / total for edge in bins]
        middles = [edge + (step - 1) / 2 for edge in bins]
        axes.plot(middles, share, label=results.names[bot], color=colour(bot), drawstyle="steps-mid", linewidth=1.8)
    unit = "match" if results.tournament.plan.matches else "deal"
    axes.set_xlabel(f"points of a {unit}" + (f", in steps of {step}" if step > 1 else ""))
    axes.set_ylabel("% of seats")
    axes.set_ylim(bottom=0)
    legend(axes, len(results.order))
    drawing.savefig(file)
    return f"How often a seat ended a {unit} with how many points."


def plot_cross(results: RunResults, file: Path) -> str:
    size, order, totals = len(results.order), results.order, results.totals
    drawing, axes = figure(1.6 + 0.55 * size)
    met = {(a, b): totals.lead(a, b).mean for a in order for b in order if a != b and totals.met(a, b)}
    most = max((abs(value) for value in met.values()), default=0) or 1
    grid = [[met.get((a, b), math.nan) for b in order] for a in order]
    axes.imshow(grid, cmap="PiYG", vmin=-2 * most, vmax=2 * most, aspect="auto")  # only its light half, under black
    for i, a in enumerate(order):
        for j, b in enumerate(order):
            text = f"{signed(met[a, b])}\n{margin(totals.lead(a, b))}" if (a, b) in met else "·"
            axes.text(j, i, text, ha="center", va="center", fontsize=9)
    axes.set_xticks(range(size), [results.names[bot] for bot in order])
    axes.set_yticks(range(size), [results.names[bot] for bot in order])
    drawing.savefig(file)
    return "By how many points the bot of the row is better than the bot of the column, deck by deck."


def legend(axes: Any, entries: int) -> None:
    """Above the plot, where it hides nothing."""
    axes.legend(frameon=False, fontsize=9, ncols=min(3, entries), loc="lower left", bbox_to_anchor=(0, 1))


Plot = Callable[[RunResults, Path], str]
PLOTS: Sequence[tuple[str, str, Plot]] = (
    ("seats", "Scores by seat and bot", plot_seats),
    ("ratings", "Ratings", plot_ratings),
    ("scores", "Score distribution", plot_distribution),
    ("cross", "Who is better than whom", plot_cross),
    ("times", "Decision times", plot_times),
)


# ---- the page ----


def html(results: RunResults, plots: Sequence[tuple[str, str, str]]) -> str:
    tournament, totals = results.tournament, results.totals
    names = ", ".join(results.names[bot] for bot in results.order)
    unit = "matches" if tournament.plan.matches else "deals"
    better = "fewer" if tournament.game.low_wins else "more"
    unfinished = (
        "" if totals.decks == results.decks else f" The run is not complete: {results.decks} decks are planned."
    )
    body = [
        f"<h1>{escape(tournament.game.title)}: {escape(names)}</h1>",
        f"<p>{totals.decks} decks, each played {len(tournament.schedule.deals)} times: "
        f"{totals.decks * len(tournament.schedule.deals)} {unit} of <code>{escape(tournament.plan.rules)}</code>, "
        f"seed {tournament.plan.seed}. {better.capitalize()} points are better.{unfinished}</p>",
        "<h2>Standing</h2>",
        standing_table(results),
        "<p>± is the 95 % interval, with the deck as the unit.</p>",
        *failures_part(results),
        "<h2>Cross table</h2>",
        cross_table(results),
        "<p>Points by which the row is better than the column; below, the decks on which it did better, as well, "
        "worse. Shaded where the interval excludes nought.</p>",
    ]
    if results.sprt and results.status:
        beyond = beyond_line(results.played, results.status)
        said = " ".join([*sprt_lines(tournament, results.sprt, results.status), beyond])
        body += ["<h2>Sequential test</h2>", f"<p>{escape(said)}</p>"]
    for title, said, data in plots:
        alt = escape(f"{title}. {said}", quote=True)
        image = [f'<img alt="{alt}" src="data:image/png;base64,{data}">'] if data else []
        body += [f"<h2>{title}</h2>", *image, f"<p>{escape(said)}</p>"]
    body.append(f"<footer>paiju {__version__}; how to read this: docs/arena.md</footer>")
    head = f"<title>{escape(tournament.game.title)}: {escape(names)}</title><style>{STYLE}</style>"
    width = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    top = f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{width}{head}</head>\n<body>\n'
    return top + "\n".join(body) + "\n</body></html>\n"


def failures_part(results: RunResults) -> list[str]:
    *examples, rest = failure_lines(results.tournament, results.totals) or [""]
    if not rest:
        return []
    items = "\n".join(f"<li>{escape(line)}</li>" for line in examples)
    return ["<h2>Failures</h2>", f"<ul>{items}</ul>", f"<p>{escape(rest)}</p>"]


def standing_table(results: RunResults) -> str:
    totals, rated = results.totals, results.ratings
    unit = "match" if results.tournament.plan.matches else "deal"
    heads = ["bot", f"points a {unit}", "won", *(["rating"] if rated else []), "mean time", "failed"]
    rows: list[str] = []
    for bot in results.order:
        score, won, clock = totals.score(bot), totals.win_rate(bot), results.clocks[bot]
        reasons = ", ".join(f"{n} {why}" for why, n in sorted(totals.failures[bot].items())) or "0"
        cells = [
            escape(results.names[bot]),
            f"{number(score.mean)} {margin(score)}",
            f"{percent(won.mean)} {percent_margin(won)}",
            *([f"{rated[bot].mu:.2f} ± {1.96 * rated[bot].sigma:.2f}"] if rated else []),
            duration(clock.seconds / clock.decisions) if clock.decisions else "–",
            escape(reasons),
        ]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return grid(heads, rows)


def cross_table(results: RunResults) -> str:
    rows: list[str] = []
    for bot in results.order:
        cells = [f'<th scope="row" class="name">{escape(results.names[bot])}</th>']
        cells += [cross_cell(results.totals, bot, rival) for rival in results.order]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return grid(["", *(escape(results.names[bot]) for bot in results.order)], rows)


def cross_cell(totals: Totals, bot: int, rival: int) -> str:
    met = totals.met(bot, rival) if bot != rival else None
    if not met:
        return "<td>·</td>"
    lead = totals.lead(bot, rival)
    shade = "better" if lead.mean > lead.margin else "worse" if lead.mean < -lead.margin else ""
    decks = "{}+ {}= {}-".format(*met)
    return f'<td class="{shade}">{signed(lead.mean)} {margin(lead)}<small>{decks}</small></td>'


def grid(heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return f'<div class="wide"><table><tr>{head}</tr>\n' + "\n".join(rows) + "</table></div>"
