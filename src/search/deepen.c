#include "search/deepen.h"

#include "base/alone.h"
#include "search/pool.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ASPIRATION_DELTA = 30,
    OWED_NODES = 4096,      /* that the first iteration may search when the time is over */
    DECIDED_ITERATIONS = 2, /* in a row with the same result, to believe it */
    LOSS_ITERATIONS_WITH_TIME = 6
};

typedef struct Progress {
    Score centre;     /* smoothed score that windows are put around */
    Score last_score; /* of the last completed iteration */
    Move last_best;   /* MOVE_NONE before the first */
    int changes_pct;
    int64_t last_ms, previous_ms;
    int decided_for; /* iterations in a row with the same decided result; negative: lost */
} Progress;

/* Helpers in blocks: 2 of them alternate single depths, 4 pairs of depths, 6 runs of three, and so on, each block with
 * all its phases, so that at any time about half of the helpers are one or more depths ahead. */
bool deepen_skips(int index, int depth)
{
    if (index == 0) return false;
    int size = 1, left = index - 1;
    while (left >= 2 * size) {
        left -= 2 * size;
        size++;
    }
    return ((depth + left) / size) % 2 == 1;
}

static void open_window(const Worker *worker, const Progress *progress, int depth, Score *alpha, Score *beta,
                        int *delta)
{
    const Game *game = worker->game;
    const SearchParams *params = worker->params;
    *alpha = -SCORE_INFINITE;
    *beta = SCORE_INFINITE;
    int usual = game->aspiration_delta ? game->aspiration_delta(worker_root_position(worker)) : ASPIRATION_DELTA;
    *delta = usual * params->aspiration_width_pct / 100;
    if (*delta < 1) *delta = 1;
    if (depth < params->aspiration_min_depth || progress->last_best == MOVE_NONE) return;
    if (score_is_decided(progress->last_score)) return;
    *alpha = progress->centre - *delta;
    *beta = progress->centre + *delta;
}

/* Widens the failing side from where the search ended; past the cap it is opened. */
static void widen(const Worker *worker, Score score, Score *alpha, Score *beta, int *delta)
{
    *delta *= 2;
    bool open = *delta > worker->params->aspiration_delta_max || score_is_decided(score);
    if (score <= *alpha) {
        Score next = score - *delta;
        *alpha = open || next < -SCORE_INFINITE ? -SCORE_INFINITE : next;
    } else {
        Score next = score + *delta;
        *beta = open || next > SCORE_INFINITE ? SCORE_INFINITE : next;
    }
}

static void report_root_line(Worker *worker, int line, int depth)
{
    if (worker->index != 0) return;
    const RootMove *entry = &worker->root.moves[line];
    int seldepth = worker->seldepth;
    worker->seldepth = entry->seldepth;
    worker_report_line(worker, line + 1, entry->score, entry->bound, &entry->pv, depth);
    worker->seldepth = seldepth;
}

static bool slow_enough_to_tell(Worker *worker)
{
    const Pool *pool = worker->pool;
    int64_t elapsed = clock_now(pool->config.clock) - pool->job.start_ns;
    return elapsed >= worker->params->currmove_after_ms * NS_PER_MS;
}

/* Searches line `line` of an iteration until its score is inside the window. False when it was stopped. */
static bool search_line(Worker *worker, const Progress *progress, int depth, int line)
{
    Score alpha, beta;
    int delta;
    open_window(worker, progress, depth, &alpha, &beta, &delta);
    if (line > 0) {
        /* The window of the best line says nothing about the others. */
        alpha = -SCORE_INFINITE;
        beta = SCORE_INFINITE;
    }
    worker->root.first = line;
    for (;;) {
        worker->seldepth = 0;
        if (worker->shares) pool_begin_round(worker->pool, &worker->root, alpha, beta, depth);
        Score score = worker->game->search_root(worker, alpha, beta, depth);
        if (worker->shares) pool_end_round(worker->pool);
        root_sort(&worker->root, line);
        if (worker->stopped) return false;
        if (score > alpha && score < beta) return true;
        worker_count(worker, STAT_ASPIRATION_FAILS);
        if (slow_enough_to_tell(worker)) report_root_line(worker, line, depth);
        widen(worker, score, &alpha, &beta, &delta);
        for (int i = line; i < worker->root.count; i++) worker->root.moves[i].score = -SCORE_INFINITE;
    }
}

