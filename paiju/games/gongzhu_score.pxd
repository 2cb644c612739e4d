cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.passing cimport PassingState

cdef int TEN, JACK, ACE, QUEEN, LOW
cdef int PIPS[13]
cdef mask TENS, JACKS, ACES, QUEENS, SPECIALS, HEARTS, SCORED, FROM_FIVE, FROM_JACK, FROM_QUEEN, FROM_KING

cdef class ScoreState(PassingState):
    cdef readonly int decks, ten_taken, ten_exposed, base
    cdef readonly bint partners, all_copies, pips, slam_pigs, ten_steps
    cdef readonly mask opened, darkened
    cdef readonly mask won_exposed[4]
    cdef readonly mask won_dark[4]

    @cython.locals(seat=cython.int)
    cdef void clear_scores(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void settle(self) noexcept nogil
    @cython.locals(scored=mask, hearts=cython.int, pigs=cython.int)
    cdef inline int value(self, mask cards, mask bare, mask dark) noexcept nogil
    cdef int heart_points(self, mask cards) noexcept nogil
    @cython.locals(total=cython.int, rank=cython.int)
    cdef int heart_pips(self, mask cards) noexcept nogil
    cdef int openings(self, int face) noexcept nogil
    cdef int doubled(self, int face, mask cards, mask bare, mask dark) noexcept nogil
    @cython.locals(tens=cython.int, level=cython.int)
    cdef int transformed(self, int total, mask cards, mask bare, mask dark) noexcept nogil
    cdef int level(self, mask bare, mask dark) noexcept nogil
    cdef int percent(self, int tens, int level) noexcept nogil
    cdef int doublings(self, int tens, int level) noexcept nogil
    cdef object own_lines(self, int seat)
    cdef object heart_line(self, hearts, int points, bint slam)
    cdef object special_line(self, int face, mask cards, mask bare, mask dark, int points)
    cdef object ten_line(self, int total, mask cards, mask bare, mask dark)

    cpdef object running_scores(self)
