from paiju.core cimport tuples
