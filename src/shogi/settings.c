#include "shogi/settings.h"

#include "shogi/search/picker.h"

#include <stddef.h>

static const char *const entering_choices[] = {"NoEnteringKing", "CSARule27", "CSARule24", NULL};

#define AT(field) offsetof(ShogiSettings, field)
#define SPIN(label, field, default_value, low, high, text)                                           \
    {                                                                                                \
        .name = label, .type = OPTION_SPIN, .initial = (default_value), .min = (low), .max = (high), \
        .offset = AT(field), .help = (text)                                                          \
    }
#define PARAM(label, field, default_value, low, high, text)                                          \
    {                                                                                                \
        .name = label, .type = OPTION_SPIN, .initial = (default_value), .min = (low), .max = (high), \
        .offset = AT(params.field), .help = (text), .advanced = true                                 \
    }
#define SWITCH(label, field, text)                                                                         \
    {                                                                                                      \
        .name = label, .type = OPTION_CHECK, .initial = 1, .min = 0, .max = 1, .offset = AT(params.field), \
        .help = (text), .advanced = true                                                                   \
    }

const Option shogi_options[] = {
    {.name = "EnteringKingRule",
     .type = OPTION_COMBO,
     .initial = 1,
     .choices = entering_choices,
     .offset = AT(entering_king),
     .rule = true,
     .help = "How a king in the enemy camp wins by declaration"},
    {.name = "MaxMovesToDraw",
     .type = OPTION_SPIN,
     .max = 60000,
     .offset = AT(max_moves),
     .rule = true,
     .help = "The game is drawn after this many moves; 0: never"},
    SPIN("DrawValueBlack", draw_value_black, 0, -30000, 30000, "Value of a draw when the engine plays Black"),
    SPIN("DrawValueWhite", draw_value_white, 0, -30000, 30000, "Value of a draw when the engine plays White"),
    SPIN("MateHash", mate_hash_mb, 64, 1, 65536, "Megabytes for the mate solver"),
    {.name = "MateShortest",
     .type = OPTION_CHECK,
     .initial = 0,
     .min = 0,
     .max = 1,
     .offset = AT(mate_shortest),
     .help = "Look on for a shorter mate after one is found"},

    {.name = "EvalFile",
     .type = OPTION_TEXT,
     .initial_text = "",
     .offset = AT(eval_file),
     .prepared = true,
     .help =
         "Network file of `yomi train shogi`, or a public nn.bin (HalfKP or K-P, 256x2-32-32); empty: the network in "
         "the program; hand: the evaluation written by hand"},
    SPIN("FV_SCALE", fv_scale, 16, 1, 128, "Divisor of the values of a public network"),
    {.name = "USI_OwnBook",
     .type = OPTION_CHECK,
     .initial = 1,
     .min = 0,
     .max = 1,
     .offset = AT(own_book),
     .help = "Play from the book, when there is one"},
    {.name = "BookFile",
     .type = OPTION_TEXT,
     .initial_text = "",
     .offset = AT(book_file),
     .prepared = true,
     .help = "Opening book in the YaneuraOu text format"},
    SPIN("BookMoves", book_plies, 40, 0, 10000, "Leave the book after this many moves of the game"),

    SWITCH("ShogiNullMove", use_null_move, "Null move pruning with verification"),
    SWITCH("ShogiReductions", use_reductions, "Late move reductions"),
    SWITCH("ShogiSingular", use_singular, "Singular and double extensions"),
    SWITCH("ShogiMultiCut", use_multicut, "Multi-cut out of the singular search"),
    SWITCH("ShogiProbCut", use_probcut, "ProbCut"),
    SWITCH("ShogiFutility", use_futility, "Futility pruning of quiet moves"),
    SWITCH("ShogiReverseFutility", use_reverse_futility, "Static null move pruning"),
    SWITCH("ShogiRazoring", use_razoring, "Razoring into quiescence"),
    SWITCH("ShogiIIR", use_iir, "Less depth where the table has no move"),
    SWITCH("ShogiSeePruning", use_see_pruning, "Skip moves that lose an exchange"),
    SWITCH("ShogiLateMovePruning", use_late_move_pruning, "Skip late quiet moves near the leaves"),
    SWITCH("ShogiQuietChecks", use_quiet_checks, "Quiet checks on the first ply of quiescence"),
    SWITCH("ShogiMateDistance", use_mate_distance, "Mate distance pruning"),
    SWITCH("ShogiMate1", use_mate1, "Mate in one at every node"),
    SWITCH("ShogiMate3", use_mate3, "Mate in three at nodes with depth"),
    SWITCH("ShogiContinuation", use_continuation, "Continuation histories"),
    SWITCH("ShogiCorrection", use_correction, "Correction of the static evaluation by history"),
    SWITCH("ShogiPawnHistory", use_pawn_history, "History by where the pawns stand"),
    SWITCH("ShogiStrictTable", use_strict_table, "Shallow table cutoffs only where the node expects them"),
    SWITCH("ShogiNullCutOnly", use_null_cut_only, "Null moves at expected cut nodes only"),
    SWITCH("ShogiTableHistory", use_table_history, "A quiet table move that cuts at once is learned from"),
    SWITCH("ShogiResearchDepth", use_research_depth, "More or less depth after a reduced look, by its score"),

    SWITCH("ShogiShortQuiescence", use_short_quiescence, "Quiescence tries few captures but recaptures and checks"),

    PARAM("ShogiCheckOrder", check_order, 16384, 0, CHECK_BONUS_MAX,
          "What a check is worth in the order of quiet moves"),
    PARAM("ShogiRootMate", root_mate, 5, 0, 50, "Mate solver before a search, percent of its nodes"),
    PARAM("ShogiLineMate", line_mate, 5, 0, 50, "Mate solver along the best line, percent of the nodes"),
    PARAM("ShogiReductionBase", reduction_base, 40, 0, 300, "Reduction, percent of a ply"),
    PARAM("ShogiReductionDivisor", reduction_divisor, 190, 50, 800, "Divisor of ln(depth) ln(number), percent"),
    PARAM("ShogiDeeperMargin", deeper_margin, 60, 0, 1000, "So much over the best score: a ply more"),
    PARAM("ShogiShallowerMargin", shallower_margin, 10, 0, 60, "Less than this over the best score: a ply less"),
    PARAM("ShogiNullBase", null_base, 6, 1, 10, "Plies taken off by a null move"),
    PARAM("ShogiNullDepthDivisor", null_depth_divisor, 3, 1, 20, "And one more for every so many plies of depth"),
    PARAM("ShogiNullEvalDivisor", null_eval_divisor, 250, 20, 2000, "And one for so much evaluation over beta"),
    PARAM("ShogiNullVerifyDepth", null_verify_depth, 13, 1, 100, "From this depth on a null cut is verified"),
    PARAM("ShogiReverseMargin", reverse_margin, 120, 10, 1000, "Reverse futility margin a ply"),
    PARAM("ShogiReverseDepth", reverse_depth, 9, 1, 20, "Deepest reverse futility"),
    PARAM("ShogiFutilityBase", futility_base, 250, 0, 2000, "Futility margin"),
    PARAM("ShogiFutilityMargin", futility_margin, 110, 0, 1000, "And this for a ply"),
    PARAM("ShogiFutilityDepth", futility_depth, 9, 1, 20, "Deepest futility pruning"),
    PARAM("ShogiRazorBase", razor_base, 300, 0, 3000, "Razoring margin"),
    PARAM("ShogiRazorMargin", razor_margin, 220, 0, 3000, "And this for a squared ply"),
    PARAM("ShogiRazorDepth", razor_depth, 4, 1, 10, "Deepest razoring"),
    PARAM("ShogiProbCutMargin", probcut_margin, 220, 0, 2000, "ProbCut margin over beta"),
    PARAM("ShogiProbCutDepth", probcut_depth, 5, 3, 20, "Least depth for ProbCut"),
    PARAM("ShogiSingularDepth", singular_depth, 7, 3, 30, "Least depth for a singular search"),
    PARAM("ShogiSingularMargin", singular_margin, 2, 1, 20, "Singular margin a ply"),
    PARAM("ShogiDoubleMargin", double_margin, 24, 0, 500, "How far below for a double extension"),
    PARAM("ShogiLateMoveBase", late_move_base, 10, 1, 50, "Quiet moves before late move pruning"),
    PARAM("ShogiLateMoveDepth", late_move_depth, 8, 1, 20, "Deepest late move pruning"),
    PARAM("ShogiHistoryDivisor", history_divisor, 9000, 1000, 60000, "History that is worth a ply of reduction"),
    PARAM("ShogiSeeQuietMargin", see_quiet_margin, 40, 0, 500, "Exchange loss allowed to quiet moves, a squared ply"),
    PARAM("ShogiSeeNoisyMargin", see_noisy_margin, 130, 0, 1000, "Exchange loss allowed to captures, a ply"),
    PARAM("ShogiSeeDepth", see_depth, 8, 1, 20, "Deepest exchange pruning"),
    PARAM("ShogiQuiescenceFutility", quiescence_futility, 150, 0, 2000, "Margin under alpha in quiescence"),
    PARAM("ShogiIIRDepth", iir_depth, 4, 1, 20, "Least depth for a reduction without a table move"),
    PARAM("ShogiMate3Depth", mate3_depth, 5, 1, 30, "Least depth for looking for a mate in three"),
    PARAM("ShogiDoublesMax", doubles_max, 6, 0, 60, "Double extensions on one line, not more"),
    PARAM("ShogiTripleMargin", triple_margin, 0, 0, 2000, "How far below for a triple extension; 0: never"),
    PARAM("ShogiNegativeExtension", negative_extension, 2, 0, 5,
          "Plies less when the table expects more than one good move"),
    PARAM("ShogiCutExtension", cut_extension, 0, 0, 5, "The same at an expected cut node; 0: none"),
    PARAM("ShogiCutReduction", cut_reduction, 2048, 0, 8192, "Reduction more at an expected cut node, 1/1024 ply"),
    PARAM("ShogiNoMoveReduction", no_move_reduction, 1024, 0, 8192, "And when the table has no move there"),
    PARAM("ShogiPvReduction", pv_reduction, 1536, 0, 8192, "Reduction less where a principal variation once went"),
    PARAM("ShogiNoisyReduction", noisy_reduction, 1024, 0, 8192, "Reduction more when the table's move is a capture"),
    PARAM("ShogiCutoffsReduction", cutoffs_reduction, 1024, 0, 8192,
          "Reduction more when the nodes below have many cutoffs"),
    PARAM("ShogiFoundReduction", found_reduction, 0, 0, 5,
          "Plies less for the moves after one that raised alpha; 0: none"),
    PARAM("ShogiHistoryPrune", history_prune, 2000, 0, 16384,
          "Quiet moves with less history than this times depth are skipped; 0: none"),
    PARAM("ShogiHistoryDepth", history_depth, 2000, 0, 60000,
          "History that is worth a ply in futility and exchange pruning; 0: none"),
    PARAM("ShogiCaptureFutility", capture_futility, 250, 0, 3000, "Futility margin of captures; 0: none"),
    PARAM("ShogiHindsight", hindsight, 150, 0, 2000,
          "Sum of two evaluations above which a reduced move gets less depth; 0: none"),
    PARAM("ShogiSmallProbCut", small_probcut, 400, 0, 3000, "A table score so much over beta is believed; 0: never"),
    PARAM("ShogiFailLowBonus", fail_low_bonus, 60, 0, 400, "Bonus to the move that no answer was found to, percent"),
    PARAM("ShogiRefutedMalus", refuted_malus, 100, 0, 400, "Malus to a first move that was refuted, percent"),

    CLOCK_OPTIONS(AT(clock), 70, 33, 35, 30, 90, 80, 125, 110, 70, 40, 50, 0, 600, 500),
};

_Static_assert(sizeof shogi_options / sizeof *shogi_options == SHOGI_OPTIONS, "the header knows the number of options");
