cimport cython
from paiju.core cimport bits, tuples
from paiju.core.bits cimport mask
from paiju.core.cards cimport some
from paiju.core.words cimport event_of
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
    @cython.locals(plays=tuple, winner=cython.int, leader=cython.int, more=cython.int, seat=cython.int)
    cpdef object running_trick_after(self, known)
    @cython.locals(plays=tuple, winner=cython.int, leader=cython.int, more=cython.int)
    cpdef object last_trick_after(self, known)
    @cython.locals(earlier=TrickState, cards=mask, seat=cython.int)
    cpdef list trick_events(self, State before)

@cython.locals(seat=cython.int, more=cython.int, laid=mask)
cdef int laid_since(tuple plays, int led, int leader, int seats, mask *table) except -2

@cython.locals(place=cython.int, plays=list, cards=mask)
cpdef tuple in_turn(int leader, int seats, list table)
cdef object trick_of(tuple plays, int winner, int leader)
