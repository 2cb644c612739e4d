cimport cython
from paiju.core cimport bits, tuples
from paiju.core.cards cimport some

cpdef object event_of(str kind, int seat, cards=*, int amount=*, bint ends_trick=*, points=*)
cpdef object card_ask(str kind, cards, int least, int most)
@cython.locals(told=list)
cpdef list completed(game, events, name=*)
cpdef tuple laid_down(game, cards)
