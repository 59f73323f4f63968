#include "base/rng.h"
#include "naive.h"
#include "othello/lines.h"
#include "othello/notation.h"
#include "othello/tree/stability.h"
#include "othello/tree/tree.h"
#include "test.h"

#include <stdlib.h>

static const OthelloTree *trees[3];
static int tree_count;

static int setup(void **state)
{
    (void)state;
    trees[tree_count++] = &othello_tree_plain;
#if defined(__x86_64__)
    CpuFeatures cpu = cpu_features();
    if (cpu.avx2) trees[tree_count++] = &othello_tree_avx2;
    if (cpu.avx512) trees[tree_count++] = &othello_tree_avx512;
#endif
    return 0;
}

static long boards_wanted(void)
{
    return getenv("YOMI_LONG") ? 10000000 : 200000;
}

/* Any two disjoint sets of discs, from nearly empty to nearly full: most of them cannot come up in a game. */
static OthelloBoard random_board(Rng *rng)
{
    uint64_t taken = rng_next(rng);
    switch (rng_below(rng, 4)) {
    case 0: taken |= rng_next(rng); break;
    case 1: taken |= rng_next(rng) | rng_next(rng) | rng_next(rng); break;
    case 2: taken &= rng_next(rng); break;
    default: break;
    }
    uint64_t colour = rng_next(rng);
    if (rng_below(rng, 3) == 0) colour |= rng_next(rng);
    return (OthelloBoard){taken & colour, taken & ~colour};
}

static void moves_and_flips_equal_the_twin(void **state)
{
    (void)state;
    Rng rng = rng_new(1);
    for (long n = boards_wanted(); n > 0; n--) {
        OthelloBoard board = random_board(&rng);
        NaiveBoard naive = naive_from_bits(board.own, board.other);
        uint64_t moves = 0, flips[64] = {0};
        bool turned[8][8];
        for (int i = 0; i < 64; i++) {
            if (!naive_flips(&naive, i / 8, i % 8, turned)) continue;
            moves |= (uint64_t)1 << i;
            for (int j = 0; j < 64; j++) flips[i] |= (uint64_t)turned[j / 8][j % 8] << j;
        }
        for (int t = 0; t < tree_count; t++) {
            assert_int_equal(trees[t]->moves(board.own, board.other), moves);
            for (uint64_t rest = board_empties(board); rest;) {
                int square = bits_pop(&rest);
                assert_int_equal(trees[t]->flips(board.own, board.other, square), flips[square]);
            }
        }
    }
}

/* Up to sixteen empties, so that some boards have more than the eight moves that fit into one register. */
static void solvers_order_is_the_same_on_all_paths(void **state)
{
    (void)state;
    Rng rng = rng_new(8);
    int most = 0;
    for (long n = boards_wanted() / 4; n > 0; n--) {
        OthelloBoard board = random_board(&rng);
        for (uint64_t empties = board_empties(board); bits_count(empties) > 16;) {
            uint64_t disc = empties & (~empties + 1);
            if (rng_below(&rng, 2) == 0) {
                board.own |= disc;
            } else {
                board.other |= disc;
            }
            empties ^= disc;
        }
        uint64_t moves = othello_board_moves(board), replies[2][16] = {{0}};
        uint8_t squares[2][16] = {{0}};
        if (bits_count(moves) > most) most = bits_count(moves);
        for (int t = 0; t < tree_count; t++) {
            uint64_t left = moves;
            assert_int_equal(trees[t]->ordered(board, moves, squares[t > 0], replies[t > 0]), bits_count(moves));
            for (int i = 0; i < bits_count(moves); i++) {
                int square = squares[t > 0][i];
                OthelloBoard after = board_after(board, square, othello_board_flips(board, square));
                assert_true(left & bit(square));
                left ^= bit(square);
                assert_int_equal(replies[t > 0][i], othello_board_moves(after));
            }
            assert_memory_equal(squares[t > 0], squares[0], sizeof squares[0]);
        }
    }
    assert_true(most > 8);
}

