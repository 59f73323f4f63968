#include "othello/learn.h"

#include <stdlib.h>

enum { TABLE_MB = 16 };

void othello_learn_analyse(Book *book, Lone *lone, int depth)
{
    for (size_t i = 0; i < book->count; i++) {
        BookEntry *entry = &book->entries[i];
        if (entry->depth >= depth) continue;
        Pv pv;
        tt_new_search(&lone->tt);
        entry->own = othello_lone_search(lone, entry->board, depth, SELECT_MOST, &pv);
        entry->depth = (uint8_t)depth;
        entry->reply = (uint8_t)(pv.len > 0 && pv.moves[0] != MOVE_PASS ? square_of_move(pv.moves[0]) : 0);
    }
    othello_book_minimax(book);
}

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

Status othello_learn_game(const char *path, const Shared *shared, const Position *positions, size_t count, int depth,
                          Error *error)
{
    Book book = {0};
    Status status = othello_book_load(path, &book, error);
    if (status == STATUS_NOT_FOUND) status = STATUS_OK;
    if (status == STATUS_OK) status = add_game(&book, positions, count, error);
    Lone lone = {0};
    if (status == STATUS_OK) status = othello_lone_open(&lone, shared, cpu_features(), TABLE_MB, error);
    if (status == STATUS_OK) {
        othello_learn_analyse(&book, &lone, depth);
        othello_lone_close(&lone);
        status = othello_book_save(&book, path, error);
    }
    othello_book_free(&book);
    return status;
}
