from paiju.core cimport bits, tuples
