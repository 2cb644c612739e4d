cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport word

cdef int RUNGS

@cython.locals(starts=cython.int, _=cython.int)
cdef int runs(int ladder, int length) noexcept nogil
@cython.locals(run=word)
cdef int without(int ladder, int start, int length) noexcept nogil
@cython.locals(once=cython.int, lengths=word, shift=cython.int, length=word, whole=cython.int)
cdef word tractors(int ladder) noexcept nogil
@cython.locals(starts=cython.int, length=cython.int)
cdef bint fits(int ladder, word lengths) noexcept nogil
@cython.locals(starts=cython.int, length=cython.int, rest=cython.int, start=cython.int)
cdef int starts_for(int ladder, word lengths) noexcept nogil
@cython.locals(starts=cython.int)
cdef int top(int ladder, word lengths) noexcept nogil
@cython.locals(owed=word, shift=cython.int, need=word, length=word)
cdef word duty(int ladder, word lengths, bint strict) noexcept nogil
