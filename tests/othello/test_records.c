#include "othello/record/ggf.h"
#include "othello/record/obf.h"
#include "othello/record/wthor.h"
#include "test.h"

#include <string.h>

#define BOARD "---------------------------O*------*O---------------------------"

static void ggf_is_read_and_written(void **state)
{
    (void)state;
    const char *text = "(;GM[Othello]PC[NBoard]DT[2026-01-31]PB[ann]PW[bob]RE[?]TI[15:00/0:12/2:00]TY[8]BO[8 " BOARD
                       " *]B[F5//2.5]W[d6/-1.25/3]B[PA];)";
    GgfGame game, again;
    Error error;
    assert_int_equal(ggf_parse(str_from(text), &game, &error), STATUS_OK);
    assert_string_equal(game.player[0], "ann");
    assert_string_equal(game.position, "---------------------------OX------XO--------------------------- X");
    assert_int_equal(game.count, 3);
    assert_string_equal(game.moves[0].text, "f5");
    assert_false(game.moves[0].has_eval);
    assert_true(game.moves[0].seconds == 2.5 && game.moves[1].eval == -1.25 && game.moves[1].side == 1);
    assert_string_equal(game.moves[2].text, "pass");
    assert_true(game.clock_s[0] == 900 && game.clock_s[1] == 900);
    assert_true(game.increment_s[0] == 12 && game.increment_s[1] == 12);
    Buf out = buf_new(4096);
    ggf_format(&game, &out);
    assert_int_equal(ggf_parse(buf_view(&out), &again, &error), STATUS_OK);
    assert_memory_equal(&again, &game, sizeof game);
    buf_free(&out);
}

static void damaged_ggf_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "nothing",
                                        "(;GM[Othello];)",
                                        "(;BO[8 " BOARD " *]B[F5]",
                                        "(;BO[10 " BOARD " *];)",
                                        "(;BO[8 ---- *];)",
                                        "(;BO[8 " BOARD "];)",
                                        "(;BO[8 " BOARD " -];)",
                                        "(;BO[8 " BOARD " *O];)",
                                        "(;BO[8 " BOARD " *]B[F55];)",
                                        "(;BO[8 " BOARD " *]B[I1];)",
                                        "(;BO[8 " BOARD " *]B[A9];)",
                                        "(;BO[8 " BOARD " *]B[A0];)",
                                        "(;BO[8 " BOARD " *]B[5F];)",
                                        "(;BO[8 " BOARD " *]B[\x01"
                                        "1];)",
                                        "(;BO[8 " BOARD " *]B[\xff\xfe];)",
                                        "(;BO"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        GgfGame game = {.count = 7};
        Error error;
        assert_int_not_equal(ggf_parse(str_from(wrong[i]), &game, &error), STATUS_OK);
        assert_int_equal(game.count, 7);
        assert_true(strlen(error.text) > 0);
    }
}

static void wthor_comes_back_as_it_was(void **state)
{
    (void)state;
    WthorHeader header = {20, 26, 1, 31, 2, 2025, 24}, header_again;
    WthorGame games[2] = {{.tournament = 300,
                           .black = 2000,
                           .white = 7,
                           .black_score = 40,
                           .theoretical_score = 33,
                           .count = 3,
                           .squares = {37, 45, 63}},
                          {.count = 0}};
    Buf out = buf_new(4096);
    wthor_write_header(&header, &out);
    for (int i = 0; i < 2; i++) wthor_write_game(&games[i], &out);
    Error error;
    assert_int_equal(wthor_open(buf_view(&out), &header_again, &error), STATUS_OK);
    assert_memory_equal(&header, &header_again, sizeof header);
    for (uint32_t i = 0; i < 2; i++) {
        WthorGame game;
        assert_int_equal(wthor_game(buf_view(&out), i, &game, &error), STATUS_OK);
        assert_memory_equal(&game, &games[i], sizeof game);
    }
    WthorGame game;
    assert_int_equal(wthor_game(buf_view(&out), 2, &game, &error), STATUS_NOT_FOUND);
    out.data[WTHOR_HEADER + 8] = 19;
    assert_int_equal(wthor_game(buf_view(&out), 0, &game, &error), STATUS_BAD_INPUT);
    for (size_t cut = 0; cut < out.len; cut++) {
        assert_int_not_equal(wthor_open((Str){out.data, cut}, &header_again, &error), STATUS_OK);
    }
    buf_free(&out);
}

static void obf_lines_are_taken_apart(void **state)
{
    (void)state;
    Obf obf;
    Error error;
    int best = 0;
    assert_int_equal(obf_parse(STR_LIT("XO-- X; A2:+38; C7:-36; % text"), &obf, &error), STATUS_OK);
    assert_true(str_eq(obf.position, "XO-- X"));
    assert_int_equal(obf.count, 2);
    assert_true(obf_best(&obf, &best) && best == 38);
    assert_int_equal(obf_parse(STR_LIT("XO-- X"), &obf, &error), STATUS_OK);
    assert_false(obf_best(&obf, &best));
    assert_int_equal(obf_parse(STR_LIT("  % only words"), &obf, &error), STATUS_NOT_FOUND);
    assert_int_equal(obf_parse(STR_LIT("XO-- X; A2:+99"), &obf, &error), STATUS_BAD_INPUT);
    assert_int_equal(obf_parse(STR_LIT("XO-- X; A2"), &obf, &error), STATUS_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ggf_is_read_and_written),
        cmocka_unit_test(damaged_ggf_is_refused),
        cmocka_unit_test(wthor_comes_back_as_it_was),
        cmocka_unit_test(obf_lines_are_taken_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
