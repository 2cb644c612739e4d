cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games cimport hearts as rules
from paiju.games.hearts cimport HeartsState

cdef mask CLUBS, DIAMONDS, HEARTS, SPADES, QUEEN, JACK, HIGH_SPADES, POINTS
cdef int MISSES[84]
cdef int MOON, KEPT_JACK, CATCHER
cdef int LEAD, FLUSH, RANK_C, RANK_D, RANK_H, RANK_S, QUEEN_HELD, HIGH_HELD, SHIELD, SHORT, PASS_SHORT, STOP, STOPPER
cdef int LOSS, SPEND, GUARD, QUEEN_GUARD, HIGH_GUARD, EAGER, THREAT, SHOOT, SHOOT_ON, PASS_SHOOT, RUN

cdef class Advisor(HeartsState):
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil

    @cython.final
    @cython.locals(hand=mask, card=mask)
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
    @cython.locals(hand=mask, out=mask, alone=cython.int)
    cdef mask steady(self, int seat) noexcept nogil
    @cython.final
    cdef inline int ahead(self, int seat, int steps) noexcept nogil
    @cython.final
    cdef mask moon_choice(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(out=mask, other=cython.int)
    cdef mask out_for(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(may=mask)
    cdef mask may_hold(self, int other, int seat, mask out) noexcept nogil
    @cython.final
    @cython.locals(threat=cython.int, cards=mask, choice=mask, least=cython.int, card=mask, cost=cython.int)
    cdef mask cheapest_card(self, int seat, mask hand, mask out, int alone) noexcept nogil
    @cython.final
    @cython.locals(cost=cython.int)
    cdef int cost_behind(self, mask card, mask out, int threat) noexcept nogil
    @cython.final
    @cython.locals(
        suit=mask, higher=mask, lower=mask, gift=mask, points=mask, queen_seats=cython.int, suit_seats=cython.int,
        other=cython.int, may=mask, cost=cython.int, hope=cython.int, win=cython.int, mine=mask, above=cython.int,
        below=cython.int, queen=cython.int, unit=cython.int, heart=cython.int)
    cdef int cost_ahead(self, int seat, mask card, mask out, int threat) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, mine=mask, guards=cython.int, below=cython.int, value=cython.int, rank=cython.int)
    cdef int relief(self, mask hand, mask card, mask out) noexcept nogil
    @cython.final
    @cython.locals(worth=cython.int, laid=mask, other=cython.int, kept=cython.int)
    cdef int cost_of_jack(self, int seat, mask card, mask out) noexcept nogil

    @cython.final
    @cython.locals(gift=mask, i=cython.int)
    cdef mask steady_gift(self, mask hand, mask out) noexcept nogil
    @cython.final
    @cython.locals(rest=mask, choice=mask, most=cython.int, card=mask, value=cython.int)
    cdef mask burden(self, mask hand, mask out) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, length=cython.int, value=cython.int, worth=cython.int)
    cdef int pass_value(self, mask hand, mask card, mask out) noexcept nogil

    @cython.final
    @cython.locals(alone=cython.int, seat=cython.int)
    cdef int alone_with_points(self) noexcept nogil
    @cython.final
    cdef bint threatens(self, int alone, int seat) noexcept nogil
    @cython.final
    cdef int share_of(self, int seat) noexcept nogil
    @cython.final
    cdef bint shoots(self, int seat, mask hand, mask out, int alone) noexcept nogil
    @cython.final
    @cython.locals(cards=mask, points=mask, choice=mask, least=cython.int, card=mask, suit=mask, loss=cython.int, cost=cython.int, other=cython.int, sun=cython.bint)
    cdef mask shooters_card(self, int seat, mask out) noexcept nogil
    @cython.final
    @cython.locals(higher=mask, win=cython.int)
    cdef int chance_to_win(self, int seat, mask card, mask out) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef bint plausible(self, int viewer, Random rng) noexcept nogil

cdef mask suit_of(mask card) noexcept nogil
@cython.locals(i=cython.int)
cdef int guarded(int value, int part, int guards) noexcept nogil
cdef mask top(mask cards) noexcept nogil
@cython.locals(choice=mask, most=cython.int, suit=cython.int, held=mask, rank=cython.int, value=cython.int)
cdef mask top_rank(mask cards) noexcept nogil
@cython.locals(total=cython.int, suit=cython.int, mine=mask, others=mask, left=cython.int, card=mask)
cdef int losers(mask hand, mask out) noexcept nogil
@cython.locals(choice=mask, most=cython.int, card=mask, above=cython.int)
cdef mask weakest(mask hand, mask out) noexcept nogil
