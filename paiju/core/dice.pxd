# Random.below as inline C, for the one draw a random play makes. It must give the numbers chance.py gives.
from paiju.core cimport bits
from paiju.core.chance cimport Random

cdef inline int below(Random rng, int n) noexcept nogil:
    return bits.roll(&rng.state, n)
