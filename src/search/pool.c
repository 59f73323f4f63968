#include "search/pool.h"

#include "base/alone.h"
#include "base/mem.h"
#include "search/deepen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pool_publish_stop(Pool *pool, uint64_t epoch)
{
    uint64_t seen = atomic_load_explicit(&pool->stop_epoch, memory_order_relaxed);
    while (seen < epoch && !atomic_compare_exchange_weak_explicit(&pool->stop_epoch, &seen, epoch, memory_order_relaxed,
                                                                  memory_order_relaxed)) {}
}

/* ---- rounds ---- */

void pool_begin_round(Pool *pool, const RootList *root, Score alpha, Score beta, int depth)
{
    Round *round = &pool->round;
    mutex_lock(&pool->lock);
    round->number++;
    round->depth = depth;
    round->alpha = alpha;
    round->beta = beta;
    round->first = root->first;
    round->count = root->count;
    for (int i = 0; i < root->count; i++) round->moves[i] = root->moves[i].move;
    cond_broadcast(&pool->wake);
    mutex_unlock(&pool->lock);
}

void pool_end_round(Pool *pool)
{
    atomic_store_explicit(&pool->round_over, pool->round.number, memory_order_relaxed);
}

bool pool_join_round(Pool *pool, Worker *worker, Score *alpha, Score *beta)
{
    const Round *round = &pool->round;
    mutex_lock(&pool->lock);
    while (!pool_stop_published(pool, worker->epoch) && round->number == worker->round) {
        cond_wait(&pool->wake, &pool->lock);
    }
    bool joins = !pool_stop_published(pool, worker->epoch);
    if (joins) {
        Limits none = limits_none();
        root_fill(&worker->root, round->moves, round->count, &none);
        worker->root.first = round->first;
        worker->round = round->number;
        worker->depth = round->depth;
        worker->stopped = false; /* by the end of the round before */
        *alpha = round->alpha;
        *beta = round->beta;
    }
    mutex_unlock(&pool->lock);
    return joins;
}

/* ---- worker threads ---- */

static void add_up(Pool *pool, SearchResult *result)
{
    for (int i = 0; i < pool->count; i++) {
        Worker *worker = pool->slots[i].worker;
        worker->stats.value[STAT_NODES] = worker_nodes(worker);
        stats_add(&result->stats, &worker->stats);
    }
    result->nodes = result->stats.value[STAT_NODES];
    result->time_ms = (clock_now(pool->config.clock) - pool->job.start_ns) / NS_PER_MS;
}

static void run_main(Pool *pool, Worker *worker)
{
    SearchResult result;
    deepen_run(worker, &result);
    add_up(pool, &result);
    pool->job.callbacks.result(pool->job.callbacks.context, &result);
}

static void run_job(PoolSlot *slot)
{
    Pool *pool = slot->pool;
    int64_t begun = clock_now(clock_real());
    if (slot->worker->index == 0) {
        run_main(pool, slot->worker);
    } else {
        deepen_run(slot->worker, NULL);
    }
    slot->jobs++;
    slot->busy_ns += (uint64_t)(clock_now(clock_real()) - begun);
}

static void worker_thread(void *context)
{
    PoolSlot *slot = context;
    Pool *pool = slot->pool;
    mutex_lock(&pool->lock);
    uint64_t number = slot->number;
    for (;;) {
        while (!slot->quit && slot->number == number && slot->done_epoch == pool->epoch) {
            cond_wait(&pool->wake, &pool->lock);
        }
        if (slot->quit || slot->number != number) break;
        slot->done_epoch = pool->epoch;
        mutex_unlock(&pool->lock);
        run_job(slot);
        mutex_lock(&pool->lock);
        if (slot->worker->index == 0) {
            pool->running = false;
        } else {
            pool->helpers_busy--;
        }
        cond_broadcast(&pool->state);
    }
    mutex_unlock(&pool->lock);
}

/* ---- making and unmaking ---- */

