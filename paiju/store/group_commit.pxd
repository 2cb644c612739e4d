cimport cython
from paiju.durations cimport Durations

cdef class Lines:
    cdef readonly str id, writer, text
    cdef readonly long last, kept
    cdef readonly bint begins, unsure
    cdef public long sequence
    cpdef bint find_last(self, long newest, str writer) except -1

@cython.locals(lines=Lines)
cpdef bint are_plain(changes) except -1
@cython.locals(values=list, lines=Lines)
cpdef list row_values(changes)

cdef class GroupCommit:
    cdef public object write
    cdef readonly list waiting
    cdef long size
    cdef double since
    cdef object loop, task
    cdef readonly Durations took
    cdef readonly bint is_running, is_closed
    @cython.locals(size=long)
    cpdef submit_then(self, change, then)
    cdef begin(self)
    cdef double time(self) except -1
    cdef call_all(self, list batch, late, refused)
    @cython.locals(left_out=set, size=long)
    cpdef tell_all(self, list batch, late, refused)
    cdef report(self, error)

cpdef long size_of(change) except -1
