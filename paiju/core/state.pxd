cimport cython
from paiju.core cimport bits, scatter
from paiju.core.bits cimport mask, word
from paiju.core.chance cimport Random

cdef class State:
    # The two object fields come first: bits.copy_body copies everything below them.
    cdef readonly object setup
    cdef public object error
    cdef readonly bint has_dict, has_advice, low_wins
    cdef public int viewer, stage, actors, seats
    cdef readonly int deck_size
    cdef readonly mask deck_cards
    cdef readonly int concealed
    cdef public mask unseen
    cdef readonly mask hand[7]
    cdef readonly mask known[7]
    cdef readonly mask sure[7]
    cdef readonly mask most[7]
    cdef readonly int count[7]
    cdef readonly int score[7]

    cdef void begin(self, unsigned char *deck) noexcept nogil
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    cdef void fill(self, Random rng) noexcept nogil
    cdef void settle(self) noexcept nogil

    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
    @cython.locals(other=cython.int, total=cython.double, ahead=cython.double)
    cdef double payoff(self, int seat) noexcept nogil
    cdef bint plausible(self, int viewer, Random rng) noexcept nogil

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
    @cython.locals(bit=mask)
    cdef void give_card(self, int place, int face) noexcept nogil
    cdef void take(self, int place, mask cards) noexcept nogil
    cdef void put(self, int place, mask cards) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void conceal(self, int places) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void scatter(self, Random rng) noexcept nogil

cdef void python_begin(State state, unsigned char *deck) noexcept with gil
cdef mask python_random_move(State state, int seat, Random rng) noexcept with gil
cdef mask python_advise(State state, int seat, long style, Random rng) noexcept with gil
cdef void python_do(State state, int seat, mask move) noexcept with gil
cdef void python_refill(State state, Random rng) noexcept with gil
cdef void python_settle(State state) noexcept with gil
cdef void python_load(State state, State other) noexcept with gil
