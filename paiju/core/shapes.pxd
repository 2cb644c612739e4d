cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport word

cdef word RUNGS

@cython.locals(starts=cython.int, _=cython.int)
cdef int runs(word ladder, int length) noexcept nogil
@cython.locals(run=word)
cdef word without(word ladder, int start, int length) noexcept nogil
@cython.locals(once=cython.int, lengths=word, shift=cython.int, length=word, whole=cython.int)
cdef word tractors(word ladder) noexcept nogil
@cython.locals(starts=cython.int, length=cython.int)
cdef bint fits(word ladder, word lengths) noexcept nogil
@cython.locals(starts=cython.int, length=cython.int, rest=cython.int, start=cython.int)
cdef int starts_for(word ladder, word lengths) noexcept nogil
@cython.locals(starts=cython.int)
cdef int top(word ladder, word lengths) noexcept nogil
@cython.locals(owed=word, shift=cython.int, need=word, length=word)
cdef word duty(word ladder, word lengths, bint strict) noexcept nogil
