/* Everything that runs per node, compiled for AVX-512, for AVX2 and plainly, behind one table.
 *
 * tree_avx512.c, tree_avx2.c and tree_plain.c include the same static code (tree_body.h) with different compiler flags;
 * the choice is made once per search, and inside each copy all calls are direct. All give the same results, node for
 * node. */
#ifndef YOMI_OTHELLO_TREE_H
#define YOMI_OTHELLO_TREE_H

#include "base/cpu.h"
#include "othello/state.h"

typedef struct Tree {
    uint64_t (*moves)(uint64_t own, uint64_t other);
    uint64_t (*flips)(uint64_t own, uint64_t other, int square);
    unsigned (*last_flips)(uint64_t own, int square); /* as in othello_lines_last */
    int (*stable)(const EdgeTable *edges, uint64_t own, uint64_t other);
    /* The moves as the solver tries them, with what the other side can then play: for up to 16 empties. */
    int (*ordered)(Board board, uint64_t moves, uint8_t *squares, uint64_t *replies);
    uint64_t (*perft)(Board board, int depth, PerftWatch *watch);
    /* The value of a board within the window, with the state's selectivity. */
    Score (*search)(State *state, Board board, int depth, Score alpha, Score beta, Pv *pv);
    /* One iteration of the worker's root list from state->board; see Game.search_root. */
    Score (*search_root)(State *state, int depth, Score alpha, Score beta);
} Tree;

extern const Tree othello_tree_plain;
#if defined(__x86_64__)
extern const Tree othello_tree_avx2, othello_tree_avx512;
#endif

const Tree *othello_tree_for(CpuFeatures cpu);

#endif
