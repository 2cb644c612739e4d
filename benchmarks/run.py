"""Speed side by side, measured in one run: python benchmarks/run.py [--quick] [--json FILE] [--markdown].

Contestants of a race take turns, and a ratio compares neighbours in time; so a busy machine slows all of them alike.
What each row means is told in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import paiju
from paiju.core.loops import random_batch
from paiju.core.state import COMPILED
from paiju.games import BUILT_IN

Run = Callable[[int], tuple[float, float]]  # does n things: how many units of work that was, and the seconds it took
RULES = {"hearts": "hearts:passing=off"}  # the other games as they are


class Unavailable(Exception):  # noqa: N818
    """Something to compare with is not here; the row says why."""


@dataclass
class Row:
    race: str
    who: str
    unit: str = ""
    rates: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)  # the race's first contestant as a multiple of this one
    note: str = ""


def timed(work: Callable[[], float], clock: Callable[[], float] = time.process_time) -> tuple[float, float]:
    start = clock()
    units = work()
    return units, clock() - start


# ---- contestants


def deals_of(rules: str, threads: int = 1, clock: Callable[[], float] = time.process_time, plays: bool = False) -> Run:
    """Random deals in the native loop; with `plays` the plays are counted, not the deals."""
    setup = first(rules)

    def run(n):
        def work():
            tally = paiju.random_deals(setup, n, 1, threads)
            return tally.plays if plays else tally.deals

        return timed(work, clock)

    return run


def uncompiled(rules: str) -> Run:
    """The same rules as plain Python, in a process of their own."""

    def run(n):
        words = [sys.executable, __file__, "--child", rules, str(n)]
        answer = subprocess.run(words, env=os.environ | {"PAIJU_PURE": "1"}, capture_output=True, text=True, check=True)
        units, seconds = map(float, answer.stdout.split())
        return units, seconds

    return run


def hand_written_c(folder: str) -> Run:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        raise Unavailable("no C compiler")
    program = str(Path(folder) / "hearts")
    source = str(Path(__file__).with_name("hearts.c"))
    subprocess.run([compiler, "-O3", "-march=native", source, "-o", program], check=True)

    def run(n):
        answer = subprocess.run([program, str(n)], capture_output=True, text=True, check=True)
        return n, float(answer.stdout.split()[0])

    return run


def pyspiel() -> Any:
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise Unavailable(f"open_spiel is not here ({error})") from error


def spiel_deals(name: str) -> Run:
    """Whole deals by open_spiel's C++ bots: one call from Python a deal, everything else in C++."""
    spiel = pyspiel()
    game = spiel.load_game(name)
    bots = [spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def work(n):
        for seed in range(n):
            spiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return n

    return lambda n: timed(lambda: work(n))


def spiel_in_python(name: str) -> Run:
    """Whole deals, the loop in Python: nothing but legal_actions and apply_action, chance taken as uniform."""
    game, rng = pyspiel().load_game(name), random.Random(1)

    def work(n):
        for _ in range(n):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return n

    return lambda n: timed(lambda: work(n))


def spiel_by_the_book(name: str) -> Run:
    """Whole deals as open_spiel's own example.py plays them: chance by its probabilities, with NumPy."""
    spiel, numpy = pyspiel(), importlib.import_module("numpy")
    game = spiel.load_game(name)

    def work(n):
        for _ in range(n):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(numpy.random.choice(actions, p=chances))
                else:
                    state.apply_action(random.choice(state.legal_actions(state.current_player())))
        return n

    return lambda n: timed(lambda: work(n))


def spiel_roll_outs(name: str) -> Run:
    """Roll-outs of a dealt state all in C++: a search of one simulation that is worth n roll-outs."""
    spiel, rng = pyspiel(), random.Random(1)
    game = spiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))

    def run(n):
        bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(n, 1), 1.0, 1, 100, False, 1, False)
        return timed(lambda: bot.step(state) * 0 + n)

    return run


def python_loop(rules: str) -> Run:
    """Whole deals, the loop in Python: sample and step for each card."""
    setup, rng = first(rules), paiju.Random(1)

    def work(n):
        for _ in range(n):
            state = setup.game.start(setup, setup.game.shuffled(setup, rng))
            while not state.is_over:
                seat = state.waiting()[0]
                state.step(seat, state.sample(seat, rng))
        return n

    return lambda n: timed(lambda: work(n))


def roll_outs_of(state: paiju.State) -> Run:
    return lambda n: timed(lambda: paiju.roll_outs(state, n, 1).deals)


