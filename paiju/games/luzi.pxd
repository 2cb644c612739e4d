cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games cimport luzi_tribute as tribute
from paiju.games.luzi_play cimport PlayState

cdef class LuziState(PlayState):
    cdef readonly int initiative, tax
    cdef readonly bint only_initiative

    cdef void begin(self, unsigned char *deck) noexcept nogil
    @cython.locals(cards=mask, sizes=cython.int, size=cython.int)
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    @cython.locals(seat=cython.int, gain=cython.int)
    cdef void settle(self) noexcept nogil

    @cython.locals(locked=cython.int)
    cdef inline int gain(self) noexcept nogil
