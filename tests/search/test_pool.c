#include "base/clock.h"
#include "test.h"
#include "toy/rig.h"
#include "toy/toy.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <pthread.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(NDEBUG)
enum { STOP_ROUNDS = 2000 };
#else
enum { STOP_ROUNDS = 300 };
#endif

static ToyPosition large_board(void)
{
    ToyPosition position;
    toy_start(&position, 8, 7); /* nobody solves this while a test runs */
    return position;
}

static void sleep_us(uint64_t us)
{
    clock_sleep((int64_t)us * 1000);
}

static void every_start_gets_exactly_one_result(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads += 3) {
        Rig rig;
        rig_open(&rig, &toy_game, threads, 1, clock_real());
        ToyPosition position = large_board();
        Rng rng = rng_new(4);
        Limits limits = limits_none();
        limits.infinite = true;
        for (int i = 0; i < STOP_ROUNDS; i++) {
            rig_start(&rig, &position, &limits);
            if (rng_below(&rng, 4)) sleep_us(rng_below(&rng, 500));
            pool_stop(rig.pool);
            pool_stop(rig.pool); /* a second stop is harmless, and must not reach the next search */
            assert_int_not_equal(rig_wait(&rig)->best, MOVE_NONE);
            assert_true(rig.result.depth >= 1);
            assert_int_equal(rig.results, i + 1);
        }
        rig_close(&rig);
    }
}

static void an_infinite_search_answers_only_when_stopped(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 2, 1, clock_real());
    ToyPosition position;
    Rng rng = rng_new(8);
    while (!toy_random(&position, 5, 5, 22, &rng)) { /* three moves to the end: solved at once */
    }
    Limits limits = limits_none();
    limits.infinite = true;
    rig_start(&rig, &position, &limits);
    sleep_us(50000);
    mutex_lock(&rig.lock);
    assert_int_equal(rig.results, 0);
    mutex_unlock(&rig.lock);
    assert_true(pool_running(rig.pool));
    pool_stop(rig.pool);
    (void)rig_wait(&rig);
    assert_int_equal(rig.results, 1);
    rig_close(&rig);
}

static void a_ponder_search_waits_for_the_hit_and_then_keeps_the_clock(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 2, 1, clock_real());
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.ponder = true;
    limits.time_ms = 0;
    limits.byoyomi_ms = 80;
    /* Hit: thinks on by the clock that begins now. */
    rig_start(&rig, &position, &limits);
    sleep_us(150000);
    assert_int_equal(rig.results, 0);
    pool_ponderhit(rig.pool, NULL);
    (void)rig_wait(&rig);
    assert_int_equal(rig.results, 1);
    assert_true(rig.result.time_ms >= 150);
    /* Hit with a new clock that has nothing left. */
    rig_start(&rig, &position, &limits);
    Limits new_clock = limits_none();
    new_clock.time_ms = 0;
    sleep_us(1000);
    pool_ponderhit(rig.pool, &new_clock);
    (void)rig_wait(&rig);
    assert_int_equal(rig.results, 2);
    /* Stop instead of a hit; a late hit changes nothing. */
    rig_start(&rig, &position, &limits);
    pool_stop(rig.pool);
    (void)rig_wait(&rig);
    pool_ponderhit(rig.pool, NULL);
    assert_int_equal(rig.results, 3);
    /* A hit on a position that was solved while pondering answers at once. */
    Rng rng = rng_new(8);
    while (!toy_random(&position, 5, 5, 22, &rng)) {}
    rig_start(&rig, &position, &limits);
    sleep_us(20000);
    assert_int_equal(rig.results, 3);
    pool_ponderhit(rig.pool, NULL);
    (void)rig_wait(&rig);
    assert_int_equal(rig.results, 4);
    rig_close(&rig);
}

static void all_workers_together_keep_the_node_limit(void **state)
{
    (void)state;
    static const uint64_t limits_tried[] = {1, 2, 10, 100, 1000, 54321};
    for (int threads = 1; threads <= 7; threads += 3) {
        Rig rig;
        rig_open(&rig, &toy_game, threads, 1, clock_real());
        ToyPosition position = large_board();
        for (size_t i = 0; i < sizeof limits_tried / sizeof *limits_tried; i++) {
            Limits limits = limits_none();
            limits.nodes = limits_tried[i];
            const SearchResult *result = rig_search(&rig, &position, &limits);
            assert_true(result->nodes <= limits_tried[i]);
            if (threads == 1) assert_int_equal(result->nodes, limits_tried[i]);
            assert_int_not_equal(result->best, MOVE_NONE);
        }
        rig_close(&rig);
    }
}