/* From none to more than any game brings: the last two were looked for by trial and error. */
static void boards_with_no_move_one_and_many(void **state)
{
    (void)state;
    static const struct {
        OthelloBoard board;
        int moves;
    } cases[] = {
        {{0, 0}, 0},
        {{~UINT64_C(0), 0}, 0},
        {{UINT64_C(2), UINT64_C(1)}, 0}, /* a pass */
        {{UINT64_C(1), UINT64_C(2)}, 1},
        {{UINT64_C(0x0081358264240409), UINT64_C(0x0072025012426802)}, 33},
        {{UINT64_C(0x1008284814232000), UINT64_C(0x0056442640585300)}, 35},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OthelloBoard board = cases[i].board;
        uint64_t moves = othello_board_moves(board);
        assert_int_equal(bits_count(moves), cases[i].moves);
        OthelloPosition position;
        Move list[MOVES_MAX];
        othello_position_set(&position, board, 0);
        bool pass = !moves && othello_board_moves(board_pass(board));
        assert_int_equal(othello_position_moves(&position, list), cases[i].moves + pass);
        for (int t = 0; t < tree_count; t++) {
            assert_int_equal(trees[t]->moves(board.own, board.other), moves);
            assert_int_equal(trees[t]->perft(board, 1, NULL), moves || pass ? cases[i].moves + pass : 1);
            for (uint64_t rest = board_empties(board); rest;) {
                int square = bits_pop(&rest);
                uint64_t flips = trees[t]->flips(board.own, board.other, square);
                assert_int_equal(flips, othello_board_flips(board, square));
                assert_int_equal(flips != 0, (moves & bit(square)) != 0);
            }
        }
    }
}

static void discs_are_counted(void **state)
{
    (void)state;
    assert_int_equal(bits_count(0), 0);
    for (int square = 0; square < SQUARES; square++) assert_int_equal(bits_count(bit(square)), 1);
    assert_int_equal(bits_count(UINT64_C(0x5555555555555555)), 32);
    assert_int_equal(bits_count(UINT64_C(0xffffffff)), 32);
    assert_int_equal(bits_count(~UINT64_C(0)), 64);
}

static void counts_of_the_last_square_equal_the_twin(void **state)
{
    (void)state;
    Rng rng = rng_new(2);
    for (int n = 0; n < 50000; n++) {
        int square = (int)rng_below(&rng, 64);
        uint64_t own = rng_next(&rng) & ~bit(square);
        uint64_t other = ~own ^ bit(square);
        int mine = bits_count(othello_board_flips((OthelloBoard){own, other}, square));
        int expected = mine + LAST_OTHER * bits_count(othello_board_flips((OthelloBoard){other, own}, square));
        for (int t = 0; t < tree_count; t++) assert_int_equal(trees[t]->last_flips(own, square), expected);
    }
}

static void perft_equals_the_published_counts(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800};
    int deepest = getenv("YOMI_LONG") ? 11 : 9;
    for (int t = 0; t < tree_count; t++) {
        for (int depth = 0; depth <= deepest; depth++) {
            assert_int_equal(trees[t]->perft(othello_board_start(), depth, NULL), counts[depth]);
        }
    }
    OthelloBoard start = othello_board_start();
    NaiveBoard naive = naive_from_bits(start.own, start.other);
    assert_int_equal(naive_perft(&naive, 6), counts[6]);
}

/* Random games: what is carried along equals what is computed anew, and the twin's board is the same. */
static void games_carry_the_right_hash(void **state)
{
    (void)state;
    Rng rng = rng_new(3);
    for (int game = 0; game < 500; game++) {
        OthelloPosition position;
        othello_position_set(&position, othello_board_start(), 0);
        Move moves[MOVES_MAX];
        for (int count; (count = othello_position_moves(&position, moves)) > 0;) {
            Move move = moves[rng_below(&rng, (uint64_t)count)];
            NaiveBoard naive = naive_from_bits(position.board.own, position.board.other);
            int square = square_of_move(move);
            naive = move == MOVE_PASS ? naive_pass(&naive) : naive_play(&naive, square / 8, square % 8);
            othello_position_play(&position, move);
            uint64_t own, other;
            naive_to_bits(&naive, &own, &other);
            assert_int_equal(position.board.own, own);
            assert_int_equal(position.board.other, other);
            BoardHash hash = othello_board_hash(position.board);
            assert_int_equal(position.hash.key, hash.key);
            assert_int_equal(position.hash.passed, hash.passed);
        }
        assert_true(othello_position_is_over(&position));
    }
}

static void mirrors_move_each_square_where_they_should(void **state)
{
    (void)state;
    for (int square = 0; square < 64; square++) {
        int row = square / 8, column = square % 8;
        assert_int_equal(othello_board_mirror(bit(square), 1), bit(row * 8 + 7 - column));
        assert_int_equal(othello_board_mirror(bit(square), 2), bit((7 - row) * 8 + column));
        assert_int_equal(othello_board_mirror(bit(square), 4), bit(column * 8 + row));
    }
}

