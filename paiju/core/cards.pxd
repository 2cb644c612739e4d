cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask

@cython.locals(face=cython.int, faces=list)
cpdef list in_order(mask cards)
