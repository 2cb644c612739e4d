cimport cython
from paiju.bots.shengji_kitty cimport KittyAdvisor
from paiju.core cimport bits, shapes, trump
from paiju.core.bits cimport mask, word
from paiju.games cimport shengji_calls as calls

cdef int SURE, ROW
cdef int TRUMP, TRUMP_RUNG, TRUMP_TOP, SIDE_RUNG, SIDE_TOP, SIDE_NEXT, PAIR, PAIR_RUNG, TRACTOR, LAST_OF_SUIT

cdef class KnowingAdvisor(KittyAdvisor):
    @cython.final
    cdef void weigh_up(self, int seat, mask *can, int *share, int *cost, int *bonus) noexcept nogil
    @cython.locals(unseen=mask, other=cython.int, third=cython.int, rest=mask, size=cython.int)
    @cython.final
    cdef void look_round(self, int seat, mask *can, int *share) noexcept nogil
    @cython.locals(above=cython.int[110], hand=mask, rest=mask, face=cython.int, i=cython.int, suit=cython.int, mine=mask,
                   ladder=word)
    @cython.final
    cdef void price_hand(self, int seat, mask unseen, int *cost, int *bonus) noexcept nogil
    @cython.locals(rest=mask, face=cython.int, rung=cython.int, higher=cython.int, beside=cython.int)
    @cython.final
    cdef void price_suit(self, mask mine, int suit, word ladder, int *above, int *cost, int *bonus) noexcept nogil
    @cython.locals(twice=cython.int, chance=cython.int, _=cython.int)
    @cython.final
    cdef int shape_chance(self, mask cards, int share, int n, int pairs, int longest) noexcept nogil
    @cython.locals(held=mask, floor=cython.int, chance=cython.int, void=cython.int, trumps=mask, ruff=cython.int)
    @cython.final
    cdef int beaten(self, mask can, int share, int suit, int rung, bint ruffed, int n, int pairs, int longest) noexcept nogil

@cython.locals(result=cython.int, _=cython.int)
cdef int power(int chance, int n) noexcept nogil
