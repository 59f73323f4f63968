/* yomi solve GAME FILE: solves the positions of a file one after the other and compares with the answers in it. */
#include "app/app.h"
#include "app/args.h"
#include "app/solve.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

static const SolveGame solvers[] = {{"othello", solve_othello}, {"shogi", solve_shogi}, {"gomoku", solve_gomoku}};
enum { SOLVERS = sizeof solvers / sizeof *solvers, FILE_MAX = 64 << 20 };

static int solve_file(SolveRun run, const SolveOptions *options, const char *path)
{
    Error error;
    Buf text = buf_new(FILE_MAX);
    int code = APP_FAILED;
    if (file_read(path, &text, &error) == STATUS_OK)
        code = run(options, path, buf_view(&text));
    else
        (void)app_error("solve", APP_FAILED, "%s", error.text);
    buf_free(&text);
    return code;
}

static int run(int argc, char **argv)
{
    SolveOptions options = {.threads = 1, .hash_mb = 256};
    const char *game = NULL, *path = NULL;
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &game, true},
                         {"FILE", ARG_WORD, 0, 0, &path, true},
                         {"--threads", ARG_NUMBER, 1, 256, &options.threads, false},
                         {"--hash", ARG_NUMBER, 1, 1 << 20, &options.hash_mb, false},
                         {"--first", ARG_NUMBER, 1, 1000000000, &options.first, false},
                         {"--count", ARG_NUMBER, 1, 1000000000, &options.count, false},
                         {"--time", ARG_NUMBER, 1, 1000000000, &options.time_ms, false},
                         {"--shortest", ARG_FLAG, 0, 0, &options.shortest, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("solve", APP_USAGE, "%s", error.text);
    for (int i = 0; i < SOLVERS; i++) {
        if (strcmp(game, solvers[i].game) == 0) return solve_file(solvers[i].run, &options, path);
    }
    return app_error("solve", APP_USAGE, "nothing to solve positions of '%s' with", game);
}

const AppCommand app_solve = {
    "solve", "GAME FILE [--threads N] [--hash MB] [--first N] [--count N] [--time MS] [--shortest]",
    "Solve the positions of a file.",
    "Othello: a file of OBF lines; each is solved to the last disc.\n"
    "Shogi: SFEN lines, or tables with SFEN in the last column, with \"moves\" and a solution or without; is there a\n"
    "forced mate? --time is for one position, --shortest looks on until no mate is shorter.\n"
    "Gomoku: does the side to move win by fours and threes? A position's text on a line, or a table of stones.\n"
    "What the file says and is contradicted, and what is not solved, is an error in the exit code.\n",
    run};
