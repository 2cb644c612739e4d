from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.body cimport Body
from paiju.core.chance cimport Random
from paiju.core.state cimport State

cdef class PythonState(State):
    cdef int moves_made

    cdef void begin(self, unsigned char *deck) noexcept nogil
    cdef mask random_move(self, int seat, Random rng) noexcept nogil
    cdef void do(self, int seat, mask move) noexcept nogil
    cdef void fill(self, Random rng) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
    cdef void load(self, Body other) noexcept nogil
    cdef int hand_order(self) noexcept nogil

cdef void keep(PythonState state, error)
cdef void python_begin(PythonState state, unsigned char *deck) noexcept with gil
cdef mask python_random_move(PythonState state, int seat, Random rng) noexcept with gil
cdef mask python_advise(PythonState state, int seat, long style, Random rng) noexcept with gil
cdef void python_do(PythonState state, int seat, mask move) noexcept with gil
cdef void python_refill(PythonState state, Random rng) noexcept with gil
cdef void python_settle(PythonState state) noexcept with gil
cdef void python_load(PythonState state, Body other) noexcept with gil
