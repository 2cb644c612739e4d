cdef class TimedPhase:
    cdef readonly object table, bots, ahead
    cdef readonly dict offered, declined, spoken
    cdef readonly list thoughts
    cdef public list failures
    cdef public int first
    cdef readonly bint is_ending
    cpdef bint is_awaited(self, int seat, tuple asked, people) except -1
    cpdef tuple asks(self, int seat, tuple asked, people)
