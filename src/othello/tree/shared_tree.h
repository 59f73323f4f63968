/* Sharing one tree among the workers of a pool.
 *
 * All workers search the same root in the same window. In nodes large enough to be worth it a worker marks the move
 * that it goes into (search/abdada.h) and puts off moves that another one is in; what a worker finds reaches the others
 * through the table. Before it goes into such a node it looks whether the table has meanwhile decided one above, and if
 * so it unwinds to that one and takes the value from there. With one worker none of this happens. */
#ifndef YOMI_OTHELLO_TREE_SHARED_TREE_H
#define YOMI_OTHELLO_TREE_SHARED_TREE_H

#include "othello/tree/state.h"

#include <assert.h>

enum {
    SHARED_EMPTIES = 15, /* least in the solver: the nodes below are in the common table from 14 up */
    SHARED_DEPTH = 8     /* least in the middle game */
};

static inline int depth_code(int depth, Selectivity selectivity)
{
    return depth * 4 + (int)selectivity;
}

static inline bool code_serves(int code, int depth, Selectivity selectivity)
{
    return code >> 2 >= depth && (code & 3) >= (int)selectivity;
}

static inline bool shared_tree_node(const OthelloState *state, int depth, int empties)
{
    if (!state->worker->shares) return false;
    return depth == empties ? empties >= SHARED_EMPTIES : depth >= SHARED_DEPTH;
}

/* A position is searched to several depths, in probes and for its own sake. */
static inline uint64_t shared_tree_key(uint64_t key, int depth)
{
    return key + (uint64_t)depth * UINT64_C(0x9e3779b97f4a7c15);
}

static inline void shared_tree_open(OthelloState *state, uint64_t key, int depth, Score alpha)
{
    assert(state->open_count < OPEN_MAX);
    state->open[state->open_count++] = (OpenNode){key, depth, alpha};
}

/* When a node above is decided: begins to unwind, and true. */
static bool shared_tree_overtaken(OthelloState *state)
{
    for (int i = 0; i < state->open_count; i++) {
        const OpenNode *open = &state->open[i];
        TTData data;
        if (!tt_probe(state->worker->tt, open->key, &data)) continue;
        if (!code_serves(data.depth, open->depth, state->selectivity)) continue;
        if (data.score <= open->alpha && data.eval > open->alpha) continue;
        state->open_left = i;
        state->open_value = data.score > open->alpha ? data.score : data.eval;
        worker_leave(state->worker);
        return true;
    }
    return false;
}

/* Takes back shared_tree_open. True when the search was unwound to this node: it goes on from here with *value. */
static inline bool shared_tree_close(OthelloState *state, Score *value)
{
    state->open_count--;
    if (!worker_stopped(state->worker) || state->open_left != state->open_count) return false;
    state->open_left = OPEN_NONE;
    worker_go_on(state->worker);
    *value = state->open_value;
    return true;
}

#endif
