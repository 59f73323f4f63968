#include "base/file.h"
#include "base/rng.h"
#include "othello/book/learn.h"
#include "othello/notation.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static OthelloPosition played(const char *transcript)
{
    OthelloPosition position;
    Error error;
    othello_position_set(&position, othello_board_start(), 0);
    assert_int_equal(othello_notation_play_transcript(str_from(transcript), &position, NULL, &error), STATUS_OK);
    return position;
}

static OthelloBoard board_of(const char *transcript)
{
    return played(transcript).board;
}

/* Two openings of two games each, one of one, with values as if they had been analysed. */
static OthelloBook small_book(void)
{
    OthelloBook book = {0};
    Error error;
    const OthelloBoard boards[] = {board_of(""),       board_of("f5"),    board_of("f5d6"), board_of("f5d6"),
                                   board_of("f5f6"),   board_of("f5f6"),  board_of("f5f4"), board_of("d3"),
                                   board_of("f5d6c3"), board_of("f5f6e6")};
    assert_int_equal(othello_book_add(&book, boards, sizeof boards / sizeof *boards, &error), STATUS_OK);
    return book;
}

static void analysed(OthelloBook *book, const char *transcript, Score own)
{
    OthelloBookEntry *entry = othello_book_find(book, board_of(transcript));
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
        OthelloBoard board = {taken & colour, taken & ~colour}, image = othello_book_image(board);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            OthelloBoard twin = {othello_board_mirror(board.own, symmetry),
                                 othello_board_mirror(board.other, symmetry)};
            OthelloBoard same = othello_book_image(twin);
            assert_true(same.own == image.own && same.other == image.other);
        }
    }
}

static void games_are_counted(void **state)
{
    (void)state;
    Error error;
    OthelloBook book = small_book();
    assert_int_equal(book.count, 7); /* d3 is f5, and f5d6c3 and f5f6e6 are positions of their own */
    assert_int_equal(othello_book_find(&book, board_of("f5"))->games, 2);
    assert_int_equal(othello_book_find(&book, board_of("f5d6"))->games, 2);
    assert_null(othello_book_find(&book, board_of("f5d6c4")));
    assert_int_equal(othello_book_prune(&book, 2, &error), STATUS_OK);
    assert_int_equal(book.count, 3);
    assert_null(othello_book_find(&book, board_of("f5f4")));
    othello_book_free(&book);
}

static void values_come_back_to_the_start(void **state)
{
    (void)state;
    OthelloBook book = small_book();
    analysed(&book, "f5d6c3", -300);
    analysed(&book, "f5d6", -900);
    analysed(&book, "f5f6e6", 200);
    analysed(&book, "f5f6", 100);
    analysed(&book, "f5f4", 1000);
    analysed(&book, "f5", -5000);
    othello_book_minimax(&book, 0);
    assert_int_equal(othello_book_find(&book, board_of("f5d6"))->value, 300); /* by the book's move */
    assert_int_equal(othello_book_find(&book, board_of("f5f6"))->value, 100); /* by the move that leads out */
    assert_int_equal(othello_book_find(&book, board_of("f5"))->value, -100);
    OthelloBookMove moves[MOVES_MAX];
    assert_int_equal(othello_book_moves(&book, board_of("f5"), 0, moves), 3);
    assert_int_equal(moves[0].value, -100);
    assert_int_equal(moves[1].value, -300);
    assert_int_equal(moves[2].value, -1000);
    othello_book_free(&book);
}

