#include "test.h"
#include "toy/rig.h"
#include "toy/toy.h"

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
        TimeProfile profile = {(int)rng_below(&rng, 200), (int)rng_below(&rng, 500)};
        TimePlan plan = timeman_plan(&limits, profile, &params);
        double left = (double)limits.time_ms + (double)limits.byoyomi_ms - params.move_overhead_ms;
        if (limits.increment_first) left += (double)limits.increment_ms;
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
    TimeProfile profile = {30, 100};
    assert_int_equal(timeman_plan(&limits, profile, &params).hard_ms, TIME_UNLIMITED);
    limits.time_ms = 1000;
    limits.infinite = true;
    TimePlan plan = timeman_plan(&limits, profile, &params);
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
    TimePlan plan = timeman_plan(&limits, (TimeProfile){40, 100}, &params);
    assert_int_equal(plan.hard_ms, 10000 - params.move_overhead_ms);
    assert_int_equal(plan.soft_ms, plan.hard_ms);
    assert_true(plan.use_all && plan.byoyomi);
    limits.byoyomi_ms = params.move_overhead_ms; /* nothing left to think with */
    assert_int_equal(timeman_plan(&limits, (TimeProfile){40, 100}, &params).hard_ms, 0);
}

static void the_phase_of_the_game_weighs(void **state)
{
    (void)state;
    SearchParams params = defaults();
    Limits limits = limits_none();
    limits.time_ms = 600000;
    int64_t opening = timeman_plan(&limits, (TimeProfile){30, 80}, &params).soft_ms;
    int64_t middle = timeman_plan(&limits, (TimeProfile){30, 130}, &params).soft_ms;
    assert_true(middle * 10 > opening * 15);
}

static void no_iteration_is_begun_that_cannot_finish(void **state)
{
    (void)state;
    SearchParams params = defaults();
    TimePlan plan = {.soft_ms = 10000, .hard_ms = 20000};
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
    TimePlan plan = {.soft_ms = 1000, .hard_ms = 6000};
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
            TimeProfile profile = {move < 150 ? 100 - move / 2 : 25, 100};
            TimePlan plan = timeman_plan(&limits, profile, &params);
            int64_t share = rng_below(&rng, 4) == 0 ? plan.hard_ms : plan.soft_ms;
            if (plan.hard_ms == 0) break; /* only without increment, when the clock is down to the overhead */
            assert_true(clock_survives(&clock, share + (int64_t)rng_below(&rng, (uint64_t)params.move_overhead_ms)));
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
        cmocka_unit_test(no_iteration_is_begun_that_cannot_finish),
        cmocka_unit_test(a_changing_best_move_stretches_the_time),
        cmocka_unit_test(games_that_use_every_limit_to_the_last_do_not_lose_on_time),
        cmocka_unit_test(searches_on_a_driven_clock_do_not_lose_on_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
