"""Rolling a die where every nanosecond counts; dice.pxd gives the C twin, which is inlined into the caller."""


def below(rng, n):
    """The same as rng.below(n): the same number, and the generator moves on alike."""
    return rng.below(n)