static void take_best(Snapshot *best, const RootMove *entry, int depth)
{
    *best = (Snapshot){
        .depth = depth, .score = entry->score, .bound = entry->bound, .seldepth = entry->seldepth, .pv = entry->pv};
}

/* Orders the root and searches all lines. `best` holds the best line known after it, whether it was stopped or not. */
static bool run_iteration(Worker *worker, Progress *progress, int depth, Snapshot *best)
{
    RootList *root = &worker->root;
    const Job *job = &worker->pool->job;
    TTData entry;
    Move table = tt_probe(worker->tt, job->root_key, &entry) ? entry.move : MOVE_NONE;
    worker->depth = depth;
    root_begin_iteration(root);
    root_order(root, (RootHints){table, progress->last_best, worker->carried});
    int lines = worker->index == 0 ? job->multipv : 1;
    if (lines > root->count) lines = root->count;
    for (int line = 0; line < lines; line++) {
        worker->must_finish = worker->index == 0 && depth == 1 && line == 0;
        worker->owed_nodes = worker_nodes(worker) + OWED_NODES;
        bool done = search_line(worker, progress, depth, line);
        worker->must_finish = false;
        RootMove *first = &root->moves[0];
        if (!done) {
            /* A stopped line still counts when it found something at least as good as its window's floor. */
            bool usable = line == 0 && first->score != -SCORE_INFINITE && first->bound != BOUND_UPPER;
            if (usable) take_best(best, first, best->depth > 0 ? best->depth : 1);
            return false;
        }
        if (line == 0) take_best(best, first, best->depth);
        worker->carried = first->move;
    }
    root->first = 0;
    for (int i = 1; i < lines; i++) { /* an unstable search may have found a later line to be better */
        for (int j = i; j > 0 && root->moves[j - 1].score < root->moves[j].score; j--) {
            RootMove swap = root->moves[j];
            root->moves[j] = root->moves[j - 1];
            root->moves[j - 1] = swap;
        }
    }
    take_best(best, &root->moves[0], depth);
    for (int line = 0; line < lines; line++) report_root_line(worker, line, depth);
    return true;
}

static void update_progress(const Worker *worker, Progress *progress, const Snapshot *best, int64_t took_ms)
{
    Move move = best->pv.moves[0];
    int hint = worker->params->aspiration_hint_pct;
    bool first = progress->last_best == MOVE_NONE;
    progress->centre = first ? best->score : ((100 - hint) * best->score + hint * progress->centre) / 100;
    progress->changes_pct = progress->changes_pct / 2 + (!first && move != progress->last_best ? 100 : 0);
    progress->previous_ms = progress->last_ms;
    progress->last_ms = took_ms;
    int sign = score_is_win(best->score) ? 1 : score_is_loss(best->score) ? -1 : 0;
    progress->decided_for = sign == 0 ? 0 : sign * progress->decided_for > 0 ? progress->decided_for + sign : sign;
    progress->last_best = move;
    progress->last_score = best->score;
}

/* A win or loss is believed when the game proved it or some iterations in a row found it. Where the time is to be used
 * up anyway, more are asked of a loss: it stands on every answer that a selective search left out. */
static bool believed(const Worker *worker, const Progress *progress, bool time_to_spare)
{
    bool proven = worker->root.moves[0].proven && score_is_decided(progress->last_score);
    int losses = time_to_spare ? LOSS_ITERATIONS_WITH_TIME : DECIDED_ITERATIONS;
    return proven || progress->decided_for >= DECIDED_ITERATIONS || -progress->decided_for >= losses;
}

/* Iterations past a decided result cost nothing, so hundreds of them would fill the table with depths that no search
 * had. Without a limit of nodes or a move to come, there may be a shorter win, down to the result's own depth. */
