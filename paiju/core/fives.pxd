cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random

cdef int FLUSH, STRAIGHT, HIGH_FLUSH, HOUSE, FOUR, STRAIGHT_FLUSH, FIVE, FLUSH_OVER, PLAIN_FLUSH, PURE_JOKERS
cdef int ALL_OF_FLUSH, WORTH, PROMOTED
cdef mask ROW, SUITS, NATURAL, JOKERS, BIGS

cdef int promoted(int rank, int level) noexcept nogil
cdef int rank_of(int face, int level) noexcept nogil
@cython.locals(cards=mask)
cdef mask of_rank(int rank) noexcept nogil
@cython.locals(seen=mask)
cdef mask ranks_in(mask cards) noexcept nogil
@cython.locals(ranks=mask)
cdef mask in_line(mask cards) noexcept nogil
@cython.locals(row=mask, level_card=mask, faces=mask)
cdef mask above(int rank, int level) noexcept nogil

@cython.locals(
    size=cython.int, wild=cython.int, kind=cython.int, ranks=cython.int, suits=cython.int, face=cython.int, low=cython.int,
    high=cython.int, lows=cython.int, different=cython.int, top=cython.int, rest=mask, counts=word, unit=word)
cpdef int worth(mask cards, int level, int rules) noexcept nogil
@cython.locals(big=cython.int)
cdef int jokers_worth(mask cards, int size, int kind, int rules) noexcept nogil
@cython.locals(low=cython.int)
cdef int straight_top(int ranks) noexcept nogil
cdef int two_ranks_worth(int first, int firsts, int second, int seconds, int wild) noexcept nogil
cdef int flush_rank(int ranks, int wild, int level, int rules) noexcept nogil
@cython.locals(found=cython.int)
cpdef int value(mask cards, int level, int rules) noexcept nogil
@cython.locals(ranks=cython.int, best=cython.int, wild=cython.int, rank=cython.int, number=cython.int, _=cython.int)
cdef int lower_ranks(mask cards, int level, int rules) noexcept nogil
cdef int top_rank(int level) noexcept nogil
@cython.locals(found=cython.int, wild=cython.int, own=mask, suit=cython.int)
cpdef int weakest(mask cards, int level, int rules) noexcept nogil
@cython.locals(reading=cython.int, index=cython.int, card=mask)
cdef int weakest_reading(mask cards, int wild, int suit, int rank, int found, int level, int rules) noexcept nogil

@cython.locals(over=cython.int, faces=mask, cards=mask, kinds=cython.int, kind=cython.int, least=cython.int)
cdef mask random_set(mask hand, int size, int beat, int level, int rules, Random rng) noexcept nogil
@cython.locals(suits=cython.int, suit=cython.int, cards=mask)
cdef mask random_kind(mask hand, int kind, int least, int level, int rules, Random rng) noexcept nogil
@cython.locals(ranks=cython.int, rank=cython.int)
cdef int ranks_with(mask hand, int number, int least, int level) noexcept nogil
@cython.locals(own=mask, wild=mask, fewest=cython.int, most=cython.int, jokers=cython.int, cards=mask)
cdef mask alike(mask hand, int rank, int size, Random rng) noexcept nogil
@cython.locals(wild=mask, cards=mask, big=cython.int, little=cython.int, ways=cython.int, way=cython.int)
cdef mask random_alike(mask hand, int size, int least, int level, int rules, Random rng) noexcept nogil
@cython.locals(ways=cython.int, rank=cython.int, others=mask, cards=mask)
cdef mask random_four(mask hand, int least, int level, Random rng) noexcept nogil
@cython.locals(
    ways=cython.int, pairs=cython.int, rank=cython.int, other=cython.int, jokers=cython.int, own=mask, wild=mask, cards=mask)
cdef mask random_house(mask hand, int least, int level, Random rng) noexcept nogil
@cython.locals(
    jokers=cython.int, ways=cython.int, start=cython.int, fewest=cython.int, rank=cython.int, _=cython.int, line=mask,
    held=mask, cards=mask, faces=mask)
cdef mask random_straight(mask own, mask wild, int most, int least, Random rng) noexcept nogil
@cython.locals(
    most=cython.int, best=cython.int, suits=cython.int, suit=cython.int, fewest=cython.int, jokers=cython.int, wild=mask,
    own=mask, high=mask, cards=mask, first=mask)
cdef mask random_flush(mask hand, int least, int level, int rules, Random rng) noexcept nogil
@cython.locals(suits=cython.int, suit=cython.int, ways=cython.int, way=cython.int, wild=mask, cards=mask)
cdef mask random_higher_flush(mask hand, int beat, int level, int rules, Random rng) noexcept nogil
@cython.locals(
    ranks=cython.int, left=cython.int, at=cython.int, rank=cython.int, cards=mask, pool=mask, faces=mask, card=mask)
cdef mask flush_higher_at(mask own, int jokers, int place, int beat, int level, int rules, Random rng) noexcept nogil
