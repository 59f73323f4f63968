/* Solves dobutsu shogi: every position that can be reached from the start, and who wins it in how many plies.
 *
 *     dobutsu_retrograde            4 GB of memory and some 20 minutes; exits with 1 when a figure is not the published
 * one dobutsu_retrograde --sample   no more than the first 200,000 positions, to see that moves and un-moves agree
 *
 * Written without a line of src/: rules, positions and moves are its own. A position is seen by the side to move, who
 * walks upwards, and is the same as its mirror image. Positions where the lion can be caught, or where the other lion
 * is home, are counted and not gone on from. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 12, EMPTY = 0, CHICK = 1, ELEPHANT, GIRAFFE, LION, HEN, OTHER = 5, EDGES_MAX = 256 };

typedef struct Place {
    uint8_t at[CELLS];  /* EMPTY, own kinds 1 .. 5, the other side's 6 .. 10 */
    uint8_t hand[2][4]; /* [own, other][kind] */
} Place;

typedef enum Class { OPEN, CATCH, TRY } Class;

/* ---- rules ---- */

/* Own steps of a kind as (column, row), up being forward. */
static bool goes(int kind, int dx, int dy)
{
    switch (kind) {
    case CHICK: return dx == 0 && dy == -1;
    case ELEPHANT: return dx != 0 && dy != 0;
    case GIRAFFE: return (dx == 0) != (dy == 0);
    case LION: return dx != 0 || dy != 0;
    case HEN: return (dx != 0 || dy != 0) && !(dx != 0 && dy == 1);
    default: return false;
    }
}

static int step(int cell, int dx, int dy)
{
    int x = cell % 3 + dx, y = cell / 3 + dy;
    return x < 0 || x > 2 || y < 0 || y > 3 ? -1 : y * 3 + x;
}

static int find(const Place *p, int piece)
{
    for (int i = 0; i < CELLS; i++) {
        if (p->at[i] == piece) return i;
    }
    return -1;
}

static Class classify(const Place *p)
{
    int lion = find(p, LION + OTHER);
    for (int i = 0; i < CELLS; i++) {
        if (p->at[i] == EMPTY || p->at[i] > OTHER) continue;
        int dx = lion % 3 - i % 3, dy = lion / 3 - i / 3;
        if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && goes(p->at[i], dx, dy)) return CATCH;
    }
    return lion / 3 == 3 ? TRY : OPEN;
}

/* ---- numbers ---- */

static uint64_t encode_one(const Place *p, bool mirrored)
{
    uint64_t n = 0;
    for (int i = 0; i < CELLS; i++) n = n * 11 + p->at[mirrored ? i / 3 * 3 + 2 - i % 3 : i];
    for (int side = 0; side < 2; side++) {
        for (int kind = CHICK; kind <= GIRAFFE; kind++) n = n * 3 + p->hand[side][kind];
    }
    return n + 1; /* 0 is an empty slot */
}

static uint64_t encode(const Place *p)
{
    uint64_t a = encode_one(p, false), b = encode_one(p, true);
    return a < b ? a : b;
}

static void decode(uint64_t n, Place *p)
{
    memset(p, 0, sizeof *p);
    n--;
    for (int side = 1; side >= 0; side--) {
        for (int kind = GIRAFFE; kind >= CHICK; kind--, n /= 3) p->hand[side][kind] = (uint8_t)(n % 3);
    }
    for (int i = CELLS - 1; i >= 0; i--, n /= 11) p->at[i] = (uint8_t)(n % 11);
}

/* The same position seen by the other side. */
static Place turned(const Place *p)
{
    Place q;
    for (int i = 0; i < CELLS; i++) {
        uint8_t piece = p->at[CELLS - 1 - i];
        q.at[i] = (uint8_t)(piece == EMPTY ? EMPTY : piece > OTHER ? piece - OTHER : piece + OTHER);
    }
    memcpy(q.hand[0], p->hand[1], sizeof q.hand[0]);
    memcpy(q.hand[1], p->hand[0], sizeof q.hand[1]);
    return q;
}

/* ---- moves and un-moves: numbers of the positions on the other side, each once ---- */

typedef struct Edges {
    int count;
    uint64_t to[EDGES_MAX];
} Edges;

static void add_edge(Edges *edges, const Place *seen_by_mover)
{
    Place q = turned(seen_by_mover);
    uint64_t n = encode(&q);
    for (int i = 0; i < edges->count; i++) {
        if (edges->to[i] == n) return;
    }
    edges->to[edges->count++] = n;
}

