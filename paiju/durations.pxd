cimport cython

cdef tuple STEPS

cdef class Durations:
    cdef readonly double seconds
    cdef readonly list by_step
    @cython.locals(most=double, place=cython.int)
    cpdef add(self, double seconds)
