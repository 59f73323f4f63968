/* The rules against their twin, the notation, and the ways in which a game ends. */
#include "base/rng.h"
#include "dobutsu/dobutsu.h"
#include "dobutsu/position.h"
#include "dobutsu/twin.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static DobPosition position_of(const char *text)
{
    DobPosition position;
    Error error;
    if (dob_position_parse(str_from(text), &position, &error) != STATUS_OK) fail_msg("%s: %s", text, error.text);
    return position;
}

static void play(DobPosition *position, const char *text)
{
    Move move = dob_position_move(position, str_from(text));
    if (move == MOVE_NONE) fail_msg("%s is not legal", text);
    dob_position_play(position, move);
}

static void assert_same_moves(const DobPosition *position, const Twin *twin)
{
    Move moves[DOB_MOVES_MAX];
    char texts[TWIN_MOVES][TWIN_TEXT];
    /* The twin knows nothing of repetitions and of the length of a game. */
    int count = dob_end(&position->board) == DOB_GOES_ON ? dob_moves(&position->board, moves) : 0;
    assert_int_equal(count, twin_moves(twin, texts));
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        bool found = false;
        dob_position_format_move(position, moves[i], text);
        for (int k = 0; k < count; k++) found |= strcmp(texts[k], text) == 0;
        if (!found) fail_msg("the twin does not know %s", text);
    }
}

static void random_games_are_those_of_the_twin(void **state)
{
    (void)state;
    Rng rng = rng_new(1);
    int ends[DOB_STOOD + 1] = {0};
    for (int game = 0; game < 3000; game++) {
        DobPosition position;
        Twin twin;
        dob_position_start(&position);
        twin_start(&twin);
        for (int ply = 0; ply < 200; ply++) {
            assert_same_moves(&position, &twin);
            DobEnd end = dob_end(&position.board);
            int winner = end == DOB_GOES_ON ? -1 : end == DOB_STOOD ? position.board.side : !position.board.side;
            assert_int_equal(winner, twin_winner(&twin));
            uint64_t key = position.board.key;
            dob_set_key(&position.board);
            assert_int_equal(key, position.board.key); /* carried along as made anew */
            ends[end]++;
            if (end != DOB_GOES_ON) break;
            Move moves[DOB_MOVES_MAX];
            Move move = moves[rng_below(&rng, (uint64_t)dob_moves(&position.board, moves))];
            char text[MOVE_TEXT_MAX];
            dob_position_format_move(&position, move, text);
            dob_position_play(&position, move);
            twin_play(&twin, text);
        }
    }
    for (int end = DOB_CAUGHT; end <= DOB_STOOD; end++) assert_true(ends[end] > 10);
}

static void leaves_are_counted_as_the_twin_counts_them(void **state)
{
    (void)state;
    static const uint64_t known[] = {1, 4, 17, 123, 976, 8122, 71677};
    DobPosition start;
    Twin twin;
    dob_position_start(&start);
    twin_start(&twin);
    for (int depth = 0; depth <= 6; depth++) {
        assert_int_equal(dobutsu_game.perft(&start, depth, NULL), known[depth]);
        if (depth <= 5) assert_int_equal(twin_perft(&twin, depth), known[depth]);
    }
}

static void texts_come_back(void **state)
{
    (void)state;
    static const char *const texts[] = {"gle/1c1/1C1/ELG b - 1", "+Cle/3/3/EL+c b 2G 7", "1l1/3/3/1L1 w 2GE2Ce 100",
                                        "g1e/1C1/3/ELG w C 4"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        DobPosition position = position_of(texts[i]);
        Buf out = buf_new(256);
        dob_position_format(&position, &out);
        assert_string_equal(buf_text(&out), texts[i]);
        buf_free(&out);
    }
    static const char *const wrong[] = {"gle/1c1/1C1/ELG",        "gle/1c1/1C1/ELG x - 1", "gle/1c1/1C1/EL b - 1",
                                        "gle/1c1/1C1/ELGG b - 1", "gle/1c1/1C1/ELG b C 1", "gl/e1c1/1C1/ELG b - 1",
                                        "g1e/1c1/1C1/ELG b - 1",  "lle/1c1/1C1/ELG b - 1", "gle/1c1/1C1/ELG b - 0",
                                        "g+le/1c1/1C1/ELG b - 1", "gle/1c1/1C1/ELG b 2 1", "gle/1c1/1C1/ELG b L 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        DobPosition position;
        Error error = {STATUS_OK, ""};
        assert_int_equal(dob_position_parse(str_from(wrong[i]), &position, &error), STATUS_BAD_INPUT);
        assert_true(strncmp(error.text, "sfen: ", 6) == 0);
    }
    DobPosition start;
    dob_position_start(&start);
    assert_int_equal(dob_position_move(&start, STR_LIT("2c2b+")), MOVE_NONE); /* nothing to promote */
    assert_int_equal(dob_position_move(&start, STR_LIT("C*2b")), MOVE_NONE);
}

