cimport cython
from paiju.bots cimport shengji_chances as chances
from paiju.bots cimport shengji_kitty as kitty
from paiju.bots.shengji_chances cimport KnowingAdvisor
from paiju.core cimport bits, shapes, trump
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.core.trump cimport TrumpState
from paiju.games cimport shengji_calls as calls
from paiju.games cimport shengji_play as tricks

cdef int FEED, LEAD_FEED, TEMPO, LEAD_TEMPO, LEAD_COST, CASH, AID, PULL, PULL_AGAINST, BOLD, CLOSE, LOST

cdef class Advisor(KnowingAdvisor):
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
    @cython.locals(points=cython.int, even=cython.double)
    cdef double payoff(self, int seat) noexcept nogil
    @cython.final
    cdef bint hopeless(self, int seat) noexcept nogil

    @cython.locals(single=cython.int, pair=cython.int, other=cython.int, held=mask, rung=cython.int, cards=mask, rest=mask,
                   face=cython.int)
    @cython.final
    cdef mask tops(self, int seat, mask mine, int suit, mask *can) noexcept nogil
    @cython.locals(suit=cython.int, n=cython.int, pairs=cython.int, ladder=word, lengths=word, longest=cython.int,
                   rung=cython.int, right=cython.int, mate=cython.int, left=cython.int, win=cython.int, aid=cython.int,
                   stake=cython.int, rate=cython.int, mine=cython.int, pull=cython.int, top=cython.bint)
    @cython.final
    cdef int rate_lead(self, int seat, mask cards, mask *can, int *share, int *cost, int *bonus) noexcept nogil
    @cython.locals(can=mask[4], share=cython.int[4], cost=cython.int[54], bonus=cython.int[54], found=mask[8], best=mask,
                   most=cython.int, suit=cython.int, n=cython.int, i=cython.int, rate=cython.int)
    @cython.final
    cdef mask choose_lead(self, int seat) noexcept nogil
    @cython.locals(mine=mask, n=cython.int, pairs=mask, ladder=word, once=cython.int, lengths=word, start=cython.int)
    @cython.final
    cdef int leads_of(self, int seat, int suit, mask *can, int *cost, int *bonus, mask *found) noexcept nogil
    @cython.locals(can=mask[4], share=cython.int[4], worth=cython.int[54], bonus=cython.int[54], cost=cython.int[54],
                   hand=mask, stay=cython.int, best=mask, most=cython.int, pool=mask, top=cython.int,
                   cards=mask, rate=cython.int)
    @cython.final
    cdef mask choose_follow(self, int seat) noexcept nogil
    @cython.locals(held=mask)
    @cython.final
    cdef mask cards_to_win_with(self, mask hand) noexcept nogil
    @cython.final
    cdef int first_to_win(self, mask pool) noexcept nogil
    @cython.locals(longest=cython.int)
    @cython.final
    cdef bint led_alone(self) noexcept nogil
    @cython.locals(chance=cython.int, other=cython.int, beats=cython.int)
    @cython.final
    cdef int trick_chance(self, int seat, int ahead, int rung, bint ruffed, mask *can, int *share) noexcept nogil
    @cython.locals(rung=cython.int, chance=cython.int, rate=cython.int, stake=cython.int, other=cython.int, left=cython.int)
    @cython.final
    cdef int rate_follow(self, int seat, mask cards, int stay, mask *can, int *share, int *worth, int *bonus) noexcept nogil
    @cython.locals(held=mask, n=cython.int)
    @cython.final
    cdef mask cheapest_follow(self, mask hand, int *cost, int *bonus) noexcept nogil
    @cython.locals(cards=mask, face=cython.int, owing=cython.int)
    @cython.final
    cdef mask winning(self, mask pool, int top, int *cost, int *bonus) noexcept nogil
    @cython.locals(owed=word, start=cython.int, ladder=word, cards=mask)
    @cython.final
    cdef mask winning_runs(self, mask pool, int top, int *cost) noexcept nogil

    @cython.locals(can=mask[4], share=cython.int[4], worth=cython.int[54], bonus=cython.int[54], stay=cython.int)
    @cython.final
    cdef int rating(self, int seat, mask cards) noexcept nogil
    @cython.locals(can=mask[4], share=cython.int[4])
    @cython.final
    cdef mask tops_of(self, int seat, int suit) noexcept nogil
    @cython.locals(can=mask[4], share=cython.int[4], worth=cython.int[54], bonus=cython.int[54], cost=cython.int[54], pool=mask)
    @cython.final
    cdef mask follow_for(self, int seat, int balance, int top) noexcept nogil

@cython.locals(best=mask, run=mask)
cdef mask cheap_run(TrumpState state, mask cards, int starts, int length, Random rng, int *cost, int *bonus) noexcept nogil
cdef mask cheap_pair(mask pairs, Random rng, int *cost, int *bonus) noexcept nogil
cdef mask cheap_rest(mask cards, int n, Random rng, int *cost, int *bonus) noexcept nogil
@cython.locals(run=mask, rung=cython.int)
cdef mask run_priced(TrumpState state, mask cards, int start, int length, int *cost) noexcept nogil
@cython.locals(found=cython.int, face=cython.int)
cdef int cheapest_on(TrumpState state, mask faces, int rung, int *cost) noexcept nogil

@cython.locals(rest=mask, face=cython.int)
cdef void shade(mask cards, int *worth, int balance, int *cost) noexcept nogil
@cython.locals(best=cython.int, least=cython.int, face=cython.int, price=cython.int)
cdef int cheapest_face(mask faces, int *cost, int *bonus) noexcept nogil
@cython.locals(best=mask, least=cython.int, rest=mask, face=cython.int, price=cython.int)
cdef mask cheapest_to_lose(mask cards, int *cost, int *bonus) noexcept nogil
