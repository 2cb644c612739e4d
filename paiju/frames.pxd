# Who is mentioned is a bit set in a C long: a table has fewer than 63 seats.
cimport cython
from paiju.core cimport tuples

cdef class Speaker:
    cdef readonly object style
    cpdef object say(self, message)
    cpdef object event(self, event)
    cpdef tuple phrase(self, ask)
    cpdef str question(self, asks)

cdef class CommonSpeaker(Speaker):
    cdef public long seats
    cpdef CommonFrame of(self, news)

cdef class PersonalSpeaker(Speaker):
    cdef readonly int you
    cdef readonly CommonSpeaker common
    cdef dict asked
    cdef int remember(self, tuple key, said) except -1
    cdef bint is_among(self, long seats) noexcept

@cython.locals(parts=tuple)
cdef tuple asked_for(ask)
@cython.locals(seats=long)
cdef long mentioned(fact) except -1
@cython.locals(joined=list, text=str)
cpdef object sentence_of(pieces)
cpdef str notation(cards)
cpdef tuple all_said(messages, Speaker speaker)
cpdef tuple all_groups_said(groups, Speaker speaker)
@cython.locals(plays=tuple, laid=tuple, names=tuple, place=cython.int)
cpdef object wire_trick(trick, Speaker speaker)
cpdef object wire_ask(ask, Speaker speaker)
cpdef tuple wire_asks(asks, Speaker speaker)
cpdef str in_notation(cards, Speaker speaker)
cpdef tuple wire_hand(groups, Speaker speaker)

cdef int OWN, PLACES, OVER

@cython.locals(place=cython.int)
cdef int differing(tuple makers, int first, tuple old, tuple new, dict made, Speaker speaker) except -1
@cython.locals(made=dict)
cdef bytes changed_fields(old, new, Speaker speaker)
@cython.locals(made=dict)
cdef bytes changed_place(old, new, Speaker speaker)
@cython.locals(made=dict)
cdef bytes own_changes(old, new, Speaker speaker)
cdef bytes inside(dict fields)
@cython.locals(parts=list)
cdef object one_object(bytes own, list places, bytes fields)

cdef class CommonFrame:
    cdef str kind
    cdef int seat
    cdef tuple events, had, now
    cdef bytes fields, after_number
    cdef long fields_seats, seats
    cdef list places, place_seats, moved, event_texts, event_seats
    cdef bytes numbered(self, number)
    @cython.locals(texts=list, had=tuple, now=tuple, count=cython.int, seat=cython.int, is_moved=cython.bint,
                   shared=cython.bint)
    cdef list places_to(self, has, scene, PersonalSpeaker speaker)
    @cython.locals(place=cython.int)
    cdef tuple events_to(self, tuple events, PersonalSpeaker speaker)

cdef class WireListener:
    cdef public object style
    cdef readonly object speakers
    cdef readonly PersonalSpeaker speaker
    cdef public object has
    cdef public object heard
    @cython.locals(speaker=PersonalSpeaker, common=CommonFrame, own=bytes, places=list, special=cython.bint,
                   is_addressed=cython.bint)
    cpdef bytes frame(self, news)
    @cython.locals(speaker=CommonSpeaker)
    cdef CommonFrame common(self, news)
    cdef bytes fields(self, has, scene, CommonFrame common)
    @cython.locals(parts=tuple)
    cdef int keep(self, news) except -1
    cpdef object told(self, news)
    cdef object message(self, news, CommonFrame common, changes)

cdef bint is_special(news) except -1
cpdef object wire_event(event, Speaker speaker)
