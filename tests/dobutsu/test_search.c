/* The search against brute force by the twin, records, and the proof search. */
#include "base/rng.h"
#include "dobutsu/dobutsu.h"
#include "dobutsu/search.h"
#include "dobutsu/twin.h"
#include "record/record.h"
#include "test.h"
#include "toy/rig.h"

#include <stdlib.h>
#include <string.h>

extern const RecordFormat *const dobutsu_records[];

#if defined(NDEBUG)
enum { ROUNDS = 120 };
#else
enum { ROUNDS = 15 };
#endif
enum { DEPTH = 5 };

/* A random game, on both boards; false when it ended. */
static bool random_position(DobPosition *position, Twin *twin, int plies, Rng *rng)
{
    dob_position_start(position);
    twin_start(twin);
    for (int i = 0; i < plies; i++) {
        Move moves[MAX_MOVES];
        char text[MOVE_TEXT_MAX];
        int count = dob_position_moves(position, moves);
        if (count == 0) return false;
        Move move = moves[rng_below(rng, (uint64_t)count)];
        dob_position_format_move(position, move, text);
        dob_position_play(position, move);
        twin_play(twin, text);
    }
    position->past_count = 0; /* the twin has no memory: both begin here */
    Move moves[MAX_MOVES];
    return dob_position_moves(position, moves) > 0;
}

static int plies_of(Score score)
{
    return score_is_win(score) ? SCORE_WIN - score : score_is_loss(score) ? -(SCORE_WIN + score) : 0;
}

/* Wins and losses within the depth are those of brute force, to the ply. */
static void forced_ends_are_found_to_the_ply(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &dobutsu_game, 1, 4, clock_real());
    Rng rng = rng_new(11);
    int decided = 0;
    for (int round = 0; round < ROUNDS; round++) {
        DobPosition position;
        Twin twin;
        while (!random_position(&position, &twin, 6 + (int)rng_below(&rng, 30), &rng)) {}
        Limits limits = limits_none();
        limits.depth = DEPTH;
        tt_clear(&rig.tt, 1);
        const SearchResult *result = rig_search(&rig, &position, &limits);
        int expected = twin_solve(&twin, DEPTH), found = plies_of(result->score);
        if (expected != 0) assert_int_equal(found, expected);
        if (expected == 0 && found != 0) assert_true(abs(found) > DEPTH); /* seen one ply further, by a catch */
        decided += expected != 0;
    }
    assert_true(decided > ROUNDS / 10);
    rig_close(&rig);
}

static void the_proof_search_says_whether_and_how_soon(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, &dobutsu_game, 1, 4, clock_real());
    Rng rng = rng_new(12);
    int won = 0, not_won = 0;
    for (int round = 0; round < ROUNDS; round++) {
        DobPosition position;
        Twin twin;
        while (!random_position(&position, &twin, 6 + (int)rng_below(&rng, 30), &rng)) {}
        Limits limits = limits_none();
        limits.mate = DEPTH;
        const SearchResult *result = rig_search(&rig, &position, &limits);
        int expected = twin_solve(&twin, DEPTH);
        assert_int_equal(result->proof, expected > 0 ? PROOF_WIN : PROOF_NO_WIN);
        if (expected > 0) assert_int_equal(plies_of(result->score), expected);
        won += expected > 0;
        not_won += expected <= 0;
    }
    assert_true(won > 0 && not_won > 0);
    rig_close(&rig);
}

static const char game_text[] = "V1-dobutsu\n"
                                "N+Hiyoko\n"
                                "N-Kirin\n"
                                "$EVENT:Club evening\n"
                                "'before the first move\n"
                                "+2c2b\n"
                                "T3\n"
                                "-1a2b\n"
                                "'a comment\n"
                                "'of two lines\n"
                                "+3d2c\n"
                                "-C*1b\n"
                                "%TORYO\n";

static void records_come_back(void **state)
{
    (void)state;
    const RecordFormat *format = dobutsu_records[0];
    RecordSet set = {0};
    Error error;
    char two[sizeof game_text * 2];
    strcpy(two, game_text);
    strcat(two, game_text);
    assert_true(format->is(str_from(two)));
    assert_int_equal(format->read(str_from(two), &set, &error), STATUS_OK);
    assert_int_equal(set.count, 2);
    const Record *record = &set.items[1];
    assert_int_equal(record->count, 4);
    assert_string_equal(record->moves[3].text, "C*1b");
    assert_string_equal(record->player[1], "Kirin");
    assert_int_equal(record->moves[0].ms, 3000);
    assert_int_equal(record->result, RECORD_SECOND_WINS);
    assert_string_equal(record->moves[1].comment, "a comment\nof two lines");
    Buf out = buf_new(1 << 12);
    assert_int_equal(format->write(record, &out, &error), STATUS_OK);
    assert_string_equal(buf_text(&out), game_text);
    buf_free(&out);
    record_set_free(&set);
    static const char *const wrong[] = {"V1-dobutsu\n-2c2b\n", "V1-dobutsu\nhello\n", "hello", "V1-dobutsu\n+9i9h\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        RecordSet none = {0};
        assert_int_equal(format->read(str_from(wrong[i]), &none, &error), STATUS_BAD_INPUT);
        assert_true(error.text[0]);
        record_set_free(&none);
    }
}

/* A text that is pasted, whose name says nothing: positions on lines, with moves or without. */
static void positions_on_lines_come_back(void **state)
{
    (void)state;
    static const char text[] = "# two\n1le/2g/1+C1/ELG w c 8\n\ngle/1c1/1C1/ELG b - 1 moves 2c2b 1a2b\n";
    const RecordFormat *format = record_format_guess(NULL, str_from(text), NULL);
    assert_ptr_equal(format, dobutsu_records[1]);
    assert_ptr_equal(record_format_guess(NULL, str_from(game_text), NULL), dobutsu_records[0]);
    RecordSet set = {0};
    Error error;
    assert_int_equal(format->read(str_from(text), &set, &error), STATUS_OK);
    assert_int_equal(set.count, 2);
    assert_string_equal(set.items[0].start, "1le/2g/1+C1/ELG w c 8");
    assert_int_equal(set.items[0].count, 0);
    Buf out = buf_new(1 << 12);
    assert_int_equal(format->write(&set.items[1], &out, &error), STATUS_OK);
    assert_string_equal(buf_text(&out), "gle/1c1/1C1/ELG b - 1 moves 2c2b 1a2b\n");
    buf_free(&out);
    record_set_free(&set);
    RecordSet none = {0};
    assert_int_equal(format->read(str_from("gle/1c1/1C1/ELG b - 1\nhello\n"), &none, &error), STATUS_BAD_INPUT);
    record_set_free(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forced_ends_are_found_to_the_ply),
        cmocka_unit_test(the_proof_search_says_whether_and_how_soon),
        cmocka_unit_test(records_come_back),
        cmocka_unit_test(positions_on_lines_come_back),
    };
    return cmocka_run_group_tests_name("dobutsu search", tests, NULL, NULL);
}
