cimport cython
from paiju.core cimport bits, tuples
from paiju.core.bits cimport mask
from paiju.core.cards cimport some
from paiju.core.state cimport State
from paiju.core.words cimport laid_down

@cython.locals(is_sorted=cython.bint, is_timed=cython.bint, scenes=dict)
cpdef dict scenes_of(State state, viewers, before=*, State was=*)
@cython.locals(
    viewer=cython.int, over=cython.bint, asks=tuple, had=tuple, now=tuple, places=tuple, was_over=cython.bint,
)
cdef object whole_scene(State state, before, bint is_sorted)
cdef object same(before, now)
cdef tuple asks_of(State state, int viewer)
cdef object guide_to(State state, tuple asks)
cdef int turns_in(State state, bint is_timed) except -1
@cython.locals(turns=cython.int, moved=cython.bint, seat=cython.int, places=list)
cdef tuple places_of(State state, tuple had, bint is_sorted)
@cython.locals(
    had_turn=cython.bint, had_hand=tuple, hand=tuple, had_count=cython.int, count=cython.int, is_as_before=cython.bint,
)
cdef object place_of(State state, int seat, bint turn, before, bint is_sorted)
@cython.locals(cards=mask, held=mask)
cdef tuple hand_of(State state, int seat, tuple had, bint is_sorted)
@cython.locals(cards=mask, group=tuple, face=cython.int)
cdef mask mask_of(tuple groups) except? 0
@cython.locals(group=tuple, left=list, kept=list, face=cython.int)
cdef tuple left_of(tuple groups, mask cards)
@cython.locals(known=mask)
cdef object cards_like(had, mask cards)
@cython.locals(
    turns=cython.int, seats=cython.int, seat=cython.int, moved=cython.bint, is_open_alike=cython.bint, asks=tuple,
    shared=tuple, old=tuple, open_before=tuple, places=list, now=tuple,
)
cdef object own_scene(State view, common, had_common, had, bint is_sorted, bint is_timed)
@cython.locals(
    hidden=cython.bint, common_turn=cython.bint, had_turn=cython.bint, hand=tuple, had_hand=tuple, known=tuple,
)
cdef object own_place(State view, int seat, bint turn, place, had, bint is_open_alike, bint is_sorted)
@cython.locals(
    place=cython.int, winner=cython.int, leader=cython.int, had_winner=cython.int, had_leader=cython.int,
    is_known=cython.bint, plays=tuple, known=tuple, laid_before=tuple, names_before=tuple, laid=list, names=list,
    cards_laid=mask,
)
cdef object laid_out(State state, trick, before)
