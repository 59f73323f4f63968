/* Everything that runs per node, compiled for AVX-512, for AVX2 and plainly, behind one table.
 *
 * tree_avx512.c, tree_avx2.c and tree_plain.c include the same static code (tree.inc) with different compiler flags;
 * the choice is made once per search, and inside each copy all calls are direct. All give the same results, node for
 * node. */
#ifndef YOMI_OTHELLO_TREE_TREE_H
#define YOMI_OTHELLO_TREE_TREE_H

#include "base/cpu.h"
#include "othello/tree/state.h"

typedef struct OthelloTree {
    uint64_t (*moves)(uint64_t own, uint64_t other);
    uint64_t (*flips)(uint64_t own, uint64_t other, int square);
    unsigned (*last_flips)(uint64_t own, int square); /* as in othello_lines_last */
    int (*stable)(const EdgeTable *edges, uint64_t own, uint64_t other);
    /* The moves as the solver tries them, with what the other side can then play: for up to 16 empties. */
    int (*ordered)(OthelloBoard board, uint64_t moves, uint8_t *squares, uint64_t *replies);
    uint64_t (*perft)(OthelloBoard board, int depth, PerftWatch *watch);
    /* The value of a board within the window, with the state's selectivity. */
    Score (*search)(OthelloState *state, OthelloBoard board, int depth, Score alpha, Score beta, Pv *pv);
    /* One iteration of the worker's root list from state->board; see Game.search_root. */
    Score (*search_root)(OthelloState *state, int depth, Score alpha, Score beta);
} OthelloTree;

extern const OthelloTree othello_tree_plain;
#if defined(__x86_64__)
extern const OthelloTree othello_tree_avx2, othello_tree_avx512;
#endif

const OthelloTree *othello_tree_for(CpuFeatures cpu);

#endif
