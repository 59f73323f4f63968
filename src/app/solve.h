/* What `yomi solve` needs of each game: one function that works through the text of a file. */
#ifndef YOMI_APP_SOLVE_H
#define YOMI_APP_SOLVE_H

#include "base/str.h"

#include <stdint.h>

typedef struct SolveOptions {
    int64_t threads, hash_mb;
    int64_t first, count; /* positions of the file, from 1; 0: all */
    int64_t time_ms;      /* for one position; 0: as long as it takes */
    bool shortest;        /* mates: look on until there is no shorter one */
} SolveOptions;

/* Prints one line a position and returns the exit code: 0 when nothing in the file was contradicted. */
typedef int (*SolveRun)(const SolveOptions *options, const char *path, Str text);

typedef struct SolveGame {
    const char *game;
    SolveRun run;
} SolveGame;

int solve_othello(const SolveOptions *options, const char *path, Str text);
int solve_gomoku(const SolveOptions *options, const char *path, Str text);
int solve_shogi(const SolveOptions *options, const char *path, Str text);

#endif
