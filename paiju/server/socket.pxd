cimport cython
from paiju.bucket cimport Bucket
from paiju.core cimport tuples
from paiju.frames cimport WireListener
from paiju.inbox cimport Intent
from paiju.server.metrics cimport ServerMetrics
from paiju.server.websocket cimport FrameReader, framed

cdef long MUCH, PART
cdef int SCENE_AT, VIEWER_AT

cdef class Outbox:
    cdef readonly ServerMetrics metrics
    cdef long most_unread
    cdef list sockets
    cdef object loop
    cdef add(self, TableSocket socket)
    @cython.locals(sockets=list, socket=TableSocket)
    cpdef send(self)

cdef class TableSocket:
    cdef readonly object server, person, table, visit, request, waiting
    cdef public object transport
    cdef readonly str id, lang
    cdef readonly list held
    cdef Py_ssize_t held_bytes
    cdef readonly bint is_first, is_closed, is_lost, is_busy
    cdef object address, bell, greeting, thinking, work, asked
    cdef WireListener listener
    cdef Outbox outbox
    cdef Bucket bucket
    cdef FrameReader reader
    cdef double begun
    cdef int viewer
    cdef short silent  # small, and so is the next: of idle sockets there are many
    cdef readonly unsigned char is_pinged
    @cython.locals(listener=WireListener, viewer=cython.int)
    cpdef hear(self, news)
    cdef WireListener new_listener(self, news)
    cpdef tell(self, message)
    @cython.locals(metrics=ServerMetrics)
    cpdef send(self, bytes text)
    cdef hold(self, bytes frame)
    @cython.locals(held=list, unread=long)
    cpdef flush(self)
    @cython.locals(frames=list, kind=cython.int, content=bytes)
    cpdef data_received(self, bytes data)
    cdef bint may_send(self, int kind, bytes content) except -1
    cdef stop_reading(self)
    cdef take(self, bytes text)
    cdef bytes take_next(self)
    cpdef go_on(self, _=*)
    cdef read(self, bytes data)
    @cython.locals(intent=Intent)
    cdef answer(self, asked)
    cpdef end_answer(self, error)