static void moves_of(const Place *p, Edges *out)
{
    out->count = 0;
    for (int from = 0; from < CELLS; from++) {
        int kind = p->at[from];
        if (kind == EMPTY || kind > OTHER) continue;
        for (int d = 0; d < 9; d++) {
            int dx = d % 3 - 1, dy = d / 3 - 1, to = goes(kind, dx, dy) ? step(from, dx, dy) : -1;
            if (to < 0 || (p->at[to] != EMPTY && p->at[to] <= OTHER)) continue;
            Place q = *p;
            int taken = q.at[to] == EMPTY ? 0 : q.at[to] - OTHER;
            if (taken) q.hand[0][taken == HEN ? CHICK : taken]++;
            q.at[from] = EMPTY;
            q.at[to] = (uint8_t)(kind == CHICK && to < 3 ? HEN : kind);
            add_edge(out, &q);
        }
    }
    for (int kind = CHICK; kind <= GIRAFFE; kind++) {
        for (int to = 0; to < CELLS && p->hand[0][kind] > 0; to++) {
            if (p->at[to] != EMPTY) continue;
            Place q = *p;
            q.hand[0][kind]--;
            q.at[to] = (uint8_t)kind;
            add_edge(out, &q);
        }
    }
}

/* Takes back the last move, which was made by the side that `p` is turned to, from a cell with `before` on it. */
static void take_back(const Place *p, int from, int to, int before, Edges *out)
{
    Place q = *p;
    q.at[from] = (uint8_t)before;
    q.at[to] = EMPTY;
    Place without = turned(&q); /* add_edge turns it again: the edge is seen by its mover */
    add_edge(out, &without);
    for (int kind = CHICK; kind <= HEN; kind++) {
        int held = kind == HEN ? CHICK : kind;
        if (kind == LION || p->hand[0][held] == 0) continue;
        Place r = q;
        r.hand[0][held]--;
        r.at[to] = (uint8_t)(kind + OTHER);
        Place with = turned(&r);
        add_edge(out, &with);
    }
}

static void unmoves_of(const Place *seen, Edges *out)
{
    Place turned_place = turned(seen), *p = &turned_place; /* the side that has just moved walks upwards */
    out->count = 0;
    for (int to = 0; to < CELLS; to++) {
        int kind = p->at[to];
        if (kind == EMPTY || kind > OTHER) continue;
        if (kind <= GIRAFFE) { /* it was dropped */
            Place q = *p;
            q.at[to] = EMPTY;
            q.hand[0][kind]++;
            Place before = turned(&q);
            add_edge(out, &before);
        }
        for (int d = 0; d < 9; d++) {
            int dx = d % 3 - 1, dy = d / 3 - 1, from = step(to, -dx, -dy);
            if (from < 0 || from == to || p->at[from] != EMPTY) continue;
            bool grown = kind == HEN && to < 3;
            if (goes(kind, dx, dy) && !(kind == CHICK && to < 3)) take_back(p, from, to, kind, out);
            if (grown && goes(CHICK, dx, dy)) take_back(p, from, to, CHICK, out);
        }
    }
}

/* ---- the table: 52 bits of number, 6 of open children, 2 of what is known ---- */

enum { UNKNOWN, WIN, LOSS };
#define NUMBER_MASK ((UINT64_C(1) << 52) - 1)
#define SLOTS       (UINT64_C(3) << 27)
#define ONE_CHILD   (UINT64_C(1) << 52)

static uint64_t *slot_of(uint64_t *table, uint64_t number, uint64_t slots)
{
    uint64_t hash = number * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
    hash *= UINT64_C(0xbf58476d1ce4e5b9);
    uint64_t i = (uint64_t)((unsigned __int128)hash * slots >> 64);
    while (table[i] && (table[i] & NUMBER_MASK) != number) i = i + 1 == slots ? 0 : i + 1;
    return &table[i];
}

static int children(uint64_t slot)
{
    return (int)(slot >> 52 & 63);
}

static int known(uint64_t slot)
{
    return (int)(slot >> 58 & 3);
}

static void set_known(uint64_t *slot, int what)
{
    *slot = (*slot & ~(UINT64_C(3) << 58)) | (uint64_t)what << 58;
}

typedef struct List {
    uint64_t *items;
    size_t count, room;
} List;

static void push(List *list, uint64_t number)
{
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 1 << 20;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        if (!list->items) {
            (void)fprintf(stderr, "no memory\n");
            exit(1);
        }
    }
    list->items[list->count++] = number;
}

/* ---- all positions ---- */

typedef struct World {
    uint64_t *table, slots;
    List open;
    uint64_t caught, tried;
    List layer; /* decided in the depth before */
} World;

static void meet(World *w, uint64_t number, Class *class)
{
    uint64_t *slot = slot_of(w->table, number, w->slots);
    Place p;
    decode(number, &p);
    *class = classify(&p);
    if (*slot) return;
    *slot = number;
    if (*class == OPEN) push(&w->open, number);
    w->caught += *class == CATCH;
    w->tried += *class == TRY;
}

