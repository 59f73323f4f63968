/* The clock of a move: almost pure arithmetic, no state, no thread.
 *
 * Invariant: hard_ms is never more than what is left on the clock minus the overhead, and never negative. With nothing
 * left both limits are 0 and the search still answers from its first iteration. */
#ifndef YOMI_SEARCH_TIMEMAN_H
#define YOMI_SEARCH_TIMEMAN_H

#include "search/limits.h"
#include "search/params.h"

#define TIME_UNLIMITED INT64_MAX

/* What a game knows of the phase of a position: Othello by turn, gomoku by stones, shogi by ply. */
typedef struct TimeProfile {
    int moves_left; /* own moves that the rest of the clock should last for, at least 1 */
    int weight_pct; /* of an equal share, for this move */
} TimeProfile;

typedef struct TimePlan {
    int64_t soft_ms; /* start no iteration after this, stretched or shortened by how the search goes */
    int64_t hard_ms; /* stop whatever is running */
    bool use_all;    /* time not used now is lost (movetime, byoyomi): think up to the hard limit */
    bool byoyomi;    /* playing on byoyomi alone */
} TimePlan;

TimePlan timeman_plan(const Limits *limits, TimeProfile profile, const SearchParams *params);

/* How the search has gone so far. */
typedef struct TimeProgress {
    int64_t elapsed_ms;
    int64_t last_iteration_ms;     /* time of the iteration just completed */
    int64_t previous_iteration_ms; /* and of the one before */
    int depth;
    int best_move_changes_pct; /* recent changes of the best move, fading, 100 = one fresh change */
    Score score_drop;          /* how much worse the score is than an iteration ago; negative: better */
    bool single_move;          /* nothing to choose */
} TimeProgress;

/* Is there time for another iteration? */
bool timeman_go_on(const TimePlan *plan, const TimeProgress *progress, const SearchParams *params);

#endif
