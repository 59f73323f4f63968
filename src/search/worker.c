#include "search/worker.h"

#include "base/alone.h"
#include "search/pool.h"

enum { FIRST_GRANT = 64, SMALLEST_GRANT = 16, NEAR_DEADLINE_DIVISOR = 8, BUDGET_SHARES = 4 };

static void publish(Worker *worker)
{
    worker->stats.value[STAT_NODES] = worker_nodes(worker);
    for (int i = 0; i < STAT_COUNT; i++) {
        atomic_store_explicit(&worker->shown[i], worker->stats.value[i], memory_order_relaxed);
    }
}

/* Nodes until the next poll, from how long the last grant took. */
static int64_t next_grant(Worker *worker, int64_t now, int64_t deadline)
{
    const SearchParams *params = worker->params;
    bool byoyomi = atomic_load_explicit(&worker->pool->byoyomi, memory_order_relaxed);
    int64_t most = 1 + (byoyomi ? params->poll_mask_byoyomi : params->poll_mask_normal);
    int64_t target = params->poll_interval_ms * NS_PER_MS;
    if (deadline != INT64_MAX && deadline - now < params->near_deadline_ms * NS_PER_MS) {
        target /= NEAR_DEADLINE_DIVISOR;
    }
    int64_t took = now - worker->last_poll_ns;
    int64_t grant = worker->poll_nodes * 2; /* grow step by step: one fast stretch proves little */
    if (took > 0) {
        int64_t by_speed = (int64_t)((double)worker->poll_nodes * (double)target / (double)took);
        if (by_speed < grant) grant = by_speed;
        worker->nodes_per_ms = (int64_t)((double)worker->poll_nodes * (double)NS_PER_MS / (double)took);
    }
    return grant < SMALLEST_GRANT ? SMALLEST_GRANT : grant > most ? most : grant;
}

