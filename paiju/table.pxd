cimport cython
from paiju.chairs cimport Chairs
from paiju.core cimport tuples
from paiju.core.words cimport completed
from paiju.inbox cimport Inbox, Intent
from paiju.journal cimport Journal
from paiju.match_writer cimport MatchWriter
from paiju.timing cimport TableClock

cdef class Step:
    cdef readonly int seat
    cdef readonly str id
    cdef readonly object action, before, after
    cdef readonly list events, lines

cdef class MoveCount:
    cdef public long made

cdef class Table:
    cdef public object game, options, store, setup, backs, seed, decks, timed, bots, task, error
    cdef public object on_change, on_wait, on_end
    cdef public object state, shown
    cdef public bint hosted, is_asking, is_over
    cdef public int moves_told, by_hand, claimed, turn
    cdef public list results, unshown, withheld, untold
    cdef public frozenset automatic, ready
    cdef public dict ids
    cdef tuple tried
    cdef Step begun
    cdef public MoveCount moves
    cdef public Chairs chairs
    cdef public TableClock clock
    cdef public Inbox inbox
    cdef public Journal journal
    cdef public MatchWriter writer
    cdef public object room

    @cython.locals(given=dict, intent=Intent)
    cpdef Intent begin_answer(self, int seat, action, str id=*)
    @cython.locals(step=Step, intent=Intent)
    cpdef Intent answer_at_once(self, int seat, action, str id)
    @cython.locals(step=Step, given=dict, intent=Intent)
    cpdef end_answer(self, bint is_stored)
    cpdef bint is_up_to_people(self) except -1
    cpdef check_answer(self, int seat, action)
    @cython.locals(by=cython.int)
    cpdef object after(self, state, int seat, action)
    cpdef object asked_state(self)
    cpdef bint can_undo(self, int seat) except -1
    @cython.locals(viewer=cython.int, seconds=double)
    cpdef personal(self, scene)
    cpdef bint is_played_for(self, int seat) except -1
    cpdef double now(self) except? -1
    cpdef begin_pause(self, double seconds)
    @cython.locals(lines=list, events=list)
    cpdef Step begin_step(self, int seat, action, str id=*)
    @cython.locals(people=tuple, events=list, seat=cython.int)
    cpdef tell_step(self, Step step)
    cpdef str remark(self, int seat, str id)
    cpdef show_first(self, list unfolded, str kind, int seat=*)
    @cython.locals(is_timed=cython.bint, pause=str)
    cpdef show(self, str kind, state, events, int seat=*)
    cpdef begin_phase(self, shown, int speaker=*)
    cpdef end_phase(self)
    cpdef object forced(self, int seat)
    cpdef object deciding(self)
    @cython.locals(people=tuple)
    cpdef double limit(self) except? -1
    @cython.locals(limit=double)
    cpdef double time_for(self, int seat) except? -1
