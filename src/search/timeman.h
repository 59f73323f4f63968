/* The clock of a move: almost pure arithmetic, no state, no thread.
 *
 * The overhead is for the way to the GUI. It is kept back once, out of all that is left, not out of each move's share:
 * what the way really costs shows in the next reading of the clock. A clock that is down to the overhead keeps three
 * quarters back and goes on thinking with the rest.
 *
 * Invariant: hard_ms is never more than what is left minus what is kept back, and never negative. With nothing left
 * both limits are 0 and the search still answers from its first iteration. */
#ifndef YOMI_SEARCH_TIMEMAN_H
#define YOMI_SEARCH_TIMEMAN_H

#include "search/limits.h"
#include "search/params.h"

#define TIME_UNLIMITED INT64_MAX

/* How a game spends its clock: part of its settings, so that every value can be set and tuned. The values were found by
 * matches (docs/history/clock.md). */
typedef struct ClockShape {
    int length;                              /* own moves that the clock of a whole game should last for */
    int fade_pct;                            /* of a move fewer with every ply */
    int least;                               /* but never fewer than this */
    int opening_end;                         /* the first ply of the middle game */
    int middle_end;                          /* and of the ending */
    int opening_pct, middle_pct, ending_pct; /* weight of a move in each phase, of an equal share */
    int calm_pct;                            /* of the soft limit that is used when nothing changes */
    int change_pct;                          /* added when the best move has just changed */
    int drop_pct;                            /* added when the score fell by 100 points or more */
    int effort_pct; /* taken off when the best move takes all nodes, and added when it takes half of them */
    int most_pct;   /* of its share that one move may take, when the search wants it */
    int guard_ms;   /* no iteration begins this close to the hard limit, nor in its last sixteenth */
} ClockShape;

/* A game's table of options takes this in: CLOCK_OPTIONS(offsetof(Settings, clock), length, fade, ...), in the order
 * of the struct. */
#define CLOCK_OPTION(at, title, field, value, low, high, text)                                 \
    {                                                                                          \
        .name = (title), .type = OPTION_SPIN, .initial = (value), .min = (low), .max = (high), \
        .offset = (at) + offsetof(ClockShape, field), .help = (text), .advanced = true         \
    }
#define CLOCK_OPTIONS(at, a, b, c, d, e, f, g, h, i, j, k, l, m, n)                                                    \
    CLOCK_OPTION(at, "ClockLength", length, a, 1, 1000, "Own moves that the clock of a whole game should last for."),  \
        CLOCK_OPTION(at, "ClockFade", fade_pct, b, 0, 100, "Hundredths of a move fewer with every ply of the game."),  \
        CLOCK_OPTION(at, "ClockLeast", least, c, 1, 1000, "The clock is never planned for fewer moves than this."),    \
        CLOCK_OPTION(at, "ClockOpeningEnd", opening_end, d, 0, 1000, "First ply of the middle game, for the clock."),  \
        CLOCK_OPTION(at, "ClockMiddleEnd", middle_end, e, 0, 1000, "First ply of the ending, for the clock."),         \
        CLOCK_OPTION(at, "ClockOpening", opening_pct, f, 1, 1000,                                                      \
                     "Time for a move of the opening, percent of its share."),                                         \
        CLOCK_OPTION(at, "ClockMiddle", middle_pct, g, 1, 1000, "Time for a move of the middle game."),                \
        CLOCK_OPTION(at, "ClockEnding", ending_pct, h, 1, 1000, "Time for a move of the ending."),                     \
        CLOCK_OPTION(at, "ClockCalm", calm_pct, i, 1, 1000, "Percent of that which is used when nothing changes."),    \
        CLOCK_OPTION(at, "ClockChange", change_pct, j, 0, 1000, "Percent added when the best move has just changed."), \
        CLOCK_OPTION(at, "ClockDrop", drop_pct, k, 0, 1000, "Percent added when the score fell by 100 points."),       \
        CLOCK_OPTION(at, "ClockEffort", effort_pct, l, 0, 100,                                                         \
                     "Percent taken off when the best move takes all nodes, and added when it takes half."),           \
        CLOCK_OPTION(at, "ClockMost", most_pct, m, 100, 10000, "Percent of its share that one move may take."),        \
        CLOCK_OPTION(at, "ClockGuardMs", guard_ms, n, 0, 10000,                                                        \
                     "No iteration begins this close to the hard limit, nor in its last sixteenth.")
enum { CLOCK_OPTION_COUNT = 14 };

/* What a game says of a position: plies are counted as they matter to the clock (Othello by discs, gomoku by stones).
 */
typedef struct TimeProfile {
    const ClockShape *shape; /* of the game's settings */
    int ply;
} TimeProfile;

typedef struct TimePlan {
    int64_t soft_ms; /* start no iteration after this, stretched or shortened by how the search goes */
    int64_t hard_ms; /* stop whatever is running */
    bool use_all;    /* time not used now is lost (movetime, byoyomi): think up to the hard limit */
    bool byoyomi;    /* playing on byoyomi alone */
    ClockShape shape;
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
    int best_effort_pct;       /* of the last iteration's nodes that went into the best move; 0: not known */
    bool single_move;          /* nothing to choose */
} TimeProgress;

/* The least that the next iteration can be expected to take. */
int64_t timeman_next_iteration(const TimeProgress *progress, const SearchParams *params);

/* Is there time for another iteration? */
bool timeman_go_on(const TimePlan *plan, const TimeProgress *progress, const SearchParams *params);

#endif
