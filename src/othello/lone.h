/* A searcher without a pool: one worker that is never polled or stopped, for tools and tests that search positions one
 * after the other on the calling thread. */
#ifndef YOMI_OTHELLO_LONE_H
#define YOMI_OTHELLO_LONE_H

#include "othello/tree.h"

typedef struct Lone {
    Worker *worker;
    State *state;
    TT tt;
    const Tree *tree;
} Lone;

/* `shared` stays the caller's and must outlive it. */
Status othello_lone_open(Lone *lone, const Shared *shared, CpuFeatures cpu, size_t table_mb, Error *error);
void othello_lone_close(Lone *lone);

/* Exact score in discs. */
int othello_lone_solve(Lone *lone, Board board, int alpha, int beta, Pv *pv);
/* A search of `depth` moves; on the score scale. */
Score othello_lone_search(Lone *lone, Board board, int depth, Selectivity selectivity, Pv *pv);
Score othello_lone_search_within(Lone *lone, Board board, int depth, Score alpha, Score beta, Selectivity selectivity,
                                 Pv *pv);
void othello_lone_forget(Lone *lone);          /* the next search begins from nothing */
uint64_t othello_lone_nodes(const Lone *lone); /* since it was opened */

/* What all searchers share, from a weights file (an empty view: the weights inside the program). */
Status othello_shared_make(Shared **out, Str weights_file, Error *error);
void othello_shared_free(Shared *shared);

#endif
