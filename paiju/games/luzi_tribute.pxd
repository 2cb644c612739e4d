cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask
from paiju.core.state cimport State

cdef int GIVE, PLAY

cdef class TributeState(State):
    cdef readonly int each, level, first_opener, opener, refusal, debts, refused, payers, paid
    cdef readonly bint by_rank, any_back
    cdef readonly int debtor[3]
    cdef readonly int receiver[3]
    cdef readonly int payer[3]
    cdef mask offered[6]

    @cython.locals(i=cython.int, seat=cython.int)
    @cython.final
    cdef void deal_out(self, unsigned char *deck) noexcept nogil
    @cython.locals(i=cython.int)
    @cython.final
    cdef int turn_up(self, unsigned char *deck) noexcept nogil
    @cython.locals(opener=cython.int, seat=cython.int, face=cython.int)
    @cython.final
    cdef int show_first_cards(self, unsigned char *deck) noexcept nogil
    @cython.locals(i=cython.int, seat=cython.int, big=mask)
    @cython.final
    cdef void hear_refusals(self) noexcept nogil
    @cython.locals(i=cython.int)
    @cython.final
    cdef void name_payers(self) noexcept nogil
    @cython.final
    cdef bint comes_back(self) noexcept nogil
    @cython.final
    cdef int pair(self) noexcept nogil
    @cython.final
    cdef int gift_to(self) noexcept nogil
    @cython.locals(hand=mask, low=mask, cards=mask, rank=cython.int)
    @cython.final
    cdef mask gifts(self, int seat) noexcept nogil
    @cython.locals(rank=cython.int, target=cython.int, i=cython.int)
    @cython.final
    cdef void give(self, int seat, mask card) noexcept nogil
    @cython.final
    cdef void hand_over(self, int seat, int target, mask card) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, seat=cython.int, rank=cython.int)
    @cython.final
    cdef void pair_by_rank(self) noexcept nogil
    @cython.final
    cdef void go_on_giving(self) noexcept nogil
