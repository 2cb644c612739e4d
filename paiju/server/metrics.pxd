cimport cython

cdef tuple SECONDS

cdef class ServerMetrics:
    cdef readonly object registry, refused, dropped, requests
    cdef public long frames, frame_bytes
    cdef double seconds
    cdef readonly list answers
    @cython.locals(most=double, place=cython.int)
    cpdef answered(self, double seconds)
