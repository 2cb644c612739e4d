cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games.hearts cimport HeartsState

cdef class Player(HeartsState):
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
