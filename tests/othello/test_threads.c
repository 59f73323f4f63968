#include "base/rng.h"
#include "othello/othello.h"
#include "othello/settings.h"
#include "othello/tree/solo.h"
#include "test.h"
#include "toy/rig.h"

#if defined(NDEBUG)
enum { EMPTIES = 16, FEW_EMPTIES = 12, ROUNDS = 3, TABLE_MB = 2 };
#else /* sanitizers, too: the same races in smaller trees */
enum { EMPTIES = 14, FEW_EMPTIES = 10, ROUNDS = 3, TABLE_MB = 2 };
#endif

/* Random moves, so scores of all sizes, passes and early ends. */
static bool random_endgame(Rng *rng, int empties, OthelloPosition *position)
{
    othello_position_set(position, othello_board_start(), 0);
    while (board_empty_count(position->board) > empties) {
        Move moves[MOVES_MAX];
        int count = othello_position_moves(position, moves);
        if (count == 0) return false;
        othello_position_play(position, moves[rng_below(rng, (uint64_t)count)]);
    }
    return !othello_position_is_over(position);
}

/* Workers that share one tree, mark and overtake each other find what one alone finds. */
static void shared_trees_have_the_score_of_one_thread(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &othello_game, 3, TABLE_MB, clock_real());
    OthelloShared *shared = NULL;
    SoloSearch solo;
    Error error;
    assert_int_equal(othello_shared_make(&shared, (Str){0}, &error), STATUS_OK);
    assert_int_equal(othello_solo_open(&solo, shared, cpu_features(), TABLE_MB, &error), STATUS_OK);
    Rng rng = rng_new(77);
    for (int i = 0; i < ROUNDS; i++) {
        _Alignas(64) OthelloPosition position;
        Pv pv;
        while (!random_endgame(&rng, EMPTIES, &position)) {}
        int score = othello_solo_solve(&solo, position.board, -SQUARES, SQUARES, &pv);
        Limits limits = limits_none();
        limits.depth = MAX_DEPTH;
        for (int shares = 1; shares >= 0; shares--) {
            tt_clear(&rig.tt, 1);
            rig.params.shared_tree = shares;
            const SearchResult *result = rig_search(&rig, &position, &limits);
            assert_int_equal(result->score, score * DISC);
            assert_int_equal(result->selectivity, 100);
        }
    }
    othello_solo_close(&solo);
    othello_shared_free(shared);
    rig_close(&rig);
}

/* Both workers take part: the helper's nodes are counted, and marks are gone when the search is over. */
static void no_mark_outlives_a_search(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &othello_game, 2, TABLE_MB, clock_real());
    Rng rng = rng_new(78);
    for (int i = 0; i < ROUNDS; i++) {
        _Alignas(64) OthelloPosition position;
        while (!random_endgame(&rng, EMPTIES, &position)) {}
        Limits limits = limits_none();
        limits.nodes = 5000 + rng_below(&rng, 20000); /* most are stopped on the way */
        (void)rig_search(&rig, &position, &limits);
        for (int slot = 0; slot < 1 << ABDADA_BITS; slot++) {
            assert_int_equal(atomic_load(&rig.pool->abdada.keys[slot]), 0);
        }
    }
    rig_close(&rig);
}

/* With more time than it takes a search ends with the exact pass and says so. */
static void ample_time_ends_with_the_exact_score(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &othello_game, 1, TABLE_MB, clock_real());
    Rng rng = rng_new(80);
    for (int i = 0; i < ROUNDS; i++) {
        _Alignas(64) OthelloPosition position;
        while (!random_endgame(&rng, 14, &position)) {}
        Limits limits = limits_none();
        limits.time_ms = 3600 * 1000;
        const SearchResult *result = rig_search(&rig, &position, &limits);
        assert_int_equal(result->depth, 14);
        assert_int_equal(result->selectivity, 100);
        assert_int_equal(result->bound, BOUND_EXACT);
        assert_int_equal(result->stats.value[STAT_DEPTHS_CUT_OFF], 0);
    }
    rig_close(&rig);
}

static void ask_who_wins(Rig *rig, const OthelloPosition *position, int score)
{
    Limits limits = limits_none();
    limits.depth = MAX_DEPTH;
    OthelloSettings *settings = rig->settings;
    settings->win_loss_draw = 1;
    const SearchResult *result = rig_search(rig, position, &limits);
    assert_int_equal(result->score, score > 0 ? DISC : score < 0 ? -DISC : 0);
    assert_int_equal(result->bound, BOUND_EXACT);
    assert_int_equal(result->selectivity, 100);
    assert_int_equal(result->depth, board_empty_count(position->board));
    settings->win_loss_draw = 0;
    assert_int_equal(rig_search(rig, position, &limits)->score, score * DISC);
}

/* With an empty table, and with what the other way of asking left in it. */
static void who_wins_agrees_with_the_score(void **state)
{
    (void)state;
    OthelloShared *shared = NULL;
    SoloSearch solo;
    Error error;
    assert_int_equal(othello_shared_make(&shared, (Str){0}, &error), STATUS_OK);
    assert_int_equal(othello_solo_open(&solo, shared, cpu_features(), TABLE_MB, &error), STATUS_OK);
    int seen[3] = {0};
    for (int threads = 1; threads <= 2; threads++) {
        Rig rig;
        rig_open(&rig, &othello_game, threads, TABLE_MB, clock_real());
        Rng rng = rng_new(79);
        for (int i = 0; i < 45; i++) {
            _Alignas(64) OthelloPosition position;
            Pv pv;
            while (!random_endgame(&rng, FEW_EMPTIES + i % 3, &position)) {}
            int score = othello_solo_solve(&solo, position.board, -SQUARES, SQUARES, &pv);
            tt_clear(&rig.tt, 1);
            for (int again = 0; again < 2; again++) ask_who_wins(&rig, &position, score);
            seen[(score > 0) - (score < 0) + 1]++;
        }
        rig_close(&rig);
    }
    for (int i = 0; i < 3; i++) assert_true(seen[i] > 0); /* losses, draws and wins were tried */
    othello_solo_close(&solo);
    othello_shared_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_trees_have_the_score_of_one_thread), cmocka_unit_test(no_mark_outlives_a_search),
        cmocka_unit_test(ample_time_ends_with_the_exact_score), cmocka_unit_test(who_wins_agrees_with_the_score)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
