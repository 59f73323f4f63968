/* yomi book othello BOOK [FILE]: an opening book from games and own analysis. */
#include "app/app.h"
#include "app/args.h"
#include "app/train.h"
#include "base/file.h"
#include "othello/learn.h"
#include "othello/notation.h"
#include "record/record.h"

#include <stdio.h>
#include <stdlib.h>

enum { FILE_MAX = 1 << 30, TABLE_MB = 64 };

typedef struct BookJob {
    const char *path, *first;
    ArgTexts more;
    int64_t plies, least, depth;
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

/* The positions after each of the first `most` moves; passes are not always written. Only whole games from the usual
 * start count. */
static Status note_game(BoardList *list, const Record *record, int64_t most, Error *error)
{
    Position position;
    othello_position_set(&position, othello_board_start(), 0);
    if (record->start) return STATUS_OK;
    for (size_t i = 0; i < record->count && (int64_t)i < most; i++) {
        Move move = othello_notation_move(str_from(record->moves[i].text));
        if (!othello_board_moves(position.board) && move != MOVE_PASS) othello_position_play(&position, MOVE_PASS);
        if (!othello_position_is_legal(&position, move)) {
            return error_set(error, STATUS_BAD_INPUT, "move %zu, '%s', is not legal", i + 1, record->moves[i].text);
        }
        othello_position_play(&position, move);
        if (othello_board_moves(position.board) && !note(list, position.board)) {
            return error_set(error, STATUS_NO_MEMORY, "no memory for the positions");
        }
    }
    return STATUS_OK;
}

static Status note_file(BoardList *list, const char *path, int64_t most, Error *error)
{
    Buf file = buf_new(FILE_MAX);
    RecordSet set = {0};
    Error inner;
    Status status = file_read(path, &file, error);
    if (status != STATUS_OK) return status;
    const RecordFormat *format = record_format_guess(path, buf_view(&file), "othello");
    status = format ? format->read(buf_view(&file), &set, &inner)
                    : error_set(&inner, STATUS_BAD_INPUT, "no record of Othello games");
    size_t game = 0;
    for (; game < set.count && status == STATUS_OK; game++) {
        status = note_game(list, &set.items[game], most, &inner);
    }
    if (status != STATUS_OK && game == 0) (void)error_set(error, status, "%.100s: %.150s", path, inner.text);
    if (status != STATUS_OK && game > 0)
        (void)error_set(error, status, "%.100s, game %zu: %.150s", path, game, inner.text);
    record_set_free(&set);
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
    if (job->first && status == STATUS_OK) status = note_file(&boards, job->first, job->plies, error);
    for (int i = 0; i < job->more.count && status == STATUS_OK; i++) {
        status = note_file(&boards, job->more.items[i], job->plies, error);
    }
    if (status == STATUS_OK) status = othello_book_add(book, boards.items, boards.count, error);
    free(boards.items);
    if (status == STATUS_OK) othello_book_prune(book, (uint32_t)job->least);
    if (status == STATUS_OK && job->depth > 0) status = analyse(book, job->depth, error);
    if (status == STATUS_OK) status = othello_book_save(book, job->path, error);
    return status;
}

static int run(int argc, char **argv)
{
    BookJob job = {.plies = 20, .least = 1, .depth = 0};
    const Arg table[] = {{"BOOK", ARG_WORD, 0, 0, &job.path, true},
                         {"FILE", ARG_WORD, 0, 0, &job.first, false},
                         {"--also", ARG_MANY, 0, 0, &job.more, false},
                         {"--plies", ARG_NUMBER, 1, 60, &job.plies, false},
                         {"--least", ARG_NUMBER, 1, 1000000, &job.least, false},
                         {"--depth", ARG_NUMBER, 0, 30, &job.depth, false}};
    Error error;
    Book book = {0};
    Status status = args_parse(table, sizeof table / sizeof *table, argc, argv, &error);
    if (status != STATUS_OK) return app_error("book", APP_USAGE, "%s", error.text);
    status = make(&job, &book, &error);
    if (status == STATUS_OK) (void)printf("positions %zu\n", book.count);
    othello_book_free(&book);
    return status == STATUS_OK ? APP_OK : app_error("book", APP_FAILED, "%s", error.text);
}

const TrainGame book_othello = {"othello", run};
