# Who is mentioned is a bit set in a C long: a table has fewer than 63 seats.
cimport cython
from paiju cimport drafts, speakers
from paiju.core cimport tuples
from paiju.news cimport CommonNews
from paiju.speakers cimport CommonSpeaker, PersonalSpeaker, Speaker, TableSpeaker

cpdef tuple all_said(messages, Speaker speaker)
cpdef tuple all_groups_said(groups, Speaker speaker)
@cython.locals(plays=tuple, laid=tuple, names=tuple, place=cython.int)
cpdef object wire_trick(trick, Speaker speaker)
cpdef tuple wire_asks(asks, Speaker speaker)
cpdef str in_notation(cards, Speaker speaker)
cpdef tuple wire_hand(groups, Speaker speaker)

cdef int AS_IT_IS, WORD, HAND, CARDS, MESSAGES, GROUPS, TRICK, ASKS, GUIDE
cdef int OWN, PLACES_AT, ASKS_AT, GUIDE_AT, OVER_AT, LAID_AT, OFFERED_AT, NO_NAME
cdef bytes PLACE_WAYS, SCENE_WAYS, FRAME_BEGINS
cdef tuple PLACE_KEYS, SCENE_KEYS

@cython.locals(place=Py_ssize_t)
cdef int add_differing(bytearray draft, tuple keys, bytes ways, int first, tuple old, tuple new,
                       TableSpeaker speaker) except -1
cdef bint differ(before, now, int way) except -1
@cython.locals(place=Py_ssize_t, number=Py_ssize_t, old=tuple, new=tuple)
cdef bint are_other_cards(tuple before, tuple now) except -1
cdef int add_value(bytearray draft, value, int way, TableSpeaker speaker) except -1
cdef int add_plain(bytearray draft, value) except -1
cdef int add_hand(bytearray draft, tuple groups) except -1
@cython.locals(plays=tuple, laid=tuple, names=tuple, place=Py_ssize_t, winner=cython.int, leader=cython.int,
               start=Py_ssize_t)
cdef int add_trick(bytearray draft, trick, TableSpeaker speaker) except -1
cdef int add_fields(bytearray draft, old, new, TableSpeaker speaker) except -1
@cython.locals(start=Py_ssize_t, begun=Py_ssize_t, now=tuple)
cdef int add_place(bytearray draft, old, new, TableSpeaker speaker) except -1
@cython.locals(was=tuple, now=tuple)
cdef int add_own(bytearray draft, old, new, PersonalSpeaker speaker) except -1

@cython.locals(place=Py_ssize_t, old=tuple, new=tuple)
cdef bint are_other_asks(tuple before, tuple now) except -1

cdef class CommonFrame:
    cdef str kind
    cdef int seat
    cdef tuple events, had, now
    cdef bytes fields, text
    cdef long fields_seats, seats
    cdef long long number
    cdef list places, place_seats, moved, event_texts, event_seats
    @cython.locals(draft=bytearray, place=Py_ssize_t, seats=long)
    cdef CommonFrame say(self, before, scene, CommonSpeaker speaker)
    @cython.locals(draft=bytearray)
    cdef bytes numbered(self, long long number)
    @cython.locals(had=tuple, now=tuple, count=cython.int, seat=cython.int, is_moved=cython.bint)
    cdef bint are_places_same(self, has, scene) except -1
    @cython.locals(start=Py_ssize_t, begun=Py_ssize_t, had=tuple, now=tuple, count=cython.int, seat=cython.int,
                   is_moved=cython.bint, is_shared=cython.bint)
    cdef int add_places_to(self, bytearray draft, has, scene, PersonalSpeaker speaker) except -1
    @cython.locals(place=Py_ssize_t, is_shared=cython.bint)
    cdef int add_events_to(self, bytearray draft, tuple events, PersonalSpeaker speaker) except -1

@cython.locals(parts=tuple, seat=long)
cdef long mentioned_in(event) except -1
cdef int begin_frame(bytearray draft, long long number, str kind) except -1
cdef int add_seat(bytearray draft, int seat) except -1
cdef int add_match(bytearray draft, match, TableSpeaker speaker) except -1
cdef int add_all(bytearray draft, list texts) except -1
@cython.locals(frame=CommonFrame, said=dict)
cdef CommonFrame said_by(CommonSpeaker speaker, CommonNews news)
@cython.locals(was=tuple, now=tuple)
cdef bint is_own_same(old, new) except -1

cdef class WireListener:
    cdef public object style
    cdef readonly object speakers
    cdef readonly PersonalSpeaker speaker
    cdef object names
    cdef public object has
    cdef public object heard
    @cython.locals(number=cython.longlong, kind=str, events=tuple, seat=cython.int, seconds=double, can_undo=cython.bint,
                   speaker=PersonalSpeaker, common=CommonFrame, draft=bytearray, start=Py_ssize_t, begun=Py_ssize_t,
                   is_special=cython.bint, is_told_more=cython.bint, is_over=cython.bint, begins_log=cython.bint)
    cpdef bytes frame(self, news)
    cdef int add_log(self, bytearray draft, events) except -1
    @cython.locals(kind=str, events=tuple, seat=cython.int, is_whole=cython.bint, speaker=CommonSpeaker,
                   common=CommonNews, alone=CommonFrame)
    cdef CommonFrame common(self, news)
    @cython.locals(parts=tuple, common=CommonNews)
    cdef int keep(self, news) except -1
    @cython.locals(speaker=PersonalSpeaker)
    cpdef object told(self, news)

cpdef object wire_event(event, Speaker speaker)
