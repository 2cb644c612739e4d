cimport cython
from paiju.core cimport bits

cdef class Body:
    # The two object fields come first: bits.copy_body copies everything below them, in subclasses too.
    # Native code trusts all that a state holds, so Python may only read it.
    cdef readonly object setup
    cdef readonly object error

    @cython.locals(twin=Body)
    cpdef Body copy(self)
    cdef void load(self, Body other) noexcept nogil

@cython.locals(state=Body)
cpdef Body restored(type kind, object setup, bytes body, bytes sealed, dict extra)
