/* Counters of a search. Those that every game may count are named here; a game has a few of its own.
 * Each worker counts alone, without atomics; sums are made at polls and at the end. */
#ifndef YOMI_SEARCH_STATS_H
#define YOMI_SEARCH_STATS_H

#include <stdint.h>

typedef enum StatId {
    STAT_NODES,  /* filled in by the core: a game never counts these itself */
    STAT_QNODES, /* of them, nodes of the quiescence search */
    STAT_EVALS,  /* static evaluations made */
    STAT_TT_PROBES,
    STAT_TT_HITS,
    STAT_TT_CUTS,       /* nodes answered by the table */
    STAT_CUTOFFS,       /* nodes that failed high in their move loop */
    STAT_CUTOFFS_FIRST, /* of them, by the first move */
    STAT_NULL_TRIES,
    STAT_NULL_CUTS,
    STAT_PROBCUT_TRIES, /* also Multi-ProbCut */
    STAT_PROBCUT_CUTS,
    STAT_RAZOR_CUTS,
    STAT_FUTILITY_CUTS,         /* moves skipped */
    STAT_REVERSE_FUTILITY_CUTS, /* nodes */
    STAT_LATE_MOVE_CUTS,        /* moves skipped by their number */
    STAT_REDUCTIONS,            /* moves searched with reduced depth first */
    STAT_RESEARCHES,            /* of them, searched again */
    STAT_EXTENSIONS,
    STAT_SINGULAR_TRIES,
    STAT_MULTICUTS,
    STAT_IIR,
    /* Filled in by the core. */
    STAT_ASPIRATION_FAILS,
    STAT_DEPTHS_NOT_BEGUN, /* the clock allowed no other iteration */
    STAT_DEPTHS_CUT_OFF,   /* the clock ended one */
    STAT_OWN,              /* from here on: the game's own, named by Game.own_stats */
    STAT_OWN_MAX = 8,
    STAT_COUNT = STAT_OWN + STAT_OWN_MAX
} StatId;

typedef struct Stats {
    uint64_t value[STAT_COUNT];
} Stats;

const char *stat_name(StatId id); /* below STAT_OWN; snake_case, stable: part of JSON output */
void stats_add(Stats *sum, const Stats *other);

/* Share of cutoffs made by the first move, in percent; 0 when there were none. */
double stats_first_move_rate(const Stats *stats);

#endif
