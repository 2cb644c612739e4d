cimport cython
from paiju.core cimport bits, dice
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random

@cython.locals(
    n=cython.int, i=cython.int, place=cython.int, bound=mask, cards=mask, order=cython.int[7], room=cython.int[7],
    can=mask[7])
cdef void deal_unseen(
    mask *hand, mask *known, mask *sure, mask *most, int *count, int concealed, mask unseen, Random rng) noexcept nogil
@cython.locals(
    full=cython.int, groups=cython.int, subset=cython.int, face=cython.int, i=cython.int, width=cython.int, alike=mask,
    group=mask[54], takers=cython.int[54], slack=cython.int[128], must=cython.int[128])
cdef void deal_bound(
    mask *hand, int *order, int *room, mask *can, int n, mask unseen, mask bound, Random rng) noexcept nogil
cdef mask like(int face, mask cards, mask among) noexcept nogil
@cython.locals(full=cython.int, takers=cython.int, subset=cython.int, i=cython.int)
cdef int measure(mask *can, int n, int face, int left, int *must) noexcept nogil
@cython.locals(
    full=cython.int, face=cython.int, copies=cython.int, left=cython.int, able=cython.int, takers=cython.int,
    subset=cython.int, i=cython.int)
cdef void deal_group(
    mask *hand, int *order, int *room, mask *can, int n, mask unseen, mask group, int *slack, int *must, Random rng
) noexcept nogil
@cython.locals(i=cython.int, total=cython.int, k=cython.int)
cdef int choose(int *room, int takers, int n, Random rng) noexcept nogil
