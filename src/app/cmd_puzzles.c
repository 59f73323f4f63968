/* yomi puzzles GAME OUT: makes puzzles until there are enough of each kind and length.
 *
 * Candidate number n of a seed is always the same, and a line of OUT says which candidate it is. So the same command
 * goes on behind the last line after a kill or a full disk, and the file becomes the same as without the interruption.
 */
#include "app/app.h"
#include "base/bytes.h"
#include "base/locked_file.h"
#include "base/terminal.h"
#include "tool/args.h"
#include "tool/game_tools.h"
#include "tool/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHELVES_MAX = 256, POSITIONS_LOG = 16 };

/* How many puzzles of a kind and a length there are. */
typedef struct Shelf {
    char kind[16];
    int length;
    int64_t count;
} Shelf;

typedef struct Job {
    const char *name;
    const PuzzleGame *game;
    void *solver;
    int64_t seed, tries, each, count;
    Shelf shelves[SHELVES_MAX];
    int shelf_count;
    int64_t made;
    uint64_t next;  /* candidate */
    uint64_t *seen; /* sums of positions in the file: a table that forgets */
    LockedFile *out;
    bool other; /* the file has puzzles of another run */
} Job;

static Shelf *shelf_of(Job *job, const Puzzle *puzzle)
{
    for (int i = 0; i < job->shelf_count; i++) {
        Shelf *shelf = &job->shelves[i];
        if (shelf->length == puzzle->length && strcmp(shelf->kind, puzzle->kind) == 0) return shelf;
    }
    if (job->shelf_count == SHELVES_MAX) return NULL;
    Shelf *shelf = &job->shelves[job->shelf_count++];
    *shelf = (Shelf){.length = puzzle->length};
    (void)snprintf(shelf->kind, sizeof shelf->kind, "%s", puzzle->kind);
    return shelf;
}

/* Notes the puzzle; false when it is not wanted: its shelf is full, or it was there before. */
static bool take(Job *job, const Puzzle *puzzle)
{
    uint64_t sum = bytes_checksum((const uint8_t *)puzzle->position, strlen(puzzle->position));
    uint64_t *slot = &job->seen[sum >> (64 - POSITIONS_LOG)];
    Shelf *shelf = shelf_of(job, puzzle);
    if (!shelf || shelf->count >= job->each || *slot == sum) return false;
    *slot = sum;
    shelf->count++;
    job->made++;
    return true;
}

/* Takes up a whole line; false when it is not one of this run. */
static bool take_line(Job *job, Str line)
{
    Puzzle puzzle;
    uint64_t seed, number;
    Status status = puzzle_read(line, &puzzle, NULL);
    if (status == STATUS_NOT_FOUND) return true;
    if (status != STATUS_OK || strcmp(puzzle.game, job->name) != 0 || !puzzle_number(&puzzle, &seed, &number))
        return false;
    if (seed != (uint64_t)job->seed || number < job->next) return false;
    (void)take(job, &puzzle);
    job->next = number + 1;
    return true;
}

/* Takes up what is there. The last line may be torn; nothing is cut off a file that is not ours. */
static Status take_up(void *context, Str content, size_t *whole, Error *error)
{
    Job *job = context;
    Str rest = content;
    while (rest.len > 0 && memchr(rest.ptr, '\n', rest.len) && !job->other) {
        job->other = !take_line(job, str_until(&rest, '\n'));
    }
    if (rest.len > 0 && job->next == 0) job->other = true;
    *whole = job->other ? content.len : content.len - rest.len;
    (void)error;
    return STATUS_OK;
}

static Status add(Job *job, Puzzle *puzzle, Error *error)
{
    Buf line = buf_new(PUZZLE_FILE_MAX);
    (void)snprintf(puzzle->game, sizeof puzzle->game, "%s", job->name);
    (void)snprintf(puzzle->id, sizeof puzzle->id, "%lld.%llu", (long long)job->seed, (unsigned long long)job->next);
    puzzle_write(puzzle, &line);
    Status status = line.failed ? error_set(error, STATUS_NO_MEMORY, "no memory for a puzzle")
                                : locked_file_append(job->out, buf_view(&line), false, error);
    buf_free(&line);
    return status;
}

