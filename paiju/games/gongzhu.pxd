cimport cython
from paiju.core cimport bits, dice
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games cimport gongzhu_score as scoring
from paiju.games.gongzhu_score cimport ScoreState

cdef int GIVE, SHOW, PLAY, DARK, MIXED
cdef mask TWO, DIAMONDS, BANNED

@cython.locals(i=cython.int)
cdef int toss(unsigned char *deck, int size) noexcept nogil

cdef class GongzhuState(ScoreState):
    cdef readonly bint mixed_diamonds, waits, has_dark, by_pig
    cdef readonly int opener
    cdef readonly mask banned, showable
    cdef readonly int coin, dark, pig
    cdef readonly mask led
    cdef readonly int width, best
    cdef readonly mask begun
    cdef readonly mask shown[4]
    cdef readonly mask exposed[4]
    cdef readonly mask bared[4]
    cdef readonly mask played[4]

    @cython.locals(i=cython.int, seat=cython.int, size=cython.int)
    cdef void begin(self, unsigned char *deck) noexcept nogil
    cdef int first_stage(self) noexcept nogil
    @cython.locals(cards=mask, amount=cython.int)
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.final
    cdef void do_before_play(self, int seat, mask move) noexcept nogil
    @cython.locals(cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    @cython.locals(viewer=cython.int, seat=cython.int)
    cdef void fill(self, Random rng) noexcept nogil
    cdef mask gift_source(self, int seat) noexcept nogil
    cdef mask gift_left(self, mask gift, int target) except? 0
    @cython.locals(suit=mask)
    cdef bint pair_duty(self, int seat) noexcept nogil
    cdef object judge_pair_follow(self, int seat, mask cards)
    cdef int led_suit(self) noexcept nogil

    @cython.final
    @cython.locals(choice=mask, rest=mask, cards=mask, face=cython.int)
    cdef inline mask some_shown(self, int seat, Random rng) noexcept nogil
    @cython.final
    cdef mask to_show(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(choice=mask, singles=mask, must=mask, n=cython.int, k=cython.int, first=cython.int, second=cython.int)
    cdef inline mask some_play(self, int seat, Random rng) noexcept nogil
    @cython.final
    @cython.locals(must=mask)
    cdef inline bint allows_cards(self, int seat, mask cards) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, cards=mask)
    cdef void expose_dark(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, opener=cython.int)
    cdef inline void open_play(self) noexcept nogil
    @cython.final
    @cython.locals(hand=mask, suit=mask, pairs=mask, allowed=mask, wanted=cython.int)
    cdef inline mask choice(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, allowed=mask)
    cdef inline mask compelled(self, int seat) noexcept nogil
    @cython.final
    cdef inline mask held_back(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(hand=mask, held=mask, cards=mask, suit=mask, s=cython.int)
    cdef mask waiting_cards(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(held=mask, others=mask)
    cdef mask spare(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(exposed=mask)
    cdef inline mask split(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(out=mask, kept=mask, known=mask, strength=cython.int)
    cdef inline void play(self, int seat, mask cards, int amount) noexcept nogil
    @cython.final
    @cython.locals(out=mask, rest=mask)
    cdef inline mask uncover(self, int seat, mask cards, int amount) noexcept nogil
    @cython.final
    cdef inline int strength(self, mask cards) noexcept nogil
    @cython.final
    @cython.locals(suit=mask)
    cdef inline void learn(self, int seat, mask cards, mask out, mask kept) noexcept nogil
    @cython.final
    cdef inline bint learn_wait(self, int seat, mask out) noexcept nogil
    @cython.final
    @cython.locals(out=mask)
    cdef inline void finish_trick(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void take_exposed(self, mask out) noexcept nogil

    cpdef object hide(self, viewer)
    cpdef object notes(self)
    cpdef object notes_on(self, seat)
    cpdef mask exposed_of(self, seat) except? 0
