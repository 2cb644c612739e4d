cimport cython
from paiju.core cimport bits, dice
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.core.tricks cimport TrickState

@cython.locals(
    hands=word[6], piles=word[6], cards=word, card=word, led=word, pile=word, strength=word, best=word, played=word,
    raised=cython.int, seat=cython.int, leader=cython.int, winner=cython.int, _=cython.int)
cdef word play(
    TrickState state, word closed, word openers, word trumps, word *lacking, Random rng) noexcept nogil
