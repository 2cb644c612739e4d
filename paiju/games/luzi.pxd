cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games cimport luzi_tribute as tribute
from paiju.games.luzi_play cimport SetPlayState

cdef class LuziState(SetPlayState):
    cdef readonly int initiative, tax
    cdef readonly bint only_initiative, first_initiative, one_level

    cdef void begin(self, unsigned char *deck) noexcept nogil
    @cython.locals(cards=mask, sizes=cython.int, size=cython.int)
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    @cython.locals(hand=mask)
    @cython.final
    cdef inline mask random_over(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    @cython.locals(seat=cython.int, gain=cython.int)
    cdef void settle(self) noexcept nogil

    @cython.final
    cdef int leaders(self) noexcept nogil
    @cython.locals(gained=cython.int)
    @cython.final
    cdef int gain(self) noexcept nogil

    cdef int hand_order(self) noexcept nogil
    cpdef object sorted_hand(self, mask cards)
    cpdef object notes(self)
    cpdef object notes_on(self, seat)
