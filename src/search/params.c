#include "search/params.h"

#define SPIN(title, field, value, low, high, variable, text)                                                 \
    {                                                                                                        \
        .name = (title), .type = OPTION_SPIN, .initial = (value), .min = (low), .max = (high),               \
        .offset = offsetof(SearchParams, field), .environment = (variable), .help = (text), .advanced = true \
    }
#define CHECK(title, field, value, variable, text)                                                                    \
    {                                                                                                                 \
        .name = (title), .type = OPTION_CHECK, .initial = (value), .max = 1, .offset = offsetof(SearchParams, field), \
        .environment = (variable), .help = (text), .advanced = true                                                   \
    }

static const Option table[] = {
    SPIN("AspirationWidth", aspiration_width_pct, 100, 1, 10000, NULL,
         "First half-width of the aspiration window, in percent of the game's own."),
    SPIN("AspirationDeltaMax", aspiration_delta_max, 350, 1, 32000, NULL,
         "Past this half-width the window is opened on the failing side."),
    SPIN("AspirationHintPct", aspiration_hint_pct, 30, 0, 100, NULL,
         "Weight of the carried hint's score in the window's centre when the last iteration was not completed."),
    SPIN("AspirationMinDepth", aspiration_min_depth, 4, 2, 64, NULL, "Iterations below this use the full window."),
    SPIN("SnapshotMinDepth", snapshot_min_depth, 3, 1, 64, NULL, "Helpers publish results from this depth on."),
    CHECK("SharedTree", shared_tree, 1, NULL,
          "Helpers search the main worker's tree with it, in games made for that; off: each deepens by itself."),
    CHECK("Jitter", jitter, 1, "YOMI_TEST_FORCE_JITTER SHOGI_TEST_FORCE_JITTER",
          "Vary the root order of helpers; off for reproducible runs."),
    SPIN("JitterAmplitude", jitter_amplitude, 20, 0, 1000, NULL, "Size of that variation, on the score scale."),
    SPIN("WorkerStackMB", worker_stack_mb, 16, 1, 1024, "YOMI_WORKER_STACK_MB SHOGI_WORKER_STACK_MB",
         "Stack of each search thread."),
    CHECK("PoolMetrics", pool_metrics, 0, "YOMI_THREADPOOL_METRICS SHOGI_THREADPOOL_METRICS",
          "Tell the pool's counters when it shuts down."),
    SPIN("CurrMoveThrottleMs", currmove_throttle_ms, 100, 0, 60000,
         "YOMI_CURRMOVE_THROTTLE_MS SHOGI_CURRMOVE_THROTTLE_MS",
         "Least time between two reports of the current move; off or 0 reports every one."),
    SPIN("CurrMoveAfterMs", currmove_after_ms, 1000, 0, 60000, NULL, "No report of the current move before this."),
    SPIN("PollMaskNormal", poll_mask_normal, 0x1fff, 15, 0xfffff, NULL, "Most nodes between two polls, minus 1."),
    SPIN("PollMaskByoyomi", poll_mask_byoyomi, 0x7ff, 15, 0xfffff, NULL, "The same while in byoyomi."),
    SPIN("PollIntervalMs", poll_interval_ms, 2, 1, 100, NULL,
         "Longest time between two polls; the number of nodes follows the measured speed."),
    SPIN("NearDeadlineMs", near_deadline_ms, 50, 0, 10000, NULL, "This close to the deadline, poll 8 times as often."),
    SPIN("MoveOverhead", move_overhead_ms, 30, 0, 60000, NULL,
         "Milliseconds of the clock that are kept back for the way to the GUI."),
    CHECK("ClockLog", clock_log, 0, NULL,
          "Tell why the clock ended a search: the depth completed, the time taken, the limits, the next depth's "
          "estimate."),
    SPIN("SlowMover", slow_mover, 100, 10, 1000, NULL, "Percent of the planned thinking time to use."),
    SPIN("IterationGrowthPct", growth_pct, 300, 110, 2000, NULL,
         "Expected time of the next iteration in percent of the last, until it was measured."),
};

const OptionTable search_param_options = {table, sizeof table / sizeof *table};
