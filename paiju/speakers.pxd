# Who is mentioned is a bit set in a C long: a table has fewer than 63 seats.
cimport cython
from paiju cimport drafts
from paiju.core cimport bits, tuples
from paiju.core.bits cimport mask

cdef tuple NOTATION
cdef bytes BLANK, NO_BLANK
cdef int MOST_SEATS, OFFERED, WORDS, PARTS, NO_FACT, SEAT, CARDS, AMOUNT, POINTS, OTHER

cpdef str notation(cards)
cpdef object wire_part(part)
@cython.locals(joined=list, text=str)
cpdef object sentence_of(pieces)
@cython.locals(seats=long)
cdef long mentioned(fact) except -1

cdef class Speaker:
    cdef readonly object style
    cpdef object say(self, message)
    cpdef object event(self, event)
    cpdef tuple phrase(self, ask)
    cpdef str question(self, asks)

cpdef object wire_ask(ask, Speaker speaker, written)

cdef int open_words(bytearray draft, int so_far) except -1
cdef int add_words(bytearray draft, int so_far, bytes text) except -1
cdef int open_part(bytearray draft, int so_far) except -1
cdef int end_sentence(bytearray draft, int so_far, Py_ssize_t start) except -1
@cython.locals(seat=long)
cdef int add_pieces(bytearray draft, int so_far, pieces) except -1
@cython.locals(place=Py_ssize_t, face=cython.int)
cdef int add_laid(bytearray draft, tuple cards, tuple faces, bytes blank) except -1
@cython.locals(face=cython.int)
cdef int add_cards(bytearray draft, mask cards, tuple faces, bytes blank) except -1

cdef class Form:
    cdef list texts, names, formats
    cdef bytes facts
    cdef Form mine

cdef class AskForm:
    cdef bytes before, after, question

cdef class Forms:
    cdef object style
    cdef Speaker speaker
    cdef dict by_template, by_kind, with_points, counts, texts, words, asks, questions
    cdef bint is_plain
    cdef tuple faces
    cdef bytes blank
    cdef Form message(self, template)
    @cython.locals(known=dict)
    cdef Form event(self, event, kind, points, template)
    cdef bytes count(self, size)
    cdef bytes text(self, template)
    cdef bytes word(self, word)
    @cython.locals(key=tuple)
    cdef AskForm ask(self, ask)
    @cython.locals(key=tuple)
    cdef bytes question(self, tuple asks)

cdef int keep(dict known, key, form) except -1
cdef AskForm ask_form(ask, Speaker speaker)
@cython.locals(parts=tuple)
cdef tuple but_for_cards(ask)
@cython.locals(one=tuple, two=tuple, place=Py_ssize_t)
cdef bint is_alike(ask, other) except -1

cdef class TableSpeaker(Speaker):
    cdef readonly int you
    cdef Forms forms
    cdef list players
    cdef long seats
    cdef bytes player(self, int seat)
    @cython.locals(start=Py_ssize_t, so_far=cython.int)
    cdef int add_message(self, bytearray draft, message) except -1
    @cython.locals(form=Form, place=Py_ssize_t)
    cdef int add_said(self, bytearray draft, int so_far, template, dict facts) except -1
    @cython.locals(is_either=cython.bint)
    cdef int add_fact(self, bytearray draft, int so_far, fact, form) except -1
    cdef int add_joined(self, bytearray draft, int so_far, facts, bint is_either) except -1
    cdef int mention(self, int seat) except -1
    cdef int add_messages(self, bytearray draft, messages) except -1
    @cython.locals(seat=cython.int, size=long, count=long, held=mask, ends_trick=cython.bint, routine=cython.bint,
                   lasting=cython.bint, laid=tuple, form=Form, start=Py_ssize_t, so_far=cython.int)
    cdef int add_event(self, bytearray draft, event) except -1
    @cython.locals(place=Py_ssize_t, so_far=cython.int, fact=cython.int)
    cdef int add_worded(self, bytearray draft, Form form, int seat, tuple laid, mask cards, long size, amount,
                        points) except -1
    cdef int add_cards_part(self, bytearray draft, tuple laid, mask cards) except -1

cdef int add_either(bytearray draft, tuple laid, mask cards, tuple faces, bytes blank) except -1
cdef bytes player_part(style, int seat)

cdef class CommonSpeaker(TableSpeaker):
    pass

cdef class PersonalSpeaker(TableSpeaker):
    cdef readonly CommonSpeaker common
    cdef object asked
    cdef AskForm asked_form
    cdef bint is_among(self, long seats) noexcept
    @cython.locals(form=AskForm, cards=mask)
    cdef int add_asks(self, bytearray draft, tuple asks) except -1
    cdef AskForm ask_form(self, ask)
    cdef bytes question_text(self, tuple asks)
