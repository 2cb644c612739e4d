cimport cython
from paiju.core cimport bits, dice, random_tricks
from paiju.core.bits cimport mask, word
from paiju.core.cards cimport some
from paiju.core.chance cimport Random
from paiju.core.passing cimport PassingState
from paiju.core.words cimport card_ask, event_of

cdef int GIVE, PLAY, MOON, LOWEST_CLUB, ANY_CLUB, LEFT, ADD, SUBTRACT, CHOOSE, BETTER
cdef mask CLUBS, HEARTS, QUEEN, JACK, POINTS, ALL_POINTS

cdef class HeartsState(PassingState):
    cdef readonly int full, kitty_trick, first_lead, opener, moon, chosen, target
    cdef readonly int queen_points, all_points, jack_points, clean_points
    cdef readonly bint free_hearts, spots, sun, plays_off
    cdef readonly mask breakers, banned
    cdef int standing[6]
    cdef readonly bint broken
    cdef readonly mask led, best
    cdef readonly int voids

    @cython.locals(i=cython.int, seat=cython.int)
    cdef void begin(self, unsigned char *deck) noexcept nogil
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    @cython.final
    @cython.locals(cards=mask)
    cdef inline mask random_card(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(plays=cython.long, seat=cython.int)
    cdef long play_out(self, Random rng) noexcept nogil
    @cython.final
    @cython.locals(plays=cython.long, seat=cython.int, suit=cython.int, closed=mask, played=word, lacking=word[6])
    cdef long play_to_last(self, Random rng) noexcept nogil
    @cython.locals(cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    cdef void fill(self, Random rng) noexcept nogil
    @cython.locals(seat=cython.int, shooter=cython.int)
    cdef void settle(self) noexcept nogil

    @cython.locals(hand=mask)
    cdef inline mask legal(self, int seat) noexcept nogil
    @cython.locals(cards=mask)
    cdef inline mask legal_at_first(self, int seat, mask hand) noexcept nogil
    cdef mask gift_left(self, mask gift, int target) except? 0
    cdef object direction(self)
    @cython.locals(seat=cython.int, lowest=mask)
    cdef inline void open_play(self) noexcept nogil
    @cython.final
    cdef void play(self, int seat, mask card) noexcept nogil
    @cython.final
    @cython.locals(card=mask, place=cython.int, follows=cython.bint)
    cdef void learn_at_first(self, int seat) noexcept nogil
    @cython.final
    cdef void finish_trick(self) noexcept nogil
    @cython.final
    cdef void take_kitty(self) noexcept nogil
    @cython.final
    @cython.locals(shooter=cython.int)
    cdef void end_play(self) noexcept nogil

    @cython.final
    @cython.locals(points=cython.int)
    cdef inline int points_of(self, mask cards) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef inline int shooter(self) noexcept nogil
    @cython.final
    @cython.locals(swing=cython.int, other=cython.int)
    cdef void settle_moon(self, int shooter) noexcept nogil
    @cython.final
    cdef int swing(self, int shooter) noexcept nogil
    @cython.final
    cdef bint is_sun(self, int shooter) noexcept nogil
    @cython.final
    @cython.locals(total=cython.int, highest=cython.int, seat=cython.int, other=cython.int)
    cdef bint wins_by_adding(self, int shooter, int swing) noexcept nogil

    cpdef object hide(self, viewer)
    cpdef object notes(self)
    cpdef object running_scores(self)

@cython.locals(hand=mask, i=cython.int)
cdef inline mask block(unsigned char *deck, int start, int cards) noexcept nogil
@cython.locals(points=cython.int, card=mask)
cdef int pips(mask hearts) noexcept nogil
