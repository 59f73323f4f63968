/* SGF and PSQ: what is written is read again, odd texts are read, bad ones are refused by name. */
#include "gomoku/record/formats.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void fill(Record *record, const char *rules, const char *start, const char *moves)
{
    record_init(record, "gomoku");
    record_take_text(record->rules, str_from(rules));
    if (start) assert_int_equal(record_set_start(record, str_from(start), NULL), STATUS_OK);
    Str rest = str_from(moves);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        assert_non_null(record_add_move(record, word, NULL));
    }
}

static void assert_same_game(const Record *a, const Record *b)
{
    assert_string_equal(a->rules, b->rules);
    assert_string_equal(a->start ? a->start : "", b->start ? b->start : "");
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_string_equal(a->moves[i].text, b->moves[i].text);
        assert_string_equal(a->moves[i].comment ? a->moves[i].comment : "",
                            b->moves[i].comment ? b->moves[i].comment : "");
    }
}

static void round_trip(const RecordFormat *format, const Record *record)
{
    Buf text = buf_new(1 << 20);
    RecordSet set = {0};
    Error error;
    if (format->write(record, &text, &error) != STATUS_OK) fail_msg("%s", error.text);
    assert_ptr_equal(record_format_guess(NULL, buf_view(&text), "gomoku"), format);
    if (format->read(buf_view(&text), &set, &error) != STATUS_OK) fail_msg("%s\n%s", error.text, buf_text(&text));
    assert_int_equal(set.count, 1);
    assert_same_game(record, &set.items[0]);
    for (int i = 0; i < 2; i++) assert_string_equal(record->player[i], set.items[0].player[i]);
    if (format == &record_sgf) assert_int_equal(record->result, set.items[0].result);
    record_set_free(&set);
    buf_free(&text);
}

static void games_survive_both_formats(void **state)
{
    (void)state;
    static const char *const games[][3] = {
        {"ninuki", NULL, "j10 k11 a1 s19"},
        {"freestyle", "freestyle 20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 b 0 0", "a1 t20 t1 a20"},
    };
    for (size_t i = 0; i < 2; i++) {
        Record record;
        fill(&record, games[i][0], games[i][1], games[i][2]);
        record_take_text(record.player[0], str_from("A [x]\\ y"));
        record_take_text(record.player[1], str_from("B"));
        record.result = RECORD_SECOND_WINS;
        record.end = RECORD_END_RESIGN;
        round_trip(&record_psq, &record);
        assert_int_equal(record_add_comment(&record.moves[1].comment, str_from("good ] (maybe)"), NULL), STATUS_OK);
        assert_int_equal(record_add_comment(&record.moves[1].comment, str_from("or not"), NULL), STATUS_OK);
        round_trip(&record_sgf, &record);
        record_free(&record);
    }
}

static void a_start_with_stones_and_pairs_is_kept(void **state)
{
    (void)state;
    Record record;
    fill(&record, "pente", "pente 19/19/19/19/19/19/19/8x10/8oxo8/9x9/8o10/7x11/19/19/19/19/19/19/19 w 0 3", "j12 k13");
    round_trip(&record_sgf, &record);
    Buf text = buf_new(1 << 16);
    assert_int_equal(record_psq.write(&record, &text, NULL), STATUS_UNSUPPORTED);
    buf_free(&text);
    record_free(&record);
}

static void the_main_line_is_read_and_variations_are_not(void **state)
{
    (void)state;
    RecordSet set = {0};
    Error error;
    const char *text = "(;GM[4]FF[4] SZ[15] AB[hh] [gg] AW[ii] ;W[hi]C[a) b \\] c](;B[gh];W[aa](;B[bb])(;B[cc]))"
                       "(;B[dd]))\n(;GM[4]SZ[19]RU[renju];B[jj])";
    if (record_sgf.read(str_from(text), &set, &error) != STATUS_OK) fail_msg("%s", error.text);
    assert_int_equal(set.count, 2);
    static const char *const moves[] = {"h7", "g8", "a15", "b14"};
    assert_int_equal(set.items[0].count, 4);
    for (size_t i = 0; i < 4; i++) assert_string_equal(set.items[0].moves[i].text, moves[i]);
    assert_string_equal(set.items[0].moves[0].comment, "a) b ] c");
    assert_string_equal(set.items[0].start, "freestyle 15/15/15/15/15/15/6x8/7x7/8o6/15/15/15/15/15/15 w 0 0");
    assert_string_equal(set.items[1].rules, "renju");
    record_set_free(&set);
}

static void bad_texts_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const RecordFormat *format;
        const char *text, *why;
    } bad[] = {
        {&record_sgf, "(;GM[1];B[aa])", "another game"},
        {&record_sgf, "(;GM[4]SZ[40])", "lines"},
        {&record_sgf, "(;GM[4]SZ[15];B[zz])", "point"},
        {&record_sgf, "(;GM[4]SZ[15];B[pa])", "not on the board"},
        {&record_sgf, "(;GM[4];B[aa];B[bb])", "side to"},
        {&record_sgf, "(;GM[4];B[aa", "no end"},
        {&record_sgf, "(;GM[4];B[aa]", "no end"},
        {&record_sgf, "(;GM[4];[aa])", "without a property"},
        {&record_sgf, "GM[4]", "begins with"},
        {&record_psq, "Piskvorky 15x16, 1:1, 0\n", "square"},
        {&record_psq, "Piskvorky 15x15\n16,1,0\n", "board"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        RecordSet set = {0};
        Error error = {.text = ""};
        assert_int_not_equal(bad[i].format->read(str_from(bad[i].text), &set, &error), STATUS_OK);
        if (!strstr(error.text, bad[i].why))
            fail_msg("%s: '%s' does not say '%s'", bad[i].text, error.text, bad[i].why);
        record_set_free(&set);
    }
}

static void psq_of_piskvork_is_read(void **state)
{
    (void)state;
    RecordSet set = {0};
    const char *text =
        "Piskvorky 20x20, 11:11, 0\r\n10,11,15\r\n11,10,203\r\nC:\\pbrain-a.exe\r\npbrain b.zip\r\n-1\r\n";
    assert_int_equal(record_psq.read(str_from(text), &set, NULL), STATUS_OK);
    const Record *game = &set.items[0];
    assert_int_equal(game->count, 2);
    assert_string_equal(game->moves[0].text, "j10");
    assert_string_equal(game->moves[1].text, "k11");
    assert_int_equal(game->moves[1].ms, 203);
    assert_string_equal(game->player[1], "pbrain b.zip");
    record_set_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_survive_both_formats),
        cmocka_unit_test(a_start_with_stones_and_pairs_is_kept),
        cmocka_unit_test(the_main_line_is_read_and_variations_are_not),
        cmocka_unit_test(psq_of_piskvork_is_read),
        cmocka_unit_test(bad_texts_are_refused_by_name),
    };
    return cmocka_run_group_tests_name("gomoku records", tests, NULL, NULL);
}
