# A named tuple taken apart by place, and made, without a call into Python. What is no tuple is refused.
from cpython.tuple cimport PyTuple_Check

cdef extern from *:
    """
    /* One of a kind of tuples: the first values from one, the others from another. */
    static CYTHON_INLINE CYTHON_UNUSED PyObject *tuple_made(PyTypeObject *kind, PyObject *first, PyObject *others) {
        Py_ssize_t size = PyTuple_GET_SIZE(others), own = PyTuple_GET_SIZE(first), place;
        PyObject *made;
        if (own > size || !PyType_HasFeature(kind, Py_TPFLAGS_TUPLE_SUBCLASS)) {
            PyErr_SetString(PyExc_TypeError, "these are not the values of such a tuple");
            return NULL;
        }
        made = kind->tp_alloc(kind, size);
        if (made)
            for (place = 0; place < size; place++) {
                PyObject *value = PyTuple_GET_ITEM(place < own ? first : others, place);
                Py_INCREF(value);
                PyTuple_SET_ITEM(made, place, value);
            }
        return made;
    }
    #define tuple_named(kind, values) tuple_made((PyTypeObject *)(kind), values, values)
    #define tuple_changed(whole, first) tuple_made(Py_TYPE(whole), first, whole)
    """
    object tuple_named(object kind, tuple values)
    object tuple_changed(tuple whole, tuple first)

cdef inline tuple plain(object value):
    if not PyTuple_Check(value):
        raise TypeError("this is no tuple")
    return <tuple>value

cdef inline object named(object kind, tuple values):
    if values is None or not isinstance(kind, type):
        raise TypeError("these are not the values of such a tuple")
    return tuple_named(kind, values)

cdef inline object changed(object whole, tuple first):
    if first is None:
        raise TypeError("there is nothing to change")
    return tuple_changed(plain(whole), first)
