cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask
from paiju.games cimport luzi_tribute as tribute
from paiju.games.luzi_tribute cimport TributeState

cdef int TEAM

cdef class SetPlayState(TributeState):
    cdef readonly int rules, after_out, active, passed, owner, best, size, series, last_owner, head, outs
    cdef readonly bint last_weakest
    cdef int place[6]
    cdef mask table[6]
    cdef mask last[6]
    cdef readonly mask gone

    @cython.locals(seat=cython.int)
    @cython.final
    cdef void begin_play(self) noexcept nogil
    @cython.final
    cdef inline int next_active(self, int seat) noexcept nogil
    @cython.final
    cdef inline int value_of(self, int seat, mask cards) noexcept nogil
    @cython.final
    cdef void play(self, int seat, mask cards) noexcept nogil
    @cython.final
    cdef inline void go_out(self, int seat) noexcept nogil
    @cython.locals(opener=cython.int)
    @cython.final
    cdef void skip(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    @cython.final
    cdef inline void clear_table(self) noexcept nogil
    @cython.final
    cdef int locked_up(self) noexcept nogil
    cdef object too_low(self, cards, int value)