def calls(function: Callable[[], Any]) -> Run:
    def work(n):
        for _ in range(n):
            function()
        return n

    return lambda n: timed(lambda: work(n))


def guesses(rules: str) -> Run:
    view, rng = sight(rules), paiju.Random(1)
    return calls(lambda: view.guess(rng))


def batch_steps(rules: str) -> Run:
    """A thousand deals side by side, one random step in each a call; twenty calls, then from the start."""
    setup, rng = first(rules), paiju.Random(1)
    states = [dealt(setup, seed) for seed in range(1000)]

    def run(n):
        steps = seconds = 0.0
        for _ in range(n):
            work = [state.copy() for state in states]
            made, took = timed(lambda work=work: sum(random_batch(work, 1, rng) for _ in range(20)))
            steps, seconds = steps + made, seconds + took
        return steps, seconds

    return run


# ---- positions


def first(rules: str) -> paiju.Setup:
    game, options = paiju.read_rules(rules)
    return game.first(options)


def dealt(setup: paiju.Setup, seed: int) -> paiju.State:
    return setup.game.start(setup, setup.game.shuffled(setup, paiju.Random(seed)))


def halfway(rules: str) -> paiju.State:
    """A random deal with half of its moves made."""
    setup = first(rules)
    moves = paiju.random_deals(setup, 1, 5).plays // 2
    state, rng = dealt(setup, 5), paiju.Random(5)
    for _ in range(moves):
        if not state.is_over:
            before = state.copy()
            seat = state.waiting()[0]
            state.step(seat, state.sample(seat, rng))
            state = before if state.is_over else state
    return state


def sight(rules: str) -> paiju.State:
    """What the seat to move sees halfway."""
    state = halfway(rules)
    return state.view(state.waiting()[0])


# ---- races


def race(title: str, unit: str, contestants: dict[str, Callable[[], Run]], repeats: int, budget: float) -> list[Row]:
    """Everybody runs in turn, `repeats` times round; the first one is who the ratios are about."""
    rows, ready = [], []
    for who, make in contestants.items():
        row = Row(title, who, unit)
        rows.append(row)
        try:
            run = make()
            ready.append((row, run, enough(run, budget)))
        except (Unavailable, ImportError) as error:
            row.note = str(error)
    for _ in range(repeats):
        rates = []
        for row, run, n in ready:
            units, seconds = run(n)
            row.rates.append(units / max(seconds, 1e-9))
            rates.append(row.rates[-1])
            row.ratios.append(rates[0] / rates[-1])
    return rows


def enough(run: Run, budget: float) -> int:
    """How many things take about `budget` seconds."""
    n = 1
    while True:
        seconds = run(n)[1]
        if seconds > budget / 4 or n >= 1 << 30:
            return max(1, int(n * budget / max(seconds, 1e-9)))
        n *= 4


