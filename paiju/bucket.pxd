cimport cython

cdef class Bucket:
    cdef readonly double rate, most, left, since
    cdef object clock
    @cython.locals(now=double)
    cpdef bint take(self, double much=*) except -1
    cpdef double wait(self, double much=*) except -1
