cimport cython
from paiju.core cimport bits, scatter
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random

cdef class State:
    # The two object fields come first: bits.copy_body copies everything below them.
    # Native code trusts all of this, so Python may only read it.
    cdef readonly object setup
    cdef readonly object error
    cdef readonly bint low_wins
    cdef readonly int viewer, stage, actors, seats
    cdef readonly int deck_size
    cdef readonly mask deck_cards
    cdef readonly int concealed
    cdef readonly mask unseen
    cdef readonly mask hand[7]
    cdef readonly mask known[7]
    cdef readonly mask sure[7]
    cdef readonly mask most[7]
    cdef readonly int count[7]
    cdef int score[7]

    cdef void begin(self, unsigned char *deck) noexcept nogil
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    @cython.locals(plays=cython.long, seat=cython.int)
    cdef long play_out(self, Random rng) noexcept nogil
    cdef void fill(self, Random rng) noexcept nogil
    cdef bint allows(self, int seat, mask move) noexcept nogil
    cdef void settle(self) noexcept nogil

    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
    @cython.locals(other=cython.int, total=cython.double, ahead=cython.double)
    cdef double payoff(self, int seat) noexcept nogil
    cdef bint plausible(self, int viewer, Random rng) noexcept nogil

    @cython.final
    cdef bint is_full(self) noexcept nogil
    @cython.final
    cdef bint owes(self, int seat) noexcept nogil
    @cython.final
    cdef int known_seat(self, seat) except -1
    cdef bint attempt(self, int seat, mask move) noexcept nogil
    @cython.locals(raw=cython.p_uchar)
    cpdef State deal(self, deck)
    @cython.locals(twin=State)
    cpdef State copy(self)
    @cython.locals(world=State)
    cpdef State guess(self, Random rng)
    cdef void load(self, State other) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void clear_hands(self) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void forget_scores(self) noexcept nogil
    @cython.final
    cdef bint holds(self, int seat, mask cards) noexcept nogil
    @cython.locals(bit=mask)
    cdef void give_card(self, int place, int face) noexcept nogil
    cdef void take(self, int place, mask cards) noexcept nogil
    cdef void put(self, int place, mask cards) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void conceal(self, int places) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void scatter(self, Random rng) noexcept nogil

@cython.locals(state=State)
cpdef State restored(type kind, object setup, bytes body, bytes sealed, dict extra)
