cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask, word
from paiju.core.tricks cimport TrickState

cdef int TRUMPS, TWOS, DOMINANT, JOKERS, RED_FIVES

cdef class TrumpState(TrickState):
    cdef readonly int rank, trump, rungs
    cdef readonly bint twos_trump, fives_trump
    cdef readonly short suit_of[54]
    cdef readonly short rung_of[54]
    cdef readonly mask within[5]

    @cython.locals(suit=cython.int, r=cython.int, face=cython.int, top=cython.int, effective=cython.int, rung=cython.int,
                   jokers=cython.int, joker=cython.int)
    @cython.final
    cdef void order(self, int rank, int trump) noexcept nogil
    cdef int hand_order(self) noexcept nogil
    @cython.locals(place=cython.int[54], there=word[5], face=cython.int, suit=cython.int, effective=cython.int)
    @cython.final
    cdef void order_with_more_trumps(self) noexcept nogil
    @cython.locals(suit=cython.int)
    @cython.final
    cdef int suit_with(self, mask cards) noexcept nogil
    @cython.locals(top=cython.int, rung=cython.int, rest=mask)
    @cython.final
    cdef int top_rung(self, mask cards) noexcept nogil
    @cython.final
    cdef int lowest_face(self, mask faces) noexcept nogil
    @cython.locals(found=cython.int, face=cython.int, least=cython.int)
    @cython.final
    cdef int lowest_above(self, mask faces, int rung) noexcept nogil
    @cython.locals(once=word, twice=word, rung=word, rest=mask)
    @cython.final
    cdef word ladder(self, mask cards) noexcept nogil
    @cython.locals(rest=mask)
    @cython.final
    cdef int pair_on(self, mask cards, int rung) noexcept nogil
    @cython.locals(cards=mask, rest=mask)
    @cython.final
    cdef mask above(self, int suit, int rung) noexcept nogil
