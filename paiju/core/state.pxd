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
    cpdef object running_trick_after(self, known)
    cpdef object last_trick_after(self, known)
