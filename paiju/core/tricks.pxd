cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.state cimport State

cdef class TrickState(State):
    cdef public int leader, winner, trick, last_leader, last_winner
    cdef readonly mask table[6]
    cdef readonly mask last[6]
    cdef readonly mask taken[6]
    cdef readonly int won[6]

    @cython.locals(seat=cython.int)
    cdef void clear_tricks(self) noexcept nogil
    cdef void lead_with(self, int seat) noexcept nogil
    cdef void lay(self, int seat, mask cards) noexcept nogil
    cdef bint pass_turn(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int, cards=mask)
    cdef void close_trick(self) noexcept nogil
