# A draft is a bytearray, written at its end: what is put there is copied once, and room is made for much at a time.
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_AsUTF8AndSize

cdef extern from *:
    """
    #include <string.h>

    #define PAIJU_DRAFT_FN static CYTHON_INLINE CYTHON_UNUSED
    #define PAIJU_DRAFT_ROOM 1000 /* few frames are longer */

    PAIJU_DRAFT_FN char *draft_text(PyObject *draft) { return ((PyByteArrayObject *)draft)->ob_start; }
    PAIJU_DRAFT_FN void draft_resize(PyObject *draft, Py_ssize_t size) {
        Py_SET_SIZE((PyVarObject *)draft, size);
        draft_text(draft)[size] = 0;
    }
    static CYTHON_UNUSED int draft_grow(PyObject *draft, Py_ssize_t size) {
        Py_ssize_t had = Py_SIZE(draft);
        if (PyByteArray_Resize(draft, 2 * size + PAIJU_DRAFT_ROOM) < 0) return -1;
        draft_resize(draft, had);
        return 0;
    }
    /* Room for so many bytes more: where they begin. */
    PAIJU_DRAFT_FN char *draft_more(PyObject *draft, Py_ssize_t more) {
        Py_ssize_t size = Py_SIZE(draft);
        if (size + more >= ((PyByteArrayObject *)draft)->ob_alloc && draft_grow(draft, size + more) < 0) return NULL;
        return draft_text(draft) + size;
    }
    PAIJU_DRAFT_FN int draft_add(PyObject *draft, const char *text, Py_ssize_t size) {
        char *end = draft_more(draft, size);
        if (!end) return -1;
        memcpy(end, text, size);
        draft_resize(draft, Py_SIZE(draft) + size);
        return 0;
    }
    PAIJU_DRAFT_FN int draft_add_number(PyObject *draft, long long number) {
        char digits[24], *begin = digits + sizeof digits;
        unsigned long long rest = number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
        do *--begin = '0' + rest % 10; while (rest /= 10);
        if (number < 0) *--begin = '-';
        return draft_add(draft, begin, digits + sizeof digits - begin);
    }
    static CYTHON_UNUSED int draft_add_escaped(PyObject *draft, const unsigned char *text, Py_ssize_t size) {
        static const char hex[] = "0123456789abcdef", marks[] = "btn?fr"; /* 8 to 13 */
        char *end = draft_more(draft, 6 * size), *begin = end;
        if (!end) return -1;
        for (; size--; text++) {
            unsigned char sign = *text;
            if (sign >= 32 && sign != '"' && sign != '\\\\') { *end++ = sign; continue; }
            *end++ = '\\\\';
            if (sign >= 32) *end++ = sign;
            else if (sign >= 8 && sign <= 13 && sign != 11) *end++ = marks[sign - 8];
            else { memcpy(end, "u00", 3); end[3] = hex[sign >> 4]; end[4] = hex[sign & 15]; end += 5; }
        }
        draft_resize(draft, Py_SIZE(draft) + (end - begin));
        return 0;
    }
    PAIJU_DRAFT_FN int draft_add_text(PyObject *draft, const char *text, Py_ssize_t size) {
        Py_ssize_t place;
        int plain = 1;
        for (place = 0; place < size; place++)
            plain &= (unsigned char)text[place] >= 32 && text[place] != '"' && text[place] != '\\\\';
        return plain ? draft_add(draft, text, size) : draft_add_escaped(draft, (const unsigned char *)text, size);
    }
    PAIJU_DRAFT_FN int draft_end(PyObject *draft, const char *text, Py_ssize_t size) {
        Py_ssize_t had = Py_SIZE(draft);
        if (had && draft_text(draft)[had - 1] == ',') draft_resize(draft, had - 1);
        return draft_add(draft, text, size);
    }
    PAIJU_DRAFT_FN void draft_drop(PyObject *draft, Py_ssize_t place) {
        char *text = draft_text(draft) + place;
        memmove(text, text + 1, Py_SIZE(draft) - place - 1);
        draft_resize(draft, Py_SIZE(draft) - 1);
    }
    PAIJU_DRAFT_FN PyObject *draft_new(void) {
        PyObject *draft = PyByteArray_FromStringAndSize(NULL, PAIJU_DRAFT_ROOM);
        if (draft) draft_resize(draft, 0);
        return draft;
    }
    """
    bytearray draft_new()
    char *draft_text(bytearray draft)
    void draft_resize(bytearray draft, Py_ssize_t size)
    int draft_add(bytearray draft, const char *text, Py_ssize_t size) except -1
    int draft_add_number(bytearray draft, long long number) except -1
    int draft_add_text(bytearray draft, const char *text, Py_ssize_t size) except -1
    int draft_end(bytearray draft, const char *text, Py_ssize_t size) except -1
    void draft_drop(bytearray draft, Py_ssize_t place)

cdef inline bytearray new():
    return draft_new()

cdef inline Py_ssize_t size(bytearray draft) except -1:
    return len(draft)

cdef inline int add(bytearray draft, bytes text) except -1:
    if draft is None or text is None:
        raise TypeError("there is nothing to write, or nowhere")
    return draft_add(draft, PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text))

cdef inline int add_number(bytearray draft, long long number) except -1:
    if draft is None:
        raise TypeError("there is nowhere to write")
    return draft_add_number(draft, number)

cdef inline int add_text(bytearray draft, text) except -1:
    if draft is None:
        raise TypeError("there is nowhere to write")
    cdef Py_ssize_t size = 0
    cdef const char *signs = PyUnicode_AsUTF8AndSize(text, &size)
    return draft_add_text(draft, signs, size)

cdef inline int end(bytearray draft, bytes text) except -1:
    if draft is None or text is None:
        raise TypeError("there is nothing to write, or nowhere")
    return draft_end(draft, PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text))

cdef inline int cut(bytearray draft, Py_ssize_t size) except -1:
    if not 0 <= size <= len(draft):
        raise ValueError("so much was never written")
    draft_resize(draft, size)

cdef inline int drop(bytearray draft, Py_ssize_t place) except -1:
    if not 0 <= place < len(draft):
        raise ValueError("so much was never written")
    draft_drop(draft, place)

cdef inline bytes taken(bytearray draft, Py_ssize_t start):
    if not 0 <= start <= len(draft):
        raise ValueError("so much was never written")
    cdef bytes text = PyBytes_FromStringAndSize(draft_text(draft) + start, len(draft) - start)
    draft_resize(draft, start)
    return text
