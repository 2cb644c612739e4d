cimport cython
from paiju.core cimport bits, tuples
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.state cimport State

cdef class TrickState(State):
    cdef readonly int leader, winner, trick, last_leader, last_winner
    cdef mask table[6]
    cdef mask last[6]
    cdef mask taken[6]
    cdef int won[6]

    @cython.locals(seat=cython.int)
    cdef void clear_tricks(self) noexcept nogil
    cdef void lead_with(self, int seat) noexcept nogil
    cdef void lay(self, int seat, mask cards) noexcept nogil
    cdef bint pass_turn(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int, cards=mask)
    cdef void close_trick(self) noexcept nogil
    @cython.locals(is_same=cython.bint)
    cpdef object running_trick_after(self, known)
    @cython.locals(is_same=cython.bint)
    cpdef object last_trick_after(self, known)

@cython.locals(seat=cython.int, left=cython.int, laid=mask)
cdef bint lies(tuple plays, int led, int leader, int seats, mask *table) except -1

@cython.locals(place=cython.int, plays=list)
cpdef tuple in_turn(int leader, int seats, list table)
cdef object trick_of(tuple plays, int winner, int leader)
