#include "search/timeman.h"

enum {
    LONGEST_MS = 1000 * 3600 * 24 * 7, /* clocks beyond a week are as good as a week; keeps products in range */
    INCREMENT_SHARE_PCT = 85,          /* of the increment that is planned with, the rest is saved up */
    HARD_FACTOR = 6,                   /* most stretch of one move over its share */
    HARD_SHARE_PCT = 80,               /* of the main time that one move may take at most */
    SINGLE_MOVE_DEPTH = 4
};

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static TimePlan unlimited(void)
{
    return (TimePlan){.soft_ms = TIME_UNLIMITED, .hard_ms = TIME_UNLIMITED};
}

static TimePlan clock_plan(const Limits *limits, TimeProfile profile, const SearchParams *params)
{
    int64_t time = clamp(limits->time_ms, 0, LONGEST_MS);
    int64_t increment = clamp(limits->increment_ms, 0, LONGEST_MS);
    int64_t byoyomi = clamp(limits->byoyomi_ms, 0, LONGEST_MS);
    if (limits->increment_first) time += increment;

    /* Everything that could be burnt before the flag falls. */
    int64_t available = time + byoyomi - params->move_overhead_ms;
    if (available <= 0) return (TimePlan){.byoyomi = time == 0};

    int64_t moves = limits->moves_to_go > 0 ? limits->moves_to_go : profile.moves_left;
    moves = clamp(moves, 1, 1000);
    bool last_of_control = limits->moves_to_go == 1;
    int64_t share = time / moves + increment * INCREMENT_SHARE_PCT / 100;
    share = share * clamp(profile.weight_pct, 1, 1000) / 100 * params->slow_mover / 100;
    int64_t soft = share + byoyomi - params->move_overhead_ms;
    int64_t most = time * (last_of_control ? 100 : HARD_SHARE_PCT) / 100 + byoyomi - params->move_overhead_ms;
    int64_t hard = clamp(share * HARD_FACTOR + byoyomi, 0, most > 0 ? most : 0);
    hard = clamp(hard, 0, available);
    return (TimePlan){.soft_ms = clamp(soft, 0, hard),
                      .hard_ms = hard,
                      .use_all = time == 0 && byoyomi > 0,
                      .byoyomi = time == 0 && byoyomi > 0};
}

TimePlan timeman_plan(const Limits *limits, TimeProfile profile, const SearchParams *params)
{
    if (limits->infinite) return unlimited();
    TimePlan plan = unlimited();
    if (limits->time_ms != LIMIT_NONE || limits->byoyomi_ms > 0) plan = clock_plan(limits, profile, params);
    if (limits->movetime_ms != LIMIT_NONE) {
        int64_t movetime = clamp(limits->movetime_ms, 0, LONGEST_MS);
        if (movetime < plan.hard_ms) plan = (TimePlan){.soft_ms = movetime, .hard_ms = movetime, .use_all = true};
    }
    if (plan.use_all) plan.soft_ms = plan.hard_ms;
    return plan;
}

/* Percent of the soft limit: less when nothing changes, more when the best move or the score does. */
static int64_t stretch_pct(const TimeProgress *progress)
{
    int64_t pct = 70 + clamp(progress->best_move_changes_pct, 0, 200) * 40 / 100;
    pct += clamp(progress->score_drop, 0, 100) / 2;
    return clamp(pct, 50, 200);
}

/* The least that the next iteration can be expected to take: the measured growth, cut in half, because a partial
 * iteration that improves the move is worth its time and one that cannot get past its first moves is not. */
static int64_t next_iteration_at_least(const TimeProgress *progress, const SearchParams *params)
{
    int64_t growth = params->growth_pct;
    if (progress->previous_iteration_ms > 0) {
        growth = clamp(progress->last_iteration_ms * 100 / progress->previous_iteration_ms, 110, 1000);
    }
    return progress->last_iteration_ms * growth / 200;
}

bool timeman_go_on(const TimePlan *plan, const TimeProgress *progress, const SearchParams *params)
{
    if (plan->hard_ms == TIME_UNLIMITED) return true;
    int64_t left = plan->hard_ms - progress->elapsed_ms;
    int64_t guard = clamp(plan->hard_ms / 16, 0, params->iteration_guard_ms);
    if (left <= guard) return false;
    if (progress->single_move && progress->depth >= SINGLE_MOVE_DEPTH) return false;
    if (plan->use_all) return true;
    if (progress->elapsed_ms >= plan->soft_ms * stretch_pct(progress) / 100) return false;
    return next_iteration_at_least(progress, params) <= left;
}
