cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.tricks cimport TrickState

cdef int GIVE

cdef class PassingState(TrickState):
    cdef readonly int shift
    cdef mask gifts[6]

    @cython.final
    cdef inline int taker(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void clear_gifts(self) noexcept nogil
    @cython.locals(giver=cython.int)
    cdef bint keep_gift(self, int seat, mask cards) noexcept nogil
    @cython.locals(seat=cython.int, cards=mask)
    cdef void refill_gifts(self, Random rng) noexcept nogil
    cdef mask gift_source(self, int seat) noexcept nogil
    cdef object give_ask(self, int seat)
    @cython.locals(seat=cython.int, target=cython.int)
    cdef object hide_gifts(self, int viewer)
    cdef mask gift_left(self, mask gift, int target) except? 0
    @cython.locals(giver=cython.int, target=cython.int)
    cdef object gift_events(self, int seat, action)
    cdef object pass_notes(self)
    cdef object direction(self)

    @cython.locals(place=cython.int)
    cpdef mask received_by(self, seat) except? 0
