cimport cython

cdef class TableClock:
    cdef public object timing
    cdef public dict wishes
    cdef readonly dict deadline, asked, bank
    cdef public double spent, until
    cdef readonly frozenset hurrying
    @cython.locals(own=double, least=double, most=double, wished=double)
    cpdef double seconds(self, str kind, deciding) except? -1
    cpdef begin_pause(self, double seconds, double now)
    cpdef double left(self, int seat) except? -1
    @cython.locals(over=double)
    cpdef answered(self, int seat, double now)
    cpdef keep(self, seats)
