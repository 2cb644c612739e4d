cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games cimport poepen as rules
from paiju.games.poepen cimport PoepenState

cdef int RISK
cdef int DISPLAY[4]
cdef long CERTAIN, OVERTAKEN, OVERTAKEN_HUNGRY, STUCK, STUCK_HUNGRY, SUIT_COMES, SUIT_COMES_PLAIN, RUFF_COMES, TRUMPS_IN, MODEST, DENIAL
cdef long HOPE_TRUMP, HOPE_SIDE, HOPE_PLAIN, TOO_STRONG, TOO_WEAK, HOOKED
cdef long RUFFED[3]

cdef class Advisor(PoepenState):
    @cython.locals(number=cython.int, amount=cython.int)
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil

    cdef int likely_bid(self, int seat, Random rng) noexcept nogil
    @cython.locals(other=cython.int)
    cdef bint plausible(self, int viewer, Random rng) noexcept nogil
    @cython.final
    @cython.locals(cards=mask, hope=cython.long, slack=cython.long, gone=cython.long)
    cdef bint fits_bid(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(unseen=mask, kill=cython.long, hope=cython.long, cards=mask, card=mask, own=mask, high=cython.long)
    cdef long hope(self, mask hand) noexcept nogil
    @cython.final
    cdef int points(self, mask card) noexcept nogil
    @cython.final
    @cython.locals(amount=cython.int, cards=mask, most=cython.double)
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
        up=cython.long[52], down=cython.long[52], worth=cython.long[28], none=cython.long[84], unseen=mask, lead=cython.int,
        barred=cython.int, best=cython.int, amount=cython.int, most=cython.long)
    cdef int steady_bid(self, int seat) noexcept nogil
    @cython.final
    cdef inline int sensible_bid(self) noexcept nogil
    @cython.final
    @cython.locals(
        others=mask, unseen=mask, other=cython.int, amount=cython.int, winners=cython.int, chance=cython.long, barred=cython.int,
        best=cython.int, worth=cython.long, most=cython.long)
    cdef int blind_bid(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(leader=cython.int, trumps=mask, winners=cython.int, s=cython.int, suit=mask, best=mask)
    cdef int blind_winners(self, int seat, mask others, mask unseen) noexcept nogil
    @cython.final
    @cython.locals(unseen=mask, other=cython.int)
    cdef mask unseen_by(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(other=cython.int, k=cython.int, miss=cython.long, chance=cython.long)
    cdef void share_out(self, int seat, mask unseen, long *none) noexcept nogil
    @cython.final
    @cython.locals(
        cards=mask, card=mask, own=mask, last=mask, others=cython.long, hunger=cython.long, other=cython.int, kill=cython.long,
        forced=cython.long, comes=cython.long, ruff=cython.long, i=cython.int, high=cython.long, safe=cython.long,
        on=cython.long, off=cython.long)
    cdef void judge_hand(self, int seat, int left, mask unseen, long *none, long *up, long *down) noexcept nogil
    @cython.final
    @cython.locals(other=cython.int, need=cython.int, hunger=cython.long)
    cdef long hunger_of_others(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(s=cython.int, length=cython.int, chance=cython.long)
    cdef long short_suits(self, int seat) noexcept nogil
    @cython.final
    cdef inline long lacks(self, int other, mask cards, long *none) noexcept nogil
    @cython.final
    @cython.locals(
        safe=cython.long, other=cython.int, can=mask, void=cython.long, armed=cython.long)
    cdef long danger(self, int seat, mask suit, mask unseen, long *none) noexcept nogil
    @cython.final
    @cython.locals(i=cython.int, size=cython.int, card=cython.int, gain=cython.long)
    cdef void prospect(self, int bid, int need, int n, int without, int lead, long *up, long *down, long *worth) noexcept nogil
    @cython.final
    @cython.locals(
        legal=mask, cards=mask, card=mask, best=mask, seen=mask, unseen=mask, around=mask, none=cython.long[84],
        up=cython.long[52], down=cython.long[52], worth=cython.long[28], n=cython.int, need=cython.int, i=cython.int,
        most=cython.long, wins=cython.long, value=cython.long, generous=cython.bint)
    cdef mask steady_card(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(
        led=mask, higher=mask, can=mask, trumps=mask, other=cython.int, chance=cython.long, void=cython.long,
        over=cython.long, ruffs=cython.long)
    cdef long wins_now(self, int seat, mask card, mask unseen, long *none) noexcept nogil

cdef long both(long chance, long other) noexcept nogil
@cython.locals(result=cython.long)
cdef long power(long chance, int n) noexcept nogil
cdef bint same_rank(mask low, mask card, mask around) noexcept nogil