static bool nothing_deeper(const Worker *worker, const Progress *progress, int depth)
{
    const Pool *pool = worker->pool;
    const Limits *limits = &pool->job.limits;
    if (limits->depth || pool->job.multipv > 1 || !believed(worker, progress, true)) return false;
    bool playing = (limits->nodes || atomic_load(&pool->pondering)) && !limits->infinite;
    return playing || depth > SCORE_WIN - abs(progress->last_score);
}

/* Of the iteration's nodes, how many went into the move that came out best. */
static int best_effort_pct(const RootList *root)
{
    uint64_t all = 0;
    for (int i = 0; i < root->count; i++) all += root->moves[i].nodes;
    return all > 0 ? (int)(root->moves[0].nodes * 100 / all) : 0;
}

/* Both layers of the clock say what they did, for whoever tunes it. */
static void log_depth_not_begun(Worker *worker, const TimePlan *plan, const TimeProgress *time)
{
    if (!worker->params->clock_log) return;
    char text[160];
    (void)snprintf(text, sizeof text, "clock: depth %d completed, %lld ms of %lld to %lld, next estimated %lld ms",
                   time->depth, (long long)time->elapsed_ms, (long long)plan->soft_ms, (long long)plan->hard_ms,
                   (long long)timeman_next_iteration(time, worker->params));
    worker_report_text(worker, text);
}

static void log_depth_cut_off(Worker *worker, int depth, int completed)
{
    if (!worker->params->clock_log) return;
    Pool *pool = worker->pool;
    mutex_lock(&pool->lock);
    int64_t hard = pool->plan.hard_ms, elapsed = clock_now(pool->config.clock) - pool->clock_start_ns;
    mutex_unlock(&pool->lock);
    char text[160];
    (void)snprintf(text, sizeof text, "clock: depth %d cut off, depth %d completed, %lld ms of %lld", depth, completed,
                   (long long)(elapsed / NS_PER_MS), (long long)hard);
    worker_report_text(worker, text);
}

static bool main_goes_on(Worker *worker, const Progress *progress, Score score_before, int depth)
{
    Pool *pool = worker->pool;
    const Limits *limits = &pool->job.limits;
    if (pool_stop_published(pool, worker->epoch)) return false;
    if (limits->mate > 0 && score_is_win(progress->last_score) && believed(worker, progress, false)) return false;
    if (nothing_deeper(worker, progress, depth)) return false;
    if (atomic_load(&pool->pondering)) return true;
    mutex_lock(&pool->lock);
    TimePlan plan = pool->plan;
    int64_t clock_start = pool->clock_start_ns;
    mutex_unlock(&pool->lock);
    if (plan.hard_ms == TIME_UNLIMITED) return true;
    if (believed(worker, progress, plan.use_all)) return false;
    TimeProgress time = {.elapsed_ms = (clock_now(pool->config.clock) - clock_start) / NS_PER_MS,
                         .last_iteration_ms = progress->last_ms,
                         .previous_iteration_ms = progress->previous_ms,
                         .depth = depth,
                         .best_move_changes_pct = progress->changes_pct,
                         .score_drop = score_before - progress->last_score,
                         .best_effort_pct = best_effort_pct(&worker->root),
                         .single_move = worker->root.count == 1};
    bool on = timeman_go_on(&plan, &time, worker->params);
    if (!on) worker_count(worker, STAT_DEPTHS_NOT_BEGUN);
    if (!on) log_depth_not_begun(worker, &plan, &time);
    return on;
}

static void publish_snapshot(Worker *worker, const Snapshot *best)
{
    if (best->depth < worker->params->snapshot_min_depth || best->pv.len == 0) return;
    mutex_lock(&worker->pool->lock);
    worker->snapshot = *best;
    worker->pool->slots[worker->index].snapshots++;
    mutex_unlock(&worker->pool->lock);
}

/* A helper has completed the depth that was asked for. Its answer is as good as the main worker's, if that searches the
 * same moves. */
static void end_by_helper(Worker *worker)
{
    Pool *pool = worker->pool;
    if (pool->job.limits.depth == 0 || pool->job.limits.infinite || atomic_load(&pool->pondering)) return;
    if (worker->snapshot.depth < pool->job.max_depth) return; /* too shallow to have been published */
    if (atomic_load(&pool->helpers_may_end)) pool_publish_stop(pool, worker->epoch);
}

