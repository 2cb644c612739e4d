"""How fast this machine plays each game: deals, decisions, roll-outs a second, and what search gets done."""

from __future__ import annotations

import os
import time
from typing import Any

from paiju.bots.native import STEADY, advisor_class, advisor_for
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.loops import random_deals, run_rolls, run_table, run_trials
from paiju.core.state import COMPILED
from paiju.games import all_games


def measure(seconds: float) -> list[dict[str, Any]]:
    return [measure_game(game, seconds) for game in all_games()]


def measure_game(game: Game, seconds: float) -> dict[str, Any]:
    setup = game.first()
    deals, plays = speed(setup, seconds, 1)
    threads = os.cpu_count() or 1
    together, _ = speed(setup, seconds, threads)
    state = game.start(setup, game.shuffled(setup, Random(1)))
    view, rng = state.view(state.waiting()[0]), Random(2)
    player, table, deck = advisor_for(view), advisor_class(game)(setup), game.deck(setup)
    moves = [int(action) for action in player.candidates(view.viewer, 8)]

    def steady_deal() -> None:
        rng.shuffle(deck)
        run_table(table, deck, [STEADY] * setup.seats, rng)

    worlds = 8 * repeat(lambda: run_trials(player, moves, [STEADY] * setup.seats, rng, 8), seconds)
    return {
        "game": game.name,
        "compiled": COMPILED,
        "deals_per_second": round(deals),
        "decisions_per_second": round(plays),
        "threads": threads,
        "threads_speed_up": round(together / deals, 2),
        "copy_ns": round(1e9 / repeat(state.copy, seconds / 4)),
        "guesses_per_second": round(repeat(lambda: view.guess(rng), seconds / 4)),
        "roll_outs_per_second": round(100 * repeat(lambda: run_rolls(view, rng, 100), seconds / 2)),
        "steady_deals_per_second": round(repeat(steady_deal, seconds / 2)),
        "search_worlds_per_second": round(worlds),
        "search_roll_outs_per_second": round(worlds * len(moves)),
    }


def speed(setup: Any, seconds: float, threads: int) -> tuple[float, float]:
    """Deals and decisions a second."""
    n = 100
    while True:
        began = time.perf_counter()
        tally = random_deals(setup, n, 1, threads)
        took = time.perf_counter() - began
        if took >= seconds / 2:
            return n / took, tally.plays / took
        n = max(2 * n, int(n * seconds / (took + 1e-9)))


def repeat(call: Any, seconds: float) -> float:
    """Calls a second."""
    n, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        for _ in range(10):
            call()
        n += 10
    return n / took


def table(rows: list[dict[str, Any]]) -> str:
    lines = [
        f"{'game':10}{'deals/s':>10}{'decisions/s':>13}{'threads':>10}{'copy':>9}{'guesses/s':>12}{'roll-outs/s':>13}"
        f"{'steady deals/s':>16}{'search worlds/s':>17}{'roll-outs/s':>13}"
    ]
    for row in rows:
        together = f"{row['threads']}: x{row['threads_speed_up']}"
        lines.append(
            f"{row['game']:10}{row['deals_per_second']:>10,}{row['decisions_per_second']:>13,}{together:>10}"
            f"{row['copy_ns']:>6} ns{row['guesses_per_second']:>12,}{row['roll_outs_per_second']:>13,}"
            f"{row['steady_deals_per_second']:>16,}{row['search_worlds_per_second']:>17,}"
            f"{row['search_roll_outs_per_second']:>13,}"
        )
    lines.append("compiled" if COMPILED else "uncompiled: the same rules in plain Python (is there a C compiler?)")
    return "\n".join(lines)
