from paiju.inbox cimport Inbox
from paiju.journal cimport Journal

cdef class MatchWriter:
    cdef readonly Journal journal
    cdef readonly object store, trouble
    cdef Inbox inbox
    cdef bint waits
    cdef object tell, then
    cdef public bint is_behind
    cdef readonly bint is_writing
    cpdef bint is_ready(self) except -1
    cpdef begin(self, list lines, then)
    cpdef end(self, error)
