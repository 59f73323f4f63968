/* The root moves of one worker: what an iteration works through and what it leaves behind. */
#ifndef YOMI_SEARCH_ROOT_H
#define YOMI_SEARCH_ROOT_H

#include "base/rng.h"
#include "search/limits.h"
#include "search/types.h"

typedef struct RootMove {
    Move move;
    Score score;    /* of this iteration; -SCORE_INFINITE when it was not shown to be better than the best */
    Score previous; /* of the iteration before */
    Bound bound;
    int seldepth;
    uint64_t nodes; /* of this iteration, in all its windows */
    bool proven;    /* set by the game when the score is a proof, not an estimate */
    int jitter;     /* added to the order of moves that nothing is known of */
    Pv pv;
} RootMove;

typedef struct RootList {
    int first; /* MultiPV: moves before this one are lines already done */
    int count;
    RootMove moves[MAX_MOVES];
} RootList;

/* Takes the moves that `limits` allow, in the order given. If they allow none, all moves are taken. */
void root_fill(RootList *root, const Move *moves, int count, const Limits *limits);

/* Gives every move a small constant offset drawn from the seed; amplitude 0 gives none. */
void root_set_jitter(RootList *root, uint64_t seed, int amplitude);

/* Order for the next iteration. The first of these that is a root move comes first: the table's move, the best of the
 * last iteration, the hint carried between iterations; the others follow by their last scores. */
typedef struct RootHints {
    Move table, last_best, carried;
} RootHints;
void root_order(RootList *root, RootHints hints);

void root_begin_iteration(RootList *root); /* scores become previous scores */
void root_sort(RootList *root, int from);  /* by score, stable */
RootMove *root_find(RootList *root, Move move);

/* Called by the game after each move of its root loop: `value` of moves[i] in the window (alpha, beta), `child` the
 * line behind it. A move that did not raise alpha keeps no score, except the first. */
static inline void root_record(RootList *root, int i, Score value, Score alpha, Score beta, const Pv *child,
                               int seldepth)
{
    RootMove *entry = &root->moves[i];
    if (i == root->first || value > alpha) {
        entry->score = value;
        entry->bound = bound_of(value, alpha, beta);
        entry->seldepth = seldepth;
        if (value > alpha) {
            pv_set(&entry->pv, entry->move, child);
        } else {
            /* A failed first move has no line behind it: the moves that refute it are not known to be best. */
            entry->pv.len = 1;
            entry->pv.moves[0] = entry->move;
        }
    } else {
        entry->score = -SCORE_INFINITE;
    }
}

#endif