static void a_chick_grows_by_walking_not_by_a_drop(void **state)
{
    (void)state;
    DobPosition position = position_of("1l1/C2/3/1L1 b C 1");
    assert_int_not_equal(dob_position_move(&position, STR_LIT("3b3a")), MOVE_NONE); /* the plus may be left out */
    play(&position, "3b3a+");
    assert_int_equal(position.board.cells[0], dob_piece(DOB_HEN, 0));
    position = position_of("1l1/3/3/1L1 b C 1");
    play(&position, "C*3a");
    assert_int_equal(position.board.cells[0], dob_piece(DOB_CHICK, 0));
    position = position_of("+C1l/3/g2/1L1 b - 1"); /* a hen is caught as a chick */
    position = position_of("gl1/+C2/3/1L1 w - 1");
    play(&position, "3a3b");
    assert_int_equal(position.board.hands[1][DOB_CHICK], 1);
}

static void games_end_by_the_lion(void **state)
{
    (void)state;
    const char *reason;
    DobPosition position = position_of("1l1/1G1/3/1L1 b - 1");
    play(&position, "2b2a");
    assert_int_equal(dob_position_outcome(&position, &reason), OUTCOME_FIRST_WINS);
    assert_string_equal(reason, "the lion was caught");
    position = position_of("2l/L2/3/3 b - 1"); /* nobody can catch it on the last row */
    play(&position, "3b3a");
    assert_int_equal(dob_position_outcome(&position, &reason), OUTCOME_FIRST_WINS);
    assert_string_equal(reason, "the lion is home");
    position = position_of("1l1/L2/3/3 b - 1"); /* here it can be caught, and if it is not, it has won */
    play(&position, "3b3a");
    assert_int_equal(dob_position_outcome(&position, NULL), OUTCOME_NONE);
    DobPosition other = position;
    play(&position, "2a3a");
    assert_int_equal(dob_position_outcome(&position, NULL), OUTCOME_SECOND_WINS);
    play(&other, "2a1b");
    assert_int_equal(dob_position_outcome(&other, &reason), OUTCOME_FIRST_WINS);
    assert_string_equal(reason, "the lion is home");
}

static void a_position_that_comes_for_the_third_time_is_a_draw(void **state)
{
    (void)state;
    static const char *const round_trip[] = {"1d1c", "3a3b", "1c1d", "3b3a"};
    DobPosition position;
    const char *reason;
    dob_position_start(&position);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(dob_position_outcome(&position, NULL), OUTCOME_NONE);
        play(&position, round_trip[i % 4]);
    }
    assert_int_equal(dob_position_outcome(&position, &reason), OUTCOME_DRAW);
    assert_string_equal(reason, "repetition");
    Move moves[MAX_MOVES];
    assert_int_equal(dobutsu_game.legal_moves(&position, moves), 0);
    assert_int_equal(dobutsu_game.moves_beyond(&position, moves), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_are_those_of_the_twin),
        cmocka_unit_test(leaves_are_counted_as_the_twin_counts_them),
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(a_chick_grows_by_walking_not_by_a_drop),
        cmocka_unit_test(games_end_by_the_lion),
        cmocka_unit_test(a_position_that_comes_for_the_third_time_is_a_draw),
    };
    return cmocka_run_group_tests_name("dobutsu rules", tests, NULL, NULL);
}
