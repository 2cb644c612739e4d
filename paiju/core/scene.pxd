cimport cython
from paiju.core.bits cimport mask

@cython.locals(suit=cython.int, face=cython.int, group=list, groups=list)
cpdef tuple in_groups(mask cards, tuple suits)
