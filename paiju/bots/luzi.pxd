cimport cython
from paiju.bots cimport luzi_plan as planning
from paiju.bots.luzi_plan cimport PlanningAdvisor
from paiju.core cimport bits, fives
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.games cimport luzi_tribute as tribute

cdef int LEAD, NEAR, DANGER, EFFORT, ANSWER, SPARE, WEAK, FINISH, SURE, BLOCK, HIGH, HELP
cdef int THREAT[168]

cdef class Advisor(PlanningAdvisor):
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
    @cython.final
    cdef bint beats(self, int worth, int plan, mask piece) noexcept nogil
    @cython.locals(counts=word, helped=cython.int, seen=cython.int, field=cython.int, own=cython.int)
    @cython.final
    cdef int break_ranks(self, mask hand, mask *sets, int n) noexcept nogil
    @cython.locals(counts=word, best=cython.int, kind=cython.int, above=cython.int)
    @cython.final
    cdef int break_five(self, mask hand, mask *sets, int n) noexcept nogil
    @cython.locals(helped=cython.int, suit=cython.int, cards=mask)
    @cython.final
    cdef mask lowest_straight_flush(self, mask hand, int above) noexcept nogil
    @cython.locals(most=cython.int, helped=cython.int, ways=word, field=cython.int, others=word)
    @cython.final
    cdef mask lowest_of_kind(self, mask hand, word counts, int kind, int above) noexcept nogil