/* A child that is caught at once is won for the other side and not counted; one that is home is won for us. */
static void expand(World *w, uint64_t number)
{
    Place p;
    Edges edges;
    bool won = false;
    uint64_t left = 0;
    decode(number, &p);
    moves_of(&p, &edges);
    for (int i = 0; i < edges.count; i++) {
        Class class;
        meet(w, edges.to[i], &class);
        won |= class == TRY;
        left += class != CATCH;
    }
    uint64_t *slot = slot_of(w->table, number, w->slots);
    *slot += left * ONE_CHILD;
    if (won) set_known(slot, WIN);
}

/* Every move of a position is found again among the un-moves of where it leads. */
static bool agree(const World *w, size_t count)
{
    for (size_t i = 0; i < count && i < w->open.count; i++) {
        Place p;
        Edges edges, back;
        decode(w->open.items[i], &p);
        moves_of(&p, &edges);
        for (int k = 0; k < edges.count; k++) {
            Place q;
            decode(edges.to[k], &q);
            if (find(&q, LION) < 0) continue; /* caught: not gone back from */
            unmoves_of(&q, &back);
            bool found = false;
            for (int b = 0; b < back.count; b++) found |= back.to[b] == w->open.items[i];
            if (!found) return false;
        }
    }
    return true;
}

/* ---- backwards ---- */

static void decide(World *w, uint64_t number, int child_is, List *next)
{
    Place p;
    Edges back;
    decode(number, &p);
    unmoves_of(&p, &back);
    for (int i = 0; i < back.count; i++) {
        uint64_t *slot = slot_of(w->table, back.to[i], w->slots);
        Place q;
        decode(back.to[i], &q);
        if (!*slot || known(*slot) != UNKNOWN || classify(&q) != OPEN) continue;
        if (child_is == WIN) *slot -= ONE_CHILD;
        if (child_is == WIN && children(*slot) > 0) continue;
        set_known(slot, child_is == WIN ? LOSS : WIN);
        push(next, back.to[i]);
    }
}

/* Depth 1: the other lion is caught, or the own one comes home. Depth 2: whatever one does, one of these follows. */
static int solve(World *w, uint64_t start)
{
    List wins = {0}, losses = {0};
    for (size_t i = 0; i < w->open.count; i++) {
        uint64_t *slot = slot_of(w->table, w->open.items[i], w->slots);
        if (known(*slot) == WIN) push(&wins, w->open.items[i]);
        if (known(*slot) == UNKNOWN && children(*slot) == 0) {
            set_known(slot, LOSS);
            push(&losses, w->open.items[i]);
        }
    }
    int found = 0;
    for (int depth = 1; wins.count + losses.count > 0; depth++) {
        bool odd = depth % 2 == 1; /* wins of an odd number of plies, losses of an even one */
        List next = {0}, *now = odd ? &wins : &losses;
        if (known(*slot_of(w->table, start, w->slots)) != UNKNOWN && !found) {
            for (size_t i = 0; i < now->count; i++) found = now->items[i] == start ? depth : found;
        }
        for (size_t i = 0; i < now->count; i++) decide(w, now->items[i], odd ? WIN : LOSS, &next);
        (void)printf("%s in %d: %zu\n", odd ? "win" : "loss", depth, now->count);
        (void)fflush(stdout);
        free(now->items);
        *now = (List){0};
        List *later = odd ? &losses : &wins;
        for (size_t i = 0; i < next.count; i++) push(later, next.items[i]);
        free(next.items);
    }
    return found;
}

int main(int argc, char **argv)
{
    bool sample = argc > 1 && strcmp(argv[1], "--sample") == 0;
    World w = {.slots = sample ? 1 << 23 : SLOTS};
    w.table = calloc(w.slots, sizeof *w.table);
    Place start = {.at = {GIRAFFE + OTHER, LION + OTHER, ELEPHANT + OTHER, 0, CHICK + OTHER, 0, 0, CHICK, 0, ELEPHANT,
                          LION, GIRAFFE}};
    uint64_t first = encode(&start);
    Class class;
    if (!w.table) return 1;
    meet(&w, first, &class);
    for (size_t i = 0; i < w.open.count && !(sample && i == 200000); i++) expand(&w, w.open.items[i]);
    bool consistent = agree(&w, sample ? 20000 : 100000);
    uint64_t all = w.open.count + w.caught + w.tried;
    (void)printf("positions %llu: open %zu, lion can be caught %llu, lion home %llu\n", (unsigned long long)all,
                 w.open.count, (unsigned long long)w.caught, (unsigned long long)w.tried);
    (void)printf("moves and un-moves %s\n", consistent ? "agree" : "DO NOT AGREE");
    (void)fflush(stdout);
    if (sample) return consistent ? 0 : 1;
    int plies = solve(&w, first);
    int what = known(*slot_of(w.table, first, w.slots));
    (void)printf("the first player %s in %d plies\n", what == WIN ? "wins" : what == LOSS ? "loses" : "draws", plies);
    bool published = all == 246803167 && what == LOSS && plies == 78;
    (void)printf("%s\n", published ? "as published" : "NOT as published: 246803167 positions, lost in 78 plies");
    return consistent && published ? 0 : 1;
}
