#include "othello/tree/iterations.h"

enum {
    SOLVE_LEAD = 7,      /* the middle game ends this many empties before the last square */
    SOLVED_AT_ONCE = 12, /* with so few empties the exact score takes less than a selective pass is worth */
    SOLVED_SOON = 24,    /* with so few empties one selective pass is enough when there is time for the exact one, */
    SOLVED_LATER = 26    /* with so few two */
};

static int middle_steps(int empties)
{
    int last = empties - SOLVE_LEAD;
    return last < 1 ? 1 : last;
}

static int end_steps(int empties, bool bounded)
{
    if (empties <= SOLVED_AT_ONCE) return 1;
    if (bounded || empties > SOLVED_LATER) return SELECT_NONE + 1;
    return empties <= SOLVED_SOON ? 2 : 3;
}

int othello_iteration_count(int empties, bool bounded)
{
    return empties <= 1 ? 1 : middle_steps(empties) + end_steps(empties, bounded);
}

Iteration othello_iteration(int empties, int iteration, bool bounded, const OthelloSettings *settings)
{
    Selectivity least = (Selectivity)settings->selectivity;
    int end = iteration - middle_steps(empties); /* 1: the first pass to the last square */
    if (end <= 0 && empties > 1) return (Iteration){iteration, least};
    bool last = empties <= 1 || end >= end_steps(empties, bounded);
    if (last || !settings->selective_passes) return (Iteration){empties, SELECT_NONE};
    Selectivity pass = (Selectivity)(end - 1);
    return (Iteration){empties, pass > least ? pass : least};
}

int othello_confidence(Selectivity selectivity)
{
    static const int percent[] = {[SELECT_MOST] = 73, [SELECT_MORE] = 90, [SELECT_LESS] = 98, [SELECT_NONE] = 100};
    return percent[selectivity];
}
