cimport cython
from paiju.core cimport bits, shapes, trump
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.games cimport shengji_calls as calls
from paiju.games.shengji_calls cimport CallingState

cdef mask FIVES, TENS

cdef class PlayState(CallingState):
    cdef readonly bint all_block, strict, by_size, ruffed
    cdef readonly int penalty, points, kitty_points
    cdef readonly int led_suit, led_size, led_pairs, best_rung
    cdef readonly word led_tractors
    cdef readonly mask led
    cdef readonly short no_run[20]

    @cython.locals(i=cython.int)
    @cython.final
    cdef void clear_play(self) noexcept nogil
    @cython.locals(suit=cython.int, cards=mask, n=cython.int, pairs=mask, ladder=cython.int, singles=cython.int,
                   total=cython.int, length=cython.int, k=cython.int, starts=cython.int)
    @cython.final
    cdef mask random_lead(self, int seat, Random rng) noexcept nogil
    @cython.locals(hand=mask, held=mask, n=cython.int, cards=mask, ladder=cython.int, owed=word, starts=cython.int,
                   start=cython.int, owing=cython.int, pairs=mask)
    @cython.final
    cdef mask random_follow(self, int seat, Random rng) noexcept nogil
    @cython.locals(run=mask, rung=cython.int, chosen=cython.int, n=cython.int, rest=mask, face=cython.int)
    @cython.final
    cdef mask some_run(self, mask cards, int start, int length, Random rng) noexcept nogil
    @cython.locals(known=mask, other=cython.int)
    @cython.final
    cdef void bury(self, int seat, mask cards) noexcept nogil
    @cython.final
    cdef void play(self, int seat, mask cards) noexcept nogil
    @cython.locals(suit=cython.int)
    @cython.final
    cdef void open_lead(self, int seat, mask cards) noexcept nogil
    @cython.locals(pairs=mask, singles=mask, ladder=cython.int, suit=cython.int, part=mask, face=cython.int,
                   high=mask, other=cython.int, once=cython.int, lone=cython.int, rung=cython.int, rest=cython.int,
                   length=cython.int, starts=cython.int, i=cython.int, back=mask)
    @cython.final
    cdef mask part_that_stands(self, int seat, mask cards) noexcept nogil
    @cython.final
    cdef bint blocks(self, int seat, int other) noexcept nogil
    @cython.locals(ladder=cython.int)
    @cython.final
    cdef int strength(self, mask cards) noexcept nogil
    @cython.locals(ruff=cython.bint, rung=cython.int)
    @cython.final
    cdef void challenge(self, int seat, mask cards) noexcept nogil
    @cython.locals(alone=mask, ladder=cython.int, length=cython.int, i=cython.int)
    @cython.final
    cdef void learn(self, int seat, mask cards) noexcept nogil
    @cython.locals(rest=mask, face=cython.int)
    @cython.final
    cdef void part_neighbours(self, int seat, int rungs) noexcept nogil
    @cython.locals(held=mask, n=cython.int, owing=cython.int, owed=word)
    @cython.final
    cdef int misplay(self, int seat, mask cards) noexcept nogil
    @cython.locals(cards=mask, seat=cython.int, ours=cython.bint)
    @cython.final
    cdef void end_trick(self) noexcept nogil
    @cython.locals(cards=mask, pairs=mask, longest=cython.int)
    @cython.final
    cdef int multiplier(self) noexcept nogil
    @cython.locals(seat=cython.int, suit=cython.int, length=cython.int)
    @cython.final
    cdef bint runs_agree(self) noexcept nogil
    @cython.locals(sure=mask[7], concealed=cython.int, unseen=mask, place=cython.int, _=cython.int)
    @cython.final
    cdef void scatter_without_runs(self, Random rng) noexcept nogil

cdef int points_of(mask cards) noexcept nogil
