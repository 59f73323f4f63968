/* yomi book othello BOOK [FILE]: an opening book from games and own analysis. */
#include "base/clock.h"
#include "base/file.h"
#include "base/terminal.h"
#include "othello/book/growth.h"
#include "othello/notation.h"
#include "othello/tools/tools.h"
#include "record/record.h"
#include "tool/args.h"
#include "tool/command.h"
#include "tool/progress.h"
#include "tool/workers.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILE_MAX = 1 << 30, SAVE_EVERY_MS = 30000 };

typedef struct BookJob {
    const char *path, *first;
    ArgTexts more;
    int64_t plies, least, depth, grow, tolerance, time_ms;
} BookJob;

/* Analysis runs on a worker thread (workers_run), so that a signal ends it in good order. */
typedef struct Work {
    const BookJob *job;
    OthelloBook *book;
    BookAnalyser analyser;
    Status status; /* the worker's, with `error` */
    Error error;
    size_t added;
    bool late; /* the time is up */
    int64_t begun_ns, saved_ns;
    atomic_bool stop;         /* a signal came */
    atomic_bool growing;      /* what `done` counts */
    _Atomic size_t done, all; /* for the bar */
    bool bar_grows;
    Progress bar;
} Work;

/* Positions of games on their way into the book, so many at a time. */
enum { BOARDS_MAX = 1 << 20 };

typedef struct BoardList {
    OthelloBook *book;
    int64_t most;        /* moves of a game */
    OthelloBoard *items; /* [BOARDS_MAX] */
    size_t count;
} BoardList;

static Status put_boards(BoardList *list, Error *error)
{
    Status status = othello_book_add(list->book, list->items, list->count, error);
    list->count = 0;
    return status;
}

static Status note(BoardList *list, OthelloBoard board, Error *error)
{
    Status status = list->count == BOARDS_MAX ? put_boards(list, error) : STATUS_OK;
    if (status == STATUS_OK) list->items[list->count++] = board;
    return status;
}

/* The positions after each of the first `most` moves; passes are not always written. Only whole games from the usual
 * start count. */
static Status note_game(void *context, Record *record, Error *error)
{
    BoardList *list = context;
    OthelloPosition position;
    Status status = STATUS_OK;
    othello_position_set(&position, othello_board_start(), 0);
    if (record->start) return STATUS_OK;
    for (size_t i = 0; i < record->count && (int64_t)i < list->most && status == STATUS_OK; i++) {
        Move move = othello_notation_move(str_from(record->moves[i].text));
        if (!othello_board_moves(position.board) && move != MOVE_PASS) othello_position_play(&position, MOVE_PASS);
        if (!othello_position_is_legal(&position, move)) {
            return error_set(error, STATUS_BAD_INPUT, "move %zu, '%s', is not legal", i + 1, record->moves[i].text);
        }
        othello_position_play(&position, move);
        if (othello_board_moves(position.board)) status = note(list, position.board, error);
    }
    return status;
}

static Status note_file(BoardList *list, const char *path, Error *error)
{
    Buf file = buf_new(FILE_MAX);
    RecordSet set = {.take = note_game, .context = list};
    Error inner;
    Status status = file_read(path, &file, error);
    if (status != STATUS_OK) return status;
    const RecordFormat *format = record_format_guess(path, buf_view(&file), "othello");
    status = format ? format->read(buf_view(&file), &set, &inner)
                    : error_set(&inner, STATUS_BAD_INPUT, "no record of Othello games");
    if (set.why.status != STATUS_OK)
        (void)error_set(error, status, "%.100s, game %zu: %.150s", path, set.count, set.why.text);
    else if (status != STATUS_OK)
        (void)error_set(error, status, "%.100s: %.150s", path, inner.text);
    record_set_free(&set);
    buf_free(&file);
    return status;
}

/* ---- analysis ---- */

