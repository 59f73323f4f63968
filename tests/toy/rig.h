/* A pool with table, settings and parameters, ready to search, that keeps what it was told. For tests of the core. */
#ifndef YOMI_TESTS_RIG_H
#define YOMI_TESTS_RIG_H

#include "search/pool.h"

typedef struct Rig {
    const Game *game;
    SearchParams params;
    void *settings;
    void *shared;
    TT tt;
    Pool *pool;

    /* Written by callbacks, under lock. */
    Mutex lock;
    Cond told;
    int results, reports, lines, currents;
    SearchResult result;
    int64_t result_ns; /* when the result came, by the real clock */
    Report last_line;
    char last_text[256];
    Pv last_pv;
    Score line_scores[MAX_MOVES]; /* of the last iteration, by MultiPV index */
    Move line_moves[MAX_MOVES];
    void (*on_line)(void *context, const Report *report);
    void *on_line_context;
} Rig;

/* Fails the process with a message when it cannot be set up. */
void rig_open(Rig *rig, const Game *game, int threads, size_t table_mb, Clock clock);
void rig_close(Rig *rig);
void rig_start(Rig *rig, const void *position, const Limits *limits);
const SearchResult *rig_wait(Rig *rig);
const SearchResult *rig_search(Rig *rig, const void *position, const Limits *limits);

#endif