def memory(rules: str, n: int) -> Row:
    """How much the process grows while n deals are played, in kilobytes."""
    try:
        setup = first(rules)
    except ImportError as error:
        return Row("memory", rules, note=str(error))
    paiju.random_deals(setup, 2000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    paiju.random_deals(setup, n)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return Row("memory", f"{n:,} deals of {rules}", "kB", note=f"{grown} kB more")


def whole_deals_beside(rules: str, spiel: str) -> dict[str, Callable[[], Run]]:
    return {
        "paiju": lambda: deals_of(rules),
        "paiju, loop in Python": lambda: python_loop(rules),
        "open_spiel, C++": lambda: spiel_deals(spiel),
        "open_spiel, leanest loop in Python": lambda: spiel_in_python(spiel),
        "open_spiel, its example's loop in Python": lambda: spiel_by_the_book(spiel),
    }


def roll_outs_beside(rules: str, spiel: str) -> dict[str, Callable[[], Run]]:
    return {
        "paiju": lambda: roll_outs_of(dealt(first(rules), 1)),
        "open_spiel, C++": lambda: spiel_roll_outs(spiel),
    }


def races_of(name: str) -> Iterator[tuple[str, str, dict[str, Callable[[], Run]]]]:
    """What is measured of every game."""
    rules = RULES.get(name, name)
    clock = time.perf_counter
    yield "deals", "deals/s", {"compiled": lambda: deals_of(rules), "uncompiled": lambda: uncompiled(rules)}
    yield "plays", "plays/s", {"one core": lambda: deals_of(rules, plays=True)}
    threads = {"two threads": lambda: deals_of(rules, 2, clock), "one thread": lambda: deals_of(rules, 1, clock)}
    yield "deals by the clock", "deals/s", threads
    yield "copy()", "copies/s", {"from Python": lambda: calls(halfway(rules).copy)}
    yield "guess()", "guesses/s", {"from Python": lambda: guesses(rules)}
    yield "roll-outs from halfway", "roll-outs/s", {"native": lambda: roll_outs_of(halfway(rules))}
    yield "guess and roll-out from halfway", "roll-outs/s", {"native": lambda: roll_outs_of(sight(rules))}
    yield "steps of a batch of 1000", "steps/s", {"native": lambda: batch_steps(rules)}


def everything(quick: bool) -> list[Row]:
    repeats, budget = (3, 0.05) if quick else (9, 0.3)
    spiel_hearts = "hearts(pass_cards=False,qs_breaks_hearts=False)"
    spiel_hell = "oh_hell(players=4,num_tricks_fixed=7)"
    rows: list[Row] = []

    def add(title: str, unit: str, contestants: dict[str, Callable[[], Run]]) -> None:
        print(f"{title} ...", file=sys.stderr)
        # The wall clock sees whatever else the machine does for a moment: longer runs even that out.
        rows.extend(race(title, unit, contestants, repeats, 4 * budget if "by the clock" in title else budget))

    for name in BUILT_IN:
        rows.append(memory(name, 20_000 if quick else 1_000_000))
    with tempfile.TemporaryDirectory() as folder:
        by_hand = {"hand-written C": lambda: hand_written_c(folder)}
        add("hearts, whole deals", "deals/s", whole_deals_beside("hearts:passing=off", spiel_hearts) | by_hand)
    add("hearts, roll-outs of a dealt state", "roll-outs/s", roll_outs_beside("hearts:passing=off", spiel_hearts))
    add("poepen (oh_hell), whole deals", "deals/s", whole_deals_beside("poepen", spiel_hell))
    add("poepen (oh_hell), roll-outs of a dealt state", "roll-outs/s", roll_outs_beside("poepen", spiel_hell))
    for name in BUILT_IN:
        for title, unit, contestants in races_of(name):
            add(f"{name}, {title}", unit, contestants)
    return rows


# ---- the table


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cells(row: Row) -> tuple[str, str, str, str]:
    if not row.rates:
        return row.race, row.who, row.note, ""
    rate = statistics.median(row.rates)
    text = f"{number(rate)} {row.unit}"
    if "copies" in row.unit:
        text += f" ({number(1e9 / rate)} ns each)"
    middle, low, high = statistics.median(row.ratios), min(row.ratios), max(row.ratios)
    same = low == high == 1
    return row.race, row.who, text, "" if same else f"{number(middle)} ({number(low)} to {number(high)})"


HEADINGS = ("what", "who", "rate", "first one is × this")


def show(rows: list[Row], markdown: bool) -> None:
    table = [cells(row) for row in rows]
    try:
        if markdown:
            raise ImportError
        console, tables = importlib.import_module("rich.console"), importlib.import_module("rich.table")
    except ImportError:
        print(machine(), end="\n\n")
        for line in (HEADINGS, ("---", "---", "---:", "---:"), *table):
            print(f"| {' | '.join(line)} |")
        return
    out = tables.Table(*HEADINGS[:2], title=machine())
    for heading in HEADINGS[2:]:
        out.add_column(heading, justify="right")
    before = ""
    for line in table:
        out.add_row("" if line[0] == before else line[0], *line[1:])
        before = line[0]
    console.Console().print(out)


def machine() -> str:
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        name = models[0] if models else name
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    how = "compiled" if COMPILED else "NOT compiled"
    return (
        f"paiju {paiju.__version__} ({how}), Python {platform.python_version()}, {name}, {os.cpu_count()} cores{load}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="a minute instead of ten, with more spread")
    parser.add_argument("--json", metavar="FILE", help="write every single measurement to a file")
    parser.add_argument("--markdown", action="store_true", help="the table as it stands in docs/benchmarks.md")
    parser.add_argument("--child", nargs=2, metavar=("RULES", "N"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(*deals_of(options.child[0])(int(options.child[1])))
        return
    rows = everything(options.quick)
    show(rows, options.markdown)
    if options.json:
        Path(options.json).write_text(
            json.dumps({"machine": machine(), "rows": [asdict(row) for row in rows]}, indent=1)
        )


if __name__ == "__main__":
    main()
