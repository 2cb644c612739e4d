"""States that no deal leads to, unequal hands and the like, so that a test can tell of a few cards.

Where a moment can be real, a test reads it as a position (docs/position.md).
"""

from __future__ import annotations

from typing import Any

from paiju import Cards
from paiju.core.fields import change


def arrange(state: Any, hands: Any = (), phase: str | None = None, waiting: Any = None, **fields: Any) -> Any:
    """Set fields of a full state, unchecked; `hands` are those of seats 0, 1, …, None leaves one as it is."""
    held, counts, known = list(state.hand), list(state.count), list(state.known)
    for seat, cards in enumerate(hands):
        if cards is not None:
            held[seat], counts[seat], known[seat] = int(Cards(cards)), len(Cards(cards)), 0
    if phase is not None:
        fields["stage"] = state.phases.index(phase)
    if waiting is not None:
        fields["actors"] = sum(1 << seat for seat in waiting)
    if "leader" in fields:
        fields["winner"] = fields["leader"]
    change(state, hand=held, count=counts, known=known, **fields)
    return state