static void deepen(Worker *worker, Snapshot *best)
{
    const Job *job = &worker->pool->job;
    Progress progress = {.last_best = MOVE_NONE};
    for (int depth = 1; depth <= job->max_depth; depth++) {
        if (depth > 1 && depth < job->max_depth && deepen_skips(worker->index, depth)) continue;
        int64_t before = clock_now(worker->pool->config.clock);
        Score score_before = progress.last_best == MOVE_NONE ? -SCORE_INFINITE : progress.last_score;
        if (!run_iteration(worker, &progress, depth, best)) {
            if (worker->index != 0 || worker_time_left_ms(worker) != 0) return;
            worker_count(worker, STAT_DEPTHS_CUT_OFF);
            log_depth_cut_off(worker, depth, best->depth);
            return;
        }
        int64_t took = (clock_now(worker->pool->config.clock) - before) / NS_PER_MS;
        update_progress(worker, &progress, best, took);
        if (worker->index != 0) {
            publish_snapshot(worker, best);
            if (nothing_deeper(worker, &progress, depth)) return;
        } else if (!main_goes_on(worker, &progress, score_before, depth)) {
            return;
        }
        bool first = worker->index == 0;
        if (first && worker->game->between && depth < job->max_depth) worker->game->between(worker, &best->pv);
    }
    if (worker->index != 0) end_by_helper(worker);
}

/* A helper's part in a tree that all share: the main worker's rounds, one after the other. */
static void follow(Worker *worker)
{
    Score alpha, beta;
    while (pool_join_round(worker->pool, worker, &alpha, &beta)) {
        (void)worker->game->search_root(worker, alpha, beta, worker->depth);
    }
}

static void prepare(Worker *worker)
{
    Pool *pool = worker->pool;
    const Job *job = &pool->job;
    worker->epoch = pool->epoch;
    worker->shared = job->shared;
    worker->stopped = false;
    worker->round = 0;
    worker->shares = worker->game->shared_tree && worker->params->shared_tree && pool->count > 1;
    worker->countdown = worker->poll_nodes = worker->last_poll_ns = worker->last_current_ns = 0;
    worker->claimed = 0;
    worker->seldepth = 0;
    worker->stats = (Stats){{0}};
    worker->snapshot = (Snapshot){0};
    worker->told = (Snapshot){0};
    for (int i = 0; i < STAT_COUNT; i++) atomic_store_explicit(&worker->shown[i], 0, memory_order_relaxed);
    if (worker->session != pool->session) {
        worker->session = pool->session;
        worker->carried = MOVE_NONE;
        worker->game->new_game(worker);
    }
    Limits none = limits_none();
    root_fill(&worker->root, job->moves, job->move_count, &none);
    bool jitter = worker->index > 0 && worker->params->jitter;
    root_set_jitter(&worker->root, pool_jitter_seed(pool->session, job->root_key, worker->index),
                    jitter ? worker->params->jitter_amplitude : 0);
    worker->game->set_root(worker, job->position);
}

static void write_result(const Worker *worker, const Snapshot *best, SearchResult *result)
{
    *result = (SearchResult){.best = worker->root.moves[0].move,
                             .bound = BOUND_NONE,
                             .selectivity = 100,
                             .stage = best->depth > 0 || best->pv.len > 0 ? "search" : "first move"};
    if (best->pv.len == 0) {
        result->pv.len = 1;
        result->pv.moves[0] = result->best;
        return;
    }
    result->best = best->pv.moves[0];
    result->ponder = best->pv.len > 1 ? best->pv.moves[1] : MOVE_NONE;
    result->score = best->score;
    result->bound = best->bound;
    result->depth = best->depth;
    result->seldepth = best->seldepth;
    result->pv = best->pv;
    if (worker->game->describe_depth) {
        worker->game->describe_depth(worker, best->depth, &result->depth, &result->selectivity);
    }
    if (worker_limits(worker)->mate != 0 && score_is_win(best->score)) result->proof = PROOF_WIN;
}

