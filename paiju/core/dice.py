"""Rolling a die where every nanosecond counts; dice.pxd gives the C twin, which is inlined into the caller."""

from __future__ import annotations

from paiju.core.chance import Random


def below(rng: Random, n: int) -> int:
    """The same as rng.below(n): the same number, and the generator moves on alike."""
    return rng.below(n)
