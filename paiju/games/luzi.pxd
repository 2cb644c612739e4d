cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.state cimport State

cdef int GIVE, PLAY, TEAM

cdef class LuziState(State):
    cdef readonly int each, level, rules, after_out, first_opener, opener, initiative, tax, payments, paid
    cdef readonly bint only_initiative
    cdef readonly int payer[3]
    cdef readonly int receiver[3]
    cdef readonly int active, passed, owner, best, size, series, last_owner, head, outs
    cdef int place[6]
    cdef mask table[6]
    cdef mask last[6]
    cdef readonly mask gone

    @cython.locals(i=cython.int, seat=cython.int)
    cdef void begin(self, unsigned char *deck) noexcept nogil
    @cython.locals(cards=mask, sizes=cython.int, size=cython.int)
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    @cython.locals(seat=cython.int, gain=cython.int)
    cdef void settle(self) noexcept nogil

    @cython.locals(i=cython.int)
    cdef inline int turn_up(self, unsigned char *deck) noexcept nogil
    @cython.locals(opener=cython.int, seat=cython.int, face=cython.int)
    cdef inline int show_first_cards(self, unsigned char *deck) noexcept nogil
    @cython.locals(hand=mask, low=mask, cards=mask, rank=cython.int)
    cdef inline mask gifts(self, int seat) noexcept nogil
    @cython.locals(rank=cython.int, target=cython.int)
    cdef inline void give(self, int seat, mask card) noexcept nogil
    cdef inline void go_on_giving(self) noexcept nogil
    cdef inline int next_active(self, int seat) noexcept nogil
    cdef inline void play(self, int seat, mask cards) noexcept nogil
    cdef inline void go_out(self, int seat) noexcept nogil
    @cython.locals(opener=cython.int)
    cdef inline void skip(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef inline void clear_table(self) noexcept nogil
    cdef object too_low(self, cards, int worth)
    @cython.locals(team=cython.int, locked=cython.int)
    cdef inline int gain(self) noexcept nogil
