#include "search/stats.h"

static const char *const names[STAT_OWN] = {
    [STAT_NODES] = "nodes",
    [STAT_QNODES] = "qnodes",
    [STAT_EVALS] = "evals",
    [STAT_TT_PROBES] = "tt_probes",
    [STAT_TT_HITS] = "tt_hits",
    [STAT_TT_CUTS] = "tt_cuts",
    [STAT_CUTOFFS] = "cutoffs",
    [STAT_CUTOFFS_FIRST] = "cutoffs_first",
    [STAT_NULL_TRIES] = "null_tries",
    [STAT_NULL_CUTS] = "null_cuts",
    [STAT_PROBCUT_TRIES] = "probcut_tries",
    [STAT_PROBCUT_CUTS] = "probcut_cuts",
    [STAT_RAZOR_CUTS] = "razor_cuts",
    [STAT_FUTILITY_CUTS] = "futility_cuts",
    [STAT_REVERSE_FUTILITY_CUTS] = "reverse_futility_cuts",
    [STAT_LATE_MOVE_CUTS] = "late_move_cuts",
    [STAT_REDUCTIONS] = "reductions",
    [STAT_RESEARCHES] = "researches",
    [STAT_EXTENSIONS] = "extensions",
    [STAT_SINGULAR_TRIES] = "singular_tries",
    [STAT_MULTICUTS] = "multicuts",
    [STAT_IIR] = "iir",
    [STAT_ASPIRATION_FAILS] = "aspiration_fails",
    [STAT_DEPTHS_NOT_BEGUN] = "depths_not_begun",
    [STAT_DEPTHS_CUT_OFF] = "depths_cut_off",
};

const char *stat_name(StatId id)
{
    return names[id];
}

void stats_add(Stats *sum, const Stats *other)
{
    for (int i = 0; i < STAT_COUNT; i++) sum->value[i] += other->value[i];
}

double stats_first_move_rate(const Stats *stats)
{
    uint64_t all = stats->value[STAT_CUTOFFS];
    return all ? 100.0 * (double)stats->value[STAT_CUTOFFS_FIRST] / (double)all : 0.0;
}
