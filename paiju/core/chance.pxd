cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask, word

cdef word STEP, MIX, ALL64

@cython.final
cdef class Random:
    cdef readonly word state
    @cython.locals(product=mask)
    cdef word next(self) noexcept nogil
    @cython.locals(product=mask, low=word, bound=word, limit=word)
    cpdef int below(self, int n) noexcept nogil
    @cython.locals(i=cython.int, j=cython.int, held=cython.uchar)
    cdef void mix(self, unsigned char *deck, int size) noexcept nogil
    @cython.locals(chosen=mask, layer=mask, bit=mask, k=cython.int, i=cython.int, left=cython.int)
    cpdef mask some(self, mask cards, int n) noexcept nogil

@cython.locals(rng=Random)
cpdef Random random_at(word state)
