/* Histories, killers, reductions, root order, scores, parameters: the small shared pieces. */
#include "search/deepen.h"
#include "search/pool.h"
#include "search/reductions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void histories_saturate_and_never_overflow(void **state)
{
    (void)state;
    HistoryCell cell = 0;
    Rng rng = rng_new(9);
    for (int i = 0; i < 1000000; i++) {
        history_update(&cell, (int)rng_below(&rng, 200001) - 100000);
        assert_in_range(cell + HISTORY_MAX, 0, 2 * HISTORY_MAX);
    }
    cell = 0;
    for (int i = 0; i < 1000; i++) history_update(&cell, 500);
    assert_true(cell > HISTORY_MAX * 9 / 10);
    int high = cell;
    history_update(&cell, -500);
    assert_true(cell < high - 500); /* an old certainty falls faster than it rose */
    history_fade(&cell, 1);
    assert_true(cell <= high / 2);
}

static void history_layouts_have_a_place_for_everything(void **state)
{
    (void)state;
    enum { PIECES = 5, SQUARES = 7, KINDS = 3 };
    size_t size = continuation_size(PIECES, SQUARES);
    HistoryCell *cells = calloc(size, sizeof *cells);
    for (int p1 = 0; p1 < PIECES; p1++)
        for (int t1 = 0; t1 < SQUARES; t1++)
            for (int p2 = 0; p2 < PIECES; p2++)
                for (int t2 = 0; t2 < SQUARES; t2++) {
                    HistoryCell *plane = continuation_plane(cells, PIECES, SQUARES, p1, t1);
                    plane[continuation_at(SQUARES, p2, t2)]++;
                }
    for (size_t i = 0; i < size; i++) assert_int_equal(cells[i], 1); /* all different, none outside */
    free(cells);
    assert_int_equal(butterfly_at(SQUARES, SQUARES, 1, 6, 6) + 1, butterfly_size(SQUARES, SQUARES));
    assert_int_equal(capture_at(SQUARES, KINDS, 4, 6, 2) + 1, capture_size(PIECES, SQUARES, KINDS));
}

static void killers_keep_the_last_two(void **state)
{
    (void)state;
    Killers killers = {{0}};
    killers_add(&killers, 1);
    killers_add(&killers, 2);
    killers_add(&killers, 2);
    assert_true(killers_has(&killers, 1) && killers_has(&killers, 2));
    killers_add(&killers, 3);
    assert_false(killers_has(&killers, 1));
    assert_int_equal(killers.moves[0], 3);
}

static void reductions_grow_and_stay_below_the_depth(void **state)
{
    (void)state;
    Reductions r;
    reductions_fill(&r, 40, 220);
    for (int depth = 1; depth < 100; depth++) {
        assert_int_equal(reduction_of(&r, depth, 1), 0);
        for (int number = 2; number < 100; number++) {
            int here = reduction_of(&r, depth, number);
            assert_true(here >= 0 && here <= (depth - 1) * REDUCTION_UNIT);
            if (depth > 1) assert_true(here >= reduction_of(&r, depth - 1, number));
            assert_true(here >= reduction_of(&r, depth, number - 1));
        }
    }
}

static void bounds_are_judged_by_the_first_alpha(void **state)
{
    (void)state;
    assert_int_equal(bound_of(10, 0, 20), BOUND_EXACT);
    assert_int_equal(bound_of(0, 0, 20), BOUND_UPPER);
    assert_int_equal(bound_of(20, 0, 20), BOUND_LOWER);
    assert_true(bound_cuts(BOUND_LOWER, 30, 0, 20) && !bound_cuts(BOUND_LOWER, 10, 0, 20));
    assert_true(bound_cuts(BOUND_UPPER, -5, 0, 20) && !bound_cuts(BOUND_UPPER, 5, 0, 20));
    assert_true(bound_cuts(BOUND_EXACT, 5, 0, 20) && !bound_cuts(BOUND_NONE, 5, 0, 20));
}

static RootList *list_of(const Move *moves, int count)
{
    RootList *root = calloc(1, sizeof *root);
    Limits limits = limits_none();
    root_fill(root, moves, count, &limits);
    return root;
}

static void the_root_is_ordered_by_table_then_last_best_then_carried_hint(void **state)
{
    (void)state;
    const Move moves[] = {1, 2, 3, 4, 5};
    RootList *root = list_of(moves, 5);
    root->moves[4].score = 50; /* move 5 */
    root->moves[2].score = 30; /* move 3 */
    root_begin_iteration(root);
    root_order(root, (RootHints){.table = 2, .last_best = 5, .carried = 4});
    const Move with_table[] = {2, 5, 3, 1, 4};
    for (int i = 0; i < 5; i++) assert_int_equal(root->moves[i].move, with_table[i]);
    root_order(root, (RootHints){.table = 99, .last_best = 3, .carried = 4}); /* 99 is no root move */
    assert_int_equal(root->moves[0].move, 3);
    root_order(root, (RootHints){.carried = 4});
    assert_int_equal(root->moves[0].move, 4);
    root_order(root, (RootHints){0});
    assert_int_equal(root->moves[0].move, 5);
    free(root);
}

