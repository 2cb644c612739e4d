# The C twins of bits.py, and the only C in paiju. A `mask` holds a multiset of cards (bits 0..107) or a packed
# move (all 128); Cython only needs to know it is a wide unsigned integer, the C compiler knows its real width.

cdef extern from *:
    """
    typedef unsigned __int128 mask;
    typedef unsigned long long word;
    typedef void *Ticket;

    #define PAIJU_FN static CYTHON_INLINE CYTHON_UNUSED
    #define PAIJU_ONES ((((mask)0x55555555555ULL) << 64) | 0x5555555555555555ULL)
    #define PAIJU_ALL (3 * PAIJU_ONES)
    #define PAIJU_SUIT ((mask)0x3FFFFFF)

    PAIJU_FN int popcount(mask x) { return __builtin_popcountll((word)x) + __builtin_popcountll((word)(x >> 64)); }
    /* Which half holds a bit is a coin toss, so no branch: `up` is all ones if it is the upper one. */
    PAIJU_FN int lowest(mask x) {
        word low = (word)x, up = -(word)(low == 0);
        return __builtin_ctzll(low | ((word)(x >> 64) & up)) + (int)(64 & up);
    }
    PAIJU_FN int highest(mask x) { word high = (word)(x >> 64); return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((word)x); }
    #if defined(__BMI2__)
    #include <immintrin.h>
    PAIJU_FN int pick64(word x, int k) { return __builtin_ctzll(_pdep_u64(1ULL << k, x)); }
    #else
    PAIJU_FN int pick64(word x, int k) { while (k--) x &= x - 1; return __builtin_ctzll(x); }
    #endif
    PAIJU_FN int pick(mask x, int k) {
        int low = __builtin_popcountll((word)x);
        return k < low ? pick64((word)x, k) : 64 + pick64((word)(x >> 64), k - low);
    }
    #if defined(__BMI2__)
    /* Both halves are asked, without a branch: the one that has not got the bit deposits nothing, because x has at
       most 64 bits, so that a k below those of the lower half wraps round to one above those of the upper half. */
    PAIJU_FN mask nth(mask x, int k) {
        word low = (word)x, high = (word)(x >> 64);
        int rest = k - __builtin_popcountll(low);
        return (mask)_pdep_u64(1ULL << (rest & 63), high) << 64 | _pdep_u64(1ULL << k, low);
    }
    #else
    PAIJU_FN mask nth(mask x, int k) { return (mask)1 << pick(x, k); }
    #endif
    /* Cards of a single deck, one bit a face, in half the room. */
    #if defined(__BMI2__)
    PAIJU_FN word packed(mask x) {
        return _pext_u64((word)x, (word)PAIJU_ONES) | _pext_u64((word)(x >> 64), (word)PAIJU_ONES) << 32;
    }
    PAIJU_FN mask unpacked(word x) {
        return (mask)_pdep_u64(x >> 32, (word)PAIJU_ONES) << 64 | _pdep_u64(x, (word)PAIJU_ONES);
    }
    PAIJU_FN word nth_packed(word x, int k) { return _pdep_u64(1ULL << k, x); }
    #else
    PAIJU_FN word packed(mask x) {
        word packed = 0;
        for (; x; x &= x - 1) packed |= 1ULL << lowest(x) / 2;
        return packed;
    }
    PAIJU_FN mask unpacked(word x) {
        mask cards = 0;
        for (; x; x &= x - 1) cards |= (mask)1 << 2 * __builtin_ctzll(x);
        return cards;
    }
    PAIJU_FN word nth_packed(word x, int k) { while (k--) x &= x - 1; return x & -x; }
    #endif
    PAIJU_FN int size_packed(word x) { return __builtin_popcountll(x); }
    PAIJU_FN int lowest_packed(word x) { return __builtin_ctzll(x); }
    PAIJU_FN word suit_packed(int s) { return 0x1FFFULL << 13 * s; }
    PAIJU_FN mask one(int face) { return (mask)1 << 2 * face; }
    PAIJU_FN mask suit(int s) { return PAIJU_SUIT << 26 * s; }
    PAIJU_FN int size(mask x) { return popcount(x & PAIJU_ALL) + popcount(x >> 1 & PAIJU_ONES); }
    PAIJU_FN mask faces(mask x) { return (x | x >> 1) & PAIJU_ONES; }
    PAIJU_FN mask pairs(mask x) { return x >> 1 & PAIJU_ONES; }
    PAIJU_FN mask triples(mask x) { return x & x >> 1 & PAIJU_ONES; }
    PAIJU_FN mask fields(mask x) { return 3 * x; }
    PAIJU_FN int copies(mask x, int face) { return (int)(x >> 2 * face) & 3; }
    PAIJU_FN int contains(mask x, mask part) {
        mask high = x >> 1 & PAIJU_ONES, low = x & PAIJU_ONES;
        mask part_high = part >> 1 & PAIJU_ONES, part_low = part & PAIJU_ONES;
        return !((part_high & ~high) | (~(part_high ^ high) & part_low & ~low & PAIJU_ONES));
    }
    PAIJU_FN mask meet(mask x, mask y) {
        mask xh = x >> 1 & PAIJU_ONES, xl = x & PAIJU_ONES, yh = y >> 1 & PAIJU_ONES, yl = y & PAIJU_ONES;
        return (xh & yh) << 1 | (~(xh ^ yh) & xl & yl) | (~xh & yh & xl) | (xh & ~yh & yl);
    }

    PAIJU_FN mask move(int kind, mask cards, int amount) { return cards | (mask)kind << 108 | (mask)amount << 114; }
    PAIJU_FN int kind_of(mask m) { return (int)(m >> 108) & 63; }
    PAIJU_FN mask cards_of(mask m) { return m & PAIJU_ALL; }
    PAIJU_FN int amount_of(mask m) { return (int)(m >> 114); }

    /* Everything of a state below its two object fields (setup, error) is plain memory: one memcpy copies it,
       so a game cannot forget a field. A subclass written in Python keeps its own fields in __dict__. */
    #define PAIJU_BODY (sizeof(PyObject) + 3 * sizeof(void *))
    PAIJU_FN Py_ssize_t body_size(PyObject *state) {
        PyTypeObject *type = Py_TYPE(state);
        while (type->tp_flags & Py_TPFLAGS_HEAPTYPE) type = type->tp_base;
        return type->tp_basicsize - PAIJU_BODY;
    }
    PAIJU_FN void copy_body(void *to, void *source) {
        memcpy((char *)to + PAIJU_BODY, (char *)source + PAIJU_BODY, body_size((PyObject *)source));
    }
    PAIJU_FN PyObject *body(PyObject *state) {
        return PyBytes_FromStringAndSize((char *)state + PAIJU_BODY, body_size(state));
    }
    PAIJU_FN int set_body(PyObject *state, PyObject *bytes) {
        if (PyBytes_GET_SIZE(bytes) != body_size(state)) {
            PyErr_SetString(PyExc_ValueError, "this is not the memory of such a state");
            return -1;
        }
        memcpy((char *)state + PAIJU_BODY, PyBytes_AS_STRING(bytes), body_size(state));
        return 0;
    }
    /* WyRand, as in chance.py. */
    PAIJU_FN word stir(word *state) {
        *state += 0xA0761D6478BD642FULL;
        mask product = (mask)*state * (*state ^ 0xE7037ED1A0B428DBULL);
        return (word)product ^ (word)(product >> 64);
    }
    PAIJU_FN int roll(word *state, int n) {
        mask product = (mask)stir(state) * (word)n;
        if (__builtin_expect((word)product < (word)n, 0))
            while ((word)product < -(word)n % (word)n) product = (mask)stir(state) * (word)n;
        return (int)(product >> 64);
    }
    /* A blank object of the same type, without the detour through attribute look-up and a call. */
    PAIJU_FN PyObject *new_like(PyObject *source) {
        PyObject *nothing = PyTuple_New(0);
        PyObject *fresh = nothing ? Py_TYPE(source)->tp_new(Py_TYPE(source), nothing, NULL) : NULL;
        Py_XDECREF(nothing);
        return fresh;
    }
    PAIJU_FN Ticket release_lock(void) { return PyEval_SaveThread(); }
    PAIJU_FN void acquire_lock(Ticket ticket) { PyEval_RestoreThread((PyThreadState *)ticket); }
    """
    ctypedef unsigned long long mask
    ctypedef unsigned long long word
    ctypedef void *Ticket
    const mask ONES "PAIJU_ONES"
    const mask ALL "PAIJU_ALL"
    int popcount(mask x) noexcept nogil
    int lowest(mask x) noexcept nogil
    int highest(mask x) noexcept nogil
    int pick(mask x, int k) noexcept nogil
    mask nth(mask x, int k) noexcept nogil
    word packed(mask x) noexcept nogil
    mask unpacked(word x) noexcept nogil
    word nth_packed(word x, int k) noexcept nogil
    int size_packed(word x) noexcept nogil
    int lowest_packed(word x) noexcept nogil
    word suit_packed(int s) noexcept nogil
    mask one(int face) noexcept nogil
    mask suit(int s) noexcept nogil
    int size(mask x) noexcept nogil
    mask faces(mask x) noexcept nogil
    mask pairs(mask x) noexcept nogil
    mask triples(mask x) noexcept nogil
    mask fields(mask x) noexcept nogil
    int copies(mask x, int face) noexcept nogil
    bint contains(mask x, mask part) noexcept nogil
    mask meet(mask x, mask y) noexcept nogil
    mask move(int kind, mask cards, int amount) noexcept nogil
    int kind_of(mask m) noexcept nogil
    mask cards_of(mask m) noexcept nogil
    int amount_of(mask m) noexcept nogil
    void copy_body(object to, object source) noexcept nogil
    object body(object state)
    int set_body(object state, bytes body) except -1
    int roll(word *state, int n) noexcept nogil
    object new_like(object source)
    Ticket release_lock() noexcept nogil
    void acquire_lock(Ticket ticket) noexcept nogil

cdef inline int fitting(int room, values) except -1:
    if len(values) > room:
        raise ValueError(f"{len(values)} values where there is room for {room}")
    return 0

cdef inline int set_masks(mask *array, int room, values) except -1:
    fitting(room, values)
    for i, cards in enumerate(values):
        array[i] = cards
    return 0

cdef inline int set_numbers(int *array, int room, values) except -1:
    fitting(room, values)
    for i, number in enumerate(values):
        array[i] = number
    return 0

cdef inline int set_shorts(short *array, int room, values) except -1:
    fitting(room, values)
    for i, number in enumerate(values):
        array[i] = number
    return 0

cdef enum:
    PASS = 0
    PLAY = 1
    GIVE = 2
    SHOW = 3
    CALL = 4
    BURY = 5
    BID = 6
    SURRENDER = 7
    ADD = 8
    SUBTRACT = 9
    TRUTH = -1
    ONLOOKER = -2
    PLACES = 7
    STOCK = 6
