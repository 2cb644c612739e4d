"""Builds the rules with the address and undefined-behaviour sanitizers, plays every game with them, and runs the fuzz.

`make sanitize` does it all (half an hour or so); `python tools/sanitize.py --deals 20 --calls 2 hearts` does less. The
build is a copy of the sources in build/sanitize, so the ordinary one stays as it is. What a sanitizer finds ends the
run with the line of C, and its Python line stands above that in the generated file.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
COPY = HERE / "build" / "sanitize"
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", help="games and modules; all if none is named")
    parser.add_argument("--deals", type=int, default=1000, help="random deals a game")
    parser.add_argument("--calls", type=int, default=10, help="hostile calls of each function")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside:
        play(args.targets[0], args.deals)
        return
    build()
    # Modules take a minute and games long, so modules come first: whoever has no time for all has seen every one.
    targets = sorted(args.targets or listed(), key=lambda target: "." not in target)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            for _ in pool.map(lambda target: watch(target, args.deals, args.calls), targets):
                pass
        finally:
            pool.shutdown(cancel_futures=True)
    print("nothing found")


def watch(target: str, deals: int, calls: int) -> None:
    """Whatever there is to try of a game or a module."""
    if "." not in target:
        run("plays", target, __file__, "--inside", "--deals", str(deals), target)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "call"
        run("fuzz", target, "tests/native_fuzz.py", target, str(calls), str(log), log=log)


# ---- the build ----


def build() -> None:
    """The tracked files, compiled in a place of their own; what did not change is not compiled again."""
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=HERE, capture_output=True, text=True, check=True
    )
    for name in tracked.stdout.splitlines():
        source, target = HERE / name, COPY / name
        if source.is_file() and not (target.exists() and target.read_bytes() == source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    # Without -march=native: what portable builds do instead of special instructions is C too.
    env = os.environ | {"CFLAGS": SANITIZERS, "PAIJU_FLAGS": "-O0 -g1"}
    subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=COPY, env=env, check=True)


def environment() -> dict[str, str]:
    """What makes Python load the sanitizers first and lets them see its allocations."""
    library = subprocess.run(
        [os.environ.get("CC", "gcc").split()[-1], "-print-file-name=libasan.so"],
        capture_output=True,
        text=True,
        check=True,
    )
    return os.environ | {
        "LD_PRELOAD": library.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",  # Python itself leaks; MemoryError is an answer
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": f"{COPY}{os.pathsep}{COPY / 'tests'}",
        "PAIJU_PURE": "",
    }


def run(what: str, target: str, script: str, *words: str, log: Path | None = None) -> None:
    print(f"{what} {target}", flush=True)
    command = [sys.executable, str(COPY / Path(script).resolve().relative_to(HERE)), *words]
    done = subprocess.run(command, cwd=COPY, env=environment())
    if done.returncode:
        if log and log.exists():
            print(log.read_text().strip())
        sys.exit(f"{what} {target}: exit {done.returncode}")


def listed() -> list[str]:
    """The games and the native modules, as the build has them."""
    code = "import native_fuzz; print(*native_fuzz.targets())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=COPY, env=environment(), capture_output=True, text=True, check=True
    )
    found = done.stdout.split()
    twins = list((COPY / "paiju").rglob("*.so"))
    if not twins or sum("." in name for name in found) != len(twins):
        sys.exit("the sanitized build is not complete: is there a compiler with libasan?")
    return found


# ---- the play, with the sanitizers loaded ----


def play(name: str, deals: int) -> None:
    """Deals in bulk under many rule sets, then moments of a few: views, guesses, styles, trials, batches, screens."""
    from random_play import moments, rule_sets, setups  # pyright: ignore[reportMissingImports]  # in tests/

    from paiju.core import loops

    chosen = rule_sets(name, 12)
    for rules in chosen:
        found = setups(rules)
        for setup in found:
            loops.random_deals(setup, -(-deals // (len(chosen) * len(found))), 1, threads=2)
        play_in_styles(found, max(1, deals // (10 * len(chosen))))
        for state, rng in moments(rules, max(1, deals // (100 * len(chosen))), 8, seed=5):
            look_around(state, rng)


def play_in_styles(setups, deals: int) -> None:
    from paiju.bots.native import SCALE, advisor_class, styles
    from paiju.core.chance import Random
    from paiju.core.loops import run_seatings, run_table

    rng = Random(3)
    game = setups[0].game
    numbers = [number + SCALE * setting for number in range(len(styles(game))) for setting in (0, 300_000, 999_999)]
    for setup in setups:
        table = advisor_class(game)(setup)
        rows = [[rng.choice(numbers) for _ in range(setup.seats)] for _ in range(3)]
        for _ in range(deals):
            run_table(table, game.shuffled(setup, rng), rows[0], rng)
        run_seatings(table, list(game.cards(setup)), [rng.below(1 << 30) for _ in range(4 * deals)], rows)


def look_around(state, rng) -> None:
    from random_play import listed, viewers  # pyright: ignore[reportMissingImports]  # in tests/

    from paiju.bots.native import STEADY, advisor_for
    from paiju.core import loops

    state.scene()
    for viewer in viewers(state):
        view = state.view(viewer)
        view.scene()
        loops.roll_outs(view, 3)
        player = advisor_for(view)
        if viewer >= 0 and state.actors >> viewer & 1:
            moves = [int(action) for action in player.candidates(viewer, 8)]
            loops.run_trials(player, moves, [STEADY] * state.seats, rng, 2)
            for action in listed(state, viewer, 20):
                state.check(viewer, action)
                state.copy().apply(viewer, action)
            view.claim(viewer)
    twins = [state.copy() for _ in range(3)]
    if not state.is_over:
        seat = state.waiting()[0]
        loops.step_batch(twins, [int(state.sample(seat, rng)) for _ in twins])
    loops.random_batch(twins, 5, rng)


if __name__ == "__main__":
    main()
