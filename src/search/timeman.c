#include "search/timeman.h"

enum {
    LONGEST_MS = 1000 * 3600 * 24 * 7, /* clocks beyond a week are as good as a week; keeps products in range */
    INCREMENT_SHARE_PCT = 85,          /* of the increment that is planned with, the rest is saved up */
    HARD_SHARE_PCT = 80,               /* of the main time that one move may take at most */
    LEAST_SHARE_MS = 1,                /* for a move, as long as there are */
    LEAST_FROM_MS = 10,                /* so many to think with */
    SINGLE_MOVE_DEPTH = 4,
    USUAL_EFFORT_PCT = 75 /* of the nodes that the best move takes; more is an easy move, less a hard one */
};

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static TimePlan unlimited(void)
{
    return (TimePlan){.soft_ms = TIME_UNLIMITED, .hard_ms = TIME_UNLIMITED};
}

/* Own moves that the rest of the clock should last for. */
static int64_t moves_left(const Limits *limits, TimeProfile profile)
{
    const ClockShape *shape = profile.shape;
    int64_t ply = clamp(profile.ply, 0, 10000);
    int64_t by_game = shape->length - ply * shape->fade_pct / 100;
    if (by_game < shape->least) by_game = shape->least;
    return clamp(limits->moves_to_go > 0 ? limits->moves_to_go : by_game, 1, 1000);
}

static int64_t phase_pct(TimeProfile profile)
{
    const ClockShape *shape = profile.shape;
    return profile.ply < shape->opening_end  ? shape->opening_pct
           : profile.ply < shape->middle_end ? shape->middle_pct
                                             : shape->ending_pct;
}

static TimePlan clock_plan(const Limits *limits, TimeProfile profile, const SearchParams *params)
{
    int64_t time = clamp(limits->time_ms, 0, LONGEST_MS);
    int64_t increment = clamp(limits->increment_ms, 0, LONGEST_MS);
    int64_t byoyomi = clamp(limits->byoyomi_ms, 0, LONGEST_MS);
    if (limits->increment_first) time += increment;

    /* Everything that could be burnt before the flag falls. */
    int64_t kept_back = clamp(params->move_overhead_ms, 0, (time + byoyomi) * 3 / 4);
    int64_t available = time + byoyomi - kept_back;

    /* Of that, what the main time and the increment give; byoyomi comes back for every move, and is used as well. */
    int64_t main_time = clamp(time - (byoyomi > kept_back ? 0 : kept_back - byoyomi), 0, time);
    int64_t each_move = clamp(byoyomi - kept_back, 0, byoyomi);
    int64_t share = main_time / moves_left(limits, profile) + increment * INCREMENT_SHARE_PCT / 100;
    share = share * phase_pct(profile) / 100 * params->slow_mover / 100;
    if (share < LEAST_SHARE_MS && available >= LEAST_FROM_MS) share = LEAST_SHARE_MS;
    int64_t at_once = limits->moves_to_go == 1 ? main_time : main_time * HARD_SHARE_PCT / 100;
    int64_t hard = clamp(share * profile.shape->most_pct / 100, 0, at_once) + each_move;
    hard = clamp(hard, 0, available);
    return (TimePlan){.soft_ms = clamp(share + each_move, 0, hard),
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
    plan.shape = *profile.shape;
    return plan;
}

/* Percent of the soft limit: less when nothing changes, more when the best move or the score does. */
static int64_t stretch_pct(const ClockShape *shape, const TimeProgress *progress)
{
    int64_t pct = shape->calm_pct + clamp(progress->best_move_changes_pct, 0, 200) * shape->change_pct / 100;
    pct += clamp(progress->score_drop, 0, 100) * shape->drop_pct / 100;
    if (progress->best_effort_pct > 0) {
        int64_t easy = clamp((progress->best_effort_pct - USUAL_EFFORT_PCT) * 4, -100, 100);
        pct -= pct * easy * shape->effort_pct / 10000;
    }
    return clamp(pct, 10, 300);
}

/* The measured growth, cut in half, because a partial
 * iteration that improves the move is worth its time and one that cannot get past its first moves is not. */
int64_t timeman_next_iteration(const TimeProgress *progress, const SearchParams *params)
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
    int64_t guard = clamp(plan->hard_ms / 16, 0, plan->shape.guard_ms);
    if (left <= guard) return false;
    if (progress->single_move && progress->depth >= SINGLE_MOVE_DEPTH) return false;
    if (plan->use_all) return true;
    if (progress->elapsed_ms >= plan->soft_ms * stretch_pct(&plan->shape, progress) / 100) return false;
    return timeman_next_iteration(progress, params) <= left;
}