static void a_draw_is_worth_the_contempt(void **state)
{
    (void)state;
    OthelloBook book = small_book();
    analysed(&book, "f5d6", 0);
    analysed(&book, "f5f6", 50);
    othello_book_minimax(&book, 0);
    OthelloBookMove moves[MOVES_MAX];
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
    OthelloBook book = small_book(), again = {0};
    Buf file = buf_new(BOOK_FILE_MAX);
    temporary(path);
    assert_int_equal(othello_book_save(&book, path, &error), STATUS_OK);
    assert_int_equal(file_read(path, &file, &error), STATUS_OK);
    assert_int_equal(othello_book_parse(buf_view(&file), &again, &error), STATUS_OK);
    assert_int_equal(again.count, book.count);
    assert_memory_equal(&again.entries[3].board, &book.entries[3].board, sizeof(OthelloBoard));
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
    OthelloShared *shared = NULL;
    BookGrowth none = {0};
    assert_int_equal(othello_shared_make(&shared, (Str){0}, &error), STATUS_OK);
    const OthelloPosition game[] = {played(""), played("f5"), played("f5f6"), played("f5f6e6")};
    temporary(path);
    (void)unlink(path);
    for (int time = 1; time <= 2; time++) {
        assert_int_equal(othello_learn_game(path, shared, game, 4, 4, &none, &error), STATUS_OK);
        OthelloBook book;
        assert_int_equal(othello_book_load(path, &book, &error), STATUS_OK);
        assert_int_equal(book.count, 4);
        for (size_t i = 0; i < book.count; i++) {
            assert_int_equal(book.entries[i].games, time);
            assert_int_equal(book.entries[i].depth, 4);
        }
        othello_book_free(&book);
    }
    assert_int_equal(file_replace(path, "rubbish", 7, &error), STATUS_OK);
    assert_int_not_equal(othello_learn_game(path, shared, game, 4, 4, &none, &error), STATUS_OK);
    Buf file = buf_new(100);
    assert_int_equal(file_read(path, &file, &error), STATUS_OK);
    assert_int_equal(file.len, 7); /* what is no book is not written over */
    buf_free(&file);
    (void)unlink(path);
    othello_shared_free(shared);
}

/* ---- growing ---- */

enum { GROW_DEPTH = 3 }; /* so shallow that nothing is pruned by probability: values can be had by plain searches */

typedef struct Grown {
    OthelloShared *shared;
    SoloSearch solo;
    OthelloBook book;
    BookAnalyser analyser;
    size_t stop_at; /* go_on says no here */
} Grown;

static bool until_stop(void *context, size_t done, size_t all)
{
    const Grown *grown = context;
    assert_true(done <= all);
    return done < grown->stop_at;
}

/* A book of one game, analysed. */
static void begin_growing(Grown *grown)
{
    Error error;
    *grown = (Grown){.stop_at = SIZE_MAX};
    const OthelloBoard boards[] = {board_of(""),       board_of("f5"),       board_of("f5d6"),
                                   board_of("f5d6c3"), board_of("f5d6c3d3"), board_of("f5d6c3d3c4")};
    assert_int_equal(othello_shared_make(&grown->shared, (Str){0}, &error), STATUS_OK);
    assert_int_equal(othello_solo_open(&grown->solo, grown->shared, cpu_features(), 1, &error), STATUS_OK);
    assert_int_equal(othello_book_add(&grown->book, boards, sizeof boards / sizeof *boards, &error), STATUS_OK);
    grown->analyser = (BookAnalyser){&grown->book, &grown->solo, GROW_DEPTH, until_stop, grown};
    assert_true(othello_book_analyse(&grown->analyser));
}

static void end_growing(Grown *grown)
{
    othello_book_free(&grown->book);
    othello_solo_close(&grown->solo);
    othello_shared_free(grown->shared);
}

static size_t grow(Grown *grown, size_t positions, int plies, Score tolerance)
{
    Error error;
    BookGrowth growth = {positions, plies, tolerance};
    size_t added = 0, before = grown->book.count;
    assert_int_equal(othello_book_grow(&grown->analyser, &growth, &added, &error), STATUS_OK);
    assert_int_equal(grown->book.count, before + added);
    return added;
}

/* What a position of the book is worth: the best move inside, or the best of those outside by a search of each. */
static Score recomputed(Grown *grown, OthelloBoard board)
{
    Score inside = -SQUARES * DISC - 1, outside = inside;
    for (uint64_t moves = othello_board_moves(board); moves;) {
        int square = bits_pop(&moves);
        OthelloBoard next = board_after(board, square, othello_board_flips(board, square));
        assert_true(othello_board_moves(next) != 0); /* so near to the start nobody passes */
        Pv pv;
        bool known = othello_book_find(&grown->book, next) != NULL;
        Score value = known ? -recomputed(grown, next)
                            : -othello_solo_search(&grown->solo, next, GROW_DEPTH - 1, SELECT_NONE, &pv);
        Score *best = known ? &inside : &outside;
        if (value > *best) *best = value;
    }
    const OthelloBookEntry *entry = othello_book_find(&grown->book, board);
    OthelloBoard reply = board_after(entry->board, entry->reply, othello_board_flips(entry->board, entry->reply));
    if (othello_book_find(&grown->book, reply)) return inside; /* its moves out of the book were not looked at */
    assert_int_equal(entry->own, outside);
    return inside > outside ? inside : outside;
}

