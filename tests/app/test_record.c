/* The table of record formats: what is written is read again, comments and all; files with several games; guessing. */
#include "othello/record/formats.h"
#include "shogi/record/formats.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void read_all(const char *name, const char *text, RecordSet *set)
{
    Error error = {STATUS_OK, ""};
    *set = (RecordSet){0};
    const RecordFormat *format = record_format_named(str_from(name));
    assert_non_null(format);
    Status status = format->read(str_from(text), set, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, STATUS_OK);
}

static Record shogi_game(void)
{
    Record record;
    record_init(&record, "shogi");
    record_take_text(record.player[0], str_from("先手の人"));
    record_take_text(record.player[1], str_from("B"));
    record.end = RECORD_END_RESIGN;
    record.result = RECORD_FIRST_WINS;
    assert_int_equal(record_add_comment(&record.comment, str_from("before"), NULL), STATUS_OK);
    static const char *const moves[] = {"7g7f", "3c3d", "8h2b+"};
    for (int i = 0; i < 3; i++) {
        RecordMove *move = record_add_move(&record, str_from(moves[i]), NULL);
        assert_non_null(move);
        move->ms = 1000 * i;
    }
    assert_int_equal(record_add_comment(&record.moves[1].comment, str_from("* a line with a mark of its own"), NULL),
                     0);
    assert_int_equal(record_add_comment(&record.moves[1].comment, str_from("二行目"), NULL), 0);
    assert_int_equal(record_add_comment(&record.moves[2].comment, str_from("last"), NULL), 0);
    return record;
}

static void same_game(const Record *a, const Record *b)
{
    assert_string_equal(a->game, b->game);
    assert_string_equal(a->player[0], b->player[0]);
    assert_string_equal(a->player[1], b->player[1]);
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->end, b->end);
    assert_string_equal(a->start ? a->start : "", b->start ? b->start : "");
    assert_string_equal(a->comment ? a->comment : "", b->comment ? b->comment : "");
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const RecordMove *x = &a->moves[i], *y = &b->moves[i];
        assert_string_equal(x->text, y->text);
        assert_int_equal(x->ms, y->ms);
        assert_string_equal(x->comment ? x->comment : "", y->comment ? y->comment : "");
    }
}

/* KI2 has none. */
static void forget_times(Record *game)
{
    for (size_t i = 0; i < game->count; i++) game->moves[i].ms = -1;
}

/* Given a game with comments, when two of it are written in a row, then both are read again as they were. */
static void shogi_games_come_back(void **state)
{
    (void)state;
    static const char *const names[] = {"kif", "kif-sjis", "ki2", "csa"};
    for (int i = 0; i < 4; i++) {
        const RecordFormat *format = record_format_named(str_from(names[i]));
        Record game = shogi_game();
        Buf out = buf_new(1 << 16);
        Error error = {STATUS_OK, ""};
        assert_int_equal(format->write(&game, &out, &error), STATUS_OK);
        assert_int_equal(format->write(&game, &out, &error), STATUS_OK);
        assert_ptr_equal(record_format_guess(NULL, buf_view(&out), NULL), format);
        RecordSet set;
        read_all(names[i], buf_text(&out), &set);
        assert_int_equal(set.count, 2);
        if (format == &record_ki2) forget_times(&game);
        same_game(&set.items[0], &game);
        same_game(&set.items[1], &game);
        record_set_free(&set);
        record_free(&game);
        buf_free(&out);
    }
}

static void othello_games_come_back(void **state)
{
    (void)state;
    const char *text = "(;GM[Othello]PC[NBoard]DT[2024-01-01]PB[a]PW[b]RE[+12.00]TY[8]BO[8 "
                       "---------------------------O*------*O--------------------------- *]"
                       "B[F5/1.50/2.25]W[d6//1]B[PA];)\n(;GM[Othello]PB[c]PW[d]RE[?]TY[8]BO[8 "
                       "---------------------------O*------*O--------------------------- *]B[c4];)";
    RecordSet set, again;
    read_all("ggf", text, &set);
    assert_int_equal(set.count, 2);
    const Record *game = &set.items[0];
    assert_null(game->start);
    assert_int_equal(game->result, RECORD_FIRST_WINS);
    assert_int_equal(game->count, 3);
    assert_true(game->moves[0].has_score && game->moves[0].score == 1.5 && game->moves[0].ms == 2250);
    assert_true(!game->moves[1].has_score && game->moves[1].ms == 1000);
    assert_string_equal(game->moves[2].text, "pass");
    assert_int_equal(set.items[1].result, RECORD_UNKNOWN);
    Buf out = buf_new(1 << 16);
    for (size_t i = 0; i < 2; i++) assert_int_equal(record_ggf.write(&set.items[i], &out, NULL), STATUS_OK);
    assert_ptr_equal(record_format_guess(NULL, buf_view(&out), NULL), &record_ggf);
    read_all("ggf", buf_text(&out), &again);
    for (size_t i = 0; i < 2; i++) same_game(&set.items[i], &again.items[i]);
    record_set_free(&again);
    record_set_free(&set);
    buf_free(&out);
}

