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

from paiju.arena.store import plan_of, read_clocks, read_settings, tally_of
from paiju.arena.table import Room
from paiju.arena.tally import ratings

GAMES = ("hearts", "gongzhu", "shengji", "poepen", "luzi")
LEVELS = ("random", "steady", "search:easy", "search:medium", "search:hard")
# What the seeds' users know, for comparison: the best risk factor is the one `paiju study` finds.
RIVALS = {"hearts": "heartless", "poepen": "risk:0.56"}
BUDGETS = {10: 120, 50: 40, 250: 12}  # milliseconds a decision: decks


class Measured:
    """A tournament of two or more bots, played or taken from its run directory."""

    def __init__(self, folder: Path, rules: str, bots: tuple[str, ...], decks: int, *flags: str):
        path = folder / re.sub(r"[^a-z0-9]+", "-", "-".join([rules, *bots, str(decks)]))
        command = [sys.executable, "-m", "paiju.cli", "arena", rules, *bots, "--decks", str(decks), *flags]
        print("  " + " ".join(command[2:]), file=sys.stderr)
        subprocess.run([*command, "--out", str(path)], check=True, stdout=subprocess.DEVNULL)
        self.room = Room(plan_of(read_settings(path)))
        self.tally = tally_of(path, self.room, decks)
        self.clocks = read_clocks(path / "times.jsonl", self.room)
        self.rules, self.bots, self.decks = rules, bots, decks

    def row(self) -> str:
        """The first bot's lead over the second, with its interval and the time it took to decide."""
        lead, (won, drawn, lost) = self.tally.lead(0, 1), self.tally.met(0, 1) or (0, 0, 0)
        clock = self.clocks[0]
        thought = f"{1000 * clock.seconds / max(1, clock.decisions):.3g} ms"
        sure = "yes" if abs(lead.mean) > lead.margin else "no"
        return (
            f"| {self.rules} | {self.bots[0]} | {self.bots[1]} | {self.decks:,} | {lead.mean:+.2f} ± {lead.margin:.2f} "
            f"| {sure} | {won} / {drawn} / {lost} | {thought} |"
        )


HEAD = """| game | bot | against | decks | better by, a deal | clear of zero | decks better / equal / worse | thinks |
|---|---|---|---|---|---|---|---|"""


def ladder(folder: Path, decks: int) -> Iterator[str]:
    """steady over random, search over steady, and the bots of the seeds."""
    yield HEAD
    for game in GAMES:
        yield Measured(folder, game, ("steady", "random"), 10 * decks).row()
        if game in RIVALS:
            yield Measured(folder, game, ("steady", RIVALS[game]), 10 * decks).row()
        yield Measured(folder, game, ("search:medium", "steady"), decks).row()
        if game in RIVALS:
            yield Measured(folder, game, ("search:medium", RIVALS[game]), decks).row()


def budgets(folder: Path, decks: int) -> Iterator[str]:
    """What more time buys."""
    yield HEAD
    for game in GAMES:
        for ms, share in BUDGETS.items():
            yield Measured(
                folder, game, (f"search:ms={ms}", "steady"), max(2, share * decks // 1000), "--workers", "1"
            ).row()


def levels(folder: Path, decks: int) -> Iterator[str]:
    """Ratings of all levels in one tournament a game."""
    yield "| game | decks | " + " | ".join(LEVELS) + " |"
    yield "|---|---|" + "---|" * len(LEVELS)
    for game in GAMES:
        found = Measured(folder, game, LEVELS, max(2, decks // 10), "--pairs")
        rated = ratings(found.tally) or []
        cells = " | ".join(f"{rating.mu:.1f} ± {1.96 * rating.sigma:.1f}" for rating in rated)
        yield f"| {game} | {found.decks} | {cells} |"


TABLES: dict[str, Callable[[Path, int], Iterator[str]]] = {"ladder": ladder, "budgets": budgets, "levels": levels}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], help="which tables (all)")
    parser.add_argument("--decks", type=int, default=1000, help="decks of the ladder; the others scale with it (1000)")
    parser.add_argument("--out", type=Path, default=Path("runs"), help="where the run directories lie (runs)")
    parser.add_argument("--write", type=Path, help="put the tables into this page, at <!-- NAME -->")
    options = parser.parse_args()
    for name in options.tables or TABLES:
        lines = list(TABLES[name](options.out, options.decks))
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