static void free_worker(Worker *worker)
{
    if (!worker) return;
    if (worker->state && worker->game->worker_free) worker->game->worker_free(worker);
    mem_free(worker->state);
    mem_free(worker);
}

static Worker *new_worker(Pool *pool, int index, Error *error)
{
    const PoolConfig *config = &pool->config;
    Worker *worker = mem_alloc(sizeof *worker, 0, error);
    if (!worker) return NULL;
    memset(worker, 0, sizeof *worker);
    worker->index = index;
    worker->game = config->game;
    worker->params = config->params;
    worker->settings = config->settings;
    worker->tt = config->tt;
    worker->cpu = config->cpu;
    worker->pool = pool;
    worker->abdada = &pool->abdada;
    size_t size = config->game->worker_size ? config->game->worker_size : 1;
    void *state = mem_alloc(size, 0, error);
    if (state) {
        memset(state, 0, size);
        worker->state = state;
        if (!config->game->worker_init || config->game->worker_init(worker, error) == STATUS_OK) return worker;
        worker->state = NULL; /* init failed: there is nothing for worker_free to undo */
        mem_free(state);
    }
    free_worker(worker);
    return NULL;
}

static Status start_thread(PoolSlot *slot, Thread *thread, Error *error)
{
    if (alone()) return STATUS_OK; /* the caller's thread searches */
    int stack_mb = slot->pool->config.params->worker_stack_mb;
    Status status = thread_start(thread, worker_thread, slot, (size_t)stack_mb << 20, error);
    if (status == STATUS_OK) slot->stack_mb = stack_mb;
    return status;
}

/* A new thread takes over the worker; the one before ends when it sees that it is not the last. */
static Status renew_thread(Pool *pool, PoolSlot *slot, Error *error)
{
    Thread fresh = {0};
    if (alone()) return STATUS_OK;
    mutex_lock(&pool->lock);
    slot->number++;
    Status status = start_thread(slot, &fresh, error);
    if (status != STATUS_OK) slot->number--;
    cond_broadcast(&pool->wake);
    mutex_unlock(&pool->lock);
    if (status != STATUS_OK) return status;
    thread_join(&slot->thread);
    slot->thread = fresh;
    return STATUS_OK;
}

static Status add_worker(Pool *pool, int index, Error *error)
{
    PoolSlot *slot = &pool->slots[index];
    *slot = (PoolSlot){.pool = pool, .done_epoch = pool->epoch};
    slot->worker = new_worker(pool, index, error);
    if (!slot->worker) return error && error->status != STATUS_OK ? error->status : STATUS_NO_MEMORY;
    Status status = start_thread(slot, &slot->thread, error);
    if (status != STATUS_OK) {
        free_worker(slot->worker);
        slot->worker = NULL;
    }
    return status;
}

static void tell_metrics(const Pool *pool, const PoolSlot *slot, int index)
{
    if (!pool->config.log || !pool->config.params->pool_metrics) return;
    char line[200];
    double life = (double)(clock_now(clock_real()) - pool->created_ns) / 1e9;
    double busy = (double)slot->busy_ns / 1e9;
    (void)snprintf(line, sizeof line, "pool: worker %d jobs %llu busy %.3f s idle %.3f s polls %llu snapshots %llu",
                   index, (unsigned long long)slot->jobs, busy, life - busy, (unsigned long long)slot->polls,
                   (unsigned long long)slot->snapshots);
    pool->config.log(pool->config.log_context, line);
}

static void drop_workers(Pool *pool, int from)
{
    mutex_lock(&pool->lock);
    for (int i = from; i < pool->count; i++) pool->slots[i].quit = true;
    cond_broadcast(&pool->wake);
    mutex_unlock(&pool->lock);
    for (int i = from; i < pool->count; i++) {
        PoolSlot *slot = &pool->slots[i];
        if (!alone()) thread_join(&slot->thread);
        tell_metrics(pool, slot, i);
        free_worker(slot->worker);
        slot->worker = NULL;
    }
    if (from < pool->count) pool->count = from;
}