static bool is_reached(const OthelloBook *book, const OthelloBookEntry *wanted)
{
    for (size_t i = 0; i < book->count; i++) {
        OthelloBoard board = book->entries[i].board;
        for (uint64_t moves = othello_board_moves(board); moves;) {
            OthelloBoard next;
            int sign;
            if (othello_book_follow(board, bits_pop(&moves), &next, &sign) && othello_book_find(book, next) == wanted) {
                return true;
            }
        }
    }
    return false;
}

static void a_book_grows_by_its_own_analysis(void **state)
{
    (void)state;
    enum { NEW = 25, PLIES = 10 };
    Grown grown;
    begin_growing(&grown);
    assert_int_equal(grow(&grown, NEW, PLIES, 150), NEW);
    size_t fresh = 0;
    for (size_t i = 0; i < grown.book.count; i++) {
        const OthelloBookEntry *entry = &grown.book.entries[i];
        assert_true(i == 0 || memcmp(&entry[-1].board, &entry->board, sizeof(OthelloBoard)) != 0);
        assert_int_equal(entry->depth, GROW_DEPTH);
        assert_int_equal(entry->value, recomputed(&grown, entry->board));
        if (entry->games > 0) continue;
        fresh++;
        assert_true(board_empty_count(entry->board) >= 60 - PLIES);
        assert_true(is_reached(&grown.book, entry));
    }
    assert_int_equal(fresh, NEW);
    end_growing(&grown);
}

static void growth_keeps_its_limits(void **state)
{
    (void)state;
    Grown grown;
    OthelloBookMove moves[MOVES_MAX];
    begin_growing(&grown);
    assert_int_equal(grow(&grown, 0, 20, 6400), 0);
    assert_int_equal(grow(&grown, 10, 1, 6400), 0);
    assert_int_equal(othello_book_moves(&grown.book, board_of("f5"), 0, moves), 1);
    assert_int_equal(grow(&grown, 1, 20, 6400), 1); /* nearest to the start: the second of three replies */
    assert_int_equal(othello_book_moves(&grown.book, board_of("f5"), 0, moves), 2);
    assert_int_equal(grow(&grown, 10, 2, 6400), 1); /* and the third; then nothing is left of two moves */
    assert_int_equal(othello_book_moves(&grown.book, board_of("f5"), 0, moves), 3);
    assert_int_equal(moves[0].value, othello_book_find(&grown.book, board_of("f5"))->value);
    grown.stop_at = 0;
    assert_int_equal(grow(&grown, 10, 20, 6400), 0); /* told to end before the first */
    end_growing(&grown);
}

/* At the end of the game's line the analysis has found a reply; after the growth the book plays it. */
static void the_new_reply_is_played(void **state)
{
    (void)state;
    Grown grown;
    OthelloBookMove moves[MOVES_MAX];
    Error error;
    begin_growing(&grown);
    OthelloBoard last = board_of("f5d6c3d3c4");
    assert_int_equal(othello_book_moves(&grown.book, last, 0, moves), 0);
    OthelloBookEntry *entry = othello_book_find(&grown.book, last);
    Score own = entry->own;
    OthelloBoard reply = board_after(entry->board, entry->reply, othello_board_flips(entry->board, entry->reply));
    OthelloBook alone = {0}; /* a book of that position only: there is nothing nearer to the start */
    assert_int_equal(othello_book_insert(&alone, entry, &error), STATUS_OK);
    othello_book_free(&grown.book);
    grown.book = alone;
    assert_int_equal(grow(&grown, 1, 20, 0), 1);
    const OthelloBookEntry *added = othello_book_find(&grown.book, reply);
    assert_true(added && added->games == 0);
    assert_int_equal(othello_book_moves(&grown.book, last, 0, moves), 1);
    assert_int_equal(moves[0].value, -added->own);
    assert_int_equal(othello_book_find(&grown.book, last)->own, own);
    assert_int_equal(othello_book_find(&grown.book, last)->value, -added->own); /* no longer what was thought before */
    end_growing(&grown);
}

