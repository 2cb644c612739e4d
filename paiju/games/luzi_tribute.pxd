cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask
from paiju.core.state cimport State

cdef int GIVE, PLAY

cdef class TributeState(State):
    cdef readonly int each, level, first_opener, opener, payments, paid
    cdef readonly int payer[3]
    cdef readonly int receiver[3]

    @cython.locals(i=cython.int, seat=cython.int)
    @cython.final
    cdef void deal_out(self, unsigned char *deck) noexcept nogil
    @cython.locals(i=cython.int)
    @cython.final
    cdef int turn_up(self, unsigned char *deck) noexcept nogil
    @cython.locals(opener=cython.int, seat=cython.int, face=cython.int)
    @cython.final
    cdef int show_first_cards(self, unsigned char *deck) noexcept nogil
    @cython.locals(hand=mask, low=mask, cards=mask, rank=cython.int)
    @cython.final
    cdef mask gifts(self, int seat) noexcept nogil
    @cython.locals(rank=cython.int, target=cython.int)
    @cython.final
    cdef void give(self, int seat, mask card) noexcept nogil
    @cython.final
    cdef void go_on_giving(self) noexcept nogil
