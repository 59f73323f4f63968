#include "base/mem.h"
#include "search/hammer.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TT table(size_t megabytes)
{
    TT tt = {0};
    Error error;
    assert_int_equal(tt_resize(&tt, megabytes, 2, &error), STATUS_OK);
    return tt;
}

static void what_is_stored_comes_back(void **state)
{
    (void)state;
    TT tt = table(1);
    Rng rng = rng_new(1);
    for (int i = 0; i < 300; i++) { /* clearing a whole table is the slow part */
        uint64_t key = rng_next(&rng);
        TTData in = {.move = (Move)rng_next(&rng),
                     .score = (int16_t)(rng_below(&rng, 64001) - 32000),
                     .eval = (int16_t)(rng_below(&rng, 64001) - 32000),
                     .depth = (int)rng_below(&rng, MAX_DEPTH - TT_DEPTH_MIN + 1) + TT_DEPTH_MIN,
                     .bound = (uint8_t)(1 + rng_below(&rng, 3))};
        tt_clear(&tt, 1);
        tt_store(&tt, key, in);
        TTData out = {0};
        assert_true(tt_probe(&tt, key, &out));
        assert_true(hammer_same(in, out));
        assert_false(tt_probe(&tt, key ^ 1, &out));
        assert_false(tt_probe(&tt, key ^ (UINT64_C(1) << 63), &out));
    }
    TTData out = {0};
    tt_clear(&tt, 1);
    assert_false(tt_probe(&tt, 0, &out)); /* an empty slot is not the entry of key 0 */
    tt_free(&tt);
}

static void a_win_is_stored_by_its_distance_from_the_node(void **state)
{
    (void)state;
    for (int ply = 0; ply < MAX_PLY; ply++) {
        for (int n = 0; n <= MAX_PLY - ply; n++) {
            Score win = score_win_in(ply + n), loss = score_loss_in(ply + n);
            assert_int_equal(score_to_table(win, ply), score_win_in(n));
            assert_int_equal(score_from_table(score_to_table(win, ply), ply), win);
            assert_int_equal(score_from_table(score_to_table(loss, ply), ply), loss);
            assert_int_equal(score_from_table(score_to_table(win, ply), 0), score_win_in(n));
        }
        assert_int_equal(score_to_table(SCORE_EVAL_MAX, ply), SCORE_EVAL_MAX);
        assert_int_equal(score_from_table(-SCORE_EVAL_MAX, ply), -SCORE_EVAL_MAX);
    }
}

/* Keys that fall into one cluster: they differ in low bits only. */
static uint64_t neighbour(int i)
{
    return (UINT64_C(0x123456789abcdef0) & ~UINT64_C(0xffff)) + (uint64_t)i;
}

static void the_shallow_and_the_old_go_first(void **state)
{
    (void)state;
    TT tt = table(1);
    TTData out = {0};
    for (int i = 0; i < TT_WAYS; i++) tt_store(&tt, neighbour(i), (TTData){.depth = 10 + i, .bound = BOUND_LOWER});
    tt_store(&tt, neighbour(9), (TTData){.depth = 1, .bound = BOUND_LOWER});
    assert_false(tt_probe(&tt, neighbour(0), &out)); /* depth 10, the least */
    assert_true(tt_probe(&tt, neighbour(9), &out));
    for (int i = 1; i < TT_WAYS; i++) assert_true(tt_probe(&tt, neighbour(i), &out));
    tt_new_search(&tt);
    tt_new_search(&tt);
    tt_store(&tt, neighbour(20), (TTData){.depth = 0, .bound = BOUND_LOWER});
    assert_false(tt_probe(&tt, neighbour(9), &out));
    tt_store(&tt, neighbour(21), (TTData){.depth = 0, .bound = BOUND_LOWER});
    assert_false(tt_probe(&tt, neighbour(1), &out)); /* depth 11, but two searches old: worth less than a new depth 0 */
    assert_true(tt_probe(&tt, neighbour(20), &out));
    tt_free(&tt);
}

static void the_same_position_keeps_its_deeper_result_and_its_move(void **state)
{
    (void)state;
    TT tt = table(1);
    TTData out = {0};
    tt_store(&tt, 7, (TTData){.move = 42, .depth = 20, .score = 5, .bound = BOUND_LOWER});
    tt_store(&tt, 7, (TTData){.move = 43, .depth = 3, .score = 6, .bound = BOUND_UPPER});
    assert_true(tt_probe(&tt, 7, &out));
    assert_int_equal(out.move, 42);
    tt_store(&tt, 7, (TTData){.depth = 21, .score = 7, .bound = BOUND_UPPER});
    assert_true(tt_probe(&tt, 7, &out));
    assert_int_equal(out.depth, 21);
    assert_int_equal(out.move, 42); /* a result without a move keeps the one known */
    tt_store(&tt, 7, (TTData){.move = 44, .depth = 2, .score = 8, .bound = BOUND_EXACT});
    assert_true(tt_probe(&tt, 7, &out));
    assert_int_equal(out.score, 8);
    tt_free(&tt);
}

