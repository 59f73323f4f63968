/* Opening books: read, asked, and refused when damaged. */
#include "shogi/book.h"
#include "shogi/notation.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_book(char path[64], const char *text)
{
    strcpy(path, "/tmp/yomi-book-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static Position position_of(const char *sfen)
{
    Position pos;
    memset(&pos, 0, sizeof pos);
    assert_int_equal(notation_parse(str_from(sfen), &pos, NULL), STATUS_OK);
    return pos;
}

static void positions_are_found_with_their_moves(void **state)
{
    (void)state;
    char path[64];
    write_book(path, "#YANEURAOU-DB2016 1.00\r\n"
                     "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\r\n"
                     "2g2f 8c8d 30 20 5\r\n7g7f none 40 20 7\r\n"
                     "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\r\n"
                     "3c3d\r\n");
    Book *book = NULL;
    Error error;
    assert_int_equal(book_load(path, &book, &error), STATUS_OK);
    assert_int_equal(book_positions(book), 2);
    assert_string_equal(book_path(book), path);
    const BookMove *moves = NULL;
    Position start = position_of("startpos");
    assert_int_equal(book_find(book, &start, &moves), 2);
    assert_int_equal(moves[1].value, 40);
    assert_int_equal(moves[1].reply, MOVE_NONE);
    assert_int_equal(moves[0].count, 5);
    pos_play(&start, moves[1].move);
    assert_int_equal(book_find(book, &start, &moves), 1);
    Position other = position_of("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    assert_int_equal(book_find(book, &other, &moves), 0);
    book_free(book);
    unlink(path);
}

static void damaged_books_are_refused_with_the_line(void **state)
{
    (void)state;
    const struct {
        const char *text, *reason;
    } cases[] = {
        {"#YANEURAOU-DB2016 1.00\n", "book: no position in the file"},
        {"7g7f none 0 0 1\nsfen startpos\n", "book line 1: a move before the first position"},
        {"sfen x b - 1\n", "book line 1: sfen board: rank a has 'x', which is no piece"},
        {"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\nhello world\n",
         "book line 2: not a move with value, depth and count"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[64];
        write_book(path, cases[i].text);
        Book *book = NULL;
        Error error;
        assert_int_not_equal(book_load(path, &book, &error), STATUS_OK);
        assert_string_equal(error.text, cases[i].reason);
        assert_null(book);
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_found_with_their_moves),
        cmocka_unit_test(damaged_books_are_refused_with_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
