/* The core finds what brute force finds: on thousands of random positions, with any number of threads, any size of
 * table, several lines, and after any pattern of stops. */
#include "test.h"
#include "toy/rig.h"
#include "toy/toy.h"

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
enum { ROUNDS = 150 };
#else
enum { ROUNDS = 3000 };
#endif

static ToyPosition next_position(Rng *rng, int least)
{
    ToyPosition position;
    while (!toy_random(&position, 5, 5, least + (int)rng_below(rng, (uint64_t)(24 - least)), rng)) {}
    return position;
}

static void check_line(const ToyPosition *position, const Pv *pv)
{
    ToyPosition walk = *position;
    assert_true(pv->len > 0);
    for (int i = 0; i < pv->len; i++) {
        Move moves[MAX_MOVES];
        int count = toy_moves(&walk, moves), found = 0;
        for (int m = 0; m < count; m++) found |= moves[m] == pv->moves[i];
        assert_true(found);
        toy_play(&walk, pv->moves[i]);
    }
}

static Score value_of_move(ToySolver *solver, const ToyPosition *position, Move move)
{
    ToyPosition next = *position;
    toy_play(&next, move);
    if (next.won) return score_win_in(1);
    Score score = -toy_solve(solver, &next);
    return score_is_win(score) ? score - 1 : score_is_loss(score) ? score + 1 : score;
}

/* What the table keeps of the root is the best move, wherever it stood in the list. */
static void the_table_keeps_the_best_root_move(void **state)
{
    ToySolver *solver = *state;
    Rig rig;
    rig_open(&rig, &toy_game, 1, 1, clock_real());
    Rng rng = rng_new(77);
    int later = 0;
    for (int i = 0; i < ROUNDS / 3; i++) {
        ToyPosition position = next_position(&rng, 10);
        Limits limits = limits_none();
        const SearchResult *result = rig_search(&rig, &position, &limits);
        TTData entry = {.move = MOVE_NONE};
        assert_true(tt_probe(&rig.tt, toy_game.key(&position), &entry));
        assert_int_equal(value_of_move(solver, &position, entry.move), result->score);
        Move moves[MAX_MOVES];
        (void)toy_moves(&position, moves);
        later += entry.move != moves[0];
    }
    assert_true(later > 0);
    rig_close(&rig);
}

static void equals_brute_force(ToySolver *solver, int threads, size_t table_mb, int rounds, int least)
{
    Rig rig;
    rig_open(&rig, &toy_game, threads, table_mb, clock_real());
    Rng rng = rng_new((uint64_t)threads * 1000 + table_mb);
    Limits limits = limits_none();
    for (int i = 0; i < rounds; i++) {
        ToyPosition position = next_position(&rng, least);
        const SearchResult *result = rig_search(&rig, &position, &limits);
        assert_int_equal(result->score, toy_solve(solver, &position));
        assert_int_equal(result->bound, BOUND_EXACT);
        assert_int_equal(value_of_move(solver, &position, result->best), result->score);
        assert_int_equal(result->best, result->pv.moves[0]);
        check_line(&position, &result->pv);
        assert_int_equal(rig.results, i + 1);
    }
    rig_close(&rig);
}

static void one_thread_equals_brute_force(void **state)
{
    equals_brute_force(*state, 1, 1, ROUNDS, 10);
}

static void sixteen_threads_equal_brute_force(void **state)
{
    equals_brute_force(*state, 16, 1, ROUNDS / 2, 11);
}

static void tables_of_all_sizes_equal_brute_force(void **state)
{
    static const size_t sizes[] = {2, 3, 7, 64, 129};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        equals_brute_force(*state, 1, sizes[i], ROUNDS / 10, 11);
        equals_brute_force(*state, 3, sizes[i], ROUNDS / 10, 11);
    }
}

static int descending(const void *a, const void *b)
{
    return *(const Score *)b - *(const Score *)a;
}

static void every_line_of_multipv_equals_brute_force(void **state)
{
    ToySolver *solver = *state;
    for (int threads = 1; threads <= 4; threads += 3) {
        Rig rig;
        rig_open(&rig, &toy_game, threads, 4, clock_real());
        Rng rng = rng_new(77);
        for (int i = 0; i < ROUNDS / 4; i++) {
            ToyPosition position = next_position(&rng, 11);
            Limits limits = limits_none();
            limits.multipv = 1 + (int)rng_below(&rng, 6);
            const SearchResult *result = rig_search(&rig, &position, &limits);
            Move moves[MAX_MOVES];
            Score values[MAX_MOVES];
            int count = toy_moves(&position, moves);
            for (int m = 0; m < count; m++) values[m] = value_of_move(solver, &position, moves[m]);
            qsort(values, (size_t)count, sizeof *values, descending);
            int lines = limits.multipv < count ? limits.multipv : count;
            assert_int_equal(result->score, values[0]);
            for (int line = 0; line < lines; line++) {
                assert_int_equal(rig.line_scores[line], values[line]);
                assert_int_equal(value_of_move(solver, &position, rig.line_moves[line]), values[line]);
            }
        }
        rig_close(&rig);
    }
}

