#include "test.h"
#include "toy/rig.h"
#include "toy/toy.h"

#include <math.h>

#if defined(NDEBUG)
enum { STATES = 3000000, GAMES = 300 };
#else
enum { STATES = 300000, GAMES = 20 };
#endif

static SearchParams defaults(void)
{
    SearchParams params;
    Error error;
    assert_int_equal(options_init(search_param_options, &params, &error), STATUS_OK);
    return params;
}

static ClockShape shape_of(int length, int weight_pct)
{
    return (ClockShape){.length = length,
                        .least = 1,
                        .opening_pct = weight_pct,
                        .middle_pct = weight_pct,
                        .ending_pct = weight_pct,
                        .calm_pct = 70,
                        .change_pct = 40,
                        .drop_pct = 50,
                        .most_pct = 600,
                        .guard_ms = 500};
}

static TimePlan plan_of(const Limits *limits, int length, int weight_pct, const SearchParams *params)
{
    ClockShape shape = shape_of(length, weight_pct);
    return timeman_plan(limits, (TimeProfile){&shape, 0}, params);
}

/* Times of every size: nothing, a few milliseconds, minutes, absurd. */
static int64_t some_time(Rng *rng)
{
    switch (rng_below(rng, 5)) {
    case 0: return 0;
    case 1: return (int64_t)rng_below(rng, 100);
    case 2: return (int64_t)rng_below(rng, 10000);
    case 3: return (int64_t)rng_below(rng, 7200000);
    default: return (int64_t)(rng_next(rng) >> 2);
    }
}

static void no_clock_state_is_allotted_more_than_is_left(void **state)
{
    (void)state;
    Rng rng = rng_new(2026);
    SearchParams params = defaults();
    for (int i = 0; i < STATES; i++) {
        Limits limits = limits_none();
        limits.time_ms = some_time(&rng);
        limits.increment_ms = rng_below(&rng, 2) ? some_time(&rng) : 0;
        limits.byoyomi_ms = rng_below(&rng, 2) ? some_time(&rng) : 0;
        limits.increment_first = rng_below(&rng, 2);
        limits.moves_to_go = rng_below(&rng, 2) ? (int)rng_below(&rng, 60) : 0;
        if (rng_below(&rng, 4) == 0) limits.movetime_ms = some_time(&rng);
        params.move_overhead_ms = (int)rng_below(&rng, rng_below(&rng, 2) ? 60000 : 100);
        params.slow_mover = 10 + (int)rng_below(&rng, 990);
        ClockShape shape = shape_of((int)rng_below(&rng, 200), 1 + (int)rng_below(&rng, 500));
        TimePlan plan = timeman_plan(&limits, (TimeProfile){&shape, (int)rng_below(&rng, 300)}, &params);
        double left = (double)limits.time_ms + (double)limits.byoyomi_ms;
        if (limits.increment_first) left += (double)limits.increment_ms;
        left -= params.move_overhead_ms < left * 3 / 4 ? params.move_overhead_ms : floor(left * 3 / 4);
        assert_true(plan.hard_ms >= 0 && plan.soft_ms >= 0);
        assert_true(plan.soft_ms <= plan.hard_ms);
        assert_true((double)plan.hard_ms <= (left > 0 ? left : 0));
        if (limits.movetime_ms != LIMIT_NONE) assert_true(plan.hard_ms <= limits.movetime_ms);
        /* Whatever the plan, deepening ends: past the hard limit there is no next iteration. */
        TimeProgress progress = {.elapsed_ms = plan.hard_ms, .depth = 1};
        assert_false(timeman_go_on(&plan, &progress, &params));
    }
}

static void an_endless_search_has_no_limits(void **state)
{
    (void)state;
    SearchParams params = defaults();
    Limits limits = limits_none();
    assert_int_equal(plan_of(&limits, 30, 100, &params).hard_ms, TIME_UNLIMITED);
    limits.time_ms = 1000;
    limits.infinite = true;
    TimePlan plan = plan_of(&limits, 30, 100, &params);
    assert_int_equal(plan.hard_ms, TIME_UNLIMITED);
    TimeProgress progress = {.elapsed_ms = INT64_C(1) << 40, .depth = 30};
    assert_true(timeman_go_on(&plan, &progress, &params));
}

