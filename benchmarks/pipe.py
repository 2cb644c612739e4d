"""Decisions a second through the pipe: python benchmarks/pipe.py [--seconds 3] [GAME ...].

A program that answers the first legal action plays every seat of whole deals. `asked` counts the time inside the bot
only: the question written, the other process woken, its answer read and understood. `best` is the same in the fastest
deal, which is what an idle machine gives when this one is busy. `dealt` is the whole loop with the rules, the views and
the events. `our µs` is the processor time of our side a decision. The program is C where there is a compiler, and
Python. All run on one core, as in the arena: they take turns, and waking another core takes longer than the rest.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import paiju
from paiju.bots import read_bot
from paiju.core.state import COMPILED, State
from paiju.games import BUILT_IN
from paiju.play import Bot, play_deal

PYTHON = """
import sys
for line in sys.stdin:
    if line.startswith("go "):
        print(line.split(" ", 4)[4].split(";", 1)[0].strip(), flush=True)
    elif line == "isready\\n":
        print("readyok", flush=True)
    elif line.startswith("paiju "):
        print("ok", flush=True)
"""
C = r"""
#include <stdio.h>
#include <string.h>
static char line[1 << 20];
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "go ", 3)) {
            char *at = line;
            for (int blanks = 0; blanks < 4; at++) blanks += *at == ' ';
            printf("%.*s\n", (int)strcspn(at, ";\n"), at);
        } else if (!strncmp(line, "isready", 7)) puts("readyok");
        else if (!strncmp(line, "paiju ", 6)) puts("ok");
        else continue;
        fflush(stdout);
    }
}
"""


class Timed(Bot):
    """A bot with a stop watch."""

    def __init__(self, bot: Bot):
        self.bot, self.asked, self.seconds, self.cpu = bot, 0, 0.0, 0.0
        self.begin, self.see, self.finish, self.close = bot.begin, bot.see, bot.finish, bot.close

    def __call__(self, view: State, rng: paiju.Random):
        start, cpu = time.perf_counter(), time.process_time()
        action = self.bot(view, rng)
        self.seconds += time.perf_counter() - start
        self.cpu += time.process_time() - cpu
        self.asked += 1
        return action


def measure(game: str, command: str, seconds: float) -> tuple[float, float, float, float]:
    """Decisions a second: asked, in the best deal, in the whole loop; and our processor time for one."""
    rules = paiju.find(game)
    setup, rng = rules.first(), paiju.Random(1)
    bots = [Timed(read_bot(f"process:{command}", rules, time_ms=10_000)) for _ in range(setup.seats)]
    best = 0.0
    try:
        start = time.perf_counter()
        while (whole := time.perf_counter() - start) < seconds:
            asked, spent = sum(bot.asked for bot in bots), sum(bot.seconds for bot in bots)
            play_deal(setup, rules.shuffled(setup, rng), bots, rng)
            best = max(best, (sum(bot.asked for bot in bots) - asked) / (sum(bot.seconds for bot in bots) - spent))
    finally:
        for bot in bots:
            bot.close()
    asked = sum(bot.asked for bot in bots)
    cpu = sum(bot.cpu for bot in bots) / asked * 1e6
    return asked / sum(bot.seconds for bot in bots), best, asked / whole, cpu


def programs(folder: Path):
    (folder / "first.py").write_text(PYTHON)
    compiler = shutil.which("cc")
    if compiler:
        (folder / "first.c").write_text(C)
        subprocess.run([compiler, "-O2", "-o", folder / "first", folder / "first.c"], check=True)
        yield "C", str(folder / "first")
    yield "Python", f"{sys.executable} -S {folder / 'first.py'}"


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=BUILT_IN)
    parser.add_argument("--seconds", type=float, default=3)
    words = parser.parse_args()
    print(f"decisions a second, rules {'compiled' if COMPILED else 'uncompiled'}")
    print(f"{'':20}{'asked':>10}{'best':>10}{'dealt':>10}{'our µs':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for language, command in programs(Path(folder)):
            for game in words.games:
                asked, best, dealt, cpu = measure(game, command, words.seconds)
                print(f"{language:8}{game:12}{asked:>10,.0f}{best:>10,.0f}{dealt:>10,.0f}{cpu:>10.0f}", flush=True)


if __name__ == "__main__":
    main()