static void limits_pick_root_moves_and_never_leave_none(void **state)
{
    (void)state;
    const Move moves[] = {1, 2, 3}, two[] = {2, 9}, nine[] = {9};
    RootList *root = calloc(1, sizeof *root);
    Limits limits = limits_none();
    limits.only = two;
    limits.only_count = 2;
    root_fill(root, moves, 3, &limits);
    assert_int_equal(root->count, 1);
    assert_int_equal(root->moves[0].move, 2);
    limits.only = nine;
    limits.only_count = 1;
    root_fill(root, moves, 3, &limits);
    assert_int_equal(root->count, 3);
    limits = limits_none();
    limits.except = two;
    limits.except_count = 2;
    root_fill(root, moves, 3, &limits);
    assert_int_equal(root->count, 2);
    free(root);
}

static void a_root_move_keeps_a_score_only_when_it_was_best(void **state)
{
    (void)state;
    const Move moves[] = {1, 2, 3};
    RootList *root = list_of(moves, 3);
    Pv child = {.len = 2, .moves = {7, 8}};
    root_record(root, 0, 10, 0, 100, &child, 5);
    root_record(root, 1, 5, 10, 100, &child, 5);
    root_record(root, 2, 100, 10, 100, &child, 6);
    root_sort(root, 0);
    assert_int_equal(root->moves[0].move, 3);
    assert_int_equal(root->moves[0].bound, BOUND_LOWER);
    assert_int_equal(root->moves[0].pv.len, 3);
    assert_int_equal(root->moves[1].move, 1);
    assert_int_equal(root->moves[1].bound, BOUND_EXACT);
    assert_int_equal(root->moves[2].score, -SCORE_INFINITE);
    root_record(root, 0, -5, 0, 100, &child, 5);
    assert_int_equal(root->moves[0].bound, BOUND_UPPER);
    assert_int_equal(root->moves[0].pv.len, 1); /* no line is known behind a move that failed low */
    free(root);
}

static void the_same_three_numbers_give_the_same_jitter(void **state)
{
    (void)state;
    const Move moves[] = {1, 2, 3, 4, 5, 6, 7, 8};
    RootList *a = list_of(moves, 8), *b = list_of(moves, 8);
    assert_int_equal(pool_jitter_seed(3, 5, 2), splitmix64(3 ^ 5 ^ 2));
    root_set_jitter(a, pool_jitter_seed(3, 5, 2), 20);
    root_set_jitter(b, pool_jitter_seed(3, 5, 2), 20);
    int spread = 0;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(a->moves[i].jitter, b->moves[i].jitter);
        assert_in_range(a->moves[i].jitter + 20, 0, 40);
        spread |= a->moves[i].jitter;
    }
    assert_int_not_equal(spread, 0);
    root_set_jitter(b, pool_jitter_seed(3, 5, 3), 20);
    int same = 0;
    for (int i = 0; i < 8; i++) same += a->moves[i].jitter == b->moves[i].jitter;
    assert_true(same < 8);
    root_set_jitter(b, 1, 0);
    for (int i = 0; i < 8; i++) assert_int_equal(b->moves[i].jitter, 0);
    free(a);
    free(b);
}

static void about_half_of_the_helpers_are_at_every_depth(void **state)
{
    (void)state;
    for (int depth = 1; depth <= 60; depth++) {
        assert_false(deepen_skips(0, depth));
        int at_work = 0;
        for (int helper = 1; helper <= 12; helper++) at_work += !deepen_skips(helper, depth);
        assert_in_range(at_work, 4, 8);
    }
}

static void every_parameter_has_a_range_that_holds_its_default(void **state)
{
    (void)state;
    for (size_t i = 0; i < search_param_options.count; i++) {
        const Option *option = &search_param_options.options[i];
        assert_true(option->initial >= option->min && option->initial <= option->max);
        assert_non_null(option->help);
        assert_null(strchr(option->name, ' '));
    }
}

static void every_counter_has_a_name(void **state)
{
    (void)state;
    for (int i = 0; i < STAT_OWN; i++) assert_true(strlen(stat_name((StatId)i)) > 2);
    Stats stats = {{0}};
    assert_true(stats_first_move_rate(&stats) < 0.1);
    stats.value[STAT_CUTOFFS] = 200;
    stats.value[STAT_CUTOFFS_FIRST] = 180;
    assert_true(stats_first_move_rate(&stats) > 89.9 && stats_first_move_rate(&stats) < 90.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(histories_saturate_and_never_overflow),
        cmocka_unit_test(history_layouts_have_a_place_for_everything),
        cmocka_unit_test(killers_keep_the_last_two),
        cmocka_unit_test(reductions_grow_and_stay_below_the_depth),
        cmocka_unit_test(bounds_are_judged_by_the_first_alpha),
        cmocka_unit_test(the_root_is_ordered_by_table_then_last_best_then_carried_hint),
        cmocka_unit_test(limits_pick_root_moves_and_never_leave_none),
        cmocka_unit_test(a_root_move_keeps_a_score_only_when_it_was_best),
        cmocka_unit_test(the_same_three_numbers_give_the_same_jitter),
        cmocka_unit_test(about_half_of_the_helpers_are_at_every_depth),
        cmocka_unit_test(every_parameter_has_a_range_that_holds_its_default),
        cmocka_unit_test(every_counter_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