static void byoyomi_alone_is_used_up_and_kept(void **state)
{
    (void)state;
    SearchParams params = defaults();
    Limits limits = limits_none();
    limits.time_ms = 0;
    limits.byoyomi_ms = 10000;
    TimePlan plan = plan_of(&limits, 40, 100, &params);
    assert_int_equal(plan.hard_ms, 10000 - params.move_overhead_ms);
    assert_int_equal(plan.soft_ms, plan.hard_ms);
    assert_true(plan.use_all && plan.byoyomi);
    limits.byoyomi_ms = params.move_overhead_ms; /* a quarter of it is left to think with */
    assert_in_range(plan_of(&limits, 40, 100, &params).hard_ms, 1, params.move_overhead_ms / 4 + 1);
}

static void the_phase_of_the_game_weighs(void **state)
{
    (void)state;
    SearchParams params = defaults();
    Limits limits = limits_none();
    limits.time_ms = 600000;
    int64_t opening = plan_of(&limits, 30, 80, &params).soft_ms;
    int64_t middle = plan_of(&limits, 30, 130, &params).soft_ms;
    assert_true(middle * 10 > opening * 15);
}

/* A clock that the referee of a simulated game keeps. */
typedef struct GameClock {
    int64_t time_ms, increment_ms, byoyomi_ms;
} GameClock;

static bool clock_survives(GameClock *clock, int64_t used_ms)
{
    int64_t over = used_ms - clock->time_ms;
    clock->time_ms = over > 0 ? 0 : clock->time_ms - used_ms;
    if (over > clock->byoyomi_ms) return false;
    clock->time_ms += clock->increment_ms;
    return true;
}

/* The overhead comes out of the whole clock. Taken off each move's share, it left every move of a short game nothing,
 * and every move of a long game with a large overhead. */
static void the_overhead_leaves_every_move_its_share(void **state)
{
    (void)state;
    static const struct {
        int64_t time_ms;
        int overhead_ms;
    } clocks[] = {{2300, 30}, {1000, 30}, {300, 30}, {100, 30}, {60000, 1000}, {5000, 1000}, {900, 1000}};
    SearchParams params = defaults();
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        Limits limits = limits_none();
        limits.time_ms = clocks[i].time_ms;
        params.move_overhead_ms = clocks[i].overhead_ms;
        TimePlan plan = plan_of(&limits, 30, 100, &params);
        assert_true(plan.soft_ms >= 1);
        assert_true(plan.soft_ms * 30 * 10 >= (clocks[i].time_ms - clocks[i].overhead_ms) * 8);
    }
}

/* By arithmetic: fifty moves that take their soft limit use most of the clock, whatever its size. */
static void a_game_uses_its_clock(void **state)
{
    (void)state;
    SearchParams params = defaults();
    for (int64_t start = 500; start <= 600000; start *= 3) {
        GameClock clock = {.time_ms = start};
        for (int move = 0; move < 50; move++) {
            Limits limits = limits_none();
            limits.time_ms = clock.time_ms;
            assert_true(clock_survives(&clock, plan_of(&limits, 60 - move, 100, &params).soft_ms));
        }
        assert_true(clock.time_ms * 3 < start);
    }
}

static void an_easy_move_is_played_sooner(void **state)
{
    (void)state;
    SearchParams params = defaults();
    TimePlan plan = {.soft_ms = 1000, .hard_ms = 6000, .shape = shape_of(40, 100)};
    TimeProgress easy = {.elapsed_ms = 650, .last_iteration_ms = 100, .previous_iteration_ms = 50, .depth = 10};
    easy.best_effort_pct = 99;
    assert_true(timeman_go_on(&plan, &easy, &params)); /* the effort counts for nothing as long as the shape says so */
    plan.shape.effort_pct = 30;
    assert_false(timeman_go_on(&plan, &easy, &params));
    TimeProgress hard = easy;
    hard.elapsed_ms = 800;
    hard.best_effort_pct = 40;
    assert_true(timeman_go_on(&plan, &hard, &params));
}

static void no_iteration_is_begun_that_cannot_finish(void **state)
{
    (void)state;
    SearchParams params = defaults();
    TimePlan plan = {.soft_ms = 10000, .hard_ms = 20000, .shape = shape_of(40, 100)};
    TimeProgress progress = {.elapsed_ms = 4000, .last_iteration_ms = 3000, .previous_iteration_ms = 1000, .depth = 12};
    assert_true(timeman_go_on(&plan, &progress, &params));
    progress.last_iteration_ms = 12000; /* the next takes at least 1.5 times that */
    progress.previous_iteration_ms = 3000;
    assert_false(timeman_go_on(&plan, &progress, &params));
}