/* The answer is the line that was told last; and where an iteration was cut off, its nodes and time are told, too. */
static bool left_to_tell(const Worker *worker, const Snapshot *chosen, int completed)
{
    if (chosen->pv.len == 0) return false;
    const Snapshot *told = &worker->told;
    bool same = told->depth == chosen->depth && told->score == chosen->score && pv_same(&told->pv, &chosen->pv);
    return worker->depth > completed || !same;
}

/* A helper that completed a deeper iteration than the main worker knows more. A prelude may have left only some of the
 * moves to the main worker, and helpers go on with all: theirs counts if it is one of those. */
static const Snapshot *better_of(Worker *worker, const Snapshot *mine)
{
    const Pool *pool = worker->pool;
    const Snapshot *best = mine;
    for (int i = 1; i < pool->count; i++) {
        const Snapshot *other = &pool->slots[i].worker->snapshot;
        if (other->bound != BOUND_EXACT || other->depth <= best->depth) continue;
        if (root_find(&worker->root, other->pv.moves[0])) best = other;
    }
    return best;
}

static void wait_for_helpers(Worker *worker)
{
    Pool *pool = worker->pool;
    pool_publish_stop(pool, worker->epoch);
    mutex_lock(&pool->lock);
    cond_broadcast(&pool->wake); /* helpers that wait for a round */
    while (pool->helpers_busy > 0) cond_wait(&pool->state, &pool->lock);
    mutex_unlock(&pool->lock);
}

/* Infinite and ponder searches keep their answer until they are told to give it. */
static void hold_answer(Worker *worker)
{
    Pool *pool = worker->pool;
    mutex_lock(&pool->lock);
    while (!pool_stop_published(pool, worker->epoch) && (pool->job.limits.infinite || atomic_load(&pool->pondering))) {
        if (alone_wish() != WISH_NONE) pool_publish_stop(pool, worker->epoch);
        if (!alone()) cond_wait(&pool->state, &pool->lock);
    }
    mutex_unlock(&pool->lock);
}

static Score final_score(const Game *game, const void *position)
{
    Outcome outcome = game->outcome(position, NULL);
    if (game->final_score && outcome != OUTCOME_NONE) return game->final_score(position);
    bool first = game->side_to_move(position) == 0;
    if (outcome == (first ? OUTCOME_SECOND_WINS : OUTCOME_FIRST_WINS)) return score_loss_in(0);
    return outcome == (first ? OUTCOME_FIRST_WINS : OUTCOME_SECOND_WINS) ? score_win_in(0) : SCORE_DRAW;
}

static void answer_without_moves(const Worker *worker, SearchResult *result)
{
    *result = (SearchResult){.score = final_score(worker->game, worker_root_position(worker)),
                             .bound = BOUND_EXACT,
                             .selectivity = 100,
                             .stage = "game over"};
}

void deepen_run(Worker *worker, SearchResult *result)
{
    prepare(worker);
    Snapshot best = {0};
    bool has_moves = worker->root.count > 0;
    if (worker->index != 0) {
        if (has_moves && worker->shares) follow(worker);
        if (has_moves && !worker->shares) deepen(worker, &best);
        return;
    }
    bool answered = !has_moves;
    if (!has_moves) answer_without_moves(worker, result);
    if (has_moves && worker->game->prelude) answered = worker->game->prelude(worker, result);
    /* A prelude may have been stopped by the clock; the first iteration is owed all the same. */
    worker->stopped = false;
    bool all_moves = worker->root.count == worker->pool->job.move_count;
    atomic_store(&worker->pool->helpers_may_end, all_moves && worker->pool->job.multipv == 1);
    if (!answered) deepen(worker, &best);
    hold_answer(worker);
    wait_for_helpers(worker);
    if (answered) return;
    bool compare = worker->pool->job.multipv == 1;
    const Snapshot *chosen = compare ? better_of(worker, &best) : &best;
    write_result(worker, chosen, result);
    if (compare && left_to_tell(worker, chosen, best.depth)) {
        if (worker->seldepth < chosen->seldepth) worker->seldepth = chosen->seldepth;
        worker_report_line(worker, 1, chosen->score, chosen->bound, &chosen->pv, chosen->depth);
    }
}