static int64_t passed_ms(int64_t since_ns)
{
    return (clock_now(clock_real()) - since_ns) / NS_PER_MS;
}

static Status save(Work *work)
{
    othello_book_minimax(work->book, 0);
    work->saved_ns = clock_now(clock_real());
    return othello_book_save(work->book, work->job->path, &work->error);
}

/* Before every search. What is done is saved now and then: a machine may fail. */
static bool go_on(void *context, size_t done, size_t all)
{
    Work *work = context;
    atomic_store(&work->done, done);
    atomic_store(&work->all, all);
    if (passed_ms(work->saved_ns) > SAVE_EVERY_MS) work->status = save(work);
    work->late = work->job->time_ms > 0 && passed_ms(work->begun_ns) >= work->job->time_ms;
    return work->status == STATUS_OK && !work->late && !atomic_load(&work->stop);
}

static void work_through(void *context)
{
    Work *work = context;
    const BookJob *job = work->job;
    BookGrowth growth = {(size_t)job->grow, (int)job->plies, (Score)job->tolerance};
    if (!othello_book_analyse(&work->analyser) || job->grow == 0) return;
    atomic_store(&work->done, 0);
    atomic_store(&work->growing, true);
    Status status = othello_book_grow(&work->analyser, &growth, &work->added, &work->error);
    if (work->status == STATUS_OK) work->status = status;
    atomic_store(&work->done, work->added);
}

static void stop_work(void *context, const Error *error)
{
    Work *work = context;
    atomic_store(&work->stop, true);
    if (error) work->status = error_set(&work->error, STATUS_IO, "%s", error->text);
}

static void show_work(void *context)
{
    Work *work = context;
    if (!terminal_is(STREAM_ERROR) || atomic_load(&work->all) == 0) return;
    bool grows = atomic_load(&work->growing);
    if (!work->bar.what || grows != work->bar_grows) {
        if (work->bar.what) (void)fputc('\n', stderr);
        work->bar = progress_begin(grows ? "new positions" : "positions analysed", 0);
        work->bar_grows = grows;
    }
    progress_show(&work->bar, atomic_load(&work->done), atomic_load(&work->all));
}

static void tell_end(const Work *work)
{
    const BookJob *job = work->job;
    if (job->grow > 0) (void)printf("new %zu\n", work->added);
    if (atomic_load(&work->stop)) {
        (void)fprintf(
            stderr, "yomi book: stopped; what is done is saved, `yomi book othello %s --depth %" PRId64 "%s` goes on\n",
            job->path, job->depth, job->grow > 0 ? " --grow N" : "");
    } else if (work->late) {
        (void)fprintf(stderr, "yomi book: the time is up; what is done is saved\n");
    } else if ((int64_t)work->added < job->grow) {
        (void)fprintf(stderr,
                      "yomi book: no more positions within %" PRId64 " moves and a loss of %" PRId64
                      " hundredths of a disc\n",
                      job->plies, job->tolerance);
    }
}

static Status analyse(Work *work, Error *error)
{
    OthelloShared *shared = NULL;
    SoloSearch solo = {0};
    Status status = othello_shared_make(&shared, (Str){0}, error);
    if (status == STATUS_OK) status = othello_solo_open(&solo, shared, cpu_features(), BOOK_ANALYSER_TABLE_MB, error);
    if (status == STATUS_OK) {
        work->analyser = (BookAnalyser){work->book, &solo, (int)work->job->depth, go_on, work};
        work->begun_ns = work->saved_ns = clock_now(clock_real());
        WorkersJob workers = {
            .workers = 1, .work = work_through, .stop = stop_work, .tick = show_work, .context = work};
        workers_run(&workers);
        if (work->bar.what) progress_end(&work->bar, atomic_load(&work->done), atomic_load(&work->all));
        othello_solo_close(&solo);
        status = work->status;
        if (status != STATUS_OK) *error = work->error;
    }
    othello_shared_free(shared);
    return status;
}

