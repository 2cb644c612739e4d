/* Hearts at random, written by hand for speed alone: shuffle, deal, random legal plays, scores. The limit to measure against.
   No passing, no views, no copies, no other game. Usage: hearts N; prints the CPU seconds of N deals and the mean scores. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

typedef unsigned long long word;

static const word HEARTS = 0x1FFFULL << 26, QUEEN = 1ULL << 49, POINTS = (0x1FFFULL << 26) | (1ULL << 49);
static word state = 1;

static inline int below(int n) {
    state += 0xA0761D6478BD642FULL;
    unsigned __int128 product = (unsigned __int128)state * (state ^ 0xE7037ED1A0B428DBULL);
    word x = (word)product ^ (word)(product >> 64);
    return (int)(((unsigned __int128)x * n) >> 64);
}

static inline word pick(word x, int k) {
#if defined(__BMI2__)
    return _pdep_u64(1ULL << k, x);
#else
    while (k--) x &= x - 1;
    return x & -x;
#endif
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char **words) {
    long n = count > 1 ? atol(words[1]) : 1000000, total[4] = {0};
    unsigned char deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i;
    double start = seconds();
    for (long deal = 0; deal < n; deal++) {
        for (int i = 1; i < 52; i++) {
            int j = below(i + 1);
            unsigned char held = deck[i];
            deck[i] = deck[j];
            deck[j] = held;
        }
        word hand[4], taken[4] = {0};
        int turn = 0, broken = 0, score[4];
        for (int seat = 0; seat < 4; seat++) {
            hand[seat] = 0;
            for (int i = 0; i < 13; i++) hand[seat] |= 1ULL << deck[13 * seat + i];
            if (hand[seat] & 1) turn = seat;
        }
        for (int trick = 0; trick < 13; trick++) {
            word table = 0, led = 0, best = 0;
            int winner = turn;
            for (int k = 0; k < 4; k++) {
                word held = hand[turn], legal;
                if (k == 0) {
                    legal = trick == 0 ? 1 : broken || !(held & ~HEARTS) ? held : held & ~HEARTS;
                } else {
                    legal = held & led ? held & led : held;
                    if (trick == 0 && legal & ~POINTS) legal &= ~POINTS;
                }
                word card = pick(legal, below(__builtin_popcountll(legal)));
                hand[turn] ^= card;
                table |= card;
                if (k == 0) led = 0x1FFFULL << (__builtin_ctzll(card) / 13 * 13);
                if (card & led && card > best) {
                    best = card;
                    winner = turn;
                }
                turn = (turn + 1) & 3;
            }
            taken[winner] |= table;
            broken |= (table & HEARTS) != 0;
            turn = winner;
        }
        for (int seat = 0; seat < 4; seat++)
            score[seat] = __builtin_popcountll(taken[seat] & HEARTS) + (taken[seat] & QUEEN ? 13 : 0);
        for (int seat = 0; seat < 4; seat++)
            if (score[seat] == 26) {
                for (int other = 0; other < 4; other++) score[other] = 26;
                score[seat] = 0;
                break;
            }
        for (int seat = 0; seat < 4; seat++) total[seat] += score[seat];
    }
    double used = seconds() - start;
    printf("%.6f", used);
    for (int seat = 0; seat < 4; seat++) printf(" %.3f", total[seat] / (double)n);
    printf("\n");
    return 0;
}
