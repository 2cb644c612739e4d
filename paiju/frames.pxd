# Who is mentioned is a bit set in a C long: a table has fewer than 63 seats.
cimport cython
from paiju.core cimport tuples

cdef class Form:
    cdef list chunks, named
    cdef readonly long seats
    @cython.locals(parts=list, place=cython.int)
    cdef bytes filled(self, list players)

cdef class Speaker:
    cdef readonly object style
    cpdef object sentence(self, pieces)
    cpdef object say(self, message)
    cpdef object event(self, event)
    cpdef tuple phrase(self, ask)
    cpdef str question(self, asks)

cdef class FormSpeaker(Speaker):
    cdef list named
    cdef dict forms
    cpdef object sentence(self, pieces)
    cdef Form form(self, event)

cdef class TableSpeaker(Speaker):
    cdef FormSpeaker forms
    cdef list players
    cdef Form event_form(self, event)
    cdef bytes filled(self, Form form)

cdef class CommonSpeaker(TableSpeaker):
    cdef public long seats
    cpdef object say(self, message)
    @cython.locals(frame=CommonFrame)
    cdef CommonFrame of(self, news)

cdef class PersonalSpeaker(TableSpeaker):
    cdef readonly int you
    cdef readonly CommonSpeaker common
    cdef dict asked
    @cython.locals(key=tuple, chunks=list)
    cdef bytes ask_text(self, ask)
    @cython.locals(key=tuple)
    cdef bytes question_text(self, tuple asks)
    cdef bytes guide_text(self, guide)
    cdef object remember(self, key, said)
    cdef bint is_among(self, long seats) noexcept

@cython.locals(parts=tuple)
cdef tuple asked_for(ask)
@cython.locals(seats=long)
cdef long mentioned(fact) except -1
@cython.locals(joined=list, text=str)
cpdef object sentence_of(pieces, made=*)
cpdef object wire_part(part)
cpdef str notation(cards)
cpdef tuple all_said(messages, Speaker speaker)
cpdef tuple all_groups_said(groups, Speaker speaker)
@cython.locals(plays=tuple, laid=tuple, names=tuple, place=cython.int)
cpdef object wire_trick(trick, Speaker speaker)
cpdef object wire_ask(ask, Speaker speaker, written)
cpdef tuple wire_asks(asks, Speaker speaker)
cpdef str in_notation(cards, Speaker speaker)
cpdef tuple wire_hand(groups, Speaker speaker)

cdef int OWN, PLACES, ASKS, GUIDE, OVER

@cython.locals(place=cython.int)
cdef int differing(tuple makers, tuple names, int first, tuple old, tuple new, list parts, Speaker speaker) except -1
cdef bytes small_text(value)
@cython.locals(parts=list)
cdef bytes changed_fields(old, new, Speaker speaker)
@cython.locals(parts=list, was=tuple, now=tuple)
cdef bytes changed_place(old, new, Speaker speaker)
@cython.locals(parts=list, was=tuple, now=tuple, texts=list)
cdef bytes own_changes(old, new, PersonalSpeaker speaker)
@cython.locals(parts=list)
cdef bytes one_object(bytes own, list places, bytes fields)

cdef class CommonFrame:
    cdef str kind
    cdef int seat
    cdef tuple events, had, now
    cdef bytes fields, after_number
    cdef long fields_seats, seats
    cdef list places, place_seats, moved, event_texts, event_seats
    @cython.locals(place=cython.int, form=Form)
    cdef CommonFrame say(self, before, scene, CommonSpeaker speaker)
    cdef bytes numbered(self, number)
    @cython.locals(texts=list, had=tuple, now=tuple, count=cython.int, seat=cython.int, is_moved=cython.bint,
                   shared=cython.bint)
    cdef list places_to(self, has, scene, PersonalSpeaker speaker)
    @cython.locals(place=cython.int, texts=list)
    cdef list events_to(self, tuple events, PersonalSpeaker speaker)

cdef bytes digits(number)
@cython.locals(parts=list)
cdef bytes middle(str kind, bytes changes, list events)
cdef bytes seat_text(int seat)

cdef class WireListener:
    cdef public object style
    cdef readonly object speakers
    cdef readonly PersonalSpeaker speaker
    cdef public object has
    cdef public object heard
    @cython.locals(speaker=PersonalSpeaker, common=CommonFrame, own=bytes, fields=bytes, places=list, texts=list,
                   parts=list, is_special=cython.bint, is_addressed=cython.bint, is_over=cython.bint,
                   begins_log=cython.bint)
    cpdef bytes frame(self, news)
    cdef list log_texts(self, events)
    @cython.locals(speaker=CommonSpeaker, alone=CommonFrame)
    cdef CommonFrame common(self, news)
    cdef bytes fields(self, has, scene, CommonFrame common)
    @cython.locals(parts=tuple)
    cdef int keep(self, news) except -1
    @cython.locals(speaker=PersonalSpeaker)
    cpdef object told(self, news)

cpdef object wire_event(event, Speaker speaker)
