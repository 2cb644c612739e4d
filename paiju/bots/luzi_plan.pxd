cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask, word
from paiju.games.luzi cimport LuziState

cdef int SINGLE, PAIR, TRIPLE, FLUSH, STRAIGHT, HIGH_FLUSH, HOUSE, FOUR, STRAIGHT_FLUSH, FIVE, WORTHS
cdef int KICKER, WILD, SEQUENCE, REST
cdef word UNITS, THREES, EVEN, ODD, HALVES, BYTES, NIBBLES
cdef int EQUAL[11]
cdef int CHANCE[4576]
cdef int COST[352]
cdef int GAIN[208]

cdef word spread_fields(word fields) noexcept nogil
@cython.locals(even=word, odd=word, row=word, counts=word, own=word, suit=cython.int)
cdef word ranks(mask cards, int level) noexcept nogil
cdef int number(word counts, int field) noexcept nogil
cdef int jokers_in(word counts) noexcept nogil
@cython.locals(one=word)
cdef word unit(int field) noexcept nogil
cdef int low(word fields) noexcept nogil
cdef int high(word fields) noexcept nogil
@cython.locals(ones=word, twos=word, fours=word)
cdef word at_least(word counts, int least) noexcept nogil

cdef int planned(int kind, int field, int kicker, int jokers) noexcept nogil
@cython.locals(kind=cython.int)
cdef int size_of(int plan) noexcept nogil
@cython.locals(
    groups=word[5], little=cython.int, big=cython.int, many=word, field=cython.int, way=cython.int, size=cython.int,
    joker=cython.int)
cdef int cut_by_rank(word counts, int *plans, int n) noexcept nogil
@cython.locals(field=cython.int, other=cython.int)
cdef int houses(word *groups, int *plans, int n) noexcept nogil
@cython.locals(field=cython.int, other=cython.int, size=cython.int)
cdef int fours(word *groups, int *plans, int n) noexcept nogil
@cython.locals(
    joker=cython.int, best=cython.int, way=cython.int, field=cython.int, other=cython.int, gain=cython.int, size=cython.int)
cdef int best_help(word *groups, int rank) noexcept nogil
@cython.locals(kind=cython.int, field=cython.int, other=cython.int)
cdef void take_help(word *groups, int way) noexcept nogil

@cython.locals(
    line=cython.int[14], best=cython.int, chosen=mask, rank=cython.int, field=cython.int, wild=mask, joker=cython.int,
    suit=cython.int, own=mask, n=cython.int, gain=cython.int, cards=mask)
cdef mask sequence(mask hand, word counts, int level, int rules, int kinds) noexcept nogil
@cython.locals(held=mask, here=mask, found=cython.int, start=cython.int, missing=cython.int, gain=cython.int)
cdef int best_straight(mask own, int *line, int kind, mask wild, int joker, int best) noexcept nogil
@cython.locals(cards=mask, place=cython.int, same=mask)
cdef mask straight(mask own, int start, mask wild) noexcept nogil
@cython.locals(held=mask, wild=mask, helped=mask, start=cython.int, missing=cython.int)
cdef mask lowest_straight(mask own, mask jokers, int above) noexcept nogil
@cython.locals(cards=mask, _=cython.int, most=cython.int, face=cython.int, rest=mask, at=cython.int)
cdef mask junk(mask own, int *line, int n) noexcept nogil
@cython.locals(top=cython.int[6], rest=mask, face=cython.int, gain=cython.int, at=cython.int)
cdef int flush_gain(mask own, int *line, int n) noexcept nogil
@cython.locals(kind=cython.int, rank=cython.int, size=cython.int, jokers=cython.int)
cdef bint unbeatable(word unseen, int worth) noexcept nogil

cdef class PlanningAdvisor(LuziState):
    @cython.final
    cdef int plan(self, mask hand, int *plans, mask *pieces) noexcept nogil
    @cython.locals(best=cython.int, kinds=cython.int, total=cython.int)
    @cython.final
    cdef int best_way(self, mask hand, int *plans, mask *pieces) noexcept nogil
    @cython.locals(n=cython.int, counts=word, cards=mask)
    @cython.final
    cdef int cut(self, mask hand, int kinds, int *plans, mask *pieces) noexcept nogil
    @cython.locals(plans=cython.int[28], pieces=mask[28])
    @cython.final
    cdef int cost(self, mask hand) noexcept nogil
    @cython.locals(kind=cython.int, wild=cython.int, cards=mask)
    @cython.final
    cdef mask cards_for(self, int plan, mask hand) noexcept nogil
    @cython.locals(own=mask, cards=mask, card=mask, _=cython.int)
    @cython.final
    cdef mask cards_of_rank(self, mask hand, int field, int n) noexcept nogil

@cython.locals(total=cython.int, i=cython.int)
cdef int total_cost(int *plans, int n) noexcept nogil
