# A named tuple taken apart by place, and made, without a call into Python. What is no tuple is refused.
from cpython.object cimport PyObject, PyTypeObject
from cpython.tuple cimport PyTuple_Check

cdef extern from "Python.h":
    PyTypeObject PyTuple_Type

ctypedef object (*Maker)(PyTypeObject *kind, PyObject *given, PyObject *keywords)

cdef inline tuple plain(object value):
    if not PyTuple_Check(value):
        raise TypeError("this is no tuple")
    return <tuple>value

cdef inline object named(object kind, tuple values):
    cdef tuple given = (values,)
    return (<Maker>PyTuple_Type.tp_new)(<PyTypeObject *><PyObject *>kind, <PyObject *>given, NULL)
