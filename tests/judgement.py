"""Prints what bots think and screens say in moments of random deals: the same compiled and not, says test_pure.py.

`python tests/judgement.py hearts 3 20` prints for three moments of a deal under each rule set, one line a question: the
answer of every style, candidates, what the candidates are worth in guessed worlds (which asks `plausible`, `advise` and
`payoff`), claims, running scores, the scene; then what twenty finished deals are worth. Integer division, overflow and
the like differ in C, and would show here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from random_play import fresh, moments, play_out, rule_sets, spell, viewers

from paiju.bots.native import SCALE, STEADY, advisor_for, styles
from paiju.core.chance import Random
from paiju.core.loops import payoffs, run_trials
from paiju.core.state import State
from paiju.show import scene_lines

SETTINGS = (0, 620_000)  # a style's own setting, in millionths
TRIED = 3  # candidates played out


def thoughts(state: State, luck: int) -> Iterator[tuple[str, object]]:
    """Everything there is to ask of a moment, with the answers."""
    for seat in state.waiting():
        player = advisor_for(state.view(seat))
        for number, name in enumerate(styles(state.setup.game)):
            for setting in SETTINGS:
                yield f"{name} {setting}", player.advice(seat, number + SCALE * setting, Random(luck))
        found = player.candidates(seat, 8)
        yield "candidates", found
        rng = Random(luck)
        rows = run_trials(player, [int(action) for action in found[:TRIED]], [STEADY] * state.seats, rng, 1)
        yield "worth", [whole(row) for row in rows]
        yield "luck", rng.state
    for viewer in viewers(state):
        view = state.view(viewer)
        yield "running scores", view.running_scores()
        yield "scene", list(scene_lines(view.scene()))
        if viewer >= 0:
            yield "claim", view.claim(viewer)


def main(game: str, many: int, deals: int) -> None:
    for rules in rule_sets(game):
        rng = Random(rules)
        for i in range(deals):
            state = play_out(fresh(rules, rng)[0], rng)
            print(f"{rules} deal {i} is worth: {whole(payoffs(advisor_for(state)))}")
        for i, (state, rng) in enumerate(moments(rules, 1, many, seed=11)):
            for question, answer in thoughts(state, rng.below(1 << 30)):
                print(f"{rules} {i} {question}: {spell(answer)}")


def whole(values: list[float]) -> list[float]:
    return [value + 0.0 for value in values]  # -0.0 is 0.0


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