static void one_thread_searches_the_same_tree_every_time(void **state)
{
    (void)state;
    uint64_t nodes = 0;
    Pv pv = {0};
    for (int run = 0; run < 10; run++) {
        Rig rig;
        rig_open(&rig, &toy_game, 1, 1, clock_real());
        ToyPosition position = large_board();
        Limits limits = limits_none();
        limits.depth = 11;
        const SearchResult *result = rig_search(&rig, &position, &limits);
        if (run == 0) {
            nodes = result->nodes;
            pv = result->pv;
        }
        assert_int_equal(result->nodes, nodes);
        assert_int_equal(result->pv.len, pv.len);
        assert_memory_equal(result->pv.moves, pv.moves, pv.len * sizeof(Move));
        rig_close(&rig);
    }
}

static void a_new_game_forgets_and_the_same_game_remembers(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 1, 1, clock_real());
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.depth = 10;
    uint64_t fresh = rig_search(&rig, &position, &limits)->nodes;
    tt_clear(&rig.tt, 1);
    uint64_t again = rig_search(&rig, &position, &limits)->nodes;
    assert_int_not_equal(again, fresh); /* histories were kept */
    tt_clear(&rig.tt, 1);
    pool_new_game(rig.pool);
    assert_int_equal(rig_search(&rig, &position, &limits)->nodes, fresh);
    rig_close(&rig);
}

static void threads_come_and_go_between_searches(void **state)
{
    (void)state;
    Rig rig;
    Error error;
    rig_open(&rig, &toy_game, 1, 1, clock_real());
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.movetime_ms = 5;
    static const int counts[] = {1, 5, 2, 64, 256, 3, 1};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        assert_int_equal(pool_resize(rig.pool, counts[i], &error), STATUS_OK);
        assert_int_equal(pool_threads(rig.pool), counts[i]);
        assert_int_not_equal(rig_search(&rig, &position, &limits)->best, MOVE_NONE);
    }
    assert_int_equal(pool_resize(rig.pool, 0, &error), STATUS_BAD_INPUT);
    assert_int_equal(pool_resize(rig.pool, POOL_THREADS_MAX + 1, &error), STATUS_BAD_INPUT);
    assert_int_equal(pool_threads(rig.pool), 1);
    limits.infinite = true;
    rig_start(&rig, &position, &limits);
    assert_int_equal(pool_resize(rig.pool, 2, &error), STATUS_BUSY);
    SearchCallbacks none = {0};
    assert_int_equal(pool_start(rig.pool, &position, NULL, &limits, &none, &error), STATUS_BUSY);
    pool_stop(rig.pool);
    (void)rig_wait(&rig);
    rig_close(&rig);
}

static void even_no_time_at_all_gives_a_move_of_depth_one(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        Rig rig;
        rig_open(&rig, &toy_game, threads, 1, clock_real());
        ToyPosition position = large_board();
        for (int i = 0; i < 50; i++) {
            Limits limits = limits_none();
            if (i % 2) limits.movetime_ms = i % 3;
            if (i % 2 == 0) limits.time_ms = i % 3;
            const SearchResult *result = rig_search(&rig, &position, &limits);
            assert_int_not_equal(result->best, MOVE_NONE);
            assert_true(result->depth >= 1);
            assert_string_equal(result->stage, "search");
        }
        rig_close(&rig);
    }
}

/* A prelude that thinks until it is stopped and then has no answer. */
static bool greedy_prelude(Worker *worker, SearchResult *result)
{
    (void)result;
    while (worker_node(worker)) {}
    return false;
}

static void a_prelude_that_used_up_the_clock_still_leaves_a_first_iteration(void **state)
{
    (void)state;
    Game greedy = toy_game;
    greedy.prelude = greedy_prelude;
    Rig rig;
    rig_open(&rig, &greedy, 1, 1, clock_real());
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.movetime_ms = 20;
    const SearchResult *result = rig_search(&rig, &position, &limits);
    assert_int_equal(result->best, result->pv.moves[0]);
    assert_true(result->depth >= 1);
    limits = limits_none();
    limits.nodes = 5000; /* nodes are never exceeded, whoever used them */
    result = rig_search(&rig, &position, &limits);
    assert_true(result->nodes <= 5000);
    assert_int_not_equal(result->best, MOVE_NONE);
    rig_close(&rig);
}

/* The same, after all moves but the first column's, which is the worst, were taken out. */
static bool trimming_prelude(Worker *worker, SearchResult *result)
{
    worker->root.count = 1;
    return greedy_prelude(worker, result);
}

