cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random
from paiju.core.places cimport Places

cdef class State(Places):
    cdef readonly bint low_wins
    cdef readonly int stage, actors
    cdef int score[7]

    cdef void begin(self, unsigned char *deck) noexcept nogil
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(plays=cython.long, seat=cython.int)
    cdef long play_out(self, Random rng) noexcept nogil
    cdef void fill(self, Random rng) noexcept nogil
    cdef bint allows(self, int seat, mask move) noexcept nogil
    cdef bint can_speak(self, int seat) noexcept nogil
    cdef void settle(self) noexcept nogil

    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
    @cython.locals(other=cython.int, total=cython.double, ahead=cython.double)
    cdef double payoff(self, int seat) noexcept nogil
    cdef bint plausible(self, int viewer, Random rng) noexcept nogil

    @cython.final
    cdef bint owes(self, int seat) noexcept nogil
    cdef bint attempt(self, int seat, mask move) noexcept nogil
    @cython.locals(raw=cython.p_uchar)
    cpdef State deal(self, deck)
    @cython.locals(world=State)
    cpdef State guess(self, Random rng)
    @cython.final
    @cython.locals(twin=State)
    cdef State twin(self)
    @cython.locals(place=cython.int)
    cdef void forget_scores(self) noexcept nogil
    # What every screen asks of every moment. A game that brings its own declares it too.
    @cython.locals(sight=State)
    cpdef State view(self, viewer)
    cpdef object hide(self, viewer)
    cpdef object sorted_hand(self, mask cards)
    cdef int hand_order(self) noexcept nogil
    cpdef object notes(self)
    cpdef object notes_on(self, seat)
    cpdef mask exposed_of(self, seat) except? 0
    cpdef mask received_by(self, seat) except? 0
    @cython.locals(seat=cython.int)
    cpdef tuple settled(self)
    cpdef object running_scores(self)
    cpdef object running_trick_after(self, known)
    cpdef object last_trick_after(self, known)
