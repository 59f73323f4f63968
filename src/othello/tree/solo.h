/* A searcher without a pool: one worker that is never polled or stopped, for tools and tests that search positions one
 * after the other on the calling thread. */
#ifndef YOMI_OTHELLO_TREE_SOLO_H
#define YOMI_OTHELLO_TREE_SOLO_H

#include "othello/tree/tree.h"

typedef struct SoloSearch {
    Worker *worker;
    OthelloState *state;
    TT tt;
    const OthelloTree *tree;
} SoloSearch;

/* `shared` stays the caller's and must outlive it. */
Status othello_solo_open(SoloSearch *solo, const OthelloShared *shared, CpuFeatures cpu, size_t table_mb, Error *error);
void othello_solo_close(SoloSearch *solo);

/* Exact score in discs. */
int othello_solo_solve(SoloSearch *solo, OthelloBoard board, int alpha, int beta, Pv *pv);
/* A search of `depth` moves; on the score scale. */
Score othello_solo_search(SoloSearch *solo, OthelloBoard board, int depth, Selectivity selectivity, Pv *pv);
Score othello_solo_search_within(SoloSearch *solo, OthelloBoard board, int depth, Score alpha, Score beta,
                                 Selectivity selectivity, Pv *pv);
void othello_solo_forget(SoloSearch *solo);          /* the next search begins from nothing */
uint64_t othello_solo_nodes(const SoloSearch *solo); /* since it was opened */

/* What all searchers share, from a weights file (an empty view: the weights inside the program). */
Status othello_shared_make(OthelloShared **out, Str weights_file, Error *error);
void othello_shared_free(OthelloShared *shared);

#endif
