cimport cython
from paiju.store.group_commit cimport GroupCommit, Lines

cdef class StoredMatch:
    cdef readonly str id, writer
    cdef readonly long last, kept
    cdef readonly bint begins, has_moved, is_open
    cdef public bint unsure
    cdef GroupCommit commit
    cdef Lines writing
    cdef object then, waiting, next, read
    cpdef begin_append(self, str text, then)
    cdef begin(self, str text, bint anew, then)
    @cython.locals(lines=Lines)
    cdef submit(self, str text, bint anew, then)
    cdef check(self)
    @cython.locals(lines=Lines)
    cpdef settle(self, error)
    cdef go_on(self)

cdef bint is_text(str text) except -1