static Status make_all(Job *job, Error *error)
{
    bool shown = terminal_is(STREAM_ERROR);
    Progress progress = progress_begin("puzzles", (size_t)job->made);
    Status status = STATUS_OK;
    for (; job->next < (uint64_t)job->tries && job->made < job->count && status == STATUS_OK; job->next++) {
        Puzzle puzzle = {.values = "-"};
        if (job->game->make(job->solver, (uint64_t)job->seed, job->next, &puzzle) && take(job, &puzzle))
            status = add(job, &puzzle, error);
        if (shown) progress_show(&progress, (size_t)job->made, (size_t)job->count);
    }
    if (shown) progress_end(&progress, (size_t)job->made, (size_t)job->count);
    return status;
}

static void print_statistics(const Job *job)
{
    (void)printf("puzzles %lld  candidates %llu\n", (long long)job->made, (unsigned long long)job->next);
    for (int i = 0; i < job->shelf_count; i++) {
        const Shelf *shelf = &job->shelves[i];
        (void)printf("%-8s %2d plies  %lld\n", shelf->kind, shelf->length, (long long)shelf->count);
    }
}

static int run_job(Job *job, const char *path)
{
    Error error, unsynced;
    Status status = locked_file_open(&job->out, path, take_up, job, &error);
    if (status == STATUS_OK && job->other)
        status = error_set(&error, STATUS_BAD_INPUT, "%.200s has puzzles of another game or seed", path);
    if (status == STATUS_OK) status = job->game->open(&job->solver, &error);
    if (status == STATUS_OK) status = make_all(job, &error);
    if (locked_file_close(job->out, &unsynced) != STATUS_OK && status == STATUS_OK) {
        error = unsynced;
        status = unsynced.status;
    }
    job->game->close(job->solver);
    if (status != STATUS_OK) return app_error("puzzles", APP_FAILED, "%s", error.text);
    print_statistics(job);
    return APP_OK;
}

static int run(int argc, char **argv)
{
    Job job = {.seed = 1, .tries = 1000000000, .each = 100, .count = 100};
    const char *path = NULL;
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &job.name, true},
                         {"OUT", ARG_WORD, 0, 0, &path, true},
                         {"--count", ARG_NUMBER, 1, PUZZLES_MAX, &job.count, false},
                         {"--each", ARG_NUMBER, 1, PUZZLES_MAX, &job.each, false},
                         {"--tries", ARG_NUMBER, 1, 1000000000, &job.tries, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &job.seed, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("puzzles", APP_USAGE, "%s", error.text);
    for (int i = 0; game_tools[i]; i++) {
        if (game_tools[i]->puzzles && strcmp(job.name, game_tools[i]->game) == 0) job.game = game_tools[i]->puzzles;
    }
    if (!job.game) return app_error("puzzles", APP_USAGE, "there are no puzzles for '%s'", job.name);
    job.seen = calloc((size_t)1 << POSITIONS_LOG, sizeof *job.seen);
    int code = job.seen ? run_job(&job, path) : app_error("puzzles", APP_FAILED, "no memory");
    free(job.seen);
    return code;
}

static void help_of_games(void)
{
    for (int i = 0; game_tools[i]; i++) {
        if (game_tools[i]->puzzles) (void)fputs(game_tools[i]->puzzles->help, stdout);
    }
}

const AppCommand app_puzzles = {"puzzles",
                                "GAME OUT [--count N] [--each N] [--tries N] [--seed N]",
                                "Make puzzles by self-play and proof.",
                                "Adds lines to OUT until it has --count puzzles or --tries candidates were looked at; "
                                "no more than --each of a kind\n"
                                "and length. The same command goes on with its file after a kill; for several "
                                "processes take a file and a seed each.\n",
                                help_of_games,
                                run};
