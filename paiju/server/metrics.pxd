from paiju.durations cimport Durations

cdef class ServerMetrics:
    cdef readonly object registry, refused, dropped, requests, moves
    cdef public long frames, frame_bytes
    cdef readonly Durations answers, commits
