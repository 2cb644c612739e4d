cimport cython
from paiju.core cimport bits, dice
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.passing cimport PassingState

cdef int GIVE, PLAY
cdef mask HEARTS, QUEEN, POINTS, TWO

cdef class HeartsState(PassingState):
    cdef readonly int moon_adds
    cdef readonly mask breakers
    cdef readonly bint broken
    cdef readonly mask led, best
    cdef readonly int voids

    @cython.locals(i=cython.int, seat=cython.int, hand=mask)
    cdef void begin(self, unsigned char *deck) noexcept nogil
    @cython.locals(cards=mask)
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(plays=cython.long, seat=cython.int)
    cdef long play_out(self, Random rng) noexcept nogil
    @cython.locals(cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    cdef void fill(self, Random rng) noexcept nogil
    @cython.locals(seat=cython.int, other=cython.int, points=cython.int, swing=cython.int)
    cdef void settle(self) noexcept nogil

    @cython.locals(hand=mask)
    cdef inline mask legal(self, int seat) noexcept nogil
    @cython.locals(cards=mask)
    cdef inline mask legal_at_first(self, mask hand) noexcept nogil
    cdef object gift_left(self, mask gift, int target)
    @cython.locals(seat=cython.int)
    cdef inline void open_play(self) noexcept nogil
    cdef inline void play(self, int seat, mask card) noexcept nogil
