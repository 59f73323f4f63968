#include "othello/book/learn.h"

#include <stdlib.h>

static Status add_game(OthelloBook *book, const OthelloPosition *positions, size_t count, Error *error)
{
    OthelloBoard *boards = malloc((count ? count : 1) * sizeof *boards);
    if (!boards) return error_set(error, STATUS_NO_MEMORY, "book: no memory for a game");
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (othello_board_moves(positions[i].board)) boards[kept++] = positions[i].board;
    }
    Status status = othello_book_add(book, boards, kept, error);
    free(boards);
    return status;
}

static Status analyser(OthelloBook *book, const OthelloShared *shared, int depth, const BookGrowth *growth,
                       Error *error)
{
    SoloSearch solo = {0};
    Status status = othello_solo_open(&solo, shared, cpu_features(), BOOK_ANALYSER_TABLE_MB, error);
    if (status != STATUS_OK) return status;
    BookAnalyser analyser = {.book = book, .solo = &solo, .depth = depth};
    size_t added = 0;
    (void)othello_book_analyse(&analyser);
    status = othello_book_grow(&analyser, growth, &added, error);
    othello_solo_close(&solo);
    return status;
}

Status othello_learn_game(const char *path, const OthelloShared *shared, const OthelloPosition *positions, size_t count,
                          int depth, const BookGrowth *growth, Error *error)
{
    OthelloBook book = {0};
    Status status = othello_book_load(path, &book, error);
    if (status == STATUS_NOT_FOUND) status = STATUS_OK;
    if (status == STATUS_OK) status = add_game(&book, positions, count, error);
    if (status == STATUS_OK) status = analyser(&book, shared, depth, growth, error);
    if (status == STATUS_OK) status = othello_book_save(&book, path, error);
    othello_book_free(&book);
    return status;
}
