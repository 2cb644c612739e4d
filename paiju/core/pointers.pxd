# States reached by number without the interpreter's lock. The caller keeps the list alive and unchanged meanwhile.
from libc.stdlib cimport calloc, free, malloc
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.state cimport State

ctypedef void **Pointers
ctypedef mask *Moves
ctypedef double *Numbers

cdef inline Pointers point(list states) except NULL:
    cdef Pointers items = <Pointers>malloc(len(states) * sizeof(void *) + 1)
    if items == NULL:
        raise MemoryError()
    try:
        for i in range(len(states)):
            items[i] = <void *>(<State?>states[i])
    except BaseException:
        free(items)
        raise
    return items

cdef inline Moves note(list moves) except NULL:
    cdef Moves items = <Moves>malloc(len(moves) * sizeof(mask) + 1)
    if items == NULL:
        raise MemoryError()
    try:
        for i in range(len(moves)):
            items[i] = moves[i]
    except BaseException:
        free(items)
        raise
    return items

cdef inline void forget(void *items) noexcept nogil:
    free(items)

cdef inline int actors_at(Pointers items, long i) noexcept nogil:
    return (<State>items[i]).actors

cdef inline bint is_fit_at(Pointers items, long i) noexcept nogil:
    return (<State>items[i]).is_full() and (<State>items[i]).actors >> (<State>items[i]).seats == 0

cdef inline mask random_move_at(Pointers items, long i, int seat, Random rng) noexcept nogil:
    return (<State>items[i]).random_move(seat, rng)

cdef inline void do_at(Pointers items, long i, int seat, mask move) noexcept nogil:
    (<State>items[i]).do(seat, move)

cdef inline bint attempt_at(Pointers items, long i, int seat, mask move) noexcept nogil:
    return (<State>items[i]).attempt(seat, move)

cdef inline mask move_at(Moves items, long i) noexcept nogil:
    return items[i]

cdef inline Numbers numbers(long n) except NULL:
    cdef Numbers items = <Numbers>calloc(n + 1, sizeof(double))
    if items == NULL:
        raise MemoryError()
    return items

cdef inline void write(Numbers items, long i, double value) noexcept nogil:
    items[i] = value

cdef inline list listed(Numbers items, long n):
    return [items[i] for i in range(n)]

cdef inline list whole(Numbers items, long start, long stop):
    return [<long>items[i] for i in range(start, stop)]
