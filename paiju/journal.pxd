from paiju.core cimport tuples

cdef class Journal:
    cdef readonly object record
    cdef object secret
    cdef readonly list past
    cdef readonly long kept
    cdef readonly long moves
    cpdef list add(self, int seat, action, after, str remark=*)
