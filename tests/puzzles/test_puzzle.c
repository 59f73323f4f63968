/* The text of puzzles: read, written, and refused with a reason. */
#include "test.h"
#include "tool/puzzle.h"

#include <stdlib.h>
#include <string.h>

static const char line[] = "7.12\tothello\tendgame\t8\t730\tX--O X\tb1 c1\tb1=+10 c1=+6";

static void reads_and_writes_a_line(void **state)
{
    (void)state;
    Puzzle puzzle;
    Error error;
    uint64_t seed, number;
    Buf text = buf_new(4096);
    assert_int_equal(puzzle_read(str_from(line), &puzzle, &error), STATUS_OK);
    assert_string_equal(puzzle.kind, "endgame");
    assert_int_equal(puzzle.length, 8);
    assert_int_equal(puzzle.rating, 730);
    assert_string_equal(puzzle.position, "X--O X");
    assert_true(puzzle_number(&puzzle, &seed, &number));
    assert_true(seed == 7 && number == 12);
    puzzle_write(&puzzle, &text);
    assert_int_equal(text.len, strlen(line) + 1);
    assert_memory_equal(text.data, line, strlen(line));
    buf_free(&text);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"1.1\tothello\tendgame\teight\t730\tX X\tb1\t-", "length"},
        {"1.1\tothello\tendgame\t8\t99\tX X\tb1\t-", "rating"},
        {"1.1\tothello\tendgame\t8\t730\tX X\tb1", "values"},
        {"1.1\tothello\tendgame\t8\t730\tX X\tb1\t-\tmore", "eight fields"},
        {"1.1\tothello\tendgame\t8\t730\t\tb1\t-", "position"},
        {"1.1\toth\x01llo\tendgame\t8\t730\tX\tb1\t-", "plain text"},
        {"1.1\ta-game-with-a-long-name\tendgame\t8\t730\tX\tb1\t-", "longer than"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Puzzle puzzle;
        Error error;
        assert_int_not_equal(puzzle_read(str_from(cases[i].text), &puzzle, &error), STATUS_OK);
        assert_non_null(strstr(error.text, cases[i].why));
    }
}

static void reads_a_file(void **state)
{
    (void)state;
    PuzzleList list;
    Error error;
    Buf text = buf_new(1 << 20);
    (void)buf_printf(&text, "# two of them\n%s\n\n%s\n", line, line);
    assert_int_equal(puzzles_read(buf_view(&text), &list, &error), STATUS_OK);
    assert_int_equal(list.count, 2);
    puzzles_free(&list);
    (void)buf_puts(&text, "nonsense\n");
    assert_int_not_equal(puzzles_read(buf_view(&text), &list, &error), STATUS_OK);
    assert_null(list.items);
    assert_non_null(strstr(error.text, "line 5"));
    buf_free(&text);
}

static void has_a_limit(void **state)
{
    (void)state;
    PuzzleList list;
    Error error;
    char *text = malloc(PUZZLES_MAX + 1);
    assert_non_null(text);
    memset(text, '\n', PUZZLES_MAX + 1);
    assert_int_equal(puzzles_read((Str){text, PUZZLES_MAX + 1}, &list, &error), STATUS_TOO_LARGE);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes_a_line),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(reads_a_file),
        cmocka_unit_test(has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
