/* One search thread's world. The node path of a game touches nothing but this: no lock, no call through a pointer, no
 * atomic read-modify-write.
 *
 * Per node a game calls worker_node() once; it counts the node and, every so often, polls. After every recursive call
 * it tests worker_stopped() and unwinds. */
#ifndef YOMI_SEARCH_WORKER_H
#define YOMI_SEARCH_WORKER_H

#include "base/clock.h"
#include "search/abdada.h"
#include "search/game.h"
#include "search/history.h"
#include "search/params.h"
#include "search/root.h"
#include "search/stats.h"
#include "search/tt.h"

#include <stdatomic.h>

typedef struct Pool Pool;

/* A helper's best result so far; score, bound and pv always belong together. */
typedef struct Snapshot {
    int depth; /* 0: none */
    Score score;
    Bound bound;
    int seldepth;
    Pv pv;
} Snapshot;

struct Worker {
    int64_t countdown; /* nodes until the next poll */
    bool stopped;
    int seldepth; /* deepest ply of the current line; the game raises it */
    TT *tt;
    AbdadaTable *abdada; /* the pool's */
    bool shares;         /* others search the same tree now: marks are worth their while */
    Stats stats;

    int index; /* 0 is the main worker */
    const Game *game;
    const SearchParams *params;
    const void *settings;
    const void *shared;
    CpuFeatures cpu;
    void *state; /* the game's */

    RootList root;
    int depth; /* iteration in progress */

    /* Below: the core's own. */
    uint64_t root_mark; /* nodes when the root move in progress began */
    bool must_finish;   /* the first iteration goes on whatever happens, until it has a move and owed_nodes */
    uint64_t owed_nodes;
    uint64_t claimed;   /* nodes granted so far; those used are claimed - countdown */
    int64_t poll_nodes; /* size of the last grant */
    int64_t last_poll_ns;
    int64_t last_current_ns; /* when the current move was reported last */
    int64_t nodes_per_ms;    /* measured, 0 before that */
    uint64_t epoch;          /* the job being worked on */
    uint64_t round;          /* the main worker's round that a helper takes part in, 0: none */
    uint64_t session;        /* game that the histories belong to */
    Pool *pool;
    Move carried;                       /* best move of the last finished line, across iterations and searches */
    Snapshot snapshot;                  /* under the pool's lock */
    Snapshot told;                      /* the last report of the best line; main worker only */
    _Atomic uint64_t shown[STAT_COUNT]; /* counters as of the last poll, for others to read */
};

/* Looks at the stop epoch, the clock and the node budget. Cold. */
void worker_poll(Worker *worker);

static inline bool worker_stopped(const Worker *worker)
{
    return worker->stopped;
}

/* Unwinds a subtree that another worker has made needless: worker_stopped() is true until the game is back at the node
 * where it goes on. */
static inline void worker_leave(Worker *worker)
{
    worker->stopped = true;
}

static inline void worker_go_on(Worker *worker)
{
    worker->stopped = false;
}

/* Counts a node. Returns false when the search has to unwind; then nothing was counted. */
static inline bool worker_node(Worker *worker)
{
    if (__builtin_expect(worker->countdown == 0, 0)) {
        worker_poll(worker);
        if (worker->countdown == 0) return false; /* a stop takes back what was granted */
    }
    worker->countdown--;
    return true;
}

static inline void worker_count(Worker *worker, int id)
{
    worker->stats.value[id]++;
}

/* Nodes of this worker in this search. */
static inline uint64_t worker_nodes(const Worker *worker)
{
    return worker->claimed - (uint64_t)worker->countdown;
}

static inline void worker_reach(Worker *worker, int ply)
{
    if (ply > worker->seldepth) worker->seldepth = ply;
}

/* Table access with the counting and the ply correction that every game wants. */
static inline bool worker_tt_probe(Worker *worker, uint64_t key, int ply, TTData *out)
{
    worker_count(worker, STAT_TT_PROBES);
    if (!tt_probe(worker->tt, key, out)) return false;
    worker_count(worker, STAT_TT_HITS);
    out->score = (int16_t)score_from_table(out->score, ply);
    return true;
}

/* Nothing is stored once the search is stopped: values on the way out mean nothing. */
static inline void worker_tt_store_pv(Worker *worker, uint64_t key, int ply, Move move, Score score, Score eval,
                                      int depth, Bound bound, bool pv)
{
    if (worker->stopped) return;
    tt_store(worker->tt, key,
             (TTData){.move = move,
                      .score = (int16_t)score_to_table(score, ply),
                      .eval = (int16_t)eval,
                      .depth = depth,
                      .pv = pv,
                      .bound = (uint8_t)bound});
}

static inline void worker_tt_store(Worker *worker, uint64_t key, int ply, Move move, Score score, Score eval, int depth,
                                   Bound bound)
{
    worker_tt_store_pv(worker, key, ply, move, score, eval, depth, bound, false);
}

static inline void worker_cutoff(Worker *worker, bool first_move)
{
    worker_count(worker, STAT_CUTOFFS);
    if (first_move) worker_count(worker, STAT_CUTOFFS_FIRST);
}

/* The root loop: begin before each move of the root list, record after it unless the worker is stopped. The beginning
 * tells the current move, throttled, from the main worker only. */
void worker_root_begin(Worker *worker, int i);
static inline void worker_root_record(Worker *worker, int i, Score value, Score alpha, Score beta, const Pv *child)
{
    worker->root.moves[i].nodes += worker_nodes(worker) - worker->root_mark;
    root_record(&worker->root, i, value, alpha, beta, child, worker->seldepth);
}
/* A line of text for people, from the main worker only. */
void worker_report_text(Worker *worker, const char *text);
void worker_report_book(Worker *worker, Score score, const Pv *pv, int depth, uint32_t games);
/* A line of its own making, for preludes that search by themselves: PV, score, bound, depth. Main worker only. */
void worker_report_line(Worker *worker, int line, Score score, Bound bound, const Pv *pv, int depth);

/* The limits of the search being run. */
const Limits *worker_limits(const Worker *worker);
const void *worker_root_position(const Worker *worker);
/* Milliseconds to the hard limit, or -1 without one. */
int64_t worker_time_left_ms(const Worker *worker);

#endif
