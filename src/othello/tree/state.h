/* What one search thread of Othello owns, and what all of them share read-only. */
#ifndef YOMI_OTHELLO_TREE_STATE_H
#define YOMI_OTHELLO_TREE_STATE_H

#include "othello/board.h"
#include "othello/book/book.h"
#include "othello/eval/weights.h"
#include "othello/tree/probcut.h"
#include "othello/tree/stability.h"
#include "search/root_pass.h"

/* Counters of Othello alone, in the order of their names in othello.c. */
enum {
    STAT_STABILITY_CUTS = STAT_OWN,
    STAT_ENHANCED_TT_CUTS,
    /* What carrying things along costs; counted in debug builds only. */
    STAT_MOVE_LISTS,        /* legal moves generated */
    STAT_HASH_UPDATES,      /* hashes carried over a move */
    STAT_HASH_SCANS,        /* hashes computed from nothing */
    STAT_PATTERN_UPDATES,   /* sets of pattern indices carried over a move */
    STAT_PATTERNS_AFFECTED, /* indices that changed in them */
};

enum {
    SMALL_HASH_BITS = 18 /* 2 MB; 16 bits cost 4 % more nodes over the FFO positions, 20 bits save 2 % */
};

typedef struct OthelloShared {
    ProbCut probcut;
    Patterns patterns;
    Weights weights;
    EdgeTable edges;
    OthelloBook book; /* empty without a file */
} OthelloShared;

/* The table of nodes near the end, one word an entry: 40 bits of the hash, the move, the upper and the lower bound. */
typedef struct SmallHash {
    uint64_t entries[1 << SMALL_HASH_BITS];
} SmallHash;

/* How much is pruned by probability (Multi-ProbCut). The numbers go into the table as they are. */
typedef enum Selectivity { SELECT_MOST, SELECT_MORE, SELECT_LESS, SELECT_NONE } Selectivity;

/* A board on the way down, with all that is carried along. */
typedef struct OthelloNode {
    Features features;
    OthelloBoard board;
    BoardHash hash;
    int side; /* 0: the side that has digit 1 in the features */
} OthelloNode;

/* Techniques that are switched off. */
typedef struct Switches {
    bool no_enhanced, no_stability, no_evaluate;
} Switches;

/* A node that other workers may be at too. */
typedef struct OpenNode {
    uint64_t key;
    int depth;
    Score alpha;
} OpenNode;

enum { OPEN_MAX = 64, OPEN_NONE = -1 };

typedef struct OthelloState {
    Worker *worker;
    const OthelloShared *shared;
    Selectivity selectivity;
    int probing;             /* depth of Multi-ProbCut probes inside each other */
    OpenNode open[OPEN_MAX]; /* the null-window nodes above this one that are shared, from the top */
    int open_count;
    int open_left;    /* while unwinding: the one that another worker has decided, else OPEN_NONE */
    Score open_value; /* its value */
    uint64_t leaves;  /* nodes of the last few empties, counted here first and moved to the worker in one go */
    HistoryCell history[2][SQUARES]; /* [Node.side][square]: moves of the middle game that cut, through one game */
    SmallHash small;
    OthelloNode root;
    OthelloBoard board; /* of the root */
    bool outcomes;      /* endgames are solved for who wins, not by how much */
    Switches switches;
} OthelloState;

/* Counts what is only of interest while developing: free in a release build. */
#ifdef NDEBUG
#define COUNT_DEBUG(state, id) ((void)0)
#else
#define COUNT_DEBUG(state, id) worker_count((state)->worker, id)
#endif

#endif