static void searchmoves_and_exclusions_are_kept(void **state)
{
    ToySolver *solver = *state;
    Rig rig;
    rig_open(&rig, &toy_game, 2, 1, clock_real());
    Rng rng = rng_new(5);
    for (int i = 0; i < ROUNDS / 10; i++) {
        ToyPosition position = next_position(&rng, 11);
        Move moves[MAX_MOVES];
        int count = toy_moves(&position, moves);
        if (count < 2) continue;
        Limits only = limits_none(), except = limits_none();
        only.only = &moves[1];
        only.only_count = 1;
        const SearchResult *result = rig_search(&rig, &position, &only);
        assert_int_equal(result->best, moves[1]);
        assert_int_equal(result->score, value_of_move(solver, &position, moves[1]));
        except.except = &moves[1];
        except.except_count = 1;
        assert_int_not_equal(rig_search(&rig, &position, &except)->best, moves[1]);
    }
    rig_close(&rig);
}

/* Searches cut short at random leave a table behind that later searches must not be misled by. */
static void any_pattern_of_stop_and_go_leaves_the_truth_intact(void **state)
{
    ToySolver *solver = *state;
    for (int threads = 1; threads <= 16; threads *= 4) {
        Rig rig;
        rig_open(&rig, &toy_game, threads, 1, clock_real());
        Rng rng = rng_new((uint64_t)threads);
        int told = 0;
        for (int i = 0; i < ROUNDS / 5; i++) {
            ToyPosition position = next_position(&rng, 11);
            for (int cut = (int)rng_below(&rng, 4); cut > 0; cut--) {
                Limits limits = limits_none();
                limits.nodes = rng_below(&rng, 2) ? 1 + rng_below(&rng, 3000) : 0;
                limits.infinite = rng_below(&rng, 2);
                rig_start(&rig, &position, &limits);
                for (volatile uint64_t spin = rng_below(&rng, 20000); spin > 0; spin--) {}
                pool_stop(rig.pool);
                const SearchResult *result = rig_wait(&rig);
                Move moves[MAX_MOVES];
                int count = toy_moves(&position, moves), legal = 0;
                for (int m = 0; m < count; m++) legal |= moves[m] == result->best;
                assert_true(legal);
                assert_int_equal(rig.results, ++told);
                if (rng_below(&rng, 3) == 0) pool_new_game(rig.pool);
            }
            Limits full = limits_none();
            assert_int_equal(rig_search(&rig, &position, &full)->score, toy_solve(solver, &position));
            told++;
        }
        rig_close(&rig);
    }
}

static void a_finished_game_gets_an_answer_without_a_move(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &toy_game, 2, 1, clock_real());
    ToyPosition position;
    Error error;
    assert_int_equal(toy_game.parse_position(rig.settings, str_from("1212121"), &position, &error), STATUS_OK);
    Limits limits = limits_none();
    const SearchResult *result = rig_search(&rig, &position, &limits);
    assert_int_equal(result->best, MOVE_NONE);
    assert_int_equal(result->score, score_loss_in(0));
    assert_string_equal(result->stage, "game over");
    assert_int_equal(toy_game.parse_position(rig.settings, str_from("12121212"), &position, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "no stone can be dropped at move 8 ('2')");
    rig_close(&rig);
}

static int set_up(void **state)
{
    *state = toy_solver_new();
    return 0;
}

static int tear_down(void **state)
{
    toy_solver_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_equals_brute_force),
        cmocka_unit_test(sixteen_threads_equal_brute_force),
        cmocka_unit_test(tables_of_all_sizes_equal_brute_force),
        cmocka_unit_test(every_line_of_multipv_equals_brute_force),
        cmocka_unit_test(the_table_keeps_the_best_root_move),
        cmocka_unit_test(searchmoves_and_exclusions_are_kept),
        cmocka_unit_test(any_pattern_of_stop_and_go_leaves_the_truth_intact),
        cmocka_unit_test(a_finished_game_gets_an_answer_without_a_move),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
