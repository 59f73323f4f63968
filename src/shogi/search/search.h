/* The search of shogi below one root: principal variation search over the picker, with quiescence at the leaves. What
 * is shared between workers is the core's table alone; everything here belongs to one worker. */
#ifndef YOMI_SHOGI_SEARCH_SEARCH_H
#define YOMI_SHOGI_SEARCH_SEARCH_H

#include "search/reductions.h"
#include "search/root_pass.h"
#include "shogi/eval/accumulator.h"
#include "shogi/search/dfpn.h"
#include "shogi/search/picker.h"
#include "shogi/settings.h"

/* Counters of shogi alone, in the order of their names in shogi.c. */
enum {
    STAT_SEE_CUTS = STAT_OWN, /* moves skipped by static exchange */
    STAT_MATE_PROBES,         /* mate searches at nodes */
    STAT_MATE_HITS
};

enum { FRAMES_BEFORE = 8 }; /* empty frames before the root, for histories that look back */

typedef struct Frame {
    Pv pv;
    Move move; /* the one searched below this node */
    Move excluded;
    int doubles; /* double extensions on the way here */
    int less;    /* plies taken off in the search of `move` */
    int number;  /* of `move` among the node's */
    int cutoffs; /* of nodes at this ply, since the last node two plies up began */
    bool quiet;  /* is `move`? */
    Score eval;
    Killers killers;
    HistoryCell *plane; /* continuation plane of `move` */
} Frame;

/* A worker's state. Zeroed memory is a valid start; search_free gives back what it made later. */
typedef struct ShogiState {
    ShogiPosition pos;
    Worker *worker;
    const ShogiParams *params;
    Score draw[COLOURS]; /* value of a draw for the colour to move */
    int null_from_ply;   /* while a null move is verified: no null moves of verify_side before this ply */
    int verify_side;
    Frame frames[MAX_PLY + FRAMES_BEFORE + 4];
    Accumulator accumulator; /* of the network; its net is NULL with the evaluation written by hand */
    Reductions reductions;
    int reduction_base, reduction_divisor;          /* that `reductions` was made with */
    HistoryCell no_plane[(size_t)PIECES * SQUARES]; /* stands for moves that are not there; stays 0 */
    DfpnSolver *mate;                               /* made by the first mate search, with mate_mb of memory */
    int mate_mb;
    uint64_t mate_epoch;      /* the search that the solver's table belongs to */
    uint64_t mate_line_epoch; /* the search that the next counts for */
    int64_t mate_line_nodes;  /* that the solver looked at along best lines */
    DfpnAnswer mate_answer;
    Histories histories;
} ShogiState;

void search_free(Worker *worker);
void search_new_game(Worker *worker);
void search_set_root(Worker *worker, const void *position);
Score search_root(Worker *worker, Score alpha, Score beta, int depth);

#endif
