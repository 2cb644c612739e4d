cimport cython
from paiju.core.bits cimport mask
from paiju.core.state cimport State
from paiju.core cimport tuples

cdef int PLACES, COMMON

@cython.locals(viewer=cython.int, over=cython.bint, seat=cython.int)
cdef object whole_scene(State state, before=*)
cdef object place_of(State state, int seat)
cdef bint has_turn(State state, int seat)
cdef object guide_to(State state, tuple asks)
@cython.locals(place=cython.int, parts=list)
cdef tuple kept(tuple before, tuple now, tuple deeper=*)
@cython.locals(seat=cython.int, shared=tuple, old=tuple, open_before=tuple)
cdef object own_scene(State view, common, had_common, had)
@cython.locals(turn=cython.bint, hidden=cython.bint, common_turn=cython.bint, had_turn=cython.bint, received=mask)
cdef object own_place(State view, int seat, place, had)
cdef object some(mask cards)
@cython.locals(
    place=cython.int, winner=cython.int, leader=cython.int, had_winner=cython.int, had_leader=cython.int,
    is_known=cython.bint, plays=tuple, known=tuple, laid_before=tuple, names_before=tuple, laid=list, names=list,
)
cdef object laid_out(State state, trick, before)
