cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport word

cdef int RUNGS

@cython.locals(starts=cython.int, _=cython.int)
cpdef int runs(int ladder, int length) noexcept nogil
@cython.locals(run=word)
cpdef int without(int ladder, int start, int length) noexcept nogil
@cython.locals(once=cython.int, lengths=word, shift=cython.int, length=word, whole=cython.int)
cpdef word tractors(int ladder) noexcept nogil
@cython.locals(starts=cython.int, length=cython.int)
cpdef bint fits(int ladder, word lengths) noexcept nogil
@cython.locals(starts=cython.int, length=cython.int, rest=cython.int, start=cython.int)
cpdef int starts_for(int ladder, word lengths) noexcept nogil
@cython.locals(starts=cython.int)
cpdef int top(int ladder, word lengths) noexcept nogil
@cython.locals(owed=word, shift=cython.int, need=word, length=word)
cpdef word duty(int ladder, word lengths, bint strict) noexcept nogil