static void a_changing_best_move_stretches_the_time(void **state)
{
    (void)state;
    SearchParams params = defaults();
    TimePlan plan = {.soft_ms = 1000, .hard_ms = 6000, .shape = shape_of(40, 100)};
    TimeProgress calm = {.elapsed_ms = 900, .last_iteration_ms = 100, .previous_iteration_ms = 50, .depth = 10};
    TimeProgress wild = calm;
    wild.best_move_changes_pct = 150;
    assert_false(timeman_go_on(&plan, &calm, &params));
    assert_true(timeman_go_on(&plan, &wild, &params));
    TimeProgress falling = calm;
    falling.score_drop = 80;
    assert_true(timeman_go_on(&plan, &falling, &params));
    TimeProgress forced = wild;
    forced.single_move = true;
    assert_false(timeman_go_on(&plan, &forced, &params));
}

/* Whole games by arithmetic: every move takes as long as the plan lets it, plus a delay up to the overhead. */
static void games_that_use_every_limit_to_the_last_do_not_lose_on_time(void **state)
{
    (void)state;
    Rng rng = rng_new(11);
    SearchParams params = defaults();
    for (int game = 0; game < GAMES * 20; game++) {
        GameClock clock = {(int64_t)rng_below(&rng, 600000), (int64_t)rng_below(&rng, 3) * 500,
                           (int64_t)rng_below(&rng, 3) * 1000};
        if (clock.increment_ms == 0 && clock.byoyomi_ms == 0) clock.time_ms += 5000;
        for (int move = 0; move < 200; move++) {
            Limits limits = limits_none();
            limits.time_ms = clock.time_ms;
            limits.increment_ms = clock.increment_ms;
            limits.byoyomi_ms = clock.byoyomi_ms;
            TimePlan plan = plan_of(&limits, move < 150 ? 100 - move / 2 : 25, 100, &params);
            int64_t share = rng_below(&rng, 4) == 0 ? plan.hard_ms : plan.soft_ms;
            int64_t left = clock.time_ms + clock.byoyomi_ms;
            int64_t delay = params.move_overhead_ms < left * 3 / 4 ? params.move_overhead_ms : left * 3 / 4;
            if (delay == 0) break; /* only without increment, when next to nothing is left */
            assert_true(clock_survives(&clock, share + (int64_t)rng_below(&rng, (uint64_t)delay)));
        }
    }
}

/* Whole games with the real search on a driven clock: time passes only by being looked at. */
static void searches_on_a_driven_clock_do_not_lose_on_time(void **state)
{
    (void)state;
    Rng rng = rng_new(12);
    for (int threads = 1; threads <= 2; threads++) {
        DrivenClock driven = {.step = NS_PER_MS};
        Rig rig;
        rig_open(&rig, &toy_game, threads, 1, clock_driven(&driven));
        rig.params.poll_mask_normal = rig.params.poll_mask_byoyomi = 255; /* a look costs time here, nodes do not */
        for (int game = 0; game < GAMES; game++) {
            ToyPosition position;
            toy_start(&position, 7, 6);
            GameClock clocks[2];
            for (int side = 0; side < 2; side++) {
                clocks[side] = (GameClock){(int64_t)rng_below(&rng, 1000), (int64_t)rng_below(&rng, 2) * 50,
                                           50 + (int64_t)rng_below(&rng, 50)};
            }
            Move moves[MAX_MOVES];
            while (toy_moves(&position, moves) > 0) {
                GameClock *clock = &clocks[position.ply & 1];
                Limits limits = limits_none();
                limits.time_ms = clock->time_ms;
                limits.increment_ms = clock->increment_ms;
                limits.byoyomi_ms = clock->byoyomi_ms;
                const SearchResult *result = rig_search(&rig, &position, &limits);
                assert_int_not_equal(result->best, MOVE_NONE);
                assert_true(result->depth >= 1);
                assert_true(clock_survives(clock, result->time_ms));
                toy_play(&position, result->best);
            }
        }
        rig_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_clock_state_is_allotted_more_than_is_left),
        cmocka_unit_test(an_endless_search_has_no_limits),
        cmocka_unit_test(byoyomi_alone_is_used_up_and_kept),
        cmocka_unit_test(the_phase_of_the_game_weighs),
        cmocka_unit_test(the_overhead_leaves_every_move_its_share),
        cmocka_unit_test(a_game_uses_its_clock),
        cmocka_unit_test(an_easy_move_is_played_sooner),
        cmocka_unit_test(no_iteration_is_begun_that_cannot_finish),
        cmocka_unit_test(a_changing_best_move_stretches_the_time),
        cmocka_unit_test(games_that_use_every_limit_to_the_last_do_not_lose_on_time),
        cmocka_unit_test(searches_on_a_driven_clock_do_not_lose_on_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
