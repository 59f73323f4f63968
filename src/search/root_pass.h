/* One pass over the root list of a worker: what every game's search_root does around the search of a move.
 *
 *     RootPass pass = root_pass(worker, alpha, beta);
 *     for (int i; (i = root_pass_next(&pass)) >= 0;) {
 *         worker_root_begin(worker, i);
 *         ... search root.moves[i] in (pass.alpha, beta), the line behind it in `child` ...
 *         if (worker_stopped(worker)) return ...; // the value means nothing
 *         root_pass_take(&pass, i, value, &child);
 *     }
 *     ... store pass.best_move, pass.best and root_pass_bound(&pass) if pass.whole ... */
#ifndef YOMI_SEARCH_ROOT_PASS_H
#define YOMI_SEARCH_ROOT_PASS_H

#include "search/worker.h"

typedef struct RootPass {
    Worker *worker;
    Score alpha, beta; /* the window now: every better move raises alpha */
    Score first_alpha;
    Score best;
    Move best_move; /* of the highest value, also when all fail low; MOVE_NONE before the first */
    bool whole;     /* the list begins with its first move: what is found is the position's value */
    bool again;     /* the moves put off come now */
    int next;
    unsigned put_off_next, put_off_count;
    int put_off[MAX_MOVES];
} RootPass;

static inline RootPass root_pass(Worker *worker, Score alpha, Score beta)
{
    RootPass pass;
    pass.worker = worker;
    pass.alpha = pass.first_alpha = alpha;
    pass.beta = beta;
    pass.best = -SCORE_INFINITE;
    pass.best_move = MOVE_NONE;
    pass.whole = worker->root.first == 0;
    pass.again = false;
    pass.next = worker->root.first;
    pass.put_off_next = pass.put_off_count = 0;
    return pass;
}

/* The index of the next move to search; -1 at the end and after a cutoff. */
static inline int root_pass_next(RootPass *pass)
{
    if (pass->best >= pass->beta) return -1;
    if (pass->next < pass->worker->root.count) return pass->next++;
    pass->again = true;
    return pass->put_off_next < pass->put_off_count ? pass->put_off[pass->put_off_next++] : -1;
}

/* The move comes once more behind all others: another worker is in it now. */
static inline void root_pass_put_off(RootPass *pass, int i)
{
    pass->put_off[pass->put_off_count++] = i;
}

/* What the search of the move has found. Not after a stop: then the value means nothing. */
static inline void root_pass_take(RootPass *pass, int i, Score value, const Pv *child)
{
    worker_root_record(pass->worker, i, value, pass->alpha, pass->beta, child);
    if (value > pass->best) {
        pass->best = value;
        pass->best_move = pass->worker->root.moves[i].move;
    }
    if (value > pass->alpha) pass->alpha = value;
}

static inline Bound root_pass_bound(const RootPass *pass)
{
    return bound_of(pass->best, pass->first_alpha, pass->beta);
}

/* The best move, if it is known to be one: MOVE_NONE when all failed low. */
static inline Move root_pass_move(const RootPass *pass)
{
    return pass->best > pass->first_alpha ? pass->best_move : MOVE_NONE;
}

#endif
