"""Prints what random deals of each rule set of a game are worth to each seat, as search reckons it.

`python tests/payoffs.py luzi 20` takes twenty deals a rule set. test_pure.py compares what this prints both ways.
"""

import sys

from random_play import fresh, play_out, rule_sets

from paiju.bots.native import advisor_for
from paiju.core.chance import Random
from paiju.core.loops import payoffs


def main(game: str, deals: int) -> None:
    for rules in rule_sets(game):
        rng = Random(rules)
        for _ in range(deals):
            state = play_out(fresh(rules, rng)[0], rng)
            print(rules, *(value + 0.0 for value in payoffs(advisor_for(state))))  # -0.0 is 0.0


main(sys.argv[1], int(sys.argv[2]))
