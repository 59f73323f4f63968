#include "othello/plan.h"

enum {
    SOLVE_LEAD = 7,     /* the middle game ends this many empties before the last square */
    SOLVED_AT_ONCE = 12 /* with so few empties the exact score takes less than a selective pass is worth */
};

static int middle_steps(int empties)
{
    int last = empties - SOLVE_LEAD;
    return last < 1 ? 1 : last;
}

int othello_plan_length(int empties)
{
    if (empties <= 1) return 1;
    return middle_steps(empties) + (empties > SOLVED_AT_ONCE ? SELECT_NONE + 1 : 1);
}

Step othello_plan_step(int empties, int iteration, const Settings *settings)
{
    Selectivity most = settings->probcut ? SELECT_MOST : SELECT_NONE;
    if (iteration <= middle_steps(empties) && empties > 1) return (Step){iteration, most};
    int left = othello_plan_length(empties) - iteration;
    if (left <= 0 || !settings->selective_passes || !settings->probcut) return (Step){empties, SELECT_NONE};
    return (Step){empties, left >= SELECT_NONE ? SELECT_MOST : (Selectivity)(SELECT_NONE - left)};
}

int othello_plan_confidence(Selectivity selectivity)
{
    static const int percent[] = {[SELECT_MOST] = 73, [SELECT_MORE] = 90, [SELECT_LESS] = 98, [SELECT_NONE] = 100};
    return percent[selectivity];
}
