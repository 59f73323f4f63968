#include "app/othello_book.h"

#include "app/app.h"
#include "app/args.h"
#include "base/file.h"
#include "othello/learn.h"
#include "record/wthor.h"

#include <stdio.h>
#include <stdlib.h>

enum { FILE_MAX = 1 << 30, TABLE_MB = 64 };

typedef struct BookJob {
    const char *path;
    ArgTexts wthor;
    int64_t moves, least, depth;
} BookJob;

typedef struct BoardList {
    Board *items;
    size_t count, capacity;
} BoardList;

static bool note(BoardList *list, Board board)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 1 << 16;
        Board *items = realloc(list->items, capacity * sizeof *items);
        if (!items) return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = board;
    return true;
}

/* The positions after each of the first `most` moves. */
static bool note_game(BoardList *list, const WthorGame *game, int64_t most)
{
    Position position;
    othello_position_set(&position, othello_board_start(), 0);
    for (int i = 0; i < game->count && i < most; i++) {
        Move move = move_of_square(game->squares[i]);
        if (!othello_position_is_legal(&position, move)) return true; /* a pass, or a damaged game: it ends here */
        othello_position_play(&position, move);
        if (othello_board_moves(position.board) && !note(list, position.board)) return false;
    }
    return true;
}

static Status note_file(BoardList *list, const char *path, int64_t most, Error *error)
{
    Buf file = buf_new(FILE_MAX);
    WthorHeader header;
    Status status = file_read(path, &file, error);
    if (status == STATUS_OK) status = wthor_open(buf_view(&file), &header, error);
    for (uint32_t i = 0; status == STATUS_OK && i < header.games; i++) {
        WthorGame game;
        status = wthor_game(buf_view(&file), i, &game, error);
        if (status == STATUS_OK && !note_game(list, &game, most)) {
            status = error_set(error, STATUS_NO_MEMORY, "no memory for the positions of %.100s", path);
        }
    }
    buf_free(&file);
    return status;
}

static Status analyse(Book *book, int64_t depth, Error *error)
{
    Shared *shared = NULL;
    Lone lone = {0};
    Status status = othello_shared_make(&shared, (Str){0}, error);
    if (status == STATUS_OK) status = othello_lone_open(&lone, shared, cpu_features(), TABLE_MB, error);
    if (status == STATUS_OK) {
        othello_learn_analyse(book, &lone, (int)depth);
        othello_lone_close(&lone);
    }
    othello_shared_free(shared);
    return status;
}

static Status make(const BookJob *job, Book *book, Error *error)
{
    BoardList boards = {0};
    Status status = othello_book_load(job->path, book, error);
    if (status == STATUS_NOT_FOUND) status = STATUS_OK;
    for (int i = 0; i < job->wthor.count && status == STATUS_OK; i++) {
        status = note_file(&boards, job->wthor.items[i], job->moves, error);
    }
    if (status == STATUS_OK) status = othello_book_add(book, boards.items, boards.count, error);
    free(boards.items);
    if (status == STATUS_OK) othello_book_prune(book, (uint32_t)job->least);
    if (status == STATUS_OK && job->depth > 0) status = analyse(book, job->depth, error);
    if (status == STATUS_OK) status = othello_book_save(book, job->path, error);
    return status;
}

int othello_book_run(int argc, char **argv)
{
    BookJob job = {.moves = 20, .least = 1, .depth = 0};
    const Arg table[] = {{"--book", ARG_TEXT, 0, 0, &job.path, true},
                         {"--wthor", ARG_MANY, 0, 0, &job.wthor, false},
                         {"--moves", ARG_NUMBER, 1, 60, &job.moves, false},
                         {"--least", ARG_NUMBER, 1, 1000000, &job.least, false},
                         {"--depth", ARG_NUMBER, 0, 30, &job.depth, false}};
    Error error;
    Book book = {0};
    Status status = args_parse(table, 5, argc, argv, &error);
    if (status != STATUS_OK) return app_error("train", APP_USAGE, "%s", error.text);
    status = make(&job, &book, &error);
    if (status == STATUS_OK) (void)printf("positions %zu\n", book.count);
    othello_book_free(&book);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}
