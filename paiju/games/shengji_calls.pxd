cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.core.trump cimport TrumpState

cdef int DRAW, LAST_CALL, THEFT, BURY, PLAY, CONSENT
cdef mask TWO_DECKS, JOKERS

cdef class CallingState(TrumpState):
    cdef readonly int old_dealer, dealer, burier, caller, call, weak_caller, drawn, asked_from, asked
    cdef readonly bint thefts, overcalls, keeps_call, completes, no_trump, redeals, last_caller_deals, everyone, redeal
    cdef readonly mask dominant, turned, weak_card
    cdef readonly short height[4]
    cdef readonly short deck[108]

    @cython.locals(i=cython.int, suit=cython.int)
    @cython.final
    cdef void open_draw(self, unsigned char *deck) noexcept nogil
    @cython.locals(i=cython.int, seat=cython.int)
    @cython.final
    cdef void go_on(self, int asker, int until) noexcept nogil
    @cython.locals(face=cython.int, seat=cython.int)
    @cython.final
    cdef void draw_card(self) noexcept nogil
    cdef bint can_speak(self, int seat) noexcept nogil
    @cython.final
    cdef int first_drawer(self) noexcept nogil
    @cython.final
    cdef void ask_everyone(self, int seat) noexcept nogil
    @cython.final
    cdef mask weak_calls(self, int seat) noexcept nogil
    @cython.locals(faces=mask, suit=cython.int, joker=cython.int)
    @cython.final
    cdef mask pair_calls(self, int seat) noexcept nogil
    @cython.locals(hand=mask)
    @cython.final
    cdef bint can_call(self, int seat) noexcept nogil
    @cython.final
    cdef bint is_call(self, int seat, mask cards) noexcept nogil
    @cython.locals(weak=mask, strong=mask, k=cython.int)
    @cython.final
    cdef mask random_call(self, int seat, Random rng) noexcept nogil
    @cython.locals(face=cython.int)
    @cython.final
    cdef void make_call(self, int seat, mask cards) noexcept nogil
    @cython.final
    cdef void close_calls(self) noexcept nogil
    @cython.final
    cdef void take_kitty(self, int seat) noexcept nogil
    @cython.final
    cdef void forget_questions(self) noexcept nogil
    @cython.final
    cdef void open_theft(self) noexcept nogil
    @cython.final
    cdef void rob(self, int seat) noexcept nogil
    @cython.final
    cdef void start_play(self) noexcept nogil
    @cython.locals(trump=cython.int, i=cython.int, face=cython.int)
    @cython.final
    cdef void turn_kitty(self) noexcept nogil
    @cython.locals(able=cython.int, i=cython.int, seat=cython.int, rest=mask, card=mask)
    @cython.final
    cdef void guess_question(self, int viewer, Random rng) noexcept nogil
    @cython.locals(own=cython.int, i=cython.int)
    @cython.final
    cdef object hide_draw(self, int viewer)
    @cython.locals(weak=mask, strong=mask)
    @cython.final
    cdef object call_asks(self, int seat)
    @cython.locals(missing=mask, face=cython.int)
    @cython.final
    cdef object call_refusal(self, int seat, cards)
