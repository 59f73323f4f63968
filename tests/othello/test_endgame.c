#include "base/rng.h"
#include "naive.h"
#include "othello/notation.h"
#include "othello/tree/solo.h"
#include "test.h"

#include <stdlib.h>

typedef struct Fixture {
    OthelloShared *shared;
    SoloSearch plain, fast;
} Fixture;

static int setup(void **state)
{
    static Fixture fixture;
    Error error;
    if (othello_shared_make(&fixture.shared, (Str){0}, &error) != STATUS_OK) return -1;
    if (othello_solo_open(&fixture.plain, fixture.shared, (CpuFeatures){0}, 4, &error) != STATUS_OK) return -1;
    if (othello_solo_open(&fixture.fast, fixture.shared, cpu_features(), 4, &error) != STATUS_OK) return -1;
    *state = &fixture;
    return 0;
}

static int teardown(void **state)
{
    Fixture *fixture = *state;
    othello_solo_close(&fixture->plain);
    othello_solo_close(&fixture->fast);
    othello_shared_free(fixture->shared);
    return 0;
}

static int scale(int count)
{
    return getenv("YOMI_LONG") ? count * 20 : count;
}

/* A board of a random game with this many empties; passes as they come, finished games as they are. */
static OthelloBoard random_board(Rng *rng, int empties)
{
    for (;;) {
        OthelloBoard board = othello_board_start();
        while (board_empty_count(board) > empties) {
            uint64_t moves = othello_board_moves(board);
            if (!moves) {
                board = board_pass(board);
                moves = othello_board_moves(board);
                if (!moves) break;
            }
            for (uint64_t skip = rng_below(rng, (uint64_t)bits_count(moves)); skip > 0; skip--) moves &= moves - 1;
            int square = bits_lowest(moves);
            board = board_after(board, square, othello_board_flips(board, square));
        }
        if (board_empty_count(board) <= empties) return board;
    }
}

/* Any discs at all, not only what a game can lead to. */
static OthelloBoard wild_board(Rng *rng, int empties)
{
    uint64_t taken = ~UINT64_C(0);
    while (64 - bits_count(taken) < empties) taken &= ~bit((int)rng_below(rng, 64));
    uint64_t colour = rng_next(rng);
    return (OthelloBoard){taken & colour, taken & ~colour};
}

static int naive_score(OthelloBoard board)
{
    NaiveBoard naive = naive_from_bits(board.own, board.other);
    return naive_solve(&naive);
}

static void check_board(Fixture *fixture, OthelloBoard board)
{
    int expected = naive_score(board);
    Pv pv;
    assert_int_equal(othello_solo_solve(&fixture->plain, board, -64, 64, &pv), expected);
    assert_int_equal(othello_solo_solve(&fixture->fast, board, -64, 64, &pv), expected);
    /* The line leads to the score that was promised. */
    int sign = 1;
    for (int i = 0; i < pv.len; i++, sign = -sign) {
        if (pv.moves[i] == MOVE_PASS) {
            assert_int_equal(othello_board_moves(board), 0);
            board = board_pass(board);
            continue;
        }
        int square = square_of_move(pv.moves[i]);
        assert_true(othello_board_moves(board) & bit(square));
        board = board_after(board, square, othello_board_flips(board, square));
    }
    assert_int_equal(naive_score(board), sign * expected);
}

static void scores_equal_plain_minimax(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_new(11);
    for (int i = scale(3000); i > 0; i--) check_board(fixture, random_board(&rng, (int)rng_below(&rng, 7)));
    for (int i = scale(1000); i > 0; i--) check_board(fixture, wild_board(&rng, (int)rng_below(&rng, 6)));
    for (int i = scale(60); i > 0; i--) check_board(fixture, random_board(&rng, 8));
}

static void bounds_hold_for_every_window(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_new(12);
    for (int i = scale(300); i > 0; i--) {
        OthelloBoard board = random_board(&rng, 4 + (int)rng_below(&rng, 3));
        int score = naive_score(board);
        for (int alpha = -64; alpha < 64; alpha += 3) {
            int beta = alpha + 1 + (int)rng_below(&rng, 9);
            if (beta > 64) beta = 64;
            Pv pv;
            int value = othello_solo_solve(&fixture->fast, board, alpha, beta, &pv);
            if (value <= alpha)
                assert_true(score <= value);
            else if (value >= beta)
                assert_true(score >= value);
            else
                assert_int_equal(value, score);
        }
    }
}

/* Deeper, where there is no twin: with the techniques off, on both code paths, and node for node. */
static void paths_and_switches_agree(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_new(13);
    for (int i = scale(12); i > 0; i--) {
        OthelloBoard board = random_board(&rng, 14);
        Pv pv;
        tt_clear(&fixture->plain.tt, 1);
        tt_clear(&fixture->fast.tt, 1);
        fixture->plain.state->small = fixture->fast.state->small = (SmallHash){{0}};
        uint64_t plain = othello_solo_nodes(&fixture->plain), fast = othello_solo_nodes(&fixture->fast);
        int score = othello_solo_solve(&fixture->plain, board, -64, 64, &pv);
        assert_int_equal(othello_solo_solve(&fixture->fast, board, -64, 64, &pv), score);
        assert_int_equal(othello_solo_nodes(&fixture->plain) - plain, othello_solo_nodes(&fixture->fast) - fast);
        tt_clear(&fixture->fast.tt, 1);
        fixture->fast.state->small = (SmallHash){{0}};
        fixture->fast.state->switches = (Switches){true, true, true};
        assert_int_equal(othello_solo_solve(&fixture->fast, board, -64, 64, &pv), score);
        fixture->fast.state->switches = (Switches){0};
    }
}

/* Positions 2, 3, 8 and 9 of the FFO endgame test, 14 to 15 empties. */
static void known_endgames_have_their_scores(void **state)
{
    Fixture *fixture = *state;
    static const struct {
        const char *position;
        int score;
    } cases[] = {
        {"-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10},
        {"----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2},
        {"---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O", 8},
        {"--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O", -8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OthelloPosition position;
        Error error;
        Pv pv;
        assert_int_equal(othello_notation_parse(str_from(cases[i].position), &position, &error), STATUS_OK);
        assert_int_equal(othello_solo_solve(&fixture->fast, position.board, -64, 64, &pv), cases[i].score);
        assert_int_equal(othello_solo_solve(&fixture->plain, position.board, -64, 64, &pv), cases[i].score);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_equal_plain_minimax),
        cmocka_unit_test(bounds_hold_for_every_window),
        cmocka_unit_test(paths_and_switches_agree),
        cmocka_unit_test(known_endgames_have_their_scores),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
