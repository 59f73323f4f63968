/* Opening books: read, asked, refused when damaged, and made from games. */
#include "shogi/book/book.h"
#include "shogi/book/builder.h"
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

static ShogiPosition position_of(const char *sfen)
{
    ShogiPosition pos;
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
    ShogiBook *book = NULL;
    Error error;
    assert_int_equal(book_load(path, &book, &error), STATUS_OK);
    assert_int_equal(book_positions(book), 2);
    assert_string_equal(book_path(book), path);
    const ShogiBookMove *moves = NULL;
    ShogiPosition start = position_of("startpos");
    assert_int_equal(book_find(book, &start, &moves), 2);
    assert_int_equal(moves[1].value, 40);
    assert_int_equal(moves[1].reply, MOVE_NONE);
    assert_int_equal(moves[0].count, 5);
    pos_play(&start, moves[1].move);
    assert_int_equal(book_find(book, &start, &moves), 1);
    ShogiPosition other = position_of("4k4/9/9/9/9/9/9/9/4K4 b - 1");
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
        ShogiBook *book = NULL;
        Error error;
        assert_int_not_equal(book_load(path, &book, &error), STATUS_OK);
        assert_string_equal(error.text, cases[i].reason);
        assert_null(book);
        unlink(path);
    }
}

/* A blank in front makes no difference to what a line is, nor to the room that it is given. */
static void indented_lines_count_as_the_others(void **state)
{
    (void)state;
    enum { LINES = 3000 };
    static const char sfen[] = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
    Buf text = buf_new(1 << 20);
    (void)buf_printf(&text, "%s7g7f none 0 0 1\n", sfen);
    for (int i = 0; i < LINES; i++) (void)buf_printf(&text, " %s", sfen);
    for (int i = 0; i < LINES; i++) (void)buf_puts(&text, "\t 2g2f\r\n");
    char path[64];
    write_book(path, buf_text(&text));
    ShogiBook *book = NULL;
    Error error;
    assert_int_equal(book_load(path, &book, &error), STATUS_OK);
    assert_int_equal(book_positions(book), 1 + LINES);
    book_free(book);
    buf_free(&text);
    unlink(path);
}

static Status add_game(BookBuilder *maker, const char *moves, BookResult result, Error *error)
{
    Status status = book_builder_begin(maker, str_from("startpos"), error);
    Str rest = str_from(moves);
    for (Str word; status == STATUS_OK && (word = str_word(&rest)).len > 0;)
        status = book_builder_move(maker, word, error);
    return status == STATUS_OK ? book_builder_end(maker, result, error) : status;
}

static void books_are_made_from_games(void **state)
{
    (void)state;
    BookBuilder *maker = NULL;
    Error error;
    assert_int_equal(book_builder_create(3, &maker, &error), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(add_game(maker, "7g7f 3c3d 2g2f 8c8d", BOOK_BLACK_WINS, &error), STATUS_OK);
        assert_int_equal(add_game(maker, "2g2f 8c8d 2f2e", BOOK_WHITE_WINS, &error), STATUS_OK);
    }
    assert_int_equal(add_game(maker, "7g7f 8c8d", BOOK_DRAW, &error), STATUS_OK);
    assert_int_equal(add_game(maker, "7g7f 7g7f", BOOK_DRAW, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "move 2, '7g7f', is not a legal move");
    assert_int_equal(book_builder_games(maker), 7);
    Buf text = buf_new(1 << 16);
    assert_int_equal(book_builder_write(maker, 2, &text, &error), STATUS_OK);
    char path[64];
    write_book(path, buf_text(&text));
    ShogiBook *book = NULL;
    assert_int_equal(book_load(path, &book, &error), STATUS_OK);
    assert_int_equal(book_positions(book), 5); /* the fourth move of a game is beyond the three plies */
    const ShogiBookMove *moves = NULL;
    ShogiPosition pos = position_of("startpos");
    assert_int_equal(book_find(book, &pos, &moves), 2);
    assert_int_equal(moves[0].move, notation_parse_move(str_from("7g7f"))); /* the one that won */
    assert_int_equal(moves[0].reply, notation_parse_move(str_from("3c3d")));
    assert_int_equal(moves[0].count, 4);
    assert_true(moves[0].value > 0 && moves[1].value < 0);
    pos_play(&pos, moves[0].move);
    assert_int_equal(book_find(book, &pos, &moves), 1); /* 8c8d was played once only */
    book_free(book);
    unlink(path);
    buf_free(&text);
    book_builder_free(maker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_found_with_their_moves),
        cmocka_unit_test(damaged_books_are_refused_with_the_line),
        cmocka_unit_test(indented_lines_count_as_the_others),
        cmocka_unit_test(books_are_made_from_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