/* Sanitizers and emulators have memory of their own between our pages. */
#if defined(__linux__) && !defined(YOMI_EMULATED) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_PAGES 1

/* Counted page by page; the kernel's running total may lag behind. */
static size_t resident_bytes(void)
{
    FILE *file = fopen("/proc/self/smaps_rollup", "re");
    assert_non_null(file);
    unsigned long kilobytes = 0;
    char line[256];
    while (fgets(line, sizeof line, file) && sscanf(line, "Rss: %lu kB", &kilobytes) != 1) {}
    (void)fclose(file);
    assert_true(kilobytes > 0);
    return kilobytes * 1024;
}
#else
#define COUNTS_PAGES 0

static size_t resident_bytes(void)
{
    return 0;
}
#endif

static void a_table_takes_no_more_than_it_was_given(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 5, 17, 64, 100, 129, 250};
    TT first = table(64); /* the first clearing thread brings a stack that stays */
    tt_free(&first);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t before = resident_bytes();
        TT tt = table(sizes[i]);
        assert_true(tt.count * sizeof(TTCluster) <= sizes[i] << 20);
        assert_true(tt.count * sizeof(TTCluster) > (sizes[i] << 20) - 4096);
        size_t grown = resident_bytes() - before;
        assert_true(!COUNTS_PAGES || grown <= (sizes[i] << 20) + (256 << 10)); /* pages of the allocator and of stdio */
        tt_free(&tt);
    }
}

static void a_table_that_cannot_be_had_leaves_the_old_one(void **state)
{
    (void)state;
    TT tt = table(1);
    tt_store(&tt, 99, (TTData){.move = 1, .depth = 1, .bound = BOUND_EXACT});
    TT before = tt;
    size_t available = mem_available();
    Error error;
    size_t too_much = available == SIZE_MAX ? TT_MB_MAX : (available >> 20) * 2 + 1024;
    if (too_much > TT_MB_MAX) too_much = TT_MB_MAX;
    assert_int_equal(tt_resize(&tt, too_much, 1, &error), STATUS_NO_MEMORY);
    assert_non_null(strstr(error.text, "available"));
    assert_int_equal(tt_resize(&tt, 0, 1, &error), STATUS_BAD_INPUT);
    assert_int_equal(tt_resize(&tt, (size_t)TT_MB_MAX + 1, 1, &error), STATUS_BAD_INPUT);
    assert_memory_equal(&before, &tt, sizeof tt);
    TTData out = {0};
    assert_true(tt_probe(&tt, 99, &out));
    tt_free(&tt);
}

static void hashfull_counts_this_search_only(void **state)
{
    (void)state;
    TT tt = table(1);
    assert_int_equal(tt_hashfull(&tt), 0);
    Rng rng = rng_new(3);
    for (size_t i = 0; i < tt.count * 16; i++)
        tt_store(&tt, rng_next(&rng), (TTData){.depth = 5, .bound = BOUND_LOWER});
    assert_in_range(tt_hashfull(&tt), 950, 1000);
    tt_new_search(&tt);
    assert_int_equal(tt_hashfull(&tt), 0);
    tt_free(&tt);
}

static void sixteen_threads_never_read_what_nobody_wrote(void **state)
{
    (void)state;
    Hammer *hammer = calloc(1, sizeof *hammer);
    Error error;
    assert_int_equal(hammer_run(hammer, 16, 1.0, 0, &error), STATUS_OK);
    struct HammerThread sum = hammer->threads[0];
    free(hammer);
    assert_true(sum.hits > 1000);
    assert_int_equal(sum.wrong, 0);
    assert_int_equal(sum.foreign_hits, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_comes_back),
        cmocka_unit_test(a_win_is_stored_by_its_distance_from_the_node),
        cmocka_unit_test(the_shallow_and_the_old_go_first),
        cmocka_unit_test(the_same_position_keeps_its_deeper_result_and_its_move),
        cmocka_unit_test(a_table_takes_no_more_than_it_was_given),
        cmocka_unit_test(a_table_that_cannot_be_had_leaves_the_old_one),
        cmocka_unit_test(hashfull_counts_this_search_only),
        cmocka_unit_test(sixteen_threads_never_read_what_nobody_wrote),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
