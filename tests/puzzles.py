"""Positions for tests of single rules: some cards in some hands, filled up with cards that matter less."""

from collections.abc import Sequence
from typing import Any

import paiju
from paiju.core import bits
from paiju.core.cards import RANKS, SUIT_NAMES, Cards
from paiju.core.position import setup_words


def shengji_position(
    hands: Sequence[Any], rank: int, trump: int, leader: int = 0, kitty: int = 0, dealer: int = 0, points: int = 0,
    rules: str = "shengji", setup: Any = None,
) -> Any:  # fmt: skip
    """Before a lead: rank 2 to 14, a trump suit or 4. Without a setup both teams are at that level."""
    head = f"{rules} dealer={dealer} levels={rank},{rank} standing={rank},{rank},{rank},{rank}"
    if setup is not None:
        head = " ".join([setup.game.rules(setup.options), *setup_words(setup)])
    hands = evened([Cards(hand) for hand in [*hands, 0, 0, 0, 0][:4]], Cards(kitty), rank, trump)
    lines = [
        head,
        "hands: " + " | ".join(str(hand) or "-" for hand in hands),
        f"kitty: {Cards(kitty) or '-'}",
        f"trump: {(*SUIT_NAMES[:4], 'none')[trump]}",
        f"dealer: {dealer}",
        f"leader: {leader}",
        f"points: {points}",
    ]
    return paiju.read_position("\n".join(lines))


def evened(hands: list[Cards], kitty: Cards, rank: int, trump: int) -> list[Cards]:
    """All as long as the longest, with cards of suits that nobody holds as far as there are any, and no trumps."""
    rest = Cards(2 * bits.ONES)
    for cards in (*hands, kitty):
        rest -= cards
    held = {card.suit for hand in hands for card in hand}
    side = [card for card in rest if card.suit not in (trump, 4) and card.rank != rank]
    spare = sorted(side, key=lambda card: (card.suit in held, card.suit == next(iter(hands[0]), card).suit))
    longest = max(map(len, hands))
    return [hand + Cards([spare.pop(0) for _ in range(longest - len(hand))]) for hand in hands]


def level(trump: str) -> tuple[int, int]:
    """`9C` is the dominant rank nine with clubs as trump, `9` without a trump suit."""
    rank = trump.rstrip("CDHS")
    return RANKS.index(rank) + 2, "CDHS".index(trump[-1]) if trump != rank else 4
