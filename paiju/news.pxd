cimport cython
from paiju.core cimport tuples
from paiju.core.layout cimport scenes_of
from paiju.core.state cimport State

cdef int SEEN_BY, SIZE

@cython.locals(parts=tuple)
cdef bint is_hidden(event) except -1

cdef class CommonNews:
    cdef readonly object before, scene
    cdef readonly str kind
    cdef readonly tuple events
    cdef readonly int seat
    cdef readonly dict said

cdef class Connection:
    cdef readonly object disconnect, bell
    cdef readonly int viewer
    cdef readonly list unread
    cdef public bint is_over
    cdef readonly bint is_dropped
    cpdef put(self, news)
    cpdef close(self)
    cpdef ring(self)

cdef class DirectConnection(Connection):
    cdef object sink

cdef class Newsroom:
    cdef public dict numbers, listeners, seen
    cdef public State shown
    cdef public object personal, gone, chairs, kept
    cdef public bint is_over
    @cython.locals(
        concerned=list, listening=list, scenes=dict, open_events=tuple, hidden=list, seen=tuple, connection=Connection,
    )
    cpdef tell(self, str kind, state, setup, events=*, int seat=*, text=*, only=*)
    cdef dict scenes(self, state, viewers)
    cdef news(self, int viewer, str kind, scene, match, tuple events, tuple names, int seat=*, text=*, common=*)