static void growth_goes_on_where_it_ended(void **state)
{
    (void)state;
    char path[64];
    Error error;
    Grown whole, parts;
    begin_growing(&whole);
    begin_growing(&parts);
    temporary(path);
    assert_int_equal(grow(&whole, 16, 12, 200), 16);
    parts.stop_at = 5;
    assert_int_equal(grow(&parts, 16, 12, 200), 5);
    parts.stop_at = SIZE_MAX;
    assert_int_equal(othello_book_save(&parts.book, path, &error), STATUS_OK);
    othello_book_free(&parts.book);
    assert_int_equal(othello_book_load(path, &parts.book, &error), STATUS_OK);
    assert_int_equal(grow(&parts, 11, 12, 200), 11);
    for (size_t i = 0; i < whole.book.count; i++) {
        const OthelloBookEntry *a = &whole.book.entries[i], *b = &parts.book.entries[i];
        assert_memory_equal(&a->board, &b->board, sizeof(OthelloBoard));
        assert_true(a->value == b->value && a->own == b->own && a->depth == b->depth && a->reply == b->reply);
    }
    (void)unlink(path);
    end_growing(&whole);
    end_growing(&parts);
}

static void add_unplayed(OthelloBook *book, const char *transcript, Score own)
{
    Error error;
    OthelloBookEntry entry = {.board = othello_book_image(board_of(transcript)), .value = own, .own = own, .depth = 1};
    assert_int_equal(othello_book_insert(book, &entry, &error), STATUS_OK);
}

static void pruning_keeps_what_analysis_added(void **state)
{
    (void)state;
    Error error;
    OthelloBook book = small_book(); /* f5f4 and both lines of three moves were played once */
    analysed(&book, "f5", -700);
    analysed(&book, "f5f4", 500);
    add_unplayed(&book, "f5d6c4", 100);
    add_unplayed(&book, "f5d6c4d3", 100);
    add_unplayed(&book, "f5f4e3", 100);
    assert_int_equal(book.count, 10);
    othello_book_minimax(&book, 0);
    assert_int_equal(othello_book_prune(&book, 2, &error), STATUS_OK);
    assert_int_equal(book.count, 5);
    assert_non_null(othello_book_find(&book, board_of("f5d6c4")));
    assert_non_null(othello_book_find(&book, board_of("f5d6c4d3")));
    assert_null(othello_book_find(&book, board_of("f5f4e3"))); /* it hung on f5f4 */
    OthelloBookEntry *entry = othello_book_find(&book, board_of("f5"));
    assert_int_equal(entry->own, -500); /* of f5f4, which is now the best that leads out */
    OthelloBoard next = board_after(entry->board, entry->reply, othello_board_flips(entry->board, entry->reply));
    OthelloBoard lost = othello_book_image(board_of("f5f4")), image = othello_book_image(next);
    assert_true(image.own == lost.own && image.other == lost.other);
    othello_book_free(&book);
}

/* Random games until a move leaves the other side without one. */
static void a_pass_links_two_positions(void **state)
{
    (void)state;
    Rng rng = rng_new(11);
    for (int found = 0; found < 5;) {
        OthelloPosition position;
        Move moves[MOVES_MAX];
        othello_position_set(&position, othello_board_start(), 0);
        for (int count; (count = othello_position_moves(&position, moves)) > 0 && moves[0] != MOVE_PASS;) {
            OthelloBoard before = position.board, next;
            Move move = moves[rng_below(&rng, (uint64_t)count)];
            int sign = 0;
            bool goes_on = othello_book_follow(before, square_of_move(move), &next, &sign);
            othello_position_play(&position, move);
            assert_true(goes_on == !othello_position_is_over(&position));
            if (!goes_on || sign < 0) continue;
            Error error;
            OthelloBook book = {0};
            OthelloBookMove known[MOVES_MAX];
            OthelloBookEntry entry = {.board = othello_book_image(next), .value = 300, .depth = 1};
            assert_int_equal(othello_book_insert(&book, &entry, &error), STATUS_OK);
            assert_true(next.own == position.board.other && next.other == position.board.own);
            assert_true(othello_book_moves(&book, before, 0, known) >= 1);
            assert_int_equal(known[0].value, 300); /* the same side moves again */
            othello_book_free(&book);
            found++;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_one_position),           cmocka_unit_test(games_are_counted),
        cmocka_unit_test(values_come_back_to_the_start),     cmocka_unit_test(a_draw_is_worth_the_contempt),
        cmocka_unit_test(a_damaged_file_is_refused),         cmocka_unit_test(a_game_is_learned),
        cmocka_unit_test(a_book_grows_by_its_own_analysis),  cmocka_unit_test(growth_keeps_its_limits),
        cmocka_unit_test(the_new_reply_is_played),           cmocka_unit_test(growth_goes_on_where_it_ended),
        cmocka_unit_test(pruning_keeps_what_analysis_added), cmocka_unit_test(a_pass_links_two_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
