cimport cython
from paiju.core cimport bits, trump
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games cimport shengji_calls as calls
from paiju.games.shengji_play cimport PlayState

cdef int TABLE, UNCAPPED, ONE

cdef class ShengjiState(PlayState):
    cdef readonly bint may_surrender
    cdef readonly int proposed, forfeited, lift

    cdef void begin(self, unsigned char *deck) noexcept nogil
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(cards=mask, kind=cython.int)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    @cython.locals(viewer=cython.int)
    cdef void fill(self, Random rng) noexcept nogil
    @cython.locals(score=cython.int, seat=cython.int)
    cdef void settle(self) noexcept nogil

    cdef inline bint is_time(self, int drawn) noexcept nogil
    cdef inline bint can_surrender(self, int seat) noexcept nogil
    cdef inline void consent(self, int seat, bint agreed) noexcept nogil

    cpdef object hide(self, viewer)
    @cython.locals(suit=cython.int, face=cython.int, key=cython.int, held=list, groups=list)
    cpdef object sorted_hand(self, mask cards)
    cpdef object notes(self)
    cpdef object notes_on(self, seat)

cdef int steps(int points, int lift) noexcept nogil