static void moves_that_a_prelude_took_out_do_not_come_back_from_helpers(void **state)
{
    (void)state;
    Game greedy = toy_game, trimming = toy_game;
    greedy.prelude = greedy_prelude;
    trimming.prelude = trimming_prelude;
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.movetime_ms = 60;
    Rig rig;
    /* The main worker gets as far as depth 1, so the answer is a helper's. On a busy machine a helper may need longer.
     */
    rig_open(&rig, &greedy, 3, 1, clock_real());
    const SearchResult *result = rig_search(&rig, &position, &limits);
    for (; result->depth <= 1 && limits.movetime_ms < 30000; limits.movetime_ms *= 2) {
        result = rig_search(&rig, &position, &limits);
    }
    assert_true(result->depth > 1);
    assert_int_not_equal(result->best, 1);
    rig_close(&rig);
    rig_open(&rig, &trimming, 3, 1, clock_real());
    for (int i = 0; i < 3; i++) {
        result = rig_search(&rig, &position, &limits);
        assert_int_equal(result->best, 1);
        assert_int_equal(result->pv.moves[0], 1);
    }
    rig_close(&rig);
}

/* Every look at the clock takes a millisecond, so the pace is the same on every machine. */
static void the_current_move_is_told_at_the_pace_asked_for(void **state)
{
    (void)state;
    Rig rig;
    DrivenClock driven = {.step = NS_PER_MS};
    rig_open(&rig, &toy_game, 1, 1, clock_driven(&driven));
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.depth = 9;
    rig.params.currmove_after_ms = 0;
    rig.params.currmove_throttle_ms = 0;
    int64_t took = rig_search(&rig, &position, &limits)->time_ms;
    int every = rig.currents;
    assert_true(every >= 2 * limits.depth && took >= every);
    rig.currents = 0;
    rig.params.currmove_throttle_ms = 10;
    took = rig_search(&rig, &position, &limits)->time_ms;
    assert_in_range(rig.currents, 1, took / 10);
    assert_true(rig.currents < every);
    rig.currents = 0;
    rig.params.currmove_throttle_ms = 0;
    rig.params.currmove_after_ms = 60000;
    took = rig_search(&rig, &position, &limits)->time_ms;
    assert_true(took < 60000);
    assert_int_equal(rig.currents, 0);
    rig_close(&rig);
}

/* Whoever found it: move and line of the answer are those told last, and the depth is one that was completed. */
static void the_answer_is_the_line_told_last(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 4, 1, clock_real());
    Rng rng = rng_new(5);
    for (int i = 0; i < 300; i++) {
        ToyPosition position;
        if (!toy_random(&position, 8, 7, (int)rng_below(&rng, 12), &rng)) continue;
        Limits limits = limits_none();
        if (i % 3 == 0) {
            limits.depth = 1 + (int)rng_below(&rng, 11);
        } else {
            limits.nodes = 200 + rng_below(&rng, 60000);
        }
        rig.last_pv.len = 0;
        const SearchResult *result = rig_search(&rig, &position, &limits);
        assert_true(pv_same(&result->pv, &rig.last_pv));
        assert_int_equal(result->best, result->pv.moves[0]);
        assert_int_equal(result->score, rig.last_line.score);
        if (limits.depth > 0 && !score_is_decided(result->score)) assert_int_equal(result->depth, limits.depth);
        pool_new_game(rig.pool);
    }
    rig_close(&rig);
}

/* The main worker does not get past depth 3, until it is stopped. The helper waits until it is there: one that has
 * completed the depth before the main worker began ends nothing. */
static atomic_bool main_dawdles;

static Score dawdle(Worker *worker, Score alpha, Score beta, int depth)
{
    if (worker->index == 0 && depth > 3) {
        atomic_store(&main_dawdles, true);
        while (worker_node(worker)) sleep_us(50);
        return 0;
    }
    while (worker->index != 0 && !atomic_load(&main_dawdles)) sleep_us(50);
    return toy_game.search_root(worker, alpha, beta, depth);
}

static void a_helper_that_completes_the_depth_ends_the_search(void **state)
{
    (void)state;
    Game dawdling = toy_game;
    dawdling.search_root = dawdle;
    atomic_store(&main_dawdles, false);
    Rig rig;
    rig_open(&rig, &dawdling, 2, 1, clock_real());
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.depth = 9;
    const SearchResult *result = rig_search(&rig, &position, &limits);
    assert_int_equal(result->depth, 9);
    assert_true(pv_same(&result->pv, &rig.last_pv));
    rig_close(&rig);
}

