cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games.luzi cimport LuziState

cdef class Player(LuziState):
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
