/* Searches for many pages on few engines.
 *
 * A session has at most one search. It waits in a queue for one of the engines of the pool, and its reports go to the
 * session's outbox: "started" when it gets an engine, "line" and "note" as they come, and exactly one "result" or
 * "error" at the end. Moves of a game wait before analyses, in turns when both wait. While others wait, an analysis
 * gives its engine back after a slice of time and goes on when its turn comes again, and a move is asked to finish
 * after SEARCHER_MOVE_MS: nobody can keep an engine from the others.
 *
 * Memory is bounded by engines x games x the largest table that a page may ask for. All functions may be called from
 * the server's thread only. */
#ifndef YOMI_WEB_SEARCHER_H
#define YOMI_WEB_SEARCHER_H

#include "web/engine_setup.h"
#include "web/outbox.h"
#include "web/question.h"

#include <stdint.h>

enum {
    SEARCHER_ENGINES_MAX = 64,
    SEARCHER_SLICE_MS = 1000,    /* of an analysis while few wait */
    SEARCHER_SLICE_MIN_MS = 100, /* while many do */
    SEARCHER_MOVE_MS = 10000,
    SEARCHER_NOTES_MAX = 16, /* texts of one search that reach the page */
    SEARCHER_BOOK_MAX = 64   /* and moves of an opening book */
};

/* A file that the owner gives the engines of a game: a book, weights. No page can change it. */
typedef struct SearcherFile {
    const char *game, *option, *path;
} SearcherFile;

typedef struct SearcherSetup {
    int engines;
    EngineLimits engine;       /* of each */
    const SearcherFile *files; /* outlive the searcher */
    int file_count;
} SearcherSetup;

/* What is wrong with a file, before anybody needs it. */
Status searcher_check_file(const SearcherFile *file, Error *error);

typedef struct Searcher Searcher;

Status searcher_new(const SearcherSetup *setup, Searcher **out, Error *error);
/* Stops everything and waits for it. */
void searcher_free(Searcher *searcher);

/* Takes over the question, also when it fails. `spread`: of the option Spread, to play weaker;
 * `setup`: of the other options. An earlier search of the
 * same owner is stopped first. */
Status searcher_go(Searcher *searcher, uint64_t owner, Outbox *box, Question *question, const yomi_limits *limits,
                   int spread, const EngineSetup *setup, Error *error);
/* In a build without threads (base/alone.h) a search waits until this is called, which runs it; an analysis that had to
 * give way goes on with the next call. True when something waits. */
bool searcher_turn(Searcher *searcher);
const EngineLimits *searcher_limits(const Searcher *searcher);
void searcher_stop(Searcher *searcher, uint64_t owner); /* the result comes soon; harmless when there is none */

#endif
