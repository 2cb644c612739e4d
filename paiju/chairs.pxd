cdef class Chairs:
    cdef readonly list by_seat
    cdef public dict away
    cdef readonly dict lent
    cdef readonly tuple people, names
