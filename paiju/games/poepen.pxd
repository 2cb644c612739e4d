cimport cython
from paiju.core cimport bits, dice, random_tricks
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.core.tricks cimport TrickState

cdef int BID, PLAY
cdef mask DECK

cdef class PoepenState(TrickState):
    cdef readonly int dealer, dealt, max_bid, indicator, nothing
    cdef readonly int kept[3]
    cdef readonly int under[4]
    cdef readonly int over[4]
    cdef readonly bint draws, together, hooked, blind, plain, secret
    cdef readonly mask turned, shown, trumps, led, beats
    cdef readonly int total
    cdef int bid[6]

    @cython.locals(i=cython.int, seat=cython.int, face=cython.int, stock=mask)
    cdef void begin(self, unsigned char *deck) noexcept nogil
    @cython.locals(cards=mask)
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    @cython.final
    @cython.locals(amount=cython.int, barred=cython.int)
    cdef inline int random_bid(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(plays=cython.long, seat=cython.int, lacking=word[6])
    cdef long play_out(self, Random rng) noexcept nogil
    @cython.locals(amount=cython.int, cards=mask)
    cdef bint allows(self, int seat, mask move) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void fill(self, Random rng) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void settle(self) noexcept nogil
    cdef int likely_bid(self, int seat, Random rng) noexcept nogil
    @cython.final
    cdef inline int points_for(self, int bid, int won) noexcept nogil
    @cython.final
    cdef inline int points_off(self, int *loss, int off, int won) noexcept nogil
    @cython.final
    @cython.locals(step=cython.int, at=cython.int, dealer=cython.int, seat=cython.int)
    cdef int drawn_dealer(self, unsigned char *deck) noexcept nogil

    cdef inline int left_of(self, int seat) noexcept nogil
    @cython.locals(rest=cython.int)
    cdef inline int barred(self, int seat) noexcept nogil
    cdef inline mask legal(self, int seat) noexcept nogil
    @cython.final
    cdef mask card_played(self, int seat, mask cards) noexcept nogil
    cdef inline void make_bid(self, int seat, int amount) noexcept nogil
    @cython.final
    cdef void open_bids(self) noexcept nogil
    cdef inline void play(self, int seat, mask card) noexcept nogil
    @cython.locals(own=mask)
    cdef inline void goes_ahead(self, int seat, mask card) noexcept nogil

    cpdef object hide(self, viewer)
    cpdef object sorted_hand(self, mask cards)
    cpdef object notes(self)
    cpdef object notes_on(self, seat)