/* No disc that is called stable may be turned over by any play of both sides, even out of turn. */
static void stable_discs_are_never_turned(void **state)
{
    (void)state;
    EdgeTable *edges = malloc(sizeof *edges);
    assert_non_null(edges);
    othello_stability_fill_edges(edges);
    Rng rng = rng_new(4);
    int seen = 0;
    for (int game = 0; game < 3000; game++) {
        OthelloBoard board = othello_board_start();
        int watched_at = (int)rng_below(&rng, 60), watched = -1;
        uint64_t discs = 0;
        for (int ply = 0; ply < 120; ply++) {
            uint64_t moves = othello_board_moves(board);
            if (ply == watched_at) {
                watched = stability_count(edges, board.own, board.other, 0);
                for (int t = 0; t < tree_count; t++) {
                    assert_int_equal(trees[t]->stable(edges, board.own, board.other), watched);
                }
                discs = board.own;
                seen += watched;
            }
            if (!moves && !othello_board_moves(board_pass(board))) break;
            if (!moves) {
                board = board_pass(board);
            } else {
                int skip = (int)rng_below(&rng, (uint64_t)bits_count(moves));
                while (skip-- > 0) moves &= moves - 1;
                int square = bits_lowest(moves);
                board = board_after(board, square, othello_board_flips(board, square));
            }
            if (watched >= 0) {
                bool same_side = (ply + 1 - watched_at) % 2 == 0;
                discs &= same_side ? board.own : board.other;
                assert_true(bits_count(discs) >= watched);
            }
        }
    }
    assert_true(seen > 1000);
    free(edges);
}

static void texts_are_read_and_written(void **state)
{
    (void)state;
    OthelloPosition position;
    Error error;
    assert_int_equal(othello_notation_parse(str_from("startpos"), &position, &error), STATUS_OK);
    Buf out = buf_new(1000);
    othello_notation_format(&position, &out);
    const char *start = "---------------------------OX------XO--------------------------- X";
    assert_string_equal(buf_text(&out), start);
    OthelloPosition again;
    assert_int_equal(othello_notation_parse(str_from(start), &again, &error), STATUS_OK);
    assert_int_equal(again.hash.key, position.hash.key);
    Transcript moves;
    assert_int_equal(othello_notation_play_transcript(str_from("F5d6 c3D3"), &position, &moves, &error), STATUS_OK);
    assert_int_equal(moves.count, 4);
    assert_int_equal(position.ply, 4);
    char name[8];
    othello_notation_format_move(moves.moves[2], name);
    assert_string_equal(name, "c3");
    buf_free(&out);
}

static void bad_texts_change_nothing(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "x",
                                        "---",
                                        "startpos2",
                                        "---------------------------OX------XO--------------------------- Z",
                                        "---------------------------OX------XO--------------------------- ",
                                        "---------------------------OQ------XO--------------------------- X",
                                        "---------------------------OX------XO---------------------------- X"};
    OthelloPosition position, before;
    Error error;
    othello_position_set(&position, othello_board_start(), 0);
    before = position;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(othello_notation_parse(str_from(wrong[i]), &position, &error), STATUS_BAD_INPUT);
        assert_memory_equal(&position, &before, sizeof position);
    }
    assert_int_equal(othello_notation_play_transcript(str_from("f5f6a1"), &position, NULL, &error), STATUS_BAD_INPUT);
    assert_int_equal(othello_notation_play_transcript(str_from("f5zz"), &position, NULL, &error), STATUS_BAD_INPUT);
    assert_memory_equal(&position, &before, sizeof position);
    assert_int_equal(othello_notation_move(str_from("PASS")), MOVE_PASS);
    assert_int_equal(othello_notation_move(str_from("i1")), MOVE_NONE);
    assert_int_equal(othello_notation_move(str_from("a9")), MOVE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_flips_equal_the_twin),
        cmocka_unit_test(solvers_order_is_the_same_on_all_paths),
        cmocka_unit_test(boards_with_no_move_one_and_many),
        cmocka_unit_test(discs_are_counted),
        cmocka_unit_test(counts_of_the_last_square_equal_the_twin),
        cmocka_unit_test(perft_equals_the_published_counts),
        cmocka_unit_test(games_carry_the_right_hash),
        cmocka_unit_test(mirrors_move_each_square_where_they_should),
        cmocka_unit_test(stable_discs_are_never_turned),
        cmocka_unit_test(texts_are_read_and_written),
        cmocka_unit_test(bad_texts_change_nothing),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
