/* Every constant of the core in one table: name, default, range, environment variable. The engine's option list and
 * the documentation are made from the same table (docs/PARAMETERS.md). */
#ifndef YOMI_SEARCH_PARAMS_H
#define YOMI_SEARCH_PARAMS_H

#include "base/option.h"

typedef struct SearchParams {
    /* aspiration */
    int aspiration_width_pct; /* of the game's first half-width around the centre */
    int aspiration_delta_max; /* past this the window is opened */
    int aspiration_hint_pct;  /* weight of the carried hint in a smoothed centre */
    int aspiration_min_depth; /* iterations below use the full window */
    /* helpers */
    int snapshot_min_depth;
    int shared_tree;
    int jitter; /* 0: off, for reproducible runs */
    int jitter_amplitude;
    int worker_stack_mb;
    int pool_metrics; /* print the pool's counters at shutdown */
    /* reports */
    int currmove_throttle_ms; /* 0: every move */
    int currmove_after_ms;
    /* polling */
    int poll_mask_normal;  /* most nodes between two looks at the clock, minus 1 */
    int poll_mask_byoyomi; /* the same in byoyomi */
    int poll_interval_ms;  /* longest time between two looks, by measured speed */
    int near_deadline_ms;  /* from here to the deadline, look eight times as often */
    /* clock */
    int move_overhead_ms; /* kept back for the way to the GUI */
    int slow_mover;       /* percent of the planned time to use */
    int clock_log;        /* tell why the clock ended a search */
    int growth_pct;       /* how much longer the next iteration is expected to take, before it was measured */
} SearchParams;

extern const OptionTable search_param_options;

#endif
