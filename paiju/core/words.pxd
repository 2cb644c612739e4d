from paiju.core cimport bits, tuples
from paiju.core.cards cimport some

cpdef object event_of(str kind, int seat, cards=*, int amount=*)
cpdef object card_ask(str kind, cards, int least, int most)
