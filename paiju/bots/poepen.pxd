cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games.poepen cimport PoepenState

cdef int RISK, CERTAIN
cdef int DISPLAY[4]
cdef long K[48]
cdef int BASE[1]

cdef class Player(PoepenState):
    @cython.locals(number=cython.int, amount=cython.int)
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil

    @cython.final
    cdef int points(self, mask card) noexcept nogil
    @cython.final
    @cython.locals(amount=cython.int, cards=mask)
    cdef int risky_bid(self, int seat, double factor) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, other=cython.int, points=cython.int)
    cdef int best_of_others(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(
        cards=mask, rest=mask, card=mask, strongest=mask, weakest=mask, table=cython.int, most=cython.int, least=cython.int,
        other=cython.int, points=cython.int, i=cython.int)
    cdef mask risky_card(self, int seat, double factor, Random rng) noexcept nogil

    @cython.final
    @cython.locals(
        up=cython.long[26], down=cython.long[26], worth=cython.long[27], barred=cython.int, best=cython.int, amount=cython.int,
        most=cython.long, value=cython.long)
    cdef int steady_bid(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(others=mask, unseen=mask, other=cython.int, amount=cython.int, winners=cython.int, chance=cython.long, one=cython.long, none=cython.long)
    cdef int blind_bid(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(leader=cython.int, trumps=mask, winners=cython.int, s=cython.int, suit=mask, best=mask)
    cdef int blind_winners(self, int seat, mask others, mask unseen) noexcept nogil
    @cython.final
    cdef long spoils(self) noexcept nogil
    @cython.final
    @cython.locals(
        unseen=mask, cards=mask, card=mask, own=mask, others=cython.long, hunger=cython.long, other=cython.int, left=cython.long,
        size=cython.long, share=cython.long, kill=cython.long, mine=cython.long, trumps=cython.int, armed=cython.long,
        forced=cython.long, ruff=cython.long, s=cython.int, length=cython.int, i=cython.int, higher=cython.int, high=cython.long,
        void=cython.long, safe=cython.long)
    cdef void judge_hand(self, int seat, mask hand, long *up, long *down) noexcept nogil
    @cython.final
    @cython.locals(i=cython.int, size=cython.int, card=cython.int, gain=cython.long)
    cdef long prospect(self, int bid, int need, int n, int without, long *up, long *down, long *worth) noexcept nogil
    @cython.final
    cdef long reward(self, int bid, int off) noexcept nogil
    @cython.final
    @cython.locals(
        hand=mask, legal=mask, cards=mask, card=mask, best=mask, up=cython.long[26], down=cython.long[26], worth=cython.long[27],
        n=cython.int, need=cython.int, i=cython.int, most=cython.long, found=cython.bint, wins=cython.long, lost=cython.long,
        value=cython.long)
    cdef mask steady_card(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(
        led=mask, own=mask, unseen=mask, can=mask, other=cython.int, size=cython.long, chance=cython.long, share=cython.long,
        void=cython.long, over=cython.long, ruffs=cython.long, beats=cython.long, wants=cython.bint)
    cdef long wins_now(self, int seat, mask card) noexcept nogil

@cython.locals(result=cython.long, i=cython.int)
cdef long power(long chance, int n) noexcept nogil
cdef inline long both(long chance, long other) noexcept nogil