/* Given games one after the other, when each is written, then the file is whole after every one of them. */
static void wthor_games_come_back(void **state)
{
    (void)state;
    static const char *const scores[] = {"+12", "-64", "+0"};
    RecordSet set, again = {0};
    Error error;
    read_all("transcript", "f5d6c3d3c4\ne6f4\n\nf5f6", &set);
    Buf out = buf_new(1 << 16);
    assert_int_equal(record_wthor.write(&set.items[0], &out, &error), STATUS_UNSUPPORTED); /* no score */
    assert_int_equal(out.len, 0);
    for (size_t i = 0; i < 3; i++) {
        Record *game = &set.items[i];
        record_take_text(game->score, str_from(scores[i]));
        record_take_text(game->date, STR_LIT("2025"));
        (void)snprintf(game->player[0], RECORD_TEXT_MAX, "player %zu", 300 + i);
        (void)snprintf(game->player[1], RECORD_TEXT_MAX, "player %zu", 65535 - i);
        record_take_text(game->event, STR_LIT("tournament 7"));
        game->result = i == 0 ? RECORD_FIRST_WINS : i == 1 ? RECORD_SECOND_WINS : RECORD_DRAW;
        assert_int_equal(record_wthor.write(game, &out, &error), STATUS_OK);
        assert_true(record_wthor.is(buf_view(&out)));
        assert_int_equal(record_wthor.read(buf_view(&out), &again, &error), STATUS_OK);
        assert_int_equal(again.count, i + 1);
        for (size_t j = 0; j <= i; j++) same_game(&again.items[j], &set.items[j]);
        record_set_free(&again);
        again = (RecordSet){0};
    }
    assert_int_equal(record_set_start(&set.items[0], STR_LIT("XO X"), &error), STATUS_OK);
    assert_int_equal(record_wthor.write(&set.items[0], &out, &error), STATUS_UNSUPPORTED);
    record_set_free(&set);
    buf_free(&out);
}

static void lines_are_read_one_by_one(void **state)
{
    (void)state;
    static const char position[] = "---------------------------OX------XO--------------------------- X";
    RecordSet set;
    read_all("transcript", "# two\nf5d6c3\nF5 F6 pass\n", &set);
    assert_int_equal(set.count, 2);
    assert_int_equal(set.items[0].count, 3);
    assert_string_equal(set.items[1].moves[2].text, "pass");
    record_set_free(&set);
    char text[256];
    (void)snprintf(text, sizeof text, "%% head\n%s; f5:+2; d6:-4; %% even\n%s\n", position, position);
    read_all("obf", text, &set);
    assert_int_equal(set.count, 2);
    assert_string_equal(set.items[0].start, position);
    assert_string_equal(set.items[0].comment, "f5:+2; d6:-4; % even");
    assert_null(set.items[1].comment);
    record_set_free(&set);
    Error error;
    set = (RecordSet){0};
    assert_int_equal(record_transcript.read(str_from("f5\n\nf5z9"), &set, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "line 3: move 2, '', is no move");
    record_set_free(&set);
}

static void formats_are_found(void **state)
{
    (void)state;
    assert_ptr_equal(record_format_of_path("a.b/game.KIF", NULL), &record_kif);
    assert_ptr_equal(record_format_of_path("x.wtb", "othello"), &record_wthor);
    assert_null(record_format_of_path("x.wtb", "shogi"));
    assert_null(record_format_of_path("kif.d/game", NULL));
    assert_ptr_equal(record_format_guess("games.txt", str_from("f5d6c3\n"), "othello"), &record_transcript);
    assert_null(record_format_guess("games.txt", str_from("startpos moves f5\n"), "othello"));
    for (size_t i = 0; record_format_at(i); i++) {
        assert_ptr_equal(record_format_named(str_from(record_format_at(i)->name)), record_format_at(i));
    }
}

static void long_texts_are_cut_between_characters(void **state)
{
    (void)state;
    char out[RECORD_TEXT_MAX], text[3 * RECORD_TEXT_MAX + 1];
    for (int i = 0; i < RECORD_TEXT_MAX; i++) memcpy(text + (ptrdiff_t)3 * i, "あ", 4);
    record_take_text(out, str_from(text));
    assert_int_equal(strlen(out), 126);
}

/* Given a name with a letter that Shift_JIS lacks, then the rest is written as Windows programs read it; and bytes that
 * are neither encoding are refused with their place. */
static void shift_jis_is_written_for_other_programs(void **state)
{
    (void)state;
    Record game = shogi_game();
    record_take_text(game.player[1], str_from("한"));
    Buf out = buf_new(1 << 16);
    Error error = {STATUS_OK, ""};
    assert_int_equal(record_kif_sjis.write(&game, &out, &error), STATUS_OK);
    assert_non_null(
        strstr(buf_text(&out), "\x90\xe6\x8e\xe8\x81\x46\x90\xe6\x8e\xe8\x82\xcc\x90\x6c")); /* 先手：先手の人 */
    assert_non_null(strstr(buf_text(&out), "\x8c\xe3\x8e\xe8\x81\x46\x81\xac\n"));           /* 後手：〓 */
    buf_free(&out);
    record_free(&game);
    RecordSet set = {0};
    assert_int_equal(record_kif.read(str_from("\x90\xe6\x8e\xe8\xff\xff\n"), &set, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "neither UTF-8 nor Shift_JIS at byte 5");
    record_set_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shogi_games_come_back),
        cmocka_unit_test(shift_jis_is_written_for_other_programs),
        cmocka_unit_test(othello_games_come_back),
        cmocka_unit_test(wthor_games_come_back),
        cmocka_unit_test(lines_are_read_one_by_one),
        cmocka_unit_test(formats_are_found),
        cmocka_unit_test(long_texts_are_cut_between_characters),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
