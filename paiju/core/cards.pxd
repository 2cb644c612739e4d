cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask

@cython.locals(lowest=cython.int)
cpdef object some(mask cards)
@cython.locals(face=cython.int, faces=list)
cpdef list in_order(mask cards)
