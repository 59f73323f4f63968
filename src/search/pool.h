/* The pool of search threads: Lazy SMP on one table, alive between moves, asleep when there is nothing to do. Helpers
 * of a game with `shared_tree` do not deepen by themselves: they take part in each round of the main worker (Round).
 *
 *   idle --pool_start--> running --(deepening ends, or pool_stop)--> finishing --(result told)--> idle
 *
 * Invariants
 *  1. `epoch` numbers the searches. A worker of search e is to stop when stop_epoch >= e. Both only grow, so a stop can
 *     neither be lost nor reach a later search; nobody ever clears a flag.
 *  2. Every search tells exactly one result, from worker 0's thread, after all helpers have returned.
 *  3. Position, limits and callbacks of a search do not change while it runs. The clock may, once, by a ponderhit.
 *  4. `lock` guards everything that is not atomic and not said to be the worker's own. It is taken per command, per
 *     iteration and per snapshot, never per node.
 *
 * All functions below are for one commanding thread (or several that lock among themselves). */
#ifndef YOMI_SEARCH_POOL_H
#define YOMI_SEARCH_POOL_H

#include "base/thread.h"
#include "search/abdada.h"
#include "search/worker.h"

enum { POOL_THREADS_MAX = 256 };

typedef struct PoolConfig {
    const Game *game;
    const SearchParams *params; /* read at each start; the caller keeps it */
    const void *settings;       /* the game's; the caller keeps it */
    TT *tt;
    CpuFeatures cpu;
    Clock clock;
    void (*log)(void *context, const char *line); /* metrics at shutdown; may be NULL */
    void *log_context;
} PoolConfig;

/* On success *out is a pool of `threads` sleeping threads. */
Status pool_create(Pool **out, const PoolConfig *config, int threads, Error *error);
void pool_destroy(Pool *pool); /* stops and waits first; NULL is fine */

/* Not while a search runs. Workers that stay keep their histories and seeds, but get a new thread when the size of the
 * stacks has changed; on failure the old number stays. */
Status pool_resize(Pool *pool, int threads, Error *error);
int pool_threads(const Pool *pool);

/* The next search begins a new game: workers forget what they learned. */
void pool_new_game(Pool *pool);

/* Starts a search of a copy of `position`. STATUS_BUSY while one runs. In a build without threads (base/alone.h) it is
 * pool_run. */
Status pool_start(Pool *pool, const void *position, const void *shared, const Limits *limits,
                  const SearchCallbacks *callbacks, Error *error);
/* The same on the calling thread, whose stack has to hold a search; returns after the result was told. For many short
 * searches, to which waking a thread would add more than it costs to search. */
Status pool_run(Pool *pool, const void *position, const void *shared, const Limits *limits,
                const SearchCallbacks *callbacks, Error *error);
void pool_stop(Pool *pool);                            /* returns at once; harmless when idle */
void pool_ponderhit(Pool *pool, const Limits *limits); /* limits: a new clock, or NULL for the one at the start */
void pool_wait(Pool *pool);                            /* until idle */
bool pool_running(Pool *pool);

/* The seed that makes worker `index` differ from the others. */
static inline uint64_t pool_jitter_seed(uint64_t session, uint64_t root_key, int index)
{
    return splitmix64(session ^ root_key ^ (uint64_t)index);
}

/* ---- the rest is for src/search only ---- */

typedef struct Job {
    void *position; /* the pool's copy */
    const void *shared;
    Limits limits; /* without the move lists */
    SearchCallbacks callbacks;
    uint64_t root_key;
    TimeProfile profile;
    Move moves[MAX_MOVES]; /* root moves allowed, in the game's order */
    int move_count;
    int max_depth;
    int multipv;
    int64_t start_ns;
} Job;

/* One search of the main worker's root list, for the helpers to join: same iteration, window and order of moves. A
 * helper of round n unwinds when `round_over` reaches n, as a stop does with epochs. */
typedef struct Round {
    uint64_t number; /* from 1 in each search */
    int depth;
    Score alpha, beta;
    int first, count;
    Move moves[MAX_MOVES];
} Round;

typedef struct PoolSlot {
    Worker *worker;
    Thread thread;
    Pool *pool;
    uint64_t done_epoch; /* the last search it took part in */
    bool quit;
    int stack_mb;                             /* of the thread */
    uint64_t number;                          /* of the thread, among those that this slot has had; an older one ends */
    uint64_t jobs, busy_ns, snapshots, polls; /* metrics, the worker's own until it sleeps */
} PoolSlot;

struct Pool {
    PoolConfig config;
    Mutex lock;
    Cond wake;  /* to workers: a search was started, or quit */
    Cond state; /* to everybody else: something ended, was stopped, or the clock changed */
    PoolSlot slots[POOL_THREADS_MAX];
    int count;
    int helpers_busy;
    bool running;
    uint64_t epoch;
    uint64_t session;
    int64_t created_ns;
    Job job;

    Round round;                 /* under lock */
    _Atomic uint64_t round_over; /* the last round that ended */
    AbdadaTable abdada;

    TimePlan plan;          /* under lock */
    int64_t clock_start_ns; /* under lock: when our time began to run */
    _Atomic int64_t deadline_ns;
    _Atomic bool pondering;
    _Atomic bool helpers_may_end; /* a helper that completes the depth asked for ends the search */
    _Atomic bool byoyomi;
    _Atomic uint64_t stop_epoch;
    _Atomic int64_t node_budget; /* nodes not yet granted; only with a node limit */
};

void pool_publish_stop(Pool *pool, uint64_t epoch);
/* Of the main worker: helpers may join from here to the end. */
void pool_begin_round(Pool *pool, const RootList *root, Score alpha, Score beta, int depth);
void pool_end_round(Pool *pool);
/* Of a helper: waits for a round that it has not seen; false when the search is over. */
bool pool_join_round(Pool *pool, Worker *worker, Score *alpha, Score *beta);
static inline bool pool_stop_published(Pool *pool, uint64_t epoch)
{
    return atomic_load_explicit(&pool->stop_epoch, memory_order_relaxed) >= epoch;
}

#endif