static Status gather(const BookJob *job, OthelloBook *book, Error *error)
{
    BoardList boards = {.book = book, .most = job->plies, .items = malloc(BOARDS_MAX * sizeof *boards.items)};
    if (!boards.items) return error_set(error, STATUS_NO_MEMORY, "no memory for the positions");
    Status status = othello_book_load(job->path, book, error);
    if (status == STATUS_NOT_FOUND) status = STATUS_OK;
    if (job->first && status == STATUS_OK) status = note_file(&boards, job->first, error);
    for (int i = 0; i < job->more.count && status == STATUS_OK; i++) {
        status = note_file(&boards, job->more.items[i], error);
    }
    if (status == STATUS_OK) status = put_boards(&boards, error);
    free(boards.items);
    if (status == STATUS_OK && job->least > 1) status = othello_book_prune(book, (uint32_t)job->least, error);
    return status;
}

/* Analyses and saves, whatever became of the analysis. */
static Status improve(Work *work, Error *error)
{
    Error unsaved;
    Status status = analyse(work, error);
    Status saved = othello_book_save(work->book, work->job->path, &unsaved);
    if (status == STATUS_OK && saved != STATUS_OK) *error = unsaved;
    return status == STATUS_OK ? saved : status;
}

static int make(const BookJob *job)
{
    Error error;
    OthelloBook book = {0};
    Work work = {.job = job, .book = &book};
    Status status = gather(job, &book, &error);
    if (status == STATUS_OK)
        status = othello_book_save(&book, job->path, &error); /* or it is told before hours of work */
    if (status == STATUS_OK && job->depth > 0) status = improve(&work, &error);
    if (status == STATUS_OK) {
        (void)printf("positions %zu\n", book.count);
        tell_end(&work);
    }
    othello_book_free(&book);
    if (status != STATUS_OK) return app_error("book", APP_FAILED, "%s", error.text);
    return atomic_load(&work.stop) ? APP_FAILED : APP_OK;
}

static int run(int argc, char **argv)
{
    BookJob job = {.plies = 20, .least = 1, .tolerance = 100};
    const Arg table[] = {{"BOOK", ARG_WORD, 0, 0, &job.path, true},
                         {"FILE", ARG_WORD, 0, 0, &job.first, false},
                         {"--also", ARG_MANY, 0, 0, &job.more, false},
                         {"--plies", ARG_NUMBER, 1, 60, &job.plies, false},
                         {"--least", ARG_NUMBER, 1, 1000000, &job.least, false},
                         {"--depth", ARG_NUMBER, 0, 30, &job.depth, false},
                         {"--grow", ARG_NUMBER, 0, BOOK_ENTRIES_MAX, &job.grow, false},
                         {"--tolerance", ARG_NUMBER, 0, 6400, &job.tolerance, false},
                         {"--time", ARG_NUMBER, 0, 1000000000, &job.time_ms, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        return app_error("book", APP_USAGE, "%s", error.text);
    }
    if (job.grow > 0 && job.depth == 0) return app_error("book", APP_USAGE, "--grow needs --depth");
    return make(&job);
}

const GameCommand othello_book = {
    "othello BOOK [FILE] [--also FILE]... [--plies N] [--least N] [--depth D] [--grow N] [--tolerance T] [--time MS]\n"
    "    Adds the first moves (20) of games to BOOK, which need not be there yet; leaves out positions that fewer "
    "games\n"
    "    than --least reached; with --depth analyses what was not analysed as deep and carries the values back.\n"
    "    With --grow then adds up to N positions that nobody played, each after a move that the analysis found good:\n"
    "    nearest to the start first, up to --plies moves (20), in lines whose moves give away no more than "
    "--tolerance\n"
    "    all together, in hundredths of a disc (100). --time ends both. Ctrl-C does too and saves what is done; the\n"
    "    command without FILE goes on from there.\n",
    run, NULL};