static size_t stack_size(void)
{
#if defined(_WIN32)
    ULONG_PTR low = 0, high = 0;
    GetCurrentThreadStackLimits(&low, &high);
    return (size_t)(high - low);
#else
    pthread_attr_t attributes;
    size_t size = 0;
    assert_int_equal(pthread_getattr_np(pthread_self(), &attributes), 0);
    assert_int_equal(pthread_attr_getstacksize(&attributes, &size), 0);
    assert_int_equal(pthread_attr_destroy(&attributes), 0);
    return size;
#endif
}

/* Writes the size of the stack that it runs on into the score. */
static Score measure_stack(Worker *worker, Score alpha, Score beta, int depth)
{
    (void)alpha;
    (void)beta;
    (void)depth;
    size_t size = stack_size();
    Pv none = {0};
    worker_root_begin(worker, 0);
    worker_root_record(worker, 0, (Score)(size >> 20), -SCORE_INFINITE, SCORE_INFINITE, &none);
    return (Score)(size >> 20);
}

static void a_new_size_of_stack_reaches_threads_that_live(void **state)
{
    (void)state;
    Game measuring = toy_game;
    measuring.search_root = measure_stack;
    Rig rig;
    rig_open(&rig, &measuring, 2, 1, clock_real());
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.depth = 1;
    Error error;
    static const int sizes[] = {16, 3, 40};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        rig.params.worker_stack_mb = sizes[i];
        assert_int_equal(pool_resize(rig.pool, 2, &error), STATUS_OK);
        assert_int_equal(rig_search(&rig, &position, &limits)->score, sizes[i]);
    }
    rig_close(&rig);
}

static void the_clock_says_what_it_did(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 1, 1, clock_real());
    ToyPosition position = large_board();
    Limits limits = limits_none();
    limits.time_ms = 2000;
    (void)rig_search(&rig, &position, &limits);
    assert_string_equal(rig.last_text, ""); /* only when asked */
    rig.params.clock_log = 1;
    const SearchResult *result = rig_search(&rig, &position, &limits);
    int completed = 0, cut = 0;
    bool not_begun = sscanf(rig.last_text, "clock: depth %d completed,", &completed) == 1;
    bool cut_off = sscanf(rig.last_text, "clock: depth %d cut off, depth %d completed,", &cut, &completed) == 2;
    assert_true(not_begun || cut_off);
    assert_int_equal(completed, result->depth);
    limits = limits_none();
    limits.movetime_ms = 30; /* all of it is used, so the last depth is cut off */
    result = rig_search(&rig, &position, &limits);
    assert_int_equal(sscanf(rig.last_text, "clock: depth %d cut off, depth %d completed,", &cut, &completed), 2);
    assert_int_equal(completed, result->depth);
    assert_int_equal(cut, completed + 1);
    rig_close(&rig);
}

static void a_believed_win_saves_the_clock(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 1, 1, clock_real());
    rig.params.move_overhead_ms = 10;
    ToySettings *settings = rig.settings;
    settings->width = 8;
    settings->height = 7;
    ToyPosition position;
    Error error;
    assert_int_equal(toy_game.parse_position(rig.settings, str_from("181818"), &position, &error), STATUS_OK);
    Limits limits = limits_none();
    limits.time_ms = 600000; /* the first player wins by dropping into column 1 */
    const SearchResult *result = rig_search(&rig, &position, &limits);
    assert_int_equal(result->best, 1);
    assert_int_equal(result->score, score_win_in(1));
    assert_int_equal(result->depth, 2); /* found at 1, confirmed at 2 */
    rig_close(&rig);
}

static void a_loss_is_doubted_longer_where_the_time_cannot_be_saved(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 1, 1, clock_real());
    rig.params.move_overhead_ms = 10;
    ToySettings *settings = rig.settings;
    settings->width = 8;
    settings->height = 7;
    ToyPosition position;
    Error error;
    assert_int_equal(toy_game.parse_position(rig.settings, str_from("44556"), &position, &error), STATUS_OK);
    Limits limits = limits_none();
    limits.time_ms = 600000; /* three in a row with both ends open: lost in two */
    const SearchResult *result = rig_search(&rig, &position, &limits);
    assert_int_equal(result->score, score_loss_in(2));
    assert_int_equal(result->depth, 3);
    limits = limits_none();
    limits.byoyomi_ms = 600000;
    result = rig_search(&rig, &position, &limits);
    assert_int_equal(result->score, score_loss_in(2));
    assert_int_equal(result->depth, 7);
    rig_close(&rig);
}

/* What the reports say of one search adds up: nodes only grow, depth by depth, and the lines can be played. */
typedef struct Watch {
    int depth;
    uint64_t nodes;
    ToyPosition position;
} Watch;

