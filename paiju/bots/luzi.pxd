cimport cython
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.games.luzi cimport LuziState

cdef int SINGLE, PAIR, TRIPLE, FLUSH, STRAIGHT, HIGH_FLUSH, HOUSE, FOUR, STRAIGHT_FLUSH, FIVE, WORTHS
cdef int KICKER, WILD, SEQUENCE, REST
cdef int LEAD, NEAR, DANGER, EFFORT, ANSWER, SPARE, WEAK, FINISH, SURE, BLOCK, HIGH, HELP
cdef word UNITS, THREES, EVEN, ODD, HALVES, BYTES, NIBBLES
cdef int EQUAL[11]
cdef int CHANCE[4576]
cdef int COST[352]
cdef int GAIN[208]
cdef int THREAT[168]

cdef word apart(word fields) noexcept nogil
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
cdef int by_rank(word counts, int *plans, int n) noexcept nogil
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
cdef int in_line(mask own, int *line, int kind, mask wild, int joker, int best) noexcept nogil
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
@cython.locals(total=cython.int, i=cython.int)
cdef int total_cost(int *plans, int n) noexcept nogil

cdef class Advisor(LuziState):
    @cython.locals(sets=mask[64], scores=cython.int[64], n=cython.int, best=cython.int, i=cython.int)
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
    @cython.locals(locked=cython.int, other=cython.int, head=cython.int)
    cdef double payoff(self, int seat) noexcept nogil
    @cython.locals(sets=mask[192], scores=cython.int[192], n=cython.int)
    cpdef list candidates(self, int seat, int most)
    @cython.locals(plans=cython.int[28], pieces=mask[28], hand=mask, kinds=cython.int, i=cython.int)
    @cython.final
    cdef int others(self, int seat, mask *sets, int n) noexcept nogil

    @cython.final
    cdef int weigh(self, int seat, mask *sets, int *scores) noexcept nogil
    @cython.locals(offered=mask, best=cython.int, chosen=mask, card=mask, cost=cython.int)
    @cython.final
    cdef mask gift(self, int seat) noexcept nogil
    @cython.final
    cdef int plan(self, mask hand, int *plans, mask *pieces) noexcept nogil
    @cython.locals(best=cython.int, kinds=cython.int, total=cython.int)
    @cython.final
    cdef int best_way(self, mask hand, int *plans, mask *pieces) noexcept nogil
    @cython.locals(n=cython.int, counts=word, cards=mask)
    @cython.final
    cdef int arrange(self, mask hand, int kinds, int *plans, mask *pieces) noexcept nogil
    @cython.locals(plans=cython.int[28], pieces=mask[28])
    @cython.final
    cdef int cost(self, mask hand) noexcept nogil
    @cython.locals(kind=cython.int, wild=cython.int, cards=mask)
    @cython.final
    cdef mask cards_of(self, int plan, mask hand) noexcept nogil
    @cython.locals(own=mask, cards=mask, card=mask, _=cython.int)
    @cython.final
    cdef mask alike(self, mask hand, int field, int n) noexcept nogil
    @cython.locals(quarters=cython.int, other=cython.int, threat=cython.int)
    @cython.final
    cdef int chance(self, int seat, word unseen, int worth, int size) noexcept nogil
    @cython.final
    cdef word unseen_ranks(self, int seat) noexcept nogil
    @cython.locals(least=cython.int, other=cython.int)
    @cython.final
    cdef int danger(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    @cython.final
    cdef bint could_end(self, int team, int size) noexcept nogil
    @cython.locals(
        plans=cython.int[28], pieces=mask[28], n=cython.int, unseen=word, losers=cython.int, i=cython.int, size=cython.int,
        worth=cython.int, chance=cython.int)
    @cython.final
    cdef int lead(self, int seat, mask *sets, int *scores) noexcept nogil
    @cython.final
    cdef bint leaves_it(self, int seat) noexcept nogil
    @cython.locals(
        plans=cython.int[28], pieces=mask[28], hand=mask, unseen=word, stands=cython.int, lead=cython.int, mate=cython.bint,
        n=cython.int, planned_sets=cython.int, i=cython.int, worth=cython.int, first=cython.int, before=cython.int)
    @cython.final
    cdef int follow(self, int seat, mask *sets, int *scores) noexcept nogil
    @cython.locals(counts=word, helped=cython.int, seen=cython.int, field=cython.int, own=cython.int)
    @cython.final
    cdef int break_ranks(self, mask hand, mask *sets, int n) noexcept nogil
    @cython.locals(counts=word, kind=cython.int, above=cython.int)
    @cython.final
    cdef int break_five(self, mask hand, mask *sets, int n) noexcept nogil
    @cython.locals(helped=cython.int, suit=cython.int, cards=mask)
    @cython.final
    cdef mask lowest_straight_flush(self, mask hand, int above) noexcept nogil
    @cython.locals(most=cython.int, helped=cython.int, ways=word, field=cython.int, others=word)
    @cython.final
    cdef mask lowest_of_kind(self, mask hand, word counts, int kind, int above) noexcept nogil
