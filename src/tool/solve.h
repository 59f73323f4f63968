/* What `yomi solve` needs of each game: how to read a problem, how to judge the answer and how to tell it. The driver
 * (cmd_solve.c) opens the engine, walks through the file, asks and counts. */
#ifndef YOMI_TOOL_SOLVE_H
#define YOMI_TOOL_SOLVE_H

#include "base/status.h"
#include "base/str.h"
#include "tool/answer.h"

enum { SOLVE_POSITION_MAX = 4096, SOLVE_LABEL_MAX = 64 };

typedef struct SolveOptions {
    int64_t threads, hash_mb;
    int64_t first, count; /* positions of the file, from 1; 0: all */
    int64_t time_ms;      /* for one position; 0: as long as it takes */
    bool any;             /* mates: the first one found will do; otherwise until there is no shorter one */
    bool win_loss_draw;   /* discs: who wins, not by how much */
} SolveOptions;

typedef struct SolveProblem {
    char position[SOLVE_POSITION_MAX]; /* as the engine reads it */
    char label[SOLVE_LABEL_MAX];       /* "": none */
    bool has_answer;                   /* the file says what comes out */
    int answer;                        /* discs, or the plies of a solution; 0 where the file does not count them */
} SolveProblem;

typedef enum SolveVerdict {
    SOLVE_OPEN, /* not solved */
    SOLVE_DONE, /* solved, and the file says nothing about it */
    SOLVE_RIGHT,
    SOLVE_WRONG /* the file says something else */
} SolveVerdict;

typedef struct SolveGame {
    const char *help; /* what the file holds and what is found out */
    bool forced;      /* asks for a forced win, not for the best move */
    /* STATUS_NOT_FOUND when the line holds no position at all. */
    Status (*read)(Str line, SolveProblem *out, Error *error);
    /* Options beside Threads and Hash; may be NULL. */
    yomi_status (*set_up)(yomi_engine *engine, const SolveOptions *options, yomi_error *error);
    SolveVerdict (*judge)(const SolveOptions *options, const SolveProblem *problem, const SearchAnswer *answer);
    void (*tell)(const SearchAnswer *answer, char *out, size_t size); /* "mate in 5", "f5 +12" */
} SolveGame;

#endif
