cimport cython
from paiju.core cimport bits, dice
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.passing cimport PassingState

cdef int GIVE, SHOW, PLAY
cdef int TEN, JACK, ACE, QUEEN, MIXED, LOW
cdef mask TENS, SPECIALS, ACES, TWO, DIAMONDS, HEARTS, SCORED, FROM_FIVE, FROM_JACK, FROM_QUEEN, FROM_KING, BANNED

@cython.locals(hearts=cython.int)
cdef inline int hearts_in(mask cards) noexcept nogil
@cython.locals(i=cython.int)
cdef int toss(unsigned char *deck, int size) noexcept nogil

cdef class GongzhuState(PassingState):
    cdef readonly int decks, ten_taken, ten_exposed, base
    cdef readonly bint all_copies, mixed_diamonds, ten_steps
    cdef readonly mask showable
    cdef readonly int coin
    cdef readonly mask led
    cdef readonly int width, best
    cdef readonly mask opened
    cdef readonly mask shown[4]
    cdef readonly mask exposed[4]
    cdef readonly mask bared[4]
    cdef readonly mask won_exposed[4]
    cdef readonly mask played[4]

    @cython.locals(i=cython.int, seat=cython.int, size=cython.int)
    cdef void begin(self, unsigned char *deck) noexcept nogil
    @cython.locals(cards=mask, amount=cython.int)
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    @cython.locals(viewer=cython.int, seat=cython.int)
    cdef void fill(self, Random rng) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void settle(self) noexcept nogil
    cdef mask gift_source(self, int seat) noexcept nogil
    cdef object gift_left(self, mask gift, int target)
    cdef bint pair_duty(self, int seat) noexcept nogil
    cdef object judge_pair_follow(self, int seat, mask cards)
    cdef int led_suit(self) noexcept nogil

    @cython.locals(rest=mask, cards=mask, face=cython.int)
    cdef inline mask some_shown(self, int seat, Random rng) noexcept nogil
    @cython.locals(choice=mask, singles=mask, must=mask, n=cython.int, k=cython.int, first=cython.int, second=cython.int)
    cdef inline mask some_play(self, int seat, Random rng) noexcept nogil
    @cython.locals(must=mask)
    cdef inline bint allows_cards(self, int seat, mask cards) noexcept nogil
    @cython.locals(seat=cython.int, opener=cython.int)
    cdef inline void open_play(self) noexcept nogil
    @cython.locals(hand=mask, suit=mask, pairs=mask, allowed=mask, wanted=cython.int)
    cdef inline mask choice(self, int seat) noexcept nogil
    @cython.locals(suit=mask, allowed=mask)
    cdef inline mask compelled(self, int seat) noexcept nogil
    cdef inline mask split(self, int seat) noexcept nogil
    @cython.locals(out=mask, known=mask, strength=cython.int)
    cdef inline void play(self, int seat, mask cards, int amount) noexcept nogil
    @cython.locals(out=mask, rest=mask)
    cdef inline mask uncover(self, int seat, mask cards, int amount) noexcept nogil
    cdef inline int strength(self, mask cards) noexcept nogil
    cdef inline void learn(self, int seat, mask cards) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef inline void finish_trick(self) noexcept nogil
    @cython.locals(scored=mask, hearts=cython.int, pigs=cython.int, total=cython.int, tens=cython.int, level=cython.int, percent=cython.int)
    cdef inline int value(self, mask cards, mask bare) noexcept nogil
    cdef inline int doubled(self, int face, mask cards, mask bare) noexcept nogil
