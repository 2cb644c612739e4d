cimport cython
from paiju.core cimport bits
from paiju.core.bits cimport mask
from paiju.core.chance cimport Random
from paiju.games cimport gongzhu as rules
from paiju.games.gongzhu cimport GongzhuState

cdef int TEN_FACE, JACK_FACE, ACE_FACE, QUEEN_FACE, MIXED
cdef mask TENS, JACKS, ACES, QUEENS, DIAMONDS, HEARTS, SPADES, OVER_SHEEP, SCORED
cdef int NONE[108]
cdef int JUST_ONE[108]
cdef int UNPAIRED[108]
cdef int GIFTS[52]
cdef int SHORT_GIFT[27]
cdef int RISK[4]
cdef int FADE[27]
cdef int SAFE, COVER, SHORT, DRY, HIGH_SPADE, PIG, SHEEP, CATCHER
cdef int DUMP, FOLLOW, PIG_FEAR, DOZE, BLUNDER, BURDEN, FISH, PAIR, LEAD_TEN, OUTLOOK, SLAM

cdef class Advisor(GongzhuState):
    @cython.locals(cards=mask)
    cdef mask advise(self, int seat, long style, Random rng) noexcept nogil

    @cython.final
    @cython.locals(hand=mask, cards=mask, rest=mask, i=cython.int, best=cython.int, most=cython.int, face=cython.int, worth=cython.int)
    cdef mask gift(self, int seat) noexcept nogil
    @cython.final
    cdef int gift_worth(self, mask hand, int face) noexcept nogil
    @cython.final
    @cython.locals(hand=mask, cards=mask)
    cdef mask display(self, int seat) noexcept nogil

    @cython.final
    @cython.locals(choice=mask, out=mask, gloom=cython.int, must=mask, first=mask)
    cdef mask best_play(self, int seat) noexcept nogil
    @cython.final
    cdef inline mask hidden(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(bad=mask)
    cdef int gloom(self, mask out) noexcept nogil
    @cython.final
    @cython.locals(best=mask, most=cython.long, hand=mask, rest=mask, face=cython.int, n=cython.int, ease=cython.long, gain=cython.long)
    cdef mask best_lead(self, int seat, mask choice, mask out, int gloom) noexcept nogil
    @cython.final
    cdef inline int lead_worth(self, mask hand, int face, mask out) noexcept nogil
    @cython.final
    @cython.locals(best=mask, most=cython.long, rest=mask, face=cython.int, cards=mask, gain=cython.long)
    cdef mask best_of(self, int seat, mask choice, mask held, int n, mask out, int gloom) noexcept nogil
    @cython.final
    @cython.locals(best=mask, most=cython.long, rest=mask, others=mask, face=cython.int, other=cython.int, cards=mask, ease=cython.long, gain=cython.long)
    cdef mask best_two(self, int seat, mask choice, mask out, int gloom) noexcept nogil
    @cython.final
    @cython.locals(split=mask, mine=cython.bint, amount=cython.int, n=cython.int, face=cython.int)
    cdef int copies_to_play(self, int seat, mask cards) noexcept nogil

    @cython.final
    @cython.locals(
        top=cython.int, led=mask, width=cython.int, strength=cython.int, later=cython.int, ahead=cython.bint, trick=mask, bare=mask,
        holders=cython.int, to_come=cython.long, win=cython.long, lose=cython.long, beaten=cython.long, stay=cython.long, i=cython.int)
    cdef long outcome(self, int seat, mask cards, mask out, int gloom) noexcept nogil
    @cython.final
    @cython.locals(n=cython.int, other=cython.int)
    cdef inline int holders(self, int seat, mask led) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, n=cython.int, void=cython.int, dump=cython.int, follow=cython.int, points=cython.int, i=cython.int, other=cython.int)
    cdef long to_come(self, int seat, mask led, int top, int width, int later, int holders, mask out, int gloom) noexcept nogil
    @cython.final
    @cython.locals(secret=cython.int)
    cdef inline int pigs_feared(self, int other, mask out) noexcept nogil
    @cython.final
    @cython.locals(suit=mask, low=cython.int, high=cython.int, able=cython.int, forced=cython.int, pairs=mask, loose=cython.int)
    cdef int overtaken(self, mask led, int top, int width, bint mixed, int holders, mask out, long win) noexcept nogil
    @cython.final
    @cython.locals(gain=cython.long, collector=cython.int)
    cdef long swing(self, int seat, int winner, mask trick, mask bare, long to_come) noexcept nogil
    @cython.final
    cdef inline bint is_ours(self, int seat, int other) noexcept nogil
    @cython.final
    @cython.locals(who=cython.int, seat=cython.int)
    cdef int collector(self) noexcept nogil
    @cython.final
    @cython.locals(points=cython.long, tens=cython.int, bared=cython.int, rate=cython.long, worth=cython.long, rise=cython.long, total=cython.long)
    cdef long worth_to(self, int seat, mask trick, mask bare, long to_come) noexcept nogil
    @cython.final
    @cython.locals(level=cython.int)
    cdef long rate(self, int tens, int bare) noexcept nogil
    @cython.final
    @cython.locals(dark=mask, hearts=cython.int, sheep=cython.int)
    cdef int plain_points(self, mask cards, mask bare) noexcept nogil
    @cython.final
    @cython.locals(s=cython.int, suit=mask, below=mask, n=cython.int, held=cython.int, guards=cython.int, risk=cython.int, gain=cython.int)
    cdef int riddance(self, mask hand, int face, mask out) noexcept nogil
    cdef object weigh(self, int seat, mask cards)
