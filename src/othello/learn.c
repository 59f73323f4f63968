#include "othello/learn.h"

#include <stdlib.h>

static Status add_game(Book *book, const Position *positions, size_t count, Error *error)
{
    Board *boards = malloc((count ? count : 1) * sizeof *boards);
    if (!boards) return error_set(error, STATUS_NO_MEMORY, "book: no memory for a game");
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (othello_board_moves(positions[i].board)) boards[kept++] = positions[i].board;
    }
    Status status = othello_book_add(book, boards, kept, error);
    free(boards);
    return status;
}

static Status study(Book *book, const Shared *shared, int depth, const Growth *growth, Error *error)
{
    Lone lone = {0};
    Status status = othello_lone_open(&lone, shared, cpu_features(), STUDY_TABLE_MB, error);
    if (status != STATUS_OK) return status;
    Study study = {.book = book, .lone = &lone, .depth = depth};
    size_t added = 0;
    (void)othello_study_book(&study);
    status = othello_study_grow(&study, growth, &added, error);
    othello_lone_close(&lone);
    return status;
}

Status othello_learn_game(const char *path, const Shared *shared, const Position *positions, size_t count, int depth,
                          const Growth *growth, Error *error)
{
    Book book = {0};
    Status status = othello_book_load(path, &book, error);
    if (status == STATUS_NOT_FOUND) status = STATUS_OK;
    if (status == STATUS_OK) status = add_game(&book, positions, count, error);
    if (status == STATUS_OK) status = study(&book, shared, depth, growth, error);
    if (status == STATUS_OK) status = othello_book_save(&book, path, error);
    othello_book_free(&book);
    return status;
}
