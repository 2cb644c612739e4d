cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games.hearts cimport HeartsState

cdef mask CLUBS, DIAMONDS, HEARTS, SPADES, QUEEN, HIGH_SPADES, POINTS
cdef int MISSES[56]
cdef int LEAD, RANK_C, RANK_D, RANK_H, RANK_S, GUARD, QUEEN_HELD, QUEEN_GUARD, HIGH, HIGH_GUARD, VOID, PASS_VOID, FLUSH, FLUSH_HIGH, DUMP, DROP, EAGER, PASS_QUEEN, PASS_HIGH, SHARE, THREAT, STOP, SHOOT, SHOOT_MORE, HEART_LOSER, RUN, LOSS, KEEP, PASS_SHOOT, STOPPER, QUEEN_LOSER

cdef class Player(HeartsState):
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil

    @cython.final
    @cython.locals(hand=mask)
    cdef mask heartless(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(gift=mask, i=cython.int)
    cdef mask heartless_gift(self, mask hand) noexcept nogil
    @cython.final
    @cython.locals(choice=mask, least=cython.int, length=cython.int)
    cdef mask heartless_lead(self, mask hand) noexcept nogil
    @cython.final
    @cython.locals(below=mask, high=mask, suit=cython.int)
    cdef mask heartless_follow(self, int seat, mask cards) noexcept nogil
    @cython.final
    @cython.locals(plain=mask)
    cdef mask heartless_throw(self, mask hand) noexcept nogil

    @cython.final
    cdef mask steady(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(hand=mask, out=mask, gift=mask, i=cython.int, best=cython.int, choice=mask, rest=mask, card=mask, value=cython.int)
    cdef mask steady_gift(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(gift=mask, i=cython.int)
    cdef mask shooters_gift(self, mask hand, mask out) noexcept nogil
    @cython.final
    @cython.locals(points=mask)
    cdef int points_of(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(shooter=cython.int, seat=cython.int)
    cdef int shooter(self) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, lower=cython.int, win=cython.int, points=mask, other=cython.int, loss=cython.int)
    cdef int shooting_cost(self, int seat, mask card, mask out) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, higher=mask, win=cython.int)
    cdef int chance_to_win(self, int seat, mask card, mask out) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, length=cython.int, value=cython.int)
    cdef int burden(self, mask hand, mask card) noexcept nogil
    @cython.final
    @cython.locals(hand=mask, cards=mask, out=mask, choice=mask, least=cython.int, card=mask, cost=cython.int, shooter=cython.int, shoots=cython.bint)
    cdef mask steady_card(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(out=mask, other=cython.int)
    cdef mask out_for(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, higher=mask, lower=mask, gift=mask, target=cython.int, points=mask, hope=cython.int, queen_seats=cython.int, suit_seats=cython.int, other=cython.int, may=mask, cost=cython.int, win=cython.int, drop=cython.int, above=cython.int, below=cython.int, leading=cython.bint, threat=cython.bint)
    cdef int trick_cost(self, int seat, mask card, mask out, int shooter) noexcept nogil
    @cython.final
    cdef int dumped(self, mask may, int drop, int chance) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, mine=mask, out_of_suit=mask, outside=cython.int, guards=cython.int, lower=cython.int, value=cython.int, i=cython.int)
    cdef int relief(self, mask hand, mask card, mask out) noexcept nogil

cdef mask suit_of(mask card) noexcept nogil
cdef mask top(mask cards) noexcept nogil
@cython.locals(choice=mask, best=cython.int, suit=cython.int, held=mask, rank=cython.int, value=cython.int)
cdef mask top_rank(mask cards) noexcept nogil
@cython.locals(total=cython.int, suit=cython.int, mine=mask, others=mask, left=cython.int, card=mask)
cdef int losers(mask hand, mask out) noexcept nogil
@cython.locals(choice=mask, most=cython.int, card=mask, above=cython.int)
cdef mask weakest(mask hand, mask out) noexcept nogil
