cimport cython
from paiju.core cimport bits, shapes, trump
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.core.trump cimport TrumpState
from paiju.games cimport shengji_calls as calls
from paiju.games.shengji_calls cimport CallingState

cdef mask FIVE_POINTS, TEN_POINTS
cdef int DOUBLE, BY_SIZE, POWER, MOST_POWER, LARGEST, ALL_PARTS, TIE_BREAK

# How a follow is chosen among those that do the duties of rule 6.
ctypedef mask (*TakeRun)(TrumpState state, mask cards, int starts, int length, Random rng, int *cost, int *bonus) noexcept nogil
ctypedef mask (*TakePair)(mask pairs, Random rng, int *cost, int *bonus) noexcept nogil
ctypedef mask (*TakeRest)(mask cards, int n, Random rng, int *cost, int *bonus) noexcept nogil

cdef class PlayState(CallingState):
    cdef readonly bint all_block, penalty_by_card, pairs_owed, strict, kitty_by_lead, ruffed
    cdef readonly int penalty, judging, kitty_times, points, kitty_points
    cdef readonly int led_suit, led_size, led_pairs, best_rung
    cdef readonly word led_tractors
    cdef readonly mask led
    cdef readonly short no_run[20]

    @cython.locals(i=cython.int)
    @cython.final
    cdef void clear_play(self) noexcept nogil
    @cython.locals(suit=cython.int, cards=mask, n=cython.int, pairs=mask, ladder=word, singles=cython.int,
                   total=cython.int, length=cython.int, k=cython.int, starts=cython.int)
    @cython.final
    cdef mask random_lead(self, int seat, Random rng) noexcept nogil
    @cython.locals(unpriced=cython.int[1], hand=mask, held=mask, n=cython.int)
    @cython.final
    cdef mask random_follow(self, int seat, Random rng) noexcept nogil
    @cython.locals(cards=mask, run=mask, ladder=word, owed=word, _=cython.int)
    @cython.final
    cdef mask dutiful(
        self, mask held, TakeRun take_run, TakePair take_pair, TakeRest take_rest, Random rng, int *cost, int *bonus
    ) noexcept nogil
    @cython.locals(own=cython.int)
    @cython.final
    cdef int owed_pairs(self, mask held) noexcept nogil
    @cython.final
    cdef word owed_tractors(self, mask held) noexcept nogil
    @cython.locals(known=mask, other=cython.int)
    @cython.final
    cdef void bury(self, int seat, mask cards) noexcept nogil
    @cython.final
    cdef void play(self, int seat, mask cards) noexcept nogil
    @cython.locals(suit=cython.int)
    @cython.final
    cdef void open_lead(self, int seat, mask cards) noexcept nogil
    @cython.locals(suit=cython.int, part=mask, back=mask, points=cython.int)
    @cython.final
    cdef mask part_that_stands(self, int seat, mask cards) noexcept nogil
    @cython.locals(other=cython.int, cards=mask)
    @cython.final
    cdef void show_higher(self, int seat, mask part) noexcept nogil
    @cython.locals(other=cython.int)
    @cython.final
    cdef int blocker(self, int seat, mask part) noexcept nogil
    @cython.locals(suit=cython.int, face=cython.int, rung=cython.int, n=cython.int, starts=cython.int, held=mask)
    @cython.final
    cdef mask higher(self, int seat, mask part) noexcept nogil
    @cython.locals(pairs=mask, singles=mask)
    @cython.final
    cdef bint is_throw(self, mask cards) noexcept nogil
    @cython.locals(singles=mask, face=cython.int, high=mask, other=cython.int)
    @cython.final
    cdef mask beaten_single(self, int seat, int suit, mask cards) noexcept nogil
    @cython.locals(ladder=word, once=cython.int, lone=cython.int, rung=cython.int, high=mask, other=cython.int)
    @cython.final
    cdef mask beaten_pair(self, int seat, int suit, mask cards) noexcept nogil
    @cython.locals(once=cython.int, rest=cython.int, rung=cython.int, length=cython.int, other=cython.int, starts=cython.int)
    @cython.final
    cdef mask beaten_run(self, int seat, int suit, mask cards) noexcept nogil
    @cython.locals(run=mask, rung=cython.int)
    @cython.final
    cdef mask run_from(self, mask cards, int start, int length) noexcept nogil
    @cython.final
    cdef bint blocks(self, int seat, int other) noexcept nogil
    @cython.locals(ladder=word)
    @cython.final
    cdef int strength(self, mask cards) noexcept nogil
    @cython.locals(rung=cython.int)
    @cython.final
    cdef void challenge(self, int seat, mask cards) noexcept nogil
    @cython.locals(follows=cython.bint, rung=cython.int)
    @cython.final
    cdef int rung_ahead(self, mask cards) noexcept nogil
    @cython.locals(mine=cython.int[25], theirs=cython.int[25], i=cython.int)
    @cython.final
    cdef bint outranks(self, mask cards, mask best) noexcept nogil
    @cython.locals(single=cython.int[32], paired=cython.int[32], rest=mask, face=cython.int, rung=cython.int,
                   ladder=word, lengths=word, length=cython.int, start=cython.int, pairs=cython.int, n=cython.int,
                   i=cython.int)
    @cython.final
    cdef void tops_of_parts(self, mask cards, int *tops) noexcept nogil
    @cython.locals(alone=mask, ladder=word, length=cython.int, i=cython.int)
    @cython.final
    cdef void learn(self, int seat, mask cards) noexcept nogil
    @cython.locals(rest=mask, face=cython.int)
    @cython.final
    cdef void part_neighbours(self, int seat, int rungs) noexcept nogil
    @cython.locals(held=mask, n=cython.int)
    @cython.final
    cdef int misplay(self, int seat, mask cards) noexcept nogil
    @cython.locals(cards=mask, seat=cython.int, ours=cython.bint)
    @cython.final
    cdef void end_trick(self) noexcept nogil
    @cython.locals(cards=mask, pairs=cython.int, longest=cython.int, size=cython.int)
    @cython.final
    cdef int multiplier(self) noexcept nogil
    @cython.locals(seat=cython.int, suit=cython.int, length=cython.int)
    @cython.final
    cdef bint runs_agree(self) noexcept nogil
    @cython.final
    cdef tuple dearness(self, int face)
    @cython.locals(held=mask, owing=cython.int, owed=word)
    @cython.final
    cdef object neglect(self, int seat, int duty)
    @cython.locals(sure=mask[7], concealed=cython.int, unseen=mask, place=cython.int, _=cython.int)
    @cython.final
    cdef void scatter_without_runs(self, Random rng) noexcept nogil

cdef mask random_run(TrumpState state, mask cards, int starts, int length, Random rng, int *cost, int *bonus) noexcept nogil
cdef mask random_pair(mask pairs, Random rng, int *cost, int *bonus) noexcept nogil
cdef mask random_rest(mask cards, int n, Random rng, int *cost, int *bonus) noexcept nogil
@cython.locals(run=mask, rung=cython.int, chosen=cython.int, n=cython.int, rest=mask, face=cython.int)
cdef mask some_run(TrumpState state, mask cards, int start, int length, Random rng) noexcept nogil
cdef int points_of(mask cards) noexcept nogil
