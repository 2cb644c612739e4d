cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random

@cython.locals(place=cython.int, free=cython.bint, n=cython.int, rest=mask, cards=mask)
cdef void deal_unseen(
    mask *hand, mask *known, mask *sure, mask *most, int *count, int concealed, mask unseen, Random rng) noexcept nogil
@cython.locals(
    n=cython.int, full=cython.int, subset=cython.int, width=cython.int, i=cython.int, face=cython.int, total=cython.int,
    place=cython.int, left=cython.int, chosen=cython.int, weight=cython.int, r=cython.int, allowed=cython.int,
    fits=cython.bint, free=cython.bint, cards=mask, order=cython.int[7], room=cython.int[7], cap=cython.int[7],
    slack=cython.int[128], outside=cython.int[128])
cdef void deal_within_limits(
    mask *hand, mask *most, int *count, int concealed, mask unseen, Random rng) noexcept nogil
