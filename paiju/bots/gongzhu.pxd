cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games.gongzhu cimport GongzhuState

cdef int TEN, JACK, ACE, QUEEN
cdef mask HEARTS, DIAMONDS, SPADES, SPECIALS, SCORED, FROM_FIVE, FROM_JACK, FROM_QUEEN, FROM_KING
cdef int NONE[108]
cdef int ONE[108]
cdef int UNPAIRED[108]
cdef int W[80]
cdef int GIFTS[52]
cdef int SHORT_GIFT[27]
cdef int DUMP, FOLLOW, PIGFEAR, NEUTRAL, RELUCTANT, ONLEAD, FISH, OUTLOOK, LONG, CLUB, DIAMOND, HEART, SPADE, SHORT, GUARD
cdef int PIGHIGH, PIG, CATCH, SHEEP, TENS, SHOWPIG, SHOWSHEEP, SHOWTEN, SHOWACE, GPIG, GHIGH, GHEART, GSHEEP, GTEN, GDIA, DECAY
cdef int PIGDECAY, HEARTP, LOWCUT, STOP, SLAM, COVER, COVERPIG, PAIRLEAD, SHORTLIN

cdef class Player(GongzhuState):
    @cython.locals(v=cython.int, cards=mask)
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil
    @cython.final
    cdef inline mask hidden(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(hand=mask, cards=mask, rest=mask, i=cython.int, best=cython.int, most=cython.int, face=cython.int, worth=cython.int)
    cdef mask gift(self, int seat, int v) noexcept nogil
    @cython.final
    @cython.locals(hand=mask, cards=mask)
    cdef mask display(self, int seat, int v) noexcept nogil
    @cython.final
    @cython.locals(choice=mask, out=mask, must=mask, first=mask, gloom=cython.long)
    cdef mask best_play(self, int seat, int v) noexcept nogil
    @cython.final
    @cython.locals(best=mask, most=cython.long, hand=mask, rest=mask, face=cython.int, cards=mask, gain=cython.long)
    cdef mask best_of(self, int seat, mask choice, mask held, int n, mask out, long gloom, int v) noexcept nogil
    @cython.final
    @cython.locals(best=mask, most=cython.long, hand=mask, rest=mask, others=mask, face=cython.int, other=cython.int, cards=mask, gain=cython.long, total=cython.long)
    cdef mask best_mixed(self, int seat, mask choice, mask out, long gloom, int v) noexcept nogil
    @cython.final
    @cython.locals(best=mask, most=cython.long, hand=mask, rest=mask, face=cython.int, n=cython.int, ease=cython.long, gain=cython.long)
    cdef mask best_lead(self, int seat, mask choice, mask out, long gloom, int v) noexcept nogil
    @cython.final
    @cython.locals(led=mask, width=cython.int, top=cython.int, later=cython.int, strength=cython.int, ahead=cython.bint, trick=mask, bare=mask, to_come=cython.long, win=cython.long, lose=cython.long, stay=cython.long, i=cython.int)
    cdef long outcome(self, int seat, mask cards, mask out, long gloom, int v) noexcept nogil
    @cython.final
    @cython.locals(k=cython.int, other=cython.int)
    cdef inline int holders(self, int seat, mask led) noexcept nogil
    @cython.final
    @cython.locals(k=cython.int, suit=mask, low=cython.int, high=cython.int, eager=cython.long, forced=cython.long, pairs=mask, unpaired=cython.long, several=cython.long, loose=cython.long, lower=cython.int, higher=cython.int, beaten=cython.long, stay=cython.long, i=cython.int)
    cdef long stay(self, int seat, mask led, int top, int width, bint mixed, int later, mask out, long win, int v) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, n=cython.int, void=cython.long, dump=cython.long, follow=cython.long, points=cython.long, i=cython.int, other=cython.int)
    cdef long to_come(self, int seat, mask led, int top, int width, int later, mask out, long gloom, int v) noexcept nogil
    @cython.final
    @cython.locals(points=cython.long, taken=mask, tens=cython.int, rate=cython.long, worth=cython.long, more=cython.int, rise=cython.long, total=cython.long)
    cdef long worth_to(self, int seat, mask trick, mask bare, long to_come, int v) noexcept nogil
    @cython.final
    @cython.locals(level=cython.int)
    cdef long rate(self, int tens, int bare) noexcept nogil
    @cython.final
    @cython.locals(hearts=cython.int)
    cdef long points(self, mask cards, mask bare) noexcept nogil
    @cython.final
    @cython.locals(s=cython.int, suit=mask, below=mask, n=cython.int, held=cython.int, guards=cython.int, risk=cython.long, decay=cython.long, gain=cython.long, i=cython.int)
    cdef long riddance(self, mask hand, int face, mask out, int v) noexcept nogil
    @cython.final
    @cython.locals(worth=cython.long, gain=cython.long, collector=cython.int)
    cdef long swing(self, int seat, int winner, mask trick, mask bare, long to_come, int v) noexcept nogil
    @cython.final
    @cython.locals(who=cython.int, seat=cython.int)
    cdef int collector(self, int v) noexcept nogil
    @cython.final
    @cython.locals(split=mask, mine=cython.bint, amount=cython.int, n=cython.int, face=cython.int)
    cdef int copies_to_play(self, int seat, mask cards) noexcept nogil
    @cython.final
    @cython.locals(bad=mask)
    cdef long gloom(self, mask out) noexcept nogil
    @cython.final
    @cython.locals(pigs=cython.int, level=cython.int)
    cdef long pigs_feared(self, int other, mask out, int v) noexcept nogil