/* Takes up to `wanted` nodes out of the common budget, so that all workers together never pass the limit. */
static int64_t claim_from_budget(Worker *worker, int64_t wanted)
{
    Pool *pool = worker->pool;
    if (pool->job.limits.nodes == 0) return wanted;
    int64_t left = atomic_load_explicit(&pool->node_budget, memory_order_relaxed);
    for (;;) {
        if (left <= 0) return 0;
        int64_t share = pool->count > 1 ? left / (BUDGET_SHARES * pool->count) + 1 : left;
        int64_t take = wanted < share ? wanted : share;
        if (atomic_compare_exchange_weak_explicit(&pool->node_budget, &left, left - take, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            return take;
        }
    }
}

static void grant(Worker *worker, int64_t nodes)
{
    worker->claimed += (uint64_t)nodes;
    worker->countdown += nodes;
    worker->poll_nodes = nodes;
}

static void stop(Worker *worker)
{
    worker->claimed -= (uint64_t)worker->countdown;
    worker->countdown = 0;
    worker->stopped = true;
}

/* The first iteration of a search is owed so much that there is an answer, and no more: where threats explode it may
 * take longer than all the time that there is. */
static bool first_iteration_goes_on(const Worker *worker)
{
    if (!worker->must_finish) return false;
    const RootList *root = &worker->root;
    return worker_nodes(worker) < worker->owed_nodes || root->moves[root->first].score == -SCORE_INFINITE;
}

/* In a build without threads the search itself looks whether it is to stop. */
static void take_wish(Worker *worker)
{
    Wish wish = alone_wish();
    bool gives_way = wish == WISH_OTHERS && worker->pool->job.limits.infinite;
    if (wish == WISH_STOP || gives_way) pool_publish_stop(worker->pool, worker->epoch);
}

void worker_poll(Worker *worker)
{
    Pool *pool = worker->pool;
    if (worker->stopped) return;
    publish(worker);
    pool->slots[worker->index].polls++;
    int64_t now = clock_now(pool->config.clock);
    int64_t deadline = atomic_load_explicit(&pool->deadline_ns, memory_order_relaxed);
    bool pondering = atomic_load_explicit(&pool->pondering, memory_order_relaxed);
    if (!pondering && now >= deadline) pool_publish_stop(pool, worker->epoch);
    if (alone()) take_wish(worker);
    bool round_over =
        worker->round > 0 && atomic_load_explicit(&pool->round_over, memory_order_relaxed) >= worker->round;
    if (round_over || (pool_stop_published(pool, worker->epoch) && !first_iteration_goes_on(worker))) {
        stop(worker);
        return;
    }
    int64_t wanted = worker->poll_nodes == 0 ? FIRST_GRANT : next_grant(worker, now, deadline);
    worker->last_poll_ns = now;
    int64_t nodes = claim_from_budget(worker, wanted);
    if (nodes > 0) {
        grant(worker, nodes);
    } else {
        pool_publish_stop(pool, worker->epoch);
        stop(worker);
    }
}

static int64_t elapsed_ns(const Worker *worker)
{
    return clock_now(worker->pool->config.clock) - worker->pool->job.start_ns;
}

static void tell(Worker *worker, Report *report)
{
    const Pool *pool = worker->pool;
    const SearchCallbacks *callbacks = &pool->job.callbacks;
    if (!callbacks->report || worker->index != 0) return;
    publish(worker);
    Stats stats = {{0}};
    for (int i = 0; i < pool->count; i++) {
        Worker *other = pool->slots[i].worker;
        for (int id = 0; id < STAT_COUNT; id++) {
            stats.value[id] += atomic_load_explicit(&other->shown[id], memory_order_relaxed);
        }
    }
    int64_t ns = elapsed_ns(worker);
    report->stats = &stats;
    report->nodes = stats.value[STAT_NODES];
    report->time_ms = ns / NS_PER_MS;
    report->nps = ns > 0 ? (uint64_t)((double)report->nodes * (double)NS_PER_SECOND / (double)ns) : 0;
    report->hashfull = tt_hashfull(worker->tt);
    callbacks->report(callbacks->context, report);
}

void worker_root_begin(Worker *worker, int i)
{
    worker->root_mark = worker_nodes(worker);
    if (worker->index != 0) return;
    int64_t now = elapsed_ns(worker);
    if (now < worker->params->currmove_after_ms * NS_PER_MS) return;
    if (now - worker->last_current_ns < worker->params->currmove_throttle_ms * NS_PER_MS) return;
    worker->last_current_ns = now;
    Report report = {.kind = REPORT_CURRENT_MOVE,
                     .depth = worker->depth,
                     .current = worker->root.moves[i].move,
                     .current_number = i + 1};
    tell(worker, &report);
}

void worker_report_text(Worker *worker, const char *text)
{
    Report report = {.kind = REPORT_TEXT, .text = text};
    tell(worker, &report);
}

void worker_report_line(Worker *worker, int line, Score score, Bound bound, const Pv *pv, int depth)
{
    Report report = {.kind = REPORT_LINE,
                     .depth = depth,
                     .seldepth = worker->seldepth > depth ? worker->seldepth : depth,
                     .selectivity = 100,
                     .line = line,
                     .score = score,
                     .bound = bound,
                     .pv = pv};
    if (worker->game->describe_depth) {
        worker->game->describe_depth(worker, depth, &report.depth, &report.selectivity);
    }
    if (line == 1) worker->told = (Snapshot){.depth = depth, .score = score, .bound = bound, .pv = *pv};
    tell(worker, &report);
}

void worker_report_book(Worker *worker, Score score, const Pv *pv, int depth, uint32_t games)
{
    Report report = {.kind = REPORT_BOOK,
                     .depth = depth,
                     .selectivity = 100,
                     .score = score,
                     .bound = BOUND_EXACT,
                     .pv = pv,
                     .games = games};
    tell(worker, &report);
}

const Limits *worker_limits(const Worker *worker)
{
    return &worker->pool->job.limits;
}

const void *worker_root_position(const Worker *worker)
{
    return worker->pool->job.position;
}

int64_t worker_time_left_ms(const Worker *worker)
{
    const Pool *pool = worker->pool;
    int64_t deadline = atomic_load_explicit(&((Pool *)pool)->deadline_ns, memory_order_relaxed);
    if (deadline == INT64_MAX) return -1;
    int64_t left = (deadline - clock_now(pool->config.clock)) / NS_PER_MS;
    return left > 0 ? left : 0;
}
