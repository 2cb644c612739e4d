# The bytes of frames, made without taking them apart: one new object each.
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

cdef inline bytes unmasked(bytes data, Py_ssize_t begin, Py_ssize_t size):
    if begin < 4 or size < 0 or begin + size > len(data):
        raise ValueError("no such bytes")
    cdef bytes content = PyBytes_FromStringAndSize(NULL, size)
    cdef const unsigned char *source = <const unsigned char *>PyBytes_AS_STRING(data) + begin
    cdef const unsigned char *mask = source - 4
    cdef unsigned char *target = <unsigned char *>PyBytes_AS_STRING(content)
    cdef Py_ssize_t place
    for place in range(size):
        target[place] = source[place] ^ mask[place & 3]
    return content

cdef inline bytes headed(int first, bytes content):
    cdef Py_ssize_t size = len(content)
    cdef int head = 2 if size < 126 else 4 if size < 65536 else 10
    cdef bytes frame = PyBytes_FromStringAndSize(NULL, head + size)
    cdef unsigned char *target = <unsigned char *>PyBytes_AS_STRING(frame)
    cdef int place
    target[0] = first
    target[1] = size if head == 2 else 126 if head == 4 else 127
    for place in range(2, head):
        target[place] = size >> 8 * (head - 1 - place) & 255
    memcpy(target + head, PyBytes_AS_STRING(content), size)
    return frame
