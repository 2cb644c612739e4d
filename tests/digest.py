"""Prints a digest of random deals for each rule set of a game: the same compiled and uncompiled, says test_pure.py.

`python tests/digest.py hearts 2` takes every state, view, guess, ask, action, event and score of two deals a rule set.
"""

import hashlib
import sys

from random_play import answer, fresh, listed, rule_sets, setups, spell, viewers

from paiju.core import loops
from paiju.core.chance import Random


def main(game: str, deals: int) -> None:
    for rules in rule_sets(game):
        digest, rng = hashlib.sha256(), Random(rules)

        def note(*values, digest=digest):
            digest.update(spell(values).encode())

        for _ in range(deals):
            state, _ = fresh(rules, rng)
            while not state.is_over:
                seat, action = answer(state, rng)
                note(seat, action, state.asks(seat))
                note(state.apply(seat, action), state.dump())
                if rng.below(4) == 0:
                    viewer = rng.choice(viewers(state))
                    view = state.view(viewer)
                    note(view.dump(), view.scene(), view.guess(rng).dump())
                    note([listed(state, seat, 20) for seat in state.waiting()], rng.state)
            note(state.scores())
        tally = loops.random_deals(setups(rules)[-1], 2, 1)
        note(tally.plays, list(tally.total), list(tally.squares))
        print(rules, digest.hexdigest())


main(sys.argv[1], int(sys.argv[2]))