Status pool_resize(Pool *pool, int threads, Error *error)
{
    if (threads < 1 || threads > POOL_THREADS_MAX) {
        return error_set(error, STATUS_BAD_INPUT, "1 to %d threads, not %d", POOL_THREADS_MAX, threads);
    }
    if (alone() && threads > 1) return error_set(error, STATUS_UNSUPPORTED, "this build searches with one thread");
    if (pool_running(pool)) return error_set(error, STATUS_BUSY, "not while a search is running");
    int before = pool->count;
    drop_workers(pool, threads);
    for (int i = 0; i < pool->count; i++) {
        PoolSlot *slot = &pool->slots[i];
        if (slot->stack_mb == pool->config.params->worker_stack_mb) continue;
        Status status = renew_thread(pool, slot, error);
        if (status != STATUS_OK) return status;
    }
    while (pool->count < threads) {
        Error why = {STATUS_OK, ""};
        Status status = add_worker(pool, pool->count, &why);
        if (status != STATUS_OK) {
            drop_workers(pool, before);
            return error_set(error, status, "%d threads: %.200s", threads, why.text);
        }
        pool->count++;
    }
    return STATUS_OK;
}

Status pool_create(Pool **out, const PoolConfig *config, int threads, Error *error)
{
    Pool *pool = mem_alloc(sizeof *pool, 0, error);
    if (!pool) return STATUS_NO_MEMORY;
    memset(pool, 0, sizeof *pool);
    pool->config = *config;
    pool->session = 1;
    pool->created_ns = clock_now(clock_real());
    atomic_store(&pool->deadline_ns, INT64_MAX);
    pool->job.position = mem_alloc(config->game->position_size, 0, error);
    if (!pool->job.position) {
        mem_free(pool);
        return STATUS_NO_MEMORY;
    }
    mutex_init(&pool->lock);
    cond_init(&pool->wake);
    cond_init(&pool->state);
    Status status = pool_resize(pool, threads, error);
    if (status != STATUS_OK) {
        pool_destroy(pool);
        return status;
    }
    *out = pool;
    return STATUS_OK;
}

void pool_destroy(Pool *pool)
{
    if (!pool) return;
    pool_stop(pool);
    pool_wait(pool);
    drop_workers(pool, 0);
    cond_destroy(&pool->state);
    cond_destroy(&pool->wake);
    mutex_destroy(&pool->lock);
    mem_free(pool->job.position);
    mem_free(pool);
}

/* ---- commands ---- */

int pool_threads(const Pool *pool)
{
    return pool->count;
}

void pool_new_game(Pool *pool)
{
    mutex_lock(&pool->lock);
    pool->session++;
    mutex_unlock(&pool->lock);
}

bool pool_running(Pool *pool)
{
    mutex_lock(&pool->lock);
    bool running = pool->running;
    mutex_unlock(&pool->lock);
    return running;
}

static void set_clock(Pool *pool, const Limits *limits, int64_t now)
{
    pool->plan = timeman_plan(limits, pool->job.profile, pool->config.params);
    pool->clock_start_ns = now;
    bool limited = pool->plan.hard_ms != TIME_UNLIMITED;
    atomic_store(&pool->byoyomi, pool->plan.byoyomi);
    atomic_store(&pool->deadline_ns, limited ? now + pool->plan.hard_ms * NS_PER_MS : INT64_MAX);
}

/* The root moves that the limits allow, in the game's order. */
static void fill_moves(Pool *pool, const void *position, const Limits *limits)
{
    Job *job = &pool->job;
    Move legal[MAX_MOVES];
    const Game *game = pool->config.game;
    int count = game->legal_moves(position, legal);
    if (count == 0 && limits->play_on && game->moves_beyond) count = game->moves_beyond(position, legal);
    RootList *scratch = &pool->slots[0].worker->root; /* idle, and filled anew by its owner */
    root_fill(scratch, legal, count, limits);
    job->move_count = scratch->count;
    for (int i = 0; i < scratch->count; i++) job->moves[i] = scratch->moves[i].move;
}

