"""A whole bot: passes when it may, otherwise the lowest cards.

paiju arena hearts examples/bots/lowest.py random --decks 100
"""


def play(view, rng):
    return min(view.actions(view.viewer), key=lambda action: (len(action.cards), int(action.cards), action.amount))
