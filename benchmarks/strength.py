"""How strong the bots are: the tables of docs/bots.md, made by the arena. Run: make strength

Every row is a tournament on duplicate decks in a run directory of its own (runs/ by default), so an interrupted
measurement goes on where it stopped, and a finished one only has its tables printed again.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from paiju.arena.store import plan_of, read_clocks, read_settings, totals_of
from paiju.arena.tournament import Tournament
from paiju.games import BUILT_IN

# What the seeds' users know, for comparison: the best risk factor is the one `paiju study` finds for four players.
RIVALS = {"hearts": "heartless", "poepen": "risk:0.56"}
# Decks of what takes long, out of 1,000 of the ladder's: as many as an evening allows.
HARD = {"hearts": 100, "gongzhu": 30, "shengji": 20, "poepen": 200, "luzi": 10}
BUDGETS = {
    "hearts": {10: 150, 50: 80, 250: 30},
    "poepen": {10: 200, 50: 100, 250: 40},
    "shengji": {10: 60, 50: 24, 250: 8},
}  # milliseconds a decision: decks


class Measured:
    """A tournament of two or more bots, played or taken from its run directory."""

    def __init__(self, folder: Path, rules: str, bots: tuple[str, ...], decks: int, *flags: str):
        path = folder / re.sub(r"[^a-z0-9]+", "-", "-".join([rules, *bots, str(decks)]))
        command = [sys.executable, "-m", "paiju.cli", "arena", rules, *bots, "--decks", str(decks), *flags]
        print("  " + " ".join(command[2:]), file=sys.stderr)
        subprocess.run([*command, "--out", str(path)], check=True, stdout=subprocess.DEVNULL)
        self.tournament = Tournament(plan_of(read_settings(path)))
        self.totals = totals_of(path, self.tournament, decks)
        self.clocks = read_clocks(path / "times.jsonl", self.tournament)
        self.rules, self.bots, self.decks = rules, bots, decks

    def row(self) -> str:
        """The first bot's lead over the second, with its interval and the time it took to decide."""
        lead, (won, drawn, lost) = self.totals.lead(0, 1), self.totals.met(0, 1) or (0, 0, 0)
        clock = self.clocks[0]
        thought = f"{1000 * clock.seconds / max(1, clock.decisions):.3g} ms"
        sure = "yes" if abs(lead.mean) > lead.margin else "no"
        return (
            f"| {self.rules} | {self.bots[0]} | {self.bots[1]} | {self.decks:,} | {lead.mean:+.2f} ± {lead.margin:.2f} "
            f"| {sure} | {won} / {drawn} / {lost} | {thought} |"
        )

    def lead_on(self, deck: int) -> float:
        """The first bot's lead on one deck."""
        schedule, scores = self.tournament.schedule, self.totals.early[deck]
        lead = sum(scores[place] for place in schedule.places(0)) - sum(scores[place] for place in schedule.places(1))
        return -lead if self.totals.low_wins else lead


HEAD = """| game | bot | against | decks | better by, a deal | clear of zero | decks better / equal / worse | thinks |
|---|---|---|---|---|---|---|---|"""


def ladder(folder: Path, decks: int, games: list[str]) -> Iterator[str]:
    """steady over random, search over steady, and the bots of the seeds."""
    yield HEAD
    for game in games:
        yield Measured(folder, game, ("steady", "random"), 10 * decks).row()
        if game in RIVALS:
            yield Measured(folder, game, ("steady", RIVALS[game]), 10 * decks).row()
        yield Measured(folder, game, ("search:medium", "steady"), decks).row()
        if game in RIVALS:
            yield Measured(folder, game, ("search:medium", RIVALS[game]), decks).row()


def budgets(folder: Path, decks: int, games: list[str]) -> Iterator[str]:
    """What more time buys."""
    yield HEAD
    for game in games:
        for ms, share in BUDGETS.get(game, {}).items():
            yield Measured(folder, game, (f"search:ms={ms}", "steady"), part(share, decks)).row()


def levels(folder: Path, decks: int, games: list[str]) -> Iterator[str]:
    """Every level against steady, and ratings from these meetings."""
    names = ("random", "steady", "search:easy", "search:medium", "search:hard")
    yield "| game | " + " | ".join(names) + " |"
    yield "|---|" + "---|" * len(names)
    for game in games:
        meetings = [
            Measured(folder, game, ("steady", "random"), 10 * decks),
            Measured(folder, game, ("search:easy", "steady"), part(300, decks)),
            Measured(folder, game, ("search:medium", "steady"), decks),
            Measured(folder, game, ("search:hard", "steady"), part(HARD[game], decks)),
        ]
        found = rated(meetings)
        leads = {meeting.bots[0]: meeting.totals.lead(0, 1) for meeting in meetings[1:]}
        cells = [f"{found[name].mu:.1f} ± {1.96 * found[name].sigma:.1f}" for name in names]
        yield f"| {game} | " + " | ".join(cells) + " |"
        words = [f"{leads[name].mean:+.2f} ± {leads[name].margin:.2f}" if name in leads else "" for name in names]
        yield "| | " + " | ".join(words) + " |"


def part(share: int, decks: int) -> int:
    return max(2, share * decks // 1000)


def rated(meetings: list[Measured]) -> dict[str, Any]:
    """Plackett-Luce ratings from meetings of two, deck by deck: the first decks of all meetings, then the next."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    found = {bot: model.rating(name=bot) for meeting in meetings for bot in meeting.bots}
    for deck in range(1000):
        for meeting in meetings:
            if deck in meeting.totals.early:
                lead = meeting.lead_on(deck)
                (one,), (two,) = model.rate([[found[bot]] for bot in meeting.bots], ranks=[-lead, lead])
                found[meeting.bots[0]], found[meeting.bots[1]] = one, two
    return found


TABLES: dict[str, Callable[[Path, int, list[str]], Iterator[str]]] = {
    "ladder": ladder,
    "budgets": budgets,
    "levels": levels,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], help="which tables (all)")
    parser.add_argument("--decks", type=int, default=1000, help="decks of the ladder; the others scale with it (1000)")
    parser.add_argument("--games", default=",".join(BUILT_IN), help="which games, with commas (all)")
    parser.add_argument("--out", type=Path, default=Path("runs"), help="where the run directories lie (runs)")
    parser.add_argument("--write", type=Path, help="put the tables into this page, at <!-- NAME -->")
    options = parser.parse_args()
    for name in options.tables or TABLES:
        lines = list(TABLES[name](options.out, options.decks, options.games.split(",")))
        print("\n".join(lines), flush=True)
        if options.write:
            put(options.write, name, lines)
    print(f"\n{os.cpu_count()} cores, {options.decks} decks", file=sys.stderr)


def put(page: Path, name: str, lines: list[str]) -> None:
    text = page.read_text(encoding="utf-8")
    body = f"<!-- {name} -->\n" + "\n".join(lines) + "\n<!-- end -->"
    page.write_text(re.sub(rf"<!-- {name} -->.*?<!-- end -->", lambda _: body, text, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
