#include "search/root.h"

#include <string.h>

static bool listed(Move move, const Move *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == move) return true;
    }
    return false;
}

static bool allowed(Move move, const Limits *limits)
{
    if (limits->only && limits->only_count > 0 && !listed(move, limits->only, limits->only_count)) return false;
    return !(limits->except && listed(move, limits->except, limits->except_count));
}

static void add(RootList *root, Move move)
{
    RootMove *entry = &root->moves[root->count++];
    entry->move = move;
    entry->score = entry->previous = -SCORE_INFINITE;
    entry->bound = BOUND_NONE;
    entry->seldepth = 0;
    entry->nodes = 0;
    entry->proven = false;
    entry->jitter = 0;
    entry->pv.len = 1;
    entry->pv.moves[0] = move;
}

void root_fill(RootList *root, const Move *moves, int count, const Limits *limits)
{
    root->first = root->count = 0;
    for (int i = 0; i < count; i++) {
        if (allowed(moves[i], limits)) add(root, moves[i]);
    }
    if (root->count > 0) return;
    for (int i = 0; i < count; i++) add(root, moves[i]);
}

void root_set_jitter(RootList *root, uint64_t seed, int amplitude)
{
    Rng rng = rng_new(seed);
    for (int i = 0; i < root->count; i++) {
        int span = 2 * amplitude + 1;
        root->moves[i].jitter = amplitude > 0 ? (int)rng_below(&rng, (uint64_t)span) - amplitude : 0;
    }
}

void root_begin_iteration(RootList *root)
{
    root->first = 0;
    for (int i = 0; i < root->count; i++) {
        if (root->moves[i].score != -SCORE_INFINITE) root->moves[i].previous = root->moves[i].score;
        root->moves[i].score = -SCORE_INFINITE;
        root->moves[i].nodes = 0;
        root->moves[i].proven = false;
    }
}

static Score order_of(const RootMove *entry)
{
    return entry->previous + entry->jitter;
}

static void move_to(RootList *root, int from, int to)
{
    RootMove moved = root->moves[from];
    memmove(&root->moves[to + 1], &root->moves[to], (size_t)(from - to) * sizeof moved);
    root->moves[to] = moved;
}

RootMove *root_find(RootList *root, Move move)
{
    for (int i = 0; i < root->count; i++) {
        if (root->moves[i].move == move) return &root->moves[i];
    }
    return NULL;
}

/* Insertion sort: lists are nearly sorted from one iteration to the next, and it is stable. */
void root_order(RootList *root, RootHints hints)
{
    for (int i = 1; i < root->count; i++) {
        int to = i;
        while (to > 0 && order_of(&root->moves[to - 1]) < order_of(&root->moves[i])) to--;
        if (to < i) move_to(root, i, to);
    }
    const Move by_rank[] = {hints.table, hints.last_best, hints.carried};
    for (size_t rank = 0; rank < sizeof by_rank / sizeof *by_rank; rank++) {
        RootMove *entry = by_rank[rank] != MOVE_NONE ? root_find(root, by_rank[rank]) : NULL;
        if (!entry) continue;
        move_to(root, (int)(entry - root->moves), 0);
        return;
    }
}

void root_sort(RootList *root, int from)
{
    for (int i = from + 1; i < root->count; i++) {
        int to = i;
        while (to > from && root->moves[to - 1].score < root->moves[i].score) to--;
        if (to < i) move_to(root, i, to);
    }
}
