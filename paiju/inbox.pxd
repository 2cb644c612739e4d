cdef class Intent:
    cdef readonly int seat
    cdef public object work
    cdef readonly bint is_settled
    cdef readonly object error
    cdef list heard
    cpdef tell(self, heard)
    cpdef settle(self, error=*)

cdef class Inbox:
    cdef readonly list intents
    cdef readonly object bell, loop
    cdef readonly Intent in_hand
    cdef readonly bint is_held, is_closed, has_ended
    cpdef object running_loop(self)
    cpdef bint is_free(self) except -1
    cpdef Intent begin(self, int seat)
    cpdef Intent end(self)
    cpdef hand_on(self, work)
    cpdef ring(self, _=*)
