#include "base/file.h"
#include "base/rng.h"
#include "othello/learn.h"
#include "othello/notation.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Position played(const char *transcript)
{
    Position position;
    Error error;
    othello_position_set(&position, othello_board_start(), 0);
    assert_int_equal(othello_notation_play_transcript(str_from(transcript), &position, NULL, &error), STATUS_OK);
    return position;
}

static Board board_of(const char *transcript)
{
    return played(transcript).board;
}

/* Two openings of two games each, one of one, with values as if they had been analysed. */
static Book small_book(void)
{
    Book book = {0};
    Error error;
    const Board boards[] = {board_of(""),       board_of("f5"),    board_of("f5d6"), board_of("f5d6"),
                            board_of("f5f6"),   board_of("f5f6"),  board_of("f5f4"), board_of("d3"),
                            board_of("f5d6c3"), board_of("f5f6e6")};
    assert_int_equal(othello_book_add(&book, boards, sizeof boards / sizeof *boards, &error), STATUS_OK);
    return book;
}

static void analysed(Book *book, const char *transcript, Score own)
{
    BookEntry *entry = othello_book_find(book, board_of(transcript));
    assert_non_null(entry);
    entry->own = own;
    entry->depth = 1;
    entry->reply = 0; /* a1: no move of these positions, so it counts as one that leads out of the book */
}

static void images_are_one_position(void **state)
{
    (void)state;
    Rng rng = rng_new(7);
    for (int n = 0; n < 1000; n++) {
        uint64_t taken = rng_next(&rng), colour = rng_next(&rng);
        Board board = {taken & colour, taken & ~colour}, image = othello_book_image(board);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            Board twin = {othello_board_mirror(board.own, symmetry), othello_board_mirror(board.other, symmetry)};
            Board same = othello_book_image(twin);
            assert_true(same.own == image.own && same.other == image.other);
        }
    }
}

static void games_are_counted(void **state)
{
    (void)state;
    Book book = small_book();
    assert_int_equal(book.count, 7); /* d3 is f5, and f5d6c3 and f5f6e6 are positions of their own */
    assert_int_equal(othello_book_find(&book, board_of("f5"))->games, 2);
    assert_int_equal(othello_book_find(&book, board_of("f5d6"))->games, 2);
    assert_null(othello_book_find(&book, board_of("f5d6c4")));
    othello_book_prune(&book, 2);
    assert_int_equal(book.count, 3);
    assert_null(othello_book_find(&book, board_of("f5f4")));
    othello_book_free(&book);
}

static void values_come_back_to_the_start(void **state)
{
    (void)state;
    Book book = small_book();
    analysed(&book, "f5d6c3", -300);
    analysed(&book, "f5d6", -900);
    analysed(&book, "f5f6e6", 200);
    analysed(&book, "f5f6", 100);
    analysed(&book, "f5f4", 1000);
    analysed(&book, "f5", -5000);
    othello_book_minimax(&book);
    assert_int_equal(othello_book_find(&book, board_of("f5d6"))->value, 300); /* by the book's move */
    assert_int_equal(othello_book_find(&book, board_of("f5f6"))->value, 100); /* by the move that leads out */
    assert_int_equal(othello_book_find(&book, board_of("f5"))->value, -100);
    BookMove moves[MOVES_MAX];
    assert_int_equal(othello_book_moves(&book, board_of("f5"), 0, moves), 3);
    assert_int_equal(moves[0].value, -100);
    assert_int_equal(moves[1].value, -300);
    assert_int_equal(moves[2].value, -1000);
    othello_book_free(&book);
}

static void a_draw_is_worth_the_contempt(void **state)
{
    (void)state;
    Book book = small_book();
    analysed(&book, "f5d6", 0);
    analysed(&book, "f5f6", 50);
    othello_book_minimax(&book);
    BookMove moves[MOVES_MAX];
    assert_int_equal(othello_book_moves(&book, board_of("f5"), 0, moves), 2);
    assert_int_equal(moves[0].value, 0);
    assert_int_equal(othello_book_moves(&book, board_of("f5"), -100, moves), 2);
    assert_int_equal(moves[0].value, -50);
    assert_int_equal(moves[1].value, -100);
    othello_book_free(&book);
}

static void temporary(char path[64])
{
    (void)snprintf(path, 64, "/tmp/yomi_book_XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
}

static void a_damaged_file_is_refused(void **state)
{
    (void)state;
    char path[64];
    Error error;
    Book book = small_book(), again = {0};
    Buf file = buf_new(BOOK_FILE_MAX);
    temporary(path);
    assert_int_equal(othello_book_save(&book, path, &error), STATUS_OK);
    assert_int_equal(file_read(path, &file, &error), STATUS_OK);
    assert_int_equal(othello_book_parse(buf_view(&file), &again, &error), STATUS_OK);
    assert_int_equal(again.count, book.count);
    assert_memory_equal(&again.entries[3].board, &book.entries[3].board, sizeof(Board));
    othello_book_free(&again);
    for (size_t i = 0; i < file.len; i++) {
        file.data[i] ^= 0x10;
        assert_int_not_equal(othello_book_parse(buf_view(&file), &again, &error), STATUS_OK);
        assert_true(strncmp(error.text, "book: ", 6) == 0);
        file.data[i] ^= 0x10;
    }
    for (size_t len = 0; len < file.len; len++) {
        assert_int_not_equal(othello_book_parse((Str){file.data, len}, &again, &error), STATUS_OK);
    }
    (void)unlink(path);
    buf_free(&file);
    othello_book_free(&book);
}

static void a_game_is_learned(void **state)
{
    (void)state;
    char path[64];
    Error error;
    Shared *shared = NULL;
    assert_int_equal(othello_shared_make(&shared, (Str){0}, &error), STATUS_OK);
    const Position game[] = {played(""), played("f5"), played("f5f6"), played("f5f6e6")};
    temporary(path);
    (void)unlink(path);
    for (int time = 1; time <= 2; time++) {
        assert_int_equal(othello_learn_game(path, shared, game, 4, 4, &error), STATUS_OK);
        Book book;
        assert_int_equal(othello_book_load(path, &book, &error), STATUS_OK);
        assert_int_equal(book.count, 4);
        for (size_t i = 0; i < book.count; i++) {
            assert_int_equal(book.entries[i].games, time);
            assert_int_equal(book.entries[i].depth, 4);
        }
        othello_book_free(&book);
    }
    assert_int_equal(file_replace(path, "rubbish", 7, &error), STATUS_OK);
    assert_int_not_equal(othello_learn_game(path, shared, game, 4, 4, &error), STATUS_OK);
    Buf file = buf_new(100);
    assert_int_equal(file_read(path, &file, &error), STATUS_OK);
    assert_int_equal(file.len, 7); /* what is no book is not written over */
    buf_free(&file);
    (void)unlink(path);
    othello_shared_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_one_position),       cmocka_unit_test(games_are_counted),
        cmocka_unit_test(values_come_back_to_the_start), cmocka_unit_test(a_draw_is_worth_the_contempt),
        cmocka_unit_test(a_damaged_file_is_refused),     cmocka_unit_test(a_game_is_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
