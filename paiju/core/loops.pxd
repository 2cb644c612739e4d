cimport cython
from paiju.core cimport bits, pointers
from paiju.core.bits cimport Ticket, mask, word
from paiju.core.chance cimport Random
from paiju.core.pointers cimport Moves, Numbers, Pointers
from paiju.core.state cimport State

cdef int GUESSES
cdef long NO_LIMIT

cdef class Tally:
    cdef readonly long deals, plays
    cdef readonly double total[6]
    cdef readonly double squares[6]
    @cython.locals(seat=cython.int, score=cython.double)
    cdef void add(self, State state) noexcept nogil

@cython.locals(seat=cython.int)
cdef void add_tally(Tally to, Tally other)
@cython.locals(found=Tally, seat=cython.int)
cpdef Tally tally_of(long deals, long plays, tuple total, tuple squares)

@cython.locals(seat=cython.int)
cdef int read_styles(styles, int seats, long *six) except -1
cdef State private(State state)
cdef int expect_question(State state) except -1

@cython.locals(plays=cython.long, seat=cython.int)
cdef long play_in_style(State state, long *styles, long most, Random rng) noexcept nogil
cdef long finish_in_style(State state, long *styles, Random rng) noexcept nogil
@cython.locals(_=cython.int)
cdef void imagine(State start, State world, int seat, Random rng) noexcept nogil
@cython.locals(i=cython.long, j=cython.long, luck=word, rest=word)
cdef void trials(
    State start, State world, State work, Moves moves, long k, long *styles, Random rng, long n, Numbers values, int seat
) noexcept nogil
@cython.locals(plays=cython.long, styles=cython.long, i=cython.long, k=cython.long, j=cython.int, seat=cython.int, six=cython.long[6])
cdef long seatings(
    State state, unsigned char *deck, unsigned char *fresh, Moves notes, long n, long m, Random rng, Numbers values
) noexcept nogil
@cython.locals(_=cython.long)
cdef void deals(State state, unsigned char *deck, Random rng, long n, Tally tally) noexcept nogil
@cython.locals(_=cython.long)
cdef void rolls(State start, State state, Random rng, long n, bint guessing, Tally tally) noexcept nogil
@cython.locals(i=cython.long, actors=cython.int)
cdef long steps(Pointers states, Moves moves, long n) noexcept nogil
@cython.locals(i=cython.long)
cdef long first_unfit(Pointers states, long n) noexcept nogil
@cython.locals(i=cython.long, _=cython.long, made=cython.long, before=cython.long, seat=cython.int)
cdef long random_steps(Pointers states, long n, long many, Random rng) noexcept nogil

@cython.locals(ticket=Ticket, raw=cython.p_uchar, tally=Tally, work=State)
cpdef Tally run_deals(State state, deck, Random rng, long n)
@cython.locals(ticket=Ticket, work=State, tally=Tally, guessing=cython.bint)
cpdef Tally run_rolls(State start, Random rng, long n)
@cython.locals(seat=cython.int)
cpdef list payoffs(State state)
@cython.locals(ticket=Ticket, raw=cython.p_uchar, six=cython.long[6], plays=cython.long, work=State)
cpdef long run_table(State state, deck, styles, Random rng) except -1
@cython.locals(
    ticket=Ticket, raw=cython.p_uchar, raw_fresh=cython.p_uchar, n=cython.long, m=cython.long, width=cython.long, i=cython.long,
    plays=cython.long, notes=Moves, values=Numbers, rng=Random, work=State)
cpdef tuple run_seatings(State state, cards, list seeds, list rows)
cdef int check_trial(State start, list moves, Random rng, long n, int seat) except -1
cdef int mover(State state) noexcept nogil
@cython.locals(
    ticket=Ticket, six=cython.long[6], k=cython.long, world=State, work=State, notes=Moves, values=Numbers)
cpdef list run_trials(State start, list moves, list styles, Random rng, long n, int seat=*)
@cython.locals(
    ticket=Ticket, six=cython.long[6], seat=cython.int, world=State, work=State, packed=mask, luck=word, rest=word)
cpdef list run_trials_to(long depth, State start, list moves, list styles, Random rng, long n)
@cython.locals(items=Pointers, notes=Moves, stuck=cython.long)
cpdef step_batch(list states, list moves)
@cython.locals(items=Pointers, stuck=cython.long, made=cython.long)
cpdef long random_batch(list states, long many, Random rng)
@cython.locals(state=State)
cdef int complain_of(list states) except -1
