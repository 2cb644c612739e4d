/* A bot in one file of C, without paiju:  cc -O2 -o simple simple.c  and then  process:./simple

   It reads lines from standard input and answers on standard output; docs/protocol.md tells what they mean. Lines it does
   not know it skips. Of the actions it is offered it takes the one it likes best: it gives away what is dangerous, ducks
   under tricks (in Sheng Ji it takes them), and in Da Guai Lu Zi gets rid of many low cards at a time. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16]; /* no line is longer than 65,536 bytes */
static char game[32];
static char table[1 << 12]; /* the cards of the trick so far, with blanks between them */

/* 2 to 14 for 2 to A, 15 and 16 for the jokers LJ and BJ. */
static int rank(const char *card) {
    static const char letters[] = "JQKA";
    if (!strncmp(card, "LJ", 2)) return 15;
    if (!strncmp(card, "BJ", 2)) return 16;
    const char *letter = strchr(letters, *card);
    return letter ? 11 + (int)(letter - letters) : atoi(card);
}

/* C, D, H, S, or J for a joker: the last sign of the word. */
static char suit(const char *card) { return card[strcspn(card, " ;\n") - 1]; }

/* The next word of a text, or NULL behind the last one. */
static const char *next(const char *text) {
    text += strcspn(text, " ");
    return *text ? text + 1 : NULL;
}

static int is_number(const char *word) { return strspn(word, "-0123456789") == strcspn(word, " ;\n"); }

/* How gladly a card is given away. */
static int danger(const char *card) {
    int worth = rank(card);
    if (!strncmp(card, "QS", 2)) worth += 20;
    if (suit(card) == 'H' && !strcmp(game, "hearts")) worth += 10;
    return worth;
}

/* The highest rank of the suit led in the trick so far. */
static int best_on_table(void) {
    int best = 0;
    for (const char *card = table; card && *card; card = next(card))
        if (suit(card) == suit(table) && rank(card) > best) best = rank(card);
    return best;
}

/* How well we like one action, such as "play QS" or "bid 2". */
static int liking(const char *action) {
    int cards = 0, ranks = 0, dangers = 0;
    const char *first = next(action);
    for (const char *word = first; word; word = next(word))
        if (!is_number(word)) {
            cards++;
            ranks += rank(word);
            dangers += danger(word);
        }
    if (!strncmp(action, "give", 4)) return dangers;
    if (!strncmp(action, "bid", 3)) return -abs(atoi(first) - 1);
    if (strncmp(action, "play", 4)) return -1000 - cards; /* rather play than pass; rather show nothing */
    if (!strcmp(game, "luzi")) return 100 * cards - ranks;
    if (!strcmp(game, "shengji")) return !*table || (suit(first) == suit(table) && ranks > best_on_table()) ? ranks : -ranks;
    if (cards != 1 || !*table) return -ranks;
    if (suit(first) != suit(table)) return 200 + dangers; /* cannot follow: away with it */
    return ranks < best_on_table() ? 100 + ranks : -ranks;
}

/* go time 1000 legal play QS; play KS      (or `some` instead of `legal`: there are more) */
static void answer(char *text) {
    char *actions = text, *best = NULL;
    for (int words = 0; words < 4; words++) actions += strcspn(actions, " ") + 1;
    for (char *action = strtok(actions, ";"); action; action = strtok(NULL, ";")) {
        action += *action == ' ';
        if (!best || liking(action) > liking(best)) best = action;
    }
    puts(best ? best : "pass");
}

/* see 2 play QS */
static void see(const char *who) {
    const char *kind = next(who), *cards = kind ? next(kind) : NULL;
    if (kind && !strncmp(kind, "trick", 5)) *table = 0;
    if (kind && cards && !strncmp(kind, "play ", 5) && strlen(table) + strlen(cards) + 2 < sizeof table) {
        if (*table) strcat(table, " ");
        strcat(table, cards);
    }
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "paiju ", 6)) puts("id name Simple (C)\nid version 1\nok 1");
        else if (!strcmp(line, "isready")) puts("readyok");
        else if (!strncmp(line, "ping ", 5)) printf("pong %s\n", line + 5);
        else if (!strncmp(line, "deal ", 5)) {
            snprintf(game, sizeof game, "%.*s", (int)strcspn(line + 5, " :"), line + 5);
            *table = 0;
        } else if (!strncmp(line, "see ", 4)) see(line + 4);
        else if (!strncmp(line, "go ", 3)) answer(line);
        else if (!strcmp(line, "quit")) break;
        else continue;
        fflush(stdout); /* or the answer would wait in a buffer while the clock runs */
    }
    return 0;
}
