cimport cython
from paiju.core.bits cimport mask
from paiju.core.state cimport State

@cython.locals(viewer=cython.int, over=cython.bint, seat=cython.int)
cdef object whole_scene(State state)
cdef object place_of(State state, int seat)
cdef bint has_turn(State state, int seat)
cdef object guide_to(State state, tuple asks)
cdef object own_scene(State view, common)
@cython.locals(turn=cython.bint, hidden=cython.bint)
cdef object own_place(State view, int seat, place)
cdef object some(mask cards)
cdef object laid_out(State state, trick)
