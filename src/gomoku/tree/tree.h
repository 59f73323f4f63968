/* The search of gomoku as one worker sees it, and the four trees it is compiled into.
 *
 * threats.inc and search.inc are compiled once for each family of rules: with and without captures, with short
 * and long lines. Inside, the family is a constant. set_root picks the tree for the position's rules. */
#ifndef YOMI_GOMOKU_TREE_TREE_H
#define YOMI_GOMOKU_TREE_TREE_H

#include "gomoku/params.h"
#include "gomoku/tree/threats.h"
#include "search/reductions.h"
#include "search/root_pass.h"

typedef struct GomTree {
    BoardTraits traits;
    Score (*search_root)(Worker *worker, Score alpha, Score beta, int depth);
    bool (*vcf)(ThreatSearch *search, Pv *pv);
    ThreatResult (*vct)(ThreatSearch *search, Pv *pv);
    Move (*winning_move)(GomBoard *board);
    /* Static order of the root's moves: larger is better. */
    int (*move_priority)(GomBoard *board, Move move);
} GomTree;

extern const GomTree gom_tree_plain, gom_tree_exact, gom_tree_captures, gom_tree_exact_captures;

const GomTree *tree_for(const GomRules *rules);

/* A worker's memory. */
typedef struct GomState {
    GomBoard board;
    const GomTree *tree;
    const GomParams *params;
    ThreatTables *threats;
    Reductions reductions;
    int root_depth;
    bool root_pending; /* the opponent's five stands at the root and has to be broken */
    HistoryCell history[2][GRID_CELLS];
    Move counter[2][GRID_CELLS];
    Killers killers[MAX_PLY + 2];
    Score evals[MAX_PLY + 2]; /* of the line being searched; SCORE_NONE where the mover had to answer */
    Pv pv[MAX_PLY + 2];
} GomState;

#endif
