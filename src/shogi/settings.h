/* Everything of shogi that can be set: rules, style, book, and the constants of the search, in one table of options
 * (settings.c) with name, default and range. A technique of the search is off when its switch is 0. */
#ifndef YOMI_SHOGI_SETTINGS_H
#define YOMI_SHOGI_SETTINGS_H

#include "base/option.h"
#include "search/timeman.h"

typedef struct ShogiParams {
    /* switches */
    int use_null_move, use_reductions, use_singular, use_multicut, use_probcut, use_futility, use_reverse_futility,
        use_razoring, use_iir, use_see_pruning, use_late_move_pruning, use_quiet_checks, use_mate_distance, use_mate1,
        use_mate3, use_continuation, use_correction, use_pawn_history, use_strict_table, use_null_cut_only,
        use_table_history, use_research_depth, use_short_quiescence;
    /* constants */
    int check_order, root_mate, line_mate;
    int reduction_base, reduction_divisor, deeper_margin, shallower_margin;
    int null_base, null_depth_divisor, null_eval_divisor, null_verify_depth;
    int reverse_margin, reverse_depth;
    int futility_base, futility_margin, futility_depth;
    int razor_base, razor_margin, razor_depth;
    int probcut_margin, probcut_depth;
    int singular_depth, singular_margin, double_margin;
    int late_move_base, late_move_depth;
    int history_divisor;
    int see_quiet_margin, see_noisy_margin, see_depth;
    int quiescence_futility;
    int iir_depth;
    int mate3_depth;
    int doubles_max, triple_margin, negative_extension, cut_extension;
    int cut_reduction, no_move_reduction, pv_reduction, noisy_reduction, cutoffs_reduction, found_reduction;
    int history_prune, history_depth, capture_futility;
    int hindsight, small_probcut;
    int fail_low_bonus, refuted_malus;
} ShogiParams;

typedef struct ShogiSettings {
    int entering_king;                      /* EnteringKing */
    int max_moves;                          /* 0: no limit */
    int draw_value_black, draw_value_white; /* in hundredths of a pawn, for the side that the engine plays */
    int mate_hash_mb;                       /* for `go mate` */
    int mate_shortest;                      /* look on for a shorter mate while there is time */
    int own_book;                           /* play from the book */
    int book_plies;                         /* up to this many moves of the game */
    char book_file[OPTION_TEXT_MAX];
    char eval_file[OPTION_TEXT_MAX]; /* a network file; empty: the one in the program; EVAL_BY_HAND: none */
    int fv_scale;                    /* output units of a public network that are one point */
    ShogiParams params;
    ClockShape clock;
} ShogiSettings;

enum { SHOGI_OPTIONS = 84 + CLOCK_OPTION_COUNT };
#define EVAL_BY_HAND "hand" /* instead of a file: the evaluation written by hand */
extern const Option shogi_options[SHOGI_OPTIONS];

#endif
