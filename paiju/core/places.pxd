cimport cython
from paiju.core cimport bits, scatter
from paiju.core.bits cimport mask
from paiju.core.body cimport Body
from paiju.core.chance cimport Random

cdef class Places(Body):
    cdef readonly int viewer, seats
    cdef readonly int deck_size
    cdef readonly mask deck_cards
    cdef readonly int concealed
    cdef readonly mask unseen
    cdef readonly mask hand[7]
    cdef readonly mask known[7]
    cdef readonly mask sure[7]
    cdef readonly mask most[7]
    cdef readonly int count[7]

    @cython.final
    cdef int known_seat(self, seat) except -1
    @cython.locals(place=cython.int)
    cdef void clear_hands(self) noexcept nogil
    @cython.final
    cdef int known_viewer(self, viewer) except? -99
    @cython.final
    cdef bint holds(self, int seat, mask cards) noexcept nogil
    @cython.locals(bit=mask)
    cdef void give_card(self, int place, int face) noexcept nogil
    cdef void take(self, int place, mask cards) noexcept nogil
    cdef void put(self, int place, mask cards) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void conceal(self, int places) noexcept nogil
    @cython.locals(places=cython.int, seat=cython.int)
    cpdef object conceal_from(self, viewer)
    @cython.locals(place=cython.int)
    cdef void scatter(self, Random rng) noexcept nogil
    @cython.final
    cdef bint is_full(self) noexcept nogil