static void watch_line(void *context, const Report *report)
{
    Watch *watch = context;
    assert_true(report->depth >= watch->depth);
    assert_true(report->nodes >= watch->nodes);
    assert_true(report->seldepth >= 1 && report->hashfull >= 0 && report->hashfull <= 1000);
    assert_int_equal(report->selectivity, 100);
    assert_int_equal(report->stats->value[STAT_NODES], report->nodes);
    watch->depth = report->depth;
    watch->nodes = report->nodes;
    ToyPosition walk = watch->position;
    for (int i = 0; i < report->pv->len; i++) {
        assert_true(walk.fill[report->pv->moves[i] - 1] < walk.height && !walk.won);
        toy_play(&walk, report->pv->moves[i]);
    }
}

static void reports_grow_and_their_lines_can_be_played(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads += 3) {
        Rig rig;
        rig_open(&rig, &toy_game, threads, 1, clock_real());
        Watch watch = {.position = large_board()};
        rig.on_line = watch_line;
        rig.on_line_context = &watch;
        Limits limits = limits_none();
        limits.depth = 10;
        limits.multipv = 3;
        const SearchResult *result = rig_search(&rig, &watch.position, &limits);
        assert_int_equal(rig.lines, 30);
        assert_int_equal(result->depth, 10);
        assert_true(result->stats.value[STAT_TT_HITS] > 0 && result->stats.value[STAT_CUTOFFS] > 0);
        assert_true(rig.line_scores[0] >= rig.line_scores[1] && rig.line_scores[1] >= rig.line_scores[2]);
        rig_close(&rig);
    }
}

typedef struct Log {
    int lines;
    char last[256];
} Log;

static void take_log(void *context, const char *line)
{
    Log *log = context;
    log->lines++;
    assert_true(str_copy(str_from(line), log->last, sizeof log->last));
}

static void the_pool_tells_its_counters_when_asked(void **state)
{
    (void)state;
    SearchParams params;
    Error error;
    Log log = {0};
    TT tt = {0};
    ToySettings settings = {.width = 5, .height = 5};
    Pool *pool = NULL;
    assert_int_equal(options_init(search_param_options, &params, &error), STATUS_OK);
    assert_int_equal(tt_resize(&tt, 1, 1, &error), STATUS_OK);
    PoolConfig config = {.game = &toy_game,
                         .params = &params,
                         .settings = &settings,
                         .tt = &tt,
                         .clock = clock_real(),
                         .log = take_log,
                         .log_context = &log};
    assert_int_equal(pool_create(&pool, &config, 3, &error), STATUS_OK);
    pool_destroy(pool);
    assert_int_equal(log.lines, 0);
    params.pool_metrics = 1;
    assert_int_equal(pool_create(&pool, &config, 3, &error), STATUS_OK);
    pool_destroy(pool);
    assert_int_equal(log.lines, 3);
    assert_non_null(strstr(log.last, "pool: worker 2 jobs 0"));
    tt_free(&tt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_start_gets_exactly_one_result),
        cmocka_unit_test(an_infinite_search_answers_only_when_stopped),
        cmocka_unit_test(a_ponder_search_waits_for_the_hit_and_then_keeps_the_clock),
        cmocka_unit_test(all_workers_together_keep_the_node_limit),
        cmocka_unit_test(one_thread_searches_the_same_tree_every_time),
        cmocka_unit_test(a_new_game_forgets_and_the_same_game_remembers),
        cmocka_unit_test(threads_come_and_go_between_searches),
        cmocka_unit_test(even_no_time_at_all_gives_a_move_of_depth_one),
        cmocka_unit_test(a_prelude_that_used_up_the_clock_still_leaves_a_first_iteration),
        cmocka_unit_test(moves_that_a_prelude_took_out_do_not_come_back_from_helpers),
        cmocka_unit_test(the_current_move_is_told_at_the_pace_asked_for),
        cmocka_unit_test(the_answer_is_the_line_told_last),
        cmocka_unit_test(a_helper_that_completes_the_depth_ends_the_search),
        cmocka_unit_test(a_new_size_of_stack_reaches_threads_that_live),
        cmocka_unit_test(the_clock_says_what_it_did),
        cmocka_unit_test(a_believed_win_saves_the_clock),
        cmocka_unit_test(a_loss_is_doubted_longer_where_the_time_cannot_be_saved),
        cmocka_unit_test(reports_grow_and_their_lines_can_be_played),
        cmocka_unit_test(the_pool_tells_its_counters_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