static void fill_job(Pool *pool, const void *position, const void *shared, const Limits *limits,
                     const SearchCallbacks *callbacks)
{
    const Game *game = pool->config.game;
    Job *job = &pool->job;
    memcpy(job->position, position, game->position_size);
    job->shared = shared;
    job->limits = *limits;
    job->limits.only = job->limits.except = NULL;
    job->callbacks = *callbacks;
    job->root_key = game->key(position);
    job->profile = game->time_profile(pool->config.settings, position);
    job->multipv = limits->multipv > 1 ? limits->multipv : 1;
    job->max_depth = game->max_depth(position, limits);
    if (limits->depth > 0 && limits->depth < job->max_depth) job->max_depth = limits->depth;
    if (limits->mate > 0 && limits->mate < job->max_depth) job->max_depth = limits->mate;
    fill_moves(pool, position, limits);
}

/* `here`: the main worker's part is left to the caller. */
static Status begin(Pool *pool, const void *position, const void *shared, const Limits *limits,
                    const SearchCallbacks *callbacks, bool here, Error *error)
{
    mutex_lock(&pool->lock);
    if (pool->running) {
        mutex_unlock(&pool->lock);
        return error_set(error, STATUS_BUSY, "a search is running already");
    }
    int64_t now = clock_now(pool->config.clock);
    fill_job(pool, position, shared, limits, callbacks);
    pool->job.start_ns = now;
    set_clock(pool, limits, now);
    atomic_store(&pool->pondering, limits->ponder);
    atomic_store(&pool->helpers_may_end, false);
    atomic_store(&pool->node_budget, limits->nodes > INT64_MAX ? INT64_MAX : (int64_t)limits->nodes);
    tt_new_search(pool->config.tt);
    pool->epoch++;
    pool->round.number = 0;
    atomic_store(&pool->round_over, 0);
    pool->helpers_busy = pool->count - 1;
    pool->running = true;
    if (here) pool->slots[0].done_epoch = pool->epoch;
    cond_broadcast(&pool->wake);
    mutex_unlock(&pool->lock);
    return STATUS_OK;
}

Status pool_start(Pool *pool, const void *position, const void *shared, const Limits *limits,
                  const SearchCallbacks *callbacks, Error *error)
{
    if (alone()) return pool_run(pool, position, shared, limits, callbacks, error);
    return begin(pool, position, shared, limits, callbacks, false, error);
}

Status pool_run(Pool *pool, const void *position, const void *shared, const Limits *limits,
                const SearchCallbacks *callbacks, Error *error)
{
    Status status = begin(pool, position, shared, limits, callbacks, true, error);
    if (status != STATUS_OK) return status;
    run_job(&pool->slots[0]);
    mutex_lock(&pool->lock);
    pool->running = false;
    cond_broadcast(&pool->state);
    mutex_unlock(&pool->lock);
    return STATUS_OK;
}

void pool_stop(Pool *pool)
{
    mutex_lock(&pool->lock);
    if (pool->running) pool_publish_stop(pool, pool->epoch);
    cond_broadcast(&pool->state);
    mutex_unlock(&pool->lock);
}

void pool_ponderhit(Pool *pool, const Limits *limits)
{
    mutex_lock(&pool->lock);
    if (pool->running && atomic_load(&pool->pondering)) {
        set_clock(pool, limits ? limits : &pool->job.limits, clock_now(pool->config.clock));
        atomic_store(&pool->pondering, false);
        cond_broadcast(&pool->state);
    }
    mutex_unlock(&pool->lock);
}

void pool_wait(Pool *pool)
{
    mutex_lock(&pool->lock);
    while (pool->running) cond_wait(&pool->state, &pool->lock);
    mutex_unlock(&pool->lock);
}
