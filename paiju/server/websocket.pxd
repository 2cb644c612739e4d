cimport cython
from paiju.server cimport octets

cdef int LAST, RESERVED, KIND, MASKED, WHOLE_TEXT, LONGEST_CONTROL, MAX_AT_ONCE

cdef class FrameReader:
    cdef readonly long longest
    cdef bytes rest, pieces
    @cython.locals(found=list, at=Py_ssize_t, end=Py_ssize_t, begin=Py_ssize_t, stop=Py_ssize_t, first=cython.int,
                   size=Py_ssize_t, width=cython.int, content=bytes)
    cpdef list read(self, bytes data)
    @cython.locals(kind=cython.int, is_last=cython.bint)
    cdef tuple other(self, int first, bytes content)

cdef bytes checked(bytes text)
cpdef bytes framed(int kind, bytes content)
