cimport cython
from paiju.core cimport bits, trump
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.games cimport shengji_calls as calls
from paiju.games cimport shengji_play as tricks
from paiju.games.shengji cimport ShengjiState

cdef mask TWOS, RED_JOKERS, BLACK_JOKERS, RED_FIVES
cdef int TRUMP, DOMINANT, BLACK, RED, TRUMP_PAIR, SIDE_ACE, NO_TRUMP_ACE, NO_TRUMP_KING
cdef int CALL, TO_DEAL, CALL_PER_TEN, LAST_CALL_PER_TEN, OVERCALL, OVER_PARTNER
cdef int BURY_TRUMP, BURY_ACE, BURY_KING, BURY_PAIR, BURY_TRACTOR, BURY_RUNG, VOID, BURY_POINT, BURY_POINT_WEAK

cdef class KittyAdvisor(ShengjiState):
    @cython.locals(ranked=mask, ace=cython.int, aces=mask, trumps=mask, worth=cython.int, kings=mask)
    @cython.final
    cdef int promise(self, mask hand, int suit) noexcept nogil
    @cython.locals(hand=mask, pairs=mask, choice=mask, best=cython.int, chosen=cython.int, face=cython.int, worth=cython.int)
    @cython.final
    cdef mask choose_call(self, int seat) noexcept nogil
    @cython.locals(each=cython.int, standing=cython.int)
    @cython.final
    cdef int least_promise(self, int seat) noexcept nogil
    @cython.locals(missed=cython.int, seat=cython.int, is_unchanged=cython.bint)
    cdef bint plausible(self, int viewer, Random rng) noexcept nogil
    @cython.locals(cost=cython.int[54], bonus=cython.int[54], hand=mask, best=mask, least=cython.int, voids=cython.int,
                   cards=mask, price=cython.int)
    @cython.final
    cdef mask choose_bury(self, int seat) noexcept nogil
    @cython.locals(cards=mask, low=mask, suit=cython.int)
    @cython.final
    cdef mask bury_plan(self, mask hand, int voids, int *cost, int *bonus) noexcept nogil
    @cython.locals(cost=cython.int[54], bonus=cython.int[54])
    @cython.final
    cdef mask buried_at(self, int seat, int voids, int point) noexcept nogil
    @cython.locals(cost=cython.int[54], bonus=cython.int[54], hand=mask)
    @cython.final
    cdef int kitty_price(self, int seat, mask cards, int voids) noexcept nogil
    @cython.locals(trumps=cython.int, point=cython.int)
    @cython.final
    cdef int point_price(self, mask hand) noexcept nogil
    @cython.locals(top=cython.int[4], rest=mask, face=cython.int, suit=cython.int, rung=cython.int,
                   price=cython.int, ladder=word, beside=cython.int)
    @cython.final
    cdef void price_kitty(self, mask hand, int point, int *cost, int *bonus) noexcept nogil

@cython.locals(chosen=mask, _=cython.int, best=cython.int, least=cython.int, rest=mask, face=cython.int, price=cython.int)
cdef mask cheapest(mask cards, int n, int *cost, int *bonus) noexcept nogil
@cython.locals(price=cython.int, rest=mask, face=cython.int)
cdef int total(mask cards, mask hand, int *cost, int *bonus) noexcept nogil
